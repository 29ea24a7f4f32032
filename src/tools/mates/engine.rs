//! A UCI engine that searches for mates.

use super::HASH_MB;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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
    output: BufReader<ChildStdout>,
}

impl UciEngine {
    /// Starts the program.
    ///
    /// # Errors
    /// When it cannot be started, or ends.
    pub fn start(path: &Path) -> Result<Self, Box<dyn Error>> {
        let name = path.display().to_string();
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{name}`: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err("no pipe to the engine".into()) };
        let mut engine = Self { name, child, input, output: BufReader::new(output) };
        engine.send("uci")?;
        engine.until("uciok", |_| ())?;
        engine.send("setoption name UCI_Variant value bughouse")?;
        // For Tandem only; other engines do not have this option.
        engine.send("setoption name Rules value fairy-stockfish")?;
        engine.send(&format!("setoption name Hash value {HASH_MB}"))?;
        engine.send("setoption name Threads value 1")?;
        Ok(engine)
    }

    /// Fails with words: a closed pipe as such would pass for a reader of stdout that has gone, which is no error.
    fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("`{}`: the engine does not take `{line}`: {error}", self.name))
    }

    /// Reads lines up to the one that begins with `last`. The name of an author may be in any encoding.
    fn until(&mut self, last: &str, mut each: impl FnMut(&str)) -> Result<(), Box<dyn Error>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let length = self.output.read_until(b'\n', &mut bytes);
            if length.map_err(|error| format!("`{}`: {error}", self.name))? == 0 {
                return Err(format!("`{}`: the engine ended before `{last}`", self.name).into());
            }
            let line = String::from_utf8_lossy(&bytes);
            each(line.trim());
            if line.starts_with(last) {
                return Ok(());
            }
        }
    }

    /// The first mate that the engine reports in `nodes` nodes.
    ///
    /// # Errors
    /// When it ends.
    pub fn mate(&mut self, bfen: &str, nodes: u64) -> Result<Option<Mate>, Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.until("readyok", |_| ())?;
        self.send(&format!("position fen {bfen}"))?;
        self.send(&format!("go nodes {nodes}"))?;
        let mut found = None;
        self.until("bestmove", |line| {
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
