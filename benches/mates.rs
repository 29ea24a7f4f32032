//! Forced mates from games: collects them, and counts how many an engine finds, within how many nodes.
//!
//! ```text
//! cargo bench --bench mates -- collect games.bpgn… > benches/mates.tsv
//! cargo bench --bench mates -- run benches/mates.tsv --engine target/release/tandem --engine /usr/games/fairy-stockfish
//! ```
//!
//! `collect` takes one position of each game that ended by mate, with the hands as they stood, together at least four pieces. It goes back
//! over the winner's moves from the second to last one, at most to a move 2 to 9 before the end that the game's number draws, as long as a
//! search of ours or of the engine `--prover` finds a mate in 2 to 9: the earliest such position is taken. Games with an even number, from
//! 1, are the half to work with, the others the half to report.
//!
//! Our search looks for mates by the rules of the game, UCI engines by Fairy-Stockfish's, where a check from afar is mate even if a piece
//! to come could block it: whatever is mate by the former is mate by the latter.

use clap::{Parser, Subcommand};
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tandem::board::Position;
use tandem::eval::Prices;
use tandem::game::bpgn::{self, Record};
use tandem::game::{Reason, Rules};
use tandem::search::{Job, Limits, Searcher, Shared, clean};
use tandem::types::PieceType;
use tandem::types::score::mate_moves;

/// Winner's moves before the end at which a position may stand.
const DISTANCES: std::ops::RangeInclusive<u64> = 2..=9;
/// Pieces in both hands together, at least.
const LEAST_HELD: u32 = 4;
const HASH_MB: usize = 64;

#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
    /// Given by `cargo bench`; it means nothing here.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Prints the forced mates of games in BPGN
    Collect {
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
        /// Games at the beginning that an earlier run has done
        #[arg(long, default_value_t = 0)]
        skip: usize,
    },
    /// Counts the mates that UCI engines find
    Run {
        set: PathBuf,
        /// An engine; can be repeated
        #[arg(long)]
        engine: Vec<PathBuf>,
        /// Nodes for each position
        #[arg(long, default_value_t = 300_000)]
        nodes: u64,
        /// Only this half: `work` or `report`
        #[arg(long)]
        half: Option<String>,
    },
}

/// What a search says of a mate for the side to move: in how many moves, and after how many nodes it was first told.
#[derive(Clone, Copy)]
struct Mate {
    moves: u32,
    nodes: u64,
}

/// A UCI engine set to bughouse, on one thread.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &PathBuf) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{}`: {error}", path.display()))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err("no pipe to the engine".into()) };
        let mut engine = Self { child, input, output: BufReader::new(output) };
        engine.send("uci")?;
        engine.until("uciok", |_| ())?;
        engine.send("setoption name UCI_Variant value bughouse")?;
        // For Tandem; others have no other rules and no such option.
        engine.send("setoption name Rules value fairy-stockfish")?;
        engine.send(&format!("setoption name Hash value {HASH_MB}"))?;
        engine.send("setoption name Threads value 1")?;
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Reads lines to that which begins with `last`.
    fn until(&mut self, last: &str, mut each: impl FnMut(&str)) -> Result<(), Box<dyn Error>> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the engine ended before `{last}`").into());
            }
            each(line.trim());
            if line.starts_with(last) {
                return Ok(());
            }
        }
    }

    /// The first mate of at most nine moves that the engine tells in `nodes` nodes.
    fn mate(&mut self, bfen: &str, nodes: u64) -> Result<Option<Mate>, Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.until("readyok", |_| ())?;
        self.send(&format!("position fen {bfen}"))?;
        self.send(&format!("go nodes {nodes}"))?;
        let mut found = None;
        self.until("bestmove", |line| {
            let after = |key: &str| {
                let mut words = line.split_whitespace();
                words.find(|&word| word == key).and_then(|_| words.next()).and_then(|word| word.parse::<i64>().ok())
            };
            let bound = line.contains("upperbound");
            if let (Some(moves), Some(at)) = (after("mate").filter(|_| !bound), after("nodes"))
                && moves > 0
                && found.is_none()
            {
                found = Some(Mate { moves: moves as u32, nodes: at as u64 });
            }
        })?;
        Ok(found.filter(|mate| mate.nodes <= nodes + nodes / 100))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        // A wrapper script may wait for the end of its input, which we hold.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The winner's positions on the board of the mate, the last first, if the game ended so.
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
fn our_mate(searcher: &mut Searcher, shared: &Shared, position: &Position, nodes: u64) -> Option<u32> {
    shared.clear();
    searcher.new_game();
    let limits = Limits { nodes: Some(nodes), mate: DISTANCES.max().map(|most| most as u32), ..Limits::default() };
    let job = Job::new(position.clone(), Prices::bughouse_default(), limits);
    let found = clean::search(searcher, job).expect("a search thread").result;
    mate_moves(found.score).filter(|&moves| moves > 0).map(i32::unsigned_abs)
}

fn collect(games: &[PathBuf], nodes: u64, prover: Option<(&PathBuf, u64)>, skip: usize) -> Result<(), Box<dyn Error>> {
    let shared = Shared::new(HASH_MB, 1);
    let mut searcher = Searcher::new(shared.clone());
    let mut prover = prover.map(|(path, nodes)| Engine::start(path).map(|engine| (engine, nodes))).transpose()?;
    println!("# half\tmate in\tgame\tmoves before the end\tBFEN");
    let mut number = 0;
    for path in games {
        let bytes = fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        let records = bpgn::read(&bytes).map_err(|error| format!("`{}`: {error}", path.display()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for (index, record) in records.iter().enumerate() {
            number += 1;
            if number <= skip {
                continue;
            }
            let positions = match winners_positions(record) {
                Ok(positions) => positions,
                Err(error) => {
                    eprintln!("`{name}`, game {}: {error}", index + 1);
                    continue;
                }
            };
            let drawn = DISTANCES.min().unwrap_or_default()
                + (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) % DISTANCES.count() as u64;
            let mut taken = None;
            for distance in *DISTANCES.start()..=drawn {
                let Some(position) = positions.get(distance as usize - 1) else { break };
                let bfen = position.to_bfen();
                let ours = our_mate(&mut searcher, &shared, position, nodes);
                let proven = match (ours, &mut prover) {
                    (None, Some((engine, nodes))) => engine.mate(&bfen, *nodes)?.map(|mate| mate.moves),
                    (ours, _) => ours,
                };
                match proven {
                    Some(moves) if DISTANCES.contains(&u64::from(moves)) && held(position) >= LEAST_HELD => {
                        taken = Some((moves, distance, bfen));
                    }
                    Some(_) => {}
                    None => break,
                }
            }
            if let Some((moves, distance, bfen)) = taken {
                let half = if number % 2 == 0 { "work" } else { "report" };
                println!("{half}\t{moves}\t{name} {}\t{distance}\t{bfen}", index + 1);
            }
        }
    }
    Ok(())
}

fn run(set: &PathBuf, engines: &[PathBuf], nodes: u64, half: Option<&str>) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(set).map_err(|error| format!("`{}`: {error}", set.display()))?;
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[which, moves, _, _, bfen] = fields.as_slice() else {
            return Err(format!("five fields wanted: `{line}`").into());
        };
        if half.is_none_or(|half| half == which) {
            positions.push((moves.parse::<u32>()?, bfen));
        }
    }
    println!("{} positions, {nodes} nodes each", positions.len());
    for path in engines {
        let mut engine = Engine::start(path)?;
        let mut found = Vec::new();
        let mut missed = Vec::new();
        for (moves, bfen) in &positions {
            match engine.mate(bfen, nodes)? {
                Some(mate) => found.push(mate.nodes),
                None => missed.push((moves, bfen)),
            }
        }
        found.sort_unstable();
        // A mate that was not found took more nodes than any.
        let median = found.get(positions.len() / 2).map_or("more".to_owned(), u64::to_string);
        let percent = 100.0 * found.len() as f64 / positions.len().max(1) as f64;
        println!("{}: {} found, {percent:.1} %, median {median} nodes", path.display(), found.len());
        for (moves, bfen) in missed {
            println!("  missed: mate in {moves}: {bfen}");
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    match Args::parse().task {
        Task::Collect { games, nodes, prover, prover_nodes, skip } => {
            collect(&games, nodes, prover.as_ref().map(|path| (path, prover_nodes)), skip)
        }
        Task::Run { set, engine, nodes, half } => run(&set, &engine, nodes, half.as_deref()),
    }
}
