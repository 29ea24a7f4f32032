//! `tandem fit evaluation`: the numbers of the handcrafted evaluation, fitted to the results of games (logistic
//! regression, "Texel tuning"). Only a build with the feature `tune` can set them:
//!
//! ```text
//! cargo run --release --features tune --target-dir target/tune -- fit evaluation games.bpgn
//! cargo run --release --features tune --target-dir target/tune -- fit evaluation data/g0 --most 1000000
//! ```
//!
//! Games are BPGN files, or files or folders of `tandem datagen`.
//!
//! A sample is a quiet position of the board where a game ended by mate; its label is the side that gave mate. The
//! other board is not used, since its play was broken off. Neither is flow, since its worth shows on the other board.
//!
//! The scale of scores is fitted once to the old numbers and then kept, so that a cp keeps its meaning. Each round
//! takes the evaluation as linear around the current numbers (derivatives by finite differences) and solves for all of
//! them at once by Newton's method. A quadratic penalty keeps each number near its old value; its unit is a tuner's
//! first step.

mod samples;
mod solve;

use crate::eval::weights;
use crate::game::bpgn;
use crate::tools::data::{GamesError, each_block, files};
use crate::tools::wording::counted;
use crate::types::Score;
use crate::types::tunables::Tunable;
use rayon::prelude::*;
use samples::Sample;
use solve::{Fit, fit_scale, losses, table_value};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::{fs, iter};

/// Numbers of the piece-square tables.
const SQUARES: usize = 6 * 64;
/// Numbers that are not fitted: they have no effect, or only repeat another number.
const NEVER_FITTED: [&str; 2] = ["board_values_5", "hand_percent_"];
/// Rounds of taking derivatives and solving.
const ROUNDS: usize = 3;

/// `tandem fit evaluation`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Games in BPGN, or files or folders of `tandem datagen`
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Most samples; more are thinned out evenly
    #[arg(long, default_value_t = 300_000)]
    most: usize,
    /// Strength of the pull to the old values: a change by one step costs as much as a loss of one nat in half this
    /// many samples
    #[arg(long, default_value_t = 20.0)]
    pull: f64,
    /// The step of a piece-square number, in cp
    #[arg(long, default_value_t = 8.0)]
    square_step: f64,
    /// Moves of each side at the beginning of a game to leave out
    #[arg(long, default_value_t = 3)]
    skip: u16,
    /// Numbers to keep, by the beginnings of their names; `squares` keeps the piece-square tables
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
}

/// Prints the changed numbers as lines to paste, an array's elements in one line with the old values behind them.
fn show_numbers(out: &mut impl Write, numbers: &[Tunable]) -> io::Result<()> {
    let group = |number: &Tunable| number.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_owned();
    for same in numbers.chunk_by(|a, b| group(a) == group(b)) {
        let list = |value: fn(&Tunable) -> i32| {
            same.iter().map(|number| value(number).to_string()).collect::<Vec<_>>().join(", ")
        };
        let [new, old] = [list(Tunable::value), list(|number| number.default)];
        if new != old {
            writeln!(out, "{}: [{new}], // was [{old}]", group(&same[0]))?;
        }
    }
    Ok(())
}

/// Prints the piece-square tables in source form.
fn show_squares(out: &mut impl Write, changes: &[f64]) -> io::Result<()> {
    for kind in 0..6 {
        writeln!(out, "    [")?;
        for rank in (0..8).rev() {
            let numbers = (kind * 64 + rank * 8)..(kind * 64 + rank * 8 + 8);
            let row: Vec<String> = numbers.map(|at| (table_value(at) + changes[at] as Score).to_string()).collect();
            writeln!(out, "        [{}],", row.join(", "))?;
        }
        writeln!(out, "    ],")?;
    }
    Ok(())
}

/// The mean absolute evaluation, in cp.
fn spread(evals: &[f64]) -> f64 {
    evals.iter().map(|eval| eval.abs()).sum::<f64>() / evals.len() as f64
}

/// Reads the samples of all games; also returns the number of games.
fn read(args: &Args) -> Result<(Vec<Sample>, usize), Box<dyn Error>> {
    let (mut records, mut all, mut games) = (Vec::new(), Vec::new(), 0);
    let is_made = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|extension| extension == "bin");
    let (made, written): (Vec<PathBuf>, Vec<PathBuf>) = args.games.iter().cloned().partition(is_made);
    each_block(&files(&made), |block| -> Result<(), GamesError> {
        games += block.games.len();
        let found = block.games.par_iter().map(|game| samples::made(&block, game, args.skip));
        all.extend(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
        Ok(())
    })?;
    for path in &written {
        let bytes = fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        records.extend(bpgn::read(&bytes).map_err(|error| format!("`{}`: {error}", path.display()))?);
    }
    // Both games of a pair have the same opening, so a pair stays together: every fifth pair is held out.
    games += records.len();
    let found = records.par_iter().enumerate().map(|(game, record)| {
        samples::samples(record, args.skip, game / 2 % 5 == 4).map_err(|error| error.to_string())
    });
    all.extend(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
    Ok((all, games))
}

/// Fits, and prints the numbers.
///
/// # Errors
/// In a build in which the numbers are constants, and when games cannot be read or have no samples.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if !cfg!(feature = "tune") {
        return Err("the numbers of the evaluation are constants in this build; build with `--features tune`".into());
    }
    let (mut all, games) = read(args)?;
    let mut out = io::stdout().lock();
    let (found, stride) = (all.len(), all.len().div_ceil(args.most.max(1)).max(1));
    let mut number = 0;
    all.retain(|_| {
        number += 1;
        number % stride == 0
    });
    if all.is_empty() {
        let games = counted(games, "game");
        return Err(format!("{games} without a quiet position on a board with a mate: nothing to fit to").into());
    }
    let [games, found, samples] =
        [(games, "game"), (found, "quiet position"), (all.len(), "sample")].map(|(count, noun)| counted(count, noun));
    writeln!(out, "{games}, {found}, {samples}")?;

    let kept = |name: &str| {
        let never = NEVER_FITTED.iter().any(|known| name.starts_with(known)) && !is_further_percent(name);
        never || args.keep.iter().any(|beginning| name.starts_with(beginning.as_str()))
    };
    let numbers = weights::tunables();
    let square_step = if kept("squares") { 0.0 } else { args.square_step };
    let steps = numbers.iter().map(|number| if kept(&number.name) { 0.0 } else { f64::from(number.step) });
    let steps: Vec<f64> = steps.chain(iter::repeat_n(square_step, SQUARES)).collect();
    let mut fit = Fit { samples: &all, scale: 1.0, numbers, squares: vec![0.0; SQUARES], steps, pull: args.pull };

    let evals = fit.evals();
    fit.scale = fit_scale(&all, &evals);
    let mut show = |fit: &Fit<'_>, what: &str| -> io::Result<()> {
        let evals = fit.evals();
        let [fitted, held_out] = losses(&all, &evals, fit.scale);
        writeln!(out, "{what}: loss {fitted:.5} fitted, {held_out:.5} held out, mean size {:.0} cp", spread(&evals))
    };
    show(&fit, &format!("scale {:.0} cp, old", fit.scale))?;
    for round in 1..=ROUNDS {
        let (before, cost) = (fit.values(), fit.cost());
        let mut target = fit.solve();
        fit.set(&target);
        // The linear approximation can fail far from its point: go half as far.
        for _ in 0..4 {
            if fit.cost() < cost {
                break;
            }
            target.iter_mut().zip(&before).for_each(|(target, before)| *target = (*target + before) / 2.0);
            fit.set(&target);
        }
        show(&fit, &format!("round {round}"))?;
    }
    fit.settle();
    show(&fit, "settled")?;
    show_numbers(&mut out, &fit.numbers)?;
    show_squares(&mut out, &fit.squares)?;
    Ok(())
}

/// Whether the name is that of a percentage of a second or later piece in hand; that of the first stays 100.
fn is_further_percent(name: &str) -> bool {
    name.starts_with("hand_percent_") && !name.ends_with("_0")
}
