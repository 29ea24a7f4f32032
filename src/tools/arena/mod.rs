//! `tandem match`: games between two teams of engines, four processes over UBI, refereed by our own rules.
//!
//! A client of the protocols like any GUI; it never calls the search.

mod book;
mod campaign;
mod canvas;
mod clock;
mod date;
mod extent;
mod file;
mod merge;
mod pairs;
mod plain;
mod player;
mod process;
mod progress;
mod promotion;
mod referee;
mod report;
mod screen;
mod series;
mod table;
mod tally;
mod ubi;

use crate::game::{NoClock, Rules};
use book::Book;
use book::file::PairFile;
use book::line::Sheet;
use campaign::{Campaign, Keep, Onlookers};
use clock::TimeControl;
use extent::Extent;
use file::Sheets;
use plain::Plain;
use process::Event;
use progress::Progress;
use screen::Screen;
use series::Contestant;
use std::error::Error;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use table::Observer;
use tally::Tally;

/// Events that may wait for the referee; a flood of lines makes its writer wait, not the memory grow.
const EVENT_QUEUE: usize = 4096;
/// How long a result stays on the screen.
const PAUSE: Duration = Duration::from_secs(3);
/// What a shell reports of a program that Ctrl-C ended.
const EXIT_INTERRUPTED: i32 = 130;

/// `tandem match`
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    extent: Extent,
    /// Seconds a player and seconds added a move, S+I
    #[arg(long, default_value = "10+0", value_name = "S+I")]
    tc: TimeControl,
    /// A preset, single options, or both: `fics`, `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international", value_name = "PRESET[,OPTION=VALUE…]")]
    rules: Rules,
    /// Print only the results
    #[arg(long)]
    quiet: bool,
    /// Where the games go, behind what is there; without it, a new file in the current folder, or beside that of --jsonl
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// The UBI engine of the first team, with its arguments; a process is started for each seat
    #[arg(long, value_name = "COMMAND", help_heading = "Engines", default_value = "this program")]
    team1: String,
    /// The UBI engine of the second team
    #[arg(long, value_name = "COMMAND", help_heading = "Engines", default_value = "this program")]
    team2: String,
    /// A further team's UBI engine (can be repeated); see --schedule
    #[arg(long, value_name = "COMMAND", help_heading = "Engines")]
    team: Vec<String>,
    /// Set an option of the first team's engine (can be repeated)
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Engines", value_parser = parse_option)]
    option1: Vec<(String, String)>,
    /// Set an option of the second team's engine (can be repeated)
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Engines", value_parser = parse_option)]
    option2: Vec<(String, String)>,
    /// Search threads of each process
    #[arg(long, default_value_t = 1, help_heading = "Engines", value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Hash of each process, in MB
    #[arg(long, default_value_t = 16, help_heading = "Engines", value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Milliseconds that a flag falls after its clock shows zero: what pipes and scheduling may cost
    #[arg(long, default_value_t = 20, value_name = "MS")]
    lag: u64,
}

/// What else there is to do with matches.
#[derive(clap::Subcommand, Debug)]
enum Task {
    /// One verdict from files of finished pairs
    Merge(merge::Args),
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err(format!("`{text}` is no NAME=VALUE")),
    }
}

/// Splits a command line at blanks; single and double quotes keep them.
fn split_command(text: &str) -> Result<Vec<String>, String> {
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
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("`{text}` has no closing {open}")),
        None if words.is_empty() => Err("an engine's command is empty".to_owned()),
        None => Ok(words),
    }
}

impl Args {
    fn contestant(&self, command: &str, options: &[(String, String)]) -> Result<Contestant, Box<dyn Error>> {
        let given = command.to_owned();
        let command = match command {
            "this program" => vec![std::env::current_exe()?.to_string_lossy().into_owned()],
            _ => split_command(command)?,
        };
        let own = [("Threads", self.threads.to_string()), ("Hash", self.hash.to_string())];
        let own = own.into_iter().chain([("TeamMessageMode", "full".to_owned())]);
        let mut wishes: Vec<_> = own.map(|(name, value)| (name.to_owned(), value)).collect();
        wishes.extend(options.iter().cloned());
        Ok(Contestant { given, command, wishes })
    }

    fn campaign(&self, bpgn: &Path) -> Result<Campaign, Box<dyn Error>> {
        if self.rules.no_clock != NoClock::Off {
            return Err("--rules: a match is played with clocks, no-clock=move-for-move is not for it".into());
        }
        let mut contestants =
            vec![self.contestant(&self.team1, &self.option1)?, self.contestant(&self.team2, &self.option2)?];
        for command in &self.team {
            contestants.push(self.contestant(command, &[])?);
        }
        Ok(Campaign {
            schedule: self.extent.schedule,
            games: self.extent.games(contestants.len())?,
            contestants,
            control: self.tc,
            lag: Duration::from_millis(self.lag),
            rules: self.rules,
            seed: self.extent.seed,
            pause: if self.draws() { PAUSE } else { Duration::ZERO },
            bpgn: bpgn.to_owned(),
        })
    }

    /// Where the games go, if that is said.
    fn bpgn(&self) -> Option<PathBuf> {
        self.bpgn.clone().or_else(|| self.extent.jsonl.as_ref().map(|path| path.with_extension("bpgn")))
    }

    /// Whether the boards are drawn.
    fn draws(&self) -> bool {
        !self.quiet && io::stdout().is_terminal()
    }
}

/// Opens the file of finished pairs and cuts off what an unfinished one has left in that of the games.
fn take_up(path: &Path, bpgn: &Path, pairs: &Range<u32>) -> Result<(Keep, Book), Box<dyn Error>> {
    let (file, book) = PairFile::open(path).map_err(|error| format!("--jsonl {error}"))?;
    let same = bpgn.to_string_lossy();
    let last = book.pairs().map(|line| &line.bpgn).filter(|sheet| sheet.file == same).max_by_key(|sheet| sheet.bytes);
    let id = last.map_or_else(book::machine::new_id, |sheet| sheet.id.clone());
    if let Some(Sheet { bytes, .. }) = last {
        let unfinished = |game: u32| {
            let pair = game.saturating_sub(1) / 2;
            pairs.contains(&pair) && !book.has(pair)
        };
        let cut = book::tail::cut(bpgn, *bytes, &id, unfinished);
        if !cut.map_err(|error| format!("{}: {error}", bpgn.display()))? {
            let file = bpgn.display();
            eprintln!(
                "{file}: others have added to it; games of an unfinished pair may be there twice (see the tag Round)"
            );
        }
    }
    Ok((Keep { file, machine: book::machine::this(), id }, book))
}

/// Plays the match. Ctrl-C ends it in good order: the game in progress is written as unfinished, the engines are ended.
///
/// # Errors
/// When an argument is wrong, an engine cannot be started or does not answer before a game, or the games cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(Task::Merge(args)) = &args.task {
        return merge::run(args);
    }
    let bpgn = args.bpgn();
    let mut campaign = args.campaign(bpgn.as_deref().unwrap_or(Path::new("")))?;
    let (sender, events) = sync_channel(EVENT_QUEUE);
    let interrupt = sender.clone();
    ctrlc::set_handler(move || {
        let _ = interrupt.send(Event::Interrupt);
    })?;
    let (keep, book) = match (&args.extent.jsonl, &bpgn) {
        (Some(path), Some(bpgn)) => {
            let (keep, book) = take_up(path, bpgn, &campaign.games.pairs)?;
            (Some(keep), book)
        }
        _ => (None, Book::default()),
    };
    let mut sheets = match &bpgn {
        Some(path) => Sheets::append(path).map_err(|error| format!("--bpgn {}: {error}", path.display()))?,
        None => Sheets::create().map_err(|error| format!("cannot make a BPGN file here: {error} (see --bpgn)"))?,
    };
    if let Some(keep) = &keep {
        sheets.mark(keep.id.clone());
    }
    campaign.bpgn = sheets.path().to_owned();
    let file = format!("games go to {}", sheets.path().display());
    let tally = Tally::default();
    // The file comes first: a game is safe before it is shown.
    let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(sheets), Box::new(tally.clone())];
    let mut progress = None;
    if args.draws() {
        observers.push(Box::new(Screen::open(file.clone())?));
    } else if args.extent.is_long() {
        let bar = Progress::new(&campaign.games, &book, !args.quiet);
        observers.push(Box::new(bar.clone()));
        progress = Some(bar);
    } else {
        observers.push(Box::new(Plain { moves: !args.quiet }));
    }
    let mut onlookers = Onlookers { all: &mut observers, tally, progress: progress.clone() };
    let played = campaign.play(book, keep, &mut onlookers, (&sender, &events));
    // The terminal is given back before anything else is said.
    drop(observers);
    if let Some(bar) = progress {
        bar.finish();
    }
    let results = played?;
    print!("{}", report::report(&results.book, results.single.as_ref(), campaign.games.sprt.as_ref()));
    println!("{}", file.replacen("go to", "are in", 1));
    if results.interrupted {
        std::process::exit(EXIT_INTERRUPTED);
    }
    Ok(())
}
