//! Counts of move paths that others have counted before.

use rayon::prelude::*;
use tandem::board::perft::{perft, report};
use tandem::board::{BoardRules, fen};

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

/// Positions of crazyhouse, where captures come into the own hand. Counted by Debian's Fairy-Stockfish 11.1.
const CRAZYHOUSE: [(&str, u32, u64); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 5, 4_888_832),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[] w KQkq - 0 1", 4, 4_916_262),
    ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 3, 15_634_852),
    ("4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", 4, 132_758),
    ("r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 9 5", 4, 2_083_382),
];

/// Bughouse as Fairy-Stockfish counts it: a dropped rook does not castle.
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

/// Counts every line and tells all that differ, not only the first.
fn check(lines: &[(&str, u32, u64)], rules: BoardRules) {
    let wrong: Vec<String> = lines
        .par_iter()
        .filter_map(|&(fen, depth, nodes)| {
            let mut position = fen::parse(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let before = position.clone();
            let counted = perft(&mut position, depth);
            assert_eq!(position, before, "perft leaves its position as it was");
            (counted != nodes).then(|| format!("{fen} to depth {depth}: {counted}, not {nodes}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bughouse_positions() {
    check(&bughouse_lines(), bughouse_rules());
}

#[test]
fn chess_positions_by_all_rules_without_hands() {
    check(&CHESS, BoardRules::chess());
    check(&CHESS, bughouse_rules());
    // No rook is ever dropped here, so R7 changes nothing.
    check(&CHESS, BoardRules::default());
}

#[test]
fn crazyhouse_positions() {
    check(&CRAZYHOUSE, BoardRules::crazyhouse());
}

#[test]
fn report_ends_with_the_total() {
    let position = fen::parse("2k5/8/8/8/8/8/8/4K3[Nn] w - - 0 1", bughouse_rules()).expect("sound");
    let one = report(&position, 2, true, 1).expect("one thread");
    let mut lines = one.lines();
    assert_eq!(lines.next_back(), Some("Nodes searched: 4160"), "{one}");
    let by_move: u64 = lines
        .filter(|line| !line.is_empty())
        .map(|line| line.split_once(": ").expect("move and count").1.parse::<u64>().expect("a count"))
        .sum();
    assert_eq!(by_move, 4160, "the counts by move add up");
    assert_eq!(report(&position, 2, true, 2).expect("two threads"), one, "threads change nothing");
    assert_eq!(report(&position, 0, false, 1).expect("one thread"), "Nodes searched: 1\n");
}
