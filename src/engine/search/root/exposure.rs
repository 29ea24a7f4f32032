//! Root moves after which the opponent mates with a piece that its partner can take at once on the other board.

use super::{RootPeers, RootSearch};
use crate::search::mate::RootMates;
use crate::search::params;
use crate::search::tree::window::Window;
use crate::types::score::{self, INFINITE};
use crate::types::{PieceType, Score};

impl<P: RootPeers> RootSearch<P> {
    /// If move `number` (from 1) of the current line, with this score, is exposed: the window of its score before the
    /// cost is taken from it.
    pub(super) fn exposed_window(&mut self, number: i32, score: Score, window: &Window) -> Option<Window> {
        let rank = self.moves.first + number as usize - 1;
        let exposed = !score::is_mate(score) && self.is_exposed(rank);
        self.moves.list[rank].is_exposed = exposed;
        let raise = |bound: Score| (bound + params::exposure_cp()).min(INFINITE);
        exposed.then(|| Window::new(raise(window.alpha), raise(window.beta), -INFINITE))
    }

    /// Whether other pieces can be taken on the other board than at the last call, and the best move has become exposed
    /// by that.
    pub(super) fn best_is_newly_exposed(&mut self) -> bool {
        let looming = self.tree.run.prices().looming;
        if std::mem::replace(&mut self.looming, looming) == looming {
            return false;
        }
        let best = self.moves.best();
        let asks = !score::is_mate(best.score) && !best.is_exposed && self.tree.run.has_deadline();
        asks && self.is_exposed(0)
    }

    /// Whether the opponent mates after the move of this rank with a piece that may arrive at once.
    fn is_exposed(&mut self, rank: usize) -> bool {
        if params::exposure_cp() == 0 || !RootMates::are_wanted_in(&self.tree.run.job) {
            return false;
        }
        let opponent = !self.tree.position.side_to_move();
        let looming = self.tree.run.prices().looming[opponent];
        let root = &mut self.moves.list[rank];
        PieceType::HELD.into_iter().filter(|&kind| looming.has(kind)).any(|kind| {
            *root.exposed_to[kind.index()].get_or_insert_with(|| {
                let mut next = self.tree.position.clone();
                next.make_move(root.mv);
                next.receive(opponent, kind);
                self.tree.root_mates.mates_within(next, params::exposure_nodes())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, PieceSet, fen};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits, TimeLimit};
    use crate::search::run::Run;
    use crate::search::tree::peers::Alone;
    use crate::types::Color;
    use std::sync::Arc;

    /// White's king is smothered by its own pieces: black mates with a knight, unless white moves the rook
    /// or a pawn of the king.
    const SMOTHERED: &str = "6k1/5ppp/8/8/8/8/P5PP/6RK[] w - - 0 1";

    fn kinds(kinds: &[PieceType]) -> PieceSet {
        kinds.iter().copied().collect()
    }

    /// A root where `looming` may arrive in black's hand at once.
    fn root(looming: PieceSet) -> RootSearch<Alone> {
        let position = fen::parse(SMOTHERED, BoardRules::default()).expect("a position");
        let mut prices = Prices::bughouse_default();
        prices.looming[Color::Black] = looming;
        let limits = Limits { time: Some(TimeLimit::exactly(1_000_000)), ..Limits::default() };
        let run = Arc::new(Run::of(Job::new(position, prices, limits), 1));
        let mut root = RootSearch::new(Arc::clone(&run), Arc::default(), Alone, None);
        root.tree.root_mates.begin(&run.job);
        root
    }

    fn rank(root: &RootSearch<Alone>, mv: &str) -> usize {
        root.moves.list.iter().position(|root| root.mv.to_string() == mv).expect("a root move")
    }

    #[test]
    fn a_move_that_leaves_a_mate_to_a_piece_on_its_way_is_exposed() {
        for (looming, mv, expected) in [
            (&[PieceType::Knight][..], "a2a3", true),
            (&[PieceType::Knight], "h2h3", false),
            (&[PieceType::Knight], "g1f1", false),
            (&[PieceType::Bishop, PieceType::Rook], "a2a3", false),
            (&[], "a2a3", false),
        ] {
            let mut root = root(kinds(looming));
            let rank = rank(&root, mv);
            assert_eq!(root.is_exposed(rank), expected, "{looming:?} {mv}");
        }
    }

    /// The root of these moves only.
    fn root_of(looming: PieceSet, moves: &[&str]) -> RootSearch<Alone> {
        let mut root = root(looming);
        root.moves.list.retain(|root| moves.contains(&root.mv.to_string().as_str()));
        root
    }

    #[test]
    fn an_exposed_move_costs_a_fixed_sum_unless_it_mates() {
        let knight = kinds(&[PieceType::Knight]);
        let score = |looming, mv| root_of(looming, &[mv]).search(1, -INFINITE, INFINITE);
        assert_eq!(score(knight, "a2a3"), score(PieceSet::default(), "a2a3") - params::exposure_cp());
        assert_eq!(score(knight, "h2h3"), score(PieceSet::default(), "h2h3"));
        let window = Window::new(-INFINITE, INFINITE, -INFINITE);
        let mut root = root_of(knight, &["a2a3"]);
        assert!(root.exposed_window(1, score::mate_in(3), &window).is_none());
    }

    #[test]
    fn a_piece_that_can_be_taken_since_the_search_exposes_the_best_move() {
        let mut root = root(PieceSet::default());
        let careless = rank(&root, "a2a3");
        root.moves.list.swap(0, careless);
        root.moves.best_mut().score = 20;
        assert!(!root.best_is_newly_exposed());
        let mut prices = root.tree.run.prices();
        prices.looming[Color::Black] = kinds(&[PieceType::Knight]);
        root.tree.run.set_prices(prices);
        assert_eq!(root.tree.run.price_changes(), 0, "the search goes on");
        assert!(root.best_is_newly_exposed());
        assert!(!root.best_is_newly_exposed(), "once");
    }
}
