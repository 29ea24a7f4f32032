//! The other games behind UCI: position, search and perft of a game of [`variants`].

use crate::player::time::{WITHOUT_CLOCKS_MS, budget};
use crate::protocol::engine::Engine;
use crate::protocol::go::{Go, GoError};
use crate::protocol::options::Settings;
use crate::protocol::other_search::Memory;
use crate::protocol::output::LineOutput;
use crate::search::{Shared, TimeLimit};
use crate::types::Color;
use crate::variants::moves::Move;
use crate::variants::play::{Choices, Name, Play, PlayError};
use crate::variants::search::{Control, Found, Limits, MATE, MATE_BOUND};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Interval at which a search that must not answer yet checks whether it may.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// Moves that the time on a clock is planned for.
const PLANNED_MOVES: u32 = 30;
/// Time that is kept for the moves behind the planned ones where nothing is added to the clock, in move overheads.
const KEPT_OVERHEADS: u64 = 4;
/// Difference of the seeds of two games.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A search in progress.
struct Running {
    control: Control,
    /// Whether only `stop` or `ponderhit` brings the answer.
    open_end: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// A session's game that is not bughouse.
pub struct OtherGame {
    play: Play,
    /// The options of its start.
    choices: Choices,
    /// Games begun before: in each Tandem chooses other set-ups.
    games: u64,
    memory: Arc<Mutex<Memory>>,
    /// The engine's table and threads, for the game that it searches itself.
    shared: Arc<Shared>,
    /// Size of the table, in MiB; 0 if a new one is wanted.
    mib: u64,
    running: Option<Running>,
    told: bool,
}

impl OtherGame {
    /// A game from its start.
    pub fn new(start: Play, engine: &Engine) -> Self {
        let (settings, shared) = (&engine.settings, Arc::clone(&engine.shared));
        let (choices, mib) = (settings.choices(), settings.hash_mb);
        let memory = Arc::new(Mutex::new(Memory::new(start.name(), mib as usize, || Arc::clone(&shared))));
        Self { play: start, choices, games: 0, memory, shared, mib, running: None, told: false }
    }

    /// Whether it is this game with these choices, as far as it has them.
    pub fn is(&self, name: Option<Name>, choices: &Choices) -> bool {
        let own = self.play.name();
        name == Some(own) && choices.of(own) == self.choices.of(own)
    }

    /// Reads a position and the moves made from there; without a FEN, from the start.
    /// Fails when it is none, or a move is not legal; the old position stands.
    pub fn set_up(&mut self, fen: Option<&str>, moves: &[&str], settings: &Settings) -> Result<(), PlayError> {
        let (name, mut choices) = (self.play.name(), settings.choices());
        choices.seed = choices.seed.wrapping_add(self.games.wrapping_mul(SEED_STEP));
        let mut play = match fen {
            None => Play::start(name, &choices)?,
            Some(text) => Play::from_fen(name, &choices, text)?,
        };
        moves.iter().try_for_each(|text| play.play(text))?;
        self.play = play;
        Ok(())
    }

    /// Forgets the table; the game is at its start again.
    /// Fails when the options leave no start position.
    pub fn new_game(&mut self, settings: &Settings) -> Result<(), PlayError> {
        self.finish();
        if !self.resize(settings.hash_mb) {
            self.lock().clear();
        }
        self.games += 1;
        self.set_up(None, &[], settings)
    }

    /// A new table of this size, in MiB; false if it has it already.
    fn resize(&mut self, mib: u64) -> bool {
        let differs = std::mem::replace(&mut self.mib, mib) != mib;
        if differs {
            *self.lock() = Memory::new(self.play.name(), mib as usize, || Arc::clone(&self.shared));
        }
        differs
    }

    /// Clears the table. During a search it is in use: the next one gets a new table then.
    pub fn clear_table(&mut self) {
        match self.memory.try_lock() {
            Ok(mut memory) => memory.clear(),
            Err(_) => self.mib = 0,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the last `go` is still to be answered.
    pub fn owes_an_answer(&self) -> bool {
        self.running.as_ref().is_some_and(|run| !run.thread.is_finished())
    }

    /// Whether a search runs that ends by itself.
    pub fn is_searching(&self) -> bool {
        self.owes_an_answer() && self.running.as_ref().is_some_and(|run| !run.open_end.load(Ordering::Relaxed))
    }

    /// Ends the search with its answer.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.open_end.store(false, Ordering::Relaxed);
            running.control.stop.store(true, Ordering::Relaxed);
            // A panic in the search has been printed by its thread.
            let _ = running.thread.join();
        }
    }

    /// The opponent played the expected move: the time limits hold, and the answer may come.
    pub fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            running.control.untimed.store(false, Ordering::Relaxed);
            running.open_end.store(false, Ordering::Relaxed);
        }
    }

    /// Starts a search.
    /// Fails when `searchmoves` names no legal move, or no thread can be started.
    pub fn go(&mut self, go: &Go, engine: &Engine) -> Result<(), GoError> {
        self.finish();
        let settings = &engine.settings;
        self.resize(settings.hash_mb);
        let (only, illegal) = go.only(|text| self.play.find(text))?;
        engine.tell_illegal(&illegal);
        if !std::mem::replace(&mut self.told, true) {
            let name = self.play.name();
            engine.out.remark(format_args!("variant {name}: {}", name.description()));
            if !settings.habits().skill.is_full() {
                engine.out.remark(format_args!("levels are for bughouse: {name} is played at full strength"));
            }
        }
        engine.tell_lone_clock(go, self.us());
        let limits = self.limits(go, only, settings);
        let control = Control::default();
        control.untimed.store(go.ponder, Ordering::Relaxed);
        let open_end = Arc::new(AtomicBool::new(go.infinite || go.ponder));
        let worker = Worker {
            play: self.play.clone(),
            memory: Arc::clone(&self.memory),
            out: Arc::clone(&engine.out),
            control: control.clone(),
            open_end: Arc::clone(&open_end),
            counts_nodes: settings.nodes_per_ms > 0,
        };
        let thread = thread::Builder::new().name("variant".to_owned()).spawn(move || worker.run(limits));
        let thread = thread.map_err(|error| GoError::Thread(error.to_string()))?;
        self.running = Some(Running { control, open_end, thread });
        Ok(())
    }

    /// The side to move.
    fn us(&self) -> Color {
        match self.play.side() {
            crate::variants::color::Color::White => Color::White,
            crate::variants::color::Color::Black => Color::Black,
        }
    }

    /// The limits of a `go`: where clocks count nodes, a number of them stands for the time.
    fn limits(&self, go: &Go, only: Vec<Move>, settings: &Settings) -> Limits {
        let us = go.clock_of(self.us());
        let (depth, nodes, mate, lines) = (go.depth, go.nodes, go.mate, settings.multipv as usize);
        let mut limits = Limits { depth, nodes, mate, only, lines, ..Limits::default() };
        let (soft, hard) = match (go.movetime_ms, go.remaining_ms[us]) {
            (Some(ms), _) => (None, Some(ms.max(1))),
            (None, Some(left)) if !go.infinite => {
                let increment = go.increment_ms[us].unwrap_or(0);
                let time = time_limit(left, increment, go.moves_to_go, settings.overhead_ms);
                (Some(time.soft_ms), Some(time.hard_ms))
            }
            (None, None) if !go.has_own_limit() => (None, Some(WITHOUT_CLOCKS_MS)),
            _ => (None, None),
        };
        match (settings.nodes_per_ms, hard) {
            (0, _) | (_, None) => {
                limits.soft = soft.map(Duration::from_millis);
                limits.hard = hard.map(Duration::from_millis);
            }
            (rate, Some(hard)) => {
                let nodes = soft.unwrap_or(hard).saturating_mul(rate).max(1);
                limits.nodes = Some(limits.nodes.map_or(nodes, |own| own.min(nodes)));
            }
        }
        limits
    }

    /// The position for people.
    pub fn show(&self, out: &LineOutput) {
        let fen = self.play.fen();
        let ranks = fen.split(' ').next().unwrap_or_default().replace('/', "\n");
        let over = self.play.ending().map_or_else(String::new, |ending| {
            let result = ending.winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
            format!("\nover: {result}, {}", ending.reason)
        });
        out.line(&format!("{ranks}\nfen: {fen}{over}"));
    }

    /// The evaluation for the side on turn.
    pub fn explain(&self, out: &LineOutput) {
        // A search, during which the memory is in use, does not wait.
        let value = match self.memory.try_lock() {
            Ok(memory) => memory.evaluate(&self.play),
            Err(_) => self.play.evaluate(),
        };
        out.line(&format!("evaluation: {value} cp for {}", self.play.side()));
    }

    /// Counts paths beside the session, as [`Engine::perft`].
    pub fn perft(&self, depth: u32, engine: &mut Engine) {
        let (out, play) = (Arc::clone(&engine.out), self.play.clone());
        engine.chore(Box::new(move |stop| match perft_report(&play, depth, true, stop) {
            Some(report) => out.line(report.trim_end()),
            None => out.remark("perft stopped"),
        }));
    }
}

impl Drop for OtherGame {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The time of a move with this much on the clock, as [`budget`] has it.
fn time_limit(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>, overhead_ms: u64) -> TimeLimit {
    let moves = moves_to_go.map_or(PLANNED_MOVES, |moves| moves.clamp(1, PLANNED_MOVES));
    // Where nothing is ever added, the latency of all further moves comes off what is left.
    let is_last = increment_ms == 0 && moves_to_go.is_none();
    let kept_ms = if is_last { (KEPT_OVERHEADS * overhead_ms).min(left_ms / 2) } else { 0 };
    budget(left_ms - kept_ms, increment_ms, Some(moves), overhead_ms)
}

/// The count of each first move, if asked for, and `Nodes searched: N`; `None` if it was stopped.
pub fn perft_report(play: &Play, depth: u32, divide: bool, stop: &AtomicBool) -> Option<String> {
    if depth == 0 {
        return Some("Nodes searched: 1\n".to_owned());
    }
    let counts = play.divide(depth, stop)?;
    let mut text = String::new();
    if divide {
        for (mv, count) in &counts {
            let _ = writeln!(text, "{mv}: {count}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes searched: {}", counts.iter().map(|(_, count)| count).sum::<u64>());
    Some(text)
}

/// A search on a thread of its own.
struct Worker {
    play: Play,
    memory: Arc<Mutex<Memory>>,
    out: Arc<LineOutput>,
    control: Control,
    open_end: Arc<AtomicBool>,
    counts_nodes: bool,
}

impl Worker {
    fn run(self, limits: Limits) {
        // A position that is over by a counter or by repetition may still be searched, as in other engines.
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tell = |found: &Found| self.out.line(&info(found));
        let found = memory.search(&self.play, limits, &self.control, &mut tell);
        drop(memory);
        if found.line.is_empty() {
            let lost = self.play.ending().is_some_and(|ending| ending.winner.is_some());
            self.out.line(if lost { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" });
        }
        while self.open_end.load(Ordering::Relaxed) && !self.control.stop.load(Ordering::Relaxed) {
            thread::sleep(POLL_INTERVAL);
        }
        if self.counts_nodes {
            self.out.line(&format!("info nodes {}", found.nodes));
        }
        let mut words = found.line.iter().map(|mv| mv.to_string());
        let best = words.next().unwrap_or_else(|| "(none)".to_owned());
        let ponder = words.next().map_or_else(String::new, |mv| format!(" ponder {mv}"));
        self.out.line(&format!("bestmove {best}{ponder}"));
    }
}

/// An `info` line.
fn info(found: &Found) -> String {
    let plies = MATE - found.score.abs();
    let score = match found.score {
        MATE_BOUND.. => format!("mate {}", (plies + 1) / 2),
        score if score <= -MATE_BOUND => format!("mate -{}", plies / 2),
        score => format!("cp {score}"),
    };
    let ms = found.time.as_millis() as u64;
    let nps = found.nodes * 1000 / ms.max(1);
    let line: Vec<String> = found.line.iter().map(|mv| mv.to_string()).collect();
    let (depth, nodes) = (found.depth, found.nodes);
    let place = if found.place > 0 { format!(" multipv {}", found.place) } else { String::new() };
    format!("info depth {depth}{place} score {score} nodes {nodes} nps {nps} time {ms} pv {}", line.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_long_game_without_an_increment_was_lost_on_time() {
        let mut left_ms = 500_u64;
        for mv in 1..=100 {
            // Each move takes all that it may, and two milliseconds beside the search.
            let spent = time_limit(left_ms, 0, None, 50).hard_ms + 2;
            left_ms = left_ms.checked_sub(spent).unwrap_or_else(|| panic!("lost on time at move {mv}"));
        }
        // Nothing is kept where time is added.
        assert_eq!(time_limit(500, 10, None, 50), budget(500, 10, Some(30), 50));
        assert_eq!(time_limit(500, 0, Some(5), 50), budget(500, 0, Some(5), 50));
    }
}
