//! The search of the other games: their own, but for chess battle, which the bughouse engine plays on one board without
//! hands, with a network of its own.

use crate::board::{BoardRules, Position, fen};
use crate::eval::{Prices, evaluate_board};
use crate::protocol::options::captures_of;
use crate::search::{Bound, Features, Finished, Job, Observer, Report as EngineReport, Searcher, Shared, TimeLimit};
use crate::types::{self, score};
#[cfg(test)]
use crate::variants::color::Rng;
use crate::variants::moves::Move;
#[cfg(test)]
use crate::variants::play::Choices;
use crate::variants::play::{Name, Play};
use crate::variants::search::{Control, Found, Limits, MATE, MATE_BOUND, Report};
use crate::variants::table::Table;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

// Both count mates in plies from the same number, so a score of one is that of the other.
const _: () = assert!(score::MATE == MATE && score::MATE_BOUND == MATE_BOUND);

/// Interval at which a search of the engine follows the flags of its caller.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// Size of the table for a position that the engine cannot have, in MiB.
const SPARE_MIB: usize = 16;

/// What a search of one of the other games keeps from move to move.
pub enum Memory {
    /// The table of the games' own search.
    Own(Box<Table>),
    /// The bughouse engine, with its table.
    Engine(Box<Searcher>, Arc<Shared>),
}

impl Memory {
    /// The memory for a game: a table of this size, or `engine` with its table.
    pub fn new(name: Name, mib: usize, engine: impl FnOnce() -> Arc<Shared>) -> Self {
        match captures_of(name) {
            Some(_) => {
                let shared = engine();
                Self::Engine(Box::new(Searcher::new(Arc::clone(&shared))), shared)
            }
            None => Self::Own(Box::new(Table::new(mib))),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self {
            Self::Own(table) => table.clear(),
            Self::Engine(searcher, shared) => {
                searcher.new_game();
                shared.clear();
            }
        }
    }

    /// Searches the position; `report` is called after each iteration.
    pub fn search(&mut self, play: &Play, limits: Limits, control: &Control, report: Report) -> Found {
        match self {
            Self::Own(table) => play.search(table, limits, control.clone(), report),
            Self::Engine(searcher, _) => by_engine(searcher, play, &limits, control, report)
                .unwrap_or_else(|| play.search(&mut Table::new(SPARE_MIB), limits, control.clone(), report)),
        }
    }

    /// The value of the position for its side on turn without a search, in cp.
    pub fn evaluate(&self, play: &Play) -> i32 {
        let engine = || {
            let Self::Engine(_, shared) = self else { return None };
            let (position, _) = position_of(play)?;
            let network = shared.network();
            Some(network.map_or_else(|| evaluate_board(&position), |network| network.evaluate(&position)))
        };
        engine().unwrap_or_else(|| play.evaluate())
    }
}

/// A message of the engine's search.
enum Message {
    Line(EngineReport),
    End(Finished),
}

/// Passes the reports of a search on.
struct Forward(Sender<Message>);

impl Observer for Forward {
    fn report(&mut self, report: &EngineReport) {
        if report.bound == Bound::Exact {
            // Without a receiver nobody waits for the search any more.
            let _ = self.0.send(Message::Line(report.clone()));
        }
    }

    fn finished(&mut self, result: &Finished) {
        let _ = self.0.send(Message::End(result.clone()));
    }
}

/// Searches by the engine, and follows the flags of `control` meanwhile. `None` if the engine cannot have the position,
/// or no thread can be started.
fn by_engine(
    searcher: &mut Searcher,
    play: &Play,
    limits: &Limits,
    control: &Control,
    report: &mut dyn FnMut(&Found),
) -> Option<Found> {
    let (position, game_keys) = position_of(play)?;
    let mut untimed = control.untimed.load(Ordering::Relaxed);
    let limits_of_job = limits_of(limits, untimed, &position);
    let lines = limits.lines.max(1);
    // In chess mates by checks alone are too rare to look for them beside the search.
    let features = Features { mate_search: limits.mate.is_some(), ..Features::ALL };
    let job = Job { game_keys, features, ..Job::new(position, Prices::single_board(), limits_of_job) };
    let (sender, messages) = channel();
    let began = Instant::now();
    searcher.start(job, Box::new(Forward(sender))).ok()?;
    let mut found = Found::default();
    loop {
        match messages.recv_timeout(POLL_INTERVAL) {
            Ok(Message::Line(line)) => {
                let told = found_of(play, &line, lines);
                if line.multipv == 1 {
                    found.clone_from(&told);
                }
                report(&told);
            }
            Ok(Message::End(result)) => {
                complete(&mut found, play, &result);
                return Some(Found { nodes: result.nodes, time: began.elapsed(), ..found });
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Some(found),
        }
        if control.stop.load(Ordering::Relaxed) {
            searcher.stop();
        }
        if untimed && !control.untimed.load(Ordering::Relaxed) {
            untimed = false;
            searcher.ponderhit();
        }
    }
}

/// The engine's position, and the keys of those before it; `None` if it cannot have the position.
fn position_of(play: &Play) -> Option<(Position, Vec<u64>)> {
    let mut position = fen::parse(&play.start_fen(), BoardRules::chess()).ok()?;
    let mut keys = Vec::new();
    for mv in play.moves() {
        keys.push(position.key());
        position.make_move(position.find_move(&mv.to_string())?);
    }
    Some((position, keys))
}

/// The limits of the engine's search.
fn limits_of(limits: &Limits, untimed: bool, position: &Position) -> crate::search::Limits {
    let ms = |time: Duration| time.as_millis() as u64;
    let hard = limits.hard.or(limits.soft);
    crate::search::Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        time: hard.map(|hard| TimeLimit { soft_ms: ms(limits.soft.unwrap_or(hard)), hard_ms: ms(hard).max(1) }),
        patience: if limits.soft.is_some() { crate::player::time::patience() } else { crate::search::Patience::NONE },
        ponder: untimed,
        search_moves: limits.only.iter().filter_map(|mv| position.find_move(&mv.to_string())).collect(),
        multipv: limits.lines.max(1),
        ..crate::search::Limits::default()
    }
}

/// A line of the engine with the game's moves.
fn found_of(play: &Play, line: &EngineReport, lines: usize) -> Found {
    Found {
        line: moves_of(play, &line.pv),
        score: line.score,
        depth: line.depth,
        nodes: line.nodes,
        time: line.elapsed,
        place: if lines > 1 { line.multipv } else { 0 },
    }
}

/// Sets the move that the engine plays, where its last line begins with another one.
fn complete(found: &mut Found, play: &Play, result: &Finished) {
    let Some(best) = result.best else { return };
    let played = moves_of(play, &[Some(best), result.ponder].into_iter().flatten().collect::<Vec<_>>());
    if found.line.first() != played.first() {
        found.line = played;
        found.score = result.score;
    }
}

/// The engine's moves as the game's; fewer if one is not legal there.
fn moves_of(play: &Play, moves: &[types::Move]) -> Vec<Move> {
    let mut play = play.clone();
    let mut found = Vec::new();
    for mv in moves {
        let text = mv.to_text(false);
        let Some(mv) = play.find(&text) else { break };
        found.push(mv);
        if play.play(&text).is_err() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn battle(seed: u64) -> Play {
        Play::start(Name::Battle, &Choices { seed, ..Choices::default() }).expect("set-ups without a check")
    }

    fn searched(memory: &mut Memory, play: &Play, limits: Limits) -> (Found, Vec<Found>) {
        let mut lines = Vec::new();
        let found = memory.search(play, limits, &Control::default(), &mut |line| lines.push(line.clone()));
        (found, lines)
    }

    fn memory() -> Memory {
        Memory::new(Name::Battle, 1, || Shared::new(1, 1))
    }

    #[test]
    fn the_engine_has_every_position_of_a_battle_with_the_same_moves() {
        for seed in 0..40 {
            let (mut play, mut rng) = (battle(seed), Rng::new(seed));
            while play.ending().is_none() && play.moves().len() < 200 {
                let (position, keys) = position_of(&play).expect("a position that the engine can have");
                assert_eq!(keys.len(), play.moves().len());
                let names = |moves: &mut Vec<String>| {
                    moves.sort();
                    std::mem::take(moves)
                };
                let mut own: Vec<String> = play.legal_moves().iter().map(Move::to_string).collect();
                let mut engine: Vec<String> = position.legal_moves().iter().map(|mv| mv.to_text(false)).collect();
                assert_eq!(names(&mut own), names(&mut engine), "{}", play.fen());
                let moves = play.legal_moves();
                let mv = rng.pick(&moves).expect("the game goes on").to_string();
                play.play(&mv).expect("a legal move");
            }
        }
    }

    #[test]
    fn the_engine_answers_a_battle_with_legal_lines() {
        let (found, lines) = searched(&mut memory(), &battle(3), Limits { depth: Some(6), ..Limits::default() });
        assert_eq!((found.depth, found.place), (6, 0));
        for line in lines {
            let mut play = battle(3);
            assert!(!line.line.is_empty());
            line.line.iter().for_each(|mv| play.play(&mv.to_string()).expect("a legal move"));
        }
        let three = Limits { depth: Some(4), lines: 3, ..Limits::default() };
        let (_, lines) = searched(&mut memory(), &battle(3), three);
        let places: Vec<usize> = lines.iter().filter(|line| line.depth == 4).map(|line| line.place).collect();
        assert_eq!(places, [1, 2, 3]);
    }

    #[test]
    fn a_mate_is_counted_in_moves_as_in_the_other_games() {
        let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
        let play = Play::from_fen(Name::Battle, &Choices::default(), fen).expect("a position");
        let (found, _) = searched(&mut memory(), &play, Limits { depth: Some(5), ..Limits::default() });
        assert_eq!((found.score, found.line.len()), (MATE - 1, 1));
    }

    #[test]
    fn a_search_of_the_engine_follows_the_flags() {
        let control = Control::default();
        control.untimed.store(true, Ordering::Relaxed);
        let (flags, mut pondering) = (control.clone(), memory());
        let limits = Limits { soft: Some(Duration::ZERO), hard: Some(Duration::ZERO), ..Limits::default() };
        let thread = std::thread::spawn(move || pondering.search(&battle(5), limits, &control, &mut |_| {}));
        // Pondering, it goes on until the flag falls.
        std::thread::sleep(Duration::from_millis(50));
        assert!(!thread.is_finished());
        flags.untimed.store(false, Ordering::Relaxed);
        assert!(!thread.join().expect("no panic").line.is_empty());
        // A search that is stopped at once has a move all the same.
        flags.stop.store(true, Ordering::Relaxed);
        let found = memory().search(&battle(5), Limits::default(), &flags, &mut |_| {});
        assert!(!found.line.is_empty());
    }

    #[test]
    fn chess_is_drawn_by_fifty_moves_and_by_lack_of_material() {
        for (fen, mv) in [("7k/8/8/8/8/8/6Q1/K7 w - - 99 80", "g2f2"), ("7k/8/8/8/8/8/1r6/K1N5 w - - 0 1", "a1b2")] {
            let play = Play::from_fen(Name::Battle, &Choices::default(), fen).expect("a position");
            let only = vec![play.find(mv).expect("a legal move")];
            let (found, _) = searched(&mut memory(), &play, Limits { depth: Some(3), only, ..Limits::default() });
            assert_eq!(found.score, 0, "{fen}");
        }
    }
}
