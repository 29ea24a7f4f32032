//! Judges whether an opening is fair, by our own search with a node limit per board.

use super::Args;
use super::candidate::OpeningCandidate;
use crate::board::Position;
use crate::eval::Prices;
use crate::game::BoardId;
use crate::search::clean::CleanSearcher;
use crate::search::{Job, Limits};
use crate::types::{Color, Score};

/// TT size in MiB: the searches are short.
const HASH_MB: usize = 4;
/// Nodes of a search that checks for blunders.
const PATH_NODES: u64 = 5_000;

/// Searches openings.
pub struct Judge {
    searcher: CleanSearcher,
    nodes: u64,
}

impl Judge {
    /// A judge that searches `nodes` nodes a board.
    pub fn new(nodes: u64) -> Self {
        Self { searcher: CleanSearcher::new(HASH_MB, 1), nodes }
    }

    /// The scores of both boards for white, in cp, if the opening is fair by the limits of `args`, without blunders on
    /// the way, even if they cancel out.
    pub fn fair(&mut self, candidate: &OpeningCandidate, args: &Args) -> Option<[Score; 2]> {
        let boards = BoardId::ALL.map(|board| candidate.game.position(board));
        // Expensive searches come last.
        let mut path = boards.into_iter().chain(&candidate.path);
        if !path.all(|position| self.score(position, PATH_NODES).abs() <= args.path_cp) {
            return None;
        }
        let [a, b] = self.scores(candidate);
        let fair = a.abs().max(b.abs()) <= args.board_cp && (a - b).abs() <= args.team_cp;
        fair.then_some([a, b])
    }

    /// The scores of both boards for white, in cp. White on A and black on B are a team, so the second counts against
    /// the first.
    pub fn scores(&mut self, candidate: &OpeningCandidate) -> [Score; 2] {
        BoardId::ALL.map(|board| self.score(candidate.game.position(board), self.nodes))
    }

    /// Searches with a cleared TT, so that no score depends on earlier searches.
    fn score(&mut self, position: &Position, nodes: u64) -> Score {
        self.searcher.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = self.searcher.search(Job::new(position.clone(), Prices::bughouse_default(), limits));
        // Counts as even if no thread can be started.
        let score = found.map_or(0, |found| found.result.score);
        if position.side_to_move() == Color::White { score } else { -score }
    }
}
