//! The table of the page. Its outputs are lines of JSON: `["message", TEXT]`, `["answer", ID, STATUS, TEXT]` or
//! `["keep", NAME, TEXT]`.

use super::imports;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tandem::tools::play::local::{Local, Outgoing};
use tandem_engine::search::slices::Slices;

/// The longest text that is taken at once, in bytes.
pub const LONGEST: usize = 16 << 20;

/// The table that the module serves.
pub struct Served(Local);

impl Served {
    /// A table without a game.
    pub fn new(slices: Arc<Slices>) -> Self {
        Self(Local::new(slices, Arc::new(write)))
    }

    /// Takes a request; a table has no end.
    pub fn post(&mut self, text: &[u8]) -> bool {
        self.0.post(text);
        true
    }

    /// Works for a slice. Returns the time until the next call is due, if any is.
    pub fn work(&mut self) -> Option<Duration> {
        self.0.work()
    }
}

/// Writes a list of JSON as a line.
fn write(outgoing: Outgoing) {
    let list = match outgoing {
        Outgoing::Message(message) => json!(["message", &*message]),
        Outgoing::Answer(id, answer) => json!(["answer", id, answer.status, answer.text]),
        Outgoing::Keep(name, text) => json!(["keep", name, text]),
    };
    imports::write(format!("{list}\n").as_bytes());
}
