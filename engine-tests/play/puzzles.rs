//! Puzzles: the choice of a day, the proof of every move, and what is refused.

use super::rig::{Server, field};
use serde_json::{Value, json};

/// White mates in one by either knight on f7.
const TWO_WAYS: &str = "6rk/6pp/8/4N3/8/8/5PPP/6K1[N] w - - 0 1";

fn ask(server: &Server, task: &str, body: &str) -> (u16, Value) {
    server.post(&format!("/puzzles/{task}"), &server.key, body.as_bytes())
}

fn of_day(server: &Server, day: u32) -> Vec<Value> {
    let (status, answer) = ask(server, "day", &day.to_string());
    assert_eq!(status, 200, "{answer}");
    answer["puzzles"].as_array().expect("puzzles").clone()
}

fn choose(server: &Server, puzzle: &Value, line: &[Value], choice: &str) -> Value {
    let (status, answer) =
        ask(server, "choice", &json!({ "puzzle": puzzle, "line": line, "choice": choice }).to_string());
    assert_eq!(status, 200, "{answer}");
    answer
}

#[test]
fn the_solutions_of_a_day_are_accepted_move_by_move() {
    let server = Server::start();
    let puzzles = of_day(&server, 20_782);
    assert_eq!((puzzles.len(), &puzzles), (5, &of_day(&server, 20_782)));
    for head in &puzzles {
        let puzzle = &head["puzzle"];
        let mut line: Vec<Value> = Vec::new();
        for _ in 0..30 {
            let (_, solution) = ask(&server, "solution", &json!({ "puzzle": puzzle, "line": line }).to_string());
            let next = field(&json!({ "next": solution["line"][line.len()] }), "next").to_owned();
            let found = choose(&server, puzzle, &line, &next);
            assert_eq!(found["mates"], true, "{puzzle} {line:?} {next}");
            line = found["line"].as_array().expect("a line").clone();
            let places = found["places"].as_array().expect("places");
            if places.last().is_some_and(|place| place["won"] == true) {
                line.clear();
                break;
            }
        }
        assert!(line.is_empty(), "{puzzle} is not solved: {line:?}");
    }
}

#[test]
fn every_move_that_mates_counts_and_no_other() {
    let server = Server::start();
    let puzzle = json!({ "bfen": TWO_WAYS, "rules": "international" });
    let legal = {
        let (_, answer) = ask(&server, "at", &json!({ "puzzle": puzzle }).to_string());
        answer["places"][0]["boards"][0]["legal"].as_array().expect("moves").clone()
    };
    let mates = |text: &Value| choose(&server, &puzzle, &[], &format!("A {}", text.as_str().expect("a move")));
    let won = |text: &&Value| mates(text)["places"][0]["won"] == true;
    let mut mating: Vec<&str> = legal.iter().filter(won).filter_map(Value::as_str).collect();
    mating.sort_unstable();
    assert_eq!(mating, ["e5f7", "n@f7"], "both mate");
    let quiet = mates(&json!("h2h3"));
    assert_eq!((&quiet["mates"], quiet["places"].as_array().map(Vec::len)), (&json!(false), Some(1)));
}

#[test]
fn bad_requests_are_named() {
    let server = Server::start();
    for (task, body, code, quoted) in [
        ("day", "tomorrow", "no_day", "tomorrow"),
        ("day", "-1", "no_day", "-1"),
        ("at", r#"{"puzzle":"mates-0"}"#, "no_puzzle", "mates-0"),
        ("at", r#"{"puzzle":{"bfen":"8/8 w","rules":"international"}}"#, "no_puzzle", "8/8 w"),
        ("at", r#"{"puzzle":{"bfen":"8/8 w","rules":"klingon"}}"#, "no_puzzle", "klingon"),
        ("at", r#"{"puzzle":"mates-1","line":["A a1a1"]}"#, "illegal", "A a1a1"),
        ("choice", r#"{"puzzle":"mates-1","choice":"C e2e4"}"#, "illegal", "C e2e4"),
        ("choice", r#"{"puzzle":"mates-1","choice":"wait"}"#, "illegal", "wait"),
        ("solution", "{", "nonsense", "EOF"),
    ] {
        let (status, answer) = ask(&server, task, body);
        assert_eq!((status, &answer["error"]["code"]), (422, &json!(code)), "{task} {body}: {answer}");
        assert!(field(&answer["error"], "token").contains(quoted), "{answer}");
    }
    assert_eq!(server.post("/puzzles/day", "00", b"1").0, 403);
    assert_eq!(server.post("/puzzles/own", "00", b"").0, 403);
}
