//! A session of UBI, UCI or CECP.

use super::imports;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tandem_engine::protocol::SlicedSession;
use tandem_engine::search::slices::Slices;

/// The longest text that is taken at once, in bytes.
pub const LONGEST: usize = 1 << 20;

/// The session that the module serves.
pub struct Served(SlicedSession);

impl Served {
    /// A session before its first line.
    pub fn new(slices: Arc<Slices>) -> Self {
        Self(SlicedSession::new(Output, None, slices))
    }

    /// Executes lines; false if the session has ended.
    pub fn post(&mut self, text: &[u8]) -> bool {
        self.0.post(text)
    }

    /// Works for a slice. Returns the time until the next call is due, if any is.
    pub fn work(&mut self) -> Option<Duration> {
        self.0.work()
    }
}

/// The output of the session.
struct Output;

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        imports::write(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
