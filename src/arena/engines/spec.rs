//! Engines as users describe them: a command, a list of `KEY=VALUE`, or a TOML file, whose keys are the same.

use crate::arena::control::{TimeControl, TimeControlError};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// An engine's protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// Both boards, four clocks.
    #[default]
    Ubi,
    /// One board.
    Uci,
    /// One board, as XBoard plays bughouse on a chess server.
    Cecp,
}

impl FromStr for Protocol {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "ubi" => Ok(Self::Ubi),
            "uci" => Ok(Self::Uci),
            "cecp" | "xboard" => Ok(Self::Cecp),
            _ => Err(SpecError::Protocol(text.to_owned())),
        }
    }
}

/// The largest divisor of an engine's processor time.
const MOST_SLOW: u32 = 1_000;

/// Why a text is no description of an engine.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpecError {
    #[error("an engine's command is empty")]
    NoCommand,
    #[error("`{text}` has no closing {quote}")]
    OpenQuote { text: String, quote: char },
    #[error(
        "`{0}` is no KEY=VALUE of an engine (cmd, args, protocol, name, dir, process, talk, tc, slow, file, option.NAME, and partner.KEY)"
    )]
    Key(String),
    #[error("`{0}`: this key is given twice")]
    Twice(String),
    #[error("`{0}` is no protocol (known: ubi, uci, cecp)")]
    Protocol(String),
    #[error("process={0}: known are seat and team")]
    Share(String),
    #[error("talk={0}: known are on and off, for the whole team")]
    Talk(String),
    #[error("tc={source}")]
    Control { source: TimeControlError },
    #[error("tc={0}: a time control is a team's, not one engine's of two")]
    PartnersControl(String),
    #[error("slow={0}: a whole number from 1 to {MOST_SLOW} is wanted")]
    Slow(String),
    #[error("slow={0}: processes can be stopped and continued on Unix only")]
    SlowNeedsUnix(String),
    #[error("one process for both seats is for UBI only")]
    ShareNeedsUbi,
    #[error("an engine with a partner has one seat: it cannot serve both, and its partner has no partner of its own")]
    Partner,
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    InFile { path: PathBuf, source: Box<SpecError> },
    #[error("{}: {source}", path.display())]
    Toml { path: PathBuf, source: Box<toml::de::Error> },
}

/// A team's engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// The user's description; distinguishes engines of the same name.
    pub given: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The engine's protocol.
    pub protocol: Protocol,
    /// The name to show; by default the engine's own.
    pub name: Option<String>,
    /// The name of a team of two different engines; by default both of their names.
    pub team_name: Option<String>,
    /// Whether messages between the team's engines are dropped.
    pub muted: bool,
    /// The working directory.
    pub folder: Option<PathBuf>,
    /// Whether one UBI process serves both seats; otherwise there is one for each.
    pub shared: bool,
    /// The team's time control, if it is not the match's.
    pub control: Option<TimeControl>,
    /// The engine gets one part in this many of its processor time; `None` or 1: all of it.
    pub slow: Option<u32>,
    /// Options to set, as far as the engine has them.
    pub options: Vec<(String, String)>,
    /// The names of those that the user has set.
    pub asked: Vec<String>,
    /// The engine of the team's second seat, if it is a different one.
    pub partner: Option<Box<EngineSpec>>,
}

impl EngineSpec {
    /// Reads a TOML file. A relative folder in it is relative to the file's folder.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, or describes no engine.
    pub fn from_file(path: &Path) -> Result<Self, SpecError> {
        let text = fs::read_to_string(path).map_err(|source| SpecError::File { path: path.to_owned(), source })?;
        let table: toml::Table = toml::from_str(&text)
            .map_err(|source| SpecError::Toml { path: path.to_owned(), source: Box::new(source) })?;
        let home = path.parent().unwrap_or(Path::new(""));
        let mut spec = Self { given: path.to_string_lossy().into_owned(), ..Self::default() };
        let set = spec.set_table(table, home).and_then(|()| spec.with_team_name().checked());
        set.map_err(|source| SpecError::InFile { path: path.to_owned(), source: Box::new(source) })
    }

    /// Sets the keys of a TOML table.
    fn set_table(&mut self, table: toml::Table, home: &Path) -> Result<(), SpecError> {
        use toml::Value;
        let plain = |value: Value| if let Value::String(text) = value { text } else { value.to_string() };
        for (key, value) in table {
            match (key.as_str(), value) {
                ("partner", Value::Table(table)) => self.partner.get_or_insert_default().set_table(table, home)?,
                ("options", Value::Table(table)) => {
                    self.options.extend(table.into_iter().map(|(name, value)| (name, plain(value))));
                }
                (key, Value::Array(words)) => self.set_words(key, words.into_iter().map(plain).collect())?,
                ("file", value) => return Err(SpecError::Key(format!("file={}", plain(value)))),
                (key @ ("dir" | "directory"), value) => self.set(key, &home.join(plain(value)).to_string_lossy())?,
                (key, value) => self.set(key, &plain(value))?,
            }
        }
        Ok(())
    }

    /// The same team with another engine in its second seat.
    ///
    /// # Errors
    /// When one of the two cannot have a partner.
    pub fn with_partner(self, partner: Self) -> Result<Self, SpecError> {
        let given = format!("{} + {}", self.given, partner.given);
        Self { given, partner: Some(Box::new(partner)), ..self }.checked()
    }

    /// The engine of the team's first (0) or second seat.
    pub fn seat(&self, number: usize) -> &Self {
        self.partner.as_deref().filter(|_| number == 1).unwrap_or(self)
    }

    /// Whether an engine of the team is slowed down.
    pub fn is_slowed(&self) -> bool {
        self.slow.is_some() || self.partner.as_ref().is_some_and(|partner| partner.is_slowed())
    }

    /// The conditions of the team that differ from the match's: its time control and how far its engines are slowed
    /// down, as the keys that set them.
    pub fn odds(&self) -> Vec<String> {
        let control = self.control.map(|control| format!("tc={control}"));
        let slow = self.slow.map(|factor| format!("slow={factor}"));
        let partners = self.partner.iter().flat_map(|partner| partner.odds()).map(|odds| format!("partner.{odds}"));
        control.into_iter().chain(slow).chain(partners).collect()
    }

    /// Every option of the team's engines, as `NAME=VALUE`.
    pub fn all_options(&self) -> Vec<String> {
        let own = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        own.chain(self.partner.iter().flat_map(|partner| partner.all_options())).collect()
    }

    /// Adds options for every engine of the team, before and after those that the user has set. Of several values for
    /// one option only the last is sent: Sunsetter dies of too small a table, whatever comes after it.
    #[must_use]
    pub fn with_general(mut self, before: &[(String, String)], after: &[(String, String)]) -> Self {
        self.asked = self.options.iter().map(|(name, _)| name.clone()).collect();
        let mut all: Vec<(String, String)> = Vec::new();
        for option in before.iter().chain(&self.options).chain(after) {
            match all.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(&option.0)) {
                Some(earlier) => *earlier = option.clone(),
                None => all.push(option.clone()),
            }
        }
        self.options = all;
        self.partner = self.partner.map(|partner| Box::new(partner.with_general(before, after)));
        self
    }

    fn checked(mut self) -> Result<Self, SpecError> {
        if self.command.first().is_none_or(String::is_empty) {
            return Err(SpecError::NoCommand);
        }
        if self.shared && self.protocol != Protocol::Ubi {
            return Err(SpecError::ShareNeedsUbi);
        }
        if let Some(partner) = self.partner.take() {
            if partner.muted {
                return Err(SpecError::Talk("off behind `partner.`".to_owned()));
            }
            if let Some(control) = partner.control {
                return Err(SpecError::PartnersControl(control.to_string()));
            }
            if partner.partner.is_some() || self.shared || partner.shared {
                return Err(SpecError::Partner);
            }
            self.partner = Some(Box::new(partner.checked()?));
        }
        // A relative path of a program is relative to the current directory, even if the engine runs in another folder.
        let program = Path::new(&self.command[0]);
        if self.folder.is_some()
            && program.is_relative()
            && program.components().count() > 1
            && let Ok(program) = fs::canonicalize(program)
        {
            self.command[0] = program.to_string_lossy().into_owned();
        }
        Ok(self)
    }

    /// Sets one `KEY=VALUE`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        if let Some(key) = key.strip_prefix("partner.") {
            return self.partner.get_or_insert_default().set(key, value);
        }
        match (key, value) {
            ("cmd" | "command", _) => self.set_words(key, split_program(value)?)?,
            ("args" | "arg", _) => self.set_words(key, split_command(value)?)?,
            ("protocol" | "proto", _) => self.protocol = value.parse()?,
            ("name", _) => self.name = Some(value.to_owned()),
            ("dir" | "directory", _) => self.folder = Some(PathBuf::from(value)),
            ("process", "seat" | "team") => self.shared = value == "team",
            ("process", _) => return Err(SpecError::Share(value.to_owned())),
            ("talk", "on" | "off") => self.muted = value == "off",
            ("talk", _) => return Err(SpecError::Talk(value.to_owned())),
            ("tc", _) => self.control = Some(value.parse().map_err(|source| SpecError::Control { source })?),
            ("slow", _) if cfg!(not(unix)) => return Err(SpecError::SlowNeedsUnix(value.to_owned())),
            ("slow", _) => {
                let factor = value.parse().ok().filter(|factor| (1..=MOST_SLOW).contains(factor));
                self.slow = Some(factor.ok_or_else(|| SpecError::Slow(value.to_owned()))?);
            }
            ("file", _) => *self = Self::from_file(Path::new(value))?,
            _ => {
                let name = key.strip_prefix("option.").ok_or_else(|| SpecError::Key(format!("{key}={value}")))?;
                self.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// Sets the program with its first arguments, or adds arguments.
    fn set_words(&mut self, key: &str, words: Vec<String>) -> Result<(), SpecError> {
        match key {
            "cmd" | "command" => self.command.splice(0..0, words).for_each(drop),
            "args" | "arg" => self.command.extend(words),
            _ => return Err(SpecError::Key(format!("{key}={}", words.join(" ")))),
        }
        Ok(())
    }

    /// For two engines that are described together, `name` is the team's. One beside a file goes before the file's.
    fn with_team_name(mut self) -> Self {
        if self.partner.is_some() {
            self.team_name = self.name.take().or(self.team_name);
        }
        self
    }
}

/// Whether a text is a list of `KEY=VALUE` and not a command.
fn is_list(text: &str) -> bool {
    let known = [
        "cmd",
        "command",
        "name",
        "protocol",
        "proto",
        "dir",
        "directory",
        "process",
        "talk",
        "tc",
        "slow",
        "file",
        "args",
        "arg",
    ];
    let nested = |key: &str| key.starts_with("option.") || key.starts_with("partner.");
    text.split_once('=').is_some_and(|(key, _)| known.contains(&key.trim()) || nested(key.trim()))
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads `KEY=VALUE,…`, the name of a `.toml` file, or the command of a UBI engine.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        if is_list(text) {
            let parts = split(text, |c| c == ',')?;
            let pair = |part: &String| -> Result<(String, String), SpecError> {
                let (key, value) = part.split_once('=').ok_or_else(|| SpecError::Key(part.clone()))?;
                Ok((key.trim().to_owned(), value.trim().to_owned()))
            };
            let mut pairs = parts.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
            // Arguments add up; of another key one of two values would be lost.
            let adds_up = |key: &str| matches!(key.trim_start_matches("partner."), "args" | "arg");
            for (index, (key, value)) in pairs.iter().enumerate() {
                if !adds_up(key) && pairs[..index].iter().any(|(other, _)| other == key) {
                    return Err(SpecError::Twice(format!("{key}={value}")));
                }
            }
            // A file has the rest, wherever it is named.
            let is_file = |key: &str| key.trim_start_matches("partner.") == "file";
            pairs.sort_by_key(|(key, _)| if is_file(key) { (0, key.len()) } else { (1, 0) });
            let mut spec = Self::default();
            for (key, value) in &pairs {
                spec.set(key, value)?;
            }
            return Self { given: text.to_owned(), ..spec }.with_team_name().checked();
        }
        match text.trim() {
            path if path.ends_with(".toml") && (!path.contains(char::is_whitespace) || Path::new(path).is_file()) => {
                Self::from_file(Path::new(path))
            }
            command => Ok(Self { given: command.to_owned(), command: split_program(command)?, ..Self::default() }),
        }
    }
}

/// Splits at characters for which `is_end` is true; quotes, single or double, protect such characters and are removed.
fn split(text: &str, is_end: impl Fn(char) -> bool) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if is_end(c) => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(SpecError::OpenQuote { text: text.to_owned(), quote }),
        None => Ok(words),
    }
}

/// Splits a command line at blanks, unless it is the path of a file that is there.
fn split_program(text: &str) -> Result<Vec<String>, SpecError> {
    if Path::new(text).is_file() { Ok(vec![text.to_owned()]) } else { split_command(text) }
}

/// Splits a command line at blanks.
fn split_command(text: &str) -> Result<Vec<String>, SpecError> {
    let words = split(text, char::is_whitespace)?;
    if words.is_empty() { Err(SpecError::NoCommand) } else { Ok(words) }
}
