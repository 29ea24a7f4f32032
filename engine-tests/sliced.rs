//! Sessions without threads, as on WebAssembly: lines by calls, searches in slices.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tandem::board::{BoardRules, fen};
use tandem::eval::Prices;
use tandem::protocol::SlicedSession;
use tandem::search::slices::Slices;
use tandem::search::{Job, Limits, Searcher, Shared, bench, clean};

/// The output of a session, for the test.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("one thread").extend(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session, its output, and the number of times that its work was interrupted or could have been.
struct Host {
    session: SlicedSession,
    output: Output,
    asked: Arc<AtomicU64>,
}

impl Host {
    /// A session whose slices end when they were asked for a pause `most` times.
    fn new(most: u64) -> Self {
        let (output, asked) = (Output::default(), Arc::new(AtomicU64::new(0)));
        let counter = Arc::clone(&asked);
        let pause = move || (counter.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(most);
        Self { session: SlicedSession::new(output.clone(), None, Slices::new(pause)), output, asked }
    }

    /// Posts lines, and returns the new output.
    fn post(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            self.session.post(line.as_bytes());
        }
        self.taken()
    }

    fn taken(&self) -> Vec<String> {
        let text = std::mem::take(&mut *self.output.0.lock().expect("one thread"));
        String::from_utf8(text).expect("UTF-8").lines().map(str::to_owned).collect()
    }

    /// Works until there is nothing to do, and returns the new output.
    fn work(&mut self) -> Vec<String> {
        while self.session.work() == Some(Duration::ZERO) {}
        self.taken()
    }
}

/// The value behind `name` in an `info` line.
fn number(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1)?.parse().ok()
}

#[test]
fn a_search_without_threads_is_the_same_to_the_node() {
    let search = |shared: Arc<Shared>| {
        let position = fen::parse(bench::POSITIONS[1], BoardRules::default()).expect("a position");
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let job = Job::new(position, Prices::bughouse_default(), limits);
        clean::search(&mut Searcher::new(shared), job).expect("a search").result
    };
    assert_eq!(search(Shared::sliced(16, Slices::new(|| true))), search(Shared::new(16, 1)));
}

#[test]
fn an_interrupted_search_goes_on_where_it_was() {
    let bfen = format!("position fen {}", bench::POSITIONS[3]);
    let reports = |most: u64| {
        let mut host = Host::new(most);
        host.post(&["uci", &bfen, "go depth 10"]);
        let lines = host.work();
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        let depths: Vec<u64> =
            lines.iter().filter(|line| line.contains(" pv ")).filter_map(|line| number(line, "depth")).collect();
        assert_eq!(depths, (1..=10).collect::<Vec<_>>(), "each iteration is reported once");
        let nodes = lines.iter().filter_map(|line| number(line, "nodes")).max();
        (host.asked.load(Ordering::Relaxed), nodes.expect("nodes"))
    };
    let (_, whole) = reports(u64::MAX);
    for most in [1, 2, 8, 32] {
        let (asked, nodes) = reports(most);
        assert!(asked > 40, "{asked}");
        assert!(nodes < 3 * whole, "{nodes} nodes instead of {whole} in slices of {most} thousand");
    }
}

#[test]
fn a_stop_between_two_slices_is_answered_at_once() {
    let mut host = Host::new(8);
    host.post(&["uci", "position startpos", "go infinite"]);
    (0..40).for_each(|_| assert_eq!(host.session.work(), Some(Duration::ZERO)));
    let reached = host.taken().iter().filter_map(|line| number(line, "depth")).max();
    assert!(reached.is_some_and(|depth| depth > 4));
    let answer = host.post(&["stop", "isready"]);
    assert!(answer.iter().any(|line| line.starts_with("bestmove ")), "{answer:?}");
    assert_eq!(answer.last().map(String::as_str), Some("readyok"));
    assert!(host.work().is_empty());
}

#[test]
fn an_infinite_search_that_has_ended_waits_without_work() {
    let mut host = Host::new(64);
    // The only legal moves end the game soon: the search reaches its greatest depth.
    host.post(&["uci", "position fen 6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1", "go infinite depth 5"]);
    assert!(!host.work().iter().any(|line| line.starts_with("bestmove ")));
    assert_eq!(host.session.work(), None, "nothing is to be done before a line");
    assert_eq!(host.post(&["stop"]).last().map(String::as_str), Some("bestmove g5f7"));
    host.post(&["go ponder depth 5"]);
    assert!(!host.work().iter().any(|line| line.starts_with("bestmove ")));
    host.post(&["ponderhit"]);
    assert!(host.work().iter().any(|line| line.starts_with("bestmove g5f7")));
}

#[test]
fn both_boards_of_a_team_are_searched_in_turn() {
    let mut host = Host::new(4);
    host.post(&["ubi", "position startpos | startpos clock 60000 60000 60000 60000"]);
    host.post(&["go board A nodes 40000", "go board B nodes 40000"]);
    let mut lines = host.work();
    // Black waits on board B: its search begins with white's move there.
    lines.extend(host.post(&["stop"]));
    lines.extend(host.work());
    assert!(lines.iter().any(|line| line.starts_with("bestmove board A ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info board B depth 5 ")), "{lines:?}");
}

#[test]
fn perft_and_bench_run_whole_and_quit_ends_the_session() {
    let mut host = Host::new(1);
    let lines = host.post(&["go perft 3", "quit"]);
    assert!(!host.session.post(b"isready"), "the session has ended");
    assert_eq!(host.session.work(), None);
    assert!(lines.iter().any(|line| line == "Nodes searched: 8902"), "{lines:?}");
}

#[test]
fn a_turn_under_a_clock_ends_in_its_time() {
    let mut host = Host::new(2);
    host.post(&["uci", "position startpos"]);
    let started = std::time::Instant::now();
    host.post(&["go movetime 150"]);
    let lines = host.work();
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(started.elapsed() >= Duration::from_millis(40));
}
