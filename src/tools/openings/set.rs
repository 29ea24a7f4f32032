//! The openings of a match, and the order in which they are played.

use crate::arena::referee::one_board;
use crate::board::BoardRules;
use crate::board::chess960::{self, PREFIX, STARTS, StartError};
use crate::board::fen::{self, BfenError};
use crate::game::bpgn::{self, BYTE_ORDER_MARK, BpgnError, GameResult};
use crate::game::{Clocks, Game, PairError, Rules};
use crate::tools::digest::fnv1a;
use crate::types::rng::Rng;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// The built-in set; its head says how it was made.
pub(super) const BUILTIN: &str = include_str!("builtin.txt");

/// Errors of reading a set of openings.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpeningsError {
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("line {line}: {source}")]
    Pair { line: usize, source: PairError },
    #[error("line {line}: {source}")]
    Board { line: usize, source: BfenError },
    #[error("line {line}: {source}")]
    Start { line: usize, source: one_board::StartError },
    #[error("line {line}: `{text}` is no opening, the game is over there: {outcome}")]
    Over { line: usize, text: String, outcome: String },
    #[error(transparent)]
    Game(#[from] BpgnError),
    #[error(transparent)]
    Chess960(#[from] StartError),
    #[error("{}: it has no opening{}", path.display(), if *.short { ": its games are over by then" } else { "" })]
    Empty { path: PathBuf, short: bool },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: Box<OpeningsError> },
}

impl OpeningsError {
    /// Whether the message begins with the name of a file.
    pub fn names_file(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::Empty { .. } | Self::File { .. })
    }

    /// The same error of a line or a game, with the file in which it stands.
    pub(super) fn in_file(self, path: &Path) -> Self {
        Self::File { path: path.to_owned(), source: Box::new(self) }
    }
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the set, from 1.
    pub number: usize,
    /// Both boards, as `A | B`.
    pub boards: String,
}

/// A set of openings, not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSet(Vec<Opening>);

impl OpeningSet {
    /// The set of the start position only.
    pub fn start() -> Self {
        Self(vec![Opening { number: 1, boards: "startpos | startpos".to_owned() }])
    }

    /// One start position of Chess960 on both boards, or all 960 (R19): `text` is a number, or `random`.
    ///
    /// # Errors
    /// When `text` is neither.
    pub fn chess960(text: &str) -> Result<Self, OpeningsError> {
        let Self(mut set) = Self::chess960_boards(text)?;
        set.iter_mut().for_each(|opening| opening.boards = format!("{0} | {0}", opening.boards));
        Ok(Self(set))
    }

    /// The same for one board.
    ///
    /// # Errors
    /// As [`Self::chess960`].
    pub fn chess960_boards(text: &str) -> Result<Self, OpeningsError> {
        let numbers =
            if text == "random" { 0..STARTS } else { chess960::number(text).map(|number| number..number + 1)? };
        Ok(Self::from_texts(numbers.map(|number| format!("{PREFIX}{number}"))))
    }

    /// Whether any opening is one of Chess960: a start position by number, or castling from other squares than the
    /// usual ones.
    pub fn has_chess960(&self) -> bool {
        let by_rook = |board: &str| fen::parse(board, BoardRules::default()).is_ok_and(|board| board.castles_by_rook());
        let mut boards = self.0.iter().flat_map(|opening| opening.boards.split('|').map(str::trim));
        boards.any(|board| board.starts_with(PREFIX) || by_rook(board))
    }

    /// The built-in set.
    ///
    /// # Errors
    /// When one of them is no opening under `rules`.
    pub fn builtin(rules: &Rules) -> Result<Self, OpeningsError> {
        Self::from_pairs(BUILTIN, rules)
    }

    /// A file of openings: lines `A | B`, two BFENs each, or BPGN games, whose first `plies` plies are taken.
    ///
    /// # Errors
    /// When the file cannot be read, or holds anything but openings under `rules`, or none.
    pub fn read(path: &Path, plies: usize, rules: &Rules) -> Result<Self, OpeningsError> {
        let bytes = bytes_of(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let is_bpgn = first.is_some_and(|line| line.starts_with('[') || !line.contains('|'));
        let found = if is_bpgn {
            Self::from_games(&bytes, plies, rules)
        } else {
            Self::from_pairs(&text, rules).map(|set| (set, false))
        };
        let (set, short) = found.map_err(|error| error.in_file(path))?;
        if set.0.is_empty() { Err(OpeningsError::Empty { path: path.to_owned(), short }) } else { Ok(set) }
    }

    /// Lines `A | B`; what follows a `#` is a comment.
    fn from_pairs(text: &str, rules: &Rules) -> Result<Self, OpeningsError> {
        let mut set = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let boards = text.split('#').next().unwrap_or_default().trim();
            if boards.is_empty() {
                continue;
            }
            let game = Game::from_bfen(boards, *rules, Clocks::default());
            let game = game.map_err(|source| OpeningsError::Pair { line, source })?;
            if let Some(outcome) = game.outcome() {
                return Err(OpeningsError::Over { line, text: boards.to_owned(), outcome: outcome.to_string() });
            }
            set.push(Opening { number: set.len() + 1, boards: boards.to_owned() });
        }
        Ok(Self(set))
    }

    /// The positions after `plies` plies, each once, and whether a game was over by then.
    fn from_games(bytes: &[u8], plies: usize, rules: &Rules) -> Result<(Self, bool), OpeningsError> {
        let (mut set, mut known, mut short) = (Vec::new(), HashSet::new(), false);
        for mut record in bpgn::read(bytes)? {
            let is_short = record.plies.len() < plies;
            if record.plies.len() > plies {
                record.plies.truncate(plies);
                (record.end_note, record.result) = (None, GameResult::Open);
            }
            let game = record.replay(*rules)?;
            if is_short || game.outcome().is_some() {
                short = true;
                continue;
            }
            let boards = game.to_bfen();
            if known.insert(boards.clone()) {
                set.push(Opening { number: set.len() + 1, boards });
            }
        }
        Ok((Self(set), short))
    }

    /// The set of these texts.
    pub(super) fn from_texts(texts: impl IntoIterator<Item = String>) -> Self {
        Self(texts.into_iter().zip(1..).map(|(boards, number)| Opening { number, boards }).collect())
    }

    /// Keeps those openings for which `is_kept` is true.
    pub(super) fn keep(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.0.retain(|opening| is_kept(&opening.boards));
        self.0.iter_mut().zip(1..).for_each(|(opening, number)| opening.number = number);
    }

    /// The number of openings and a digest (FNV-1a) of all of them in order, to identify the set.
    pub fn digest(&self) -> String {
        let bytes = self.0.iter().flat_map(|opening| opening.boards.bytes().chain([b'\n']));
        format!("{} openings, {:016x}", self.0.len(), fnv1a(bytes))
    }

    /// All of them.
    pub fn openings(&self) -> &[Opening] {
        &self.0
    }

    /// The opening of a pair of games, counted from 0: the whole set in an order that `seed` determines, then again in
    /// another order, and so on. Depends on no other pair, so that any part of a match can be played anywhere.
    pub fn opening(&self, pair: u64, seed: u64) -> &Opening {
        let count = self.0.len() as u64;
        let mut rng = Rng::new(Rng::new(seed).next() ^ Rng::new(pair / count).next());
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last + 1));
        }
        &self.0[order[(pair % count) as usize]]
    }
}

/// The bytes of a file of openings, without a byte order mark before them.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn bytes_of(path: &Path) -> Result<Vec<u8>, OpeningsError> {
    let mut bytes = std::fs::read(path).map_err(|source| OpeningsError::Read { path: path.to_owned(), source })?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}
