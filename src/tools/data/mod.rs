//! Training games: the compact format that `tandem datagen` writes, and `tandem data`, which summarizes, checks and
//! merges files.

mod format;
mod info;
mod merge;
mod reader;
mod replay;
mod start;
mod time_code;
mod writer;

pub use format::{BLOCK_GAMES, Header, StoredGame, StoredPly, VERSION, rules_text};
pub use reader::{DataError, Games, Parts, files};
pub use replay::{GamesBlock, GamesError, Moment, ReplayError, each_block, replay};
pub use start::start;
pub use time_code::TimeCode;
pub use writer::{Growing, WriteError, lock};

use std::error::Error;
use std::path::PathBuf;

/// `tandem data`
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Tell how many games, plies and usable positions there are, and how the games ended
    Info {
        /// Files that `tandem datagen` has written, or their folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Replay every game, and report damage, illegal moves, and files with the same games
    Check {
        /// Files that `tandem datagen` has written, or their folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Write the games of several files into one
    Merge {
        /// Files that `tandem datagen` has written, or their folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// The new file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Runs a subcommand of `tandem data`.
///
/// # Errors
/// When a file cannot be read or is damaged, or stdout cannot be written to.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.task {
        Task::Info { paths } => info::run(paths),
        Task::Check { paths } => merge::check(paths),
        Task::Merge { paths, out } => merge::merge(paths, out),
    }
}
