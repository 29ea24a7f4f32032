//! The event queue of both boards under a time counted in nodes.
//!
//! In real time a search runs at the machine's speed. Here its output is kept on a tape, at the time that its nodes
//! cost, and replayed in order of time once the searches of both boards have ended. If that changes the other board,
//! the tape of the search there is void from that moment on.

use crate::arena::engines::{EngineOutput, SearchInfo};
use crate::arena::measure::NodesPerMs;
use crate::game::{BoardId, ByBoard, Seat};
use crate::types::host::Instant;
use std::collections::VecDeque;

/// Limit for the outputs kept of a search, beyond the latest report and the move.
const MOST_WORDS: usize = 1000;

/// A search and its output.
#[derive(Debug)]
struct Tape {
    seat: Seat,
    began: Instant,
    /// When the player's flag falls.
    flag: Instant,
    /// Nodes as last reported.
    nodes: u64,
    said: VecDeque<(Instant, EngineOutput)>,
    answered: bool,
}

impl Tape {
    /// The node time of output that arrives now.
    fn now(&self, rates: &[NodesPerMs; 4]) -> Instant {
        self.began + rates[self.seat.index()].time(self.nodes)
    }
}

/// Both boards' tapes, and the current time.
#[derive(Debug)]
pub struct Tapes {
    /// In the order of [`Seat::ALL`].
    rates: [NodesPerMs; 4],
    now: Instant,
    boards: ByBoard<Option<Tape>>,
    /// Messages that players sent while they did not search, in the order of [`Seat::ALL`]. They count as sent at the
    /// start of the next search: their real time is irrelevant.
    between: [VecDeque<EngineOutput>; 4],
    /// The real time when the count of nodes last changed, and that count.
    progress: (Instant, u64),
}

/// A move without the count of nodes that determines its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untimed;

impl Tapes {
    /// Empty tapes at `now`.
    pub fn new(rates: [NodesPerMs; 4], now: Instant) -> Self {
        Self { rates, now, boards: ByBoard::default(), between: Default::default(), progress: (now, 0) }
    }

    /// The current time.
    pub fn now(&self) -> Instant {
        self.now
    }

    /// Advances the time to `now`.
    pub fn go_on_to(&mut self, now: Instant) {
        self.now = self.now.max(now);
    }

    /// Starts a search of `seat`, which has time until its `flag` falls. A previous search on its board is void from
    /// now on.
    pub fn ask(&mut self, seat: Seat, flag: Instant) {
        let said = self.between[seat.index()].drain(..).map(|said| (self.now, said)).collect();
        self.boards[seat.board] = Some(Tape { seat, began: self.now, flag, nodes: 0, said, answered: false });
        self.progress.0 = Instant::now();
    }

    /// Ends the search on `board`.
    pub fn cancel(&mut self, board: BoardId) {
        self.boards[board] = None;
    }

    /// Adds output of `seat` that has just arrived in real time.
    ///
    /// # Errors
    /// When it is a move and its cost in nodes is unknown.
    pub fn hear(&mut self, seat: Seat, mut said: EngineOutput) -> Result<(), Untimed> {
        let tape = self.boards[seat.board].as_mut().filter(|tape| tape.seat == seat && !tape.answered);
        let Some(tape) = tape else {
            // All other output is meaningless without a search.
            let between = &mut self.between[seat.index()];
            if matches!(said, EngineOutput::Message(_)) && between.len() < MOST_WORDS {
                between.push_back(said);
            }
            return Ok(());
        };
        if let EngineOutput::Thought(thought) = &mut said {
            // A count that decreases is ignored.
            tape.nodes = tape.nodes.max(thought.nodes.unwrap_or(0));
            // Only the last report is kept; a bare count before the move only updates its nodes.
            if let Some((_, EngineOutput::Thought(before))) = tape.said.back() {
                if thought.depth.is_none() {
                    *thought = SearchInfo { nodes: thought.nodes, ..before.clone() };
                }
                tape.said.pop_back();
            }
        }
        tape.answered = matches!(said, EngineOutput::Move { current: true, .. });
        if tape.answered && tape.nodes == 0 {
            return Err(Untimed);
        }
        let is_late = matches!(said, EngineOutput::Move { .. }) && !tape.answered;
        if tape.answered || !is_late && tape.said.len() < MOST_WORDS {
            tape.said.push_back((tape.now(&self.rates), said));
        }
        Ok(())
    }

    /// A player whose answer is awaited, if any: one that may still answer before its flag falls.
    pub fn awaited(&self) -> Option<Seat> {
        let open = |tape: &&Tape| !tape.answered && tape.now(&self.rates) <= tape.flag;
        self.boards.0.iter().flatten().find(open).map(|tape| tape.seat)
    }

    /// The real time since which no node count has increased.
    pub fn last_progress(&mut self) -> Instant {
        // The sum of nodes of all searches in progress.
        let nodes = self.boards.0.iter().flatten().fold(0, |sum: u64, tape| sum.saturating_add(tape.nodes));
        if self.progress.1 != nodes {
            self.progress = (Instant::now(), nodes);
        }
        self.progress.0
    }

    /// The time and seat of the next output; of two at the same time the one on board A. Meaningless while an answer is
    /// awaited.
    pub fn next(&self) -> Option<(Instant, Seat)> {
        let heads = self.boards.0.iter().flatten().filter_map(|tape| Some((tape.said.front()?.0, tape.seat)));
        heads.min_by_key(|&(at, _)| at)
    }

    /// Takes the next output of `seat`.
    pub fn take(&mut self, seat: Seat) -> Option<EngineOutput> {
        let tape = self.boards[seat.board].as_mut().filter(|tape| tape.seat == seat)?;
        tape.said.pop_front().map(|(_, said)| said)
    }
}
