//! The faults, one per row.

use super::End::{Lost, Refused, Spoilt, Stops};
use super::{Row, USUAL, arguments};
use crate::faults::rig::Rig;
use std::fs;

/// All faults.
pub const ALL: [&[Row]; 7] = [DISKS_AND_PIPES, PATHS, OPENINGS, PAIRS, GAMES, SECOND_RUNNERS, PROGRAMS];

/// Limits files to some blocks of 512 bytes, like a full disk that also takes half a line.
macro_rules! limited {
    ($blocks:literal) => {
        concat!("trap '' XFSZ; ulimit -f ", $blocks, "; exec \"$@\"")
    };
}

/// A file that is read-only even for root.
const READ_ONLY: &str = "/sys/devices/system/cpu/online";

const DISKS_AND_PIPES: &[Row] = &[
    Row {
        name: "full disk, games",
        files: ["m.jsonl", "/dev/full"],
        end: Stops("/dev/full: No space left", 0),
        ..USUAL
    },
    Row {
        name: "full disk, games, two lanes",
        files: ["m.jsonl", "/dev/full"],
        more: &["--concurrency", "2"],
        end: Stops("cannot write: /dev/full: No space left", 0),
        ..USUAL
    },
    Row { name: "full disk, pairs", files: ["/dev/full", "m.bpgn"], end: Lost("/dev/full: No space left"), ..USUAL },
    Row {
        name: "full disk, pairs, two lanes",
        files: ["/dev/full", "m.bpgn"],
        more: &["--concurrency", "2"],
        end: Lost("cannot write: /dev/full: No space left"),
        ..USUAL
    },
    Row { name: "quota in the first game", through: limited!(1), end: Stops("m.bpgn: File too large", 0), ..USUAL },
    Row {
        name: "quota in the third game",
        files: ["", "m.bpgn"],
        through: limited!(3),
        end: Lost("m.bpgn: File too large"),
        ..USUAL
    },
    Row {
        name: "quota in the third game, two lanes",
        files: ["", "m.bpgn"],
        through: limited!(3),
        more: &["--concurrency", "2"],
        end: Lost("m.bpgn: File too large"),
        ..USUAL
    },
    Row {
        name: "quota in the first line",
        more: &["--maxmoves", "1"],
        through: limited!(3),
        end: Stops("m.jsonl: File too large", 0),
        ..USUAL
    },
    Row { name: "quota in the second line", through: limited!(6), end: Stops("m.jsonl: File too large", 1), ..USUAL },
    Row {
        name: "quota in the second line, two lanes",
        through: limited!(6),
        more: &["--concurrency", "2"],
        end: Stops("m.jsonl: File too large", 1),
        ..USUAL
    },
    Row { name: "full disk, log", more: &["--log", "/dev/full"], ..USUAL },
    Row {
        name: "no folder for the log",
        more: &["--log", "no/log"],
        end: Refused("log no/log: No such file"),
        ..USUAL
    },
    Row {
        name: "full stdout",
        through: "exec \"$@\" >/dev/full",
        end: Stops("cannot write: No space left", 0),
        ..USUAL
    },
    Row { name: "closed stdout", through: "exec \"$@\" >&-", ..USUAL },
    Row {
        name: "broken stdout",
        through: "mkfifo p; true <p & exec \"$@\" >p",
        end: Stops("cannot write: Broken pipe", 0),
        ..USUAL
    },
    Row { name: "full stderr", before: crash, more: BAD, through: "exec \"$@\" 2>/dev/full", ..USUAL },
    Row { name: "closed stderr", before: crash, more: BAD, through: "exec \"$@\" 2>&-", ..USUAL },
    Row { name: "closed stdin", through: "exec \"$@\" <&-", ..USUAL },
];

/// The engine with the fault in the file `fault`.
const BAD: &[&str] = &["--team2", "name=Bad,cmd=./engine ubi bad"];

/// A crash of the engine in its first game.
fn crash(rig: &Rig) {
    rig.write("fault", "game1.turn1 crash\n");
}

const PATHS: &[Row] = &[
    Row { name: "games in a folder", files: ["m.jsonl", "home"], end: Refused("--bpgn home: Is a directory"), ..USUAL },
    Row { name: "pairs in a folder", files: ["home", "m.bpgn"], end: Refused("--jsonl home: Is a directory"), ..USUAL },
    Row {
        name: "games below a file",
        files: ["m.jsonl", "engine/x"],
        end: Refused("engine/x: Not a directory"),
        ..USUAL
    },
    Row {
        name: "pairs below a file",
        files: ["engine/x", "m.bpgn"],
        end: Refused("engine/x: Not a directory"),
        ..USUAL
    },
    Row { name: "games in no folder", files: ["m.jsonl", "no/x"], end: Refused("--bpgn no/x: No such file"), ..USUAL },
    Row { name: "pairs in no folder", files: ["no/x", "m.bpgn"], end: Refused("--jsonl no/x: No such file"), ..USUAL },
    Row { name: "read-only games", files: ["m.jsonl", READ_ONLY], end: Refused("Permission denied"), ..USUAL },
    Row { name: "read-only pairs", files: [READ_ONLY, "m.bpgn"], end: Refused("Permission denied"), ..USUAL },
    Row { name: "read-only folder", files: ["/sys/x", "m.bpgn"], end: Refused("Permission denied"), ..USUAL },
    Row {
        name: "pairs are removed",
        before: |rig| rig.write("fault", "game3.turn2 remove-m.jsonl\n"),
        more: BAD,
        end: Lost("m.jsonl: somebody has removed it"),
        ..USUAL
    },
    Row {
        name: "games are removed",
        before: |rig| rig.write("fault", "game3.turn2 remove-m.bpgn\n"),
        more: BAD,
        end: Lost("m.bpgn: somebody has removed it"),
        ..USUAL
    },
    Row {
        name: "games are removed, two lanes",
        before: |rig| rig.write("fault", "game1.turn2 remove-m.bpgn\n"),
        more: &["--team2", "name=Bad,cmd=./engine ubi bad", "--concurrency", "2"],
        end: Lost("m.bpgn: somebody has removed it"),
        ..USUAL
    },
    Row {
        name: "the log is removed",
        before: |rig| rig.write("fault", "game3.turn2 remove-log\n"),
        more: &["--team2", "name=Bad,cmd=./engine ubi bad", "--log", "log"],
        ..USUAL
    },
];

fn openings(rig: &Rig, text: &[u8]) {
    rig.write("openings", text);
}

const FROM_FILE: &[&str] = &["--openings", "openings"];

const OPENINGS: &[Row] = &[
    Row { name: "no openings", more: FROM_FILE, end: Refused("openings: No such file"), ..USUAL },
    Row { name: "openings are a folder", more: &["--openings", "home"], end: Refused("--openings home"), ..USUAL },
    Row {
        name: "empty openings",
        before: |rig| openings(rig, b""),
        more: FROM_FILE,
        end: Refused("--openings"),
        ..USUAL
    },
    Row {
        name: "garbage",
        before: |rig| openings(rig, b"\0\xff\n"),
        more: FROM_FILE,
        end: Refused("--openings"),
        ..USUAL
    },
    Row {
        name: "half an opening",
        before: |rig| openings(rig, b"startpos | rnbqkbnr/pppppppp/8/8"),
        more: FROM_FILE,
        end: Refused("--openings"),
        ..USUAL
    },
    Row {
        name: "half a game as an opening",
        before: |rig| openings(rig, b"[WhiteA \"x\"]\n\n1A. e4 {1.0} 1a. "),
        more: FROM_FILE,
        end: Refused("--openings"),
        ..USUAL
    },
    Row {
        name: "openings are removed",
        before: |rig| {
            openings(rig, b"startpos | startpos\n");
            rig.write("fault", "game3.turn2 remove-openings\n");
        },
        more: &["--team2", "name=Bad,cmd=./engine ubi bad", "--openings", "openings"],
        ..USUAL
    },
];

/// Plays the first pair, then changes a file.
fn after_a_pair(rig: &Rig, name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    let arguments = arguments(&USUAL, 1);
    let run = rig.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).expect("a first pair");
    assert_eq!(run.code, Some(0), "{run}");
    let bytes = fs::read(rig.path(name)).expect("a file");
    rig.write(name, change(bytes));
}

/// Puts text before and after the pairs of a file.
fn around(rig: &Rig, before: &str, behind: &[u8]) {
    after_a_pair(rig, "m.jsonl", |text| [before.as_bytes(), &text, behind].concat());
}

fn replaced(rig: &Rig, from: &str, to: &str) {
    after_a_pair(rig, "m.jsonl", |text| String::from_utf8(text).expect("text").replace(from, to).into_bytes());
}

const NO_PAIR: &str = "no finished pair of a match";

const PAIRS: &[Row] = &[
    Row { name: "torn line", before: |rig| around(rig, "", b"{\"format\":\"tandem m"), ..USUAL },
    Row {
        name: "torn first line",
        before: |rig| after_a_pair(rig, "m.jsonl", |text| text[..99].to_vec()),
        end: Spoilt(""),
        ..USUAL
    },
    Row { name: "zeros instead of a line", before: |rig| around(rig, "", &[0; 700]), ..USUAL },
    Row { name: "zeros as a line", before: |rig| around(rig, "", b"\0\0\0\n"), end: Refused(NO_PAIR), ..USUAL },
    Row {
        name: "garbage behind",
        before: |rig| around(rig, "", b"ouch\n"),
        end: Refused("m.jsonl line 2: no"),
        ..USUAL
    },
    Row {
        name: "garbage before",
        before: |rig| around(rig, "ouch\n", b""),
        end: Refused("m.jsonl line 1: no"),
        ..USUAL
    },
    Row { name: "an empty line", before: |rig| around(rig, "", b"\n"), end: Refused("m.jsonl line 2: no"), ..USUAL },
    Row { name: "a byte order mark", before: |rig| around(rig, "\u{feff}", b""), end: Refused(NO_PAIR), ..USUAL },
    Row { name: "not UTF-8", before: |rig| around(rig, "", b"\xff\n"), end: Refused("not UTF-8 at byte"), ..USUAL },
    Row { name: "ends of lines as in DOS", before: |rig| replaced(rig, "\n", "\r\n"), ..USUAL },
    Row { name: "half a line amid", before: |rig| replaced(rig, "\"teams\"", "\n"), end: Refused(NO_PAIR), ..USUAL },
    Row {
        name: "a number too large",
        before: |rig| replaced(rig, "\"pair\":0", "\"pair\":99999999999"),
        end: Refused(NO_PAIR),
        ..USUAL
    },
    Row {
        name: "another version",
        before: |rig| replaced(rig, "\"version\":2", "\"version\":3"),
        end: Refused("version 3"),
        ..USUAL
    },
    Row {
        name: "another format",
        before: |rig| replaced(rig, "tandem match pair", "list"),
        end: Refused("its format is `list`"),
        ..USUAL
    },
    Row {
        name: "another match",
        before: |rig| replaced(rig, "60+0", "61+0"),
        end: Refused("control is `60+0` here"),
        ..USUAL
    },
    Row {
        name: "another engine",
        before: |rig| replaced(rig, "fault.sh", "other.sh"),
        end: Refused("command is"),
        ..USUAL
    },
    Row {
        name: "another adjudication",
        more: &["--draw", "score=1,moves=9"],
        before: |rig| around(rig, "", b""),
        end: Refused("adjudication is"),
        ..USUAL
    },
    Row {
        name: "the start of a match",
        before: |rig| rig.write("m.jsonl", "{\"format\":\"tandem match start\""),
        ..USUAL
    },
    Row { name: "a file full of zeros", before: |rig| rig.write("m.jsonl", [0; 4096]), ..USUAL },
];

const GAMES: &[Row] = &[
    Row {
        name: "games are missing",
        before: |rig| {
            after_a_pair(rig, "m.bpgn", |text| text);
            rig.remove("m.bpgn");
        },
        end: Spoilt("m.bpgn: games of finished pairs are missing"),
        ..USUAL
    },
    Row {
        name: "half of a game",
        before: |rig| after_a_pair(rig, "m.bpgn", |text| text[..text.len() - 99].to_vec()),
        end: Spoilt("m.bpgn: games of finished pairs are missing"),
        ..USUAL
    },
    Row {
        name: "no game is left",
        before: |rig| after_a_pair(rig, "m.bpgn", |_| Vec::new()),
        end: Spoilt("m.bpgn: games of finished pairs are missing"),
        ..USUAL
    },
    Row {
        name: "garbage behind games",
        before: |rig| after_a_pair(rig, "m.bpgn", |text| [&text, &b"\xff\0ouch"[..]].concat()),
        end: Spoilt("m.bpgn: others have added to it"),
        ..USUAL
    },
    Row {
        name: "a foreign game",
        before: |rig| after_a_pair(rig, "m.bpgn", |text| [&text, &b"[Event \"A club\"]\n\n*\n\n"[..]].concat()),
        end: Spoilt("m.bpgn: others have added to it"),
        ..USUAL
    },
    Row {
        name: "half a game of ours",
        before: |rig| after_a_pair(rig, "m.bpgn", |text| [&text, &b"[Event \"Tandem ma"[..]].concat()),
        ..USUAL
    },
];

const SECOND_RUNNERS: &[Row] = &[
    Row {
        name: "two at the same pairs",
        through: "touch m.jsonl; exec flock m.jsonl \"$@\"",
        end: Refused("another match is writing to it"),
        ..USUAL
    },
    Row {
        name: "two at the same games",
        files: ["m.jsonl", "m.bpgn"],
        before: |rig| rig.write("m.bpgn", "[Event \"A club\"]\n\n1A. e4 {1.0} *"),
        through: "sh -c 'while :; do printf \"\\n\" >>m.bpgn; sleep 0.05; done' & \"$@\"; code=$?; kill $!; exit $code",
        end: Spoilt(""),
        ..USUAL
    },
];

const PROGRAMS: &[Row] = &[
    Row {
        name: "no program",
        more: &["--team2", "./nobody"],
        end: Stops("team 2: cannot start `./nobody`: No such file", 0),
        ..USUAL
    },
    Row {
        name: "no program, two lanes",
        more: &["--team1", "./nobody", "--concurrency", "2"],
        end: Stops("team 1: cannot start `./nobody`", 0),
        ..USUAL
    },
    Row {
        name: "a folder",
        more: &["--team2", "./home"],
        end: Stops("cannot start `./home`: Permission denied", 0),
        ..USUAL
    },
    Row {
        name: "not executable",
        more: &["--team2", "./m.txt"],
        before: |rig| rig.write("m.txt", "#!/bin/sh\n"),
        end: Stops("cannot start `./m.txt`: Permission denied", 0),
        ..USUAL
    },
    Row {
        name: "no program at all",
        more: &["--partner2", "cmd=./engine"],
        before: |rig| rig.write("engine", "\u{7f}ELF?"),
        end: Stops("./engine`: Exec format error", 0),
        ..USUAL
    },
    Row {
        name: "an empty program",
        more: &["--team1", "cmd=./engine"],
        before: |rig| rig.write("engine", ""),
        end: Stops("./engine`: Exec format error", 0),
        ..USUAL
    },
    Row {
        name: "no folder to run in",
        more: &["--team2", "cmd=sh,dir=nowhere"],
        end: Stops("cannot start `sh`: there is no folder `nowhere`", 0),
        ..USUAL
    },
    Row {
        name: "a file to run in",
        more: &["--team2", "cmd=sh,dir=engine"],
        end: Stops("cannot start `sh`: there is no folder `engine`", 0),
        ..USUAL
    },
    Row {
        name: "no interpreter",
        more: &["--team2", "cmd=./engine"],
        before: |rig| rig.write("engine", "#!/no/shell\n"),
        end: Stops("cannot start `./engine`: No such file", 0),
        ..USUAL
    },
    Row {
        name: "who says nothing and leaves",
        more: &["--team2", "true"],
        end: Stops("`true` has ended before the game", 0),
        ..USUAL
    },
    Row {
        name: "who only complains",
        more: &["--team2", "sh -c 'echo no >&2; exit 9'"],
        end: Stops("stderr: no", 0),
        ..USUAL
    },
    Row {
        name: "who echoes all",
        more: &["--team2", "cat"],
        end: Stops("`cat` does not get ready for a game", 0),
        ..USUAL
    },
];
