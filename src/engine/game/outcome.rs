//! The end of a game: winner and reason.

use super::bpgn::GameResult;
use super::{Seat, Team};
use std::fmt;

/// The offense for which the referee ends the game against a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// An illegal move.
    IllegalMove,
    /// The program ended, or the connection was lost.
    Disconnect,
    /// Too much output that the protocol does not define.
    Garbage,
    /// A concrete move told to the partner (R16), if the penalty for that is the loss of the game.
    ConcreteAdvice,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Mate on the board by the rules in force (R8); on both boards at once a draw (R11).
    Mate,
    /// A hanging player's flag fell: no piece had come in time (R8).
    Hang,
    /// Both players of a team hang (R9).
    BothHang,
    /// No legal move without check, where that ends the game (R10).
    Stalemate,
    /// The flag of a player who could move fell; a draw if it happened to both teams at once (R11).
    Flag,
    /// The four players agreed to a draw.
    Agreement,
    /// A player resigned for the team.
    Resignation,
    /// A position occurred for the third time on one board, and the rules make that a draw (R18).
    Repetition,
    /// Without clocks: neither player on turn can move, and no piece can arrive. A draw.
    Standstill,
    /// The referee adjudicated the game, by the scores that the players reported or by its length.
    Adjudication,
    /// The referee stopped the game.
    Forfeit(Forfeit),
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The team that won; none in a draw.
    pub winner: Option<Team>,
    /// The reason for the end.
    pub reason: Reason,
    /// The player who was mated, ran out of time or resigned; `None` where the end does not concern one player.
    pub seat: Option<Seat>,
}

impl Outcome {
    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, seat: None }
    }

    /// A loss of the team of `seat`, for a `reason` that concerns that player.
    pub fn lost_by(seat: Seat, reason: Reason) -> Self {
        Self { winner: Some(!seat.team()), reason, seat: Some(seat) }
    }

    /// `1-0` when white on A and black on B won, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        GameResult::from(Some(*self)).text()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mate => "mate",
            Self::Hang => "flag while hanging",
            Self::BothHang => "both hang",
            Self::Stalemate => "stalemate",
            Self::Flag => "flag",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::Repetition => "repetition",
            Self::Standstill => "standstill",
            Self::Adjudication => "adjudication",
            Self::Forfeit(Forfeit::IllegalMove) => "illegal move",
            Self::Forfeit(Forfeit::Disconnect) => "disconnect",
            Self::Forfeit(Forfeit::Garbage) => "garbage",
            Self::Forfeit(Forfeit::ConcreteAdvice) => "concrete advice",
        })
    }
}

impl fmt::Display for Outcome {
    /// As in `1-0, mate (black on A)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.result(), self.reason)?;
        self.seat.map_or(Ok(()), |seat| write!(f, " ({seat})"))
    }
}
