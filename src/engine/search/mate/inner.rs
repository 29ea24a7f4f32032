//! Mates by checks inside the tree. Where the game is won, they are searched for at later turns of the root's side too,
//! so that mates that begin with quiet moves are found earlier.

use super::MateResult;
use super::MateSearch;
use super::MateTable;
use super::search_up_to;
use crate::board::Position;
use crate::search::params;
use crate::types::score::MATE_BOUND;
use crate::types::{Move, Score};

/// Mates by checks inside the tree of one root.
#[derive(Default)]
pub struct InnerMates {
    table: MateTable,
    /// Mates are searched for in this iteration, because the game is won.
    on: bool,
    /// Positions visited.
    visited: u64,
}

impl InnerMates {
    /// Resets the state for a new root.
    pub fn begin(&mut self) {
        (self.on, self.visited) = (false, 0);
    }

    /// Turns the mate search on or off for the next iteration.
    pub fn turn(&mut self, on: bool) {
        if on && !self.on {
            self.table.clear();
        }
        self.on = on;
    }

    /// Whether mates are searched for in this iteration.
    pub fn are_on(&self) -> bool {
        self.on
    }

    /// Whether to search for a mate in a node: with the root's side to move, within a share of the `searched` nodes.
    pub fn is_due(&self, depth: i32, ply: usize, beta: Score, searched: u64) -> bool {
        self.on
            && ply.is_multiple_of(2)
            && depth >= params::inner_mate_depth()
            && beta < MATE_BOUND
            && self.visited * 100 < searched * params::inner_mate_percent()
    }

    /// A mating move of the side to move and the plies to mate, from a search of a few positions.
    pub fn find(&mut self, position: Position, goes_on: &mut dyn FnMut() -> bool) -> Option<(Move, usize)> {
        let most = self.visited + params::inner_mate_nodes();
        let search = MateSearch::new(&mut self.table, position);
        match search_up_to(search, &mut self.visited, most, goes_on) {
            MateResult::Mate(line, plies) => Some((*line.first()?, plies.into())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, MateRule, fen};
    use crate::types::score;

    #[test]
    fn mates_are_looked_for_inside_the_tree_where_the_game_is_won_at_the_players_own_turns() {
        const SEARCHED: u64 = 100_000;
        let rules = BoardRules { mate: MateRule::Immediate, ..BoardRules::default() };
        let position = fen::parse("6rk/6pp/4K3/4N3/8/8/8/8[] w - - 0 1", rules).expect("a position");
        let depth = params::inner_mate_depth();
        let mut mates = InnerMates::default();
        mates.begin();
        assert!(!mates.is_due(depth, 2, 0, SEARCHED), "not where mates are not wanted");
        mates.turn(true);
        assert!(mates.is_due(depth, 2, 0, SEARCHED));
        assert!(!mates.is_due(depth - 1, 2, 0, SEARCHED), "too near the leaves");
        assert!(!mates.is_due(depth, 3, 0, SEARCHED), "the opponent's turn");
        assert!(!mates.is_due(depth, 2, score::mate_in(9), SEARCHED), "a mate is known");
        let found = mates.find(position.clone(), &mut || true).map(|(mv, plies)| (mv.to_string(), plies));
        assert_eq!(found, Some(("e5f7".to_owned(), 1)));
        mates.visited = SEARCHED;
        assert!(!mates.is_due(depth, 2, 0, SEARCHED), "its share of the nodes is spent");
        mates.turn(false);
        mates.turn(true);
        assert_eq!(mates.find(position, &mut || false), None, "the search is over");
    }
}
