//! The network's prices of pieces that leave this board: of each alone, and of several together.

use super::network::{KnownBoard, Network};
use super::prices::{Prices, flow_percent};
use crate::board::Position;
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// How many pieces of each color and kind (pawn to queen) have left this board.
pub type HandedOver = ByColor<[u8; 5]>;

/// Maximum difference between the price of several pieces together and the sum of their prices, in percent of the sum
/// of their usual prices.
const MOST_BEYOND_PERCENT: Score = 50;

/// The other board, and a network's prices of pieces added to its hands.
#[derive(Clone, Debug)]
pub struct NetworkPrices {
    network: Arc<Network>,
    other: Arc<Position>,
    /// The other board's sums in the network: only what the hands add to them is computed for each price.
    known: KnownBoard,
    /// The current score of the other board for white there, in cp.
    score: Score,
    /// The price of one piece, in cp, as in [`Prices::transfer`].
    prices: ByColor<[Score; 5]>,
}

/// Equal with the same network and the same other board.
impl PartialEq for NetworkPrices {
    fn eq(&self, right: &Self) -> bool {
        Arc::ptr_eq(&self.network, &right.network) && self.other == right.other
    }
}

impl Eq for NetworkPrices {}

impl NetworkPrices {
    /// Computes prices by `network` for the `other` board.
    pub fn new(network: Arc<Network>, other: Arc<Position>) -> Self {
        let known = KnownBoard::new(&network, &other);
        let score = white_score(&network, &known, &other);
        let mut prices = Self { network, other, known, score, prices: ByColor::default() };
        for color in Color::ALL {
            for (kind, usual) in Prices::static_table().into_iter().enumerate() {
                let mut one = HandedOver::default();
                one[color][kind] = 1;
                let price = for_captors(color, prices.worth(&one));
                prices.prices[color][kind] = price.clamp(usual / 2, usual * 2);
            }
        }
        prices
    }

    /// The price of one piece, in cp, between half and double the usual price, as in [`Prices::transfer`].
    pub fn prices(&self) -> &ByColor<[Score; 5]> {
        &self.prices
    }

    /// The price of a piece of `color` minus the usual one, in cp.
    pub fn change(&self, color: Color, kind: PieceType) -> Score {
        self.prices[color][kind.index()] - Prices::static_table()[kind.index()]
    }

    /// The value to white on this board of all pieces `handed_over` beyond the sum of their prices, in cp: a second
    /// knight is rarely worth as much as the first. 0 for a single piece.
    pub fn beyond(&self, handed_over: &HandedOver) -> Score {
        if Color::ALL.into_iter().flat_map(|color| handed_over[color]).map(u32::from).sum::<u32>() < 2 {
            return 0;
        }
        let usual = Prices::static_table();
        let (mut sum, mut most) = (0, 0);
        for color in Color::ALL {
            for (kind, count) in handed_over[color].iter().map(|&count| Score::from(count)).enumerate() {
                sum += for_captors(color, count * self.prices[color][kind]);
                most += count * usual[kind] * MOST_BEYOND_PERCENT / 100;
            }
        }
        (self.worth(handed_over) - sum).clamp(-most, most)
    }

    /// The value to white on this board of all pieces `handed_over`, in cp: pieces of a color go to that color's player
    /// on the other board, and white there plays against the partner of white here.
    fn worth(&self, handed_over: &HandedOver) -> Score {
        let mut richer = (*self.other).clone();
        for color in Color::ALL {
            for (kind, &count) in PieceType::HELD.into_iter().zip(&handed_over[color]) {
                (0..count).for_each(|_| richer.receive(color, kind));
            }
        }
        (self.score - white_score(&self.network, &self.known, &richer)) * flow_percent() / 100
    }
}

/// Converts `score` from white's view on this board to that of the team that captures pieces of `color`, and back.
fn for_captors(color: Color, score: Score) -> Score {
    if color == Color::White { -score } else { score }
}

fn white_score(network: &Network, known: &KnownBoard, position: &Position) -> Score {
    let score = known.evaluate(network, position);
    if position.side_to_move() == Color::White { score } else { -score }
}
