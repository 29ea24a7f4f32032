//! Values that every other layer uses: squares, sets of squares, colors, pieces, hands, moves, scores.
//!
//! Nothing here depends on the rules, the second board, clocks or protocols.

mod bitboard;
mod color;
mod hand;
pub mod host;
mod large_table;
mod moves;
pub mod names;
mod piece;
pub mod rng;
pub mod score;
mod square;
pub mod tunables;
mod version;

pub use bitboard::Bitboard;
pub(crate) use color::table_of_two;
pub use color::{ByColor, Color};
pub use hand::Hand;
pub use large_table::LargeTable;
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Piece, PieceType};
pub use score::Score;
pub use square::{ParseSquareError, Square};
pub use version::version;
