//! The state of a game for a page: in Kriegspiel the own pieces and the announcements alone, until the game is over.

use super::contest::{Contest, Ground};
use super::wire::GameBoard;
use crate::variants::color::Color;
use crate::variants::kriegspiel::{Language, tries};
use crate::variants::moves::Move;

/// The board for the player of `viewer`.
pub fn board(contest: &Contest, viewer: Color) -> Option<GameBoard> {
    let ground = contest.ground()?;
    let turn = ground.side();
    let chooses = contest.on_turn() == Some(viewer);
    let shown = GameBoard {
        rows: rows(&ground.fen()),
        held: String::new(),
        turn: turn.letter(),
        ply: contest.moves.len(),
        last: contest.moves.last().map_or_else(Vec::new, |text| squares(text)),
        check: false,
        legal: Vec::new(),
        may_ask: false,
        moves: contest.moves.clone(),
    };
    Some(match ground {
        Ground::Open(play) => GameBoard {
            held: held(&play.fen()),
            check: play.is_check(),
            legal: texts(if chooses { play.legal_moves() } else { Vec::new() }),
            ..shown
        },
        Ground::Hidden(arbiter) => {
            let position = arbiter.position();
            let check = position.is_checked(turn);
            if contest.finish().is_some() {
                return Some(GameBoard { check, ..shown });
            }
            let mut legal = if chooses { tries(position) } else { Vec::new() };
            let failed = contest.failed_tries();
            legal.retain(|mv| !failed.contains(mv));
            // White makes the even plies.
            let is_own = |ply: usize| ply % 2 == viewer.index();
            let moves: Vec<String> = (shown.moves.into_iter().enumerate())
                .map(|(ply, text)| if is_own(ply) { text } else { "…".to_owned() })
                .collect();
            let last = moves.iter().rev().find(|text| *text != "…").map_or_else(Vec::new, |text| squares(text));
            let rows = shown.rows.iter().map(|row| own_only(row, viewer)).collect();
            let (check, may_ask) = (check && turn == viewer, chooses && !contest.has_asked());
            GameBoard { rows, last, check, legal: texts(legal), may_ask, moves, ..shown }
        }
    })
}

/// The announcements after the first `from` announcements, in English and Russian.
pub fn heard(contest: &Contest, from: usize) -> Vec<[String; 2]> {
    let languages = [Language::English, Language::Russian];
    contest.said.iter().skip(from).map(|said| languages.map(|language| language.say(&said.what))).collect()
}

fn texts(moves: Vec<Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

/// The rows of a FEN, a letter or dot for each square. An empty run may have two digits.
fn rows(fen: &str) -> Vec<String> {
    let ranks = fen.split([' ', '[']).next().unwrap_or_default();
    let row = |rank: &str| {
        let (mut row, mut run) = (String::new(), 0);
        for letter in rank.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = 10 * run + digit as usize;
                continue;
            }
            row.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
            row.push(letter);
        }
        row.extend(std::iter::repeat_n('.', run));
        row
    };
    ranks.split('/').map(row).collect()
}

/// The reserves of a FEN.
fn held(fen: &str) -> String {
    fen.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or_else(String::new, |(held, _)| held.to_owned())
}

/// A row without the other color's pieces.
fn own_only(row: &str, color: Color) -> String {
    let is_own = |letter: char| letter.is_ascii_uppercase() == (color == Color::White);
    row.chars().map(|letter| if is_own(letter) { letter } else { '.' }).collect()
}

/// The squares that a move's text names.
fn squares(text: &str) -> Vec<String> {
    match text.split_once('@') {
        Some((_, to)) => vec![to.to_owned()],
        None => [text.get(..2), text.get(2..4)].into_iter().flatten().map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_width_are_written_out() {
        assert_eq!(rows("12/r10k w - - 0 1"), ["............", "r..........k"]);
        assert_eq!(rows("3/K1q[QQrr] w"), ["...", "K.q"]);
        assert_eq!(held("3/K1q[QQrr] w"), "QQrr");
        assert_eq!(own_only("rK.Qp", Color::White), ".K.Q.");
        assert_eq!(own_only("rK.Qp", Color::Black), "r...p");
        assert_eq!(squares("Q@c3"), ["c3"]);
        assert_eq!(squares("e7e8q"), ["e7", "e8"]);
    }
}
