//! An evaluation as text: the board, both hands, a table of terms, the facts about both kings.

use super::terms::{EvalTerms, KingFacts, Term};
use super::{Prices, explain};
use crate::board::{Position, text};
use crate::types::{Color, Score};
use std::fmt;

/// The width of the title column.
const TITLE: usize = 12;

impl fmt::Display for EvalTerms {
    /// The table of terms in cp, white's, black's and the difference, then the facts behind the danger of both kings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:TITLE$}{:>8}{:>8}{:>10}", "cp", "white", "black", "white +/-")?;
        for term in Term::ALL {
            let (white, black) = (self.get(term, Color::White), self.get(term, Color::Black));
            writeln!(f, "{:TITLE$}{white:>8}{black:>8}{:>+10}", term.name(), white - black)?;
        }
        let (white, black) = (self.sum(Color::White), self.sum(Color::Black));
        writeln!(f, "{:TITLE$}{white:>8}{black:>8}{:>+10}", "sum", white - black)?;
        writeln!(f, "danger to the king")?;
        for (name, fact) in KING_ROWS {
            let [white, black] = Color::ALL.map(|color| fact(self.king(color)));
            writeln!(f, "{name:TITLE$}{white:>8}{black:>8}")?;
        }
        Ok(())
    }
}

type Row = (&'static str, fn(&KingFacts) -> Score);

const KING_ROWS: [Row; 6] = [
    ("attackers", |facts| facts.attackers as Score),
    ("weak", |facts| facts.weak as Score),
    ("drop checks", |facts| facts.drop_checks as Score),
    ("contacts", |facts| facts.contacts as Score),
    ("escapes", |facts| facts.escapes as Score),
    ("units", |facts| facts.units),
];

/// The position and its evaluation, in lines.
///
/// Flow only matters as a difference between positions of one game, so the last line also gives the score without it.
pub fn report(position: &Position, context: &Prices) -> String {
    let terms = explain(position, context);
    let us = position.side_to_move();
    let mut lines = vec![format!("black holds {}", text::hand_figures(position, Color::Black))];
    lines.extend(text::board_lines(position, Color::White));
    lines.push(format!("white holds {}", text::hand_figures(position, Color::White)));
    lines.push(terms.to_string());
    let score = terms.score();
    lines.push(format!(
        "evaluation: {score:+} cp for {us}, who is on turn ({:+} cp without flow)",
        score - terms.lead(Term::Flow, us)
    ));
    lines.join("\n") + "\n"
}

/// Both boards of a game and their total for one team, in lines.
pub fn report_pair(a: &Position, b: &Position, context: &Prices) -> String {
    // Flow is left out: the pieces that a board has handed over are counted in the other board's hands.
    let for_color = |position: &Position, color: Color| -> Score {
        let terms = explain(position, context);
        terms.sum(color) - terms.sum(!color) - terms.lead(Term::Flow, color)
    };
    let team = for_color(a, Color::White) + for_color(b, Color::Black);
    format!(
        "board A\n{}\nboard B\n{}\nboth boards: {team:+} cp for white on A and black on B (without flow)\n",
        report(a, context),
        report(b, context)
    )
}
