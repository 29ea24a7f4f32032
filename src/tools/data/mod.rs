//! Training games: the compact format that `tandem datagen` writes, and `tandem data info`, which summarizes a file.

mod format;
mod info;
mod reader;
mod replay;
mod time_code;
mod writer;

pub use format::{BLOCK_GAMES, Header, StoredGame, StoredPly};
pub use reader::{DataError, Games, files};
pub use replay::{GamesBlock, GamesError, Moment, ReplayError, each_block, replay};
pub use time_code::TimeCode;
pub use writer::{Growing, WriteError};

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
}

/// Runs a subcommand of `tandem data`.
///
/// # Errors
/// When a file cannot be read or is damaged, or stdout cannot be written to.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.task {
        Task::Info { paths } => info::run(paths),
    }
}
