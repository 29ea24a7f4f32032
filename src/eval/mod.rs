//! A score for the side to move, from one board and a frozen view of the other.
//!
//! The seam: a search asks its [`Evaluator`], which is the handcrafted evaluation or a network that follows the search's moves. Tools
//! that explain call [`evaluate`], [`explain`] and [`report`]: those are the handcrafted one's.

mod evaluator;
mod explain;
mod handcrafted;
mod handover;
pub mod network;
mod terms;
mod view;

pub use evaluator::{EvalKind, Evaluator};
pub use explain::{report, report_pair};
pub use handcrafted::{squares, weights};
pub use handover::{Gone, Handover};
pub use terms::{EvalTerms, KingFacts, Term};
pub use view::TeamView;

use crate::board::Position;
use crate::types::{Color, Score};
use terms::{Sink, Total};

/// What the position is worth to the side to move, in cp, within `EVAL_LIMIT`. The view's flow score is in it.
pub fn evaluate(position: &Position, view: &TeamView) -> Score {
    explain(position, view).score()
}

/// [`evaluate`] without flow: what this board alone is worth, whatever is assumed of the other one.
#[inline]
pub fn evaluate_board(position: &Position) -> Score {
    let mut total = Total::default();
    handcrafted::walk(position, &mut total);
    total.score(position.side_to_move())
}

/// The terms that [`evaluate`] is the sum of.
pub fn explain(position: &Position, view: &TeamView) -> EvalTerms {
    let mut terms = EvalTerms::new(position.side_to_move());
    handcrafted::walk(position, &mut terms);
    for color in Color::ALL {
        terms.add(Term::Flow, color, view.kept(position, color));
    }
    terms
}
