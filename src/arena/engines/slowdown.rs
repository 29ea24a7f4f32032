//! Speed odds: a process gets a part of its processor time only, stopped and continued by signals in short periods.
//!
//! It works for any engine, whatever its protocol and number of threads, while the clocks of the game run on. Children
//! of a wrapper script are slowed down with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// Length of a period in which a process runs once.
#[cfg(unix)]
const PERIOD: Duration = Duration::from_millis(8);
/// The shortest run: a sleep of less is not exact. With large factors the period becomes longer.
#[cfg(unix)]
const SHORTEST_RUN: Duration = Duration::from_micros(500);

/// A thread that stops and continues a process group until it is dropped; the group runs after that.
#[derive(Debug)]
pub struct Slowdown {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Slowdown {
    /// Lets the process group of the process `id` run for one part in `factor` of the time.
    pub fn start(id: u32, factor: u32) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let thread = (factor > 1).then(|| {
            let over = Arc::clone(&over);
            thread::spawn(move || alternate(id, factor, &over))
        });
        Self { over, thread }
    }
}

impl Drop for Slowdown {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Stops and continues the process group until it is `over` or gone.
#[cfg(unix)]
fn alternate(id: u32, factor: u32, over: &AtomicBool) {
    let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return };
    let planned = (PERIOD / factor).max(SHORTEST_RUN);
    while !over.load(Ordering::Relaxed) {
        let began = Instant::now();
        thread::sleep(planned);
        if kill_process_group(group, Signal::STOP).is_err() {
            return;
        }
        // A sleep takes longer than asked for: the pause is measured by the run as it was.
        let pause_ends = Instant::now() + began.elapsed() * (factor - 1);
        while !over.load(Ordering::Relaxed) {
            let rest = pause_ends.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                break;
            }
            thread::park_timeout(rest);
        }
        if kill_process_group(group, Signal::CONT).is_err() {
            return;
        }
    }
}

/// Nothing: [`super::EngineSpec`] refuses the key elsewhere.
#[cfg(not(unix))]
fn alternate(_id: u32, _factor: u32, _over: &AtomicBool) {}
