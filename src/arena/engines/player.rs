//! The interface of a player to the referee, independent of the protocol.

use super::process::Process;
use super::talk::Message;
use crate::game::{BoardId, Clocks, Played, Rules, Seat};
use std::cell::RefCell;
use std::time::Duration;

/// Parameters of a new game, sent to every player.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The player's seat.
    pub seat: Seat,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Time on the clock at the start.
    pub base: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// The name of the partner's engine.
    pub partner: &'a str,
}

/// The state of the game, as sent to a player after every move.
#[derive(Clone, Copy, Debug)]
pub struct GameUpdate<'a> {
    /// Both boards, as `A | B`.
    pub boards: &'a str,
    /// The four clocks.
    pub clocks: Clocks,
    /// Whether the player's own board or the hands there have changed.
    pub own_board_changed: bool,
    /// The move that led here; none at the start of a game.
    pub played: Option<Played>,
    /// The turn to search, if the player should search now.
    pub think: Option<AskedTurn>,
}

impl<'a> GameUpdate<'a> {
    /// One of the boards as BFEN.
    pub fn board(&self, board: BoardId) -> &'a str {
        self.boards.split('|').nth(board.index()).unwrap_or_default().trim()
    }
}

/// A turn to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedTurn {
    /// Plies played on this board before; identifies the turn.
    pub ply: u32,
    /// Whether the turn begins now; otherwise only the hands have changed.
    pub new: bool,
}

impl AskedTurn {
    /// The ticket of this turn of `board`, unique in the game.
    pub fn ticket(ply: u32, board: BoardId) -> u64 {
        u64::from(ply) * 2 + board.index() as u64
    }
}

/// Progress of a search, as reported by the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// In plies.
    pub depth: Option<u32>,
    /// From the player's perspective.
    pub score: Option<EngineScore>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The PV, in the protocol's notation.
    pub line: Vec<String>,
}

/// A score reported by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative when the player is mated.
    Mate(i32),
}

/// Output of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineOutput {
    /// A move.
    Move {
        /// The turn that it answers, by plies played on this board before.
        ply: u32,
        /// Whether it answers the last request. An answer to an earlier state of the same turn is played if it is still
        /// legal; otherwise it is ignored.
        current: bool,
        /// The move; `(none)` if the player has none.
        text: String,
    },
    /// Progress of the search.
    Thought(SearchInfo),
    /// A message to the partner.
    Message(Message),
    /// A claim about the game, a complaint about a move, or a reported error, as the refused value of an option:
    /// recorded, without effect.
    Remark(String),
    /// Resignation, which the rules allow (R11).
    Resigned,
    /// A line outside the protocol, or not allowed at this point.
    Garbage(String),
}

/// A player: an engine's process and the dialog with it.
///
/// Calls never block. Answers arrive as lines among the match's events and are parsed by [`EnginePlayer::read`].
pub trait EnginePlayer {
    /// The name to show.
    fn name(&self) -> String;
    /// Its process, which its partner may share.
    fn process(&self) -> &RefCell<Process>;
    /// Whether a line of its process is for this player; a process may serve both seats of a team.
    fn is_for(&self, _line: &str) -> bool {
        true
    }
    /// Starts the dialog.
    fn greet(&mut self);
    /// Whether the engine has introduced itself.
    fn has_greeted(&self) -> bool;
    /// Whether its engine has an option of this name, or a command of the same meaning.
    fn has_option(&self, _name: &str) -> bool {
        false
    }
    /// Whether its engine can play by clocks that count nodes.
    fn counts_nodes(&self) -> bool {
        false
    }
    /// Whether its engine plays one game only and must be restarted for the next.
    fn plays_once(&self) -> bool {
        false
    }
    /// Announces a new game.
    fn new_game(&mut self, terms: &GameStart);
    /// Whether all requests outside of its turns have been answered.
    fn is_ready(&self) -> bool;
    /// Sends the state of the game, and requests a move if [`GameUpdate::think`] is set. A turn that begins is sent
    /// with its [ticket](AskedTurn::ticket), which comes back as [`super::process::EngineEvent::Flushed`].
    fn show(&mut self, update: &GameUpdate);
    /// Passes on a message of the partner, as far as the player's protocol can express it.
    fn hear(&mut self, message: &Message);
    /// Stops the search: the game is over.
    fn stop(&mut self);
    /// Parses a line of its process; `None` for lines that only matter to the dialog.
    fn read(&mut self, line: &str) -> Option<EngineOutput>;
}
