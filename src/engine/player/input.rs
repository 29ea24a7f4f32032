//! Inputs of a player.

use super::clock::RelativeSeat;
use super::level::Skill;
use super::time::Timing;
use crate::board::Position;
use crate::search::Limits;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::partnership::Manners;
use crate::types::{ByColor, Color, Hand, Move};

/// A search request.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Limits other than the clock; `time` is filled in by the player.
    pub limits: Limits,
    /// The end of the search by time.
    pub timing: Timing,
    /// Whether the result is a move to play; false for an analysis.
    pub answers: bool,
}

impl Ask {
    /// Whether the search is for a move in a game, not for analysis: only then is the strength reduced.
    pub fn is_for_a_move(&self) -> bool {
        self.answers && !self.limits.infinite
    }

    /// Whether the search ends by its own limit or a stop, independent of the clocks.
    pub fn has_own_limit(&self) -> bool {
        !matches!(self.timing, Timing::ByClock(_))
    }
}

/// The kind of partner and other board, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartnerKind {
    /// No other board: captured pieces do not cross (chess, crazyhouse).
    #[default]
    SingleBoard,
    /// Analysis of one bughouse board: captured pieces have a price, but the other board is not played.
    Study,
    /// A game on one bughouse board without arrivals: a hang is as good as mate.
    Absent,
    /// A partner without messages: pieces may arrive.
    Silent,
    /// A partner that exchanges messages.
    Speaking,
}

/// Behavior required by the GUI or set by options.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// The move overhead, in ms.
    pub overhead_ms: u64,
    /// The options on the partner.
    pub manners: Manners,
    /// Whether the GUI sends moves, not positions: our own move is made on the board at once, our turn begins with the
    /// opponent's move, and a player without a legal move waits for a piece. Otherwise the GUI sends positions and
    /// requests each move.
    pub follows_moves: bool,
    /// Whether to ponder the expected reply. Never done below full strength.
    pub ponders: bool,
    /// The playing strength.
    pub skill: Skill,
    /// Whether moves of the opening book are played at once. Never done below full strength.
    pub own_book: bool,
}

/// The game as reported by a protocol: missing parts are left as they are, unchanged ones have no effect.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// The own board.
    pub own: Option<Box<Position>>,
    /// The other board.
    pub other: Option<Box<Position>>,
    /// The clocks of [`RelativeSeat::ALL`], in ms.
    pub clocks: [Option<u64>; 4],
}

/// An input of a player.
#[derive(Clone, Debug)]
pub enum Input {
    /// The options have changed.
    Habits(Habits),
    /// The kind of partner.
    Partner(PartnerKind),
    /// Another partner: what the last one said and was told is void.
    NewPartner,
    /// A new game from this board; all other state is reset.
    NewGame(Box<Position>),
    /// Another board, and the legal moves made since.
    SetUp(Box<Position>, Vec<Move>),
    /// The boards and clocks, from a protocol that shows the whole game.
    Boards(Boards),
    /// A legal move of the side on turn.
    Moved(Move),
    /// The hands of both players, and the other board, on which the capture was, if it is known.
    Hands(ByColor<Hand>, Option<Box<Position>>),
    /// Take back this many plies.
    TakeBack(usize),
    /// A clock reading, in ms; `None` if unknown.
    Clock(RelativeSeat, Option<u64>),
    /// Our color, if any, and the standing search request: it starts on our turn, or on any turn if it is an analysis.
    Play(Option<Color>, Option<Box<Ask>>),
    /// Search the board as it is.
    Go(Box<Ask>),
    /// Start the standing request: our turn or the analysis begins now.
    Resume,
    /// The opponent played the ponder move (see [`Limits::ponder`]).
    PonderHit,
    /// Stop the search and answer.
    MoveNow,
    /// Answer the turn under way before any other input is handled.
    Finish,
    /// End the turn under way without an answer.
    Cancel,
    /// The partner said something.
    Heard(Heard),
    /// A message from our partner, the other seat of this process.
    HeardWithin(PartnerMessage),
    /// A search or probe has a result, or a deadline has passed.
    Wake,
}
