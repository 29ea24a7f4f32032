//! A match under test: a folder, the program in it, and a mark by which every process that it starts is found.

use crate::match_game::Place;
use serde_json::Value;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tandem::game::bpgn::Record;

/// The environment variable that marks a match and all its processes.
const MARK: &str = "TANDEM_FAULT_ROW";
/// Longest time of a match; one that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time for engines to quit after the runner was killed.
const LEAVING: Duration = Duration::from_secs(10);
/// Matches at once; they mostly wait.
const THREADS: usize = 6;

/// The script of the failing engine.
pub fn script() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fault.sh")
}

/// Arguments of every match of `pairs`.
pub fn common(pairs: u32) -> Vec<String> {
    let games = (2 * pairs).to_string();
    let fixed = ["--quiet", "--openings", "start", "--skip-bench", "--games", &games];
    fixed.iter().chain(&["--jsonl", "m.jsonl", "--bpgn", "m.bpgn"]).map(|&text| text.to_owned()).collect()
}

/// The result of a run.
pub struct Run {
    /// Exit code; none after a signal.
    pub code: Option<i32>,
    /// Its stdout.
    pub out: String,
    /// Its stderr.
    pub err: String,
}

/// A folder for one match, its program under a path of its own.
pub struct Rig {
    place: Place,
    mark: String,
}

impl Rig {
    pub fn new() -> Self {
        let place = Place::new();
        let mark = place.path("").to_string_lossy().into_owned();
        fs::create_dir(place.path("home")).expect("a folder");
        Self { place, mark }
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.place.path(name)
    }

    /// Writes an executable copy of the engine, and its folder.
    pub fn write_engine(&self) {
        let _ = fs::create_dir(self.path("home"));
        self.remove("engine");
        fs::copy(script(), self.path("engine")).expect("a copy");
        fs::set_permissions(self.path("engine"), fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("written");
    }

    /// A file as lossy text; empty if missing.
    pub fn read(&self, name: &str) -> String {
        fs::read(self.path(name)).map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    pub fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.path(name));
    }

    /// A match not yet started; its output goes to the files `out` and `err`.
    pub fn command(&self, arguments: &[&str]) -> Command {
        self.printing(self.place.command(arguments))
    }

    /// The same through a shell: `"$@"` stands for the match.
    pub fn shell(&self, text: &str, arguments: &[&str]) -> Command {
        let plain = self.place.command(arguments);
        let mut command = Command::new("sh");
        command.args(["-c", text, "sh"]).arg(plain.get_program()).args(plain.get_args());
        command.current_dir(self.path(""));
        self.printing(command)
    }

    fn printing(&self, mut command: Command) -> Command {
        let file = |name| File::create(self.path(name)).expect("a file");
        command.stdin(Stdio::null()).stdout(file("out")).stderr(file("err")).env(MARK, &self.mark);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Result<Run, String> {
        self.finish(self.command(arguments))
    }

    /// Runs the command to its end, without a panic or a process left running.
    pub fn finish(&self, mut command: Command) -> Result<Run, String> {
        let mut child = command.process_group(0).spawn().map_err(|error| error.to_string())?;
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(3)),
                _ => break None,
            }
        };
        if status.is_none() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let run = Run { code: status.and_then(|status| status.code()), out: self.read("out"), err: self.read("err") };
        if status.is_none() {
            return Err(format!("it hangs\n{run}"));
        }
        let left = self.left_running();
        if !left.is_empty() {
            return Err(format!("still running: {left:?}\n{run}"));
        }
        if run.err.contains("panicked") || run.out.contains("panicked") || run.err.contains("RUST_BACKTRACE") {
            return Err(format!("a panic\n{run}"));
        }
        Ok(run)
    }

    /// Processes of this match still running after a moment to quit; they are killed.
    fn left_running(&self) -> Vec<String> {
        let end = Instant::now() + LEAVING;
        loop {
            let left = self.marked();
            if left.is_empty() || Instant::now() > end {
                left.iter().for_each(|id| {
                    let _ = Command::new("kill").args(["-KILL", id]).status();
                });
                return left;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn marked(&self) -> Vec<String> {
        let mark = format!("{MARK}={}\0", self.mark).into_bytes();
        let has_mark = |id: &String| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark)
        };
        let processes = fs::read_dir("/proc").expect("a Linux machine").flatten();
        let ids = processes.filter_map(|entry| entry.file_name().into_string().ok());
        ids.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(has_mark).collect()
    }

    /// The games in `m.bpgn`, which must all be whole.
    pub fn games(&self) -> Vec<Record> {
        self.place.games("m.bpgn")
    }

    /// The lines of finished pairs, which must all be whole.
    pub fn pairs(&self) -> Result<Vec<u64>, String> {
        let text = self.read("m.jsonl");
        if !text.is_empty() && !text.ends_with('\n') {
            return Err(format!("the last line is torn: {text}"));
        }
        let number = |line: &str| serde_json::from_str::<Value>(line).ok()?["pair"].as_u64();
        text.lines().map(|line| number(line).ok_or_else(|| format!("no pair: {line}"))).collect()
    }

    /// All games of a complete match; each pair and each game must be there once.
    pub fn complete(&self, pairs: u32) -> Result<Vec<Record>, String> {
        let mut there = self.pairs()?;
        there.sort();
        if there != (0..u64::from(pairs)).collect::<Vec<_>>() {
            return Err(format!("pairs are {there:?}"));
        }
        let games = self.games();
        let mut rounds: Vec<u32> = games.iter().filter_map(|game| game.tag("Round")?.parse().ok()).collect();
        rounds.sort();
        if rounds != (1..=2 * pairs).collect::<Vec<_>>() {
            return Err(format!("games are {rounds:?}"));
        }
        Ok(games)
    }
}

/// Errors of `rows`, checked on several threads; a panic is an error too.
pub fn on_threads<T: Sync>(rows: &[T], check: impl Fn(&T, usize) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(number) else { return };
                    let checked = catch_unwind(AssertUnwindSafe(|| check(row, number)));
                    let problem = match checked {
                        Ok(Ok(())) => continue,
                        Ok(Err(problem)) => problem,
                        Err(panic) => format!("row {number}: {:?}", panic.downcast_ref::<String>()),
                    };
                    wrong.lock().expect("no panic holds it").push(problem);
                }
            });
        }
    });
    wrong.into_inner().expect("no panic holds it")
}
