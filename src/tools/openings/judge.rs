//! Whether an opening is fair, by our own search with so many nodes a board.

use super::Args;
use super::candidate::OpeningCandidate;
use crate::board::Position;
use crate::eval::Prices;
use crate::game::BoardId;
use crate::search::clean::CleanSearcher;
use crate::search::{Job, Limits};
use crate::types::{Color, Score};

/// MiB of the table: the searches are short.
const HASH_MB: usize = 4;
/// Nodes to see a blunder by.
const GLANCE_NODES: u64 = 5_000;

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

    /// The scores of both boards for white, in cp, if the opening is fair by the limits of `args`: on the way there nobody
    /// blunders, and nobody is let off.
    pub fn fair(&mut self, candidate: &OpeningCandidate, args: &Args) -> Option<[Score; 2]> {
        let boards = BoardId::ALL.map(|board| candidate.game.position(board));
        // The dear searches come last.
        let mut glances = boards.into_iter().chain(&candidate.path);
        if !glances.all(|position| self.score(position, GLANCE_NODES).abs() <= args.path_cp) {
            return None;
        }
        let [a, b] = self.scores(candidate);
        let fair = a.abs().max(b.abs()) <= args.board_cp && (a - b).abs() <= args.team_cp;
        fair.then_some([a, b])
    }

    /// The scores of both boards for white, in cp. White on A and black on B are a team, so the second counts against the
    /// first.
    pub fn scores(&mut self, candidate: &OpeningCandidate) -> [Score; 2] {
        BoardId::ALL.map(|board| self.score(candidate.game.position(board), self.nodes))
    }

    /// Every search starts from nothing, so that no score depends on what was searched before.
    fn score(&mut self, position: &Position, nodes: u64) -> Score {
        self.searcher.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = self.searcher.search(Job::new(position.clone(), Prices::bughouse_default(), limits));
        // Without a thread to search with nothing is known to be unfair.
        let score = found.map_or(0, |found| found.result.score);
        if position.side_to_move() == Color::White { score } else { -score }
    }
}
