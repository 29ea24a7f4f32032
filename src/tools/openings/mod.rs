//! `tandem openings`: makes fair openings for matches, random plies on both boards that our search finds even.
//!
//! A match takes them from an [`OpeningSet`]: a file, or the built-in set that this command has made.

pub mod candidate;
pub mod judge;
mod one_board;
mod other_games;
mod set;

pub use set::{Opening, OpeningSet, OpeningsError};

use crate::board::fen::BfenError;
use crate::eval::network::embedded;
use crate::search::bench;
use crate::tools::number;
use crate::tools::wording::{are, counted};
use candidate::OpeningCandidate;
use judge::Judge;
use std::collections::HashSet;
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;

/// Most candidates per requested opening.
const TRIES: u64 = 1000;

/// Depth of the short bench whose nodes identify the search in the head of a set.
const BENCH_DEPTH: u32 = 5;

/// Signature of the search that made openings: another search would select others.
///
/// # Errors
/// When a position of the bench cannot be read.
pub fn signature() -> Result<u64, BfenError> {
    Ok(bench::run(BENCH_DEPTH, embedded(), |_, _| ControlFlow::Continue(()))?.nodes)
}

/// `tandem openings`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many to make
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes searched on each board
    #[arg(long, default_value_t = 100_000, value_parser = number::from_one)]
    pub nodes: u64,
    /// The highest score of a board, for either side
    #[arg(long, default_value_t = 60, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    pub board_cp: i32,
    /// The highest score of both boards together, for either team
    #[arg(long, default_value_t = 30, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    pub team_cp: i32,
    /// The highest score of a board after each random ply, by a search of 5,000 nodes
    #[arg(long, default_value_t = 80, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    pub path_cp: i32,
}

impl Args {
    /// The command that makes the same openings again.
    pub fn command(&self) -> String {
        let Self { count, seed, nodes, board_cp, team_cp, path_cp } = self;
        format!(
            "tandem openings --count {count} --seed {seed} --nodes {nodes} --board-cp {board_cp} --team-cp {team_cp} \
             --path-cp {path_cp}"
        )
    }

    /// The openings one after the other, as lines of a set.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let (mut judge, mut known) = (Judge::new(self.nodes), HashSet::new());
        let lines = (0..TRIES * u64::from(self.count)).filter_map(move |number| {
            let candidate =
                OpeningCandidate::new(self.seed, number).filter(|candidate| !known.contains(&candidate.key()))?;
            let [a, b] = judge.fair(&candidate, self)?;
            known.insert(candidate.key());
            Some(format!("{} # {number} {a:+} {b:+}", candidate.game.to_bfen()))
        });
        lines.take(self.count as usize)
    }
}

/// Prints a set.
///
/// # Errors
/// When the limits let too few openings through, or the output cannot be written to.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "# Fair openings on two boards. Made by")?;
    writeln!(out, "#   {}", args.command())?;
    writeln!(out, "# with the search that counts {} nodes in `tandem bench {BENCH_DEPTH}`.", signature()?)?;
    writeln!(out, "# A | B, then the candidate's number and the scores of A and B for white, in cp.")?;
    let mut found = 0;
    for line in args.lines() {
        writeln!(out, "{line}")?;
        out.flush()?;
        found += 1;
    }
    if found < args.count {
        let (openings, are) = (counted(found, "opening"), are(found));
        let candidates = TRIES * u64::from(args.count);
        return Err(format!("only {openings} among {candidates} candidates {are} as fair").into());
    }
    Ok(())
}
