//! Games recorded as they are played.

use super::bpgn::one;
use super::sheet::{BLACK_A, BLACK_B, WHITE_A, WHITE_B, find, rules};
use tandem::game::bpgn::{self, Record};
use tandem::game::{Clocks, Forfeit, Game, GameMove, Outcome, Played, Reason, Rules, Seat, Team};

/// An action that ends a game.
type Finish = fn(&mut Game);

/// A game recorded as it is played.
fn recorded(rules: Rules, moves: &str, end: impl Fn(&mut Game)) -> (Game, Record) {
    let mut game = Game::new(rules, Clocks::all(180_000));
    let mut record = Record::begin(&game, ["Ann", "Bob", "Cid", "Dora \"D\" \\o/"], "180+0");
    for text in moves.split_whitespace() {
        let (board, game_move) = find(&game, text).expect(text);
        game.spend(game.on_turn(board), 1_250);
        record.push(&game, board, game_move);
        game.play_whole(board, game_move).expect(text);
    }
    record.note("say: one } brace {\nand a line");
    end(&mut game);
    record.finish(game.outcome());
    (game, record)
}

fn moves(game: &Game) -> Vec<(Seat, GameMove, u64)> {
    game.played().iter().map(|&Played { seat, mv, clock_ms, .. }| (seat, mv, clock_ms)).collect()
}

#[test]
fn a_game_recorded_live_replays_to_the_same_end() {
    let running = "A.e4 B.d4 a.d5 A.exd5 b.P@e3 a.Qxd5";
    let ends: [(&str, Finish); 8] = [
        ("*", |_| {}),
        ("{Bob resigns} 1-0", |game| game.resign(BLACK_A).expect("running")),
        ("{Cid forfeits on time} 1-0", |game| game.flag(WHITE_B).expect("on turn")),
        ("{Ann forfeits by an illegal move} 0-1", |game| {
            game.forfeit(WHITE_A, Forfeit::IllegalMove).expect("running");
        }),
        ("{Dora \"D\" \\o/ forfeits by disconnection} 0-1", |game| {
            game.forfeit(BLACK_B, Forfeit::Disconnect).expect("running");
        }),
        ("{Cid forfeits by telling a move} 1-0", |game| {
            game.forfeit(WHITE_B, Forfeit::ConcreteAdvice).expect("running");
        }),
        ("{Game drawn by mutual agreement} 1/2-1/2", |game| game.agree_draw().expect("running")),
        ("{Game drawn because both teams ran out of time} 1/2-1/2", |game| {
            game.flags(&[WHITE_A, WHITE_B]).expect("on turn");
        }),
    ];
    for (end, finish) in ends {
        let (game, record) = recorded(Rules::default(), running, finish);
        let text = bpgn::write(&record);
        assert!(text.replace('\n', " ").ends_with(&format!("{end}  ")), "{text}");
        let read = one(&text);
        assert_eq!(bpgn::write(&read), text);
        assert_eq!(read.rules(), Ok(Some(*game.rules())));
        let replayed = read.replay(*game.rules()).expect(end);
        assert_eq!(replayed.to_bfen(), game.to_bfen());
        assert_eq!(replayed.outcome(), game.outcome());
        assert_eq!(moves(&replayed), moves(&game));
        assert_eq!(replayed.clocks(), game.clocks());
        assert_eq!(
            read.plies.last().map(|ply| ply.notes.clone()),
            Some(vec!["say: one ) brace ( and a line".to_owned()])
        );
        assert_eq!(read.player(BLACK_B), "Dora \"D\" \\o/");
    }
}

/// Tags keep braces, and an end note has parentheses for them.
#[test]
fn bug_a_game_with_braces_in_a_name_was_damaged_once_it_was_read() {
    let mut game = Game::new(Rules::default(), Clocks::all(180_000));
    let mut record = Record::begin(&game, ["Ann", "{Bob}", "Cid", "Dan"], "180+0");
    game.resign(BLACK_A).expect("running");
    record.finish(game.outcome());
    let read = one(&bpgn::write(&record));
    assert_eq!((read.player(BLACK_A).as_str(), read.end_note.as_deref()), ("{Bob}", Some("(Bob) resigns")));
    let mut without_rules = read.clone();
    without_rules.tags.retain(|(name, _)| name != "Rules");
    let mut by_team = without_rules.clone();
    by_team.end_note = Some("Ann & Dan won: (Bob) & Cid resigned".to_owned());
    for record in [record, read, without_rules, by_team] {
        let settled = record.settle(None).unwrap_or_else(|error| panic!("{error}"));
        let outcome = settled.game.outcome().expect("an end");
        assert_eq!((outcome.winner, outcome.reason), (Some(Team::One), Reason::Resignation));
        assert!(settled.warnings.is_empty(), "{:?}", settled.warnings);
    }
}

/// Notes are marked by `C:`, and in files of the chess servers by other letters.
#[test]
fn bug_the_end_of_a_player_whose_name_begins_as_a_note_does_was_lost() {
    for name in ["C:Bob", "C: Bob", "R:Bob"] {
        let mut game = Game::new(Rules::default(), Clocks::all(180_000));
        let mut record = Record::begin(&game, ["Ann", name, "Cid", "Dan"], "180+0");
        record.note(&format!("{name} forfeits"));
        game.resign(BLACK_A).expect("running");
        record.finish(game.outcome());
        let text = bpgn::write(&record);
        let (mut past, damage) = bpgn::read_history(text.as_bytes(), 1);
        assert_eq!((past.len(), damage), (1, None), "{text}");
        for read in [one(&text), past.remove(0)] {
            assert_eq!(read.end_note, Some(format!("{name} resigns")), "{text}");
            assert_eq!(read.notes, [format!("{name} forfeits")], "{text}");
            let replayed = read.replay(*game.rules()).expect("sound");
            assert_eq!(replayed.outcome(), game.outcome());
            assert_eq!(bpgn::write(&read), text);
        }
    }
    let both = "[WhiteA \"Ann\"]\n[BlackA \"C:Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\n\
                1A. e4 {C:Cid resigns} {C:Bob and Cid both hang} 1-0\n";
    let read = one(both);
    assert_eq!(read.end_note.as_deref(), Some("C:Bob and Cid both hang"));
    assert_eq!(read.plies[0].notes, ["Cid resigns"]);
}

#[test]
fn ends_by_the_board_are_recorded_and_found_again() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w | 6rk/6pp/8/8/8/8/8/4K3[N] w", "international", "B.N@f7", "{Dora checkmated} 0-1"),
        (
            "R5k1/5ppp/8/8/8/8/8/4K3 b | 4k3/8/8/8/8/8/r4PPP/6K1 b",
            "international",
            "b.Ra1",
            "{Bob and Cid both hang} 1-0",
        ),
        ("7k/8/8/8/8/8/8/4KQ2 w | startpos", "fairy-stockfish", "A.Qf7", "{Bob stalemated} 1-0"),
        ("7k/8/8/8/8/8/8/4KQ2 w | startpos", "stalemate=draw", "A.Qf7", "{Game drawn by stalemate} 1/2-1/2"),
        (
            "7k/6n1/5P2/8/8/8/8/K5Q1 w | K7/8/8/2B5/8/R7/6pk/5N1b b",
            "gambler",
            "A.Qxg7",
            "{Game drawn by mates on both boards} 1/2-1/2",
        ),
    ];
    for (start, preset, text, end) in cases {
        let mut game = Game::from_bfen(start, rules(preset), Clocks::default()).expect(start);
        let mut record = Record::begin(&game, ["Ann", "Bob", "Cid", "Dora"], "-");
        let (board, game_move) = find(&game, text).expect(text);
        record.push(&game, board, game_move);
        game.play_whole(board, game_move).expect(text);
        record.finish(game.outcome());
        let written = bpgn::write(&record);
        assert!(written.ends_with(&format!("{end}\n\n")), "{written}");
        let read = one(&written);
        let replayed = read.replay(read.rules().expect("rules").expect("a tag")).expect(end);
        assert_eq!((replayed.outcome(), replayed.to_bfen()), (game.outcome(), game.to_bfen()));
    }
}

#[test]
fn a_flag_of_a_hanging_player_is_still_a_flag_on_paper() {
    let text = |phrase| {
        format!("[FEN \"R5k1/5ppp/8/8/8/8/8/4K3 b | startpos\"] [BlackA \"Bob\"] {{Bob forfeits on time{phrase}}} 1-0")
    };
    for phrase in ["", " while hanging"] {
        let game = one(&text(phrase)).replay(Rules::default()).expect("sound");
        assert_eq!(game.outcome(), Some(Outcome::lost_by(BLACK_A, Reason::Hang)));
    }
}

#[test]
fn gamblers_promotions_are_recorded_with_the_square_taken() {
    let start = "1n2k3/P7/8/8/8/8/8/4K3 w | 4k3/8/8/8/8/8/8/R3K3 w";
    let mut game = Game::from_bfen(start, rules("gambler"), Clocks::default()).expect(start);
    let mut record = Record::begin(&game, ["Ann", "Bob", "Cid", "Dora"], "-");
    for text in ["A.axb8=R^a1", "a.Kd7", "B.P@d2"] {
        let (board, game_move) = find(&game, text).expect(text);
        record.push(&game, board, game_move);
        game.play_whole(board, game_move).expect(text);
    }
    let written = bpgn::write(&record);
    assert!(written.ends_with("1A. axb8=R^a1+ {0.000} 1a. Kd7 {0.000} 1B. P@d2 {0.000} *\n\n"), "{written}");
    let read = one(&written);
    assert_eq!(read.replay(*game.rules()).expect("sound").to_bfen(), game.to_bfen());
    // Without the square the move is not complete, and nothing can follow.
    let incomplete = written.replace("^a1+", "");
    let error = one(&incomplete).replay(*game.rules()).expect_err("incomplete").to_string();
    assert!(error.contains("`1a. Kd7`: "), "{error}");
}
