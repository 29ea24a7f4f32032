//! `tandem fit expectation`: what a lead on both boards and a lead on the clock mean for the result, fitted to games,
//! and how well that predicts games which the fit has not seen.

use super::regression::{self, Sample};
use crate::board::Captures;
use crate::eval::EvalKind;
use crate::eval::network::Network;
use crate::game::bpgn::GameResult;
use crate::game::{Rules, Team};
use crate::protocol::eval_file;
use crate::tools::analyze::expectation::{WEIGHTS, chance, features, lead_cp};
use crate::tools::analyze::judge::{Effort, Judge, Judgment};
use crate::tools::analyze::walk::Walk;
use crate::tools::import::{Games, Input, LeftOut, SeenGames};
use crate::tools::wording::{are, counted};
use crate::tools::{number, progress};
use rayon::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Moments of each game that the fit sees, evenly spaced: every game counts the same.
const MOMENTS: usize = 32;
/// Parts of a game at which the expectation is compared with the result.
const CHECKED: [(f64, &str); 2] = [(0.5, "half time"), (0.75, "three quarters")];
/// Least number of games.
const LEAST: usize = 10;

/// `tandem fit expectation`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The games: BPGN, PGN of one board, chess.com's JSON; those without a winner, or that came before, are left out
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Nodes for each position
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = number::from_one)]
    nodes: u64,
    /// The evaluation of the positions: network or handcrafted
    #[arg(long, default_value_t)]
    eval: EvalKind,
    /// Number of parts of the games: the results of each part are predicted by weights fitted to the others
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000))]
    parts: u16,
    /// The rules of games that do not tell theirs [default: the first preset that fits]
    #[arg(long)]
    rules: Option<Rules>,
    /// Threads to search with; they do not change the result
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Without the progress bar
    #[arg(long)]
    quiet: bool,
}

/// The features of a game at its moments, and its result for team 1.
struct Played {
    moments: Vec<[f64; 2]>,
    result: f64,
    /// Whether the game tells its clocks.
    has_clocks: bool,
}

impl Played {
    fn at(&self, part: f64) -> [f64; 2] {
        let last = self.moments.len().saturating_sub(1);
        self.moments[((part * last as f64).round() as usize).min(last)]
    }

    /// The moments that the fit sees.
    fn samples(&self) -> impl Iterator<Item = Sample<2, f64>> {
        let sample = |features| Sample { features, result: self.result as f32 };
        (1..=MOMENTS).map(move |number| sample(self.at(number as f64 / MOMENTS as f64)))
    }
}

/// How well an expectation predicts results: mean log-loss, and the share of games in which the favorite won.
#[derive(Clone, Copy, Debug, Default)]
struct Accuracy {
    loss: f64,
    right: f64,
}

impl Accuracy {
    /// Of the games, each with the weights that `weights` returns for its index, at a part of the game.
    fn of(games: &[Played], part: f64, weights: impl Fn(usize) -> [f64; 2]) -> Self {
        let mut sum = Self::default();
        for (index, game) in games.iter().enumerate() {
            let expected = chance(&game.at(part), &weights(index)).clamp(1e-9, 1.0 - 1e-9);
            sum.loss -= game.result * expected.ln() + (1.0 - game.result) * (1.0 - expected).ln();
            sum.right += f64::from(u8::from((expected > 0.5) == (game.result > 0.5)));
        }
        let count = games.len().max(1) as f64;
        Self { loss: sum.loss / count, right: sum.right / count }
    }
}

/// Fits, and prints a table.
///
/// # Errors
/// When there are too few games, or the output cannot be written; that of [`LeftOut::result`].
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let network = eval_file::choose(args.eval, None, Captures::ToPartner)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let Set { games, undecided, left_out } = pool.install(|| read(args, network.as_ref()));
    if games.is_empty() && undecided == 0 {
        return Err(left_out.nothing_served(&args.files).into());
    }
    if games.len() < LEAST {
        let (found, are) = (counted(games.len(), "game"), are(games.len()));
        return Err(format!("{found} with a winner {are} too few, {LEAST} are wanted").into());
    }
    let mut out = std::io::stdout().lock();
    report(args, &games, undecided + left_out.games).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    left_out.result(games.len() + undecided)
}

/// The games of the files.
struct Set {
    /// Those with a winner.
    games: Vec<Played>,
    /// The number of those without one, and of those that came before.
    undecided: usize,
    /// Files and games that cannot be read.
    left_out: LeftOut,
}

fn read(args: &Args, network: Option<&Arc<Network>>) -> Set {
    let bar = progress::bar(0, "{bar:24} {pos} games, {eta} to go", args.quiet);
    let (mut walks, mut undecided, mut left_out) = (Vec::new(), 0, LeftOut::default());
    let mut seen = SeenGames::default();
    for game in Games::new(args.files.iter().cloned().map(Input::File).collect(), args.rules) {
        let settled = match game {
            Ok(game) if !seen.is_new(&game.settled) => {
                undecided += 1;
                continue;
            }
            Ok(game) => game.settled,
            Err(damage) => {
                left_out.add(&damage, &bar);
                continue;
            }
        };
        let walk = Walk::new(&settled.record, settled.rules).ok().and_then(|walk| {
            let winner = match settled.record.result {
                GameResult::Won(team) => team,
                _ => walk.outcome?.winner?,
            };
            Some((walk, f64::from(u8::from(winner == Team::One))))
        });
        match walk {
            Some(walk) => walks.push(walk),
            None => undecided += 1,
        }
    }
    bar.set_length(walks.len() as u64);
    let effort = Effort { nodes: Some(args.nodes), movetime_ms: None };
    let games = walks.into_par_iter().map(|(walk, result)| {
        let mut judge = Judge::with_network(effort, network.cloned());
        let verdicts: Vec<Judgment> = walk.questions.iter().map(|question| judge.judge(question)).collect();
        let of_moment = |moment: &crate::tools::analyze::walk::Moment| {
            features(lead_cp(moment.boards.map(|index| &verdicts[index])), moment.time.as_ref())
        };
        let has_clocks = walk.moments.iter().all(|moment| moment.time.is_some());
        bar.inc(1);
        Played { moments: walk.moments.iter().map(of_moment).collect(), result, has_clocks }
    });
    let games = games.collect();
    bar.finish_and_clear();
    Set { games, undecided, left_out }
}

/// Weights fitted to the games whose index passes `is_seen`; without the clocks, if they are not used.
fn fitted(games: &[Played], uses_clocks: bool, is_seen: impl Fn(usize) -> bool) -> [f64; 2] {
    let seen = games.iter().enumerate().filter(|&(index, _)| is_seen(index)).map(|(_, game)| game);
    let mut samples: Vec<Sample<2, f64>> = seen.flat_map(Played::samples).collect();
    if !uses_clocks {
        samples.iter_mut().for_each(|sample| sample.features[1] = 0.0);
    }
    regression::fit(&samples).worth
}

fn report(args: &Args, games: &[Played], left_out: usize) -> Vec<String> {
    let clocks = games.iter().filter(|game| game.has_clocks).count();
    let nodes = args.nodes;
    let mut lines = vec![
        format!(
            "{} games, {clocks} with clocks, {left_out} left out; {nodes} nodes a position, {}",
            games.len(),
            args.eval
        ),
        "log-loss, and how often the favorite won".to_owned(),
        format!("{:<40}{:>8}{:>8}{:>16}{:>16}", "", "a pawn", "clock", CHECKED[0].1, CHECKED[1].1),
    ];
    let mut row = |name: &str, shown: Option<[f64; 2]>, weights: &dyn Fn(usize) -> [f64; 2]| {
        let numbers = shown.map_or_else(|| " ".repeat(16), |[pawn, clock]| format!("{pawn:>8.3}{clock:>8.3}"));
        let checked: String = CHECKED
            .iter()
            .map(|&(part, _)| {
                let Accuracy { loss, right } = Accuracy::of(games, part, weights);
                format!("{loss:>9.3} {:>4.0} %", 100.0 * right)
            })
            .collect();
        lines.push(format!("{name:<40}{numbers}{checked}"));
    };
    row("a coin", Some([0.0; 2]), &|_| [0.0; 2]);
    row("in the program", Some(WEIGHTS), &|_| WEIGHTS);
    row("in the program, scores alone", Some([WEIGHTS[0], 0.0]), &|_| [WEIGHTS[0], 0.0]);
    let parts = usize::from(args.parts);
    for (uses_clocks, name) in [(true, "fitted here"), (false, "fitted here, scores alone")] {
        let all = fitted(games, uses_clocks, |_| true);
        row(name, Some(all), &|_| all);
        let of_part: Vec<[f64; 2]> =
            (0..parts).map(|part| fitted(games, uses_clocks, |index| index % parts != part)).collect();
        row(&format!("{}, games not seen", name.replace("here", "to the others")), None, &|index| {
            of_part[index % parts]
        });
    }
    lines
}
