//! `tandem explore`: the moves that were played in a position, by a base of games.

pub mod base;
mod build;
pub mod counts;
mod frozen;
mod look;
pub mod row;

use std::error::Error;

/// `tandem explore BASE`, `tandem explore build BASE FILES…`
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    look: look::Args,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Add games to a base, or make one; games that it holds already change nothing
    #[command(visible_alias = "add")]
    Build(build::Args),
}

/// Looks at a position, or builds a base.
///
/// # Errors
/// Those of the task.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.task {
        Some(Task::Build(args)) => build::run(args),
        None => look::run(&args.look),
    }
}
