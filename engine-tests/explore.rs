//! `tandem explore`: what a base of games tells of a position, and what becomes of it when something is wrong.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tandem::board::fen;
use tandem::tools::explore::base::Base;

/// Ann and Dan win; e4 on both boards, a pawn crosses to Dan.
const FIRST: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[WhiteAElo \"2100\"]\n\
    [WhiteBElo \"1900\"]\n\n1A. e4 1B. e4 1a. d5 2A. exd5 1b. P@e5 2B. Nf3 {Bob resigns} 1-0\n\n";
/// Team 2 wins; on A the order of moves is another.
const SECOND: &str = "[WhiteA \"Eve\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Fay\"]\n[WhiteAElo \"?\"]\n\
    [BlackAElo \"2000\"]\n\n1A. Nf3 1a. Nf6 2A. d4 1B. d4 1b. Nf6 2B. Nf3 {Eve resigns} 0-1\n\n";
/// A draw of the same boards by another order: the same position on A after three plies.
const THIRD: &str = "[WhiteA \"Gus\"]\n[BlackA \"Hal\"]\n[WhiteB \"Ida\"]\n[BlackB \"Jim\"]\n\n\
    1A. d4 1a. Nf6 2A. Nf3 2a. e6 1B. e4 {Game drawn by mutual agreement} 1/2-1/2\n\n";

struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with these games as `games.bpgn`.
    fn new(games: &[&str]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        folder.write("games.bpgn", games.concat().as_bytes());
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    fn tandem(&self, arguments: &[&str]) -> Output {
        command(self.0.path(), arguments).output().expect("it runs")
    }

    /// Adds `games.bpgn` to `base`, with success.
    fn build(&self) -> String {
        let output = self.tandem(&["explore", "build", "base", "games.bpgn"]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn asked(&self, arguments: &[&str]) -> Value {
        let output = self.tandem(&[&["explore", "base", "--json", "--nodes", "0"], arguments].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    /// The moves as `san played wins draws losses`.
    fn moves(&self, arguments: &[&str]) -> Vec<String> {
        let answer = self.asked(arguments);
        let moves = answer["moves"].as_array().expect("a list").iter().map(|row| {
            let number = |name: &str| row[name].as_u64().expect("a number");
            let [played, wins, draws, losses] = ["played", "wins", "draws", "losses"].map(number);
            format!("{} {played} {wins} {draws} {losses}", row["san"].as_str().expect("a move"))
        });
        moves.collect()
    }

    /// The error of a command that is refused, with the status 1.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.tandem(&[&["explore"], arguments].concat());
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

#[test]
fn moves_are_counted_with_results_and_ratings() {
    let folder = Folder::new(&[FIRST, SECOND, THIRD]);
    assert!(folder.build().contains("it holds 3 games"));
    // e4: Ann won on A, Cid lost on B, Ida drew on B.
    assert_eq!(folder.moves(&[]), ["e4 3 1 1 1", "d4 2 1 1 0", "Nf3 1 0 0 1"]);
    let first = &folder.asked(&[])["moves"][0];
    assert_eq!((first["score"].as_f64(), first["rating"].as_f64()), (Some(0.5), Some(2000.0)));
    assert_eq!(first["move"], "e2e4");
    // A rating that is no number is none.
    assert!(folder.asked(&[])["moves"][2]["rating"].is_null());
    assert_eq!(folder.moves(&["--moves", "1. e4 d5"]), ["exd5 1 1 0 0"]);
    assert_eq!(folder.moves(&["--moves", "e4 e5"]), Vec::<String>::new());
}

#[test]
fn both_boards_count_as_one_and_each_alone() {
    let folder = Folder::new(&[FIRST, SECOND, THIRD]);
    folder.build();
    assert_eq!(folder.moves(&["--board", "A"]), ["Nf3 1 0 0 1", "d4 1 0 1 0", "e4 1 1 0 0"]);
    assert_eq!(folder.moves(&["--board", "b"]), ["e4 2 0 1 1", "d4 1 1 0 0"]);
    let output = folder.tandem(&["explore", "base", "--board", "C"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("'C'"), "{output:?}");
}

#[test]
fn the_hand_is_part_of_the_position() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    // Dan holds the pawn that Ann has taken.
    assert_eq!(folder.moves(&["--moves", "e4", "--board", "B"]), Vec::<String>::new());
    let held = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 1";
    assert_eq!(folder.moves(&["--bfen", held]), ["P@e5 1 1 0 0"]);
    assert_eq!(folder.moves(&["--bfen", held, "--moves", "p@e5"]), ["Nf3 1 0 0 1"]);
}

#[test]
fn other_orders_of_moves_lead_to_the_same_position() {
    let folder = Folder::new(&[SECOND, THIRD]);
    folder.build();
    let expected = ["e6 1 0 1 0"];
    assert_eq!(folder.moves(&["--moves", "Nf3 Nf6 d4"]), expected);
    assert_eq!(folder.moves(&["--moves", "d2d4 g8f6 g1f3"]), expected);
}

#[test]
fn a_game_that_comes_again_changes_nothing() {
    let folder = Folder::new(&[FIRST, SECOND]);
    folder.build();
    let before = folder.asked(&[]);
    let told = folder.build();
    assert!(told.contains("0 games added") && told.contains("2 that it held already"), "{told}");
    assert_eq!(folder.asked(&[]), before);
    // A new file with one new game, twice, and one that is known.
    folder.write("games.bpgn", [THIRD, SECOND, THIRD].concat().as_bytes());
    let told = folder.build();
    assert!(told.contains("1 game added") && told.contains("it holds 3 games"), "{told}");
    let whole = Folder::new(&[FIRST, SECOND, THIRD]);
    whole.build();
    for moves in ["", "e4", "d4 Nf6", "Nf3"] {
        assert_eq!(folder.asked(&["--moves", moves]), whole.asked(&["--moves", moves]));
    }
}

#[test]
fn bug_both_boards_for_one_were_told_as_a_board_of_one_rank() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    let both = "startpos | startpos";
    let told = folder.refused(&["base", "--bfen", both]);
    assert!(told.starts_with(&format!("error: --bfen: `{both}` is a position of both boards")), "{told}");
    let output = folder.tandem(&["perft", "1", "--bfen", both]);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr)), (Some(1), told.into()));
}

#[test]
fn only_the_first_plies_of_each_board_are_stored() {
    let folder = Folder::new(&[FIRST]);
    let output = folder.tandem(&["explore", "build", "base", "games.bpgn", "--plies", "2"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(folder.moves(&["--moves", "e4"]), ["d5 1 0 0 1"]);
    assert_eq!(folder.moves(&["--moves", "e4 d5"]), Vec::<String>::new());
    let told = folder.refused(&["build", "base", "games.bpgn", "--plies", "3"]);
    assert!(told.contains("base: it holds 2 plies of each board, not 3"), "{told}");
}

#[test]
fn a_position_that_comes_twice_on_a_board_counts_once() {
    let shuffle = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\n1A. Nf3 1a. Nf6 2A. Ng1 \
        2a. Ng8 3A. Nf3 {Bob resigns} 1-0\n\n";
    let folder = Folder::new(&[shuffle]);
    folder.build();
    assert_eq!(folder.moves(&[]), ["Nf3 1 1 0 0"]);
}

#[test]
fn a_damaged_game_is_named_and_the_others_count() {
    let damaged = FIRST.replace("exd5", "exf5").replace("Ann", "Eve");
    let folder = Folder::new(&[FIRST, &damaged, SECOND]);
    let output = folder.tandem(&["explore", "add", "base", "games.bpgn"]);
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{stdout}{stderr}");
    assert!(stderr.contains("games.bpgn, game 2 (Eve, Bob, Cid, Dan)") && stderr.contains("`2A. exf5`"), "{stderr}");
    assert!(stdout.contains("it holds 2 games"), "{stdout}");
    folder.write("none.bpgn", damaged.as_bytes());
    let told = folder.refused(&["build", "other", "none.bpgn"]);
    assert!(told.contains("no game can be read; 1 is damaged"), "{told}");
    assert!(folder.refused(&["build", "other", "missing.bpgn"]).contains("missing.bpgn"));
    let mut names: Vec<_> =
        fs::read_dir(folder.path("")).expect("a list").map(|entry| entry.expect("one").file_name()).collect();
    names.sort();
    assert_eq!(names, ["base", "games.bpgn", "none.bpgn"], "nothing is left behind");
}

#[test]
fn a_wrong_move_or_position_is_quoted() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    let told = folder.refused(&["base", "--moves", "1. e4 e5 2. Nf6"]);
    assert!(told.contains("--moves, move 3") && told.contains("`Nf6`"), "{told}");
    assert!(folder.refused(&["base", "--bfen", "nonsense"]).contains("--bfen"));
    assert!(folder.refused(&["missing"]).contains("missing: "));
}

#[test]
fn a_file_that_is_no_base_is_refused_and_not_touched() {
    let folder = Folder::new(&[FIRST]);
    let other = redb::Database::create(folder.path("other")).expect("a store");
    let writing = other.begin_write().expect("a transaction");
    writing.open_table(redb::TableDefinition::<u64, u64>::new("theirs")).expect("a table");
    writing.commit().expect("a disk");
    drop(other);
    folder.write("empty", b"");
    folder.write("begun", b"redb\x1a\x0a\xa9\x0d\x0a and then nothing");
    for name in ["games.bpgn", "empty", "other", "begun"] {
        let before = folder.read(name);
        for arguments in [&[name][..], &["build", name, "games.bpgn"]] {
            let told = folder.refused(arguments);
            assert!(told.contains(&format!("{name}: ")) && !told.contains("panicked"), "{arguments:?}: {told}");
            assert!(name == "begun" || told.contains("no base of `tandem explore`"), "{arguments:?}: {told}");
            assert_eq!(folder.read(name), before, "{arguments:?}");
        }
    }
}

#[test]
fn a_torn_base_is_named_and_not_touched() {
    let folder = Folder::new(&[FIRST, SECOND]);
    folder.build();
    let whole = folder.read("base");
    for length in [20, 4096, whole.len() / 2, whole.len() - 1] {
        folder.write("base", &whole[..length]);
        for arguments in [&["base"][..], &["build", "base", "games.bpgn"]] {
            let told = folder.refused(arguments);
            assert!(told.starts_with("error: base: ") && told.lines().count() == 1, "{length} bytes: {told}");
        }
        assert_eq!(folder.read("base"), whole[..length]);
    }
}

#[test]
fn a_base_of_another_version_is_refused() {
    let folder = Folder::new(&[FIRST]);
    for (fact, value, part) in
        [("version", 2, "a base of version 2, and this program reads version 1"), ("keys", 1, "another version")]
    {
        folder.build();
        let store = redb::Database::create(folder.path("base")).expect("a store");
        let writing = store.begin_write().expect("a transaction");
        let facts = redb::TableDefinition::<&str, u64>::new("tandem explore");
        writing.open_table(facts).expect("a table").insert(fact, value).expect("a row");
        writing.commit().expect("a disk");
        drop(store);
        let before = folder.read("base");
        for arguments in [&["base"][..], &["build", "base", "games.bpgn"]] {
            let told = folder.refused(arguments);
            assert!(told.contains("base: ") && told.contains(part), "{told}");
        }
        assert_eq!(folder.read("base"), before);
        fs::remove_file(folder.path("base")).expect("a file");
    }
}

/// A build that is killed while it reads.
#[test]
fn an_interrupted_build_leaves_the_base_as_it_was() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    let before = folder.asked(&[]);
    for base in ["base", "new"] {
        let mut child = command(folder.0.path(), &["explore", "build", base, "-", "--quiet"]);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // More than the pipe holds: when it is written, the first games are read and in the transaction.
        for number in 0..3000 {
            let game = SECOND.replace("Eve", &format!("Eve{number}"));
            stdin.write_all(game.as_bytes()).expect("it reads");
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    assert_eq!(folder.asked(&[]), before);
    assert!(!folder.path("new").exists());
    // The next build works on it.
    folder.write("games.bpgn", SECOND.as_bytes());
    assert!(folder.build().contains("it holds 2 games"));
}

#[test]
fn questions_leave_the_file_alone_and_go_side_by_side() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    let before = folder.read("base");
    let path = folder.path("base");
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("a file");
    let start = fen::parse(fen::START, Default::default()).expect("the start");
    let bases = [0, 1].map(|_| Base::open(&path).expect("a base"));
    for base in &bases {
        assert_eq!(base.moves(&start, None).expect("sound").len(), 1);
    }
    assert_eq!(folder.moves(&[]), ["e4 2 1 0 1"]);
    drop(bases);
    assert_eq!(folder.read("base"), before);
}

/// While a program writes to the base, another one is told so.
#[test]
fn a_base_that_is_written_to_is_named() {
    let folder = Folder::new(&[FIRST]);
    folder.build();
    let store = redb::Database::open(folder.path("base")).expect("a store");
    for arguments in [&["base"][..], &["build", "base", "games.bpgn"]] {
        assert!(folder.refused(arguments).contains("base: another program is writing to it"));
    }
    drop(store);
}

#[test]
fn tandem_scores_the_moves_for_the_mover() {
    let game = |name: &str, mv: &str| {
        format!(
            "[WhiteA \"{name}\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\n\
             1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. {mv} {{Bob resigns}} 1-0\n\n"
        )
    };
    let folder = Folder::new(&[&game("Ann", "d3"), &game("Eve", "Nf3"), &game("Fay", "d3")]);
    folder.build();
    let ask = ["explore", "base", "--moves", "e4 e5 Qh5 Nc6 Bc4", "--nodes", "2000"];
    let output = folder.tandem(&[&ask[..], &["--json"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // White mates by Qxf7.
    assert_eq!((answer["moves"][0]["san"].as_str(), answer["moves"][0]["mate"].as_i64()), (Some("Nf6"), Some(-1)));
    let text = String::from_utf8(folder.tandem(&ask).stdout).expect("UTF-8");
    assert!(text.contains("3 games, 24 plies of each board; played here 3 times"), "{text}");
    let row = text.lines().last().expect("a row").split_whitespace().collect::<Vec<_>>();
    assert_eq!(row, ["3", "100", "%", "0.0", "%", "#-1", "Nf6"], "{text}");
}

mod any {
    //! Damage anywhere in the file.
    use super::{FIRST, Folder, SECOND, THIRD};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;
    use std::fs;
    use tandem::board::fen;
    use tandem::tools::explore::base::Base;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn a_torn_base_is_an_error_or_answers(
            cut in any::<Index>(), is_cut in any::<bool>(), at in vec((any::<Index>(), any::<u8>()), 0..40),
        ) {
            let folder = Folder::new(&[FIRST, SECOND, THIRD]);
            thread_local! { static BASE: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) }; }
            let mut bytes = BASE.with_borrow_mut(|base| {
                if base.is_empty() {
                    folder.build();
                    *base = folder.read("base");
                }
                base.clone()
            });
            // Most of a small base is empty: damage where something is.
            let used: Vec<usize> = (0..bytes.len()).filter(|&index| bytes[index] != 0).collect();
            for (index, byte) in at {
                bytes[used[index.index(used.len())]] = byte;
            }
            if is_cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            let path = folder.path("torn");
            fs::write(&path, bytes).expect("a file");
            let start = fen::parse(fen::START, Default::default()).expect("the start");
            if let Ok(base) = Base::open(&path) {
                let _ = base.moves(&start, None);
                let _ = base.check();
            }
        }
    }
}
