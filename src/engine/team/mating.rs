//! Pieces that mate on the other board as soon as they arrive there: giving one away here loses there.

use crate::board::{PieceSet, Position};
use crate::search::mate::{MateSearch, MateTable};
use crate::types::{ByColor, Color, PieceType, tunables::tunables};

tunables! {
    /// Largest number of positions searched for each kind of piece.
    mating_nodes: u64 = 300, 0..=10_000, 100;
    /// Time on our clock for each of these positions, in ms.
    mating_node_ms: u64 = 30, 1..=1_000, 10;
}

/// The mating pieces of the other board.
#[derive(Default)]
pub struct MatingPieces {
    table: MateTable,
    /// The key of the board searched last.
    seen: Option<u64>,
    /// `kinds[color]`: with one more of any of these in hand, `color`, if on turn there, mates by checks.
    kinds: ByColor<PieceSet>,
    /// The kinds when a search on our board began.
    noted: ByColor<PieceSet>,
}

impl MatingPieces {
    /// The result of the last search.
    pub fn kinds(&self) -> ByColor<PieceSet> {
        self.kinds
    }

    /// Notes the result as the one with which a search on our board begins.
    pub fn note(&mut self) {
        self.noted = self.kinds;
    }

    /// Whether a piece that let `color` mate when the search began does not any more.
    pub fn is_eased(&self, color: Color) -> bool {
        PieceType::HELD.into_iter().any(|kind| self.noted[color].has(kind) && !self.kinds[color].has(kind))
    }

    /// Searches the `other` board, if it is visible and has changed; returns whether the result has changed. `clock_ms`
    /// is the time on our clock.
    pub fn look(&mut self, other: Option<&Position>, clock_ms: Option<u64>) -> bool {
        let seen = other.map(Position::key);
        if seen == self.seen {
            return false;
        }
        self.seen = seen;
        let before = self.kinds;
        self.kinds = ByColor::default();
        if let Some(other) = other {
            let nodes = clock_ms.map_or(u64::MAX, |clock| clock / mating_node_ms()).min(mating_nodes());
            self.kinds[other.side_to_move()] = self.find(other, nodes);
        }
        self.kinds != before
    }

    /// The kinds that give the side on turn a mate that it does not have without them.
    fn find(&mut self, other: &Position, nodes: u64) -> PieceSet {
        self.table.clear();
        let mut mates = |kind: Option<PieceType>| {
            let mut position = other.clone();
            kind.into_iter().for_each(|kind| position.receive(other.side_to_move(), kind));
            MateSearch::new(&mut self.table, position).mates_within(nodes)
        };
        if mates(None) {
            return PieceSet::default();
        }
        PieceType::HELD.into_iter().filter(|&kind| mates(Some(kind))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    fn found(bfen: &str) -> ByColor<PieceSet> {
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let mut mating = MatingPieces::default();
        mating.look(Some(&position), Some(60_000));
        assert!(!mating.look(Some(&position), Some(60_000)), "nothing has changed");
        mating.kinds()
    }

    #[test]
    fn a_knight_mates_a_smothered_king_for_the_side_on_turn() {
        let kinds = found("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
        assert_eq!(kinds[Color::White], PieceSet::from_iter([PieceType::Knight]));
        assert_eq!(kinds[Color::Black], PieceSet::default());
        assert_eq!(found("6rk/6pp/8/8/8/8/5PPP/6K1[] b - - 0 1"), ByColor::default(), "white is not on turn");
    }

    #[test]
    fn a_player_that_mates_anyway_needs_no_piece() {
        assert_eq!(found("6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1"), ByColor::default());
    }

    #[test]
    fn mating_pieces_are_forgotten_without_a_position() {
        let mut mating = MatingPieces::default();
        let position = fen::parse("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", BoardRules::default()).expect("a position");
        assert!(mating.look(Some(&position), None));
        assert!(mating.look(None, None));
        assert_eq!(mating.kinds(), ByColor::default());
        assert!(!mating.look(Some(&position), Some(0)), "no time to look");
    }
}
