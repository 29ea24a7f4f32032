//! `tandem analyze`: evaluates every move of a recorded game, for both boards and for the teams.

mod annotate;
pub mod json;
pub mod judge;
pub mod review;
pub mod text;
pub mod walk;

use crate::game::Rules;
use crate::game::bpgn::{self, Record};
use crate::tools::{progress, whole_file};
use indicatif::ProgressBar;
use judge::{Effort, Judgment};
use review::Review;
use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use walk::Walk;

/// Default number of nodes per position.
const NODES: u64 = 50_000;

/// `tandem analyze GAME.bpgn`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The games, as BPGN
    #[arg(value_name = "GAME.bpgn")]
    file: PathBuf,
    /// Nodes for each position [default: 50000, or no limit with --movetime]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Positions that are searched at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The rules of games that do not tell theirs: a preset, options, or both, as in `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international")]
    rules: Rules,
    /// Write one JSON object a ply, and one a game
    #[arg(long)]
    json: bool,
    /// Write the games with comments to this file; one that is there is replaced when the new one is complete
    #[arg(long, value_name = "OUT")]
    bpgn: Option<PathBuf>,
}

/// Analyzes all games of a file.
///
/// # Errors
/// When the file cannot be read, one of its games is invalid (then nothing is analyzed), or the output cannot be
/// written. A closed pipe is no error.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let file = args.file.display();
    let bytes = std::fs::read(&args.file).map_err(|error| format!("{file}: {error}"))?;
    let records = bpgn::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
    if records.is_empty() {
        return Err(format!("{file}: there is no game in it").into());
    }
    let walk = |index: usize, record: &Record| {
        let of = |text: String| format!("{file}, game {}: {text}", index + 1);
        let rules = record.rules().map_err(|error| of(error.to_string()))?.unwrap_or(args.rules);
        Walk::new(record, rules).map_err(|error| of(error.to_string()))
    };
    // All games are checked first, but not kept: a file may have thousands.
    let mut positions = 0;
    for (index, record) in records.iter().enumerate() {
        positions += walk(index, record)?.questions.len();
    }
    let bar = progress::bar(positions as u64, "{bar:24} {pos}/{len} positions, {msg}, {eta} to go", false);
    let effort = Effort { nodes: args.nodes.or(args.movetime.is_none().then_some(NODES)), movetime_ms: args.movetime };
    let mut annotated = String::new();
    for (index, record) in records.iter().enumerate() {
        let walk = walk(index, record)?;
        bar.set_message(format!("game {} of {}", index + 1, records.len()));
        let verdicts = verdicts(&walk, effort, usize::from(args.threads), &bar);
        let review = Review::new(&walk, &verdicts);
        let report = if args.json {
            json::report(index + 1, record, &review, walk.outcome)?
        } else {
            let title = if records.len() > 1 { format!("Game {}\n", index + 1) } else { String::new() };
            format!("{title}{}\n", text::report(record, &review, walk.outcome))
        };
        let printed = bar.suspend(|| io::stdout().write_all(report.as_bytes()));
        match printed {
            // `--bpgn` still needs the annotated games.
            Err(error) if error.kind() == ErrorKind::BrokenPipe && args.bpgn.is_some() => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            printed => printed?,
        }
        annotated += &annotate::annotated(record, &review, walk.outcome);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.bpgn {
        whole_file::replace(path, annotated.as_bytes())
            .map_err(|error| format!("--bpgn {}: {error}", path.display()))?;
    }
    Ok(())
}

fn verdicts(walk: &Walk, effort: Effort, threads: usize, bar: &ProgressBar) -> Vec<Judgment> {
    let found: Mutex<Vec<(usize, Judgment)>> = Mutex::default();
    judge::judge_all(&walk.questions, effort, threads, &AtomicBool::new(false), |index, verdict| {
        found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, verdict));
        bar.inc(1);
    });
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, verdict)| verdict).collect()
}
