//! Files that are not quite as they should be: what is served of them, and what is told.

use super::import::{GOOD, boards, games_of, one, pgns};

/// How many games of a text are served, and how many are damaged.
fn counts(text: &[u8]) -> [usize; 2] {
    let games = games_of(&[text]);
    let good = games.iter().filter(|game| game.is_ok()).count();
    [good, games.len() - good]
}

#[test]
fn bug_a_byte_order_mark_made_the_game_behind_it_a_damaged_one() {
    let ([a, b], [json_a, json_b]) = (pgns(), boards());
    let list = format!("[{json_a},{json_b}]");
    for text in [GOOD.to_owned(), format!("{a}{b}"), format!("{json_a}\n{json_b}\n"), list] {
        let marked = format!("\u{feff}{text}");
        assert_eq!(counts(marked.as_bytes()), [1, 0], "{text}");
    }
    let (a, b) = (format!("\u{feff}{a}"), format!("\u{feff}{b}"));
    assert_eq!(one(&[a.as_bytes(), b.as_bytes()]).settled.record.plies.len(), 11);
    // Files that were put together.
    assert_eq!(counts(format!("{a}{b}").as_bytes()), [1, 0]);
    assert_eq!(counts(format!("\u{feff}{GOOD}").repeat(2).as_bytes()), [2, 0]);
}
