//! Messages between partners: one vocabulary for every protocol and both languages.
//!
//! Independent of wording: [`super::phrases`] has the words of people, each protocol has its own.

use crate::types::PieceType;

/// The weight of a wish for a piece, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// It would be nice.
    Low,
    /// It would help.
    Medium,
    /// It decides much.
    High,
    /// It mates.
    Mates,
}

/// The danger that a king is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Danger {
    Low,
    Medium,
    High,
    Critical,
}

/// A reason to play fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Haste {
    /// The clocks.
    Time,
    /// The position.
    Pressure,
}

/// A reason to sit, or to move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The clocks: the team is up (or down) on time.
    Time,
    /// A piece is on its way.
    Piece,
    /// A mate is on its way.
    Mate,
}

/// A message between partners.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartnerMessage {
    /// "I need this piece."
    Need {
        /// The piece, pawn to queen.
        piece: PieceType,
        /// The urgency.
        urgency: Urgency,
    },
    /// "Do not give this piece to my opponent."
    Avoid {
        /// The piece, pawn to queen.
        piece: PieceType,
        /// The urgency; [`Urgency::Mates`]: it mates the sender.
        urgency: Urgency,
    },
    /// "I do not need this piece any more": takes a need back.
    Enough(PieceType),
    /// "You may give this piece again": takes a ban back.
    Allow(PieceType),
    /// "Trades are good (bad) for me", of one kind or any.
    Trade {
        /// Whether they are good.
        good: bool,
        /// The kind; `None` for any.
        piece: Option<PieceType>,
    },
    /// "Take this piece."
    Take(PieceType),
    /// "May I trade this piece?", or any.
    AskTrade(Option<PieceType>),
    /// "What do you need?"
    AskNeed,
    /// "Yes."
    Yes,
    /// "No."
    No,
    /// "Do not move."
    Sit {
        /// The reason, if the sender gave one.
        cause: Option<Cause>,
        /// The longest time, in s, if the sender gave one.
        seconds: Option<u32>,
    },
    /// "Avoid captures for this many moves of yours, so that no piece reaches the opponents"; for a few moves if no
    /// number is given. It is not a sit.
    Stall(Option<u32>),
    /// "Move again."
    Go(Option<Cause>),
    /// "I am not moving."
    Sitting,
    /// "My opponent does not move" («мой ждёт»).
    Waiting,
    /// "Play fast", and why.
    Fast(Option<Haste>),
    /// "Take your time."
    Slow,
    /// "I am being mated."
    Dead,
    /// "I am fine again", and "I move again".
    Alive,
    /// "It is mate on my board."
    Mate,
    /// A concrete move for the partner's board, in the sender's words: R16 forbids it.
    Hint(String),
    /// Clocks of the sender's board, between engines, in centiseconds.
    Clocks {
        /// The sender's, if given.
        own_cs: Option<u32>,
        /// The sender's opponent's, if given.
        opponent_cs: Option<u32>,
    },
    /// "I am ahead (behind) by this much", in cp.
    Material(i32),
    /// "My king is in so much danger."
    Threat(Danger),
    /// "What do you understand?"
    Help,
    /// A greeting.
    Hello,
    /// Thanks.
    Thanks,
    /// Free text.
    Say(String),
}
