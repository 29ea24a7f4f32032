//! Mates on two boards: positions of games in which a team mates only with both of its boards, and how many of them
//! are found.

use super::{Half, nothing_to_find, read_games};
use crate::board::Position;
use crate::game::bpgn::Record;
use crate::game::{BoardId, Clocks, Game, Rules, Seat, Team, parse_pair};
use crate::search::mate::{JointResult, JointSearch, MateResult, MateSearch, MateTable, TwoBoards};
use crate::tools::wording::counted;
use crate::types::Color;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Plies of both boards before the last one at which a position is looked at.
const DISTANCES: [usize; 7] = [0, 2, 5, 9, 14, 20, 27];
/// Positions of a search on one board that must not find the mate.
const ONE_BOARD: u64 = 200_000;
/// Lead on the clock that counts, in ms.
const LEAST_LEAD_MS: u64 = 200;

/// A position of both boards with a team to mate.
pub struct JointPosition {
    /// Boards A and B.
    pub boards: [Position; 2],
    /// The team.
    pub team: Team,
    /// Whether the team's player on each board has more time than the opponent of its partner.
    pub leads: [bool; 2],
}

impl JointPosition {
    /// The position of a game with these clocks, of whole games without an increment.
    fn of(game: &Game, clocks: &Clocks, team: Team) -> Self {
        let clocks = running(game, clocks);
        let leads = BoardId::ALL.map(|board| {
            let seat = team.seat(board);
            clocks[seat] > clocks[seat.diagonal()] + LEAST_LEAD_MS
        });
        Self { boards: BoardId::ALL.map(|board| game.position(board).clone()), team, leads }
    }

    /// The game in which the team attacks.
    pub fn game(&self) -> TwoBoards {
        TwoBoards::new(self.boards.clone(), self.team.seat(BoardId::A).color, self.leads)
    }

    /// Whether the team is on turn somewhere, and mates on neither board alone.
    fn needs_both(&self, table: &mut MateTable) -> bool {
        let turns = BoardId::ALL.map(|board| self.team.seat(board).color == self.boards[board.index()].side_to_move());
        let alone = |board: usize, table: &mut MateTable| {
            table.clear();
            let mut visited = 0;
            let search = MateSearch::new(table, self.boards[board].clone());
            let found = search.search(|| {
                visited += 1;
                visited <= ONE_BOARD
            });
            matches!(found, MateResult::Mate(..))
        };
        turns.contains(&true) && !(0..2).any(|board| turns[board] && alone(board, table))
    }

    /// The verdict of a search of at most `nodes` positions and `time`, and how many it visited.
    fn search(&self, table: &mut MateTable, nodes: u64, time: Duration) -> (JointResult, u64) {
        table.clear();
        let (mut visited, began) = (0, Instant::now());
        let verdict = JointSearch::new(table, self.game()).search(|| {
            visited += 1;
            visited <= nodes && (visited % 64 != 0 || began.elapsed() < time)
        });
        (verdict, visited)
    }
}

/// The clocks now, from those after each player's last move: both boards began at once, and the clock of the player on
/// turn has run since the last move of its board.
pub(super) fn running(game: &Game, clocks: &Clocks) -> Clocks {
    let played = |board: BoardId| {
        let [white, black] = [Color::White, Color::Black].map(|color| clocks[Seat::new(board, color)]);
        white + black
    };
    // Less is left of both clocks together where more time has passed.
    let least = BoardId::ALL.map(played).into_iter().min().unwrap_or_default();
    let mut now = *clocks;
    for board in BoardId::ALL {
        let seat = game.on_turn(board);
        now[seat] = now[seat].saturating_sub(played(board) - least);
    }
    now
}

/// The last positions of a game from the side of its winner, or of its loser if `missed`, last first.
fn positions_of(record: &Record, missed: bool) -> Result<Vec<JointPosition>, Box<dyn Error>> {
    let rules = record.rules()?.unwrap_or_else(Rules::default);
    let winner = record.replay(rules)?.outcome().and_then(|outcome| outcome.winner);
    let Some(winner) = winner else { return Ok(Vec::new()) };
    let team = if missed { !winner } else { winner };
    let mut positions = Vec::new();
    record.replay_with(rules, |game, _, _| positions.push(JointPosition::of(game, game.clocks(), team)))?;
    positions.reverse();
    Ok(positions)
}

/// Prints the earliest position of each game, of its last plies, in which a mate of the winner, or of the loser if
/// `missed`, needs both boards.
///
/// # Errors
/// When a file cannot be read, or the output cannot be written.
pub fn collect(games: &[PathBuf], nodes: u64, missed: bool) -> Result<(), Box<dyn Error>> {
    let files = games.iter().map(|path| read_games(path)).collect::<Result<Vec<_>, _>>()?;
    let mut out = io::stdout().lock();
    writeln!(out, "# half\tplies\tgame\tplies before the end\tteam\tleads\tboards")?;
    let (mut one, mut both) = (MateTable::default(), MateTable::default());
    let mut number = 0;
    for (path, records) in games.iter().zip(&files) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for (index, record) in records.iter().enumerate() {
            number += 1;
            let positions = match positions_of(record, missed) {
                Ok(positions) => positions,
                Err(error) => {
                    let _ = writeln!(io::stderr(), "`{name}`, game {}: {error}", index + 1);
                    continue;
                }
            };
            let found = DISTANCES.into_iter().rev().find_map(|before| {
                let position = positions.get(before)?;
                let (verdict, _) = position.search(&mut both, nodes, Duration::MAX);
                let JointResult::Mate(_, plies) = verdict else { return None };
                position.needs_both(&mut one).then_some((before, plies, position))
            });
            if let Some((before, plies, position)) = found {
                let half = if number % 2 == 0 { Half::Work } else { Half::Report }.name();
                let team = if position.team == Team::One { 1 } else { 2 };
                let leads = position.leads.map(|leads| if leads { "+" } else { "-" }).concat();
                let boards = position.boards.each_ref().map(Position::to_bfen).join(" | ");
                writeln!(out, "{half}\t{plies}\t{name} {}\t{}\t{team}\t{leads}\t{boards}", index + 1, before + 1)?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Reads a line of [`collect`]: its half, the plies of the mate, and the position.
///
/// # Errors
/// When it is none; the message quotes it.
pub fn read(line: &str) -> Result<(&str, u16, JointPosition), Box<dyn Error>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[half, plies, _, _, team, leads, boards] = fields.as_slice() else {
        return Err(format!("seven fields wanted: `{line}`").into());
    };
    let team = match team {
        "1" => Team::One,
        "2" => Team::Two,
        _ => return Err(format!("`{team}` is no team: `{line}`").into()),
    };
    let leads = match leads.as_bytes() {
        &[a, b] if [a, b].iter().all(|sign| b"+-".contains(sign)) => [a == b'+', b == b'+'],
        _ => return Err(format!("`{leads}` is no pair of `+` and `-`: `{line}`").into()),
    };
    let boards = parse_pair(boards, Rules::default().board_rules())?.0;
    let plies = plies.parse().map_err(|_| format!("`{plies}` is no number of plies: `{line}`"))?;
    Ok((half, plies, JointPosition { boards, team, leads }))
}

/// Counts the mates that the search on two boards finds in `time`.
///
/// # Errors
/// When the file cannot be read, has a wrong line or none.
pub fn count(set: &Path, time: Duration, half: Option<Half>) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(set).map_err(|error| format!("`{}`: {error}", set.display()))?;
    let mut table = MateTable::default();
    let (mut all, mut nodes, mut missed) = (0, Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (which, plies, position) = read(line).map_err(|error| format!("`{}`: {error}", set.display()))?;
        if half.is_some_and(|half| half.name() != which) {
            continue;
        }
        all += 1;
        let (verdict, visited) = position.search(&mut table, u64::MAX, time);
        match verdict {
            JointResult::Mate(..) => nodes.push(visited),
            _ => missed.push((plies, line)),
        }
    }
    if all == 0 {
        return Err(nothing_to_find(set, half).into());
    }
    nodes.sort_unstable();
    let median = nodes.get(all / 2).map_or("more".to_owned(), u64::to_string);
    let percent = 100.0 * nodes.len() as f64 / all.max(1) as f64;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}, {} ms each: {} found, {percent:.1} %, median {median} positions",
        counted(all, "position"),
        time.as_millis(),
        nodes.len()
    )?;
    for (plies, line) in missed {
        writeln!(out, "  missed: {}: {line}", counted(plies, "ply"))?;
    }
    Ok(())
}
