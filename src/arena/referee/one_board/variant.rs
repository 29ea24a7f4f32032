//! The game of a match.

use crate::board::BoardRules;
use crate::protocol::options::Variant;
use crate::variants::exchange::USUAL_SIZE;
use crate::variants::play::{Choices, Name};
use std::str::FromStr;

/// A form of another game by the options that UCI has for it, as `--variant` names it behind the game's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    name: &'static str,
    jester_is_wazir: bool,
    free_opening: bool,
    size: u8,
}

impl Form {
    const USUAL: Self = Self { name: "", jester_is_wazir: false, free_opening: false, size: USUAL_SIZE };

    const fn courier(name: &'static str, jester_is_wazir: bool, free_opening: bool) -> Self {
        Self { name, jester_is_wazir, free_opening, ..Self::USUAL }
    }

    const fn exchange(name: &'static str, size: u8) -> Self {
        Self { name, size, ..Self::USUAL }
    }
}

/// The forms of the games that have others than the usual one.
const FORMS: [(Name, Form); 7] = [
    (Name::Courier, Form::courier("courier-free", false, true)),
    (Name::Courier, Form::courier("courier-wazir", true, false)),
    (Name::Courier, Form::courier("courier-wazir-free", true, true)),
    (Name::Exchange, Form::exchange("exchange-4", 4)),
    (Name::Exchange, Form::exchange("exchange-6", 6)),
    (Name::Exchange, Form::exchange("exchange-7", 7)),
    (Name::Exchange, Form::exchange("exchange-8", 8)),
];

/// The game of a match: bughouse, crazyhouse, or one of the other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchVariant {
    /// A game of the bughouse engine's board.
    Usual(Variant),
    /// Another game, in one of its forms.
    Other(Name, Form),
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

    /// The name as `--variant` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.name(),
            Self::Other(name, form) if form.name.is_empty() => name.name(),
            Self::Other(_, form) => form.name,
        }
    }

    /// The name as `UCI_Variant` has it.
    pub const fn uci_name(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.name(),
            Self::Other(name, _) => name.name(),
        }
    }

    /// The name in PGN.
    pub const fn pgn_name(self) -> &'static str {
        match self {
            Self::Usual(Variant::Bughouse) => "Bughouse",
            Self::Usual(Variant::Crazyhouse) => "Crazyhouse",
            Self::Usual(Variant::Chess) => "Standard",
            Self::Other(..) => self.name(),
        }
    }

    /// The choices of its start, where it is another game.
    pub fn choices(self) -> Choices {
        match self {
            Self::Usual(_) => Choices::default(),
            Self::Other(_, Form { jester_is_wazir, free_opening, size, .. }) => {
                Choices { jester_is_wazir, free_opening, size, ..Choices::default() }
            }
        }
    }

    /// The option of UCI, with its value, by which an engine reads this game's positions as they are meant.
    pub fn uci_option(self) -> Option<(&'static str, &'static str)> {
        self.choices().jester_is_wazir.then_some(("Jester", "wazir"))
    }

    /// The rules of its board, if the bughouse engine's board plays it.
    pub fn board_rules(self) -> Option<BoardRules> {
        match self {
            Self::Usual(variant) => Some(variant.board_rules()),
            Self::Other(..) => None,
        }
    }
}

impl FromStr for MatchVariant {
    type Err = MatchVariantError;

    fn from_str(text: &str) -> Result<Self, MatchVariantError> {
        let usual = text.parse().map(Self::Usual).ok();
        let formed = FORMS.iter().find(|(_, form)| form.name == text).map(|&(name, form)| Self::Other(name, form));
        let other = || text.parse().map(|name| Self::Other(name, Form::USUAL)).ok();
        usual.or(formed).or_else(other).ok_or_else(|| MatchVariantError(text.to_owned()))
    }
}
