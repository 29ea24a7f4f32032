//! The moves of a position as a table or as JSON, with Tandem's own scores.

use super::base::Base;
use super::counts::merged;
use super::row::Row;
use crate::board::Position;
use crate::board::chess960::PREFIX;
use crate::game::{BoardId, Rules};
use crate::tools::analyze::judge::{self, Effort, Judge};
use crate::tools::analyze::walk::Question;
use crate::tools::position::{self, STARTPOS};
use crate::tools::wording::counted;
use crate::types::score;
use crate::types::{Color, Move, Score};
use serde::Serialize;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// Moves after which Tandem searches.
const SEARCHED: usize = 10;

/// `tandem explore BASE`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The base, made by `tandem explore build`
    #[arg(value_name = "BASE", required = true)]
    base: Option<PathBuf>,
    /// The moves of one board that lead to the position, as in "1. e4 e5 2. Nf3" or "e2e4 e7e5"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// The position, hands included, or with --moves the one before them: BFEN, `startpos`, or `960:N`
    #[arg(long, default_value = STARTPOS)]
    bfen: String,
    /// Only what was played on this board [default: both count as one]
    #[arg(long, value_name = "A|B", value_parser = parse_board)]
    board: Option<BoardId>,
    /// The rules by which moves are legal
    #[arg(long, default_value = "international")]
    rules: Rules,
    /// Nodes for Tandem's score of each of the ten most frequent moves; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn parse_board(text: &str) -> Result<BoardId, String> {
    let board = BoardId::ALL.into_iter().find(|board| text.eq_ignore_ascii_case(&board.to_string()));
    board.ok_or_else(|| "not A or B".to_owned())
}

/// A position and what was played in it.
#[derive(Serialize)]
struct Answer {
    bfen: String,
    board: Option<char>,
    games: u64,
    plies: u64,
    played: u64,
    moves: Vec<Row>,
}

/// Prints the moves of a position.
///
/// # Errors
/// When the base cannot be read, the position is none, or a move is not legal.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let position = position(&args.bfen, &args.moves, args.rules)?;
    let path = args.base.as_deref().ok_or("there is no base")?;
    let base = Base::open(path)?;
    let facts = base.facts();
    let found = merged(&position, base.moves(&position, args.board)?);
    let played = found.iter().map(|(_, counts)| u64::from(counts.played)).sum();
    let mut judge = (args.nodes > 0).then(|| Judge::new(Effort { nodes: Some(args.nodes), movetime_ms: None }));
    let mut moves = Vec::new();
    for (mv, counts) in found {
        let is_searched = moves.len() < SEARCHED && position.is_legal(mv);
        let searched = judge.as_mut().filter(|_| is_searched).map(|judge| after(judge, &position, mv));
        moves.push(Row::new(&position, mv, counts, searched));
    }
    let (bfen, board) = (position.to_bfen(), args.board.map(BoardId::letter));
    let answer = Answer { bfen, board, games: facts.games, plies: facts.plies, played, moves };
    let text = if args.json { serde_json::to_string(&answer)? + "\n" } else { table(&answer) };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The position behind the moves.
fn position(bfen: &str, moves: &str, rules: Rules) -> Result<Position, Box<dyn Error>> {
    let mut board_rules = rules.board_rules();
    board_rules.chess960 |= bfen.starts_with(PREFIX);
    let mut position = position::read("--bfen", bfen, board_rules)?;
    let words = moves.split_whitespace().map(without_number).filter(|word| !word.is_empty());
    for (number, word) in (1..).zip(words) {
        let by_san = position.parse_san(word);
        let mv = position.find_move(word).map_or(by_san, Ok);
        position.make_move(mv.map_err(|error| format!("--moves, move {number}: {error}"))?);
    }
    Ok(position)
}

/// A word without the number before it: `Nf3` of `2.Nf3`, nothing of `2...`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

/// Tandem's score for the player who makes the move.
fn after(judge: &mut Judge, position: &Position, mv: Move) -> Score {
    let mut next = position.clone();
    next.make_move(mv);
    let for_white = judge.judge(&Question { board: BoardId::A, position: next, keys: Vec::new() }).score;
    let score = if position.side_to_move() == Color::White { for_white } else { -for_white };
    // From before the move, a mate is one ply farther away.
    if score::is_mate(score) { score - score.signum() } else { score }
}

fn table(answer: &Answer) -> String {
    let Answer { bfen, board, games, plies, played, moves } = answer;
    let where_ = board.map_or_else(String::new, |board| format!(" on board {board}"));
    let [games, plies, times] =
        [(*games, "game"), (*plies, "ply"), (*played, "time")].map(|(count, noun)| counted(count, noun));
    let mut text = format!("{bfen}\n{games}, {plies} of each board; played here {times}{where_}\n");
    if moves.is_empty() {
        return text;
    }
    text += &format!("{:>8} {:>6} {:>7} {:>7} {:>7}  move\n", "played", "share", "score", "rating", "Tandem");
    for row in moves {
        let share = 100.0 * f64::from(row.played) / *played as f64;
        let score = row.score.map_or_else(String::new, |score| format!("{:.1} %", 100.0 * score));
        let rating = row.rating.map_or_else(String::new, |rating| format!("{rating:.0}"));
        let tandem = row.searched.map_or_else(String::new, judge::text);
        text += &format!("{:>8} {share:>4.0} % {score:>7} {rating:>7} {tandem:>7}  {}\n", row.played, row.san);
    }
    text
}
