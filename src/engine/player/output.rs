//! Outputs of a player.

use crate::board::BoardStatus;
use crate::search::Finished;
use crate::team::message::PartnerMessage;

/// An output; the protocol passes outputs on in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The answer: a move, with the search result.
    Move(Finished),
    /// The side on turn has no legal move, for this reason.
    NoMove(BoardStatus),
    /// Messages to the partner, sent together.
    Say(Vec<PartnerMessage>),
    /// A remark for the user at the GUI.
    Note(String),
    /// The player resigns.
    Resign,
    /// A draw is offered.
    OfferDraw,
    /// An error to be reported.
    Error(String),
}
