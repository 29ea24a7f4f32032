//! Messages of the other games over their WebSocket: one JSON object each, distinguished by `type`. Colors are `w` and
//! `b`.

use super::settings::Settings;
use serde::{Deserialize, Serialize};

/// The requests of a page after the first message.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameRequest {
    /// Asks for a `pong`: the page checks its connection.
    Ping,
    /// The host begins a game.
    New {
        /// Its settings.
        settings: Settings,
    },
    /// The host begins the same game with changed colors.
    Rematch,
    /// A set-up behind the screen is ready: ranks of a FEN, third to first, as from the own side.
    SetUp {
        /// The ranks.
        text: String,
    },
    /// It is not, after all.
    NotReady,
    /// Asks for a set-up of the program's choice.
    Suggest,
    /// A move, or a try of Kriegspiel.
    Move {
        /// The move.
        text: String,
        /// Plies played when the player chose it: a move for another turn is refused.
        ply: usize,
    },
    /// «Can I take?»
    Ask,
    /// Offers a draw, or answers an offer.
    Draw {
        /// Whether the player agrees; otherwise it declines, or takes its own offer back.
        agrees: bool,
    },
    /// Resigns.
    Resign,
}

/// The messages to a page, beside the errors and pongs of the table's.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameReply {
    /// The first one.
    Welcome {
        /// Whether the page begins the games.
        host: bool,
        /// The link for the other person, for the host to pass on.
        link: Option<String>,
        /// Whether other machines can reach the page.
        network: bool,
    },
    /// Everything that the page may show.
    State(Box<GameState>),
    /// The arbiter's announcements so far.
    Heard {
        /// The announcements before these.
        from: usize,
        /// The words, in English and Russian.
        lines: Vec<[String; 2]>,
    },
    /// A set-up of the program's choice.
    Suggested {
        /// The ranks.
        text: String,
    },
}

/// The state of a game for one page.
#[derive(Clone, Debug, Serialize)]
pub struct GameState {
    /// The number of the game; 0 before the first one.
    pub number: u32,
    /// `none`, `set_up`, `playing` or `over`.
    pub phase: &'static str,
    /// The settings, if there is a game.
    pub settings: Option<Settings>,
    /// The page's color.
    pub seat: Option<char>,
    /// Whether the other person's page is there.
    pub other_here: bool,
    /// Whether Tandem thinks.
    pub thinking: bool,
    /// Whether each side's set-up is ready, white's first.
    pub ready: [bool; 2],
    /// The page's own set-up, if it is ready.
    pub set_up: Option<String>,
    /// The color that offers a draw.
    pub draw: Option<char>,
    /// The color that declined the last offer, until the next move.
    pub declined: Option<char>,
    /// The board, once it is set up.
    pub board: Option<GameBoard>,
    /// The end, if the game is over.
    pub over: Option<GameOver>,
    /// The reason that the games are not kept on the disk, for the host; none if they are.
    pub unkept: Option<String>,
}

/// The board, as far as the page may see it.
#[derive(Clone, Debug, Serialize)]
pub struct GameBoard {
    /// Its rows, the last rank first: a piece's letter for each square, or `.`.
    pub rows: Vec<String>,
    /// The reserves: letters, capital for white.
    pub held: String,
    /// The color on turn.
    pub turn: char,
    /// Plies played.
    pub ply: usize,
    /// The squares of the last move that the page may know.
    pub last: Vec<String>,
    /// Whether the color on turn is in check.
    pub check: bool,
    /// The page's legal moves, or its tries, if it is on turn.
    pub legal: Vec<String>,
    /// Whether the page may ask «Can I take?» now.
    pub may_ask: bool,
    /// The moves played; in Kriegspiel `…` for those of the other player.
    pub moves: Vec<String>,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameOver {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why: a word that the page knows.
    pub reason: &'static str,
    /// The game as text.
    pub text: String,
}
