//! Real games in BPGN: read, replayed and written, with boards and hands checked by an independent implementation.

use std::fs;
use std::path::Path;
use tandem::game::bpgn::{self, GameResult, Record};
use tandem::game::{BoardId, ByBoard, Game, Reason, Rules, Seat};
use tandem::types::{ByColor, Color, Hand, Move, MoveKind, Piece, PieceType, Square};

pub fn real_games() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data/games.bpgn")).expect("games.bpgn")
}

pub fn fairy() -> Rules {
    Rules::preset("fairy-stockfish").expect("preset")
}

pub fn write_all(records: &[Record]) -> String {
    records.iter().map(bpgn::write).collect()
}

/// The only game of a text.
pub fn one(text: &str) -> Record {
    let mut records = bpgn::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn real_games_replay_and_end_as_their_notes_say() {
    let records = bpgn::read(&real_games()).expect("readable");
    assert_eq!(records.len(), 83);
    let mut ends = [0, 0];
    for (number, record) in records.iter().enumerate() {
        let game = record.replay(fairy()).unwrap_or_else(|error| panic!("game {number}: {error}"));
        let outcome = game.outcome().expect("an end");
        assert_eq!(GameResult::from(Some(outcome)), record.result);
        assert_eq!(Some(outcome.result()), record.tag("Result"));
        let note = record.end_note.as_deref().expect("an end note");
        match outcome.reason {
            Reason::Mate => {
                ends[0] += 1;
                assert!(note.ends_with(" checkmated"));
            }
            Reason::Flag => {
                ends[1] += 1;
                assert!(note.ends_with(" forfeits on time"));
            }
            other => panic!("game {number} ended by {other}"),
        }
    }
    assert_eq!(ends, [81, 2]);
}

#[test]
fn real_games_come_back_byte_for_byte() {
    let bytes = real_games();
    let written = write_all(&bpgn::read(&bytes).expect("readable"));
    let again = write_all(&bpgn::read(written.as_bytes()).expect("what was written can be read"));
    assert_eq!(written, again);
    // The file is in Tandem's own format, so even the first write changes nothing.
    assert_eq!(written.as_bytes(), bytes);
}

#[test]
fn moves_of_real_games_are_written_as_their_referee_wrote_them() {
    let mut plies = 0;
    for record in bpgn::read(&real_games()).expect("readable") {
        let check = |game: &Game, ply: &bpgn::Ply, game_move| {
            assert_eq!(game.san(ply.seat.board, game_move), ply.san);
            assert_eq!(u32::from(game.position(ply.seat.board).fullmove_number()), ply.number);
            plies += 1;
        };
        record.replay_with(fairy(), check).expect("sound");
    }
    assert!(plies > 5000, "{plies}");
}

/// Two boards and their hands, updated independently of the engine's make-move.
struct Ledger {
    boards: ByBoard<[Option<(Piece, bool)>; 64]>,
    hands: ByBoard<ByColor<Hand>>,
}

impl Ledger {
    fn new(game: &Game) -> Self {
        let squares = |board| {
            std::array::from_fn(|at| game.position(board).piece_at(Square::from_index(at)).map(|piece| (piece, false)))
        };
        Self { boards: ByBoard::from_fn(squares), hands: ByBoard::default() }
    }

    fn play(&mut self, seat: Seat, mv: Move) {
        let board = &mut self.boards[seat.board];
        let to = mv.to().index();
        let Some(from) = mv.from().map(Square::index) else {
            let kind = mv.dropped().expect("a drop");
            self.hands[seat.board][seat.color].remove(kind);
            assert_eq!(board[to].replace((Piece::new(seat.color, kind), false)), None);
            return;
        };
        let moved = board[from].take().expect("a piece to move");
        let behind = if seat.color == Color::White { to.wrapping_sub(8) } else { to + 8 };
        let taken =
            board[to].take().or_else(|| if mv.kind() == MoveKind::EnPassant { board[behind].take() } else { None });
        let promoted = mv.promotion().map(|kind| (Piece::new(seat.color, kind), true));
        board[to] = promoted.or(Some(moved));
        if mv.kind() == MoveKind::Castle {
            let rook_from = if to > from { to + 1 } else { to - 2 };
            board[(from + to) / 2] = board[rook_from].take();
        }
        if let Some((piece, was_promoted)) = taken {
            assert_ne!(piece.color(), seat.color);
            let kind = if was_promoted { PieceType::Pawn } else { piece.kind() };
            self.hands[!seat.board][piece.color()].add(kind);
        }
    }

    fn check(&self, game: &Game) {
        for board in BoardId::ALL {
            let position = game.position(board);
            for color in Color::ALL {
                assert_eq!(position.hand(color), self.hands[board][color], "{}", game.to_bfen());
            }
            for square in Square::all() {
                assert_eq!(position.piece_at(square), self.boards[board][square.index()].map(|(piece, _)| piece));
            }
        }
    }
}

#[test]
fn hands_of_real_games_are_those_of_a_ledger_kept_by_hand() {
    for record in bpgn::read(&real_games()).expect("readable") {
        let mut ledger = Ledger::new(&record.initial_game(fairy()).expect("the usual start"));
        let game = record
            .replay_with(fairy(), |game, ply, game_move| {
                ledger.check(game);
                ledger.play(ply.seat, game_move.mv);
            })
            .expect("sound");
        ledger.check(&game);
    }
}

#[test]
fn clocks_of_real_games_follow_the_record() {
    let record = bpgn::read(&real_games()).expect("readable").remove(0);
    assert_eq!(record.time_control(), Some((5000, 0)));
    let game = record.replay(fairy()).expect("sound");
    assert_eq!(Seat::ALL.map(|seat| game.clocks()[seat]), [1172, 2651, 2858, 701]);
    assert_eq!(game.played().first().map(|played| played.clock_ms), Some(5000));
}
