//! A board and its past, from moves or from positions sent.

use tandem::board::{BoardRules, Position, fen};
use tandem::player::Record;
use tandem::team::news::{Event, News};
use tandem::types::{ByColor, Color, Hand, PieceType};

fn position(text: &str) -> Position {
    let Ok(position) = fen::parse(text, BoardRules::default()) else { panic!("{text}") };
    position
}

const BEFORE: &str = "6k1/8/8/3q4/4P3/8/8/6K1[N] w - - 0 10";

#[test]
fn a_shown_capture_is_the_move_that_was_played_and_what_it_sent() {
    let mut record = Record::new(position(BEFORE));
    let news = record.show(position("6k1/8/8/3P4/8/8/8/6K1[Np] b - - 0 10"));
    let [Event::Moved { color: Color::White, mv, transfer: Some(PieceType::Queen) }, arrival] = news.events[..] else {
        panic!("{news:?}")
    };
    assert_eq!(mv.to_string(), "e4d5");
    assert_eq!(arrival, Event::Arrival { color: Color::Black, kind: PieceType::Pawn });
    assert_eq!((record.plies(), record.moves_of(Color::White)), (1, 1));
}

#[test]
fn a_shown_drop_takes_its_piece_and_no_more() {
    let mut record = Record::new(position(BEFORE));
    let news = record.show(position("6k1/8/5N2/3q4/4P3/8/8/6K1[N] b - - 0 10"));
    // Another knight has come in the meantime.
    assert_eq!(news.events.len(), 2, "{news:?}");
    assert_eq!(news.events[1], Event::Arrival { color: Color::White, kind: PieceType::Knight });
}

#[test]
fn bug_castling_in_chess960_was_a_jump_to_another_board() {
    let read = |text: &str| {
        let rules = BoardRules { chess960: true, ..BoardRules::default() };
        let Ok(position) = fen::parse(text, rules) else { panic!("{text}") };
        position
    };
    let mut record = Record::new(read("4k3/8/8/8/8/8/8/1R2K2R[] w HB - 3 10"));
    let news = record.show(read("4k3/8/8/8/8/8/8/1R3RK1[p] b - - 4 10"));
    let [Event::Moved { color: Color::White, mv, transfer: None }, arrival] = news.events[..] else {
        panic!("{news:?}")
    };
    assert_eq!((mv.to_string().as_str(), news.replaced), ("e1h1", false));
    assert_eq!(arrival, Event::Arrival { color: Color::Black, kind: PieceType::Pawn });
}

#[test]
fn bug_the_past_of_a_board_without_move_counters_was_forgotten_with_each_move_of_black() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq -";
    let mut record = Record::new(position(start));
    for shown in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq -",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq -",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] b KQkq -",
    ] {
        assert!(!record.show(position(shown)).replaced, "{shown}");
    }
    assert_eq!((record.plies(), record.moves_of(Color::White), record.moves_of(Color::Black)), (3, 2, 1));
    assert!(record.show(position(start)).replaced);
    assert_eq!(record.plies(), 0, "another game");
}

#[test]
fn a_piece_that_is_lifted_off_was_captured_by_nobody() {
    // Under Gambler's promotion the partner's opponent takes the queen away for the other board.
    let mut record = Record::new(position(BEFORE));
    let news = record.show(position("6k1/8/8/8/4P3/8/8/6K1[Np] w - - 0 10"));
    assert_eq!(news, News { events: Vec::new(), replaced: true });
}

#[test]
fn the_same_board_is_no_news_and_an_earlier_one_has_no_past() {
    let mut record = Record::new(position(BEFORE));
    assert!(record.show(position(BEFORE)).is_empty());
    record.show(position("6k1/8/5N2/3q4/4P3/8/8/6K1[] b - - 0 10"));
    assert_eq!(record.plies(), 1);
    assert!(record.show(position("6k1/8/8/3q4/8/8/8/6K1[N] w - - 0 2")).replaced);
    assert_eq!(record.plies(), 0);
}

#[test]
fn bug_a_shown_hand_that_had_lost_a_piece_was_no_news() {
    let mut record = Record::new(position("6k1/8/8/3q4/4P3/8/8/6K1[Np] w - - 0 10"));
    let news = record.show(position("6k1/8/8/3q4/4P3/8/8/6K1[p] w - - 0 10"));
    assert_eq!(news, News { events: Vec::new(), replaced: true });
    assert_eq!((record.position().hand(Color::White), record.plies()), (Hand::EMPTY, 0));
}

#[test]
fn hands_that_grow_are_arrivals_and_hands_that_shrink_are_none() {
    let mut record = Record::new(position(BEFORE));
    let hands = ByColor([Hand::EMPTY, [PieceType::Pawn, PieceType::Pawn].into_iter().collect()]);
    let pawn = Event::Arrival { color: Color::Black, kind: PieceType::Pawn };
    assert_eq!(record.set_hands(hands).events, [pawn, pawn]);
    assert_eq!(record.position().hand(Color::White), Hand::EMPTY);
}
