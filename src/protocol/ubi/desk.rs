//! One board's search, as UBI asks for it.

use crate::eval::TeamContext;
use crate::game::BoardId;
use crate::protocol::engine::Engine;
use crate::protocol::go::Go;
use crate::protocol::render::Inbox;
use crate::search::{Finished, Searcher};
use crate::team::sit::Why;
use crate::team::teammate::{Teammate, wake_by};
use crate::types::Color;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

/// A move that was found and is not made.
pub struct Sitting {
    /// What was found.
    pub result: Finished,
    /// Our clock at which the move is made whatever the reason was, in ms.
    pub until_clock_ms: u64,
    /// The reason.
    pub why: Why,
}

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
        let out = Arc::clone(&engine.out);
        let mut mate = Teammate::new(Arc::clone(&engine.shared), wake_by(move || out.wake()));
        mate.set_manners(engine.settings.manners());
        Self { searcher: Searcher::new(Arc::clone(&engine.shared)), keys: Vec::new(), thinking: None, us: None, mate }
    }

    /// Ends what is under way without an answer.
    pub fn cancel(&mut self) {
        self.searcher.abort();
        self.thinking = None;
    }
}

/// What keeps the searches of different boards, and of different views of the other board, apart in the shared table.
pub fn salt(board: BoardId, context: &TeamContext) -> u64 {
    if *context == TeamContext::bughouse_default() {
        return board.index() as u64;
    }
    let mut hasher = DefaultHasher::new();
    (context.flow.0, context.hang.0).hash(&mut hasher);
    hasher.finish() << 1 | board.index() as u64
}
