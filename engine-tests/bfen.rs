//! BFEN in every accepted form, every error, and arbitrary text.

use proptest::prelude::*;
use tandem::board::fen::{self, BfenError};
use tandem::board::{BoardRules, Position};
use tandem::game::{BoardId, ByBoard, Game, PairError, Rules, parse_pair};
use tandem::types::rng::Rng;
use tandem::types::{Color, PieceType, Square};

const START_BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const BARE: &str = "4k3/8/8/8/8/8/8/4K3";

fn read(text: &str) -> Result<Position, BfenError> {
    fen::parse(text, BoardRules::default())
}

fn good(text: &str) -> Position {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn hands_are_taken_in_every_form_and_written_in_one() {
    let expected = format!("{START_BOARD}[QRBNPqrbnp] w KQkq - 0 1");
    for hands in ["[QRBNPqrbnp]", "[pnbrqPNBRQ]", "[pPqQrRbBnN]", "/PNBRQpnbrq", "/pPqQrRbBnN"] {
        assert_eq!(good(&format!("{START_BOARD}{hands} w KQkq - 0 1")).to_bfen(), expected, "{hands}");
    }
    let empty = format!("{START_BOARD}[] w KQkq - 0 1");
    for hands in ["[]", "", "/", "[-]", "/-"] {
        assert_eq!(good(&format!("{START_BOARD}{hands} w KQkq - 0 1")).to_bfen(), empty, "{hands}");
    }
    let full = format!("{BARE}[{}{}] w - - 0 1", "QQRRRRBBBBNNNNPPPPPPPPPPPPPPPP", "qqrrrrbbbbnnnnpppppppppppppppp");
    assert_eq!(good(&full).to_bfen(), full);
    let knights = good(&format!("{BARE}[NNNn] b"));
    assert_eq!(knights.hand(Color::White).count(PieceType::Knight), 3);
    assert_eq!(knights.hand(Color::Black).count(PieceType::Knight), 1);
}

#[test]
fn fields_missing_at_the_end_take_their_usual_values() {
    for text in [" w KQkq - 0 1", " w KQkq - 0", " w KQkq -", " w KQkq", "  w\tKQkq -  0 1 "] {
        assert_eq!(good(&format!("{START_BOARD}{text}")).to_bfen(), fen::START, "{text:?}");
    }
    assert_eq!(good(&format!("{BARE}[] b")).to_bfen(), format!("{BARE}[] b - - 0 1"));
    assert_eq!(good(&format!("{BARE}[] b - - 17 42")).to_bfen(), format!("{BARE}[] b - - 17 42"));
    assert_eq!(good(&format!("{BARE}[] w - - 65535 65535")).fullmove_number(), u16::MAX);
}

#[test]
fn castling_may_be_written_by_files() {
    for (text, written) in
        [("HAha", "KQkq"), ("AHah", "KQkq"), ("Hq", "Kq"), ("kK", "Kk"), ("a", "q"), ("-", "-"), ("KK", "K")]
    {
        let position = good(&format!("{START_BOARD} w {text} - 0 1"));
        assert_eq!(position.to_bfen(), format!("{START_BOARD}[] w {written} - 0 1"), "{text}");
    }
}

#[test]
fn promoted_pieces_carry_their_mark() {
    let text = "4k2q~/8/8/8/8/8/8/R~N~B~Q~K2R[] w K - 0 1";
    let position = good(text);
    assert_eq!(position.to_bfen(), text);
    assert_eq!(position.promoted().count(), 5);
    assert!(!position.promoted().has("h1".parse::<Square>().expect("square")));
    // `material` counts them as pawns.
    assert_eq!(position.material(Color::White, PieceType::Pawn), 4);
    assert_eq!(position.material(Color::White, PieceType::Rook), 1);
    assert_eq!(position.material(Color::Black, PieceType::Queen), 0);
}

#[test]
fn en_passant_is_kept_where_a_pawn_can_use_it() {
    for (text, kept) in [
        ("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1", true),
        ("4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1", false),
        ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", true),
    ] {
        assert_eq!(good(text).ep_square().is_some(), kept, "{text}");
    }
}

#[test]
fn errors_name_the_field_and_quote_the_text() {
    let board = |text: &str| format!("{text} w - - 0 1");
    let rest = |text: &str| format!("{BARE}[] {text}");
    let cases = [
        (String::new(), "BFEN is empty"),
        ("  ".to_owned(), "BFEN is empty"),
        (board("8/8/4k3/4K3"), "BFEN board: 4 ranks in `8/8/4k3/4K3`, not 8"),
        (board("4k3/8/8/8/8/8/8/8/8/4K3"), "BFEN board: 10 ranks in `4k3/8/8/8/8/8/8/8/8/4K3`, not 8"),
        (board("4k3/8/8/8/8/8/8/4K3/N[N]"), "BFEN board: 9 ranks in `4k3/8/8/8/8/8/8/4K3/N`, not 8"),
        (board("4k3/7/8/8/8/8/8/4K3"), "BFEN board: rank `7` has 7 squares, not 8"),
        (board("4k3/8/8/8/pppppppppp/8/8/4K3"), "BFEN board: rank `pppppppppp` has 9 squares, not 8"),
        (board("4k3/8/8/8/54/8/8/4K3"), "BFEN board: rank `54` has 9 squares, not 8"),
        (board("4k3//8/8/8/8/8/4K3"), "BFEN board: rank `` has 0 squares, not 8"),
        (board("4k3/8/8/3x4/8/8/8/4K3"), "BFEN board: `x` in rank `3x4` is no piece, digit or `~` behind a piece"),
        (board("4k3/8/8/9/8/8/8/4K3"), "BFEN board: `9` in rank `9` is no piece, digit or `~` behind a piece"),
        (board("4k3/8/8/0p7/8/8/8/4K3"), "BFEN board: `0` in rank `0p7` is no piece, digit or `~` behind a piece"),
        (board("4k3/8/8/~8/8/8/8/4K3"), "BFEN board: `~` in rank `~8` is no piece, digit or `~` behind a piece"),
        (board("4k3/8/8/p~7/8/8/8/4K3"), "BFEN board: `~` in rank `p~7` is no piece, digit or `~` behind a piece"),
        (board("4k~3/8/8/8/8/8/8/4K3"), "BFEN board: `~` in rank `4k~3` is no piece, digit or `~` behind a piece"),
        (board("4k3/8/8/q~~7/8/8/8/4K3"), "BFEN board: `~` in rank `q~~7` is no piece, digit or `~` behind a piece"),
        (board("8/8/8/8/8/8/8/4K3"), "BFEN board: black has 0 kings on the board, not 1"),
        (board("4k3/8/8/8/8/8/8/2K1K3"), "BFEN board: white has 2 kings on the board, not 1"),
        (board("4k2P/8/8/8/8/8/8/4K3"), "BFEN board: a pawn stands on h8, an end rank"),
        (board("4k3/8/8/8/8/8/8/p3K3"), "BFEN board: a pawn stands on a1, an end rank"),
        (
            board("4k3/8/8/8/8/8/8/4K3[N"),
            "BFEN hands: `4k3/8/8/8/8/8/8/4K3[N` has no closing `]` right before the next field",
        ),
        (
            board("4k3/8/8/8/8/8/8/4K3[N]n"),
            "BFEN hands: `4k3/8/8/8/8/8/8/4K3[N]n` has no closing `]` right before the next field",
        ),
        (board("4k3/8/8/8/8/8/8/4K3[NK]"), "BFEN hands: `K` in `NK` is no piece that can be held"),
        (board("4k3/8/8/8/8/8/8/4K3[N1]"), "BFEN hands: `1` in `N1` is no piece that can be held"),
        (board("4k3/8/8/8/8/8/8/4K3/8"), "BFEN hands: `8` in `8` is no piece that can be held"),
        (board("4k3/8/8/8/8/8/8/4K3[QQQ]"), "BFEN hands: 3 of `Q` in `QQQ`, more than the 2 that two sets hold"),
        (board("4k3/8/8/8/8/8/8/4K3[nnnnn]"), "BFEN hands: 5 of `n` in `nnnnn`, more than the 4 that two sets hold"),
        (
            board("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPP]"),
            "BFEN hands: 17 of `P` in `PPPPPPPPPPPPPPPPP`, more than the 16 that two sets hold",
        ),
        (BARE.to_owned(), "BFEN side to move: missing behind the board"),
        (rest("white"), "BFEN side to move: `white` is neither `w` nor `b`"),
        (rest("W"), "BFEN side to move: `W` is neither `w` nor `b`"),
        (rest("w X"), "BFEN castling: `X` in `X` is none of KQkq, a rook's file such as HAha, and `-`"),
        (rest("w --"), "BFEN castling: `-` in `--` is none of KQkq, a rook's file such as HAha, and `-`"),
        (rest("w Kq"), "BFEN castling: `K` in `Kq` is impossible, king or rook of white stand elsewhere"),
        (rest("w q"), "BFEN castling: `q` in `q` is impossible, king or rook of black stand elsewhere"),
        (rest("w - e9"), "BFEN en passant: `e9` is neither a square nor `-`"),
        (rest("w - e6"), "BFEN en passant: `e6` is impossible, no pawn can just have passed it"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3".to_owned(),
            "BFEN en passant: `e3` is impossible, no pawn can just have passed it",
        ),
        (
            "4k3/8/8/8/4P3/4N3/8/4K3 b - e3".to_owned(),
            "BFEN en passant: `e3` is impossible, no pawn can just have passed it",
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3".to_owned(),
            "BFEN en passant: `e3` is impossible, no pawn can just have passed it",
        ),
        (rest("w - - x 1"), "BFEN halfmove clock: `x` is not a number from 0 to 65535"),
        (rest("w - - -1 1"), "BFEN halfmove clock: `-1` is not a number from 0 to 65535"),
        (rest("w - - 0 65536"), "BFEN move number: `65536` is not a number from 0 to 65535"),
        (rest("w - - 0 1 2"), "BFEN: `2` is left over behind the last field"),
        ("4k3/8/8/8/8/8/8/4K2q b".to_owned(), "BFEN check: white is in check although it is not on turn"),
        ("4k2R/8/8/8/8/8/8/4K3 w".to_owned(), "BFEN check: black is in check although it is not on turn"),
    ];
    for (text, message) in cases {
        assert_eq!(read(&text).expect_err(&text).to_string(), message, "{text}");
    }
}

#[test]
fn a_move_counter_with_a_plus_sign_is_refused() {
    let message = read(&format!("{BARE}[] w - - +1 1")).expect_err("a sign").to_string();
    assert_eq!(message, "BFEN halfmove clock: `+1` is not a number from 0 to 65535");
    assert!(read(&format!("{BARE}[] w - - 0 +1")).is_err());
}

#[test]
fn pairs_are_two_boards_of_either_form() {
    let rules = BoardRules::default();
    let other = format!("{BARE}[Nq] b - - 3 4");
    for text in
        [format!("startpos | {other}"), format!("{}|{BARE}/qN b - - 3 4", fen::START), format!(" startpos |  {other} ")]
    {
        let ByBoard([a, b]) = parse_pair(&text, rules).expect(&text);
        assert_eq!([a.to_bfen(), b.to_bfen()], [fen::START, &other]);
    }
    for (text, found) in [("startpos", 1), ("", 1), ("startpos | startpos | startpos", 3)] {
        assert_eq!(parse_pair(text, rules), Err(PairError::Count { text: text.to_owned(), found }));
    }
    let single = parse_pair("startpos", rules).expect_err("one board");
    assert_eq!(single.to_string(), "`startpos`: two boards joined by `|` are needed, not 1");
    let wrong = parse_pair(&format!("startpos | {BARE}[K] w"), rules).expect_err("a king in hand");
    assert_eq!(wrong.to_string(), "board B: BFEN hands: `K` in `K` is no piece that can be held");
    let empty = parse_pair("| startpos", rules).expect_err("no board");
    assert_eq!(empty, PairError::Board { board: BoardId::A, error: BfenError::Empty });
    let game = Game::from_bfen(&format!("startpos | {other}"), Rules::default(), Default::default()).expect("sound");
    assert_eq!(game.to_bfen(), format!("{} | {other}", fen::START));
}

/// A position of random two-board play, sometimes with full hands.
fn played(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let rules = Rules::preset("fics").expect("preset");
    let mut game = Game::new(rules, Default::default());
    for _ in 0..rng.below(160) {
        let board = BoardId::ALL[rng.below(2)];
        let moves = game.position(board).legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        game.play(board, moves[rng.below(moves.len())]).expect("legal");
    }
    game.position(BoardId::ALL[rng.below(2)]).clone()
}

/// Checks that text and position round-trip, and that every move can be made and unmade.
fn sound(position: &Position) -> Result<(), TestCaseError> {
    let text = position.to_bfen();
    let again = fen::parse(&text, *position.rules());
    prop_assert_eq!(again.as_ref(), Ok(position), "{}", text);
    prop_assert_eq!(position.key(), position.compute_key());
    let mut after = position.clone();
    for mv in position.legal_moves() {
        let undo = after.make_move(mv);
        prop_assert_eq!(after.key(), after.compute_key(), "{} in {}", mv, text);
        after.unmake_move(mv, &undo);
        prop_assert_eq!(&after, position, "{} in {}", mv, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn positions_of_played_games_come_back(seed in any::<u64>()) {
        sound(&played(seed))?;
    }

    #[test]
    fn damaged_texts_are_refused_or_sound(
        seed in any::<u64>(),
        damage in proptest::collection::vec((0usize..90, 0usize..3, 0..LETTERS.len()), 1..5),
    ) {
        let mut letters: Vec<char> = played(seed).to_bfen().chars().collect();
        for (at, delete, letter) in damage {
            let at = at.min(letters.len());
            let end = (at + delete).min(letters.len());
            letters.splice(at..end, LETTERS.chars().nth(letter));
        }
        let text: String = letters.into_iter().collect();
        for dropped_rook_castles in [false, true] {
            match fen::parse(&text, BoardRules { dropped_rook_castles, ..BoardRules::default() }) {
                // With R7 the text does not show whether a king without rights has moved; without R7 it is complete.
                Ok(position) if dropped_rook_castles => prop_assert_eq!(position.key(), position.compute_key()),
                Ok(position) => sound(&position)?,
                Err(error) => prop_assert!(error.to_string().starts_with("BFEN")),
            }
        }
    }

    #[test]
    fn any_text_is_refused_or_sound(text in "\\PC*", letters in "[pnbrqkPNBRQK1-8/~\\[\\] w-]{0,60}") {
        for text in [text, letters] {
            let rules = BoardRules { dropped_rook_castles: false, ..BoardRules::default() };
            if let Ok(position) = fen::parse(&text, rules) {
                sound(&position)?;
            }
            let _ = parse_pair(&text, BoardRules::default());
        }
    }
}

const LETTERS: &str = "pnbrqkPNBRQK12345678/~[] wb-KQkqHAhae36|0x";
