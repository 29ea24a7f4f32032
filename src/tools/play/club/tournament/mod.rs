//! A tournament of pairs: teams of two, who meet round by round on the tables of the club. Results and pairings only,
//! independent of the tables' threads and of clients.

mod crosstable;
pub mod entry;
mod pairing;

use crate::game::Seat;
use crate::game::bpgn::GameResult;
use crate::tools::play::keys::{Key, NoRandom};
use crate::tools::play::order::{Finished, Order};
use crate::tools::play::setup::Setup;
use entry::{Entry, Wrong};
use pairing::{Pair, Standing, round_robin, swiss};
use serde::{Deserialize, Serialize};

/// A player of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// A person of that name.
    Person(String),
    /// Tandem at a level.
    Tandem(u64),
    /// Another engine, by the name under which the command line offers it.
    Engine(String),
}

impl Player {
    /// Its name, for records.
    pub fn name(&self) -> String {
        match self {
            Self::Person(name) | Self::Engine(name) => name.clone(),
            Self::Tandem(level) if *level == crate::player::Level::COUNT => "Tandem".to_owned(),
            Self::Tandem(level) => format!("Tandem level {level}"),
        }
    }
}

/// A team.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Team {
    /// Its name, of which there is one.
    pub name: String,
    /// Its players: the first has board A.
    pub players: [Player; 2],
    /// The secrets of its persons.
    pub keys: [Option<String>; 2],
    /// Whether it has been withdrawn: the rest of its games is lost.
    pub withdrawn: bool,
}

/// The pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Everybody against everybody.
    RoundRobin {
        /// Whether they meet twice, with changed colors.
        double: bool,
    },
    /// The Swiss system.
    Swiss {
        /// Number of rounds.
        rounds: usize,
    },
}

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By a game.
    Played,
    /// Without a game: a team has been withdrawn.
    Forfeit,
    /// The organizer says so.
    Decided,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The half points of both teams.
    pub halves: [u32; 2],
    /// How it came about.
    pub how: How,
}

/// A game of the tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// The round, from 1.
    pub round: usize,
    /// The teams; the first has white on A.
    pub teams: Pair,
    /// The table, from 1, once it has one.
    pub table: Option<usize>,
    /// How often its game was begun anew.
    pub attempt: u32,
    /// The result.
    pub verdict: Option<Verdict>,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// The name of the folder of its games.
    pub folder: String,
    /// The pairing system.
    pub form: Form,
    /// The settings of its games.
    pub setup: Setup,
    /// The teams.
    pub teams: Vec<Team>,
    /// The games so far, and with [`Form::RoundRobin`] those to come, round by round.
    pub meetings: Vec<Meeting>,
    /// The teams that have rested, by round.
    pub rests: Vec<usize>,
    /// Whether no further round is possible.
    pub exhausted: bool,
}

/// Half points of a win.
const WIN: u32 = 2;

impl Tournament {
    /// A tournament that begins; `folder` is the name of the folder of its games.
    ///
    /// # Errors
    /// With what is wrong with the entry first.
    pub fn new(entry: &Entry, offers: &[crate::tools::play::offers::Offer], folder: String) -> Result<Self, Wrong> {
        let (teams, setup) = entry::check(entry, offers)?;
        let form = entry.form;
        let (meetings, rests) = Default::default();
        let mut new = Self { folder, form, setup, teams, meetings, rests, exhausted: false };
        if let Form::RoundRobin { double } = form {
            let once = round_robin(new.teams.len());
            let turned = |round: &Vec<Pair>| round.iter().map(|&[a, b]| [b, a]).collect::<Vec<Pair>>();
            let again: Vec<Vec<Pair>> = if double { once.iter().map(turned).collect() } else { Vec::new() };
            (1..).zip(once.into_iter().chain(again)).for_each(|(round, pairs)| new.add(round, pairs));
        }
        new.advance();
        Ok(new)
    }

    fn add(&mut self, round: usize, pairs: Vec<Pair>) {
        let meeting = |teams| Meeting { round, teams, table: None, attempt: 0, verdict: None };
        self.meetings.extend(pairs.into_iter().map(meeting));
    }

    /// The rounds to be played.
    pub fn rounds(&self) -> usize {
        match self.form {
            Form::RoundRobin { .. } => self.meetings.last().map_or(0, |meeting| meeting.round),
            Form::Swiss { rounds } => rounds,
        }
    }

    /// The round that is being played, from 1; the last one at the end.
    pub fn round(&self) -> usize {
        let open = self.meetings.iter().find(|meeting| meeting.verdict.is_none());
        open.or(self.meetings.last()).map_or(0, |meeting| meeting.round)
    }

    /// Whether all games have a result.
    pub fn is_over(&self) -> bool {
        let played = self.meetings.iter().all(|meeting| meeting.verdict.is_some());
        played && (self.exhausted || self.meetings.last().is_none_or(|meeting| meeting.round == self.rounds()))
    }

    /// Pairs the next round of the Swiss system once the last has been played.
    pub fn advance(&mut self) {
        let Form::Swiss { rounds } = self.form else { return };
        let round = self.meetings.last().map_or(0, |meeting| meeting.round);
        if self.exhausted || round == rounds || self.meetings.iter().any(|meeting| meeting.verdict.is_none()) {
            return;
        }
        let play = (0..self.teams.len()).filter(|&team| !self.teams[team].withdrawn);
        let standings: Vec<Standing> = play
            .map(|team| {
                let first =
                    |meeting: &Meeting| i32::from(meeting.teams[0] == team) - i32::from(meeting.teams[1] == team);
                Standing {
                    team,
                    halves: self.halves(team),
                    whites: self.meetings.iter().map(first).sum(),
                    rested: self.rests.contains(&team),
                }
            })
            .collect();
        let have_met = |a, b| self.meetings.iter().any(|meeting| meeting.teams == [a, b] || meeting.teams == [b, a]);
        match swiss(&standings, have_met).filter(|(pairs, _)| !pairs.is_empty()) {
            Some((pairs, rester)) => {
                self.rests.extend(rester);
                self.add(round + 1, pairs);
            }
            None => self.exhausted = true,
        }
    }

    /// The half points of a team. A rest in the Swiss system counts as a win.
    pub fn halves(&self, team: usize) -> u32 {
        let won = |meeting: &Meeting| {
            let side = meeting.teams.iter().position(|&other| other == team)?;
            Some(meeting.verdict?.halves[side])
        };
        let rests = self.rests.iter().filter(|&&rester| rester == team).count() as u32;
        self.meetings.iter().filter_map(won).sum::<u32>() + WIN * rests
    }

    // Tables.

    /// Gives free tables to games of the round; returns whether there were any.
    pub fn seat(&mut self, free: impl IntoIterator<Item = usize>) -> bool {
        let round = self.round();
        let waits =
            |meeting: &&mut Meeting| meeting.round == round && meeting.verdict.is_none() && meeting.table.is_none();
        let mut given = false;
        for (meeting, table) in self.meetings.iter_mut().filter(waits).zip(free) {
            meeting.table = Some(table);
            given = true;
        }
        given
    }

    /// The game that a table is to have, by its number from 1.
    pub fn order(&self, table: usize) -> Option<Order> {
        let (index, meeting) = self.open(table)?;
        let seats = Seat::ALL.map(|seat| self.player(meeting, seat));
        let occupants = seats.map(|(team, number)| entry::occupant(&self.teams[team].players[number]));
        let mut setup = self.setup.clone();
        setup.seats = occupants.clone().map(|(occupant, _)| occupant);
        setup.levels = occupants.map(|(_, level)| level);
        let names = seats.map(|(team, number)| self.teams[team].players[number].name());
        let teams = meeting.teams.map(|team| self.teams[team].name.clone());
        Some(Order { id: self.id(index), setup, names, teams, round: meeting.round })
    }

    /// The game without a result that has a table.
    fn open(&self, table: usize) -> Option<(usize, &Meeting)> {
        let is_here = |(_, meeting): &(usize, &Meeting)| meeting.table == Some(table) && meeting.verdict.is_none();
        self.meetings.iter().enumerate().find(is_here)
    }

    /// The tables that its games need: at least two, since a lobby belongs to it.
    pub fn tables(&self) -> usize {
        let open = self.meetings.iter().filter(|meeting| meeting.verdict.is_none());
        open.filter_map(|meeting| meeting.table).max().map_or(2, |table| table.max(2))
    }

    fn id(&self, index: usize) -> String {
        format!("{}/{}/{}", self.folder, index + 1, self.meetings[index].attempt)
    }

    /// The team and the number of the player who has a seat.
    fn player(&self, meeting: &Meeting, seat: Seat) -> (usize, usize) {
        (meeting.teams[seat.team().index()], seat.board.index())
    }

    /// The person with this secret: team and number.
    pub fn person(&self, key: &str) -> Option<(usize, usize)> {
        let fits = |known: &Option<String>| known.as_deref().is_some_and(|known| known == key);
        (0..self.teams.len()).find_map(|team| Some((team, self.teams[team].keys.iter().position(fits)?)))
    }

    /// Gives every person a new secret: the old ones open nothing any more.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn renew_links(&mut self) -> Result<(), NoRandom> {
        for team in &mut self.teams {
            for key in team.keys.iter_mut().flatten() {
                Key::random()?.text().clone_into(key);
            }
        }
        Ok(())
    }

    /// The table and the seat of a person's game under way.
    pub fn place(&self, person: (usize, usize)) -> Option<(usize, Seat)> {
        let mut open = self.meetings.iter().filter(|meeting| meeting.verdict.is_none());
        open.find_map(|meeting| {
            let seat = Seat::ALL.into_iter().find(|&seat| self.player(meeting, seat) == person)?;
            Some((meeting.table?, seat))
        })
    }

    // Results.

    /// Notes a game that has ended; returns the name of its file, if it belongs to this tournament. A game without a
    /// result is begun anew.
    pub fn finish(&mut self, finished: &Finished) -> Option<String> {
        let index = (0..self.meetings.len()).find(|&index| self.id(index) == finished.id)?;
        let meeting = &mut self.meetings[index];
        let halves = match GameResult::from_text(&finished.result)? {
            GameResult::Won(team) => [0, 1].map(|side| if team.index() == side { WIN } else { 0 }),
            GameResult::Draw => [WIN / 2; 2],
            GameResult::Open => {
                meeting.attempt += 1;
                return None;
            }
        };
        if meeting.verdict.is_some() {
            return None;
        }
        meeting.verdict = Some(Verdict { halves, how: How::Played });
        Some(format!("round-{}-game-{}.bpgn", meeting.round, index + 1))
    }

    /// Sets the result of a game as the organizer decides: `1-0`, `0-1`, `1/2-1/2`, or `0-0` if neither team came.
    ///
    /// # Errors
    /// When there is no such game or result.
    pub fn decide(&mut self, number: usize, result: &str) -> Result<(), Wrong> {
        let halves = match result {
            "1-0" => [WIN, 0],
            "0-1" => [0, WIN],
            "1/2-1/2" => [WIN / 2; 2],
            "0-0" => [0, 0],
            other => return Err(("no_result", other.chars().take(20).collect())),
        };
        let meeting = number.checked_sub(1).and_then(|index| self.meetings.get_mut(index));
        let meeting = meeting.ok_or(("no_meeting", number.to_string()))?;
        meeting.verdict = Some(Verdict { halves, how: How::Decided });
        Ok(())
    }

    /// Takes a team out: what it has played counts, the rest of its games is lost.
    ///
    /// # Errors
    /// When there is no such team, or it is out already.
    pub fn withdraw(&mut self, number: usize) -> Result<(), Wrong> {
        let index = number.checked_sub(1).filter(|&index| index < self.teams.len());
        let index = index.ok_or(("no_team", number.to_string()))?;
        if self.teams[index].withdrawn {
            return Err(("withdrawn", self.teams[index].name.clone()));
        }
        self.teams[index].withdrawn = true;
        let teams = &self.teams;
        for meeting in self.meetings.iter_mut().filter(|meeting| meeting.verdict.is_none()) {
            if meeting.teams.contains(&index) {
                let halves = meeting.teams.map(|team| if teams[team].withdrawn { 0 } else { WIN });
                meeting.verdict = Some(Verdict { halves, how: How::Forfeit });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
