//! One board with two hands: position, attacks, making moves, generating them, BFEN, SAN, SEE, perft.
//!
//! Nothing here knows that a second board exists. What couples the boards leaves as data: [`Undo::transfer`] says what
//! a capture hands over, and what the other board allows comes in as [`BoardRules`].

pub mod attacks;
mod castling;
mod checks;
pub mod fen;
mod make;
pub mod movegen;
pub mod perft;
mod position;
mod rules;
pub mod san;
mod see;
mod status;
pub mod text;
mod zobrist;

pub use castling::CastlingRights;
pub use checks::CheckInfo;
pub use make::{BoardObserver, Undo};
pub use position::Position;
pub use rules::{BoardRules, Captures, MateRule, PieceSet, Promotion, StalemateRule};
pub use see::Prices;
pub use status::BoardStatus;
