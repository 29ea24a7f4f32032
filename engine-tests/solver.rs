//! A brute-force mate solver without the search's heuristics: every mate that it proves the search must find.
//!
//! All of the defender's moves are tried. The attacker may be held to checking moves, which proves a mate as well and
//! is much faster, but cannot disprove one.

use std::collections::HashMap;
use tandem::board::{BoardStatus, Position};
use tandem::types::{Move, MoveList};

/// The moves that the attacker may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Checks only.
    Checks,
    /// Checks only, and only those that no drop could ever block: by a knight, from beside the king, or double.
    Contact,
    /// All moves.
    Full,
}

/// The solver, with its results so far. One for each set of rules: positions of different rules share keys.
pub struct Solver {
    attack: Attack,
    budget: u64,
    nodes: u64,
    known: HashMap<(u64, u32), bool>,
}

impl Solver {
    /// A solver that gives up after `budget` nodes.
    pub fn new(attack: Attack, budget: u64) -> Self {
        Self { attack, budget, nodes: 0, known: HashMap::new() }
    }

    /// Whether it ran out of its budget, so that a "no" proves nothing.
    pub fn gave_up(&self) -> bool {
        self.nodes > self.budget
    }

    /// Whether the side to move mates in at most `moves` of its moves.
    pub fn mates(&mut self, position: &mut Position, moves: u32) -> bool {
        if moves == 0 || self.gave_up() {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return known;
        }
        let found = self.mating_moves(position, moves).next().is_some();
        if !self.gave_up() {
            self.known.insert((position.key(), moves), found);
        }
        found
    }

    /// The moves that mate in at most `moves`, this one counted.
    pub fn mating_moves<'a>(
        &'a mut self,
        position: &'a mut Position,
        moves: u32,
    ) -> impl Iterator<Item = Move> + use<'a> {
        let list: MoveList = position.legal_moves();
        list.into_iter().filter(move |&mv| {
            let undo = position.make_move(mv);
            self.nodes += 1;
            let tried = match self.attack {
                Attack::Full if moves > 1 => true,
                Attack::Full | Attack::Checks => position.in_check(),
                Attack::Contact => position.in_check() && !position.some_drop_could_block(),
            };
            let mates = tried && self.is_lost(position, moves - 1);
            position.unmake_move(mv, &undo);
            mates
        })
    }

    /// Whether the side to move is mated, now or after any of its moves, in at most `moves` of the other side's moves.
    pub fn is_lost(&mut self, position: &mut Position, moves: u32) -> bool {
        if moves == 0 {
            return position.in_check() && position.status() == BoardStatus::Mate;
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.status_without_move() == BoardStatus::Mate;
        }
        replies.into_iter().all(|mv| {
            let undo = position.make_move(mv);
            self.nodes += 1;
            let lost = self.mates(position, moves);
            position.unmake_move(mv, &undo);
            lost
        })
    }

    /// Number of moves in which the side to move mates, if at most `limit`.
    pub fn shortest(&mut self, position: &mut Position, limit: u32) -> Option<u32> {
        (1..=limit).find(|&moves| self.mates(position, moves))
    }

    /// One line of a mate in at most `moves`, with the replies that hold out longest.
    pub fn line(&mut self, position: &Position, moves: u32) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(left) = self.shortest(&mut position, moves) {
            let Some(mv) = self.mating_moves(&mut position, left).next() else {
                break;
            };
            position.make_move(mv);
            line.push(mv);
            let longest = position.legal_moves().into_iter().max_by_key(|&reply| {
                let mut after = position.clone();
                after.make_move(reply);
                self.shortest(&mut after, left)
            });
            let Some(reply) = longest else {
                break;
            };
            position.make_move(reply);
            line.push(reply);
        }
        line
    }
}
