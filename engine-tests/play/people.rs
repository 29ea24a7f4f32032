//! People at the table: rematches, readers of another language, links as pictures, a page that checks its connection.

use super::PEOPLE;
use super::rig::{Server, bpgn_of, field, play_move, seats, secret};
use serde_json::{Value, json};

#[test]
fn r17_a_rematch_changes_the_colors_and_links_go_with_their_people() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let links = ["a", "B", "b"].map(|seat| server.link(&mut pages[0], seat));
    pages[0].send(&json!({ "type": "rematch" }));
    assert_eq!(pages[0].wait_type("error")["code"], "playing", "a game is under way");
    play_move(&mut pages[0], "e2e4");
    pages[0].send(&json!({ "type": "resign" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    pages[1].send(&json!({ "type": "rematch" }));
    assert_eq!(pages[1].wait_type("error")["code"], "owner");
    pages[0].send(&json!({ "type": "rematch" }));
    for (page, seat) in pages.iter_mut().zip(["a", "A", "b", "B"]) {
        let state = page.wait_for("the rematch", |state| state["phase"] == "playing" && state["number"] == 2);
        assert_eq!(
            (&state["seat"], &state["setup"]["seats"]),
            (&json!(seat), &json!(["guest", "me", "guest", "guest"]))
        );
    }
    play_move(&mut pages[1], "d2d4");
    play_move(&mut pages[0], "d7d5");
    // The link that was made for black on A leads to its person's seat, and the owner passes on the right one.
    drop(pages.remove(1));
    let mut again = server.open(&links[0]);
    assert_eq!(again.wait_type("welcome")["seat"], "A");
    assert_eq!(server.link(&mut pages[0], "A"), links[0]);
    again.send(&json!({ "type": "resign" }));
    let over = again.wait_for("the end", |state| state["phase"] == "over");
    assert!(bpgn_of(&over).contains("0-1"), "{over}");
}

#[test]
fn bug_a_rematch_in_mid_game_was_told_that_there_is_no_game() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    owner.send(&json!({ "type": "rematch" }));
    assert_eq!(owner.wait_type("error")["code"], "no_game", "before the first game");
    let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
    play_move(&mut pages[0], "e2e4");
    for (request, phase) in [("pause", "held"), ("go_on", "playing")] {
        pages[0].send(&json!({ "type": request }));
        pages[0].wait_for(phase, |state| state["phase"] == phase);
        pages[0].send(&json!({ "type": "rematch" }));
        assert_eq!(pages[0].wait_type("error")["code"], "playing", "{phase}");
    }
}

#[test]
fn bug_after_a_rematch_the_owner_passed_on_links_of_the_old_seats() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let links = ["a", "B", "b"].map(|seat| server.link(&mut pages[0], seat));
    pages[0].send(&json!({ "type": "resign" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    pages[0].send(&json!({ "type": "rematch" }));
    let welcome = pages[0].wait_type("welcome");
    assert_eq!(["A", "b", "B"].map(|seat| secret(&welcome, seat)), links, "the links have gone with their people");
}

#[test]
fn bug_a_new_game_after_a_rematch_left_a_guest_without_a_seat() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let link = server.link(&mut pages[0], "a");
    pages[0].send(&json!({ "type": "resign" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    pages[0].send(&json!({ "type": "rematch" }));
    let state = pages[0].wait_for("the rematch", |state| state["number"] == 2 && state["phase"] == "playing");
    pages[0].send(&json!({ "type": "resign" }));
    pages[0].wait_for("its end", |state| state["number"] == 2 && state["phase"] == "over");
    // The same seats with another time.
    let mut setup = state["setup"].clone();
    setup["base_s"] = json!(60);
    pages[0].send(&json!({ "type": "start", "setup": setup }));
    for (page, seat) in pages.iter_mut().zip(["a", "A", "b", "B"]) {
        let state = page.wait_for("the new game", |state| state["number"] == 3 && state["phase"] == "playing");
        assert_eq!(state["seat"], seat);
    }
    assert_eq!(server.link(&mut pages[0], "A"), link, "the link that was passed on");
}

#[test]
fn bug_seats_that_were_exchanged_in_the_settings_left_the_links_of_guests_behind() {
    let server = Server::start();
    let mut pages = seats(&server, ["me", "tandem", "tandem", "guest"]);
    let link = server.link(&mut pages[0], "b");
    let state = pages[0].wait_for("the game", |state| state["phase"] == "playing");
    pages[0].send(&json!({ "type": "resign" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    let mut setup = state["setup"].clone();
    setup["seats"] = json!(["tandem", "me", "guest", "tandem"]);
    pages[0].send(&json!({ "type": "start", "setup": setup, "moved": [1, 1, 3, 2] }));
    assert_eq!(pages[0].wait_type("error")["code"], "nonsense", "a seat twice");
    pages[0].send(&json!({ "type": "start", "setup": setup, "moved": [1, 0, 3, 2] }));
    let welcome = pages[0].wait_type("welcome");
    assert_eq!(secret(&welcome, "B"), link);
    for (page, seat) in pages.iter_mut().zip(["a", "B"]) {
        let state = page.wait_for("the new game", |state| state["number"] == 2 && state["phase"] == "playing");
        assert_eq!(state["seat"], seat);
    }
}

#[test]
fn messages_that_were_understood_are_shown_in_each_readers_language() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    // Seats A and b are partners; the partner reads English.
    pages[3].send(&json!({ "type": "language", "language": "en" }));
    // The answer says that the language is known by now.
    pages[3].send(&json!({ "type": "start" }));
    assert_eq!(pages[3].wait_type("error")["code"], "owner");
    pages[0].send(&json!({ "type": "say", "text": "дай коня" }));
    let line = pages[3].wait("the line", |message| message["type"] == "chat");
    assert_eq!(field(&line, "original"), "дай коня");
    assert!(field(&line, "text").contains("knight"), "{line}");
    let own = pages[0].wait("the own line", |message| message["type"] == "chat" && message["understood"] == false);
    assert_eq!((field(&own, "text"), &own["original"]), ("дай коня", &Value::Null));
    pages[3].send(&json!({ "type": "say", "text": "xyzzy" }));
    let line = pages[0].wait("the answer", |message| message["type"] == "chat" && message["seat"] == "b");
    assert_eq!((field(&line, "text"), &line["original"]), ("xyzzy", &Value::Null), "nothing is made up");
}

#[test]
fn a_premove_that_became_illegal_is_named() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    // The hand is empty, so the drop is illegal.
    pages[1].send(&json!({ "type": "premove", "text": "n@f6" }));
    pages[1].wait_for("the pre-drop", |state| state["premove"] == "n@f6");
    play_move(&mut pages[0], "d2d4");
    let error = pages[1].wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("premove"), &json!("n@f6")));
}

#[test]
fn a_page_checks_its_connection_at_any_time() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    owner.wait_type("welcome");
    owner.send(&json!({ "type": "ping" }));
    owner.wait_type("pong");
}

#[test]
fn a_link_is_drawn_for_a_phone() {
    let server = Server::start();
    let link = format!("http://127.0.0.1:{}/#key={}", server.port, server.key);
    let (status, code) = server.post("/qr", &server.key, link.as_bytes());
    assert_eq!(status, 200);
    // A code of 4 n + 17 rows begins with the first row of a finder pattern: seven dark modules.
    assert_eq!(code["rows"].as_u64().expect("a number") % 4, 1);
    let path = field(&code, "path");
    assert!(
        path.starts_with("M0 0h1v1h-1zM1 0h1v1h-1z") && path.contains("M6 0h") && !path.contains("M7 0h"),
        "{path}"
    );
    assert_eq!(server.post("/qr", &server.key, &[b'x'; 301]).0, 422);
    assert_eq!(server.post("/qr", "00", b"x").0, 403);
}
