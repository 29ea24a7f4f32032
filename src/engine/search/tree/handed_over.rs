//! The flow along a line: the pieces handed over since the root, and their joint worth on the other board.

use crate::board::Position;
use crate::eval::{HandedOver, NetworkPrices, Prices};
use crate::types::rng::GOLDEN_RATIO;
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// Number of cached sets of pieces.
const REMEMBERED: usize = 1 << 10;

/// How many pieces of each color and kind are on a board and in its hands.
type Pieces = ByColor<[u32; 5]>;

/// The flow of a position of the line, in cp for white.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// With the joint worth of the pieces handed over.
    pub white: Score,
    /// By the price of each piece alone.
    linear: Score,
    /// The pieces handed over since the root.
    handed_over: HandedOver,
}

impl Flow {
    /// The flow of a position from which the pieces `handed_over` are gone, without their joint worth.
    pub fn counted(prices: &Prices, position: &Position, handed_over: HandedOver) -> Self {
        let linear = prices.flow_for_white(position);
        Self { white: linear, linear, handed_over }
    }

    /// The flow after the capture of a piece of `color` that is handed over as `kind`, without their joint worth.
    pub fn after_capture(mut self, prices: &Prices, color: Color, kind: PieceType) -> Self {
        let price = prices.transfer[color][kind.index()];
        self.linear += if color == Color::White { -price } else { price };
        self.handed_over[color][kind.index()] += 1;
        Self { white: self.linear, ..self }
    }

    /// The same with the joint worth of the pieces handed over, if there are network prices.
    pub fn with_joint_worth(self, score: Option<&mut HandedOverScore>) -> Self {
        let beyond = score.map_or(0, |score| score.beyond(&self.handed_over));
        Self { white: self.linear + beyond, ..self }
    }
}

/// A cache of [`NetworkPrices::beyond`] for sets of pieces.
pub struct HandedOverScore {
    network: Arc<NetworkPrices>,
    /// The pieces at the root.
    root: Pieces,
    /// Sets with their scores, in a direct-mapped cache; the empty set scores 0.
    found: Vec<(HandedOver, Score)>,
}

impl HandedOverScore {
    /// An empty cache for a search from `root`.
    pub fn new(network: Arc<NetworkPrices>, root: &Position) -> Self {
        Self { network, root: pieces(root), found: vec![Default::default(); REMEMBERED] }
    }

    /// The pieces handed over from the root to `position`, counted anew.
    pub fn count(&self, position: &Position) -> HandedOver {
        gone(&self.root, position)
    }

    /// Worth of all these pieces beyond the sum of their prices, in cp for white.
    fn beyond(&mut self, handed_over: &HandedOver) -> Score {
        let counts = Color::ALL.into_iter().flat_map(|color| handed_over[color]);
        let packed = counts.fold(0_u64, |packed, count| packed << 5 | u64::from(count));
        let mixed = packed.wrapping_mul(GOLDEN_RATIO) >> 32;
        let place = &mut self.found[mixed as usize % REMEMBERED];
        if place.0 != *handed_over {
            *place = (*handed_over, self.network.beyond(handed_over));
        }
        place.1
    }
}

fn pieces(position: &Position) -> Pieces {
    ByColor::from_fn(|color| PieceType::HELD.map(|kind| position.material(color, kind)))
}

/// The pieces of `root` that are not in `position`.
fn gone(root: &Pieces, position: &Position) -> HandedOver {
    let left = pieces(position);
    ByColor::from_fn(|color| std::array::from_fn(|kind| root[color][kind].saturating_sub(left[color][kind]) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::network::embedded;
    use crate::types::rng::Rng;

    #[test]
    fn pieces_that_have_left_the_board_are_counted_from_the_root() {
        let start = fen::parse(fen::START, BoardRules::default()).expect("a position");
        let network = Arc::new(NetworkPrices::new(embedded().expect("a network"), Arc::new(start)));
        let mut position =
            fen::parse("7k/8/8/2n1n3/3N4/2Q1R3/8/4K3[P] w - - 0 1", BoardRules::default()).expect("a position");
        let mut score = HandedOverScore::new(network.clone(), &position);
        let mut handed_over = HandedOver::default();
        assert_eq!(score.beyond(&handed_over), 0);
        for (mv, taken) in [
            ("c3c5", Some((Color::Black, PieceType::Knight))),
            ("e5f3", None),
            ("e3f3", Some((Color::Black, PieceType::Knight))),
        ] {
            let mv = position.find_move(mv).expect("a legal move");
            position.make_move(mv);
            taken.into_iter().for_each(|(color, kind)| handed_over[color][kind.index()] += 1);
            assert_eq!(score.count(&position), handed_over);
            assert_eq!(score.beyond(&handed_over), network.beyond(&handed_over));
            assert_eq!(score.beyond(&handed_over), network.beyond(&handed_over), "and it is remembered");
        }
        assert_ne!(network.beyond(&handed_over), 0);
    }

    #[test]
    fn flow_that_follows_the_captures_is_that_of_the_position() {
        let mut prices = Prices::bughouse_default();
        for (color, kind) in Color::ALL.into_iter().flat_map(|color| PieceType::HELD.map(|kind| (color, kind))) {
            prices.transfer[color][kind.index()] += 7 * kind.index() as Score + 30 * color.index() as Score;
        }
        let bfen = "r3k2r/1P4P1/2n2b2/3pP3/8/2N2Q2/1p4p1/R3K2R[BNbn] w KQkq d6 0 1";
        let root = fen::parse(bfen, BoardRules::default()).expect("a position");
        let (mut rng, mut captures) = (Rng::new(3), 0);
        for _ in 0..100 {
            let mut position = root.clone();
            let mut flow = Flow::counted(&prices, &position, HandedOver::default());
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let noisy = moves.iter().copied().find(|mv| mv.is_noisy()).filter(|_| rng.below(2) == 0);
                let undo = position.make_move(noisy.unwrap_or_else(|| moves[rng.below(moves.len())]));
                if let Some(kind) = undo.transfer() {
                    flow = flow.after_capture(&prices, position.side_to_move(), kind);
                    captures += 1;
                }
                assert_eq!(flow, Flow::counted(&prices, &position, gone(&pieces(&root), &position)));
            }
        }
        assert!(captures > 300, "{captures}");
    }
}
