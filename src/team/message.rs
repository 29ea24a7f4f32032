//! What partners say to each other: one vocabulary for every protocol.

use crate::types::PieceType;

/// How much something matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// It would be nice.
    Low,
    /// It would help.
    Medium,
    /// It decides much; towards other engines it also stands for "mates".
    High,
    /// A threat only: it decides the game.
    Critical,
}

/// Why somebody should play fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// The clocks.
    Time,
    /// The position.
    Pressure,
}

/// Something that a partner said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartnerMessage {
    /// "I need this piece"; with `mates` it mates.
    Need {
        /// The piece.
        piece: PieceType,
        /// How much.
        urgency: Urgency,
        /// Whether it forces mate.
        mates: bool,
    },
    /// "Do not give this piece to my opponent."
    Avoid {
        /// The piece.
        piece: PieceType,
        /// How much.
        urgency: Urgency,
    },
    /// "Trades are good (bad) for me", of one kind or any.
    Trade {
        /// Whether they are good.
        good: bool,
        /// The kind; any without one.
        piece: Option<PieceType>,
    },
    /// "May I trade this piece?"
    AskTrade(PieceType),
    /// "Yes."
    Yes,
    /// "No."
    No,
    /// "Do not move for a while", with the sender's words for how long or why.
    Sit(Option<String>),
    /// "Move again."
    Go,
    /// "Play fast", and why.
    Fast(Option<Haste>),
    /// "Take your time."
    Slow,
    /// "I am not moving."
    Sitting,
    /// "I only wait for your board" («ожидание»).
    Waiting,
    /// "I am being mated."
    Dead,
    /// "I am fine again."
    Alive,
    /// "It is mate on my board."
    Mate,
    /// "I am ahead (behind) by so much", in cp.
    Material(i32),
    /// "My king is in so much danger."
    Threat(Urgency),
    /// Free text.
    Say(String),
}
