//! Matches of crazyhouse: one board between two UCI engines, both colors from each opening.

use crate::match_game::{Place, text};
use serde_json::Value;
use std::fs;
use tandem::board::{BoardRules, BoardStatus, Position, fen};
use tandem::types::Color;

/// The arguments of every match here.
const CRAZYHOUSE: [&str; 3] = ["--variant", "crazyhouse", "--quiet"];

fn play(place: &Place, more: &[&str]) -> (bool, String, String) {
    let output = place.run(&[&CRAZYHOUSE[..], more].concat());
    let (out, err) = text(&output);
    (output.status.success(), out, err)
}

/// The second engine, which fails in the way that `mode` names.
fn fake(mode: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fake_crazyhouse.sh");
    format!("cmd=sh '{script}' {mode},protocol=uci")
}

struct Pgn {
    tags: Vec<(String, String)>,
    words: Vec<String>,
}

impl Pgn {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The position after the moves, which must be legal, and their number.
    fn replay(&self) -> (Position, usize) {
        let rules = BoardRules::crazyhouse();
        let mut position = fen::parse(self.tag("FEN").unwrap_or(fen::START), rules).expect("a position");
        let mut plies = 0;
        for word in &self.words {
            if word.ends_with('.') || word.starts_with("[%clk") {
                continue;
            }
            let mv = position.parse_san(word).unwrap_or_else(|error| panic!("`{word}`: {error}"));
            position.make_move(mv);
            plies += 1;
        }
        (position, plies)
    }
}

fn games(place: &Place, name: &str) -> Vec<Pgn> {
    let text = fs::read_to_string(place.path(name)).expect("a file");
    let parts: Vec<&str> = text.trim().split("\n\n").filter(|part| !part.is_empty()).collect();
    let games = parts.chunks(2).map(|game| {
        let tag = |line: &str| {
            let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
            Some((name.to_owned(), value.to_owned()))
        };
        let tags = game[0].lines().map(|line| tag(line).unwrap_or_else(|| panic!("`{line}` is no tag"))).collect();
        // Comments as one word, the note and the result of the end off.
        let flat = game[1].replace('\n', " ");
        let (moves, _) = flat.rsplit_once(" {").expect("a note");
        let spaced = moves.replace("{[%clk ", "[%clk").replace(['{', '}'], " ");
        Pgn { tags, words: spaced.split_ascii_whitespace().map(str::to_owned).collect() }
    });
    games.collect()
}

#[test]
fn issue_30_7_crazyhouse_is_played_with_both_colors_and_kept() {
    let place = Place::new();
    let clock = ["--clock", "nodes=20", "--tc", "1+0.01", "--skip-bench", "--jsonl", "pairs.jsonl"];
    let (done, out, err) = play(&place, &[&clock[..], &["--games", "4"]].concat());
    assert!(done && err.is_empty(), "{out}{err}");
    let played = games(&place, "pairs.pgn");
    assert_eq!(played.len(), 4);
    for pair in played.chunks(2) {
        assert_eq!(pair[0].tag("FEN"), pair[1].tag("FEN"), "the same opening");
        assert!(pair[0].tag("FEN").is_some_and(|start| start.contains("[]")), "nothing is held at the start");
        assert_eq!((pair[0].tag("White"), pair[0].tag("Black")), (pair[1].tag("Black"), pair[1].tag("White")));
    }
    for (number, game) in played.iter().enumerate() {
        assert_eq!(game.tag("Round"), Some((number + 1).to_string().as_str()));
        assert_eq!(game.tag("Variant"), Some("Crazyhouse"));
        let (end, plies) = game.replay();
        assert!(plies > 10, "{plies}");
        match game.tag("Result") {
            Some("1-0") => assert_eq!((end.status(), end.side_to_move()), (BoardStatus::Mate, Color::Black)),
            Some("0-1") => assert_eq!((end.status(), end.side_to_move()), (BoardStatus::Mate, Color::White)),
            result => assert_eq!(result, Some("1/2-1/2")),
        }
    }
    // The report has no columns on partners.
    assert!(out.contains("flags") && !out.contains("up-time") && !out.contains("sits"), "{out}");
    let lines = fs::read_to_string(place.path("pairs.jsonl")).expect("a file");
    let line: Value = serde_json::from_str(lines.lines().next().expect("a pair")).expect("JSON");
    assert_eq!(line["terms"]["variant"], "crazyhouse");

    // The same match goes on where it was, and by the same clock it is the same games.
    let whole = fs::read_to_string(place.path("pairs.pgn")).expect("a file");
    let first: String = lines.lines().next().expect("a pair").to_owned() + "\n";
    fs::write(place.path("pairs.jsonl"), first).expect("a file");
    let (done, out, err) = play(&place, &[&clock[..], &["--games", "4", "--concurrency", "2"]].concat());
    assert!(done, "{out}{err}");
    let without_id =
        |text: &str| text.lines().filter(|line| !line.starts_with("[Match")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_id(&fs::read_to_string(place.path("pairs.pgn")).expect("a file")), without_id(&whole));
    // Merged it is the report of one run.
    let merged = place.run(&["merge", "pairs.jsonl"]);
    let (merged, _) = text(&merged);
    assert!(out.contains(&merged), "{merged}\nis not in\n{out}");
    // A match of bughouse does not go on with it.
    let output = place.run(&[&["--quiet", "--games", "4"], &clock[..]].concat());
    let (_, err) = text(&output);
    assert!(!output.status.success() && err.contains("belongs to another match"), "{err}");
    place.assert_nothing_leaked();
}

#[test]
fn r19_crazyhouse_from_starts_of_chess960() {
    let place = Place::new();
    let clock = ["--clock", "nodes=20", "--tc", "1+0.01", "--openings", "960:random", "--bpgn", "g.pgn"];
    let (done, out, err) = play(&place, &[&clock[..], &["--games", "6"]].concat());
    assert!(done && err.is_empty() && !out.contains("illegal"), "{out}{err}");
    let played = games(&place, "g.pgn");
    assert_eq!(played.len(), 6);
    for game in &played {
        let start = game.tag("FEN").expect("a start");
        assert!(start.split(' ').nth(2).is_some_and(|rights| rights.len() == 4 && !rights.contains('K')), "{start}");
        game.replay();
    }
    let (done, _, err) = play(&place, &["--openings", "960:1000"]);
    assert!(!done && err.contains("`1000` is no start position of Chess960"), "{err}");
    let (done, _, err) = play(&place, &["--openings", "960:3", "--team2", &fake("illegal")]);
    assert!(!done && err.contains("does not play Chess960 by UCI"), "{err}");
}

#[test]
fn an_engine_that_fails_loses_and_is_started_anew() {
    let cases = [
        ("illegal", "illegal move", "plays `e2e5`, which is not legal", "< bestmove e2e5"),
        ("crash", "disconnect", "has ended", "stderr: out of luck"),
        ("garbage", "garbage", "writes `Segmentation fault (core dumped)`", "< Segmentation fault"),
        ("endless", "garbage", "a line without end", "> go wtime"),
        ("silent", "flag", "forfeits on time", ""),
    ];
    for (mode, reason, words, evidence) in cases {
        let place = Place::new();
        let more = ["--tc", "0.3+0", "--games", "2", "--jsonl", "pairs.jsonl", "--skip-bench", "--openings", "start"];
        let (done, out, err) = play(&place, &[&more[..], &["--team2", &fake(mode)]].concat());
        assert!(done, "{mode}: {out}{err}");
        assert!(out.contains(words) && out.contains(": 2 : 0") && err.contains(evidence), "{mode}: {out}{err}");
        let lines = fs::read_to_string(place.path("pairs.jsonl")).expect("a file");
        let line: Value = serde_json::from_str(lines.trim()).expect("JSON");
        for game in 0..2 {
            assert_eq!(line["games"][game]["reason"], reason, "{mode}");
            assert_eq!(line["games"][game]["winner"], 0, "{mode}");
        }
        place.assert_nothing_leaked();
    }
}

#[test]
fn bug_garbage_on_the_opponents_time_was_told_as_a_disconnection() {
    let place = Place::new();
    let more = ["--tc", "20+0", "--openings", "start", "--games", "2", "--jsonl", "pairs.jsonl", "--skip-bench"];
    let teams = ["--team1", &fake("silent"), "--team2", &fake("mutters")];
    let (done, out, err) = play(&place, &[&more[..], &teams].concat());
    let words = "writes `Segmentation fault (core dumped)`";
    assert!(done && out.matches(words).count() == 2 && out.contains(": 2 : 0"), "{out}{err}");
    let lines = fs::read_to_string(place.path("pairs.jsonl")).expect("a file");
    assert_eq!(lines.matches("\"reason\":\"garbage\"").count(), 2, "{lines}");
    place.assert_nothing_leaked();
}

#[test]
fn bug_a_name_of_two_lines_broke_the_tags_of_its_games() {
    let place = Place::new();
    let named = format!("{},name=Two \n lines", fake("illegal"));
    let (done, out, err) = play(&place, &["--openings", "start", "--bpgn", "g.pgn", "--team2", &named]);
    assert!(done && out.contains(": 1 : 0"), "{out}{err}");
    let played = games(&place, "g.pgn");
    assert_eq!((played.len(), played[0].tag("Black")), (1, Some("Two lines")));
}

#[test]
fn bug_an_engine_that_hung_ended_the_match() {
    let place = Place::new();
    let more = ["--tc", "0.3+0", "--games", "2", "--openings", "start", "--team2", &fake("hang")];
    let (done, out, err) = play(&place, &more);
    assert!(done && out.contains(": 2 : 0"), "{out}{err}");
    assert_eq!(out.matches("forfeits on time: not a line since its turn began").count(), 2, "{out}");
    assert!(err.contains("> go wtime"), "{err}");
    place.assert_nothing_leaked();
}

#[test]
fn bug_the_late_answer_to_stop_was_a_move_of_the_next_game() {
    let place = Place::new();
    let more = ["--tc", "0.4+0", "--games", "2", "--openings", "start", "--team2", &fake("lags")];
    let (done, out, err) = play(&place, &more);
    assert!(done && out.matches("forfeits on time").count() == 2 && out.contains(": 2 : 0"), "{out}{err}");
    place.assert_nothing_leaked();
}

#[test]
fn bug_a_finished_game_was_lost_when_the_engine_did_not_start_again() {
    for count in ["1", "2"] {
        let place = Place::new();
        let more = ["--games", count, "--openings", "start", "--bpgn", "g.pgn", "--team2", &fake("once")];
        let (done, out, err) = play(&place, &more);
        assert!(out.contains(&format!("game 1 of {count}: 1-0 ")) && out.contains(": 1 : 0"), "{out}{err}");
        assert_eq!(games(&place, "g.pgn").len(), 1);
        // It is needed for the second game only.
        assert_eq!((done, err.contains("has ended before the game")), (count == "1", count == "2"), "{err}");
        place.assert_nothing_leaked();
    }
}

#[test]
fn bug_an_engine_that_did_not_start_at_once_was_not_started_anew() {
    let place = Place::new();
    let (done, out, err) = play(&place, &["--openings", "start", "--team2", &fake("shy")]);
    assert!(done && out.contains(": 1 : 0"), "{out}{err}");
    assert!(err.starts_with("warning: team 2: `sh ") && err.contains("before the game: started anew"), "{err}");
    place.assert_nothing_leaked();
}

#[test]
fn bug_an_engine_that_refused_the_value_of_an_option_played_without_a_warning() {
    let place = Place::new();
    let more = ["--tc", "0.2+0", "--games", "2", "--openings", "start", "--option2", "EvalFile=/nonexistent.nn"];
    let (done, out, err) = play(&place, &more);
    let warnings: Vec<&str> = err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert!(done && warnings.len() == 1 && warnings[0].starts_with("warning: team 2: `"), "{out}{err}");
    assert!(warnings[0].contains("` says: error: option EvalFile: /nonexistent.nn: "), "{err}");
}

#[test]
fn arguments_that_do_not_fit_one_board_are_refused_by_name() {
    let place = Place::new();
    fs::write(
        place.path("broken.fen"),
        "# two\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nk7/8 w - -\n",
    )
    .expect("a file");
    let cases: [(&[&str], &str); 10] = [
        (&["--team2", "cmd=x,protocol=cecp"], "without protocol=cecp"),
        (&["--team2", "cmd=x,talk=off"], "without talk=off"),
        (&["--team2", "cmd=x,process=team"], "without process=team"),
        (&["--team2", "cmd=x,partner.cmd=y"], "without a partner"),
        (&["--rules", "fics"], "cannot be used with"),
        (&["--resign", "score=900,moves=3"], "has only --maxmoves"),
        (&["--openings", "broken.fen"], "line 3"),
        (&["--openings", "missing.fen"], "missing.fen"),
        (&["--team2", &fake("chess")], "does not play crazyhouse"),
        (&["--clock", "nodes=10", "--team2", &fake("illegal")], "has no option NodesPerMs"),
    ];
    for (more, words) in cases {
        let (done, out, err) = play(&place, more);
        assert!(!done && err.contains(words), "{more:?}: {out}{err}");
    }
    let (done, _, err) = play(&place, &["--patience", "1", "--team2", &fake("late")]);
    assert!(!done && err.contains("does not get ready for a game"), "{err}");
    let output = place.run(&["--variant", "atomic"]);
    let (_, err) = text(&output);
    assert!(
        !output.status.success()
            && err.contains(
                "`atomic` is no variant here (known: bughouse, crazyhouse, gardner, courier, exchange, battle)"
            ),
        "{err}"
    );
}

#[test]
fn a_move_without_its_nodes_loses_under_their_clock() {
    let place = Place::new();
    let more =
        ["--clock", "nodes=10", "--tc", "0.5+0", "--games", "2", "--openings", "start", "--team2", &fake("nodes")];
    let (done, out, err) = play(&place, &more);
    assert!(done && out.contains("without the count of its nodes") && out.contains(": 2 : 0"), "{out}{err}");
}

#[test]
fn bug_an_engine_that_wrote_on_without_counting_nodes_was_never_stuck_under_their_clock() {
    let place = Place::new();
    let more = ["--clock", "nodes=10", "--tc", "0.5+0", "--openings", "start", "--patience", "2"];
    let (done, out, err) = play(&place, &[&more[..], &["--team2", &fake("chatty")]].concat());
    assert!(done && out.contains("counts no node for 2 seconds") && out.contains(": 1 : 0"), "{out}{err}");
}

#[test]
fn bug_an_engine_that_counted_nodes_past_its_flag_without_an_answer_kept_it() {
    let place = Place::new();
    let more = ["--clock", "nodes=10", "--tc", "0.5+0", "--games", "2", "--openings", "start"];
    let (done, out, err) = play(&place, &[&more[..], &["--team2", &fake("counting")]].concat());
    assert!(done && out.matches("forfeits on time").count() == 2 && out.contains(": 2 : 0"), "{out}{err}");
    place.assert_nothing_leaked();
}

#[test]
fn a_long_game_is_drawn_by_maxmoves() {
    let place = Place::new();
    let more = ["--clock", "nodes=5", "--tc", "1+0", "--games", "2", "--maxmoves", "3", "--bpgn", "g.pgn"];
    let (done, out, err) = play(&place, &more);
    assert!(done && out.contains("1/2-1/2 3 moves of each side (6 plies)"), "{out}{err}");
    assert_eq!(games(&place, "g.pgn").iter().map(|game| game.replay().1).collect::<Vec<_>>(), [6, 6]);
}

#[test]
fn bug_starts_of_chess960_of_another_game_were_looked_for_as_a_file() {
    let place = Place::new();
    for (more, words) in [
        (["--openings", "960:5"], "--openings 960:5: gardner has no starts of Chess960, only bughouse and crazyhouse"),
        (["--opening-plies", "4"], "--opening-plies 4: only for the BPGN games of --openings FILE"),
    ] {
        let output = place.run(&[&["--variant", "gardner"][..], &more].concat());
        let (out, err) = text(&output);
        assert!(!output.status.success() && err.contains(words), "{more:?}: {out}{err}");
    }
}
