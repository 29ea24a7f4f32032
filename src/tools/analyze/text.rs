//! An analyzed game as text.

use super::judge;
use super::review::{Decisive, MomentKind, Review, Stand};
use crate::game::Outcome;
use crate::game::bpgn::Record;
use std::fmt::Write;

/// Moves of a better line that a table row shows.
const ROW_MOVES: usize = 4;

/// The whole game as a table, then the decisive moments.
pub fn report(record: &Record, review: &Review, outcome: Option<Outcome>) -> String {
    let mut text = String::new();
    let mut line = |parts: std::fmt::Arguments| {
        let _ = writeln!(text, "{parts}");
    };
    let names = crate::game::Seat::ALL.map(|seat| record.player(seat));
    let [white_a, black_a, white_b, black_b] = &names;
    line(format_args!("{white_a} + {black_b} (team 1) against {black_a} + {white_b}: {}", record.result.text()));
    line(format_args!(
        "A, B: the boards as white sees them; clock: team 1's lead in seconds; team 1: its expected result in percent"
    ));
    line(format_args!("{:>16} {:>7} {:>8} {:>8} {:>7} {:>7}  better", "ply", "time", "A", "B", "clock", "team 1"));
    for stand in &review.stands {
        let [a, b] = stand.boards.map(|verdict| judge::text(verdict.score));
        let spent = stand.played.and_then(|played| played.spent_ms);
        let spent = spent.map_or_else(String::new, |ms| format!("{:.1}", ms as f64 / 1000.0));
        let better = stand.better.map_or_else(String::new, |line| line[..line.len().min(ROW_MOVES)].join(" "));
        let lead = stand.time.map_or_else(String::new, |time| format!("{:+.1}", time.lead_ms() as f64 / 1000.0));
        let row =
            format!("{:>16} {spent:>7} {a:>8} {b:>8} {lead:>7} {:>5.0} %  {better}", ply(stand), 100.0 * stand.team);
        line(format_args!("{}", row.trim_end()));
    }
    line(format_args!("\nThe moments that decided:"));
    for moment in &review.decisive {
        line(format_args!("  {}", sentence(record, review, moment, outcome)));
    }
    if review.decisive.is_empty() {
        line(format_args!("  none: no move changed the expected result by much"));
    }
    text
}

/// The ply as BPGN numbers it.
fn ply(stand: &Stand) -> String {
    stand.played.map_or_else(
        || "start".to_owned(),
        |played| format!("{}{}. {}", played.number, played.seat.letter(), played.san),
    )
}

/// Describes a moment in one sentence.
pub fn sentence(record: &Record, review: &Review, moment: &Decisive, outcome: Option<Outcome>) -> String {
    let stand = &review.stands[moment.index];
    let who = moment.seat.map_or_else(String::new, |seat| format!("{} ({seat})", record.player(seat)));
    let move_text = ply(stand);
    let usual = [moment.index.saturating_sub(1), moment.index].map(|index| review.stands[index].team);
    let [before, after] = stand.second_look.unwrap_or(usual).map(|team| 100.0 * team);
    match moment.kind {
        MomentKind::Swing => {
            let better = stand.better.map_or_else(String::new, |line| format!("; better {}", line.join(" ")));
            format!("{move_text}: {who} takes team 1 from {before:.0} % to {after:.0} %{better}")
        }
        MomentKind::Sit => {
            let seconds = stand.played.and_then(|played| played.spent_ms).unwrap_or(0) as f64 / 1000.0;
            format!(
                "{move_text}: {who} sits for {seconds:.1} s before it; wait and move take team 1 from {before:.0} % to \
                 {after:.0} %"
            )
        }
        MomentKind::Hang => format!("{move_text}: {who} hangs: no legal move until a piece arrives"),
        MomentKind::Flag | MomentKind::End => {
            let reason = outcome.map_or_else(String::new, |outcome| outcome.reason.to_string());
            let end = if who.is_empty() { format!("the end: {reason}") } else { format!("the end: {reason}, {who}") };
            if moment.kind == MomentKind::Flag { format!("{end}; team 1 had {after:.0} %") } else { end }
        }
    }
}
