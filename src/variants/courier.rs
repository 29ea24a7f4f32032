//! V2: Courier, 12 × 8, the chess of the Middle Ages.
//!
//! V2.1 Back rank a–l of both sides: rook, knight, bishop, courier, sage, king, ferz, jester, courier, bishop, knight,
//!      rook; twelve pawns before them.
//! V2.2 The bishop jumps exactly two squares diagonally, over anything; the courier moves as today's bishop; the ferz
//!      one square diagonally.
//! V2.3 Sage and jester move one square in any direction and are not royal; by the option `Jester` the jester moves one
//!      square along lines only.
//! V2.4 Pawns have the double step, no en passant, and become a ferz only. No castling.
//! V2.5 Whoever stalemates wins.
//! V2.6 By tradition the game begins after four moves of each side: the pawns of the first, seventh and last file two
//!      squares forward, and the ferz from g1 to g3.

use super::laws::{Facts, Laws, Pair, placement};
use super::mailbox::Size;
use super::moves::Kind;
use std::sync::LazyLock;

/// The kinds where the jester moves like the sage.
const KINDS: &[Kind] =
    &[Kind::Pawn, Kind::Ferz, Kind::Alfil, Kind::Sage, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::King];
/// The kinds where it moves along lines.
const KINDS_WITH_WAZIR: &[Kind] =
    &[Kind::Pawn, Kind::Ferz, Kind::Wazir, Kind::Alfil, Kind::Sage, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::King];

/// The kinds with their values, and those of a square more that they attack. A king that can move is harder to
/// stalemate.
const VALUES: &[(Kind, Pair, Pair)] = &[
    (Kind::Pawn, [75, 95], [0, 0]),
    (Kind::Ferz, [150, 160], [4, 4]),
    (Kind::Wazir, [150, 170], [4, 4]),
    (Kind::Alfil, [125, 110], [4, 3]),
    (Kind::Sage, [290, 330], [5, 14]),
    (Kind::Knight, [300, 300], [5, 5]),
    (Kind::Bishop, [360, 380], [5, 6]),
    (Kind::Rook, [540, 620], [3, 6]),
    (Kind::King, [0, 0], [2, 15]),
];

/// The start by tradition, jester along lines.
pub const TRADITIONAL_WAZIR: &str = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1";
/// The start by tradition, jester like the sage.
pub const TRADITIONAL: &str = "rnebmk1mbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1MBENR w - - 0 1";
/// The free start, jester along lines.
pub const FREE_WAZIR: &str = "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1";
/// The free start, jester like the sage.
pub const FREE: &str = "rnebmkfmbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFMBENR w - - 0 1";

fn laws(jester_is_sage: bool, kinds: &'static [Kind], start: &'static str) -> Laws {
    Laws::new(&Facts {
        size: Size { files: 12, ranks: 8 },
        kinds,
        jester_is_sage,
        start,
        en_passant: false,
        castlings: &[],
        promotions: &[Kind::Ferz],
        stalemate_wins: true,
        values: VALUES,
        placement,
        danger_percent: 200,
    })
}

/// The laws of V2, jester like the sage.
pub static COURIER: LazyLock<Laws> = LazyLock::new(|| laws(true, KINDS, TRADITIONAL));
/// The laws of V2, jester along lines.
pub static COURIER_WAZIR: LazyLock<Laws> = LazyLock::new(|| laws(false, KINDS_WITH_WAZIR, TRADITIONAL_WAZIR));
