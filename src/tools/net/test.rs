//! `tandem net test`: how well networks predict the results of games and the scores that searches found in them:
//! their evaluations, or short searches with them.

use super::searched;
use crate::eval::network::{Base, Network, RowSet, embedded_for};
use crate::protocol::eval_file;
use crate::search::SearchError;
use crate::tools::data::{self, GamesError};
use crate::tools::train::lookahead::Lookahead;
use crate::tools::train::scale::{self, result_error, score_error};
use crate::tools::train::set::{Lessons, Set};
use crate::tools::{progress, wording::counted};
use crate::types::Score;
use crate::types::score::EVAL_LIMIT;
use std::error::Error;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Most positions that are read: more would only measure the losses more exactly.
const MOST_SAMPLES: usize = 1_000_000;
/// The same for positions that are searched.
const MOST_SEARCHED: usize = 100_000;

/// `tandem net test`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files that `tandem datagen` has written, or their folders; no network should have learned from them
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// A network; without any, the program's own
    #[arg(long = "net", value_name = "FILE")]
    networks: Vec<PathBuf>,
    /// How much of a score is what later searches of the same board found, as in `tandem train`
    #[arg(long, default_value_t = 0.5, value_name = "SHARE", value_parser = crate::tools::train::share)]
    lambda: f32,
    /// With positions with a mate found, at this score in cp; 0 leaves them out
    #[arg(long, default_value_t = 0, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=5_000))]
    mates: i32,
    /// With positions in which the move is a capture or a promotion
    #[arg(long)]
    captures: bool,
    /// Search each board for this many nodes, and test the scores found: a network plays by what searches find
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: Option<u64>,
    /// Cp that count as one unit of the logistic curve, for scores found by search
    #[arg(long, default_value_t = 300, value_name = "CP", value_parser = clap::value_parser!(u32).range(50..=2_000))]
    scale: u32,
}

/// Positions of games, with the range of each block of games, whose positions are not independent.
#[derive(Default)]
struct Exam {
    set: Set,
    blocks: Vec<Range<usize>>,
}

impl Exam {
    fn read(args: &Args) -> Result<(Self, Option<Arc<Network>>), GamesError> {
        let ahead = Lookahead { lambda: args.lambda, scale: args.scale as f32 };
        let Args { mates: mate_cp, captures, .. } = *args;
        let lessons = Lessons {
            ahead,
            result_lambda: 1.0,
            mate_cp,
            captures,
            drop_checks: true,
            one_board: false,
            rows: RowSet::Attacks,
        };
        let empty = || if args.nodes.is_some() { Set::with_positions() } else { Set::default() };
        let most = if args.nodes.is_some() { MOST_SEARCHED } else { MOST_SAMPLES };
        let (mut exam, mut own) = (Self { set: empty(), blocks: Vec::new() }, None);
        data::each_block(&data::files(&args.data), |games| -> Result<(), GamesError> {
            own = own.take().or_else(|| embedded_for(games.header.rules.captures));
            let start = exam.set.samples.len();
            if start < most {
                let mut set = empty();
                set.add(&games, &lessons, false)?;
                set.add(&games, &lessons, true)?;
                exam.set.append(set);
                exam.blocks.push(start..exam.set.samples.len());
            }
            Ok(())
        })?;
        Ok((exam, own))
    }

    /// The losses on results and on scores, summed by block, of the evaluation whose values `self.set` has.
    fn losses(&self, scale: f32) -> Vec<[f64; 2]> {
        let result_scale = scale::fit(&self.set);
        let sums = |block: &Range<usize>| {
            self.set.samples[block.clone()].iter().fold([0.0; 2], |[results, scores], sample| {
                [
                    results + result_error(&self.set, sample, result_scale),
                    scores + score_error(&self.set, sample, scale),
                ]
            })
        };
        self.blocks.iter().map(sums).collect()
    }

    /// Those of a network, or of the handcrafted evaluation without one; by searches if their nodes are given.
    fn losses_of(
        &mut self,
        network: Option<&Arc<Network>>,
        nodes: Option<u64>,
        scale: f32,
    ) -> Result<Vec<[f64; 2]>, SearchError> {
        let values = match (nodes, &self.set.positions) {
            (Some(nodes), Some(positions)) => {
                let bar = progress::bar(positions.len() as u64, "{bar:24} {pos}/{len} boards, {eta} to go", false);
                let scores = searched::scores(positions, network, nodes, &bar);
                bar.finish_and_clear();
                scores?
            }
            _ => (0..self.set.boards()).map(|board| self.value(network, board)).collect(),
        };
        let values = values.into_iter().map(|value| value.clamp(-EVAL_LIMIT, EVAL_LIMIT) as i16).collect();
        let handcrafted = std::mem::replace(&mut self.set.statics, values);
        let losses = self.losses(scale);
        self.set.statics = handcrafted;
        Ok(losses)
    }

    /// The evaluation of a board, in cp for the side to move.
    fn value(&self, network: Option<&Arc<Network>>, board: usize) -> Score {
        let handcrafted = i32::from(self.set.statics[board]);
        let Some(network) = network else { return handcrafted };
        let base = match network.base {
            Base::Nothing => 0,
            Base::Handcrafted => handcrafted,
        };
        let rows = self.set.rows(board as u32).map(|rows| rows.iter().map(|&row| usize::from(row)));
        base + network.output_of(rows, &self.set.facts[board])
    }

    /// The mean of losses summed by block.
    fn mean(&self, sums: &[[f64; 2]]) -> [f64; 2] {
        [0, 1].map(|part| sums.iter().map(|sum| sum[part]).sum::<f64>() / self.set.samples.len() as f64)
    }

    /// The difference between the losses of two evaluations, with its standard error: the positions of a block may all
    /// err alike.
    fn difference(&self, of: &[[f64; 2]], from: &[[f64; 2]]) -> [[f64; 2]; 2] {
        let differences: Vec<[f64; 2]> =
            of.iter().zip(from).map(|(of, from)| [of[0] - from[0], of[1] - from[1]]).collect();
        let mean = self.mean(&differences);
        [0, 1].map(|part| {
            let squares = differences.iter().zip(&self.blocks).map(|(sum, block)| {
                let error = sum[part] - block.len() as f64 * mean[part];
                error * error
            });
            [mean[part], squares.sum::<f64>().sqrt() / self.set.samples.len() as f64]
        })
    }
}

/// Tests networks, and prints a line for each.
///
/// # Errors
/// When a network or games cannot be read, there are no positions, or stdout cannot be written to.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut networks = Vec::new();
    for path in &args.networks {
        networks.push((path.display().to_string(), eval_file::load(path)?));
    }
    let (mut exam, own) = Exam::read(args)?;
    if exam.set.samples.is_empty() {
        return Err("there are no positions to predict: too few games".into());
    }
    if networks.is_empty() {
        networks.extend(own.map(|network| ("the program's own".to_owned(), network)));
    }
    let scale = args.scale as f32;
    let mut out = std::io::stdout();
    let (positions, blocks) = (exam.set.samples.len(), exam.blocks.len());
    let (positions, blocks) = (counted(positions as u64, "position"), counted(blocks as u64, "block"));
    let by = args.nodes.map_or_else(String::new, |nodes| format!(" of searches of {}", counted(nodes, "node")));
    writeln!(out, "{positions} in {blocks}, losses{by}")?;
    writeln!(out, "   results     scores")?;
    let losses = exam.losses_of(None, args.nodes, scale)?;
    let [results, scores] = exam.mean(&losses);
    writeln!(out, "{results:10.5} {scores:10.5}  the handcrafted evaluation")?;
    let mut first: Option<Vec<[f64; 2]>> = None;
    for (name, network) in &networks {
        let losses = exam.losses_of(Some(network), args.nodes, scale)?;
        let [results, scores] = exam.mean(&losses);
        let beside = first.as_ref().map_or_else(String::new, |first| {
            let [results, scores] = exam.difference(&losses, first).map(|[by, error]| format!("{by:+.5} ± {error:.5}"));
            format!("; from the first one {results} and {scores}")
        });
        writeln!(out, "{results:10.5} {scores:10.5}  {name}, {:08x}{beside}", network.checksum())?;
        first.get_or_insert(losses);
    }
    Ok(())
}
