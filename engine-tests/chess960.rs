//! Chess960 on one board (R19): castling rights, moves and their texts, counts of other engines.

use tandem::board::perft::perft;
use tandem::board::{BoardRules, Position, fen};
use tandem::types::rng::Rng;
use tandem::types::{Move, MoveKind};

fn rules() -> BoardRules {
    BoardRules { chess960: true, ..BoardRules::crazyhouse() }
}

fn position(text: &str) -> Position {
    fen::parse(text, rules()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The castling moves of a position, in UCI's notation.
fn castling(text: &str) -> Vec<String> {
    let moves = position(text).legal_moves();
    moves.iter().filter(|mv| mv.kind() == MoveKind::Castle).map(Move::to_string).collect()
}

/// Castling through odd squares, with drops.
pub const ODD: [&str; 14] = [
    // The rook b1 blocks the rook a1; the king stays on c1.
    "6k1/8/8/8/8/8/8/rRK4R[Nn] w HB - 0 1",
    "6k1/8/8/8/8/8/8/rR1K3R[QPqp] w HB - 0 1",
    // Inner and outer rooks.
    "r1r1k1rr/8/8/8/8/8/8/RR2K1RR[Bb] w GBgc - 0 1",
    "2r1kr2/8/8/8/8/8/8/R2RK2R[Pp] w HDfc - 0 1",
    // Different squares for both colors, a king that runs and one that stays.
    "r1k1r2q/8/8/8/8/8/8/RK3R1Q[NPnp] w FAea - 0 1",
    "nrkr4/pppp4/8/8/8/8/PPPP4/NRKR4[QRBNPqrbnp] w DBdb - 0 1",
    "5rkr/5ppp/8/8/8/8/5PPP/q4RKR[Rr] w HFhf - 0 1",
    "5rkr/5ppp/8/8/8/8/5PPP/q4RKR[Rr] b HFhf - 0 1",
    "3q2k1/8/8/8/8/8/8/1RK1R3[Pp] w EB - 0 1",
    "1r2k1r1/8/8/8/8/8/8/RR1K2R1[Nn] w GBgb - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR[] w HFhf - 2 9",
    "rk2r3/8/8/8/1b6/8/8/RK2R3[Bb] w EAea - 0 1",
    "qrk4r/8/8/8/8/8/8/QRK4R[Pp] b HBhb - 0 1",
    "1k3r1r/p1p5/8/3pP3/8/8/8/R1R1K1N1[Nq] w Ch d6 0 2",
];

/// Counts of Debian's Fairy-Stockfish 11.1 in crazyhouse for depth 3 of [`ODD`] and some start positions.
const COUNTS: [(&str, u64); 20] = [
    ("6k1/8/8/8/8/8/8/rRK4R[Nn] w HB - 0 1", 158_586),
    ("6k1/8/8/8/8/8/8/rR1K3R[QPqp] w HB - 0 1", 852_851),
    ("r1r1k1rr/8/8/8/8/8/8/RR2K1RR[Bb] w GBgc - 0 1", 424_225),
    ("2r1kr2/8/8/8/8/8/8/R2RK2R[Pp] w HDfc - 0 1", 231_153),
    ("r1k1r2q/8/8/8/8/8/8/RK3R1Q[NPnp] w FAea - 0 1", 1_653_969),
    ("nrkr4/pppp4/8/8/8/8/PPPP4/NRKR4[QRBNPqrbnp] w DBdb - 0 1", 11_675_416),
    ("5rkr/5ppp/8/8/8/8/5PPP/q4RKR[Rr] w HFhf - 0 1", 141_464),
    ("5rkr/5ppp/8/8/8/8/5PPP/q4RKR[Rr] b HFhf - 0 1", 253_829),
    ("3q2k1/8/8/8/8/8/8/1RK1R3[Pp] w EB - 0 1", 158_041),
    ("1r2k1r1/8/8/8/8/8/8/RR1K2R1[Nn] w GBgb - 0 1", 314_861),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR[] w HFhf - 2 9", 12_189),
    ("rk2r3/8/8/8/1b6/8/8/RK2R3[Bb] w EAea - 0 1", 247_785),
    ("qrk4r/8/8/8/8/8/8/QRK4R[Pp] b HBhb - 0 1", 330_592),
    ("1k3r1r/p1p5/8/3pP3/8/8/8/R1R1K1N1[Nq] w Ch d6 0 2", 209_171),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w HFhf - 0 1", 9_006),
    ("qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR[] w HEhe - 0 1", 9_026),
    ("qbnrkrbn/pppppppp/8/8/8/8/PPPPPPPP/QBNRKRBN[] w FDfd - 0 1", 7_759),
    ("rbbqnknr/pppppppp/8/8/8/8/PPPPPPPP/RBBQNKNR[] w HAha - 0 1", 9_058),
    ("rbbqknnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR[] w HAha - 0 1", 8_956),
    ("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB[] w CAca - 0 1", 9_006),
];

#[test]
fn r19_castling_ends_on_the_usual_squares_from_any() {
    for (text, mv, after) in [
        ("4k3/8/8/8/8/8/8/1RK4R[] w HB - 0 1", "c1h1", "4k3/8/8/8/8/8/8/1R3RK1[] b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1RK4R[] w HB - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR3R[] b - - 1 1"),
        ("6kr/8/8/8/8/8/8/K7[] b h - 0 1", "g8h8", "5rk1/8/8/8/8/8/8/K7[] w - - 1 2"),
        ("rk3r1q/8/8/8/8/8/6K1/8[] b fa - 0 1", "b8a8", "2kr1r1q/8/8/8/8/8/6K1/8[] w - - 1 2"),
        ("4k3/8/8/8/8/8/8/KR6[] w B - 0 1", "a1b1", "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1"),
        ("4k3/8/8/8/8/8/8/RR1K4[] w B - 0 1", "d1b1", "4k3/8/8/8/8/8/8/R1KR4[] b - - 1 1"),
    ] {
        let before = position(text);
        let mut position = before.clone();
        let mv = position.find_move(mv).unwrap_or_else(|| panic!("{mv} in {text}"));
        let undo = position.make_move(mv);
        assert_eq!(position.to_bfen(), after, "{text}");
        assert_eq!(position.key(), position.compute_key(), "{text}");
        position.unmake_move(mv, &undo);
        assert_eq!(position, before, "{text}");
    }
}

#[test]
fn r19_a_rook_that_blocks_a_check_may_not_castle_away() {
    assert!(castling("4k3/8/8/8/8/8/8/rR1K4[] w B - 0 1").is_empty());
    assert!(castling("4k3/8/8/8/8/8/8/rRK4R[] w B - 0 1").is_empty(), "although the king stays on c1");
    assert_eq!(castling("4k3/8/8/8/8/8/8/nRK4R[] w B - 0 1"), ["c1b1"]);
    assert_eq!(castling("4k3/8/8/8/8/8/8/qN1RK3[] w D - 0 1"), ["e1d1"], "b1 blocks");
}

#[test]
fn r19_squares_between_must_be_empty_and_safe_for_the_king_only() {
    assert_eq!(castling("3qk3/8/8/8/8/8/8/1RK5[] w B - 0 1"), ["c1b1"], "the rook may cross an attacked square");
    assert!(castling("3q2k1/8/8/8/8/8/8/2K1R3[] w E - 0 1").is_empty(), "the king may not cross d1");
    assert!(castling("4k3/8/8/8/8/8/8/1RKN4[] w B - 0 1").is_empty(), "d1 is not empty");
    assert!(castling("4k3/8/8/8/8/8/8/RN2K3[] w A - 0 1").is_empty(), "the rook crosses b1");
    assert!(castling("2r1k3/8/8/8/8/8/8/1RK5[] w B - 0 1").is_empty(), "in check");
}

#[test]
fn r19_rights_are_read_and_written_by_files() {
    let board = "r1k2r1r/8/8/8/8/8/8/RR2K1RR";
    for (rights, written) in [("KQkq", "HAha"), ("GBfa", "GBfa"), ("Gq", "Ga"), ("BG", "GB"), ("-", "-"), ("K", "H")] {
        let position = position(&format!("{board}[] w {rights} - 0 1"));
        assert_eq!(position.castling_text(), written, "{rights}");
        assert_eq!(fen::parse(&position.to_bfen(), rules()), Ok(position), "{rights}");
    }
    let usual = fen::parse(fen::START, rules()).expect("the start position");
    assert_eq!(usual.castling_text(), "HAha", "Chess960 writes files from the usual squares too");
    // A rook's file needs no rule: the position itself is one of Chess960.
    let plain = BoardRules { chess960: false, ..rules() };
    let position = fen::parse("4k3/8/8/8/8/8/8/1R2K1R1[] w GB - 0 1", plain).expect("rights by files");
    assert_eq!(position.castling_text(), "GB");
}

#[test]
fn r19_impossible_rights_are_refused_with_their_reason() {
    let reason = |text: &str| fen::parse(text, rules()).map(|_| ()).unwrap_err().to_string();
    let board = |rights: &str| reason(&format!("r3k1r1/8/8/8/8/8/8/R3K1R1[] w {rights} - 0 1"));
    assert_eq!(board("H"), "BFEN castling: `H` in `H` is impossible, king or rook of white stand elsewhere");
    assert_eq!(board("AQe"), "BFEN castling: `e` in `AQe` is impossible, king or rook of black stand elsewhere");
    assert_eq!(board("X"), "BFEN castling: `X` in `X` is none of KQkq, a rook's file such as HAha, and `-`");
    assert_eq!(
        reason("4k3/8/8/8/8/8/8/RR2K3[] w AB - 0 1"),
        "BFEN castling: `AB` has two rooks on one side of white's king"
    );
    assert!(reason("4k3/8/8/8/8/8/4K3/R6R[] w HA - 0 1").contains("`H` in `HA` is impossible"), "king on e2");
    assert!(reason("4k3/8/8/8/8/8/8/R~3K3[] w A - 0 1").contains("`A` in `A` is impossible"), "a promoted rook");
    let plain = fen::parse("4k3/8/8/8/8/8/8/1R2K3[] w Q - 0 1", BoardRules::crazyhouse()).unwrap_err();
    assert_eq!(
        plain.to_string(),
        "BFEN castling: `Q` in `Q` stands for another square of king or rook only in Chess960"
    );
    for number in ["960", "-1", "", "x"] {
        let wrong = reason(&format!("960:{number}"));
        assert_eq!(
            wrong,
            format!("BFEN: `{number}` is no start position of Chess960: they have numbers from 0 to 959")
        );
    }
}

#[test]
fn r19_castling_has_its_own_text_beside_a_step_of_the_king() {
    let position = position("3k4/8/8/8/8/8/8/4RK1R[] w HE - 0 1");
    let text = |mv: &str| position.find_move(mv).map(|mv| position.san(mv));
    assert_eq!(text("f1g1").as_deref(), Some("Kg1"));
    assert_eq!(text("f1h1").as_deref(), Some("O-O"));
    assert_eq!(text("f1e1").as_deref(), Some("O-O-O+"), "the rook ends on d1, the king on c1");
    assert_eq!(text("f1c1").as_deref(), Some("O-O-O+"), "no step of the king ends on c1");
    for san in ["O-O", "0-0", "O-O-O"] {
        let mv = position.parse_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
        assert_eq!(position.find_move(&mv.to_string()), Some(mv));
    }
    // The usual game takes both texts and writes its own.
    let usual = fen::parse("4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", BoardRules::crazyhouse()).expect("sound");
    assert_eq!(usual.find_move("e1h1").map(|mv| mv.to_string()).as_deref(), Some("e1g1"));
    assert_eq!(usual.find_move("e1a1"), usual.find_move("e1c1"));
}

#[test]
fn r07_a_dropped_rook_castles_from_the_home_of_its_wing() {
    let rules = BoardRules { chess960: true, ..BoardRules::default() };
    let mut position = fen::parse("1rk3r1/8/8/8/8/8/8/2K3R1[R] w Ggb - 0 1", rules).expect("sound");
    position.make_move(position.find_move("R@b1").expect("a drop"));
    assert_eq!(position.castling_text(), "GBgb", "as black's rook on that side");
    let mut position = fen::parse("1rk3r1/8/8/8/8/8/8/2K3R1[R] w Ggb - 0 1", rules).expect("sound");
    position.make_move(position.find_move("R@a1").expect("a drop"));
    assert_eq!(position.castling_text(), "Ggb");
}

#[test]
fn r19_rights_of_other_rooks_make_another_position() {
    let key = |rights| position(&format!("4k3/8/8/8/8/8/8/RR2K3[] w {rights} - 0 1")).key();
    assert_ne!(key("A"), key("B"));
    assert_eq!(key("-"), position("4k3/8/8/8/8/8/8/RR2K3[] w - - 0 1").key());
}

#[test]
fn bug_a_home_without_a_right_stayed_in_the_key() {
    for (start, moves) in [
        ("1r2k2r/8/8/8/8/8/8/1R2K2R[] w HBhb - 0 1", ["b1b2", "b8b7"]),
        ("r2k2r1/8/8/8/8/8/8/R2K2R1[] w GAga - 0 1", ["g1g2", "g8g7"]),
        ("r2kr3/8/8/8/8/8/8/R2KR3[] w EAea - 0 1", ["e1e2", "e8e7"]),
    ] {
        let mut played = position(start);
        for mv in moves {
            played.make_move(played.find_move(mv).expect(mv));
            let read = position(&played.to_bfen());
            assert_eq!((read.key(), read.to_bfen()), (played.key(), played.to_bfen()), "{start}");
            assert_eq!(played.key(), played.compute_key(), "{start}");
        }
    }
}

#[test]
fn r19_a_castling_that_gives_check_is_known_before_it_is_made() {
    let mut rng = Rng::new(19);
    let mut castled = 0;
    for number in (0..960).step_by(3) {
        let mut position = position(&format!("960:{}", number));
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let info = position.check_info();
            for &mv in &moves {
                let foretold = position.gives_check(&info, mv);
                let undo = position.make_move(mv);
                assert_eq!(position.in_check(), foretold, "{mv}, then {}", position.to_bfen());
                assert_eq!(position.key(), position.compute_key(), "{mv}, then {}", position.to_bfen());
                castled += u32::from(mv.kind() == MoveKind::Castle);
                position.unmake_move(mv, &undo);
            }
            // Pawns of the center and knights leave early, so that kings castle.
            let castles = moves.iter().find(|mv| mv.kind() == MoveKind::Castle && rng.below(3) == 0);
            position.make_move(castles.copied().unwrap_or_else(|| moves[rng.below(moves.len())]));
        }
    }
    assert!(castled > 100, "{castled}");
    let position = position("3k4/8/8/8/8/8/8/4RK1R[] w HE - 0 1");
    let gives = |mv: &str| position.gives_check(&position.check_info(), position.find_move(mv).expect("castling"));
    assert!(gives("f1e1") && !gives("f1h1"), "the rook on d1 gives check, on f1 it does not");
}

#[test]
fn r19_counts_of_another_engine() {
    assert!(ODD.iter().all(|odd| COUNTS.iter().any(|(text, _)| text == odd)));
    for (text, nodes) in COUNTS {
        assert_eq!(perft(&mut position(text), 3), nodes, "{text}");
    }
}
