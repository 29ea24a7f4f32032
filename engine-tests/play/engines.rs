//! Other engines in the page's seats: real ones of every protocol, and some that fail.

use super::rig::{Page, Server, bpgn_of, field, play_move, setup};
use crate::seats::peer;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use tandem::game::bpgn::{self, GameResult};
use tempfile::TempDir;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data");
/// Seconds of a game that a player loses on time, or that real engines play to its end.
const SHORT_S: u32 = 5;

/// A UBI engine that answers its partner, greets it on its first turn, and never moves.
const PARROT: &str = "while read -r line; do
    echo \"$line\" >> \"$1\"
    case \"$line\" in
    ubi) echo 'id name Parrot'; echo ubiok ;;
    isready) echo readyok ;;
    'go '*) test -z \"$greeted\" && echo 'teammsg hello'; greeted=1 ;;
    'partnermsg need n urgency high') echo 'teammsg need q urgency high'; echo 'teammsg say nice weather' ;;
    quit) exit 0 ;;
    esac
done
";

/// A server that offers engines, and a folder for their files.
struct Table {
    server: Server,
    folder: TempDir,
}

impl Table {
    /// Offers the engines as on the command line; `DATA` is the folder of the tests' engines, `HERE` that of this
    /// table.
    fn offering(engines: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("parrot.sh"), PARROT).expect("written");
        let here = folder.path().to_string_lossy();
        let ours = assert_cmd::cargo::cargo_bin!("tandem").to_string_lossy();
        let engines: Vec<String> = engines
            .iter()
            .map(|engine| engine.replace("DATA", DATA).replace("HERE", &here).replace("TANDEM", &ours))
            .collect();
        let args: Vec<&str> = engines.iter().flat_map(|engine| ["--engine", engine]).collect();
        Self { server: Server::start_with(&args), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An engine's file, as soon as it satisfies `fits`.
    fn left(&self, name: &str, fits: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let text = fs::read_to_string(self.path(name)).unwrap_or_default();
            if fits(&text) {
                return text;
            }
            assert!(Instant::now() < end, "{name}: {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The owner's page.
    fn owner(&self) -> Page {
        let mut owner = self.server.open(&self.server.key);
        owner.wait_type("welcome");
        owner
    }

    /// A game of these players, which the owner starts without waiting until everybody is ready.
    fn game(&self, occupants: [&str; 4], base_s: u32) -> Page {
        let mut owner = self.owner();
        start(&mut owner, occupants, base_s);
        owner.wait_for("a start", |state| state["phase"] == "playing");
        owner
    }
}

fn start(owner: &mut Page, occupants: [&str; 4], base_s: u32) {
    owner.send(&json!({ "type": "setup", "setup": setup(occupants, [1; 4], base_s) }));
    owner.send(&json!({ "type": "start" }));
}

fn end(owner: &mut Page) -> Value {
    owner.wait_for("the end", |state| state["phase"] == "over")
}

/// The end of a game, and all notes of its BPGN.
fn end_and_notes(owner: &mut Page) -> (Value, String) {
    let over = end(owner)["over"].clone();
    let records = bpgn::read(field(&over, "bpgn").as_bytes()).expect("BPGN");
    let notes = records[0].notes.iter().chain(records[0].plies.iter().flat_map(|ply| &ply.notes));
    let notes = notes.map(String::as_str).collect::<Vec<_>>().join("\n");
    (over, notes)
}

/// The lines that are shown of the players, with their depths.
fn lines(state: &Value) -> Vec<(usize, bool)> {
    let seats = state["seats"].as_array().expect("seats").iter();
    let thoughts = seats.map(|seat| &seat["thought"]).filter(|thought| thought.is_object());
    thoughts.map(|it| (it["line"].as_array().map_or(0, Vec::len), it["depth"].is_u64())).collect()
}

#[test]
fn engines_among_themselves_show_their_lines_and_beside_people_they_do_not() {
    let table = Table::offering(&[
        "name=Ubi,cmd=TANDEM,option.Hash=4",
        "name=Uci,cmd=TANDEM,protocol=uci,option.Hash=4",
        "name=Cecp,cmd=TANDEM,protocol=cecp,option.Hash=4",
    ]);
    let mut owner = table.owner();
    let seats = ["engine Ubi", "engine Uci", "engine Cecp", "tandem"];
    owner.send(&json!({ "type": "setup", "setup": setup(seats, [8; 4], 60) }));
    owner.send(&json!({ "type": "start" }));
    let show = |state: &Value| {
        let lines = lines(state);
        lines.len() == 4 && lines.iter().all(|&(moves, deep)| moves > 1 && deep)
    };
    owner.wait_for("a line of each", show);
    owner.send(&json!({ "type": "abort" }));
    end(&mut owner);
    start(&mut owner, ["me", "tandem", "engine Ubi", "engine Cecp"], 60);
    owner.wait_for("a start", |state| state["phase"] == "playing" && state["number"] == 2);
    play_move(&mut owner, "e2e4");
    let moved = |state: &Value| (0..2).all(|board| state["boards"][board]["ply"].as_u64() > Some(1));
    assert_eq!(lines(&owner.wait_for("moves of both boards", moved)), []);
}

#[test]
fn engines_of_all_protocols_play_a_whole_game_and_another_one() {
    let table = Table::offering(&[
        "name=Ubi,cmd=TANDEM,option.Hash=4",
        "name=Uci,cmd=TANDEM,protocol=uci,option.Hash=4",
        "name=Cecp,cmd=TANDEM,protocol=cecp,option.Hash=4",
    ]);
    let mut fresh = table.server.open(&table.server.key);
    assert_eq!(fresh.wait_type("welcome")["engines"], json!(["Ubi", "Uci", "Cecp"]));
    let mut owner = table.game(["engine Ubi", "engine Uci", "engine Cecp", "engine Ubi"], SHORT_S);
    let over = end(&mut owner);
    let text = bpgn_of(&over);
    let reason = field(&over["over"], "reason").to_owned();
    assert!(["mate", "flag", "flag while hanging", "both hang"].contains(&reason.as_str()), "{text}");
    for tag in ["[WhiteA \"Ubi\"]", "[BlackA \"Uci\"]", "[WhiteB \"Cecp\"]", "[BlackB \"Ubi\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    let records = bpgn::read(text.as_bytes()).expect("BPGN");
    assert!(records[0].plies.len() > 10 && records[0].result != GameResult::Open, "{text}");
    records[0].replay(records[0].rules().expect("rules").expect("a tag")).expect("a legal game");
    assert!(!text.contains("claims: Illegal") && !text.contains("claims: Error"), "{text}");

    owner.send(&json!({ "type": "start" }));
    owner.wait_for("another game", |state| {
        state["phase"] == "playing"
            && state["boards"][0]["ply"].as_u64() > Some(1)
            && state["boards"][1]["ply"].as_u64() > Some(1)
    });
    owner.send(&json!({ "type": "abort" }));
    assert_eq!((&end(&mut owner)["over"]["result"], &end(&mut owner)["number"]), (&json!("*"), &json!(2)));
}

#[test]
fn a_person_and_an_engine_talk_in_words_of_their_own() {
    let table = Table::offering(&[
        "name=Parrot,cmd=sh HERE/parrot.sh HERE/heard",
        "name=Talks,cmd=sh DATA/fake_cecp.sh talks HERE/told,protocol=cecp",
    ]);
    let mut page = table.game(["me", "tandem", "tandem", "engine Parrot"], 600);
    page.send(&json!({ "type": "say", "text": "срочно коня!" }));
    let reply = page.wait("a reply", |message| message["type"] == "chat" && message["seat"] == "b");
    assert_eq!(reply["text"], "срочно ферзя!", "UBI in the page's language");
    page.wait("free text", |message| message["type"] == "chat" && message["text"] == "nice weather");
    page.wait_for("the wish on its piece", |state| state["needs"] == json!([["q", "high"]]));
    assert!(table.left("heard", |heard| heard.contains("partnermsg ")).contains("partnermsg need n urgency high\n"));
    page.send(&json!({ "type": "resign" }));
    let over = end(&mut page);
    assert_eq!((&over["over"]["reason"], &over["over"]["seat"]), (&json!("resignation"), &json!("A")));

    start(&mut page, ["tandem", "me", "engine Talks", "tandem"], 600);
    let line = page.wait("a wish", |message| message["type"] == "chat" && message["seat"] == "B");
    assert_eq!(line["text"], "срочно ферзя!", "the servers' shorthand, too");
    page.send(&json!({ "type": "say", "text": "срочно коня!" }));
    table.left("told", |told| told.contains("ptell ++n\n"));
}

#[test]
fn tandem_and_an_engine_hear_each_other() {
    let table = Table::offering(&["name=Parrot,cmd=sh HERE/parrot.sh HERE/heard"]);
    let mut page = table.game(["engine Parrot", "tandem", "tandem", "tandem"], 600);
    for seat in ["A", "b"] {
        page.wait("a greeting", |message| message["type"] == "chat" && message["seat"] == seat);
    }
    table.left("heard", |heard| heard.contains("partnermsg say "));
}

#[test]
fn bug_words_from_before_a_game_came_ahead_of_the_state_that_clears_the_chat() {
    let table = Table::offering(&["name=Greets,cmd=sh DATA/fake_cecp.sh greets,protocol=cecp"]);
    let mut page = table.owner();
    start(&mut page, ["me", "tandem", "tandem", "engine Greets"], 600);
    let first = page.wait("the game", |message| message["type"] == "chat" || message["phase"] == "playing");
    assert_eq!(first["type"], "state", "{first}");
    page.wait("the words", |message| message["type"] == "chat" && message["seat"] == "b");
}

#[test]
fn an_engine_that_fails_in_a_game_loses_it_and_the_table_goes_on() {
    let table = Table::offering(&[
        "name=Still,cmd=sh DATA/fake_ubi.sh silent HERE/still",
        "name=Crash,cmd=sh DATA/fake_ubi.sh crash",
        "name=Illegal,cmd=sh DATA/fake_ubi.sh illegal",
        "name=Garbage,cmd=sh DATA/fake_ubi.sh garbage",
        "name=Endless,cmd=sh DATA/fake_ubi.sh endless",
        "name=Resigns,cmd=sh DATA/fake_cecp.sh resigns,protocol=cecp",
        "name=Once,cmd=sh DATA/fake_cecp.sh once,protocol=cecp",
        "name=Claims,cmd=sh DATA/fake_cecp.sh claims,protocol=cecp",
    ]);
    let mut owner = table.owner();
    for (engine, reason, note) in [
        ("Crash", "disconnect", "exit status: 3"),
        ("Illegal", "illegal move", "`e2e5` is not legal"),
        ("Garbage", "garbage", "`Segmentation fault"),
        ("Endless", "garbage", "a line without end"),
        ("Resigns", "resignation", ""),
        ("Once", "resignation", ""),
        ("Once", "resignation", ""),
        ("Crash", "disconnect", "exit status: 3"),
        ("Claims", "flag", "claims: 1-0 (White mates)"),
    ] {
        start(&mut owner, [&format!("engine {engine}"), "engine Still", "tandem", "engine Still"], SHORT_S);
        owner.wait_for("a game", |state| state["phase"] == "playing");
        let (over, notes) = end_and_notes(&mut owner);
        let found = (&over["reason"], &over["result"], &over["seat"]);
        assert_eq!(found, (&json!(reason), &json!("0-1"), &json!("A")), "{engine}");
        assert!(notes.contains(note), "{engine}: {notes}");
    }
    // The two engines that never move are kept from the first game to the last.
    let still = table.left("still", |_| true);
    let count = |line: &str| still.lines().filter(|&other| other == line).count();
    assert_eq!((count("ubi"), count("quit")), (2, 0), "{still}");
    table.server.end();
    let still = fs::read_to_string(table.folder.path().join("still")).expect("what it was told");
    assert_eq!(still.lines().filter(|&line| line == "quit").count(), 2, "{still}");
}

#[test]
fn an_engine_that_crashes_at_the_end_of_a_game_is_started_anew() {
    let table = Table::offering(&[
        "name=Leaves,cmd=sh DATA/fault.sh ubi bad,dir=HERE",
        "name=Resigns,cmd=sh DATA/fake_cecp.sh resigns,protocol=cecp",
    ]);
    fs::write(table.path("fault"), "game1.over crash\n").expect("written");
    let mut owner = table.owner();
    for number in 1..=2 {
        start(&mut owner, ["engine Resigns", "engine Leaves", "tandem", "tandem"], 600);
        owner.wait_for("a game", |state| state["phase"] == "playing" && state["number"] == number);
        assert_eq!(end(&mut owner)["over"]["reason"], "resignation");
    }
    assert!(!table.path("fault").exists(), "it has not left");
}

#[test]
fn bug_while_an_engine_got_ready_for_a_rematch_the_winner_had_lost() {
    // Its program is started anew for every game.
    let table = Table::offering(&["name=Once,cmd=sh DATA/fake_cecp.sh once,protocol=cecp"]);
    let mut owner = table.game(["me", "engine Once", "tandem", "tandem"], 600);
    owner.send(&json!({ "type": "resign" }));
    assert_eq!(end(&mut owner)["seat"], "A");
    owner.send(&json!({ "type": "rematch" }));
    let state = owner.wait("the rematch", |message| {
        let turned = message["phase"] == "over" && message["number"] == 1 && message["seat"] == "a";
        assert!(!turned, "the end of the last game is seen from the new seat: {message}");
        message["type"] == "state" && message["number"] == 2
    });
    assert_eq!(state["seat"], "a");
}

#[test]
fn an_engine_that_fails_before_the_game_is_named_and_the_table_goes_on() {
    let table = Table::offering(&[
        "name=None,cmd=HERE/no/such/program",
        "name=Dead,cmd=sh DATA/fake_ubi.sh dead",
        "name=Mute,cmd=sleep 1000",
        "name=Flood,cmd=yes Segmentation fault",
    ]);
    let mut owner = table.owner();
    for (engine, code, quoted) in [
        ("None", "engine_start", "no/such/program`: "),
        ("Dead", "engine_gone", "stderr: no license found; exit status: 2"),
        ("Flood", "engine_garbage", "Segmentation fault"),
        ("Mute", "engine_silent", "> ubi"),
    ] {
        start(&mut owner, ["tandem", &format!("engine {engine}"), "tandem", "tandem"], 600);
        let error = owner.wait(code, |message| message["code"] == code);
        let text = field(&error, "text");
        assert!(text.starts_with(&format!("{engine}: ")) && text.contains(quoted), "{text}");
        let state = owner.wait_for("the trouble", |state| state["seats"][1]["trouble"] == code);
        assert_eq!((&state["phase"], &state["seats"][1]["present"]), (&json!("waiting"), &json!(false)));
        owner.send(&json!({ "type": "start" }));
        assert_eq!(owner.wait("it again", |message| message["type"] == "error")["code"], code);
    }
    start(&mut owner, ["me", "tandem", "tandem", "tandem"], 600);
    owner.wait_for("a game", |state| state["phase"] == "playing");
    play_move(&mut owner, "e2e4");
}

#[test]
fn the_page_starts_no_program_but_those_offered() {
    let table = Table::offering(&["name=Still,cmd=sh DATA/fake_ubi.sh silent"]);
    let mut owner = table.owner();
    let before = owner.wait_for("a table", |state| state["phase"] == "waiting");
    let mut bad = before["setup"].clone();
    bad["seats"][1] = json!({ "engine": "sh" });
    owner.send(&json!({ "type": "setup", "setup": bad }));
    let error = owner.wait_type("error");
    assert_eq!((&error["code"], &error["text"]), (&json!("setup_engine"), &json!("sh")));
    for seat in
        [json!({ "engine": "Still", "cmd": "sh" }), json!({ "cmd": "sh" }), json!({ "engine": 0 }), json!("engine")]
    {
        bad["seats"][1] = seat;
        owner.send(&json!({ "type": "setup", "setup": bad }));
        assert_eq!(owner.wait_type("error")["code"], "nonsense", "{bad}");
    }
    start(&mut owner, ["me", "tandem", "tandem", "tandem"], 600);
    let state = owner.wait_for("a game", |state| state["phase"] == "playing");
    assert_eq!(before["setup"]["seats"], state["setup"]["seats"], "refused settings change nothing");
    let mut guest = table.server.open(&table.server.link(&mut owner, "b"));
    assert_eq!(guest.wait_type("welcome")["engines"], json!([]), "only the owner chooses");
}

#[test]
fn a_flood_of_an_engine_leaves_room_for_the_pages() {
    for (fault, seats) in [
        ("thoughts-for-ever", ["me", "engine Flood", "engine Still", "engine Still"]),
        ("words-for-ever", ["me", "engine Still", "tandem", "engine Flood"]),
    ] {
        let still = "name=Still,cmd=sh DATA/fake_ubi.sh silent";
        let table = Table::offering(&["name=Flood,cmd=sh DATA/fault.sh ubi bad,dir=HERE", still]);
        fs::write(table.path("fault"), format!("game1.turn1 {fault}\n")).expect("written");
        let mut page = table.game(seats, SHORT_S);
        play_move(&mut page, "e2e4");
        for number in 0..20 {
            let text = format!("line {number}");
            page.send(&json!({ "type": "say", "text": text }));
            page.wait("its echo", |message| message["type"] == "chat" && message["text"] == text);
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(end(&mut page)["over"]["reason"], "flag", "{fault}");
        assert!(!table.path("fault").exists(), "{fault} has not happened");
    }
}

#[test]
fn fairy_stockfish_plays_on_the_page_to_a_real_end() {
    let Some(program) = peer("fairy-stockfish") else { return };
    let table = Table::offering(&[&format!("name=Peer,cmd={program},protocol=cecp")]);
    let mut owner = table.owner();
    let mut setup = setup(["tandem", "engine Peer", "engine Peer", "tandem"], [3; 4], SHORT_S);
    setup["rules"] = json!("fairy-stockfish");
    owner.send(&json!({ "type": "setup", "setup": setup }));
    owner.send(&json!({ "type": "start" }));
    let (over, notes) = end_and_notes(&mut owner);
    let expected = ["mate", "flag", "flag while hanging", "both hang", "stalemate", "resignation"];
    assert!(expected.contains(&field(&over, "reason")), "{over}");
    let records = bpgn::read(field(&over, "bpgn").as_bytes()).expect("BPGN");
    assert!(records[0].plies.len() > 10 && !notes.contains("claims: Illegal"), "{over}");
    assert_eq!(records[0].tag("BlackA"), Some("Peer"));
}

#[test]
fn keys_for_teams_of_a_match_are_refused_and_quoted() {
    for (engine, quoted) in [
        ("cmd=x,process=team", "`process=team` is for a team"),
        ("cmd=x,tc=5+0", "`tc=` is for a team"),
        ("cmd=x,protocol=usi", "`usi` is no protocol"),
    ] {
        let program = assert_cmd::cargo::cargo_bin!("tandem");
        let output =
            Command::new(program).args(["play", "--no-browser", "--engine", engine]).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && err.contains(engine) && err.contains(quoted), "{err}");
    }
}
