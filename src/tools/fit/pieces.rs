//! `tandem fit pieces`: piece values on the board and in hand, fitted to the results of games of `tandem datagen`.

use super::regression::{self, Fitted, Sample};
use crate::board::Position;
use crate::eval::weights;
use crate::game::Rules;
use crate::tools::data::{self, GamesBlock, GamesError, Moment, StoredGame, each_block, rules_text};
use crate::tools::progress;
use crate::tools::train::set::{LEAD_KINDS, lead};
use crate::tools::wording::{are, counted};
use crate::types::{Color, PieceType};
use rayon::prelude::*;
use std::error::Error;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

/// Values of each kind in hand: the first piece, the second, and all further ones.
const HELD: usize = 3;
/// Indices of the features: pieces on the board, pieces in hand `[kind][first, second, further]`, side to move, leads
/// on the clock.
const BOARD: Range<usize> = 0..5;
const HAND: Range<usize> = BOARD.end..BOARD.end + 5 * HELD;
const TURN: usize = HAND.end;
const LEADS: Range<usize> = TURN + 1..TURN + 1 + LEAD_KINDS;
const COUNTED: usize = LEADS.end;
/// Least number of positions for each number that is fitted.
const LEAST: usize = 40;
const PAWN: usize = PieceType::Pawn.index();

/// `tandem fit pieces`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files that `tandem datagen` has written, or their folders; all by the same rules
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Threads to compute with; they do not change the result
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Without the progress bar
    #[arg(long)]
    quiet: bool,
}

/// Fits, and prints a table.
///
/// # Errors
/// When games cannot be read, are there twice, by different rules, or too few.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    pool.install(|| fit(args)).map_err(|error| -> Box<dyn Error> { error })
}

fn fit(args: &Args) -> Result<(), Box<dyn Error + Send + Sync>> {
    let reading = progress::bar(0, "{msg}", args.quiet);
    let (mut all, mut games) = (Vec::new(), 0);
    let mut rules: Option<Rules> = None;
    each_block(&data::files(&args.data), |block| -> Result<(), Box<dyn Error + Send + Sync>> {
        let path = block.path.display();
        // A file may have parts by different rules, too.
        let own = block.header.rules;
        let first = *rules.get_or_insert(own);
        if first != own {
            let [own, first] = [own, first].map(|rules| rules_text(&rules));
            return Err(format!("{path}: by the rules `{own}`, those before are by `{first}`").into());
        }
        games += block.games.len();
        let samples: Result<Vec<_>, _> = block.games.par_iter().map(|game| samples(&block, game)).collect();
        all.extend(samples?.into_iter().flatten());
        reading.set_message(format!("{path}: {} positions", all.len()));
        Ok(())
    })?;
    reading.finish_and_clear();
    if all.len() < LEAST * COUNTED {
        let (found, are) = (counted(all.len(), "position"), are(all.len()));
        return Err(format!("{found} {are} too few to tell {COUNTED} numbers").into());
    }
    let fitted = regression::fit(&all);
    let mut out = std::io::stdout().lock();
    let [games, positions] = [(games, "game"), (all.len(), "position")].map(|(count, noun)| counted(count, noun));
    writeln!(out, "{games}, {positions}; rules {}", rules_text(&rules.unwrap_or_default()))?;
    table(&fitted).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// The usable positions of a game.
fn samples(block: &GamesBlock, game: &StoredGame) -> Result<Vec<Sample<COUNTED>>, GamesError> {
    let mut samples = Vec::new();
    block.replay(game, |moment| {
        if moment.ply.is_usable() {
            samples.push(Sample { features: counts(moment), result: game.result_for(moment.seat().team()) });
        }
    })?;
    Ok(samples)
}

/// The features of a position: counts of the moving player's team minus those of the other team.
fn counts(moment: &Moment) -> [i8; COUNTED] {
    let mut features = [0; COUNTED];
    let seat = moment.seat();
    for member in [seat, seat.partner()] {
        let position = moment.game.position(member.board);
        add(position, member.color, 1, &mut features);
        add(position, !member.color, -1, &mut features);
        features[TURN] += if position.side_to_move() == member.color { 1 } else { -1 };
        let kind = lead(&moment.clocks, member);
        if kind != 0 {
            features[LEADS.start + usize::from(kind.unsigned_abs()) - 1] += kind.signum();
        }
    }
    features
}

fn add(position: &Position, color: Color, sign: i8, features: &mut [i8; COUNTED]) {
    for kind in PieceType::HELD {
        features[kind.index()] += sign * position.pieces(color, kind).count() as i8;
        let held = position.hand(color).count(kind) as usize;
        for number in 0..held {
            features[HAND.start + kind.index() * HELD + number.min(HELD - 1)] += sign;
        }
    }
}

/// The result as a table, in percent of a pawn on the board.
fn table(fitted: &Fitted<COUNTED>) -> Vec<String> {
    let percent = |thing: usize| {
        let (ratio, error) = fitted.ratio(thing, PAWN);
        (100.0 * ratio, 100.0 * error)
    };
    let number = |thing: usize| {
        let (value, error) = percent(thing);
        format!("{value:6.0} ± {error:<3.0}")
    };
    let mut lines = vec![
        "what a piece is worth to its team, a pawn on the board being 100, ± one standard error".to_owned(),
        "          on the board   first in hand   second       each further   first : board   (evaluation's own: board, first)"
            .to_owned(),
    ];
    for kind in PieceType::HELD {
        let hand = HAND.start + kind.index() * HELD;
        let (ratio, error) = fitted.ratio(hand, kind.index());
        lines.push(format!(
            "{:<8}  {}     {}      {}   {}     {ratio:.2} ± {error:.2}     {}, {}",
            kind.name(),
            number(kind.index()),
            number(hand),
            number(hand + 1),
            number(hand + 2),
            weights::board_values()[kind.index()],
            weights::hand_values()[kind.index()],
        ));
    }
    lines.push(format!("on turn   {}", number(TURN)));
    let leads: Vec<String> = LEADS.map(|lead| number(lead).trim().to_owned()).collect();
    lines.push(format!("leads on the clock, by their kinds: {}", leads.join(", ")));
    let nats = fitted.worth[PAWN];
    lines.push(format!(
        "a pawn alone wins {:.1} games of a hundred; loss {:.5}",
        100.0 / (1.0 + libm::exp(-nats)),
        fitted.loss
    ));
    lines
}
