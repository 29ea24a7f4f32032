//! Description of the machine, stored with every pair to distinguish results of slow and fast machines.

use super::line::Machine;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Plies of the bench: a second of work at most.
const BENCH_DEPTH: &str = "8";

/// Describes this machine, with its speed if that is `measured`. The bench runs in a process of its own, so that it
/// leaves nothing in memory.
pub fn this(measured: bool) -> Machine {
    Machine {
        host: host(),
        cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        bench_nps: if measured { bench() } else { None },
        tandem: crate::types::version().to_owned(),
    }
}

/// A unique name for a match, from host, time and process.
pub fn new_id() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-{}", host(), since.as_millis(), std::process::id())
}

fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// The processor's name, if the system reports it.
fn cpu() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn bench() -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let mut command = Command::new(program);
    command.args(["bench", BENCH_DEPTH]).stdin(Stdio::null()).stderr(Stdio::null());
    let out = String::from_utf8(command.output().ok()?.stdout).ok()?;
    let last = out.lines().last()?.strip_prefix("Bench: ")?;
    last.split(' ').nth(2)?.parse().ok()
}
