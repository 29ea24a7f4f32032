//! Time management: the one place that turns clocks, pace and haste into deadlines.

use crate::search::{Patience, TimeLimit};
use crate::team::state::Pace;
use crate::types::tunables::tunables;

tunables! {
    /// Number of moves that the time left is planned for. A bughouse game takes 20 to 40 moves a board, most of them
    /// quick.
    planned_moves: u64 = 62, 10..=120, 4;
    /// The same where one board is the whole game: no diagonal is raced, and nobody else's clock counts.
    planned_moves_alone: u32 = 30, 10..=120, 4;
    /// Target lead over the diagonal's clock, in percent of our own: with a lead we outlast the diagonal when both sit.
    aimed_lead_percent: u64 = 12, 0..=30, 2;
    /// Reduction of the time for a move per percent of our clock missing to that lead, in hundredths of a percent.
    behind_weight: u64 = 600, 0..=1_500, 100;
    /// Increase per percent beyond that lead, in hundredths of a percent.
    ahead_weight: u64 = 0, 0..=300, 25;
    /// Bounds of the time for a move after this adjustment, in percent of the usual time.
    race_percent: [u64; 2] = [20, 125], 10..=300, 10;
    /// Number of moves to play before a dead partner's flag falls.
    dead_partners_moves: u64 = 12, 2..=40, 2;
    /// Number of moves to play before a dead partner's lead over our opponent is gone; 0: the lead does not shorten our
    /// moves.
    dead_lead_moves: u64 = 8, 0..=40, 2;
    /// Lower bound of the time for such a move, in percent of the usual time.
    dead_lead_percent: u64 = 25, 5..=100, 5;
    /// The part of the increment that a move may use, in percent.
    increment_percent: u64 = 75, 0..=100, 5;
    /// Largest ratio of the hard limit to the soft limit.
    hard_factor: u64 = 4, 1..=10, 1;
    /// Divisor of the clock: no move takes more than this part, unless it is the last one before a time control.
    hard_part: u64 = 4, 2..=20, 1;
    /// Percent of the soft limit used, by the number of iterations that the best move has stood; the last entry holds
    /// for all further ones.
    settled_percent: [u64; 7] = [150, 120, 100, 85, 85, 85, 70], 20..=300, 10;
    /// Percent added for each 100 cp that the score drops from one iteration to the next.
    drop_percent: u64 = 80, 0..=200, 10;
    /// Largest drop that counts, in cp.
    deepest_drop_cp: u64 = 200, 0..=1_000, 25;
    /// Percent of all this for a best move with none, and with all, of the last iteration's nodes.
    share_percent: [u64; 2] = [160, 60], 10..=300, 20;
    /// Number of moves at the beginning of a game with a partner that get less time.
    opening_moves: u32 = 8, 0..=30, 2;
    /// Percent of the usual time that they get: they decide less than the lead on the clock that is gained by them.
    opening_percent: u64 = 50, 10..=200, 10;
    /// Share of the usual time still used when the partner asks for a move now, in percent.
    haste_percent: u64 = 25, 1..=100, 5;
    /// Shares of the soft and the hard limit used when the partner asks us to be fast, in percent.
    fast_percent: [u64; 2] = [25, 40], 1..=100, 5;
    /// The same when the partner asks us to be slow.
    slow_percent: [u64; 2] = [200, 120], 100..=300, 10;
    /// The same for a dead partner that has not asked for a pace and whose clock is unknown.
    dead_percent: [u64; 2] = [40, 60], 1..=200, 5;
}

/// State of the partner, as far as our time depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartnerTime {
    /// The partner plays.
    Playing,
    /// It is being mated and sits until its flag falls.
    Dead {
        /// Time left on its clock, in ms, if known.
        clock_ms: Option<u64>,
        /// Lead of its clock over its diagonal's, our opponent's, in ms, if it leads.
        lead_ms: Option<u64>,
    },
}

/// Time for a move if no clock is known, in ms.
pub const WITHOUT_CLOCKS_MS: u64 = 1000;

/// Number of moves to be played with the time on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The rest of the game.
    Rest,
    /// This many moves to the next time control.
    ToGo(u32),
    /// Sessions of this many moves, each of which begins with additional time on the clock.
    Each {
        /// Moves of one session.
        count: u32,
        /// Time added by each session, in ms.
        base_ms: u64,
    },
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Increment per move, in ms.
    pub increment_ms: u64,
    /// Number of moves to be played with the time.
    pub moves: Moves,
}

impl Control {
    /// Moves to be played with the time on the clock by a player who has made `played`; `None` for the rest of the
    /// game.
    pub fn moves_to_go(&self, played: usize) -> Option<u32> {
        match self.moves {
            Moves::Rest => None,
            Moves::ToGo(moves) => Some(moves),
            Moves::Each { count, .. } => Some(count - played as u32 % count.max(1)),
        }
    }

    /// Time added to the clock by a player's move number `number` (from 1), in ms.
    pub fn gain_ms(&self, number: usize) -> u64 {
        let session = match self.moves {
            Moves::Each { count, base_ms } if number.is_multiple_of(count.max(1) as usize) => base_ms,
            _ => 0,
        };
        self.increment_ms + session
    }
}

/// The end of a turn by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Not at all; depth, nodes or a stop end it.
    Untimed,
    /// Exactly this long, in ms.
    Exactly(u64),
    /// The own clock.
    ByClock(Control),
}

/// Time limit for one move with `remaining_ms` on the clock, `increment_ms` added by each move, and `moves_to_go` moves
/// (`None` for the rest of the game) to play with it. `overhead_ms` is the move overhead, which is kept in reserve.
pub fn budget(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>, overhead_ms: u64) -> TimeLimit {
    let moves = moves_to_go.map_or(planned_moves(), |moves| u64::from(moves).clamp(1, planned_moves()));
    // Reserve for a stall of the machine. The usual latency of a move needs none: it is already taken off the clock.
    let usable = remaining_ms.saturating_sub(2 * overhead_ms);
    let soft = (usable / moves + increment_ms * increment_percent() / 100).min(usable / 2).max(1);
    // Upper bound for any position; most of the clock for the last move before a time control.
    let most = if moves == 1 { usable * 3 / 4 } else { usable / hard_part() };
    let hard = (hard_factor() * soft).min(most).max(1);
    TimeLimit { soft_ms: soft.min(hard), hard_ms: hard }
}

/// Adjusts `limit` for a player with `remaining_ms` whose diagonal has `diagonal_ms`. When both sit, the one with less
/// time has to move first (R13), so a small lead is worth more than the thinking time it costs: below the target lead,
/// in percent of the own clock, the player moves faster; above it, part of the lead may be spent.
pub fn raced(limit: TimeLimit, remaining_ms: u64, diagonal_ms: u64, aimed_percent: u64) -> TimeLimit {
    let lead = 100 * (remaining_ms as i64 - diagonal_ms as i64) / remaining_ms.max(1) as i64;
    let beyond = lead - aimed_percent as i64;
    let weight = if beyond < 0 { behind_weight() } else { ahead_weight() } as i64;
    let [least, most] = race_percent().map(|percent| percent as i64);
    let percent = (100 + beyond * weight / 100).clamp(least, most) as u64;
    let hard_ms = limit.hard_ms * percent.min(100) / 100;
    TimeLimit { soft_ms: (limit.soft_ms * percent / 100).clamp(1, hard_ms.max(1)), hard_ms: hard_ms.max(1) }
}

/// Adjusts `limit` to the pace requested by the partner. Without a request, a dead partner leaves us the time on its
/// clock, if known.
pub fn paced(limit: TimeLimit, pace: Option<Pace>, partner: PartnerTime) -> TimeLimit {
    let [soft, hard] = match (pace, partner) {
        (Some(Pace::Fast), _) => fast_percent(),
        (Some(Pace::Slow), _) => slow_percent(),
        (None, PartnerTime::Dead { clock_ms: None, .. }) => dead_percent(),
        (None, PartnerTime::Dead { clock_ms: Some(clock_ms), lead_ms }) => {
            // The partner's clock runs while we think, our opponent's does not: our thinking time comes off the lead.
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

/// The scale of a search's soft limit by the stability of its iterations.
pub fn patience() -> Patience {
    Patience {
        settled_percent: settled_percent(),
        drop_percent: drop_percent(),
        deepest_drop_cp: deepest_drop_cp(),
        share_percent: share_percent(),
    }
}

/// Adjusts `limit` for a player who has made `played` moves in a game with a partner: the first ones get less time.
pub fn opened(limit: TimeLimit, played: usize) -> TimeLimit {
    let percent = if played < opening_moves() as usize { opening_percent() } else { 100 };
    TimeLimit { soft_ms: (limit.soft_ms * percent / 100).max(1), hard_ms: limit.hard_ms }
}

/// Reduces `limit` for a partner that asks for a move now.
pub fn hastened(limit: TimeLimit) -> TimeLimit {
    let part = |ms: u64| (ms * haste_percent() / 100).max(1);
    TimeLimit { soft_ms: part(limit.soft_ms), hard_ms: part(limit.hard_ms) }
}
