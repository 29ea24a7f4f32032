//! A club evening: several tables on one server, and a lobby in which people take seats and choose what to watch.
//!
//! The lobby has two secrets: the organizer's, with which tables are set up and seats freed, and the visitors'.

pub mod lobby;

use super::keys::Key;
use serde::{Deserialize, Serialize};

/// The most tables of a server.
pub const MOST_TABLES: usize = 16;

/// What a secret of the lobby allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything.
    Organizer,
    /// To look, and to take a free seat.
    Visitor,
}

/// The club as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeptClub {
    organizer: String,
    visitor: String,
}

/// The lobby.
#[derive(Debug)]
pub struct Club {
    organizer: Key,
    visitor: Key,
    /// The page's address, without a trailing slash.
    address: String,
    /// Whether other machines can reach it.
    network: bool,
}

impl Club {
    /// A club with the secrets of the last one, or new ones.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(kept: Option<KeptClub>, address: String, network: bool) -> Result<Self, getrandom::Error> {
        let kept = kept.and_then(|kept| Some((Key::from_text(kept.organizer)?, Key::from_text(kept.visitor)?)));
        let (organizer, visitor) = match kept {
            Some(keys) => keys,
            None => (Key::random()?, Key::random()?),
        };
        Ok(Self { organizer, visitor, address, network })
    }

    /// What is to be kept of it.
    pub fn kept(&self) -> KeptClub {
        let text = |key: &Key| key.text().to_owned();
        KeptClub { organizer: text(&self.organizer), visitor: text(&self.visitor) }
    }

    /// What the secret `text` allows, if anything.
    pub fn access(&self, text: &str) -> Option<Access> {
        let keys = [(&self.organizer, Access::Organizer), (&self.visitor, Access::Visitor)];
        keys.into_iter().find(|(key, _)| key.fits(text)).map(|(_, access)| access)
    }

    /// The link to the lobby. The part after `#` is never sent to a server.
    pub fn link(&self, access: Access) -> String {
        let key = match access {
            Access::Organizer => &self.organizer,
            Access::Visitor => &self.visitor,
        };
        format!("{}/club#key={}", self.address, key.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_survive_and_a_torn_secret_makes_new_ones() {
        let club = Club::new(None, "http://127.0.0.1:8020".to_owned(), false).expect("random numbers");
        let organizer = club.kept().organizer;
        assert_eq!(club.access(&organizer), Some(Access::Organizer));
        assert_eq!(club.access(&club.kept().visitor), Some(Access::Visitor));
        assert_eq!(club.access(""), None);
        assert_eq!(club.link(Access::Organizer), format!("http://127.0.0.1:8020/club#key={organizer}"));
        let again = Club::new(Some(club.kept()), String::new(), false).expect("random numbers");
        assert_eq!(again.access(&organizer), Some(Access::Organizer));
        let torn = KeptClub { organizer: "12".to_owned(), ..club.kept() };
        let new = Club::new(Some(torn), String::new(), false).expect("random numbers");
        assert_eq!((new.access("12"), new.access(&organizer)), (None, None));
    }
}
