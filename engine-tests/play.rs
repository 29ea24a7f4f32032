//! The page's server without a browser: a game of four people, Tandem's answers, other engines, and hostile clients.

mod analysis;
mod club;
mod cup;
#[cfg(unix)]
mod engines;
mod explorer;
mod games;
mod local;
mod manners;
#[cfg(target_os = "linux")]
mod memory;
mod people;
mod puzzles;
mod rig;
mod store;

use rig::{Server, bpgn_of, field, play_move, seats, seats_at, setup};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};
use tandem::game::bpgn;

const PEOPLE: [&str; 4] = ["me", "guest", "guest", "guest"];

#[test]
fn four_people_play_a_game_by_links_and_get_its_bpgn() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    // Queen h5 takes f7 with mate, since the bishop protects it and nothing can block.
    let game = ["0 e2e4", "1 e7e5", "0 d1h5", "2 d2d4", "1 b8c6", "0 f1c4", "1 g8f6", "0 h5f7"];
    for step in game {
        let (seat, text) = step.split_once(' ').expect("a seat and a move");
        play_move(&mut pages[seat.parse::<usize>().expect("a number")], text);
    }
    let over = pages[3].wait_for("over", |state| state["phase"] == "over");
    assert_eq!(
        (&over["over"]["result"], &over["over"]["reason"], &over["over"]["seat"]),
        (&json!("1-0"), &json!("mate"), &json!("a"))
    );
    // The pawn that the queen took is in the hand of white A's partner: black of B.
    assert!(field(&over["boards"][1], "bfen").contains("[p]"), "{over}");
    let text = bpgn_of(&over);
    let records = bpgn::read(text.as_bytes()).expect("BPGN");
    assert_eq!((records.len(), records[0].plies.len()), (1, game.len()));
    records[0].replay(records[0].rules().expect("rules").expect("a tag")).expect("a legal game");

    let (status, answer) = server.post_bpgn(text.as_bytes());
    let games = answer["games"].as_array().expect("games");
    assert_eq!((status, games.len()), (200, 1));
    assert_eq!(games[0]["frames"].as_array().map(Vec::len), Some(game.len() + 1));
    assert_eq!(games[0]["frames"][8]["boards"][0]["status"], "mate");
    assert_eq!(games[0]["ending"], json!(["mate", "a"]));
}

#[test]
fn a_premove_is_made_at_once_and_a_bad_one_is_dropped() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    pages[1].send(&json!({ "type": "premove", "text": "e7e5" }));
    pages[1].wait_for("the premove", |state| state["premove"] == "e7e5");
    play_move(&mut pages[0], "e2e4");
    let state = pages[1].wait_for("the premove's move", |state| state["boards"][0]["ply"] == 2);
    assert_eq!((&state["premove"], &state["moves"][1]), (&Value::Null, &json!(["a", "e5"])));
    // The hand is empty, so the drop is illegal.
    pages[1].send(&json!({ "type": "premove", "text": "n@f6" }));
    pages[1].wait_for("the pre-drop", |state| state["premove"] == "n@f6");
    play_move(&mut pages[0], "d2d4");
    let state = pages[1].wait_for("its turn", |state| state["boards"][0]["ply"] == 3);
    assert_eq!(state["premove"], Value::Null);
}

#[test]
fn r08_a_hanging_player_has_the_drop_ready_that_helps() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    for (seat, text) in [(0, "f2f3"), (1, "e7e5"), (0, "g2g4"), (1, "d8h4")] {
        play_move(&mut pages[seat], text);
    }
    pages[0].wait_for("the hang", |state| state["boards"][0]["status"] == "hang");
    pages[0].send(&json!({ "type": "premove", "text": "p@g3" }));
    pages[0].wait_for("the pre-drop", |state| state["premove"] == "p@g3");
    for (seat, text) in [(2, "e2e4"), (3, "d7d5"), (2, "h2h3"), (3, "d5e4")] {
        play_move(&mut pages[seat], text);
    }
    let state = pages[0].wait_for("the drop", |state| state["boards"][0]["ply"] == 5);
    assert_eq!((&state["moves"][8], &state["boards"][0]["status"]), (&json!(["A", "P@g3"]), &json!("playing")));
}

#[test]
fn a_page_that_comes_back_has_its_seat_and_an_older_one_is_told() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    play_move(&mut pages[0], "e2e4");
    let mut again = server.open(&server.key);
    let welcome = again.wait_type("welcome");
    assert_eq!((&welcome["seat"], &welcome["owner"]), (&json!("A"), &json!(true)));
    let state = again.wait_for("the game", |state| state["phase"] == "playing");
    assert_eq!(state["boards"][0]["ply"], 1);
    assert_eq!(pages[0].wait_type("error")["code"], "elsewhere");
}

#[test]
fn nobodys_clock_runs_before_everybody_is_there() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    let seats = ["me", "guest", "tandem", "tandem"];
    let (start, levels) = ("usual", [8, 8, 3, 1]);
    let setup =
        json!({ "base_s": 60, "increment_s": 0, "rules": "fics", "start": start, "seats": seats, "levels": levels });
    owner.send(&json!({ "type": "setup", "setup": setup }));
    owner.send(&json!({ "type": "start" }));
    assert_eq!(owner.wait_type("error")["code"], "absent");
    owner.wait_for("no game", |state| state["phase"] == "waiting" && state["setup"] == setup);
}

#[test]
fn wrong_requests_are_answered_and_change_nothing() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let before = pages[0].wait_for("a start", |state| state["phase"] == "playing");
    for (page, request, code) in [
        (0, json!({ "type": "move", "text": "e2e5", "ply": 0 }), "illegal"),
        (0, json!({ "type": "move", "text": "e2e4", "ply": 7 }), "not_on_turn"),
        (1, json!({ "type": "move", "text": "e7e5", "ply": 0 }), "not_on_turn"),
        (1, json!({ "type": "start" }), "owner"),
        (0, json!({ "type": "start" }), "playing"),
        (0, json!({ "type": "dance" }), "nonsense"),
        (0, json!({ "type": "say", "text": "x", "more": 1 }), "nonsense"),
    ] {
        pages[page].send(&request);
        assert_eq!(pages[page].wait_type("error")["code"], code, "{request}");
    }
    pages[0].send(&json!({ "type": "abort" }));
    let state = pages[0].wait_for("the end", |state| state["phase"] == "over");
    assert_eq!((&state["over"]["result"], &state["boards"][0]["bfen"]), (&json!("*"), &before["boards"][0]["bfen"]));
    let mut bad = before["setup"].clone();
    bad["rules"] = json!("klingon");
    pages[0].send(&json!({ "type": "setup", "setup": bad }));
    let error = pages[0].wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("setup_rules"), &json!("klingon")));
    let mut bad = before["setup"].clone();
    bad["levels"] = json!([8, 8, 8, 9]);
    pages[0].send(&json!({ "type": "setup", "setup": bad }));
    let error = pages[0].wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("setup_level"), &json!("9")));
}

#[test]
fn bug_a_game_by_old_settings_began_when_the_new_ones_were_refused() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    let good = setup(["me", "tandem", "tandem", "tandem"], [0; 4], 60);
    let mut bad = good.clone();
    bad["rules"] = json!("klingon");
    owner.send(&json!({ "type": "start", "setup": bad }));
    assert_eq!(owner.wait_type("error")["code"], "setup_rules");
    owner.send(&json!({ "type": "start", "setup": good }));
    let state = owner.wait_for("a game", |state| state["phase"] == "playing");
    assert_eq!(state["setup"], good);
}

#[test]
fn r19_a_table_plays_chess960_from_the_start_of_a_number() {
    let server = Server::start();
    let mut owner = server.open(&server.key);
    let mut setup = setup(["me", "tandem", "tandem", "tandem"], [0; 4], 60);
    setup["start"] = json!({ "number": 960 });
    owner.send(&json!({ "type": "setup", "setup": setup }));
    let error = owner.wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("setup_start"), &json!("960")));
    setup["start"] = json!({ "number": 596 });
    owner.send(&json!({ "type": "setup", "setup": setup }));
    let start = tandem::board::chess960::start(596);
    owner.wait_for("the start", |state| state["phase"] == "waiting" && state["boards"][1]["bfen"] == json!(start));
    owner.send(&json!({ "type": "start" }));
    let state = owner.wait_for("the game", |state| state["phase"] == "playing");
    assert_eq!(state["boards"][0]["bfen"], json!(start));
    // King f1 and rook g1 change places.
    owner.send(&json!({ "type": "move", "text": "f1g1", "ply": 0 }));
    let castled = json!(["A", "O-O"]);
    owner.wait_for("castling", |state| state["moves"].as_array().is_some_and(|moves| moves.contains(&castled)));
}

#[test]
fn tandem_understands_a_wish_and_answers() {
    let server = Server::start();
    let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
    pages[0].send(&json!({ "type": "say", "text": "дай коня" }));
    let line = pages[0].wait("what was understood", |message| message["understood"] == true);
    let text = field(&line, "text");
    assert!(text.starts_with("нужен конь — взятие коня дороже на "), "{text}");
    let reply = pages[0].wait("an answer", |message| message["type"] == "chat" && message["seat"] == "b");
    assert_eq!(reply["text"], "ok");
    play_move(&mut pages[0], "e2e4");
    pages[0].wait_for("the opponent's reply", |state| state["boards"][0]["ply"] == 2);
    pages[0].send(&json!({ "type": "resign" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over");
    assert_eq!(over["over"]["reason"], "resignation");
}

#[test]
fn strangers_do_not_get_in() {
    let server = Server::start();
    let ours = format!("http://127.0.0.1:{}", server.port);
    let host = &ours["http://".len()..];
    for (origin, host) in [(Some("http://evil.example"), host), (None, host), (Some("null"), host)] {
        assert_eq!(server.handshake(origin, host), 403, "{origin:?}");
    }
    let evil = format!("evil.example:{}", server.port);
    assert_eq!(server.handshake(Some(&format!("http://{evil}")), &evil), 421);
    let mut guess = server.open("00000000000000000000000000000000");
    assert_eq!(guess.wait_type("error")["code"], "key");
    let (status, _) = server.post("/replay", "00", b"1A. e4 *");
    assert_eq!(status, 403);
}

#[test]
fn a_torn_or_endless_bpgn_is_refused_with_its_fault() {
    let server = Server::start();
    let (status, answer) = server.post_bpgn(b"[Event \"x\"]\n1A. e4 {179.2} 1a. e5");
    assert!(status == 422 && field(&answer["error"], "text").contains("result"), "{status} {answer}");
    let (status, answer) = server.post_bpgn(b"1A. e4 {179.2} 1a. Ke5 {178} *");
    assert_eq!((status, answer["games"][0]["frames"].as_array().map(Vec::len)), (200, Some(2)));
    let problem = &answer["games"][0]["problem"];
    assert!(problem["line"] == 1 && field(problem, "token").contains("Ke5"), "{answer}");
    for (path, size) in [("/replay", 17 << 20), ("/review/0", 17 << 20), ("/position", 2 << 20)] {
        assert_eq!(server.post(path, &server.key, &vec![b' '; size]).0, 413, "{path}");
    }
}

#[test]
fn bug_a_game_of_a_file_showed_times_before_they_were_used_and_no_time_where_none_was_told() {
    let server = Server::start();
    let clocks = |text: &str| {
        let (status, answer) = server.post_bpgn(text.as_bytes());
        assert_eq!(status, 200, "{answer}");
        let frames = answer["games"][0]["frames"].as_array().cloned().unwrap_or_default();
        frames.iter().map(|frame| frame["clocks"].clone()).collect::<Vec<_>>()
    };
    let all = |a: u64, b: u64| json!([a, b, 60_000, 60_000]);
    let timed = clocks("[TimeControl \"60+0\"]\n1A. e4 {50.0} 1a. e5 {30.0} *");
    assert_eq!(timed, [all(60_000, 60_000), all(50_000, 60_000), all(50_000, 30_000)]);
    let untold = clocks("1A. e4 {50.0} 1a. e5 *");
    assert_eq!(untold, [json!(null), json!(50_000), json!(50_000)].map(|a| json!([a, null, null, null])));
    // The clock that lost the game shows zero.
    let flag = clocks("[TimeControl \"60+0\"][BlackA \"Bo\"]\n1A. e4 {50.0} {Bo forfeits on time} 1-0");
    assert_eq!(flag.last(), Some(&all(50_000, 0)));
}

#[test]
fn a_file_of_many_games_is_listed_whole_and_each_of_them_opens() {
    let server = Server::start();
    // All of them together are more than a request of another kind may have.
    let room = " ".repeat(40_000);
    let game = |number: usize| {
        let reply = if number == 40 { "Ke5" } else { "Nf6" };
        let moves = format!("1A. e4 {{59.0}} 1a. {reply} {{59.0}} {{Player {number} resigns}} 0-1");
        format!("[WhiteA \"Player {number}\"]\n{room}\n{moves}\n\n")
    };
    let file: String = (0..83).map(game).collect();
    let (status, answer) = server.post_bpgn(file.as_bytes());
    let games = answer["games"].as_array().expect("games");
    assert_eq!((status, games.len(), &answer["more"]), (200, 83, &json!(false)));
    assert_eq!((games[0]["frames"].as_array().map(Vec::len), &games[82]["frames"]), (Some(3), &Value::Null));
    assert_eq!((&games[82]["tags"][0], &games[82]["result"]), (&json!(["WhiteA", "Player 82"]), &json!("0-1")));
    let one = |index: usize| server.post(&format!("/replay/{index}"), &server.key, file.as_bytes());
    let (status, last) = one(82);
    assert_eq!((status, last["frames"].as_array().map(Vec::len), &last["problem"]), (200, Some(3), &Value::Null));
    // One that is damaged is shown up to there, and the others are whole.
    let (_, torn) = one(40);
    assert!(games[40]["problem"] == torn["problem"] && field(&torn["problem"], "token").contains("Ke5"), "{torn}");
    assert_eq!(torn["frames"].as_array().map(Vec::len), Some(2));
    assert_eq!(one(83).0, 422);
    let (status, begun) = server.post("/review/82", &server.key, file.as_bytes());
    assert_eq!((status, &begun["total"]), (200, &json!(3)));
}

#[test]
fn a_hundred_garbage_clients_and_ten_thousand_frames_change_nothing() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    let before = pages[0].wait_for("a start", |state| state["phase"] == "playing");
    let garbage = [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"move\"}",
        "{\"type\":\"start\"}",
        "{\"key\":1,\"language\":\"ru\"}",
        "{\"key\":\"\",\"language\":\"ru\"}",
        "{\"type\":\"move\",\"text\":\"e2e4\",\"ply\":0}",
        "\u{0}\u{1}\u{fffd}",
    ];
    let started = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..100usize {
            let server = &server;
            scope.spawn(move || {
                // Most connections are closed after the first frame; the other frames go into a closed connection on
                // purpose.
                let mut socket = server.raw();
                for frame in 0..100usize {
                    let text = garbage[(client + frame) % garbage.len()];
                    let sent = match frame % 4 {
                        0 => socket.send_raw(&vec![0xff; 20_000]),
                        1 => socket.send_binary(text.as_bytes()),
                        _ => socket.send_text(text),
                    };
                    if !sent {
                        socket = server.raw();
                    }
                }
            });
        }
    });
    play_move(&mut pages[0], "e2e4");
    let state = pages[3].wait_for("the move", |state| state["boards"][0]["ply"] == 1);
    assert_eq!(
        (&state["moves"], &state["setup"], &state["seats"]),
        (&json!([["A", "e4"]]), &before["setup"], &before["seats"])
    );
    assert!(started.elapsed() < Duration::from_secs(300));
}

#[test]
fn a_seats_own_page_that_floods_is_cut_off_and_may_come_back() {
    let server = Server::start();
    let mut pages = seats(&server, PEOPLE);
    for _ in 0..500 {
        if !pages[1].try_send(&json!({ "type": "say", "text": "дай коня" })) {
            break;
        }
    }
    assert!(pages[1].ends_with("too_fast"));
    let mut again = server.open(&server.link(&mut pages[0], "a"));
    assert_eq!(again.wait_type("welcome")["seat"], "a");
    play_move(&mut pages[0], "e2e4");
    play_move(&mut again, "e7e5");
}

#[test]
fn tandem_plays_at_the_level_of_its_seat() {
    let server = Server::start_with(&["--level", "4", "--level", "b=2"]);
    let mut owner = server.open(&server.key);
    assert_eq!(owner.wait_type("welcome")["levels"], json!([4, 4, 4, 2]));
    let mut pages = seats_at(&server, ["me", "tandem", "tandem", "tandem"], [8, 1, 8, 2]);
    play_move(&mut pages[0], "e2e4");
    pages[0].wait_for("the learner's reply", |state| state["boards"][0]["ply"] == 2);
    pages[0].send(&json!({ "type": "abort" }));
    let over = pages[0].wait_for("the end", |state| state["phase"] == "over");
    let text = bpgn_of(&over);
    for tag in ["[BlackA \"Tandem level 1\"]", "[WhiteB \"Tandem\"]", "[BlackB \"Tandem level 2\"]"] {
        assert!(text.contains(tag), "{text}");
    }
}

#[test]
fn a_level_that_is_none_is_quoted() {
    for (level, quoted) in [("9", "`9`"), ("x=3", "`x`"), ("A=no", "`no`")] {
        let program = assert_cmd::cargo::cargo_bin!("tandem");
        let output = Command::new(program).args(["play", "--no-browser", "--level", level]).output().expect("it runs");
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(quoted), "{output:?}");
    }
}

#[test]
fn bug_an_address_that_is_not_this_machines_was_refused_with_port_0() {
    let games = tempfile::tempdir().expect("a folder");
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    // The address is reserved for examples.
    command.args(["play", "--no-browser", "--listen", "192.0.2.1", "--games"]).arg(games.path());
    let output = command.timeout(Duration::from_secs(30)).output().expect("tandem runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("cannot listen on 192.0.2.1:8020: "), "{message}");
}

#[test]
fn an_address_with_a_port_is_quoted_and_port_named() {
    let program = assert_cmd::cargo::cargo_bin!("tandem");
    let output = Command::new(program).args(["play", "--no-browser", "--listen", "0.0.0.0:80"]).output();
    let message = String::from_utf8_lossy(&output.expect("it runs").stderr).into_owned();
    assert!(message.contains("'0.0.0.0:80'") && message.contains("named by --port"), "{message}");
}

#[test]
fn a_finished_game_is_evaluated_as_long_as_somebody_asks() {
    let server = Server::start();
    let bpgn = b"1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 1-0";
    let (status, begun) = server.post("/review/0", &server.key, bpgn);
    assert_eq!((status, &begun["total"]), (200, &json!(8)), "{begun}");
    let path = |from: usize| format!("/reviews/{}/from/{from}", begun["id"]);
    let (mut lines, end) = (Vec::new(), Instant::now() + Duration::from_secs(120));
    let moments = loop {
        let (status, news) = server.post(&path(lines.len()), &server.key, b"");
        assert!(status == 200 && Instant::now() < end, "{status} {news}");
        lines.extend(news["lines"].as_array().expect("lines").clone());
        if let Some(moments) = news["moments"].as_array() {
            let players = &news["players"];
            assert_eq!(
                (&players[0]["seat"], &players[1]["seat"], &players[1]["moves"]),
                (&json!("A"), &json!("a"), &json!(3))
            );
            // Black's last move allows the mate.
            assert!(
                players[1]["marks"].as_array().is_some_and(|marks| marks.iter().any(|mark| *mark != 0)),
                "{players}"
            );
            break moments.clone();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!((lines.len(), &lines[6]["boards"][0]["mate"]), (8, &json!(1)));
    assert!(moments.iter().any(|moment| moment["ply"] == 6 && moment["kind"] == "swing"), "{moments:?}");
    let page =
        |language: &str| server.post_for_text(&format!("/reviews/{}/page/{language}", begun["id"]), &server.key, b"");
    assert!(page("ru").1.contains("Партия 1") && page("en").1.contains("<h2>Players</h2>"), "{}", page("en").1);
    assert_eq!(page("xx").0, 404);
    let (status, _) = server.post(&format!("/reviews/{}/stop", begun["id"]), &server.key, b"");
    assert_eq!((status, server.post(&path(0), &server.key, b"").0), (204, 404));

    let (status, answer) = server.post("/review/0", &server.key, b"1A. e4 1a. Ke5 *");
    assert!(status == 422 && field(&answer["error"], "token").contains("Ke5"), "{status} {answer}");
    assert_eq!(server.post("/review/7", &server.key, bpgn).0, 422);
    assert_eq!(server.post("/review/x", &server.key, bpgn).0, 400);
    assert_eq!(server.post("/review/0", "00", bpgn).0, 403);
    assert_eq!(server.post(&path(0), "00", b"").0, 403);
}

#[test]
fn no_more_games_are_evaluated_at_once_than_the_machine_bears() {
    let server = Server::start();
    let long: String = (1..60)
        .map(|number| {
            let [there, back] = if number % 2 == 1 { ["Nf3", "Nf6"] } else { ["Ng1", "Ng8"] };
            format!("{number}A. {there} {number}a. {back} ")
        })
        .collect();
    let long = format!("{long} *");
    let statuses = [0; 4].map(|_| server.post("/review/0", &server.key, long.as_bytes()).0);
    assert_eq!(statuses, [200, 200, 503, 503]);
}
