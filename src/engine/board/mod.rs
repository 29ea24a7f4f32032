//! One board with two hands: position, attacks, making moves, generating them, BFEN, SAN, SEE, perft.
//!
//! Nothing here depends on the second board: [`Undo::transfer`] returns the piece that a capture gives to the partner,
//! and [`BoardRules`] holds the restrictions that come from the other board.

pub mod attacks;
mod castling;
mod check_moves;
mod checks;
pub mod chess960;
pub mod fen;
mod find;
mod homes;
mod make;
pub mod movegen;
pub mod perft;
mod position;
mod rules;
pub mod san;
mod see;
mod status;
pub mod text;
mod transfers;
mod zobrist;

pub use castling::{CastlingRights, Wing};
pub use checks::CheckInfo;
pub use make::{BoardObserver, Undo};
pub use position::Position;
pub use rules::{BoardRules, Captures, MateRule, PieceSet, Promotion, StalemateRule};
pub use see::ExchangeValues;
pub use status::BoardStatus;
