//! `go` and its limits, for UBI and UCI.

use super::options::{Dialect, Settings};
use crate::game::BoardId;
use crate::player::Ask;
use crate::player::time::{Control, Moves, Timing};
use crate::search::Limits;
use crate::types::score::MAX_PLY;
use crate::types::{ByColor, Color, Move};
use std::num::NonZeroU64;

/// The longest time, in ms: thirty years; longer ones are cut to it. Deadlines can be computed with it without
/// overflow.
pub const LONGEST_MS: u64 = 1_000_000_000_000;

/// Maximum depth of perft: no deeper one ends in a lifetime.
pub const DEEPEST_PERFT: u64 = 40;

/// The reason why a line of UBI or UCI is no command, or a `go` starts no search. The message quotes the bad token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GoError {
    #[error("unknown command `{0}`")]
    Command(String),
    #[error("go {name}: `{value}` is not a whole number")]
    Number { name: String, value: String },
    #[error("go {name}: `{value}` is negative")]
    Negative { name: String, value: String },
    #[error("go {0}: the number is missing")]
    Missing(String),
    #[error("bench: `{0}` means nothing here, it takes no arguments")]
    Bench(String),
    #[error("go board: `{0}` is neither A nor B")]
    Board(String),
    #[error("go perft: {0} is deeper than {DEEPEST_PERFT}")]
    PerftDepth(u64),
    #[error("go searchmoves: no legal move among `{0}`")]
    SearchMoves(String),
    #[error("go: no thread for the search: {0}")]
    Thread(String),
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// UBI: the board to search.
    pub board: Option<BoardId>,
    /// Time left on the clocks of this board, in ms.
    pub remaining_ms: ByColor<Option<u64>>,
    /// Increment per move, in ms.
    pub increment_ms: ByColor<Option<u64>>,
    /// UCI: moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Search exactly this long, in ms.
    pub movetime_ms: Option<u64>,
    /// Maximum depth, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, of all threads.
    pub nodes: Option<u64>,
    /// UCI: search for a mate in this many moves.
    pub mate: Option<u32>,
    /// No answer before a stop.
    pub infinite: bool,
    /// UCI: ponder.
    pub ponder: bool,
    /// UCI: search only these root moves.
    pub search_moves: Vec<String>,
    /// Run perft to this depth instead.
    pub perft: Option<u32>,
    /// Unknown words.
    pub unknown: Vec<String>,
}

impl Go {
    /// Reads the words behind `go`.
    /// Fails when a number is missing or invalid, a limit other than a time negative, or a board neither A nor B.
    pub fn parse(words: &[&str], dialect: Dialect) -> Result<Self, GoError> {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let name = word.to_ascii_lowercase();
            let uci = dialect == Dialect::Uci;
            match name.as_str() {
                "board" if !uci => go.board = Some(parse_board(words.next().unwrap_or_default())?),
                "movetime" => go.movetime_ms = Some(time_ms(&name, words.next())?),
                "depth" => go.depth = Some(number(&name, words.next(), MAX_PLY as u64 - 1)?.max(1) as u32),
                "nodes" => go.nodes = Some(number(&name, words.next(), u64::MAX)?.max(1)),
                "infinite" => go.infinite = true,
                "perft" => {
                    let depth = number(&name, words.next(), u64::MAX)?;
                    if depth > DEEPEST_PERFT {
                        return Err(GoError::PerftDepth(depth));
                    }
                    go.perft = Some(depth as u32);
                }
                "wtime" => go.remaining_ms[Color::White] = Some(time_ms(&name, words.next())?),
                "btime" => go.remaining_ms[Color::Black] = Some(time_ms(&name, words.next())?),
                "winc" => go.increment_ms[Color::White] = Some(time_ms(&name, words.next())?),
                "binc" => go.increment_ms[Color::Black] = Some(time_ms(&name, words.next())?),
                // None left means that no more time is added, as without the word.
                "movestogo" if uci => {
                    let moves = value(&name, words.next(), |text| whole_number(text, 1000))?;
                    go.moves_to_go = (moves > 0).then_some(moves as u32);
                }
                "mate" if uci => go.mate = Some(number(&name, words.next(), MAX_PLY as u64)?.max(1) as u32),
                "ponder" if uci => go.ponder = true,
                "searchmoves" if uci => {
                    while let Some(text) = words.next_if(|word| looks_like_a_move(word)) {
                        go.search_moves.push(text.to_owned());
                    }
                }
                _ => go.unknown.push(word.to_owned()),
            }
        }
        Ok(go)
    }

    /// Whether the search has a limit other than the clock; true also for `infinite`.
    pub fn has_own_limit(&self) -> bool {
        self.infinite
            || self.movetime_ms.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// The side whose clock counts for `us`: the opponent's if it alone was sent, and nothing else limits the search.
    pub fn clock_of(&self, us: Color) -> Color {
        let is_lone = self.remaining_ms[us].is_none() && self.remaining_ms[!us].is_some();
        if is_lone && !self.has_own_limit() { !us } else { us }
    }

    /// The timing of the search by `us`. `by_clock`: whether the player has a clock even if none was sent with `go`.
    fn timing(&self, us: Color, by_clock: bool, settings: &Settings) -> Timing {
        let us = if by_clock { us } else { self.clock_of(us) };
        match self.movetime_ms {
            Some(ms) => Timing::Exactly(ms.max(1)),
            None if self.infinite => Timing::Untimed,
            None if self.has_own_limit() && (by_clock || self.remaining_ms[us].is_none()) => Timing::Untimed,
            None if by_clock || self.remaining_ms[us].is_some() => Timing::ByClock(Control {
                increment_ms: self.increment_ms[us].unwrap_or(settings.increment_ms),
                moves: self.moves_to_go.map_or(Moves::Rest, Moves::ToGo),
            }),
            None => Timing::Untimed,
        }
    }

    /// The legal moves behind `searchmoves`, as `find` reads them, and the words that are no legal move.
    /// Fails when there are only such words.
    pub fn only<M>(&self, find: impl Fn(&str) -> Option<M>) -> Result<(Vec<M>, Vec<&str>), GoError> {
        let (mut moves, mut illegal) = (Vec::new(), Vec::new());
        for text in &self.search_moves {
            match find(text) {
                Some(mv) => moves.push(mv),
                None => illegal.push(text.as_str()),
            }
        }
        if moves.is_empty() && !illegal.is_empty() {
            return Err(GoError::SearchMoves(illegal.join(" ")));
        }
        Ok((moves, illegal))
    }

    /// The request for a search by `us` of these moves, or of all if there are none.
    pub fn ask(&self, us: Color, search_moves: Vec<Move>, by_clock: bool, settings: &Settings) -> Ask {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            nodes_per_ms: NonZeroU64::new(settings.nodes_per_ms),
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves,
            multipv: settings.multipv.max(1) as usize,
            ..Limits::default()
        };
        Ask { limits, timing: self.timing(us, by_clock, settings), answers: true }
    }
}

/// Parses a board's letter.
/// Fails when it is neither A nor B, of either case.
pub fn parse_board(text: &str) -> Result<BoardId, GoError> {
    let mut letters = text.chars();
    match (letters.next().and_then(BoardId::from_letter), letters.next()) {
        (Some(board), None) => Ok(board),
        _ => Err(GoError::Board(text.to_owned())),
    }
}

/// Parses a whole number, cut to `most`; a negative one counts as 0, since GUIs send clocks that have run below it.
pub fn whole_number(text: &str, most: u64) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A number that overflows the type is cut like any large one.
    let number = digits.parse().unwrap_or(u64::MAX);
    Some(if negative { 0 } else { number.min(most) })
}

/// Reads the value of the word `name` by `parse`.
fn value(name: &str, text: Option<&str>, parse: impl Fn(&str) -> Option<u64>) -> Result<u64, GoError> {
    let text = text.ok_or_else(|| GoError::Missing(name.to_owned()))?;
    parse(text).ok_or_else(|| GoError::Number { name: name.to_owned(), value: text.to_owned() })
}

/// Reads the limit of the word `name`, cut to `most`. A negative number is an error.
fn number(name: &str, text: Option<&str>, most: u64) -> Result<u64, GoError> {
    let parse = |text: &str| whole_number(text, most);
    match text.filter(|text| text.starts_with('-') && parse(text).is_some()) {
        Some(text) => Err(GoError::Negative { name: name.to_owned(), value: text.to_owned() }),
        None => value(name, text, parse),
    }
}

fn time_ms(name: &str, text: Option<&str>) -> Result<u64, GoError> {
    value(name, text, milliseconds)
}

/// Parses a time in ms. Decimals, which some GUIs send, are cut.
pub fn milliseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    whole_number(whole, LONGEST_MS).filter(|_| decimals.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line asks for a search: a GUI waits for its answer even if the line is refused.
pub fn asks_for_a_search(words: &[&str]) -> bool {
    let has = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    words.first().is_some_and(|word| word.eq_ignore_ascii_case("go")) && !has("perft")
}

/// Whether a word has the shape of a move: `e2e4`, `e7e8q`, `N@f3`. No word of `go` has a digit or `@`.
fn looks_like_a_move(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    word.contains('@') || (word.len() >= 4 && (1..word.len()).contains(&digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(text: &str) -> Result<Go, GoError> {
        Go::parse(&text.split(' ').collect::<Vec<_>>(), Dialect::Uci)
    }

    #[test]
    fn absurd_numbers_are_cut_and_negative_clocks_are_empty() {
        let go = uci("wtime -5 btime 99999999999999999999999 depth 99999999999 movetime 18446744073709551615");
        let Ok(go) = go else { panic!("refused") };
        assert_eq!(go.remaining_ms.0, [Some(0), Some(LONGEST_MS)]);
        assert_eq!(go.depth, Some(MAX_PLY as u32 - 1));
        assert_eq!(go.movetime_ms, Some(LONGEST_MS));
    }

    #[test]
    fn values_that_are_no_numbers_are_quoted() {
        let number = |name: &str, value: &str| GoError::Number { name: name.to_owned(), value: value.to_owned() };
        assert_eq!(uci("depth x"), Err(number("depth", "x")));
        assert_eq!(uci("nodes 1.5"), Err(number("nodes", "1.5")));
        assert_eq!(uci("movetime"), Err(GoError::Missing("movetime".to_owned())));
        assert_eq!(uci("movetime 1s"), Err(number("movetime", "1s")));
        assert_eq!(uci("wtime 1.0.0"), Err(number("wtime", "1.0.0")));
        assert_eq!(uci("perft 41"), Err(GoError::PerftDepth(41)));
    }

    #[test]
    fn bug_a_negative_limit_was_one_that_ended_the_search_at_once() {
        let negative = |name: &str, value: &str| GoError::Negative { name: name.to_owned(), value: value.to_owned() };
        for name in ["depth", "nodes", "mate", "perft"] {
            assert_eq!(uci(&format!("{name} -1")), Err(negative(name, "-1")));
        }
        // A time computed as less than none still wants a move, at once.
        assert_eq!(uci("movetime -5").map(|go| go.movetime_ms), Ok(Some(0)));
        assert_eq!(uci("nodes -x"), Err(GoError::Number { name: "nodes".to_owned(), value: "-x".to_owned() }));
    }

    #[test]
    fn bug_no_moves_to_go_were_one_for_all_of_the_time() {
        for text in ["wtime 60000 movestogo 0", "wtime 60000 movestogo -1"] {
            assert_eq!(uci(text).map(|go| go.moves_to_go), Ok(None), "{text}");
        }
        assert_eq!(uci("movestogo 1").map(|go| go.moves_to_go), Ok(Some(1)));
    }

    #[test]
    fn bug_times_with_decimals_were_refused() {
        let Ok(go) = uci("movetime 100.0 wtime 1000.5 btime -0.5 winc 3. binc 2") else { panic!("refused") };
        assert_eq!(go.movetime_ms, Some(100));
        assert_eq!((go.remaining_ms.0, go.increment_ms.0), ([Some(1000), Some(0)], [Some(3), Some(2)]));
    }

    #[test]
    fn searchmoves_ends_at_the_next_word() {
        let Ok(go) = uci("searchmoves e2e4 N@f3 depth 3 foo") else { panic!("refused") };
        assert_eq!(go.search_moves, ["e2e4", "N@f3"]);
        assert_eq!(go.depth, Some(3));
        assert_eq!(go.unknown, ["foo"]);
    }

    #[test]
    fn bug_clocks_ended_an_infinite_search() {
        let timing = |text: &str| {
            let Ok(go) = uci(text) else { panic!("refused") };
            go.timing(Color::White, false, &Settings::new(Dialect::Uci))
        };
        assert_eq!(timing("infinite wtime 10000 btime 10000"), Timing::Untimed);
        assert!(matches!(timing("ponder wtime 10000 btime 10000"), Timing::ByClock(_)));
        assert!(matches!(timing("depth 9 wtime 10000 btime 10000"), Timing::ByClock(_)));
    }

    #[test]
    fn bug_the_opponents_clock_alone_limited_no_search() {
        let timing = |text: &str| {
            let Ok(go) = uci(text) else { panic!("refused") };
            go.timing(Color::White, false, &Settings::new(Dialect::Uci))
        };
        let by_clock = Timing::ByClock(Control { increment_ms: 50, moves: Moves::Rest });
        assert_eq!(timing("btime 1000 binc 50"), by_clock);
        assert_eq!(timing("btime 1000 binc 50 wtime 2000 winc 20"), timing("wtime 1 winc 20"));
        assert_eq!(timing("btime 1000 depth 3"), Timing::Untimed);
    }

    #[test]
    fn bug_a_board_without_a_letter_was_called_a_missing_number() {
        let go = Go::parse(&["depth", "3", "board"], Dialect::Ubi);
        assert_eq!(go, Err(GoError::Board(String::new())));
    }

    #[test]
    fn each_protocol_has_its_own_words() {
        let ubi = |text: &str| Go::parse(&text.split(' ').collect::<Vec<_>>(), Dialect::Ubi);
        let Ok(go) = ubi("board b movetime 100") else { panic!("refused") };
        assert_eq!((go.board, go.movetime_ms), (Some(BoardId::B), Some(100)));
        assert_eq!(ubi("board C"), Err(GoError::Board("C".to_owned())));
        let Ok(go) = uci("board A") else { panic!("refused") };
        assert_eq!((go.board, go.unknown.len()), (None, 2));
    }
}
