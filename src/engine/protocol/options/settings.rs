//! The values of the options, and the player's habits that follow from them.

use crate::board::{BoardRules, Captures};
use crate::eval::EvalKind;
use crate::game::Rules;
use crate::player::{Habits, Level, Skill};
use crate::team::partnership::{Manners, Mode};
use crate::team::phrases::Language;
use crate::types::host;
use crate::variants::battle::SetUp;
use crate::variants::exchange::USUAL_SIZE;
use crate::variants::play::{Choices, Name};
use std::num::NonZeroU64;
use std::str::FromStr;

/// The protocols that offer options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The universal bughouse interface.
    Ubi,
    /// The universal chess interface.
    Uci,
    /// The chess engine communication protocol, of XBoard and WinBoard.
    Cecp,
}

/// The variant played where only one board is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// One board of bughouse: captured pieces leave the board for good.
    #[default]
    Bughouse,
    /// Captures go into the captor's own hand.
    Crazyhouse,
    /// No hands.
    Chess,
}

/// Whether the other games can be played: their search needs a thread, which WebAssembly has not.
pub const OTHER_GAMES: bool = !cfg!(target_family = "wasm");

/// The captures by whose network another game is evaluated, if the bughouse engine's search plays it.
pub fn captures_of(name: Name) -> Option<Captures> {
    (name == Name::Battle).then_some(Captures::Nowhere)
}

impl Variant {
    /// The variants that `UCI_Variant` offers. Chess is not one of them: the search is tuned for bughouse, and the
    /// network learned from chess battles, without castling.
    pub const OFFERED: [Self; 2] = [Self::Bughouse, Self::Crazyhouse];

    /// The name as `UCI_Variant` has it; XBoard calls chess `normal`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bughouse => "bughouse",
            Self::Crazyhouse => "crazyhouse",
            Self::Chess => "chess",
        }
    }

    /// The variant in a few words, for a user who may expect another one.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Bughouse => "one of two boards, which captured pieces leave (another game: option UCI_Variant)",
            Self::Crazyhouse => "captured pieces change sides",
            Self::Chess => "without drops",
        }
    }

    /// The rules of its board; those of bughouse are the preset `international`.
    pub fn board_rules(self) -> BoardRules {
        match self {
            Self::Bughouse => BoardRules::default(),
            Self::Crazyhouse => BoardRules::crazyhouse(),
            Self::Chess => BoardRules::chess(),
        }
    }
}

/// A name that is none of [`Variant::OFFERED`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no variant here (known: {names})", names = Variant::OFFERED.map(Variant::name).join(", "))]
pub struct VariantError(String);

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Self, VariantError> {
        let known = Self::OFFERED.into_iter().find(|variant| variant.name() == name);
        known.ok_or_else(|| VariantError(name.to_owned()))
    }
}

/// The usual size of the table, in MiB. A browser's page has several engines.
const USUAL_HASH_MB: u64 = if cfg!(target_family = "wasm") { 16 } else { 64 };

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash_mb: u64,
    /// Threads for the searches of both boards together.
    pub threads: u64,
    /// Number of PVs to show.
    pub multipv: u64,
    /// Skill level: one of [`Level::NUMBERS`], the last of which is full strength.
    pub skill_level: u64,
    /// Whether `elo` sets the strength instead.
    pub limit_strength: bool,
    /// The rating to play at then, on the levels' scale.
    pub elo: u64,
    /// Seed for the random choices of a player below full strength; different in every process.
    pub seed: u64,
    /// Time that a move loses on its way to the server's clock, in ms.
    pub overhead_ms: u64,
    /// Increment per move, in ms; UBI has no command for it.
    pub increment_ms: u64,
    /// Nodes that count as a millisecond, for games whose clocks count nodes; 0 for real time.
    pub nodes_per_ms: u64,
    /// Degree of cooperation with the partner.
    pub team_mode: Mode,
    /// The language of messages before the partner has sent one; `None` for English.
    pub team_language: Option<Language>,
    /// Whether a move suggested by the partner is played (R16 forbids suggesting one).
    pub accept_hints: bool,
    /// Whether moves of the opening book are played at once.
    pub own_book: bool,
    /// UCI's `Ponder`: only the GUI uses it; the value is just stored.
    pub ponder: bool,
    /// Whether scores come with win, draw and loss in permille.
    pub show_wdl: bool,
    /// The variant; UBI has only bughouse.
    pub variant: Variant,
    /// Another game in place of the variant (UCI).
    pub game: Option<Name>,
    /// Courier: whether the jester moves along lines only.
    pub jester_is_wazir: bool,
    /// Courier: whether the game begins without the traditional moves.
    pub free_opening: bool,
    /// Exchange chess: files and ranks at the start.
    pub board_size: u64,
    /// Chess battle: the set-up of both sides at the start; empty for one of the engine's own.
    pub set_up: String,
    /// CECP: whether the variant is `fischerandom`, chess as Chess960.
    pub fischerandom: bool,
    /// The rules of bughouse.
    pub rules: Rules,
    /// The kind of evaluation.
    pub eval: EvalKind,
    /// The file of the network; empty for the one inside the program.
    pub eval_file: String,
}

impl Settings {
    /// The defaults of a protocol. UBI sends the castling rights with every position, so its rules are those by the
    /// book; the GUIs of UCI and CECP would reject castling with a dropped rook.
    pub fn new(dialect: Dialect) -> Self {
        let preset = match dialect {
            Dialect::Ubi => "international",
            Dialect::Uci | Dialect::Cecp => "fics",
        };
        let Ok(rules) = Rules::preset(preset) else { unreachable!("the presets are there") };
        Self {
            hash_mb: USUAL_HASH_MB,
            threads: 1,
            multipv: 1,
            skill_level: Level::COUNT,
            limit_strength: false,
            elo: Level::FULL.rating(),
            seed: host::random(),
            overhead_ms: 50,
            increment_ms: 0,
            nodes_per_ms: 0,
            team_mode: Mode::default(),
            team_language: None,
            accept_hints: false,
            own_book: true,
            ponder: false,
            show_wdl: false,
            variant: Variant::default(),
            game: None,
            jester_is_wazir: false,
            free_opening: false,
            board_size: u64::from(USUAL_SIZE),
            set_up: String::new(),
            fischerandom: false,
            rules,
            eval: EvalKind::default(),
            eval_file: String::new(),
        }
    }

    /// The captures of the game that the engine's own search plays, which decide on its network.
    pub fn captures(&self) -> Captures {
        self.game.and_then(captures_of).unwrap_or(self.variant.board_rules().captures)
    }

    /// The defaults with another variant for UCI, if one is given.
    pub fn starting(dialect: Dialect, variant: Option<Variant>) -> Self {
        let settings = Self::new(dialect);
        let variant = variant.filter(|_| dialect == Dialect::Uci).unwrap_or(settings.variant);
        Self { variant, ..settings }
    }

    /// The options of the other games.
    pub fn choices(&self) -> Choices {
        // A text that is no set-up is refused when the option is set.
        let set_up = SetUp::parse(&self.set_up).ok();
        Choices {
            jester_is_wazir: self.jester_is_wazir,
            free_opening: self.free_opening,
            size: self.board_size as u8,
            set_up,
            seed: self.seed,
        }
    }

    /// The settings that concern a player; the session uses the others.
    pub fn habits(&self) -> Habits {
        let manners = Manners {
            mode: self.team_mode,
            language: self.team_language,
            accept_hints: self.accept_hints,
            person: false,
            nodes_per_ms: NonZeroU64::new(self.nodes_per_ms),
        };
        let level = if self.limit_strength { Level::rated(self.elo) } else { Level::new(self.skill_level) };
        let skill = Skill { level, seed: self.seed };
        Habits {
            overhead_ms: self.overhead_ms,
            manners,
            follows_moves: false,
            ponders: false,
            skill,
            own_book: self.own_book,
        }
    }
}
