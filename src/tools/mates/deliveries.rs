//! Deliveries in finished games: a player on turn mates with a piece that its partner, on turn too, can take at once.
//! Counts for each player whether the partner took it in time.

use super::{TIMER, read_games};
use crate::board::PieceSet;
use crate::game::bpgn::Record;
use crate::game::{Clocks, Game, GameMove, Reason, Rules, Seat};
use crate::player::RelativeSeat;
use crate::search::mate::{MateSearch, MateTable};
use crate::team::delivery::{self, BothBoards};
use crate::tools::wording::counted;
use crate::types::PieceType;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// The deliveries of one player.
#[derive(Default)]
struct Deliveries {
    /// Those that the partner made.
    made: u32,
    /// Games among them that ended by mate of the opponent.
    mates: u32,
    /// Those that ended because the player moved first.
    moved_first: u32,
    /// Those that ended because the partner made another move.
    not_taken: u32,
}

/// The kind of a piece with which the player of `seat` mates, on turn as its partner is, if it does not mate without.
fn awaited(table: &mut MateTable, game: &Game, clocks: &Clocks, seat: Seat, nodes: u64) -> Option<PieceType> {
    let boards = [seat, seat.partner()].map(|seat| game.position(seat.board));
    if [seat, seat.partner()].iter().zip(boards).any(|(seat, board)| board.side_to_move() != seat.color) {
        return None;
    }
    let clocks = RelativeSeat::clocks(clocks, seat);
    let both = BothBoards { boards, us: seat.color, clocks, timer: TIMER, mating: PieceSet::default() };
    let kind = delivery::from_partner(table, &both, nodes)?;
    table.clear();
    (!MateSearch::new(table, boards[0].clone()).mates_within(nodes)).then_some(kind)
}

/// The deliveries of a game, by player.
fn of_game(
    table: &mut MateTable,
    record: &Record,
    nodes: u64,
    found: &mut BTreeMap<String, Deliveries>,
) -> Result<(), Box<dyn Error>> {
    let mut made = Vec::new();
    let rules = record.rules()?.unwrap_or_else(Rules::default);
    let game = record.replay_with(rules, |game, ply, game_move| {
        let mover = ply.seat;
        let GameMove { mv, .. } = game_move;
        let handed_over = game.position(mover.board).clone().make_move(mv).transfer();
        let mut count = |seat: Seat, how: fn(&mut Deliveries) -> &mut u32| {
            *how(found.entry(record.player(seat)).or_default()) += 1;
        };
        let partners = awaited(table, game, game.clocks(), mover.partner(), nodes);
        if partners.is_some() && partners == handed_over {
            count(mover.partner(), |one| &mut one.made);
            made.push(mover.partner());
        } else {
            if partners.is_some() {
                count(mover.partner(), |one| &mut one.not_taken);
            }
            if awaited(table, game, game.clocks(), mover, nodes).is_some() {
                count(mover, |one| &mut one.moved_first);
            }
        }
    })?;
    let mated = game.outcome().filter(|outcome| outcome.reason == Reason::Mate).and_then(|outcome| outcome.seat);
    if let Some(winner) = mated.map(Seat::opponent)
        && made.contains(&winner)
    {
        found.entry(record.player(winner)).or_default().mates += 1;
    }
    Ok(())
}

/// Prints the deliveries of games in BPGN for each player, by searches of at most `nodes` positions.
///
/// # Errors
/// When a file cannot be read, or the output cannot be written.
pub fn count(games: &[PathBuf], nodes: u64) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let (mut table, mut found, mut all) = (MateTable::default(), BTreeMap::new(), 0);
    for path in games {
        for (index, record) in read_games(path)?.iter().enumerate() {
            all += 1;
            if let Err(error) = of_game(&mut table, record, nodes, &mut found) {
                let _ = writeln!(io::stderr(), "`{}`, game {}: {error}", path.display(), index + 1);
            }
        }
    }
    writeln!(out, "{}", counted(all, "game"))?;
    for (player, Deliveries { made, mates, moved_first, not_taken }) in &found {
        writeln!(
            out,
            "{player}: {} with a piece that the partner can take at once; delivered: {made}, games that ended by \
             that mate: {mates}; the player moved first: {moved_first}; the partner made another move: {not_taken}",
            counted(made + moved_first + not_taken, "mate")
        )?;
    }
    Ok(())
}
