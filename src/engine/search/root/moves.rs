//! The root moves with their scores and lines.

use crate::board::{PieceSet, Position};
use crate::search::tree::stack::Line;
use crate::types::score::{self, EVAL_LIMIT, INFINITE};
use crate::types::{Move, PieceType, Score};
use std::cmp::Ordering;

/// A feeding move is scored as mated in this many plies: our move, the capture, and the mate on the other board.
const FEEDING_PLIES: usize = 4;

/// A root move.
#[derive(Clone)]
pub struct RootMove {
    pub mv: Move,
    /// Score of this iteration; `-INFINITE` for a move that did not beat alpha.
    pub score: Score,
    /// Score of the last iteration.
    pub previous: Score,
    /// Score of the iteration before that.
    pub earlier: Score,
    /// Nodes spent on it in this iteration: the last sort key, so that moves hard to refute come first.
    nodes: u64,
    pub line: Line,
    /// A forced mate after it, for either side, that a mate search has proven: its score, and its line (may be empty).
    pub proven: Option<(Score, Line)>,
    /// The opponent can reply by taking a piece that mates the partner, and other moves do not allow it.
    pub feeds: bool,
    /// Whether its last search on this board has shown that it loses by force.
    lost: bool,
    /// For each kind, pawn to queen, whether the opponent mates with one more of it, if that was searched.
    pub exposed_to: [Option<bool>; 5],
    /// Whether its last score above alpha, in this thread's own search, has the cost of such an exposure.
    pub is_exposed: bool,
}

impl RootMove {
    /// Shifts the scores of this iteration and the last one by `change` cp, as far as they contain the flow.
    pub fn shift(&mut self, change: Score) {
        for value in [&mut self.score, &mut self.previous] {
            if *value > -INFINITE && !score::is_mate(*value) {
                *value = (*value + change).clamp(-EVAL_LIMIT, EVAL_LIMIT);
            }
        }
    }

    /// Adopts a score with its `line`, or with the line of the proven mate if the score is that mate's.
    fn adopt(&mut self, score: Score, line: &Line) {
        self.score = score;
        self.lost = loses(score);
        let mating_line = self.proven.as_ref().filter(|proven| proven.0 == score).map(|proven| &proven.1);
        self.line.clone_from(mating_line.unwrap_or(line));
    }

    /// The score of the mate proven after it, on this board or on the other one.
    pub fn proven_score(&self) -> Option<Score> {
        if self.feeds { Some(score::mated_in(FEEDING_PLIES)) } else { self.proven.as_ref().map(|proven| proven.0) }
    }

    /// Whether it is known to lose by force.
    fn is_lost(&self) -> bool {
        self.lost || self.proven_score().is_some_and(loses)
    }
}

/// Whether a score is that of a mate by the opponent.
fn loses(score: Score) -> bool {
    score::is_mate(score) && score < 0
}

/// Sorts moves by `order`; equal ones keep their order. All orders share this one sort, since a sort is large.
#[inline(never)]
pub fn sort(moves: &mut [RootMove], order: &dyn Fn(&RootMove, &RootMove) -> Ordering) {
    moves.sort_by(order);
}

/// Sorts moves by their scores, the best first.
fn sort_by_score(moves: &mut [RootMove]) {
    sort(moves, &|a, b| b.score.cmp(&a.score));
}

/// The root moves, in the order in which they are searched.
#[derive(Clone)]
pub struct RootMoves {
    pub list: Vec<RootMove>,
    /// Rank of the current MultiPV line, from 0: the moves before it have their scores.
    pub first: usize,
}

impl RootMoves {
    /// The legal moves; only those in `wanted` unless it is empty.
    pub fn new(position: &Position, wanted: &[Move]) -> Self {
        let list = position.legal_moves().into_iter().filter(|mv| wanted.is_empty() || wanted.contains(mv));
        let list = list.map(|mv| RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            earlier: -INFINITE,
            nodes: 0,
            line: Line::from_iter([mv]),
            proven: None,
            feeds: false,
            lost: false,
            exposed_to: [None; 5],
            is_exposed: false,
        });
        Self { list: list.collect(), first: 0 }
    }

    /// The best move.
    pub fn best(&self) -> &RootMove {
        &self.list[0]
    }

    /// The best move.
    pub fn best_mut(&mut self) -> &mut RootMove {
        &mut self.list[0]
    }

    /// The first move that is not known to lose by force, if the best one is.
    pub fn not_lost(&self) -> Option<&RootMove> {
        self.list.iter().find(|root| !root.is_lost()).filter(|_| self.best().is_lost())
    }

    /// The moves of the current line.
    pub fn of_line(&mut self) -> &mut [RootMove] {
        &mut self.list[self.first..]
    }

    /// Begins a new iteration.
    pub fn begin_iteration(&mut self) {
        for root in &mut self.list {
            root.earlier = root.previous;
            root.previous = std::mem::replace(&mut root.score, -INFINITE);
            root.nodes = 0;
        }
    }

    /// The best move's share of the iteration's nodes, in percent.
    pub fn best_share(&self) -> u64 {
        let all: u64 = self.list.iter().map(|root| root.nodes).sum();
        100 * self.best().nodes / all.max(1)
    }

    /// Restores scores and order from before this iteration, with the flow shifted by `change` cp.
    pub fn begin_again(&mut self, change: Score) {
        for root in &mut self.list {
            root.score = root.previous;
            root.shift(change);
        }
        sort_by_score(&mut self.list);
    }

    /// Orders the moves of the current line.
    pub fn sort_line(&mut self) {
        let key = |root: &RootMove| (root.score, root.previous, root.nodes);
        sort(self.of_line(), &|a, b| key(b).cmp(&key(a)));
    }

    /// Orders the lines searched so far.
    pub fn sort_lines(&mut self) {
        let first = self.first;
        sort_by_score(&mut self.list[..=first]);
    }

    /// Adopts the order and the proven scores of another thread, and resets the scores of this iteration.
    pub fn follow(&mut self, moves: &[(Move, Option<Score>)], first: usize) {
        self.first = first;
        let rank = |root: &RootMove| moves.iter().position(|(mv, _)| *mv == root.mv);
        sort(&mut self.list, &|a, b| rank(a).cmp(&rank(b)));
        for (root, (_, proven)) in self.list.iter_mut().zip(moves) {
            (root.score, root.nodes) = (-INFINITE, 0);
            root.proven = proven.map(|score| (score, Line::new()));
        }
    }

    /// Adopts another thread's results for the moves of the current line.
    pub fn adopt(&mut self, found: &[RootMove]) {
        for root in self.of_line() {
            let Some(found) = found.iter().find(|found| found.mv == root.mv) else { continue };
            (root.nodes, root.is_exposed) = (found.nodes, found.is_exposed);
            root.adopt(found.score, &found.line);
            root.lost = found.lost;
        }
    }

    /// Adopts another thread's result for one move of the current line.
    pub fn adopt_move(&mut self, mv: Move, score: Score, line: &Line) {
        if let Some(root) = self.of_line().iter_mut().find(|root| root.mv == mv) {
            root.adopt(score, line);
        }
    }

    /// Stores the score and nodes of move `number` (from 1) of the current line; `line` is its PV if it beat alpha.
    pub fn record(&mut self, number: i32, score: Score, nodes: u64, line: Option<&Line>) {
        let root = &mut self.of_line()[number as usize - 1];
        root.nodes += nodes;
        // Below alpha the score is an upper bound.
        root.lost = loses(score) && !root.feeds;
        root.score = if line.is_some() { score } else { -INFINITE };
        let mating_line = root.proven.as_ref().filter(|proven| proven.0 == score).map(|proven| &proven.1);
        if let Some(line) = mating_line.or(line) {
            root.line.clone_from(line);
        }
    }

    /// Marks the moves that let the opponent take one of the kinds in `mating`, unless all do.
    pub fn mark_feeding(&mut self, position: &Position, mating: PieceSet) {
        let any = PieceType::HELD.into_iter().any(|kind| mating.has(kind));
        for root in &mut self.list {
            root.feeds = any && position.lets_take(root.mv, mating);
        }
        if self.list.iter().all(|root| root.feeds) {
            self.list.iter_mut().for_each(|root| root.feeds = false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardRules;

    #[test]
    fn bug_after_new_prices_the_last_two_scores_had_different_flows() {
        let mut moves = RootMoves::new(&Position::start(BoardRules::default()), &[]);
        let scores = |moves: &RootMoves| (moves.best().previous, moves.best().earlier);
        for score in [50, 60] {
            moves.best_mut().score = score;
            moves.begin_iteration();
        }
        assert_eq!(scores(&moves), (60, 50));
        // After an iteration with the score 70, and then within one, the flow changes.
        moves.best_mut().score = 70;
        moves.list.iter_mut().for_each(|root| root.shift(200));
        moves.begin_iteration();
        assert_eq!(scores(&moves), (270, 260));
        moves.begin_again(-100);
        moves.begin_iteration();
        assert_eq!(scores(&moves), (170, 170));
    }
}
