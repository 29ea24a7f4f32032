//! Games on the disk: kept ply by ply, listed, and gone on with by the next server.

use super::PEOPLE;
use super::rig::{Page, Server, bpgn_of, field, play_move, seats};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tandem::game::bpgn::{self, Record};
use tempfile::tempdir;

/// The games of a folder, by name.
fn games(folder: &Path) -> Vec<(PathBuf, Record)> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "bpgn")).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read(&path).expect("a file");
        let record = bpgn::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).remove(0);
        (path, record)
    };
    paths.into_iter().map(read).collect()
}

/// The only game, as soon as it has `plies`.
fn kept_game(folder: &Path, plies: usize) -> Record {
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        if let [(_, record)] = &games(folder)[..]
            && record.plies.len() == plies
        {
            return record.clone();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no game of {plies} plies: {:?}", games(folder));
}

/// The pages of four people at a table with a game.
fn come_back(server: &Server, keys: &[String]) -> Vec<Page> {
    keys.iter().map(|key| server.open(key)).collect()
}

#[test]
fn after_a_power_failure_the_links_work_and_the_game_goes_on_where_it_was() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let mut pages = seats(&server, PEOPLE);
    let mut keys = vec![server.key.clone()];
    keys.extend(["a", "B", "b"].map(|seat| server.link(&mut pages[0], seat)));
    for (seat, text) in [(0, "e2e4"), (1, "d7d5"), (2, "g1f3")] {
        play_move(&mut pages[seat], text);
        let plies =
            pages[seat].wait_for("the game", |state| state["phase"] == "playing")["moves"].as_array().map(Vec::len);
        kept_game(folder.path(), plies.expect("moves"));
    }
    play_move(&mut pages[0], "e4d5");
    pages[0].send(&json!({ "type": "say", "text": "hello" }));
    pages[0].wait("the line", |message| message["type"] == "chat" && message["text"] == "hello");
    let saved = Instant::now() + Duration::from_secs(30);
    while !fs::read_to_string(folder.path().join("table.json")).is_ok_and(|text| text.contains("hello")) {
        assert!(Instant::now() < saved, "the line is not kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    let port = server.port;
    server.kill();
    drop(pages);
    // The clocks stand while there is no server.
    std::thread::sleep(Duration::from_secs(3));

    let server = Server::start_in(folder.path(), port, &[]);
    assert_eq!(server.key, keys[0], "the owner's link has changed");
    let mut owner = server.open(&keys[0]);
    let welcome = owner.wait_type("welcome");
    assert_eq!(welcome["chat"][0]["text"], "hello");
    let state = owner.wait_for("the game", |state| state["phase"] == "paused");
    assert_eq!(state["moves"], json!([["A", "e4"], ["a", "d5"], ["B", "Nf3"], ["A", "exd5"]]));
    assert_eq!(state["running"], json!([false, false, false, false]));
    let left: Vec<u64> = state["clocks"].as_array().expect("clocks").iter().filter_map(Value::as_u64).collect();
    // The last kept clocks are at most some seconds old; the three seconds of the pause are not among them.
    assert!(left.iter().all(|&ms| (580_000..=600_000).contains(&ms)), "{left:?}");
    // Nobody moves before all are there, and no other game begins.
    owner.send(&json!({ "type": "move", "text": "d1f3", "ply": 3 }));
    assert_eq!(owner.wait_type("error")["code"], "no_game");
    owner.send(&json!({ "type": "start" }));
    assert_eq!(owner.wait_type("error")["code"], "playing");
    drop(owner);

    let mut pages = come_back(&server, &keys);
    pages[1].wait_for("the game to go on", |state| state["phase"] == "playing");
    play_move(&mut pages[1], "d8d5");
    // The pawn that black captured crosses to its partner: white on B.
    let state = pages[2].wait_for("the capture", |state| state["boards"][0]["ply"] == 4);
    assert!(field(&state["boards"][1], "bfen").contains("[P"), "{state}");
    pages[1].send(&json!({ "type": "resign" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over");
    let text = bpgn_of(&over);
    // The result is written a moment after the last ply.
    let saved = Instant::now() + Duration::from_secs(30);
    let record = loop {
        let record = kept_game(folder.path(), 5);
        if record.result.text() != "*" {
            break record;
        }
        assert!(Instant::now() < saved, "the result is not kept");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(record.result.text(), "1-0");
    assert_eq!(text, bpgn::write(&record), "the file is the game that the page saves");
    record.replay(record.rules().expect("rules").expect("a tag")).expect("a legal game");
}

#[test]
fn ctrl_c_interrupts_a_game_as_a_power_failure_does() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
    play_move(&mut pages[0], "e2e4");
    pages[0].wait_for("the reply", |state| state["boards"][0]["ply"] == 2);
    let (port, key) = (server.port, server.key.clone());
    server.end();
    let server = Server::start_in(folder.path(), port, &[]);
    let mut owner = server.open(&key);
    let state = owner.wait_for("the game", |state| state["phase"] == "playing");
    assert!(state["boards"][0]["ply"].as_u64() >= Some(2), "{state}");
    play_move(&mut owner, "d2d4");
    owner.wait_for("the reply", |state| state["boards"][0]["ply"] == 4);
    owner.send(&json!({ "type": "abort" }));
    owner.wait_for("the end", |state| state["phase"] == "over");
}

#[test]
fn the_owner_lists_past_games_and_nobody_reads_the_one_under_way() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let guest = server.link(&mut pages[0], "a");
    play_move(&mut pages[0], "e2e4");
    let list = |key: &str| server.post("/games", key, b"");
    // The file exists, but its talk is secret from the other team.
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(list(&server.key).1["games"], json!([]));
    pages[0].send(&json!({ "type": "resign" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over");
    let end = Instant::now() + Duration::from_secs(30);
    let game = loop {
        let (status, answer) = list(&server.key);
        assert!(status == 200 && Instant::now() < end, "{status} {answer}");
        if let Some(game) = answer["games"].as_array().and_then(|games| games.first()) {
            break game.clone();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!((&game["plies"], &game["result"], &game["time"]), (&json!(1), &json!("0-1"), &json!("600+0")));
    let path = format!("/games/{}", field(&game, "name"));
    let (status, text) = server.post_for_text(&path, &server.key, b"");
    assert_eq!((status, text), (200, bpgn_of(&over)));
    assert_eq!((list(&guest).0, server.post(&path, &guest, b"").0, list("00").0), (403, 403, 403));
    for name in ["table.json", "..%2Ftable.json", "1.bpgn", "lock"] {
        assert_eq!(server.post(&format!("/games/{name}"), &server.key, b"").0, 404, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_takes_nothing_is_named_and_the_game_is_kept_once_it_does() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("games");
    // A file in its place: even the superuser cannot write into it.
    fs::write(&path, "").expect("a file");
    let server = Server::start_in(&path, 0, &[]);
    let mut pages = seats(&server, PEOPLE);
    play_move(&mut pages[0], "e2e4");
    let state = pages[0].wait_for("the trouble", |state| state["unkept"].is_string());
    assert!(field(&state, "unkept").contains("games"), "{state}");
    let guest = pages[1].wait_for("the move", |state| state["boards"][0]["ply"] == 1);
    assert_eq!(guest["unkept"], Value::Null, "a path is nothing for guests");
    play_move(&mut pages[1], "e7e5");
    fs::remove_file(&path).expect("room");
    pages[0].wait_for("the relief", |state| state["unkept"].is_null());
    assert_eq!(kept_game(&path, 2).plies.len(), 2);
}

#[test]
fn a_torn_table_is_put_aside_and_a_new_one_begins() {
    let folder = tempdir().expect("a folder");
    for (torn, number) in [("{\"keys\": [", 1), ("{}", 2)] {
        fs::write(folder.path().join("table.json"), torn).expect("a file");
        let server = Server::start_in(folder.path(), 0, &[]);
        let mut owner = server.open(&server.key);
        owner.wait_for("a table", |state| state["phase"] == "waiting");
        let names = fs::read_dir(folder.path())
            .expect("a folder")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let aside = names.filter(|name| name.starts_with("table-")).count();
        assert!(aside >= 1, "{torn} is lost, round {number}");
        server.kill();
    }
}

#[test]
fn new_links_end_the_old_ones() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let old = server.key.clone();
    server.kill();
    let server = Server::start_in(folder.path(), 0, &["--new-links"]);
    assert_ne!(server.key, old);
    assert_eq!(server.open(&old).wait_type("error")["code"], "key");
}

#[cfg(unix)]
#[test]
fn a_second_server_leaves_the_folder_of_the_first_alone() {
    let folder = tempdir().expect("a folder");
    let first = Server::start_in(folder.path(), 0, &[]);
    let second = Server::start_in(folder.path(), 0, &[]);
    assert_ne!(first.key, second.key);
    let mut owner = second.open(&second.key);
    let state = owner.wait_for("a table", |state| state["phase"] == "waiting");
    assert!(field(&state, "unkept").contains("another `tandem play`"), "{state}");
}
