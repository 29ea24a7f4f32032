//! The command line: a protocol on stdin and stdout, or one of the tools.

use clap::{CommandFactory, Parser, Subcommand};
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tandem::{protocol, tools};

#[derive(Parser)]
#[command(version, about, long_about = None, disable_help_subcommand = true, after_help = tools::help::topics())]
struct Cli {
    /// Write a log of what comes in and goes out (also by the environment variable TANDEM_LOG)
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Without a command: speak UBI, UCI or CECP on stdin and stdout
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search a fixed list of positions: the signature and the speed
    Bench(tools::bench::Args),
    /// Explain the evaluation of a position
    Eval(tools::eval::Args),
    /// Explain a command or a topic
    Help(tools::help::Args),
    /// Play games between two teams of engines, shown live and written as BPGN
    Match(Box<tools::r#match::Args>),
    /// Make fair openings for matches
    Openings(tools::openings::Args),
    /// Count move paths of a position
    Perft(tools::perft::Args),
    /// Tell how a partner's words are understood
    Talk(tools::talk::Args),
}

fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    if let Some(file) = cli.log.or_else(|| std::env::var_os(protocol::log::VARIABLE).map(PathBuf::from)) {
        protocol::log::start(&file).map_err(|error| format!("log {}: {error}", file.display()))?;
    }
    let Some(command) = cli.command else {
        return Ok(protocol::run(std::io::stdin(), std::io::stdout())?);
    };
    match command {
        Command::Bench(args) => tools::bench::run(&args),
        Command::Eval(args) => tools::eval::run(&args),
        Command::Help(args) => tools::help::run(&args, Cli::command()),
        Command::Match(args) => tools::r#match::run(&args),
        Command::Openings(args) => tools::openings::run(&args),
        Command::Perft(args) => tools::perft::run(&args),
        Command::Talk(args) => tools::talk::run(&args),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody hears it there is still the exit code.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
