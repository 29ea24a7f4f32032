//! The features of one board from one side's perspective: the active rows of a network's first layer.
//!
//! Engine and trainer share [`map_features`], the only definition of rows. "Own" is the side whose perspective it is.
//! The board is turned so that the own side plays upwards, and mirrored so that the own king stands on files e to h.
//!
//! A network may have the rows of [`map_near`] too: pieces near the own king, by where they stand from it. A [`RowSet`]
//! tells which rows it has.

use super::attack_rows::ATTACK_ROWS;
use crate::board::{CastlingRights, Position, Wing};
use crate::types::{Bitboard, ByColor, Color, Hand, Piece, PieceType, Square};

/// Rows of the first layer: 768 pieces on squares, 60 in hands, 8 promoted, 4 castling rights.
pub const ROWS: usize = HANDS + 2 * HELD + 8 + 4;

/// Kinds of both sides.
pub(super) const PLACES: usize = 2 * 6;
const HANDS: usize = PLACES * 64;
/// Rows of one hand: row i of a kind is active if more than i are held.
const HELD: usize = {
    let mut sum = 0;
    let mut kind = 0;
    while kind < Hand::MOST.len() {
        sum += Hand::MOST[kind] as usize;
        kind += 1;
    }
    sum
};
const PROMOTED: usize = HANDS + 2 * HELD;
const CASTLING: usize = PROMOTED + 8;

/// Further rows, after [`ROWS`]: pieces near the own king, by kind and by the square as seen from the king. So what is
/// learned about the king on one square holds on all others.
pub const NEAR_ROWS: usize = PLACES * NEAR_SQUARES;
/// Further rows, after those.
pub(super) const ATTACKS_START: usize = ROWS + NEAR_ROWS;

/// Which rows a first layer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowSet {
    /// The board and the hands: [`map_features`].
    Board,
    /// Pieces near the kings too: [`map_near`].
    Near,
    /// Attacks too: [`map_attacks`](super::map_attacks).
    Attacks,
}

impl RowSet {
    /// All sets, each with the rows of the one before.
    pub const ALL: [Self; 3] = [Self::Board, Self::Near, Self::Attacks];

    /// The number of rows.
    pub const fn rows(self) -> usize {
        match self {
            Self::Board => ROWS,
            Self::Near => ATTACKS_START,
            Self::Attacks => ATTACKS_START + ATTACK_ROWS,
        }
    }
}

/// The most files and ranks between the own king and a piece near it.
const NEAR: i32 = 2;
const NEAR_SIDE: i32 = 2 * NEAR + 1;
/// Squares near the own king, and its own, whose rows are never active.
pub(super) const NEAR_SQUARES: usize = (NEAR_SIDE * NEAR_SIDE) as usize;

/// The side whose view it is, and its king, for which the board may be mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The own side.
    pub color: Color,
    /// The square of the own king.
    pub king: Square,
}

impl Perspective {
    /// The view of `color` on `position`.
    #[inline]
    pub fn of(position: &Position, color: Color) -> Self {
        Self { color, king: position.king(color) }
    }

    /// Whether files are mirrored: a and h are exchanged, and so on.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self.king.file() < 4
    }

    /// Whether this view with the own king on `king` has the same rows otherwise, of pieces `near` the king too.
    #[inline]
    pub fn is_alike(self, king: Square, near: bool) -> bool {
        if near { self.king == king } else { self.is_mirrored() == Self { king, ..self }.is_mirrored() }
    }

    /// A square of the turned board.
    #[inline]
    pub(super) fn turned(self, square: Square) -> usize {
        square.relative_to(self.color).index() ^ if self.is_mirrored() { 7 } else { 0 }
    }

    /// The place of a piece's kind and side.
    #[inline]
    fn place(self, piece: Piece) -> usize {
        self.side(piece.color()) * 6 + piece.kind().index()
    }

    /// 0 for the own side, 1 for the other.
    #[inline]
    fn side(self, color: Color) -> usize {
        usize::from(color != self.color)
    }

    /// The row of a piece on a square.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        piece_row(self.place(piece), self.turned(square))
    }

    /// The row of a piece near the own king; `None` for that king and for pieces farther away.
    #[inline]
    pub fn near(self, piece: Piece, square: Square) -> Option<usize> {
        let from_king = from_king(self.turned(square), self.turned(self.king))?;
        Some(near_row(self.place(piece), from_king))
    }

    /// Calls `each` with the rows of a piece on a square, with that of a piece near the king if such rows are wanted.
    #[inline]
    pub fn map_piece(self, piece: Piece, square: Square, near: bool, mut each: impl FnMut(usize)) {
        each(self.piece(piece, square));
        if near && let Some(row) = self.near(piece, square) {
            each(row);
        }
    }

    /// The row that is active if `color` holds more than `index` of `kind`; `None` beyond the pieces of two sets.
    #[inline]
    pub fn held(self, color: Color, kind: PieceType, index: u32) -> Option<usize> {
        const OFFSETS: [usize; 5] = {
            let mut offsets = [0; 5];
            let mut kind = 1;
            while kind < 5 {
                offsets[kind] = offsets[kind - 1] + Hand::MOST[kind - 1] as usize;
                kind += 1;
            }
            offsets
        };
        let row = HANDS + self.side(color) * HELD + OFFSETS[kind.index()] + index as usize;
        (index < Hand::MOST[kind.index()]).then_some(row)
    }

    /// Calls `change` with every row that comes (true) or goes when the hands change.
    #[inline]
    pub fn map_hand_changes(self, before: &ByColor<Hand>, after: &ByColor<Hand>, mut change: impl FnMut(usize, bool)) {
        for color in Color::ALL {
            let (before, after) = (before[color], after[color]);
            if before == after {
                continue;
            }
            for kind in PieceType::HELD {
                let (before, after) = (before.count(kind), after.count(kind));
                let rows = (before.min(after)..before.max(after)).filter_map(|index| self.held(color, kind, index));
                rows.for_each(|row| change(row, after > before));
            }
        }
    }

    /// The row that counts promoted pieces of this color and kind, knight to queen.
    #[inline]
    pub fn promoted(self, piece: Piece) -> usize {
        PROMOTED + self.side(piece.color()) * 4 + (piece.kind().index() + 3) % 4
    }

    /// The row of the right to castle on a wing.
    #[inline]
    pub fn castling(self, color: Color, wing: Wing) -> usize {
        CASTLING + self.side(color) * 2 + usize::from(wing == Wing::Queen)
    }

    /// The rows of all rights in `rights`.
    pub fn rights(self, rights: CastlingRights) -> impl Iterator<Item = usize> {
        Color::ALL.into_iter().flat_map(move |color| {
            let there = Wing::ALL.into_iter().filter(move |&wing| rights.has(color, wing));
            there.map(move |wing| self.castling(color, wing))
        })
    }

    /// Calls `change` with every row that comes (true) or goes when the rights change.
    #[inline]
    pub fn map_right_changes(self, before: CastlingRights, after: CastlingRights, mut change: impl FnMut(usize, bool)) {
        if before != after {
            self.rights(before).for_each(|row| change(row, false));
            self.rights(after).for_each(|row| change(row, true));
        }
    }
}

/// Calls `each` with every active row in the view of `color`; with a row of promoted pieces once for each such piece.
pub fn map_features(position: &Position, color: Color, mut each: impl FnMut(usize)) {
    let view = Perspective::of(position, color);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            each(view.piece(piece, square));
        }
    }
    for square in position.promoted() {
        if let Some(piece) = position.piece_at(square) {
            each(view.promoted(piece));
        }
    }
    for holder in Color::ALL {
        let hand = position.hand(holder);
        for kind in hand.kinds() {
            (0..hand.count(kind)).filter_map(|index| view.held(holder, kind, index)).for_each(&mut each);
        }
    }
    view.rights(position.castling()).for_each(each);
}

/// Calls `each` with the row of every piece near the king of `color`, in its view.
pub fn map_near(position: &Position, color: Color, each: impl FnMut(usize)) {
    let view = Perspective::of(position, color);
    let pieces = position.occupied().into_iter().filter_map(|square| Some((position.piece_at(square)?, square)));
    pieces.filter_map(|(piece, square)| view.near(piece, square)).for_each(each);
}

/// The row of a piece, by its place among the kinds of both sides, on a square of the turned board.
#[inline]
pub(super) const fn piece_row(place: usize, square: usize) -> usize {
    place * 64 + square
}

/// The row of a piece near the own king, by its place among the kinds and where it stands from the king.
#[inline]
pub(super) const fn near_row(place: usize, from_king: usize) -> usize {
    ROWS + place * NEAR_SQUARES + from_king
}

/// The additional row of a promoted piece at this place among the kinds of both sides, if a pawn can become that kind.
pub(super) fn promoted_at(place: usize) -> Option<usize> {
    let (side, kind) = (place / 6, place % 6);
    (1..=4).contains(&kind).then_some(PROMOTED + side * 4 + (kind + 3) % 4)
}

/// For each square on which the own king of a turned board may be, the squares near it, and where they stand from it.
pub(super) fn near_squares() -> Vec<Vec<(usize, usize)>> {
    let near = |king: Square| {
        let squares = Square::all().map(Square::index);
        squares.filter_map(|square| Some((square, from_king(square, king.index())?))).collect()
    };
    Square::all().filter(|king| king.file() >= 4).map(near).collect()
}

/// Where a square stands from the king's, both of the turned board; `None` if it is the same or not near.
#[inline]
pub(super) fn from_king(square: usize, king: usize) -> Option<usize> {
    let place = FROM_KING[king % 64][square % 64];
    (place != FAR).then_some(place.into())
}

/// The place of squares that are not near.
const FAR: u8 = u8::MAX;
/// [`from_king`], `[king][square]`.
static FROM_KING: [[u8; 64]; 64] = {
    let mut places = [[FAR; 64]; 64];
    let mut both = 0;
    while both < 64 * 64 {
        let (king, square) = (both / 64, both % 64);
        let (files, ranks) = (square as i32 % 8 - king as i32 % 8, square as i32 / 8 - king as i32 / 8);
        if files.abs() <= NEAR && ranks.abs() <= NEAR && square != king {
            places[king][square] = ((ranks + NEAR) * NEAR_SIDE + files + NEAR) as u8;
        }
        both += 1;
    }
    places
};

/// The squares near a king, without its own.
#[inline]
pub(super) fn near_area(king: Square) -> Bitboard {
    static AREAS: [Bitboard; 64] = near_areas();
    AREAS[king.index()]
}

const fn near_areas() -> [Bitboard; 64] {
    let mut areas = [Bitboard::EMPTY; 64];
    let mut both = 0;
    while both < 64 * 64 {
        let (king, square) = (both / 64, both % 64);
        if FROM_KING[king][square] != FAR {
            areas[king].0 |= 1 << square;
        }
        both += 1;
    }
    areas
}

/// Rows that are active at most once in any position: hands and castling rights.
pub(super) fn single_rows() -> impl Iterator<Item = usize> {
    (HANDS..PROMOTED).chain(CASTLING..ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    fn rows(text: &str, color: Color) -> Vec<usize> {
        let position = fen::parse(text, BoardRules::default()).expect("a position");
        let mut rows = Vec::new();
        map_features(&position, color, |row| rows.push(row));
        rows.sort();
        rows
    }

    #[test]
    fn there_are_840_rows_and_each_has_its_place() {
        assert_eq!(ROWS, 840);
        let all = rows("r3k2r/8/8/8/8/8/8/R3K2R[QQRRRRBBBBNNNNPPPPPPPPPPPPPPPP] w KQkq - 0 1", Color::White);
        assert_eq!(all.len(), 6 + HELD + 4);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]) && all.iter().all(|&row| row < ROWS), "{all:?}");
    }

    #[test]
    fn both_sides_see_the_same_of_turned_boards() {
        let white = rows("4k3/1p6/8/8/3N~4/8/8/4K2R[Qp] w K - 0 1", Color::White);
        let black = rows("4k2r/8/8/3n~4/8/8/1P6/4K3[qP] b k - 0 1", Color::Black);
        assert_eq!(white, black);
    }

    #[test]
    fn pieces_near_a_king_have_the_same_rows_wherever_it_stands() {
        let near = |text: &str, color: Color| {
            let position = fen::parse(text, BoardRules::default()).expect("a position");
            let mut rows = Vec::new();
            map_near(&position, color, |row| rows.push(row));
            rows.sort();
            rows
        };
        let at_g1 = near("4k3/8/8/8/7p/5n2/6P1/6K1[] w - - 0 1", Color::White);
        assert_eq!(at_g1.len(), 2, "the pawn on h4 is far away");
        assert!(at_g1.iter().all(|row| (ROWS..ROWS + NEAR_ROWS).contains(row)), "{at_g1:?}");
        assert_eq!(at_g1, near("4k3/8/8/4n3/5P2/5K2/8/8[] w - - 0 1", Color::White));
        // Mirrored, and turned for black.
        assert_eq!(at_g1, near("4k3/8/8/8/8/2n5/1P6/1K6[] w - - 0 1", Color::White));
        assert_eq!(at_g1, near("6k1/6p1/5N2/8/8/8/8/4K3[] b - - 0 1", Color::Black));
        let edge = near("4k3/8/8/8/8/8/r7/n6K[] w - - 0 1", Color::White);
        assert!(edge.is_empty(), "files a and h are no neighbors: {edge:?}");
    }

    #[test]
    fn a_king_on_the_left_mirrors_the_board() {
        assert_eq!(
            rows("6k1/8/8/8/8/8/P7/1K6[] w - - 0 1", Color::White),
            rows("1k6/8/8/8/8/8/7P/6K1[] w - - 0 1", Color::White)
        );
    }
}
