//! Messages to the partner: each one sent once, withdrawn when it is over, and limited in number.

use tandem::board::{BoardRules, Position, fen};
use tandem::team::effect::Effect;
use tandem::team::hearing::Heard;
use tandem::team::message::{PartnerMessage, Urgency};
use tandem::team::partner::Partner;
use tandem::team::partnership::Partnership;
use tandem::team::probe_thread::{Probes, Results};
use tandem::team::prober::Findings;
use tandem::team::sit::{Decision, SitReason, Situation};
use tandem::team::speaker::{Round, Speaker, Status, Weight};
use tandem::team::state::PartnerState;
use tandem::types::score::mated_in;
use tandem::types::{Color, PieceType};

/// Messages that may be sent in a row; after them one per this many ms.
const BURST: usize = 4;
const PAUSE_MS: u64 = 2_500;
/// Most wishes of one kind that are open at a time.
const MOST_WISHES: usize = 2;

/// Lifetime of a wish in ms: longer than these tests.
const HOLDS_MS: u64 = 60_000;

const KNIGHT: usize = PieceType::Knight.index();

fn findings(urgency: Option<Urgency>) -> Findings {
    let mut findings = Findings::default();
    findings.needs[KNIGHT] = urgency;
    findings
}

/// A round of probes beside an engine.
fn round(speaker: &mut Speaker, findings: &Findings, hurried: bool, now_ms: u64, holds_ms: u64) -> Vec<PartnerMessage> {
    speaker.wishes(findings, &Round { now_ms, holds_ms, hurried, person: false })
}

fn need(urgency: Urgency) -> PartnerMessage {
    PartnerMessage::Need { piece: PieceType::Knight, urgency }
}

#[test]
fn a_wish_is_said_once_when_it_stands_and_taken_back_when_it_is_gone() {
    let mut speaker = Speaker::default();
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 0, HOLDS_MS), [], "one hit may be a flicker");
    assert_eq!(round(&mut speaker, &findings(None), false, 1, HOLDS_MS), []);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 2, HOLDS_MS), []);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 3, HOLDS_MS), [need(Urgency::High)]);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 4, HOLDS_MS), []);
    assert_eq!(
        round(&mut speaker, &findings(Some(Urgency::Mates)), false, 5, HOLDS_MS),
        [need(Urgency::Mates)],
        "a mate cannot wait"
    );
    let enough = [PartnerMessage::Enough(PieceType::Knight)];
    assert_eq!(round(&mut speaker, &findings(None), false, 6, HOLDS_MS), [], "not at once");
    assert_eq!(round(&mut speaker, &findings(None), false, 2_006, HOLDS_MS), enough, "a mate that is gone is gone");
    round(&mut speaker, &findings(Some(Urgency::High)), false, 2_007, HOLDS_MS);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 2_008, HOLDS_MS), [need(Urgency::High)]);
    for now in 2_009..2_011 {
        assert_eq!(round(&mut speaker, &findings(None), false, now, HOLDS_MS), [], "a miss may be a flicker too");
    }
    let later = 2_011 + PAUSE_MS;
    assert_eq!(round(&mut speaker, &findings(None), false, later, HOLDS_MS), enough);
    assert_eq!(round(&mut speaker, &findings(None), false, later + 1, HOLDS_MS), []);
}

#[test]
fn a_wish_that_still_stands_is_said_again_when_the_partner_has_forgotten_it() {
    let mut speaker = Speaker::default();
    let mut mates = |now, holds_ms| round(&mut speaker, &findings(Some(Urgency::Mates)), false, now, holds_ms);
    assert_eq!(mates(0, 2_000), [need(Urgency::Mates)]);
    assert_eq!(mates(1_999, 2_000), []);
    assert_eq!(mates(2_000, 2_000), [need(Urgency::Mates)]);
    assert_eq!(mates(2_001, 2_000), []);
    for now in 4_000..4_010 {
        assert_eq!(
            round(&mut speaker, &findings(None), false, now, 2_000),
            [],
            "what is forgotten needs no taking back"
        );
    }
}

#[test]
fn cecp_7_a_mating_player_takes_no_wish_back_and_a_hurried_one_says_only_what_cannot_wait() {
    let mut speaker = Speaker::default();
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::Mates)), true, 0, HOLDS_MS), [need(Urgency::Mates)]);
    speaker.status(Status::Mating, 1);
    for now in 2..8 {
        assert_eq!(round(&mut speaker, &findings(None), false, now, HOLDS_MS), []);
    }
    assert_eq!(speaker.standing(), [need(Urgency::Mates)]);
    let mut speaker = Speaker::default();
    for now in 0..4 {
        assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), true, now, HOLDS_MS), []);
    }
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::High)), false, 5, HOLDS_MS).len(), 1, "it is said later");
}

#[test]
fn a_piece_that_came_needs_no_more_words() {
    let mut speaker = Speaker::default();
    round(&mut speaker, &findings(Some(Urgency::Mates)), false, 0, HOLDS_MS);
    speaker.arrived(PieceType::Knight);
    for now in 1..6 {
        assert_eq!(round(&mut speaker, &findings(None), false, now, HOLDS_MS), []);
    }
}

#[test]
fn a_flood_is_cut_and_flows_again_later() {
    let mut speaker = Speaker::default();
    let mut said = 0;
    for ms in 0..80 {
        let urgency = if ms % 4 < 2 { Urgency::High } else { Urgency::Medium };
        said += round(&mut speaker, &findings(Some(urgency)), false, ms, HOLDS_MS).len();
    }
    assert_eq!(said, BURST);
    // A message held back is sent when the limit allows it; an urgent one is sent anyway.
    let now = 80 + PAUSE_MS;
    round(&mut speaker, &findings(Some(Urgency::Low)), false, now, HOLDS_MS);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::Low)), false, now, HOLDS_MS), [need(Urgency::Low)]);
    assert_eq!(round(&mut speaker, &findings(Some(Urgency::Mates)), false, now, HOLDS_MS), [need(Urgency::Mates)]);
}

#[test]
fn bug_a_reply_found_no_room_when_much_had_just_been_urgent() {
    let mut speaker = Speaker::default();
    let urgent = (0..80).filter(|_| speaker.may_speak(Weight::Urgent, 0)).count();
    assert!(urgent > BURST, "{urgent}");
    assert!(!speaker.may_speak(Weight::Ordinary, 0));
    // The partner keeps writing as often as a person can, with urgent messages of ours in between.
    for line in 0..20 {
        let now = line * PAUSE_MS;
        assert!(speaker.may_speak(Weight::Reply, now), "line {line} is not replied to");
        while speaker.may_speak(Weight::Urgent, now) {}
    }
}

#[test]
fn bug_two_lines_within_a_pause_found_room_for_one_reply() {
    let mut speaker = Speaker::default();
    while speaker.may_speak(Weight::Urgent, 0) {}
    assert!(speaker.may_speak(Weight::Reply, 0) && speaker.may_speak(Weight::Reply, PAUSE_MS - 500));
}

#[test]
fn bug_a_wish_repeated_after_other_talk_was_met_with_silence() {
    let mut mate = Partnership::new(Probes::scripted(Results::default()));
    let mut answers = |line: &str, now_ms| {
        mate.tick(now_ms);
        let heard = Heard::new(line, [PartnerMessage::Say(line.to_owned())]);
        mate.hear(&heard, &Position::start(BoardRules::default()), Color::White).said.len()
    };
    assert_eq!(answers("need a knight", 0), 1);
    for line in ["need a pawn", "need a bishop", "need a rook", "need a queen"] {
        assert_eq!(answers(line, 30_000), 1, "{line}");
    }
    assert_eq!(answers("need a knight", 30_000), 1);
    // Once more at once is a flood, which leaves room for other replies.
    assert_eq!(answers("need a knight", 30_001), 0);
    assert_eq!(answers("hello", 30_002), 1);
}

#[test]
fn needs_are_taken_back_when_the_race_is_won_without_them() {
    // White hangs: everything but a pawn would block.
    let hanging = fen::parse("6k1/8/8/8/8/8/5PPP/3r2K1[] w - - 0 1", BoardRules::default()).expect("a position");
    let decided = |clock_ms: u64| {
        let mut mate = Partnership::new(Probes::scripted(Results::default()));
        assert_eq!(mate.hangs(&hanging).len(), 5, "it sits, and four kinds");
        mate.tick(1_000);
        mate.hear(&Heard::new("mate", [PartnerMessage::Mate]), &hanging, Color::White);
        let clocks = Situation { clock_ms: Some(clock_ms), diagonal_ms: Some(5_000), ..Situation::default() };
        let (decision, said) = mate.decide(mated_in(2), Situation { mated_in: Some(1), has_partner: true, ..clocks });
        assert!(matches!(decision, Decision::Sit { reason: SitReason::Dead, .. }), "{decision:?}");
        said
    };
    let enough = |kind| PartnerMessage::Enough(kind);
    use PieceType::{Bishop, Knight, Queen, Rook};
    let [knight, bishop, rook, queen] = [Knight, Bishop, Rook, Queen].map(enough);
    assert_eq!(decided(10_000), [PartnerMessage::Dead, knight, bishop, rook, queen]);
    assert_eq!(decided(5_000), [PartnerMessage::Dead], "the diagonal may last longer: a piece would still help");
}

#[test]
fn only_the_strongest_wishes_are_said_but_everything_that_blocks() {
    let mut all = Findings { needs: [Some(Urgency::High); 5], ..Findings::default() };
    all.needs[KNIGHT] = Some(Urgency::Mates);
    let mut speaker = Speaker::default();
    let said = [round(&mut speaker, &all, false, 0, HOLDS_MS), round(&mut speaker, &all, false, 1, HOLDS_MS)].concat();
    assert_eq!(said.len(), MOST_WISHES);
    assert!(said.contains(&need(Urgency::Mates)));
    all.hanging = true;
    assert_eq!(round(&mut Speaker::default(), &all, false, 0, HOLDS_MS).len(), 5);
}

#[test]
fn states_are_said_when_they_change() {
    let mut speaker = Speaker::default();
    assert_eq!(speaker.status(Status::Playing, 0), None);
    assert_eq!(speaker.status(Status::Dead, 0), Some(PartnerMessage::Dead));
    assert_eq!(speaker.status(Status::Dead, 1), None);
    assert_eq!(speaker.status(Status::Playing, 2), Some(PartnerMessage::Alive));
    assert_eq!(speaker.opponent_waits(true, 3), Some(PartnerMessage::Waiting));
    assert_eq!(speaker.opponent_waits(true, 4), None);
    assert_eq!(speaker.opponent_waits(false, 5), None);
    assert_eq!(speaker.opponent_waits(true, 6), Some(PartnerMessage::Waiting));
}

/// A state that the partner keeps for a minute.
fn state(now_ms: u64, person: bool) -> Round {
    Round { now_ms, holds_ms: HOLDS_MS, hurried: false, person }
}

#[test]
fn bug_a_state_that_still_held_was_not_said_again_when_the_partner_forgot_it() {
    for (status, message) in [(Status::Sitting, PartnerMessage::Sitting), (Status::Mating, PartnerMessage::Mate)] {
        let mut speaker = Speaker::default();
        assert_eq!(speaker.status(status, 0), Some(message.clone()));
        for now in (0..180).map(|second| second * 1_000) {
            // Before each minute ends, and no more often.
            let wanted = matches!(now, 58_000 | 116_000 | 174_000).then(|| message.clone());
            assert_eq!(speaker.remind(true, &state(now, false)), wanted, "{now}");
        }
    }
    let mut speaker = Speaker::default();
    assert_eq!(speaker.opponent_waits(true, 0), Some(PartnerMessage::Waiting));
    assert_eq!(speaker.next_reminder(&state(0, false)), Some(57_500));
    assert_eq!(speaker.remind_of_waiting(&state(57_499, false)), None);
    assert_eq!(speaker.remind_of_waiting(&state(57_500, false)), Some(PartnerMessage::Waiting));
    assert_eq!(speaker.opponent_waits(false, 60_000), None);
    assert_eq!(speaker.remind_of_waiting(&state(200_000, false)), None, "it has moved");
}

#[test]
fn bug_reminders_of_a_state_left_no_room_for_wishes_in_a_game_of_seconds() {
    let mut speaker = Speaker::default();
    speaker.status(Status::Sitting, 0);
    let of_seconds = |now_ms| Round { now_ms, holds_ms: 990, hurried: false, person: false };
    let moments = (0..100).map(|tenth| 100 * tenth);
    assert_eq!(moments.filter(|&now_ms| speaker.remind(true, &of_seconds(now_ms)).is_some()).count(), 12);
    assert_eq!((0..2 * BURST).filter(|_| speaker.may_speak(Weight::Ordinary, 10_000)).count(), BURST);
    // Nothing is said twice at once, however short states hold.
    let at_once = Round { now_ms: 10_001, holds_ms: 0, ..Round::default() };
    assert!((0..9).filter(|_| speaker.remind(true, &at_once).is_some()).count() <= 1);
}

#[test]
fn a_state_that_is_over_or_never_forgotten_is_not_said_again() {
    let mut speaker = Speaker::default();
    speaker.status(Status::Sitting, 0);
    assert_eq!(speaker.remind(false, &state(58_000, false)), None, "it sits no more");
    speaker.status(Status::Dead, 60_000);
    assert_eq!(speaker.remind(true, &state(200_000, false)), None, "it holds until it is taken back");
    assert_eq!(speaker.next_reminder(&state(60_000, false)), None);
    speaker.status(Status::Playing, 200_000);
    assert_eq!(speaker.remind(true, &state(300_000, false)), None);
}

#[test]
fn bug_a_mate_was_said_again_after_the_opponent_had_received_a_piece() {
    let mut speaker = Speaker::default();
    speaker.status(Status::Mating, 0);
    speaker.opponent_received();
    assert_eq!(speaker.next_reminder(&state(0, false)), None);
    assert_eq!(speaker.remind(false, &state(58_000, false)), None, "it may block");
    // Our next search finds it again.
    assert_eq!(speaker.status(Status::Mating, 58_000), None);
    assert_eq!(speaker.remind(false, &state(58_000, false)), Some(PartnerMessage::Mate));
}

#[test]
fn a_state_is_said_again_within_the_limits_and_to_a_person_once_a_move() {
    let mut speaker = Speaker::default();
    speaker.status(Status::Sitting, 0);
    while speaker.may_speak(Weight::Reply, 58_000) {}
    assert_eq!(speaker.remind(true, &state(58_000, false)), None, "no room");
    let room = speaker.next_reminder(&state(58_000, false)).expect("a moment");
    assert_eq!(speaker.remind(true, &state(room, false)), Some(PartnerMessage::Sitting));

    let mut speaker = Speaker::default();
    speaker.status(Status::Sitting, 0);
    let reminders = |speaker: &mut Speaker, from: u64| {
        let moments = (from..from + 180).map(|second| second * 1_000);
        moments.filter(|&now| speaker.remind(true, &state(now, true)).is_some()).count()
    };
    assert_eq!(reminders(&mut speaker, 0), 1);
    assert_eq!(speaker.next_reminder(&state(180_000, true)), None);
    speaker.moved();
    assert_eq!(reminders(&mut speaker, 180), 1);
}

#[test]
fn a_partner_that_hears_all_never_forgets_that_a_player_hangs() {
    let hanging = fen::parse("6k1/8/8/8/8/8/5PPP/3r2K1[] w - - 0 1", BoardRules::default()).expect("a position");
    let mut mate = Partnership::new(Probes::scripted(Results::default()));
    let mut partner = Partner::default();
    for message in mate.hangs(&hanging) {
        partner.hear(&message, 0);
    }
    for now_ms in (1..300).map(|second| second * 1_000) {
        mate.tick(now_ms);
        if let Some(message) = mate.remind(true) {
            partner.hear(&message, now_ms);
        }
        assert_eq!(partner.state(now_ms), Some(PartnerState::Sitting), "{now_ms}");
    }
}

#[test]
fn bug_a_player_at_its_limit_of_messages_never_said_that_it_moves_again() {
    let mut speaker = Speaker::default();
    assert_eq!(speaker.status(Status::Sitting, 0), Some(PartnerMessage::Sitting));
    while speaker.may_speak(Weight::Reply, 0) {}
    assert_eq!(speaker.status(Status::Dead, 0), None, "no room");
    assert_eq!(speaker.status(Status::Playing, 0), Some(PartnerMessage::Alive));
    assert_eq!(speaker.status(Status::Playing, 0), None, "once");
}

#[test]
fn issue_30_2_all_kinds_that_block_are_said_without_room_on_the_line() {
    let mut speaker = Speaker::default();
    while speaker.may_speak(Weight::Reply, 0) {}
    let mut hanging = Findings { needs: [Some(Urgency::High); 5], hanging: true, ..Findings::default() };
    hanging.needs[KNIGHT] = None;
    let said = round(&mut speaker, &hanging, true, 0, HOLDS_MS);
    let wanted = [PieceType::Pawn, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    assert_eq!(said, wanted.map(|piece| PartnerMessage::Need { piece, urgency: Urgency::High }));
    assert_eq!(speaker.standing(), said, "and again when asked");
    assert_eq!(round(&mut speaker, &hanging, true, 1, HOLDS_MS), []);
}

#[test]
fn issue_30_3_a_need_and_a_ban_end_by_words_of_their_own() {
    let mut speaker = Speaker::default();
    let mut both = findings(Some(Urgency::Mates));
    both.bans[KNIGHT] = Some(Urgency::Mates);
    assert_eq!(round(&mut speaker, &both, false, 0, HOLDS_MS).len(), 2);
    // The ban is over, the need stands.
    let said = round(&mut speaker, &findings(Some(Urgency::Mates)), false, 3_000, HOLDS_MS);
    assert_eq!(said, [PartnerMessage::Allow(PieceType::Knight)]);
    let said = round(&mut speaker, &findings(None), false, 6_000, HOLDS_MS);
    assert_eq!(said, [PartnerMessage::Enough(PieceType::Knight)]);
}

#[test]
fn bug_a_need_that_became_urgent_ended_the_ban_of_the_same_piece() {
    let mut partner = Partner::default();
    partner.hear(&need(Urgency::High), 0);
    partner.hear(&PartnerMessage::Avoid { piece: PieceType::Knight, urgency: Urgency::Mates }, 0);
    partner.hear(&need(Urgency::Mates), 1);
    assert!(partner.kinds_that_mate(2).has(PieceType::Knight));
}

#[test]
fn bug_moving_again_hurried_a_player_whose_sit_had_long_ended() {
    let alive_after = |seconds| {
        let mut partner = Partner::default();
        partner.hear(&PartnerMessage::Sit { cause: None, seconds: Some(seconds) }, 0);
        partner.hear(&PartnerMessage::Alive, 5_000)
    };
    assert_eq!(alive_after(6), Effect::Move);
    assert_eq!(alive_after(5), Effect::PartnerState(None));
}

#[test]
fn issue_30_4_a_person_gets_one_wish_a_move_unless_it_mates() {
    let mut speaker = Speaker::default();
    let mut wishes = |urgency: Urgency, now_ms: u64| {
        let findings = Findings { needs: [Some(urgency); 5], bans: [Some(urgency); 5], hanging: false };
        let said = speaker.wishes(&findings, &Round { now_ms, holds_ms: HOLDS_MS, hurried: false, person: true });
        if now_ms == 20_000 {
            speaker.moved();
        }
        said.len()
    };
    assert_eq!([wishes(Urgency::Medium, 0), wishes(Urgency::Medium, 1)], [0, 1]);
    assert_eq!((2..9).map(|second| wishes(Urgency::High, second * 1_000)).sum::<usize>(), 0);
    assert!(wishes(Urgency::Mates, 10_000) > 0);
    assert_eq!(wishes(Urgency::High, 20_000), 0);
    assert_eq!((1..3).map(|second| wishes(Urgency::High, 20_000 + second * 1_000)).sum::<usize>(), 1, "after a move");
}
