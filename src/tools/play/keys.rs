//! The secrets in the links: one opens the table, the others a seat each.

use crate::game::Seat;
use std::fmt;

/// Bytes of a secret: too many to guess.
const LENGTH: usize = 16;

/// The access that a secret gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The table itself: its settings, its start, and the seat that is set to "me".
    Owner,
    /// One seat, when it is set to "guest".
    Guest(Seat),
}

/// A secret, as it stands in a link.
#[derive(Clone, PartialEq, Eq)]
struct Key(String);

impl Key {
    fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether `text` is this key; compared in constant time.
    fn fits(&self, text: &str) -> bool {
        let differ = |(a, b): (u8, u8)| a ^ b;
        self.0.len() == text.len() && self.0.bytes().zip(text.bytes()).map(differ).fold(0, |all, bits| all | bits) == 0
    }
}

/// All secrets of a table.
#[derive(Clone)]
pub struct Keys {
    owner: Key,
    seats: [Key; 4],
}

impl Keys {
    /// Generates new secrets.
    /// Fails when the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let key = Key::random;
        Ok(Self { owner: key()?, seats: [key()?, key()?, key()?, key()?] })
    }

    /// The secrets as text, the owner's first.
    pub fn texts(&self) -> [String; 5] {
        let [a, b, c, d] = self.seats.clone().map(|key| key.0);
        [self.owner.0.clone(), a, b, c, d]
    }

    /// The keys of these texts; `None` if one of them is no secret.
    pub fn from_texts(texts: [String; 5]) -> Option<Self> {
        let is_secret = |text: &String| text.len() == 2 * LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !texts.iter().all(is_secret) {
            return None;
        }
        let [owner, a, b, c, d] = texts.map(Key);
        Some(Self { owner, seats: [a, b, c, d] })
    }

    /// The role whose secret is `text`, if any.
    pub fn role(&self, text: &str) -> Option<Role> {
        let seat = || Seat::ALL.into_iter().find(|seat| self.seats[seat.index()].fits(text));
        if self.owner.fits(text) { Some(Role::Owner) } else { seat().map(Role::Guest) }
    }

    /// The secret of a role.
    pub fn secret(&self, role: Role) -> &str {
        match role {
            Role::Owner => &self.owner.0,
            Role::Guest(seat) => &self.seats[seat.index()].0,
        }
    }
}

/// The links to a table and its seats.
#[derive(Clone, Debug)]
pub struct Links {
    /// The secrets in them.
    pub keys: Keys,
    /// The page's address, without a trailing slash: `http://127.0.0.1:8020`.
    pub address: String,
    /// Whether other machines can reach it.
    pub network: bool,
}

impl Links {
    /// The link of a role. The part after `#` is never sent to a server, so it appears in no log.
    pub fn to(&self, role: Role) -> String {
        format!("{}/#key={}", self.address, self.keys.secret(role))
    }
}

impl fmt::Debug for Keys {
    /// Secrets do not go into logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}
