//! `tandem match`: games between two teams of engines of any supported protocol, refereed by our own rules.
//!
//! A client of the protocols like any GUI; it never calls the search.

mod display;
pub mod results;
pub mod schedule;

pub use display::Warnings;

use crate::arena::engines::{EngineSpec, Protocol, SpecError};
use crate::arena::measure::Measure;
use crate::arena::referee;
use crate::arena::referee::one_board::MatchVariant;
use crate::board::chess960::PREFIX;
use crate::game::NoClock;
use crate::tools::openings::{OpeningSet, OpeningsError};
use crate::tools::whole_file::is_one_file;
use display::{MatchProgress, Plain, Screen, report};
use results::{Keep, PairSet, Sheets, merge};
use schedule::{Campaign, Conditions, Extent, Interrupts, Onlookers};
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a result stays on the screen.
const PAUSE: Duration = Duration::from_secs(3);
/// Exit status of a program ended by Ctrl-C, as a shell reports it.
pub const EXIT_INTERRUPTED: i32 = 130;
/// Plies of a game that are its opening, unless the user names another number.
const OPENING_PLIES: usize = 8;
/// The default engine of a team.
pub const THIS_PROGRAM: &str = "this program";

/// `tandem match`
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    extent: Extent,
    #[command(flatten)]
    conditions: Conditions,
    /// Where games begin: `builtin`, `start`, `960:N` (a start position of Chess960 by its number), `960:random` (all
    /// in a random order), or a file of BFEN pairs `A | B` or of BPGN games; every opening is played twice, with the
    /// teams' seats exchanged [default: `start` for one game, `builtin` for more]
    #[arg(long, visible_alias = "start", value_name = "builtin|start|960:N|960:random|FILE")]
    openings: Option<PathBuf>,
    /// Plies of both boards together that are taken of each game in a BPGN file of openings [default: 8]
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,
    /// Games played at once, each with engines of its own; if more than one, the boards are not drawn
    #[arg(long, default_value_t = 1, value_name = "GAMES", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Print only the results
    #[arg(long)]
    quiet: bool,
    /// Append the games to this file [default: a new one in the current folder, or with --jsonl FILE that of this name
    /// with the ending .bpgn]
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// The engine of the first team and, given again, of the second: KEY=VALUE,… with the keys cmd, args, protocol
    /// (ubi, uci, cecp), name, dir, process (seat, or team: one UBI process with both boards), file, option.NAME,
    /// talk=off (nothing that the team's engines say reaches their partners), tc=S+I (a time control of the team's own)
    /// and slow=K (one part in K of the processor time, while the clock runs on; Unix). partner.KEY describes another
    /// engine for the second seat; `name` is the team's name then. The first engine sits on board A in the first pair
    /// of games, on B in the second, and so on
    #[arg(long = "engine", value_name = "KEY=VALUE,…", help_heading = "Engines")]
    engines: Vec<String>,
    /// The same for the first team: such a list, a TOML file with the same keys (and tables [options] and [partner]),
    /// or the command of a UBI engine with its arguments
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
    /// A further team's engine (can be repeated); see --schedule
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
}

/// Other tasks with matches.
#[derive(clap::Subcommand, Debug)]
enum Task {
    /// One verdict from files of finished pairs
    Merge(merge::Args),
}

/// A source of openings, as `--openings` names it.
enum OpeningSource<'a> {
    /// The usual start.
    Start,
    /// The set in the program.
    Builtin,
    /// Start positions of Chess960: a number, or `random`.
    Chess960(&'a str),
    File(&'a Path),
}

impl<'a> OpeningSource<'a> {
    fn of(named: &'a Path) -> Self {
        match named {
            name if name == "start" => Self::Start,
            name if name == "builtin" => Self::Builtin,
            path => match path.to_str().and_then(|text| text.strip_prefix(PREFIX)) {
                Some(number) => Self::Chess960(number),
                None => Self::File(path),
            },
        }
    }
}

/// Parses `NAME=VALUE`.
pub fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err(format!("`{text}` is no NAME=VALUE")),
    }
}

/// This program as an engine.
///
/// # Errors
/// When its path is not known.
pub fn this_program() -> io::Result<EngineSpec> {
    Ok(EngineSpec {
        given: THIS_PROGRAM.to_owned(),
        command: vec![std::env::current_exe()?.to_string_lossy().into_owned()],
        ..EngineSpec::default()
    })
}

/// Prints a warning to stderr.
fn warn(text: &str) {
    // Ignored if stderr is closed.
    let _ = writeln!(io::stderr(), "warning: {text}");
}

impl Args {
    /// The user's description of a team's engine: by `--engine`, `--teamN` or `--team`.
    fn described(&self, number: usize) -> &str {
        let further = number.checked_sub(self.engines.len().max(2)).and_then(|number| self.team.get(number));
        match (self.engines.get(number), number) {
            (Some(text), _) => text,
            (None, 0) => &self.team1,
            (None, 1) => &self.team2,
            _ => further.map_or(THIS_PROGRAM, String::as_str),
        }
    }

    /// The engine or the two engines of a team, with the options from other arguments.
    fn engine(&self, number: usize) -> Result<EngineSpec, Box<dyn Error>> {
        let wrong = |error: SpecError| format!("team {}: {error}", number + 1);
        let mut spec = match self.described(number) {
            THIS_PROGRAM => this_program()?,
            text => text.parse().map_err(wrong)?,
        };
        let (partner, options) = match number {
            0 => (&self.partner1, &self.option1[..]),
            1 => (&self.partner2, &self.option2[..]),
            _ => (&None, &[][..]),
        };
        spec.options.extend(options.iter().cloned());
        if let Some(partner) = partner {
            if spec.partner.is_some() {
                return Err(format!("--partner{} {partner}: `{}` has a partner already", number + 1, spec.given).into());
            }
            spec = spec.with_partner(partner.parse().map_err(wrong)?).map_err(wrong)?;
        }
        Ok(self.conditions.equipped(spec, number, self.threads, self.hash))
    }

    /// Checks that no team has its engine both by `--engine` and by `--teamN`.
    fn check_teams(&self) -> Result<(), String> {
        let named = [("--team1", &self.team1), ("--team2", &self.team2)];
        let twice = named.into_iter().zip(&self.engines).find(|((_, text), _)| *text != THIS_PROGRAM);
        twice.map_or(Ok(()), |((option, text), engine)| {
            Err(format!("{option} {text}: the engine of that team is `{engine}` already, by --engine"))
        })
    }

    /// Checks that `--opening-plies` has a file whose games it can cut.
    fn check_opening_plies(&self) -> Result<(), String> {
        let source = self.openings.as_deref().map(OpeningSource::of);
        let cuts = self.conditions.variant == MatchVariant::BUGHOUSE && matches!(source, Some(OpeningSource::File(_)));
        match self.opening_plies {
            Some(plies) if !cuts => Err(format!("--opening-plies {plies}: only for the BPGN games of --openings FILE")),
            _ => Ok(()),
        }
    }

    /// Checks that `--openings 960:N` is for a game that has the starts of Chess960.
    fn check_chess960(&self) -> Result<(), String> {
        let Conditions { variant, .. } = &self.conditions;
        match self.openings.as_deref().map(OpeningSource::of) {
            Some(OpeningSource::Chess960(number)) if variant.board_rules().is_none() => Err(format!(
                "--openings {PREFIX}{number}: {} has no starts of Chess960, only bughouse and crazyhouse have them",
                variant.name()
            )),
            _ => Ok(()),
        }
    }

    fn campaign(&self, bpgn: &Path) -> Result<Campaign, Box<dyn Error>> {
        self.check_teams()?;
        self.check_opening_plies()?;
        self.check_chess960()?;
        let is_bughouse = self.conditions.variant == MatchVariant::BUGHOUSE;
        if self.conditions.rules.no_clock != NoClock::Off {
            return Err("--rules: a match is played with clocks, no-clock=move-for-move is not for it".into());
        }
        if self.conditions.measure != Measure::Real && self.threads > 1 {
            return Err(
                "--clock nodes=N: only one thread's nodes come in the same order every time, see --threads".into()
            );
        }
        let openings = self.opening_set().map_err(|error| {
            let colon = if error.names_file() { "" } else { ":" };
            format!("--openings{colon} {error}")
        })?;
        let mut conditions = self.conditions.clone();
        conditions.rules.chess960 |= openings.has_chess960();
        let teams = self.engines.len().max(2) + self.team.len();
        let contestants = (0..teams).map(|number| self.engine(number)).collect::<Result<Vec<_>, _>>()?;
        if !is_bughouse {
            check_one_board(&contestants, &self.conditions)?;
        }
        if self.conditions.measure != Measure::Real && contestants.iter().any(EngineSpec::is_slowed) {
            return Err("--clock nodes=N: slow=K has no meaning where nodes are the time, see nodes=N:M".into());
        }
        if self.conditions.measure != Measure::Real && contestants.iter().any(|spec| spec.shared) {
            return Err("--clock nodes=N: two boards in one process do not count the same nodes every time".into());
        }
        Ok(Campaign {
            schedule: self.extent.schedule,
            games: self.extent.games(contestants.len())?,
            contestants,
            conditions,
            openings: Arc::new(openings),
            lanes: self.concurrency.into(),
            pause: if self.draws() { PAUSE } else { Duration::ZERO },
            bpgn: bpgn.to_owned(),
            warnings: if self.draws() { Warnings::kept() } else { Warnings::shown(warn) },
        })
    }

    /// The BPGN file, if one is given.
    fn bpgn(&self) -> Option<PathBuf> {
        self.bpgn.clone().or_else(|| self.extent.jsonl.as_ref().map(|path| path.with_extension(self.extension())))
    }

    fn opening_set(&self) -> Result<OpeningSet, OpeningsError> {
        let usual = Path::new(if self.extent.is_long() { "builtin" } else { "start" });
        let named = self.openings.as_deref().unwrap_or(usual);
        let Conditions { variant, rules, seed, .. } = &self.conditions;
        if *variant == MatchVariant::BUGHOUSE {
            return match OpeningSource::of(named) {
                OpeningSource::Start => Ok(OpeningSet::start()),
                OpeningSource::Builtin => OpeningSet::builtin(rules),
                OpeningSource::Chess960(number) => OpeningSet::chess960(number),
                OpeningSource::File(path) => OpeningSet::read(path, self.opening_plies.unwrap_or(OPENING_PLIES), rules),
            };
        }
        let Some(rules) = variant.board_rules() else { return OpeningSet::of_other(*variant, named, *seed) };
        match OpeningSource::of(named) {
            OpeningSource::Start => Ok(OpeningSet::start_board()),
            OpeningSource::Builtin => OpeningSet::builtin_boards(rules),
            OpeningSource::Chess960(number) => OpeningSet::chess960_boards(number),
            OpeningSource::File(path) => OpeningSet::read_boards(path, rules),
        }
    }

    /// The observers of the games: the file of games, and what is shown.
    fn onlookers(&self, sheets: Sheets, progress: Option<&MatchProgress>, file: &str) -> io::Result<Onlookers> {
        // The file comes first: a game is written before it is shown.
        let mut observers: Vec<Box<dyn referee::GameObserver + Send>> = vec![Box::new(sheets)];
        observers.push(match progress {
            _ if self.draws() => Box::new(Screen::open(file.to_owned())?),
            Some(bar) => Box::new(bar.clone()),
            None => Box::new(Plain { moves: self.shows_moves() }),
        });
        Ok(Onlookers(Arc::new(Mutex::new(observers))))
    }

    /// The extension of the file of games.
    fn extension(&self) -> &'static str {
        if self.conditions.variant == MatchVariant::BUGHOUSE { "bpgn" } else { "pgn" }
    }

    /// Whether every move is printed.
    fn shows_moves(&self) -> bool {
        !self.quiet && self.concurrency == 1
    }

    /// Whether the boards are drawn.
    fn draws(&self) -> bool {
        let is_bughouse = self.conditions.variant == MatchVariant::BUGHOUSE;
        is_bughouse && !self.quiet && self.concurrency == 1 && io::stdout().is_terminal()
    }
}

/// Checks that a match on one board is asked for by what applies to it.
/// Fails with the first argument that does not.
fn check_one_board(contestants: &[EngineSpec], conditions: &Conditions) -> Result<(), String> {
    let name = conditions.variant.name();
    for spec in contestants {
        let wrong = match spec {
            EngineSpec { partner: Some(_), .. } => "a partner",
            EngineSpec { shared: true, .. } => "process=team",
            EngineSpec { muted: true, .. } => "talk=off",
            EngineSpec { control: Some(_), .. } => "tc=",
            EngineSpec { protocol: Protocol::Cecp, .. } => "protocol=cecp",
            _ => continue,
        };
        return Err(format!(
            "`{}`: --variant {name} is one board between two UCI engines, without {wrong}",
            spec.given
        ));
    }
    if conditions.adjudication.resign.is_some() || conditions.adjudication.draw.is_some() {
        return Err(format!("--resign and --draw: --variant {name} has only --maxmoves"));
    }
    Ok(())
}

/// Plays the match. Ctrl-C ends it cleanly: the game in progress is written as unfinished, the engines quit.
///
/// # Errors
/// When an argument is wrong, an engine cannot be started or does not answer before a game, or the games cannot be
/// written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(Task::Merge(args)) = &args.task {
        return merge::run(args);
    }
    let bpgn = args.bpgn();
    if let (Some(pairs), Some(games)) = (&args.extent.jsonl, &bpgn)
        && is_one_file(pairs, games)
    {
        return Err(format!("--jsonl {}: the games would go to the same file, see --bpgn", pairs.display()).into());
    }
    let mut campaign = args.campaign(bpgn.as_deref().unwrap_or(Path::new("")))?;
    let interrupts = Interrupts::default();
    ctrlc::set_handler({
        let interrupts = interrupts.clone();
        move || interrupts.send()
    })?;
    let (keep, pair_set) = match (&args.extent.jsonl, &bpgn) {
        (Some(path), Some(bpgn)) => {
            let (keep, pair_set) = Keep::take_up(path, bpgn, &campaign.games.pairs, !args.extent.skip_bench)?;
            (Some(keep), pair_set)
        }
        _ => (None, PairSet::default()),
    };
    let mut sheets = match &bpgn {
        Some(path) => Sheets::append(path).map_err(|error| format!("--bpgn {}: {error}", path.display()))?,
        None => Sheets::create(args.extension())
            .map_err(|error| format!("cannot make a file of games here: {error} (see --bpgn)"))?,
    };
    sheets.id = keep.as_ref().map(|keep| keep.id.clone());
    campaign.bpgn = sheets.path().to_owned();
    let file = format!("games go to {}", sheets.path().display());
    let is_plain = args.extent.is_long() && !args.draws();
    let progress = is_plain.then(|| MatchProgress::new(&campaign.games, &pair_set, args.shows_moves()));
    if let Some(shown) = progress.clone() {
        campaign.warnings = Warnings::shown(move |text| shown.suspend(|| warn(text)));
    }
    let played = if args.conditions.variant == MatchVariant::BUGHOUSE {
        let onlookers = args.onlookers(sheets, progress.as_ref(), &file)?;
        campaign.play(pair_set, keep, (onlookers, progress.clone()), &interrupts)
    } else {
        campaign.play_one_board(pair_set, keep, (sheets, progress.clone()), &interrupts)
    };
    if let Some(bar) = progress {
        bar.finish();
    }
    campaign.warnings.take().iter().for_each(|text| warn(text));
    let results = played.map_err(|problem| -> Box<dyn Error> { problem })?;
    let is_one_board = args.conditions.variant != MatchVariant::BUGHOUSE;
    let report = report::report(&results.pair_set, &results.singles, campaign.games.sprt.as_ref(), is_one_board);
    let file = file.replacen("go to", "are in", 1);
    let is_empty = results.pair_set.pairs().next().is_none() && results.singles.is_empty();
    if let Some(problem) = results.problem {
        if !is_empty {
            // The problem matters more than a failed write.
            let _ = writeln!(io::stdout(), "{report}{file}");
        }
        return Err(problem);
    }
    writeln!(io::stdout(), "{report}{file}").map_err(|error| format!("cannot write: {error}"))?;
    if results.interrupted {
        std::process::exit(EXIT_INTERRUPTED);
    }
    Ok(())
}
