//! One board's tree, searched by one thread: alpha-beta (`node`), the move loop (`moves`), quiescence, and their
//! shared state.
//!
//! The tree is single-threaded: results of other threads of the search come through `Peers`.

mod cuts;
mod facts;
mod handed_over;
pub mod history;
mod learn;
mod mates;
mod moves;
mod node;
pub(super) mod peers;
pub mod picker;
mod prune;
mod qsearch;
pub(super) mod stack;
pub(super) mod window;

pub(super) use facts::Node;
pub(super) use moves::{Deferred, next_deferred};
pub(super) use prune::LateMove;

use super::mate::{InnerMates, RootMates};
use super::run::Run;
use super::slices::Pauses;
use super::tt::{Address, Found, TtEntry};
use super::{Bound, identity};
use crate::board::{BoardStatus, Captures, ExchangeValues, Position, Promotion, StalemateRule, Undo};
use crate::eval::{Evaluator, HANG_CP, Prices};
use crate::types::score::{EVAL_LIMIT, mated_in};
use crate::types::{Color, Move, Score};
use handed_over::{Flow, HandedOverScore};
use history::{Histories, MoverTo};
use peers::Peers;
use picker::Picker;
use stack::Frame;
use std::sync::Arc;
use window::{NodeKind, Window};

/// Plies without a capture or a pawn's move that make a draw in chess.
const QUIET_LIMIT: usize = 100;

/// The search tree, with its current line.
pub(super) struct Tree<P> {
    /// The search that all its threads share.
    pub run: Arc<Run>,
    /// The histories of this board.
    pub histories: Arc<Histories>,
    /// The other threads of the search.
    pub peers: P,
    /// The position at the line's end.
    pub position: Position,
    /// The evaluator, updated with the line's moves.
    evaluator: Evaluator,
    /// Prices of the other board.
    prices: Prices,
    /// Worth of the pieces handed over beyond the sum of their prices; none without network prices.
    handed_over: Option<HandedOverScore>,
    /// SEE values at these prices.
    pub values: ExchangeValues,
    /// Part of the keys of this search's TT entries.
    game_identity: u64,
    /// The identity of the prices, with the tag of the unseen drops, in its TT entries.
    prices_identity: u16,
    /// A frame for each ply.
    pub stack: Vec<Frame>,
    /// Keys of the game and of the line, the current position's last.
    pub keys: Vec<u64>,
    /// Depth of the iteration, in plies.
    pub root_depth: i32,
    /// Deepest ply reached in this iteration for the current MultiPV line.
    pub seldepth: usize,
    /// Mates by checks alone at the root; in helpers only those that expose a root move.
    pub root_mates: RootMates,
    /// Mates by checks alone inside the tree.
    pub inner_mates: InnerMates,
    /// This thread's nodes that the search has counted.
    nodes_checked_in: u64,
    /// This thread's nodes since then.
    nodes_since_check_in: u64,
    /// Number of nodes after which to check in.
    allowance: u64,
    /// Number of check-ins by [`Self::count_node`].
    turns: u32,
    /// Number of price changes of the search up to the adopted prices.
    price_changes: u32,
    /// The iteration is being unwound: the search is over or pauses, the prices have changed, a mate is found at the
    /// root, or a helper's round has ended.
    unwinding: bool,
    /// The search is over.
    over: bool,
    /// The pauses of a search that runs in slices.
    pub pauses: Pauses,
    /// The iteration is being unwound for a pause.
    paused: bool,
    /// The root search is done again after a pause: exact scores of the table stand for PV nodes.
    pub resumed: bool,
}

impl<P: Peers> Tree<P> {
    /// The tree of a search, at its root.
    pub fn new(run: Arc<Run>, histories: Arc<Histories>, peers: P) -> Self {
        let (position, prices) = (run.job.position.clone(), run.job.prices.clone());
        let mut keys = run.job.game_keys.clone();
        keys.push(position.key());
        let mut tree = Self {
            values: prices.exchange_values(position.rules()),
            prices,
            handed_over: None,
            game_identity: identity::game(position.rules(), run.job.board),
            prices_identity: 0,
            price_changes: run.price_changes(),
            evaluator: Evaluator::new(run.network.clone(), &position),
            stack: stack::new(),
            keys,
            root_depth: 0,
            seldepth: 0,
            root_mates: RootMates::default(),
            inner_mates: InnerMates::default(),
            nodes_checked_in: 0,
            nodes_since_check_in: 0,
            allowance: run.allowance(),
            turns: 0,
            unwinding: false,
            over: false,
            pauses: Pauses::default(),
            paused: false,
            resumed: false,
            position,
            peers,
            histories,
            run,
        };
        tree.set_prices(tree.run.prices());
        tree
    }

    /// Adopts prices, at the root.
    fn set_prices(&mut self, prices: Prices) {
        let prices = if self.run.network.is_some() { prices } else { prices.for_handcrafted() };
        self.prices_identity = identity::prices(&prices) ^ self.run.job.blindness.tag();
        self.values = prices.exchange_values(self.position.rules());
        self.stack[0].flow = Flow::counted(&prices, &self.position, Default::default());
        self.handed_over = prices.network.clone().map(|network| HandedOverScore::new(network, &self.position));
        self.prices = prices;
    }

    /// Prices of the other board.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Whether the iteration or a node is being unwound: scores are invalid then.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.unwinding || self.peers.is_leaving()
    }

    /// Whether the search is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// If the iteration was unwound, but the search is not over: ends the unwinding, adopts the current prices and
    /// returns the change of the root's flow, in cp for the side to move.
    pub fn take_news(&mut self) -> Option<Score> {
        if self.over || !self.unwinding {
            return None;
        }
        (self.unwinding, self.paused) = (false, false);
        self.price_changes = self.run.price_changes();
        let before = self.draw_score();
        self.set_prices(self.run.prices());
        Some(self.draw_score() - before)
    }

    /// Whether the iteration is being unwound for a pause.
    pub fn is_paused(&self) -> bool {
        self.paused && !self.over
    }

    /// Ends the unwinding for a pause: the next root search begins where the last one began.
    pub fn end_pause(&mut self) {
        (self.unwinding, self.paused) = (false, false);
        self.pauses.resume();
    }

    /// Number of price changes of the search up to the adopted prices.
    pub fn price_changes(&self) -> u32 {
        self.price_changes
    }

    /// Nodes of this thread so far.
    pub fn searched(&self) -> u64 {
        self.nodes_checked_in + self.nodes_since_check_in
    }

    /// Counts a node, and takes a turn when its allowance is used up.
    #[inline]
    pub fn count_node(&mut self) {
        if self.unwinding {
            return;
        }
        self.nodes_since_check_in += 1;
        if self.nodes_since_check_in >= self.allowance {
            self.take_turn();
        }
    }

    /// Checks the limits, lets another search run, and looks for a mate at the root.
    #[cold]
    #[inline(never)]
    fn take_turn(&mut self) {
        self.check_in();
        self.turns = self.turns.wrapping_add(1);
        self.run.share(self.peers.is_main(), self.turns);
        self.mate_at_root();
    }

    /// Adds the nodes since the last call to those of the search, and unwinds if it is over, has new prices or pauses.
    /// New prices go before a pause, which could put them off for ever.
    pub fn check_in(&mut self) {
        self.over |= self.run.check_in(self.nodes_since_check_in);
        let news = self.run.price_changes() != self.price_changes;
        self.paused |= self.pauses.check_in() && !news;
        self.unwinding |= self.over || news || self.paused;
        self.nodes_checked_in += self.nodes_since_check_in;
        self.nodes_since_check_in = 0;
        self.allowance = self.run.allowance();
    }

    /// Reads events of the other threads.
    #[inline]
    pub fn poll(&mut self) {
        if self.peers.poll() {
            self.unwinding = true;
        }
    }

    fn address(&self) -> Address {
        Address { key: self.position.key() ^ self.game_identity, prices: self.prices_identity }
    }

    /// The position's TT entry.
    #[inline]
    pub fn recall(&self, ply: usize) -> Option<TtEntry> {
        self.run.tt.probe(self.address(), ply, self.flow(ply))
    }

    /// Stores a result in the TT; `eval` is the static score before correction and without flow.
    #[inline]
    pub fn remember(&self, ply: usize, mv: Move, eval: Score, score: Score, depth: i32, bound: Bound) {
        self.run.tt.store(self.address(), ply, self.flow(ply), mv, eval, Found { score, depth, bound });
    }

    /// The flow of the position at `ply`, for the side to move.
    #[inline]
    fn flow(&self, ply: usize) -> Score {
        self.for_mover(self.stack[ply].flow.white)
    }

    fn for_mover(&self, white: Score) -> Score {
        if self.position.side_to_move() == Color::White { white } else { -white }
    }

    /// Whether a weak player does not see the opponent's move at `ply`. In check every reply is seen.
    #[inline]
    fn is_blind_to(&self, mv: Move, ply: usize, in_check: bool) -> bool {
        let blindness = self.run.job.blindness;
        blindness.percent > 0 && ply % 2 == 1 && !in_check && mv.is_drop() && blindness.hides(mv)
    }

    /// The position's score for the side to move on this board alone.
    #[inline]
    pub fn board_eval(&mut self) -> Score {
        let (position, evaluator) = (&self.position, &mut self.evaluator);
        self.run.tt.evals.get(position.key() ^ self.game_identity, || evaluator.score(position))
    }

    /// Static score of the position at `ply`, for the side to move.
    #[inline]
    pub fn static_eval(&mut self, ply: usize) -> Score {
        let eval = self.board_eval();
        self.with_flow(eval, ply)
    }

    /// A static score of this board alone, with the flow added.
    #[inline]
    pub fn with_flow(&self, eval: Score, ply: usize) -> Score {
        (eval + self.flow(ply)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The static score corrected by the correction histories.
    #[inline]
    pub fn corrected(&self, eval: Score) -> Score {
        if !self.run.job.features.correction {
            return eval;
        }
        (eval + self.histories.correction(&self.position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The draw score for the side to move: the root's flow, as if nothing had been won or lost since.
    #[inline]
    pub fn draw_score(&self) -> Score {
        self.for_mover(self.stack[0].flow.white)
    }

    /// The score of a position without a legal move, `ply` plies from the root, for the side to move.
    fn no_move_score(&mut self, ply: usize) -> Score {
        match self.position.status_without_move() {
            BoardStatus::Mate => mated_in(ply),
            BoardStatus::Hang => {
                let eval = self.board_eval();
                let score = self.prices.hang[self.position.side_to_move()].hang_score(&self.position, eval);
                self.with_flow(score, ply)
            }
            BoardStatus::Stalemate | BoardStatus::Playing => match self.position.rules().stalemate {
                StalemateRule::Loss => mated_in(ply),
                StalemateRule::Draw => self.draw_score(),
                StalemateRule::Waits => self.with_flow(HANG_CP / 2, ply),
            },
        }
    }

    /// Whether the position is a draw by rules that have draws by repetition: it occurred before, in the line or in the
    /// job's game keys; in chess also by fifty moves without a capture or a pawn's move, and by lack of material.
    fn is_drawn(&self) -> bool {
        let rules = self.position.rules();
        if !rules.repetition_draws {
            return false;
        }
        let key = self.position.key();
        let reach = usize::from(self.position.halfmove_clock());
        // Only every second position has the same side to move.
        self.keys.iter().rev().take(reach + 1).skip(2).step_by(2).any(|&k| k == key)
            || self.is_chess() && (reach >= QUIET_LIMIT && !self.position.in_check() || self.position.lacks_material())
    }

    /// Whether captured pieces leave the game and nothing is ever dropped. In a browser there is only bughouse.
    #[inline]
    pub fn is_chess(&self) -> bool {
        !cfg!(target_family = "wasm") && self.position.rules().captures == Captures::Nowhere
    }

    /// The next move of a picker. TT entries are prefetched for that move and for those that may come next.
    #[inline]
    fn next_of(&self, picker: &mut Picker) -> Option<Move> {
        let prefetch = |mv| self.run.tt.prefetch(self.position.key_after(mv) ^ self.game_identity);
        picker.next(&self.position, &self.values, &self.histories, prefetch)
    }

    /// Makes a move of the node at `ply`.
    pub fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.stack[ply].mover = Some(MoverTo::new(&self.position, mv));
        let undo = self.evaluator.make(&mut self.position, mv);
        self.keys.push(self.position.key());
        // Only captures and promotions change the flow.
        self.stack[ply + 1].flow = if mv.is_noisy() { self.flow_after(ply, &undo) } else { self.stack[ply].flow };
        undo
    }

    /// The flow of the position at the line's end, after the noisy move of the node at `ply` that returned `undo`.
    fn flow_after(&mut self, ply: usize, undo: &Undo) -> Flow {
        let (before, position) = (self.stack[ply].flow, &self.position);
        let rules = position.rules();
        let flow = if rules.captures == Captures::ToOwnHand || rules.promotion != Promotion::OwnChoice {
            // The capture fills a hand here, or the pawn has become another piece of the set: all is counted anew.
            let handed_over = self.handed_over.as_ref().map_or_else(Default::default, |score| score.count(position));
            Flow::counted(&self.prices, position, handed_over)
        } else {
            let captured = position.side_to_move();
            undo.transfer().map_or(before, |kind| before.after_capture(&self.prices, captured, kind))
        };
        flow.with_joint_worth(self.handed_over.as_mut())
    }

    /// Unmakes the move that returned `undo`.
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.keys.pop();
        self.evaluator.unmake(&mut self.position, mv, undo);
    }

    /// History rows of the last two moves before the node at `ply`, for the continuation histories.
    #[inline]
    fn continuation(&self, ply: usize) -> [Option<MoverTo>; 2] {
        let row = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].mover);
        [row(1), row(2)]
    }

    /// Updates window and PV with the score of a move at `ply`; returns whether it cuts the node.
    #[inline]
    pub fn update_window<N: NodeKind>(&mut self, window: &mut Window, ply: usize, mv: Move, score: Score) -> bool {
        window.best = window.best.max(score);
        if score > window.alpha {
            window.raise(mv, score);
            if N::PV {
                stack::extend_pv(&mut self.stack, ply, mv);
            }
        }
        score >= window.beta
    }
}
