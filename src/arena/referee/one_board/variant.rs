//! The game of a match.

use crate::board::BoardRules;
use crate::protocol::options::Variant;
use crate::variants::play::Name;
use std::str::FromStr;

/// The game of a match: bughouse, crazyhouse, or one of the other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchVariant {
    /// A game of the bughouse engine's board.
    Usual(Variant),
    /// Another game.
    Other(Name),
}

/// A name that is no game of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no variant here (known: {known})", known = MatchVariant::names().join(", "))]
pub struct MatchVariantError(String);

impl MatchVariant {
    /// Bughouse, on two boards.
    pub const BUGHOUSE: Self = Self::Usual(Variant::Bughouse);

    /// The names of all.
    pub fn names() -> Vec<&'static str> {
        Variant::OFFERED.map(Variant::name).into_iter().chain(Name::ALL.map(Name::name)).collect()
    }

    /// The name as `--variant` and `UCI_Variant` have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.name(),
            Self::Other(name) => name.name(),
        }
    }

    /// The name in PGN.
    pub const fn pgn_name(self) -> &'static str {
        match self {
            Self::Usual(Variant::Bughouse) => "Bughouse",
            Self::Usual(Variant::Crazyhouse) => "Crazyhouse",
            Self::Usual(Variant::Chess) => "Standard",
            Self::Other(name) => name.name(),
        }
    }

    /// The rules of its board, if the bughouse engine's board plays it.
    pub fn board_rules(self) -> Option<BoardRules> {
        match self {
            Self::Usual(variant) => Some(variant.board_rules()),
            Self::Other(_) => None,
        }
    }
}

impl FromStr for MatchVariant {
    type Err = MatchVariantError;

    fn from_str(text: &str) -> Result<Self, MatchVariantError> {
        let usual = text.parse().map(Self::Usual).ok();
        usual.or_else(|| text.parse().map(Self::Other).ok()).ok_or_else(|| MatchVariantError(text.to_owned()))
    }
}
