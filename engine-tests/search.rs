//! The search against a plain negamax, and its guarantees: the same nodes twice, limits kept, each heuristic a switch.

use crate::eval::flip;
use crate::searching::think;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use tandem::board::{BoardRules, BoardStatus, Position, StalemateRule, fen};
use tandem::eval::network::{Network, embedded};
use tandem::eval::{self, HANG_CP, Prices};
use tandem::search::bench::POSITIONS;
use tandem::search::{Features, Finished, Job, Limits, Observer, Report, Searcher, Shared, TimeLimit};
use tandem::types::score::{EVAL_LIMIT, INFINITE, is_mate, mated_in};
use tandem::types::{Color, PieceType, Score, rng::Rng};

fn position(text: &str) -> Position {
    fen::parse(text, BoardRules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The reference: every move, no window, static scores at the horizon, with or without a network.
fn negamax(position: &mut Position, depth: u32, ply: usize, context: &Prices, network: Option<&Arc<Network>>) -> Score {
    let eval = |position: &Position| {
        network.map_or_else(
            || eval::evaluate(position, context),
            |network| (network.evaluate(position) + context.flow(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT),
        )
    };
    if depth == 0 {
        return eval(position);
    }
    let mut best = -INFINITE;
    for mv in position.legal_moves() {
        let undo = position.make_move(mv);
        best = best.max(-negamax(position, depth - 1, ply + 1, context, network));
        position.unmake_move(mv, &undo);
    }
    if best > -INFINITE {
        return best;
    }
    let waiting = context.flow(position);
    let us = position.side_to_move();
    match (position.status(), position.rules().stalemate) {
        (BoardStatus::Mate, _) | (_, StalemateRule::Loss) => mated_in(ply),
        (BoardStatus::Hang, _) => context.hang[us].hang_score(position, eval(position) - waiting) + waiting,
        (_, StalemateRule::Waits) => waiting + HANG_CP / 2,
        (_, StalemateRule::Draw) => unreachable!("no position of this test plays chess"),
    }
}

/// Fifty positions: those of the bench, and positions from random play after them.
fn fifty() -> Vec<Position> {
    let mut rng = Rng::new(50);
    let mut positions: Vec<Position> = POSITIONS.iter().map(|text| position(text)).collect();
    while positions.len() < 50 {
        let mut at = positions[rng.below(POSITIONS.len())].clone();
        for _ in 0..1 + rng.below(12) {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            at.make_move(moves[rng.below(moves.len())]);
        }
        if at.status() == BoardStatus::Playing {
            positions.push(at);
        }
    }
    positions
}

fn search(job: Job) -> Finished {
    think(&mut Searcher::new(Shared::new(4, 1)), job)
}

#[test]
fn with_everything_off_the_search_is_a_plain_negamax() {
    [None, embedded()].into_iter().for_each(|network| check_negamax(network.as_ref()));
}

fn check_negamax(network: Option<&Arc<Network>>) {
    let context = Prices::bughouse_default();
    let shared = Shared::new(4, 1);
    shared.set_network(network.cloned());
    for mut position in fifty() {
        let depth = if position.legal_moves().len() > 60 { 2 } else { 3 };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let job = Job { features: Features::NONE, ..Job::new(position.clone(), context.clone(), limits) };
        let found = think(&mut Searcher::new(Arc::clone(&shared)), job).score;
        let prices = if network.is_some() { context.clone() } else { context.clone().for_handcrafted() };
        let flow = prices.flow(&position);
        let reference = negamax(&mut position, depth, 0, &prices, network);
        let shown = if is_mate(reference) { reference } else { reference - flow };
        assert_eq!(found, shown, "{} at depth {depth}", position.to_bfen());
    }
}

#[test]
fn each_heuristic_can_be_switched_off_and_changes_the_tree() {
    let nodes = |features: Features| -> u64 {
        POSITIONS[..5]
            .iter()
            .chain(&POSITIONS[13..14])
            .chain(&POSITIONS[16..])
            .map(|text| {
                let limits = Limits { depth: Some(9), ..Limits::default() };
                let job = Job { features, ..Job::new(position(text), Prices::bughouse_default(), limits) };
                let result = search(job);
                assert!(result.best.is_some(), "{text}");
                result.nodes
            })
            .sum()
    };
    let all = nodes(Features::ALL);
    for name in Features::NAMES {
        // Without these two a depth of nine takes minutes; the negamax test runs without them.
        if ["tt", "lmr"].contains(name) {
            continue;
        }
        let mut features = Features::ALL;
        *features.switch(name).expect("a name of the list") = false;
        assert_ne!(nodes(features), all, "{name} changes nothing");
    }
}

#[test]
fn one_thread_searches_the_same_nodes_twice() {
    let shared = Shared::new(8, 1);
    let mut searcher = Searcher::new(shared.clone());
    let mut run = || {
        shared.clear();
        searcher.new_game();
        POSITIONS
            .iter()
            .map(|text| {
                let limits = Limits { depth: Some(6), ..Limits::default() };
                think(&mut searcher, Job::new(position(text), Prices::bughouse_default(), limits))
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_node_limit_is_kept_to_the_node_on_one_thread() {
    for nodes in [1, 100, 5_000, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let job = Job::new(position(POSITIONS[1]), Prices::bughouse_default(), limits);
        let result = search(job);
        assert!(result.best.is_some());
        assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
    }
}

#[test]
fn many_threads_find_a_legal_move_and_share_the_nodes() {
    let shared = Shared::new(8, 4);
    let mut searcher = Searcher::new(shared);
    for text in POSITIONS {
        let position = position(text);
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let result = think(&mut searcher, Job::new(position.clone(), Prices::bughouse_default(), limits));
        assert!(result.best.is_some_and(|mv| position.is_legal(mv)), "{text}");
        // With a mate at hand all depths are complete before the node limit.
        let mated = is_mate(result.score);
        assert!(mated || result.nodes >= 30_000, "{text}: {}", result.nodes);
    }
}

#[test]
fn bug_a_search_that_was_over_before_its_first_move_was_searched_said_that_it_was_mated() {
    let mut searcher = Searcher::new(Shared::new(8, 4));
    for (text, nodes) in POSITIONS[..3].iter().flat_map(|text| (1..40).map(move |nodes| (text, nodes))) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = think(&mut searcher, Job::new(position(text), Prices::bughouse_default(), limits));
        assert!(result.best.is_some() && !is_mate(result.score), "{nodes} nodes: {}", result.score);
    }
}

#[test]
fn only_the_wanted_root_moves_are_searched() {
    let position = position(POSITIONS[0]);
    let wanted: Vec<_> = ["a2a3", "h2h3"].iter().filter_map(|text| position.find_move(text)).collect();
    let limits = Limits { depth: Some(5), search_moves: wanted.clone(), ..Limits::default() };
    let result = search(Job::new(position, Prices::bughouse_default(), limits));
    assert!(result.best.is_some_and(|mv| wanted.contains(&mv)));
}

/// Sends every report to a test.
struct Tape(Sender<Report>);

impl Observer for Tape {
    fn report(&mut self, report: &Report) {
        // The receiver is gone if the test is done.
        let _ = self.0.send(report.clone());
    }

    fn finished(&mut self, _: &Finished) {}
}

/// Reports up to and including the first of depth `depth` or more.
fn until(reports: &Receiver<Report>, depth: u32) -> Vec<Report> {
    let mut heard: Vec<Report> = Vec::new();
    while heard.last().is_none_or(|report| report.depth < depth) {
        heard.push(reports.recv().expect("an endless search goes on"));
    }
    heard
}

/// White may take the knight or the bishop, and neither is guarded.
const CHOICE: &str = "r2qk2r/ppp2ppp/8/1n3b2/8/3Q4/PPP2PPP/R3K2R[] w - - 0 1";

#[test]
fn news_reaches_a_running_search_without_a_step_back() {
    let root = position(CHOICE);
    let prices = Prices::bughouse_default();
    let (tape, reports) = channel();
    let mut searcher = Searcher::new(Shared::new(16, 1));
    let endless = Limits { infinite: true, ..Limits::default() };
    searcher.start(Job::new(root.clone(), prices.clone(), endless), Box::new(Tape(tape))).expect("a thread");
    let mut heard = until(&reports, 6);
    // Whichever piece is worth more by default, the partner requests one, then the other.
    for kind in [PieceType::Bishop, PieceType::Knight, PieceType::Bishop] {
        let mut asked = prices.clone();
        asked.transfer[Color::Black][kind.index()] += 1_500;
        searcher.set_prices(asked);
        // Iterations may have been completed before the new prices, with their reports still unread; one more was under
        // way, and the one after it has the new prices from its first node.
        heard.extend(reports.try_iter());
        let deepest = heard.last().map_or(0, |report| report.depth);
        heard.extend(until(&reports, deepest + 2));
        let best = heard.last().and_then(|report| report.pv.first().copied()).expect("a line");
        let taken = root.piece_at(best.to()).map(|piece| piece.kind());
        assert_eq!(taken, Some(kind), "{best}");
    }
    searcher.abort();
    for pair in heard.windows(2) {
        assert!(pair[0].depth <= pair[1].depth, "from depth {} back to {}", pair[0].depth, pair[1].depth);
        assert!(pair[0].hashfull <= pair[1].hashfull, "the table was emptied");
    }
}

/// The depths of the lines that a search to this depth reports.
fn depths(searcher: &mut Searcher, root: &Position, depth: u32, continues: bool) -> Vec<u32> {
    let (tape, reports) = channel();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let job = Job { continues, ..Job::new(root.clone(), Prices::bughouse_default(), limits) };
    searcher.start(job, Box::new(Tape(tape))).expect("a thread");
    searcher.wait();
    reports.try_iter().map(|report| report.depth).collect()
}

#[test]
fn a_search_that_continues_begins_near_the_depth_that_was_reached() {
    let mut root = position(POSITIONS[3]);
    let mut searcher = Searcher::new(Shared::new(16, 1));
    let mut first_depth = |root: &Position, continues| {
        let depths = depths(&mut searcher, root, 8, continues);
        assert_eq!(depths.last(), Some(&8));
        depths[0]
    };
    assert_eq!(first_depth(&root, false), 1);
    root.receive(Color::Black, PieceType::Knight);
    assert_eq!(first_depth(&root, true), 6);
    assert_eq!(first_depth(&root, false), 1, "who does not continue begins at the beginning");
    assert_eq!(first_depth(&position(POSITIONS[4]), true), 1, "another board cannot be continued");
}

#[test]
fn bug_a_piece_that_refuted_a_mate_was_searched_from_the_depth_to_which_the_mate_had_been() {
    // Black mates on g2 whatever white plays, unless white holds a piece that guards it.
    let mut root = position("6k1/5ppp/8/8/8/5p2/5P1P/5RK1[q] w - - 0 1");
    let mut searcher = Searcher::new(Shared::new(16, 1));
    let deep = Limits { depth: Some(60), ..Limits::default() };
    let found = think(&mut searcher, Job::new(root.clone(), Prices::bughouse_default(), deep));
    assert!(is_mate(found.score) && found.depth == 60, "{found:?}");
    root.receive(Color::White, PieceType::Knight);
    let short = Limits { nodes: Some(20_000), ..Limits::default() };
    let job = Job { continues: true, ..Job::new(root, Prices::bughouse_default(), short) };
    let found = think(&mut searcher, job);
    assert!(!is_mate(found.score) && found.best.is_some_and(|mv| mv.is_drop()), "{found:?}");
    // Nor as deep as a long sit has gone.
    let mut root = position(POSITIONS[3]);
    assert_eq!(depths(&mut searcher, &root, 12, false).first(), Some(&1));
    root.receive(Color::Black, PieceType::Knight);
    assert_eq!(depths(&mut searcher, &root, 12, true).first(), Some(&9));
}

/// The best move after 5,000 nodes with a much higher price for a piece of `kind` and `color`: white's, and black's in
/// the position with the colors changed, mirrored to white's notation.
fn best_at_prices(bfen: &str, dearer: Option<(Color, PieceType)>) -> [String; 2] {
    [bfen.to_owned(), flip(bfen)].map(|text| {
        let root = position(&text);
        let white = root.side_to_move() == Color::White;
        let mut prices = Prices::bughouse_default();
        if let Some((color, kind)) = dearer {
            prices.transfer[if white { color } else { !color }][kind.index()] += 1_500;
        }
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let best = search(Job::new(root, prices, limits)).best.expect("a legal move").to_string();
        let mirrored = |c: char| c.to_digit(9).map_or(c, |rank| char::from(b'9' - rank as u8));
        if white { best } else { best.chars().map(mirrored).collect() }
    })
}

#[test]
fn a_defended_piece_that_the_partner_needs_is_won_by_a_sacrifice_and_only_then() {
    let bfen = "r1bqk2r/pp3ppp/2p1p3/3n4/8/8/PPPQ1PPP/R3KB1R[] w KQkq - 0 1";
    assert_eq!(best_at_prices(bfen, Some((Color::Black, PieceType::Knight))), ["d2d5"; 2]);
    assert!(best_at_prices(bfen, None).iter().all(|best| best != "d2d5"));
}

#[test]
fn a_trade_is_avoided_when_the_own_piece_must_not_be_given() {
    let bfen = "r1b1k2r/ppp2ppp/4p3/3q4/8/8/PPP2PPP/R2RKB2[] w Qkq - 0 1";
    assert_eq!(best_at_prices(bfen, None), ["d1d5"; 2]);
    assert!(best_at_prices(bfen, Some((Color::White, PieceType::Rook))).iter().all(|best| best != "d1d5"));
}

#[test]
fn a_perpetual_check_is_a_draw_only_where_the_rules_call_it_one() {
    let bfen = "4Q1k1/6p1/n7/1n6/8/8/rr6/7K[] b - - 0 1";
    let score = |repetition_draws: bool| {
        let rules = BoardRules { repetition_draws, ..BoardRules::default() };
        let root = fen::parse(bfen, rules).unwrap_or_else(|error| panic!("{bfen}: {error}"));
        let limits = Limits { depth: Some(8), ..Limits::default() };
        search(Job::new(root, Prices::bughouse_default(), limits)).score
    };
    assert_eq!(score(true), 0);
    assert!(score(false) > 100);
}

/// The result of a search of `nodes` by the handcrafted evaluation, with or without the search for mates by checks.
fn with_mate_search(mate_search: bool, bfen: &str, nodes: u64) -> Finished {
    let features = Features { mate_search, ..Features::ALL };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let shared = Shared::new(4, 1);
    shared.set_network(None);
    think(&mut Searcher::new(shared), Job { features, ..Job::new(position(bfen), Prices::bughouse_default(), limits) })
}

#[test]
fn bug_a_forced_move_into_a_mate_was_made_at_once_without_its_score() {
    // From a game at 3+0: of the last five moves, all forced, the player never knew that a mate came.
    let bfen = "rn6/3p1k2/3pp1p1/8/1p1P3B/P2p1PKb/1BP1r1qP/RN5R[Pbp] w - - 4 52";
    let limits = Limits { time: Some(TimeLimit { soft_ms: 10_000, hard_ms: 20_000 }), ..Limits::default() };
    let found = search(Job::new(position(bfen), Prices::bughouse_default(), limits));
    assert!(is_mate(found.score) && found.score < 0, "{found:?}");
    assert!(found.depth < 10, "it takes no time: {found:?}");
}

#[test]
fn a_long_mate_by_checks_is_found_where_the_tree_does_not_reach() {
    let bfen = "r3kr2/pbpp1pRn/1p6/4pP1p/4P2N/2PPB1PB/P1P2K2/R7[QRRNPPqr] w - - 0 30";
    assert!(!is_mate(with_mate_search(false, bfen, 20_000).score), "the tree is enough");
    let found = with_mate_search(true, bfen, 20_000);
    assert!(is_mate(found.score) && found.score > 0, "{found:?}");
}
