//! One board's search, as UBI asks for it.

use crate::protocol::engine::Engine;
use crate::protocol::go::Go;
use crate::protocol::render::Inbox;
use crate::protocol::teamwork::{Sitting, teammate};
use crate::search::Searcher;
use crate::team::teammate::Teammate;
use crate::types::Color;
use std::sync::Arc;
use std::time::Instant;

/// A `go` that has not been answered or cancelled.
pub struct Thinking {
    /// What was asked for.
    pub go: Go,
    /// When.
    pub started: Instant,
    /// Where the search leaves its result.
    pub inbox: Inbox,
    /// The player hangs (R8): there is nothing to search, and no answer before the position changes.
    pub hanging: bool,
    /// The move is found, but not made.
    pub sitting: Option<Sitting>,
}

/// One board: its search, and the seat's partnership.
pub struct Desk {
    pub searcher: Searcher,
    /// Keys of the earlier positions, oldest first.
    pub keys: Vec<u64>,
    pub thinking: Option<Thinking>,
    /// The color that we play here, once a `go` has told.
    pub us: Option<Color>,
    pub mate: Teammate,
}

impl Desk {
    /// A desk where nothing happens yet.
    pub fn new(engine: &Engine) -> Self {
        let searcher = Searcher::new(Arc::clone(&engine.shared));
        Self { searcher, keys: Vec::new(), thinking: None, us: None, mate: teammate(engine) }
    }

    /// Ends what is under way without an answer.
    pub fn cancel(&mut self) {
        self.searcher.abort();
        self.thinking = None;
    }
}
