//! The features of one board from one side's perspective: the active rows of a network's first layer.
//!
//! Engine and trainer share [`map_features`], the only definition of rows. "Own" is the side whose perspective it is.
//! The board is turned so that the own side plays upwards, and mirrored so that the own king stands on files e to h.

use crate::board::{CastlingRights, Position, Wing};
use crate::types::{Color, Hand, Piece, PieceType, Square};

/// Rows of the first layer: 768 pieces on squares, 60 in hands, 8 promoted, 4 castling rights.
pub const ROWS: usize = HANDS + 2 * HELD + 8 + 4;

const HANDS: usize = 2 * 6 * 64;
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

/// The side whose view it is, and whether the board is mirrored for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The own side.
    pub color: Color,
    /// Whether files are mirrored: a and h are exchanged, and so on.
    pub mirrored: bool,
}

impl Perspective {
    /// The view of `color` on `position`.
    #[inline]
    pub fn of(position: &Position, color: Color) -> Self {
        Self { color, mirrored: position.king(color).file() < 4 }
    }

    /// 0 for the own side, 1 for the other.
    #[inline]
    fn side(self, color: Color) -> usize {
        usize::from(color != self.color)
    }

    /// The row of a piece on a square.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        let turned = square.relative_to(self.color).index() ^ if self.mirrored { 7 } else { 0 };
        (self.side(piece.color()) * 6 + piece.kind().index()) * 64 + turned
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

/// The square and the place among the kinds of both sides, if the row is that of a piece on a square.
pub(super) fn square_of(row: usize) -> Option<(usize, usize)> {
    (row < HANDS).then_some((row % 64, row / 64))
}

/// The additional row of a promoted piece at this place among the kinds of both sides, if a pawn can become that kind.
pub(super) fn promoted_at(place: usize) -> Option<usize> {
    let (side, kind) = (place / 6, place % 6);
    (1..=4).contains(&kind).then_some(PROMOTED + side * 4 + (kind + 3) % 4)
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
    fn a_king_on_the_left_mirrors_the_board() {
        assert_eq!(
            rows("6k1/8/8/8/8/8/P7/1K6[] w - - 0 1", Color::White),
            rows("1k6/8/8/8/8/8/7P/6K1[] w - - 0 1", Color::White)
        );
    }
}
