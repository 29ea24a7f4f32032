//! An engine's process: its pipes, the threads that serve them, its last lines kept as evidence, and its termination.
//!
//! Treats lines as plain text. One thread reads the engine's output, one writes its input (an engine that does not read
//! must not block the referee), one keeps the last lines of its error output. All events arrive as [`EngineEvent`]s in
//! one channel. Dropping a [`Process`] kills and reaps it.

use super::slowdown::Slowdown;
use crate::protocol::lines::{Line, Lines};
use crate::types::host::Instant;
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest line that an engine may write, in bytes.
const LONGEST_LINE: usize = 64 * 1024;
/// Lines in and out that are kept as evidence.
const KEPT_LINES: usize = 8;
/// Complaints of the engine that are kept beside them.
const KEPT_COMPLAINTS: usize = 4;
/// Lines of error output that are kept.
const KEPT_ERRORS: usize = 6;
/// Characters of a line that are kept.
const LONGEST_KEPT: usize = 300;
/// Bytes of the longest line of error output; of a longer one only the first words are kept.
const LONGEST_ERROR: usize = 4000;
/// Timeout for a process to exit after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Identifies the process of an event. Never reused, so that events of a dead process are not taken for its
/// successor's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProcessId(u64);

/// An event from outside, with its time.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum EngineEvent {
    /// An engine wrote a line: the text without its end, control characters and bad UTF-8 replaced; `None` if it was
    /// too long.
    Line { process: ProcessId, at: Instant, text: Option<String> },
    /// The lines sent with this ticket (see [`Process::send`]) have been written into the engine's pipe.
    Flushed { process: ProcessId, ticket: u64, at: Instant },
    /// An engine has closed its output: it has exited, or is of no more use.
    Closed { process: ProcessId },
    /// The user wants to stop.
    Interrupt,
}

impl EngineEvent {
    /// The process of the event, if any.
    pub const fn process(&self) -> Option<ProcessId> {
        match self {
            Self::Line { process, .. } | Self::Flushed { process, .. } | Self::Closed { process } => Some(*process),
            Self::Interrupt => None,
        }
    }
}

/// Text to write, and the ticket to report once it is written.
type Outgoing = (String, Option<u64>);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    id: ProcessId,
    child: Child,
    outbox: Option<Sender<Outgoing>>,
    errors: Arc<Mutex<Errors>>,
    sent: VecDeque<String>,
    heard: VecDeque<String>,
    complaints: VecDeque<String>,
    /// Present while the process is slowed down.
    slowdown: Option<Slowdown>,
}

/// The last lines of an engine's error output.
#[derive(Debug, Default)]
struct Errors {
    lines: VecDeque<String>,
    /// Whether the error output has ended.
    complete: bool,
}

impl Process {
    /// Starts a command (program and arguments), in `folder` if given. Its events are sent to `events`.
    ///
    /// # Errors
    /// When the program cannot be started, or the folder is not there.
    pub fn start(command: &[String], folder: Option<&Path>, events: &SyncSender<EngineEvent>) -> std::io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = ProcessId(NEXT.fetch_add(1, Ordering::Relaxed));
        let program = command.first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut builder = Command::new(program);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            if !folder.is_dir() {
                let text = format!("there is no folder `{}`", folder.display());
                return Err(std::io::Error::new(std::io::ErrorKind::NotFound, text));
            }
            builder.current_dir(folder);
        }
        // A process group of its own: Ctrl-C goes to the match, which then ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;
        let (outbox, queue) = channel();
        let errors = Arc::new(Mutex::new(Errors::default()));
        if let Some(stdout) = child.stdout.take() {
            let events = events.clone();
            thread::spawn(move || read_lines(id, stdout, &events));
        }
        if let Some(stdin) = child.stdin.take() {
            let events = events.clone();
            thread::spawn(move || write_queue(id, stdin, &queue, &events));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_errors(stderr, &errors));
        }
        let (sent, heard, complaints) = Default::default();
        Ok(Self { id, child, outbox: Some(outbox), errors, sent, heard, complaints, slowdown: None })
    }

    /// Gives the process one part in `factor` of its processor time from now on, until it is asked to leave.
    pub fn slow_down(&mut self, factor: u32) {
        self.slowdown = Some(Slowdown::start(self.child.id(), factor));
    }

    /// The process's id.
    pub fn id(&self) -> ProcessId {
        self.id
    }

    /// Sends lines. With a ticket, an [`EngineEvent::Flushed`] reports when they were written. Never blocks; lines to a
    /// process that is gone are dropped.
    pub fn send(&mut self, lines: &[String], ticket: Option<u64>) {
        for line in lines {
            keep(&mut self.sent, line, KEPT_LINES);
        }
        if let Some(outbox) = &self.outbox {
            let text = lines.iter().flat_map(|line| [line, "\n"]).collect();
            // The receiver is gone when the pipe broke; the reader reports the end.
            let _ = outbox.send((text, ticket));
        }
    }

    /// Sends one line.
    pub fn say(&mut self, line: &str) {
        self.send(&[line.to_owned()], None);
    }

    /// Keeps a line that the engine wrote.
    pub fn heard(&mut self, line: &str) {
        keep(&mut self.heard, line, KEPT_LINES);
    }

    /// Keeps a complaint for longer than ordinary lines are kept.
    pub fn complained(&mut self, line: &str) {
        keep(&mut self.complaints, line, KEPT_COMPLAINTS);
    }

    /// Evidence after an engine's failure: its last lines in and out, the last lines of its error output, and its exit
    /// status, if any. Waits briefly for the exit of a process that is `gone`.
    pub fn evidence(&mut self, gone: bool) -> Vec<String> {
        let status = self.wait_at_most(if gone { EXIT_TIMEOUT } else { Duration::ZERO });
        let end = Instant::now() + if status.is_some() { EXIT_TIMEOUT } else { Duration::ZERO };
        while !self.errors().complete && Instant::now() < end {
            thread::sleep(Duration::from_millis(2));
        }
        self.evidence_now()
    }

    /// The end of an engine by its evidence: its exit status or its last words. One that has closed its output and
    /// still runs may have neither.
    pub fn end_in_words(evidence: &[String]) -> &str {
        let last = evidence.last().filter(|line| !line.starts_with(['<', '>']));
        last.map_or("its output has ended", String::as_str)
    }

    /// The evidence available so far, without any wait.
    pub fn evidence_now(&mut self) -> Vec<String> {
        let status = self.wait_at_most(Duration::ZERO);
        let marked = |mark: &str, lines: &VecDeque<String>| -> Vec<String> {
            lines.iter().map(|line| format!("{mark}{line}")).collect()
        };
        let mut lines = marked("complaint: ", &self.complaints);
        lines.extend(marked("> ", &self.sent));
        lines.extend(marked("< ", &self.heard));
        lines.extend(marked("stderr: ", &self.errors().lines));
        lines.extend(status.map(|status| status.to_string()));
        lines
    }

    /// Whether the process has ended and its error output is complete.
    pub fn has_ended(&mut self) -> bool {
        self.wait_at_most(Duration::ZERO).is_some() && self.errors().complete
    }

    fn errors(&self) -> MutexGuard<'_, Errors> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the process to exit.
    pub fn ask_to_leave(&mut self) {
        self.slowdown = None;
        self.say("quit");
        self.outbox = None;
    }

    /// Asks the process to exit, and waits briefly for that.
    pub fn quit(&mut self) {
        self.ask_to_leave();
        self.wait_at_most(EXIT_TIMEOUT);
    }

    fn wait_at_most(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Kills the process, and with it any process that a wrapper script may have started.
    fn drop(&mut self) {
        // No signal may follow once the process is reaped: its number may be another one's then.
        self.slowdown = None;
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until the end; of a line longer than [`LONGEST_LINE`] no text is kept.
fn read_lines(process: ProcessId, stdout: impl Read, events: &SyncSender<EngineEvent>) {
    for line in Lines::limited(BufReader::new(stdout), LONGEST_LINE) {
        let at = Instant::now();
        let text = if let Line::Text(text) = line { Some(clean(&text)) } else { None };
        if events.send(EngineEvent::Line { process, at, text }).is_err() {
            return;
        }
    }
    let _ = events.send(EngineEvent::Closed { process });
}

/// Text that may be shown on a terminal: an engine must not be able to move the cursor.
fn clean(text: &str) -> String {
    text.trim_end()
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}

fn write_queue(
    process: ProcessId,
    mut stdin: ChildStdin,
    queue: &Receiver<Outgoing>,
    events: &SyncSender<EngineEvent>,
) {
    while let Ok((text, ticket)) = queue.recv() {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        if let Some(ticket) = ticket
            && events.send(EngineEvent::Flushed { process, ticket, at: Instant::now() }).is_err()
        {
            return;
        }
    }
}

/// Appends a line, and drops the oldest beyond `most`.
fn keep(lines: &mut VecDeque<String>, line: &str, most: usize) {
    if lines.len() == most {
        lines.pop_front();
    }
    lines.push_back(line.chars().take(LONGEST_KEPT).collect());
}

fn keep_errors(stderr: impl Read, kept: &Mutex<Errors>) {
    let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
    for line in Lines::limited(BufReader::new(stderr), LONGEST_ERROR) {
        let (Line::Text(text) | Line::TooLong { start: text }) = line;
        keep(&mut kept().lines, &clean(&text), KEPT_ERRORS);
    }
    kept().complete = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_clean() {
        let (sender, receiver) = std::sync::mpsc::sync_channel(16);
        let mut input = b"one\r\n\x1b[2Jtwo\xff\n".to_vec();
        input.extend(vec![b'x'; LONGEST_LINE * 3]);
        input.extend(b"\nthree");
        read_lines(ProcessId(0), input.as_slice(), &sender);
        drop(sender);
        let mut lines = Vec::new();
        while let Ok(EngineEvent::Line { text, .. }) = receiver.recv() {
            lines.push(text);
        }
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(lines, [some("one"), some("\u{fffd}[2Jtwo\u{fffd}"), None, some("three")]);
    }
}
