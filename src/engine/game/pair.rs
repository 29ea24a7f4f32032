//! Positions of both boards as one text: `A | B`.

use super::{BoardId, ByBoard};
use crate::board::fen::{self, BfenError};
use crate::board::{BoardRules, Position};

/// The reason why a text is not a pair of boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// There are not exactly two parts.
    #[error("`{text}`: two boards joined by `|` are needed, not {found}")]
    Count {
        /// The text.
        text: String,
        /// The number of parts.
        found: usize,
    },
    /// One of the boards is wrong.
    #[error("board {board}: {error}")]
    Board {
        /// The wrong board.
        board: BoardId,
        /// Its error.
        error: BfenError,
    },
}

/// Reads `A | B`, each a BFEN or `startpos`. Blanks around the bar do not matter.
///
/// Under Gambler's promotion the kinds that pawns may become are not set; [`super::Game::from_positions`] sets them.
///
/// # Errors
/// When there are not two boards, or one is no BFEN.
pub fn parse_pair(text: &str, rules: BoardRules) -> Result<ByBoard<Position>, PairError> {
    let parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let [a, b] = parts[..] else {
        return Err(PairError::Count { text: text.to_owned(), found: parts.len() });
    };
    let read = |board, text| match text {
        "startpos" => Ok(Position::start(rules)),
        _ => fen::parse(text, rules).map_err(|error| PairError::Board { board, error }),
    };
    Ok(ByBoard([read(BoardId::A, a)?, read(BoardId::B, b)?]))
}
