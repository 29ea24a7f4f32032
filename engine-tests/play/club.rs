//! A club evening: several tables, a lobby, spectators.

use super::rig::{Page, Server, bpgn_of, field, play_move, secret, setup};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::tempdir;

const SEATS: [&str; 4] = ["A", "a", "B", "b"];

/// The lobby as a secret shows it.
pub fn lobby(server: &Server, key: &str) -> Value {
    let (status, answer) = server.post("/club/state", key, b"");
    assert_eq!(status, 200, "{answer}");
    answer
}

/// The lobby as soon as it satisfies `fits`.
pub fn lobby_when(server: &Server, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let shown = lobby(server, &server.key);
        if fits(&shown) {
            return shown;
        }
        assert!(Instant::now() < end, "no {what}: {shown}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn key_in(link: &Value) -> String {
    link.as_str().and_then(|link| link.split_once("#key=")).expect("a link").1.to_owned()
}

/// The secret of the visitors' link.
fn visitor(server: &Server) -> String {
    lobby_when(server, "tables", |shown| shown["tables"][0]["seats"][3]["free"] == true);
    key_in(&lobby(server, &server.key)["invite"])
}

/// Takes a seat in the lobby; returns its secret.
pub fn sit(server: &Server, visitor: &str, table: usize, seat: &str) -> String {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let (status, answer) = server.post(&format!("/club/sit/{table}/{seat}"), visitor, b"");
        if status == 200 {
            return field(&answer, "key").to_owned();
        }
        // The table may not have shown itself yet.
        assert!(Instant::now() < end, "{status} {answer}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Four people at a table, whose game has just begun; their pages and secrets.
fn game_at(server: &Server, visitor: &str, table: usize) -> (Vec<Page>, Vec<String>) {
    let keys: Vec<String> = SEATS.iter().map(|seat| sit(server, visitor, table, seat)).collect();
    let mut pages: Vec<Page> = keys.iter().map(|key| server.open(key)).collect();
    let here =
        |state: &Value| state["seats"].as_array().is_some_and(|seats| seats.iter().all(|seat| seat["present"] == true));
    pages[3].wait_for("everybody", here);
    // Whoever sits at the table starts the game.
    pages[3].send(&json!({ "type": "start" }));
    for page in &mut pages {
        page.wait_for("a start", |state| state["phase"] == "playing");
    }
    (pages, keys)
}

#[test]
fn seats_are_taken_in_the_lobby_and_games_go_on_side_by_side() {
    let server = Server::start_with(&["--tables", "3"]);
    let visitor = visitor(&server);
    let shown = lobby(&server, &visitor);
    assert_eq!((shown["tables"].as_array().map(Vec::len), &shown["organizer"]), (Some(3), &json!(false)));
    assert!(shown["tables"][0]["owner"].is_null() && shown["invite"].is_null(), "{shown}");
    let (mut second, keys) = game_at(&server, &visitor, 2);
    let (mut third, _) = game_at(&server, &visitor, 3);
    play_move(&mut second[0], "e2e4");
    play_move(&mut third[0], "d2d4");
    play_move(&mut second[1], "e7e5");
    let shown = lobby_when(&server, "moves", |shown| {
        (&shown["tables"][1]["plies"], &shown["tables"][2]["plies"]) == (&json!(2), &json!(1))
    });
    assert_eq!(shown["tables"][0]["phase"], "waiting");
    assert_eq!(shown["tables"][1]["seats"][0]["present"], true);
    // A seat in a game is kept: no other is taken meanwhile.
    let (status, answer) = server.post("/club/sit/1/A", &visitor, keys[0].as_bytes());
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("you_play")));
    second[0].send(&json!({ "type": "resign" }));
    second[1].wait_for("the end", |state| state["phase"] == "over");
    let shown = lobby_when(&server, "a result", |shown| shown["tables"][1]["result"] == "0-1");
    assert_eq!(shown["tables"][1]["reason"], "resignation");
    // Then the person goes to another table, and its seat is free.
    let (status, answer) = server.post("/club/sit/1/A", &visitor, keys[0].as_bytes());
    assert_eq!(status, 200, "{answer}");
    assert!(second[0].ends_with("freed"));
    lobby_when(&server, "a free seat", |shown| shown["tables"][1]["seats"][0]["free"] == true);
    // The others have a rematch when somebody has come.
    let key = sit(&server, &visitor, 2, "A");
    let mut new = server.open(&key);
    new.wait_for("the last game", |state| state["phase"] == "over");
    second[2].send(&json!({ "type": "rematch" }));
    let state = new.wait_for("the rematch", |state| state["number"] == 2 && state["phase"] == "playing");
    assert_eq!(state["seat"], "a");
}

#[test]
fn bug_the_clocks_in_the_lobby_stood_until_something_happened_at_the_table() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    let (_pages, _) = game_at(&server, &visitor, 1);
    std::thread::sleep(Duration::from_millis(600));
    let shown = lobby(&server, &server.key);
    let left = |index: usize| shown["tables"][0]["clocks"][index].as_u64().expect("a clock");
    // White is on turn on both boards.
    assert!(left(0) + 500 <= left(1) && left(2) + 500 <= left(3), "{shown}");
}

#[test]
fn bug_the_lobby_showed_no_names() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    let key = sit(&server, &visitor, 2, "b");
    let mut page = server.open(&key);
    page.send(&json!({ "type": "name", "name": "Борис" }));
    let named = |shown: &Value| shown["tables"][1]["seats"][3]["name"] == "Борис";
    let shown = lobby_when(&server, "name", named);
    assert_eq!(
        (&shown["tables"][0]["seats"][3]["name"], shown["tables"][1]["seats"][2]["name"].is_null()),
        (&Value::Null, true)
    );
    assert!(named(&lobby(&server, &visitor)), "visitors see it, too");
    assert_eq!(server.post("/club/leave", &visitor, key.as_bytes()).0, 200);
    lobby_when(&server, "free seat", |shown| shown["tables"][1]["seats"][3]["free"] == true);
    assert!(!named(&lobby(&server, &server.key)), "a free seat has no name");
}

#[test]
fn bug_whoever_took_a_freed_seat_had_the_name_of_the_one_before() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    let first = sit(&server, &visitor, 1, "A");
    let mut page = server.open(&first);
    page.send(&json!({ "type": "name", "name": "Anna" }));
    page.wait_for("the name", |state| state["seats"][0]["name"] == "Anna");
    assert_eq!(server.post("/club/leave", &visitor, first.as_bytes()).0, 200);
    let mut next = server.open(&sit(&server, &visitor, 1, "A"));
    let state = next.wait_for("the table", |state| state["seat"] == "A");
    assert_eq!(state["seats"][0]["name"], Value::Null);
}

#[test]
fn a_taken_seat_is_not_given_twice_and_only_the_organizer_frees_it() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    let key = sit(&server, &visitor, 1, "B");
    let (status, answer) = server.post("/club/sit/1/B", &visitor, b"");
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("taken")));
    let mut page = server.open(&key);
    assert_eq!(page.wait_type("welcome")["seat"], "B");
    let (_, answer) = server.post("/club/state", &visitor, key.as_bytes());
    assert_eq!(answer["mine"], json!({ "table": 0, "seat": "B" }));
    assert_eq!(server.post("/club/free/1/B", &visitor, b"").0, 403);
    assert_eq!(server.post("/club/free/1/B", &server.key, b"").0, 200);
    assert!(page.ends_with("freed"));
    assert_eq!(server.open(&key).wait_type("error")["code"], "key", "the old link");
    let again = sit(&server, &visitor, 1, "B");
    assert_ne!(again, key);
    assert_eq!(server.post("/club/leave", &visitor, again.as_bytes()).0, 200);
    assert_eq!(server.post("/club/leave", &visitor, again.as_bytes()).0, 404);
}

#[test]
fn spectators_see_what_everybody_may_see_and_can_do_nothing() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    let (mut pages, _) = game_at(&server, &visitor, 1);
    let watch = key_in(&lobby(&server, &visitor)["tables"][0]["watch"]);
    let mut spectators: Vec<Page> = (0..2).map(|_| server.open(&watch)).collect();
    let owner_key = key_in(&lobby(&server, &server.key)["tables"][0]["owner"]);
    let mut owner = server.open(&owner_key);
    let welcome = spectators[0].wait_type("welcome");
    assert_eq!((&welcome["seat"], &welcome["owner"], &welcome["links"]), (&Value::Null, &json!(false), &json!([])));
    owner.wait_type("welcome");
    pages[0].send(&json!({ "type": "say", "text": "a secret" }));
    pages[3].wait("the partner hears it", |message| message["text"] == "a secret");
    pages[0].send(&json!({ "type": "say", "text": "need a knight" }));
    pages[3].wait_for("a wish", |state| state["needs"] != json!([]));
    pages[1].send(&json!({ "type": "premove", "text": "e7e5" }));
    pages[1].wait_for("a premove", |state| state["premove"] == "e7e5");
    for (request, code) in [
        (json!({ "type": "move", "text": "e2e4", "ply": 0 }), "no_seat"),
        (json!({ "type": "premove", "text": "e7e5" }), "no_seat"),
        (json!({ "type": "say", "text": "sit" }), "no_seat"),
        (json!({ "type": "resign" }), "no_seat"),
        (json!({ "type": "abort" }), "owner"),
        (json!({ "type": "start" }), "owner"),
        (json!({ "type": "rematch" }), "owner"),
        (json!({ "type": "setup", "setup": setup(["me"; 4], [8; 4], 60) }), "owner"),
    ] {
        spectators[0].send(&request);
        assert_eq!(spectators[0].wait_type("error")["code"], code, "{request}");
    }
    play_move(&mut pages[0], "d2d4");
    for page in spectators.iter_mut().chain([&mut owner]) {
        // Everything up to the end, to see what was sent on the way.
        let state = page.wait("the reply, and no secret", |message| {
            assert_ne!(message["type"], "chat", "{message}");
            message["type"] == "state" && message["boards"][0]["ply"] == 2
        });
        assert_eq!(state["moves"], json!([["A", "d4"], ["a", "e5"]]));
        assert_eq!((&state["needs"], &state["bans"], &state["premove"]), (&json!([]), &json!([]), &Value::Null));
        assert_eq!((&state["boards"][0]["legal"], &state["unkept"]), (&json!([]), &Value::Null));
    }
    pages[0].send(&json!({ "type": "resign" }));
    let told = bpgn_of(&pages[1].wait_for("the end", |state| state["phase"] == "over"));
    let untold = bpgn_of(&spectators[1].wait_for("the end", |state| state["phase"] == "over"));
    assert!(told.contains("a secret") && !untold.contains("secret") && !untold.contains("knight"), "{untold}");
    assert!(untold.contains("1a. e5"), "{untold}");
}

#[test]
fn a_table_has_so_many_spectators_and_no_more() {
    let server = Server::start_with(&["--tables", "2"]);
    let watch =
        key_in(&lobby_when(&server, "a table", |shown| shown["tables"][1]["watch"].is_string())["tables"][1]["watch"]);
    let mut pages: Vec<Page> = (0..32).map(|_| server.open(&watch)).collect();
    pages.iter_mut().for_each(|page| assert_eq!(page.wait_type("welcome")["table"], 2));
    assert!(server.open(&watch).ends_with("full"));
    pages.truncate(31);
    lobby_when(&server, "room", |shown| shown["tables"][1]["watchers"] == 31);
    assert_eq!(server.open(&watch).wait_type("welcome")["table"], 2);
}

#[test]
fn a_single_table_has_a_link_for_spectators_too_and_no_lobby() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    let welcome = owner.wait_type("welcome");
    assert_eq!(welcome["table"], Value::Null);
    let mut spectator = server.open(&key_in(&welcome["watch"]));
    assert_eq!(spectator.wait_type("welcome")["seat"], Value::Null);
    assert_eq!(server.post("/club/state", &server.key, b"").0, 404);
}

/// Waits until a file of the folder has this text.
fn wait_kept(folder: &Path, name: &str, text: &str) {
    let end = Instant::now() + Duration::from_secs(30);
    while !fs::read_to_string(folder.join(name)).is_ok_and(|kept| kept.contains(text)) {
        assert!(Instant::now() < end, "no `{text}` in {name}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn after_a_power_failure_the_games_of_all_tables_go_on_by_their_links() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &["--tables", "4"]);
    let visitor = visitor(&server);
    let (mut first, first_keys) = game_at(&server, &visitor, 1);
    let (mut third, third_keys) = game_at(&server, &visitor, 3);
    play_move(&mut first[0], "e2e4");
    play_move(&mut third[0], "d2d4");
    play_move(&mut third[1], "d7d5");
    let waiting = sit(&server, &visitor, 2, "b");
    wait_kept(folder.path(), "table.json", "1A. e4");
    wait_kept(folder.path(), "table-3.json", "1a. d5");
    wait_kept(folder.path(), "table-2.json", "\"taken\":[false,false,false,true]");
    let (port, organizer) = (server.port, server.key.clone());
    server.kill();
    // As many tables as there are games that go on, even if nobody says so.
    let server = Server::start_in(folder.path(), port, &[]);
    assert_eq!(server.key, organizer, "the organizer's link has changed");
    assert_eq!(lobby(&server, &visitor)["tables"].as_array().map(Vec::len), Some(3));
    for (keys, seat, text, moves) in [
        (&first_keys, 1, "e7e5", json!([["A", "e4"], ["a", "e5"]])),
        (&third_keys, 0, "d4d5", json!([["A", "d4"], ["a", "d5"], ["A", "c4"]])),
    ] {
        let mut pages: Vec<Page> = keys.iter().map(|key| server.open(key)).collect();
        pages[0].wait_for("the game to go on", |state| state["phase"] == "playing");
        play_move(&mut pages[seat], if text == "d4d5" { "c2c4" } else { text });
        let state = pages[2].wait_for("the move", |state| state["moves"] == moves);
        assert_eq!(state["phase"], "playing");
    }
    // A person who sat at a table without a game still sits there.
    assert_eq!(server.open(&waiting).wait_type("welcome")["seat"], "b");
    assert_eq!(server.post("/club/sit/2/b", &visitor, b"").0, 409);
}

#[test]
fn the_lobby_is_for_its_links_only_and_what_is_not_there_is_named() {
    let server = Server::start_with(&["--tables", "2"]);
    let visitor = visitor(&server);
    for key in ["", "00", "00000000000000000000000000000000"] {
        assert_eq!(server.post("/club/state", key, b"").0, 403);
        assert_eq!(server.post("/club/sit/1/A", key, b"").0, 403);
    }
    for (path, status) in [
        ("/club/sit/0/A", 404),
        ("/club/sit/3/A", 404),
        ("/club/sit/1/x", 404),
        ("/club/sit/x/A", 400),
        ("/club/sit/99999999999999999999999/A", 400),
    ] {
        assert_eq!(server.post(path, &visitor, b"").0, status, "{path}");
    }
    assert_eq!(server.post("/club/state", &visitor, &vec![b'x'; 100_000]).0, 413);
    assert_eq!(server.post("/club/state", &visitor, b"\xff\xfe").0, 400);
    // A secret of the lobby opens no table, and a seat's opens no lobby.
    assert_eq!(server.open(&visitor).wait_type("error")["code"], "key");
    let key = sit(&server, &visitor, 1, "A");
    assert_eq!(server.post("/club/state", &key, b"").0, 403);
    let mut owner = server.open(&key_in(&lobby(&server, &server.key)["tables"][0]["owner"]));
    let welcome = owner.wait_type("welcome");
    assert_eq!(server.open(&secret(&welcome, "A")).wait_type("welcome")["seat"], "A");
}

#[test]
fn a_number_of_tables_that_is_not_possible_is_quoted() {
    for number in ["0", "17", "-1", "many"] {
        let program = assert_cmd::cargo::cargo_bin!("tandem");
        let output =
            Command::new(program).args(["play", "--no-browser", "--tables", number]).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(number), "{text}");
    }
}
