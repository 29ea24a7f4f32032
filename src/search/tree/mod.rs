//! One thread's search of one board's tree: its board, its stack, and what both alpha-beta and quiescence need of them.

mod handed_over;
pub mod history;
mod moves;
mod node;
pub mod picker;
mod prune;
mod qsearch;
pub(in crate::search) mod window;

use crate::board::{BoardStatus, Position, Prices, StalemateRule, Undo};
use crate::eval::{Evaluator, TeamView};
use crate::search::budget::ThreadBudget;
use crate::search::mate::root::InnerMates;
use crate::search::report::Observer;
use crate::search::root::RootMove;
use crate::search::run::Run;
use crate::search::threads::abdada::Company;
use crate::search::tree::handed_over::HandedOver;
use crate::search::tree::history::{Histories, MoverTo};
use crate::search::tt::{Address, Found, TtEntry};
use crate::search::{Bound, identity};
use crate::types::score::{EVAL_LIMIT, MAX_PLY, mated_in};
use crate::types::{Color, Move, Score};
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What a node leaves for its neighbors in the line.
#[derive(Clone, Default)]
pub struct Frame {
    /// Row of the move made here; nothing for a null move.
    pub mover: Option<MoverTo>,
    /// The flow of the position here, as white sees it.
    pub flow: Score,
    /// Static score, if the side to move was not in check.
    pub eval: Option<Score>,
    /// Quiet moves that cut at this ply.
    pub killers: [Move; 2],
    /// Left out while asking whether the table move is singular.
    pub excluded: Move,
    /// The best line from here.
    pub pv: Line,
}

/// A thread's search.
pub struct Tree<'a> {
    pub(in crate::search) run: &'a Run,
    pub(in crate::search) budget: &'a ThreadBudget,
    pub(in crate::search) histories: &'a Histories,
    pub(in crate::search) position: Position,
    /// What scores positions; it follows the line's moves.
    evaluator: Evaluator,
    /// What is assumed of the other board.
    view: TeamView,
    /// What has left the board since the root, where that is worth more or less than its prices.
    handed: Option<HandedOver>,
    /// What exchanges are counted by under this view.
    pub(in crate::search) prices: Prices,
    /// What keeps this search's table entries apart from those of others.
    game_identity: u64,
    view_identity: u16,
    pub(in crate::search) frames: Vec<Frame>,
    /// Keys of the game and of the line, the current position's last.
    pub(in crate::search) keys: Vec<u64>,
    pub(in crate::search) root_moves: Vec<RootMove>,
    /// Rank of the line that is searched now, from 0: the root moves before it have their scores.
    pub(in crate::search) first_rank: usize,
    /// Is told what is found.
    pub(in crate::search) observer: Option<Box<dyn Observer>>,
    /// The iteration, in plies.
    pub(in crate::search) root_depth: i32,
    pub(in crate::search) seldepth: usize,
    nodes_checked_in: u64,
    nodes_since_check_in: u64,
    allowance: u64,
    /// How often it has checked in.
    turns: u32,
    /// How many replacements of the view have been taken over.
    views: u32,
    /// The iteration is being unwound, because the search is over or because there is news.
    unwinding: bool,
    over: bool,
    /// What it knows of the other threads of the search.
    pub(in crate::search) company: Company,
    /// What it knows of mates inside its tree.
    pub(in crate::search) inner_mates: InnerMates,
}

impl<'a> Tree<'a> {
    pub(in crate::search) fn new(run: &'a Run, budget: &'a ThreadBudget, observer: Option<Box<dyn Observer>>) -> Self {
        let job = &run.job;
        let position = job.position.clone();
        let mut keys = job.game_keys.clone();
        keys.push(position.key());
        let mut worker = Self {
            run,
            budget,
            histories: &run.histories,
            observer,
            first_rank: 0,
            root_moves: RootMove::list(&position, &job.limits.search_moves),
            prices: job.view.prices(position.rules()),
            view: job.view.clone(),
            handed: None,
            game_identity: identity::game(position.rules(), job.board),
            view_identity: 0,
            views: run.views(),
            evaluator: Evaluator::new(run.network.clone(), &position),
            frames: vec![Frame::default(); MAX_PLY + 2],
            keys,
            root_depth: 0,
            seldepth: 0,
            nodes_checked_in: 0,
            nodes_since_check_in: 0,
            allowance: run.allowance(),
            turns: 0,
            unwinding: false,
            over: false,
            company: Company::default(),
            inner_mates: InnerMates::default(),
            position,
        };
        worker.look(run.view());
        worker
    }

    /// Takes over a view of the other board, at the root.
    fn look(&mut self, view: TeamView) {
        self.view_identity = identity::view(&view) ^ self.run.job.blindness.tag();
        self.prices = view.prices(self.position.rules());
        self.frames[0].flow = view.flow_for_white(&self.position);
        self.handed = view.handover.clone().map(|handover| HandedOver::new(handover, &self.position));
        let mating = view.mating[self.position.side_to_move()];
        self.view = view;
        self.mark_feeding(mating);
    }

    /// Whether the iteration is being unwound: scores mean nothing any more, until [`Self::take_news`] says otherwise.
    #[inline]
    pub(in crate::search) fn stopped(&self) -> bool {
        self.unwinding || self.company.is_leaving()
    }

    /// Ends the iteration, so that [`Self::take_news`] can be asked.
    pub(in crate::search) fn unwind(&mut self) {
        self.unwinding = true;
    }

    /// Whether the search is over.
    pub(in crate::search) fn is_over(&self) -> bool {
        self.over
    }

    /// If the iteration was unwound by news: takes over the new view and says by how much it moved the root's flow, in cp
    /// for the side to move.
    pub(in crate::search) fn take_news(&mut self) -> Option<Score> {
        if self.over || !self.unwinding {
            return None;
        }
        self.unwinding = false;
        self.views = self.run.views();
        let before = self.draw_score();
        self.look(self.run.view());
        Some(self.draw_score() - before)
    }

    /// How many replacements of the view it has taken over.
    pub(in crate::search) fn views(&self) -> u32 {
        self.views
    }

    /// Nodes of this thread so far.
    pub(in crate::search) fn searched(&self) -> u64 {
        self.nodes_checked_in + self.nodes_since_check_in
    }

    /// Counts a node; now and then looks at the limits and lets another search run.
    #[inline]
    pub(in crate::search) fn count_node(&mut self) {
        if self.unwinding {
            return;
        }
        self.nodes_since_check_in += 1;
        if self.nodes_since_check_in >= self.allowance {
            self.check_in();
            self.turns = self.turns.wrapping_add(1);
            // Helpers leave the threads to whoever searches the other board.
            self.budget.share(self.observer.is_some() && self.run.is_urgent(), self.turns);
        }
    }

    pub(in crate::search) fn check_in(&mut self) {
        self.over |= self.run.check_in(self.nodes_since_check_in);
        self.unwinding |= self.over || self.run.views() != self.views;
        self.nodes_checked_in += self.nodes_since_check_in;
        self.nodes_since_check_in = 0;
        self.allowance = self.run.allowance();
    }

    fn address(&self) -> Address {
        Address { key: self.position.key() ^ self.game_identity, view: self.view_identity }
    }

    /// What the table knows of the position.
    #[inline]
    pub(in crate::search) fn recall(&self, ply: usize) -> Option<TtEntry> {
        self.run.tt.probe(self.address(), ply, self.flow(ply))
    }

    /// Tells the table what was found; `eval` is the static score before correction and without flow.
    #[inline]
    pub(in crate::search) fn remember(
        &self,
        ply: usize,
        mv: Move,
        eval: Score,
        score: Score,
        depth: i32,
        bound: Bound,
    ) {
        self.run.tt.store(self.address(), ply, self.flow(ply), mv, eval, Found { score, depth, bound });
    }

    /// The flow of the position at `ply`, for the side to move.
    #[inline]
    pub(in crate::search) fn flow(&self, ply: usize) -> Score {
        self.for_mover(self.frames[ply].flow)
    }

    fn for_mover(&self, white: Score) -> Score {
        if self.position.side_to_move() == Color::White { white } else { -white }
    }

    /// Whether the opponent's move at `ply` is not seen. A check draws the eyes to every reply, so in check nothing is unseen.
    #[inline]
    pub(in crate::search) fn is_blind_to(&self, mv: Move, ply: usize, in_check: bool) -> bool {
        let blindness = self.run.job.blindness;
        blindness.percent > 0 && ply % 2 == 1 && !in_check && mv.is_drop() && blindness.hides(mv)
    }

    /// What the position is worth to the side to move on this board alone.
    #[inline]
    pub(in crate::search) fn board_eval(&mut self) -> Score {
        self.evaluator.score(&self.position)
    }

    /// Static score of the position at `ply`, for the side to move.
    #[inline]
    pub(in crate::search) fn static_eval(&mut self, ply: usize) -> Score {
        let eval = self.board_eval();
        self.with_flow(eval, ply)
    }

    /// A static score of this board alone, with the flow added.
    #[inline]
    pub(in crate::search) fn with_flow(&self, eval: Score, ply: usize) -> Score {
        (eval + self.flow(ply)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The static score with what search learned of like positions.
    #[inline]
    pub(in crate::search) fn corrected(&self, eval: Score) -> Score {
        if !self.run.job.features.correction {
            return eval;
        }
        (eval + self.histories.correction(&self.position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The draw score for the side to move: "as things stand at the root", so the root's flow.
    #[inline]
    pub(in crate::search) fn draw_score(&self) -> Score {
        self.for_mover(self.frames[0].flow)
    }

    /// What it means for the side to move to have no legal move, `ply` plies from the root.
    pub(in crate::search) fn no_move_score(&self, ply: usize) -> Score {
        let hang = self.view.hang[self.position.side_to_move()];
        match self.position.status_without_move() {
            BoardStatus::Mate => mated_in(ply),
            BoardStatus::Hang => self.with_flow(hang, ply),
            BoardStatus::Stalemate | BoardStatus::Playing => match self.position.rules().stalemate {
                StalemateRule::Loss => mated_in(ply),
                StalemateRule::Draw => self.draw_score(),
                StalemateRule::Waits => self.with_flow(hang / 2, ply),
            },
        }
    }

    /// Whether the position came before, in the line or in the part of the game that the caller told of, and the rules call
    /// its third time a draw.
    pub(in crate::search) fn is_repetition(&self) -> bool {
        if !self.position.rules().repetition_draws {
            return false;
        }
        let key = self.position.key();
        let reach = usize::from(self.position.halfmove_clock());
        // Only every second position has the same side to move.
        self.keys.iter().rev().take(reach + 1).skip(2).step_by(2).any(|&k| k == key)
    }

    pub(in crate::search) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.run.tt.prefetch(self.position.key_after(mv) ^ self.game_identity);
        self.frames[ply].mover = Some(MoverTo::new(&self.position, mv));
        let undo = self.evaluator.make(&mut self.position, mv);
        self.keys.push(self.position.key());
        // Only what leaves this board or changes its kind changes the flow.
        self.frames[ply + 1].flow = if mv.is_noisy() { self.flow_for_white() } else { self.frames[ply].flow };
        undo
    }

    /// The flow of the position at the line's end, as white sees it, with what the other board makes of all that was handed over.
    fn flow_for_white(&mut self) -> Score {
        let beyond = self.handed.as_mut().map_or(0, |handed| handed.beyond(&self.position));
        self.view.flow_for_white(&self.position) + beyond
    }

    pub(in crate::search) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.keys.pop();
        self.evaluator.unmake(&mut self.position, mv, undo);
    }

    /// Rows of the last two moves before the node at `ply`.
    #[inline]
    pub(in crate::search) fn before(&self, ply: usize) -> [Option<MoverTo>; 2] {
        let row = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].mover);
        [row(1), row(2)]
    }

    /// Sets the best line at `ply` to `mv` and the best line below.
    pub(in crate::search) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].pv;
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        let _ = line.try_extend_from_slice(&below[0].pv[..below[0].pv.len().min(room)]);
    }
}
