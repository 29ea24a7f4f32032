//! Two boards, four seats: rules, transfers, clocks, hanging, the end of the game, BFEN pairs and BPGN.
//!
//! The boards are independent of each other; this layer couples them. It does not read clocks, communicate with players
//! or evaluate positions: its inputs are moves, and times in ms.
//!
#![doc = include_str!("RULES.md")]

mod board_id;
pub mod bpgn;
mod clocks;
mod demand;
mod ending;
mod error;
mod notation;
mod outcome;
mod pair;
mod promotion;
mod rules;
mod seat;
mod seating;
mod state;

pub use board_id::{BoardId, ByBoard};
pub use clocks::Clocks;
pub use error::GameError;
pub use notation::{GameMove, ParseError};
pub use outcome::{Forfeit, Outcome, Reason};
pub use pair::{PairError, parse_pair};
pub use promotion::takeable;
pub use rules::{BothHang, NoClock, PromotionRule, Repetition, RuleOption, Rules, RulesError};
pub use seat::{Seat, Team};
pub use seating::Seating;
pub use state::{Game, Pending, Played, Transfer};
