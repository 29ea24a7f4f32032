//! The pieces handed over since the root, and their joint worth on the other board.

use crate::board::Position;
use crate::eval::{HandedOver, NetworkPrices};
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// Number of cached sets of pieces.
const REMEMBERED: usize = 1 << 10;

/// A cache of [`NetworkPrices::beyond`] for sets of pieces.
pub struct HandedOverScore {
    network: Arc<NetworkPrices>,
    /// Pieces of each color and kind at the root.
    root: ByColor<[u32; 5]>,
    /// Sets with their scores, in a direct-mapped cache; the empty set scores 0.
    found: Vec<(HandedOver, Score)>,
}

impl HandedOverScore {
    /// An empty cache for a search from `root`.
    pub fn new(network: Arc<NetworkPrices>, root: &Position) -> Self {
        Self { network, root: pieces(root), found: vec![Default::default(); REMEMBERED] }
    }

    /// Worth of all pieces handed over from the root to `position` beyond the sum of their prices, in cp for white.
    pub fn beyond(&mut self, position: &Position) -> Score {
        let left = pieces(position);
        let handed_over: HandedOver = ByColor::from_fn(|color| {
            std::array::from_fn(|kind| self.root[color][kind].saturating_sub(left[color][kind]) as u8)
        });
        let mixed = Color::ALL
            .into_iter()
            .flat_map(|color| handed_over[color])
            .fold(0_u64, |mixed, count| mixed.wrapping_mul(31).wrapping_add(u64::from(count)));
        let place = &mut self.found[mixed as usize % REMEMBERED];
        if place.0 != handed_over {
            *place = (handed_over, self.network.beyond(&handed_over));
        }
        place.1
    }
}

fn pieces(position: &Position) -> ByColor<[u32; 5]> {
    ByColor::from_fn(|color| PieceType::HELD.map(|kind| position.material(color, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::network::embedded;

    #[test]
    fn pieces_that_have_left_the_board_are_counted_from_the_root() {
        let start = fen::parse(fen::START, BoardRules::default()).expect("a position");
        let network = Arc::new(NetworkPrices::new(embedded().expect("a network"), Arc::new(start)));
        let mut position =
            fen::parse("7k/8/8/2n1n3/3N4/2Q1R3/8/4K3[P] w - - 0 1", BoardRules::default()).expect("a position");
        let mut score = HandedOverScore::new(network.clone(), &position);
        let mut handed_over = HandedOver::default();
        assert_eq!(score.beyond(&position), 0);
        for (mv, taken) in [
            ("c3c5", Some((Color::Black, PieceType::Knight))),
            ("e5f3", None),
            ("e3f3", Some((Color::Black, PieceType::Knight))),
        ] {
            let mv = position.find_move(mv).expect("a legal move");
            position.make_move(mv);
            taken.into_iter().for_each(|(color, kind)| handed_over[color][kind.index()] += 1);
            assert_eq!(score.beyond(&position), network.beyond(&handed_over));
            assert_eq!(score.beyond(&position), network.beyond(&handed_over), "and it is remembered");
        }
        assert_ne!(network.beyond(&handed_over), 0);
    }
}
