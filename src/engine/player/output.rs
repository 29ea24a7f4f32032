//! What a player does.

use crate::board::BoardStatus;
use crate::search::Finished;
use crate::team::message::PartnerMessage;

/// What a protocol has to pass on, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The answer: a move, with all that the search found.
    Move(Finished),
    /// The side on turn has no legal move, for this reason.
    NoMove(BoardStatus),
    /// To be said to the partner, together.
    Say(Vec<PartnerMessage>),
    /// A remark for who sits at the GUI.
    Note(String),
    /// The game is given up.
    Resign,
    /// A draw is offered.
    OfferDraw,
    /// Something could not be done.
    Error(String),
}
