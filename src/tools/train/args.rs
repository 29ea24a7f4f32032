//! The options of `tandem train`.

use super::lookahead::Lookahead;
use super::set::Lessons;
use super::steps::{FIRST_RATE, LAST_RATE};
use super::stream::Stream;
use crate::eval::network::{Base, MOST_UNITS, Network, RowSet, UNITS_STEP};
use std::path::PathBuf;

/// Default hidden units of a view.
pub const HIDDEN: usize = 128;
/// Default samples of a chunk.
const CHUNK: u64 = 2_000_000;
/// Most samples of a chunk: the rows of both boards, at most about 400 a sample, are counted in 32 bits.
const MOST_CHUNK: u64 = 10_000_000;

/// `tandem train`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files that `tandem datagen` has written, or their folders
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<PathBuf>,
    /// Hidden units of each side's view, a multiple of 16 [default: those of --from, else 128]
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub hidden: Option<usize>,
    /// Units of the layer of facts that a correction may have, a multiple of 16 [default: those of --from, else 0]
    #[arg(long, value_name = "N", value_parser = facts)]
    pub facts: Option<usize>,
    /// Have rows of pieces near the kings, by the squares as seen from the kings, too [default: as --from]
    #[arg(long)]
    pub near: bool,
    /// Have those rows, and rows of attacks: what is attacked, how far pieces reach, what is near the kings [default:
    /// as --from]
    #[arg(long)]
    pub attacks: bool,
    /// Passes through all positions
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// The weight of the games' results, 0 to 1; the rest is that of the scores found by search
    #[arg(long, default_value_t = 0.1, value_name = "SHARE", value_parser = share)]
    pub result: f32,
    /// How much of a score is what later searches of the same board found: TD(lambda), 0 for the search's own score
    #[arg(long, default_value_t = 0.5, value_name = "SHARE", value_parser = share)]
    pub lambda: f32,
    /// How much of a result is what later searches of both boards foretold and the game's end: TD(lambda), 1 for the
    /// games' results alone
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = share)]
    pub result_lambda: f32,
    /// Cp of both boards together that count as one unit of the results' logistic curve, which keeps the size of scores
    /// from one network to the next [default: learned]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(u32).range(50..=5_000))]
    pub result_scale: Option<u32>,
    /// By how much weights decay for each unit of the rate: more keeps positions from being learned by heart
    #[arg(long, default_value_t = 0.2, value_name = "PART", value_parser = share)]
    pub decay: f32,
    /// Positions of a step
    #[arg(long, default_value_t = 1_024, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    pub batch: u32,
    /// Cp that count as one unit of the logistic curve, for scores found by search
    #[arg(long, default_value_t = 300, value_name = "CP", value_parser = clap::value_parser!(u32).range(50..=2_000))]
    pub scale: u32,
    /// Base of the network's output: handcrafted (a correction of that evaluation) or nothing
    #[arg(long, default_value_t = Base::Handcrafted, value_name = "NAME")]
    pub base: Base,
    /// Predict results from the searched board alone, to compare
    #[arg(long)]
    pub one_board: bool,
    /// Learn from positions with a mate found too, at this score in cp; 0 leaves them out
    #[arg(long, default_value_t = 0, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=5_000))]
    pub mates: i32,
    /// Leave out positions in which the move is a drop that gives check
    #[arg(long)]
    pub no_drop_checks: bool,
    /// Learn from positions in which the move is a capture or a promotion, too
    #[arg(long)]
    pub captures: bool,
    /// Positions of a chunk, about 600 bytes each; two chunks are in memory at once, the games stay on disk
    #[arg(long, default_value_t = CHUNK, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_CHUNK))]
    pub chunk: u64,
    /// The learning rate at the beginning; at the end it is 0.00001
    #[arg(long, default_value_t = FIRST_RATE, value_name = "RATE", value_parser = rate)]
    pub rate: f32,
    /// A network to go on from, whose scale and base are kept; without it, training begins with random weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scale", "base"])]
    pub from: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Threads to compute with; they do not change the result
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// The network's file; the curve is drawn in FILE.png
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Without the progress bar
    #[arg(long)]
    pub quiet: bool,
}

fn hidden(text: &str) -> Result<usize, String> {
    let fits = |hidden: &usize| (16..=1024).contains(hidden) && hidden.is_multiple_of(16);
    text.parse().ok().filter(fits).ok_or_else(|| "a multiple of 16 from 16 to 1024 is wanted".to_owned())
}

fn facts(text: &str) -> Result<usize, String> {
    let fits = |units: &usize| *units <= MOST_UNITS && units.is_multiple_of(UNITS_STEP);
    text.parse().ok().filter(fits).ok_or_else(|| format!("a multiple of {UNITS_STEP} up to {MOST_UNITS} is wanted"))
}

/// A share of a whole, for the command line.
///
/// # Errors
/// When it is none.
pub fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "0 to 1 is wanted".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let fits = |rate: &f32| (LAST_RATE..=0.1).contains(rate);
    text.parse().ok().filter(fits).ok_or_else(|| format!("{LAST_RATE} to 0.1 is wanted"))
}

impl Args {
    /// The confidence of both boards' values for the result, if it is not learned.
    pub fn confidence(&self) -> Option<f32> {
        self.result_scale.map(|result_scale| self.scale as f32 / result_scale as f32)
    }

    /// Rows of the first layer.
    pub fn rows(&self) -> RowSet {
        match (self.attacks, self.near) {
            (true, _) => RowSet::Attacks,
            (_, true) => RowSet::Near,
            _ => RowSet::Board,
        }
    }

    /// Which positions are learned from, and what each teaches.
    pub fn lessons(&self) -> Lessons {
        Lessons {
            ahead: Lookahead { lambda: self.lambda, scale: self.scale as f32 },
            result_lambda: self.result_lambda,
            mate_cp: self.mates,
            drop_checks: !self.no_drop_checks,
            captures: self.captures,
            one_board: self.one_board,
            rows: self.rows(),
        }
    }

    /// The settings that determine the network's bytes besides the games.
    pub fn settings(&self, stream: &Stream, from: Option<&Network>) -> String {
        let Self { epochs, result, lambda, decay, batch, scale, base, one_board, seed, .. } = self;
        let hidden = self.hidden.unwrap_or(HIDDEN);
        let mut settings = format!(
            "positions={}\nheld_out={}\ndata={:08x}\nhidden={hidden}\nepochs={epochs}\nresult={result}\n\
             lambda={lambda}\ndecay={decay}\nbatch={batch}\nscale={scale}\nbase={base}\none_board={one_board}\n\
             seed={seed}\n",
            stream.samples,
            stream.held_out.samples.len(),
            stream.checksum,
        );
        // Further ones only if they are not the default.
        let facts = self.facts.unwrap_or(0);
        let mut add = |differs: bool, line: String| settings.extend(differs.then_some(line));
        add(facts != 0, format!("facts={facts}\n"));
        add(self.rows() == RowSet::Near, "near=true\n".to_owned());
        add(self.rows() == RowSet::Attacks, "attacks=true\n".to_owned());
        add(self.result_lambda < 1.0, format!("result_lambda={}\n", self.result_lambda));
        add(self.result_scale.is_some(), format!("fixed_result_scale={}\n", self.result_scale.unwrap_or(0)));
        add(self.mates != 0, format!("mates={}\n", self.mates));
        add(self.no_drop_checks, "drop_checks=false\n".to_owned());
        add(self.captures, "captures=true\n".to_owned());
        add(self.chunk != CHUNK, format!("chunk={}\n", self.chunk));
        add(self.rate != FIRST_RATE, format!("rate={}\n", self.rate));
        settings + &from.map_or_else(String::new, |from| format!("from={:08x}\n", from.checksum()))
    }
}
