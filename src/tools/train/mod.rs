//! `tandem train`: trains a network from games. The same games, settings and seed give the same bytes, whatever the
//! number of threads.
//!
//! ```text
//! stream, set         games on disk as chunks of samples; the samples of a chunk
//! lookahead, forecast TD(lambda) scores and results
//! scale               the baseline, and the scale of cp
//! model, logistic     the network in floats with its gradient; the logistic curve
//! steps, checkpoint   AdamW; a training on disk
//! curve               losses as lines and as a picture
//! args                the options
//! ```

mod args;
mod checkpoint;
mod curve;
pub mod forecast;
mod logistic;
pub mod lookahead;
pub mod model;
pub mod scale;
pub mod set;
pub mod steps;
pub mod stream;

use crate::board::fen::BfenError;
use crate::eval::network::{Base, Network, RowSet};
use crate::protocol::eval_file;
use crate::search::bench;
use crate::tools::{data, progress, whole_file};
use args::HIDDEN;
pub use args::{Args, share};
use checkpoint::CheckpointError;
use curve::Losses;
use model::{Loss, Model, Shape};
use rayon::ThreadPool;
use set::Set;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use steps::{Plan, Training, mean_loss};
use stream::Stream;

/// Boards on which integers are compared with floats.
const COMPARED: usize = 20_000;
/// A training is saved after each epoch, and after a chunk if this time has passed.
const SAVED_EVERY: Duration = Duration::from_secs(300);

/// Trains a network. The training is saved from time to time, and the same command continues from there.
///
/// # Errors
/// When games cannot be read, there are too few, or files cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.out.exists() {
        return Err(format!("--out {}: it is there already", args.out.display()).into());
    }
    // The first epoch may take hours.
    let folder = args.out.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    if let Some(folder) = folder {
        return Err(format!("--out {}: there is no folder {}", args.out.display(), folder.display()).into());
    }
    let from = args.from.as_deref().map(eval_file::load).transpose()?;
    let mut args = args.clone();
    if let Some(network) = &from {
        (args.scale, args.base) = (network.scale.unsigned_abs(), network.base);
    }
    let there = from.as_ref().map(|network| network.hidden);
    let hidden = *args.hidden.get_or_insert(there.unwrap_or(HIDDEN));
    if let Some(there) = there.filter(|&there| there > hidden) {
        return Err(format!("--hidden {hidden}: the network of --from has {there}").into());
    }
    let there = from.as_ref().map(|network| network.facts.units());
    let facts = *args.facts.get_or_insert(there.unwrap_or(0));
    if args.base == Base::Nothing && facts > 0 {
        return Err(format!("--facts {facts}: a network without a base knows no facts").into());
    }
    if let Some(there) = there.filter(|&there| there > 0 && there != facts) {
        return Err(format!("--facts {facts}: the network of --from has {there}").into());
    }
    let there = from.as_ref().map(|network| network.row_set());
    args.attacks |= there == Some(RowSet::Attacks);
    args.near |= there == Some(RowSet::Near);
    let run = TrainingRun::new(&args, from.as_deref())?;
    run.tell_baseline();
    let training = run.train(from.as_deref())?;
    run.finish(&training)
}

/// Prints a line. A closed stdout ends no training.
fn tell(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// The handcrafted evaluation on the games held out, with which the network's losses are compared.
struct Baseline {
    losses: Losses,
    /// Cp of both boards for one unit of the results' logistic curve.
    result_scale: f32,
}

impl Baseline {
    fn of(stream: &Stream, args: &Args) -> Result<Self, data::GamesError> {
        let result_scale = stream.first_chunk().map(|set| scale::fit(&set))?;
        let results = scale::handcrafted_loss(&stream.held_out, result_scale);
        let scores = scale::handcrafted_score_loss(&stream.held_out, args.scale as f32);
        let both = f64::from(args.result) * results + f64::from(1.0 - args.result) * scores;
        Ok(Self { losses: Losses { training: both, held_out: both, results, scores }, result_scale })
    }
}

/// Games and settings, which stay the same in all epochs.
struct TrainingRun<'a> {
    args: &'a Args,
    pool: ThreadPool,
    stream: Stream,
    plan: Plan,
    baseline: Baseline,
    /// The settings as text, written into the checkpoint and the network.
    settings: String,
    checkpoint_path: PathBuf,
}

impl<'a> TrainingRun<'a> {
    /// Reads the games, and measures the handcrafted evaluation.
    fn new(args: &'a Args, from: Option<&Network>) -> Result<Self, Box<dyn Error>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
        let reading = progress::bar(0, "{msg}", args.quiet);
        let stream = pool.install(|| {
            Stream::open(data::files(&args.data), args.lessons(), args.chunk, |path, count| {
                reading.set_message(format!("{}: {count} positions", path.display()));
            })
        })?;
        reading.finish_and_clear();
        if stream.samples == 0 || stream.held_out.samples.is_empty() {
            return Err("there is nothing to learn from: too few games".into());
        }
        let Args { epochs, seed, result, decay, rate, .. } = *args;
        let (batch, confidence) = (args.batch as usize, args.confidence());
        let plan = Plan { epochs, samples: stream.samples, batch, seed, result, decay, rate, confidence };
        let baseline = pool.install(|| Baseline::of(&stream, args))?;
        let settings = args.settings(&stream, from);
        let checkpoint_path = beside_out(&args.out, "checkpoint");
        Ok(Self { args, pool, stream, plan, baseline, settings, checkpoint_path })
    }

    /// Prints the number of positions and the losses of the handcrafted evaluation.
    fn tell_baseline(&self) {
        let Baseline { losses, result_scale } = &self.baseline;
        tell(&format!(
            "{} positions, {} more held out\n\
             the handcrafted evaluation of the games held out: {:.5} on results, by both boards with \
             {result_scale} cp for one unit of the logistic curve; {:.5} on scores",
            self.stream.samples,
            self.stream.held_out.samples.len(),
            losses.results,
            losses.scores
        ));
    }

    /// Trains to the last epoch: from the checkpoint if there is one, else from the network `from` or random weights.
    fn train(&self, from: Option<&Network>) -> Result<Training, Box<dyn Error>> {
        let Args { hidden, scale, base, seed, epochs, facts, .. } = *self.args;
        let hidden = hidden.unwrap_or(HIDDEN);
        let shape = Shape { hidden, scale: scale as f32, base, facts: facts.unwrap_or(0), rows: self.args.rows() };
        let beginning = || {
            let confidence = self.plan.confidence.unwrap_or(shape.scale / self.baseline.result_scale);
            let Some(from) = from else { return Model::new(shape, seed, confidence) };
            let model = Model::of(from, confidence);
            if model.shape == shape { model } else { model.grown(shape, seed) }
        };
        let (mut training, mut lines) = checkpoint::load(&self.checkpoint_path, &self.settings, shape)?
            .unwrap_or_else(|| (Training::new(beginning()), Vec::new()));
        tell("epoch     training     held out      results       scores");
        lines.iter().for_each(|line| tell(line));
        while training.epoch < epochs {
            self.epoch(&mut training, &mut lines)?;
        }
        Ok(training)
    }

    /// Trains for an epoch, or what a checkpoint has left of it, and adds the line of its losses to `lines`.
    fn epoch(&self, training: &mut Training, lines: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        let Self { args, pool, stream, plan, baseline, .. } = self;
        let (started, seen) = (Instant::now(), training.seen);
        let mut saved = started;
        let template = "{bar:24} {pos}/{len} positions, {per_sec}, {eta} to go";
        let bar = progress::bar(stream.samples, template, args.quiet);
        bar.set_position(seen - u64::from(training.epoch) * stream.samples);
        let order = plan.order(training.epoch);
        stream.each_chunk(pool, order, training.chunk as usize, |set| -> Result<(), Box<dyn Error>> {
            pool.install(|| training.chunk(set, plan, |count| bar.inc(count as u64)));
            if saved.elapsed() >= SAVED_EVERY {
                self.save(training, lines)?;
                saved = Instant::now();
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        let speed = (training.seen - seen) as f64 / started.elapsed().as_secs_f64().max(1e-3);
        let loss = training.end_epoch(plan);
        let held_out = self.held_out_loss(training);
        let losses =
            Losses { training: loss.total, held_out: held_out.total, results: held_out.result, scores: held_out.score };
        let line = format!("{}  {}", losses.line(training.epoch), curve::bar(losses.scores, baseline.losses.scores));
        tell(&format!("{line}  {:.0} k/s", speed / 1000.0));
        lines.push(line);
        self.save(training, lines)?;
        let epochs: Vec<Losses> = lines.iter().filter_map(|line| Losses::parse(line)).collect();
        whole_file::replace(&beside_out(&args.out, "png"), &curve::picture(&epochs, &baseline.losses)?)?;
        Ok(())
    }

    fn save(&self, training: &Training, lines: &[String]) -> Result<(), CheckpointError> {
        checkpoint::save(&self.checkpoint_path, &self.settings, lines, training)
    }

    fn held_out_loss(&self, training: &Training) -> Loss {
        self.pool.install(|| mean_loss(&training.model, &self.stream.held_out, self.plan.result))
    }

    /// Writes the network in integers, and removes the checkpoint.
    fn finish(&self, training: &Training) -> Result<(), Box<dyn Error>> {
        let network = training.model.quantized(self.card(training)?)?;
        whole_file::replace(&self.args.out, &network.to_bytes())?;
        // The checkpoint is no longer needed; failure to remove it does no harm.
        let _ = std::fs::remove_file(&self.checkpoint_path);
        tell(&format!(
            "{}: network {:08x}; integers differ from floats by {:.2} cp rms",
            self.args.out.display(),
            network.checksum(),
            rounding(&training.model, &network, &self.stream.held_out)
        ));
        Ok(())
    }

    /// The text in the network's file: settings, losses and scales.
    fn card(&self, training: &Training) -> Result<String, BfenError> {
        let losses = self.held_out_loss(training);
        let handcrafted = &self.baseline.losses;
        // Cp on a board for one unit of the results' logistic curve.
        let in_cp = self.args.scale as f32 / training.model.confidence().max(1e-3);
        let leads: Vec<String> = training.model.leads().iter().map(|worth| format!("{:.0}", worth * in_cp)).collect();
        Ok(format!(
            "{}loss={:.5}\nloss_of_results={:.5}\nloss_of_results_handcrafted={:.5}\nloss_of_scores={:.5}\n\
             loss_of_scores_handcrafted={:.5}\nresult_scale={in_cp:.0}\nleads_cp={}\nbase_sum={:08x}\n",
            self.settings,
            losses.total,
            losses.result,
            handcrafted.results,
            losses.score,
            handcrafted.scores,
            leads.join(","),
            base_sum(self.args.base)?
        ))
    }
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
        let error = f64::from(model.correction(set, board) * model.shape.scale)
            - f64::from(network.output_of(rows, &set.facts[board as usize]));
        error * error
    };
    ((0..boards).map(square).sum::<f64>() / f64::from(boards.max(1))).sqrt()
}
