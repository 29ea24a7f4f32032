//! A score for the side to move, from one board and a frozen view of the other.
//!
//! The seam: searches and tools call [`evaluate`], [`explain`] and [`report`] and do not know what stands behind them.
//! Today that is the handcrafted evaluation; a network can come to stand beside it without their noticing.

mod explain;
mod handcrafted;
mod terms;
mod view;

pub use explain::{report, report_pair};
pub use handcrafted::weights;
pub use terms::{EvalTerms, KingFacts, Term};
pub use view::TeamView;

use crate::board::Position;
use crate::types::Score;
use terms::Total;

/// What the position is worth to the side to move, in cp, within `EVAL_LIMIT`. The context's flow score is in it.
#[inline]
pub fn evaluate(position: &Position, context: &TeamView) -> Score {
    let mut total = Total::default();
    handcrafted::walk(position, context, &mut total);
    total.score(position.side_to_move())
}

/// The terms that [`evaluate`] is the sum of.
pub fn explain(position: &Position, context: &TeamView) -> EvalTerms {
    let mut terms = EvalTerms::new(position.side_to_move());
    handcrafted::walk(position, context, &mut terms);
    terms
}
