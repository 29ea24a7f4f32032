//! Words that several commands print.

use std::fmt::Display;

/// A count with its noun: `1 game`, `2 games`, `3 plies`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// The verb behind a count: `1 is damaged`, `2 are damaged`.
pub fn are<N: PartialEq + From<u8>>(count: N) -> &'static str {
    if count == N::from(1) { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_one_game_was_1_games() {
        assert_eq!([0, 1, 2].map(|count: usize| counted(count, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!([1, 24].map(|count: u64| counted(count, "ply")), ["1 ply", "24 plies"]);
        assert_eq!([1_usize, 2].map(are), ["is", "are"]);
    }
}
