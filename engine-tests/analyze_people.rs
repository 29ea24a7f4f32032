//! `tandem analyze` for people: clocks, the expected result, the second look, the summary of players and the HTML.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tandem::game::{Clocks, Rules, Seat, bpgn};
use tandem::tools::analyze::expectation::{TimeLeft, WEIGHTS, chance, expected, features};
use tandem::tools::analyze::judge::{self, Effort, Judge, Judgment};
use tandem::tools::analyze::review::{MomentKind, Review, unsure};
use tandem::tools::analyze::walk::Walk;
use tandem::types::score;

/// Mate by the queen on f7; a name with signs of HTML, and a line of talk.
const MATED_ON_A: &str = "[WhiteA \"Ann <b>\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\
    [TimeControl \"60+0\"]\n\n\
    1A. e4 {59.0} 1a. e5 {58.0} 2A. Qh5 {58.0} 1B. d4 {57.0} 2a. Nc6 {57.0} 3A. Bc4 {57.0} 3a. Nf6 {35.0} \
    {C:what & why} 4A. Qxf7# {56.0} {Bob checkmated} 1-0\n";

fn walk(text: &str) -> Walk {
    let record = bpgn::read(text.as_bytes()).expect("a game").remove(0);
    Walk::new(&record, Rules::default()).expect("legal moves")
}

fn verdicts(walk: &Walk, nodes: u64) -> Vec<Judgment> {
    let mut judge = Judge::new(Effort { nodes: Some(nodes), movetime_ms: None });
    walk.questions.iter().map(|question| judge.judge(question)).collect()
}

fn tandem(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("tandem")).args(args).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

fn folder(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.bpgn");
    fs::write(&file, text).expect("a file");
    (folder, file)
}

#[test]
fn the_clocks_of_those_on_turn_run_until_now() {
    let walk = walk(MATED_ON_A);
    let clocks: Vec<[u64; 4]> =
        walk.moments.iter().map(|moment| Seat::ALL.map(|seat| moment.time.expect("clocks").clocks[seat])).collect();
    assert_eq!(clocks[0], [60_000; 4]);
    // After 1A. e4, a second after the start, white on B has been thinking for as long.
    assert_eq!(clocks[1], [59_000, 60_000, 59_000, 60_000]);
    // 1B. d4 comes 3 s after the start; A's last move was 2 s before its own, at 4 s: now is the later of the two.
    assert_eq!(clocks[4], [58_000, 58_000, 57_000, 59_000]);
    // 3a. Nf6 took 22 s: black on B has been on turn since.
    let lead = walk.moments[7].time.expect("clocks").lead_ms();
    assert_eq!(clocks[7], [57_000, 35_000, 57_000, 35_000]);
    assert_eq!(lead, 0, "the boards' clocks run together");
    // Without a stamp there is no telling.
    let text = MATED_ON_A.replace("2A. Qh5 {58.0}", "2A. Qh5");
    let walk = self::walk(&text);
    assert!(walk.moments[2].time.is_some() && walk.moments[3].time.is_none());
}

#[test]
fn a_lead_on_board_or_clock_helps_and_none_of_both_is_even() {
    let even = Judgment { score: 0, depth: 1, best: None, line: Vec::new(), hangs: false };
    let ahead = Judgment { score: 300, ..even.clone() };
    assert_eq!(expected([&even, &even], None), 0.5);
    // White on A is in team 1, white on B is not.
    let (on_a, on_b) = (expected([&ahead, &even], None), expected([&even, &ahead], None));
    assert!(on_a > 0.5 && (on_a + on_b - 1.0).abs() < 1e-9, "{on_a} {on_b}");
    let time = |left: [u64; 4]| {
        let mut clocks = Clocks::all(0);
        Seat::ALL.into_iter().zip(left).for_each(|(seat, ms)| clocks[seat] = ms);
        TimeLeft { clocks, base_ms: 120_000 }
    };
    // White on A is 10 s ahead of white on B, and black on B of black on A.
    let ahead_early = time([100_000, 90_000, 90_000, 100_000]);
    let ahead_late = time([20_000, 10_000, 10_000, 20_000]);
    assert_eq!((ahead_early.lead_ms(), ahead_late.lead_ms()), (10_000, 10_000));
    let [early, late] = [ahead_early, ahead_late].map(|time| expected([&even, &even], Some(&time)));
    assert!(late > early && early > 0.55, "{early} {late}: the same lead counts more when little is left");
    assert!(late < chance(&[0.0, 1.0], &WEIGHTS), "bounded");
    assert_eq!(features(100, None), [1.0, 0.0]);
    let nothing_left = TimeLeft { clocks: Clocks::all(0), base_ms: 0 };
    assert_eq!(expected([&even, &even], Some(&nothing_left)), 0.5);
}

#[test]
fn after_a_mate_the_expectation_is_the_result() {
    let walk = walk(MATED_ON_A);
    let verdicts = verdicts(&walk, 1000);
    let deeper = BTreeMap::new();
    let review = Review::new(&walk, &verdicts, &deeper);
    assert_eq!(review.stands.last().expect("an end").team, 1.0);
    // A resignation is no ply's doing: the last ply keeps what the boards say.
    let resigned = MATED_ON_A.replace("4A. Qxf7# {56.0} {Bob checkmated} 1-0", "{Ann <b> resigns} 0-1");
    let walk = self::walk(&resigned);
    let verdicts = self::verdicts(&walk, 1000);
    let review = Review::new(&walk, &verdicts, &deeper);
    assert!(review.stands.last().expect("an end").team > 0.5, "white on A mates at once");
}

#[test]
fn a_loss_is_named_only_if_the_longer_search_agrees() {
    let walk = walk(MATED_ON_A);
    let verdicts = verdicts(&walk, 1000);
    let indices = unsure(&walk, &verdicts);
    let blunder = [6, 7].map(|moment| walk.moments[moment].boards[0]);
    assert!(blunder.iter().all(|index| indices.contains(index)), "{indices:?}: 3a. Nf6 allows a mate in one");
    let named = |deeper: &BTreeMap<usize, Judgment>| {
        let review = Review::new(&walk, &verdicts, deeper);
        let swings = review.decisive.iter().filter(|moment| moment.kind == MomentKind::Swing);
        swings.map(|moment| moment.index).collect::<Vec<_>>()
    };
    let agreeing: BTreeMap<usize, Judgment> = indices.iter().map(|&index| (index, verdicts[index].clone())).collect();
    assert!(named(&agreeing).contains(&7), "{:?}", named(&agreeing));
    let calm = Judgment { score: 0, depth: 20, best: None, line: Vec::new(), hangs: false };
    let disagreeing: BTreeMap<usize, Judgment> = indices.iter().map(|&index| (index, calm.clone())).collect();
    assert_eq!(named(&disagreeing), Vec::<usize>::new(), "the longer search sees nothing lost");
}

#[test]
fn bug_a_mate_in_one_by_black_was_shown_as_a_mated_board() {
    for (cp, shown) in [
        (score::MATE - 1, "#1"),
        (1 - score::MATE, "#-1"),
        (score::MATE - 2, "#1"),
        (2 - score::MATE, "#-1"),
        (3 - score::MATE, "#-2"),
    ] {
        assert_eq!(judge::text(cp), shown);
    }
    assert_eq!((judge::text(score::MATE), judge::text(-score::MATE)), ("#".to_owned(), "#-".to_owned()));
    assert_eq!((judge::mate_moves(-score::MATE), judge::mate_moves(300)), (Some(0), None));
}

#[test]
fn the_summary_has_a_line_a_player_and_the_html_stands_alone() {
    let (folder, file) = folder(&format!("{MATED_ON_A}\n{}", MATED_ON_A.replace("Ann <b>", "Eve")));
    let file = file.to_string_lossy();
    let (done, out, err) = tandem(&["analyze", &file, "--nodes", "1000", "--summary"]);
    assert!(done && err.is_empty(), "{out}{err}");
    assert_eq!(out.lines().count(), 1 + 5, "{out}");
    let (done, out, _) = tandem(&["analyze", &file, "--nodes", "1000", "--summary", "--json"]);
    let players: Vec<Value> = out
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).expect("JSON").get("player").cloned())
        .collect();
    let bob = players.iter().find(|player| player["name"] == "Bob").expect("a player");
    assert!(done, "{out}");
    assert_eq!((&bob["results"]["losses"], &bob["mates"], &bob["sits"]), (&2.into(), &2.into(), &2.into()), "{bob}");
    assert_eq!(bob["phases"][0]["moves"], 6);
    assert_eq!(bob["phases"][0]["marks"][2], 2, "both times the blunder: {bob}");
    assert_eq!(bob["openings"]["e4 e5 Qh5 Nc6"]["losses"], 2);

    for (language, word) in [("en", "Players"), ("ru", "Игроки")] {
        let page = folder.path().join(format!("{language}.html"));
        let path = page.to_string_lossy();
        let args = ["analyze", &*file, "--nodes", "1000", "--html", &*path, "--language", language];
        let (done, out, err) = tandem(&args);
        assert!(done, "{out}{err}");
        let html = fs::read_to_string(&page).expect("a file");
        assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"), "{html}");
        assert!(html.contains(word) && html.contains("3a. Nf6??") && html.contains("what &amp; why"), "{html}");
        assert!(html.contains("Ann &lt;b&gt;") && !html.contains("Ann <b>"), "names are escaped");
        assert!(!html.contains("http") && !html.contains("<script"), "nothing from outside");
        assert_eq!(html.matches("<section>").count(), 2);
    }
    let (done, _, err) = tandem(&["analyze", &file, "--language", "ru"]);
    assert!(!done && err.contains("--html"), "{err}");
    let (done, _, err) = tandem(&["analyze", &file, "--nodes", "1000", "--html", "no/such/place.html"]);
    assert!(!done && err.contains("--html no/such/place.html"), "{err}");
}

#[test]
fn bug_the_russian_html_told_why_a_game_ended_in_english() {
    let (folder, file) = folder(&MATED_ON_A.replace("4A. Qxf7# {56.0} {Bob checkmated} 1-0", "{Bob resigns} 1-0"));
    let page = folder.path().join("ru.html");
    let [file, path] = [&file, &page].map(|path| path.to_string_lossy().into_owned());
    let (done, out, err) = tandem(&["analyze", &file, "--nodes", "20", "--html", &path, "--language", "ru"]);
    assert!(done, "{out}{err}");
    let html = fs::read_to_string(&page).expect("a file");
    assert!(html.contains("<b>Конец:</b> Bob (чёрные на A) сдача") && !html.contains("resignation"), "{html}");
}

#[test]
fn bug_the_commented_games_were_lost_where_the_html_went_to_the_same_file() {
    let (folder, file) = folder_of_one();
    let [games, page, file] =
        [folder.path().join("out"), folder.path().join("./out"), file].map(|path| path.to_string_lossy().into_owned());
    let (done, out, err) = tandem(&["analyze", &file, "--nodes", "20", "--bpgn", &games, "--html", &page]);
    assert!(!done && out.is_empty(), "{out}");
    assert!(err.contains(&format!("--html {page}: the games of --bpgn would go to the same file")), "{err}");
    assert!(!fs::exists(&games).expect("a folder"), "nothing was written");
}

#[test]
fn bug_games_that_an_analysis_left_out_were_lost_where_it_wrote_into_their_file() {
    let cases: [(String, &[&str], &str); 3] = [
        (MATED_ON_A.to_owned(), &["--html"], "would lose its games"),
        (format!("{MATED_ON_A}\n{MATED_ON_A}"), &["--game", "1", "--bpgn"], "all games but one"),
        (format!("[Rules \"klingon\"]\n1A. e4 *\n{MATED_ON_A}"), &["--bpgn"], "what is damaged"),
    ];
    for (text, options, part) in cases {
        let (_folder, file) = folder(&text);
        let name: &str = &file.to_string_lossy();
        let (done, _, err) = tandem(&[&["analyze", name, "--nodes", "20"][..], options, &[name]].concat());
        assert!(!done && err.contains(part), "{options:?}: {err}");
        assert_eq!(fs::read_to_string(&file).ok(), Some(text));
    }
}

/// A player's line of the summary of a game.
fn summary_of(game: &str, name: &str) -> Value {
    let (_folder, file) = folder(game);
    let (done, out, err) = tandem(&["analyze", &file.to_string_lossy(), "--nodes", "20", "--summary", "--json"]);
    assert!(done, "{err}");
    let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut players = lines.filter_map(|line| line.get("player").cloned());
    players.find(|player| player["name"] == name).expect("a player")
}

#[test]
fn bug_a_person_on_both_seats_of_a_team_had_played_two_games() {
    let player = summary_of(&MATED_ON_A.replace("Dan", "Ann <b>"), "Ann <b>");
    assert_eq!((&player["results"]["wins"], &player["results"]["losses"]), (&1.into(), &0.into()), "{player}");
    // Each board has its opening.
    assert_eq!(player["openings"].as_object().map(|openings| openings.len()), Some(2), "{player}");
}

#[test]
fn bug_sits_were_counted_among_the_few_moments_that_decided_alone() {
    let [white, black] = ["a3 b3 c3 d3 e3 f3 g3 h3 a4 b4", "a6 b6 c6 d6 e6 f6 g6 h6 a5 h5"];
    let mut game =
        "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[TimeControl \"600+0\"]\n\n\
        1B. a3 {599.9} 1b. a6 {599.9} 2B. b3 {599.8} 2b. b6 {599.8}"
            .to_owned();
    for (number, (white, black)) in (1..).zip(white.split(' ').zip(black.split(' '))) {
        // White moves after a second, black after 40.
        game += &format!(" {number}A. {white} {{{}.9}} {number}a. {black} {{{}.0}}", 600 - number, 600 - 40 * number);
    }
    let player = summary_of(&(game + " {Bob resigns} 1-0\n"), "Bob");
    assert_eq!((&player["sits"], &player["timed_moves"]), (&10.into(), &10.into()), "{player}");
}

#[test]
fn an_expectation_is_fitted_to_games_and_its_accuracy_told() {
    // Twelve games of team 1, which mates, under other names.
    let games: String =
        (0..12).map(|number| MATED_ON_A.replace("Cid", &format!("Cid {number}"))).collect::<Vec<_>>().join("\n");
    let (_folder, file) = folder(&games);
    let args = ["fit", "expectation", &file.to_string_lossy(), "--nodes", "300", "--parts", "3", "--quiet"];
    let (done, out, err) = tandem(&args);
    assert!(done, "{out}{err}");
    assert!(out.starts_with("12 games, 12 with clocks, 0 left out; 300 nodes a position, network"), "{out}");
    for row in ["a coin", "in the program", "fitted here", "games not seen"] {
        assert!(out.contains(row), "{row} is missing:\n{out}");
    }
    assert!(out.contains("0.693"), "a coin's loss: {out}");
    let (_folder, file) = folder_of_one();
    let (done, _, err) = tandem(&["fit", "expectation", &file.to_string_lossy(), "--quiet", "--nodes", "100"]);
    assert!(!done && err.contains("1 game with a winner is too few"), "{err}");
}

fn folder_of_one() -> (tempfile::TempDir, PathBuf) {
    folder(MATED_ON_A)
}
