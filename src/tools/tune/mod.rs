//! `tandem tune`: tunes numbers by games against themselves (SPSA), or tells what each is worth.

mod journal;
mod named;
mod spsa;
mod worth;

use crate::arena::engines::EngineSpec;
use crate::arena::measure::Measure;
use crate::arena::referee::one_board::MatchVariant;
use crate::game::NoClock;
use crate::tools::r#match::results::PairSet;
use crate::tools::r#match::schedule::{Campaign, Conditions, Games, Interrupts, Onlookers, Schedule};
use crate::tools::r#match::{EXIT_INTERRUPTED, THIS_PROGRAM, Warnings, this_program};
use crate::tools::openings::OpeningSet;
use crate::tools::progress;
use journal::{Batch, Head, Journal};
use named::Named;
use spsa::{Number, Perturbed, Plan};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// `tandem tune`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Tunable numbers: NAME, NAME=START or NAME=START:STEP each; a `*` at the end of NAME stands for all that begin
    /// so
    #[arg(required = true, value_name = "NUMBER")]
    numbers: Vec<Named>,
    /// The file of the tuning; what it has is not played again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in all, in pairs
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    games: u32,
    /// Pairs that are played before the numbers are moved; they can be played at once
    #[arg(long, default_value_t = 8, value_name = "PAIRS", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    batch: u32,
    /// How far the last pair moves a number whose side has won both games, in parts of its step
    #[arg(long, default_value_t = 0.01, value_parser = rate)]
    rate: f64,
    /// Move no number, only tell what each is worth: a step more than its start against a step less
    #[arg(long, conflicts_with = "rate")]
    screen: bool,
    /// The engine, as `tandem match` takes it; without it, this program, built with `--features tune`
    #[arg(long, value_name = "ENGINE", default_value = THIS_PROGRAM)]
    engine: String,
    /// Pairs played at once; they do not change the result
    #[arg(long, default_value_t = 1, value_name = "PAIRS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    concurrency: u16,
    /// Hash of each process, in MB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Without the progress bar
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    conditions: Conditions,
}

fn rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rate| (0.000_1..=10.0).contains(rate)).ok_or_else(|| "0.0001 to 10 is wanted".to_owned())
}

/// A tuning under way.
struct Tuning<'a> {
    args: &'a Args,
    engine: EngineSpec,
    openings: Arc<OpeningSet>,
    numbers: Vec<Number>,
    plan: Plan,
    warnings: Warnings,
    interrupts: Interrupts,
}

impl Tuning<'_> {
    /// The engine with these values.
    fn with(&self, values: &[i64]) -> EngineSpec {
        let mut spec = self.engine.clone();
        let options = self.numbers.iter().zip(values);
        spec.options.extend(options.map(|(number, value)| (number.name.clone(), value.to_string())));
        spec
    }

    /// A match of one pair.
    fn campaign(&self, pair: u32, perturbed: &Perturbed) -> Campaign {
        Campaign {
            contestants: perturbed.sides.iter().map(|side| self.with(side)).collect(),
            schedule: Schedule::RoundRobin,
            games: Games { pairs: pair..pair + 1, odd: false, sprt: None },
            conditions: self.args.conditions.clone(),
            openings: Arc::clone(&self.openings),
            lanes: 1,
            pause: Duration::ZERO,
            bpgn: self.args.out.clone(),
            warnings: self.warnings.clone(),
        }
    }

    /// Plays a pair. Games won less games lost by the first engine; `None` if the user interrupts.
    fn play(&self, pair: u32, perturbed: &Perturbed) -> Result<Option<i32>, String> {
        let nobody = Onlookers(Arc::new(Mutex::new(Vec::new())));
        let played = self.campaign(pair, perturbed).play(PairSet::default(), None, (nobody, None), &self.interrupts);
        let results = played.map_err(|problem| problem.to_string())?;
        if let Some(problem) = results.problem {
            return Err(problem.to_string());
        }
        let winners = results.pair_set.pairs().next().map(|line| line.games.each_ref().map(|game| game.winner));
        Ok(winners.map(|winners| winners.into_iter().flatten().map(|winner| 1 - 2 * winner as i32).sum()))
    }

    /// Plays the pairs `first..end`, as many at once as the user allows. `None` if the user interrupts.
    fn play_batch(&self, values: &[f64], first: u32, end: u32) -> Result<Option<Vec<(Perturbed, i32)>>, String> {
        let next = AtomicU32::new(first);
        let done = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..u32::from(self.args.concurrency).min(end - first) {
                scope.spawn(|| {
                    while let pair = next.fetch_add(1, Ordering::Relaxed)
                        && pair < end
                    {
                        let perturbed = self.plan.perturb(&self.numbers, values, pair);
                        let result = self.play(pair, &perturbed);
                        let failed = !matches!(result, Ok(Some(_)));
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((pair, perturbed, result));
                        if failed {
                            next.store(end, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|&(pair, ..)| pair);
        let played = done.into_iter().map(|(_, perturbed, result)| Ok(result?.map(|result| (perturbed, result))));
        let played: Option<Vec<_>> = played.collect::<Result<Option<Vec<_>>, String>>()?;
        Ok(played.filter(|played| played.len() == (end - first) as usize))
    }

    /// Plays what is missing after `batches`, and adds it to them; whether all is played.
    fn run(&self, journal: &mut Journal, batches: &mut Vec<Batch>) -> Result<bool, Box<dyn Error>> {
        let mut pairs = batches.last().map_or(0, |last| last.pairs);
        let mut values = self.values(batches);
        let template = "{bar:24} {pos}/{len} pairs, {eta} to go";
        let bar = progress::bar(self.plan.pairs.into(), template, self.args.quiet);
        bar.set_position(pairs.into());
        bar.reset_eta();
        while pairs < self.plan.pairs {
            let end = (pairs + self.plan.batch).min(self.plan.pairs);
            let Some(played) = self.play_batch(&values, pairs, end)? else {
                bar.finish_and_clear();
                return Ok(false);
            };
            if let Some(warning) = self.warnings.take().into_iter().next() {
                return Err(format!("{warning}; nothing was learned from these games").into());
            }
            for (pair, (perturbed, result)) in (pairs..).zip(&played) {
                self.plan.learn(&self.numbers, &mut values, pair, perturbed, *result);
            }
            let results = played.into_iter().map(|(_, result)| result).collect();
            pairs = end;
            let batch = Batch { pairs, results, values: values.clone() };
            journal.write(&batch)?;
            batches.push(batch);
            bar.set_position(pairs.into());
        }
        bar.finish_and_clear();
        Ok(true)
    }

    /// The values after `batches`.
    fn values(&self, batches: &[Batch]) -> Vec<f64> {
        let start = || self.numbers.iter().map(|number| number.start).collect();
        batches.last().map_or_else(start, |last| last.values.clone())
    }

    /// The values beside those at the start, what the greater ones were worth, and all as options.
    fn report(&self, batches: &[Batch]) -> String {
        let values = self.values(batches);
        let results: Vec<i32> = batches.iter().flat_map(|batch| batch.results.iter().copied()).collect();
        let worth = worth::worth(&self.plan, values.len(), &results);
        let width = self.numbers.iter().map(|number| number.name.len()).max().unwrap_or(0).max(6);
        let head = ["before", "after", "steps"];
        let mut text = format!("{:width$}  {:>8}  {:>8}  {:>6}  greater\n", "number", head[0], head[1], head[2]);
        let mut options = String::new();
        for ((number, value), worth) in self.numbers.iter().zip(values).zip(worth) {
            let steps = (value - number.start) / number.step;
            let worth = worth.map_or_else(String::new, |worth| worth.to_string());
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:width$}  {:8}  {value:8.1}  {steps:+6.1}  {worth}", number.name, number.start);
            let _ = write!(options, " --option1 {}={}", number.name, value.round());
        }
        if self.plan.screen {
            return text + &format!("{} games", 2 * results.len());
        }
        text + "as options of a match:" + &options
    }
}

impl Args {
    /// The engine without the tuned numbers.
    fn spec(&self) -> Result<EngineSpec, Box<dyn Error>> {
        let spec = match self.engine.as_str() {
            THIS_PROGRAM if !cfg!(feature = "tune") => {
                return Err(
                    "in this build the numbers are constants: build it with `--features tune`, or name such a \
                            build by --engine"
                        .into(),
                );
            }
            THIS_PROGRAM => this_program()?,
            text => text.parse().map_err(|error| format!("--engine {error}"))?,
        };
        if spec.is_slowed() || spec.partner.is_some() || spec.control.is_some() {
            return Err("--engine: the same engine plays all seats, without partner, slow or tc".into());
        }
        Ok(self.conditions.equipped(spec, 0, 1, self.hash))
    }

    fn check(&self) -> Result<(), Box<dyn Error>> {
        if self.conditions.variant != MatchVariant::BUGHOUSE {
            return Err("--variant: bughouse is what is tuned".into());
        }
        if self.conditions.rules.no_clock != NoClock::Off {
            return Err("--rules: games are played with clocks, no-clock=move-for-move is not for them".into());
        }
        if let Measure::Nodes([one, other]) = self.conditions.measure
            && one != other
        {
            return Err("--clock nodes=N:M: the engines differ in the tuned numbers alone, nodes=N is wanted".into());
        }
        Ok(())
    }
}

/// Tunes. Ctrl-C ends it after the games in progress are broken off; the same command goes on later.
///
/// # Errors
/// When an argument is wrong, the file belongs to another tuning or cannot be written, or an engine does not play.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    args.check()?;
    let numbers = named::numbers(&args.numbers)?;
    let engine = args.spec()?;
    let openings = OpeningSet::builtin(&args.conditions.rules).map_err(|error| error.to_string())?;
    let plan = Plan {
        pairs: args.games / 2,
        batch: args.batch,
        rate: args.rate,
        seed: args.conditions.seed,
        screen: args.screen,
    };
    let interrupts = Interrupts::default();
    let tuning =
        Tuning { args, engine, openings: Arc::new(openings), numbers, plan, warnings: Warnings::kept(), interrupts };
    let values: Vec<f64> = tuning.numbers.iter().map(|number| number.start).collect();
    let terms = tuning.campaign(0, &tuning.plan.perturb(&tuning.numbers, &values, 0)).terms();
    let fixed = std::iter::once(tuning.engine.given.clone()).chain(tuning.engine.all_options()).collect();
    let head = Head::new(fixed, terms, tuning.plan.clone(), tuning.numbers.clone());
    let (mut journal, mut batches) = Journal::open(&args.out, &head)?;
    ctrlc::set_handler({
        let interrupts = tuning.interrupts.clone();
        move || interrupts.send()
    })?;
    let whole = tuning.run(&mut journal, &mut batches)?;
    writeln!(io::stdout(), "{}", tuning.report(&batches)).map_err(|error| format!("cannot write: {error}"))?;
    if !whole {
        std::process::exit(EXIT_INTERRUPTED);
    }
    Ok(())
}
