//! The tactics suite: positions with drops that a search must solve, each row proved by brute force.
//!
//! A row of `data/tactics.tsv` expects `mate N` (in N moves of the side to move; up to four it is proved to be the
//! shortest), `only MOVE` (every other move is mated), or `no-mate N` (none in N moves, despite a check that other
//! rules call mate).

use crate::searching::think;
use crate::solver::{Attack, Solver};
use tandem::board::{BoardStatus, Position, attacks, fen};
use tandem::eval::Prices;
use tandem::game::Rules;
use tandem::search::{Finished, Job, Limits, Searcher, Shared};
use tandem::types::{Move, PieceType, score};

/// Deepest mate, in moves, in the proof of an `only`.
const ONLY_DEPTH: u32 = 4;
/// Far more nodes than any proof here takes.
const BUDGET: u64 = 50_000_000;

enum Expected {
    Mate(u32),
    Only(Move),
    NoMate(u32),
}

struct Row {
    id: String,
    position: Position,
    expected: Expected,
}

fn rows() -> Vec<Row> {
    let text = include_str!("data/tactics.tsv");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, rules, bfen, expected, _comment] = fields[..] else {
                panic!("not five fields: {line}");
            };
            let rules: Rules = rules.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
            let position = fen::parse(bfen, rules.board_rules()).unwrap_or_else(|error| panic!("{id}: {error}"));
            let expected = match expected.split_once(' ') {
                Some(("mate", moves)) => Expected::Mate(moves.parse().expect("a number of moves")),
                Some(("only", mv)) => Expected::Only(position.find_move(mv).expect("a legal move")),
                Some(("no-mate", moves)) => Expected::NoMate(moves.parse().expect("a number of moves")),
                _ => panic!("{id}: what is `{expected}`?"),
            };
            Row { id: id.to_owned(), position, expected }
        })
        .collect()
}

/// The shortest mate that a solver of this kind finds within `limit` moves, with a budget that must not run out.
fn shortest(attack: Attack, position: &Position, limit: u32) -> Option<u32> {
    let mut solver = Solver::new(attack, BUDGET);
    let found = solver.shortest(&mut position.clone(), limit);
    assert!(!solver.gave_up(), "{attack:?} gave up on {}", position.to_bfen());
    found
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.make_move(mv);
    after
}

#[test]
fn mates_are_proved() {
    let mut proved = [0; 6];
    let mut drops = 0;
    for row in rows() {
        let Expected::Mate(moves) = row.expected else { continue };
        let by_checks = shortest(Attack::Checks, &row.position, moves);
        let proof = by_checks.or_else(|| shortest(Attack::Full, &row.position, moves));
        assert_eq!(proof, Some(moves), "{}", row.id);
        if moves <= 4 {
            assert_eq!(shortest(Attack::Full, &row.position, moves - 1), None, "{} is shorter", row.id);
        }
        proved[moves as usize] += 1;
        let mut solver = Solver::new(if by_checks.is_some() { Attack::Checks } else { Attack::Full }, BUDGET);
        let line = solver.line(&row.position, moves);
        assert_eq!(line.len() as u32, 2 * moves - 1, "{}: {line:?}", row.id);
        drops += u32::from(line.iter().step_by(2).any(|mv| mv.is_drop()));
    }
    assert!(proved.iter().sum::<u32>() >= 50 && drops >= 40, "{proved:?}, {drops} with drops");
    assert!(proved[1..].iter().all(|&count| count >= 5), "{proved:?}");
}

#[test]
fn smothered_rows_end_with_a_dropped_knight_and_a_walled_in_king() {
    let mut seen = 0;
    for row in rows().iter().filter(|row| row.id.starts_with("smothered")) {
        let Expected::Mate(moves) = row.expected else { panic!("{} is no mate", row.id) };
        let mut position = row.position.clone();
        let line = Solver::new(Attack::Checks, BUDGET).line(&position, moves);
        assert_eq!(line.last().and_then(|mv| mv.dropped()), Some(PieceType::Knight), "{}", row.id);
        for mv in line {
            position.make_move(mv);
        }
        let us = position.side_to_move();
        assert!(attacks::king(position.king(us)).without(position.color(us)).is_empty(), "{}", row.id);
        seen += 1;
    }
    assert!(seen >= 2);
}

#[test]
fn contact_rows_need_no_check_that_a_drop_could_block() {
    let mut longest = 0;
    for row in rows().iter().filter(|row| row.id.starts_with("contact")) {
        let Expected::Mate(moves) = row.expected else { panic!("{} is no mate", row.id) };
        assert_eq!(shortest(Attack::Contact, &row.position, moves), Some(moves), "{}", row.id);
        longest = longest.max(moves);
    }
    assert!(longest >= 4);
}

#[test]
fn only_moves_are_the_only_ones() {
    let mut seen = 0;
    for row in rows() {
        let Expected::Only(only) = row.expected else { continue };
        assert!(row.position.in_check() && only.is_drop(), "{}: no interposition", row.id);
        let legal = row.position.legal_moves();
        assert!(legal.len() > 1, "{}: nothing to choose", row.id);
        for mv in legal {
            let mated = shortest(Attack::Checks, &after(&row.position, mv), ONLY_DEPTH);
            assert_eq!(mated.is_none(), mv == only, "{}: {mv} is mated in {mated:?}", row.id);
        }
        seen += 1;
    }
    assert!(seen >= 3);
}

#[test]
fn r08_rows_without_mate_hold_a_check_that_is_none() {
    let mut seen = 0;
    for row in rows() {
        let Expected::NoMate(moves) = row.expected else { continue };
        assert_eq!(shortest(Attack::Full, &row.position, 2), None, "{}", row.id);
        assert_eq!(shortest(Attack::Checks, &row.position, moves), None, "{}", row.id);
        if row.id.starts_with("blockable") {
            let hangs = |mv: &Move| after(&row.position, *mv).status() == BoardStatus::Hang;
            assert!(row.position.legal_moves().iter().any(hangs), "{}", row.id);
        }
        seen += 1;
    }
    assert!(seen >= 8);
}

/// Size of the TT for the suite, in MiB.
const HASH_MB: usize = 16;
/// Nodes for each row.
const NODES: u64 = 200_000;
/// Mates and only moves of the suite that must at least be found within these nodes.
const LEAST_SOLVED: usize = 73;

/// Searches one row on one thread with an empty TT, until the mate is found or the nodes are spent.
fn search(row: &Row) -> Finished {
    let mate = match row.expected {
        Expected::Mate(moves) => Some(moves),
        _ => None,
    };
    let mut searcher = Searcher::new(Shared::new(HASH_MB, 1));
    let limits = Limits { nodes: Some(NODES), mate, ..Limits::default() };
    think(&mut searcher, Job::new(row.position.clone(), Prices::bughouse_default(), limits))
}

#[test]
fn the_search_solves_most_rows_and_claims_no_mate_that_is_none() {
    let (mut solved, mut total, mut nodes) = (0, 0, 0);
    for row in rows() {
        let result = search(&row);
        let mate = score::mate_moves(result.score);
        let shown = format!("{}: {:?}, score {}, {} nodes", row.id, result.best, result.score, result.nodes);
        let best = result.best.unwrap_or(Move::NONE);
        let right = match row.expected {
            Expected::Mate(moves) => {
                let found = mate.is_some_and(|found| (1..=moves as i32).contains(&found));
                if found {
                    // The move itself must be a proof, not only its score.
                    let mut proof = Solver::new(Attack::Full, BUDGET);
                    let mut checks = Solver::new(Attack::Checks, BUDGET);
                    let mut after = after(&row.position, best);
                    let lost = checks.is_lost(&mut after, moves - 1) || proof.is_lost(&mut after, moves - 1);
                    assert!(lost || proof.gave_up(), "{shown}");
                }
                found
            }
            Expected::Only(only) => best == only,
            Expected::NoMate(excluded) => {
                assert!(mate.is_none_or(|moves| moves > excluded as i32), "{shown}");
                continue;
            }
        };
        solved += usize::from(right);
        total += 1;
        nodes += result.nodes;
        if !right {
            println!("not solved: {shown}");
        }
    }
    println!("{solved} of {total} solved with {nodes} nodes");
    assert!(solved >= LEAST_SOLVED, "{solved} of {total} solved with {nodes} nodes");
}
