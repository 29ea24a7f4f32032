//! A score for the side to move, from one board and frozen prices of the other.
//!
//! The seam: a search asks its [`Evaluator`], which is the handcrafted evaluation or a network that follows the search's moves. Tools
//! that explain call [`evaluate`], [`explain`] and [`report`]: those are the handcrafted one's.

mod evaluator;
mod explain;
mod handcrafted;
pub mod network;
mod network_prices;
mod prices;
mod terms;

pub use evaluator::{EvalKind, Evaluator};
pub use explain::{report, report_pair};
pub use handcrafted::{squares, weights};
pub use network_prices::{HandedOver, NetworkPrices};
pub use prices::{HANG_CP, Prices, ScorePrices};
pub use terms::{EvalTerms, KingFacts, Term};

use crate::board::Position;
use crate::types::{Color, Score};
use terms::{Sink, Total};

/// What the position is worth to the side to move, in cp, within `EVAL_LIMIT`. The flow is in it.
pub fn evaluate(position: &Position, prices: &Prices) -> Score {
    explain(position, prices).score()
}

/// [`evaluate`] without flow: what this board alone is worth, whatever is assumed of the other one.
#[inline]
pub fn evaluate_board(position: &Position) -> Score {
    let mut total = Total::default();
    handcrafted::walk(position, &mut total);
    total.score(position.side_to_move())
}

/// The terms that [`evaluate`] is the sum of.
pub fn explain(position: &Position, prices: &Prices) -> EvalTerms {
    let mut terms = EvalTerms::new(position.side_to_move());
    handcrafted::walk(position, &mut terms);
    for color in Color::ALL {
        terms.add(Term::Flow, color, prices.of_material(position, color));
    }
    terms
}
