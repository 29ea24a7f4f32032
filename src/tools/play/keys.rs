//! The secrets in the links: one opens the table, four a seat each, and one shows the game.

use super::desk::Desk;
use crate::game::Seat;
use std::fmt;
use std::sync::Arc;

/// Bytes of a secret: too many to guess.
const LENGTH: usize = 16;

/// The access that a secret gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The table itself: its settings, its start, and the seat that is set to "me".
    Owner,
    /// One seat, when it is set to "guest".
    Guest(Seat),
    /// None: a spectator sees what everybody may see, and can do nothing.
    Spectator,
}

/// Why there is no secret: the system has no random numbers, or the program no server that would need them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoRandom(String);

#[cfg(feature = "play")]
fn fill(bytes: &mut [u8]) -> Result<(), NoRandom> {
    getrandom::fill(bytes).map_err(|error| NoRandom(error.to_string()))
}

#[cfg(not(feature = "play"))]
fn fill(_: &mut [u8]) -> Result<(), NoRandom> {
    Err(NoRandom("without a server there are no secrets".to_owned()))
}

/// A secret, as it stands in a link.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A new secret.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn random() -> Result<Self, NoRandom> {
        let mut bytes = [0; LENGTH];
        fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The key of this text, if it is one.
    pub fn from_text(text: String) -> Option<Self> {
        let is_secret = text.len() == 2 * LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then_some(Self(text))
    }

    /// The secret, for a link.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether `text` is this key; compared in constant time.
    pub fn fits(&self, text: &str) -> bool {
        let differ = |(a, b): (u8, u8)| a ^ b;
        let is_secret = !text.is_empty() && self.0.len() == text.len();
        is_secret && self.0.bytes().zip(text.bytes()).map(differ).fold(0, |all, bits| all | bits) == 0
    }
}

/// All secrets of a table.
#[derive(Clone)]
pub struct Keys {
    owner: Key,
    seats: [Key; 4],
    spectator: Key,
}

impl Keys {
    /// Generates new secrets.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn random() -> Result<Self, NoRandom> {
        let key = Key::random;
        Ok(Self { owner: key()?, seats: [key()?, key()?, key()?, key()?], spectator: key()? })
    }

    /// For a table without a server, to which no link leads: nothing fits these.
    pub fn unused() -> Self {
        let none = || Key(String::new());
        Self { owner: none(), seats: [none(), none(), none(), none()], spectator: none() }
    }

    /// The secrets as text: the owner's, those of the seats, the spectators'.
    pub fn texts(&self) -> Vec<String> {
        [&self.owner].into_iter().chain(&self.seats).chain([&self.spectator]).map(|key| key.0.clone()).collect()
    }

    /// The keys of these texts; `None` if one of them is no secret. Tables of older versions have no secret for
    /// spectators: they get one.
    pub fn from_texts(texts: &[String]) -> Option<Self> {
        let keys: Option<Vec<Key>> = texts.iter().cloned().map(Key::from_text).collect();
        let mut keys = keys?.into_iter();
        let owner = keys.next()?;
        let seats = [keys.next()?, keys.next()?, keys.next()?, keys.next()?];
        let spectator = keys.next().or_else(|| Key::random().ok())?;
        keys.next().is_none().then_some(Self { owner, seats, spectator })
    }

    /// The role whose secret is `text`, if any.
    pub fn role(&self, text: &str) -> Option<Role> {
        let seats = Seat::ALL.map(Role::Guest);
        [Role::Owner, Role::Spectator].into_iter().chain(seats).find(|&role| self.key(role).fits(text))
    }

    fn key(&self, role: Role) -> &Key {
        match role {
            Role::Owner => &self.owner,
            Role::Guest(seat) => &self.seats[seat.index()],
            Role::Spectator => &self.spectator,
        }
    }

    /// The secret of a role.
    pub fn secret(&self, role: Role) -> &str {
        &self.key(role).0
    }

    /// Gives a seat a new secret.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn renew(&mut self, seat: Seat) -> Result<(), NoRandom> {
        self.seats[seat.index()] = Key::random()?;
        Ok(())
    }
}

/// The links to a table and its seats.
#[derive(Clone)]
pub struct Links {
    /// The secrets in them.
    pub desk: Arc<Desk>,
    /// The page's address, without a trailing slash: `http://127.0.0.1:8020`; none without a server.
    pub address: Option<String>,
    /// Whether other machines can reach it.
    pub network: bool,
}

impl Links {
    /// The link of a role, if there is a server. The part after `#` is never sent to it, so it appears in no log.
    pub fn to(&self, role: Role) -> Option<String> {
        Some(format!("{}/#key={}", self.address.as_ref()?, self.desk.keys().secret(role)))
    }
}

impl fmt::Debug for Key {
    /// Secrets do not go into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl fmt::Debug for Keys {
    /// Secrets do not go into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}
