//! From an engine's description to players at their seats.

use super::cecp::CecpPlayer;
use super::player::Player;
use super::process::{Event, Process};
use super::spec::{EngineSpec, Protocol};
use super::ubi::UbiPlayer;
use super::uci::UciPlayer;
use std::io;
use std::sync::mpsc::SyncSender;

/// Starts one player of a team that has a process for each seat.
///
/// # Errors
/// When the program cannot be started.
pub fn start_player(spec: &EngineSpec, name: &str, events: &SyncSender<Event>) -> io::Result<Box<dyn Player>> {
    let process = Process::start(&spec.command, spec.folder.as_deref(), events)?;
    let (name, options) = (name.to_owned(), spec.options.clone());
    let mut player: Box<dyn Player> = match spec.protocol {
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
pub fn start_team(spec: &EngineSpec, name: &str, events: &SyncSender<Event>) -> io::Result<[Box<dyn Player>; 2]> {
    let process = Process::start(&spec.command, spec.folder.as_deref(), events)?;
    let [mut first, second] = UbiPlayer::team(process, name.to_owned(), spec.options.clone());
    first.greet();
    Ok([Box::new(first), Box::new(second)])
}
