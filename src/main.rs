//! The command line: a protocol on stdin and stdout, or one of the tools.

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tandem::protocol::options::Variant;
use tandem::{protocol, tools};

/// The place of an option just before `--help`, which has 999: behind those of every command.
const BEFORE_HELP: usize = 998;

#[derive(Parser)]
#[command(version = tandem::types::version(), about, long_about = None)]
#[command(disable_help_subcommand = true, after_help = tools::help::topics())]
struct Cli {
    /// Write a log of what comes in and goes out (also by the environment variable TANDEM_LOG)
    #[arg(long, visible_alias = "log-file", global = true, value_name = "FILE", display_order = BEFORE_HELP)]
    log: Option<PathBuf>,
    /// The server's name for the game, for the log
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    game_id: Option<String>,
    /// UCI's variant until the GUI chooses: bughouse or crazyhouse (also by a program name as tandem-crazyhouse)
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Without a command: speak UBI, UCI or CECP on stdin and stdout
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Tell what every move of a recorded game was worth, and which moments decided it
    Analyze(tools::analyze::Args),
    /// Search a fixed list of positions: the signature and the speed
    Bench(tools::bench::Args),
    /// Search positions of openings for the engine's opening book
    Book(tools::book::Args),
    /// Print the completions of a shell, for the folder where it looks for them
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Look at files of games that `datagen` has made
    Data(tools::data::Args),
    /// Make games to learn from
    Datagen(tools::datagen::Args),
    /// Explain the evaluation of a position
    Eval(tools::eval::Args),
    /// Tell which moves were played in a position, by a base of games
    Explore(tools::explore::Args),
    /// Fit what pieces are worth, or the handcrafted evaluation, to games
    Fit(tools::fit::Args),
    /// Explain a command or a topic
    Help(tools::help::Args),
    /// Gather games of people, from servers and databases, in one BPGN file
    Import(tools::import::Args),
    /// Play Kriegspiel against Tandem in the terminal: you type tries, the arbiter makes announcements
    Kriegspiel(tools::kriegspiel::Args),
    /// Print the man page
    Man,
    /// Collect forced mates from games, and count those that engines find
    Mates(tools::mates::Args),
    /// Play games between two teams of engines, shown live and written as BPGN
    Match(Box<tools::r#match::Args>),
    /// Look at a network
    Net(tools::net::Args),
    /// Make fair openings for matches
    Openings(tools::openings::Args),
    /// Count move paths of a position
    Perft(tools::perft::Args),
    /// Play in the browser, with Tandem as partner and opponent
    #[cfg(feature = "play")]
    Play(tools::play::Args),
    /// Tell how a partner's words are understood
    Talk(tools::talk::Args),
    /// Train a network on games that `datagen` has made
    Train(tools::train::Args),
    /// Tune numbers of the search, the team play or the clock by games (SPSA)
    Tune(Box<tools::tune::Args>),
}

/// Printed when the program is started by hand without a command.
const WAITING: &str = "Tandem waits for a GUI's first line, `ubi`, `uci` or `xboard`; `quit` ends.
Without a GUI: `tandem help` lists commands, `tandem match` plays a game, `tandem play` opens the page.";

/// The variant in the program's name, as in `tandem-crazyhouse`.
fn variant_by_name() -> Option<Variant> {
    let path = PathBuf::from(std::env::args_os().next()?);
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    Variant::OFFERED.into_iter().find(|variant| name.ends_with(&format!("-{}", variant.name())))
}

/// The files that a command's arguments name, each behind its option.
fn named_files(command: &clap::Command, matches: &ArgMatches) -> Vec<(String, PathBuf)> {
    let mut named = Vec::new();
    for arg in command.get_arguments().filter(|arg| arg.get_long() != Some("log")) {
        let option = arg.get_long().map_or_else(|| "an argument".to_owned(), |long| format!("--{long}"));
        let files = matches.try_get_many::<PathBuf>(arg.get_id().as_str()).ok().flatten().into_iter().flatten();
        named.extend(files.map(|file| (option.clone(), file.clone())));
    }
    let inner = matches.subcommand().and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    named.extend(inner.into_iter().flat_map(|(command, matches)| named_files(command, matches)));
    named
}

fn run(cli: Cli, named: &[(String, PathBuf)]) -> Result<(), Box<dyn Error>> {
    let variable = || std::env::var_os(tools::log::VARIABLE).filter(|name| !name.is_empty());
    let by_variable = || variable().map(|file| (tools::log::VARIABLE, PathBuf::from(file)));
    if let Some((option, file)) = cli.log.map(|file| ("--log", file)).or_else(by_variable) {
        tools::log::start(&file, named).map_err(|error| format!("{option} {}: {error}", file.display()))?;
    }
    if let Some(game) = cli.game_id {
        tracing::info!(target: "tandem::protocol", "game {game}");
    }
    let Some(command) = cli.command else {
        if io::stdin().is_terminal() {
            complain(WAITING);
        }
        return Ok(protocol::run(io::stdin(), io::stdout(), cli.variant.or_else(variant_by_name))?);
    };
    match command {
        Command::Analyze(args) => tools::analyze::run(&args),
        Command::Bench(args) => tools::bench::run(&args),
        Command::Book(args) => tools::book::run(&args),
        Command::Completions { shell } => print(|out| {
            clap_complete::generate(shell, &mut Cli::command(), "tandem", out);
            Ok(())
        }),
        Command::Data(args) => tools::data::run(&args),
        Command::Datagen(args) => tools::datagen::run(&args),
        Command::Eval(args) => tools::eval::run(&args),
        Command::Explore(args) => tools::explore::run(&args),
        Command::Fit(args) => tools::fit::run(&args),
        Command::Help(args) => tools::help::run(&args, Cli::command()),
        Command::Import(args) => tools::import::run(&args),
        Command::Kriegspiel(args) => tools::kriegspiel::run(&args),
        Command::Man => print(man_page),
        Command::Mates(args) => tools::mates::run(&args),
        Command::Match(args) => tools::r#match::run(&args),
        Command::Net(args) => tools::net::run(&args),
        Command::Openings(args) => tools::openings::run(&args),
        Command::Perft(args) => tools::perft::run(&args),
        #[cfg(feature = "play")]
        Command::Play(args) => tools::play::run(&args),
        Command::Talk(args) => tools::talk::run(&args),
        Command::Train(args) => tools::train::run(&args),
        Command::Tune(args) => tools::tune::run(&args),
    }
}

/// Writes the man page. The commands have no pages of their own, to which `tandem-NAME(1)` would refer.
fn man_page(out: &mut Vec<u8>) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    for line in String::from_utf8_lossy(&page).lines() {
        match line.strip_prefix(r"tandem\-").and_then(|name| name.strip_suffix("(1)")) {
            Some(command) => writeln!(out, "tandem {command}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// Prints what `render` writes. It goes to memory first: a writer may panic where a pipe is closed.
fn print(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}

/// Splits off options that are not Tandem's, with their values: servers start engines with options of their own, and an
/// engine that exits on these would lose the game. With a subcommand all options are kept; it stands first or behind
/// Tandem's own options, since the value of another one may be a word like `match`.
fn without_unknown(args: impl Iterator<Item = OsString>) -> (Vec<OsString>, Vec<String>) {
    let cli = Cli::command();
    let args: Vec<OsString> = args.collect();
    let has_value = |option: &str| {
        let name = option.split('=').next().unwrap_or_default();
        let takes = |arg: &clap::Arg| {
            arg.get_long_and_visible_aliases().unwrap_or_default().iter().any(|long| name == format!("--{long}"))
        };
        cli.get_arguments().any(takes)
    };
    let known = |option: &str| {
        let name = option.split('=').next().unwrap_or_default();
        has_value(option) || ["-h", "--help", "-V", "--version"].contains(&name)
    };
    let has_command = || {
        let mut words = args.iter().skip(1).map(|arg| arg.to_string_lossy());
        while let Some(word) = words.next() {
            if !known(&word) {
                return cli.get_subcommands().any(|command| word == command.get_name());
            }
            if has_value(&word) && !word.contains('=') {
                words.next();
            }
        }
        false
    };
    if has_command() {
        return (args, Vec::new());
    }
    let (mut kept, mut unknown): (Vec<OsString>, Vec<String>) = Default::default();
    // Whether words that are no options belong to an unknown one.
    let mut drops = false;
    for arg in args {
        let text = arg.to_string_lossy();
        let is_value = !text.starts_with('-') || (!drops && kept.last().is_some_and(|last| last == "--game-id"));
        if !is_value {
            drops = !known(&text);
        }
        match (drops, is_value) {
            (false, _) => kept.push(arg),
            (true, false) => unknown.push(text.into_owned()),
            (true, true) => unknown.last_mut().into_iter().for_each(|option| *option += &format!(" {text}")),
        }
    }
    (kept, unknown)
}

/// Prints to stderr. An error there is ignored: there is still the exit code.
fn complain(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether the reader of stdout has gone, as `head` does after ten lines.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn main() -> ExitCode {
    let (args, unknown) = without_unknown(std::env::args_os());
    for option in unknown {
        complain(format_args!("ignored: `{option}` is no option of Tandem"));
    }
    let matches = Cli::command().get_matches_from(args);
    let named = named_files(&Cli::command(), &matches);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut Cli::command()).exit());
    match run(cli, &named) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("error: {error}"));
            match error.downcast_ref() {
                Some(tools::import::SomeDamaged { .. }) => tools::import::SomeDamaged::STATUS.into(),
                None => ExitCode::FAILURE,
            }
        }
    }
}
