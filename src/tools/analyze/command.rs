//! The command: reads games, has their positions judged, and writes what was found.

use super::judge::{self, Effort, Judgment};
use super::outputs::{OutputArgs, Outputs};
use super::review::{self, Review};
use super::walk::{Question, Walk};
use crate::game::Rules;
use crate::tools::import::{Games, Imported, Input, LeftOut, SeenGames, names_of, warn};
use crate::tools::{number, progress};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;

/// Default number of nodes per position.
const NODES: u64 = 50_000;

/// `tandem analyze GAMES…`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The games: BPGN, PGN of one board, chess.com's JSON; `-` is the standard input
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,
    /// Nodes for each position [default: 50000, or no limit with --movetime]
    #[arg(long, value_name = "N", value_parser = number::from_one)]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = number::from_one)]
    movetime: Option<u64>,
    /// Positions that are searched at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The rules of games that do not tell theirs: a preset, options, or both, as in `gambler,drop-check=forbidden`
    /// [default: the first preset that fits]
    #[arg(long)]
    rules: Option<Rules>,
    /// Search this many times as long around a move that may have cost much, before it is named
    #[arg(long, value_name = "TIMES", default_value_t = judge::SECOND_LOOK, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    second_look: u32,
    /// Only game number N of the files, from 1
    #[arg(long, value_name = "N", value_parser = number::from_one)]
    game: Option<u64>,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// Analyzes all games of the files; what is damaged is named, and the rest is analyzed.
///
/// # Errors
/// That of [`LeftOut::result`]; when there is no game at all, or the output cannot be written, or would replace
/// games that are lost then. A closed pipe is no error.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    args.outputs.check(&args.files, args.game.is_some())?;
    let inputs = args.files.iter().cloned().map(Input::File).collect();
    let bar = progress::bar(0, "{bar:24} {pos}/{len} positions, {msg}, {eta} to go", false);
    let effort = Effort { nodes: args.nodes.or(args.movetime.is_none().then_some(NODES)), movetime_ms: args.movetime };
    let threads = usize::from(args.threads);
    let mut outputs = Outputs::new(&args.outputs);
    let (mut left_out, mut number, mut seen) = (LeftOut::default(), 0u64, SeenGames::default());
    let mut games = Games::new(inputs, args.rules).peekable();
    while let Some(game) = games.next() {
        if let Err(damage) = &game
            && damage.is_of_file()
        {
            left_out.add(damage, &bar);
            args.outputs.spare(&left_out, &args.files)?;
            continue;
        }
        number += 1;
        if args.game.is_some_and(|only| only > number) {
            continue;
        }
        if args.game.is_some_and(|only| only < number) {
            break;
        }
        let walk = match game {
            Ok(game) => Walk::new(&game.settled.record, game.settled.rules).map(|walk| (game, walk)),
            Err(damage) => {
                left_out.add(&damage, &bar);
                args.outputs.spare(&left_out, &args.files)?;
                continue;
            }
        };
        let (mut game, walk): (Imported, Walk) = walk?;
        if !seen.is_new(&game.settled) {
            let again = "the game came before, by players and moves, and is analyzed and counted again";
            game.settled.warnings.push(again.to_owned());
        }
        warn(&bar, &game);
        bar.inc_length(walk.questions.len() as u64);
        bar.set_message(format!("game {number}"));
        let verdicts = verdicts(&walk, effort, threads, &bar);
        let unsure = review::unsure(&walk, &verdicts);
        bar.inc_length(unsure.len() as u64);
        let deeper = deeper(&walk, unsure, effort.times(args.second_look), threads, &bar);
        let review = Review::new(&walk, &verdicts, &deeper);
        let is_only = args.game.is_some() || (outputs.analyzed() == 0 && games.peek().is_none());
        bar.suspend(|| outputs.game(number, &game.settled.record, &walk, &review, is_only))?;
        if outputs.are_closed() {
            return Ok(());
        }
    }
    bar.finish_and_clear();
    let analyzed = outputs.analyzed();
    if analyzed == 0 {
        return Err(match left_out.games {
            0 if number > 0 => {
                let (names, wanted) = (names_of(&args.files), args.game.unwrap_or(1));
                format!("{names}: there is no game {wanted}, only {number}").into()
            }
            _ => left_out.nothing_served(&args.files).into(),
        });
    }
    outputs.finish()?;
    left_out.result(analyzed)
}

/// The verdicts on all positions of a game.
pub fn verdicts(walk: &Walk, effort: Effort, threads: usize, bar: &ProgressBar) -> Vec<Judgment> {
    let all = (0..walk.questions.len()).collect();
    deeper(walk, all, effort, threads, bar).into_values().collect()
}

/// The verdicts on some positions of a game, given by their indices.
fn deeper(
    walk: &Walk,
    indices: Vec<usize>,
    effort: Effort,
    threads: usize,
    bar: &ProgressBar,
) -> BTreeMap<usize, Judgment> {
    let found: Mutex<BTreeMap<usize, Judgment>> = Mutex::default();
    let questions: Vec<&Question> = indices.iter().map(|&index| &walk.questions[index]).collect();
    judge::judge_all(&questions, effort, threads, |place, verdict| {
        found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(indices[place], verdict);
        bar.inc(1);
    });
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
