//! The opening book: `OwnBook` in the protocols, and `tandem book`.

use crate::cecp_session::{ask, session};
use crate::driver::{Driver, count, value};

const START: &str = "position startpos | startpos clock 60000 60000 60000 60000";
const NOTE: &str = "info board A string a move of the opening book";

/// The deepest iteration that was reported, of a search started by `go`.
fn depth(driver: &mut Driver, go: &str) -> u32 {
    driver.send(go);
    let lines = driver.until("bestmove");
    lines.iter().filter_map(|line| value(line, "depth").parse().ok()).max().expect("a depth")
}

#[test]
fn a_move_of_the_book_is_played_at_once_by_the_clock_alone() {
    let mut driver = Driver::session("ubi");
    driver.send("setoption name NodesPerMs value 10");
    driver.send(START);
    assert_eq!(depth(&mut driver, "go board A"), 1);
    assert_eq!(depth(&mut driver, "go board A depth 4"), 4);
    assert!(depth(&mut driver, "go board A nodes 5000") > 1);
    driver.send("setoption name OwnBook value false");
    assert!(depth(&mut driver, "go board A") > 1);
    driver.send("setoption name OwnBook value perhaps");
    let lines = driver.sync();
    assert!(lines.iter().any(|line| line.contains("`perhaps` is not true or false")), "{lines:?}");
    assert!(depth(&mut driver, "go board A") > 1, "the old value stands");
    driver.quit();
}

#[test]
fn the_book_is_for_empty_hands_and_full_strength_and_a_partner_without_wishes() {
    let mut driver = Driver::session("ubi");
    driver.send("setoption name NodesPerMs value 10");
    driver.send(
        "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 1 | startpos clock 60000 60000 60000 60000",
    );
    assert!(depth(&mut driver, "go board A") > 1, "a knight in hand");
    driver.send("setoption name Skill Level value 5");
    driver.send(START);
    assert!(depth(&mut driver, "go board A") > 1, "level 5");
    driver.send("setoption name Skill Level value 8");
    driver.send("partnermsg need n urgency high");
    assert!(depth(&mut driver, "go board A") > 1, "a wish");
    driver.quit();
}

#[test]
fn the_book_is_said_and_varies_from_game_to_game() {
    let mut driver = Driver::session("ubi");
    let mut moves = Vec::new();
    for _ in 0..60 {
        driver.send("ubinewgame");
        driver.send(START);
        driver.send("go board A");
        let lines = driver.until("bestmove");
        assert_eq!(count(&lines, NOTE), 1, "{lines:?}");
        moves.push(lines.last().cloned().expect("a move"));
    }
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "always {moves:?}");
    driver.quit();
}

#[test]
fn xboard_has_the_book_in_bughouse() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 1 0\ntime 6000\notim 6000\ngo");
    let lines = driver.until("move");
    assert!(lines.iter().any(|line| line == "# a move of the opening book"), "{lines:?}");
    driver.quit();
}

#[test]
fn bug_bk_said_that_there_is_no_opening_book() {
    let mut driver = session("bughouse");
    let lines = ask(&mut driver, "bk");
    let [moves @ .., end] = &lines[..] else { panic!("no answer") };
    assert!(moves.len() > 1 && moves[0].starts_with(" e2e4 ") && end.is_empty(), "{lines:?}");
    assert!(moves.iter().all(|line| line.starts_with(' ') && line.ends_with(" cp")), "{lines:?}");
    for other in ["setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 1", "new\nvariant crazyhouse"] {
        driver.send(other);
        assert_eq!(ask(&mut driver, "bk"), [" the opening book has no move here", ""], "{other}");
    }
    driver.quit();
}

fn book(arguments: &[&str]) -> (bool, String) {
    let (_, status, errors) = Driver::start(&[&["book"], arguments].concat()).wait();
    (status.success(), errors)
}

#[test]
fn a_book_goes_on_where_it_ended_and_is_the_same_with_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let [in_parts, at_once] = ["parts", "once"].map(|name| folder.path().join(name).display().to_string());
    for positions in ["5", "20"] {
        assert!(book(&["--out", &in_parts, "--positions", positions, "--nodes", "2000", "--threads", "1"]).0);
    }
    assert!(book(&["--out", &at_once, "--positions", "20", "--nodes", "2000", "--threads", "2"]).0);
    let [parts, once] = [&in_parts, &at_once].map(|file| std::fs::read_to_string(file).expect("a file"));
    assert_eq!(parts, once);
    assert_eq!(parts.lines().filter(|line| !line.starts_with('#')).count(), 20);
}

#[test]
fn a_file_that_is_no_book_is_named_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game");
    std::fs::write(&file, "e2e4: e7e9 3\n").expect("a file");
    let (success, error) = book(&["--out", &file.display().to_string(), "--positions", "1", "--nodes", "10"]);
    assert!(!success && error.contains("line 1: `e7e9` is not a legal move"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "e2e4: e7e9 3\n");
}

#[test]
fn bug_perft_and_book_took_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book").display().to_string();
    let many = ["--threads", "1025"];
    let (success, error) = book(&[&["--out", &*file, "--positions", "1", "--nodes", "10"], &many[..]].concat());
    assert!(!success && error.contains("1025 is not in 0..=1024"), "{error}");
    let (_, status, error) = Driver::start(&[&["perft", "1"], &many[..]].concat()).wait();
    assert!(!status.success() && error.contains("1025 is not in 0..=1024"), "{error}");
}
