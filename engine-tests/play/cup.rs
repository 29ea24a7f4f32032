//! A tournament of pairs: entered, played at the tables, counted, kept.

use super::club::{key_in, lobby, lobby_when};
use super::rig::{Page, Server, bpgn_of, field, play_move};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tandem::game::bpgn;
use tempfile::tempdir;

fn team(name: &str, players: &Value) -> Value {
    json!({ "name": name, "players": players })
}

fn people(name: &str) -> Value {
    team(name, &json!([{ "person": format!("{name} 1") }, { "person": format!("{name} 2") }]))
}

fn entry(teams: &[Value], form: &Value) -> Vec<u8> {
    json!({ "teams": teams, "form": form, "base_s": 10, "increment_s": 0, "rules": "fics" }).to_string().into_bytes()
}

/// A person of the tournament: comes to the table of the game when there is one.
struct Person {
    lobby: String,
    page: Option<(String, Page)>,
}

impl Person {
    /// The page of the game, if there is one now.
    fn look_in(&mut self, server: &Server) -> Option<&mut Page> {
        let key = lobby(server, &self.lobby)["mine"]["key"].as_str()?.to_owned();
        if self.page.as_ref().is_none_or(|(known, _)| *known != key) {
            self.page = Some((key.clone(), server.open(&key)));
        }
        self.page.as_mut().map(|(_, page)| page)
    }

    /// The page of the game, as soon as the table is set up.
    fn come(&mut self, server: &Server) -> &mut Page {
        let end = Instant::now() + Duration::from_secs(60);
        while self.look_in(server).is_none() {
            assert!(Instant::now() < end, "no seat: {}", lobby(server, &self.lobby));
            std::thread::sleep(Duration::from_millis(20));
        }
        &mut self.page.as_mut().expect("a page").1
    }

    /// Waits until the game on its page is over.
    fn wait_for_end(&mut self) {
        let (_, page) = self.page.as_mut().expect("a page");
        page.wait_for("the end", |state| state["phase"] == "over");
    }
}

/// The persons of the tournament, by team.
fn persons(server: &Server) -> Vec<Person> {
    let shown = lobby(server, &server.key);
    let teams = shown["tournament"]["people"].as_array().expect("people").clone();
    let links = teams.iter().flat_map(|team| team["links"].as_array().expect("links").clone());
    links.filter(Value::is_string).map(|link| Person { lobby: key_in(&link), page: None }).collect()
}

/// The BPGN files of the tournament, and its folder.
fn kept(folder: &Path) -> (PathBuf, Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tournament-"));
    let cup = entries.filter(|path| path.is_dir()).find(name).expect("the tournament's folder");
    let games = fs::read_dir(&cup).expect("a folder").map(|entry| entry.expect("an entry").path());
    let games = games.filter(|path| path.extension().is_some_and(|ending| ending == "bpgn")).collect();
    (cup, games)
}

#[test]
fn faults_of_a_tournament_are_named_and_only_the_organizer_begins_one() {
    let server = Server::start_with(&["--tables", "2"]);
    let begin = |body: &[u8]| server.post("/club/cup/begin", &server.key, body);
    let once = json!({ "round_robin": { "double": false } });
    for (teams, code, text) in [
        (vec![people("x"), people(" ")], "team_name", "2"),
        (vec![people("Лисы"), people("x"), people("ЛИСЫ")], "team_twice", "ЛИСЫ"),
        (vec![people("x")], "team_few", "1"),
        (vec![people("x"), team("y", &json!([{ "tandem": 9 }, { "tandem": 1 }]))], "setup_level", "9"),
        (vec![people("x"), team("y", &json!([{ "engine": "sh" }, { "tandem": 1 }]))], "setup_engine", "sh"),
        (vec![people("x"), team("y", &json!([{ "person": "" }, { "tandem": 1 }]))], "player_name", "y"),
    ] {
        let (status, answer) = begin(&entry(&teams, &once));
        assert_eq!((status, &answer["error"]["code"], &answer["error"]["text"]), (422, &json!(code), &json!(text)));
    }
    for body in [&b"{"[..], b"[]", b"{\"teams\":[]}"] {
        let (status, answer) = begin(body);
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("entry")), "{answer}");
    }
    assert_eq!(begin(&vec![b' '; 100_000]).0, 413);
    let whole = entry(&[people("x"), people("y")], &once);
    let visitor = key_in(&lobby(&server, &server.key)["invite"]);
    assert_eq!(server.post("/club/cup/begin", &visitor, &whole).0, 403);
    assert_eq!(lobby(&server, &visitor)["tournament"], Value::Null);
    let (status, answer) = server.post("/club/cup/withdraw/1", &server.key, b"");
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("no_tournament")));
    assert_eq!(begin(&whole).0, 200);
    let (status, answer) = begin(&whole);
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("tournament_on")));
    let shown = lobby(&server, &visitor);
    assert!(shown["tournament"]["rounds"] == 1 && shown["tournament"]["people"].is_null(), "{shown}");
}

#[test]
fn four_people_and_engines_play_a_whole_tournament_across_a_power_failure() {
    let folder = tempdir().expect("a folder");
    let engine = format!("name=Peer,cmd={}", assert_cmd::cargo::cargo_bin!("tandem").display());
    let server = Server::start_in(folder.path(), 0, &["--tables", "2", "--engine", &engine]);
    let teams = [
        people("Foxes"),
        people("Owls"),
        team("Tandems", &json!([{ "tandem": 1 }, { "tandem": 2 }])),
        team("Peers", &json!([{ "engine": "Peer" }, { "engine": "Peer" }])),
    ];
    let once = json!({ "round_robin": { "double": false } });
    assert_eq!(server.post("/club/cup/begin", &server.key, &entry(&teams, &once)).0, 200);
    let mut four = persons(&server);
    assert_eq!(four.len(), 4);
    let mut server = server;
    let mut killed = false;
    let end = Instant::now() + Duration::from_secs(240);
    loop {
        let shown = lobby(&server, &server.key);
        let cup = &shown["tournament"];
        if cup["over"] == true {
            break;
        }
        assert!(Instant::now() < end, "{shown}");
        // Whoever has a game comes; the first to move does, and resigns with the second.
        let mut moved = false;
        for person in &mut four {
            // A game may have ended a moment ago.
            let Some(page) = person.look_in(&server) else { continue };
            let state = page.latest();
            if state["phase"] != "playing" {
                continue;
            }
            let legal = state["boards"].as_array().expect("boards").iter().find_map(|board| board["legal"][0].as_str());
            if let Some(text) = legal.map(str::to_owned) {
                if state["moves"].as_array().is_some_and(|moves| moves.len() < 2) {
                    play_move(page, &text);
                    moved = true;
                } else {
                    page.send(&json!({ "type": "resign" }));
                }
            }
        }
        if moved && !killed && cup["round"] == 2 {
            killed = true;
            // The move is on the disk a moment later.
            std::thread::sleep(Duration::from_millis(300));
            let (port, key) = (server.port, server.key.clone());
            server.kill();
            server = Server::start_in(folder.path(), port, &["--engine", &engine]);
            assert_eq!(server.key, key);
            assert_eq!(lobby(&server, &server.key)["tournament"]["round"], 2);
            four = persons(&server);
        }
        let (status, _) = server.post("/club/cup/next", &server.key, b"");
        assert_eq!(status, 200);
        std::thread::sleep(Duration::from_millis(30));
    }
    assert!(killed, "the server was not killed in round 2");
    let shown = lobby(&server, &server.key);
    let rows = shown["tournament"]["rows"].as_array().expect("rows");
    assert_eq!(rows.iter().map(|row| row["games"].as_u64().unwrap_or_default()).sum::<u64>(), 12);
    let text = field(&shown["tournament"], "text");
    assert!(teams.iter().all(|team| text.contains(field(team, "name"))) && text.lines().count() == 5, "{text}");
    // Every game has its file, with the names of teams and people.
    let end = Instant::now() + Duration::from_secs(30);
    let (cup, games) = loop {
        let (cup, games) = kept(folder.path());
        if games.len() == 6 && fs::read_to_string(cup.join("crosstable.txt")).is_ok_and(|kept| kept == text) {
            break (cup, games);
        }
        assert!(Instant::now() < end, "{games:?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut names = String::new();
    for path in games {
        let text = fs::read_to_string(&path).expect("a game");
        let record =
            bpgn::read(text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", path.display())).remove(0);
        record.replay(record.rules().expect("rules").expect("a tag")).expect("a legal game");
        assert_ne!(record.result.text(), "*", "{}", path.display());
        names += &text;
    }
    for name in ["[Team1 \"", "\"Foxes 1\"", "\"Owls 2\"", "\"Tandem level 1\"", "\"Peer\"", "[Round \"3\"]"] {
        assert!(names.contains(name), "no {name} in {}", cup.display());
    }
    // The next one may begin.
    assert_eq!(server.post("/club/cup/begin", &server.key, &entry(&teams[..2], &once)).0, 200);
    assert_eq!(server.post("/club/cup/end", &server.key, b"").0, 200);
    lobby_when(&server, "an end", |shown| shown["tournament"].is_null());
}

#[test]
fn a_withdrawn_team_leaves_its_table_and_the_organizer_decides_what_was_not_played() {
    let server = Server::start_with(&["--tables", "2"]);
    let teams = [people("A"), people("B"), people("C")];
    let body = entry(&teams, &json!({ "round_robin": { "double": true } }));
    assert_eq!(server.post("/club/cup/begin", &server.key, &body).0, 200);
    let mut all = persons(&server);
    let shown = lobby_when(&server, "a table", |shown| shown["tournament"]["meetings"][0]["table"].is_u64());
    let pair = shown["tournament"]["meetings"][0]["teams"].clone();
    let number = |name: &Value| ["A", "B", "C"].iter().position(|team| name == team).expect("a team");
    let (gone, stays) = (number(&pair[0]), number(&pair[1]));
    for team in [gone, stays] {
        for player in 0..2 {
            all[2 * team + player].come(&server);
        }
    }
    let page = all[2 * gone].come(&server);
    page.wait_for("the game, which begins by itself", |state| state["phase"] == "playing");
    page.send(&json!({ "type": "rematch" }));
    assert_eq!(page.wait_type("error")["code"], "tournament");
    let withdraw = format!("/club/cup/withdraw/{}", gone + 1);
    assert_eq!(server.post(&withdraw, &server.key, b"").0, 200);
    let (status, answer) = server.post(&withdraw, &server.key, b"");
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("withdrawn")));
    all[2 * stays].wait_for_end();
    let shown = lobby(&server, &server.key);
    let row = |name: usize| {
        let rows = shown["tournament"]["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["team"] == name + 1).cloned().expect("a row")
    };
    assert_eq!((&row(gone)["points"], &row(gone)["withdrawn"]), (&json!("0"), &json!(true)));
    assert_eq!(row(stays)["points"], json!("2"), "both games by forfeit");
    // Two games are left, those of the other two teams.
    for _ in 0..2 {
        let shown = lobby(&server, &server.key);
        let meetings = shown["tournament"]["meetings"].as_array().expect("meetings");
        let open = meetings.iter().find(|meeting| meeting["halves"].is_null()).expect("an open game");
        let path = format!("/club/cup/decide/{}", open["number"]);
        assert_eq!(server.post(&path, &server.key, b"9-9").0, 422);
        assert_eq!(server.post(&path, &server.key, b"1/2-1/2").0, 200);
    }
    assert_eq!(lobby(&server, &server.key)["tournament"]["over"], true);
}

#[test]
fn bug_a_name_that_a_browser_remembers_replaced_the_entered_one_in_the_record() {
    let server = Server::start_with(&["--tables", "2"]);
    let once = json!({ "round_robin": { "double": false } });
    assert_eq!(server.post("/club/cup/begin", &server.key, &entry(&[people("Foxes"), people("Owls")], &once)).0, 200);
    let mut all = persons(&server);
    for person in &mut all {
        person.come(&server);
    }
    let page = all[0].come(&server);
    page.wait_for("the game, which begins by itself", |state| state["phase"] == "playing");
    // The page sends the name as soon as it is welcome, which may be in the game already.
    page.send(&json!({ "type": "name", "name": "Nickname" }));
    page.send(&json!({ "type": "resign" }));
    let text = bpgn_of(&page.wait_for("the end", |state| state["phase"] == "over"));
    let entered = ["\"Foxes 1\"", "\"Foxes 2\"", "\"Owls 1\"", "\"Owls 2\""];
    assert!(entered.iter().all(|name| text.contains(name)) && !text.contains("Nickname"), "{text}");
}

#[test]
fn bug_new_links_left_the_old_ones_of_the_people_of_a_tournament() {
    let folder = tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), 0, &["--tables", "2"]);
    let once = json!({ "round_robin": { "double": false } });
    assert_eq!(server.post("/club/cup/begin", &server.key, &entry(&[people("Foxes"), people("Owls")], &once)).0, 200);
    let keys = |server: &Server| persons(server).into_iter().map(|person| person.lobby).collect::<Vec<String>>();
    let wait_for = |key: &str| {
        let end = Instant::now() + Duration::from_secs(30);
        while !fs::read_to_string(folder.path().join("tournament.json")).is_ok_and(|text| text.contains(key)) {
            assert!(Instant::now() < end, "the tournament is not kept");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let statuses = |server: &Server, keys: &[String]| -> Vec<u16> {
        keys.iter().map(|key| server.post("/club/state", key, b"").0).collect()
    };
    let old = keys(&server);
    assert_eq!(statuses(&server, &old), [200; 4]);
    wait_for(&old[0]);
    server.kill();
    let server = Server::start_in(folder.path(), 0, &["--new-links"]);
    let new = keys(&server);
    assert_eq!((statuses(&server, &old), statuses(&server, &new)), (vec![403; 4], vec![200; 4]));
    // The next server knows the new ones.
    wait_for(&new[0]);
    server.kill();
    let server = Server::start_in(folder.path(), 0, &[]);
    assert_eq!((statuses(&server, &old), statuses(&server, &new)), (vec![403; 4], vec![200; 4]));
}
