//! A puzzle while it is solved: whose choice it is, and the proof that the solver's team still mates.
//!
//! A mate is proven by the mate search of the board, or of both; on one board, where that search tries checks alone,
//! the engine is asked too, so that a quiet move that mates counts.

use crate::board::{BoardStatus, Position};
use crate::eval::Prices;
use crate::search::clean::CleanSearcher;
use crate::search::mate::{JointMove, JointResult, JointSearch, MateResult, MateSearch, MateTable, TwoBoards};
use crate::search::{Job, Limits};
use crate::types::score::mate_moves;
use crate::types::{Color, Move};

/// Positions that a mate search visits.
const POSITIONS: u64 = 100_000;
/// Nodes of the engine after it, to find a mate.
const NODES: u64 = 150_000;
/// The same after a move of the solver, to verify that it mates: more, since every defense has to be searched.
const NODES_TO_VERIFY: u64 = 600_000;
/// Moves of a mate that the engine may find.
const MOST_MOVES: u32 = 12;
/// The engine's table, in MiB.
const HASH_MB: usize = 8;

/// The position of a puzzle.
#[derive(Clone)]
pub enum Stand {
    /// One board, as board A.
    One {
        /// The position.
        position: Box<Position>,
        /// The color of the solver.
        attacker: Color,
    },
    /// Both boards, with the solver as the attacking team.
    Both(Box<TwoBoards>),
}

/// A proven mate: choices of both teams to its end, and an upper bound of their number.
pub type Proof = (Vec<JointMove>, u16);

impl Stand {
    /// A puzzle of one board, for the side to move.
    pub fn one(position: Position) -> Self {
        Self::One { attacker: position.side_to_move(), position: Box::new(position) }
    }

    /// The position of a board, if the puzzle has it.
    pub fn board(&self, index: usize) -> Option<&Position> {
        match self {
            Self::One { position, .. } => Some(&**position).filter(|_| index == 0),
            Self::Both(game) => game.boards().get(index),
        }
    }

    /// Whether the solver is to choose; otherwise the opponents are.
    pub fn solver_chooses(&self) -> bool {
        match self {
            Self::One { position, attacker } => position.side_to_move() == *attacker,
            Self::Both(game) => game.attackers_choose(),
        }
    }

    /// The boards on which a move may be chosen, and whether to wait may be.
    pub fn choices(&self) -> ([bool; 2], bool) {
        match self {
            Self::One { .. } => ([true, false], false),
            Self::Both(game) => game.choices(),
        }
    }

    /// Whether the solver has won.
    pub fn is_won(&self) -> bool {
        match self {
            Self::One { position, .. } => !self.solver_chooses() && position.status() == BoardStatus::Mate,
            Self::Both(game) => game.is_won(),
        }
    }

    /// The choice of this text: `A e2e4`, `B n@f3` or `wait`. `None` if it is not possible.
    pub fn choice(&self, text: &str) -> Option<JointMove> {
        let (boards, may_wait) = self.choices();
        if text == "wait" {
            return may_wait.then_some(JointMove::Wait);
        }
        let (board, text) = text.split_once(' ')?;
        let board = ["A", "B"].into_iter().position(|name| name == board).filter(|&board| boards[board])?;
        Some(JointMove::Play(board, self.board(board)?.find_move(text)?))
    }

    /// Makes a choice, which must be possible.
    pub fn play(&mut self, choice: JointMove) {
        match (self, choice) {
            (Self::One { position, .. }, JointMove::Play(_, mv)) => drop(position.make_move(mv)),
            (Self::One { .. }, JointMove::Wait) => {}
            (Self::Both(game), choice) => game.play(choice),
        }
    }

    /// Moves of the solver in a proven line of at most this many choices.
    pub fn moves(&self, line: &[JointMove], plies: u16) -> u16 {
        if let Self::One { .. } = self {
            return if self.solver_chooses() { plies.div_ceil(2) } else { plies / 2 };
        }
        let mut stand = self.clone();
        let mut moves = 0;
        for &choice in line {
            moves += u16::from(stand.solver_chooses() && choice != JointMove::Wait);
            stand.play(choice);
        }
        moves
    }

    /// The proof that the solver mates, whoever is to choose. Of two lines of it the attack is the shortest and the
    /// defense the longest that were found.
    pub fn prove(&self, prover: &mut Prover) -> Option<Proof> {
        if self.is_won() {
            return Some((Vec::new(), 0));
        }
        prover.table.clear();
        let mut visited = 0;
        let goes_on = || {
            visited += 1;
            visited <= POSITIONS
        };
        match self {
            Self::One { position, attacker } => {
                let search = match position.side_to_move() == *attacker {
                    true => MateSearch::new(&mut prover.table, (**position).clone()),
                    false => MateSearch::against(&mut prover.table, (**position).clone()),
                };
                let on_a = |line: Vec<Move>| line.into_iter().map(|mv| JointMove::Play(0, mv)).collect();
                match search.search(goes_on) {
                    MateResult::Mate(line, plies) => Some((on_a(line), plies)),
                    _ => prover.ask_engine(position, *attacker).map(|(line, plies)| (on_a(line), plies)),
                }
            }
            Self::Both(game) => match JointSearch::new(&mut prover.table, (**game).clone()).search(goes_on) {
                JointResult::Mate(line, plies) => Some((line, plies)),
                _ => None,
            },
        }
    }
}

/// Memory for proofs, which is used again.
#[derive(Default)]
pub struct Prover {
    table: MateTable,
    engine: Option<CleanSearcher>,
}

impl Prover {
    /// A mate of the attacker that the engine sees, and its plies.
    fn ask_engine(&mut self, position: &Position, attacker: Color) -> Option<(Vec<Move>, u16)> {
        let to_move = position.side_to_move() == attacker;
        if position.legal_moves().is_empty() {
            return None;
        }
        let engine = self.engine.get_or_insert_with(|| CleanSearcher::new(HASH_MB, 1));
        engine.forget();
        let nodes = if to_move { NODES } else { NODES_TO_VERIFY };
        let limits = Limits { nodes: Some(nodes), mate: Some(MOST_MOVES), ..Limits::default() };
        let found = engine.search(Job::new(position.clone(), Prices::bughouse_default(), limits)).ok()?;
        let moves = mate_moves(found.result.score).filter(|&moves| (moves > 0) == to_move)?.unsigned_abs();
        let plies = if to_move { 2 * moves - 1 } else { 2 * moves };
        let line = found.lines.into_iter().next().map(|line| line.pv).filter(|line| !line.is_empty())?;
        Some((line, u16::try_from(plies).ok()?))
    }
}
