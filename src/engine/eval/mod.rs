//! A score for the side to move, from one board and frozen prices of the other.
//!
//! A search uses an [`Evaluator`]: the handcrafted evaluation, or a network that is updated with the search's moves.
//! Tools that explain use [`evaluate`], [`explain`] and [`report`], which belong to the handcrafted evaluation.

mod evaluator;
mod explain;
pub mod facts;
mod handcrafted;
pub mod network;
mod network_prices;
pub mod outlook;
mod price_steps;
pub mod prices;
mod terms;

pub use evaluator::{EvalKind, Evaluator};
pub use explain::{report, report_pair};
pub use handcrafted::{placed, squares, weights};
pub use network_prices::{HandedOver, NetworkPrices};
pub use outlook::Outlook;
pub use price_steps::PriceSteps;
pub use prices::{HANG_CP, Prices};
pub use terms::{EvalTerms, KingFacts, PieceFacts, Term, Total};

use crate::board::Position;
use crate::types::{Color, Score};
use facts::{Facts, Informed};
use terms::Sink;
use weights::{Alone, Numbers};

/// The score of the position for the side to move, in cp, within `EVAL_LIMIT`, flow included.
pub fn evaluate(position: &Position, prices: &Prices) -> Score {
    explain(position, prices).score()
}

/// [`evaluate`] without flow: the score of this board alone, independent of prices.
#[inline]
pub fn evaluate_board(position: &Position) -> Score {
    evaluate_by::<Alone>(position)
}

/// [`evaluate_board`] by one set of numbers.
#[inline]
pub fn evaluate_by<N: Numbers>(position: &Position) -> Score {
    evaluate_with::<N>(position, placed::sum::<N>(position))
}

/// [`evaluate_by`] with the sum of [`placed`], which a search need not compute anew for each position.
#[inline]
pub fn evaluate_with<N: Numbers>(position: &Position, mut placed: Total) -> Score {
    handcrafted::walk_relations::<N>(position, &mut placed);
    placed.score(position.side_to_move())
}

/// What `judge` makes of the score of [`evaluate_with`] and the facts of the board.
#[inline(always)]
pub fn inform<N: Numbers, R>(position: &Position, placed: Total, judge: impl FnOnce(Score, &Facts) -> R) -> R {
    let mut informed = Informed::new(placed, position.side_to_move());
    handcrafted::walk_relations::<N>(position, &mut informed);
    informed.judged_by(judge)
}

/// The terms that [`evaluate`] is the sum of.
pub fn explain(position: &Position, prices: &Prices) -> EvalTerms {
    let mut terms = EvalTerms::new(position.side_to_move());
    handcrafted::walk::<Alone>(position, &mut terms);
    for color in Color::ALL {
        terms.add(Term::Flow, color, prices.of_material(position, color));
    }
    terms
}
