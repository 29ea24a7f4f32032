//! The secrets in the links: who knows one may open the table, or sit on its seat.

use crate::game::Seat;
use std::fmt;

/// Bytes of a secret: nobody guesses it.
const LENGTH: usize = 16;

/// What a secret opens.
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

    /// Takes the same time whatever is wrong.
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
    /// New ones.
    /// Fails when the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let key = Key::random;
        Ok(Self { owner: key()?, seats: [key()?, key()?, key()?, key()?] })
    }

    /// What `text` opens, if anything.
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

/// The links by which a table and its seats are opened.
#[derive(Clone, Debug)]
pub struct Links {
    /// The secrets in them.
    pub keys: Keys,
    /// Where the page is, without a slash at the end: `http://127.0.0.1:8020`.
    pub address: String,
    /// Whether other machines reach it.
    pub network: bool,
}

impl Links {
    /// The link of a role. What stands behind `#` is never sent to a server, so it is in no log.
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
