//! Lines to and from an engine, and what is kept of them as evidence. What the lines mean is the players' business.

use super::process::{Process, ProcessId};
use std::collections::VecDeque;

/// Lines of the dialog that are kept, in each direction.
const KEPT_LINES: usize = 8;
/// Complaints that are kept beside them.
const KEPT_COMPLAINTS: usize = 4;
/// Characters of a line that are kept.
const LONGEST_KEPT: usize = 300;

/// The dialog with an engine.
pub struct Dialog {
    process: Process,
    sent: VecDeque<String>,
    heard: VecDeque<String>,
    complaints: VecDeque<String>,
}

impl Dialog {
    /// With a process that was just started.
    pub fn new(process: Process) -> Self {
        Self { process, sent: VecDeque::new(), heard: VecDeque::new(), complaints: VecDeque::new() }
    }

    /// Whose dialog it is.
    pub fn process(&self) -> ProcessId {
        self.process.id()
    }

    /// Sends lines; see [`Process::send`] for the ticket.
    pub fn send(&mut self, lines: &[String], ticket: Option<u64>) {
        for line in lines {
            keep(&mut self.sent, line, KEPT_LINES);
        }
        self.process.send(lines.iter().flat_map(|line| [line, "\n"]).collect(), ticket);
    }

    /// Sends one line.
    pub fn say(&mut self, line: &str) {
        self.send(&[line.to_owned()], None);
    }

    /// Keeps a line that the engine wrote.
    pub fn heard(&mut self, line: &str) {
        keep(&mut self.heard, line, KEPT_LINES);
    }

    /// Keeps a line for longer than its successors would let it live.
    pub fn complained(&mut self, line: &str) {
        keep(&mut self.complaints, line, KEPT_COMPLAINTS);
    }

    /// What to know when the engine failed; see [`super::player::Player::evidence`].
    pub fn evidence(&mut self, gone: bool) -> Vec<String> {
        let complaints = self.complaints.iter().map(|line| format!("complaint: {line}"));
        let sent = self.sent.iter().map(|line| format!("> {line}"));
        let heard = self.heard.iter().map(|line| format!("< {line}"));
        complaints.chain(sent).chain(heard).chain(self.process.remains(gone)).collect()
    }

    /// Ends the process in peace.
    pub fn quit(self) {
        self.process.quit();
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str, most: usize) {
    if lines.len() == most {
        lines.pop_front();
    }
    lines.push_back(line.chars().take(LONGEST_KEPT).collect());
}
