//! Tunable parameters: names are unique, and with the feature `tune` each has an option.

use crate::driver::{Driver, count, value};
use std::collections::HashSet;
use tandem::protocol::options::TUNABLES;

#[test]
fn names_are_unique_and_defaults_in_their_ranges() {
    let names: HashSet<&str> = TUNABLES.iter().map(|number| number.name.as_str()).collect();
    assert_eq!(names.len(), TUNABLES.len());
    // One of each layer, and elements of arrays and of arrays of arrays.
    for name in ["rfp_margin", "tempo", "near_mate", "planned_moves", "mobility_5", "hand_percent_4_0"] {
        assert!(names.contains(name), "{name}");
    }
    for number in TUNABLES.iter() {
        assert!(number.range.contains(&number.default), "{number:?}");
        assert_eq!(number.value(), number.default, "{number:?}");
        let width = number.range.end() - number.range.start();
        assert!(number.step > 0 && number.step <= width, "{number:?}");
    }
}

#[test]
fn only_a_build_for_tuners_lists_them() {
    for protocol in ["uci", "ubi"] {
        let mut driver = Driver::start(&[]);
        driver.send(protocol);
        let lines = driver.until(&format!("{protocol}ok"));
        let listed = TUNABLES.iter().filter(|number| {
            let (name, low, high) = (&number.name, number.range.start(), number.range.end());
            let line = format!("option name {name} type spin default {} min {low} max {high}", number.default);
            lines.contains(&line)
        });
        let expected = if cfg!(feature = "tune") { TUNABLES.len() } else { 0 };
        assert_eq!(listed.count(), expected, "{protocol}");
        driver.quit();
    }
    let mut driver = Driver::start(&[]);
    driver.send("xboard");
    driver.send("protover 2");
    let lines = driver.until("feature done=1");
    let listed = count(&lines, "feature option=\"rfp_margin -spin 110 30 300\"");
    assert_eq!(listed, usize::from(cfg!(feature = "tune")), "{lines:?}");
    driver.quit();
}

/// Nodes of a search of the initial position.
fn nodes(driver: &mut Driver) -> String {
    driver.send("setoption name ClearHash");
    driver.send("position startpos");
    driver.send("go depth 9");
    let lines = driver.until("bestmove");
    let last = lines.iter().rfind(|line| line.starts_with("info depth 9")).cloned().unwrap_or_default();
    value(&last, "nodes").to_owned()
}

#[test]
fn an_option_changes_search_and_evaluation_and_back() {
    let mut driver = Driver::session("uci");
    if !cfg!(feature = "tune") {
        let lines = driver.ask("setoption name lmr_base value 0");
        assert_eq!(count(&lines, "info string error: "), 1, "{lines:?}");
        driver.quit();
        return;
    }
    let usual = nodes(&mut driver);
    for (name, changed, default) in [("lmr_base", 0, 700), ("hand_values_1", 20, 224), ("tempo", 90, 20)] {
        assert!(driver.ask(&format!("setoption name {name} value {changed}")).is_empty());
        assert_ne!(nodes(&mut driver), usual, "{name}");
        assert!(driver.ask(&format!("setoption name {name} value {default}")).is_empty());
    }
    let lines = driver.ask("setoption name lmr_base value 2001");
    assert!(lines.len() == 1 && lines[0].contains("`2001` is not a number from 0 to 2000"), "{lines:?}");
    driver.quit();
}
