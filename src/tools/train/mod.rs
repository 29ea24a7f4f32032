//! `tandem train`: trains a network from games. The same games, settings and seed give the same bytes, whatever the
//! number of threads.

mod checkpoint;
mod curve;
pub mod lookahead;
pub mod model;
pub mod scale;
pub mod set;
pub mod steps;

use crate::board::fen::BfenError;
use crate::eval::network::{Base, Network};
use crate::protocol::eval_file;
use crate::search::bench;
use crate::tools::{data, progress, whole_file};
use curve::Losses;
use lookahead::Lookahead;
use model::{Model, Shape};
use set::Set;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use steps::{FIRST_RATE, LAST_RATE, Plan, Training, mean_loss};

/// Boards on which integers are compared with floats.
const COMPARED: usize = 20_000;

/// `tandem train`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files that `tandem datagen` has written, or their folders
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Hidden units of each side's view, a multiple of 16
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = hidden)]
    hidden: usize,
    /// Passes through all positions
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// The weight of the games' results, 0 to 1; the rest is that of the scores found by search
    #[arg(long, default_value_t = 0.1, value_name = "SHARE", value_parser = share)]
    result: f32,
    /// How much of a score is what later searches of the same board found: TD(lambda), 0 for the search's own score
    #[arg(long, default_value_t = 0.5, value_name = "SHARE", value_parser = share)]
    lambda: f32,
    /// By how much weights decay for each unit of the rate: more keeps positions from being learned by heart
    #[arg(long, default_value_t = 0.2, value_name = "PART", value_parser = share)]
    decay: f32,
    /// Positions of a step
    #[arg(long, default_value_t = 1_024, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    batch: u32,
    /// Cp that count as one unit of the logistic curve, for scores found by search
    #[arg(long, default_value_t = 300, value_name = "CP", value_parser = clap::value_parser!(u32).range(50..=2_000))]
    scale: u32,
    /// Base of the network's output: handcrafted (a correction of that evaluation) or nothing
    #[arg(long, default_value_t = Base::Handcrafted, value_name = "NAME")]
    base: Base,
    /// Predict results from the searched board alone, to compare
    #[arg(long)]
    one_board: bool,
    /// The learning rate at the beginning; at the end it is 0.00001
    #[arg(long, default_value_t = FIRST_RATE, value_name = "RATE", value_parser = rate)]
    rate: f32,
    /// A network to go on from, whose shape is kept; without it, training begins with random weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hidden", "scale", "base"])]
    from: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads to compute with; they do not change the result
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The network's file; the curve is drawn in FILE.png
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Without the progress bar
    #[arg(long)]
    quiet: bool,
}

fn hidden(text: &str) -> Result<usize, String> {
    let fits = |hidden: &usize| (16..=1024).contains(hidden) && hidden.is_multiple_of(16);
    text.parse().ok().filter(fits).ok_or_else(|| "a multiple of 16 from 16 to 1024 is wanted".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "0 to 1 is wanted".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let fits = |rate: &f32| (LAST_RATE..=0.1).contains(rate);
    text.parse().ok().filter(fits).ok_or_else(|| format!("{LAST_RATE} to 0.1 is wanted"))
}

impl Args {
    /// The settings that determine the network's bytes besides the games.
    fn settings(&self, set: &Set, from: Option<&Network>) -> String {
        let Self { hidden, epochs, result, lambda, decay, batch, scale, base, one_board, seed, .. } = self;
        format!(
            "positions={}\nheld_out={}\ndata={:08x}\nhidden={hidden}\nepochs={epochs}\nresult={result}\nlambda={lambda}\ndecay={decay}\nbatch={batch}\nscale={scale}\nbase={base}\none_board={one_board}\nseed={seed}\n{}{}",
            set.training.len(),
            set.held_out.len(),
            set.checksum(),
            // Only if not the default, so that older networks can be reproduced to the byte.
            if self.rate == FIRST_RATE { String::new() } else { format!("rate={}\n", self.rate) },
            from.map_or_else(String::new, |from| format!("from={:08x}\n", from.checksum()))
        )
    }
}

/// Trains a network. The training is saved after each epoch, and the same command continues from there.
///
/// # Errors
/// When games cannot be read, there are too few, or files cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    pool.install(|| train(args)).map_err(|error| -> Box<dyn Error> { error })
}

fn train(args: &Args) -> Result<(), Box<dyn Error + Send + Sync>> {
    if args.out.exists() {
        return Err(format!("--out {}: it is there already", args.out.display()).into());
    }
    let from = args.from.as_deref().map(eval_file::load).transpose()?;
    let mut args = args.clone();
    if let Some(network) = &from {
        (args.hidden, args.scale, args.base) = (network.hidden, network.scale.unsigned_abs(), network.base);
    }
    let args = &args;
    let mut out = std::io::stdout().lock();
    let reading = progress::bar(0, "{msg}", args.quiet);
    let ahead = Lookahead { lambda: args.lambda, scale: args.scale as f32 };
    let mut set = Set::read(&data::files(&args.data), ahead, |path, count| {
        reading.set_message(format!("{}: {count} positions", path.display()));
    })?;
    reading.finish_and_clear();
    if args.one_board {
        set.training.iter_mut().chain(&mut set.held_out).for_each(|sample| sample.other_sign = 0.0);
    }
    if set.training.is_empty() || set.held_out.is_empty() {
        return Err("there is nothing to learn from: too few games".into());
    }
    let scale = args.scale as f32;
    let result_scale = scale::fit(&set, &set.training);
    let shape = Shape { hidden: args.hidden, scale, base: args.base };
    let Args { epochs, seed, result, decay, .. } = *args;
    let plan = Plan { epochs, batch: args.batch as usize, seed, result, decay, rate: args.rate };
    let handcrafted = scale::handcrafted_loss(&set, &set.held_out, result_scale);
    let handcrafted_score = scale::handcrafted_score_loss(&set, &set.held_out, scale);
    writeln!(
        out,
        "{} positions on {} boards, {} more held out\n\
         the handcrafted evaluation of the games held out: {handcrafted:.5} on results, by both boards with \
         {result_scale} cp for one unit of the logistic curve; {handcrafted_score:.5} on scores",
        set.training.len(),
        set.boards(),
        set.held_out.len()
    )?;
    let both = f64::from(result) * handcrafted + f64::from(1.0 - result) * handcrafted_score;
    let beside = Losses { training: both, held_out: both, results: handcrafted, scores: handcrafted_score };
    let settings = args.settings(&set, from.as_deref());
    let path = beside_out(&args.out, "checkpoint");
    let beginning = || {
        let confidence = scale / result_scale;
        from.as_deref().map_or_else(|| Model::new(shape, args.seed, confidence), |from| Model::of(from, confidence))
    };
    let (mut training, mut lines) =
        checkpoint::load(&path, &settings, shape)?.unwrap_or_else(|| (Training::new(beginning()), Vec::new()));
    writeln!(out, "epoch     training     held out      results       scores")?;
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    while training.epoch < args.epochs {
        let started = Instant::now();
        let template = "{bar:24} {pos}/{len} positions, {per_sec}, {eta} to go";
        let bar = progress::bar(set.training.len() as u64, template, args.quiet);
        let loss = training.epoch(&set, &plan, |count| bar.inc(count as u64));
        bar.finish_and_clear();
        let held_out = mean_loss(&training.model, &set, &set.held_out, plan.result);
        let losses =
            Losses { training: loss.total, held_out: held_out.total, results: held_out.result, scores: held_out.score };
        let line = format!("{}  {}", losses.line(training.epoch), curve::bar(losses.scores, handcrafted_score));
        let speed = set.training.len() as f64 / started.elapsed().as_secs_f64().max(1e-3);
        writeln!(out, "{line}  {:.0} k/s", speed / 1000.0)?;
        lines.push(line);
        checkpoint::save(&path, &settings, &lines, &training)?;
        let epochs: Vec<Losses> = lines.iter().filter_map(|line| Losses::parse(line)).collect();
        whole_file::replace(&beside_out(&args.out, "png"), &curve::picture(&epochs, &beside)?)?;
    }
    let held_out = mean_loss(&training.model, &set, &set.held_out, plan.result);
    // Cp on a board for one unit of the results' logistic curve.
    let in_cp = scale / training.model.confidence().max(1e-3);
    let leads: Vec<String> = training.model.leads().iter().map(|worth| format!("{:.0}", worth * in_cp)).collect();
    let card = format!(
        "{settings}loss={:.5}\nloss_of_results={:.5}\nloss_of_results_handcrafted={handcrafted:.5}\nloss_of_scores={:.5}\n\
         loss_of_scores_handcrafted={handcrafted_score:.5}\nresult_scale={in_cp:.0}\nleads_cp={}\nbase_sum={:08x}\n",
        held_out.total,
        held_out.result,
        held_out.score,
        leads.join(","),
        base_sum(args.base)?
    );
    let network = training.model.quantized(card)?;
    whole_file::replace(&args.out, &network.to_bytes())?;
    // The checkpoint is no longer needed; failure to remove it does no harm.
    let _ = std::fs::remove_file(&path);
    writeln!(
        out,
        "{}: network {:08x}; integers differ from floats by {:.2} cp rms",
        args.out.display(),
        network.checksum(),
        rounding(&training.model, &network, &set)
    )?;
    Ok(())
}

/// The path `out` with a further extension.
fn beside_out(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// A checksum of the base's scores of the bench's positions, to identify the base beside which a network was trained.
///
/// # Errors
/// When a position of the bench is invalid, which never happens.
pub fn base_sum(base: Base) -> Result<u32, BfenError> {
    let mut hasher = crc32fast::Hasher::new();
    for position in bench::positions()? {
        hasher.update(&base.score(&position).to_le_bytes());
    }
    Ok(hasher.finalize())
}

/// Difference between integers and floats, in cp, root mean square over some boards.
fn rounding(model: &Model, network: &Network, set: &Set) -> f64 {
    let boards = set.boards().min(COMPARED) as u32;
    let square = |board: u32| {
        let rows = set.rows(board).map(|rows| rows.iter().map(|&row| usize::from(row)));
        let error =
            f64::from(model.correction(set, board) * model.shape.scale) - f64::from(network.output_of_rows(rows));
        error * error
    };
    ((0..boards).map(square).sum::<f64>() / f64::from(boards.max(1))).sqrt()
}
