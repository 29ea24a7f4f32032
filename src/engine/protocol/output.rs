//! The only output: whole lines, one at a time, flushed. Searches and the session write through the same lock.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::SessionEvent;
use super::options::Dialect;

/// The longest message of an error line, in characters: the peer's text is quoted, not sent back in full.
const LONGEST_ERROR: usize = 240;

struct Inner {
    writer: Box<dyn Write + Send>,
    /// The protocol that gives errors and remarks their form.
    dialect: Dialect,
    closed: bool,
}

/// The output of a session.
pub struct LineOutput {
    inner: Mutex<Inner>,
    /// The queue on which the session waits; `None` if it does not wait.
    events: Option<SyncSender<SessionEvent>>,
}

impl LineOutput {
    /// Writes to `writer`; when writing fails, an event is sent to the session.
    pub fn new(writer: Box<dyn Write + Send>, events: Option<SyncSender<SessionEvent>>) -> Self {
        Self { inner: Mutex::new(Inner { writer, dialect: Dialect::Uci, closed: false }), events }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the protocol of errors and remarks.
    pub fn speak(&self, dialect: Dialect) {
        self.lock().dialect = dialect;
    }

    /// Writes `text`, which may have several lines, as one piece without other lines in between.
    pub fn line(&self, text: &str) {
        tracing::debug!(target: "tandem::protocol", "> {text}");
        let mut inner = self.lock();
        if inner.closed {
            return;
        }
        if write_line(&mut inner.writer, text).is_err() {
            inner.closed = true;
            // If the queue is full the session is awake anyway, and checks `closed` after each event.
            self.send(SessionEvent::OutputClosed);
        }
    }

    /// Writes a remark for people, which programs ignore.
    pub fn remark(&self, text: impl std::fmt::Display) {
        let dialect = self.lock().dialect;
        self.line(&match dialect {
            Dialect::Ubi | Dialect::Uci => format!("info string {text}"),
            Dialect::Cecp => format!("# {text}"),
        });
    }

    /// Writes an error line: the error, with the bad token quoted. Control characters are escaped, and a long message
    /// is cut.
    pub fn error(&self, message: impl std::fmt::Display) {
        let text = tame(&message.to_string(), LONGEST_ERROR);
        tracing::warn!(target: "tandem::protocol", "{text}");
        let dialect = self.lock().dialect;
        self.line(&match dialect {
            Dialect::Ubi | Dialect::Uci => format!("info string error: {text}"),
            Dialect::Cecp => format!("Error ({text})"),
        });
    }

    /// Writes an error about a line of the peer, in CECP's form: `HEAD (REASON): WHAT`.
    pub fn complain(&self, head: &str, reason: impl std::fmt::Display, what: &str) {
        let [reason, what] = [&reason.to_string(), what].map(|text| tame(text, LONGEST_ERROR));
        tracing::warn!(target: "tandem::protocol", "{head} ({reason}): {what}");
        self.line(&format!("{head} ({reason}): {what}"));
    }

    /// Wakes the session: a search or a probe has a result.
    pub fn wake(&self) {
        // If the queue is full the session is awake anyway, and checks for results after each event.
        self.send(SessionEvent::Wake);
    }

    fn send(&self, event: SessionEvent) {
        if let Some(events) = &self.events {
            let _ = events.try_send(event);
        }
    }

    /// Whether the reader of the output is gone.
    pub fn closed(&self) -> bool {
        self.lock().closed
    }
}

fn write_line(writer: &mut impl Write, text: &str) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(b'\n');
    writer.write_all(&bytes)?;
    writer.flush()
}

/// `text` in one line of at most `most` characters, control characters escaped; a cut is marked by `…`.
pub fn tame(text: &str, most: usize) -> String {
    let mut tamed = String::with_capacity(text.len().min(4 * most));
    for (count, letter) in text.chars().enumerate() {
        if count == most {
            tamed.push('…');
            break;
        }
        if letter.is_control() { tamed.extend(letter.escape_default()) } else { tamed.push(letter) }
    }
    tamed
}

/// The output of a session in a test.
#[cfg(test)]
#[derive(Clone, Default)]
pub struct Written(std::sync::Arc<Mutex<Vec<u8>>>);

#[cfg(test)]
impl Written {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An output that writes here.
    pub fn output(&self) -> std::sync::Arc<LineOutput> {
        std::sync::Arc::new(LineOutput::new(Box::new(self.clone()), None))
    }

    /// The lines so far.
    pub fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.lock()).lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
impl Write for Written {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_stays_one_short_line() {
        assert_eq!(tame("a\r\nb\u{1b}", 10), "a\\r\\nb\\u{1b}");
        assert_eq!(tame("abcdef", 3), "abc…");
        assert_eq!(tame("abc", 3), "abc");
    }
}
