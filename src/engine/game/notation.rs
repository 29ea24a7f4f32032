//! Moves of a game as text. They differ from the moves of one board only in Gambler's promotion.
//!
//! A promotion that takes its piece from the partner's board has the square of that piece behind a `^`: `e7e8q^d1` in
//! long algebraic notation, `e8=Q^d1` in SAN, with check marks at the end: `dxe8=N^g1+`. The letter is the kind that
//! stands on the square named, which is on the other board. Without `^` such a move is a proposal, and the partner
//! chooses.

use super::{BoardId, Game, GameError};
use crate::board::san::SanError;
use crate::board::{BoardStatus, Promotion};
use crate::types::{Move, Square};
use std::fmt;

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameMove {
    /// The move on its own board.
    pub mv: Move,
    /// Under Gambler's promotion, the square of the piece on the other board; `None` until it is chosen.
    pub taken: Option<Square>,
}

impl From<Move> for GameMove {
    fn from(mv: Move) -> Self {
        Self { mv, taken: None }
    }
}

impl fmt::Display for GameMove {
    /// UBI notation, drops with a small letter: `e2e4`, `n@f3`, `e7e8q`, `e7e8q^d1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv.to_text(false))?;
        self.taken.map_or(Ok(()), |square| write!(f, "^{square}"))
    }
}

/// Splits off `^d1` and check marks behind it.
fn split_taken(text: &str) -> Result<(&str, Option<Square>), GameError> {
    let Some((front, square)) = text.split_once('^') else { return Ok((text, None)) };
    let bare = square.trim_end_matches(['+', '#', '!', '?']);
    match bare.parse() {
        Ok(square) => Ok((front, Some(square))),
        Err(_) => Err(GameError::TakenSquare { text: text.to_owned() }),
    }
}

impl Game {
    /// Checks that the square taken, if any, fits the move.
    fn with_taken(&self, board: BoardId, mv: Move, taken: Option<Square>, text: &str) -> Result<GameMove, GameError> {
        let fits = taken.is_none_or(|square| {
            let takes = mv.promotion().is_some() && self.takes_from_other_board(board);
            takes && self.takeable(self.on_turn(board)).has(square) && self.kind_at(!board, square) == mv.promotion()
        });
        if fits { Ok(GameMove { mv, taken }) } else { Err(GameError::TakenSquare { text: text.to_owned() }) }
    }

    /// Whether promotions on `board` take their pieces from the other one.
    pub(super) fn takes_from_other_board(&self, board: BoardId) -> bool {
        matches!(self.position(board).rules().promotion, Promotion::Taken(_))
    }

    /// The legal move of the side on turn that `text` names in long algebraic notation.
    ///
    /// # Errors
    /// When no legal move has that text.
    pub fn parse_move(&self, board: BoardId, text: &str) -> Result<GameMove, GameError> {
        let (front, taken) = split_taken(text)?;
        let illegal = || GameError::Illegal { text: text.to_owned(), seat: self.on_turn(board) };
        let mv = self.position(board).find_move(front).ok_or_else(illegal)?;
        self.with_taken(board, mv, taken, text)
    }

    /// The legal move of the side on turn that the SAN `text` names.
    ///
    /// # Errors
    /// When no legal move fits, or more than one does.
    pub fn parse_san(&self, board: BoardId, text: &str) -> Result<GameMove, ParseError> {
        let (front, taken) = split_taken(text)?;
        let mv = self.position(board).parse_san(front)?;
        Ok(self.with_taken(board, mv, taken, text)?)
    }

    /// A legal move as SAN, with `+` for check and `#` for mate by the rules in force.
    pub fn san(&self, board: BoardId, game_move: GameMove) -> String {
        let plain = self.position(board).san(game_move.mv);
        let Some(square) = game_move.taken else { return plain };
        // The piece taken changes the other board too, so the check mark is computed after the move on both boards.
        let mut after = self.clone();
        let mark = match after.play_whole(board, game_move) {
            Ok(_) if after.position(board).status() == BoardStatus::Mate => "#",
            Ok(_) if after.position(board).in_check() => "+",
            _ => "",
        };
        format!("{}^{square}{mark}", plain.trim_end_matches(['+', '#']))
    }
}

/// The reason why a SAN text is not a move of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// No such move is legal on the board.
    #[error(transparent)]
    San(#[from] SanError),
    /// The square behind `^` is wrong.
    #[error(transparent)]
    Game(#[from] GameError),
}
