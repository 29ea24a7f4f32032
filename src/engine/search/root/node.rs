//! The root node: its moves are never pruned or extended, and it updates neither the TT nor the histories.

use super::RootPeers;
use super::RootSearch;
use crate::board::CheckInfo;
use crate::search::params;
use crate::search::tree::window::{Pv, Window};
use crate::search::tree::{Deferred, LateMove, Node, next_deferred, stack};
use crate::types::score::{self, EVAL_LIMIT, INFINITE};
use crate::types::{Move, Score};

impl<P: RootPeers> RootSearch<P> {
    /// The score of the current line's root moves at `depth`, exact if between `alpha` and `beta`, else a bound.
    pub fn search(&mut self, depth: i32, alpha: Score, beta: Score) -> Score {
        self.tree.peers.enter(self.tree.position.key(), depth, true, false);
        let score = loop {
            let score = self.search_moves(depth, alpha, beta);
            let Some(result) = self.tree.peers.left_root() else { break score };
            if self.tree.stopped() {
                break score;
            }
            if let Some((score, moves)) = result {
                self.moves.adopt(&moves);
                break score;
            }
        };
        self.tree.peers.exit(None);
        score
    }

    fn search_moves(&mut self, depth: i32, alpha: Score, beta: Score) -> Score {
        let node = self.tree.root_node(depth);
        if self.tree.stopped() {
            return alpha;
        }
        let checks = self.tree.position.check_info();
        let mut window = Window::new(alpha, beta, -INFINITE);
        let (mut number, mut deferred) = (0, Deferred::new());
        loop {
            if self.adopt_better_move(&node, &mut window) && window.is_cut() {
                break;
            }
            let next = self.next_move(&node, &checks, &mut number, &mut deferred, &window);
            let Some((mv, late)) = next.or_else(|| next_deferred(&mut deferred, &window)) else { break };
            self.announce(late.number, mv);
            let before = self.tree.searched();
            let score = self.search_move(&node, mv, &late, &window);
            if self.tree.stopped() {
                return window.alpha;
            }
            let beats = late.number == 1 || score > window.alpha;
            if beats {
                stack::extend_pv(&mut self.tree.stack, 0, mv);
            }
            let nodes = self.tree.searched() - before;
            self.moves.record(late.number, score, nodes, beats.then_some(&self.tree.stack[0].pv));
            let raises = score > window.alpha;
            let cuts = self.tree.update_window::<Pv>(&mut window, 0, mv, score);
            if raises {
                self.tree.publish_move(&node, score, !cuts);
            }
            if cuts {
                break;
            }
        }
        window.best
    }

    /// The next root move; those that another thread is searching are deferred.
    fn next_move(
        &self,
        node: &Node,
        checks: &CheckInfo,
        number: &mut i32,
        deferred: &mut Deferred,
        window: &Window,
    ) -> Option<(Move, LateMove)> {
        let of_line = &self.moves.list[self.moves.first..];
        while let Some(root) = of_line.get(*number as usize) {
            *number += 1;
            // Another thread has published its score.
            if root.mv == window.best_move {
                continue;
            }
            let late = self.tree.describe(node, root.mv, *number, checks);
            if *number == 1 || !self.tree.defer(node, root.mv, late, deferred) {
                return Some((root.mv, late));
            }
        }
        None
    }

    /// The score of a root move, with a mate proven for it taken into account.
    fn search_move(&mut self, node: &Node, mv: Move, late: &LateMove, window: &Window) -> Score {
        let proven = self.moves.of_line()[late.number as usize - 1].proven_score();
        if let Some(mated) = proven.filter(|&score| score < 0) {
            self.tree.stack[1].pv.clear();
            return mated;
        }
        let mut score = self.search_in(node, mv, late, window);
        if score > window.alpha
            && let Some(raised) = self.exposed_window(late.number, score, window)
        {
            // A score above the window is a bound only, from which the cost cannot be taken.
            if score >= window.beta && score < raised.beta {
                score = self.search_in(node, mv, late, &raised);
            }
            if !score::is_mate(score) {
                score = (score - params::exposure_cp()).max(-EVAL_LIMIT);
            }
        }
        proven.map_or(score, |mate| score.max(mate))
    }

    /// The score of a root move in this window. Not inlined: the search below it is large.
    #[inline(never)]
    fn search_in(&mut self, node: &Node, mv: Move, late: &LateMove, window: &Window) -> Score {
        self.tree.search_move::<Pv>(node, mv, late, 0, window)
    }

    /// Adopts a better move that another thread has published; returns whether there was one.
    fn adopt_better_move(&mut self, node: &Node, window: &mut Window) -> bool {
        let Some(better) = self.tree.better_move(node, window) else { return false };
        self.moves.adopt_move(window.best_move, better.score, &better.line);
        self.tree.stack[0].pv = better.line;
        true
    }
}
