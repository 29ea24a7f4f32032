//! How long to think: plainly, from what is on the clock. What the other board's clocks mean comes later.

use crate::game::{Clocks, Seat};
use crate::search::TimeLimit;

/// Moves that the time left is planned for. A bughouse game takes 20 to 40 moves a board, most of them quick.
const PLANNED_MOVES: u64 = 32;

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
    // Kept back at any time: the transport's lag for this move and a stutter of the machine.
    let usable = remaining_ms.saturating_sub(2 * overhead_ms);
    let share = usable / (moves + 1) + increment_ms * 3 / 4;
    let soft = share.saturating_sub(overhead_ms).min(usable / 2).max(1);
    // A third of the clock, however unclear the position; with the last move before a time control, most of it.
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
        let mut remaining = 1_000;
        for _ in 0..80 {
            remaining -= limit_single(remaining, 0, None, 5).soft_ms + 5;
            assert!(remaining > 40 && remaining < 1_000);
        }
    }

    #[test]
    fn more_time_on_the_clock_means_more_time_for_the_move() {
        let soft = |remaining| limit_single(remaining, 0, None, 10).soft_ms;
        assert!(soft(10_000) > soft(5_000) && soft(5_000) > soft(1_000));
    }
}
