//! Fits the numbers of the handcrafted evaluation to the results of games (logistic regression, "Texel tuning"):
//!
//! ```text
//! cargo bench --features tune --bench fit -- games.bpgn
//! cargo bench --features tune --bench fit -- data/g0 --most 1000000
//! ```
//!
//! Games are BPGN files, or what `tandem datagen` has made: its file or folder.
//!
//! A sample is a quiet position of the board where a game ended by mate; its label is who gave that mate. The other
//! board of a game tells nothing: it was broken off. Flow is not in it either, since its worth shows on the other board.
//!
//! The scale of scores is fitted once to the old numbers and then kept, so that a cp means what it meant. Each round takes the
//! evaluation as linear around the current numbers (derivatives by finite differences) and solves for all of them at once by Newton's
//! method. Each number is pulled towards its old value by a spring as wide as a tuner's first step.

use clap::Parser;
use rayon::prelude::*;
use std::error::Error;
use std::path::PathBuf;
use std::{fs, iter};
use tandem::board::movegen::Select;
use tandem::board::{BoardStatus, Position};
use tandem::eval::{Prices, evaluate_board, squares, weights};
use tandem::game::bpgn::{self, Record};
use tandem::game::{Reason, Rules};
use tandem::tools::data::{GamesBlock, GamesError, StoredGame, each_block, files};
use tandem::tools::fit::regression::Cholesky;
use tandem::types::tunables::Tunable;
use tandem::types::{Color, MoveList, PieceType, Score, Square};

/// Numbers of the piece-square tables.
const SQUARES: usize = 6 * 64;
/// What the fit leaves alone: these say nothing about one board, or only repeat another number.
const NEVER_FITTED: [&str; 4] = ["exchange_values", "flow_percent", "board_values_5", "hand_percent_"];
/// A position where a capture wins more than this, in cp, is not quiet.
const QUIET: Score = 60;
/// Rounds of taking derivatives and solving.
const ROUNDS: usize = 3;

/// Fits the handcrafted evaluation to the results of games.
#[derive(Parser)]
struct Args {
    /// Games in BPGN, or files or folders of `tandem datagen`.
    games: Vec<PathBuf>,
    /// Most samples; more are thinned out evenly.
    #[arg(long, default_value_t = 300_000)]
    most: usize,
    /// How strongly the old values pull: a number that is one step away costs as much as half this many samples that are
    /// lost by one nat.
    #[arg(long, default_value_t = 20.0)]
    pull: f64,
    /// How wide the spring of a piece-square number is, in cp.
    #[arg(long, default_value_t = 8.0)]
    square_step: f64,
    /// Moves of each side at the beginning of a game to leave out.
    #[arg(long, default_value_t = 3)]
    skip: u16,
    /// Numbers to keep, by the beginnings of their names; `squares` keeps the piece-square tables.
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
    /// Given by `cargo bench`; it means nothing here.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A quiet position and what became of it.
struct Sample {
    position: Position,
    /// Whether the side to move gave mate in the end.
    won: bool,
    /// Not used for fitting, only to look at.
    held_out: bool,
}

/// The samples of one game: quiet positions of the board that was mated on.
fn samples(record: &Record, skip: u16, held_out: bool) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut boards: [Vec<Position>; 2] = [Vec::new(), Vec::new()];
    let game = record.replay_with(record.rules()?.unwrap_or_else(Rules::default), |game, ply, _| {
        let board = ply.seat.board;
        boards[board.index()].push(game.position(board).clone());
    })?;
    let Some((Reason::Mate, Some(mated))) = game.outcome().map(|outcome| (outcome.reason, outcome.seat)) else {
        return Ok(Vec::new());
    };
    let positions = std::mem::take(&mut boards[mated.board.index()]);
    Ok(quiet(positions, skip, mated.color, held_out))
}

/// The same of a game that `tandem datagen` has made, whose random moves are left out.
fn made(block: &GamesBlock<'_>, game: &StoredGame, skip: u16) -> Result<Vec<Sample>, GamesError> {
    let Some(last) = game.plies.last().filter(|_| game.reason == Reason::Mate) else { return Ok(Vec::new()) };
    let (mut positions, mut winner) = (Vec::new(), Color::White);
    block.replay(game, |moment| {
        if moment.ply.board == last.board {
            winner = moment.seat().color;
            if moment.ply.is_usable() {
                positions.push(moment.position().clone());
            }
        }
    })?;
    Ok(quiet(positions, skip, !winner, game.number % 5 == 4))
}

/// Samples of those positions that are quiet, on a board where `mated` was mated.
fn quiet(positions: Vec<Position>, skip: u16, mated: Color, held_out: bool) -> Vec<Sample> {
    let kept = positions.into_iter().filter(|position| position.fullmove_number() > skip && is_quiet(position));
    kept.map(|position| Sample { won: position.side_to_move() != mated, position, held_out }).collect()
}

/// Whether the evaluation can be taken at its word: no check to meet, nothing to win by a capture, no mate to give.
fn is_quiet(position: &Position) -> bool {
    let mut captures = MoveList::new();
    position.add_board_moves(Select::Noisy, &mut captures);
    let values = Prices::bughouse_default().exchange_values(position.rules());
    if position.in_check() || captures.iter().any(|&mv| position.see_at_least(mv, QUIET + 1, &values)) {
        return false;
    }
    let mut position = position.clone();
    position.legal_moves().iter().all(|&mv| {
        let undo = position.make_move(mv);
        let mate = position.in_check() && position.status() == BoardStatus::Mate;
        position.unmake_move(mv, &undo);
        !mate
    })
}

/// The squares' numbers in a position, each with its sign for the side to move: `kind * 64 + square`.
fn square_numbers(position: &Position) -> impl Iterator<Item = (usize, f64)> {
    Color::ALL.into_iter().flat_map(move |color| {
        let sign = if color == position.side_to_move() { 1.0 } else { -1.0 };
        PieceType::ALL.into_iter().flat_map(move |kind| {
            let pieces = position.pieces(color, kind);
            pieces.map(move |square| (kind.index() * 64 + square.relative_to(color).index(), sign))
        })
    })
}

/// The chance to win that an evaluation in cp stands for.
fn chance(eval: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-eval / scale).exp())
}

/// The mean loss of the samples with these evaluations, in nats, of the fitted half and of the other one.
fn losses(samples: &[Sample], evals: &[f64], scale: f64) -> [f64; 2] {
    [false, true].map(|held_out| {
        let chosen = samples.iter().zip(evals).filter(|(sample, _)| sample.held_out == held_out);
        let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), (sample, &eval)| {
            let eval = if sample.won { eval } else { -eval };
            (sum - chance(eval, scale).max(1e-9).ln(), count + 1.0)
        });
        sum / f64::max(count, 1.0)
    })
}

/// The cp that make a chance of `e : 1`, from the old evaluation: where the loss is least.
fn fit_scale(samples: &[Sample], evals: &[f64]) -> f64 {
    let (mut low, mut high) = (50.0, 3_000.0);
    while high - low > 0.5 {
        let [left, right] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
        let [at_left, at_right] = [left, right].map(|scale| losses(samples, evals, scale)[0]);
        if at_left < at_right { high = right } else { low = left }
    }
    (low + high) / 2.0
}

/// Everything that is fitted: numbers that the engine reads, and beside them changes of the piece-square tables, which
/// it does not know of but in which it is linear.
struct Fit<'a> {
    samples: &'a [Sample],
    scale: f64,
    /// The tunable numbers that are fitted.
    numbers: Vec<Tunable>,
    /// Changes of the squares' numbers, in cp.
    squares: Vec<f64>,
    /// The widths of the springs, of the tunable numbers and then of the squares' numbers; 0 keeps a number.
    steps: Vec<f64>,
    pull: f64,
}

impl Fit<'_> {
    /// The evaluations of all samples, by the engine, in cp for the side to move.
    fn engine(&self) -> Vec<f64> {
        self.samples.par_iter().map(|sample| f64::from(evaluate_board(&sample.position))).collect()
    }

    /// The same with the changes of the piece-square tables.
    fn evals(&self) -> Vec<f64> {
        let squares =
            |sample: &Sample| square_numbers(&sample.position).map(|(at, sign)| sign * self.squares[at]).sum::<f64>();
        self.samples.par_iter().zip(self.engine()).map(|(sample, eval)| eval + squares(sample)).collect()
    }

    /// What the springs cost, in nats.
    fn tension(&self, values: &[f64]) -> f64 {
        let old = self.numbers.iter().map(|number| f64::from(number.default)).chain(iter::repeat(0.0));
        let stretched = values.iter().zip(old).zip(&self.steps).filter(|(_, step)| **step > 0.0);
        self.pull / 2.0 * stretched.map(|((value, old), step)| ((value - old) / step).powi(2)).sum::<f64>()
    }

    /// The numbers as they stand.
    fn values(&self) -> Vec<f64> {
        self.numbers.iter().map(|number| f64::from(number.value())).chain(self.squares.iter().copied()).collect()
    }

    /// Sets the numbers: rounded and within their ranges.
    fn set(&mut self, values: &[f64]) {
        for (number, value) in self.numbers.iter().zip(values) {
            number.set((value.round() as i32).clamp(*number.range.start(), *number.range.end()));
        }
        for (at, (value, square)) in values[self.numbers.len()..].iter().zip(&mut self.squares).enumerate() {
            let old = table_value(at);
            *square = (f64::from(old) + value).round().clamp(-128.0, 127.0) - f64::from(old);
        }
    }

    /// Loss and springs of the fitted half, in nats a sample: what is made small.
    fn cost(&self) -> f64 {
        let fitted = self.samples.iter().filter(|sample| !sample.held_out).count() as f64;
        losses(self.samples, &self.evals(), self.scale)[0] + self.tension(&self.values()) / fitted
    }

    /// How the engine's evaluation of each sample changes with each tunable number, in cp.
    fn derivatives(&self) -> Vec<Vec<f32>> {
        let column = |(number, step): (&Tunable, &f64)| {
            if *step == 0.0 {
                return vec![0.0; self.samples.len()];
            }
            let value = number.value();
            let ends = [value + number.step, value - number.step]
                .map(|end| end.clamp(*number.range.start(), *number.range.end()));
            let [up, down] = ends.map(|end| {
                number.set(end);
                self.engine()
            });
            number.set(value);
            let width = f64::from(ends[0] - ends[1]);
            up.iter().zip(&down).map(|(up, down)| ((up - down) / width) as f32).collect()
        };
        self.numbers.iter().zip(&self.steps).map(column).collect()
    }

    /// The numbers that make the cost least, were the evaluation linear: a few steps of Newton's method.
    fn solve(&self) -> Vec<f64> {
        let (columns, evals, start) = (self.derivatives(), self.evals(), self.values());
        let tunable = self.numbers.len();
        let size = start.len();
        let old: Vec<f64> = self.numbers.iter().map(|number| f64::from(number.default)).chain([0.0; SQUARES]).collect();
        let mut values = start.clone();
        for _ in 0..4 {
            let change: Vec<f64> = values.iter().zip(&start).map(|(value, start)| value - start).collect();
            let zero = || (vec![0.0; size], vec![0.0; size * size]);
            let add = |(mut slope, mut bend): (Vec<f64>, Vec<f64>), at: usize| {
                let sample = &self.samples[at];
                let dense = columns.iter().map(|column| f64::from(column[at])).enumerate();
                let sparse = square_numbers(&sample.position).map(|(square, sign)| (tunable + square, sign));
                let row: Vec<(usize, f64)> = dense.chain(sparse).filter(|&(_, entry)| entry != 0.0).collect();
                let eval = evals[at] + row.iter().map(|&(number, entry)| entry * change[number]).sum::<f64>();
                let p = chance(eval, self.scale);
                let miss = (p - f64::from(u8::from(sample.won))) / self.scale;
                let weight = p * (1.0 - p) / (self.scale * self.scale);
                for (i, &(number, entry)) in row.iter().enumerate() {
                    slope[number] += miss * entry;
                    for &(other, second) in &row[..=i] {
                        bend[number.max(other) * size + number.min(other)] += weight * entry * second;
                    }
                }
                (slope, bend)
            };
            let sum = |(mut slope, mut bend): (Vec<f64>, Vec<f64>), (more, turn): (Vec<f64>, Vec<f64>)| {
                slope.iter_mut().zip(more).for_each(|(slope, more)| *slope += more);
                bend.iter_mut().zip(turn).for_each(|(bend, turn)| *bend += turn);
                (slope, bend)
            };
            let fitted = (0..self.samples.len()).into_par_iter().filter(|&at| !self.samples[at].held_out);
            let (mut slope, mut bend) = fitted.fold(zero, add).reduce(zero, sum);
            for (number, &step) in self.steps.iter().enumerate() {
                let stiffness = if step > 0.0 { self.pull / (step * step) } else { 1e12 };
                slope[number] += stiffness * (values[number] - old[number]);
                bend[number * size + number] += stiffness;
            }
            for (value, step) in values.iter_mut().zip(Cholesky::new(bend, size).solve(slope)) {
                *value -= step;
            }
        }
        values
    }

    /// One step up or down for each small number, where rounding costs much, as long as that makes the cost smaller.
    fn settle(&mut self) {
        let mut best = self.cost();
        for at in 0..self.numbers.len() {
            let number = self.numbers[at].clone();
            if self.steps[at] == 0.0 || number.step > 2 {
                continue;
            }
            for direction in [1, -1] {
                loop {
                    let value = number.value();
                    if !number.range.contains(&(value + direction)) {
                        break;
                    }
                    number.set(value + direction);
                    let cost = self.cost();
                    if cost >= best {
                        number.set(value);
                        break;
                    }
                    best = cost;
                }
            }
        }
    }
}

/// The engine's piece-square number `kind * 64 + square`, for white.
fn table_value(at: usize) -> Score {
    squares::value(Color::White, PieceType::ALL[at / 64], Square::from_index(at % 64))
}

/// The tunable numbers as lines to be pasted: an array's elements in one line, old values behind.
fn show_numbers(numbers: &[Tunable]) {
    let group = |number: &Tunable| number.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_owned();
    for same in numbers.chunk_by(|a, b| group(a) == group(b)) {
        let list = |value: fn(&Tunable) -> i32| {
            same.iter().map(|number| value(number).to_string()).collect::<Vec<_>>().join(", ")
        };
        let [new, old] = [list(Tunable::value), list(|number| number.default)];
        if new != old {
            println!("{}: [{new}], // was [{old}]", group(&same[0]));
        }
    }
}

/// The piece-square tables as the source has them.
fn show_squares(changes: &[f64]) {
    for kind in 0..6 {
        println!("    [");
        for rank in (0..8).rev() {
            let numbers = (kind * 64 + rank * 8)..(kind * 64 + rank * 8 + 8);
            let row: Vec<String> = numbers.map(|at| (table_value(at) + changes[at] as Score).to_string()).collect();
            println!("        [{}],", row.join(", "));
        }
        println!("    ],");
    }
}

/// The mean size of the evaluations, in cp.
fn spread(evals: &[f64]) -> f64 {
    evals.iter().map(|eval| eval.abs()).sum::<f64>() / evals.len() as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let (mut records, mut all, mut games) = (Vec::new(), Vec::new(), 0);
    for path in &args.games {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "bin") {
            for file in files(std::slice::from_ref(path)) {
                each_block(&file, |block| -> Result<(), GamesError> {
                    games += block.games.len();
                    let found: Result<Vec<_>, _> =
                        block.games.par_iter().map(|game| made(&block, game, args.skip)).collect();
                    all.extend(found?.into_iter().flatten());
                    Ok(())
                })?;
            }
            continue;
        }
        let bytes = fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        records.extend(bpgn::read(&bytes).map_err(|error| format!("`{}`: {error}", path.display()))?);
    }
    // Both games of a pair have the same opening, so a pair stays together: every fifth is only looked at.
    games += records.len();
    let found = records.par_iter().enumerate();
    let found =
        found.map(|(game, record)| samples(record, args.skip, game / 2 % 5 == 4).map_err(|error| error.to_string()));
    all.extend(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
    let (found, stride) = (all.len(), all.len().div_ceil(args.most.max(1)).max(1));
    let mut number = 0;
    all.retain(|_| {
        number += 1;
        number % stride == 0
    });
    println!("{games} games, {found} quiet positions, {} samples", all.len());
    if all.is_empty() {
        return Ok(());
    }

    let kept = |name: &str| {
        let never = NEVER_FITTED.iter().any(|known| name.starts_with(known)) && !is_further_percent(name);
        never || args.keep.iter().any(|beginning| name.starts_with(beginning.as_str()))
    };
    let numbers = weights::tunables();
    let square_step = if kept("squares") { 0.0 } else { args.square_step };
    let steps = numbers.iter().map(|number| if kept(&number.name) { 0.0 } else { f64::from(number.step) });
    let steps: Vec<f64> = steps.chain(iter::repeat_n(square_step, SQUARES)).collect();
    let mut fit = Fit { samples: &all, scale: 1.0, numbers, squares: vec![0.0; SQUARES], steps, pull: args.pull };

    let evals = fit.evals();
    fit.scale = fit_scale(&all, &evals);
    let show = |fit: &Fit<'_>, what: &str| {
        let evals = fit.evals();
        let [fitted, held_out] = losses(&all, &evals, fit.scale);
        println!("{what}: loss {fitted:.5} fitted, {held_out:.5} held out, mean size {:.0} cp", spread(&evals));
    };
    println!("scale: {:.0} cp", fit.scale);
    show(&fit, "old");
    for round in 1..=ROUNDS {
        let (before, cost) = (fit.values(), fit.cost());
        let mut target = fit.solve();
        fit.set(&target);
        // Far from where it was taken the linear picture can mislead: go half as far.
        for _ in 0..4 {
            if fit.cost() < cost {
                break;
            }
            target.iter_mut().zip(&before).for_each(|(target, before)| *target = (*target + before) / 2.0);
            fit.set(&target);
        }
        show(&fit, &format!("round {round}"));
    }
    fit.settle();
    show(&fit, "settled");
    show_numbers(&fit.numbers);
    show_squares(&fit.squares);
    Ok(())
}

/// Whether the name is that of a percentage of a second or later piece in hand; that of the first stays 100.
fn is_further_percent(name: &str) -> bool {
    name.starts_with("hand_percent_") && !name.ends_with("_0")
}
