//! The legal moves of thousands of random positions against those of an independent generator: shakmaty's crazyhouse.
//!
//! In a single position bughouse and crazyhouse have the same legal moves (but for R7, switched off here); only
//! captures go elsewhere. So each position is passed to shakmaty as FEN, and never played on there.

use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, FromSetup, Position as _, PositionError};
use std::collections::BTreeSet;
use tandem::board::{BoardRules, Position};
use tandem::types::rng::Rng;
use tandem::types::{Color, MoveKind, PieceType};

/// Most pieces on the board and in both hands that shakmaty accepts; two boards can send more than that.
const MOST_PIECES: u32 = 64;

/// Counts of what occurred in the random games.
#[derive(Default)]
struct Seen {
    compared: u32,
    skipped: u32,
    moves: usize,
    in_check: u32,
    stuck: u32,
    promoted: u32,
    ep: u32,
    castling: u32,
    held: u32,
}

fn rules() -> BoardRules {
    BoardRules { dropped_rook_castles: false, ..BoardRules::default() }
}

/// shakmaty's position; `None` if it has more pieces than shakmaty accepts.
fn independent(position: &Position) -> Option<Crazyhouse> {
    let text = position.to_bfen();
    let count = position.occupied().count() + Color::ALL.map(|color| position.hand(color).total()).iter().sum::<u32>();
    if count > MOST_PIECES {
        return None;
    }
    let setup = Fen::from_ascii(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}")).into_setup();
    // Drops give checks that are impossible in chess, and the other board sends more than one set of pieces.
    let result = Crazyhouse::from_setup(setup, mode(position))
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    match result {
        Ok(theirs) => Some(theirs),
        Err(error) => panic!("{text}: {error}"),
    }
}

fn mode(position: &Position) -> CastlingMode {
    if position.castles_by_rook() { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

fn compare(position: &Position, seen: &mut Seen) {
    let Some(theirs) = independent(position) else {
        seen.skipped += 1;
        return;
    };
    let ours = position.legal_moves();
    let our_set: BTreeSet<String> = ours.iter().map(|mv| mv.to_string()).collect();
    let their_set: BTreeSet<String> =
        theirs.legal_moves().iter().map(|mv| mv.to_uci(mode(position)).to_string()).collect();
    let text = position.to_bfen();
    assert_eq!(our_set.len(), ours.len(), "a move twice in {text}");
    assert_eq!(our_set, their_set, "ours and theirs in {text}");
    assert_eq!(position.in_check(), theirs.is_check(), "check in {text}");

    let has = |test: &dyn Fn(MoveKind) -> bool| u32::from(ours.iter().any(|mv| test(mv.kind())));
    seen.compared += 1;
    seen.moves += ours.len();
    seen.in_check += u32::from(position.in_check());
    seen.stuck += u32::from(ours.is_empty());
    seen.promoted += u32::from(position.promoted().any());
    seen.ep += has(&|kind| kind == MoveKind::EnPassant);
    seen.castling += has(&|kind| kind == MoveKind::Castle);
    seen.held += u32::from(!position.hand(position.side_to_move()).is_empty());
}

/// One game on two boards: a captured piece goes to the partner's hand on the other one. Ends when neither side can
/// move, or after `plies`.
fn play(start: &Position, rng: &mut Rng, plies: usize, seen: &mut Seen) {
    let mut boards = [start.clone(), start.clone()];
    for _ in 0..plies {
        let here = rng.below(2);
        let moves = boards[here].legal_moves();
        if moves.is_empty() {
            continue;
        }
        // Captures, promotions and checks are preferred at random: plain random play rarely fills hands.
        let mut mv = moves[rng.below(moves.len())];
        for _ in 0..2 {
            let other = moves[rng.below(moves.len())];
            if other.is_noisy() && !mv.is_noisy() {
                mv = other;
            }
        }
        let mover = boards[here].side_to_move();
        if let Some(kind) = boards[here].make_move(mv).transfer() {
            boards[1 - here].receive(!mover, kind);
        }
        compare(&boards[here], seen);
    }
}

#[test]
fn random_games_have_the_moves_of_an_independent_generator() {
    let mut seen = Seen::default();
    let mut rng = Rng::new(2026);
    for _ in 0..150 {
        play(&Position::start(rules()), &mut rng, 160, &mut seen);
    }
    println!(
        "{} positions compared with {} moves, {} skipped; {} in check, {} without a move, {} with promoted pieces, {} \
         with en passant, {} with castling, {} with a hand",
        seen.compared,
        seen.moves,
        seen.skipped,
        seen.in_check,
        seen.stuck,
        seen.promoted,
        seen.ep,
        seen.castling,
        seen.held
    );
    // Agreement on few or on dull positions would prove little.
    assert!(seen.compared > 10_000 && seen.skipped < seen.compared / 20);
    assert!(seen.in_check > 500 && seen.stuck > 10 && seen.promoted > 500);
    assert!(seen.ep > 20 && seen.castling > 100 && seen.held > 5_000);
}

/// Every start position of Chess960 once, both boards with the same one.
#[test]
fn r19_random_games_of_chess960_have_the_moves_of_an_independent_generator() {
    let mut seen = Seen::default();
    let mut rng = Rng::new(960);
    for number in 0..960 {
        let rules = BoardRules { chess960: true, ..rules() };
        let start = tandem::board::fen::parse(&format!("960:{number}"), rules).expect("a start position");
        compare(&start, &mut seen);
        play(&start, &mut rng, 60, &mut seen);
    }
    println!("{} positions compared with {} moves, {} with castling", seen.compared, seen.moves, seen.castling);
    assert!(seen.compared > 50_000 && seen.castling > 1_000 && seen.in_check > 500 && seen.held > 5_000);
}

/// Sparse boards with loaded hands, where promotions and drops far from any start position meet.
#[test]
fn random_placements_have_the_moves_of_an_independent_generator() {
    let mut seen = Seen::default();
    let mut rng = Rng::new(7);
    while seen.compared < 5_000 {
        if let Some(position) = random_placement(&mut rng) {
            compare(&position, &mut seen);
        }
    }
    assert!(seen.in_check > 500 && seen.stuck > 10 && seen.promoted > 500 && seen.skipped == 0);
}

/// Kings and rooks on their first ranks, rights for some of the rooks, other pieces anywhere: rooks that blocked a
/// check, inner rooks, kings that go far or not at all.
#[test]
fn r19_castling_on_random_ranks_agrees_with_an_independent_generator() {
    let mut seen = Seen::default();
    let mut rng = Rng::new(1960);
    while seen.compared < 20_000 {
        if let Some(position) = random_castling(&mut rng) {
            compare(&position, &mut seen);
        }
    }
    println!("{} positions, {} with castling, {} in check", seen.compared, seen.castling, seen.in_check);
    assert!(seen.castling > 5_000 && seen.castling < 15_000 && seen.in_check > 1_000);
}

/// A position for [`r19_castling_on_random_ranks_agrees_with_an_independent_generator`]; `None` if it is not legal.
fn random_castling(rng: &mut Rng) -> Option<Position> {
    let mut board = [['.'; 8]; 8];
    let mut rights = String::new();
    for (row, king, rook, first) in [(7, 'K', 'R', 'A'), (0, 'k', 'r', 'a')] {
        let at = 1 + rng.below(6);
        board[row][at] = king;
        for file in [rng.below(at), at + 1 + rng.below(7 - at)] {
            if rng.below(4) > 0 {
                board[row][file] = rook;
                rights.push(char::from(first as u8 + file as u8));
            }
        }
    }
    for _ in 0..rng.below(9) {
        let row = [0, 7, rng.below(8)][rng.below(3)];
        let (file, kind) = (rng.below(8), PieceType::HELD[rng.below(5)]);
        if board[row][file] == '.' && !(kind == PieceType::Pawn && (row == 0 || row == 7)) {
            board[row][file] = if rng.below(2) == 0 { kind.capital() } else { kind.letter() };
        }
    }
    let ranks = board.map(|squares| squares.iter().map(|&piece| if piece == '.' { '1' } else { piece }).collect());
    let text: Vec<String> = ranks.into();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let side = if rng.below(2) == 0 { 'w' } else { 'b' };
    let rules = BoardRules { chess960: true, ..rules() };
    tandem::board::fen::parse(&format!("{}[Nn] {side} {rights} - 0 1", text.join("/")), rules).ok()
}

/// Kings and up to twenty pieces anywhere, some promoted, up to six in each hand; `None` if that is no legal position.
fn random_placement(rng: &mut Rng) -> Option<Position> {
    let mut board = [['.'; 8]; 8];
    let mut marks = [[false; 8]; 8];
    for king in ['K', 'k'] {
        board[rng.below(8)][rng.below(8)] = king;
    }
    for _ in 0..rng.below(20) {
        let (row, file) = (rng.below(8), rng.below(8));
        let kind = PieceType::HELD[rng.below(5)];
        if board[row][file] != '.' || kind == PieceType::Pawn && (row == 0 || row == 7) {
            continue;
        }
        board[row][file] = if rng.below(2) == 0 { kind.capital() } else { kind.letter() };
        marks[row][file] = kind != PieceType::Pawn && rng.below(4) == 0;
    }
    let mut text = String::new();
    for (row, squares) in board.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        for (file, &piece) in squares.iter().enumerate() {
            text.push(if piece == '.' { '1' } else { piece });
            if marks[row][file] {
                text.push('~');
            }
        }
    }
    let mut hands = String::new();
    for _ in 0..rng.below(12) {
        let kind = PieceType::HELD[rng.below(5)];
        hands.push(if rng.below(2) == 0 { kind.capital() } else { kind.letter() });
    }
    let side = if rng.below(2) == 0 { 'w' } else { 'b' };
    tandem::board::fen::parse(&format!("{text}[{hands}] {side} - - 0 1"), rules()).ok()
}
