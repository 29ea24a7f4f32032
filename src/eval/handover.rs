//! What pieces that leave this board are worth on the other one: each alone, and many at once.

use super::TeamView;
use super::handcrafted::weights::flow_percent;
use super::network::Network;
use crate::board::Position;
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// How many pieces of each color and kind (pawn to queen) have left this board.
pub type Gone = ByColor<[u8; 5]>;

/// What many pieces are worth differs from the sum of their prices by no more than this part of what they usually cost, in percent.
const MOST_BEYOND_PERCENT: Score = 50;

/// The other board as it stands, and what a network makes of it with more pieces in its hands.
#[derive(Clone, Debug)]
pub struct Handover {
    network: Arc<Network>,
    other: Arc<Position>,
    /// Its score as it stands, as white there sees it, in cp.
    score: Score,
    /// What one piece is worth, in cp, as in [`TeamView::flow`].
    prices: ByColor<[Score; 5]>,
}

/// By the same network and the same other board.
impl PartialEq for Handover {
    fn eq(&self, right: &Self) -> bool {
        Arc::ptr_eq(&self.network, &right.network) && self.other == right.other
    }
}

impl Eq for Handover {}

impl Handover {
    /// Lets `network` look at the `other` board.
    pub fn new(network: Arc<Network>, other: Arc<Position>) -> Self {
        let score = white_score(&network, &other);
        let mut handover = Self { network, other, score, prices: ByColor::default() };
        for color in Color::ALL {
            for (kind, usual) in TeamView::static_table().into_iter().enumerate() {
                let mut one = Gone::default();
                one[color][kind] = 1;
                let price = for_captors(color, handover.worth(&one));
                handover.prices[color][kind] = price.clamp(usual / 2, usual * 2);
            }
        }
        handover
    }

    /// What one piece is worth, in cp, within half and double of the usual price, as in [`TeamView::flow`].
    pub fn prices(&self) -> &ByColor<[Score; 5]> {
        &self.prices
    }

    /// What all that is `gone` is worth to white on this board, in cp, beyond the sum of the pieces' prices: a second knight is rarely worth
    /// as much as the first. A single piece has its price.
    pub fn beyond(&self, gone: &Gone) -> Score {
        if Color::ALL.into_iter().flat_map(|color| gone[color]).map(u32::from).sum::<u32>() < 2 {
            return 0;
        }
        let usual = TeamView::static_table();
        let (mut sum, mut most) = (0, 0);
        for color in Color::ALL {
            for (kind, count) in gone[color].iter().map(|&count| Score::from(count)).enumerate() {
                sum += for_captors(color, count * self.prices[color][kind]);
                most += count * usual[kind] * MOST_BEYOND_PERCENT / 100;
            }
        }
        (self.worth(gone) - sum).clamp(-most, most)
    }

    /// What all that is `gone` is worth to white on this board, in cp: pieces of a color go to that color's player on the other board, and
    /// white there plays against the partner of white here.
    fn worth(&self, gone: &Gone) -> Score {
        let mut richer = (*self.other).clone();
        for color in Color::ALL {
            for (kind, &count) in PieceType::HELD.into_iter().zip(&gone[color]) {
                (0..count).for_each(|_| richer.receive(color, kind));
            }
        }
        (self.score - white_score(&self.network, &richer)) * flow_percent() / 100
    }
}

/// What is worth `score` to white on this board, to the team of those who capture pieces of `color`, and the other way round.
fn for_captors(color: Color, score: Score) -> Score {
    if color == Color::White { -score } else { score }
}

fn white_score(network: &Network, position: &Position) -> Score {
    let score = network.evaluate(position);
    if position.side_to_move() == Color::White { score } else { -score }
}
