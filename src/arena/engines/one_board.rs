//! An engine for a whole game on one board, over UCI: it gets the start position and all moves, and answers for the
//! side on turn.

use super::player::{EngineOutput, SearchInfo};
use super::setup::{Introduction, parse_info, reported_error};
use super::spec::EngineSpec;
use super::{Process, ProcessId};
use std::io;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// An engine's process and the dialog with it. Calls never block; answers arrive as events and are parsed by
/// [`OneBoardEngine::read`].
pub struct OneBoardEngine {
    process: Process,
    engine: Introduction,
    /// Whether a `bestmove` is owed.
    searches: bool,
    /// Whether the `bestmove` of a search that was stopped is still to come: an engine may send it behind `readyok`.
    stops: bool,
    /// Number of `readyok` still to come.
    fences: u32,
}

impl OneBoardEngine {
    /// Starts the program and its introduction. `name` is shown until it has sent its own.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(spec: &EngineSpec, name: &str, events: &SyncSender<super::EngineEvent>) -> io::Result<Self> {
        let mut process = super::start_process(spec, events)?;
        process.say("uci");
        let engine = Introduction::new("uciok", name.to_owned(), spec.options.clone());
        Ok(Self { process, engine, searches: false, stops: false, fences: 0 })
    }

    /// The name to show.
    pub fn name(&self) -> &str {
        &self.engine.name
    }

    /// The id of its process.
    pub fn id(&self) -> ProcessId {
        self.process.id()
    }

    /// Its process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Whether it has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.engine.has_option(name)
    }

    /// Whether it plays a variant. Its introduction must be complete.
    pub fn plays(&self, variant: &str) -> bool {
        self.engine.variants.iter().any(|name| name == variant)
    }

    /// Whether it has introduced itself and owes no answer.
    pub fn is_ready(&self) -> bool {
        self.engine.complete && self.fences == 0 && !self.stops
    }

    /// Announces a game of `variant`, by its name and an option that it needs; the engine [is ready](Self::is_ready)
    /// when it has answered.
    pub fn new_game(&mut self, variant: (&str, Option<(&str, &str)>), chess960: bool, increment: Duration) {
        self.stop();
        let increment = increment.as_millis().to_string();
        let chess960 = chess960.to_string();
        let mut lines = self.engine.set_options(
            [("UCI_Variant", variant.0), ("UCI_Chess960", &chess960), ("IncrementMs", &increment)]
                .into_iter()
                .chain(variant.1),
        );
        lines.extend(["ucinewgame", "isready"].map(str::to_owned));
        self.fences += 1;
        self.process.send(&lines, None);
    }

    /// Requests a move in the position after `moves` from `start`. `clocks` are white's and black's in ms. The ticket
    /// comes back when the request has been written.
    pub fn go(&mut self, start: &str, moves: &[String], clocks: [u64; 2], increment: Duration, ticket: u64) {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let [white, black] = clocks.map(|ms| ms.max(1));
        let increment = increment.as_millis();
        let lines = [
            format!("position fen {start}{played}"),
            format!("go wtime {white} btime {black} winc {increment} binc {increment}"),
        ];
        self.searches = true;
        self.process.send(&lines, Some(ticket));
    }

    /// Stops a running search; its answer is discarded.
    pub fn stop(&mut self) {
        if std::mem::take(&mut self.searches) {
            self.stops = true;
            self.fences += 1;
            self.process.send(&["stop".to_owned(), "isready".to_owned()], None);
        }
    }

    /// Parses a line of its process; `None` for lines that only matter to the dialog.
    pub fn read(&mut self, line: &str) -> Option<EngineOutput> {
        self.process.heard(line);
        if self.engine.read(line) {
            return None;
        }
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("readyok") if self.fences > 0 => self.fences -= 1,
            Some("info") => {
                if let Some(error) = reported_error(line) {
                    return Some(EngineOutput::Remark(error));
                }
                let thought = parse_info(words);
                return (self.searches && thought != SearchInfo::default()).then_some(EngineOutput::Thought(thought));
            }
            Some("bestmove") if std::mem::take(&mut self.stops) => {}
            Some("bestmove") if std::mem::take(&mut self.searches) => {
                let text = words.next().unwrap_or_default().to_owned();
                return Some(EngineOutput::Move { ply: 0, current: true, text });
            }
            // A second answer: `stop` has crossed with the first one.
            Some("bestmove") if self.fences > 0 => {}
            // Engines print their name and authors before `uci` is sent.
            Some(_) if self.engine.complete => return Some(EngineOutput::Garbage(line.to_owned())),
            Some(_) | None => {}
        }
        None
    }
}
