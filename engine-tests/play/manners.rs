//! Requests of people besides moves: to give names, offer draws, break a game off, stop the clocks.

use super::PEOPLE;
use super::rig::{Server, bpgn_of, play_move, seats};
use serde_json::{Value, json};
use tempfile::tempdir;

fn agreed(state: &Value) -> &Value {
    &state["draw"]["agreed"]
}

#[test]
fn r11_a_draw_needs_the_agreement_of_all_four() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    play_move(&mut pages[0], "e2e4");
    let offer = |agrees: bool| json!({ "type": "draw", "agrees": agrees });
    pages[0].send(&offer(true));
    pages[1].wait_for("the offer", |state| *agreed(state) == json!(["A"]));
    pages[1].send(&offer(true));
    pages[2].wait_for("a second one who agrees", |state| *agreed(state) == json!(["A", "a"]));
    pages[2].send(&offer(false));
    let state = pages[0].wait_for("the answer", |state| state["draw"]["declined"] == "B");
    assert_eq!((agreed(&state), &state["phase"]), (&json!([]), &json!("playing")));
    // Whoever offered just now plays on first; others may offer.
    pages[0].send(&offer(true));
    assert_eq!(pages[0].wait_type("error")["code"], "draw_again");
    pages[3].send(&offer(true));
    pages[3].wait_for("an offer", |state| *agreed(state) == json!(["b"]));
    pages[3].send(&offer(false));
    let state = pages[3].wait_for("the offer to be taken back", |state| *agreed(state) == json!([]));
    assert_eq!(state["draw"]["declined"], Value::Null);
    pages[2].send(&offer(true));
    for (page, seats) in [(0, json!(["A", "B"])), (1, json!(["A", "a", "B"])), (3, json!([]))] {
        pages[page].send(&offer(true));
        pages[page].wait_for("agreement", |state| *agreed(state) == seats || state["phase"] == "over");
    }
    let over = pages[1].wait_for("the end", |state| state["phase"] == "over");
    assert_eq!((&over["over"]["result"], &over["over"]["reason"]), (&json!("1/2-1/2"), &json!("agreement")));
    assert!(bpgn_of(&over).contains("1/2-1/2"), "{over}");
    pages[0].send(&offer(true));
    assert_eq!(pages[0].wait_type("error")["code"], "over");
}

#[test]
fn r11_an_offer_falls_after_many_moves_and_tandem_declines_at_the_start() {
    let server = Server::start();
    let mut pages = seats(&server, ["me", "guest", "tandem", "tandem"]);
    play_move(&mut pages[0], "g1f3");
    pages[0].send(&json!({ "type": "draw", "agrees": true }));
    let state = pages[0].wait_for("an answer", |state| state["draw"]["declined"] != Value::Null);
    assert_eq!((&state["draw"]["declined"], agreed(&state)), (&json!("B"), &json!([])));
    drop(pages);
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    pages[0].send(&json!({ "type": "draw", "agrees": true }));
    pages[0].wait_for("the offer", |state| *agreed(state) == json!(["A"]));
    for round in 0..4 {
        let [there, back] = if round % 2 == 0 { ["g1f3", "g8f6"] } else { ["f3g1", "f6g8"] };
        for (page, text) in [(0, there), (1, back), (2, there), (3, back)] {
            play_move(&mut pages[page], text);
        }
    }
    let state = pages[0].wait_for("no offer", |state| *agreed(state) == json!([]));
    assert_eq!(state["draw"]["declined"], Value::Null, "nobody has declined it");
}

#[test]
fn names_are_shown_written_into_the_record_and_go_with_their_people() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let mut pages = seats(&server, PEOPLE);
    pages[0].send(&json!({ "type": "name", "name": "  Анна \"Ann\" \n " }));
    pages[1].send(&json!({ "type": "name", "name": "x".repeat(100) }));
    let long = "x".repeat(24);
    let named = |state: &Value| [0, 1].map(|seat| state["seats"][seat]["name"].as_str().map(str::to_owned));
    let names = [Some("Анна \"Ann\"".to_owned()), Some(long.clone())];
    pages[3].wait_for("the names", |state| named(state) == names);
    play_move(&mut pages[0], "e2e4");
    pages[1].send(&json!({ "type": "resign" }));
    let over = pages[2].wait_for("the end", |state| state["phase"] == "over");
    let text = bpgn_of(&over);
    assert!(text.contains(r#"[WhiteA "Анна \"Ann\""]"#) && text.contains(&format!("[BlackA \"{long}\"]")), "{text}");
    assert!(text.contains(r#"[WhiteB "Player B"]"#), "{text}");
    // In a rematch the colors change, and the names with them; the next server knows them.
    pages[0].send(&json!({ "type": "rematch" }));
    let state = pages[0].wait_for("the rematch", |state| state["number"] == 2 && state["phase"] == "playing");
    assert_eq!((&state["seats"][0]["name"], &state["seats"][1]["name"]), (&json!(long), &json!("Анна \"Ann\"")));
    pages[1].wait_for("the rematch", |state| state["number"] == 2 && state["phase"] == "playing");
    play_move(&mut pages[1], "d2d4");
    pages[1].send(&json!({ "type": "name", "name": "" }));
    pages[0].wait_for("no name", |state| state["seats"][0]["name"] == Value::Null);
    pages[1].send(&json!({ "type": "resign" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over" && state["number"] == 2);
    let text = bpgn_of(&over);
    assert!(text.contains(r#"[WhiteA "Player A"]"#) && text.contains(r#"[BlackA "Анна \"Ann\""]"#), "{text}");
    let port = server.port;
    #[cfg(unix)]
    server.end();
    #[cfg(not(unix))]
    drop(server);
    drop(pages);
    let server = Server::start_in(folder.path(), port, &[]);
    let mut owner = server.open(&server.key);
    owner.wait_for("the name", |state| state["seats"][1]["name"] == "Анна \"Ann\"");
}

#[test]
fn a_player_may_break_a_game_off_before_its_second_move() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    pages[1].send(&json!({ "type": "name", "name": "Boris" }));
    play_move(&mut pages[0], "e2e4");
    let state = pages[1].wait_for("the move", |state| state["boards"][0]["ply"] == 1);
    assert_eq!(state["may_abort"], true);
    for (page, text) in [(1, "e7e5"), (0, "g1f3"), (1, "b8c6")] {
        play_move(&mut pages[page], text);
    }
    let state = pages[1].wait_for("the second move", |state| state["boards"][0]["ply"] == 4);
    assert_eq!(state["may_abort"], false);
    pages[1].send(&json!({ "type": "abort" }));
    assert_eq!(pages[1].wait_type("error")["code"], "late");
    pages[2].send(&json!({ "type": "abort" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over");
    assert_eq!((&over["over"]["result"], &over["over"]["seat"]), (&json!("*"), &json!("B")));
    assert!(bpgn_of(&over).contains("broken off by Player B (B)"), "{over}");
}

#[test]
fn bug_a_second_click_that_breaks_a_game_off_was_told_that_there_is_none() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    pages[1].send(&json!({ "type": "abort" }));
    pages[1].send(&json!({ "type": "abort" }));
    assert_eq!(pages[1].wait_type("error")["code"], "over");
}

#[test]
fn a_game_against_engines_alone_can_be_paused_also_over_the_servers_end() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let mut pages = seats(&server, ["me", "guest", "tandem", "tandem"]);
    pages[0].send(&json!({ "type": "pause" }));
    assert_eq!(pages[0].wait_type("error")["code"], "pause", "another person plays");
    pages[0].send(&json!({ "type": "abort" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    drop(pages);
    let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
    let owner = &mut pages[0];
    play_move(owner, "e2e4");
    owner.wait_for("a reply", |state| state["boards"][0]["ply"] == 2 && state["boards"][1]["ply"].as_u64() > Some(1));
    owner.send(&json!({ "type": "pause" }));
    let held = owner.wait_for("the pause", |state| state["phase"] == "held");
    assert_eq!(held["running"], json!([false, false, false, false]));
    std::thread::sleep(std::time::Duration::from_millis(1200));
    owner.send(&json!({ "type": "move", "text": "d2d4", "ply": 2 }));
    assert_eq!(owner.wait_type("error")["code"], "no_game");
    owner.send(&json!({ "type": "ping" }));
    owner.wait_type("pong");
    // The next server keeps the pause.
    let (port, key) = (server.port, server.key.clone());
    #[cfg(unix)]
    server.end();
    #[cfg(not(unix))]
    drop(server);
    drop(pages);
    let server = Server::start_in(folder.path(), port, &[]);
    assert_eq!(server.key, key);
    let mut owner = server.open(&key);
    let state = owner.wait_for("the pause", |state| state["phase"] == "held");
    assert_eq!((&state["clocks"], &state["moves"]), (&held["clocks"], &held["moves"]));
    owner.send(&json!({ "type": "go_on" }));
    let state = owner.wait_for("the game", |state| state["phase"] == "playing");
    assert!(state["clocks"][0].as_u64() <= held["clocks"][0].as_u64());
    play_move(&mut owner, "d2d4");
    owner.send(&json!({ "type": "pause" }));
    owner.wait_for("the pause", |state| state["phase"] == "held");
    owner.send(&json!({ "type": "abort" }));
    let over = owner.wait_for("the end", |state| state["phase"] == "over");
    assert_eq!(over["over"]["seat"], "A");
    owner.send(&json!({ "type": "go_on" }));
    assert_eq!(owner.wait_type("error")["code"], "no_game");
}

#[test]
fn bug_a_name_given_in_a_pause_was_not_in_the_record() {
    let server = Server::start();
    let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
    let owner = &mut pages[0];
    play_move(owner, "e2e4");
    owner.send(&json!({ "type": "pause" }));
    owner.wait_for("the pause", |state| state["phase"] == "held");
    owner.send(&json!({ "type": "name", "name": "Anna" }));
    owner.wait_for("the name", |state| state["seats"][0]["name"] == "Anna");
    owner.send(&json!({ "type": "go_on" }));
    owner.wait_for("the game", |state| state["phase"] == "playing");
    owner.send(&json!({ "type": "resign" }));
    let over = owner.wait_for("the end", |state| state["phase"] == "over");
    assert!(bpgn_of(&over).contains("[WhiteA \"Anna\"]"), "{over}");
}

#[cfg(unix)]
#[test]
fn premoves_and_wishes_outlive_the_server() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &[]);
    let mut pages = seats(&server, PEOPLE);
    let mut keys = vec![server.key.clone()];
    keys.extend(["a", "B", "b"].map(|seat| server.link(&mut pages[0], seat)));
    play_move(&mut pages[0], "e2e4");
    pages[0].send(&json!({ "type": "premove", "text": "d1h5" }));
    pages[0].wait_for("the premove", |state| state["premove"] == "d1h5");
    pages[3].send(&json!({ "type": "say", "text": "дай коня" }));
    let needs = pages[0].wait_for("the wish", |state| state["needs"] != json!([]))["needs"].clone();
    let port = server.port;
    server.end();
    drop(pages);
    let server = Server::start_in(folder.path(), port, &[]);
    let mut pages: Vec<_> = keys.iter().map(|key| server.open(key)).collect();
    let state = pages[0].wait_for("the game", |state| state["phase"] == "playing");
    assert_eq!((&state["premove"], &state["needs"]), (&json!("d1h5"), &needs));
    play_move(&mut pages[1], "e7e5");
    let state = pages[0].wait_for("the premove's move", |state| state["boards"][0]["ply"] == 3);
    assert_eq!(state["moves"][2], json!(["A", "Qh5"]));
}
