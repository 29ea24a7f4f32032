//! What players say, in the order of a time that is counted in nodes: the event queue over both boards.
//!
//! In reality a search runs as the machine has time for it. Here all that it says is kept on a tape, at the time that its
//! nodes cost, and played back once the searches of both boards have come to their ends: whatever was said first is heard
//! first. If that changes the other board, the tape of the search there is thrown away from that moment on.

use crate::arena::engines::{Said, ToldThought};
use crate::arena::measure::NodesPerMs;
use crate::game::{BoardId, ByBoard, Seat};
use std::collections::VecDeque;
use std::time::Instant;

/// Things said that are kept of a search, beyond the latest thought and the move: a flood of words is cut there.
const MOST_WORDS: usize = 1000;

/// A search and what it said.
#[derive(Debug)]
struct Tape {
    seat: Seat,
    began: Instant,
    /// When the player's flag falls.
    flag: Instant,
    /// As last reported.
    nodes: u64,
    said: VecDeque<(Instant, Said)>,
    answered: bool,
}

impl Tape {
    /// What is said now is said at this time.
    fn now(&self, rates: &[NodesPerMs; 4]) -> Instant {
        self.began + rates[self.seat.index()].time(self.nodes)
    }
}

/// Both boards' tapes, and the time that it is.
#[derive(Debug)]
pub struct Tapes {
    /// In the order of [`Seat::ALL`].
    rates: [NodesPerMs; 4],
    now: Instant,
    boards: ByBoard<Option<Tape>>,
    /// What players said while they did not think, in the order of [`Seat::ALL`]. It is heard when they think next: when it
    /// came in reality means nothing.
    between: [VecDeque<Said>; 4],
    /// The count of nodes when it last changed, and when that was in real time.
    progress: (Instant, u64),
}

/// A move without the count of nodes that tells when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untimed;

impl Tapes {
    /// Nobody thinks yet, and it is `now`.
    pub fn new(rates: [NodesPerMs; 4], now: Instant) -> Self {
        Self { rates, now, boards: ByBoard::default(), between: Default::default(), progress: (now, 0) }
    }

    /// What time it is.
    pub fn now(&self) -> Instant {
        self.now
    }

    /// It is later now.
    pub fn go_on_to(&mut self, now: Instant) {
        self.now = self.now.max(now);
    }

    /// `seat` begins to think and has time until its `flag` falls. What its board was thinking before is void from now on.
    pub fn ask(&mut self, seat: Seat, flag: Instant) {
        let said = self.between[seat.index()].drain(..).map(|said| (self.now, said)).collect();
        self.boards[seat.board] = Some(Tape { seat, began: self.now, flag, nodes: 0, said, answered: false });
        self.progress.0 = Instant::now();
    }

    /// Nobody thinks on `board` any more.
    pub fn cancel(&mut self, board: BoardId) {
        self.boards[board] = None;
    }

    /// `seat` has said something, in reality just now.
    /// Fails when it is a move and nobody knows what it cost.
    pub fn hear(&mut self, seat: Seat, mut said: Said) -> Result<(), Untimed> {
        let tape = self.boards[seat.board].as_mut().filter(|tape| tape.seat == seat && !tape.answered);
        let Some(tape) = tape else {
            // Anything else means nothing without a search.
            let between = &mut self.between[seat.index()];
            if matches!(said, Said::Message(_)) && between.len() < MOST_WORDS {
                between.push_back(said);
            }
            return Ok(());
        };
        if let Said::Thought(thought) = &mut said {
            // A count that runs back is not believed.
            tape.nodes = tape.nodes.max(thought.nodes.unwrap_or(0));
            // Only the last thought is kept; the bare count before the move does not make it forgotten.
            if let Some((_, Said::Thought(before))) = tape.said.back() {
                if thought.depth.is_none() {
                    *thought = ToldThought { nodes: thought.nodes, ..before.clone() };
                }
                tape.said.pop_back();
            }
        }
        tape.answered = matches!(said, Said::Move { current: true, .. });
        if tape.answered && tape.nodes == 0 {
            return Err(Untimed);
        }
        let is_late = matches!(said, Said::Move { .. }) && !tape.answered;
        if tape.answered || !is_late && tape.said.len() < MOST_WORDS {
            tape.said.push_back((tape.now(&self.rates), said));
        }
        Ok(())
    }

    /// A player whose answer is still awaited: its flag may not fall before.
    pub fn awaited(&self) -> Option<Seat> {
        let open = |tape: &&Tape| !tape.answered && tape.now(&self.rates) <= tape.flag;
        self.boards.0.iter().flatten().find(open).map(|tape| tape.seat)
    }

    /// Since when, in real time, nobody has counted a node more.
    pub fn last_progress(&mut self) -> Instant {
        // What all searches in progress have counted.
        let nodes = self.boards.0.iter().flatten().fold(0, |sum: u64, tape| sum.saturating_add(tape.nodes));
        if self.progress.1 != nodes {
            self.progress = (Instant::now(), nodes);
        }
        self.progress.0
    }

    /// Who says something next, and when; of two at the same time the one on board A. Means nothing while an answer is
    /// awaited.
    pub fn next(&self) -> Option<(Instant, Seat)> {
        let heads = self.boards.0.iter().flatten().filter_map(|tape| Some((tape.said.front()?.0, tape.seat)));
        heads.min_by_key(|&(at, _)| at)
    }

    /// What `seat` says next.
    pub fn take(&mut self, seat: Seat) -> Option<Said> {
        let tape = self.boards[seat.board].as_mut().filter(|tape| tape.seat == seat)?;
        tape.said.pop_front().map(|(_, said)| said)
    }
}
