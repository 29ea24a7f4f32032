//! The opening book: first moves that long searches found, played at once.
//!
//! A move of the book costs no time, which gains a lead on the clock. Only positions with empty hands are in it: the
//! worth of a piece in hand depends on the other board. `tandem book` makes the file.

use super::Player;
use super::input::PartnerKind;
use super::thinker::Thinker;
use crate::board::{BoardRules, Position};
use crate::types::rng::Rng;
use crate::types::score::INFINITE;
use crate::types::{Color, Move, Score};
use once_cell::sync::Lazy;
use std::collections::HashMap;

/// A move this much worse than the best one is not played, in cp.
const MARGIN_CP: Score = 12;

/// The book inside the program. WebAssembly has none: every byte of its module is loaded by the page.
static BUILT_IN: Lazy<Book> = Lazy::new(|| {
    if cfg!(target_family = "wasm") {
        return Book::default();
    }
    Book::parse(include_str!("openings.txt")).unwrap_or_default()
});

/// A searched position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The moves from the start to the position.
    pub line: Vec<Move>,
    /// Its best moves with their scores for the side to move, in cp, best first.
    pub moves: Vec<(Move, Score)>,
}

/// The line of a book's file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: `{word}` is not {wanted}")]
pub struct BookError {
    number: usize,
    word: String,
    wanted: &'static str,
}

/// Positions with their best moves.
#[derive(Clone, Debug, Default)]
pub struct Book {
    entries: Vec<BookEntry>,
    /// Index of the entry of each position's key.
    by_key: HashMap<u64, usize>,
}

impl Book {
    /// The book inside the program.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a book: a position a line, `e2e4 e7e5: g1f3 31 b1c3 28`, the moves from the start position, and behind the
    /// colon the best moves with their scores. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// When a word is no legal move or no score; the message quotes it.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        let mut book = Self::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let error = |word: &str, wanted| BookError { number: index + 1, word: word.to_owned(), wanted };
            let (path, found) = line.split_once(':').ok_or_else(|| error(line, "MOVES: MOVE SCORE …"))?;
            let mut position = Position::start(BoardRules::default());
            let mut entry = BookEntry { line: Vec::new(), moves: Vec::new() };
            for word in path.split_whitespace() {
                let mv = position.find_move(word).ok_or_else(|| error(word, "a legal move"))?;
                position.make_move(mv);
                entry.line.push(mv);
            }
            let words: Vec<&str> = found.split_whitespace().collect();
            for pair in words.chunks(2) {
                let mv = position.find_move(pair[0]).ok_or_else(|| error(pair[0], "a legal move"))?;
                let score = pair.get(1).and_then(|word| word.parse().ok());
                let score = score.filter(|score| (-INFINITE..=INFINITE).contains(score));
                entry.moves.push((mv, score.ok_or_else(|| error(pair.last().unwrap_or(&""), "a score in cp"))?));
            }
            book.add(&position, entry);
        }
        Ok(book)
    }

    /// Adds the entry of a position; one that it has stays.
    pub fn add(&mut self, position: &Position, entry: BookEntry) {
        if let std::collections::hash_map::Entry::Vacant(vacant) = self.by_key.entry(key(position)) {
            vacant.insert(self.entries.len());
            self.entries.push(entry);
        }
    }

    /// The entry of a position.
    pub fn entry(&self, position: &Position) -> Option<&BookEntry> {
        self.by_key.get(&key(position)).map(|&index| &self.entries[index])
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The lines of the file, as [`Self::parse`] reads them.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            let path: Vec<String> = entry.line.iter().map(Move::to_string).collect();
            text.push_str(&path.join(" "));
            text.push(':');
            for (mv, score) in &entry.moves {
                text.push_str(&format!(" {mv} {score}"));
            }
            text.push('\n');
        }
        text
    }

    /// A move for the position, drawn by `seed`: each with a chance in proportion to its [weight](BookEntry::weights).
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let key = key(position);
        let entry = &self.entries[*self.by_key.get(&key)?];
        let weights = entry.weights();
        let total: usize = weights.iter().sum();
        let mut drawn = Rng::new(seed ^ key).below(total.max(1));
        let chosen = entry.moves.iter().zip(weights).find(|&(_, weight)| {
            let hit = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            hit
        });
        chosen.map(|(&(mv, _), _)| mv).filter(|&mv| position.is_legal(mv))
    }
}

/// The key of a position, the same for all rules: R7, which marks kings that have not moved, is off.
fn key(position: &Position) -> u64 {
    position.with_rules(BoardRules { dropped_rook_castles: false, ..BoardRules::default() }).key()
}

impl BookEntry {
    /// The frequencies of the moves, in proportion: the better, the oftener, and only those about as good as the best.
    pub fn weights(&self) -> Vec<usize> {
        let best = self.moves.first().map_or(0, |&(_, score)| score);
        self.moves.iter().map(|&(_, score)| (MARGIN_CP + 1 - (best - score)).max(0) as usize).collect()
    }
}

impl<T: Thinker> Player<T> {
    /// The book's move, if the turn is by the clock and the partner wishes nothing.
    pub(super) fn book_move(&self) -> Option<Move> {
        let by_clock = self.turn.as_ref().is_some_and(|turn| turn.is_deciding() && !turn.ask.has_own_limit());
        if by_clock && !self.partnership.has_wishes() { self.in_book(self.position()) } else { None }
    }

    /// A move for the position, if it is in the book and the book counts: in bughouse, at full strength.
    pub(super) fn in_book(&self, position: &Position) -> Option<Move> {
        let in_team = matches!(self.partner_kind, PartnerKind::Silent | PartnerKind::Speaking);
        let empty = Color::ALL.into_iter().all(|color| position.hand(color).is_empty());
        let counts = self.habits.own_book && in_team && empty && self.skill().is_full();
        if counts { Book::built_in().choose(position, self.skill().seed) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::start(BoardRules::default());
        for mv in moves {
            position.make_move(position.find_move(mv).expect("a legal move"));
        }
        position
    }

    #[test]
    fn a_book_is_written_as_it_is_read_and_found_by_another_order_of_moves() {
        let text = ": e2e4 30 d2d4 18 a2a3 -40\ng1f3 g8f6 b1c3: b8c6 3\n";
        let book = Book::parse(&format!("# a remark\n\n{text}")).expect("a book");
        assert_eq!((book.lines().as_str(), book.len()), (text, 2));
        assert!(book.choose(&after(&["b1c3", "g8f6", "g1f3"]), 1).is_some());
        assert!(book.choose(&after(&["b1c3", "g8f6"]), 1).is_none());
    }

    #[test]
    fn the_rules_of_every_server_find_the_same_entry() {
        let book = Book::parse("e2e4: e7e5 3").expect("a book");
        for dropped_rook_castles in [true, false] {
            let rules = BoardRules { dropped_rook_castles, ..BoardRules::default() };
            let mut position = Position::start(rules);
            position.make_move(position.find_move("e2e4").expect("a legal move"));
            assert!(book.choose(&position, 1).is_some(), "{dropped_rook_castles}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_is_quoted() {
        for (text, quoted) in [
            ("e2e4", "line 1: `e2e4` is not MOVES"),
            ("\ne2e5: e7e5 3", "line 2: `e2e5` is not a legal move"),
            ("e2e4: e2e4 3", "`e2e4` is not a legal move"),
            ("e2e4: e7e5 +0.3", "`+0.3` is not a score"),
            ("e2e4: e7e5 40000", "`40000` is not a score"),
            (": e2e4", "`e2e4` is not a score"),
        ] {
            let error = Book::parse(text).expect_err(text).to_string();
            assert!(error.contains(quoted), "{error}");
        }
    }

    #[test]
    fn the_better_a_move_the_likelier_and_a_bad_one_never() {
        let book = Book::parse(": e2e4 30 d2d4 24 a2a3 17").expect("a book");
        let start = after(&[]);
        let drawn: Vec<String> = (0..300).filter_map(|seed| Some(book.choose(&start, seed)?.to_string())).collect();
        let count = |mv: &str| drawn.iter().filter(|drawn| *drawn == mv).count();
        assert!(drawn.len() == 300 && count("e2e4") > count("d2d4") && count("d2d4") > 50, "{}", count("d2d4"));
        assert_eq!(count("a2a3"), 0);
    }

    #[test]
    fn the_book_inside_the_program_can_be_read_and_knows_the_start() {
        let text = include_str!("openings.txt");
        let book = Book::parse(text).expect("a book");
        assert!(book.len() > 100, "{}", book.len());
        assert_eq!(
            book.lines(),
            text.lines().filter(|line| !line.starts_with('#')).map(|l| format!("{l}\n")).collect::<String>()
        );
        let drawn: std::collections::HashSet<_> = (0..100).filter_map(|seed| book.choose(&after(&[]), seed)).collect();
        assert!(drawn.len() > 1, "no variety: {drawn:?}");
    }
}
