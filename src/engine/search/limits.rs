//! The job of a search: root, prices and limits.

use crate::board::Position;
use crate::eval::Prices;
use crate::game::BoardId;
use crate::search::features::Features;
use crate::search::stability::Patience;
use crate::types::Move;
use crate::types::rng::Rng;
use std::num::NonZeroU64;

/// Two deadlines, both counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// After this no new iteration begins; [`Patience`] scales it.
    pub soft_ms: u64,
    /// After this the search ends, within an iteration too.
    pub hard_ms: u64,
}

impl TimeLimit {
    /// Exactly this long.
    pub const fn exactly(ms: u64) -> Self {
        Self { soft_ms: ms, hard_ms: ms }
    }
}

/// The limits of a search. Several may be set; the first one reached ends it. Without any it runs to the maximum depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// No iteration begins after this many nodes, so that the score is always that of a complete one.
    pub soft_nodes: Option<u64>,
    /// Ends when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// Deadlines.
    pub time: Option<TimeLimit>,
    /// How the soft deadline scales with the stability of the iterations.
    pub patience: Patience,
    /// Counts time in nodes, this many per millisecond, instead of reading a clock: the same search ends at the same
    /// node every time. Such a search uses one thread, however many are allowed.
    pub nodes_per_ms: Option<NonZeroU64>,
    /// No answer before [`super::Searcher::stop`].
    pub infinite: bool,
    /// The opponent is still thinking: the time limit counts from the start, but ends the search only after
    /// [`super::Searcher::ponderhit`].
    pub ponder: bool,
    /// Only these root moves; all when empty.
    pub search_moves: Vec<Move>,
    /// How many best root moves to report, at least 1.
    pub multipv: usize,
    /// How many best root moves to search with a score of their own, for [`super::Finished::candidates`]. Those beyond
    /// `multipv` are not reported.
    pub candidates: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            time: None,
            patience: Patience::NONE,
            nodes_per_ms: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multipv: 1,
            candidates: 0,
        }
    }
}

/// The opponent's drops that a weak player does not see; drops that answer a check are always seen. They are drawn by
/// `seed`, so the same search misses the same drops every time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blindness {
    /// Share of unseen drops, in percent.
    pub percent: u8,
    /// Seed of the draw.
    pub seed: u64,
}

impl Blindness {
    /// No drop is unseen.
    pub const NONE: Self = Self { percent: 0, seed: 0 };

    /// Whether the opponent's drop is unseen.
    pub fn hides(self, drop: Move) -> bool {
        Rng::new(self.seed ^ u64::from(drop.bits()).rotate_left(32)).below(100) < usize::from(self.percent)
    }

    /// Part of the table's price identity, which keeps entries of other searches apart: 0 if no drop is unseen.
    pub(super) fn tag(self) -> u16 {
        if self.percent == 0 { 0 } else { (Rng::new(self.seed ^ u64::from(self.percent)).next() as u16).max(1) }
    }
}

/// The inputs of one search: root, prices, limits, heuristics.
#[derive(Clone, Debug)]
pub struct Job {
    /// The root.
    pub position: Position,
    /// Keys of this board's earlier positions, oldest first, without the root's.
    pub game_keys: Vec<u64>,
    /// Prices of the other board.
    pub prices: Prices,
    /// The board: the entries of the two boards are kept apart in the shared table.
    pub board: BoardId,
    /// When to end.
    pub limits: Limits,
    /// Continues the same turn with other hands: starts from the results of the searcher's last search.
    pub continues: bool,
    /// A short search beside the game, by one thread: the table's entries do not age by it.
    pub probe: bool,
    /// Unseen drops.
    pub blindness: Blindness,
    /// Which heuristics are on.
    pub features: Features,
}

impl Job {
    /// A search of `position` on board A with defaults for everything else.
    pub fn new(position: Position, prices: Prices, limits: Limits) -> Self {
        Self {
            position,
            game_keys: Vec::new(),
            prices,
            board: BoardId::A,
            limits,
            continues: false,
            probe: false,
            blindness: Blindness::NONE,
            features: Features::ALL,
        }
    }
}
