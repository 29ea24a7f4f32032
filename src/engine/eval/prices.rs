//! Prices: the assumptions of a search on one board about the other one.

use super::handcrafted::weights;
use super::network_prices::NetworkPrices;
use super::outlook::Outlook;
use crate::board::{BoardRules, Captures, ExchangeValues, PieceSet, Position};
use crate::types::{ByColor, Color, PieceType, Score, tunables::tunables};
use std::sync::Arc;

tunables! {
    /// Values of pieces on the board in exchanges, pawn to king. On the scale of the evaluation, but a pawn is
    /// cheaper and a queen dearer: with its board values the search lost 25 Elo (see the search's diary).
    exchange_values: [Score; 6] = [87, 166, 192, 194, 408, 0], 0..=1000, 15;
    /// Values of pieces in hand where no evaluation of a position is asked: for prices, and for what wishes are worth.
    usual_values: [Score; 5] = [102, 224, 207, 230, 415], 20..=1500, 20;
    /// Price of a piece that arrives at the partner, in percent of its value in hand.
    flow_percent: Score = 60, 0..=150, 6;
}

/// The score of a hang where the other board is not looked at (probes, analysis), for the player who hangs, in cp: the
/// game is lost unless a piece arrives. A search scores a hang by [`Outlook`], and a stalemate that waits (R10) by half
/// of this.
pub const HANG_CP: Score = -1_500;

/// The values of pieces that cross between the boards, in cp, and of a hang, to a search on this board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// `transfer[color][kind]`: the gain of `!color`'s team when a piece of `color` and `kind` (pawn to queen) is
    /// captured here and arrives in the partner's hand.
    pub transfer: ByColor<[Score; 5]>,
    /// `hang[color]`: the outlook of `color` if it hangs on this board (R8).
    pub hang: ByColor<Outlook>,
    /// `mating[color]`: the kinds that, captured here from `color`, mate on the other board at once (proven).
    pub mating: ByColor<PieceSet>,
    /// `looming[color]`: the kinds that may arrive in the hand of `color` at once: its partner, on turn, can take them.
    pub looming: ByColor<PieceSet>,
    /// The network's prices of several pieces together; `None` if no network has set the prices.
    pub network: Option<Arc<NetworkPrices>>,
}

/// The values of pieces in exchanges in chess, pawn to king, in cp.
const CHESS_VALUES: [Score; 6] = [90, 325, 340, 480, 980, 0];

impl Prices {
    /// Prices if no piece leaves the board: crazyhouse, where captured pieces enter the captor's own hand, and chess.
    pub fn single_board() -> Self {
        Self {
            transfer: ByColor([[0; 5]; 2]),
            hang: ByColor::default(),
            mating: ByColor::default(),
            looming: ByColor::default(),
            network: None,
        }
    }

    /// Bughouse prices without data of the other board: a captured piece is worth a part of its hand value.
    pub fn bughouse_default() -> Self {
        Self { transfer: ByColor([Self::static_table(); 2]), ..Self::single_board() }
    }

    /// The usual prices of a piece in the partner's hand, without data of the other board, in cp, pawn to queen.
    pub fn static_table() -> [Score; 5] {
        usual_values().map(|value| value * flow_percent() / 100)
    }

    /// These prices for a search with the handcrafted evaluation alone, on the scale of its own values in hand.
    pub fn for_handcrafted(mut self) -> Self {
        for prices in &mut self.transfer.0 {
            for ((price, own), usual) in prices.iter_mut().zip(weights::hand_values()).zip(usual_values()) {
                *price = (*price * own + usual / 2) / usual;
            }
        }
        self
    }

    /// The prices that every score of a search depends on: scores in the TT are valid only for equal ones. Left out are
    /// [`Self::mating`] and [`Self::looming`], which affect root moves only, and [`Self::hang`] and [`Self::network`],
    /// which change a little with each move on the other board: as a part of these prices they would make the TT
    /// useless for the next search, which costs more.
    pub fn of_scores(&self) -> ByColor<[Score; 5]> {
        let Self { transfer, hang: _, mating: _, looming: _, network: _ } = self;
        *transfer
    }

    /// Whether a search with the prices `other` need not begin its iteration anew with these: [`Self::looming`] is read
    /// anew for each root move.
    pub fn same_for_search(&self, other: &Self) -> bool {
        (self.of_scores(), self.mating) == (other.of_scores(), other.mating)
    }

    /// These prices, changed to a network's prices of pieces on the other board.
    pub fn with_network(mut self, network: Arc<NetworkPrices>) -> Self {
        for color in Color::ALL {
            for kind in PieceType::HELD {
                self.transfer[color][kind.index()] += network.change(color, kind);
            }
        }
        Self { network: Some(network), ..self }
    }

    /// The value of the pieces of `color` on this board and in its hand as pieces *not* handed over, in cp.
    #[inline]
    pub fn of_material(&self, position: &Position, color: Color) -> Score {
        let prices = &self.transfer[color];
        PieceType::HELD.iter().map(|&kind| prices[kind.index()] * position.material(color, kind) as Score).sum()
    }

    /// The flow: the difference of [`Self::of_material`] between the side to move and its opponent, in cp. It depends
    /// on the position alone, so scores of different paths stay comparable; a search subtracts the root's flow from
    /// scores that it shows.
    pub fn flow(&self, position: &Position) -> Score {
        let white = self.flow_for_white(position);
        if position.side_to_move() == Color::White { white } else { -white }
    }

    /// [`Self::flow`] from white's side.
    #[inline]
    pub fn flow_for_white(&self, position: &Position) -> Score {
        self.of_material(position, Color::White) - self.of_material(position, Color::Black)
    }

    /// The value of each piece in exchanges: about the change of the evaluation when it is captured.
    pub fn exchange_values(&self, rules: &BoardRules) -> ExchangeValues {
        let in_hand = if rules.captures == Captures::ToOwnHand { usual_values() } else { [0; 5] };
        let transfer = |color: Color| std::array::from_fn(|kind| self.transfer[color][kind] + in_hand[kind]);
        let board = if rules.captures == Captures::Nowhere { CHESS_VALUES } else { exchange_values() };
        ExchangeValues::new(board, ByColor::from_fn(transfer))
    }
}
