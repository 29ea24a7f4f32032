//! When a seat plays and when it sits.

use tandem::team::joint::JointPlan;
use tandem::team::partner::SitRequest;
use tandem::team::race::Timer;
use tandem::team::sit::{Decision, SitReason, Situation};
use tandem::team::state::PartnerState;
use tandem::types::PieceType;

/// Ten seconds each, a partner, and no reason to sit.
fn quiet() -> Situation {
    Situation {
        clock_ms: Some(10_000),
        diagonal_ms: Some(10_000),
        diagonal_to_move: Some(true),
        timer: Timer { overhead_ms: 50, ..Timer::default() },
        has_partner: true,
        ..Situation::default()
    }
}

fn sits(situation: Situation) -> Option<SitReason> {
    match situation.decide() {
        Decision::Play => None,
        Decision::Sit { reason, until_clock_ms } => {
            assert!(until_clock_ms < situation.clock_ms.unwrap_or(0), "it would not even begin");
            assert!(until_clock_ms >= 2 * situation.timer.overhead_ms, "the flag would fall");
            Some(reason)
        }
    }
}

#[test]
fn without_a_reason_it_plays() {
    assert_eq!(sits(quiet()), None);
    assert_eq!(sits(Situation { diagonal_ms: Some(1_000), ..quiet() }), None);
}

#[test]
fn a_near_mate_is_not_walked_into_and_a_far_one_only_while_up_on_time() {
    assert_eq!(sits(Situation { mated_in: Some(2), ..quiet() }), Some(SitReason::Dead));
    assert_eq!(sits(Situation { mated_in: Some(7), ..quiet() }), None);
    let up = Situation { mated_in: Some(7), diagonal_ms: Some(5_000), ..quiet() };
    assert_eq!(sits(up), Some(SitReason::Dead));
    assert_eq!(sits(Situation { diagonal_to_move: Some(false), ..up }), None, "he does not have to move");
    assert_eq!(sits(Situation { mated_in: Some(2), clock_ms: Some(500), ..quiet() }), Some(SitReason::Dead));
    assert_eq!(sits(Situation { mated_in: Some(2), clock_ms: Some(100), ..quiet() }), None, "the last moment");
}

#[test]
fn a_wish_to_sit_is_granted_but_not_by_two_at_once() {
    let asked = Situation { asked: Some(SitRequest { cause: None }), ..quiet() };
    assert_eq!(sits(asked), Some(SitReason::Asked));
    assert_eq!(sits(Situation { partner: Some(PartnerState::Sitting), ..asked }), None);
    assert_eq!(sits(Situation { mates_in: Some(4), ..asked }), None, "a mate ends the game for both");
    assert_eq!(sits(Situation { clock_ms: Some(550), ..asked }), None, "no time to give away");
}

#[test]
fn a_flag_race_is_run_only_when_it_is_won() {
    for state in [PartnerState::Waiting, PartnerState::Mating] {
        let race = Situation { partner: Some(state), ..quiet() };
        assert_eq!(sits(race), None);
        assert_eq!(sits(Situation { diagonal_ms: Some(9_000), ..race }), Some(SitReason::FlagRace));
        assert_eq!(sits(Situation { diagonal_ms: None, ..race }), None, "his clock is not known");
    }
}

#[test]
fn t05_a_mate_that_feeds_the_diagonal_is_given_if_the_partner_outlasts_the_mated_player() {
    let feeding = Situation { mates_in: Some(3), feeds: true, diagonal_ms: Some(9_000), ..quiet() };
    let clocks = |partner, opponent, diagonal_to_move| {
        sits(Situation {
            partner_ms: Some(partner),
            opponent_ms: Some(opponent),
            diagonal_to_move: Some(diagonal_to_move),
            ..feeding
        })
    };
    assert_eq!(clocks(9_000, 8_000, false), None, "the partner, on turn, waits longer");
    assert_eq!(clocks(8_000, 9_000, false), Some(SitReason::Ban));
    assert_eq!(clocks(8_000, 8_000, false), Some(SitReason::Ban), "not certain");
    assert_eq!(clocks(9_000, 8_000, true), Some(SitReason::Ban), "the diagonal mates at once");
    assert_eq!(sits(feeding), Some(SitReason::Ban), "the clocks are not known");
    assert_eq!(sits(Situation { mates_in: Some(1), ..feeding }), None, "nothing is faster");
    assert_eq!(sits(Situation { feeds: false, ..feeding }), None);
}

#[test]
fn r13_a_lost_board_is_sat_out_while_the_partner_mates_and_the_diagonal_runs_out_first() {
    let lost = Situation { mated_in: Some(6), partner: Some(PartnerState::Mating), ..quiet() };
    let race = |diagonal, to_move, increment_ms, moves| {
        sits(Situation {
            diagonal_ms: Some(diagonal),
            diagonal_to_move: Some(to_move),
            partner_mates_in: Some(moves),
            timer: Timer { increment_ms, ..quiet().timer },
            ..lost
        })
    };
    assert_eq!(race(8_000, true, 0, 3), Some(SitReason::Dead));
    assert_eq!(race(8_000, false, 0, 3), Some(SitReason::Dead), "the partner, on turn, moves at once");
    assert_eq!(race(20_000, false, 0, 1), Some(SitReason::Dead), "the partner mates at once");
    assert_eq!(race(20_000, false, 0, 2), None, "he sits after the first move, and longer");
    assert_eq!(race(12_000, true, 2_000, 2), Some(SitReason::Dead), "six replies gain more than two");
    assert_eq!(race(12_000, true, 0, 2), None);
}

#[test]
fn bug_a_race_too_close_to_know_was_lost_by_moves_into_the_mate() {
    let lost = Situation { mated_in: Some(6), partner: Some(PartnerState::Mating), ..quiet() };
    assert_eq!(sits(lost), Some(SitReason::Dead), "the clocks are equal");
    // The longer mate takes no longer for a winner who moves at once.
    let behind = |diagonal_ms| sits(Situation { diagonal_ms: Some(diagonal_ms), ..lost });
    assert_eq!(behind(10_700), Some(SitReason::Dead), "six moves of theirs may take as long");
    assert_eq!(behind(11_000), None);
}

#[test]
fn bug_a_race_that_was_won_was_sat_out_to_a_reserve_for_moves_only() {
    let lost = Situation { mated_in: Some(6), diagonal_ms: Some(8_000), ..quiet() };
    let Decision::Sit { until_clock_ms, reason: SitReason::Dead } = lost.decide() else { panic!("no sit") };
    assert_eq!(until_clock_ms, 2 * lost.timer.overhead_ms);
    assert_eq!(sits(Situation { clock_ms: Some(500), diagonal_ms: Some(100), ..lost }), Some(SitReason::Dead));
}

#[test]
fn r13_leads_of_clocks_that_show_whole_seconds_have_to_be_larger() {
    let race = |diagonal_ms, whole_seconds| {
        let timer = Timer { whole_seconds, ..quiet().timer };
        sits(Situation { partner: Some(PartnerState::Waiting), diagonal_ms: Some(diagonal_ms), timer, ..quiet() })
    };
    assert_eq!(race(9_000, false), Some(SitReason::FlagRace));
    assert_eq!(race(9_000, true), None, "half a second less may be left here, and half a second more there");
    assert_eq!(race(8_000, true), Some(SitReason::FlagRace));
}

#[test]
fn a_mate_on_both_boards_is_begun_or_waited_for_and_a_lead_outwaits() {
    let mv = tandem::types::Move::NONE;
    let mating = Situation { joint: Some(JointPlan::Play(mv)), mated_in: Some(1), ..quiet() };
    assert_eq!(sits(mating), None, "the mate comes first");
    let partner_first = Situation { joint: Some(JointPlan::PartnerFirst(None)), ..quiet() };
    let Decision::Sit { until_clock_ms, reason: SitReason::Joint } = partner_first.decide() else { panic!("no sit") };
    assert!(until_clock_ms > 9_000, "the partner needs no long time: {until_clock_ms}");
    let asked = Situation { asked: Some(SitRequest { cause: None }), ..partner_first };
    assert_eq!(sits(asked), Some(SitReason::Asked), "a longer sit");
    let feeds = Situation { feeds: true, diagonal_ms: Some(5_000), ..partner_first };
    assert_eq!(sits(feeds), Some(SitReason::Ban));
    let margin = feeds.timer.margin_ms();
    let hardly_ahead = Situation { diagonal_ms: Some(10_000 - margin - 5), ..feeds };
    assert_eq!(
        hardly_ahead.decide(),
        Decision::Sit { until_clock_ms: 9_750, reason: SitReason::Ban },
        "the longer of both waits"
    );
    assert_eq!(
        sits(Situation { mated_in: Some(1), ..partner_first }),
        Some(SitReason::Dead),
        "a sit to the last moment"
    );
    assert_eq!(sits(Situation { blind: true, ..partner_first }), None, "what comes would not be seen");
    let threatened = Situation { joint: Some(JointPlan::PartnerThreatens(PieceType::Knight)), ..quiet() };
    assert_eq!(threatened.decide(), Decision::Sit { until_clock_ms: 9_750, reason: SitReason::Piece });
    assert_eq!(sits(Situation { blind: true, ..threatened }), None);
    let outwait = Situation { joint: Some(JointPlan::Outwait), ..quiet() };
    assert_eq!(sits(Situation { diagonal_ms: Some(9_000), ..outwait }), Some(SitReason::Joint));
    assert_eq!(sits(outwait), None, "no lead any more");
    assert_eq!(sits(Situation { mates_in: Some(4), diagonal_ms: Some(9_000), ..outwait }), None);
}

#[test]
fn a_blind_sit_leaves_half_of_the_clock_for_what_has_arrived_meanwhile() {
    let until = |situation: Situation| match situation.decide() {
        Decision::Sit { until_clock_ms, .. } => until_clock_ms,
        Decision::Play => 0,
    };
    let blind = Situation { blind: true, ..quiet() };
    assert_eq!(until(Situation { asked: Some(SitRequest { cause: None }), ..blind }), 5_000);
    assert_eq!(until(Situation { mated_in: Some(2), ..blind }), 5_000);
    assert!(until(Situation { mated_in: Some(1), ..blind }) < 1_000, "the move would be the last");
    assert!(until(Situation { asked: Some(SitRequest { cause: None }), ..quiet() }) < 2_000);
}

#[test]
fn nobody_sits_without_a_partner_or_a_clock() {
    let dead = Situation { mated_in: Some(1), ..quiet() };
    assert_eq!(sits(Situation { has_partner: false, ..dead }), None);
    assert_eq!(sits(Situation { clock_ms: None, ..dead }), None);
}
