//! Time management: clocks, pace and settled iterations.

use tandem::player::time::{Control, Moves, PartnerTime, budget, opened, paced, patience, raced};
use tandem::search::{Patience, TimeLimit};
use tandem::team::state::Pace;

#[test]
fn no_move_may_cost_the_flag() {
    for remaining in [0, 1, 15, 40, 100, 500, 1_000, 10_000, 3_600_000] {
        for increment in [0, 100, 5_000] {
            for moves in [None, Some(1), Some(40)] {
                let limit = budget(remaining, increment, moves, 10);
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
        // The cost of a move on a local pipe comes on top of the thinking time.
        remaining = remaining.saturating_sub(budget(remaining, 0, None, 50).soft_ms + 3);
        assert!(remaining > 0, "the flag falls after {moves} moves");
    }
}

#[test]
fn a_whole_game_fits_on_a_clock_that_shows_whole_seconds() {
    // Shown rounded, as by a server, so that half a second less may be left; each move takes all the time that a search
    // with a dropping score may use, and a tenth of a second on its way.
    for start in [60_000, 180_000] {
        let mut remaining: u64 = start;
        for moves in 0..60 {
            let shown = (remaining + 500) / 1_000 * 1_000;
            let limit = budget(shown, 0, None, 50);
            let before = remaining;
            remaining = remaining.saturating_sub(limit.hard_ms.min(2 * limit.soft_ms) + 100);
            assert!(remaining > 0, "the flag falls after {moves} moves");
            assert!(remaining > 1_000 || before < 3_000, "from {before} to {remaining} ms in one move");
        }
    }
}

#[test]
fn more_time_on_the_clock_means_more_time_for_the_move() {
    let soft = |remaining| budget(remaining, 0, None, 10).soft_ms;
    assert!(soft(10_000) > soft(5_000) && soft(5_000) > soft(1_000));
}

#[test]
fn the_pace_moves_the_deadlines_and_never_past_the_old_reserve_by_much() {
    let limit = TimeLimit { soft_ms: 1_000, hard_ms: 4_000 };
    let dead = |clock_ms| PartnerTime::Dead { clock_ms, lead_ms: None };
    assert_eq!(paced(limit, None, PartnerTime::Playing), limit);
    assert_eq!(paced(limit, Some(Pace::Fast), PartnerTime::Playing), TimeLimit { soft_ms: 250, hard_ms: 1_600 });
    assert_eq!(paced(limit, Some(Pace::Slow), dead(None)).soft_ms, 2_000, "an explicit wish counts more");
    assert_eq!(paced(limit, Some(Pace::Slow), PartnerTime::Playing).hard_ms, 4_800);
    assert_eq!(paced(limit, None, dead(None)).soft_ms, 400);
    assert_eq!(paced(limit, None, dead(Some(60_000))).soft_ms, 1_000, "no haste beyond its clock");
    assert_eq!(paced(limit, None, dead(Some(1_200))), TimeLimit { soft_ms: 100, hard_ms: 200 });
}

#[test]
fn a_dead_partners_lead_is_not_thought_away() {
    let limit = TimeLimit { soft_ms: 1_000, hard_ms: 4_000 };
    let ahead = |lead_ms| paced(limit, None, PartnerTime::Dead { clock_ms: Some(60_000), lead_ms: Some(lead_ms) });
    assert_eq!(ahead(4_000), TimeLimit { soft_ms: 500, hard_ms: 1_000 });
    assert_eq!(ahead(20_000), TimeLimit { soft_ms: 1_000, hard_ms: 4_000 });
    assert_eq!(ahead(0), TimeLimit { soft_ms: 250, hard_ms: 500 }, "too short a thought loses more than the lead");
}

#[test]
fn a_player_behind_the_diagonal_hurries_and_one_ahead_keeps_the_lead() {
    let raced = |limit, own_ms, diagonal_ms| raced(limit, own_ms, diagonal_ms, 12);
    let limit = TimeLimit { soft_ms: 1_000, hard_ms: 4_000 };
    assert_eq!(raced(limit, 10_000, 10_000).soft_ms, 280, "a lead is aimed at");
    assert_eq!(raced(limit, 10_000, 9_500).soft_ms, 580);
    assert_eq!(raced(limit, 10_000, 30_000), TimeLimit { soft_ms: 200, hard_ms: 800 });
    assert_eq!(raced(limit, 10_000, 8_800), limit);
    assert_eq!(raced(limit, 10_000, 6_000), limit);
    assert_eq!(raced(limit, 10_000, 0), limit);
    assert_eq!(raced(TimeLimit::exactly(1), 1, 60_000), TimeLimit::exactly(1));
}

#[test]
fn a_move_that_stands_is_given_less_time_and_a_dropping_score_more() {
    // With this share of the nodes for the best move the limit is the usual one.
    let percent = |iterations, drop| patience().percent(iterations, drop, 60);
    assert_eq!([percent(0, 0), percent(2, -50), percent(100, 0)], [150, 100, 70]);
    assert_eq!([percent(2, 31), percent(2, 200), percent(2, 5_000)], [124, 260, 260]);
    assert_eq!(Patience::NONE.percent(0, 300, 40), 100);
}

#[test]
fn a_best_move_that_takes_most_of_the_nodes_is_given_less_time() {
    let percent = |share| patience().percent(2, 0, share);
    assert_eq!([percent(0), percent(60), percent(100)], [160, 100, 60]);
}

#[test]
fn the_first_moves_of_a_game_are_given_half_the_time() {
    let limit = TimeLimit { soft_ms: 1_000, hard_ms: 4_000 };
    let soft = |played| opened(limit, played).soft_ms;
    assert_eq!([soft(0), soft(7), soft(8), soft(60)], [500, 500, 1_000, 1_000]);
    assert_eq!(opened(limit, 0).hard_ms, 4_000, "a hard position may still take its time");
}

#[test]
fn sessions_of_moves_add_their_time_when_they_begin() {
    let control = Control { increment_ms: 500, moves: Moves::Each { count: 2, base_ms: 10_000 } };
    assert_eq!([control.gain_ms(1), control.gain_ms(2)], [500, 10_500]);
    assert_eq!([control.moves_to_go(0), control.moves_to_go(1), control.moves_to_go(2)], [Some(2), Some(1), Some(2)]);
    assert_eq!(Control { increment_ms: 0, moves: Moves::Rest }.moves_to_go(7), None);
}
