//! How long to think: the one place that turns clocks, pace and haste into deadlines.

use crate::search::{Patience, TimeLimit};
use crate::team::partner::Pace;
use crate::types::tunables::tunables;

tunables! {
    /// Moves that the time left is planned for. A bughouse game takes 20 to 40 moves a board, most of them quick.
    planned_moves: u64 = 62, 10..=120, 4;
    /// The lead over the diagonal's clock that is aimed at, in percent of the own one: with a lead we outlast him when both sit.
    aimed_lead_percent: u64 = 12, 0..=30, 2;
    /// What a percent of the own clock that is missing to that lead takes off the time for a move, in hundredths of a percent.
    behind_weight: u64 = 600, 0..=1_500, 100;
    /// What a percent beyond it adds.
    ahead_weight: u64 = 0, 0..=300, 25;
    /// The least and the most of the usual time that the diagonal's clock leaves a move, in percent.
    race_percent: [u64; 2] = [20, 125], 10..=300, 10;
    /// Moves that we mean to play before a dead partner's flag falls.
    dead_partners_moves: u64 = 12, 2..=40, 2;
    /// Moves that we mean to play before a dead partner's lead over our opponent is gone; 0: the lead does not shorten our moves.
    dead_lead_moves: u64 = 8, 0..=40, 2;
    /// The part of the usual time that such a move has at least, in percent.
    dead_lead_percent: u64 = 25, 5..=100, 5;
    /// The part of the increment that a move may use, in percent.
    increment_percent: u64 = 75, 0..=100, 5;
    /// How many times the soft limit the hard one is at most.
    hard_factor: u64 = 4, 1..=10, 1;
    /// No move takes more than one such part of the clock, unless it is the last one of a session.
    hard_part: u64 = 4, 2..=20, 1;
    /// How much of the soft limit is used, in percent, by how many iterations the best move has stood, the last for all further ones.
    settled_percent: [u64; 7] = [150, 120, 100, 85, 85, 85, 70], 20..=300, 10;
    /// How many percent more for each 100 cp that the score drops from one iteration to the next.
    drop_percent: u64 = 50, 0..=200, 10;
    /// A deeper drop, in cp, adds no more.
    deepest_drop_cp: u64 = 200, 0..=1_000, 25;
    /// When the partner wants a move now, this much of the usual time may still be used, in percent.
    haste_percent: u64 = 25, 1..=100, 5;
    /// When the partner wants us to be fast, this much of the soft and of the hard limit may be used, in percent.
    fast_percent: [u64; 2] = [25, 40], 1..=100, 5;
    /// The same for a partner that wants us to be slow.
    slow_percent: [u64; 2] = [200, 120], 100..=300, 10;
    /// The same for a dead partner whose clock is not known and who said nothing of our pace.
    dead_percent: [u64; 2] = [40, 60], 1..=200, 5;
}

/// How it stands with the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartnerTime {
    /// It plays.
    Playing,
    /// It is being mated and sits until its flag falls.
    Dead {
        /// What is left on its clock, if that is known.
        clock_ms: Option<u64>,
        /// By how much its clock is above that of its diagonal, our opponent, if it is.
        lead_ms: Option<u64>,
    },
}

/// The time for a move when nothing was said of clocks, in ms.
pub const WITHOUT_CLOCKS_MS: u64 = 1000;

/// How many moves the time on the clock is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All that are left of the game.
    Rest,
    /// So many, and then there is more time.
    ToGo(u32),
    /// So many at a time, each such session beginning with so many ms more on the clock.
    Each {
        /// Moves of one session.
        count: u32,
        /// What each session adds, in ms.
        base_ms: u64,
    },
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// What each move adds to the clock, in ms.
    pub increment_ms: u64,
    /// How many moves the time is for.
    pub moves: Moves,
}

impl Control {
    /// Moves to be played with the time on the clock by a player who has made `played`; nothing: the rest of the game.
    pub fn moves_to_go(&self, played: usize) -> Option<u32> {
        match self.moves {
            Moves::Rest => None,
            Moves::ToGo(moves) => Some(moves),
            Moves::Each { count, .. } => Some(count - played as u32 % count.max(1)),
        }
    }

    /// What the clock gains by a player's move number `number` (from 1), in ms.
    pub fn gain_ms(&self, number: usize) -> u64 {
        let session = match self.moves {
            Moves::Each { count, base_ms } if number.is_multiple_of(count.max(1) as usize) => base_ms,
            _ => 0,
        };
        self.increment_ms + session
    }
}

/// What ends a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Depth, nodes or a stop; no clock.
    Untimed,
    /// Exactly this long, in ms.
    Exactly(u64),
    /// The own clock.
    ByClock(Control),
}

/// Time for one move with `remaining_ms` on the clock, `increment_ms` added by each move, and `moves_to_go` moves (all the game's when not
/// told) to play with it. `overhead_ms` is what a move costs between the engine and the clock; it is kept in reserve.
pub fn budget(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>, overhead_ms: u64) -> TimeLimit {
    let moves = moves_to_go.map_or(planned_moves(), |moves| u64::from(moves).clamp(1, planned_moves()));
    // Kept back for a stutter of the machine. The usual lag of a move needs no reserve: the clock shows what it cost.
    let usable = remaining_ms.saturating_sub(2 * overhead_ms);
    let soft = (usable / moves + increment_ms * increment_percent() / 100).min(usable / 2).max(1);
    // However unclear the position; before a time control, most of the clock.
    let most = if moves == 1 { usable * 3 / 4 } else { usable / hard_part() };
    let hard = (hard_factor() * soft).min(most).max(1);
    TimeLimit { soft_ms: soft.min(hard), hard_ms: hard }
}

/// `limit` for a player with `remaining_ms` whose diagonal has `diagonal_ms`. When both would sit, the one with less time has to move first
/// (R13), so a small lead is worth more than the thought that it costs: who has less than the lead that is aimed at, in percent of the own
/// clock, hurries; who has more may spend a part of it.
pub fn raced(limit: TimeLimit, remaining_ms: u64, diagonal_ms: u64, aimed_percent: u64) -> TimeLimit {
    let lead = 100 * (remaining_ms as i64 - diagonal_ms as i64) / remaining_ms.max(1) as i64;
    let beyond = lead - aimed_percent as i64;
    let weight = if beyond < 0 { behind_weight() } else { ahead_weight() } as i64;
    let [least, most] = race_percent().map(|percent| percent as i64);
    let percent = (100 + beyond * weight / 100).clamp(least, most) as u64;
    let hard_ms = limit.hard_ms * percent.min(100) / 100;
    TimeLimit { soft_ms: (limit.soft_ms * percent / 100).clamp(1, hard_ms.max(1)), hard_ms: hard_ms.max(1) }
}

/// `limit` at the pace that the partner wants. A dead partner without a word on it leaves us the time on its clock, if that is known.
pub fn paced(limit: TimeLimit, pace: Option<Pace>, partner: PartnerTime) -> TimeLimit {
    let [soft, hard] = match (pace, partner) {
        (Some(Pace::Fast), _) => fast_percent(),
        (Some(Pace::Slow), _) => slow_percent(),
        (None, PartnerTime::Dead { clock_ms: None, .. }) => dead_percent(),
        (None, PartnerTime::Dead { clock_ms: Some(clock_ms), lead_ms }) => {
            // The partner's clock runs while we think, and that of our opponent does not: all that we take comes off the lead.
            let of_lead = lead_ms
                .filter(|_| dead_lead_moves() > 0)
                .map(|lead_ms| (lead_ms / dead_lead_moves()).max(limit.soft_ms * dead_lead_percent() / 100));
            let most = (clock_ms / dead_partners_moves()).min(of_lead.unwrap_or(u64::MAX)).max(1);
            return TimeLimit { soft_ms: limit.soft_ms.min(most), hard_ms: limit.hard_ms.min(2 * most) };
        }
        (None, PartnerTime::Playing) => return limit,
    };
    let hard_ms = (limit.hard_ms * hard / 100).max(1);
    TimeLimit { soft_ms: (limit.soft_ms * soft / 100).clamp(1, hard_ms), hard_ms }
}

/// How a search moves its soft limit with what its iterations find.
pub fn patience() -> Patience {
    Patience { settled_percent: settled_percent(), drop_percent: drop_percent(), deepest_drop_cp: deepest_drop_cp() }
}

/// What is left of a limit when the partner wants a move now.
pub fn hastened(limit: TimeLimit) -> TimeLimit {
    let part = |ms: u64| (ms * haste_percent() / 100).max(1);
    TimeLimit { soft_ms: part(limit.soft_ms), hard_ms: part(limit.hard_ms) }
}
