//! The entry of a tournament by its organizer, and its possible faults.

use super::{Form, Player, Team};
use crate::player::Level;
use crate::tools::play::keys::Key;
use crate::tools::play::offers::Offer;
use crate::tools::play::quote::quote;
use crate::tools::play::setup::{Occupant, Setup};
use serde::Deserialize;

/// The most teams.
pub const MOST_TEAMS: usize = 32;
/// The most rounds of the Swiss system.
const MOST_ROUNDS: usize = 15;
/// Characters of a name that are kept.
pub const LONGEST_NAME: usize = 30;

/// A tournament as it is entered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The teams.
    pub teams: Vec<TeamEntry>,
    /// The pairing system.
    pub form: Form,
    /// Time of each player at the start, in seconds.
    pub base_s: u32,
    /// Increment per move, in seconds.
    pub increment_s: u32,
    /// The rules, as in [`Setup`].
    pub rules: String,
}

/// A team as it is entered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamEntry {
    /// Its name.
    pub name: String,
    /// Its players: the first has board A.
    pub players: [Player; 2],
}

/// An error code, for which the page has a text, and the refused value.
pub type Wrong = (&'static str, String);

/// The teams and the settings of the games of an entry.
///
/// # Errors
/// With what is wrong first.
pub fn check(entry: &Entry, offers: &[Offer]) -> Result<(Vec<Team>, Setup), Wrong> {
    let setup = Setup {
        base_s: entry.base_s,
        increment_s: entry.increment_s,
        rules: entry.rules.clone(),
        ..Setup::of_people()
    };
    setup.check(offers).map_err(|error| error.code())?;
    if entry.teams.len() < 2 {
        return Err(("team_few", entry.teams.len().to_string()));
    }
    if entry.teams.len() > MOST_TEAMS {
        return Err(("team_many", entry.teams.len().to_string()));
    }
    if let Form::Swiss { rounds } = entry.form
        && !(1..=MOST_ROUNDS.min(entry.teams.len() - 1)).contains(&rounds)
    {
        return Err(("swiss_rounds", rounds.to_string()));
    }
    let mut teams: Vec<Team> = Vec::new();
    for (number, TeamEntry { name, players }) in (1..).zip(&entry.teams) {
        let name = tidy(name);
        if name.is_empty() {
            return Err(("team_name", number.to_string()));
        }
        if teams.iter().any(|other| other.name.to_lowercase() == name.to_lowercase()) {
            return Err(("team_twice", name));
        }
        let checked = |player: &Player| match player {
            Player::Person(person) => {
                let person = tidy(person);
                if person.is_empty() { Err(("player_name", name.clone())) } else { Ok(Player::Person(person)) }
            }
            Player::Tandem(level) if Level::NUMBERS.contains(level) => Ok(player.clone()),
            Player::Tandem(level) => Err(("setup_level", level.to_string())),
            Player::Engine(engine) if offers.iter().any(|offer| offer.name == *engine) => Ok(player.clone()),
            Player::Engine(engine) => Err(("setup_engine", quote(engine, LONGEST_NAME))),
        };
        let players = [checked(&players[0])?, checked(&players[1])?];
        let key = |player: &Player| match player {
            Player::Person(_) => Key::random().map(|key| Some(key.text().to_owned())),
            _ => Ok(None),
        };
        let keys = |_| ("busy", String::new());
        let keys = [key(&players[0]).map_err(keys)?, key(&players[1]).map_err(keys)?];
        teams.push(Team { name, players, keys, withdrawn: false });
    }
    Ok((teams, setup))
}

/// A name without what a page or a file would not show.
fn tidy(name: &str) -> String {
    quote(name.trim(), LONGEST_NAME).trim().to_owned()
}

/// The occupant of a seat for a player, and its level.
pub fn occupant(player: &Player) -> (Occupant, u64) {
    match player {
        Player::Person(_) => (Occupant::Guest, Level::COUNT),
        Player::Tandem(level) => (Occupant::Tandem, *level),
        Player::Engine(name) => (Occupant::Engine(name.clone()), Level::COUNT),
    }
}
