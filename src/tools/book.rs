//! `tandem book`: searches first positions for the opening book.
//!
//! The positions that the moves found so far lead to most likely are searched next. A position is searched with usual
//! prices and a cleared table, so the same command writes the same book on any number of threads. The head of the file
//! names the nodes and the search of each run that has searched positions.

use crate::board::fen::BfenError;
use crate::board::{BoardRules, BoardStatus, Position};
use crate::eval::Prices;
use crate::player::{Book, BookEntry};
use crate::search::clean::CleanSearcher;
use crate::search::{Job, Limits, SearchError};
use crate::tools::{number, openings, progress, whole_file};
use crate::types::{ByColor, Color, Move, Score};
use rayon::prelude::*;
use std::collections::HashSet;
use std::error::Error;
use std::path::PathBuf;

/// Moves of a position that are searched with a score of their own.
const LINES: usize = 4;
/// An opponent is e times less likely to play a move that is this much worse than the best one, in cp.
const HEAT_CP: f64 = 25.0;
/// Positions searched before the next ones are chosen: the same for all numbers of threads.
const BATCH: usize = 8;
/// The first remarks of a book's file.
const HEAD: &str = "\
# Tandem's opening book: the moves from the start, and behind the colon the best moves, each with its score in cp for
# the side to move. Made by
";
/// TT size of a search, in MiB.
const HASH_MB: usize = 32;

/// `tandem book`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The file: positions that it has are not searched again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions of the whole book
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Nodes a position
    #[arg(long, default_value_t = 3_000_000, value_parser = number::from_one)]
    nodes: u64,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// A position of the book's tree that waits for its search.
#[derive(Clone)]
struct Leaf {
    line: Vec<Move>,
    position: Position,
    /// The chance that a game comes here if the book plays white, or black.
    chances: ByColor<f64>,
}

impl Leaf {
    /// The positions behind the moves of an entry, as far as the game goes on there. The book plays by its weights; its
    /// opponent may play any of the moves.
    fn children(&self, entry: &BookEntry) -> Vec<Self> {
        let us = self.position.side_to_move();
        let best = entry.moves.first().map_or(0, |&(_, score)| score);
        let heats: Vec<f64> = entry.moves.iter().map(|&(_, score)| (f64::from(score - best) / HEAT_CP).exp()).collect();
        let weights: Vec<f64> = entry.weights().into_iter().map(|weight| weight as f64).collect();
        let [all, own] = [&heats, &weights].map(|shares| shares.iter().sum::<f64>());
        let child = |(index, &(mv, _)): (usize, &(Move, Score))| {
            let mut child = self.clone();
            child.position.make_move(mv);
            child.line.push(mv);
            child.chances[us] *= weights[index] / own;
            child.chances[!us] *= heats[index] / all;
            (child.position.status() == BoardStatus::Playing).then_some(child)
        };
        entry.moves.iter().enumerate().filter_map(child).collect()
    }

    fn chance(&self) -> f64 {
        Color::ALL.into_iter().map(|color| self.chances[color]).sum()
    }
}

/// Searches one position; each thread has a searcher of its own.
fn search(searcher: &mut CleanSearcher, leaf: &Leaf, nodes: u64) -> Result<BookEntry, SearchError> {
    searcher.forget();
    let limits = Limits { nodes: Some(nodes), multipv: LINES, ..Limits::default() };
    let kept = searcher.search(Job::new(leaf.position.clone(), Prices::bughouse_default(), limits))?;
    let mut moves: Vec<_> = kept.lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect();
    moves.sort_by_key(|&(mv, score)| (-score, mv.bits()));
    moves.dedup_by_key(|&mut (mv, _)| mv);
    Ok(BookEntry { line: leaf.line.clone(), moves })
}

/// The remarks of a book's text, and one on this run if there is none yet.
fn head(text: &str, nodes: u64) -> Result<String, BfenError> {
    let search = openings::signature()?;
    let run = format!("#   tandem book --nodes {nodes}, by the search of {search} nodes in `tandem bench 5`");
    let mut remarks: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    if !remarks.contains(&run.as_str()) {
        remarks.push(&run);
    }
    Ok(remarks.join("\n") + "\n")
}

/// Makes the book, or goes on with it.
///
/// # Errors
/// When the file is no book or cannot be written, or a thread cannot be started.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let file = args.out.display();
    let text = match std::fs::read_to_string(&args.out) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => HEAD.to_owned(),
        text => text.map_err(|error| format!("{file}: {error}"))?,
    };
    let known = Book::parse(&text).map_err(|error| format!("{file}: {error}"))?;
    let head = head(&text, args.nodes)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let bar = progress::bar(args.positions.into(), "{bar:40} {pos} of {len} positions, {eta} left", args.quiet);
    let start = Leaf { line: Vec::new(), position: Position::start(BoardRules::default()), chances: ByColor([1.0; 2]) };
    let (mut leaves, mut seen, mut book) = (vec![start], HashSet::new(), Book::default());
    while book.len() < args.positions as usize && !leaves.is_empty() {
        leaves.sort_by(|a, b| b.chance().total_cmp(&a.chance()).then(a.line.len().cmp(&b.line.len())));
        let size = BATCH.min(args.positions as usize - book.len()).min(leaves.len());
        let batch: Vec<Leaf> = leaves.drain(..size).filter(|leaf| seen.insert(leaf.position.key())).collect();
        let look_up = |searcher: &mut CleanSearcher, leaf: &Leaf| match known.entry(&leaf.position) {
            Some(known) => Ok(BookEntry { line: leaf.line.clone(), ..known.clone() }),
            None => search(searcher, leaf, args.nodes),
        };
        let new = || CleanSearcher::new(HASH_MB, 1);
        let entries: Vec<_> = pool.install(|| batch.par_iter().with_max_len(1).map_init(new, look_up).collect());
        for (leaf, entry) in batch.iter().zip(entries) {
            let entry = entry?;
            leaves.extend(leaf.children(&entry));
            book.add(&leaf.position, entry);
        }
        // Entries that are known but not reached yet stay in the file until all of them are.
        if book.len() > known.len() {
            let text = format!("{head}{}", book.lines());
            whole_file::replace(&args.out, text.as_bytes()).map_err(|error| format!("{file}: {error}"))?;
        }
        bar.set_position(book.len() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}
