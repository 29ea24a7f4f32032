//! A GUI for tests: starts the real program, sends lines, waits for lines, and panics with the transcript.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest wait for anything; a program that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);
/// Lines of the transcript that a failing test shows.
const SHOWN: usize = 60;

/// The program as a child process.
pub struct Driver {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    talk: VecDeque<String>,
}

impl Driver {
    /// Starts `tandem` with `args`.
    pub fn start(args: &[&str]) -> Self {
        Self::of(env!("CARGO_BIN_EXE_tandem"), args)
    }

    /// Starts another `program`.
    pub fn of(program: &str, args: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(args)
            .env_remove("TANDEM_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("stdout is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8(line).expect("answers are UTF-8")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, talk: VecDeque::new() }
    }

    /// A session in `protocol` after the handshake, with a small TT.
    pub fn session(protocol: &str) -> Self {
        let mut driver = Self::start(&[]);
        driver.send(protocol);
        driver.until(&format!("{protocol}ok"));
        driver.send("setoption name Hash value 4");
        driver.sync();
        driver
    }

    fn note(&mut self, line: String) {
        if self.talk.len() == SHOWN {
            self.talk.pop_front();
        }
        self.talk.push_back(line);
    }

    /// The recent transcript, shown by a failing test.
    pub fn transcript(&self) -> String {
        self.talk.iter().map(|line| line.chars().take(200).chain(['\n']).collect::<String>()).collect()
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.note(format!("< {}", String::from_utf8_lossy(bytes).trim_end()));
        let input = self.input.as_mut().expect("the input is open");
        if let Err(error) = input.write_all(bytes).and_then(|()| input.flush()) {
            panic!("the program does not read: {error}\n{}", self.transcript());
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE)
    }

    fn line_within(&mut self, patience: Duration) -> String {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                self.note(format!("> {line}"));
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer\n{}", self.transcript()),
            Err(RecvTimeoutError::Disconnected) => {
                let mut errors = String::new();
                if let Some(mut stderr) = self.child.stderr.take() {
                    let _ = stderr.read_to_string(&mut errors);
                }
                panic!("the program has ended\n{}{errors}", self.transcript());
            }
        }
    }

    /// All lines up to and including the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            lines.push(self.line_within(end.saturating_duration_since(Instant::now())));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The first line that begins with `start`; those before it are skipped.
    pub fn expect(&mut self, start: &str) -> String {
        self.until(start).pop().unwrap_or_default()
    }

    /// Sends a line and returns all lines until the program is ready again.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        assert_eq!(lines.pop().as_deref(), Some("readyok"));
        lines
    }

    /// The process's memory by `name`, a row of `/proc/PID/status`, in KiB.
    pub fn memory_kib(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a Linux machine");
        let row = status.lines().find_map(|line| line.strip_prefix(name)).expect("the row is there");
        row.trim_start_matches(':').trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Resets the peak of memory, `VmHWM`.
    pub fn reset_memory_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("a Linux machine");
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops reading: the pipe is broken for the program.
    pub fn with_closed_output(mut self) -> Self {
        // The reading thread ends at the next line, its receiver being gone, and closes the pipe.
        self.lines = channel().1;
        self
    }

    /// Waits until the program has ended by itself; returns its remaining lines, its exit status and stderr.
    pub fn wait(mut self) -> (Vec<String>, ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end\n{}", self.transcript());
            thread::sleep(Duration::from_millis(2));
        };
        let lines = self.lines.iter().collect();
        let mut errors = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut errors).expect("stderr is text");
        }
        (lines, status, errors)
    }

    /// Sends `quit`, checks for a clean end, and returns the remaining lines.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (lines, status, errors) = self.wait();
        assert!(status.success() && errors.is_empty(), "{status}: {errors}");
        lines
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Number of `lines` that begin with `start`.
pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The word after `key` in a line.
pub fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let mut words = line.split(' ');
    words.find(|word| *word == key);
    words.next().unwrap_or("")
}
