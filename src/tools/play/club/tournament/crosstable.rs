//! The crosstable: teams by their points, each with its results against each other.

use super::{How, Meeting, Tournament};
use serde::Serialize;
use std::cmp::Reverse;

/// A team's line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its rank, from 1; equal teams share one.
    pub rank: usize,
    /// Its number, from 1.
    pub team: usize,
    /// Its name.
    pub name: String,
    /// Whether it has been withdrawn.
    pub withdrawn: bool,
    /// The results against the teams of all rows, in their order: `1`, `½`, `0`, `+` and `-` for a forfeit, several
    /// one after the other; empty for none.
    pub results: Vec<String>,
    /// Its points, as in `2½`.
    pub points: String,
    /// Points of beaten opponents and half of those of drawn ones (Sonneborn and Berger), which decide between equals.
    pub berger: String,
    /// Games that count.
    pub games: usize,
}

/// The crosstable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crosstable(pub Vec<Row>);

/// Halves or quarters of a point as people write them.
fn points(parts: u32, of: u32) -> String {
    let rest = match parts % of * 4 / of {
        1 => "¼",
        2 => "½",
        3 => "¾",
        _ => "",
    };
    match parts / of {
        0 if !rest.is_empty() => rest.to_owned(),
        whole => format!("{whole}{rest}"),
    }
}

fn mark(meeting: &Meeting, side: usize) -> Option<&'static str> {
    let verdict = meeting.verdict?;
    Some(match (verdict.how, verdict.halves[side]) {
        (How::Played | How::Decided, 2) => "1",
        (_, 1) => "½",
        (How::Played | How::Decided, _) => "0",
        (How::Forfeit, 2) => "+",
        (How::Forfeit, _) => "-",
    })
}

impl Tournament {
    /// The crosstable as it stands.
    pub fn crosstable(&self) -> Crosstable {
        let halves: Vec<u32> = (0..self.teams.len()).map(|team| self.halves(team)).collect();
        // In quarters of a point.
        let berger = |team: usize| {
            let against = |meeting: &Meeting| {
                let side = meeting.teams.iter().position(|&other| other == team)?;
                Some(meeting.verdict?.halves[side] * halves[meeting.teams[1 - side]])
            };
            self.meetings.iter().filter_map(against).sum::<u32>()
        };
        let value = |team: usize| (Reverse(halves[team]), Reverse(berger(team)));
        let mut order: Vec<usize> = (0..self.teams.len()).collect();
        order.sort_by_key(|&team| (value(team), team));
        let row = |(place, &team): (usize, &usize)| {
            let results = order.iter().map(|&other| {
                let between = self
                    .meetings
                    .iter()
                    .filter(|meeting| team != other && meeting.teams.contains(&team) && meeting.teams.contains(&other));
                let marks = between.filter_map(|meeting| mark(meeting, usize::from(meeting.teams[1] == team)));
                marks.collect::<Vec<_>>().join(" ")
            });
            let equal = order[..place].iter().rev().take_while(|&&other| value(other) == value(team)).count();
            let counts = |meeting: &&Meeting| meeting.teams.contains(&team) && meeting.verdict.is_some();
            Row {
                rank: place + 1 - equal,
                team: team + 1,
                name: self.teams[team].name.clone(),
                withdrawn: self.teams[team].withdrawn,
                results: results.collect(),
                points: points(halves[team], 2),
                berger: points(berger(team), 4),
                games: self.meetings.iter().filter(counts).count(),
            }
        };
        Crosstable(order.iter().enumerate().map(row).collect())
    }
}

impl Crosstable {
    /// As text: a line for each team, in columns.
    pub fn text(&self) -> String {
        let length = |text: &str| text.chars().count();
        let name = self.0.iter().map(|row| length(&row.name)).max().unwrap_or_default();
        let cell = self.0.iter().flat_map(|row| &row.results).map(|text| length(text)).max().unwrap_or(1).max(2);
        let mut text = format!("    {:name$}", "");
        (1..=self.0.len()).for_each(|place| text += &format!("  {place:>cell$}"));
        text += "  points     SB\n";
        for (place, row) in self.0.iter().enumerate() {
            text += &format!("{:>2}. {:name$}", row.rank, row.name);
            for (other, result) in row.results.iter().enumerate() {
                let shown = if other == place {
                    "x"
                } else if result.is_empty() {
                    "."
                } else {
                    result
                };
                text += &format!("  {shown:>cell$}");
            }
            text += &format!("  {:>6}  {:>5}\n", row.points, row.berger);
        }
        text
    }
}
