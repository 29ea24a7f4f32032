//! When a seat plays and when it sits.

use tandem::team::joint::JointPlan;
use tandem::team::partner::PartnerState;
use tandem::team::sit::{Decision, Situation, Why};

/// Ten seconds each, a partner, and no reason to sit.
fn quiet() -> Situation {
    Situation {
        clock_ms: Some(10_000),
        diagonal_ms: Some(10_000),
        diagonal_to_move: Some(true),
        overhead_ms: 50,
        has_partner: true,
        ..Situation::default()
    }
}

fn sits(situation: Situation) -> Option<Why> {
    match situation.decide() {
        Decision::Play => None,
        Decision::Sit { why, until_clock_ms } => {
            assert!(until_clock_ms < situation.clock_ms.unwrap_or(0), "it would not even begin");
            assert!(until_clock_ms >= 2 * situation.overhead_ms, "the flag would fall");
            Some(why)
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
    assert_eq!(sits(Situation { mated_in: Some(2), ..quiet() }), Some(Why::Dead));
    assert_eq!(sits(Situation { mated_in: Some(7), ..quiet() }), None);
    let up = Situation { mated_in: Some(7), diagonal_ms: Some(5_000), ..quiet() };
    assert_eq!(sits(up), Some(Why::Dead));
    assert_eq!(sits(Situation { diagonal_to_move: Some(false), ..up }), None, "he does not have to move");
    assert_eq!(sits(Situation { mated_in: Some(2), clock_ms: Some(500), ..quiet() }), Some(Why::Dead));
    assert_eq!(sits(Situation { mated_in: Some(2), clock_ms: Some(100), ..quiet() }), None, "the last moment");
}

#[test]
fn a_wish_to_sit_is_granted_but_not_by_two_at_once() {
    let asked = Situation { asked: Some(None), ..quiet() };
    assert_eq!(sits(asked), Some(Why::Asked));
    assert_eq!(sits(Situation { partner: Some(PartnerState::Sitting), ..asked }), None);
    assert_eq!(sits(Situation { mating: true, ..asked }), None, "a mate ends the game for both");
    assert_eq!(sits(Situation { clock_ms: Some(550), ..asked }), None, "no time to give away");
}

#[test]
fn a_flag_race_is_run_only_when_it_is_won() {
    for state in [PartnerState::Waiting, PartnerState::Mating] {
        let race = Situation { partner: Some(state), ..quiet() };
        assert_eq!(sits(race), None);
        assert_eq!(sits(Situation { diagonal_ms: Some(9_000), ..race }), Some(Why::FlagRace));
        assert_eq!(sits(Situation { diagonal_ms: None, ..race }), None, "his clock is not known");
    }
}

#[test]
fn a_mate_on_both_boards_is_begun_or_waited_for_and_a_lead_outwaits() {
    let mv = tandem::types::Move::NONE;
    let mating = Situation { joint: Some(JointPlan::Play { mv, plies: 5 }), mated_in: Some(1), ..quiet() };
    assert_eq!(sits(mating), None, "the mate comes first");
    let partner_first = Situation { joint: Some(JointPlan::PartnerFirst(None)), ..quiet() };
    let Decision::Sit { until_clock_ms, why: Why::Joint } = partner_first.decide() else { panic!("no sit") };
    assert!(until_clock_ms > 9_000, "the partner needs no long time: {until_clock_ms}");
    let outwait = Situation { joint: Some(JointPlan::Outwait), ..quiet() };
    assert_eq!(sits(Situation { diagonal_ms: Some(9_000), ..outwait }), Some(Why::Joint));
    assert_eq!(sits(outwait), None, "no lead any more");
    assert_eq!(sits(Situation { mating: true, diagonal_ms: Some(9_000), ..outwait }), None);
}

#[test]
fn a_blind_sit_leaves_half_of_the_clock_for_what_has_arrived_meanwhile() {
    let until = |situation: Situation| match situation.decide() {
        Decision::Sit { until_clock_ms, .. } => until_clock_ms,
        Decision::Play => 0,
    };
    let blind = Situation { blind: true, ..quiet() };
    assert_eq!(until(Situation { asked: Some(None), ..blind }), 5_000);
    assert_eq!(until(Situation { mated_in: Some(2), ..blind }), 5_000);
    assert!(until(Situation { mated_in: Some(1), ..blind }) < 1_000, "the move would be the last");
    assert!(until(Situation { asked: Some(None), ..quiet() }) < 2_000);
}

#[test]
fn nobody_sits_without_a_partner_or_a_clock() {
    let dead = Situation { mated_in: Some(1), ..quiet() };
    assert_eq!(sits(Situation { has_partner: false, ..dead }), None);
    assert_eq!(sits(Situation { clock_ms: None, ..dead }), None);
}
