//! The report on a match as text: the same whether it was played in one run or merged from many.

mod columns;
mod cross;
mod losses;

use crate::arena::referee::MatchScore;
use crate::tools::r#match::results;
use crate::tools::r#match::results::{GameLine, PairLine, PairSet, TeamId, TeamTally};
use crate::tools::r#match::schedule::tell_apart;
use crate::tools::stats::{Decision, Estimate, Pentanomial, Sprt, elo_text};
use columns::columns;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole report; on a match on one board without the columns on partners. Games outside of pairs count in the score
/// and in the team table, not in the statistics of pairs.
pub fn report(
    pair_set: &PairSet,
    singles: &[([TeamId; 2], GameLine)],
    sprt: Option<&Sprt>,
    is_one_board: bool,
) -> String {
    let mut teams: BTreeMap<usize, TeamId> = pair_set.teams().map(|team| (team.number, team.clone())).collect();
    for team in singles.iter().flat_map(|(teams, _)| teams) {
        teams.entry(team.number).or_insert_with(|| team.clone());
    }
    let in_pairs = pair_set.pairs().flat_map(|line| line.games.iter().map(|game| (line.meeting(), game)));
    let beyond = singles.iter().map(|(teams, game)| (teams.each_ref().map(|team| team.number), game));
    let games: Vec<([usize; 2], &GameLine)> = in_pairs.chain(beyond).collect();
    let mut scores: BTreeMap<[usize; 2], MatchScore> = BTreeMap::new();
    games.iter().for_each(|(meeting, game)| scores.entry(*meeting).or_default().count(game.side()));
    let mut text = String::new();
    if scores.is_empty() {
        return "no game has been finished\n".to_owned();
    }
    if teams.len() > 2 {
        text += &cross::table(pair_set, &teams);
        text.push('\n');
    }
    for (meeting, score) in scores {
        let names = meeting.map(|number| teams.get(&number).map_or_else(String::new, |team| team.name.clone()));
        let [first, second] = tell_apart(names, meeting);
        let _ = writeln!(text, "score {first} - {second}: {score}");
        let pairs = results::pentanomial(pair_set.meeting(meeting));
        if pairs.pairs() > 0 {
            text += &meeting_lines(&score, &pairs, sprt);
        }
        for (loser, team) in [&first, &second].into_iter().enumerate() {
            let lost = numbered(pair_set, meeting).filter(|(_, game)| game.winner == Some(1 - loser));
            text += &losses::losses(team, lost);
        }
    }
    text.push('\n');
    text += &team_table(&games, &teams, is_one_board);
    text
}

/// The games of the pairs of a meeting with their numbers in the match.
fn numbered(pair_set: &PairSet, meeting: [usize; 2]) -> impl Iterator<Item = (u32, &GameLine)> {
    pair_set
        .meeting(meeting)
        .flat_map(|line| line.games.iter().zip(1..).map(|(game, place)| (2 * line.pair + place, game)))
}

/// Statistics of a meeting of two teams.
fn meeting_lines(score: &MatchScore, pairs: &Pentanomial, sprt: Option<&Sprt>) -> String {
    let ([wins, losses], draws) = (score.wins, score.draws);
    let games = wins + draws + losses;
    let share = 100.0 * f64::from(draws) / f64::from(games.max(1));
    let kinds = Pentanomial::NAMES.iter().zip(pairs.0).map(|(name, count)| format!("{name} {count}"));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let mut text =
        format!("  games: +{wins} ={draws} -{losses}, {share:.1} % drawn\n  pairs: {}: {kinds}\n", pairs.pairs());
    if let Some(estimate) = pairs.estimate() {
        let _ = writeln!(text, "  {estimate}");
    }
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "  {}", sprt_text(sprt, pairs));
    }
    text
}

/// `SPRT [0, 5], alpha 0.05, beta 0.05: LLR 1.03 (-2.94, 2.94), undecided`.
fn sprt_text(sprt: &Sprt, pairs: &Pentanomial) -> String {
    let (low, high) = sprt.bounds();
    let decision = match sprt.decide(pairs) {
        Decision::H0 => "elo0 is believed",
        Decision::H1 => "elo1 is believed",
        Decision::Open => "undecided",
    };
    format!("SPRT {sprt}: LLR {:.2} ({low:.2}, {high:.2}), {decision}", sprt.llr(pairs))
}

/// The running score of two teams in a line, for the progress bar.
pub fn running(pair_set: &PairSet, sprt: Option<&Sprt>) -> String {
    let pairs = results::pentanomial(pair_set.pairs());
    let mut score = MatchScore::default();
    pair_set.pairs().flat_map(|line| &line.games).for_each(|game| score.count(game.side()));
    let mut text = score.to_string();
    if let Some(Estimate { elo, interval: (low, high), .. }) = pairs.estimate() {
        let [elo, low, high] = [elo, low, high].map(elo_text);
        let _ = write!(text, ", Elo {elo} [{low}, {high}]");
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let _ = write!(text, ", LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(&pairs));
    }
    text
}

/// The columns of the table of teams.
const HEAD: [&str; 12] = [
    "team",
    "games",
    "depth",
    "nps",
    "s/move",
    "s/game",
    "flags",
    "up-time",
    "races won",
    "races lost",
    "sits",
    "messages",
];
/// Columns that a game on one board has, too.
const ONE_BOARD_COLUMNS: usize = 7;

/// The table of all teams' tallies.
fn team_table(games: &[([usize; 2], &GameLine)], teams: &BTreeMap<usize, TeamId>, is_one_board: bool) -> String {
    let mut tallies: BTreeMap<usize, (u64, TeamTally)> = BTreeMap::new();
    for (meeting, game) in games {
        for (&number, tally) in meeting.iter().zip(&game.teams) {
            let (games, sum) = tallies.entry(number).or_default();
            *games += 1;
            sum.add(tally);
        }
    }
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    for (number, (games, tally)) in &tallies {
        let (name, apart) = teams.get(number).map_or(("", Vec::new()), |team| {
            let talk = team.muted.then(|| "talk=off".to_owned());
            (&team.name, talk.into_iter().chain(team.odds.iter().cloned()).collect())
        });
        let apart = if apart.is_empty() { String::new() } else { format!(" ({})", apart.join(", ")) };
        let name = format!("{} {name}{apart}", number + 1);
        rows.push(team_row(name, *games, tally));
    }
    if is_one_board {
        rows.iter_mut().for_each(|row| row.truncate(ONE_BOARD_COLUMNS));
    }
    columns(&rows)
}

fn team_row(name: String, games: u64, tally: &TeamTally) -> Vec<String> {
    let average = |sum: f64, count: u64, decimals: usize| match count {
        0 => "-".to_owned(),
        count => format!("{:.decimals$}", sum / count as f64),
    };
    let seconds = tally.time_ms as f64 / 1000.0;
    let lead = match tally.moves {
        0 => "-".to_owned(),
        moves => format!("{:+.2}", tally.up_time_ms_sum as f64 / 1000.0 / moves as f64),
    };
    let kinds: Vec<String> = tally.messages.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    vec![
        name,
        games.to_string(),
        average(tally.depth_sum as f64, tally.depth_moves, 1),
        tally.nodes.saturating_mul(1000).checked_div(tally.nodes_ms).map_or_else(|| "-".to_owned(), thousands),
        average(seconds, tally.moves, 2),
        average(seconds, games, 1),
        tally.flags.to_string(),
        lead,
        races(tally.races_won, tally.races_won_ms_sum),
        races(tally.races_lost, tally.races_lost_ms_sum),
        tally.sits.to_string(),
        if kinds.is_empty() { "-".to_owned() } else { kinds.join(", ") },
    ]
}

/// Number of races and their average margin in seconds: `3 by 0.92`.
fn races(count: u64, ms_sum: i64) -> String {
    if count == 0 { "-".to_owned() } else { format!("{count} by {:.2}", ms_sum as f64 / 1000.0 / count as f64) }
}

/// `950`, `812k`, `1.41M`.
fn thousands(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{:.2}M", number as f64 / 1e6),
    }
}

/// Pairs whose numbers are missing below the highest in the set, from 0: `3, 7..9` (the end excluded).
pub fn gaps(pair_set: &PairSet) -> Option<String> {
    let mut gaps = Vec::new();
    let mut next = 0;
    for PairLine { pair, .. } in pair_set.pairs() {
        match pair.saturating_sub(next) {
            0 => {}
            1 => gaps.push(next.to_string()),
            _ => gaps.push(format!("{next}..{pair}")),
        }
        next = pair.saturating_add(1);
    }
    (!gaps.is_empty()).then(|| gaps.join(", "))
}
