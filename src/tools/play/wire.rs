//! Messages over the WebSocket: one JSON object each, distinguished by `type`. Seats have BPGN's letters `A a B b`.

use super::desk::MatchNames;
use super::round::Round;
use super::setup::{Occupant, Reseating, Setup};
use crate::game::Seat;
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

/// The requests of a page after the first message.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The page's language has changed.
    Language {
        /// The new language.
        language: Tongue,
    },
    /// Asks for a `pong`: the page checks its connection.
    Ping,
    /// The owner sets the table.
    Setup {
        /// The settings.
        setup: Setup,
    },
    /// The owner starts a game.
    Start {
        /// Settings to set first: if they are refused, no game starts.
        #[serde(default)]
        setup: Option<Setup>,
        /// Where the settings have put the people: guests' links go with them.
        #[serde(default)]
        moved: Option<Reseating>,
    },
    /// The owner starts a game of the same players with changed colors.
    Rematch,
    /// The owner aborts the game, or a player does before its second move.
    Abort,
    /// The owner stops the clocks of a game against engines only.
    Pause,
    /// The owner lets it go on.
    GoOn,
    /// The name of the page's person; empty for none.
    Name {
        /// The name.
        name: String,
    },
    /// The player offers a draw, or answers an offer.
    Draw {
        /// Whether it agrees; otherwise it declines, or takes its own offer back.
        agrees: bool,
    },
    /// A move or drop: `e2e4`, `e7e8q`, `n@f3`.
    Move {
        /// The move.
        text: String,
        /// Plies played on the board when the player chose the move: a move for another turn is refused.
        ply: usize,
    },
    /// A premove; `None` cancels the last one.
    Premove {
        /// The move.
        text: Option<String>,
    },
    /// Words for the partner.
    Say {
        /// The words.
        text: String,
    },
    /// The player resigns.
    Resign,
}

/// The messages to a page.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// The page's role, and the chat before it connected.
    Welcome {
        /// Its seat, if any.
        seat: Option<char>,
        /// Whether it opened the table.
        owner: bool,
        /// The chat so far.
        chat: Vec<ChatLine>,
        /// The seats' links, for the owner to pass on.
        links: Vec<(char, String)>,
        /// The spectators' link, for the owner to pass on.
        watch: Option<String>,
        /// The number of the table in a club, from 1.
        table: Option<usize>,
        /// Whether other machines can reach the page.
        network: bool,
        /// The levels given on the command line, if any: they override those that the page has stored.
        levels: Option<[u64; 4]>,
        /// The names of the engines that the owner may put on a seat.
        engines: Vec<String>,
    },
    /// The state of the table.
    State(Box<State>),
    /// A new line of the chat.
    Chat(ChatLine),
    /// The answer to `ping`.
    Pong,
    /// A refused request (nothing has changed), a failed engine, or the reason why the page is cut off.
    Error {
        /// The error code, for which the page has a text.
        code: &'static str,
        /// Details, such as the refused value.
        text: String,
    },
}

/// A line of the chat.
#[derive(Clone, Debug, Serialize)]
pub struct ChatLine {
    /// The speaker's seat, also if `understood`.
    pub seat: char,
    /// The words, in the page's language where they were understood.
    pub text: String,
    /// The words as they were said, if `text` is their translation.
    pub original: Option<String>,
    /// Whether this is how the partner understood the line before.
    pub understood: bool,
}

/// All that a page shows of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// `waiting`, `playing`, `held` by the owner, `paused` until everybody is there, or `over`.
    pub phase: &'static str,
    /// The number of the game, from 1; 0 before the first.
    pub number: u32,
    /// The settings of the next game.
    pub setup: Setup,
    /// The page's seat, if any.
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
    /// The pieces that the partner needs: letter and urgency.
    pub needs: Vec<(char, &'static str)>,
    /// The pieces that the partner's opponent must not get: letter and urgency.
    pub bans: Vec<(char, &'static str)>,
    /// The end of the game, if it is over.
    pub over: Option<Over>,
    /// The names of teams and players, in a tournament.
    pub names: Option<MatchNames>,
    /// The offer of a draw.
    pub draw: DrawView,
    /// Whether the page's player may abort the game.
    pub may_abort: bool,
    /// Whether the page's owner may stop the clocks.
    pub may_pause: bool,
    /// Why the games are not kept on the disk, for the owner.
    pub unkept: Option<String>,
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
    /// The legal moves if the page is on turn, else empty.
    pub legal: Vec<String>,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatView {
    /// The occupant of the seat.
    pub occupant: Occupant,
    /// The name of the person there, if it gave one.
    pub name: Option<String>,
    /// Whether a page sits there, Tandem, or an engine that is ready.
    pub present: bool,
    /// The error code of the engine there, if it has failed.
    pub trouble: Option<&'static str>,
    /// Whether it has a move and does not make it.
    pub sits: bool,
    /// The search of the engine there for its last move, in a game without people.
    pub thought: Option<ThoughtView>,
}

/// An engine's search for a move: depth, score and line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThoughtView {
    /// The depth of its search, in plies.
    pub depth: Option<u32>,
    /// Its score for itself, in cp; `None` for a mate score.
    pub cp: Option<i32>,
    /// Moves to mate; negative when it is mated.
    pub mate: Option<i32>,
    /// The line in SAN, from the move on.
    pub line: Vec<String>,
}

/// The offer of a draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DrawView {
    /// The seats that agree to the offer that stands; empty if there is none.
    pub agreed: Vec<char>,
    /// The seat that declined the last offer, until the next one.
    pub declined: Option<char>,
}

impl DrawView {
    /// The offer of a game under way.
    pub fn of(round: &Round) -> Self {
        let offers = round.offers();
        let agreed = offers.agreed().into_iter().map(Seat::letter).collect();
        Self { agreed, declined: offers.declined().map(Seat::letter) }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The reason, as [`crate::game::Reason`] writes it; `aborted` without a result.
    pub reason: String,
    /// The seat concerned, if any: of a game that was aborted, the player who did it.
    pub seat: Option<char>,
    /// The record of the game.
    pub bpgn: String,
}
