//! The interface of a game to a search, a perft and a referee.

use super::color::Color;
use super::moves::Move;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The king is in check and no move saves it.
    Mate,
    /// No legal move, and no check.
    Stalemate,
    /// The same position three times.
    Repetition,
    /// Too many moves without progress.
    Quiet,
    /// Nobody has the pieces to win.
    Material,
    /// The king was taken (exchange chess).
    KingTaken,
    /// The side on turn cannot move (exchange chess).
    NoMove,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "the same position three times",
            Self::Quiet => "too many moves without progress",
            Self::Material => "nobody has the pieces to win",
            Self::KingTaken => "the king is taken",
            Self::NoMove => "no move is left",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; none for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }
}

/// A position of a game for two, in which the players move in turn.
pub trait Game: Clone + Send + 'static {
    /// The side on turn.
    fn side(&self) -> Color;

    /// A key of all that decides how the game can go on, but for the counter of moves without progress.
    fn key(&self) -> u64;

    /// Appends moves, some of which [`Game::make`] may refuse; captures and promotions only if `noisy`.
    fn generate(&self, noisy: bool, moves: &mut Vec<Move>);

    /// The position after a generated move; `None` if it is not legal.
    fn make(&self, mv: Move) -> Option<Self>;

    /// The position if the side on turn could pass; `None` where a search learns nothing from that.
    fn pass(&self) -> Option<Self>;

    /// Whether the side on turn must answer a threat to its king.
    fn is_check(&self) -> bool;

    /// Whether the side on turn can take the king, where that ends the game.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// Whether a move promotes to another kind than the best one.
    fn is_underpromotion(&self, _mv: Move) -> bool {
        false
    }

    /// Whether a move captures or promotes.
    fn is_noisy(&self, mv: Move) -> bool;

    /// The gain of a move by its capture and promotion, in cp.
    fn gain(&self, mv: Move) -> i32;

    /// Whether a move gains at least `least` cp in the exchanges on its square.
    fn gains_at_least(&self, mv: Move, least: i32) -> bool;

    /// The piece that a move moves, as the index of its cell.
    fn mover(&self, mv: Move) -> usize;

    /// The value of the position for the side on turn, in cp.
    fn evaluate(&self) -> i32;

    /// The end if no move is legal.
    fn without_moves(&self) -> Ending;

    /// The end that does not depend on the moves: counters, material, a king that is gone.
    fn ended(&self) -> Option<Ending>;

    /// Plies since the last move that cannot be taken back: no earlier position can be repeated.
    fn quiet_plies(&self) -> usize;

    /// Whether three times the same position is a draw.
    const REPETITION_DRAWS: bool;

    /// The position as FEN.
    fn to_fen(&self) -> String;

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(false, &mut moves);
        moves.retain(|&mv| self.make(mv).is_some());
        moves
    }

    /// The end of the game here; the moves before are needed for repetitions.
    fn ending(&self) -> Option<Ending> {
        let moves_left = || {
            let mut moves = Vec::new();
            self.generate(false, &mut moves);
            moves.into_iter().any(|mv| self.make(mv).is_some())
        };
        match self.ended() {
            // Mate comes before a counter that runs out with the same move.
            Some(ending) if ending.reason != Reason::Quiet => Some(ending),
            ending if moves_left() => ending,
            _ => Some(self.without_moves()),
        }
    }

    /// The number of paths of `depth` legal moves; `None` soon after `stop` is set.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut moves = Vec::new();
        self.generate(false, &mut moves);
        let after = moves.into_iter().filter_map(|mv| self.make(mv));
        if depth == 1 { Some(after.count() as u64) } else { after.map(|next| next.perft(depth - 1, stop)).sum() }
    }
}
