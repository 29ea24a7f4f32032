//! Perft counts against published ones and those of other engines.

use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use tandem::board::perft::{perft, report};
use tandem::board::{BoardRules, Position, fen};
use tandem::eval::Prices;
use tandem::search::tree::history::{Histories, MoverTo};
use tandem::search::tree::picker::Picker;
use tandem::types::Move;
use tandem::types::rng::Rng;

/// FEN, depth, nodes, in lines of tab-separated text.
const BUGHOUSE: &str = include_str!("data/perft.tsv");

/// Positions of chess (the Chess Programming Wiki's page "Perft Results"). With empty hands bughouse counts the same.
const CHESS: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

/// Positions of crazyhouse, where captures go to the own hand. Counted by Debian's Fairy-Stockfish 11.1.
const CRAZYHOUSE: [(&str, u32, u64); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 5, 4_888_832),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[] w KQkq - 0 1", 4, 4_916_262),
    ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 3, 15_634_852),
    ("4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", 4, 132_758),
    ("r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 9 5", 4, 2_083_382),
];

/// Bughouse by Fairy-Stockfish's rules: a dropped rook does not castle.
fn bughouse_rules() -> BoardRules {
    BoardRules { dropped_rook_castles: false, ..BoardRules::default() }
}

fn bughouse_lines() -> Vec<(&'static str, u32, u64)> {
    let lines: Vec<_> = BUGHOUSE
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [fen, depth, nodes] = fields[..] else {
                panic!("three fields in `{line}`");
            };
            (fen, depth.parse().expect("a depth"), nodes.parse().expect("a count"))
        })
        .collect();
    assert_eq!(lines.len(), 136);
    lines
}

/// Counts every line with `count` and reports all differences, not only the first.
fn check(lines: &[(&str, u32, u64)], rules: BoardRules, count: impl Fn(&mut Position, u32) -> u64 + Sync) {
    let wrong: Vec<String> = lines
        .par_iter()
        .filter_map(|&(fen, depth, nodes)| {
            let mut position = fen::parse(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let before = position.clone();
            let counted = count(&mut position, depth);
            assert_eq!(position, before, "perft leaves its position as it was");
            (counted != nodes).then(|| format!("{fen} to depth {depth}: {counted}, not {nodes}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Generates moves as the search does: through the staged picker, with TT moves and refutations that may or may not be
/// legal, and with histories of random updates.
struct ThroughPicker {
    histories: Histories,
    rng: Rng,
    /// Moves from elsewhere in the tree, as killers and TT moves of other positions would be.
    seen: [Move; 64],
}

impl ThroughPicker {
    fn new(seed: u64) -> Self {
        Self { histories: Histories::default(), rng: Rng::new(seed), seen: [Move::NONE; 64] }
    }

    /// Killers and counter moves as in the search: quiet ones only.
    fn refutations(&mut self, position: &Position) -> [Move; 3] {
        std::array::from_fn(|_| Some(self.guess(position)).filter(|mv| !mv.is_noisy()).unwrap_or(Move::NONE))
    }

    /// A move of this position, of another one, or no move at all.
    fn guess(&mut self, position: &Position) -> Move {
        match self.rng.below(3) {
            0 => Move::NONE,
            1 => self.seen[self.rng.below(self.seen.len())],
            _ => {
                let legal = position.legal_moves();
                if legal.is_empty() { Move::NONE } else { legal[self.rng.below(legal.len())] }
            }
        }
    }

    fn count(&mut self, position: &mut Position, depth: u32, before: [Option<MoverTo>; 2]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let table_move = self.guess(position);
        let refutations = self.refutations(position);
        let mut picker = Picker::all(position.check_info(), table_move, refutations, before);
        let mut nodes = 0;
        let values = Prices::bughouse_default().exchange_values(position.rules());
        while let Some(mv) = picker.next(position, &values, &self.histories, |_| ()) {
            if depth == 1 {
                nodes += 1;
                continue;
            }
            let mover = MoverTo::new(position, mv);
            let slot = self.rng.below(self.seen.len());
            self.seen[slot] = mv;
            self.histories.learn_quiet(mover, before, self.rng.below(2_000) as i32 - 1_000);
            let undo = position.make_move(mv);
            nodes += self.count(position, depth - 1, [Some(mover), before[0]]);
            position.unmake_move(mv, &undo);
        }
        nodes
    }
}

#[test]
fn bughouse_positions_through_the_staged_picker() {
    check(&bughouse_lines(), bughouse_rules(), |position, depth| {
        ThroughPicker::new(position.key()).count(position, depth, [None; 2])
    });
}

/// Each legal move comes once: equal totals could hide one move twice and another one never.
#[test]
fn the_staged_picker_gives_each_legal_move_once() {
    let sorted = |moves: &[Move]| {
        let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
        bits.sort_unstable();
        bits
    };
    for (fen, _, _) in bughouse_lines() {
        let position = fen::parse(fen, bughouse_rules()).expect("sound");
        let mut guesses = ThroughPicker::new(position.key());
        for _ in 0..20 {
            let (table_move, refutations) = (guesses.guess(&position), guesses.refutations(&position));
            let mut picker = Picker::all(position.check_info(), table_move, refutations, [None; 2]);
            let values = Prices::bughouse_default().exchange_values(position.rules());
            let mut picked = Vec::new();
            let expected = RefCell::new(Vec::new());
            let expect = |mv| expected.borrow_mut().push(mv);
            while let Some(mv) = picker.next(&position, &values, &guesses.histories, expect) {
                assert!(expected.borrow().contains(&mv), "{mv} was not expected in {fen}");
                let known = picker.good_see().is_none_or(|good| good == position.see_at_least(mv, 0, &values));
                assert!(known, "the SEE of {mv} in {fen}");
                picked.push(mv);
            }
            let legal = position.legal_moves();
            assert_eq!(sorted(&picked), sorted(&legal), "{fen} with {table_move} and {refutations:?}");
            if position.is_legal(table_move) {
                assert_eq!(picked[0], table_move, "the table's move comes first in {fen}");
            }
            guesses.seen[guesses.rng.below(64)] = picked[guesses.rng.below(picked.len())];
        }
    }
}

/// Once quiet moves are skipped, captures and drops that give check still come, each once.
#[test]
fn the_staged_picker_skips_no_capture_and_no_drop_that_checks() {
    for (fen, _, _) in bughouse_lines() {
        let position = fen::parse(fen, bughouse_rules()).expect("sound");
        let (checks, legal) = (position.check_info(), position.legal_moves());
        let values = Prices::bughouse_default().exchange_values(position.rules());
        let histories = Histories::default();
        for before in [0, 1, 4, 16, 40] {
            let mut picker = Picker::all(checks, Move::NONE, [Move::NONE; 3], [None; 2]);
            let mut picked = Vec::new();
            loop {
                if picked.len() >= before {
                    picker.skip_quiets();
                }
                let Some(mv) = picker.next(&position, &values, &histories, |_| ()) else { break };
                assert!(!picked.contains(&mv), "{mv} comes twice in {fen}");
                picked.push(mv);
            }
            let kept = |mv: &Move| mv.is_noisy() || mv.is_drop() && position.gives_check(&checks, *mv);
            let missing = legal.iter().find(|mv| kept(mv) && !picked.contains(mv));
            assert_eq!(missing, None, "{fen} after {before} moves");
            let quiet = picked.iter().skip(before).find(|mv| !kept(mv));
            assert_eq!(quiet, None, "{fen} after {before} moves");
        }
    }
}

#[test]
fn bughouse_positions() {
    check(&bughouse_lines(), bughouse_rules(), perft);
}

#[test]
fn chess_positions_by_all_rules_without_hands() {
    check(&CHESS, BoardRules::chess(), perft);
    check(&CHESS, bughouse_rules(), perft);
    // No rook is ever dropped here, so R7 changes nothing.
    check(&CHESS, BoardRules::default(), perft);
}

#[test]
fn crazyhouse_positions() {
    check(&CRAZYHOUSE, BoardRules::crazyhouse(), perft);
}

#[test]
fn report_ends_with_the_total() {
    let position = fen::parse("2k5/8/8/8/8/8/8/4K3[Nn] w - - 0 1", bughouse_rules()).expect("sound");
    let report = |depth, by_move, threads| {
        let text = report(&position, depth, by_move, threads, &AtomicBool::new(false)).expect("threads");
        text.expect("nobody stops it")
    };
    let one = report(2, true, 1);
    let mut lines = one.lines();
    assert_eq!(lines.next_back(), Some("Nodes searched: 4160"), "{one}");
    let by_move: u64 = lines
        .filter(|line| !line.is_empty())
        .map(|line| line.split_once(": ").expect("move and count").1.parse::<u64>().expect("a count"))
        .sum();
    assert_eq!(by_move, 4160, "the counts by move add up");
    assert_eq!(report(2, true, 2), one, "threads change nothing");
    assert_eq!(report(0, false, 1), "Nodes searched: 1\n");
}
