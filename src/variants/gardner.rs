//! V1: Gardner's mini-chess, 5 × 5.
//!
//! V1.1 One piece of each kind and five pawns a side: queen's rook, knight, bishop, queen, king.
//! V1.2 A pawn's double step from the second rank, en passant, and promotion to any piece.
//! V1.3 Castling with the only rook: king e1–c1, rook a1–d1.
//! V1.4 Everything else as in chess: stalemate, fifty moves and three times the same position are draws.

use super::gardner_values::{VALUES, placement};
use super::laws::{Castling, Facts, Laws};
use super::mailbox::Size;
use super::moves::Kind;
use std::sync::LazyLock;

/// The start position.
pub const START: &str = "rnbqk/ppppp/5/PPPPP/RNBQK w Qq - 0 1";

/// The laws of V1.
pub static GARDNER: LazyLock<Laws> = LazyLock::new(|| {
    Laws::new(&Facts {
        size: Size { files: 5, ranks: 5 },
        kinds: &[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King],
        jester_is_sage: false,
        start: START,
        en_passant: true,
        castlings: &[Castling { letter: 'Q', king: [4, 2], rook: [0, 3] }],
        promotions: &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        stalemate_wins: false,
        values: VALUES,
        placement: |_, kind, file, rank| placement(kind, file, rank),
        danger_percent: 100,
    })
});
