//! Prices: what a search on one board may assume of the other one.

use super::handcrafted::weights::{exchange_values, flow_percent, hand_values};
use super::network_prices::NetworkPrices;
use crate::board::{BoardRules, Captures, ExchangeValues, PieceSet, Position};
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// A hang is worth this much to the player who hangs, in cp: it is lost unless a piece arrives.
pub const HANG_CP: Score = -1_500;

/// What pieces that cross between the boards, and a hang, are worth to a search on this board, in cp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// `transfer[color][kind]`: what the team of `!color` gains when a piece of `color` and `kind` (pawn to queen) is captured here
    /// and arrives in its partner's hand.
    pub transfer: ByColor<[Score; 5]>,
    /// `hang[color]`, negative: what it is worth to `color` to hang on this board (R8), waiting for a piece.
    pub hang: ByColor<Score>,
    /// `mating[color]`: kinds of which one captured here from `color` mates on the other board at once, by proof.
    pub mating: ByColor<PieceSet>,
    /// The network's price of several pieces together; none where no network has set the prices.
    pub network: Option<Arc<NetworkPrices>>,
}

/// The part of prices that changes every score of a search; see [`Prices::of_scores`].
pub type ScorePrices = (ByColor<[Score; 5]>, ByColor<Score>);

impl Prices {
    /// Nothing leaves the board: crazyhouse, where what is captured shows in the captor's own hand, and chess.
    pub fn single_board() -> Self {
        Self { transfer: ByColor([[0; 5]; 2]), hang: ByColor([HANG_CP; 2]), mating: ByColor::default(), network: None }
    }

    /// Bughouse when nothing is known of the other board: a captured piece is worth a part of its hand value there.
    pub fn bughouse_default() -> Self {
        Self { transfer: ByColor([Self::static_table(); 2]), ..Self::single_board() }
    }

    /// What a piece in the partner's hand is worth to this board when nothing is known of the other one, in cp, pawn to
    /// queen.
    pub fn static_table() -> [Score; 5] {
        hand_values().map(|value| value * flow_percent() / 100)
    }

    /// What every score of a search depends on. The table's scores hold for equal ones only. [`Self::mating`] decides on moves of the root
    /// alone. [`Self::network`] changes a little with each move on the other board: as a part of this it would make the table useless for
    /// the next search, which costs more.
    pub fn of_scores(&self) -> ScorePrices {
        let Self { transfer, hang, mating: _, network: _ } = self;
        (*transfer, *hang)
    }

    /// Whether a search that runs at `other` prices would find the same at these.
    pub fn same_for_search(&self, other: &Self) -> bool {
        (self.of_scores(), self.mating) == (other.of_scores(), other.mating)
    }

    /// These prices, moved to what a network makes of the other board.
    pub fn with_network(mut self, network: Arc<NetworkPrices>) -> Self {
        for color in Color::ALL {
            for kind in PieceType::HELD {
                self.transfer[color][kind.index()] += network.change(color, kind);
            }
        }
        Self { network: Some(network), ..self }
    }

    /// What the pieces of `color` on this board and in its hand are worth in *not* having been handed over, in cp.
    #[inline]
    pub fn of_material(&self, position: &Position, color: Color) -> Score {
        let prices = &self.transfer[color];
        PieceType::HELD.iter().map(|&kind| prices[kind.index()] * position.material(color, kind) as Score).sum()
    }

    /// The flow: what the material still on this board and in its hands is worth to the side to move in pieces *not* handed over,
    /// in cp. It depends on the position alone, so scores of different paths stay comparable; a search subtracts its
    /// root's value where it shows a score.
    pub fn flow(&self, position: &Position) -> Score {
        let white = self.flow_for_white(position);
        if position.side_to_move() == Color::White { white } else { -white }
    }

    /// [`Self::flow`] from white's side.
    #[inline]
    pub fn flow_for_white(&self, position: &Position) -> Score {
        self.of_material(position, Color::White) - self.of_material(position, Color::Black)
    }

    /// What each piece is worth in exchanges: about what the evaluation changes by when it is taken.
    pub fn exchange_values(&self, rules: &BoardRules) -> ExchangeValues {
        let in_hand = if rules.captures == Captures::ToOwnHand { hand_values() } else { [0; 5] };
        let transfer = |color: Color| std::array::from_fn(|kind| self.transfer[color][kind] + in_hand[kind]);
        ExchangeValues::new(exchange_values(), ByColor::from_fn(transfer))
    }
}
