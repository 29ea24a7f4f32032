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

/// A secret, as it stands in a link.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A new secret.
    /// Fails when the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
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
        self.0.len() == text.len() && self.0.bytes().zip(text.bytes()).map(differ).fold(0, |all, bits| all | bits) == 0
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
    /// Fails when the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let key = Key::random;
        Ok(Self { owner: key()?, seats: [key()?, key()?, key()?, key()?], spectator: key()? })
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
    /// Fails when the system has no random numbers.
    pub fn renew(&mut self, seat: Seat) -> Result<(), getrandom::Error> {
        self.seats[seat.index()] = Key::random()?;
        Ok(())
    }
}

/// The links to a table and its seats.
#[derive(Clone)]
pub struct Links {
    /// The secrets in them.
    pub desk: Arc<Desk>,
    /// The page's address, without a trailing slash: `http://127.0.0.1:8020`.
    pub address: String,
    /// Whether other machines can reach it.
    pub network: bool,
}

impl Links {
    /// The link of a role. The part after `#` is never sent to a server, so it appears in no log.
    pub fn to(&self, role: Role) -> String {
        format!("{}/#key={}", self.address, self.desk.keys().secret(role))
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
