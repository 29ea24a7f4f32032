//! The refresh table (Finny table): for each side and square of its king the view computed last. A refresh adds and
//! removes only the rows that differ from that view's.

use super::Network;
use super::accumulator::RowChanges;
use super::features::Perspective;
use crate::board::{CastlingRights, Position};
use crate::types::{Bitboard, ByColor, Color, Hand, Piece, PieceType};

/// Squares of a king.
const KINGS: usize = 64;

/// A view's sums, and the board that they are of.
#[derive(Clone, Debug)]
struct RefreshEntry {
    pieces: ByColor<[Bitboard; 6]>,
    promoted: Bitboard,
    hands: ByColor<Hand>,
    castling: CastlingRights,
    sums: Vec<i16>,
}

/// The views computed last, by side and square of its king.
#[derive(Clone, Debug)]
pub(super) struct RefreshTable(ByColor<Vec<Option<Box<RefreshEntry>>>>);

impl RefreshTable {
    /// A table without views.
    pub(super) fn new() -> Self {
        Self(ByColor::from_fn(|_| vec![None; KINGS]))
    }

    /// Sets `sums` to those of `position` in the view of `color`. `rows` is a buffer.
    pub(super) fn refresh(
        &mut self,
        network: &Network,
        position: &Position,
        color: Color,
        rows: &mut RowChanges,
        sums: &mut [i16],
    ) {
        let entry = &mut self.0[color][position.king(color).index()];
        let entry = entry.get_or_insert_with(|| Box::new(RefreshEntry::empty(network)));
        rows.clear();
        entry.take_over(position, Perspective::of(position, color), network.has_near(), rows);
        network.update(&entry.sums, sums, rows);
        entry.sums.copy_from_slice(sums);
    }
}

impl RefreshEntry {
    /// The view of an empty board.
    fn empty(network: &Network) -> Self {
        Self {
            pieces: ByColor::default(),
            promoted: Bitboard::EMPTY,
            hands: ByColor::default(),
            castling: CastlingRights::NONE,
            sums: network.bias.clone(),
        }
    }

    /// Takes over the board of `position`, and adds the rows that come or go by that to `rows`.
    fn take_over(&mut self, position: &Position, view: Perspective, near: bool, rows: &mut RowChanges) {
        let promoted = std::mem::replace(&mut self.promoted, position.promoted());
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let (piece, now) = (Piece::new(color, kind), position.pieces(color, kind));
                let before = std::mem::replace(&mut self.pieces[color][kind.index()], now);
                for (squares, came) in [(now & !before, true), (before & !now, false)] {
                    for square in squares {
                        view.map_piece(piece, square, near, |row| rows.push(row, came));
                    }
                }
                let (before, now) = (before & promoted, now & self.promoted);
                for (squares, came) in [(now & !before, true), (before & !now, false)] {
                    squares.for_each(|_| rows.push(view.promoted(piece), came));
                }
            }
        }
        let hands = ByColor::from_fn(|color| position.hand(color));
        view.map_hand_changes(&self.hands, &hands, |row, came| rows.push(row, came));
        view.map_right_changes(self.castling, position.castling(), |row, came| rows.push(row, came));
        (self.hands, self.castling) = (hands, position.castling());
    }
}
