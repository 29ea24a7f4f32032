//! A session without pipes and threads: lines come by calls, and searches work in slices between them.

use super::Dialog;
use super::lines::Lines;
use super::options::Variant;
use super::output::LineOutput;
use crate::search::slices::Slices;
use crate::types::host::Instant;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// A session in one of the protocols, as [`super::run`] has it.
///
/// ```
/// use std::time::Duration;
/// use tandem_engine::protocol::SlicedSession;
/// use tandem_engine::search::slices::Slices;
///
/// let mut session = SlicedSession::new(std::io::stdout(), None, Slices::new(|| false));
/// assert!(session.post(b"uci"));
/// assert!(session.post(b"go nodes 1000"));
/// while session.work() == Some(Duration::ZERO) {}
/// assert!(!session.post(b"quit"));
/// ```
pub struct SlicedSession {
    /// None after the end.
    dialog: Option<Dialog>,
    slices: Arc<Slices>,
}

impl SlicedSession {
    /// A session that writes whole lines to `output`; `variant` is that of UCI until the GUI chooses another one.
    pub fn new(output: impl Write + Send + 'static, variant: Option<Variant>, slices: Arc<Slices>) -> Self {
        let out = Arc::new(LineOutput::new(Box::new(output), None));
        let dialog = Dialog::new(out, variant, Some(Arc::clone(&slices)));
        Self { dialog: Some(dialog), slices }
    }

    /// Executes a line, or several; false if the session has ended by `quit`.
    pub fn post(&mut self, text: &[u8]) -> bool {
        for line in Lines::new(text) {
            let Some(dialog) = self.dialog.take() else { return false };
            self.dialog = dialog.line(line);
        }
        self.dialog.is_some()
    }

    /// Works for a slice. Returns the time until the next call is due even if no line comes; `None` if there is nothing
    /// to do until then.
    pub fn work(&mut self) -> Option<Duration> {
        let session = self.dialog.as_mut()?.session();
        self.slices.work();
        session.settle();
        if !self.slices.is_idle() {
            return Some(Duration::ZERO);
        }
        session.due().map(|due| due.saturating_duration_since(Instant::now()))
    }
}
