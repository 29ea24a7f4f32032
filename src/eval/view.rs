//! What a search on one board may assume of the other one.

use super::handcrafted::weights::{exchange_values, flow_percent, hand_values};
use super::handover::Handover;
use crate::board::{BoardRules, Captures, PieceSet, Position, Prices};
use crate::game::{Clocks, Seat};
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// What a search on this board may assume of the other one: prices in cp, and where they are known the other board, the
/// clocks, and who sits here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamView {
    /// `flow[color][kind]`, in cp: what the team of `!color` gains when a piece of `color` and `kind` (pawn to queen) is
    /// captured here and arrives in its partner's hand.
    pub flow: ByColor<[Score; 5]>,
    /// `hang[color]`, in cp, negative: what it is worth to `color` to hang on this board (R8), waiting for a piece.
    pub hang: ByColor<Score>,
    /// `mating[color]`: kinds of which one captured here from `color` mates on the other board at once, for the side that gets it.
    pub mating: ByColor<PieceSet>,
    /// What more pieces than one are worth there, where a network has told the prices.
    pub handover: Option<Arc<Handover>>,
    /// The other board, where it is seen.
    pub other: Option<Arc<Position>>,
    /// All four clocks, in ms, as they stood when the view was made.
    pub clocks: Option<Clocks>,
    /// The seat of the side to move on this board: only with it do the clocks mean something.
    pub seat: Option<Seat>,
}

impl TeamView {
    /// Nothing leaves the board: crazyhouse, where what is captured shows in the captor's own hand, and chess.
    pub fn single_board() -> Self {
        Self {
            flow: ByColor([[0; 5]; 2]),
            hang: ByColor([-1_500; 2]),
            mating: ByColor::default(),
            handover: None,
            other: None,
            clocks: None,
            seat: None,
        }
    }

    /// Bughouse when nothing is known of the other board: a captured piece is worth a part of its hand value there.
    pub fn bughouse_default() -> Self {
        Self { flow: ByColor([Self::static_table(); 2]), ..Self::single_board() }
    }

    /// What a piece in the partner's hand is worth to this board when nothing is known of the other one, in cp, pawn to
    /// queen.
    pub fn static_table() -> [Score; 5] {
        hand_values().map(|value| value * flow_percent() / 100)
    }

    /// What the pieces of `color` on this board and in its hand are worth in *not* having been handed over, in cp.
    #[inline]
    pub fn kept(&self, position: &Position, color: Color) -> Score {
        let flow = &self.flow[color];
        PieceType::HELD.iter().map(|&kind| flow[kind.index()] * position.material(color, kind) as Score).sum()
    }

    /// What the material still on this board and in its hands is worth to the side to move in pieces *not* handed over,
    /// in cp. It depends on the position alone, so scores of different paths stay comparable; a search subtracts its
    /// root's value where it shows a score.
    pub fn flow_score(&self, position: &Position) -> Score {
        let white = self.flow_for_white(position);
        if position.side_to_move() == Color::White { white } else { -white }
    }

    /// [`Self::flow_score`] as white sees it.
    #[inline]
    pub fn flow_for_white(&self, position: &Position) -> Score {
        self.kept(position, Color::White) - self.kept(position, Color::Black)
    }

    /// These prices, moved to what a network makes of the other board.
    pub fn priced_by(mut self, handover: Arc<Handover>) -> Self {
        for color in Color::ALL {
            let found = handover.prices()[color].into_iter().zip(Self::static_table());
            for (price, (found, usual)) in self.flow[color].iter_mut().zip(found) {
                *price += found - usual;
            }
        }
        Self { handover: Some(handover), ..self }
    }

    /// What each piece is worth in exchanges: about what the evaluation changes by when it is taken.
    pub fn prices(&self, rules: &BoardRules) -> Prices {
        let in_hand = if rules.captures == Captures::ToOwnHand { hand_values() } else { [0; 5] };
        let flow = |color: Color| std::array::from_fn(|kind| self.flow[color][kind] + in_hand[kind]);
        Prices::new(exchange_values(), ByColor::from_fn(flow))
    }
}
