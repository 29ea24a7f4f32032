//! `tandem match`: games between two teams of engines, whatever they speak, refereed by our own rules.
//!
//! A client of the protocols like any GUI; it never calls the search.

mod canvas;
mod cecp;
mod clock;
mod date;
mod dialog;
mod file;
mod plain;
mod player;
mod process;
mod promotion;
mod referee;
mod roster;
mod screen;
mod series;
mod setup;
mod spec;
#[cfg(test)]
mod stage;
mod table;
mod talk;
mod ubi;
mod uci;

use crate::game::{NoClock, Rules};
use clock::TimeControl;
use file::Sheets;
use plain::Plain;
use process::Event;
use screen::Screen;
use series::{Plan, Series};
use spec::{EngineSpec, SpecError};
use std::error::Error;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use table::Observer;

/// Events that may wait for the referee; a flood of lines makes its writer wait, not the memory grow.
const EVENT_QUEUE: usize = 4096;
/// How long a result stays on the screen.
const PAUSE: Duration = Duration::from_secs(3);
/// What a shell reports of a program that Ctrl-C ended.
const EXIT_INTERRUPTED: i32 = 130;
/// What plays when nobody says who.
const THIS_PROGRAM: &str = "this program";

/// `tandem match`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Games to play; the teams change seats after each
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seconds a player and seconds added a move, S+I
    #[arg(long, default_value = "10+0", value_name = "S+I")]
    tc: TimeControl,
    /// A preset, single options, or both: `fics`, `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international", value_name = "PRESET[,OPTION=VALUE…]")]
    rules: Rules,
    /// Print only the results
    #[arg(long)]
    quiet: bool,
    /// Where the games go, behind what is there; without it, a new file in the current folder
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// The engine of the first team, given twice also of the second: KEY=VALUE,… with the keys cmd, args, protocol (ubi,
    /// uci, cecp), name, dir, process (seat, or team for one UBI process with both boards), file, option.NAME
    #[arg(long = "engine", value_name = "KEY=VALUE,…", help_heading = "Engines")]
    engines: Vec<String>,
    /// The same for the first team: such a list, a TOML file, or the command of a UBI engine with its arguments
    #[arg(long, value_name = "ENGINE", help_heading = "Engines", default_value = THIS_PROGRAM)]
    team1: String,
    /// The same for the second team
    #[arg(long, value_name = "ENGINE", help_heading = "Engines", default_value = THIS_PROGRAM)]
    team2: String,
    /// Another engine for the second seat of the first team, described in the same ways
    #[arg(long, value_name = "ENGINE", help_heading = "Engines")]
    partner1: Option<String>,
    /// The same for the second team
    #[arg(long, value_name = "ENGINE", help_heading = "Engines")]
    partner2: Option<String>,
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

fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err(format!("`{text}` is no NAME=VALUE")),
    }
}

impl Args {
    /// The engine of a team, or its two: as `--engine` or `--teamN` describe it, with the options that come from elsewhere.
    fn engine(&self, number: usize) -> Result<EngineSpec, Box<dyn Error>> {
        let general = [("Threads", self.threads.to_string()), ("Hash", self.hash.to_string())];
        let general = general.into_iter().chain([("TeamMessageMode", "full".to_owned())]);
        let general: Vec<_> = general.map(|(name, value)| (name.to_owned(), value)).collect();
        let text = self.engines.get(number).unwrap_or([&self.team1, &self.team2][number]);
        let wrong = |error: SpecError| format!("team {}: {error}", number + 1);
        let mut spec: EngineSpec = match text.as_str() {
            THIS_PROGRAM => EngineSpec {
                command: vec![std::env::current_exe()?.to_string_lossy().into_owned()],
                ..EngineSpec::default()
            },
            _ => text.parse().map_err(wrong)?,
        };
        spec.options.extend([&self.option1, &self.option2][number].iter().cloned());
        if let Some(partner) = [&self.partner1, &self.partner2][number] {
            spec = spec.with_partner(partner.parse().map_err(wrong)?).map_err(wrong)?;
        }
        Ok(spec.with_general(&general))
    }

    fn plan(&self) -> Result<Plan, Box<dyn Error>> {
        if self.rules.no_clock != NoClock::Off {
            return Err("--rules: a match is played with clocks, no-clock=move-for-move is not for it".into());
        }
        if self.engines.len() > 2 {
            return Err("--engine: two teams play, no more".into());
        }
        Ok(Plan {
            games: self.games,
            control: self.tc,
            lag: Duration::from_millis(self.lag),
            rules: self.rules,
            sides: [self.engine(0)?, self.engine(1)?],
            pause: if self.draws() { PAUSE } else { Duration::ZERO },
        })
    }

    /// Whether the boards are drawn.
    fn draws(&self) -> bool {
        !self.quiet && io::stdout().is_terminal()
    }
}

/// Plays the match. Ctrl-C ends it in good order: the game in progress is written as unfinished, the engines are ended.
///
/// # Errors
/// When an argument is wrong, an engine cannot be started or does not answer before a game, or the games cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let plan = args.plan()?;
    let (sender, events) = sync_channel(EVENT_QUEUE);
    let interrupt = sender.clone();
    ctrlc::set_handler(move || {
        let _ = interrupt.send(Event::Interrupt);
    })?;
    let sheets = match &args.bpgn {
        Some(path) => Sheets::append(path).map_err(|error| format!("--bpgn {}: {error}", path.display()))?,
        None => Sheets::create().map_err(|error| format!("cannot make a BPGN file here: {error} (see --bpgn)"))?,
    };
    let file = format!("games go to {}", sheets.path().display());
    // The file comes first: a game is safe before it is shown.
    let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(sheets)];
    let series = Series::new(plan, sender, events)?;
    if args.draws() {
        observers.push(Box::new(Screen::open(file.clone())?));
    } else {
        observers.push(Box::new(Plain { moves: !args.quiet }));
    }
    let played = series.play(&mut observers);
    // The terminal is given back before anything else is said.
    drop(observers);
    let verdict = played?;
    let [first, second] = &verdict.teams;
    println!("score {first} - {second}: {}", verdict.score);
    println!("{}", file.replacen("go to", "are in", 1));
    if verdict.interrupted {
        std::process::exit(EXIT_INTERRUPTED);
    }
    Ok(())
}
