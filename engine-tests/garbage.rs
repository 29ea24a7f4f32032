//! Ten thousand lines of seeded garbage per protocol: the engine stays alive, in sync and small.

use crate::driver::{Driver, count};
use tandem::types::rng::Rng;

const LINES: usize = 10_000;
/// Lines between two checks that the engine still answers.
const ROUND: usize = 250;
/// Most growth of the process's memory, in KiB.
const MOST_GROWTH: u64 = 64 * 1024;

/// Only a knight on f7 mates.
const MATE_IN_ONE: &str = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";

const BOTH: &[&str] = &[
    "go depth 3",
    "go nodes 500",
    "go movetime 3",
    "go perft 2",
    "go",
    "stop",
    "stop stop",
    "d",
    "eval",
    "perft 2",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 0",
    "setoption name ClearHash",
    "setoption name Hash value 0",
    "setoption name Hash value 999999999999999999999",
    "setoption name Threads value -1",
    "setoption name Rules value fairy-stockfish",
    "setoption name Rules value gambler,drop-mate=forbidden",
    "setoption name drop-check value forbidden",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name promotion value take-from-partner-board",
    "setoption name",
    "setoption name value value name",
    "xboard",
    "ubi",
    "uci",
];

const UBI: &[&str] = &[
    "position startpos | startpos clock 60000 60000 60000 60000",
    "position r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1 | startpos clock 1 2 3 4",
    "position startpos | 4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1 clock 0 0 0 0",
    "position 6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/NNp w KQkq - 0 1",
    "position rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR[Pp] w HAha f6 0 3 | startpos clock 9 9 9 9",
    "position 960:77 | 5r1k/8/8/8/8/7p/7P/6KR[] w H - 0 1 clock 1000 1000 1000 1000",
    "go board A",
    "go board B movetime 2",
    "go board A depth 4",
    "go board B infinite",
    "go board A nodes 100",
    "go board B perft 2",
    "stop board A",
    "stop board B",
    "ubinewgame",
    "partnermsg need n urgency high",
    "partnermsg say привет",
    "metadata key value",
];

const UCI: &[&str] = &[
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "position fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1 moves N@d5 f6d5",
    "position fen 4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1",
    "position 960:596 moves f1g1 f8g8",
    "position fen rR1K3R/8/8/8/8/8/8/rR1K3R[] w HB - 0 1",
    "position fen rnb1kbn1/ppp1pppr/8/8/8/8/PPPP1PPP/RNBQ~KBNR[Qn] w KQq - 3 9",
    "position fen rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq f6 0 3 moves e5f6",
    "go wtime 100 btime 100 winc 5 binc 5 movestogo 3",
    "go infinite searchmoves e2e4 d2d4",
    "go ponder wtime 10 btime 10",
    "go mate 2 movetime 3",
    "ponderhit",
    "ucinewgame",
    "debug on",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value bughouse",
    "setoption name UCI_ShowWDL value true",
];

const CECP: &[&str] = &[
    "protover 2",
    "new",
    "variant bughouse",
    "variant crazyhouse",
    "variant normal",
    "force",
    "go",
    "go",
    "?",
    "?",
    "playother",
    "level 40 0:01 0.1",
    "level 0 1 0",
    "st 0.01",
    "sd 4",
    "time 10",
    "otim 10",
    "usermove e2e4",
    "usermove P@e4",
    "e7e5",
    "Nf3",
    "O-O",
    "undo",
    "remove",
    "setboard r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1",
    "setboard 4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1",
    "setboard rnb1kbn1/ppp1pppr/8/8/8/8/PPPP1PPP/RNBQ~KBNR[Qn] w KQq - 3 9",
    "holding [PN] [] WN",
    "holding [] [QQ]",
    "holding [] []",
    "analyze",
    "exit",
    ".",
    "hard",
    "easy",
    "post",
    "nopost",
    "hint",
    "bk",
    "edit",
    "#",
    "Ka1",
    "partner Anna",
    "partner",
    "ptell need a knight",
    "ptell sorry &#x43a;&#1082;",
    "result 1-0 {White mates}",
    "draw",
    "ping 1",
    "option MultiPV=2",
    "option ClearHash",
    "option Rules=fairy-stockfish",
    "option drop-check=forbidden",
    "memory 0",
    "cores -1",
    "perft 2",
    "d",
    "eval",
    "xboard",
    "uci",
];

const NOISE: &[&str] = &[
    "-1",
    "99999999999999999999",
    "",
    "[",
    "]",
    "~",
    "/",
    "|",
    "\u{0}",
    "moves",
    "clock",
    "board",
    "é",
    "0000",
    "K@e4",
];

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

fn mutate(rng: &mut Rng, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, (rng.next() & 0xff) as u8),
            2 if at < bytes.len() => bytes[at] = (rng.next() & 0xff) as u8,
            3 if at < bytes.len() => {
                bytes.remove(at);
            }
            4 => {
                let mut words: Vec<&[u8]> = bytes.split(|&byte| byte == b' ').collect();
                let (one, two) = (rng.below(words.len()), rng.below(words.len()));
                words.swap(one, two);
                bytes = words.join(&b' ');
            }
            _ => {
                let noise = pick(rng, NOISE);
                bytes.splice(at..at, noise.bytes());
            }
        }
    }
    bytes
}

fn rubbish(rng: &mut Rng, templates: &[&str]) -> Vec<u8> {
    match rng.below(100) {
        0..20 => pick(rng, templates).as_bytes().to_vec(),
        20..90 => {
            let line = pick(rng, templates);
            mutate(rng, line)
        }
        90..98 => (0..rng.below(200)).map(|_| (rng.next() & 0xff) as u8).collect(),
        // Long lines: one line repeated.
        _ => {
            let line = pick(rng, templates);
            let words = format!("{line} {} ", pick(rng, NOISE));
            words.repeat(1 + rng.below(2000) * rng.below(8)).into_bytes()
        }
    }
}

/// Valid commands that would disturb the test: a clean end, an extra answer, a table as large as allowed, a bench.
fn is_unwanted(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let valid_size = |name: &str| {
        text.contains(name) && !text.contains("999999999999") && !text.contains("value -1") && !text.contains("value 0")
    };
    text.split('\n').any(|line| {
        let mut words = line.split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let resizes = ["memory", "cores"].contains(&first) && !["0", "-1"].contains(&second);
        resizes || ["quit", "isready", "bench"].contains(&first) || line.contains("hash=") || line.contains("threads=")
    }) || valid_size("hash value")
        || valid_size("threads value")
}

/// The garbage test of one protocol.
struct Diet {
    driver: Driver,
    templates: Vec<&'static str>,
    /// Commands that make the engine allocate threads, tables and histories before memory is measured.
    warm_up: &'static [&'static str],
    /// Beginning of a line with a move.
    answer: &'static str,
    /// Ends a running search.
    stop: &'static str,
    /// A ping, and its answer.
    ping: [&'static str; 2],
    /// Beginnings of lines of a megabyte.
    long: &'static [&'static str],
    /// Final commands, in this order, to search the mate in one.
    last: Vec<String>,
}

impl Diet {
    /// Waits until all commands have been executed.
    fn sync(&mut self) {
        let [ping, pong] = self.ping;
        self.driver.send(self.stop);
        self.driver.send(ping);
        let lines = self.driver.until(pong);
        assert_eq!(lines.last().map(String::as_str), Some(pong));
        assert_eq!(count(&lines, pong), 1, "one answer too many\n{}", self.driver.transcript());
    }

    fn feed(mut self) {
        for line in self.warm_up {
            self.driver.send(line);
            self.driver.expect(self.answer);
        }
        self.sync();
        self.driver.reset_memory_peak();
        let baseline = self.driver.memory_kib("VmRSS");

        let mut rng = Rng::new(0x7a6d_0b5e);
        let mut sent = 0;
        while sent < LINES {
            for _ in 0..ROUND {
                let line = rubbish(&mut rng, &self.templates);
                if is_unwanted(&line) {
                    continue;
                }
                self.driver.send_bytes(&[&line[..], b"\n"].concat());
                sent += 1;
            }
            self.sync();
        }
        for start in self.long {
            for filler in ["e2e4 ", "[", "9", "/", "\u{fffd}"] {
                let line = format!("{start}{}", filler.repeat((1 << 20) / filler.len()));
                self.driver.send(&line);
            }
        }
        self.sync();

        for line in &self.last {
            self.driver.send(line);
        }
        let best = self.driver.expect(self.answer);
        assert!(best.to_lowercase().ends_with("n@f7"), "{best}\n{}", self.driver.transcript());
        let growth = self.driver.memory_kib("VmHWM").saturating_sub(baseline);
        assert!(growth < MOST_GROWTH, "the process grew by {growth} KiB");
        self.driver.quit();
    }
}

/// Commands that restore the usual options in UBI and UCI.
fn calm_down() -> Vec<String> {
    ["MultiPV value 1", "UCI_Variant value bughouse", "Rules value international"]
        .iter()
        .map(|option| format!("setoption name {option}"))
        .collect()
}

#[test]
fn ubi_survives_rubbish() {
    let position = format!("position {MATE_IN_ONE} | startpos clock 1 1 1 1");
    Diet {
        driver: Driver::session("ubi"),
        templates: [BOTH, UBI].concat(),
        warm_up: &["go board A depth 6", "go board B depth 6"],
        answer: "bestmove",
        stop: "stop",
        ping: ["isready", "readyok"],
        long: &["position ", "position startpos | startpos clock ", "go board A ", "metadata ", "partnermsg say "],
        last: [calm_down(), vec![position, "go board A depth 3".to_owned()]].concat(),
    }
    .feed();
}

#[test]
fn uci_survives_rubbish() {
    let position = format!("position fen {MATE_IN_ONE}");
    Diet {
        driver: Driver::session("uci"),
        templates: [BOTH, UCI].concat(),
        warm_up: &["go depth 6"],
        answer: "bestmove",
        stop: "stop",
        ping: ["isready", "readyok"],
        long: &[
            "position startpos moves ",
            "position fen ",
            "go searchmoves ",
            "setoption name ",
            "setoption name Rules value ",
        ],
        last: [calm_down(), vec![position, "go depth 3".to_owned()]].concat(),
    }
    .feed();
}

#[test]
fn cecp_survives_rubbish() {
    let mut driver = Driver::start(&[]);
    driver.send("xboard\nprotover 2\nmemory 4\nnew\nvariant bughouse");
    let last = [
        "new",
        "variant bughouse",
        "option MultiPV=1",
        "option Rules=international",
        "force",
        &format!("setboard {MATE_IN_ONE}"),
        "sd 3",
        "go",
    ];
    Diet {
        driver,
        templates: CECP.to_vec(),
        warm_up: &["sd 6\ngo"],
        answer: "move ",
        stop: "force",
        ping: ["ping 4711", "pong 4711"],
        long: &["setboard ", "usermove ", "holding [", "ptell ", "option Rules=", "level ", "ping ", ""],
        last: last.map(str::to_owned).to_vec(),
    }
    .feed();
}
