//! One alpha-beta search for all games: iterative deepening with aspiration windows, PVS, a transposition table,
//! quiescence, killers, histories, RFP, razoring, NMP, ProbCut, IIR, singular extension, LMP, LMR.

#[cfg(test)]
use super::chess::Chess;
#[cfg(test)]
use super::exchange::Exchange;
#[cfg(test)]
use super::fen::parse;
use super::game::{Ending, Game};
#[cfg(test)]
use super::gardner::GARDNER;
use super::moves::Move;
use super::order::Scored;
use super::table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Mate on the board; a mate in `n` plies is `MATE - n`.
pub const MATE: i32 = 32_000;
/// Scores beyond are forced wins or losses.
pub const MATE_BOUND: i32 = 31_000;
pub(super) const INFINITE: i32 = 32_500;
/// The deepest ply.
pub const MAX_PLY: usize = 96;

/// Below this time a search looks at its clock more often.
const SHORT_TIME: Duration = Duration::from_millis(20);

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves ends the search.
    pub mate: Option<u32>,
    /// No iteration begins after this time.
    pub soft: Option<Duration>,
    /// The search ends after this time.
    pub hard: Option<Duration>,
    /// Only these root moves; all if empty.
    pub only: Vec<Move>,
    /// Best lines that are wanted; 0 counts as 1.
    pub lines: usize,
}

/// Flags that a caller may set while a search runs.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Ends the search.
    pub stop: Arc<AtomicBool>,
    /// While set, time does not count for the limits (pondering).
    pub untimed: Arc<AtomicBool>,
}

/// The result of an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The expected moves; empty if no move is legal.
    pub line: Vec<Move>,
    /// The score for the side on turn, in cp; see [`MATE`].
    pub score: i32,
    /// The depth in plies.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Its place among the best lines, from 1; 0 where one is wanted.
    pub place: usize,
}

/// Called after each iteration, with each of its lines. Not generic, so that no search is compiled into the crate of
/// the bughouse engine.
pub type Report<'a> = &'a mut dyn FnMut(&Found);

/// A search of one position.
pub struct Search<'a, G: Game> {
    pub(super) table: &'a mut Table,
    pub(super) limits: Limits,
    pub(super) control: Control,
    /// Keys of the positions before the root, oldest first, then of the line being searched.
    pub(super) keys: Vec<u64>,
    pub(super) lists: Vec<Vec<Scored>>,
    began: Instant,
    /// Start of the time that the limits are for: not before the end of pondering.
    timed_from: Instant,
    pub(super) nodes: u64,
    /// The clock is looked at where no bit of this is set in the number of nodes.
    clock_mask: u64,
    pub(super) stopped: bool,
    /// By ply: the principal variation from there.
    pub(super) lines: Vec<Vec<Move>>,
    /// By ply: the static evaluation.
    pub(super) evals: [i32; MAX_PLY + 4],
    /// By ply: the move left out by the search of a singular extension, by its [`Move::bits`]; 0 for none.
    pub(super) excluded: [u32; MAX_PLY + 4],
    /// Null moves begin at this ply: 0, or the end of the verification of one.
    pub(super) null_from: usize,
    /// Singular extensions end at this ply.
    pub(super) extension_limit: usize,
    pub(super) reductions: Box<[[i8; 64]; 64]>,
    game: std::marker::PhantomData<G>,
}

/// The score of an ending `ply` plies from the root, for `side`.
pub(super) fn score_of<G: Game>(ending: Ending, position: &G, ply: usize) -> i32 {
    match ending.winner {
        None => 0,
        Some(winner) if winner == position.side() => MATE - ply as i32,
        Some(_) => ply as i32 - MATE,
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// A search with a table that stays for the next one. `keys` are those of the game's positions before the root.
    pub fn new(table: &'a mut Table, keys: Vec<u64>, limits: Limits, control: Control) -> Self {
        let now = Instant::now();
        let clock_mask = if limits.hard.is_some_and(|hard| hard < SHORT_TIME) { 63 } else { 511 };
        Self {
            table,
            limits,
            control,
            keys,
            lists: Vec::new(),
            began: now,
            timed_from: now,
            nodes: 0,
            clock_mask,
            stopped: false,
            lines: vec![Vec::new(); MAX_PLY + 2],
            evals: [0; MAX_PLY + 4],
            excluded: [0; MAX_PLY + 4],
            null_from: 0,
            extension_limit: MAX_PLY,
            reductions: reductions(),
            game: std::marker::PhantomData,
        }
    }

    /// Searches `root`, and calls `report` after each iteration; returns the best line.
    pub fn run(mut self, root: &G, report: Report) -> Found {
        self.table.age();
        let mut moves = root.legal_moves();
        if !self.limits.only.is_empty() {
            moves.retain(|mv| self.limits.only.contains(mv));
        }
        let Some(&first) = moves.first() else { return Found::default() };
        let mut found = Found { line: vec![first], ..Found::default() };
        // The scores of the lines behind the best one.
        let mut scores = vec![0; self.limits.lines.clamp(1, moves.len()) - 1];
        let deepest = self.limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=deepest {
            self.extension_limit = (2 * depth as usize).min(MAX_PLY);
            let score = self.aspirate(root, depth as i32, found.score, &mut moves);
            let line = self.lines[0].clone();
            if self.stopped && (line.is_empty() || depth == 1) {
                if depth == 1 && !line.is_empty() {
                    found.line = line;
                }
                break;
            }
            let before = found.line.first().copied();
            found = Found { line, score, depth, nodes: self.nodes, time: self.began.elapsed(), place: 0 };
            // The best move goes first in the next iteration.
            to_front(&mut moves, found.line.first());
            if self.stopped {
                break;
            }
            if scores.is_empty() {
                report(&found);
            } else {
                let lines = self.best_lines(root, found, &mut moves, &mut scores);
                for line in &lines {
                    report(line);
                }
                found = lines[0].clone();
            }
            let is_stable = found.line.first().copied() == before;
            if self.stopped || self.is_satisfied(&found, moves.len(), is_stable) {
                break;
            }
        }
        Found { nodes: self.nodes, time: self.began.elapsed(), ..found }
    }

    /// The line `found` and, to the same depth, those without the first moves of the lines before them, best first;
    /// fewer if the search is stopped. `scores` are those of the lines behind the best one in the last iteration.
    fn best_lines(&mut self, root: &G, found: Found, moves: &mut [Move], scores: &mut [i32]) -> Vec<Found> {
        let (depth, mut lines) = (found.depth, vec![found]);
        for number in 1..=scores.len() {
            let rest = &mut moves[number..];
            let score = self.aspirate(root, depth as i32, scores[number - 1], rest);
            if self.stopped {
                break;
            }
            let line = self.lines[0].clone();
            to_front(rest, line.first());
            lines.push(Found { line, score, depth, nodes: self.nodes, time: self.began.elapsed(), place: 0 });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (index, line) in lines.iter_mut().enumerate() {
            line.place = index + 1;
            to_front(&mut moves[index..], line.line.first());
        }
        scores.iter_mut().zip(&lines[1..]).for_each(|(score, line)| *score = line.score);
        lines
    }

    /// The score of a position for its side on turn after `depth` plies and the captures behind them, without regard to
    /// limits.
    pub fn value(&mut self, position: &G, depth: i32) -> i32 {
        self.stopped = false;
        self.extension_limit = (2 * depth.max(0) as usize).min(MAX_PLY);
        self.keys.clear();
        self.node(position, depth, -INFINITE, INFINITE, 1, None, false)
    }

    /// The time spent of that which the limits are for; `None` while pondering.
    fn spent(&mut self) -> Option<Duration> {
        if self.control.untimed.load(Ordering::Relaxed) {
            self.timed_from = Instant::now();
            return None;
        }
        Some(self.timed_from.elapsed())
    }

    /// Whether no further iteration begins; `is_stable` if the best move is that of the iteration before.
    fn is_satisfied(&mut self, found: &Found, moves: usize, is_stable: bool) -> bool {
        if self.limits.mate.is_some_and(|most| found.score > MATE - 2 * most as i32) {
            return true;
        }
        let (Some(spent), Some(soft)) = (self.spent(), self.limits.soft) else { return false };
        let certain = moves == 1 || (MATE - found.score.abs() < found.depth as i32 / 2);
        certain || spent > if is_stable { soft } else { soft * 4 / 3 }
    }

    /// Searches the root with a window around the last score, which is widened until it contains the score.
    fn aspirate(&mut self, root: &G, depth: i32, before: i32, moves: &mut [Move]) -> i32 {
        let mut width = 18;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && before.abs() < MATE_BOUND {
            (alpha, beta) = (before - width, before + width);
        }
        let mut kept = Vec::new();
        // After a fail high the move is known, only its score is not.
        let mut shallower = 0;
        loop {
            let score = self.root(root, (depth - shallower).max(1), alpha, beta, moves);
            if self.stopped {
                // A line of an earlier window is better than none.
                if self.lines[0].is_empty() {
                    self.lines[0] = kept;
                }
                return score;
            }
            if !self.lines[0].is_empty() {
                kept.clone_from(&self.lines[0]);
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = (score - width).max(-INFINITE);
                shallower = 0;
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
                shallower = (shallower + 1).min(3);
            } else {
                return score;
            }
            if width > 1_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root moves, and orders them for the next time.
    fn root(&mut self, root: &G, depth: i32, mut alpha: i32, beta: i32, moves: &mut [Move]) -> i32 {
        self.lines[0].clear();
        let mut best = -INFINITE;
        self.keys.push(root.key());
        self.evals[0] = root.evaluate();
        // The moves that raised alpha come first, the last of them before the others; the rest by the nodes that they
        // took.
        let mut effort: Vec<(Move, u64)> = moves.iter().map(|&mv| (mv, 0)).collect();
        for (number, &mv) in moves.iter().enumerate() {
            let Some(next) = root.make(mv) else { continue };
            let before = self.nodes;
            let last = Some((root.mover(mv), mv.to));
            let mut score = alpha + 1;
            if number > 0 {
                let reduction = i32::from(number > 3 && depth > 3 && !root.is_noisy(mv));
                score = -self.node(&next, depth - 1 - reduction, -alpha - 1, -alpha, 1, last, true);
            }
            if number == 0 || score > alpha {
                score = -self.node(&next, depth - 1, -beta, -alpha, 1, last, false);
            }
            if self.stopped {
                break;
            }
            effort[number].1 = self.nodes - before;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    effort[number].1 = u64::MAX - (moves.len() - number) as u64;
                    self.extend_pv(0, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        if !self.stopped {
            effort.sort_by_key(|&(_, nodes)| std::cmp::Reverse(nodes));
            effort.iter().zip(moves).for_each(|(&(mv, _), place)| *place = mv);
        }
        best
    }

    /// Sets the line at `ply` to `mv` and the line below it.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Counts a node; returns whether the search is over.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        if self.nodes & self.clock_mask == 0 {
            let late = self.spent().zip(self.limits.hard).is_some_and(|(spent, hard)| spent >= hard);
            self.stopped |= late || self.control.stop.load(Ordering::Relaxed);
        }
        self.stopped
    }
}

/// Puts a move of a list in front of the others.
fn to_front(moves: &mut [Move], first: Option<&Move>) {
    if let Some(at) = moves.iter().position(|mv| Some(mv) == first) {
        moves[..=at].rotate_right(1);
    }
}

/// Plies by which late moves are searched less, by depth and number.
fn reductions() -> Box<[[i8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    let log = |n: usize| (n.max(1) as f64).ln();
    for (depth, row) in table.iter_mut().enumerate() {
        for (made, less) in row.iter_mut().enumerate() {
            *less = (0.5 + log(depth) * log(made) / 2.1) as i8;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_the_best_root_move_stood_behind_those_that_it_had_beaten() {
        // The pawn's step is searched first; its capture of the queen is better.
        let root = parse(&GARDNER, "k4/4q/3P1/5/1RK2 w - - 0 1").expect("a position");
        let mut moves = root.legal_moves();
        assert_eq!(moves[0].to_string(), "d3d4");
        let mut table = Table::new(1);
        let mut search: Search<Chess> = Search::new(&mut table, Vec::new(), Limits::default(), Control::default());
        search.root(&root, 2, -INFINITE, INFINITE, &mut moves);
        assert_eq!([moves[0], moves[1]].map(|mv| mv.to_string()), ["d3e4", "d3d4"]);
    }

    #[test]
    fn bug_the_time_of_pondering_counted_for_the_limit() {
        let (control, hard) = (Control::default(), Duration::from_secs(10));
        control.untimed.store(true, Ordering::Relaxed);
        let mut table = Table::new(1);
        let limits = Limits { hard: Some(hard), ..Limits::default() };
        let mut search: Search<Exchange> = Search::new(&mut table, Vec::new(), limits, control.clone());
        // All of the time has gone by in pondering.
        search.timed_from = search.began.checked_sub(hard).expect("the machine has run for longer");
        search.nodes = 511;
        assert!(!search.count_node());
        control.untimed.store(false, Ordering::Relaxed);
        search.nodes = 1023;
        assert!(!search.count_node());
    }

    #[test]
    fn bug_a_millisecond_was_over_after_512_nodes_only() {
        let hard = Duration::from_millis(1);
        let mut table = Table::new(1);
        let limits = Limits { hard: Some(hard), ..Limits::default() };
        let mut search: Search<Exchange> = Search::new(&mut table, Vec::new(), limits, Control::default());
        search.timed_from = search.began.checked_sub(hard).expect("the machine has run for longer");
        search.nodes = 62;
        assert!(!search.count_node());
        assert!(search.count_node());
    }
}
