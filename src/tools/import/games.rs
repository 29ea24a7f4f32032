//! Games of any files, one after another: what can be played, and what is damaged.

use super::input::{Found, Input, Raw, Source};
use super::pairs::Pairs;
use crate::game::bpgn::{self, BpgnError, Fault, GameResult, Half, Record, Settled, Splitter, Unsettled};
use crate::game::{Rules, Seat};
use rayon::prelude::*;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

/// Games that are read at once.
const BATCH: usize = 256;

/// A game that replays.
pub struct Imported {
    /// The file, or the two files of its boards.
    pub file: Arc<str>,
    /// Its number in the file, from 1, damaged ones counted.
    pub number: usize,
    /// The game.
    pub settled: Box<Settled>,
}

/// A game that does not, or a file that cannot be read.
#[derive(Clone, Debug)]
pub struct Damage {
    /// The file.
    pub file: Arc<str>,
    /// The number of the game in the file, from 1; 0 for the file itself.
    pub number: usize,
    /// The players, if known.
    pub players: String,
    /// The line; 0 if there is none.
    pub line: usize,
    /// The wrong part.
    pub token: String,
    /// The fault in words.
    pub text: String,
    /// The game as far as it was read, if it was.
    pub record: Option<Box<Record>>,
}

impl Damage {
    /// Whether the file itself cannot be read.
    pub fn is_of_file(&self) -> bool {
        self.number == 0
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.number > 0 {
            write!(f, ", game {}", self.number)?;
        }
        if !self.players.is_empty() {
            write!(f, " ({})", self.players)?;
        }
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if !self.token.is_empty() {
            write!(f, ", `{}`", self.token.trim())?;
        }
        write!(f, ": {}", self.text)
    }
}

/// The games of a list of files. The files are read as the games are asked for.
pub struct Games {
    inputs: VecDeque<Input>,
    source: Option<Source>,
    pairs: Pairs,
    rules: Option<Rules>,
    found: Vec<Found>,
    ready: VecDeque<Result<Imported, Box<Damage>>>,
    /// Games seen of each file.
    numbers: HashMap<Arc<str>, usize>,
    bytes_read: u64,
    /// Games of other variants.
    passed_over: usize,
    is_over: bool,
}

/// A game of the past, or what is wrong with it.
type Read = Result<Box<Settled>, Box<Damage>>;

impl Games {
    /// The games of `inputs`; those that do not tell their rules are read by `rules`, or by what fits.
    pub fn new(inputs: Vec<Input>, rules: Option<Rules>) -> Self {
        Self {
            inputs: inputs.into(),
            source: None,
            pairs: Pairs::default(),
            rules,
            found: Vec::new(),
            ready: VecDeque::new(),
            numbers: HashMap::new(),
            bytes_read: 0,
            passed_over: 0,
            is_over: false,
        }
    }

    /// Bytes read so far.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Games of other variants so far, in archives of games of all variants.
    pub fn passed_over(&self) -> usize {
        self.passed_over
    }

    /// Reads files until a batch is full or all are read.
    fn gather(&mut self) {
        while self.found.len() < BATCH && !self.is_over {
            let Some(source) = &mut self.source else {
                match self.inputs.pop_front().map(Input::open) {
                    Some(Ok(source)) => self.source = Some(source),
                    Some(Err((file, error))) => self.fail(&file, &error),
                    None => {
                        self.pairs.finish(&mut self.found);
                        self.is_over = true;
                    }
                }
                continue;
            };
            match source.read(&mut self.pairs, &mut self.found) {
                Ok(0) => self.source = None,
                Ok(bytes) => self.bytes_read += bytes,
                Err(error) => {
                    let file = Arc::clone(source.name());
                    self.source = None;
                    self.fail(&file, &error);
                }
            }
        }
    }

    fn fail(&mut self, file: &Arc<str>, error: &std::io::Error) {
        self.found.push(Found::damaged(file, 0, String::new(), error.to_string()));
    }

    /// Replays a batch on all cores.
    fn replay(&mut self) {
        let rules = self.rules;
        let found = std::mem::take(&mut self.found);
        self.passed_over += found.iter().filter(|found| matches!(found.raw, Raw::OtherVariant)).count();
        let read: Vec<(Arc<str>, Vec<Read>)> = found
            .into_par_iter()
            .map(|found| {
                let games = read(&found.file, found.raw, rules);
                (found.file, games)
            })
            .collect();
        for (file, games) in read {
            for game in games {
                let count = self.numbers.entry(Arc::clone(&file)).or_default();
                let is_file = matches!(&game, Err(damage) if damage.line == 0 && damage.token.is_empty());
                *count += usize::from(!is_file);
                let number = if is_file { 0 } else { *count };
                self.ready.push_back(match game {
                    Ok(settled) => Ok(Imported { file: Arc::clone(&file), number, settled }),
                    Err(damage) => Err(Box::new(Damage { number, ..*damage })),
                });
            }
        }
    }
}

impl Iterator for Games {
    type Item = Result<Imported, Box<Damage>>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            self.gather();
            if self.found.is_empty() {
                return None;
            }
            self.replay();
        }
        self.ready.pop_front()
    }
}

/// Reads what was found: the games, and damage at the end of it. Numbers are given later.
fn read(file: &Arc<str>, raw: Raw, rules: Option<Rules>) -> Vec<Read> {
    let damaged = |players: String, error: BpgnError, record: Option<Box<Record>>| {
        let BpgnError { line, token, reason } = error;
        let (file, text) = (Arc::clone(file), reason.to_string());
        Box::new(Damage { file, number: 0, players, line, token, text, record })
    };
    let settle = |record: Record| {
        record.settle(rules).map(Box::new).map_err(|unsettled| {
            let Unsettled { record, error } = *unsettled;
            damaged(players(&record), error, Some(Box::new(record)))
        })
    };
    match raw {
        Raw::OtherVariant => Vec::new(),
        Raw::Damaged(line, token, text) => {
            vec![Err(damaged(String::new(), BpgnError { line, token, reason: Fault::Variant(text) }, None))]
        }
        Raw::Halves(halves) => {
            let name =
                |half: &Half| ["White", "Black"].map(|name| half.tag(name).unwrap_or("?").to_owned()).join(" - ");
            match bpgn::merge(&halves[0], &halves[1]) {
                Ok(record) => {
                    let mut game = settle(record);
                    game.iter_mut().for_each(|game| game.warnings.extend(warnings(&halves)));
                    vec![game]
                }
                Err(error) => vec![Err(damaged(halves.each_ref().map(name).join(", "), error, None))],
            }
        }
        Raw::Bpgn(part) if part.is_cut => {
            let token = String::from_utf8_lossy(&part.bytes[..part.bytes.len().min(60)]).into_owned();
            let reason = Fault::TooLong { most: Splitter::MOST_BYTES };
            vec![Err(damaged(names_in(&part.bytes), BpgnError { line: part.line, token, reason }, None))]
        }
        Raw::Bpgn(part) => {
            let (records, damage) = bpgn::read_history(&part.bytes, part.line);
            let mut games: Vec<Read> = records.into_iter().map(settle).collect();
            if let Some(warning) = bpgn::guessed(&part.bytes) {
                games.iter_mut().flatten().for_each(|game| game.warnings.push(warning.to_owned()));
            }
            games.extend(damage.map(|error| Err(damaged(names_in(&part.bytes), error, None))));
            games
        }
    }
}

/// Doubts about the boards of a game.
fn warnings(halves: &[Half; 2]) -> impl Iterator<Item = String> {
    let results = halves.each_ref().map(|half| half.result);
    let is_one_color = matches!(results, [GameResult::Won(a), GameResult::Won(b)] if a == b);
    let contradiction = is_one_color.then(|| "both boards were won by the same color: the first one counts".to_owned());
    halves.iter().flat_map(|half| half.warnings.clone()).chain(contradiction)
}

/// The players, as far as tags name them.
fn players(record: &Record) -> String {
    let names: Vec<&str> = Seat::ALL.iter().filter_map(|seat| record.tag(seat.tag())).collect();
    names.join(", ")
}

/// The players of a text that cannot be read, by the lines of their tags.
fn names_in(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let name = |seat: &Seat| {
        let (_, behind) = text.split_once(&format!("[{} \"", seat.tag()))?;
        let name = behind.split(['"', '\n']).next()?;
        Some(name.chars().take(40).collect::<String>())
    };
    Seat::ALL.iter().filter_map(name).collect::<Vec<String>>().join(", ")
}
