//! The outlook of a player who hangs (R8): the chance that a piece that can block comes in time.

use crate::board::{PieceSet, Position};
use crate::types::score::EVAL_LIMIT;
use crate::types::{PieceType, Score, tunables::tunables};

tunables! {
    /// Score of a hang if no piece comes, in cp for the player who hangs.
    hang_loss_cp: Score = 3_000, 500..=10_000, 500;
    /// Chance of a piece in percent if nothing is known of the other board.
    hang_unknown_percent: Score = 50, 0..=100, 10;
    /// Chance in percent if the partner can take a piece that blocks, now or with its next move.
    hang_soon_percent: Score = 90, 0..=100, 10;
    /// Chance in percent if it cannot.
    hang_late_percent: Score = 50, 0..=100, 10;
    /// Chance in percent if it cannot, and its opponent can wait until the flag of the player who hangs falls.
    hang_outwaited_percent: Score = 10, 0..=100, 10;
    /// Whether such a hang is a mate to the search for mates: 0 or 1.
    outwaited_mates: u32 = 1, 0..=1, 1;
}

/// The state of the other board, as far as it matters to a player who hangs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outlook {
    /// Nothing is known of the other board.
    #[default]
    Unknown,
    /// The other board is seen.
    Seen {
        /// The kinds that the player's partner can hand over soon.
        soon: PieceSet,
        /// Whether the partner's opponent has the time not to move until the flag of the player who hangs falls.
        outwaited: bool,
    },
}

impl Outlook {
    /// Whether the side on turn, which hangs, has lost: the partner can take nothing that blocks, and its opponent
    /// need not let it move.
    pub fn has_lost(self, position: &Position) -> bool {
        outwaited_mates() != 0 && matches!(self, Self::Seen { outwaited: true, .. }) && !self.helps_soon(position)
    }

    /// Whether a player who would have lost by the outlook `before` may not by this one: there is time, or another
    /// kind can come.
    pub fn is_better_than(self, before: Self) -> bool {
        let Self::Seen { soon: old, outwaited: true } = before else { return false };
        match self {
            Self::Unknown => true,
            Self::Seen { soon, outwaited } => {
                !outwaited || PieceType::HELD.into_iter().any(|kind| soon.has(kind) && !old.has(kind))
            }
        }
    }

    /// Whether the partner of the side on turn can soon hand over a piece that blocks.
    fn helps_soon(self, position: &Position) -> bool {
        matches!(self, Self::Seen { soon, .. } if position.blocking_kinds().any(|kind| soon.has(kind)))
    }

    /// The score of a hang for the side on turn, in cp; `eval` is its static score if it did not hang. Both have no
    /// flow.
    pub fn hang_score(self, position: &Position, eval: Score) -> Score {
        let percent = match self {
            Self::Unknown => hang_unknown_percent(),
            Self::Seen { .. } if self.helps_soon(position) => hang_soon_percent(),
            Self::Seen { outwaited: false, .. } => hang_late_percent(),
            Self::Seen { outwaited: true, .. } => hang_outwaited_percent(),
        };
        // A won board is worth no more than a lost one costs: the piece may not come.
        let saved = eval.clamp(-hang_loss_cp(), hang_loss_cp());
        ((saved * percent - hang_loss_cp() * (100 - percent)) / 100).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}
