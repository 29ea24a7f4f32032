//! Openings for games on one board: those boards of the built-in pairs on which nothing has been captured, or a file of
//! FEN lines.

use super::set::{BUILTIN, OpeningSet, OpeningsError, bytes_of};
use crate::board::{BoardRules, BoardStatus, fen};
use crate::types::Color;
use std::path::Path;

/// Pieces on the board at the start of a game.
const ALL_PIECES: u32 = 32;

impl OpeningSet {
    /// The built-in set for one board.
    ///
    /// # Errors
    /// When one of them is no position under `rules`.
    pub fn builtin_boards(rules: BoardRules) -> Result<Self, OpeningsError> {
        let lines = BUILTIN.lines().filter_map(|line| line.split('#').next());
        let mut set = Self::from_boards(lines.flat_map(|line| line.split('|')).zip(1..), rules)?;
        set.keep(|boards| {
            fen::parse(boards, rules).is_ok_and(|position| {
                let held = Color::ALL.iter().any(|&color| !position.hand(color).letters().is_empty());
                !held && position.occupied().count() == ALL_PIECES
            })
        });
        Ok(set)
    }

    /// A file of openings, a FEN a line.
    ///
    /// # Errors
    /// When the file cannot be read, or holds anything but positions under `rules` that can be played, or none.
    pub fn read_boards(path: &Path, rules: BoardRules) -> Result<Self, OpeningsError> {
        let text = bytes_of(path)?;
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default()).zip(1..);
        let set = Self::from_boards(lines, rules).map_err(|error| error.in_file(path))?;
        if set.openings().is_empty() {
            return Err(OpeningsError::Empty { path: path.to_owned(), short: false });
        }
        Ok(set)
    }

    /// The start position alone, for one board.
    pub fn start_board() -> Self {
        Self::from_texts([fen::START.to_owned()])
    }

    fn from_boards<'a>(
        lines: impl Iterator<Item = (&'a str, usize)>,
        rules: BoardRules,
    ) -> Result<Self, OpeningsError> {
        let mut set = Vec::new();
        for (text, line) in lines {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let position = fen::parse(text, rules).map_err(|source| OpeningsError::Board { line, source })?;
            if position.status() != BoardStatus::Playing {
                let outcome = "no legal move".to_owned();
                return Err(OpeningsError::Over { line, text: text.to_owned(), outcome });
            }
            if !set.iter().any(|known| known == text) {
                set.push(text.to_owned());
            }
        }
        Ok(Self::from_texts(set))
    }
}
