//! Errors in BPGN texts and in recorded games.

use crate::game::{GameError, PairError, ParseError, RulesError};

/// The longest token that a message quotes, in characters.
const QUOTED_CHARACTERS: usize = 60;

/// A fault with its line and token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("BPGN line {line}, `{token}`: {reason}")]
pub struct BpgnError {
    /// The line, counted from 1; 0 for a record that was not read from a text.
    pub line: usize,
    /// The wrong token, cut after sixty characters.
    pub token: String,
    /// The kind of fault.
    pub reason: Fault,
}

/// The kind of fault of a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Fault {
    #[error("the comment has no `}}`")]
    UnclosedComment,
    #[error("no comment was open")]
    StrayBrace,
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    #[error("variations are not part of BPGN")]
    Variation,
    #[error("the variation has no `)`")]
    UnclosedVariation,
    #[error("a ply begins as in `12A.`, with number, seat letter and dot")]
    PlyNumber,
    #[error("the next ply on this board is {expected}")]
    PlyOrder { expected: String },
    #[error("the move is missing")]
    NoMove,
    #[error("the game has no result")]
    NoResult,
    #[error("only comments may stand behind the result")]
    BehindResult,
    #[error("the tag Result says {tag}")]
    ResultTag { tag: String },
    #[error("the game before is not finished: no result")]
    TagInGame,
    #[error("tag FEN: {0}")]
    Start(PairError),
    #[error("{0}")]
    Variant(String),
    #[error("{0}")]
    Rules(RulesError),
    #[error("the game is longer than {most} bytes")]
    TooLong { most: usize },
    #[error("the board has {plies} plies, and at most {most} are read")]
    TooManyPlies { plies: usize, most: usize },
    #[error("{0}")]
    Move(ParseError),
    #[error("{0}")]
    Game(GameError),
    #[error("by the rules the result is {0}")]
    Result(&'static str),
    #[error("by the rules that is not how the game stands: {0}")]
    EndNote(String),
}

impl BpgnError {
    pub(super) fn new(line: usize, token: &str, reason: Fault) -> Self {
        Self { line, token: token.chars().take(QUOTED_CHARACTERS).collect(), reason }
    }
}
