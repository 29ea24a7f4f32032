//! The player by transcript: inputs with their times, and the expected outputs. No process, no thread, no sleeping: the
//! search is a stub that finds what the test sets.

use std::cell::{Ref, RefCell};
use std::num::NonZeroU64;
use std::rc::Rc;
use tandem::board::{BoardRules, BoardStatus, Position, fen};
use tandem::eval::Prices;
use tandem::game::BoardId;
use tandem::player::time::{Control, Moves, Timing};
use tandem::player::{
    Ask, Boards, Habits, Input, Level, Output, Outputs, PartnerKind, Phase, Player, Purpose, RelativeSeat, Skill,
    Thinker, Turn, usual_prices,
};
use tandem::search::{Finished, Job, Limits, Patience, SearchError, TimeLimit};
use tandem::team::hearing::Heard;
use tandem::team::message::{PartnerMessage as M, Urgency};
use tandem::team::partnership::{Manners, Mode, Partnership};
use tandem::team::probe_thread::{ProbeResult, Probes, Results};
use tandem::team::prober::Findings;
use tandem::team::state::PartnerState;
use tandem::team::worth::{Arrival, Worth};
use tandem::types::score::{mate_in, mated_in};
use tandem::types::{ByColor, Color, Hand, PieceType, Score};

/// The last inputs of the search stub.
#[derive(Default)]
struct Told {
    job: Option<Job>,
    purpose: Option<Purpose>,
    starts: usize,
    price_changes: usize,
    time: Option<TimeLimit>,
    ponderhits: usize,
    found: Option<Finished>,
}

/// A stub of the search.
#[derive(Clone, Default)]
struct Fake(Rc<RefCell<Told>>);

impl Thinker for Fake {
    fn start(&mut self, job: Job, purpose: Purpose) -> Result<(), SearchError> {
        let mut told = self.0.borrow_mut();
        let starts = told.starts + 1;
        let (price_changes, ponderhits, time) = (told.price_changes, told.ponderhits, job.limits.time);
        *told = Told { job: Some(job), purpose: Some(purpose), starts, price_changes, time, ponderhits, found: None };
        Ok(())
    }
    fn take(&mut self) -> Option<Finished> {
        let mut told = self.0.borrow_mut();
        let found = told.found.take()?;
        told.job = None;
        Some(found)
    }
    fn finish(&mut self) -> Option<Finished> {
        self.take()
    }
    fn abort(&mut self) {
        let mut told = self.0.borrow_mut();
        (told.job, told.found) = (None, None);
    }
    fn set_time(&mut self, limit: Option<TimeLimit>) {
        self.0.borrow_mut().time = limit;
    }
    fn set_prices(&mut self, prices: Prices) {
        let mut told = self.0.borrow_mut();
        told.price_changes += 1;
        if let Some(job) = &mut told.job {
            job.prices = prices;
        }
    }
    fn ponderhit(&mut self) {
        self.0.borrow_mut().ponderhits += 1;
    }
    fn is_running(&self) -> bool {
        self.0.borrow().job.is_some()
    }
    fn new_game(&mut self) {
        self.abort();
    }
}

/// White's rook attacks a knight and a bishop.
const PLAIN: &str = "6k1/5pp1/7p/n1R1b3/8/8/5PPP/6K1[] w - - 0 10";
/// The same board after the rook has taken the knight.
const TAKEN: &str = "6k1/5pp1/7p/R3b3/8/8/5PPP/6K1[] b - - 0 10";
/// White is in check along the e-file: no move helps, a drop would.
const HANG: &str = "4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 10";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn position(text: &str) -> Box<Position> {
    let Ok(position) = fen::parse(text, BoardRules::default()) else { panic!("{text}") };
    Box::new(position)
}

/// The GUI sends the own board.
fn own(position: Box<Position>) -> Input {
    Input::Boards(Boards { own: Some(position), ..Boards::default() })
}

/// The GUI sends the other board.
fn other(position: Box<Position>) -> Input {
    Input::Boards(Boards { other: Some(position), ..Boards::default() })
}

fn habits(follows_moves: bool) -> Habits {
    Habits {
        overhead_ms: 50,
        manners: Manners::default(),
        follows_moves,
        ponders: false,
        skill: Skill::default(),
        own_book: false,
    }
}

/// A search by the clock, without an increment.
fn by_clock() -> Box<Ask> {
    let timing = Timing::ByClock(Control { increment_ms: 0, moves: Moves::Rest });
    Box::new(Ask { limits: Limits::default(), timing, answers: true })
}

/// A player and the test's time.
struct Script {
    player: Player<Fake>,
    search: Fake,
    /// Results of probes: only those set by the test.
    probes: Results,
    now: u64,
}

impl Script {
    fn new(board: &str, habits: Habits) -> Self {
        let probes = Results::default();
        let mate = Partnership::new(Probes::scripted(probes.clone()));
        let search = Fake::default();
        let player = Player::new(search.clone(), BoardId::A, *position(board), habits, mate);
        let mut script = Self { player, search, probes, now: 0 };
        script.tell(Input::Partner(PartnerKind::Speaking));
        script
    }

    /// White's seat with a GUI that sends positions, `clock` ms on each clock, asked to move.
    fn asked(board: &str, clock: u64) -> Self {
        let mut script = Self::new(board, habits(false));
        script.tell(Input::Play(Some(Color::White), None));
        script.clocks([clock; 4]);
        script.tell(other(position(START)));
        script.tell(Input::Go(by_clock()));
        // A GUI that sends positions while it waits for a move.
        script.tell(own(position(board)));
        script
    }

    /// White's seat with a GUI that sends moves.
    fn following(board: &str, clock: u64) -> Self {
        let mut script = Self::new(board, habits(true));
        script.tell(Input::Play(Some(Color::White), Some(by_clock())));
        script.clocks([clock; 4]);
        script
    }

    /// White's seat with a GUI that sends moves, after Rxa5, pondering Bd4.
    fn pondering() -> Self {
        let mut script = Self::following(PLAIN, 60_000);
        script.tell(Input::Habits(Habits { ponders: true, ..habits(true) }));
        script.tell(Input::Resume);
        let [best, ponder] = [position(PLAIN).find_move("c5a5"), position(TAKEN).find_move("e5d4")];
        script.search.0.borrow_mut().found = Some(Finished { best, ponder, depth: 9, ..Finished::default() });
        script.tell(Input::Wake);
        assert!(script.job().limits.ponder && script.told().purpose == Some(Purpose::Ponder));
        script
    }

    fn clocks(&mut self, ms: [u64; 4]) {
        for (seat, ms) in RelativeSeat::ALL.into_iter().zip(ms) {
            self.tell(Input::Clock(seat, Some(ms)));
        }
    }

    fn tell(&mut self, input: Input) -> Outputs {
        self.player.handle(input, self.now)
    }

    fn wait(&mut self, ms: u64) -> Outputs {
        self.now += ms;
        self.tell(Input::Wake)
    }

    fn hear(&mut self, message: M) -> Outputs {
        self.tell(Input::Heard(Heard::new("words", [message])))
    }

    /// A piece arrives in white's hand, which was empty.
    fn gets(&mut self, kind: PieceType) -> Outputs {
        self.tell(Input::Hands(ByColor([[kind].into_iter().collect(), Hand::EMPTY]), None))
    }

    /// Delivers a result of the probes.
    fn probed(&mut self, outcome: ProbeResult) -> Outputs {
        self.probes.lock().expect("no test panics with it").push((outcome, Default::default()));
        self.tell(Input::Wake)
    }

    /// Ends the search with this move and score.
    fn finds(&mut self, mv: &str, score: Score) -> Outputs {
        let best = self.player.position().find_move(mv);
        assert!(best.is_some(), "{mv}");
        self.search.0.borrow_mut().found = Some(Finished { best, score, depth: 9, ..Finished::default() });
        self.tell(Input::Wake)
    }

    fn told(&self) -> Ref<'_, Told> {
        self.search.0.borrow()
    }

    fn job(&self) -> Job {
        self.told().job.clone().expect("a search")
    }

    fn limit(&self) -> TimeLimit {
        self.told().time.expect("a limit")
    }
}

/// The moves among the outputs.
fn moves(outputs: &Outputs) -> Vec<String> {
    let text = |output: &Output| match output {
        Output::Move(found) => Some(found.best.map_or_else(|| "(none)".to_owned(), |mv| mv.to_string())),
        _ => None,
    };
    outputs.iter().filter_map(text).collect()
}

fn said(outputs: &Outputs) -> Vec<M> {
    let words = |output: &Output| if let Output::Say(said) = output { said.clone() } else { Vec::new() };
    outputs.iter().flat_map(words).collect()
}

const NEED_KNIGHT: M = M::Need { piece: PieceType::Knight, urgency: Urgency::High };
const SIT: M = M::Sit { cause: None, seconds: None };

#[test]
fn a_found_move_is_the_answer_and_the_turn_is_over() {
    let mut script = Script::asked(PLAIN, 60_000);
    assert!(script.player.is_deciding());
    assert_eq!(moves(&script.finds("c5a5", 30)), ["c5a5"]);
    assert!(script.player.turn().is_none());
    // The GUI sends positions: until it does the board is unchanged.
    assert_eq!(script.player.position().key(), position(PLAIN).key());
}

#[test]
fn another_board_ends_a_search_without_an_answer_and_the_other_board_does_not() {
    let mut script = Script::asked(PLAIN, 60_000);
    script.tell(other(position(TAKEN)));
    assert_eq!((script.told().starts, script.told().price_changes), (1, 1), "the search learns of it and goes on");
    assert!(script.tell(own(position(TAKEN))).is_empty());
    assert!(script.player.turn().is_none() && !script.player.is_searching());
}

#[test]
fn a_clock_runs_while_its_player_is_on_turn() {
    let mut script = Script::new(PLAIN, habits(false));
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks([60_000, 50_000, 40_000, 30_000]);
    script.tell(other(position(START)));
    // Ours and that of white on the other board.
    let clocks = RelativeSeat::ALL.map(|seat| script.player.clock(seat, 1_000));
    assert_eq!(clocks, [59_000, 50_000, 40_000, 29_000].map(Some));
}

#[test]
fn bug_a_clock_of_the_other_board_ran_from_its_reading_and_not_since_its_player_came_on_turn() {
    let mut script = Script::new(PLAIN, habits(false));
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks([60_000, 50_000, 40_000, 30_000]);
    script.tell(other(position(START)));
    script.now = 1_000;
    // White has moved there, and no clock is told.
    script.tell(other(position(TAKEN)));
    let clocks = [RelativeSeat::Partner, RelativeSeat::Diagonal].map(|seat| script.player.clock(seat, 1_500));
    assert_eq!(clocks, [39_500, 29_000].map(Some));
}

/// White mates here at once with one more knight.
const KNIGHT_MATES: &str = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";

#[test]
fn mating_pieces_of_the_other_board_reach_the_search_unless_the_partner_is_ignored() {
    for (mode, mates) in [(Mode::Full, true), (Mode::Ignore, false)] {
        let manners = Manners { mode, ..Manners::default() };
        let mut script = Script::new(PLAIN, Habits { manners, ..habits(false) });
        script.tell(Input::Play(Some(Color::White), None));
        script.clocks([60_000; 4]);
        script.tell(other(position(KNIGHT_MATES)));
        script.tell(Input::Go(by_clock()));
        assert_eq!(script.job().prices.mating[Color::White].has(PieceType::Knight), mates, "{mode:?}");
    }
}

/// Black can take a knight here, and only that.
const KNIGHT_HANGS: &str = "4k3/8/8/8/8/8/3r4/3NK3[] b - - 0 10";
/// Black mates here at once with one more knight.
const KNIGHT_MATES_THERE: &str = "6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 10";
const KNIGHT_MATES_HERE: M = M::Need { piece: PieceType::Knight, urgency: Urgency::Mates };

/// A seat that would mate with the knight that its partner can take, and has found a move.
fn waits_for_a_knight() -> (Script, Outputs) {
    let mut script = Script::asked(KNIGHT_MATES, 10_000);
    script.tell(other(position(KNIGHT_HANGS)));
    let outputs = script.finds("g1h1", 0);
    (script, outputs)
}

#[test]
fn a_seat_waits_for_a_piece_that_its_partner_can_take_at_once_and_that_mates() {
    let (mut script, outputs) = waits_for_a_knight();
    assert!(moves(&outputs).is_empty());
    assert_eq!(said(&outputs), [KNIGHT_MATES_HERE, M::Sitting]);
    // The partner plays another move: the wish is taken back.
    let outputs = script.tell(other(position("r3k3/8/8/8/8/8/8/3NK3[] w - - 1 11")));
    assert_eq!(moves(&outputs), ["g1h1"]);
    assert_eq!(said(&outputs), [M::Enough(PieceType::Knight), M::Alive]);
}

#[test]
fn a_wait_for_a_mating_piece_is_short_and_ends_with_the_piece() {
    let (mut script, _) = waits_for_a_knight();
    assert!(moves(&script.wait(249)).is_empty());
    let outputs = script.wait(1);
    assert_eq!(moves(&outputs), ["g1h1"], "a fortieth of the clock has passed");
    assert_eq!(said(&outputs), [M::Alive, M::Enough(PieceType::Knight)]);
    let (mut script, _) = waits_for_a_knight();
    let starts = script.told().starts;
    script.tell(own(position(&KNIGHT_MATES.replace("[]", "[N]"))));
    script.tell(Input::Go(by_clock()));
    assert_eq!(script.told().starts, starts + 1);
    let outputs = script.finds("N@f7", mate_in(1));
    assert_eq!(moves(&outputs), ["N@f7"]);
    assert_eq!(said(&outputs), [M::Mate], "the wish is fulfilled");
}

#[test]
fn a_seat_waits_for_a_mating_piece_that_its_partner_threatens_and_anew_when_it_can_be_taken() {
    let waits = || {
        let mut script = Script::asked(KNIGHT_MATES, 10_000);
        script.tell(other(position(&KNIGHT_HANGS.replace(" b ", " w "))));
        let outputs = script.finds("g1h1", 0);
        assert!(moves(&outputs).is_empty());
        assert_eq!(said(&outputs), [KNIGHT_MATES_HERE, M::Sitting]);
        script
    };
    let mut script = waits();
    let saved = script.tell(other(position("4k3/8/8/8/8/2N5/3r4/4K3[] b - - 1 10")));
    assert_eq!(moves(&saved), ["g1h1"], "the diagonal has saved it");
    let mut script = waits();
    assert_eq!(moves(&script.wait(250)), ["g1h1"], "the diagonal takes its time");
    let mut script = waits();
    assert!(moves(&script.wait(200)).is_empty());
    let hangs = script.tell(other(position("4k3/8/8/8/8/8/3r4/3N1K2[] b - - 1 10")));
    assert!(moves(&hangs).is_empty());
    assert!(moves(&script.wait(200)).is_empty());
    assert_eq!(moves(&script.wait(50)), ["g1h1"], "a fortieth of the clock for the partner, too");
}

#[test]
fn bug_a_partner_that_had_declined_a_capture_was_waited_for_to_the_end_of_the_wait() {
    let (mut script, _) = waits_for_a_knight();
    assert!(moves(&script.wait(100)).is_empty());
    // The knight can still be taken, but the partner has played another move.
    let outputs = script.tell(other(position("8/4k3/8/8/8/8/3r4/3NK3[] w - - 1 11")));
    assert_eq!(moves(&outputs), ["g1h1"]);
    assert_eq!(said(&outputs), [M::Alive, M::Enough(PieceType::Knight)]);
}

#[test]
fn no_seat_waits_for_a_piece_that_does_not_mate_or_cannot_be_taken() {
    let guarded = "3rk3/8/8/8/8/8/3P4/3NK3[] w - - 0 10";
    for other_board in [&KNIGHT_HANGS.replace('N', "B"), guarded, START] {
        let mut script = Script::asked(KNIGHT_MATES, 10_000);
        script.tell(other(position(other_board)));
        assert_eq!(moves(&script.finds("g1h1", 0)), ["g1h1"], "{other_board}");
    }
}

#[test]
fn bug_a_dead_seat_sat_on_while_its_capture_would_have_mated_on_the_other_board() {
    let mut script = Script::asked(PLAIN, 10_000);
    let outputs = script.finds("c5c8", mated_in(4));
    assert!(moves(&outputs).is_empty() && said(&outputs) == [M::Dead]);
    // Black, the partner, mates there with a knight; without it, it does not.
    script.tell(other(position(&KNIGHT_MATES_THERE.replace(" b ", " w "))));
    assert!(script.job().limits.infinite, "the partner is not on turn");
    script.tell(other(position(KNIGHT_MATES_THERE)));
    let taking = position(PLAIN).find_move("c5a5").expect("a legal move");
    assert_eq!(script.job().limits.search_moves, [taking]);
    assert_eq!(moves(&script.finds("c5a5", mated_in(4))), ["c5a5"]);
}

#[test]
fn bug_a_plan_on_two_boards_that_failed_after_a_long_sit_left_one_millisecond() {
    let mut script = Script::asked(PLAIN, 10_000);
    assert!(moves(&script.finds("c5c8", mated_in(2))).is_empty(), "it sits");
    script.wait(5_000);
    script.tell(other(position(KNIGHT_MATES_THERE)));
    assert_eq!(script.job().limits.search_moves.len(), 1);
    // The partner has moved before our capture: all moves are searched, in the time of a turn.
    script.tell(other(position("6k1/6pp/5p2/8/8/8/6PP/6RK[] w - - 0 11")));
    assert!(script.job().limits.search_moves.is_empty());
    assert!(script.limit().soft_ms > 1, "{:?}", script.limit());
}

#[test]
fn bug_a_seat_that_was_lost_as_long_as_nothing_could_come_sat_on_when_a_piece_could() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.clocks([10_000, 10_000, 10_000, 20_000]);
    // The diagonal has more time than we have: a hang is as good as a mate while the partner can take nothing.
    let nothing = "4k3/8/8/8/8/8/3r4/4K1N1[] b - - 0 10";
    script.tell(other(position(nothing)));
    script.tell(Input::Go(by_clock()));
    assert!(moves(&script.finds("c5c8", mated_in(2))).is_empty());
    script.tell(other(position(&nothing.replace(" b ", " w "))));
    assert!(script.job().limits.infinite, "it sits on");
    script.tell(other(position(KNIGHT_HANGS)));
    assert!(!script.job().limits.infinite && !script.job().continues, "it thinks anew");
    let outputs = script.finds("c5c8", 10);
    assert_eq!((moves(&outputs), said(&outputs)), (vec!["c5c8".to_owned()], vec![M::Alive]));
}

#[test]
fn bug_a_seat_sat_as_lost_although_a_piece_could_come_since_its_search_began() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.clocks([10_000, 10_000, 10_000, 20_000]);
    script.tell(other(position("4k3/8/8/8/8/8/3r4/4K1N1[] b - - 0 10")));
    script.tell(Input::Go(by_clock()));
    script.tell(other(position(KNIGHT_HANGS)));
    let starts = script.told().starts;
    assert!(script.finds("c5c8", mated_in(2)).is_empty());
    assert!(script.told().starts == starts + 1 && !script.job().limits.infinite, "it thinks anew");
    assert_eq!(said(&script.finds("c5c8", mated_in(2))), [M::Dead], "it is lost all the same");
    assert!(script.job().limits.infinite);
}

#[test]
fn bug_a_seat_whose_moves_would_have_mated_its_partner_sat_on_when_the_diagonal_had_moved() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.tell(other(position(KNIGHT_MATES)));
    script.tell(Input::Go(by_clock()));
    assert!(script.job().prices.mating[Color::White].has(PieceType::Knight));
    assert!(moves(&script.finds("c5c8", mated_in(4))).is_empty());
    assert!(script.job().limits.infinite, "it sits");
    script.tell(other(position("6rk/6pp/8/8/8/8/5PPP/7K[] b - - 1 10")));
    assert!(!script.job().limits.infinite, "it thinks anew");
    assert_eq!(moves(&script.finds("c5c8", 10)), ["c5c8"]);
}

#[test]
fn a_short_wait_is_prolonged_by_a_reason_that_lasts() {
    let (mut script, _) = waits_for_a_knight();
    script.hear(SIT);
    assert!(moves(&script.wait(1_000)).is_empty());
    assert!(moves(&script.hear(M::Go(None))).is_empty(), "it waits for the knight again");
    assert_eq!(moves(&script.wait(250)), ["g1h1"]);
}

/// A seat that begins its turn with a capture that lets its partner mate.
fn hands_over_a_knight() -> Script {
    let mut script = Script::new(PLAIN, habits(false));
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks([10_000; 4]);
    script.tell(other(position(KNIGHT_MATES_THERE)));
    script.tell(Input::Go(by_clock()));
    assert_eq!(script.job().limits.search_moves.len(), 1);
    script
}

#[test]
fn a_capture_that_lets_the_partner_mate_is_made_at_once_unless_the_partner_moves_before() {
    let mut script = hands_over_a_knight();
    assert_eq!(moves(&script.finds("c5a5", 100)), ["c5a5"]);
    let mut script = hands_over_a_knight();
    script.tell(other(position("6k1/6pp/5p2/8/8/8/6PP/6RK[] w - - 0 11")));
    assert!(script.job().limits.search_moves.is_empty(), "all moves are searched");
}

#[test]
fn bug_a_plan_on_two_boards_left_a_weaker_player_without_a_move() {
    let mut script = hands_over_a_knight();
    script.finds("c5a5", 100);
    let skill = Skill { level: Level::new(5), ..Skill::default() };
    script.tell(Input::Habits(Habits { skill, ..habits(false) }));
    script.tell(own(position("6k1/5pp1/7p/R3b3/8/8/5PPP/6K1[] w - - 0 11")));
    script.tell(Input::Go(by_clock()));
    assert!(script.job().limits.search_moves.is_empty());
}

#[test]
fn bug_a_seat_of_the_page_stopped_waiting_for_a_piece_when_the_capture_was_shown() {
    let mut script = Script::following(KNIGHT_MATES, 10_000);
    script.tell(other(position(KNIGHT_HANGS)));
    script.tell(Input::Resume);
    assert!(moves(&script.finds("g1h1", 0)).is_empty());
    // As the table tells it: the piece together with the board where it was taken.
    let knight = ByColor([[PieceType::Knight].into_iter().collect(), Hand::EMPTY]);
    let outputs = script.tell(Input::Hands(knight, Some(position("4k3/8/8/8/8/8/8/3rK3[] w - - 0 11"))));
    assert!(moves(&outputs).is_empty() && script.job().limits.search_moves.is_empty(), "a new search");
    assert_eq!(moves(&script.finds("N@f7", mate_in(1))), ["N@f7"]);
}

#[test]
fn a_player_that_ignores_its_partner_does_not_listen() {
    let manners = Manners { mode: Mode::Ignore, ..Manners::default() };
    let mut script = Script::new(PLAIN, Habits { manners, ..habits(false) });
    script.tell(Input::Play(Some(Color::White), None));
    script.tell(Input::Go(by_clock()));
    assert!(script.hear(NEED_KNIGHT).is_empty());
    assert_eq!(script.told().price_changes, 0);
}

#[test]
fn a_wish_reaches_the_running_search_and_starts_nothing_over() {
    let mut script = Script::asked(PLAIN, 60_000);
    let usual = knight(&script);
    script.hear(NEED_KNIGHT);
    assert!(knight(&script) > usual);
    script.hear(M::Enough(PieceType::Knight));
    assert_eq!(knight(&script), usual);
    assert_eq!(script.told().starts, 1);
}

#[test]
fn a_former_partners_ban_has_no_price_in_mid_game_and_in_the_next_game() {
    let knight = PieceType::Knight.index();
    let price = |script: &Script| script.job().prices.transfer[Color::White][knight];
    let mut script = Script::following(PLAIN, 60_000);
    script.tell(Input::Resume);
    let usual = price(&script);
    let ban = |script: &mut Script| {
        script.hear(M::Avoid { piece: PieceType::Knight, urgency: Urgency::High });
        assert!(price(script) > usual);
    };
    ban(&mut script);
    script.tell(Input::NewPartner);
    assert_eq!(price(&script), usual);
    ban(&mut script);
    script.tell(Input::NewGame(position(PLAIN)));
    // Between the games it goes on.
    script.hear(M::Avoid { piece: PieceType::Knight, urgency: Urgency::High });
    script.tell(Input::NewPartner);
    script.tell(Input::Play(Some(Color::White), Some(by_clock())));
    script.clocks([60_000; 4]);
    script.tell(Input::Resume);
    assert_eq!(price(&script), usual);
}

#[test]
fn bug_an_exact_time_with_one_line_was_cut_as_a_plan_by_the_clock_is() {
    for (timing, exact) in [(Timing::Exactly(1_000), true), (by_clock().timing, false)] {
        let mut script = Script::new(PLAIN, habits(false));
        script.tell(Input::Play(Some(Color::White), None));
        script.clocks([60_000; 4]);
        let mut ask = by_clock();
        ask.timing = timing;
        script.tell(Input::Go(ask));
        assert_eq!(script.job().limits.patience == Patience::NONE, exact, "{timing:?}");
    }
}

#[test]
fn haste_holds_until_the_turn_ends_whatever_the_gui_shows_meanwhile() {
    let mut script = Script::asked(PLAIN, 60_000);
    let usual = script.limit();
    script.hear(M::Go(None));
    let hasty = script.limit();
    assert!(hasty.soft_ms < usual.soft_ms);
    // A position of the other board with the same clocks does not restore the full deadline.
    script.clocks([60_000; 4]);
    script.tell(other(position(TAKEN)));
    assert_eq!(script.limit(), hasty);
    script.finds("c5a5", 0);
    script.tell(Input::Go(by_clock()));
    assert_eq!(script.limit(), usual, "the next turn has its own time");
}

#[test]
fn time_counts_from_when_the_clock_was_told() {
    let mut script = Script::asked(PLAIN, 60_000);
    let usual = script.limit();
    script.now = 100;
    // The clock is sent again in the middle of the turn: the rest of the same budget.
    script.clocks([59_900, 60_000, 60_000, 60_000]);
    assert_eq!(script.limit().soft_ms, usual.soft_ms - 100);
}

#[test]
fn a_seat_that_is_asked_to_sit_waits_until_it_is_told_to_go() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.hear(SIT);
    let outputs = script.finds("c5a5", 30);
    assert!(moves(&outputs).is_empty());
    assert_eq!(said(&outputs), [M::Sitting]);
    assert!(script.player.turn().and_then(Turn::sitting).is_some() && script.job().limits.infinite);
    let outputs = script.hear(M::Go(None));
    assert_eq!(moves(&outputs), ["c5a5"]);
    assert_eq!(said(&outputs), [M::Alive]);
}

#[test]
fn bug_a_move_found_during_a_sit_was_forgotten() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.hear(SIT);
    assert!(moves(&script.finds("c5a5", 30)).is_empty());
    assert!(script.told().purpose == Some(Purpose::Sit));
    assert!(moves(&script.finds("g1h1", 40)).is_empty(), "it sits on");
    assert_eq!(moves(&script.hear(M::Go(None))), ["g1h1"]);
}

#[test]
fn bug_a_seat_sat_on_for_a_partner_that_was_lost_meanwhile() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.hear(SIT);
    assert!(moves(&script.finds("c5a5", 30)).is_empty());
    assert_eq!(moves(&script.hear(M::Dead)), ["c5a5"], "its clock runs down");
    // A later request counts.
    script.tell(Input::Go(by_clock()));
    script.hear(SIT);
    assert!(moves(&script.finds("c5a5", 30)).is_empty());
}

#[test]
fn a_sit_ends_at_its_clock_and_says_when_to_wake() {
    let mut script = Script::asked(PLAIN, 4_010);
    script.hear(SIT);
    script.finds("c5a5", 30);
    // The larger of 600 ms and an eighth of the clock is kept.
    let due = end_of_sit(&mut script);
    assert_eq!(due, 4_010 - 600);
    assert!(moves(&script.wait(due - 1 - script.now)).is_empty());
    assert_eq!(moves(&script.wait(1)), ["c5a5"]);
}

/// The end of a sit, in ms, when nothing else is due before it: until then the player says again that it sits.
fn end_of_sit(script: &mut Script) -> u64 {
    loop {
        let until_clock_ms = script.player.turn().and_then(Turn::sitting).expect("a sit").until_clock_ms;
        let clock_ms = script.player.clock(RelativeSeat::Own, script.now).expect("a clock");
        let due = script.player.due(script.now).expect("an end");
        if due == script.now + clock_ms - until_clock_ms {
            return due;
        }
        let outputs = script.wait(due - script.now);
        assert!(moves(&outputs).is_empty());
        assert_eq!(said(&outputs), [M::Sitting], "the partner would forget it");
    }
}

#[test]
fn bug_a_partner_forgot_that_a_seat_sat() {
    let mut script = Script::asked(PLAIN, 4_010);
    script.hear(SIT);
    script.finds("c5a5", 30);
    // The partner keeps it for a third of the time control.
    assert!(script.player.due(script.now).is_some_and(|due| due < 4_010 / 3));
    assert!(said(&script.wait(900)).is_empty(), "no sooner than it has to");
    assert_eq!(said(&script.wait(400)), [M::Sitting]);
    assert!(said(&script.wait(1)).is_empty());
    assert_eq!(said(&script.hear(M::Go(None))), [M::Alive]);
    assert!(said(&script.wait(2_000)).is_empty(), "it sits no more");
}

#[test]
fn cecp_1_a_sit_leaves_two_seconds_where_the_server_shows_whole_ones() {
    let mut script = Script::asked(PLAIN, 10_000);
    // The server rounds: nine and a half seconds may be left.
    let outputs = script.finds("g1h1", mated_in(1));
    assert_eq!(said(&outputs), [M::Dead]);
    assert_eq!(script.player.due(script.now), Some(10_000 - 2_000));
    assert_eq!(moves(&script.wait(8_000)), ["g1h1"]);
    // With so little time it does not sit.
    let mut script = Script::asked(PLAIN, 2_000);
    assert_eq!(moves(&script.finds("g1h1", mated_in(1))), ["g1h1"]);
}

#[test]
fn ubi_2_a_sit_is_bounded_where_no_position_comes_while_a_go_is_open() {
    let mut script = Script::new(PLAIN, habits(false));
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks([10_010; 4]);
    script.tell(Input::Go(by_clock()));
    script.hear(SIT);
    script.finds("c5a5", 30);
    assert_eq!(end_of_sit(&mut script), 5_005, "half of the clock");
    assert_eq!(moves(&script.wait(5_005 - script.now)), ["c5a5"]);
    // A GUI that has once sent a position in the middle of a turn is expected to do so again.
    script.tell(Input::Go(by_clock()));
    script.tell(own(position(PLAIN)));
    script.finds("c5a5", 30);
    assert!(end_of_sit(&mut script) > 5_005 + 4_000, "down to the reserve");
}

#[test]
fn ubi_3_stall_means_avoid_captures_for_some_moves_and_is_no_sit() {
    let mut script = Script::asked(PLAIN, 60_000);
    let pawn = PieceType::Pawn.index();
    let price = |script: &Script| script.job().prices.transfer[Color::White][pawn];
    let usual = price(&script);
    script.hear(M::Stall(Some(1)));
    assert!(price(&script) > usual, "what they capture of ours costs more");
    assert_eq!(moves(&script.finds("g1h1", 0)), ["g1h1"], "nobody sits");
    script.tell(own(position("6k1/5pp1/7p/n1R1b3/8/8/5PPP/7K[] b - - 1 10")));
    script.tell(own(position("5k2/5pp1/7p/n1R1b3/8/8/5PPP/7K[] w - - 2 11")));
    script.tell(Input::Go(by_clock()));
    assert_eq!(price(&script), usual, "the move is made");
}

#[test]
fn a_player_mated_by_force_sits_and_says_so_until_a_defense_is_found() {
    let mut script = Script::asked(PLAIN, 10_000);
    let outputs = script.finds("g1h1", mated_in(2));
    assert!(moves(&outputs).is_empty());
    assert_eq!(said(&outputs), [M::Dead]);
    // The continued search finds a way out.
    let outputs = script.finds("c5c8", 10);
    assert_eq!((moves(&outputs), said(&outputs)), (vec!["c5c8".to_owned()], vec![M::Alive]));
}

#[test]
fn a_dead_player_that_moves_on_a_low_clock_stays_dead_until_a_defense_is_found() {
    let mut script = Script::following(PLAIN, 10_000);
    let replies = |script: &mut Script, mv: &str| {
        let reply = script.player.position().find_move(mv).expect("a legal reply");
        script.tell(Input::Moved(reply));
    };
    script.tell(Input::Resume);
    assert_eq!(said(&script.finds("g1h1", mated_in(2))), [M::Dead]);
    let outputs = script.wait(8_000);
    assert_eq!((moves(&outputs), said(&outputs)), (vec!["g1h1".to_owned()], vec![]), "two seconds are left");
    // The next turn is lost too, and no time is left to sit: nothing new to say.
    replies(&mut script, "g8h7");
    let outputs = script.finds("h1g1", mated_in(1));
    assert_eq!((moves(&outputs), said(&outputs)), (vec!["h1g1".to_owned()], vec![]));
    replies(&mut script, "h7g8");
    let outputs = script.finds("c5c8", 10);
    assert_eq!((moves(&outputs), said(&outputs)), (vec!["c5c8".to_owned()], vec![M::Alive]));
}

#[test]
fn a_player_mated_by_force_sits_to_the_last_moment() {
    let mut script = Script::asked(PLAIN, 4_010);
    // This GUI's clocks are not in whole seconds, and it sends positions while it waits for a move.
    script.tell(own(position(PLAIN)));
    script.finds("g1h1", mated_in(2));
    // It sits until two overheads are left: the flag costs no more than the mate.
    assert_eq!(script.player.due(script.now), Some(3_910));
    assert!(moves(&script.wait(3_909)).is_empty());
    assert_eq!(moves(&script.wait(1)), ["g1h1"]);
}

/// The first deadline of a search with these clocks: own, opponent's, partner's, diagonal's.
fn deadline(clocks: [u64; 4], said: Option<M>) -> u64 {
    deadline_of(habits(false), clocks, said)
}

fn deadline_of(habits: Habits, clocks: [u64; 4], said: Option<M>) -> u64 {
    let mut script = Script::new(PLAIN, habits);
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks(clocks);
    script.tell(other(position(START)));
    if let Some(message) = said {
        script.hear(message);
    }
    script.tell(Input::Go(by_clock()));
    script.limit().soft_ms
}

#[test]
fn r13_a_player_behind_the_diagonal_on_the_clock_hurries() {
    let even = deadline([10_000; 4], None);
    let ahead = |diagonal_ms| deadline([10_000, 10_000, 10_000, diagonal_ms], None);
    assert!(ahead(13_000) < even && even < ahead(9_500) && ahead(9_500) < ahead(8_800), "a lead is aimed at");
    assert_eq!(ahead(8_800), ahead(7_000), "and kept");
    assert_eq!(deadline([10_000, 3_000, 3_000, 10_000], None), even, "the other clocks are the partner's business");
}

#[test]
fn a_learner_hurries_when_behind_and_aims_at_no_lead() {
    let learner = Habits { skill: Skill { level: Level::new(6), seed: 1 }, ..habits(false) };
    let deadline = |clocks, said| deadline_of(learner, clocks, said);
    let even = deadline([10_000; 4], None);
    assert_eq!(deadline([10_000, 10_000, 10_000, 7_000], None), even, "no lead is kept in reserve");
    assert!(deadline([10_000, 10_000, 10_000, 13_000], None) < even, "but nobody wants to be behind");
    assert_eq!(deadline([10_000; 4], Some(M::Dead)), even);
    assert!(deadline([10_000, 10_000, 100, 10_000], Some(M::Dead)) < even, "the partner's clock is seen");
}

#[test]
fn a_dead_partners_clock_is_the_budget_and_no_haste_beyond_it() {
    let even = deadline([10_000; 4], None);
    assert_eq!(deadline([10_000, 5_000, 10_000, 10_000], Some(M::Dead)), even);
    assert!(deadline([10_000; 4], Some(M::Dead)) < even, "all that we take comes off the partner's lead");
    assert!(deadline([10_000, 10_000, 100, 10_000], Some(M::Dead)) < even);
}

#[test]
fn nobody_sits_who_was_told_how_long_to_think() {
    let mut script = Script::asked(PLAIN, 10_000);
    script.hear(SIT);
    script.tell(Input::Go(Box::new(Ask { timing: Timing::Exactly(100), ..*by_clock() })));
    assert_eq!(moves(&script.finds("g1h1", mated_in(2))), ["g1h1"]);
}

#[test]
fn a_capture_is_told_and_a_met_wish_is_over() {
    let mut script = Script::asked(PLAIN, 60_000);
    script.hear(NEED_KNIGHT);
    let knight = PieceType::Knight.index();
    let usual = usual_prices(PartnerKind::Speaking).transfer[Color::Black][knight];
    assert!(script.job().prices.transfer[Color::Black][knight] > usual);
    script.tell(own(position(TAKEN)));
    // After black's reply: the partner has the knight that it needed.
    script.tell(own(position("6k1/5pp1/7p/R3b3/8/8/5PPP/6K1[] w - - 0 11")));
    script.tell(Input::Go(by_clock()));
    assert_eq!(script.job().prices.transfer[Color::Black][knight], usual);
}

#[test]
fn r08_a_hanging_player_answers_at_once_where_positions_are_shown() {
    let mut script = Script::new(HANG, habits(false));
    script.tell(Input::Play(Some(Color::White), None));
    let outputs = script.tell(Input::Go(by_clock()));
    assert_eq!(outputs.last(), Some(&Output::NoMove(BoardStatus::Hang)));
    assert_eq!(said(&outputs)[0], M::Sitting);
    assert!(script.player.turn().is_none());
}

#[test]
fn r08_a_hanging_player_waits_for_a_piece_where_moves_are_told() {
    let mut script = Script::following(HANG, 60_000);
    let outputs = script.tell(Input::Resume);
    assert!(said(&outputs).contains(&M::Need { piece: PieceType::Knight, urgency: Urgency::High }));
    assert!(matches!(script.player.turn(), Some(Turn { phase: Phase::Hanging, .. })));
    script.gets(PieceType::Knight);
    assert!(script.player.is_deciding());
    assert_eq!(moves(&script.finds("n@e3", 0)), ["N@e3"]);
}

#[test]
fn r08_alone_a_hang_is_given_up() {
    let mut script = Script::following(HANG, 60_000);
    script.tell(Input::Partner(PartnerKind::Absent));
    assert_eq!(script.tell(Input::Resume), [Output::Resign]);
}

#[test]
fn bug_alone_a_stalemate_ended_the_turn_with_the_offer_of_a_draw() {
    let mut script = Script::following("8/8/8/8/8/6k1/5q2/7K[] w - - 0 10", 60_000);
    script.tell(Input::Partner(PartnerKind::Absent));
    assert_eq!(script.tell(Input::Resume), [Output::OfferDraw]);
    assert!(matches!(script.player.turn(), Some(Turn { phase: Phase::Hanging, .. })));
    assert!(script.player.change_rules(BoardRules::default(), 0).is_empty(), "offered once");
    script.tell(Input::Partner(PartnerKind::Silent));
    script.gets(PieceType::Knight);
    assert_eq!(moves(&script.finds("n@a1", 0)), ["N@a1"]);
}

#[test]
fn a_piece_that_arrives_in_mid_turn_goes_into_the_same_turn_with_the_time_of_a_whole_one() {
    let mut script = Script::following(PLAIN, 60_000);
    script.tell(Input::Resume);
    script.now = 100;
    script.gets(PieceType::Pawn);
    assert!(script.job().continues && script.job().position.hand(Color::White).has(PieceType::Pawn));
    let mut begins = Script::following(PLAIN, 60_000);
    begins.clocks([59_900, 60_000, 60_000, 60_000]);
    begins.tell(Input::Resume);
    assert_eq!(script.limit(), begins.limit());
}

#[test]
fn bug_a_piece_that_arrived_after_a_long_sit_had_one_millisecond() {
    let mut script = Script::following(PLAIN, 60_000);
    script.clocks([60_000, 60_000, 60_000, 30_000]);
    script.tell(Input::Resume);
    let whole = script.limit().soft_ms;
    script.hear(SIT);
    assert!(moves(&script.finds("c5a5", 30)).is_empty(), "it sits");
    script.wait(10_000);
    script.gets(PieceType::Pawn);
    assert!(script.limit().soft_ms > whole / 2, "{} of {whole}", script.limit().soft_ms);
}

#[test]
fn a_time_for_the_move_alone_includes_an_arrival() {
    let mut script = Script::following(PLAIN, 60_000);
    let timing = Timing::Exactly(1_000);
    script.tell(Input::Play(Some(Color::White), Some(Box::new(Ask { timing, ..*by_clock() }))));
    script.tell(Input::Resume);
    script.now = 300;
    script.gets(PieceType::Pawn);
    assert_eq!(script.limit(), TimeLimit::exactly(700));
}

#[test]
fn our_move_stands_at_once_where_moves_are_told_and_the_clock_is_kept() {
    let mut script = Script::following(PLAIN, 60_000);
    script.tell(Input::Resume);
    script.now = 2_000;
    assert_eq!(moves(&script.finds("c5a5", 0)), ["c5a5"]);
    assert_eq!(script.player.position().key(), position(TAKEN).key());
    assert_eq!(script.player.clock(RelativeSeat::Own, 9_000), Some(58_000), "it stands while the opponent thinks");
    assert_eq!(script.player.clock(RelativeSeat::Opponent, 9_000), Some(53_000));
    // The reply begins our next turn.
    script.now = 10_000;
    let reply = script.player.position().find_move("e5d4").expect("a move");
    script.tell(Input::Moved(reply));
    assert!(script.player.is_deciding());
    assert_eq!(script.player.clock(RelativeSeat::Own, 10_500), Some(57_500));
}

#[test]
fn the_expected_reply_makes_a_turn_of_pondering_and_another_one_ends_it() {
    let play = |reply: &str| {
        let mut script = Script::pondering();
        script.now = 3_000;
        let mv = script.player.position().find_move(reply).expect("a move");
        script.tell(Input::Moved(mv));
        assert!(script.player.is_deciding() && script.player.turn().is_some_and(|turn| turn.started_ms == 3_000));
        (script.told().ponderhits, script.told().starts)
    };
    assert_eq!(play("e5d4"), (1, 2));
    assert_eq!(play("e5c7"), (0, 3));
}

#[test]
fn bug_a_move_that_crossed_with_our_own_was_made_though_illegal() {
    let mut script = Script::following(PLAIN, 60_000);
    script.tell(Input::Resume);
    let [best, crossing] = ["c5a5", "g1h1"].map(|text| position(PLAIN).find_move(text));
    // Our move is found, but not made yet.
    script.search.0.borrow_mut().found = Some(Finished { best, depth: 9, ..Finished::default() });
    let outputs = script.tell(Input::Moved(crossing.expect("a move")));
    assert_eq!((moves(&outputs), script.player.position().key()), (vec!["c5a5".to_owned()], position(TAKEN).key()));
}

#[test]
fn bug_limits_set_while_pondering_did_not_count_after_the_hit() {
    let play = |change: fn(&mut Ask)| {
        let mut script = Script::pondering();
        let mut ask = by_clock();
        change(&mut ask);
        script.tell(Input::Play(Some(Color::White), Some(ask)));
        let reply = script.player.position().find_move("e5d4").expect("a move");
        script.tell(Input::Moved(reply));
        assert!(script.player.is_deciding());
        let ponderhits = script.told().ponderhits;
        (ponderhits, script.job().limits, script.limit())
    };
    let (ponderhits, _, time) = play(|ask| ask.timing = Timing::Exactly(1_000));
    assert_eq!((ponderhits, time), (1, TimeLimit::exactly(1_000)));
    // A search with another depth or number of lines begins anew.
    let (ponderhits, limits, _) = play(|ask| ask.limits.depth = Some(3));
    assert_eq!((ponderhits, limits.depth), (0, Some(3)));
    let (ponderhits, limits, _) = play(|ask| ask.limits.multipv = 2);
    assert_eq!((ponderhits, limits.multipv), (0, 2));
}

#[test]
fn bug_a_turn_that_began_with_a_ponder_hit_had_no_plan_of_a_mate_on_both_boards() {
    let board = KNIGHT_MATES.replace("6rk/6pp", "6rk/p5pp");
    let mut script = Script::following(&board, 10_000);
    script.tell(Input::Habits(Habits { ponders: true, ..habits(true) }));
    script.tell(Input::Resume);
    let mut next = position(&board);
    let best = next.find_move("h2h3").expect("a move");
    next.make_move(best);
    let reply = next.find_move("a7a6").expect("a move");
    let found = Finished { best: Some(best), ponder: Some(reply), depth: 9, ..Finished::default() };
    script.search.0.borrow_mut().found = Some(found);
    script.tell(Input::Wake);
    script.tell(other(position(KNIGHT_HANGS)));
    script.tell(Input::Moved(reply));
    assert_eq!(script.told().ponderhits, 1);
    let outputs = script.finds("g1h1", 0);
    assert!(moves(&outputs).is_empty());
    assert_eq!(said(&outputs), [KNIGHT_MATES_HERE, M::Sitting]);
}

#[test]
fn bug_the_time_before_a_ponderhit_of_uci_counted_for_the_move() {
    let limit = |timing: Timing, ponder: bool| {
        let mut script = Script::new(PLAIN, habits(false));
        script.tell(Input::Play(Some(Color::White), None));
        script.tell(Input::Clock(RelativeSeat::Own, Some(60_000)));
        let limits = Limits { ponder, ..Limits::default() };
        script.tell(Input::Go(Box::new(Ask { limits, timing, answers: true })));
        if ponder {
            assert_eq!(script.told().time, None, "no deadline while it ponders");
            script.now = 30_000;
            script.tell(Input::PonderHit);
            assert_eq!(script.player.clock(RelativeSeat::Own, 30_000), Some(60_000));
            // A hit without pondering changes nothing.
            script.now = 30_100;
            script.tell(Input::PonderHit);
            assert_eq!(script.told().ponderhits, 1);
            assert!(script.player.turn().is_some_and(|turn| turn.started_ms == 30_000));
        }
        script.limit()
    };
    for timing in [Timing::Exactly(1_000), by_clock().timing] {
        assert_eq!(limit(timing, true), limit(timing, false));
    }
}

#[test]
fn bug_a_sit_for_a_mating_partner_went_on_after_its_word_had_expired() {
    let mut script = Script::asked(PLAIN, 600_000);
    script.tell(Input::Clock(RelativeSeat::Diagonal, Some(300_000)));
    script.hear(M::Mate);
    assert!(moves(&script.finds("c5a5", 0)).is_empty(), "the diagonal has less time");
    let due = script.player.due(0).expect("the word expires");
    assert!(due < 300_000, "{due}");
    assert!(moves(&script.wait(due - 1)).is_empty());
    assert_eq!(moves(&script.wait(1)), ["c5a5"]);
}

/// The price of a black knight in the search.
fn knight(script: &Script) -> i32 {
    script.job().prices.transfer[Color::Black][PieceType::Knight.index()]
}

/// A player that ponders and has heard that its partner needs a knight; also the price of one before.
fn pondering_with_a_wish() -> (Script, i32) {
    let mut script = Script::pondering();
    let usual = knight(&script);
    script.hear(NEED_KNIGHT);
    (script, usual)
}

#[test]
fn bug_a_wish_heard_while_pondering_never_reached_the_search() {
    let (mut script, usual) = pondering_with_a_wish();
    assert!(knight(&script) > usual, "while it ponders");
    let reply = script.player.position().find_move("e5d4").expect("a move");
    script.tell(Input::Moved(reply));
    assert_eq!((script.told().ponderhits, script.told().starts), (1, 2), "the search goes on");
    assert!(knight(&script) > usual);
}

#[test]
fn bug_a_wish_that_expired_while_pondering_counted_in_the_turn() {
    let (mut script, usual) = pondering_with_a_wish();
    script.wait(59_000);
    let reply = script.player.position().find_move("e5d4").expect("a move");
    script.tell(Input::Moved(reply));
    assert_eq!((script.told().ponderhits, script.told().starts), (1, 2), "the search goes on");
    assert_eq!(knight(&script), usual);
}

#[test]
fn a_mating_move_ends_the_game_and_says_nothing_more() {
    let mut script = Script::following("6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 10", 60_000);
    script.tell(Input::Resume);
    let outputs = script.finds("n@f7", mate_in(1));
    assert_eq!(moves(&outputs), ["N@f7"]);
    assert_eq!(outputs.last(), Some(&Output::NoMove(BoardStatus::Mate)));
}

#[test]
fn bug_a_wish_found_after_the_end_of_the_game_was_sent() {
    let mut script = Script::following(PLAIN, 60_000);
    let mut needs = Findings::default();
    needs.needs[PieceType::Knight.index()] = Some(Urgency::Mates);
    script.tell(Input::Cancel);
    script.tell(Input::Play(None, None));
    assert!(script.probed(ProbeResult::Wishes(needs.clone())).is_empty());
    script.tell(Input::Play(Some(Color::White), Some(by_clock())));
    let wish = M::Need { piece: PieceType::Knight, urgency: Urgency::Mates };
    assert_eq!(said(&script.probed(ProbeResult::Wishes(needs))), [wish]);
}

#[test]
fn bug_a_mate_was_announced_again_after_the_end_of_the_game() {
    let said_at = |now: u64, ended: bool| {
        let mut script = Script::following(PLAIN, 180_000);
        script.tell(Input::Resume);
        assert!(said(&script.finds("c5a5", mate_in(3))).contains(&M::Mate));
        if ended {
            script.tell(Input::Cancel);
            script.tell(Input::Play(None, None));
        }
        said(&script.wait(now))
    };
    // The partner would forget it a minute later.
    assert!(said_at(59_000, false).contains(&M::Mate), "the opponent does not move");
    assert_eq!(said_at(59_000, true), []);
    assert_eq!(said_at(180_000, false), [], "the opponent's flag has fallen");
}

#[test]
fn where_nodes_are_the_clock_nothing_depends_on_when_things_are_heard() {
    let manners = Manners { nodes_per_ms: NonZeroU64::new(100), ..Manners::default() };
    let mut script = Script::new(PLAIN, Habits { manners, ..habits(false) });
    script.tell(Input::Play(Some(Color::White), None));
    script.clocks([60_000; 4]);
    script.tell(Input::Go(by_clock()));
    let limit = script.limit();
    script.now = 5_000;
    script.hear(NEED_KNIGHT);
    script.hear(SIT);
    assert_eq!((script.limit(), script.told().price_changes), (limit, 0));
    assert_eq!(moves(&script.finds("c5a5", 0)), ["c5a5"], "nobody sits");
}

#[test]
fn a_told_move_is_played_only_where_that_is_wanted() {
    let hint = || M::Hint("Kh1".to_owned());
    let mut script = Script::asked(PLAIN, 60_000);
    assert!(moves(&script.hear(hint())).is_empty());
    let manners = Manners { accept_hints: true, ..Manners::default() };
    script.tell(Input::Habits(Habits { manners, ..habits(false) }));
    assert_eq!(moves(&script.hear(hint())), ["g1h1"]);
}

#[test]
fn a_stop_has_no_answer_and_a_wish_for_a_move_has_one() {
    let mut script = Script::asked(PLAIN, 60_000);
    assert!(script.tell(Input::Cancel).is_empty() && script.player.turn().is_none());
    script.tell(Input::Go(by_clock()));
    script.hear(SIT);
    script.finds("c5a5", 0);
    assert_eq!(moves(&script.tell(Input::MoveNow)), ["c5a5"], "sat upon or not");
}

#[test]
fn an_analysis_goes_on_with_every_board_and_never_moves() {
    let mut script = Script::following(PLAIN, 60_000);
    let limits = Limits { infinite: true, ..Limits::default() };
    let ask = Ask { limits, timing: Timing::Untimed, answers: false };
    script.tell(Input::Play(None, Some(Box::new(ask))));
    script.tell(Input::Resume);
    let mv = script.player.position().find_move("c5a5").expect("a move");
    script.tell(Input::Moved(mv));
    assert_eq!(script.told().starts, 2);
    script.tell(Input::TakeBack(1));
    assert_eq!((script.told().starts, script.player.position().key()), (3, position(PLAIN).key()));
    assert!(!script.player.is_deciding());
}

#[test]
fn bug_an_analysis_of_a_hanging_player_stayed_silent_when_a_piece_arrived() {
    let mut script = Script::following(HANG, 60_000);
    let ask = Ask { timing: Timing::Untimed, answers: false, ..*by_clock() };
    script.tell(Input::Play(None, Some(Box::new(ask))));
    script.tell(Input::Resume);
    assert_eq!(script.told().starts, 0, "no move is legal");
    script.gets(PieceType::Knight);
    assert_eq!((script.told().starts, script.told().purpose), (1, Some(Purpose::Analysis)));
}

/// Usual worth of pieces, but for knights: `gain` if the partner gets one, `cost` if the diagonal does, in cp.
fn worth_of_knights(gain: Score, cost: Score) -> Worth {
    let usual = Prices::static_table();
    let mut worth = Worth { gain: usual, cost: usual, ..Worth::default() };
    worth.gain[PieceType::Knight.index()] = gain;
    worth.cost[PieceType::Knight.index()] = cost;
    worth
}

#[test]
fn prices_by_a_probe_of_the_other_board_reach_the_running_search() {
    let mut script = Script::asked(PLAIN, 60_000);
    let knight = |script: &Script, color: Color| script.job().prices.transfer[color][PieceType::Knight.index()];
    let usual = knight(&script, Color::Black);
    script.probed(ProbeResult::Worth(worth_of_knights(usual + 1_500, usual + 700)));
    assert_eq!((knight(&script, Color::Black), knight(&script, Color::White)), (usual + 1_500, usual + 700));
    // The partner requests the piece that the probe has found: it counts once, not twice.
    script.hear(M::Need { piece: PieceType::Knight, urgency: Urgency::Mates });
    assert_eq!(knight(&script, Color::Black), usual + 1_500);
    script.hear(M::Enough(PieceType::Knight));
    script.probed(ProbeResult::Worth(worth_of_knights(usual, usual)));
    assert_eq!((knight(&script, Color::Black), knight(&script, Color::White)), (usual, usual));
    assert_eq!(script.told().starts, 1);
}

#[test]
fn a_partner_that_is_seen_to_be_mated_needs_not_say_so() {
    let mut script = Script::asked(PLAIN, 60_000);
    let usual = script.limit();
    script.clocks([60_000, 60_000, 6_000, 60_000]);
    for state in [PartnerState::Dead, PartnerState::Sitting] {
        script.probed(ProbeResult::Worth(Worth::default()));
        assert_eq!(script.limit(), usual);
        script.probed(ProbeResult::Worth(Worth { state: Some(state), ..Worth::default() }));
        assert!(
            script.limit().hard_ms < usual.hard_ms,
            "its clock is the time that is left to win, or to give a piece"
        );
    }
    // A new position of the other board resets the partner's state.
    script.tell(other(position(TAKEN)));
    assert_eq!(script.limit(), usual);
    script.probed(ProbeResult::Worth(Worth { state: Some(PartnerState::Dead), ..Worth::default() }));
    // The partner's own message overrides the probe.
    script.hear(M::Mate);
    assert_eq!(script.limit(), usual);
}

#[test]
fn r3_a_piece_that_decides_is_waited_for_while_up_on_time() {
    let waits = |clock: u64, with: Score| {
        let mut script = Script::asked(PLAIN, 20_010);
        script.clocks([clock, 20_000, 20_000, 15_000]);
        let worth = Worth { arrivals: vec![Arrival { kind: PieceType::Knight, plies: 1 }], ..worth_of_knights(0, 0) };
        script.probed(ProbeResult::Worth(worth));
        script.probed(ProbeResult::WithArrival(PieceType::Knight, with));
        (moves(&script.finds("c5a5", 30)).is_empty(), script)
    };
    let (sits, mut script) = waits(20_000, mate_in(5));
    assert!(sits);
    // It sits for at most a tenth of the clock.
    assert_eq!(script.player.due(script.now), Some(2_000));
    // The other board moves on without an arrival.
    let outputs = script.tell(other(position(TAKEN)));
    assert_eq!(moves(&outputs), ["c5a5"]);
    assert!(!waits(20_000, 250).0, "it does not decide");
    assert!(!waits(14_000, mate_in(5)).0, "down on time");
    let (_, script) = waits(15_400, mate_in(5));
    assert_eq!(script.player.due(script.now), Some(200), "no more than the lead, less what moves cost");
}

#[test]
fn bug_a_piece_was_waited_for_that_had_been_on_its_way_before_a_move_on_the_other_board() {
    let mut script = Script::asked(PLAIN, 20_010);
    script.clocks([20_000, 20_000, 20_000, 15_000]);
    let worth = Worth { arrivals: vec![Arrival { kind: PieceType::Knight, plies: 1 }], ..worth_of_knights(0, 0) };
    script.probed(ProbeResult::Worth(worth));
    script.tell(other(position(TAKEN)));
    script.probed(ProbeResult::WithArrival(PieceType::Knight, mate_in(5)));
    assert_eq!(moves(&script.finds("c5a5", 30)), ["c5a5"]);
}

#[test]
fn r5_a_player_up_on_time_sits_rather_than_give_the_piece_that_mates_the_partner() {
    // Black's bishop attacks the rook's square: every capture there gives a rook.
    let board = "6k1/5pp1/7p/8/8/8/1b6/2R4K[] w - - 0 10";
    let plays = |clock: u64, mv: &str, mates: bool| {
        let mut script = Script::asked(board, 20_010);
        script.clocks([clock, 20_000, 20_000, 15_000]);
        let mut worth = worth_of_knights(0, 0);
        worth.mates_partner = mates.then_some(PieceType::Rook).into_iter().collect();
        script.probed(ProbeResult::Worth(worth));
        moves(&script.finds(mv, -500)).len()
    };
    assert_eq!(plays(20_000, "h1h2", true), 0);
    assert_eq!(plays(20_000, "c1d1", true), 1, "it gives nothing");
    assert_eq!(plays(20_000, "h1h2", false), 1, "a rook mates nobody");
    assert_eq!(plays(14_000, "h1h2", true), 1, "down on time");
}

#[test]
fn below_full_strength_a_move_is_made_when_a_person_would_make_it() {
    let asked = |manners: Manners| {
        let skill = Skill { level: Level::new(3), seed: 1 };
        let mut script = Script::new(PLAIN, Habits { manners, skill, ..habits(false) });
        script.tell(Input::Play(Some(Color::White), None));
        script.clocks([60_000; 4]);
        script.tell(Input::Go(by_clock()));
        assert!(script.job().limits.nodes.is_some() && script.job().blindness.percent > 0);
        script
    };
    let mut script = asked(Manners::default());
    assert!(moves(&script.finds("c5a5", 100)).is_empty());
    let due = script.player.due(script.now).expect("a time for the move");
    assert!((50..3_000).contains(&due), "{due}");
    assert!(moves(&script.wait(due - 1)).is_empty());
    assert_eq!(moves(&script.wait(1)), ["c5a5"]);

    let mut script = asked(Manners::default());
    script.finds("c5a5", 100);
    assert_eq!(moves(&script.tell(Input::MoveNow)), ["c5a5"], "who is told to move moves");
    let mut script = asked(Manners::default());
    script.finds("c5a5", 100);
    assert!(script.tell(Input::Cancel).is_empty() && script.player.turn().is_none());
    // Where clocks count nodes, time stands still.
    let mut script = asked(Manners { nodes_per_ms: NonZeroU64::new(8), ..Manners::default() });
    assert_eq!(moves(&script.finds("c5a5", 100)), ["c5a5"]);
}
