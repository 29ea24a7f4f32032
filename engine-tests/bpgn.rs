//! Games on paper: real ones, all the forms that are read, and what is wrong with those that are not.

use std::fs;
use std::path::Path;
use tandem::game::bpgn::{self, GameResult, Record};
use tandem::game::{Game, Reason, Rules};

fn real_games() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data/games.bpgn")).expect("games.bpgn")
}

fn fairy() -> Rules {
    Rules::preset("fairy-stockfish").expect("preset")
}

fn write_all(records: &[Record]) -> String {
    records.iter().map(bpgn::write).collect()
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
    // The file is written as Tandem writes, so even the first writing changes nothing.
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
