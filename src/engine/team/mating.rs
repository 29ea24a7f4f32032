//! Pieces that mate on the other board as soon as they arrive there: whoever gives one away here loses there.

use crate::board::{PieceSet, Position};
use crate::search::mate::{MateResult, MateSearch, MateTable};
use crate::types::{ByColor, PieceType, tunables::tunables};

tunables! {
    /// Positions that are looked at for each kind of piece at most.
    mating_nodes: u64 = 300, 0..=10_000, 100;
    /// One of them for so many ms on our clock.
    mating_node_ms: u64 = 30, 1..=1_000, 10;
}

/// What is known of the other board in this respect.
#[derive(Default)]
pub struct MatingPieces {
    table: MateTable,
    /// The board that was looked at last.
    seen: Option<u64>,
    /// `kinds[color]`: one more of these in its hand, and `color`, which is on turn there, mates by checks.
    kinds: ByColor<PieceSet>,
}

impl MatingPieces {
    /// What was found last.
    pub fn kinds(&self) -> ByColor<PieceSet> {
        self.kinds
    }

    /// Looks at the `other` board, if it is seen and has changed; whether that made a difference. `clock_ms` is what our clock shows.
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

    /// The kinds with which the side on turn mates, and without which it does not.
    fn find(&mut self, other: &Position, nodes: u64) -> PieceSet {
        self.table.clear();
        let mut mates = |kind: Option<PieceType>| {
            let (mut position, mut looked_at) = (other.clone(), 0);
            kind.into_iter().for_each(|kind| position.receive(other.side_to_move(), kind));
            let verdict = MateSearch::new(&mut self.table, position).search(|| {
                looked_at += 1;
                looked_at <= nodes
            });
            matches!(verdict, MateResult::Mate(..))
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
    use crate::types::Color;

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
        assert_eq!(found("6rk/6pp/8/8/8/8/5PPP/6K1[] b - - 0 1"), ByColor::default(), "he is not on turn");
    }

    #[test]
    fn who_mates_anyway_needs_nothing() {
        assert_eq!(found("6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1"), ByColor::default());
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let mut mating = MatingPieces::default();
        let position = fen::parse("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", BoardRules::default()).expect("a position");
        assert!(mating.look(Some(&position), None));
        assert!(mating.look(None, None));
        assert_eq!(mating.kinds(), ByColor::default());
        assert!(!mating.look(Some(&position), Some(0)), "no time to look");
    }
}
