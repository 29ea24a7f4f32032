//! What a player is told.

use super::clock::Who;
use super::level::Skill;
use super::time::Timing;
use crate::board::Position;
use crate::search::Limits;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::partnership::Manners;
use crate::types::{ByColor, Color, Hand, Move};

/// A search that is asked for.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What ends it besides the clock; its `time` is filled in by the player.
    pub limits: Limits,
    /// What the clock, or a time for the move, has to do with it.
    pub timing: Timing,
    /// Whether its result is a move to be played; an analysis has none.
    pub answers: bool,
}

impl Ask {
    /// Whether a move is to come of it in a game, rather than insight: who plays below full strength does so only then.
    pub fn is_for_a_move(&self) -> bool {
        self.answers && !self.limits.infinite
    }

    /// Whether the search ends by itself or by a stop, and the clocks do not matter.
    pub fn has_own_limit(&self) -> bool {
        !matches!(self.timing, Timing::ByClock(_))
    }
}

/// Who and what there is beside the own board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartnerKind {
    /// Nothing leaves the board: chess, crazyhouse.
    #[default]
    SingleBoard,
    /// One board of bughouse that somebody studies: what is captured is worth something elsewhere, but nobody plays there.
    Study,
    /// One board of bughouse, in a game to which nothing will ever arrive: a hang is as good as mate.
    Absent,
    /// Pieces may arrive, but there is nobody to talk to.
    Silent,
    /// A partner, who hears and speaks.
    Speaking,
}

/// How this player's GUI wants things, and what the options say.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// What a move costs between us and the clock, in ms.
    pub overhead_ms: u64,
    /// How to behave towards the partner.
    pub manners: Manners,
    /// The GUI tells moves, not positions: our own move stands on the board at once, our turn begins with the opponent's move, and who has no
    /// legal move waits for a piece. Otherwise the GUI shows positions and asks for each move.
    pub follows_moves: bool,
    /// Whether to think on the opponent's time, about the reply that is expected. Who plays below full strength never does.
    pub ponders: bool,
    /// How strong to play.
    pub skill: Skill,
}

/// The game as a protocol shows it: what is missing is not shown, what has not changed is no news.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// The own board.
    pub own: Option<Box<Position>>,
    /// The other board.
    pub other: Option<Box<Position>>,
    /// The clocks of [`Who::ALL`], in ms.
    pub clocks: [Option<u64>; 4],
}

/// What happens to a player.
#[derive(Clone, Debug)]
pub enum Input {
    /// The options have changed.
    Habits(Habits),
    /// Who and what there is beside the board.
    Partner(PartnerKind),
    /// A new game from this board: everything else is forgotten.
    NewGame(Box<Position>),
    /// Another board, and the legal moves made since.
    SetUp(Box<Position>, Vec<Move>),
    /// The boards and clocks as a protocol shows them that sees the whole game.
    Boards(Boards),
    /// A legal move of the side on turn.
    Moved(Move),
    /// What both players hold now.
    Hands(ByColor<Hand>),
    /// So many plies are taken back.
    TakeBack(usize),
    /// A clock shows so much, in ms.
    Clock(Who, Option<u64>),
    /// Which color is ours, if any; and how to search without being asked, on our turn or, where the search is an analysis, on any.
    Play(Option<Color>, Option<Box<Ask>>),
    /// Search the board as it is.
    Go(Box<Ask>),
    /// Search it as the standing wish has it: our turn or the analysis begins now.
    Resume,
    /// The opponent played the move that a search of [`Limits::ponder`] supposed.
    PonderHit,
    /// The answer is wanted now.
    MoveNow,
    /// What is under way is answered before anything else happens.
    Finish,
    /// What is under way ends without an answer.
    Cancel,
    /// The partner said something.
    Heard(Heard),
    /// The other seat of this process, our partner, said something.
    HeardWithin(PartnerMessage),
    /// Something was found, or something is due.
    Wake,
}
