//! An analyzed game as BPGN with comments.

use super::judge;
use super::review::Review;
use super::text;
use crate::game::Outcome;
use crate::game::bpgn::{self, Record};

/// The game with a comment on every ply: the score of each board from White's perspective, the expected result of white
/// on A and black on B, and a better line if the move was not good enough. The decisive moments come before the first
/// ply.
pub fn annotated(record: &Record, review: &Review, outcome: Option<Outcome>) -> String {
    let mut annotated = record.clone();
    annotated.set_tag("Annotator", &format!("Tandem {}", crate::types::version()));
    annotated.notes.extend(review.decisive.iter().map(|moment| text::sentence(record, review, moment, outcome)));
    for (ply, stand) in annotated.plies.iter_mut().zip(review.stands.iter().skip(1)) {
        let [a, b] = stand.boards.map(|verdict| judge::text(verdict.score));
        ply.notes.push(format!("eval A {a} B {b} team {:.0} %", 100.0 * stand.team));
        ply.notes.extend(stand.better.map(|line| format!("better {}", line.join(" "))));
    }
    bpgn::write(&annotated)
}
