//! Text in, text out: UBI, UCI and CECP over a pair of pipes.
//!
//! This layer parses lines to enums and renders the engine's results; it has no chess logic and makes no decision about
//! play. Any input is answered or ignored: a wrong line gets `info string error: …` (in CECP `Error (…): …`) with the
//! bad token quoted, and the state stays as it was. In UBI and UCI a refused `go` is answered by `(none)`, too,
//! unless a search runs.

mod aside;
pub mod cecp;
mod chores;
mod engine;
pub mod eval_file;
mod general;
mod go;
pub mod lines;
pub mod options;
pub mod other_search;
mod output;
mod render;
mod single;
mod sliced;
pub mod ubi;
mod uci;

pub use cecp::moves;
pub use go::DEEPEST_PERFT;
pub use sliced::SlicedSession;
pub use uci::perft_report;

use crate::search::slices::Slices;
use crate::types::host::Instant;
use engine::Engine;
use lines::{Line, Lines};
use options::{Dialect, Variant};
use output::{LineOutput, tame};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};

/// Events a session waits for.
enum SessionEvent {
    /// A line came in.
    Line(Line),
    /// An internal event: a search or a probe has ended.
    Wake,
    /// The input has ended.
    End,
    /// The reader of the output is gone.
    OutputClosed,
}

/// Whether a session goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Runs a session until `quit`, the end of `input`, or the loss of the reader of `output`.
///
/// The first command selects the protocol: `ubi`, `uci` or `xboard`. Until then UCI's commands are accepted, for use by
/// hand without a handshake. `variant` is that of UCI until the GUI chooses another one; bughouse if none is given.
///
/// # Errors
/// When the reader thread cannot be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    variant: Option<Variant>,
) -> io::Result<()> {
    // Short, because a line may be long: this bounds the memory of waiting lines.
    let (sender, events) = sync_channel(1);
    let out = Arc::new(LineOutput::new(Box::new(output), Some(sender.clone())));
    std::thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &sender))?;
    serve(&out, &events, variant);
    Ok(())
}

fn read(input: impl Read, events: &SyncSender<SessionEvent>) {
    for line in Lines::new(BufReader::new(input)) {
        if events.send(SessionEvent::Line(line)).is_err() {
            return;
        }
    }
    // The receiver is gone if the session has quit.
    let _ = events.send(SessionEvent::End);
}

/// A session in one of the protocols.
trait Session {
    /// Executes a line; `words` are its words, at least one.
    fn line(&mut self, text: &str, words: &[&str]) -> Flow;

    /// Does work that is due without a line: sends results, ends searches whose time is over.
    fn settle(&mut self);

    /// The time of the next due work without an event, if any.
    fn due(&self) -> Option<Instant>;

    /// Called at the end of input: sends the answers that are still possible.
    fn end_of_input(&mut self);
}

/// The session before its protocol is decided, which accepts UCI; then the one in that protocol.
enum Talking {
    Undecided(Box<uci::Session>),
    Decided(Box<dyn Session>),
}

impl Talking {
    fn session(&mut self) -> &mut dyn Session {
        match self {
            Self::Undecided(session) => session.as_mut(),
            Self::Decided(session) => session.as_mut(),
        }
    }

    /// Switches to a protocol, unless one is decided already.
    fn speaking(self, dialect: Dialect) -> Self {
        let Self::Undecided(session) = self else { return self };
        let engine = |session: Box<uci::Session>| session.into_engine().speaking(dialect);
        Self::Decided(match dialect {
            Dialect::Ubi => Box::new(ubi::Session::new(engine(session))),
            Dialect::Cecp => Box::new(cecp::Session::new(engine(session))),
            Dialect::Uci => session,
        })
    }
}

/// A session and its output, from the first line on.
struct Dialog {
    out: Arc<LineOutput>,
    talking: Talking,
}

impl Dialog {
    /// A session without a line yet; with `slices` it has no threads.
    fn new(out: Arc<LineOutput>, variant: Option<Variant>, slices: Option<Arc<Slices>>) -> Self {
        let engine = Engine::new(Arc::clone(&out), Dialect::Uci, variant, slices);
        Self { out, talking: Talking::Undecided(Box::new(uci::Session::new(engine))) }
    }

    fn session(&mut self) -> &mut dyn Session {
        self.talking.session()
    }

    /// Executes a line; `None` if it ends the session.
    fn line(mut self, line: Line) -> Option<Self> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong { start } => {
                let longest = lines::LONGEST_BYTES;
                self.out.error(format_args!("a line of more than {longest} bytes is not read: `{start}…`"));
                return Some(self);
            }
        };
        tracing::debug!(target: "tandem::protocol", "< {}", tame(&text, 400));
        let words = lines::words(&text);
        let Some(first) = words.first().map(|word| word.to_ascii_lowercase()) else { return Some(self) };
        let dialect = match first.as_str() {
            "ubi" => Some(Dialect::Ubi),
            "uci" => Some(Dialect::Uci),
            "xboard" => Some(Dialect::Cecp),
            _ => None,
        };
        if let Some(dialect) = dialect {
            self.talking = self.talking.speaking(dialect);
        }
        // A move that is due is made before the line, which may be about the board after it.
        self.session().settle();
        (self.session().line(&text, &words) == Flow::Continue).then_some(self)
    }
}

fn serve(out: &Arc<LineOutput>, events: &Receiver<SessionEvent>, variant: Option<Variant>) {
    let mut dialog = Dialog::new(Arc::clone(out), variant, None);
    while !out.closed() {
        let session = dialog.session();
        session.settle();
        let event = match session.due() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let line = match event {
            Ok(SessionEvent::Line(line)) => line,
            Ok(SessionEvent::Wake) | Err(RecvTimeoutError::Timeout) => continue,
            Ok(SessionEvent::End) => return session.end_of_input(),
            Ok(SessionEvent::OutputClosed) | Err(RecvTimeoutError::Disconnected) => return,
        };
        let Some(goes_on) = dialog.line(line) else { return };
        dialog = goes_on;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// A session that notes what is called.
    struct Notes(Rc<RefCell<Vec<&'static str>>>);

    impl Session for Notes {
        fn line(&mut self, _text: &str, _words: &[&str]) -> Flow {
            self.0.borrow_mut().push("line");
            Flow::Continue
        }

        fn settle(&mut self) {
            self.0.borrow_mut().push("settle");
        }

        fn due(&self) -> Option<Instant> {
            None
        }

        fn end_of_input(&mut self) {}
    }

    #[test]
    fn bug_a_line_was_executed_on_the_board_before_our_own_move() {
        let notes: Rc<RefCell<Vec<&str>>> = Rc::default();
        let out = Arc::new(LineOutput::new(Box::new(io::sink()), None));
        let dialog = Dialog { out, talking: Talking::Decided(Box::new(Notes(Rc::clone(&notes)))) };
        assert!(dialog.line(Line::Text("holding [] []".to_owned())).is_some());
        assert_eq!(*notes.borrow(), ["settle", "line"]);
    }

    /// A pipe whose reader is gone.
    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _text: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn bug_the_loss_of_the_reader_was_missed_while_a_result_waited() {
        let (sender, events) = sync_channel(1);
        let out = Arc::new(LineOutput::new(Box::new(Broken), Some(sender)));
        out.wake();
        out.line("the queue is full");
        let (done, ended) = channel();
        std::thread::spawn(move || {
            serve(&out, &events, None);
            done.send(())
        });
        assert!(ended.recv_timeout(Duration::from_secs(30)).is_ok(), "the session goes on without a reader");
    }
}
