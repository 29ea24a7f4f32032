//! The command line: a protocol on stdin and stdout, or one of the tools.

use clap::{Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;
use tandem::tools;

#[derive(Parser)]
#[command(version, about, long_about = None)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search a fixed list of positions: the signature and the speed
    Bench(tools::bench::Args),
    /// Explain the evaluation of a position
    Eval(tools::eval::Args),
    /// Count move paths of a position
    Perft(tools::perft::Args),
}

fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    match cli.command {
        Command::Bench(args) => tools::bench::run(&args),
        Command::Eval(args) => tools::eval::run(&args),
        Command::Perft(args) => tools::perft::run(&args),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
