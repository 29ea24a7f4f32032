//! What goes over the WebSocket: one JSON object a message, told apart by `type`. Seats are named by BPGN's letters `A a B b`.

use super::setup::{Occupant, Setup};
use crate::team::phrases::Language;
use serde::{Deserialize, Serialize};

/// The first message of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The secret of the link.
    pub key: String,
    /// The page's language.
    pub language: Tongue,
}

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Tongue {
    #[serde(rename = "ru")]
    Russian,
    #[serde(rename = "en")]
    English,
}

impl From<Tongue> for Language {
    fn from(tongue: Tongue) -> Self {
        match tongue {
            Tongue::Russian => Self::Russian,
            Tongue::English => Self::English,
        }
    }
}

/// What a page asks for afterwards.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The page's language is another one now.
    Language {
        /// Which.
        language: Tongue,
    },
    /// The owner sets the table.
    Setup {
        /// How.
        setup: Setup,
    },
    /// The owner starts a game.
    Start,
    /// The owner breaks the game off.
    Abort,
    /// A move or drop: `e2e4`, `e7e8q`, `n@f3`.
    Move {
        /// The move.
        text: String,
        /// Plies played on the board when the player saw it: a move that was made for another turn is not played.
        ply: usize,
    },
    /// A move or drop for the next turn; nothing takes the last one back.
    Premove {
        /// The move.
        text: Option<String>,
    },
    /// Words for the partner.
    Say {
        /// The words.
        text: String,
    },
    /// The game is given up.
    Resign,
}

/// What a page is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Who the page is, and what was said before it came.
    Welcome {
        /// Where it sits.
        seat: Option<char>,
        /// Whether it opened the table.
        owner: bool,
        /// What was said before.
        chat: Vec<ChatLine>,
        /// The seats' links, for the owner to pass on.
        links: Vec<(char, String)>,
        /// Whether other machines reach the page.
        network: bool,
        /// The levels that the command line has asked for: they go before those that the page remembers.
        levels: Option<[u64; 4]>,
        /// The names of the engines that the owner may put on a seat.
        engines: Vec<String>,
    },
    /// How things stand.
    State(Box<State>),
    /// Somebody said something.
    Chat(ChatLine),
    /// Something cannot be done; nothing has changed.
    Error {
        /// A word for the page, which has sentences for it.
        code: &'static str,
        /// What was wrong, quoted.
        text: String,
    },
}

/// A line of the chat.
#[derive(Clone, Debug, Serialize)]
pub struct ChatLine {
    /// Whose words, or what was understood of whose words.
    pub seat: char,
    /// The words.
    pub text: String,
    /// Whether this is how the partner understood the line before.
    pub understood: bool,
}

/// All that a page shows of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// `waiting`, `playing` or `over`.
    pub phase: &'static str,
    /// The number of the game, from 1; 0 before the first.
    pub number: u32,
    /// The settings of the next game.
    pub setup: Setup,
    /// Where the page sits.
    pub seat: Option<char>,
    /// Boards A and B.
    pub boards: [BoardView; 2],
    /// The four clocks, in ms.
    pub clocks: [u64; 4],
    /// Which of them run.
    pub running: [bool; 4],
    /// The four players.
    pub seats: [SeatView; 4],
    /// The moves in the order played: seat and SAN.
    pub moves: Vec<(char, String)>,
    /// The page's own premove.
    pub premove: Option<String>,
    /// What the partner wants: the letter of the piece, and how much.
    pub needs: Vec<(char, &'static str)>,
    /// What the partner does not want its opponent to get.
    pub bans: Vec<(char, &'static str)>,
    /// How it ended.
    pub over: Option<Over>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardView {
    /// Pieces and hands.
    pub bfen: String,
    /// Plies played on it.
    pub ply: usize,
    /// The squares of the last move; one for a drop.
    pub last: Vec<String>,
    /// The square of a king in check.
    pub check: Option<String>,
    /// `playing`, `mate`, `hang` or `stalemate`, for the side on turn.
    pub status: &'static str,
    /// The legal moves, where the page is on turn.
    pub legal: Vec<String>,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatView {
    /// Who it is.
    pub occupant: Occupant,
    /// Whether a page sits there, Tandem, or an engine that is ready.
    pub present: bool,
    /// Why the engine there does not play, as a word of which the page has sentences.
    pub trouble: Option<&'static str>,
    /// Whether it has a move and does not make it.
    pub sits: bool,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The reason, as [`crate::game::Reason`] writes it; `aborted` without a result.
    pub reason: String,
    /// Whom it happened to.
    pub seat: Option<char>,
    /// The game on paper.
    pub bpgn: String,
}

/// What somebody else wrote, without control characters and no longer than is of use.
pub fn quote(text: &str, longest: usize) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    clean.trim().chars().take(longest).collect()
}
