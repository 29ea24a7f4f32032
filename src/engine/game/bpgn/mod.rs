//! BPGN, the file format of bughouse games: PGN's tags, then the plies of both boards in the order played.
//!
//! ```text
//! [WhiteA "Anna"]
//! [TimeControl "180+0"]
//!
//! 1A. e4 {179.200} 1b. Nf6 {178.500} 2A. d4 {176.950} {C:eval +0.31} {Anna resigns} 0-1
//! ```
//!
//! A ply has its number on its board, the seat's letter, SAN, and in braces the mover's remaining time in seconds.
//! `{C:…}` are notes; a plain comment before the result is the end note. [`read`] accepts all forms in use, [`write()`]
//! writes one, and reading it back gives the same record. Files of other places are cut into games by [`Splitter`],
//! read by [`read_history`] and put into that form by [`Record::settle`]; games told board by board are joined by
//! [`merge`].
//!
//! ```
//! use tandem_engine::game::bpgn;
//!
//! let text = "[WhiteA \"Anna\"]\n\n1A. e4 {179.200} 1a. e5 {178.500} 1B. d4 {176.950} *\n";
//! let record = bpgn::read(text.as_bytes())?.remove(0);
//! assert_eq!(record.tag("WhiteA"), Some("Anna"));
//! assert_eq!(record.plies.len(), 3);
//! assert!(bpgn::write(&record).contains("1a. e5 {178.500}"));
//! # Ok::<(), bpgn::BpgnError>(())
//! ```

mod end_note;
mod error;
mod halves;
mod history;
mod read;
mod replay;
mod scan;
mod split;
mod told;
mod variant;
mod write;

pub use error::{BpgnError, Fault};
pub use halves::{Half, HalfPly, merge};
pub use history::{Settled, Unsettled};
pub use read::{read, read_history};
pub use scan::{BYTE_ORDER_MARK, guessed};
pub use split::{Part, Splitter};
pub use write::write;

use super::{BoardId, Game, GameMove, Outcome, Seat, Team};
use crate::board::fen;

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// This team won.
    Won(Team),
    /// A draw.
    Draw,
    /// Not finished, or not known.
    #[default]
    Open,
}

impl GameResult {
    /// `1-0` (white on A and black on B won), `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Won(Team::One) => "1-0",
            Self::Won(Team::Two) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The result with that text, if any. Some programs write a draw as `1/2`.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = if text == "1/2" { Self::Draw.text() } else { text };
        [Self::Won(Team::One), Self::Won(Team::Two), Self::Draw, Self::Open]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Open,
            Some(Outcome { winner: None, .. }) => Self::Draw,
            Some(Outcome { winner: Some(team), .. }) => Self::Won(team),
        }
    }
}

/// The time of a ply, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// The mover's remaining time.
    Remaining(u64),
    /// The time since the game began.
    SinceStart(u64),
}

/// One recorded ply.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The number of the move on its board.
    pub number: u32,
    /// The seat that moves.
    pub seat: Seat,
    /// The move in SAN.
    pub san: String,
    /// The time, if known.
    pub stamp: Option<Stamp>,
    /// Comments: evaluations and messages.
    pub notes: Vec<String>,
    /// The line that the ply was read from; 0 if it was not read.
    pub(super) line: usize,
}

/// One recorded game. A game being played is recorded by [`Self::begin`], [`Self::push`] before every move,
/// [`Self::note`] and [`Self::finish`]; it can be [written](write()) at any time.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Names and values in their order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first ply.
    pub notes: Vec<String>,
    /// The plies in the order played.
    pub plies: Vec<Ply>,
    /// The end of the game in words.
    pub end_note: Option<String>,
    /// The result.
    pub result: GameResult,
    /// The line of the tag `FEN`; 0 if it was not read.
    pub(super) fen_line: usize,
    /// The line of the result; 0 if it was not read.
    pub(super) end_line: usize,
}

/// The variant of a game of Chess960 in the tag `Variant`; other games have no such tag.
const CHESS960: &str = "Bughouse960";

impl Record {
    /// The record of a game about to begin: tags for the players (in the order of [`Seat::ALL`]), the time control (as
    /// in `180+0`), the rules, and the start if that is not the usual position.
    pub fn begin(game: &Game, players: [&str; 4], time_control: &str) -> Self {
        let mut record = Self::default();
        for seat in Seat::ALL {
            record.set_tag(seat.tag(), players[seat.index()]);
        }
        record.set_tag("TimeControl", time_control);
        record.set_tag("Rules", &game.rules().to_string());
        if game.start(BoardId::A).castles_by_rook() {
            record.set_tag("Variant", CHESS960);
        }
        let start = BoardId::ALL.map(|board| game.start(board).to_bfen());
        if start.iter().any(|bfen| bfen != fen::START) {
            record.set_tag("FEN", &start.join(" | "));
        }
        record.set_tag("Result", GameResult::Open.text());
        record
    }

    /// Whether the tag `Variant` says that the game is Chess960, as in `Bughouse960` and `Bughouse Chess960` (R19).
    pub fn is_chess960(&self) -> bool {
        self.tag("Variant").is_some_and(|variant| variant.ends_with("960"))
    }

    /// The value of the tag `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets the tag `name`; an existing tag keeps its place.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Adds the move that is about to be played in `game`, with the mover's clock as `game` has it.
    pub fn push(&mut self, game: &Game, board: BoardId, game_move: GameMove) {
        let seat = game.on_turn(board);
        self.plies.push(Ply {
            number: u32::from(game.position(board).fullmove_number()),
            seat,
            san: game.san(board, game_move),
            stamp: Some(Stamp::Remaining(game.clocks()[seat])),
            notes: Vec::new(),
            line: 0,
        });
    }

    /// Adds a comment to the last ply, or before the first one.
    pub fn note(&mut self, text: &str) {
        self.plies.last_mut().map_or(&mut self.notes, |ply| &mut ply.notes).push(text.to_owned());
    }

    /// Ends the record with the game's outcome: result, its tag and end note. Without an outcome the result is `*`.
    pub fn finish(&mut self, outcome: Option<Outcome>) {
        self.result = outcome.into();
        self.set_tag("Result", self.result.text());
        self.end_note = outcome.map(|outcome| end_note::text(&outcome, |seat| self.player(seat)));
    }

    /// The name of the player on `seat`, from its tag; without a tag the seat in words.
    pub fn player(&self, seat: Seat) -> String {
        self.tag(seat.tag()).map_or_else(|| seat.to_string(), str::to_owned)
    }

    /// The time control in ms, base and increment, from a tag such as `180+0` or `300`.
    pub fn time_control(&self) -> Option<(u64, u64)> {
        control_of(self.tag("TimeControl")?)
    }

    /// The time control of a player: from a tag such as `WhiteATimeControl` if it has one of its own, else that of
    /// all players.
    pub fn player_control(&self, seat: Seat) -> Option<(u64, u64)> {
        let own = self.tag(&player_control_tag(seat)).and_then(control_of);
        own.or_else(|| self.time_control())
    }

    /// Gives a player a time control of its own.
    pub fn set_player_control(&mut self, seat: Seat, control: &str) {
        self.set_tag(&player_control_tag(seat), control);
    }
}

/// The tag of a player's own time control, as in PGN's `WhiteTimeControl` of other programs.
fn player_control_tag(seat: Seat) -> String {
    format!("{}TimeControl", seat.tag())
}

/// Base and increment in ms of a text such as `180+0` or `300`.
fn control_of(text: &str) -> Option<(u64, u64)> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some((read::milliseconds(base)?, read::milliseconds(increment)?))
}
