//! The other games of the page without a browser: legal moves and illegal ones, set-ups, what is hidden, bounds.

use super::rig::{Page, Server, field};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tempfile::tempdir;

const PATH: &str = "/other-games/ws";

/// The settings of a game with the usual options.
fn settings(game: &str, opponent: &str) -> Value {
    json!({ "game": game, "opponent": opponent, "color": "white", "level": 0 })
}

fn with(mut settings: Value, name: &str, value: &Value) -> Value {
    settings[name] = value.clone();
    settings
}

/// The host's page, and what it is told first.
fn host(server: &Server) -> (Page, Value) {
    let mut page = server.open_at(PATH, &server.key);
    let welcome = page.wait_type("welcome");
    assert_eq!(welcome["host"], true);
    (page, welcome)
}

fn guest_key(welcome: &Value) -> String {
    field(welcome, "link").split_once("/other-games#key=").expect("a key").1.to_owned()
}

/// The host and another person, in a game that has begun.
fn two(server: &Server, settings: &Value) -> [Page; 2] {
    let (mut host, welcome) = host(server);
    host.send(&json!({ "type": "new", "settings": settings }));
    let guest = server.open_at(PATH, &guest_key(&welcome));
    [host, guest]
}

fn begin(page: &mut Page, settings: &Value) {
    page.send(&json!({ "type": "new", "settings": settings }));
}

fn legal(state: &Value) -> Vec<String> {
    let moves = state["board"]["legal"].as_array().cloned().unwrap_or_default();
    moves.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn play(page: &mut Page, text: &str) {
    let state = page.wait_for("its turn", |state| !legal(state).is_empty());
    let ply = state["board"]["ply"].as_u64().expect("a number");
    page.send(&json!({ "type": "move", "text": text, "ply": ply }));
    page.wait_for("the move", |state| state["board"]["ply"].as_u64().is_some_and(|now| now > ply));
}

fn rows(state: &Value) -> Vec<&str> {
    state["board"]["rows"].as_array().expect("rows").iter().filter_map(Value::as_str).collect()
}

/// Plays the first legal move each time, against Tandem, until the game is over.
fn play_out(page: &mut Page, settings: &Value) -> Value {
    let last = page.latest()["number"].clone();
    begin(page, settings);
    page.wait_for("a game", |state| state["number"] != last);
    let mut number = 0_usize;
    loop {
        let state = page.wait_for("a turn", |state| state["phase"] == "over" || !legal(state).is_empty());
        if state["phase"] == "over" {
            return state;
        }
        let moves = legal(&state);
        // Another one each time, so that no game repeats itself for long.
        number += 7;
        // The server takes twenty messages a second.
        std::thread::sleep(Duration::from_millis(50));
        let text = &moves[number % moves.len()];
        page.send(&json!({ "type": "move", "text": text, "ply": state["board"]["ply"] }));
        page.wait("an answer", |message| {
            message["type"] == "state" && (message["board"] != state["board"] || message["phase"] == "over")
        });
    }
}

#[test]
fn each_game_is_played_to_its_end_against_tandem_and_recorded() {
    let server = Server::start();
    let (mut page, _) = host(&server);
    for (game, files, ranks) in [("gardner", 5, 5), ("courier", 12, 8), ("exchange", 5, 5)] {
        let over = play_out(&mut page, &settings(game, "tandem"));
        let shown = rows(&over);
        assert!(shown.len() == ranks && shown.iter().all(|row| row.len() == files), "{game}: {shown:?}");
        let text = field(&over["over"], "text");
        assert!(text.contains(&format!("[Variant \"{game}\"]")) && text.contains("\n1. "), "{text}");
        assert!(text.trim_end().ends_with(field(&over["over"], "result")), "{text}");
    }
    begin(&mut page, &with(settings("exchange", "tandem"), "size", &json!(8)));
    let state = page.wait_for("the corners", |state| state["number"] == 4 && legal(state).len() == 4);
    assert_eq!((legal(&state), rows(&state).len()), (["K@a1", "K@h1", "K@a8", "K@h8"].map(str::to_owned).to_vec(), 8));
}

#[test]
fn an_illegal_move_is_named_and_the_position_stands() {
    let server = Server::start();
    let [mut white, mut black] = two(&server, &settings("gardner", "guest"));
    let state = white.wait_for("a turn", |state| !legal(state).is_empty());
    for (request, code, text) in [
        (json!({ "type": "move", "text": "e1e3", "ply": 0 }), "illegal", "e1e3"),
        (json!({ "type": "move", "text": "e2e4", "ply": 1 }), "not_on_turn", "e2e4"),
        (json!({ "type": "ask" }), "no_question", ""),
        (json!({ "type": "set_up", "text": "8/PPPPPPPP/RNBQKBNR" }), "no_set_up", ""),
        (json!({ "type": "new", "settings": settings("courier", "guest") }), "playing", ""),
        (json!({ "type": "castle" }), "nonsense", "{\"type\":\"castle\"}"),
    ] {
        white.send(&request);
        let error = white.wait_type("error");
        assert_eq!((&error["code"], &error["text"]), (&json!(code), &json!(text)), "{request}");
    }
    black.send(&json!({ "type": "move", "text": "a4b3", "ply": 0 }));
    assert_eq!(black.wait_type("error")["code"], "not_on_turn");
    black.send(&json!({ "type": "new", "settings": settings("courier", "guest") }));
    assert_eq!(black.wait_type("error")["code"], "owner");
    assert_eq!(white.latest()["board"], state["board"]);
    play(&mut white, "b2b3");
    play(&mut black, "a4b3");
    // An offer of a draw falls when the other one moves; one that is taken ends the game.
    black.send(&json!({ "type": "draw", "agrees": true }));
    white.wait_for("an offer", |state| state["draw"] == "b");
    play(&mut white, "c2b3");
    assert_eq!(white.latest()["draw"], Value::Null);
    play(&mut black, "c4b3");
    white.send(&json!({ "type": "draw", "agrees": true }));
    black.wait_for("an offer", |state| state["draw"] == "w");
    black.send(&json!({ "type": "draw", "agrees": true }));
    let over = white.wait_for("the end", |state| state["phase"] == "over");
    assert_eq!((&over["over"]["result"], &over["over"]["reason"]), (&json!("1/2-1/2"), &json!("agreement")));
    white.send(&json!({ "type": "rematch" }));
    let state = black.wait_for("the rematch", |state| state["number"] == 2);
    assert_eq!((&state["seat"], state["phase"] == "playing"), (&json!("w"), true));
}

#[test]
fn wrong_settings_are_named() {
    let server = Server::start();
    let (mut page, _) = host(&server);
    for (name, value, code) in [("size", json!(9), "game_size"), ("level", json!(5), "game_level")] {
        begin(&mut page, &with(settings("exchange", "tandem"), name, &value));
        let error = page.wait_type("error");
        assert_eq!((&error["code"], &error["text"]), (&json!(code), &json!(value.to_string())));
    }
    begin(&mut page, &settings("checkers", "tandem"));
    let error = page.wait_type("error");
    assert!(error["code"] == "nonsense" && field(&error, "text").contains("checkers"), "{error}");
    assert_eq!(page.latest()["phase"], "none");
}

#[test]
fn v4_set_ups_are_checked_against_the_rules_and_hidden_until_both_are_ready() {
    let server = Server::start();
    let [mut white, mut black] = two(&server, &settings("battle", "guest"));
    white.wait_for("the screen", |state| state["phase"] == "set_up");
    for (text, code, quoted) in [
        ("8/PPPPPPPP/RNBQKBN1", "set_up_count", "R: 1 ≠ 2"),
        ("P7/P1PPPPPP/RNBQKBNR", "set_up_file", "a"),
        ("8/RPPPPPPP/PNBQKBNR", "set_up_pawn", "a1"),
        ("8/PPPPPPPP/RNBQKNBR", "set_up_bishops", "8/PPPPPPPP/RNBQKNBR"),
        ("8/PPPPPPPP/RNBQKBNr", "set_up_color", "r"),
        ("PPPPPPPP/RNBQKBNR", "set_up_ranks", "set"),
    ] {
        white.send(&json!({ "type": "set_up", "text": text }));
        let error = white.wait_type("error");
        assert_eq!(error["code"], code, "{error}");
        let said = field(&error, "text");
        assert!(said == quoted || (quoted == "set" && said.contains("PPPPPPPP/RNBQKBNR")), "{error}");
    }
    let own = "4N3/PPPPPPPP/RNBQKB1R";
    white.send(&json!({ "type": "set_up", "text": own }));
    let state = white.wait_for("the own set-up", |state| state["ready"] == json!([true, false]));
    assert_eq!(state["set_up"], own);
    let seen = black.wait("who is ready", |message| message["ready"] == json!([true, false]));
    assert!(seen["set_up"].is_null() && seen["board"].is_null() && !seen.to_string().contains("4N3"), "{seen}");
    black.send(&json!({ "type": "suggest" }));
    let text = field(&black.wait_type("suggested"), "text").to_owned();
    black.send(&json!({ "type": "set_up", "text": text }));
    let state = black.wait_for("a lifted screen", |state| state["phase"] == "playing");
    assert_eq!(rows(&state)[5], "....N...");
    play(&mut white, "a2a4");
}

#[test]
fn v4_set_ups_that_cannot_stand_together_are_both_taken_back() {
    let server = Server::start();
    let [mut white, mut black] = two(&server, &settings("battle", "guest"));
    // White's bishop on b3 looks at black's king on e6: nothing stands on c4 and d5, and white is on turn.
    white.send(&json!({ "type": "set_up", "text": "1B6/PPPPPPPP/RNBQK1NR" }));
    white.wait_for("ready", |state| state["ready"] == json!([true, false]));
    white.send(&json!({ "type": "not_ready" }));
    white.wait_for("nobody ready", |state| state["ready"] == json!([false, false]));
    white.send(&json!({ "type": "set_up", "text": "1B6/PPPPPPPP/RNBQK1NR" }));
    white.wait_for("ready", |state| state["ready"] == json!([true, false]));
    black.send(&json!({ "type": "set_up", "text": "4K3/PPPPPPPP/RNBQ1BNR" }));
    for page in [&mut white, &mut black] {
        let error = page.wait_type("error");
        assert_eq!((&error["code"], &error["text"]), (&json!("set_ups_clash"), &json!("")));
        page.wait_for("nobody ready", |state| state["ready"] == json!([false, false]) && state["board"].is_null());
    }
}

#[test]
fn bug_tandem_kept_a_set_up_of_which_a_refusal_had_told() {
    let server = Server::start();
    let (mut page, _) = host(&server);
    // The king on h6 is open to a bishop or queen on c1: about one set-up of Tandem's in fourteen gives check.
    let black = with(settings("battle", "tandem"), "color", &json!("black"));
    let set_up = json!({ "type": "set_up", "text": "7K/PPPPPPPP/RNBQ1BNR" });
    let mut is_refused = |begins: bool| {
        // The server takes twenty messages a second.
        std::thread::sleep(Duration::from_millis(150));
        if begins {
            begin(&mut page, &black);
        }
        page.send(&set_up);
        let answer = page.wait("an answer", |message| {
            message["code"] == "set_ups_clash" || (message["type"] == "state" && message["phase"] == "playing")
        });
        let refused = answer["type"] == "error";
        if !refused {
            page.send(&json!({ "type": "resign" }));
            page.wait_for("the end", |state| state["phase"] == "over");
        }
        refused
    };
    assert!((0..150).any(|_| is_refused(true)), "no set-up gave check");
    assert!((0..5).any(|_| !is_refused(false)), "the same set-up gives check again and again");
}

/// Whether a board shows pieces of `color`.
fn shows_any(state: &Value, color: char) -> bool {
    let is_its = |c: char| c.is_ascii_alphabetic() && (c.is_ascii_uppercase() == (color == 'w'));
    rows(state).iter().any(|row| row.chars().any(is_its))
}

#[test]
fn v5_nothing_of_the_other_side_is_ever_sent() {
    let server = Server::start();
    let [mut white, mut black] = two(&server, &settings("kriegspiel", "guest"));
    white.wait_for("the screen", |state| state["phase"] == "set_up");
    white.send(&json!({ "type": "set_up", "text": "8/PPPPPPPP/RNBQKBNR" }));
    black.send(&json!({ "type": "set_up", "text": "1N6/PPPPPPPP/BNRQKBR1" }));
    let mut sent = Vec::new();
    black.watch(&mut sent);
    for (side, text) in [(0, "e2e4"), (1, "d7d5"), (0, "e4d5"), (1, "d8d5"), (0, "b1c3"), (1, "d5g2")] {
        let page = if side == 0 { &mut white } else { &mut black };
        play(page, text);
    }
    black.watch(&mut sent);
    // The arbiter has told of both captures, and both have heard it in both languages.
    let heard: Vec<&Value> = sent.iter().filter(|message| message["type"] == "heard").collect();
    let words = heard.iter().map(|message| message.to_string()).collect::<String>();
    assert!(words.contains("White take on d5") && words.contains("Белые бьют на поле d5"), "{words}");
    assert!(!sent.is_empty());
    for message in sent.iter().filter(|message| message["type"] == "state") {
        assert!(message["board"].is_null() || !shows_any(message, 'w'), "{message}");
        let text = message.to_string();
        for secret in ["e2e4", "e4d5", "b1c3", "fen", "RNBQKBNR"] {
            assert!(!text.contains(secret), "`{secret}` in {text}");
        }
    }
    // A try that is impossible is announced to both, and not judged again; the question has an answer once a turn.
    let state = white.wait_for("a turn", |state| !legal(state).is_empty());
    assert!(!shows_any(&state, 'b') && legal(&state).contains(&"f2g3".to_owned()), "{state}");
    white.send(&json!({ "type": "move", "text": "f2g3", "ply": 6 }));
    black.wait("an announcement", |message| message.to_string().contains("Ход невозможен"));
    white.send(&json!({ "type": "move", "text": "f2g3", "ply": 6 }));
    let error = white.wait("an error", |message| message["type"] == "error");
    assert_eq!((&error["code"], &error["text"]), (&json!("tried"), &json!("f2g3")));
    white.send(&json!({ "type": "ask" }));
    black.wait("an answer", |message| message.to_string().contains("Белые спрашивают"));
    white.send(&json!({ "type": "ask" }));
    assert_eq!(white.wait_type("error")["code"], "asked");
    for (text, code) in [("e9", "try_no_move"), ("a2a5", "try_not_yours")] {
        white.send(&json!({ "type": "move", "text": text, "ply": 6 }));
        assert_eq!(white.wait_type("error")["code"], code);
    }
    // At the end both see all.
    white.send(&json!({ "type": "resign" }));
    let over = black.wait_for("the end", |state| state["phase"] == "over");
    assert!(shows_any(&over, 'w') && field(&over["over"], "text").contains("f2g3 is impossible."), "{over}");
}

#[test]
fn bug_can_i_take_could_be_pressed_again_after_its_answer() {
    let server = Server::start();
    let [mut white, mut black] = two(&server, &with(settings("kriegspiel", "guest"), "start", &json!("usual")));
    let may_ask = |state: &Value| state["board"]["may_ask"] == true;
    white.wait_for("a turn", |state| may_ask(state) && !legal(state).is_empty());
    assert_eq!(black.wait_for("a board", |state| state["board"].is_object())["board"]["may_ask"], false);
    white.send(&json!({ "type": "ask" }));
    let state = white.wait_for("an answer", |state| !may_ask(state));
    assert!(!legal(&state).is_empty(), "{state}");
    play(&mut white, "e2e4");
    black.wait_for("its own question", may_ask);
    play(&mut black, "e7e5");
    white.wait_for("another question", may_ask);
}

#[test]
fn v5_a_guest_of_a_game_against_tandem_learns_nothing() {
    let server = Server::start();
    let (mut page, welcome) = host(&server);
    begin(&mut page, &with(settings("kriegspiel", "tandem"), "start", &json!("usual")));
    let mut guest = server.open_at(PATH, &guest_key(&welcome));
    let state = guest.wait_type("state");
    assert_eq!((&state["phase"], &state["board"], &state["seat"]), (&json!("none"), &Value::Null, &Value::Null));
    guest.send(&json!({ "type": "move", "text": "e2e4", "ply": 0 }));
    assert_eq!(guest.wait_type("error")["code"], "no_seat");
    // Tandem answers with tries until one is possible.
    play(&mut page, "e2e4");
    let state = page.wait_for("an answer", |state| state["board"]["ply"] == 2);
    assert!(!shows_any(&state, 'b') && state["board"]["moves"] == json!(["e2e4", "…"]), "{state}");
}

#[test]
fn a_game_goes_on_after_the_servers_end_and_its_link_stays() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let (mut page, welcome) = host(&server);
    let key = guest_key(&welcome);
    begin(&mut page, &with(settings("kriegspiel", "tandem"), "start", &json!("usual")));
    play(&mut page, "e2e4");
    page.wait_for("Tandem's move", |state| state["board"]["ply"] == 2);
    let before = page.latest();
    std::thread::sleep(Duration::from_millis(300));
    let port = server.port;
    #[cfg(unix)]
    server.end();
    #[cfg(not(unix))]
    drop(server);
    drop(page);
    let server = Server::start_in(folder.path(), port, &[]);
    let (mut page, welcome) = host(&server);
    assert_eq!(guest_key(&welcome), key);
    let after = page.wait_for("the game", |state| state["phase"] == "playing");
    assert_eq!(after["board"], before["board"]);
    // Tandem's memory is made again from what was said.
    let state = page.wait_for("a turn", |state| !legal(state).is_empty());
    assert!(legal(&state).contains(&"a2a3".to_owned()), "{state}");
    play(&mut page, "a2a3");
    page.wait_for("Tandem's move", |state| state["board"]["ply"] == 4 || state["phase"] == "over");
    server.kill();
    // A file that cannot be read is put aside, and the server begins without a game.
    std::fs::write(folder.path().join("other-games-1.json"), b"{\"guest\": 1}").expect("a file");
    let server = Server::start_in(folder.path(), port, &[]);
    let (mut page, _) = host(&server);
    assert_eq!(page.wait_type("state")["phase"], "none");
}

#[test]
fn bug_a_game_that_could_not_be_kept_was_played_without_a_word() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let [mut white, mut black] = two(&server, &settings("gardner", "guest"));
    white.wait_for("a game", |state| state["phase"] == "playing" && state["unkept"].is_null());
    // A folder where the file should be.
    let file = folder.path().join("other-games-1.json");
    let end = Instant::now() + Duration::from_secs(30);
    while !file.exists() {
        assert!(Instant::now() < end, "the game is not kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::remove_file(&file).expect("a file");
    std::fs::create_dir(&file).expect("a folder");
    std::fs::write(file.join("full"), b"").expect("a file");
    play(&mut white, "b2b3");
    while white.latest()["unkept"].is_null() {
        assert!(Instant::now() < end, "nothing is told");
        // Changes nothing, and is answered by a state.
        white.send(&json!({ "type": "not_ready" }));
    }
    let told = white.latest();
    assert!(field(&told, "unkept").contains("other-games-1.json"), "{told}");
    assert!(black.latest()["unkept"].is_null(), "the guest can do nothing about it");
}

#[test]
fn strangers_and_floods_are_refused() {
    let server = Server::start();
    assert!(server.open_at(PATH, "0123456789abcdef0123456789abcdef").ends_with("key"));
    let mut silent = server.raw_at(PATH);
    silent.send(&json!({ "key": server.key }));
    assert!(silent.ends_with("hello"));
    let (mut page, _) = host(&server);
    page.send_text(&"x".repeat(5000));
    let began = Instant::now();
    page.ends_with("nothing");
    assert!(began.elapsed() < Duration::from_secs(20), "a long message does not end the connection");
    let (mut page, _) = host(&server);
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) && page.try_send(&json!({ "type": "suggest" })) {}
    assert!(began.elapsed() < Duration::from_secs(20), "a flood goes on");
    // The newest page of a seat has it.
    let (mut first, _) = host(&server);
    let (mut second, _) = host(&server);
    assert!(first.ends_with("elsewhere"));
    second.send(&json!({ "type": "new", "settings": settings("gardner", "tandem") }));
    second.wait_for("a game", |state| state["phase"] == "playing");
    // The table's other secrets open no room.
    let mut owner = server.open(&server.key);
    let welcome = owner.wait_type("welcome");
    assert!(server.open_at(PATH, &super::rig::secret(&welcome, "a")).ends_with("key"));
}
