//! How long to think: plainly, from what is on the clock. What the other board's clocks mean comes later.

use crate::game::{Clocks, Seat};
use crate::search::TimeLimit;

/// Moves that the time left is planned for. A bughouse game takes 20 to 40 moves a board, most of them quick.
const PLANNED_MOVES: u64 = 36;

/// Time for one move of `seat`, from its clock alone.
///
/// `overhead_ms` is what a move costs between the engine and the clock; it is kept in reserve.
pub fn limit(clocks: &Clocks, seat: Seat, increment_ms: u64, overhead_ms: u64) -> TimeLimit {
    limit_single(clocks[seat], increment_ms, None, overhead_ms)
}

/// Time for one move with `remaining_ms` on the clock, `increment_ms` added by each move, and `moves_to_go` moves (all
/// the game's when not told) to play with it.
pub fn limit_single(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>, overhead_ms: u64) -> TimeLimit {
    let moves = moves_to_go.map_or(PLANNED_MOVES, |moves| u64::from(moves).clamp(1, PLANNED_MOVES));
    // Kept back for a stutter of the machine. The usual lag of a move needs no reserve: the clock shows what it cost.
    let usable = remaining_ms.saturating_sub(2 * overhead_ms);
    let soft = (usable / moves + increment_ms * 3 / 4).min(usable / 2).max(1);
    // Never more than a quarter of the clock, however unclear the position; before a time control, most of it.
    let most = if moves == 1 { usable * 3 / 4 } else { usable / 4 };
    let hard = (4 * soft).min(most).max(1);
    TimeLimit { soft_ms: soft.min(hard), hard_ms: hard }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_may_cost_the_flag() {
        for remaining in [0, 1, 15, 40, 100, 500, 1_000, 10_000, 3_600_000] {
            for increment in [0, 100, 5_000] {
                for moves in [None, Some(1), Some(40)] {
                    let limit = limit_single(remaining, increment, moves, 10);
                    assert!(limit.soft_ms <= limit.hard_ms && limit.soft_ms >= 1);
                    assert!(limit.hard_ms <= remaining.saturating_sub(20).max(1), "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_on_the_clock() {
        let mut remaining: u64 = 1_000;
        for moves in 0..70 {
            // What a move costs on a local pipe comes on top of the thinking.
            remaining = remaining.saturating_sub(limit_single(remaining, 0, None, 50).soft_ms + 3);
            assert!(remaining > 0, "the flag falls after {moves} moves");
        }
    }

    #[test]
    fn more_time_on_the_clock_means_more_time_for_the_move() {
        let soft = |remaining| limit_single(remaining, 0, None, 10).soft_ms;
        assert!(soft(10_000) > soft(5_000) && soft(5_000) > soft(1_000));
    }
}
