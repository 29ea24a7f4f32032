//! Transcripts of what kept partners, bots and GUIs from using Tandem; the numbers are those of the points of issue 30.

use crate::cecp_session::{HANG, session, sync, tells};
use crate::driver::{Driver, count};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the program, or a copy with another name, with a script on stdin.
fn script(program: &str, args: &[&str], lines: &str) -> Output {
    let mut command = Command::new(program);
    command.args(args).env_remove("TANDEM_LOG");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments has ended before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const TANDEM: &str = env!("CARGO_BIN_EXE_tandem");

#[test]
fn issue_30_1_a_sit_of_a_former_partner_does_not_bind_the_next_game() {
    for before in
        ["new\nptell sit\npartner\npartner Eve\nvariant bughouse", "partner Eve\nptell sit\nnew\nvariant bughouse"]
    {
        let mut driver = session("bughouse");
        driver.send(&format!("partner Bob\nresult 1-0 {{over}}\n{before}\nlevel 0 2 0\ntime 1200\notim 1200\ngo"));
        let lines = driver.until("move ");
        assert_eq!(count(&lines, "# sitting"), 0, "{before}: {lines:?}");
        driver.quit();
    }
    // In the middle of a game: the new partner has not said it.
    let mut driver = session("bughouse");
    driver.send("partner Bob\nlevel 0 5 0\nptell sit\ntime 30000\nusermove d2d4");
    driver.expect("# sitting: ");
    driver.send("partner Eve");
    driver.expect("move ");
    driver.quit();
}

#[test]
fn issue_30_1_a_game_by_ubi_without_ubinewgame_begins_clean() {
    const START: &str = "position startpos | startpos clock 30000 30000 30000 30000";
    const MOVED: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1";
    let mut driver = Driver::session("ubi");
    driver.send(&format!("{START}\ngo board A"));
    driver.expect("bestmove");
    driver.send(&format!("position {MOVED} | startpos\npartnermsg sit\n{START}\ngo board A"));
    let lines = driver.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("string sitting")), "{lines:?}");
    assert_eq!(count(&lines, "info string error"), 0, "{lines:?}");
    // In the game under way the same word counts.
    driver.send(&format!("position {MOVED} | {MOVED} clock 20000 30000 30000 30000\npartnermsg sit\ngo board A"));
    let lines = driver.until("info board A string sitting");
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    driver.send("partnermsg go");
    driver.expect("bestmove");
    driver.quit();
}

#[test]
fn issue_30_2_all_kinds_that_block_are_told_at_once() {
    let mut driver = session("bughouse");
    driver.send(&format!("partner Anna\nlevel 0 1 0\nforce\nsetboard {HANG}\ntime 6000\notim 5500\ngo"));
    let lines = sync(&mut driver);
    let told = tells(&lines).join(" ");
    for kind in ["pawn", "knight", "bishop", "rook", "queen"] {
        assert!(told.contains(kind), "{kind}: {told}");
    }
    driver.send("ptell what do you need?");
    let lines = sync(&mut driver);
    let told = tells(&lines).join(" ");
    assert!(told.contains("knight") && told.contains("queen"), "{lines:?}");
    driver.quit();
}

#[test]
fn issue_30_5_lines_of_signs_greetings_and_repeats_are_answered() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 1 0\nforce");
    sync(&mut driver);
    for (line, answer) in
        [("(??? ????)", "only signs arrived"), ("hello, i am new", "hi"), ("need n", "ok"), ("need n", "ok")]
    {
        driver.send(&format!("ptell {line}"));
        let lines = sync(&mut driver);
        let told = tells(&lines);
        assert!(told.len() == 1 && told[0].contains(answer), "{line}: {lines:?}");
    }
    driver.quit();
}

#[test]
fn issue_30_6_the_default_configuration_of_bots_is_accepted() {
    let mut driver = Driver::session("uci");
    for line in [
        "setoption name Move Overhead value 100",
        "setoption name MoveOverhead value 100",
        "setoption name UCI_ShowWDL value true",
    ] {
        assert_eq!(driver.ask(line), [""; 0], "{line}");
    }
    let wrong = driver.ask("setoption name Move Overhead value soon");
    assert!(wrong[0].contains("`soon`"), "{wrong:?}");
    driver.quit();
    let output = script(TANDEM, &[], "uci\nsetoption name SyzygyPath value ./syzygy/\nquit\n");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("SyzygyPath") && !stdout(&output).contains("error"), "{errors}");
}

#[test]
fn issue_30_8_quit_answers_the_search_first() {
    let started = Instant::now();
    for lines in ["uci\nposition startpos\ngo depth 60\nquit\n", "uci\nposition startpos\ngo infinite\nquit\n"] {
        let text = stdout(&script(TANDEM, &[], lines));
        assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{text}");
    }
    let text = stdout(&script(TANDEM, &[], "ubi\nposition startpos\ngo board A depth 60\nquit\n"));
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{text}");
    assert!(started.elapsed() < Duration::from_secs(20), "it does not wait for the search");
}

#[test]
fn issue_30_9_the_variant_is_said_and_follows_the_programs_name() {
    let go = "position startpos\ngo depth 1\nquit\n";
    let first = |output: Output| {
        let text = stdout(&output);
        text.lines().find(|line| line.starts_with("info string")).unwrap_or_default().to_owned()
    };
    assert!(first(script(TANDEM, &[], go)).starts_with("info string variant bughouse"));
    let flag = ["--variant", "crazyhouse"];
    assert!(first(script(TANDEM, &flag, go)).starts_with("info string variant crazyhouse"));
    let chosen = format!("setoption name UCI_Variant value bughouse\n{go}");
    assert!(first(script(TANDEM, &flag, &chosen)).starts_with("info string variant bughouse"));
    let declared = stdout(&script(TANDEM, &flag, "uci\nquit\n"));
    assert!(declared.contains("option name UCI_Variant type combo default crazyhouse"), "{declared}");
    let wrong = script(TANDEM, &["--variant", "atomic"], go);
    let errors = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(!wrong.status.success() && errors.contains("atomic") && errors.contains("crazyhouse"), "{errors}");

    let place = tempfile::TempDir::new().expect("a folder");
    let copy = place.path().join("tandem-crazyhouse");
    std::fs::copy(TANDEM, &copy).expect("a copy");
    assert!(first(script(&copy.to_string_lossy(), &[], go)).starts_with("info string variant crazyhouse"));
}

#[test]
fn issue_30_11_completions_and_the_man_page_come_from_the_command_line() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = stdout(&script(TANDEM, &["completions", shell], ""));
        assert!(text.contains("datagen") && text.contains("tandem"), "{shell}");
    }
    let wrong = script(TANDEM, &["completions", "csh"], "");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("csh"));
    let page = stdout(&script(TANDEM, &["man"], ""));
    assert!(page.starts_with(".ie") || page.contains(".TH"), "{page}");
    assert!(page.contains("tandem") && page.contains("bughouse"), "{page}");
    let version = stdout(&script(TANDEM, &["--version"], ""));
    assert!(version.starts_with(concat!("tandem ", env!("CARGO_PKG_VERSION"))), "{version}");
}
