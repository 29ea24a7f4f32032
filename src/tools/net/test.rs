//! `tandem net test`: how well networks predict the results of games and the scores that searches found in them.

use crate::eval::network::{Base, Network, embedded_for};
use crate::protocol::eval_file;
use crate::tools::data::{self, GamesError};
use crate::tools::train::lookahead::Lookahead;
use crate::tools::train::scale::{self, result_error, score_error};
use crate::tools::train::set::{Lessons, Set};
use crate::tools::wording::counted;
use crate::types::score::EVAL_LIMIT;
use std::error::Error;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Most positions that are read: more would only measure the losses more exactly.
const MOST_SAMPLES: usize = 1_000_000;

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
        let lessons = Lessons { ahead, mate_cp, captures, drop_checks: true, one_board: false };
        let (mut exam, mut own) = (Self::default(), None);
        data::each_block(&data::files(&args.data), |games| -> Result<(), GamesError> {
            own = own.take().or_else(|| embedded_for(games.header.rules.captures));
            let start = exam.set.samples.len();
            if start < MOST_SAMPLES {
                let mut set = Set::default();
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

    /// Those of a network.
    fn losses_of(&mut self, network: &Network, scale: f32) -> Vec<[f64; 2]> {
        let value = |board: usize| {
            let base = match network.base {
                Base::Nothing => 0,
                Base::Handcrafted => i32::from(self.set.statics[board]),
            };
            let rows = self.set.rows(board as u32).map(|rows| rows.iter().map(|&row| usize::from(row)));
            (base + network.output_of(rows, &self.set.facts[board])).clamp(-EVAL_LIMIT, EVAL_LIMIT) as i16
        };
        let values = (0..self.set.boards()).map(value).collect();
        let handcrafted = std::mem::replace(&mut self.set.statics, values);
        let losses = self.losses(scale);
        self.set.statics = handcrafted;
        losses
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
    writeln!(out, "{} in {}, losses", counted(positions as u64, "position"), counted(blocks as u64, "block"))?;
    writeln!(out, "   results     scores")?;
    let [results, scores] = exam.mean(&exam.losses(scale));
    writeln!(out, "{results:10.5} {scores:10.5}  the handcrafted evaluation")?;
    let mut first: Option<Vec<[f64; 2]>> = None;
    for (name, network) in &networks {
        let losses = exam.losses_of(network, scale);
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
