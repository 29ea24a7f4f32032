//! The tournament on the tables: games are ordered, ends are counted, and everything is kept.

use super::tournament::entry::{Entry, Wrong};
use super::tournament::{Player, Tournament};
use super::{Access, Club};
use crate::tools::play::door::TableDoor;
use crate::tools::play::store::stamp;
use crate::tools::play::table::TableEvent;
use serde_json::{Value, json};
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How long a table rests after a game of the tournament: its people look at the end.
const PAUSE: Duration = Duration::from_secs(60);

/// The tournament under way, and the tables' rests.
pub struct Hall {
    pub(super) tournament: Option<Tournament>,
    /// When a game of the tournament ended at each table.
    ended: Vec<Option<Instant>>,
}

impl Hall {
    /// A hall with a tournament that goes on, if any.
    pub fn new(tournament: Option<Tournament>) -> Self {
        Self { tournament, ended: Vec::new() }
    }
}

impl Club {
    pub(super) fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a tournament.
    ///
    /// # Errors
    /// When one is under way, or with what is wrong with the entry.
    pub fn begin(&self, entry: &Entry) -> Result<(), Wrong> {
        let mut hall = self.hall();
        if hall.tournament.as_ref().is_some_and(|cup| !cup.is_over()) {
            return Err(("tournament_on", String::new()));
        }
        let folder = format!("tournament-{}", stamp(SystemTime::now()));
        let cup = Tournament::new(entry, &self.offers, folder)?;
        self.save(Some(&cup));
        hall.tournament = Some(cup);
        hall.ended.clear();
        Ok(())
    }

    /// Changes the tournament at the organizer's request.
    ///
    /// # Errors
    /// When there is none, or `change` fails.
    pub fn change(&self, change: impl FnOnce(&mut Tournament) -> Result<(), Wrong>) -> Result<(), Wrong> {
        let mut hall = self.hall();
        let cup = hall.tournament.as_mut().ok_or(("no_tournament", String::new()))?;
        change(cup)?;
        cup.advance();
        self.save(Some(cup));
        Ok(())
    }

    /// Ends the tournament; its games and the last crosstable stay in its folder.
    pub fn end(&self) {
        self.hall().tournament = None;
        self.save(None);
    }

    /// Lets all tables have their next games at once.
    pub fn go_on(&self) {
        self.hall().ended.clear();
    }

    /// Counts the games that have ended, and orders the next ones.
    pub fn tick(&self, tables: &[TableDoor], now: Instant) {
        let mut hall = self.hall();
        let Hall { tournament, ended } = &mut *hall;
        ended.resize(tables.len(), None);
        let mut changed = false;
        if let Some(cup) = tournament {
            for (table, ended) in tables.iter().zip(ended.iter_mut()) {
                let Some(finished) = table.desk.take_finished() else { continue };
                *ended = Some(now);
                changed = true;
                if let (Some(name), Some(shelf)) = (cup.finish(&finished), &self.shelf) {
                    let path = shelf.folder.path().join(&cup.folder).join(name);
                    shelf.keeper.keep(path, finished.bpgn.into_bytes());
                }
            }
            cup.advance();
            let is_free = |&number: &usize| {
                let (desk, rests) = (&tables[number - 1].desk, ended[number - 1].is_some_and(|at| now < at + PAUSE));
                cup.order(number).is_none() && !rests && matches!(desk.summary().phase, "waiting" | "over")
            };
            let free: Vec<usize> = (1..=tables.len()).filter(is_free).collect();
            changed |= cup.seat(free);
        }
        for (number, table) in (1..).zip(tables) {
            if table.desk.set_order(tournament.as_ref().and_then(|cup| cup.order(number))) {
                // If the queue is full the table is awake anyway.
                let _ = table.events.try_send(TableEvent::Wake);
            }
        }
        if changed {
            self.save(tournament.as_ref());
        }
    }

    /// Has the tournament written as it is, if there is one: at the server's start its links may be new.
    pub fn keep_tournament(&self) {
        let hall = self.hall();
        if hall.tournament.is_some() {
            self.save(hall.tournament.as_ref());
        }
    }

    /// Has the tournament written, and its crosstable.
    fn save(&self, cup: Option<&Tournament>) {
        let Some(shelf) = &self.shelf else { return };
        if let Ok(text) = serde_json::to_vec(&cup) {
            shelf.keeper.keep(shelf.folder.tournament_path(), text);
        }
        if let Some(cup) = cup {
            let path = shelf.folder.path().join(&cup.folder).join("crosstable.txt");
            shelf.keeper.keep(path, cup.crosstable().text().into_bytes());
        }
    }

    /// The tournament as a page shows it.
    pub(super) fn tournament_view(&self, access: Access) -> Value {
        let hall = self.hall();
        let Some(cup) = &hall.tournament else { return Value::Null };
        let name = |team: usize| &cup.teams[team].name;
        let round = cup.round();
        let meetings =
            (1..).zip(&cup.meetings).filter(|(_, meeting)| meeting.round == round).map(|(number, meeting)| {
                let halves = meeting.verdict.map(|verdict| verdict.halves);
                json!({ "number": number, "teams": meeting.teams.map(name), "table": meeting.table, "halves": halves })
            });
        let link = |key: &Option<String>| key.as_ref().map(|key| self.link_of(key));
        let players = |player: &Player| player.name();
        let people = (access == Access::Organizer).then(|| {
            let team = |team: &super::tournament::Team| {
                json!({ "players": team.players.each_ref().map(players), "links": team.keys.each_ref().map(link) })
            };
            cup.teams.iter().map(team).collect::<Vec<_>>()
        });
        let folder = self.shelf.as_ref().map(|shelf| shelf.folder.path().join(&cup.folder).display().to_string());
        let table = cup.crosstable();
        json!({
            "round": round,
            "rounds": cup.rounds(),
            "over": cup.is_over(),
            "meetings": meetings.collect::<Vec<_>>(),
            "text": table.text(),
            "rows": table,
            "people": people,
            "folder": folder.filter(|_| access == Access::Organizer),
        })
    }
}
