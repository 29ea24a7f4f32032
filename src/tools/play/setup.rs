//! What is agreed before a game: time, rules, and who sits where.

use crate::game::{NoClock, Rules, RulesError, Seat};
use crate::tools::r#match::referee::TimeControl;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// Whoever opened the table.
    Me,
    /// Whoever has the seat's link.
    Guest,
    /// Tandem.
    Tandem,
}

/// The settings of a table, as the page sends and shows them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// What each player starts with, in seconds.
    pub base_s: u32,
    /// What each move adds, in seconds.
    pub increment_s: u32,
    /// A preset of rules, or one with changes: `fics`, `international,drop-mate=forbidden`.
    pub rules: String,
    /// Who sits where, in the order of [`Seat::ALL`].
    pub seats: [Occupant; 4],
}

/// Why a table cannot be set up like that.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("`{0}` seconds for a game: {LEAST_BASE_S} to {MOST_BASE_S} are possible")]
    Base(u32),
    #[error("`{0}` seconds for a move: {MOST_INCREMENT_S} are the most")]
    Increment(u32),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("`{0}`: the page's games have clocks")]
    NoClock(String),
    #[error("`me` sits on {0} seats: one is the most")]
    Me(usize),
}

const LEAST_BASE_S: u32 = 5;
const MOST_BASE_S: u32 = 10_800;
const MOST_INCREMENT_S: u32 = 180;

impl Default for Setup {
    /// Five minutes; white on A beside Tandem, against two Tandems.
    fn default() -> Self {
        use Occupant::{Me, Tandem};
        Self { base_s: 300, increment_s: 0, rules: "international".to_owned(), seats: [Me, Tandem, Tandem, Tandem] }
    }
}

impl Setup {
    /// The rules, if everything makes sense.
    /// Fails with what does not.
    pub fn check(&self) -> Result<Rules, SetupError> {
        if !(LEAST_BASE_S..=MOST_BASE_S).contains(&self.base_s) {
            return Err(SetupError::Base(self.base_s));
        }
        if self.increment_s > MOST_INCREMENT_S {
            return Err(SetupError::Increment(self.increment_s));
        }
        let mine = self.seats.iter().filter(|&&occupant| occupant == Occupant::Me).count();
        if mine > 1 {
            return Err(SetupError::Me(mine));
        }
        let rules: Rules = self.rules.parse()?;
        if rules.no_clock != NoClock::Off {
            return Err(SetupError::NoClock(self.rules.clone()));
        }
        Ok(rules)
    }

    /// Who sits on `seat`.
    pub fn occupant(&self, seat: Seat) -> Occupant {
        self.seats[seat.index()]
    }

    /// Where the one who opened the table sits, if anywhere.
    pub fn my_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.occupant(seat) == Occupant::Me)
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        TimeControl { base: seconds(self.base_s), increment: seconds(self.increment_s) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_and_quoted() {
        let refused = |change: fn(&mut Setup)| {
            let mut setup = Setup::default();
            change(&mut setup);
            setup.check().map(|_| ()).unwrap_err().to_string()
        };
        assert!(Setup::default().check().is_ok());
        assert!(refused(|setup| setup.base_s = 4).contains("`4`"));
        assert!(refused(|setup| setup.increment_s = 181).contains("`181`"));
        assert!(refused(|setup| setup.rules = "klingon".to_owned()).contains("`klingon`"));
        assert!(refused(|setup| setup.rules = "fics,no-clock=move-for-move".to_owned()).contains("have clocks"));
        assert!(refused(|setup| setup.seats = [Occupant::Me; 4]).contains("4 seats"));
    }
}
