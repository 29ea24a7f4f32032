//! The cross table of more than two teams: points of each team against each other one, the best team first.

use super::columns::columns;
use crate::arena::referee::{MatchScore, MatchSide};
use crate::tools::r#match::results::{PairSet, TeamId};
use std::collections::BTreeMap;

/// A team's results.
struct TeamRow<'a> {
    team: &'a TeamId,
    points: f64,
    games: u32,
}

/// The table as text. A cell is `points/games`; teams are sorted by their share of the points, then by number.
pub fn table(pair_set: &PairSet, teams: &BTreeMap<usize, TeamId>) -> String {
    let mut rows: Vec<TeamRow> = teams
        .values()
        .map(|team| {
            let results: Vec<_> = teams.keys().map(|&other| against(pair_set, team.number, other)).collect();
            let points = results.iter().map(|(points, _)| points).sum();
            TeamRow { team, points, games: results.iter().map(|(_, games)| games).sum() }
        })
        .collect();
    let share = |row: &TeamRow| row.points / f64::from(row.games.max(1));
    rows.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.team.number.cmp(&b.team.number)));
    let mut head = vec!["team".to_owned()];
    head.extend(rows.iter().map(|row| (row.team.number + 1).to_string()));
    head.extend(["points", "share"].map(str::to_owned));
    let mut lines = vec![head];
    for row in &rows {
        let number = row.team.number;
        let mut line = vec![format!("{} {}", number + 1, row.team.name)];
        line.extend(rows.iter().map(|other| match against(pair_set, number, other.team.number) {
            _ if other.team.number == number => "·".to_owned(),
            (_, 0) => "-".to_owned(),
            (points, games) => format!("{points}/{games}"),
        }));
        line.push(format!("{}/{}", row.points, row.games));
        line.push(format!("{:.1} %", 100.0 * share(row)));
        lines.push(line);
    }
    columns(&lines)
}

/// Points of a team against another one, and the number of games.
fn against(pair_set: &PairSet, team: usize, other: usize) -> (f64, u32) {
    let sum = |score: &MatchScore, side| (score.points(side), score.wins[0] + score.wins[1] + score.draws);
    let at_home = sum(&pair_set.score([team, other]), MatchSide::First);
    let away = sum(&pair_set.score([other, team]), MatchSide::Second);
    (at_home.0 + away.0, at_home.1 + away.1)
}
