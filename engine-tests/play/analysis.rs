//! The analysis board's server: positions, moves on either board, lines of a search, a game from a position.

use super::club::sit;
use super::rig::{Server, field, play_move, seats, secret, setup};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn ask(server: &Server, path: &str, body: &Value) -> (u16, Value) {
    server.post(path, &server.key, body.to_string().as_bytes())
}

/// The position after moves such as `A e2e4`.
fn after(server: &Server, boards: &str, moves: &[&str]) -> Value {
    let mut place = json!({ "bfen": boards });
    for text in moves {
        let (board, text) = text.split_once(' ').expect("a board and a move");
        let body = json!({ "boards": place["bfen"], "rules": "international", "move": [board, text] });
        let (status, answer) = ask(server, "/position", &body);
        assert_eq!(status, 200, "{answer}");
        place = answer;
    }
    place
}

#[test]
fn moves_are_tried_on_both_boards_and_captures_cross() {
    let server = Server::start();
    let place = after(&server, "startpos | startpos", &["A e2e4", "A d7d5", "A e4d5", "B g1f3"]);
    assert_eq!(place["ply"], json!(["B", "Nf3"]));
    let legal = |board: usize| place["boards"][board]["legal"].as_array().expect("moves").clone();
    assert!(legal(1).contains(&json!("p@e4")) && legal(0).contains(&json!("d8d5")), "both boards have their moves");
    let place = after(&server, field(&place, "bfen"), &["B p@e4"]);
    assert_eq!((&place["ply"], &place["over"]), (&json!(["b", "P@e4"]), &Value::Null));
    let mated = after(&server, "startpos | startpos", &["A f2f3", "A e7e5", "A g2g4", "A d8h4"]);
    // A drop on g3 would block this check, so it is no mate (R8).
    assert_eq!(mated["boards"][0]["status"], "hang");
    let over = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 0 1 | startpos";
    let over = after(&server, over, &["A h5f7"]);
    assert_eq!((&over["over"], &over["boards"][1]["legal"]), (&json!(["1-0", "mate", "a"]), &json!([])));
}

#[test]
fn wrong_positions_and_moves_are_quoted() {
    let server = Server::start();
    for (body, quoted) in [
        (json!({ "boards": "startpos", "rules": "international" }), "are needed, not 1"),
        (json!({ "boards": "8/8 w | startpos", "rules": "international" }), "8/8"),
        (json!({ "boards": "startpos | startpos", "rules": "klingon" }), "klingon"),
        (json!({ "boards": "startpos | startpos", "rules": "fics", "move": ["A", "e2e5"] }), "`e2e5`"),
        (json!({ "boards": "startpos | startpos", "rules": "fics", "move": ["C", "e2e4"] }), "C"),
        (json!({ "boards": "startpos | startpos", "rules": "fics", "more": 1 }), "more"),
    ] {
        let (status, answer) = ask(&server, "/position", &body);
        assert!(status == 422 && field(&answer["error"], "text").contains(quoted), "{body}: {status} {answer}");
    }
    let body = json!({ "boards": "startpos | startpos", "rules": "international" });
    assert_eq!(server.post("/position", "00", body.to_string().as_bytes()).0, 403);
    assert_eq!(server.post("/analysis", "00", body.to_string().as_bytes()).0, 403);
    // Castling that only Chess960 has is understood.
    let boards = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN[] w GEge - 0 1 | startpos";
    assert_eq!(ask(&server, "/position", &json!({ "boards": boards, "rules": "international" })).0, 200);
}

#[test]
fn both_boards_are_searched_until_the_nodes_are_spent_or_the_page_stops_it() {
    let server = Server::start();
    let boards = format!("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 0 1 | {START}");
    let body = |nodes: u64| json!({ "boards": boards, "rules": "international", "nodes": nodes });
    let (status, begun) = ask(&server, "/analysis", &body(20_000));
    assert_eq!(status, 200, "{begun}");
    let path = format!("/analysis/{}", begun["id"]);
    let end = Instant::now() + Duration::from_secs(120);
    let found = loop {
        let (status, found) = server.post(&path, &server.key, b"");
        assert!(status == 200 && Instant::now() < end, "{status} {found}");
        if found["done"] == true {
            break found;
        }
        std::thread::sleep(Duration::from_millis(30));
    };
    let [a, b] = [0, 1].map(|board| &found["boards"][board]);
    assert_eq!((&a["mate"], &a["line"], &found["best"][0]), (&json!(1), &json!(["Qxf7#"]), &json!("h5f7")));
    assert!(b["cp"].is_number() && b["depth"].as_u64() > Some(3), "{found}");
    assert!(found["team"].as_f64() > Some(0.8), "{found}");
    // Two searches at once are the most; one that is stopped makes room.
    let quiet = json!({ "boards": format!("{START} | {START}"), "rules": "international", "nodes": 1_000_000_000 });
    let ids = [0, 1].map(|_| ask(&server, "/analysis", &quiet).1["id"].clone());
    assert_eq!(ask(&server, "/analysis", &quiet).0, 503);
    assert_eq!(server.post(&format!("/analysis/{}/stop", ids[0]), &server.key, b"").0, 204);
    assert_eq!(ask(&server, "/analysis", &quiet).0, 200);
    assert_eq!(server.post("/analysis/999", &server.key, b"").0, 404);
}

#[test]
fn a_game_begins_from_a_position_and_its_record_reads_back() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    owner.wait_type("welcome");
    let mut wanted = setup(["me", "tandem", "tandem", "tandem"], [0; 4], 600);
    wanted["start"] =
        json!({ "boards": "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 0 1 | nonsense w" });
    owner.send(&json!({ "type": "setup", "setup": wanted }));
    let error = owner.wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("bfen_ranks"), &json!("B: 1, nonsense")));
    let mated = "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 1";
    wanted["start"] = json!({ "boards": format!("{mated} | startpos") });
    owner.send(&json!({ "type": "setup", "setup": wanted }));
    assert_eq!(owner.wait_type("error")["code"], "setup_over", "a game that is over");
    let boards = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 0 1 | startpos";
    wanted["start"] = json!({ "boards": boards });
    owner.send(&json!({ "type": "setup", "setup": wanted }));
    owner.wait_for("the position", |state| field(&state["boards"][0], "bfen").contains("p2Q/"));
    owner.send(&json!({ "type": "start" }));
    owner.wait_for("the game", |state| state["phase"] == "playing");
    owner.send(&json!({ "type": "move", "text": "h5f7", "ply": 0 }));
    let over = owner.wait_for("mate", |state| state["phase"] == "over");
    let bpgn = field(&over["over"], "bpgn").to_owned();
    let (status, games) = server.post_bpgn(bpgn.as_bytes());
    let game = &games["games"][0];
    assert!(status == 200 && game["problem"] == Value::Null && game["result"] == "1-0", "{bpgn}");
}

/// The answer of a page's secret to a request for help.
fn help(server: &Server, key: &str, path: &str, boards: &str) -> u16 {
    let body = json!({ "boards": boards, "rules": "international" });
    server.post(path, key, body.to_string().as_bytes()).0
}

#[test]
fn nobody_gets_help_in_a_game_of_people() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    let welcome = owner.wait_type("welcome");
    let watcher = field(&welcome, "watch").split_once("#key=").expect("a key").1.to_owned();
    let (_, begun) = server.post("/review/0", &server.key, b"1A. e4 1a. e5 *");
    let mut pages = seats(&server, ["me", "guest", "tandem", "tandem"]);
    let guest = secret(&welcome, "a");
    play_move(&mut pages[0], "e2e4");
    for key in [&server.key, &guest, &watcher] {
        for path in ["/analysis", "/explorer"] {
            assert_eq!(help(&server, key, path, "startpos | startpos"), 409, "{path}");
        }
        assert_eq!(server.post("/review/0", key, b"1A. e4 *").0, 409);
        assert_eq!(server.post("/puzzles/day", key, b"1").0, 409);
        let own = server.post("/puzzles/own", key, b"").0;
        assert_eq!(own, if *key == server.key { 409 } else { 403 });
    }
    let (_, answer) = server.post("/explorer", &guest, br#"{"boards":"startpos | startpos","rules":"fics"}"#);
    assert_eq!(answer["error"]["code"], "playing");
    // Of an evaluation that began before, nothing is told.
    let news = server.post(&format!("/reviews/{}/from/0", begun["id"]), &server.key, b"");
    assert_eq!((news.0, &news.1["lines"], &news.1["moments"]), (200, &json!([]), &Value::Null));
    // The rules are no help: legal moves are shown.
    assert_eq!(help(&server, &guest, "/position", "startpos | startpos"), 200);
    pages[0].send(&json!({ "type": "abort" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    for path in ["/analysis", "/explorer"] {
        assert_eq!(help(&server, &guest, path, "startpos | startpos"), 200, "{path} after the game");
    }
}

#[test]
fn a_position_of_a_game_is_not_analyzed_from_another_table() {
    let server = Server::start_with(&["--tables", "2"]);
    let (_, lobby) = server.post("/club/state", &server.key, b"");
    let key_of = |table: usize, what: &str| {
        let link = field(&lobby["tables"][table], what);
        link.split_once("#key=").expect("a key").1.to_owned()
    };
    let mut pages = ["A", "a", "B", "b"].map(|seat| server.open(&sit(&server, &server.key, 1, seat)));
    let here =
        |state: &Value| state["seats"].as_array().is_some_and(|seats| seats.iter().all(|seat| seat["present"] == true));
    pages[0].wait_for("everybody", here);
    pages[0].send(&json!({ "type": "start" }));
    for (seat, text) in [(0, "e2e4"), (1, "e7e5"), (0, "g1f3"), (1, "b8c6"), (0, "f1b5"), (1, "a7a6")] {
        play_move(&mut pages[seat], text);
    }
    let state = pages[1].wait_for("six plies", |state| state["boards"][0]["ply"] == 6);
    let now = format!("{} | startpos", field(&state["boards"][0], "bfen"));
    let watcher = key_of(1, "watch");
    let body = json!({ "boards": now, "rules": "international", "move": ["A", "b5c6"] });
    let (_, next) = server.post("/position", &watcher, body.to_string().as_bytes());
    for boards in [&now, field(&next, "bfen")] {
        assert_eq!(help(&server, &watcher, "/analysis", boards), 409, "{boards}");
        assert_eq!(help(&server, &watcher, "/explorer", boards), 409, "{boards}");
    }
    // A record that comes to such a position is not evaluated, and no puzzle solved there.
    let record = "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bb5 3a. a6";
    let review = |record: &str| server.post("/review/0", &watcher, format!("{record} *").as_bytes());
    for more in ["", " 4A. Bxc6", " 4A. Ba4 4a. b5 5A. Bb3"] {
        let (status, answer) = review(&format!("{record}{more}"));
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("playing")), "{more}");
    }
    assert_eq!(review("1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bb5 3a. Nf6").0, 200, "another game");
    let puzzle = json!({ "puzzle": { "bfen": field(&state["boards"][0], "bfen"), "rules": "international" } });
    assert_eq!(server.post("/puzzles/solution", &watcher, puzzle.to_string().as_bytes()).0, 409);
    // An analysis that began in time ends when the game comes near.
    let reached = |boards: &str, mv: &str| {
        let body = json!({ "boards": boards, "rules": "international", "move": ["A", mv] });
        field(&server.post("/position", &watcher, body.to_string().as_bytes()).1, "bfen").to_owned()
    };
    let later = reached(&reached(&now, "b5a4"), "g8f6");
    let body = json!({ "boards": later, "rules": "international", "nodes": 100_000_000 });
    let (status, begun) = server.post("/analysis", &watcher, body.to_string().as_bytes());
    assert_eq!(status, 200, "{begun}");
    let news = format!("/analysis/{}", begun["id"]);
    assert_eq!(server.post(&news, &watcher, b"").0, 200);
    play_move(&mut pages[0], "b5a4");
    pages[1].wait_for("seven plies", |state| state["boards"][0]["ply"] == 7);
    assert_eq!(server.post(&news, &watcher, b"").0, 409);
    assert_eq!(server.post(&format!("{news}/stop"), &watcher, b"").0, 204);
    assert_eq!(help(&server, &watcher, "/analysis", &now), 409, "a ply ago");
    assert_eq!(help(&server, &watcher, "/analysis", "startpos | startpos"), 200);
    // By another move this game would not be there.
    let other = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2 | startpos";
    assert_eq!(help(&server, &watcher, "/explorer", other), 200);
}

#[test]
fn faults_of_a_position_have_a_code_and_the_part() {
    let server = Server::start();
    for (boards, code, token) in [
        ("startpos", "boards", "1"),
        ("8/8 w | startpos", "bfen_ranks", "A: 2, 8/8"),
        ("startpos | rnbqxbnr/8/8/8/8/8/8/4K3 w", "bfen_piece", "B: x (rnbqxbnr)"),
        ("8/8/8/8/8/8/8/4K3 w | startpos", "bfen_no_king", "A: black"),
        ("P3k3/8/8/8/8/8/8/4K3 w | startpos", "bfen_pawn", "A: a8"),
        ("4k3/8/8/8/8/8/8/4K3 x | startpos", "bfen_turn", "A: x"),
        ("4k3/8/8/8/8/8/8/4K3[Z] w | startpos", "bfen_held", "A: Z (Z)"),
        ("4k3/8/8/8/8/8/8/4K3 w K | startpos", "bfen_castling", "A: K"),
    ] {
        let (status, answer) = ask(&server, "/position", &json!({ "boards": boards, "rules": "international" }));
        let error = &answer["error"];
        assert_eq!((status, &error["code"], &error["token"]), (422, &json!(code), &json!(token)), "{boards}");
    }
}
