//! The settings of one of the other games, chosen by its host.

use crate::variants::color::Color;
use crate::variants::play::{Choices, Name};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Tandem's strength, by its time for a move and the depth at which it stops.
const LEVELS: [(Duration, Option<u32>); 5] = [
    (Duration::from_millis(100), Some(2)),
    (Duration::from_millis(100), None),
    (Duration::from_millis(500), None),
    (Duration::from_secs(2), None),
    (Duration::from_secs(5), None),
];

/// One of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameName {
    /// V1.
    Gardner,
    /// V2.
    Courier,
    /// V3.
    Exchange,
    /// V4.
    Battle,
    /// V5.
    Kriegspiel,
}

impl GameName {
    /// Its name among the games whose players see the whole board; none for Kriegspiel.
    pub const fn open(self) -> Option<Name> {
        match self {
            Self::Gardner => Some(Name::Gardner),
            Self::Courier => Some(Name::Courier),
            Self::Exchange => Some(Name::Exchange),
            Self::Battle => Some(Name::Battle),
            Self::Kriegspiel => None,
        }
    }

    /// Its name in a record.
    pub fn text(self) -> &'static str {
        self.open().map_or("kriegspiel", Name::name)
    }
}

/// The player opposite to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// The engine.
    Tandem,
    /// A person, by link.
    Guest,
}

/// The color that the host asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorWish {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by chance.
    Random,
}

impl ColorWish {
    /// The color that it comes to, by a random number.
    pub const fn color(self, chance: u64) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random if chance.is_multiple_of(2) => Color::White,
            Self::Random => Color::Black,
        }
    }
}

/// How the jester of Courier moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Jester {
    /// Like the sage.
    #[default]
    Sage,
    /// Along lines only.
    Wazir,
}

/// How Courier begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// After four moves of each side.
    #[default]
    Traditional,
    /// With all pieces at home.
    Free,
}

/// How Kriegspiel begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// From set-ups behind a screen.
    #[default]
    Hidden,
    /// From the start of chess.
    Usual,
}

/// The announcements of a move in Kriegspiel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    /// That it was made.
    #[default]
    Bare,
    /// Its squares too.
    Squares,
}

const fn usual_size() -> u8 {
    crate::variants::exchange::USUAL_SIZE
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The game.
    pub game: GameName,
    /// The player opposite to the host.
    pub opponent: Opponent,
    /// The host's color.
    pub color: ColorWish,
    /// Tandem's level, an index of [`LEVELS`].
    pub level: u8,
    /// Of Courier.
    #[serde(default)]
    pub jester: Jester,
    /// Of Courier.
    #[serde(default)]
    pub opening: Opening,
    /// Of exchange chess: files and ranks.
    #[serde(default = "usual_size")]
    pub size: u8,
    /// Of Kriegspiel.
    #[serde(default)]
    pub start: Start,
    /// Of Kriegspiel.
    #[serde(default)]
    pub announce: Announce,
}

impl Settings {
    /// The error code and the wrong value, if a number is outside its range.
    pub fn wrong(&self) -> Option<(&'static str, String)> {
        if usize::from(self.level) >= LEVELS.len() {
            return Some(("game_level", self.level.to_string()));
        }
        (!(4..=8).contains(&self.size)).then(|| ("game_size", self.size.to_string()))
    }

    /// Whether both sides set up behind a screen.
    pub fn sets_up(&self) -> bool {
        match self.game {
            GameName::Battle => true,
            GameName::Kriegspiel => self.start == Start::Hidden,
            _ => false,
        }
    }

    /// The choices that the game's rules leave.
    pub fn choices(&self) -> Choices {
        Choices {
            jester_is_wazir: self.jester == Jester::Wazir,
            free_opening: self.opening == Opening::Free,
            size: self.size,
            ..Choices::default()
        }
    }

    /// Tandem's time for a move, and the depth at which it stops.
    pub fn effort(&self) -> (Duration, Option<u32>) {
        LEVELS[usize::from(self.level).min(LEVELS.len() - 1)]
    }
}
