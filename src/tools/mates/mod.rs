//! `tandem mates`: forced mates from games. Collects them, and counts those that an engine finds within a node limit.
//!
//! ```text
//! tandem mates collect games.bpgn… > benches/mates.tsv
//! tandem mates run benches/mates.tsv --engine target/release/tandem --engine /usr/games/fairy-stockfish
//! ```
//!
//! `collect` takes one position of each game that ended by mate, with at least four pieces in both hands together. It
//! goes back over the winner's moves from the second to last one, at most to a move 2 to 9 before the end (drawn from
//! the game's number), as long as our search or the engine `--prover` finds a mate. The earliest such position with a
//! mate in 2 to 9 is taken. Games with an even number, from 1, are the half to work with, the others the half to
//! report.
//!
//! Our search finds mates by the rules of the game, UCI engines by Fairy-Stockfish's, where a distant check is mate
//! even if a piece that arrives could block it. Every mate by the former rules is a mate by the latter.

mod deliveries;
mod engine;
pub mod joint;
mod races;

use crate::arena::engines::READY_PATIENCE;
use crate::board::{Position, fen};
use crate::eval::Prices;
use crate::game::bpgn::{self, Record};
use crate::game::{Reason, Rules};
use crate::search::clean::CleanSearcher;
use crate::search::{Job, Limits, SearchError};
use crate::team::race::Timer;
use crate::tools::r#match::parse_option;
use crate::tools::wording::{are, counted};
use crate::types::PieceType;
use crate::types::rng::GOLDEN_RATIO;
use crate::types::score::mate_moves;
use clap::{Subcommand, ValueEnum};
use engine::UciEngine;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Distances of a position from the end, in the winner's moves.
const DISTANCES: std::ops::RangeInclusive<u64> = 2..=9;
/// Least number of pieces in both hands together.
const LEAST_HELD: u32 = 4;
/// TT size in MiB.
const HASH_MB: usize = 64;
/// The timer of an engine on the same machine: the time to send a move, and no increment.
const TIMER: Timer = Timer { overhead_ms: 20, increment_ms: 0, whole_seconds: false };

/// `tandem mates`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    task: MatesTask,
}

#[derive(Clone, Debug, Subcommand)]
enum MatesTask {
    /// Print the forced mates of games in BPGN
    Collect {
        /// Files of games
        #[arg(required = true, value_name = "BPGN")]
        games: Vec<PathBuf>,
        /// Nodes of our search for the mate
        #[arg(long, default_value_t = 1_500_000)]
        nodes: u64,
        /// A UCI engine that is asked where our search finds none
        #[arg(long)]
        prover: Option<PathBuf>,
        /// Nodes of that engine
        #[arg(long, default_value_t = 500_000)]
        prover_nodes: u64,
        /// Games at the beginning to leave out, since an earlier run has done them
        #[arg(long, default_value_t = 0)]
        skip: usize,
    },
    /// Print positions of games in which a team mates only with both of its boards
    CollectJoint {
        /// Files of games
        #[arg(required = true, value_name = "BPGN")]
        games: Vec<PathBuf>,
        /// Positions that the search for such a mate visits
        #[arg(long, default_value_t = 1_000_000)]
        nodes: u64,
        /// Take those of the loser, who missed them
        #[arg(long)]
        missed: bool,
    },
    /// Count the mates on two boards that the search for them finds
    RunJoint {
        /// A file that `collect-joint` has printed
        set: PathBuf,
        /// Milliseconds for each position
        #[arg(long, default_value_t = 1_000)]
        ms: u64,
        /// Only this half
        #[arg(long)]
        half: Option<Half>,
    },
    /// Count the games in which each team has lost a board, and those that the team with more time won
    Races {
        /// Files of games
        #[arg(required = true, value_name = "BPGN")]
        games: Vec<PathBuf>,
        /// Positions of a search for a mate on one board
        #[arg(long, default_value_t = 3_000)]
        nodes: u64,
        /// Plies at the end of a game that are looked at
        #[arg(long, default_value_t = 40)]
        plies: usize,
    },
    /// Count the mates that need a piece which the partner, on turn too, can take at once, and those that were played
    Deliveries {
        /// Files of games
        #[arg(required = true, value_name = "BPGN")]
        games: Vec<PathBuf>,
        /// Positions of a search for a mate on one board
        #[arg(long, default_value_t = 40)]
        nodes: u64,
    },
    /// Count the mates that UCI engines find
    Run {
        /// A file that `collect` has printed
        set: PathBuf,
        /// The program of a UCI engine, without arguments; can be repeated
        #[arg(long, required = true)]
        engine: Vec<PathBuf>,
        /// Set an option of every engine, as `EvalFile=nets/t8.nn` (can be repeated)
        #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
        option: Vec<(String, String)>,
        /// Nodes for each position
        #[arg(long, default_value_t = 300_000)]
        nodes: u64,
        /// Only this half
        #[arg(long)]
        half: Option<Half>,
    },
}

/// A half of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Half {
    /// The half to work with
    Work,
    /// The half to report
    Report,
}

impl Half {
    const fn name(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Report => "report",
        }
    }
}

/// Collects mates, or counts those that engines find.
///
/// # Errors
/// When a file cannot be read, or an engine cannot be started or ends.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.task {
        MatesTask::Collect { games, nodes, prover, prover_nodes, skip } => {
            let prover = prover.as_ref().map(|path| UciEngine::start(path, READY_PATIENCE)).transpose()?;
            collect(games, *nodes, prover.map(|engine| (engine, *prover_nodes)), *skip)
        }
        MatesTask::CollectJoint { games, nodes, missed } => joint::collect(games, *nodes, *missed),
        MatesTask::RunJoint { set, ms, half } => joint::count(set, Duration::from_millis(*ms), *half),
        MatesTask::Races { games, nodes, plies } => races::count(games, *nodes, *plies),
        MatesTask::Deliveries { games, nodes } => deliveries::count(games, *nodes),
        MatesTask::Run { set, engine, option, nodes, half } => count(set, engine, option, *nodes, *half),
    }
}

/// The winner's positions on the board of the mate, last first; empty if the game did not end by mate.
fn winners_positions(record: &Record) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut turns = Vec::new();
    let game = record.replay_with(record.rules()?.unwrap_or_else(Rules::default), |game, ply, _| {
        turns.push((ply.seat, game.position(ply.seat.board).clone()));
    })?;
    let Some((Reason::Mate, Some(mated))) = game.outcome().map(|outcome| (outcome.reason, outcome.seat)) else {
        return Ok(Vec::new());
    };
    let winners = turns.into_iter().rev().filter(|(seat, _)| seat.board == mated.board && seat.color != mated.color);
    Ok(winners.map(|(_, position)| position).collect())
}

fn held(position: &Position) -> u32 {
    let hands = [position.side_to_move(), !position.side_to_move()].map(|color| position.hand(color));
    PieceType::HELD.iter().map(|&kind| hands.iter().map(|hand| hand.count(kind)).sum::<u32>()).sum()
}

/// The mate that our search finds in `nodes` nodes, in moves.
fn our_mate(searcher: &mut CleanSearcher, position: &Position, nodes: u64) -> Result<Option<u32>, SearchError> {
    searcher.forget();
    let limits = Limits { nodes: Some(nodes), mate: DISTANCES.max().map(|most| most as u32), ..Limits::default() };
    let job = Job::new(position.clone(), Prices::bughouse_default(), limits);
    let found = searcher.search(job)?.result;
    Ok(mate_moves(found.score).filter(|&moves| moves > 0).map(i32::unsigned_abs))
}

/// The search and the engine that find the mates of a collection.
struct Provers {
    searcher: CleanSearcher,
    /// Nodes of our search.
    nodes: u64,
    /// The engine asked where our search finds none, with its nodes.
    engine: Option<(UciEngine, u64)>,
}

/// A position with a mate, for the collection.
struct Collected {
    /// Moves to the mate.
    moves: u32,
    /// The winner's moves before the end of the game.
    distance: u64,
    bfen: String,
}

impl Provers {
    /// A mate in a position, in moves.
    fn mate(&mut self, position: &Position) -> Result<Option<u32>, Box<dyn Error>> {
        let ours = our_mate(&mut self.searcher, position, self.nodes)?;
        match (ours, &mut self.engine) {
            (None, Some((engine, nodes))) => Ok(engine.mate(&position.to_bfen(), *nodes)?.map(|mate| mate.moves)),
            (ours, _) => Ok(ours),
        }
    }

    /// The earliest position to collect among the winner's `positions`, last first, up to the distance `most` and no
    /// further than mates are found.
    fn earliest(&mut self, positions: &[Position], most: u64) -> Result<Option<Collected>, Box<dyn Error>> {
        let mut taken = None;
        for distance in *DISTANCES.start()..=most {
            let Some(position) = positions.get(distance as usize - 1) else { break };
            match self.mate(position)? {
                Some(moves) if DISTANCES.contains(&u64::from(moves)) && held(position) >= LEAST_HELD => {
                    taken = Some(Collected { moves, distance, bfen: position.to_bfen() });
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(taken)
    }
}

/// The games of a file, one at least.
/// Fails with a message that names the file.
fn read_games(path: &Path) -> Result<Vec<Record>, String> {
    let bytes = fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let games = bpgn::read(&bytes).map_err(|error| format!("`{}`: {error}", path.display()))?;
    if games.is_empty() { Err(format!("`{}`: there is no game in it", path.display())) } else { Ok(games) }
}

fn collect(games: &[PathBuf], nodes: u64, prover: Option<(UciEngine, u64)>, skip: usize) -> Result<(), Box<dyn Error>> {
    let mut provers = Provers { searcher: CleanSearcher::new(HASH_MB, 1), nodes, engine: prover };
    let files = games.iter().map(|path| read_games(path)).collect::<Result<Vec<_>, _>>()?;
    let all: usize = files.iter().map(Vec::len).sum();
    if skip > 0 && skip >= all {
        return Err(format!("--skip {skip}: no game is left, there {} only {}", are(all), counted(all, "game")).into());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "# half\tmate in\tgame\tmoves before the end\tBFEN")?;
    let mut number = 0;
    for (path, records) in games.iter().zip(&files) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for (index, record) in records.iter().enumerate() {
            number += 1;
            if number <= skip {
                continue;
            }
            let positions = match winners_positions(record) {
                Ok(positions) => positions,
                Err(error) => {
                    let _ = writeln!(io::stderr(), "`{name}`, game {}: {error}", index + 1);
                    continue;
                }
            };
            let drawn = DISTANCES.min().unwrap_or_default()
                + (number as u64).wrapping_mul(GOLDEN_RATIO) % DISTANCES.count() as u64;
            if let Some(Collected { moves, distance, bfen }) = provers.earliest(&positions, drawn)? {
                let half = if number % 2 == 0 { Half::Work } else { Half::Report }.name();
                writeln!(out, "{half}\t{moves}\t{name} {}\t{distance}\t{bfen}", index + 1)?;
            }
        }
    }
    Ok(())
}

/// Reads a line of `collect`: its half, the moves of the mate, and the position in BFEN.
///
/// # Errors
/// When it is none; the message quotes it.
pub fn read(line: &str) -> Result<(&str, u32, &str), String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[half, moves, _, _, bfen] = fields.as_slice() else {
        return Err(format!("five fields wanted: `{line}`"));
    };
    let moves = moves.parse().map_err(|_| format!("`{moves}` is no number of moves: `{line}`"))?;
    // An engine would pass over a position that is none.
    fen::parse(bfen, Rules::default().board_rules()).map_err(|error| format!("{error}: `{line}`"))?;
    Ok((half, moves, bfen))
}

/// The complaint about a collection of which nothing is asked for.
fn nothing_to_find(set: &Path, half: Option<Half>) -> String {
    let of_half = half.map_or_else(String::new, |half| format!(" of --half {}", half.name()));
    format!("`{}`: there is no position{of_half} in it", set.display())
}

fn count(
    set: &Path,
    engines: &[PathBuf],
    options: &[(String, String)],
    nodes: u64,
    half: Option<Half>,
) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(set).map_err(|error| format!("`{}`: {error}", set.display()))?;
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (which, moves, bfen) = read(line).map_err(|error| format!("`{}`: {error}", set.display()))?;
        if half.is_none_or(|half| half.name() == which) {
            positions.push((moves, bfen));
        }
    }
    if positions.is_empty() {
        return Err(nothing_to_find(set, half).into());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}, {nodes} nodes each", counted(positions.len(), "position"))?;
    for path in engines {
        let mut engine = UciEngine::start(path, READY_PATIENCE)?;
        options.iter().try_for_each(|(name, value)| engine.set(name, value))?;
        let mut found = Vec::new();
        let mut missed = Vec::new();
        for (moves, bfen) in &positions {
            match engine.mate(bfen, nodes)? {
                Some(mate) => found.push(mate.nodes),
                None => missed.push((moves, bfen)),
            }
        }
        found.sort_unstable();
        // Mates that were not found count as more nodes than any other.
        let median = found.get(positions.len() / 2).map_or("more".to_owned(), u64::to_string);
        let percent = 100.0 * found.len() as f64 / positions.len().max(1) as f64;
        writeln!(out, "{}: {} found, {percent:.1} %, median {median} nodes", path.display(), found.len())?;
        for (moves, bfen) in missed {
            writeln!(out, "  missed: mate in {moves}: {bfen}")?;
        }
    }
    Ok(())
}
