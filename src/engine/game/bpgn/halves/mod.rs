//! Games that are told board by board, as chess.com and pychess.org give them: each half has its own moves and clocks,
//! and the order between the boards has to be found.

mod merge;
mod pgn;

pub use merge::merge;

use super::{BpgnError, GameResult};

/// One board of a game.
#[derive(Clone, Debug, Default)]
pub struct Half {
    /// Names and values as in PGN: `White`, `Black`, `TimeControl` and so on.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub notes: Vec<String>,
    /// The moves in order, white's first.
    pub plies: Vec<HalfPly>,
    /// Base time in ms, if known.
    pub base_ms: Option<u64>,
    /// Increment in ms.
    pub increment_ms: u64,
    /// The position that it starts from, if not the usual one.
    pub start: Option<String>,
    /// The end in words, if the game ended on this board.
    pub end_note: Option<String>,
    /// The result of this board: `1-0` if white won.
    pub result: GameResult,
    /// The line of the file at which it begins.
    pub line: usize,
    /// Doubts about its reading, a sentence each.
    pub warnings: Vec<String>,
}

/// A move of one board.
#[derive(Clone, Debug)]
pub struct HalfPly {
    /// The move, in SAN or as `e2e4`, `n@f3`.
    pub text: String,
    /// Time left on the mover's clock after the move, in ms.
    pub clock_ms: Option<u64>,
    /// Comments behind it.
    pub notes: Vec<String>,
    /// The line of the file.
    pub line: usize,
}

impl Half {
    /// The most plies of a board that are read: more than any real game has. The time to join two boards grows with the
    /// square of their length.
    pub const MOST_PLIES: usize = 2_000;

    /// Reads a PGN of one board, which begins at line `first_line` of its file.
    ///
    /// # Errors
    /// With line and token of the first fault.
    pub fn from_pgn(bytes: &[u8], first_line: usize) -> Result<Self, BpgnError> {
        pgn::read(bytes, first_line)
    }

    /// The board with everything in one line of its file, as a PGN that is a string of JSON is.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = line;
        self.plies.iter_mut().for_each(|ply| ply.line = line);
        self
    }

    /// The value of the tag `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The moment of each move, in ms since the start: the sum of the times used on this board. Without clocks each
    /// move counts as a second.
    fn times(&self) -> Vec<u64> {
        if self.plies.iter().all(|ply| ply.clock_ms.is_none()) {
            return (1..=self.plies.len() as u64).map(|ply| ply * 1000).collect();
        }
        let first = self.plies.iter().take(2).filter_map(|ply| ply.clock_ms).max().unwrap_or(0);
        let mut left = [self.base_ms.unwrap_or(first); 2];
        let mut now = 0u64;
        let passed = self.plies.iter().enumerate().map(|(index, ply)| {
            let left = &mut left[index % 2];
            let clock = ply.clock_ms.unwrap_or(*left);
            now = now.saturating_add(left.saturating_add(self.increment_ms).saturating_sub(clock));
            *left = clock;
            now
        });
        passed.collect()
    }
}
