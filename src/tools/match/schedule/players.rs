//! The four players of a series by number: 0 and 3 are the first team.

use crate::arena::referee::MatchSide;

pub(super) const fn side_of(player: usize) -> MatchSide {
    if matches!(player, 0 | 3) { MatchSide::First } else { MatchSide::Second }
}

/// The players' numbers of a team.
pub(super) const fn players_of(side: MatchSide) -> [usize; 2] {
    match side {
        MatchSide::First => [0, 3],
        MatchSide::Second => [1, 2],
    }
}

/// Reason for the end of a wait.
pub(super) enum Waited {
    Ready,
    /// This player has ended.
    Gone(usize),
    /// These players are not ready in time.
    Late(Vec<usize>),
    Interrupted,
}
