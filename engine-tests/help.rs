//! `tandem help`: every topic and command is shown, and every reference to a topic is valid.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tandem::game::Rules;
use tandem::protocol::options::{Dialect, Settings, declarations};

fn tandem(arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).output().expect("tandem runs")
}

fn shown(arguments: &[&str]) -> String {
    let output = tandem(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8 comes out")
}

/// The topics and commands that `tandem help` lists.
fn listed() -> Vec<String> {
    let all = shown(&["help"]);
    let entries =
        all.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ") && !line.starts_with("  -"));
    entries.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Regression: this was a panic.
#[test]
fn a_tool_whose_reader_has_gone_ends_without_a_word() {
    for arguments in [&["bench", "1"][..], &["bench", "1", "--threads", "2"], &["perft", "2"], &["eval"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(arguments).stdout(writer).output().expect("tandem runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn bug_a_bench_took_depths_that_no_search_has() {
    for depth in ["0", "128", "99999"] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["bench", depth]).output().expect("tandem runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(told.contains(&format!("{depth} is not in 1..=127")), "{told}");
    }
}

#[test]
fn every_topic_and_command_is_shown() {
    let names = listed();
    for name in ["bench", "help", "openings", "talk", "options", "rules", "working"] {
        assert!(names.iter().any(|each| each == name), "{name} is not in {names:?}");
    }
    for name in &names {
        assert!(shown(&["help", name]).lines().count() > 5, "{name}");
    }
    assert_eq!(shown(&["--help"]), shown(&["help"]));
    assert_eq!(shown(&["help", "ubi"]), shown(&["help", "protocols"]));
}

#[test]
fn a_command_of_the_same_name_comes_first() {
    let text = shown(&["help", "match"]);
    let (options, topic) = (text.find("--concurrency"), text.find("Referee\n"));
    assert!(options.is_some() && options < topic, "{text}");
    assert!(shown(&["help", "match", "merge"]).contains("Usage: tandem match merge"));
}

#[test]
fn an_unknown_topic_is_quoted_and_the_nearest_named() {
    let refused = |arguments: &[&str]| {
        let output = tandem(&[&["help"], arguments].concat());
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let message = refused(&["optoins"]);
    assert!(message.contains("`optoins` (did you mean `options`?)") && message.contains("statistics"), "{message}");
    assert!(refused(&["Bnech"]).contains("did you mean `bench`?"));
    let message = refused(&["xyzzy", "ab"]);
    assert!(message.contains("`xyzzy ab`") && !message.contains("did you mean"), "{message}");
    assert!(refused(&["talk", "ab"]).contains("`talk ab`"));
}

#[test]
fn bug_the_man_page_named_pages_that_do_not_exist() {
    let page = shown(&["man"]);
    assert!(page.contains("\ntandem analyze\n") && !page.contains(r"tandem\-analyze"), "{page}");
}

#[test]
fn lines_fit_a_terminal() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tools/help");
    let paths = fs::read_dir(folder).expect("the texts can be listed").map(|entry| entry.expect("an entry").path());
    let texts: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    assert!(texts.len() > 5, "only {} texts", texts.len());
    for line in texts.iter().map(|path| fs::read_to_string(path).expect("UTF-8")).collect::<String>().lines() {
        assert!(line.chars().count() <= 100 && line == line.trim_end(), "{line}");
    }
}

/// Whether a line of the text begins with `name`.
fn explains(text: &str, name: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().next() == Some(name))
}

#[test]
fn every_option_and_rule_is_explained() {
    let (options, rules) = (shown(&["help", "options"]), shown(&["help", "rules"]));
    let declared = |dialect| declarations(dialect, Settings::new(dialect));
    for line in [Dialect::Ubi, Dialect::Uci].into_iter().flat_map(declared) {
        let name = line.split(' ').nth(2).expect("option name NAME, of which the first word tells enough");
        assert!(explains(&options, name) || explains(&rules, name), "{name}");
    }
    for option in Rules::options() {
        for value in option.values {
            assert!(rules.contains(value), "{}={value}", option.name);
        }
    }
    for preset in Rules::PRESETS {
        assert!(explains(&rules, preset), "{preset}");
    }
}

/// The words after `prefix` in a text, each up to the next character that is not alphanumeric.
fn words_behind<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(prefix).skip(1).filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next())
}

#[test]
fn whatever_names_a_topic_names_one_that_exists() {
    let help: String = listed().iter().map(|name| shown(&["help", name])).collect();
    let texts = [include_str!("../README.md"), help.as_str()];
    let named: Vec<&str> = texts.into_iter().flat_map(|text| words_behind(text, "tandem help ")).collect();
    assert!(named.len() > 10, "hardly any topic is named");
    for name in named.into_iter().filter(|&name| !name.is_empty() && name != "TOPIC") {
        assert!(tandem(&["help", name]).status.success(), "tandem help {name}");
    }
}

#[test]
fn the_readme_is_short_and_its_paths_exist() {
    let readme = include_str!("../README.md");
    assert!(readme.lines().count() < 220, "{} lines", readme.lines().count());
    for row in readme.lines().filter(|line| line.starts_with("| `src/") || line.starts_with("| `benches")) {
        let path = row.split('`').nth(1).unwrap_or("");
        // Every path in the README's table exists.
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
    }
}
