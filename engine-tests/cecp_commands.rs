//! CECP by transcript: refused positions, and what changes in mid analysis.

use crate::cecp_session::{ask, bfen, session, sync};
use crate::driver::count;
use std::thread::sleep;
use std::time::Duration;

/// Only a knight on f7 mates.
const MATE_IN_ONE: &str = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";

#[test]
fn bug_an_option_did_not_reach_the_analysis_under_way() {
    let mut driver = session("bughouse");
    driver.send("analyze");
    driver.expect("4 ");
    driver.send("option MultiPV=3");
    driver.expect("1 ");
    let lines = driver.until("4 ");
    assert!(count(&lines, "3 ") >= 3, "three lines: {lines:?}");
    driver.quit();
}

#[test]
fn bug_after_a_refused_position_the_old_one_was_played_on() {
    let mut driver = session("bughouse");
    let before = bfen(&mut driver);
    driver.send("st 1000\ngo");
    let lines = ask(&mut driver, "setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror "), "the search is dropped: {lines:?}");
    for (line, answer) in [
        ("usermove e2e4", "Illegal move (no legal position is set up): e2e4"),
        ("go", "Error (no legal position is set up): go"),
        ("playother", "Error (no legal position is set up): playother"),
    ] {
        assert_eq!(ask(&mut driver, line), [answer]);
    }
    assert_eq!(bfen(&mut driver), before);
    // The next position and a new game end it.
    driver.send(&format!("force\nst 0.1\nsetboard {MATE_IN_ONE}\ngo"));
    assert_eq!(driver.expect("move "), "move N@f7");
    let lines = ask(&mut driver, "force\nsetboard nothing\nnew\nvariant bughouse\nusermove e2e4");
    assert_eq!((count(&lines, "tellusererror "), count(&lines, "Illegal move ")), (1, 0), "{lines:?}");
    driver.quit();
}

#[test]
fn bug_after_a_refused_position_the_old_one_was_analyzed_on() {
    let mut driver = session("bughouse");
    driver.send("force\nusermove e2e4\nanalyze");
    driver.expect("4 ");
    let lines = ask(&mut driver, "setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(count(&lines, "tellusererror "), 1, "{lines:?}");
    for command in ["undo", "remove"] {
        assert_eq!(ask(&mut driver, command), [format!("Error (no legal position is set up): {command}")]);
    }
    // A piece that arrives, and other rules.
    driver.send("holding [N] []\noption drop-check=forbidden\noption drop-check=allowed\nanalyze");
    sleep(Duration::from_millis(100));
    assert_eq!(sync(&mut driver).len(), 0);
    driver.send(&format!("setboard {MATE_IN_ONE}"));
    driver.expect("1 100001 ");
    driver.quit();
}
