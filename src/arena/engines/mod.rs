//! The GUI's side of the protocols: from an engine's description to a player at its seat.
//!
//! `spec` is the description, `process` the running program, `player` what the referee sees of it. `ubi`, `uci` and
//! `cecp` implement that by protocol, with `setup` for what UBI and UCI share and `talk` for messages between partners;
//! `one_board` is an engine for games on one board, which has no partner.

mod cecp;
mod one_board;
mod player;
mod process;
mod readiness;
mod setup;
mod slowdown;
mod spec;
mod talk;
mod ubi;
mod uci;

pub use one_board::OneBoardEngine;
pub use player::{AskedTurn, EngineOutput, EnginePlayer, EngineScore, GameStart, GameUpdate, SearchInfo};
pub use process::{EngineEvent, Process, ProcessId};
pub use readiness::{NextStep, Readiness};
pub use setup::{parse_option, reported_error};
pub use spec::{EngineSpec, Protocol, SpecError};
pub use talk::Message;

use cecp::CecpPlayer;
use std::io;
use std::sync::mpsc::SyncSender;
use std::time::Duration;
use ubi::UbiPlayer;
use uci::UciPlayer;

/// Default timeout for an engine to start, and to get ready for a game; `--patience` in a match.
pub const READY_PATIENCE: Duration = Duration::from_secs(15);
/// Poll interval for players that get ready: some become ready by a timeout.
pub const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Starts one player of a team that has a process for each seat.
///
/// # Errors
/// When the program cannot be started.
pub fn start_player(
    spec: &EngineSpec,
    name: &str,
    events: &SyncSender<EngineEvent>,
) -> io::Result<Box<dyn EnginePlayer>> {
    let process = start_process(spec, events)?;
    let (name, options) = (name.to_owned(), spec.options.clone());
    let mut player: Box<dyn EnginePlayer> = match spec.protocol {
        Protocol::Ubi => Box::new(UbiPlayer::new(process, name, options)),
        Protocol::Uci => Box::new(UciPlayer::new(process, name, options)),
        Protocol::Cecp => Box::new(CecpPlayer::new(process, name, options)),
    };
    player.greet();
    Ok(player)
}

/// Starts both players of a team in one process.
///
/// # Errors
/// When the program cannot be started.
pub fn start_team(
    spec: &EngineSpec,
    name: &str,
    events: &SyncSender<EngineEvent>,
) -> io::Result<[Box<dyn EnginePlayer>; 2]> {
    let process = start_process(spec, events)?;
    let [mut first, second] = UbiPlayer::team(process, name.to_owned(), spec.options.clone());
    first.greet();
    Ok([Box::new(first), Box::new(second)])
}

/// Starts the process of an engine, slowed down if its description says so.
/// Fails when the program cannot be started.
fn start_process(spec: &EngineSpec, events: &SyncSender<EngineEvent>) -> io::Result<Process> {
    let mut process = Process::start(&spec.command, spec.folder.as_deref(), events)?;
    if let Some(factor) = spec.slow {
        process.slow_down(factor);
    }
    Ok(process)
}

/// The options that the user has set and the engine does not have. Its introduction must be complete.
pub fn missing_options<'a>(spec: &'a EngineSpec, player: &dyn EnginePlayer) -> Vec<&'a str> {
    spec.asked.iter().map(String::as_str).filter(|name| !player.has_option(name)).collect()
}
