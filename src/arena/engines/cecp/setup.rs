//! Positions and hands for CECP engines, as text.

use crate::board::Position;
use crate::game::Transfer;
use crate::types::{Color, Square};
use std::time::Duration;

/// Both hands in `holding`'s format: `[PPN] [Q]`, capitals for both colors.
pub fn holding(position: &Position) -> String {
    let [white, black] = Color::ALL.map(|color| position.hand(color).letters().to_ascii_uppercase());
    format!("holding [{white}] [{black}]")
}

/// Both hands, and the piece that has just arrived.
pub fn arrival(position: &Position, transfer: Transfer) -> String {
    let color = transfer.to.color.letter().to_ascii_uppercase();
    format!("{} {color}{}", holding(position), transfer.piece.capital())
}

/// The lines that set up a position in an engine in force mode, the hands by `holding`: old engines read no hands in a
/// FEN, and some of them then hold pieces that they do not have.
pub fn position(position: &Position, setboard: bool) -> Vec<String> {
    let mut lines = if setboard { vec![format!("setboard {}", plain_fen(position))] } else { edit(position) };
    lines.push(holding(position));
    lines
}

/// FEN without hands and without marks on promoted pieces.
fn plain_fen(position: &Position) -> String {
    let text = position.to_bfen().replace('~', "");
    match (text.split_once('['), text.split_once(']')) {
        (Some((board, _)), Some((_, rest))) => format!("{board}{rest}"),
        _ => text,
    }
}

/// The old way of setting up a position: piece by piece, without castling rights and en passant.
fn edit(position: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    if position.side_to_move() == Color::Black {
        // `edit` has no side to move; only a move can make it black's turn.
        lines.push("a2a3".to_owned());
    }
    lines.extend(["edit", "#"].map(str::to_owned));
    for color in Color::ALL {
        if color == Color::Black {
            lines.push("c".to_owned());
        }
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square).filter(|piece| piece.color() == color) {
                lines.push(format!("{}{square}", piece.kind().capital()));
            }
        }
    }
    lines.push(".".to_owned());
    lines
}

/// `level 0 M[:SS] INC`, the base in whole seconds, rounded up; `time` gives the exact time before every move. The
/// increment may have a fraction, as XBoard sends it: engines plan with it.
pub fn level(base: Duration, increment: Duration) -> String {
    let seconds = base.as_millis().div_ceil(1000).max(1);
    let rest = if seconds.is_multiple_of(60) { String::new() } else { format!(":{:02}", seconds % 60) };
    format!("level 0 {}{rest} {}", seconds / 60, increment.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level_ms(base: u64, increment: u64) -> String {
        level(Duration::from_millis(base), Duration::from_millis(increment))
    }

    #[test]
    fn time_controls() {
        assert_eq!(level_ms(60_000, 0), "level 0 1 0");
        assert_eq!(level_ms(300, 0), "level 0 0:01 0");
        assert_eq!(level_ms(305_000, 2_000), "level 0 5:05 2");
    }

    #[test]
    fn bug_an_increment_of_a_part_of_a_second_was_told_as_a_whole_one() {
        assert_eq!(level_ms(10_000, 100), "level 0 0:10 0.1");
        assert_eq!(level_ms(60_000, 1_250), "level 0 1 1.25");
    }
}
