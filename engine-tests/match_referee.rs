//! Games between players that follow a script, with the referee's real clocks.

use super::match_stage::{card, live_game};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tandem::arena::control::TimeControl;
use tandem::arena::engines::{
    AskedTurn, EngineEvent, EngineOutput, EnginePlayer, GameStart, GameUpdate, Message, Process, SearchInfo,
};
use tandem::arena::measure::Measure;
use tandem::arena::referee::{PlayedGame, Referee};
use tandem::game::{BoardId, Forfeit, Reason, Seat, Seating, Team};
use tandem::types::Color;

pub const BLACK_A: Seat = Seat::new(BoardId::A, Color::Black);
pub const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
pub const START: &str = "startpos | startpos";
/// Black on turn hangs: any piece on the back rank would block.
pub const HANG: &str = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
/// White can take a knight.
pub const KNIGHT_TO_TAKE: &str = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";

/// Requests and messages that the players received, and their own lines: one log for all four.
#[derive(Default)]
pub struct Log {
    pub asked: Vec<(Seat, AskedTurn)>,
    pub heard: Vec<(Seat, String)>,
    /// Lines of the players that the referee has read.
    read: Vec<(Seat, String)>,
    stopped: u32,
}

/// A player that answers each request with the next lines of its script: `move TEXT`, `late TEXT` (an answer to a
/// search that was canceled), `say TEXT`, `nodes N`, or none. `pause N` stops the whole game for N ms; `over N LINE`
/// is a line from N ms after the player's clock shows zero. After the end of its script it is silent.
struct Scripted {
    seat: Seat,
    /// An idle process: all lines read come from the script.
    process: RefCell<Process>,
    script: Vec<&'static str>,
    events: SyncSender<EngineEvent>,
    log: Rc<RefCell<Log>>,
    ply: u32,
}

impl EnginePlayer for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn process(&self) -> &RefCell<Process> {
        &self.process
    }

    fn greet(&mut self) {}

    fn has_greeted(&self) -> bool {
        true
    }

    fn new_game(&mut self, _: &GameStart) {}

    fn is_ready(&self) -> bool {
        true
    }

    fn show(&mut self, update: &GameUpdate) {
        let Some(turn) = update.think else { return };
        self.log.borrow_mut().asked.push((self.seat, turn));
        self.ply = turn.ply;
        if !self.script.is_empty() {
            let process = self.process.borrow().id();
            let ms = |text: &str| Duration::from_millis(text.parse().expect("a number"));
            let zero = Instant::now() + Duration::from_millis(update.clocks[self.seat]);
            for line in self.script.remove(0).split("; ").filter(|line| !line.is_empty()) {
                if let Some(pause) = line.strip_prefix("pause ") {
                    std::thread::sleep(ms(pause));
                    continue;
                }
                let over = line.strip_prefix("over ").and_then(|rest| rest.split_once(' '));
                let (at, line) = over.map_or_else(|| (Instant::now(), line), |(over, line)| (zero + ms(over), line));
                self.events.send(EngineEvent::Line { process, at, text: Some(line.to_owned()) }).expect("room");
            }
        }
    }

    fn hear(&mut self, message: &Message) {
        self.log.borrow_mut().heard.push((self.seat, message.text.clone()));
    }

    fn stop(&mut self) {
        self.log.borrow_mut().stopped += 1;
    }

    fn read(&mut self, line: &str) -> Option<EngineOutput> {
        self.log.borrow_mut().read.push((self.seat, line.to_owned()));
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        let text = text.to_owned();
        Some(match word {
            "move" => EngineOutput::Move { ply: self.ply, current: true, text },
            "late" => EngineOutput::Move { ply: self.ply, current: false, text },
            "say" => EngineOutput::Message(Message::ubi(text)),
            "nodes" => EngineOutput::Thought(SearchInfo { nodes: text.parse().ok(), ..SearchInfo::default() }),
            _ => EngineOutput::Garbage(text),
        })
    }
}

/// A game from a pair of boards, with scripts in the order of [`Seat::ALL`].
fn play(boards: &str, rules: &str, base_ms: u64, scripts: [&[&'static str]; 4]) -> (PlayedGame, Rc<RefCell<Log>>) {
    play_by(Measure::Real, boards, rules, (base_ms, 20), scripts)
}

/// As [`play`], with clocks by `measure` and flags that fall `lag_ms` after zero.
pub fn play_by(
    measure: Measure,
    boards: &str,
    rules: &str,
    (base_ms, lag_ms): (u64, u64),
    scripts: [&[&'static str]; 4],
) -> (PlayedGame, Rc<RefCell<Log>>) {
    let control = TimeControl { base: Duration::from_millis(base_ms), increment: Duration::ZERO };
    let live = live_game(boards, rules, card(control), Duration::from_millis(lag_ms), Instant::now());
    let (sender, events) = sync_channel(1000);
    let log = Rc::new(RefCell::new(Log::default()));
    let mut players = Seat::ALL.map(|seat| -> Box<dyn EnginePlayer> {
        let (script, idle) = (scripts[seat.index()].to_vec(), ["cat".to_owned()]);
        let process = RefCell::new(Process::start(&idle, None, &sender).expect("an idle process"));
        Box::new(Scripted { seat, process, script, events: sender.clone(), log: Rc::clone(&log), ply: 0 })
    });
    let referee = Referee::new(live, &mut players, Seating::default(), &events, &mut [], Default::default());
    let rates = measure.rates(|seat| usize::from(seat.team() == Team::Two));
    (referee.play(rates).expect("no observers that fail"), log)
}

pub fn end(finished: &PlayedGame) -> (Option<Team>, Reason, Option<Seat>) {
    let outcome = finished.live.ending.as_ref().and_then(|ending| ending.outcome).expect("an outcome");
    (outcome.winner, outcome.reason, outcome.seat)
}

pub fn moves(finished: &PlayedGame) -> String {
    let plies = finished.live.record.plies.iter();
    plies.map(|ply| format!("{}.{}", ply.seat.letter(), ply.san)).collect::<Vec<_>>().join(" ")
}

#[test]
fn r08_a_hanging_player_waits_and_is_asked_again_when_a_piece_arrives() {
    let boards = format!("{HANG} | {KNIGHT_TO_TAKE}");
    let scripts: [&[&str]; 4] = [&["move a8f8"], &["move (none)", "move n@f8", "move a1a1"], &["move e4d5"], &[]];
    let (finished, log) = play(&boards, "international", 10_000, scripts);
    assert_eq!(moves(&finished), "B.exd5 a.N@f8 A.Rxf8+");
    let of_black: Vec<AskedTurn> =
        log.borrow().asked.iter().filter(|(seat, _)| *seat == BLACK_A).map(|&(_, turn)| turn).collect();
    assert_eq!(of_black[..2], [AskedTurn { ply: 0, new: true }, AskedTurn { ply: 0, new: false }]);
    assert_eq!(log.borrow().stopped, 4);
}

#[test]
fn r08_a_hanging_player_loses_on_time_in_the_end() {
    let boards = format!("{HANG} | {KNIGHT_TO_TAKE}");
    let (finished, _) = play(&boards, "international", 100, [&[], &["move (none)"], &["move e1e2"], &["move e8e7"]]);
    assert_eq!(end(&finished), (Some(Team::One), Reason::Hang, Some(BLACK_A)));
    assert_eq!(moves(&finished), "B.Ke2 b.Ke7");
    assert_eq!(finished.live.game.clocks()[BLACK_A], 0);
}

#[test]
fn r09_two_who_hang_have_lost() {
    let boards = format!("{HANG} | r5k1/8/8/8/8/8/5PPP/6K1[] b - - 0 1");
    let (finished, _) = play(&boards, "international", 1000, [&[], &[], &[], &["move a8a1"]]);
    assert_eq!(end(&finished), (Some(Team::One), Reason::BothHang, None));
    assert_eq!(finished.live.ending.expect("an end").note, "two and two both hang");
}

#[test]
fn r11_both_flags_at_once_are_a_draw_and_mate_ends_both_boards() {
    let (finished, _) = play(START, "international", 60, [&[]; 4]);
    assert_eq!(end(&finished), (None, Reason::Flag, None));

    let boards = "startpos | 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
    let (finished, _) = play(boards, "international", 1000, [&[], &[], &["move n@f7"], &[]]);
    assert_eq!(end(&finished), (Some(Team::Two), Reason::Mate, Some(Seat::new(BoardId::B, Color::Black))));
    assert_eq!(moves(&finished), "B.N@f7#");
}

#[test]
fn bug_the_flag_that_fell_first_did_not_count_when_another_seat_moved_within_the_grace() {
    // White on B has at least 10 ms more than white on A, and answers 2 ms after its own flag.
    let scripts: [&[&str]; 4] = [&[], &[], &["move e2e4", "over 22 move d2d4"], &["pause 10; move e7e5"]];
    let (finished, _) = play(START, "international", 10_000, scripts);
    assert_eq!(moves(&finished), "B.e4 b.e5");
    assert_eq!(end(&finished), (Some(Team::Two), Reason::Flag, Some(BLACK_A.opponent())));

    // The partner of black on A mates within its lag, but after the flag of black on A.
    let boards = "4k3/8/8/8/8/8/4P3/4K3[] b - - 0 1 | 6rk/p5pp/8/8/8/8/8/4K3[N] w - - 0 1";
    let scripts: [&[&str]; 4] = [&[], &[], &["move e1e2", "over 15 move n@f7"], &["pause 10; move a7a6"]];
    let (finished, _) = play(boards, "international", 10_000, scripts);
    assert_eq!(moves(&finished), "B.Ke2 b.a6");
    assert_eq!(end(&finished), (Some(Team::One), Reason::Flag, Some(BLACK_A)));
}

#[test]
fn bug_an_answer_behind_the_flag_stayed_owed() {
    let scripts: [&[&str]; 4] = [&["over 100 move e2e4"], &[], &[], &[]];
    let (finished, log) = play(START, "international", 10_000, scripts);
    assert_eq!((moves(&finished).as_str(), finished.live.ending.is_some()), ("", true));
    assert_eq!(log.borrow().read, [(BLACK_A.opponent(), "move e2e4".to_owned())]);
}

#[test]
fn a_move_within_the_lag_is_in_time() {
    let boards = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1 | startpos";
    let scripts: [&[&'static str]; 4] = [&["over 1000 move n@f7"], &[], &[], &[]];
    let (finished, _) = play_by(Measure::Real, boards, "international", (100, 2000), scripts);
    assert_eq!(end(&finished), (Some(Team::One), Reason::Mate, Some(BLACK_A)));
}

#[test]
fn a_late_answer_is_taken_if_it_fits_and_no_offense_if_not() {
    let (finished, _) = play(START, "international", 100, [&["late e2e5; late e2e4; late d2d4"], &[], &[], &[]]);
    assert_eq!(moves(&finished), "A.e4");
    assert_eq!(end(&finished), (Some(Team::One), Reason::Flag, Some(WHITE_B)));
    assert!(finished.failed == Some(WHITE_B), "it has not said a word");
}

#[test]
fn bug_a_move_in_capitals_was_illegal() {
    let boards = "4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1 | startpos";
    let scripts: [&[&str]; 4] = [&["move a7a8Q", "move N@E4"], &["move E8E7"], &[], &[]];
    let (finished, _) = play(boards, "international", 100, scripts);
    assert_eq!(moves(&finished), "A.a8=Q+ a.Ke7 A.N@e4");
}

#[test]
fn gamblers_promotion_is_completed_by_the_best_piece_for_the_team() {
    // White promotes on A; the piece is taken from white on B, its partner's opponent, for whom a queen is the greatest
    // loss.
    let boards = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/RN1QK3[] b - - 0 1";
    let (finished, _) = play(boards, "gambler", 60, [&["move a7a8n"], &[], &[], &[]]);
    assert_eq!(moves(&finished), "A.a8=Q^d1+");
    let held = finished.live.game.position(BoardId::B).hand(Color::White);
    assert_eq!(held.letters(), "p");
}

#[test]
fn bug_a_gamblers_promotion_to_a_kind_that_is_not_there_was_illegal() {
    // Engines for one board cannot know what stands on the other one.
    let b = "4k3/8/8/8/8/8/8/RN2K3[] b - - 0 1";
    let boards = format!("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | {b}");
    let (finished, _) = play(&boards, "gambler", 60, [&["move a7a8q"], &[], &[], &[]]);
    assert_eq!(moves(&finished), "A.a8=R^a1+");
    // Without any piece to take it stays illegal, and so does any other move.
    for (answer, b) in
        [("move a7a8q", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1"), ("move a7b8q", b), ("move e1e3q", b), ("move e1", b)]
    {
        let boards = format!("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | {b}");
        let (finished, _) = play(&boards, "gambler", 60, [&[answer], &[], &[], &[]]);
        assert_eq!(end(&finished).1, Reason::Forfeit(Forfeit::IllegalMove), "{answer}");
    }
}
