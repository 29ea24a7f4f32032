//! `tandem datagen` and `tandem data`: the same games after any interruption, and every damage detected.

use proptest::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tandem::game::{BoardId, Seat};
use tandem::tools::data::{Games, Header, StoredGame, files, replay, start};
use tandem::types::Color;
use tempfile::TempDir;

/// Nodes of each search, so few that the games of a test take a second.
const NODES: &str = "40";

fn tandem(arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).output().expect("tandem runs")
}

/// Makes games in a folder; panics on failure.
fn make(folder: &Path, games: u32, more: &[&str]) {
    let output = generate(folder, games, more);
    assert!(output.status.success(), "{output:?}");
}

fn generate(folder: &Path, games: u32, more: &[&str]) -> Output {
    let (folder, games) = (folder.to_string_lossy(), games.to_string());
    let fixed = ["datagen", "--quiet", "--games", &games, "--nodes", NODES, "--out", &folder];
    tandem(&[&fixed[..], more].concat())
}

fn errors(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn bytes(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("games.bin")).expect("a file of games")
}

fn read(path: &Path) -> Vec<StoredGame> {
    let games = Games::open(path).expect("a header").collect::<Result<Vec<_>, _>>().expect("whole blocks");
    games.concat()
}

fn header(path: &Path) -> Header {
    Games::open(path).expect("a header").header().clone()
}

#[test]
fn the_bytes_depend_on_the_seed_alone() {
    let place = TempDir::new().expect("a folder");
    let [one, two, other] = ["one", "two", "other"].map(|name| place.path().join(name));
    make(&one, 20, &[]);
    make(&two, 20, &["--threads", "3"]);
    assert_eq!(bytes(&one), bytes(&two), "threads change nothing");
    make(&other, 3, &["--seed", "2"]);
    assert_ne!(read(&one.join("games.bin"))[0].plies, read(&other.join("games.bin"))[0].plies);

    // Killed at any point: in the header, a block header, a block or between blocks; and first with fewer games
    // requested.
    let whole = bytes(&one);
    for length in [0, 5, 70, 130, 2000, whole.len() / 2, whole.len() - 1] {
        fs::write(two.join("games.bin"), &whole[..length]).expect("a torn file");
        make(&two, 20, &[]);
        assert_eq!(bytes(&two), whole, "torn at {length}");
    }
    let three = place.path().join("three");
    make(&three, 3, &[]);
    make(&three, 20, &[]);
    assert_eq!(bytes(&three), whole, "3 games first");
    make(&three, 3, &[]);
    assert_eq!(bytes(&three), whole, "nothing to do");
}

#[test]
fn games_are_whole_and_told_of() {
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("games");
    make(&folder, 12, &["--threads", "2", "--rules", "fics"]);
    let path = files(std::slice::from_ref(&folder)).remove(0);
    let header = header(&path);
    let games = read(&path);
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    for game in &games {
        let random = game.plies.iter().filter(|ply| ply.random).count();
        assert!((16..=18).contains(&random), "{random} random plies");
        let mut shown = 0;
        replay(game, &header, |moment| {
            assert_eq!(moment.ply.in_check, moment.position().in_check() && !moment.ply.random);
            assert!(Seat::ALL.iter().all(|&seat| moment.clocks[seat] > 0), "{:?}", moment.clocks);
            shown += 1;
        })
        .expect("legal moves");
        assert_eq!(shown, game.plies.len());
    }
    let output = tandem(&["data", "info", &folder.to_string_lossy()]);
    let text = String::from_utf8_lossy(&output.stdout);
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    let usable = games.iter().flat_map(|game| &game.plies).filter(|ply| ply.is_usable()).count();
    for wanted in
        ["rules=fics", "games        12", &format!("plies        {plies}"), &format!("usable       {usable} ")]
    {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
}

#[test]
fn battles_begin_with_set_ups_that_follow_from_seed_and_number() {
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("battles");
    make(&folder, 12, &["--variant", "battle"]);
    let path = folder.join("games.bin");
    let (header, games) = (header(&path), read(&path));
    let mut starts = HashSet::new();
    for game in &games {
        let begun = start(&header, game.number, game.clocks);
        let position = begun.position(BoardId::A);
        assert_eq!(position.to_bfen(), start(&header, game.number, game.clocks).position(BoardId::A).to_bfen());
        assert!(!position.in_check() && position.halfmove_clock() == 0);
        starts.insert(position.to_bfen());
        assert!(game.plies.iter().all(|ply| ply.board == BoardId::A && !ply.mv.is_drop()));
        replay(game, &header, |moment| assert!(moment.position().hand(Color::White).is_empty())).expect("legal moves");
    }
    assert_eq!(starts.len(), games.len(), "other games have other set-ups");
    // Files that are there are read by the same set-ups.
    assert_eq!(
        start(&header, 0, games[0].clocks).position(BoardId::A).to_bfen(),
        "b3kqn1/p1p1prpp/np1p1prb/8/8/2RP1PQ1/PPPNPNPP/BBR1K3 w - - 0 1"
    );
    let other = Header { seed: header.seed + 1, ..header };
    assert!(!starts.contains(&start(&other, 0, games[0].clocks).position(BoardId::A).to_bfen()));
}

#[test]
fn crazyhouse_is_played_on_one_board_by_its_own_rules() {
    let place = TempDir::new().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| place.path().join(name));
    make(&one, 12, &["--variant", "crazyhouse"]);
    make(&two, 12, &["--variant", "crazyhouse", "--threads", "3"]);
    assert_eq!(bytes(&one), bytes(&two), "threads change nothing");
    let path = one.join("games.bin");
    let (header, games) = (header(&path), read(&path));
    let mut dropped = 0;
    for game in &games {
        let random = game.plies.iter().filter(|ply| ply.random).count();
        assert!((8..=9).contains(&random), "{random} random plies");
        assert!(game.plies.iter().all(|ply| ply.board == BoardId::A && !ply.sat), "a ply on board B, or a sit");
        dropped += game.plies.iter().filter(|ply| ply.mv.is_drop()).count();
        replay(game, &header, |_| {}).expect("legal moves");
    }
    assert!(dropped > 0, "no captured piece has come back");
    assert!(games.iter().any(|game| game.winner.is_some()), "every game is drawn");
    let check = tandem(&["data", "check", &one.to_string_lossy()]);
    assert!(check.status.success() && String::from_utf8_lossy(&check.stdout).contains("rules=crazyhouse"), "{check:?}");
    let mixed = errors(&generate(&one, 14, &[]));
    assert!(mixed.contains("rules=crazyhouse") && mixed.contains("rules=international"), "{mixed}");
    assert!(errors(&generate(&one, 14, &["--variant", "crazyhouse", "--rules", "fics"])).contains("--rules"));
}

#[test]
fn wrong_terms_and_damaged_files_are_refused_and_nothing_is_lost() {
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("games");
    make(&folder, 2, &[]);
    let before = bytes(&folder);
    let message = errors(&generate(&folder, 4, &["--seed", "7"]));
    assert!(message.contains("seed=1\n") && message.contains("seed=7\n"), "{message}");
    let gambler = errors(&generate(&folder, 4, &["--rules", "gambler"]));
    assert!(gambler.contains("take-from-partner-board"), "{gambler}");

    // A foreign file stays as it is.
    let foreign = place.path().join("foreign");
    fs::create_dir(&foreign).expect("a folder");
    fs::write(foreign.join("games.bin"), "something else, longer than the beginning of a header").expect("a file");
    assert!(errors(&generate(&foreign, 2, &[])).contains("byte 0: no file of games"));
    assert!(bytes(&foreign).starts_with(b"something else"));

    // Damage in the middle is not taken for a torn end.
    let mut damaged = before.clone();
    let at = damaged.len() / 2;
    damaged[at] ^= 1;
    fs::write(folder.join("games.bin"), &damaged).expect("a file");
    assert!(errors(&generate(&folder, 4, &[])).contains("checksum"));
    assert_eq!(bytes(&folder), damaged);

    fs::write(folder.join("games.bin"), &before[..before.len() - 1]).expect("a file");
    let torn = errors(&tandem(&["data", "info", &folder.to_string_lossy()]));
    assert!(torn.contains("ends within a block"), "{torn}");
}

#[test]
fn bug_a_file_in_the_folders_place_was_told_as_one_that_exists() {
    let place = TempDir::new().expect("a folder");
    let path = place.path().join("games");
    fs::write(&path, "mine").expect("a file");
    let told = errors(&generate(&path, 1, &[]));
    assert!(told.contains("games: not a directory"), "{told}");
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("mine"));
}

#[test]
fn bug_a_file_larger_than_memory_was_emptied() {
    const SIZE: u64 = 1 << 42;
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("games");
    make(&folder, 2, &[]);
    let file = fs::OpenOptions::new().write(true).open(folder.join("games.bin")).expect("a file");
    // A hole behind the games; not every file system has room for so large a one.
    if file.set_len(SIZE).is_err() {
        return;
    }
    assert!(errors(&generate(&folder, 4, &[])).contains("checksum"));
    assert_eq!(file.metadata().expect("a file").len(), SIZE);
}

#[test]
fn files_are_checked_and_merged() {
    let place = TempDir::new().expect("a folder");
    let [one, two, merged] = ["one", "two", "merged.bin"].map(|name| place.path().join(name));
    let [one_text, two_text, merged_text] = [&one, &two, &merged].map(|path| path.to_string_lossy().into_owned());
    make(&one, 18, &[]);
    make(&two, 3, &["--seed", "2"]);
    let merge = |paths: &[&str]| tandem(&[&["data", "merge", "--out", &merged_text], paths].concat());
    let check = |paths: &[&str]| tandem(&[&["data", "check"], paths].concat());

    let twice = errors(&merge(&[&one_text, &two_text, &one_text]));
    assert!(twice.contains("hold the same games") && !merged.exists(), "{twice}");
    // A torn end is left out, and said so.
    let whole = bytes(&two);
    fs::write(two.join("games.bin"), &whole[..whole.len() - 1]).expect("a file");
    assert!(errors(&check(&[&one_text, &two_text])).contains("ends within a block"));
    let output = merge(&[&one_text, &two_text]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("incomplete last block"), "{output:?}");
    fs::remove_file(&merged).expect("a file");
    fs::write(two.join("games.bin"), &whole).expect("a file");

    let output = merge(&[&one_text, &two_text]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("21 games in 2 parts"), "{output:?}");
    let [first, second] = [&one, &two].map(|folder| read(&folder.join("games.bin")));
    assert_eq!(read(&merged), [first, second].concat());
    assert_eq!(fs::read(&merged).expect("a file"), [bytes(&one), whole].concat());
    let sound = check(&[&merged_text]);
    let text = String::from_utf8_lossy(&sound.stdout).into_owned();
    assert!(sound.status.success() && text.contains("18 games") && text.contains("seed=2"), "{text}");
    assert!(errors(&merge(&[&one_text])).contains("it is there already"));
    assert!(errors(&check(&[&merged_text, &two_text])).contains("hold the same games"));
    // Datagen does not continue a file of several parts.
    fs::copy(&merged, one.join("games.bin")).expect("a file");
    assert!(errors(&generate(&one, 40, &[])).contains("game 0 follows"));
}

#[test]
fn bug_a_merge_overwrote_the_file_beside_its_own() {
    let place = TempDir::new().expect("a folder");
    let [folder, merged, beside] = ["games", "all.bin", "all.bin.part"].map(|name| place.path().join(name));
    make(&folder, 2, &[]);
    fs::copy(folder.join("games.bin"), &beside).expect("a file");
    let output = tandem(&["data", "merge", &beside.to_string_lossy(), "--out", &merged.to_string_lossy()]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read(&merged).expect("a file"), bytes(&folder));
    assert_eq!(fs::read(&beside).expect("a file"), bytes(&folder));
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 3, "nothing else is left behind");
}

#[test]
fn bug_a_merge_of_files_without_games_wrote_an_empty_file() {
    let place = TempDir::new().expect("a folder");
    let [folder, merged] = ["games", "all.bin"].map(|name| place.path().join(name));
    make(&folder, 2, &[]);
    let header = Games::open(&folder.join("games.bin")).expect("a header").header().bytes();
    fs::write(folder.join("games.bin"), header).expect("a file");
    let told = errors(&tandem(&["data", "merge", &folder.to_string_lossy(), "--out", &merged.to_string_lossy()]));
    assert!(told.contains("games.bin: no games to merge"), "{told}");
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn bug_a_merge_ended_without_a_file_or_a_word_when_stderr_was_closed() {
    let place = TempDir::new().expect("a folder");
    let [folder, merged] = ["games", "all.bin"].map(|name| place.path().join(name));
    make(&folder, 18, &[]);
    let whole = bytes(&folder);
    fs::write(folder.join("games.bin"), &whole[..whole.len() - 1]).expect("a torn file");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    let command = command.args(["data", "merge"]).arg(&folder).arg("--out").arg(&merged);
    let output = command.stderr(writer).output().expect("tandem runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(read(&merged).len(), 16);
}

/// Reads a file of two games after a change; returns the number of games, or the error.
fn read_changed(change: impl FnOnce(&mut Vec<u8>)) -> Result<usize, String> {
    static WHOLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let place = TempDir::new().expect("a folder");
    let whole = WHOLE.get_or_init(|| {
        let folder = place.path().join("whole");
        make(&folder, 2, &[]);
        bytes(&folder)
    });
    let mut changed = whole.clone();
    change(&mut changed);
    let path: PathBuf = place.path().join("changed");
    fs::write(&path, &changed).expect("a file");
    let games = Games::open(&path).map_err(|error| error.to_string())?;
    let blocks = games.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    Ok(blocks.concat().len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_changed_byte_never_passes(place in any::<prop::sample::Index>(), change in 1u8..) {
        let mut index = 0;
        let read = read_changed(|bytes| {
            index = place.index(bytes.len());
            bytes[index] ^= change;
        });
        let message = read.expect_err("damage");
        let at = message.split("byte ").nth(1).and_then(|rest| rest.split(':').next()).and_then(|at| at.parse().ok());
        prop_assert!(at.is_some_and(|at: usize| at <= index), "byte {} is changed: {}", index, message);
    }

    #[test]
    fn noise_never_panics(noise in prop::collection::vec(any::<u8>(), 0..200), keep in 0usize..200) {
        let _ = read_changed(|bytes| {
            bytes.truncate(keep);
            bytes.extend(noise);
        });
    }
}
