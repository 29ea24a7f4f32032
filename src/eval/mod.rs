//! A score for the side to move, from one board and a frozen view of the other.
//!
//! The seam: searches and tools call [`evaluate`] and [`explain`] and do not know what stands behind them.

mod context;
mod handcrafted;
mod terms;

pub use context::TeamContext;
pub use handcrafted::weights;
pub use terms::{EvalTerms, Term};

use crate::board::Position;
use crate::types::Score;
use terms::Total;

/// What the position is worth to the side to move, in cp, within `EVAL_LIMIT`. The context's flow score is in it.
#[inline]
pub fn evaluate(position: &Position, context: &TeamContext) -> Score {
    let mut total = Total::default();
    handcrafted::walk(position, context, &mut total);
    total.score(position.side_to_move())
}

/// The terms that [`evaluate`] is the sum of.
pub fn explain(position: &Position, context: &TeamContext) -> EvalTerms {
    let mut terms = EvalTerms::new(position.side_to_move());
    handcrafted::walk(position, context, &mut terms);
    terms
}
