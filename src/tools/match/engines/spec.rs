//! Engines as users describe them: a command, a list of `KEY=VALUE`, or a TOML file.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Both boards, four clocks.
    #[default]
    Ubi,
    /// One board.
    Uci,
    /// One board, as XBoard plays bughouse on a chess server.
    #[serde(alias = "xboard")]
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

/// How many processes a team takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Share {
    /// One for each seat.
    #[default]
    Seat,
    /// One for both seats; UBI only.
    Team,
}

/// Why a text describes no engine.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpecError {
    #[error("an engine's command is empty")]
    NoCommand,
    #[error("`{text}` has no closing {quote}")]
    OpenQuote { text: String, quote: char },
    #[error("`{0}` is no KEY=VALUE of an engine (cmd, args, protocol, name, dir, process, file, option.NAME)")]
    Key(String),
    #[error("`{0}` is no protocol (known: ubi, uci, cecp)")]
    Protocol(String),
    #[error("process={0}: known are seat and team")]
    Share(String),
    #[error("one process for both seats is for UBI only")]
    ShareNeedsUbi,
    #[error("an engine with a partner has one seat: it cannot serve both, and its partner has no partner of its own")]
    Partner,
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    Toml { path: PathBuf, source: Box<toml::de::Error> },
}

/// A team's engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// As the user described it; tells engines of the same name apart.
    pub given: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What to call it; without, as it calls itself.
    pub name: Option<String>,
    /// Where it runs.
    pub folder: Option<PathBuf>,
    /// How many processes.
    pub share: Share,
    /// Options to set, as far as the engine has them.
    pub options: Vec<(String, String)>,
    /// The names of those that the user has asked for.
    pub asked: Vec<String>,
    /// Another engine that has the team's second seat.
    pub partner: Option<Box<EngineSpec>>,
}

/// A command in a TOML file: as in a shell, or word by word.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Line(String),
    List(Vec<String>),
}

/// An option's value in a TOML file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Text(String),
    Number(i64),
    Switch(bool),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TomlEngine {
    #[serde(alias = "cmd")]
    command: Words,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    protocol: Protocol,
    name: Option<String>,
    #[serde(alias = "dir")]
    directory: Option<PathBuf>,
    #[serde(default)]
    process: Share,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    partner: Option<Box<TomlEngine>>,
}

impl TomlEngine {
    /// The engine, described by a file in the folder `home`.
    fn spec(self, home: &Path) -> Result<EngineSpec, SpecError> {
        let mut command = match self.command {
            Words::Line(line) => split_command(&line)?,
            Words::List(words) => words,
        };
        command.extend(self.args);
        let text = |value| match value {
            Value::Text(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Switch(on) => on.to_string(),
        };
        EngineSpec {
            given: String::new(),
            command,
            protocol: self.protocol,
            name: self.name,
            folder: self.directory.map(|folder| home.join(folder)),
            share: self.process,
            options: self.options.into_iter().map(|(name, value)| (name, text(value))).collect(),
            asked: Vec::new(),
            partner: self.partner.map(|partner| partner.spec(home)).transpose()?.map(Box::new),
        }
        .checked()
    }
}

impl EngineSpec {
    /// A UBI engine by its command line.
    ///
    /// # Errors
    /// When there are no words, or a quote is open.
    pub fn from_command(text: &str) -> Result<Self, SpecError> {
        Ok(Self { given: text.to_owned(), command: split_command(text)?, ..Self::default() })
    }

    /// Reads a TOML file. A relative folder in it is meant from where the file is.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, or describes no engine.
    pub fn from_file(path: &Path) -> Result<Self, SpecError> {
        let text = fs::read_to_string(path).map_err(|source| SpecError::File { path: path.to_owned(), source })?;
        let toml: TomlEngine = toml::from_str(&text)
            .map_err(|source| SpecError::Toml { path: path.to_owned(), source: Box::new(source) })?;
        let spec = toml.spec(path.parent().unwrap_or(Path::new("")))?;
        Ok(Self { given: path.to_string_lossy().into_owned(), ..spec })
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

    /// Every option of the team's engines, as `NAME=VALUE`.
    pub fn all_options(&self) -> Vec<String> {
        let own = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        own.chain(self.partner.iter().flat_map(|partner| partner.all_options())).collect()
    }

    /// Options for every engine of the team, before and after those that the user has asked for: the last word counts.
    #[must_use]
    pub fn with_general(mut self, before: &[(String, String)], after: &[(String, String)]) -> Self {
        self.asked = self.options.iter().map(|(name, _)| name.clone()).collect();
        self.options.splice(0..0, before.iter().cloned());
        self.options.extend(after.iter().cloned());
        self.partner = self.partner.map(|partner| Box::new(partner.with_general(before, after)));
        self
    }

    fn checked(mut self) -> Result<Self, SpecError> {
        if self.command.first().is_none_or(String::is_empty) {
            return Err(SpecError::NoCommand);
        }
        if self.share == Share::Team && self.protocol != Protocol::Ubi {
            return Err(SpecError::ShareNeedsUbi);
        }
        if let Some(partner) = &self.partner
            && (partner.partner.is_some() || [self.share, partner.share].contains(&Share::Team))
        {
            return Err(SpecError::Partner);
        }
        // A program by a relative path is found from here, wherever it is to run.
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

    /// Sets what one `KEY=VALUE` says.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "cmd" | "command" => {
                let args = std::mem::take(&mut self.command);
                self.command = split_command(value)?;
                self.command.extend(args);
            }
            "args" | "arg" => self.command.extend(split_command(value)?),
            "protocol" | "proto" => self.protocol = value.parse()?,
            "name" => self.name = Some(value.to_owned()),
            "dir" | "directory" => self.folder = Some(PathBuf::from(value)),
            "process" => {
                self.share = match value {
                    "seat" => Share::Seat,
                    "team" => Share::Team,
                    _ => return Err(SpecError::Share(value.to_owned())),
                }
            }
            "file" => *self = Self::from_file(Path::new(value))?,
            _ => {
                let name = key.strip_prefix("option.").ok_or_else(|| SpecError::Key(format!("{key}={value}")))?;
                self.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

/// Whether a text is a list of `KEY=VALUE` and not a command.
fn is_list(text: &str) -> bool {
    let known = ["cmd", "command", "name", "protocol", "proto", "dir", "directory", "process", "file", "args", "arg"];
    text.split_once('=').is_some_and(|(key, _)| known.contains(&key.trim()) || key.trim().starts_with("option."))
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads `KEY=VALUE,…`, the name of a `.toml` file, or the command of a UBI engine.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        if is_list(text) {
            let mut spec = Self::default();
            for part in split(text, |c| c == ',')? {
                let (key, value) = part.split_once('=').ok_or_else(|| SpecError::Key(part.clone()))?;
                spec.set(key.trim(), value.trim())?;
            }
            return Self { given: text.to_owned(), ..spec }.checked();
        }
        match text.trim() {
            path if path.ends_with(".toml") && !path.contains(char::is_whitespace) => Self::from_file(Path::new(path)),
            command => Self::from_command(command),
        }
    }
}

/// Splits where `is_end` says; single and double quotes keep, and are dropped.
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

/// Splits a command line at blanks.
fn split_command(text: &str) -> Result<Vec<String>, SpecError> {
    let words = split(text, char::is_whitespace)?;
    if words.is_empty() { Err(SpecError::NoCommand) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EngineSpec, String> {
        text.parse().map_err(|error: SpecError| error.to_string())
    }

    #[test]
    fn commands_stay_ubi_engines() {
        let spec = read("./engine --net 'my net.bin' \"\"").expect("an engine");
        assert_eq!(spec.command, ["./engine", "--net", "my net.bin", ""]);
        assert_eq!((spec.protocol, spec.share), (Protocol::Ubi, Share::Seat));
        assert_eq!(read("env A=1 engine").expect("an engine").command.len(), 3);
    }

    #[test]
    fn lists_name_everything() {
        let spec =
            read("name=FSF,cmd=\"/usr/games/fairy-stockfish -x\",protocol=cecp,option.Skill Level=3,args=b c,dir=/tmp");
        let spec = spec.expect("an engine");
        assert_eq!(spec.command, ["/usr/games/fairy-stockfish", "-x", "b", "c"]);
        assert_eq!((spec.protocol, spec.name.as_deref()), (Protocol::Cecp, Some("FSF")));
        assert_eq!(spec.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!(spec.folder.as_deref(), Some(Path::new("/tmp")));
        assert_eq!(read("cmd=x,process=team").expect("an engine").share, Share::Team);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, message) in [
            ("", "command is empty"),
            ("name=x", "command is empty"),
            ("cmd=x,protocol=usi", "`usi` is no protocol"),
            ("cmd=x,color=red", "`color=red` is no KEY=VALUE"),
            ("cmd=x,fast", "`fast` is no KEY=VALUE"),
            ("cmd=x,process=board", "process=board"),
            ("cmd=x,protocol=uci,process=team", "for UBI only"),
            ("cmd='x", "has no closing '"),
            ("no/such/file.toml", "no/such/file.toml: "),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn toml_files_name_everything() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine.toml");
        let write = |text: &str| fs::write(&path, text).expect("written");
        write(
            "command = \"engine -a\"\nargs = [\"b c\"]\nprotocol = \"cecp\"\nname = \"E\"\ndirectory = \"sub\"\n[options]\nHash = 16\nPonder = false\nBook = \"x y\"\n",
        );
        let spec = EngineSpec::from_file(&path).expect("an engine");
        assert_eq!(spec.command, ["engine", "-a", "b c"]);
        assert_eq!((spec.protocol, spec.name.as_deref()), (Protocol::Cecp, Some("E")));
        assert_eq!(spec.folder, Some(folder.path().join("sub")));
        let options: Vec<_> = spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["Book=x y", "Hash=16", "Ponder=false"]);

        write("command = [\"my engine\", \"x\"]\nprocess = \"team\"\n");
        let spec = EngineSpec::from_file(&path).expect("an engine");
        assert_eq!((spec.command, spec.share), (vec!["my engine".to_owned(), "x".to_owned()], Share::Team));
        for text in [
            "",
            "command = \"x\"\ncolour = 1\n",
            "command = \"x\"\nprotocol = \"usi\"\n",
            "command = [\n",
            "command = []",
        ] {
            write(text);
            assert!(EngineSpec::from_file(&path).is_err(), "{text}");
        }
    }
}
