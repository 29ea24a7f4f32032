//! The rules of a game: eleven options, and presets that set them all.

use crate::board::{BoardRules, Captures, MateRule, Promotion, StalemateRule};
use crate::types::ByColor;
use std::fmt;
use std::str::FromStr;

/// The effect when both players of a team hang (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BothHang {
    /// The team has lost.
    Loss,
    /// Play goes on until the clocks decide.
    PlaysOn,
}

/// The source of the piece that a pawn on the last rank becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionRule {
    /// Any kind that its player chooses (R5).
    OwnChoice,
    /// A piece that the partner takes from the partner's opponent (Gambler's promotion).
    TakeFromPartnerBoard,
}

/// The effect of the third occurrence of a position on one board (R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// No effect.
    Ignored,
    /// The game is drawn.
    Draw,
}

/// The rule that forces players to move in a game without clocks (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoClock {
    /// The game has clocks.
    Off,
    /// A player who has moved may demand a move of the opponent on the other board.
    MoveForMove,
}

/// The rules of one game, a plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The definition of mate (R8).
    pub mate: MateRule,
    /// The effect of having no legal move while not in check (R10).
    pub stalemate: StalemateRule,
    /// The effect when both players of a team hang (R9).
    pub both_hang: BothHang,
    /// Whether a drop may give check (R4).
    pub drop_check: bool,
    /// Whether a drop may give mate (R4).
    pub drop_mate: bool,
    /// The last rank, seen from the dropper, on which a pawn may be dropped: 7 or 6 (R3).
    pub last_pawn_drop_rank: u8,
    /// Whether a rook dropped on its home square may castle (R7).
    pub dropped_rook_castles: bool,
    /// The source of the piece that a pawn on the last rank becomes (R5).
    pub promotion: PromotionRule,
    /// The effect of a threefold repetition (R18).
    pub repetition: Repetition,
    /// Whether the game is played without clocks, by "move for move" (R14).
    pub no_clock: NoClock,
    /// Whether the game is Chess960, with castling written by the rooks' squares (R19).
    pub chess960: bool,
    /// The receiver of captured pieces. No option: unless it is the partner, the boards are games of their own.
    pub captures: Captures,
}

/// The reason why a text does not describe rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RulesError {
    #[error("`{0}` is no preset of rules (known: {known})", known = PRESET_NAMES.join(", "))]
    Preset(String),
    #[error("`{0}` is no option of the rules (known: {known})", known = option_names())]
    Option(String),
    #[error("rules option {option}: `{value}` is none of {allowed}", allowed = allowed.join(", "))]
    Value { option: &'static str, value: String, allowed: &'static [&'static str] },
    #[error("rules option `{0}`: it is given twice")]
    Twice(String),
}

/// An option's name and values, for help texts and protocol options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The name, such as `drop-check`.
    pub name: &'static str,
    /// The values it can have; the first is the default (preset `international`).
    pub values: &'static [&'static str],
}

/// The table of options: for each its name, its field in [`Rules`], and the value that each text stands for.
macro_rules! options {
    ($($name:literal $field:ident { $first:literal => $default:expr $(, $text:literal => $value:expr)+ })+) => {
        const OPTIONS: &[RuleOption] = &[$(RuleOption { name: $name, values: &[$first $(, $text)+] }),+];

        impl Default for Rules {
            /// The preset `international`: the first value of every option.
            fn default() -> Self {
                Self { $($field: $default,)+ captures: Captures::ToPartner }
            }
        }

        impl Rules {
            /// The value of `option` as text; `None` for an unknown option.
            pub fn get(&self, option: &str) -> Option<&'static str> {
                match option {
                    $($name => {
                        $(if self.$field == $value { return Some($text); })+
                        Some($first)
                    })+
                    _ => None,
                }
            }

            /// Sets `option` to `value`.
            ///
            /// # Errors
            /// When the option or the value is unknown; the rules are then unchanged.
            pub fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
                match option {
                    $($name => {
                        self.$field = match value {
                            $first => $default,
                            $($text => $value,)+
                            _ => return Err(RulesError::Value {
                                option: $name,
                                value: value.to_owned(),
                                allowed: &[$first $(, $text)+],
                            }),
                        };
                        Ok(())
                    })+
                    _ => Err(RulesError::Option(option.to_owned())),
                }
            }
        }
    };
}

options! {
    "mate" mate { "possible-block-saves" => MateRule::PossibleBlockSaves, "immediate" => MateRule::Immediate }
    "stalemate" stalemate {
        "waits" => StalemateRule::Waits, "loss" => StalemateRule::Loss, "draw" => StalemateRule::Draw
    }
    "both-hang" both_hang { "loss" => BothHang::Loss, "plays-on" => BothHang::PlaysOn }
    "drop-check" drop_check { "allowed" => true, "forbidden" => false }
    "drop-mate" drop_mate { "allowed" => true, "forbidden" => false }
    "pawn-drop-ranks" last_pawn_drop_rank { "2-7" => 7, "2-6" => 6 }
    "dropped-rook-castles" dropped_rook_castles { "yes" => true, "no" => false }
    "promotion" promotion {
        "own-choice" => PromotionRule::OwnChoice, "take-from-partner-board" => PromotionRule::TakeFromPartnerBoard
    }
    "repetition" repetition { "ignored" => Repetition::Ignored, "draw" => Repetition::Draw }
    "no-clock" no_clock { "off" => NoClock::Off, "move-for-move" => NoClock::MoveForMove }
    "chess960" chess960 { "no" => false, "yes" => true }
}

const PRESET_NAMES: [&str; 4] = ["international", "fics", "fairy-stockfish", "gambler"];

fn option_names() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
    names.join(", ")
}

impl Rules {
    /// The names of the presets.
    pub const PRESETS: [&'static str; 4] = PRESET_NAMES;

    /// The rules of the preset `name`.
    ///
    /// # Errors
    /// When there is no such preset.
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        let international = Self::default();
        Ok(match name {
            "international" => international,
            "fics" => Self { dropped_rook_castles: false, ..international },
            "fairy-stockfish" => Self {
                mate: MateRule::Immediate,
                stalemate: StalemateRule::Loss,
                dropped_rook_castles: false,
                ..international
            },
            "gambler" => Self { promotion: PromotionRule::TakeFromPartnerBoard, ..international },
            _ => return Err(RulesError::Preset(name.to_owned())),
        })
    }

    /// Crazyhouse, by [`BoardRules::crazyhouse`]. No preset: it has one board.
    pub fn crazyhouse() -> Self {
        Self { captures: Captures::ToOwnHand, ..Self::chess() }
    }

    /// Chess, by [`BoardRules::chess`], on one board too.
    pub fn chess() -> Self {
        Self {
            captures: Captures::Nowhere,
            mate: MateRule::Immediate,
            stalemate: StalemateRule::Draw,
            dropped_rook_castles: false,
            repetition: Repetition::Draw,
            ..Self::default()
        }
    }

    /// Whether captured pieces cross to a partner's board.
    pub fn has_two_boards(&self) -> bool {
        self.captures == Captures::ToPartner
    }

    /// Every option with its values.
    pub const fn options() -> &'static [RuleOption] {
        OPTIONS
    }

    /// The rules that concern one board. Under Gambler's promotion the set of kinds is empty; [`super::Game`] sets
    /// it at the start and after each move.
    pub fn board_rules(&self) -> BoardRules {
        BoardRules {
            captures: self.captures,
            mate: self.mate,
            stalemate: self.stalemate,
            drop_check: self.drop_check,
            drop_mate: self.drop_mate,
            last_pawn_drop_rank: self.last_pawn_drop_rank,
            dropped_rook_castles: self.dropped_rook_castles,
            promotion: match self.promotion {
                PromotionRule::OwnChoice => Promotion::OwnChoice,
                PromotionRule::TakeFromPartnerBoard => Promotion::Taken(ByColor::default()),
            },
            repetition_draws: self.repetition == Repetition::Draw,
            chess960: self.chess960,
        }
    }

    /// The rules that `text` describes, in the form that [`FromStr`] reads. Whether the game is Chess960 stays as it is
    /// here unless the text says it: no preset does.
    ///
    /// # Errors
    /// When `text` describes no rules.
    pub fn with(&self, text: &str) -> Result<Self, RulesError> {
        let of = |preset| Self { chess960: self.chess960, ..preset };
        let mut rules = of(Self::default());
        let mut given = Vec::new();
        for (number, part) in text.split(',').map(str::trim).enumerate() {
            match part.split_once('=').map(|(option, value)| (option.trim(), value.trim())) {
                Some((option, _)) if given.contains(&option) => return Err(RulesError::Twice(option.to_owned())),
                Some((option, value)) => {
                    rules.set(option, value)?;
                    given.push(option);
                }
                None if number == 0 => rules = of(Self::preset(part)?),
                None => return Err(RulesError::Option(part.to_owned())),
            }
        }
        Ok(rules)
    }

    /// The options in which `self` differs from `other`, with the values of `self`.
    fn differences(&self, other: &Self) -> Vec<(&'static str, &'static str)> {
        OPTIONS
            .iter()
            .filter_map(|option| self.get(option.name).map(|value| (option.name, value)))
            .filter(|(name, value)| other.get(name) != Some(value))
            .collect()
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a preset, options, or both: `international`, `drop-check=forbidden`, `gambler,drop-check=forbidden`.
    /// Options without a preset change `international`.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::default().with(text)
    }
}

impl fmt::Display for Rules {
    /// The form that [`FromStr`] reads: the nearest preset and the options that differ from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = PRESET_NAMES
            .iter()
            .filter_map(|name| Self::preset(name).ok().map(|preset| (name, self.differences(&preset))))
            .min_by_key(|(_, differences)| differences.len());
        let Some((name, differences)) = nearest else { return Ok(()) };
        f.write_str(name)?;
        differences.iter().try_for_each(|(option, value)| write!(f, ",{option}={value}"))
    }
}
