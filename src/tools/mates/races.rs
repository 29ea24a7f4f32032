//! Races in finished games: each team has lost one board by force, and the clocks tell which of them ends first. Counts
//! how many were won by the team that had to win them.

use super::{TIMER, joint, read_games};
use crate::board::{BoardStatus, Position};
use crate::game::bpgn::Record;
use crate::game::{BoardId, Clocks, Game, Rules, Seat, Team};
use crate::search::mate::{MateResult, MateSearch, MateTable};
use crate::team::race::{self, LostBoard};
use crate::tools::wording::counted;
use crate::types::Color;
use std::collections::VecDeque;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// A race when it began.
struct Race {
    /// Plies from its beginning to the end of the game.
    plies_left: usize,
    /// Time by which team 1 outlasts team 2, in ms; `None` if it is too close.
    lead_ms: Option<i64>,
    winner: Team,
}

impl Race {
    /// The team that wins if both play it right.
    fn favorite(&self) -> Option<Team> {
        self.lead_ms.map(|lead| if lead > 0 { Team::One } else { Team::Two })
    }
}

/// The loser by force of a position, and the moves until mate; searches at most `nodes` positions.
fn loser(table: &mut MateTable, position: &Position, nodes: u64) -> Option<(Color, u32)> {
    let mut ask = |search: fn(&mut MateTable, Position) -> MateSearch<'_>| {
        table.clear();
        let mut visited = 0;
        let verdict = search(table, position.clone()).search(|| {
            visited += 1;
            visited <= nodes
        });
        if let MateResult::Mate(_, plies) = verdict { Some(u32::from(plies).div_ceil(2)) } else { None }
    };
    let mover = position.side_to_move();
    match position.status() {
        // With a mate the game is over, and so is the race.
        BoardStatus::Mate | BoardStatus::Hang | BoardStatus::Stalemate => return None,
        BoardStatus::Playing => {}
    }
    let mates = ask(|table, position| MateSearch::new(table, position)).map(|moves| (!mover, moves));
    mates.or_else(|| ask(|table, position| MateSearch::against(table, position)).map(|moves| (mover, moves)))
}

/// The last positions of a game, each with the clocks when it arose, and the winner.
struct LastPositions {
    positions: VecDeque<([Position; 2], Clocks)>,
    winner: Option<Team>,
}

impl LastPositions {
    /// At most `most` of them.
    fn of(record: &Record, most: usize) -> Result<Self, Box<dyn Error>> {
        let mut positions = VecDeque::new();
        let mut keep = |game: &Game, clocks: &Clocks| {
            positions.push_back((BoardId::ALL.map(|board| game.position(board).clone()), joint::running(game, clocks)));
            if positions.len() > most {
                positions.pop_front();
            }
        };
        // The clock of a move is set before it is shown, so each position has the clocks of the move before.
        let mut before = None;
        let game = record.replay_with(record.rules()?.unwrap_or_else(Rules::default), |game, _, _| {
            if let Some(clocks) = before.replace(*game.clocks()) {
                keep(game, &clocks);
            }
        })?;
        if let Some(clocks) = before {
            keep(&game, &clocks);
        }
        Ok(Self { positions, winner: game.outcome().and_then(|outcome| outcome.winner) })
    }

    /// The first moment at which each team had lost one board and one lasts longer for certain; if there was none, the
    /// last one that was too close.
    fn race(&self, table: &mut MateTable, nodes: u64) -> Option<Race> {
        let winner = self.winner?;
        let mut close = None;
        let mut known: [Option<(u64, _)>; 2] = [None; 2];
        for (index, (boards, clocks)) in self.positions.iter().enumerate() {
            for (known, position) in known.iter_mut().zip(boards) {
                if known.is_none_or(|(key, _)| key != position.key()) {
                    *known = Some((position.key(), loser(table, position, nodes)));
                }
            }
            let lost = |board: BoardId| {
                let (_, found) = known[board.index()]?;
                let (color, moves) = found?;
                let seat = Seat::new(board, color);
                let to_move = boards[board.index()].side_to_move() == color;
                Some((seat.team(), LostBoard { clock_ms: clocks[seat], to_move, moves }))
            };
            if let (Some((one, a)), Some((other, b))) = (lost(BoardId::A), lost(BoardId::B))
                && one != other
            {
                let (ours, theirs) = if one == Team::One { (a, b) } else { (b, a) };
                let lead_ms = race::lead_ms(ours, theirs, &TIMER);
                close = Some(Race { plies_left: self.positions.len() - 1 - index, lead_ms, winner });
                if lead_ms.is_some() {
                    return close;
                }
            }
        }
        close
    }
}

/// Prints the races of games in BPGN, and how many were won by the favorite. In the last `plies` plies of each game
/// both boards are searched for mates of at most `nodes` positions.
///
/// # Errors
/// When a file cannot be read, or the output cannot be written.
pub fn count(games: &[PathBuf], nodes: u64, plies: usize) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut table = MateTable::default();
    let (mut all, mut races, mut close, mut right, mut left_out) = (0, 0, 0, 0, 0);
    for path in games {
        for (index, record) in read_games(path)?.iter().enumerate() {
            all += 1;
            // With an increment a clock does not tell how much time has passed.
            if record.time_control().is_none_or(|(_, increment_ms)| increment_ms > 0) {
                left_out += 1;
                continue;
            }
            let last = match LastPositions::of(record, plies) {
                Ok(last) => last,
                Err(error) => {
                    let _ = writeln!(io::stderr(), "`{}`, game {}: {error}", path.display(), index + 1);
                    left_out += 1;
                    continue;
                }
            };
            let Some(race) = last.race(&mut table, nodes) else { continue };
            races += 1;
            match race.favorite() {
                None => close += 1,
                Some(favorite) if favorite == race.winner => right += 1,
                Some(favorite) => {
                    let lead_ms = race.lead_ms.unwrap_or_default().abs();
                    let team = if favorite == Team::One { 1 } else { 2 };
                    writeln!(
                        out,
                        "`{}`, game {}: team {team} outlasted by {lead_ms} ms, {} before the end, and lost",
                        path.display(),
                        index + 1,
                        counted(race.plies_left, "ply")
                    )?;
                }
            }
        }
    }
    let known = races - close;
    let percent = 100.0 * f64::from(right) / f64::from(known.max(1));
    writeln!(
        out,
        "{}, {left_out} of them without clocks or with an increment: {}, {close} of them too close; of {known} with a \
         known winner {right} were played right, {percent:.1} %",
        counted(all, "game"),
        counted(races, "race")
    )?;
    Ok(())
}
