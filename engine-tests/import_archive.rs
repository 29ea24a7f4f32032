//! The archive of a player's month, as chess.com's Published-Data API gives it: games of all variants, each with its
//! PGN; of a game of bughouse it has the player's own board.

use super::import::{damages, games_of, one, pgns, tandem};
use serde_json::{Value, json};
use std::fs;
use tandem::tools::import::{Games, Imported, Input};

/// A game of an archive.
fn game(id: u64, rules: &str, pgn: &str) -> Value {
    json!({
        "url": format!("https://www.chess.com/game/live/{id}"), "pgn": pgn, "time_control": "120", "rated": true,
        "end_time": 1_764_545_363, "tcn": "mC0K", "uuid": "a-b", "initial_setup": "", "time_class": "bullet",
        "rules": rules, "white": { "rating": 2532, "result": "win", "username": "w" },
        "black": { "rating": 2786, "result": "checkmated", "username": "b" },
    })
}

fn archive(games: &[Value]) -> Vec<u8> {
    json!({ "games": games }).to_string().into_bytes()
}

/// The boards of two games, each with the second of its end.
fn boards() -> [String; 4] {
    let timed = |text: &str, end: &str| text.replace("[Term", &format!("[EndTime \"{end} GMT+0000\"]\n[Term"));
    let other = |text: &str| text.replace("-8", "-18").replace("-7", "-17");
    let [a, b] = pgns();
    [timed(&a, "23:29:23"), timed(&b, "23:29:23"), timed(&other(&a), "4:05:59"), timed(&other(&b), "4:06:00")]
}

const CHESS: &str = "[Event \"Live Chess\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {[%clk 0:02:00]} 1-0\n";

#[test]
fn archives_of_both_partners_are_games() {
    let [a, b, c, d] = boards();
    let chess = game(1, "chess", CHESS);
    let first = archive(&[chess.clone(), game(7, "bughouse", &a), game(17, "bughouse", &c), game(2, "crazyhouse", "")]);
    let second = archive(&[game(18, "bughouse", &d), chess.clone(), game(8, "bughouse", &b)]);
    // The opponents' archives have the same boards once more.
    let third = archive(&[game(7, "bughouse", &a), game(8, "bughouse", &b)]);
    for files in [vec![&first, &second], vec![&second, &first], vec![&first, &second, &third]] {
        let inputs = files.iter().map(|text| Input::Bytes("month.json".to_owned(), text.to_vec()));
        let mut games = Games::new(inputs.collect(), None);
        let served: Vec<String> = games
            .by_ref()
            .map(|game| game.unwrap_or_else(|damage| panic!("{damage}")))
            .map(|game| ["WhiteA", "WhiteB"].map(|name| game.settled.record.tag(name).unwrap_or("?").to_owned()))
            .map(|[a, b]| if a < b { a + " " + &b } else { b + " " + &a })
            .collect();
        assert!(served.len() == 2, "{served:?}");
        assert!(["White-7 White-8", "White-17 White-18"].iter().all(|pair| served.iter().any(|game| game == pair)));
        assert_eq!(games.passed_over(), 3);
    }
    // The same clocks as by the PGNs themselves.
    let by_pgn = one(&[a.as_bytes(), b.as_bytes()]);
    let by_archive = one(&[&archive(&[game(7, "bughouse", &a), game(8, "bughouse", &b)])]);
    let plies = |game: &Imported| {
        format!("{:?}", game.settled.record.plies.iter().map(|ply| (&ply.san, ply.stamp)).collect::<Vec<_>>())
    };
    assert_eq!(plies(&by_archive), plies(&by_pgn));
}

#[test]
fn an_archive_may_be_longer_than_an_object() {
    let [a, b, ..] = boards();
    let chess = game(1, "chess", &CHESS.replace("1. e4", &format!("{{{}}} 1. e4", "x".repeat(3_000))));
    let mut games = vec![chess; 500];
    games.insert(100, game(7, "bughouse", &a));
    games.insert(400, game(8, "bughouse", &b));
    let text = archive(&games);
    assert!(text.len() > 1 << 20);
    assert_eq!(one(&[&text]).settled.record.plies.len(), 11);
    // One by one, with lines of their own.
    let lines: Vec<String> = games.iter().map(Value::to_string).collect();
    assert_eq!(one(&[format!("{{\"games\":[\n{}\n]}}", lines.join(",\n")).as_bytes()]).settled.record.plies.len(), 11);
}

#[test]
fn what_is_wrong_in_an_archive_is_named() {
    let [a, b, ..] = boards();
    // The line is that of the file, not one of the PGN.
    let text = format!("{{\"games\":[\n{},\n{}]}}", game(7, "bughouse", &a.replace(" 1-0", "")), game(8, "chess", &b));
    let wrong = damages(games_of(&[text.as_bytes()]));
    assert!(wrong.len() == 1 && wrong[0].starts_with("file0, game 1, line 2, "), "{wrong:?}");
    let wrong = damages(games_of(&[&archive(&[game(7, "bughouse", &a)])]));
    assert!(wrong.len() == 1 && wrong[0].contains("a player's archive has no other"), "{wrong:?}");
    let mut torn = game(7, "bughouse", &a);
    torn["pgn"] = 5.into();
    let wrong = damages(games_of(&[&archive(&[torn, game(8, "bughouse", &b)])]));
    assert!(wrong.len() == 2 && wrong[0].contains("JSON of an archived game: invalid type"), "{wrong:?}");
    let wrong = damages(games_of(&[b"{\"games\":[]}"]));
    assert!(wrong.len() == 1 && wrong[0].contains("no `moveList` and no `pgn`"), "{wrong:?}");
    // A move that cannot be played is told with its line in the file.
    let text =
        format!("{{\"games\":[\n{},\n{}]}}", game(7, "bughouse", &a), game(8, "bughouse", &b.replace("dxe5", "dxc5")));
    let wrong = damages(games_of(&[text.as_bytes()]));
    assert!(wrong.len() == 1 && wrong[0].contains("line 3, `2B. dxc5`"), "{wrong:?}");
}

#[test]
fn the_summary_counts_games_of_other_variants() {
    let [a, b, ..] = boards();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let chess = game(1, "chess", CHESS);
    let import = |games: &[Value]| {
        fs::write(path("month.json"), archive(games)).expect("a file");
        tandem(&["import", &path("month.json"), "--to", &path("games.bpgn"), "--quiet"], None)
    };
    let output = import(&[chess.clone(), game(7, "bughouse", &a), chess.clone(), game(8, "bughouse", &b)]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains("\n       2 of other variants, in archives: left out\n"),
        "{text}"
    );
    let output = import(&[chess]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && text.contains("there is no game of bughouse in it"), "{text}");
}
