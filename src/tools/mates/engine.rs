//! A UCI engine that searches for mates.

use super::HASH_MB;
use crate::arena::engines::{parse_option, reported_error};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Lines that wait to be read.
const MOST_WAITING: usize = 1024;

/// A mate for the side to move, as a search reports it.
#[derive(Clone, Copy)]
pub struct Mate {
    /// Moves to the mate.
    pub moves: u32,
    /// Nodes searched when it was reported.
    pub nodes: u64,
}

/// A UCI engine set to bughouse, on one thread.
pub struct UciEngine {
    /// Its program, for messages.
    name: String,
    child: Child,
    input: ChildStdin,
    /// The lines of its output.
    lines: Receiver<std::io::Result<String>>,
    /// Longest wait for an answer that needs no search.
    patience: Duration,
    /// The names of its options.
    options: Vec<String>,
}

impl UciEngine {
    /// Starts the program. `patience` is the longest wait for an answer that needs no search.
    ///
    /// # Errors
    /// When it cannot be started, does not answer, or ends.
    pub fn start(path: &Path, patience: Duration) -> Result<Self, Box<dyn Error>> {
        let name = path.display().to_string();
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{name}`: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err("no pipe to the engine".into()) };
        let (sender, lines) = sync_channel(MOST_WAITING);
        // Ends with the process, or when nobody reads the lines any more.
        std::thread::Builder::new().spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                // The name of an author may be in any encoding.
                if sender.send(line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())).is_err() {
                    return;
                }
            }
        })?;
        let mut engine = Self { name, child, input, lines, patience, options: Vec::new() };
        engine.send("uci")?;
        let mut options = Vec::new();
        engine.until("uciok", Some(patience), |line| {
            let mut words = line.split_whitespace();
            options.extend((words.next() == Some("option")).then(|| parse_option(words).0));
        })?;
        engine.options = options;
        engine.send("setoption name UCI_Variant value bughouse")?;
        // For Tandem only; other engines do not have this option.
        engine.send("setoption name Rules value fairy-stockfish")?;
        engine.send(&format!("setoption name Hash value {HASH_MB}"))?;
        engine.send("setoption name Threads value 1")?;
        Ok(engine)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When the engine does not have it, reports an error, or ends.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        if !self.options.iter().any(|option| option.eq_ignore_ascii_case(name)) {
            return Err(format!("`{}`: the engine has no option `{name}`", self.name).into());
        }
        self.send(&format!("setoption name {name} value {value}"))?;
        self.send("isready")?;
        let mut error = None;
        self.until("readyok", Some(self.patience), |line| {
            error = reported_error(line).or(error.take());
        })?;
        error.map_or(Ok(()), |error| Err(format!("`{}`: option {name}: {error}", self.name).into()))
    }

    /// Fails with words: a closed pipe as such would pass for a reader of stdout that has gone, which is no error.
    fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("`{}`: the engine does not take `{line}`: {error}", self.name))
    }

    /// Reads lines up to the one that begins with `last`, for at most `patience`, if any.
    fn until(
        &mut self,
        last: &str,
        patience: Option<Duration>,
        mut each: impl FnMut(&str),
    ) -> Result<(), Box<dyn Error>> {
        let end = patience.map(|patience| Instant::now() + patience);
        loop {
            let read = match end {
                Some(end) => self.lines.recv_timeout(end.saturating_duration_since(Instant::now())),
                None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let line = match read {
                Ok(line) => line.map_err(|error| format!("`{}`: {error}", self.name))?,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("`{}`: the engine does not answer, `{last}` is missing", self.name).into());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("`{}`: the engine ended before `{last}`", self.name).into());
                }
            };
            each(line.trim());
            if line.starts_with(last) {
                return Ok(());
            }
        }
    }

    /// The first mate that the engine reports in `nodes` nodes.
    ///
    /// # Errors
    /// When it does not get ready, or ends.
    pub fn mate(&mut self, bfen: &str, nodes: u64) -> Result<Option<Mate>, Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.until("readyok", Some(self.patience), |_| ())?;
        self.send(&format!("position fen {bfen}"))?;
        self.send(&format!("go nodes {nodes}"))?;
        let mut found = None;
        self.until("bestmove", None, |line| {
            let after = |key: &str| {
                let mut words = line.split_whitespace();
                words.find(|&word| word == key).and_then(|_| words.next()).and_then(|word| word.parse::<i64>().ok())
            };
            let bound = line.contains("upperbound");
            if let (Some(moves), Some(at)) = (after("mate").filter(|_| !bound), after("nodes"))
                && moves > 0
                && found.is_none()
            {
                found = Some(Mate { moves: moves as u32, nodes: at as u64 });
            }
        })?;
        Ok(found.filter(|mate| mate.nodes <= nodes.saturating_add(nodes / 100)))
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        // A wrapper script may wait for the end of its stdin, which is still open here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn bug_a_program_that_does_not_answer_was_waited_for_without_end() {
        let Err(error) = UciEngine::start(Path::new("cat"), Duration::from_millis(100)) else {
            panic!("`cat` is no engine")
        };
        assert_eq!(error.to_string(), "`cat`: the engine does not answer, `uciok` is missing");
    }
}
