//! A club evening: several tables on one server, and a lobby in which people take seats and choose what to watch.
//!
//! The lobby has two secrets: the organizer's, with which tables are set up and seats freed, and the visitors'.

pub mod cup;
pub mod lobby;
mod rounds;
pub mod tournament;

use super::keys::{Key, NoRandom};
use super::offers::Offer;
use super::store::DiskShelf;
use rounds::Hall;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use tournament::Tournament;

/// The most tables of a server.
pub const MOST_TABLES: usize = 16;

/// The access that a secret of the lobby gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything.
    Organizer,
    /// To look, and to take a free seat.
    Visitor,
    /// The same, and the seat of this person in the tournament: team and number.
    Person((usize, usize)),
}

/// The club as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeptClub {
    organizer: String,
    visitor: String,
}

/// The parts of a new club.
pub struct Parts {
    /// The club of the last server.
    pub kept: Option<KeptClub>,
    /// The tournament that goes on.
    pub tournament: Option<Tournament>,
    /// The page's address, without a trailing slash.
    pub address: String,
    /// Whether other machines can reach it.
    pub network: bool,
    /// The engines that may play.
    pub offers: Vec<Offer>,
    /// Where everything is kept.
    pub shelf: Option<DiskShelf>,
}

/// The lobby.
pub struct Club {
    organizer: Key,
    visitor: Key,
    /// The page's address, without a trailing slash.
    address: String,
    /// Whether other machines can reach it.
    network: bool,
    offers: Vec<Offer>,
    shelf: Option<DiskShelf>,
    hall: Mutex<Hall>,
}

impl Club {
    /// A club with the secrets of the last one, or new ones.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(parts: Parts) -> Result<Self, NoRandom> {
        let Parts { kept, tournament, address, network, offers, shelf } = parts;
        let kept = kept.and_then(|kept| Some((Key::from_text(kept.organizer)?, Key::from_text(kept.visitor)?)));
        let (organizer, visitor) = match kept {
            Some(keys) => keys,
            None => (Key::random()?, Key::random()?),
        };
        let hall = Mutex::new(Hall::new(tournament));
        Ok(Self { organizer, visitor, address, network, offers, shelf, hall })
    }

    /// The part of it that is kept: its secrets.
    pub fn kept(&self) -> KeptClub {
        let text = |key: &Key| key.text().to_owned();
        KeptClub { organizer: text(&self.organizer), visitor: text(&self.visitor) }
    }

    /// The access that the secret `text` gives, if any.
    pub fn access(&self, text: &str) -> Option<Access> {
        let keys = [(&self.organizer, Access::Organizer), (&self.visitor, Access::Visitor)];
        let known = keys.into_iter().find(|(key, _)| key.fits(text)).map(|(_, access)| access);
        known.or_else(|| self.hall().tournament.as_ref()?.person(text).map(Access::Person))
    }

    /// The link to the lobby. The part after `#` is never sent to a server.
    pub fn link(&self, access: Access) -> String {
        self.link_of(if access == Access::Organizer { &self.organizer } else { &self.visitor }.text())
    }

    fn link_of(&self, key: &str) -> String {
        format!("{}/club#key={key}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_survive_and_a_torn_secret_makes_new_ones() {
        let new = |kept| {
            let (address, offers) = ("http://127.0.0.1:8020".to_owned(), Vec::new());
            let parts = Parts { kept, tournament: None, address, network: false, offers, shelf: None };
            Club::new(parts).expect("random numbers")
        };
        let club = new(None);
        let organizer = club.kept().organizer;
        assert_eq!(club.access(&organizer), Some(Access::Organizer));
        assert_eq!(club.access(&club.kept().visitor), Some(Access::Visitor));
        assert_eq!(club.access(""), None);
        assert_eq!(club.link(Access::Organizer), format!("http://127.0.0.1:8020/club#key={organizer}"));
        let again = new(Some(club.kept()));
        assert_eq!(again.access(&organizer), Some(Access::Organizer));
        let torn = KeptClub { organizer: "12".to_owned(), ..club.kept() };
        let new = new(Some(torn));
        assert_eq!((new.access("12"), new.access(&organizer)), (None, None));
    }
}
