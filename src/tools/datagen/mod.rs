//! `tandem datagen`: generates two-board training games in one process, under clocks that count nodes.

mod mind;
mod play;

use crate::eval::EvalKind;
use crate::eval::network::Network;
use crate::game::{NoClock, PromotionRule, Rules};
use crate::protocol::eval_file;
use crate::search::SearchError;
use crate::tools::data::{BLOCK_GAMES, Growing, Header, StoredGame, VERSION};
use crate::tools::wording::counted;
use crate::tools::{openings, progress};
use play::SelfPlay;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// `tandem datagen`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Games in the file when it is done; those that are there already count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Nodes at which a search ends with an iteration, on average; a single one has up to 30 % more or less
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(10..=100_000_000))]
    nodes: u64,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed: other seeds give other games
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// A preset of rules, options, or both (see `tandem help rules`)
    #[arg(long, default_value = "international", value_name = "RULES")]
    rules: Rules,
    /// The game; crazyhouse and battle (chess battle) are played on one board
    #[arg(long, default_value = "bughouse", value_name = "NAME", conflicts_with = "rules")]
    variant: Variant,
    /// The folder of the games; what is there is continued
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The seats' evaluation: network or handcrafted
    #[arg(long, default_value_t, value_name = "NAME")]
    eval: EvalKind,
    /// The file of the network; without it, the one inside the program
    #[arg(long, value_name = "FILE", conflicts_with = "eval")]
    eval_file: Option<PathBuf>,
    /// Without the progress bar
    #[arg(long)]
    quiet: bool,
}

/// The games that have networks.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Variant {
    Bughouse,
    Crazyhouse,
    Battle,
}

impl Args {
    fn rules(&self) -> Rules {
        match self.variant {
            Variant::Bughouse => self.rules,
            Variant::Crazyhouse => Rules::crazyhouse(),
            Variant::Battle => Rules::chess(),
        }
    }

    fn header(&self, network: Option<&Arc<Network>>) -> Result<Header, Box<dyn Error>> {
        if self.rules.no_clock != NoClock::Off {
            return Err("--rules: these games have clocks, no-clock=move-for-move is not for them".into());
        }
        if self.rules.promotion != PromotionRule::OwnChoice {
            return Err("--rules: promotion=take-from-partner-board has no place in this format".into());
        }
        let Self { seed, nodes, .. } = *self;
        let rules = self.rules();
        let eval = network.map_or("handcrafted".to_owned(), |network| format!("network {:08x}", network.checksum()));
        Ok(Header { version: VERSION, rules, seed, nodes, search: openings::signature()?, eval })
    }
}

/// Plays the missing games. They are written block by block, so that little is lost on a kill, and the same command
/// continues.
///
/// # Errors
/// When the file cannot be used or holds other games, or no thread can be started.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let network = eval_file::choose(args.eval, args.eval_file.as_deref(), args.rules().captures)?;
    let header = args.header(network.as_ref())?;
    let mut growing = Growing::open(&args.out, &header, args.games)?;
    let (before, positions) = (growing.games(), growing.positions());
    let started = Instant::now();
    let bar = progress::bar(args.games.into(), "{bar:24} {pos}/{len} games, {eta} to go, {msg}", args.quiet);
    bar.set_position(before.into());
    bar.reset_eta();
    let shown = |growing: &Growing| {
        bar.set_position(growing.games().into());
        let an_hour = per_hour(growing.positions() - positions, started.elapsed());
        bar.set_message(format!("{:.0} k usable positions an hour", an_hour / 1000.0));
    };
    let next = AtomicU32::new(before);
    let stopped = AtomicBool::new(false);
    let written = thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..args.threads {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let table = SelfPlay::new(&header, network.as_ref());
            scope.spawn(move || serve(table, args.games, next, stopped, &sender));
        }
        drop(sender);
        let written = write(&mut growing, args.games, games.iter(), shown);
        // No more games are needed after an error.
        stopped.store(true, Relaxed);
        written
    });
    bar.finish_and_clear();
    written?;
    let (new, elapsed) = (growing.games() - before, started.elapsed());
    let usable = growing.positions() - positions;
    writeln!(
        std::io::stdout(),
        "{}: {}, {}; {} and {} of them in {:.0} s, {:.0} k positions an hour",
        growing.path().display(),
        counted(growing.games(), "game"),
        counted(growing.positions(), "usable position"),
        counted(new, "game"),
        counted(usable, "position"),
        elapsed.as_secs_f64(),
        per_hour(usable, elapsed) / 1000.0
    )?;
    Ok(())
}

fn per_hour(positions: u64, elapsed: Duration) -> f64 {
    positions as f64 * 3600.0 / elapsed.as_secs_f64().max(1e-3)
}

type Made = (u32, Result<StoredGame, SearchError>);

/// Plays the next games until there are enough.
fn serve(mut table: SelfPlay, wanted: u32, next: &AtomicU32, stopped: &AtomicBool, games: &Sender<Made>) {
    while !stopped.load(Relaxed) {
        let number = next.fetch_add(1, Relaxed);
        if number >= wanted || games.send((number, table.play(number))).is_err() {
            return;
        }
    }
}

/// Writes games in the order of their numbers; they arrive in any order.
fn write(
    growing: &mut Growing,
    wanted: u32,
    games: impl Iterator<Item = Made>,
    shown: impl Fn(&Growing),
) -> Result<(), Box<dyn Error>> {
    let (mut waiting, mut block) = (BTreeMap::new(), Vec::new());
    let mut next = growing.games();
    for (number, game) in games {
        waiting.insert(number, game?);
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            block.push(game);
            if block.len() == BLOCK_GAMES as usize || next == wanted {
                growing.add(&block)?;
                block.clear();
                shown(growing);
            }
        }
    }
    Ok(())
}
