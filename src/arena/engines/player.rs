//! What the referee needs of a player, whatever protocol it speaks.

use super::process::Process;
use super::talk::Message;
use crate::game::{BoardId, Clocks, Played, Rules, Seat};
use std::cell::RefCell;
use std::time::Duration;

/// What every player is told at the start of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// Where this player sits.
    pub seat: Seat,
    /// The rules in force.
    pub rules: &'a Rules,
    /// What the clock shows at the start.
    pub base: Duration,
    /// What each move adds to the clock.
    pub increment: Duration,
    /// The name of the partner's engine.
    pub partner: &'a str,
}

/// The state of the game, as it is shown to a player after every move.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Both boards, as `A | B`.
    pub boards: &'a str,
    /// The four clocks.
    pub clocks: Clocks,
    /// Whether the player's own board or the hands there have changed.
    pub own_board_changed: bool,
    /// The move that led here; nothing at the start of a game.
    pub played: Option<Played>,
    /// Set when the player shall think now.
    pub think: Option<AskedTurn>,
}

impl<'a> Scene<'a> {
    /// One of the boards as BFEN.
    pub fn board(&self, board: BoardId) -> &'a str {
        self.boards.split('|').nth(board.index()).unwrap_or_default().trim()
    }
}

/// A turn to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedTurn {
    /// Plies played on this board before: tells turns apart.
    pub ply: u32,
    /// Whether the turn begins now; otherwise only the hands have changed.
    pub new: bool,
}

impl AskedTurn {
    /// The ticket that tells this turn of `board` from all others of the game.
    pub fn ticket(ply: u32, board: BoardId) -> u64 {
        u64::from(ply) * 2 + board.index() as u64
    }
}

/// Where a search stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldThought {
    /// Plies.
    pub depth: Option<u32>,
    /// From the player's view.
    pub score: Option<ToldScore>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The expected moves, in the protocol's notation.
    pub line: Vec<String>,
}

/// A player's opinion of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative when the player is mated.
    Mate(i32),
}

/// What a player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Its move.
    Move {
        /// The turn that it answers, by plies played on this board before.
        ply: u32,
        /// Whether it answers what was asked last. An answer to an earlier state of the same turn may still stand; one that
        /// does not is no offense.
        current: bool,
        /// The move; `(none)` when the player sees none.
        text: String,
    },
    /// What it thinks.
    Thought(ToldThought),
    /// Words for its partner.
    Message(Message),
    /// A claim about the game or a complaint about a move: noted, never obeyed.
    Remark(String),
    /// It gives up, which is its right (R11).
    Resigned,
    /// Nothing that the protocol knows, or knows here.
    Garbage(String),
}

/// A player: an engine's process and the dialog with it.
///
/// Calls never block. The answers come back as lines among the match's events and are understood by [`EnginePlayer::read`].
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
    /// Whether it has introduced itself.
    fn has_greeted(&self) -> bool;
    /// Whether its engine has an option of this name, or words for what it means.
    fn has_option(&self, _name: &str) -> bool {
        false
    }
    /// Whether its engine can play by clocks that count nodes.
    fn counts_nodes(&self) -> bool {
        false
    }
    /// Whether its engine plays one game only and is to be started anew for the next.
    fn plays_once(&self) -> bool {
        false
    }
    /// Tells what game comes.
    fn new_game(&mut self, terms: &GameStart);
    /// Whether everything that was asked of it outside of its turns has been answered.
    fn is_ready(&self) -> bool;
    /// Shows the state of the game, and perhaps asks for a move. A turn that begins is sent with its
    /// [ticket](AskedTurn::ticket), which comes back as [`super::process::EngineEvent::Flushed`].
    fn show(&mut self, scene: &Scene);
    /// Passes on what the partner said, in the words of the player's protocol as far as it has any.
    fn hear(&mut self, message: &Message);
    /// The game is over: stop thinking.
    fn stop(&mut self);
    /// Understands a line of its process; nothing for lines that only matter to the dialog.
    fn read(&mut self, line: &str) -> Option<Said>;
}
