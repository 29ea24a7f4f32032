//! The options of all protocols, each defined once: name, kind, range, field of its value, and effect of a change.

mod settings;

pub use settings::{Dialect, OTHER_GAMES, Settings, Variant, captures_of};

use crate::eval::EvalKind;
use crate::game::Rules;
use crate::player::Level;
use crate::team::partnership::Mode;
use crate::team::phrases::Language;
use crate::types::tunables::Tunable;
use crate::variants::battle::{self, SetUp};
use crate::variants::play::Name;
use crate::{eval, player, search, team};
use once_cell::sync::Lazy;
use std::fmt;
use std::ops::RangeInclusive;

/// The action of the session after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// None: the value is read when it is needed.
    Noted,
    /// Resize the TT.
    Hash,
    /// Change the number of threads.
    Threads,
    /// Clear the TT.
    ClearHash,
    /// Apply the new rules or variant to the positions.
    Rules,
    /// Switch the kind of evaluation or the network.
    Eval,
}

/// The reason why an option was not set. The message quotes the bad token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("setoption: `{0}` is not `name NAME [value VALUE]`")]
    Syntax(String),
    #[error("there is no option `{0}`")]
    Unknown(String),
    #[error("option {option}: `{value}` is not {allowed}")]
    Value { option: &'static str, value: String, allowed: String },
    #[error("option SetUp: {0}")]
    SetUp(String),
    #[error("option EvalFile: {0}")]
    EvalFile(String),
}

enum OptionKind {
    Check(fn(&mut Settings) -> &mut bool),
    Spin(RangeInclusive<u64>, fn(&mut Settings) -> &mut u64),
    /// The possible values, the getter, and the setter, which returns whether the value was allowed.
    Combo(Vec<&'static str>, fn(&Settings, &str) -> String, fn(&mut Settings, &str, &str) -> bool),
    /// Any text, a file's name; `<empty>` for none.
    File(fn(&mut Settings) -> &mut String),
    /// A set-up of chess battle.
    SetUp,
    /// A tunable number, the same for all sessions of the process.
    Tunable(&'static Tunable),
    Button,
    /// A text without effect.
    Ignored,
}

struct OptionRow {
    name: &'static str,
    dialects: &'static [Dialect],
    kind: OptionKind,
    change: Change,
}

const ALL: &[Dialect] = &[Dialect::Ubi, Dialect::Uci, Dialect::Cecp];
const BOTH: &[Dialect] = &[Dialect::Ubi, Dialect::Uci];
const UBI: &[Dialect] = &[Dialect::Ubi];
/// Protocols with partners.
const TEAM: &[Dialect] = &[Dialect::Ubi, Dialect::Cecp];
const UCI: &[Dialect] = &[Dialect::Uci];

/// CECP has commands of its own for these; as options they would only appear twice in XBoard's menus.
const BY_COMMAND: [&str; 2] = ["Hash", "Threads"];

/// Every tunable number of all layers.
pub static TUNABLES: Lazy<Vec<Tunable>> = Lazy::new(|| {
    [
        search::params::tunables(),
        eval::weights::tunables(),
        eval::prices::tunables(),
        eval::outlook::tunables(),
        team::tunables(),
        player::time::tunables(),
    ]
    .concat()
});

/// The table of options.
fn rows() -> Vec<OptionRow> {
    use OptionKind::{Button, Check, Combo, Spin};
    let row = |name, dialects, change, kind| OptionRow { name, dialects, kind, change };
    let mut rows = vec![
        row("Hash", ALL, Change::Hash, Spin(1..=most_hash_mb(), |s| &mut s.hash_mb)),
        row("Threads", ALL, Change::Threads, Spin(1..=most_threads(), |s| &mut s.threads)),
        row("MultiPV", ALL, Change::Noted, Spin(1..=256, |s| &mut s.multipv)),
        row("Skill Level", ALL, Change::Noted, Spin(Level::NUMBERS, |s| &mut s.skill_level)),
        row("UCI_LimitStrength", ALL, Change::Noted, Check(|s| &mut s.limit_strength)),
        row("UCI_Elo", ALL, Change::Noted, {
            let [least, most] = Level::RATINGS;
            Spin(least..=most, |s| &mut s.elo)
        }),
        row("ClearHash", ALL, Change::ClearHash, Button),
        // UCI's usual name has a blank; UBI's specification has none.
        row("Move Overhead", UCI, Change::Noted, Spin(0..=10_000, |s| &mut s.overhead_ms)),
        row("MoveOverhead", TEAM, Change::Noted, Spin(0..=10_000, |s| &mut s.overhead_ms)),
        row("IncrementMs", UBI, Change::Noted, Spin(0..=3_600_000, |s| &mut s.increment_ms)),
        row("NodesPerMs", BOTH, Change::Noted, Spin(0..=1_000_000, |s| &mut s.nodes_per_ms)),
        row("TeamMessageMode", TEAM, Change::Noted, {
            Combo(
                Mode::ALL.map(Mode::name).to_vec(),
                |s, _| s.team_mode.name().to_owned(),
                |s, _, value| keep(&mut s.team_mode, Mode::ALL.into_iter().find(|mode| mode.name() == value)),
            )
        }),
        row("TeamLanguage", TEAM, Change::Noted, {
            Combo(
                LANGUAGES.map(|(name, _)| name).to_vec(),
                |s, _| {
                    let row = LANGUAGES.into_iter().find(|(_, language)| *language == s.team_language);
                    row.map_or("auto", |(name, _)| name).to_owned()
                },
                |s, _, value| {
                    let row = LANGUAGES.into_iter().find(|(name, _)| *name == value);
                    keep(&mut s.team_language, row.map(|(_, language)| language))
                },
            )
        }),
        row("OwnBook", ALL, Change::Noted, Check(|s| &mut s.own_book)),
        row("AcceptMoveHints", TEAM, Change::Noted, Check(|s| &mut s.accept_hints)),
        row("Ponder", UCI, Change::Noted, Check(|s| &mut s.ponder)),
        // Declared because the default configuration of bots sets it, and they end if it is not there.
        row("SyzygyPath", UCI, Change::Noted, OptionKind::Ignored),
        row("UCI_ShowWDL", UCI, Change::Noted, Check(|s| &mut s.show_wdl)),
        row("UCI_Variant", UCI, Change::Rules, {
            let others = Name::ALL.map(Name::name).into_iter().filter(|_| OTHER_GAMES);
            let names = Variant::OFFERED.map(Variant::name).into_iter().chain(others);
            Combo(
                names.collect(),
                |s, _| s.game.map_or(s.variant.name(), Name::name).to_owned(),
                |s, _, value| {
                    s.game = value.parse().ok().filter(|_| OTHER_GAMES);
                    s.game.is_some() || keep(&mut s.variant, value.parse().ok())
                },
            )
        }),
        row("Jester", UCI, Change::Rules, {
            Combo(
                JESTERS.to_vec(),
                |s, _| JESTERS[usize::from(s.jester_is_wazir)].to_owned(),
                |s, _, value| keep(&mut s.jester_is_wazir, choice(value, JESTERS)),
            )
        }),
        row("Opening", UCI, Change::Rules, {
            Combo(
                OPENINGS.to_vec(),
                |s, _| OPENINGS[usize::from(s.free_opening)].to_owned(),
                |s, _, value| keep(&mut s.free_opening, choice(value, OPENINGS)),
            )
        }),
        row("BoardSize", UCI, Change::Rules, Spin(4..=8, |s| &mut s.board_size)),
        row("SetUp", UCI, Change::Rules, OptionKind::SetUp),
        row("Eval", ALL, Change::Eval, {
            Combo(
                EvalKind::ALL.map(EvalKind::name).to_vec(),
                |s, _| s.eval.name().to_owned(),
                |s, _, value| keep(&mut s.eval, value.parse().ok()),
            )
        }),
        row("EvalFile", ALL, Change::Eval, OptionKind::File(|s| &mut s.eval_file)),
        // A preset, or a preset with changes: `gambler,drop-check=forbidden`.
        row("Rules", ALL, Change::Rules, {
            Combo(
                Rules::PRESETS.to_vec(),
                |s, _| s.rules.to_string(),
                |s, _, value| {
                    // Chess960 is an option of its own in most GUIs: a preset leaves it as it is.
                    let kept = Rules { chess960: s.rules.chess960, ..Rules::default() };
                    keep(&mut s.rules, kept.with(value).ok())
                },
            )
        }),
        row("UCI_Chess960", BOTH, Change::Rules, Check(|s| &mut s.rules.chess960)),
    ];
    rows.extend(Rules::options().iter().map(|option| {
        row(option.name, ALL, Change::Rules, {
            let get = |s: &Settings, name: &str| s.rules.get(name).unwrap_or_default().to_owned();
            Combo(option.values.to_vec(), get, |s, name, value| s.rules.set(name, value).is_ok())
        })
    }));
    rows.retain(|row| OTHER_GAMES || !["Jester", "Opening", "BoardSize", "SetUp"].contains(&row.name));
    if cfg!(feature = "tune") {
        // The TT holds scores by the old number.
        rows.extend(
            TUNABLES.iter().map(|number| row(&number.name, ALL, Change::ClearHash, OptionKind::Tunable(number))),
        );
    }
    rows
}

/// The values of `TeamLanguage`; a partner that has spoken is answered in its own language anyway.
const LANGUAGES: [(&str, Option<Language>); 3] =
    [("auto", None), ("ru", Some(Language::Russian)), ("en", Some(Language::English))];

/// The values of `Jester`.
const JESTERS: [&str; 2] = ["sage", "wazir"];

/// The values of `Opening`.
const OPENINGS: [&str; 2] = ["traditional", "free"];

/// The value that UBI and UCI write for an empty text.
const NO_FILE: &str = "<empty>";

/// The allowed numbers, as text for an error.
fn span<T: fmt::Display>(range: &RangeInclusive<T>) -> String {
    format!("a number from {} to {}", range.start(), range.end())
}

/// Whether the value is the second of two; `None` if it is neither.
fn choice(value: &str, names: [&str; 2]) -> Option<bool> {
    names.iter().position(|name| *name == value).map(|at| at == 1)
}

/// Puts a new value into `field`, if there is one.
fn keep<T>(field: &mut T, value: Option<T>) -> bool {
    value.map(|value| *field = value).is_some()
}

impl OptionRow {
    /// The line that declares the option in CECP: the current choice has a star.
    fn feature(&self, settings: &mut Settings) -> String {
        let kind = match &self.kind {
            OptionKind::Check(field) => format!("check {}", u8::from(*field(settings))),
            OptionKind::Spin(range, field) => format!("spin {} {} {}", field(settings), range.start(), range.end()),
            OptionKind::Combo(values, get, _) => {
                let now = get(settings, self.name);
                let star = |value: &&str| format!("{}{value}", if **value == now { "*" } else { "" });
                format!("combo {}", values.iter().map(star).collect::<Vec<_>>().join(" /// "))
            }
            OptionKind::File(field) => format!("file {}", field(settings)),
            OptionKind::SetUp => format!("string {}", settings.set_up),
            OptionKind::Tunable(row) => format!("spin {} {} {}", row.value(), row.range.start(), row.range.end()),
            OptionKind::Button => "button".to_owned(),
            OptionKind::Ignored => "string".to_owned(),
        };
        format!("feature option=\"{} -{kind}\"", self.name)
    }

    /// The line that declares it in UBI and UCI.
    fn declaration(&self, settings: &mut Settings) -> String {
        let name = self.name;
        match &self.kind {
            OptionKind::Check(field) => format!("option name {name} type check default {}", field(settings)),
            OptionKind::Spin(range, field) => {
                let (low, high) = (range.start(), range.end());
                format!("option name {name} type spin default {} min {low} max {high}", field(settings))
            }
            OptionKind::Combo(values, get, _) => {
                let values: String = values.iter().map(|value| format!(" var {value}")).collect();
                format!("option name {name} type combo default {}{values}", get(settings, name))
            }
            OptionKind::File(field) => {
                let file = Some(field(settings)).filter(|file| !file.is_empty());
                format!("option name {name} type string default {}", file.map_or(NO_FILE, |file| file))
            }
            OptionKind::SetUp => format!("option name {name} type string default {NO_FILE}"),
            OptionKind::Tunable(number) => {
                let (low, high) = (number.range.start(), number.range.end());
                format!("option name {name} type spin default {} min {low} max {high}", number.default)
            }
            OptionKind::Button => format!("option name {name} type button"),
            OptionKind::Ignored => format!("option name {name} type string default {NO_FILE}"),
        }
    }

    fn set(&self, settings: &mut Settings, value: &str) -> Result<(), OptionError> {
        let wrong = |allowed: String| OptionError::Value { option: self.name, value: value.to_owned(), allowed };
        match &self.kind {
            OptionKind::Check(field) => {
                *field(settings) = match value.to_ascii_lowercase().as_str() {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => return Err(wrong("true or false".to_owned())),
                };
            }
            OptionKind::Spin(range, field) => match value.parse() {
                Ok(number) if range.contains(&number) => *field(settings) = number,
                _ => return Err(wrong(span(range))),
            },
            OptionKind::Combo(values, _, set) => {
                if !set(settings, self.name, &value.to_ascii_lowercase()) {
                    return Err(wrong(format!("one of {}", values.join(", "))));
                }
            }
            OptionKind::File(field) => {
                *field(settings) = if value == NO_FILE { String::new() } else { value.to_owned() }
            }
            OptionKind::SetUp => {
                let text = if value == NO_FILE { "" } else { value };
                if OTHER_GAMES && !text.is_empty() {
                    // Both sides begin with it: neither king may stand in check.
                    let start = SetUp::parse(text).and_then(|own| battle::start([&own, &own]).map_err(Into::into));
                    start.map_err(|error| OptionError::SetUp(error.to_string()))?;
                }
                settings.set_up = text.to_owned();
            }
            OptionKind::Tunable(number) => match value.parse() {
                Ok(value) if number.range.contains(&value) => number.set(value),
                _ => return Err(wrong(span(&number.range))),
            },
            OptionKind::Button | OptionKind::Ignored => {}
        }
        Ok(())
    }
}

/// The lines that declare a protocol's options, with the defaults of `settings`.
pub fn declarations(dialect: Dialect, mut settings: Settings) -> Vec<String> {
    let offered = rows().into_iter().filter(|row| row.dialects.contains(&dialect));
    if dialect == Dialect::Cecp {
        let features = offered.filter(|row| !BY_COMMAND.contains(&row.name));
        return features.map(|row| row.feature(&mut settings)).collect();
    }
    offered.map(|row| row.declaration(&mut settings)).collect()
}

/// The allowed value of the option `name` that is nearest to `value`.
pub fn nearest(name: &str, value: u64) -> u64 {
    rows().into_iter().find(|row| row.name == name).map_or(value, |row| match row.kind {
        OptionKind::Spin(range, _) => value.clamp(*range.start(), *range.end()),
        _ => value,
    })
}

/// Options of other engines that configurations for all engines set. They have no meaning here.
const OF_OTHERS: [&str; 15] = [
    "SyzygyPath",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Syzygy50MoveRule",
    "NalimovPath",
    "NalimovCache",
    "GaviotaTbPath",
    "UCI_AnalyseMode",
    "UCI_Opponent",
    "UCI_EngineAbout",
    "Contempt",
    "Slow Mover",
    "nodestime",
    "Book File",
    "Debug Log File",
];

/// Whether an option is one of other engines, to be ignored without an error.
pub fn is_of_others(name: &str) -> bool {
    OF_OTHERS.iter().any(|other| same_name(other, name))
}

/// Sets an option; case and blanks in its name are ignored.
///
/// # Errors
/// When the protocol has no such option, or the value is not allowed; the old value stands.
pub fn set(settings: &mut Settings, dialect: Dialect, request: &SetOption) -> Result<Change, OptionError> {
    if is_of_others(&request.name) {
        return Ok(Change::Noted);
    }
    let row = rows().into_iter().find(|row| row.dialects.contains(&dialect) && same_name(row.name, &request.name));
    let row = row.ok_or_else(|| OptionError::Unknown(request.name.clone()))?;
    let mut changed = settings.clone();
    row.set(&mut changed, &request.value)?;
    *settings = changed;
    Ok(row.change)
}

fn same_name(known: &str, given: &str) -> bool {
    let bare = |text: &str| text.replace(' ', "").to_ascii_lowercase();
    bare(known) == bare(given)
}

/// A request to set an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The option, words joined by single blanks.
    pub name: String,
    /// The value with all blanks in it; empty without one.
    pub value: String,
}

impl SetOption {
    /// Parses the [words](super::lines::words) behind `setoption`: `name NAME [value VALUE]`, both of which may have
    /// blanks.
    ///
    /// # Errors
    /// When `name` or the name is missing.
    pub fn parse(words: &[&str]) -> Result<Self, OptionError> {
        let bad = || OptionError::Syntax(words.join(" "));
        let Some((first, rest)) = words.split_first() else { return Err(bad()) };
        let (name, value) = match rest.iter().position(|word| word.eq_ignore_ascii_case("value")) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &[][..]),
        };
        if !first.eq_ignore_ascii_case("name") || name.is_empty() {
            return Err(bad());
        }
        Ok(Self { name: name.join(" "), value: value.join(" ") })
    }

    /// Parses the text behind CECP's `option`: `NAME=VALUE`, or `NAME` for a button.
    pub fn parse_assignment(text: &str) -> Self {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Self { name: name.trim().to_owned(), value: value.trim().to_owned() }
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// Half of the machine's memory, in MiB: a table beyond that would end in swapping, or in the process being killed. On
/// WebAssembly little enough for a phone.
fn most_hash_mb() -> u64 {
    const UNKNOWN: u64 = if cfg!(target_family = "wasm") { 256 } else { 4096 };
    let kib = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    });
    kib.map_or(UNKNOWN, |kib| (kib / 2048).max(64))
}

/// Twice as many threads as the machine runs at once; a few more on small ones, so that a setup can be tried there. One
/// on WebAssembly, which has none.
fn most_threads() -> u64 {
    if cfg!(target_family = "wasm") {
        return 1;
    }
    std::thread::available_parallelism().map_or(8, |cores| (2 * cores.get() as u64).max(8))
}
