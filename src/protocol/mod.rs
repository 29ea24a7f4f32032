//! Text in, text out: UBI, UCI and CECP over a pair of pipes.
//!
//! This layer parses lines to enums and renders what the engine found; it knows no chess and decides nothing about play.
//! Whatever a peer sends, it answers or quietly goes on: a wrong line gets `info string error: …` (in CECP `Error (…): …`)
//! with the bad token quoted, and the old state stands.

mod aside;
mod cecp;
mod chores;
mod engine;
pub mod eval_file;
mod general;
mod go;
pub mod lines;
pub mod log;
pub mod options;
mod output;
mod render;
mod single;
mod ubi;
mod uci;

pub(crate) use cecp::moves;

use engine::Engine;
use lines::{Line, Lines};
use options::Dialect;
use output::{LineOutput, tame};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;

/// What wakes a session.
enum SessionEvent {
    /// A line came in.
    Line(Line),
    /// Something happened inside: a search or a probe has ended.
    Wake,
    /// The input has ended.
    End,
    /// Nobody reads the output any more.
    OutputClosed,
}

/// Whether a session goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Speaks a protocol until `quit`, the end of `input`, or the end of whoever reads `output`.
///
/// The first command decides which one: `ubi`, `uci` or `xboard`. Until then UCI's commands are understood, so that people can
/// try things without ceremony.
///
/// # Errors
/// When the thread that reads cannot be started.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    // Short, because a line may be long: what waits here is bounded.
    let (sender, events) = sync_channel(1);
    let out = Arc::new(LineOutput::new(Box::new(output), sender.clone()));
    std::thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &sender))?;
    serve(&out, &events);
    Ok(())
}

fn read(input: impl Read, events: &SyncSender<SessionEvent>) {
    for line in Lines::new(BufReader::new(input)) {
        if events.send(SessionEvent::Line(line)).is_err() {
            return;
        }
    }
    // Nobody listens any more when the session has quit by itself.
    let _ = events.send(SessionEvent::End);
}

/// A session in one of the protocols.
enum AnySession {
    Ubi(Box<ubi::Session>),
    Uci(Box<uci::Session>),
    Cecp(Box<cecp::Session>),
}

impl AnySession {
    /// Goes over from UCI, in which every session begins, to another protocol.
    fn speaking(self, dialect: Dialect) -> Self {
        let Self::Uci(session) = self else { return self };
        let engine = |session: uci::Session| session.into_engine().speaking(dialect);
        match dialect {
            Dialect::Ubi => Self::Ubi(Box::new(ubi::Session::new(engine(*session)))),
            Dialect::Cecp => Self::Cecp(Box::new(cecp::Session::new(engine(*session)))),
            Dialect::Uci => Self::Uci(session),
        }
    }

    /// Does what a line asks for; `words` are its words, at least one.
    fn line(&mut self, text: &str, words: &[&str]) -> Flow {
        match self {
            Self::Ubi(session) => session.line(words),
            Self::Uci(session) => session.line(words),
            Self::Cecp(session) => session.line(text),
        }
    }

    /// Does what is due without a line: answers what has been found, ends what has lasted long enough.
    fn settle(&mut self) {
        match self {
            Self::Ubi(session) => session.settle(),
            Self::Cecp(session) => session.settle(),
            Self::Uci(session) => session.settle(),
        }
    }

    /// The moment at which something is due even if nothing happens.
    fn due(&self) -> Option<Instant> {
        match self {
            Self::Ubi(session) => session.due(),
            Self::Cecp(session) => session.due(),
            Self::Uci(session) => session.due(),
        }
    }

    fn end_of_input(&mut self) {
        match self {
            Self::Ubi(session) => session.end_of_input(),
            Self::Uci(session) => session.end_of_input(),
            Self::Cecp(session) => session.end_of_input(),
        }
    }
}

fn serve(out: &Arc<LineOutput>, events: &Receiver<SessionEvent>) {
    let mut session = AnySession::Uci(Box::new(uci::Session::new(Engine::new(Arc::clone(out), Dialect::Uci))));
    let mut decided = false;
    loop {
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
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong { start } => {
                out.error(format_args!("a line of more than {} bytes is not read: `{start}…`", lines::LONGEST));
                continue;
            }
        };
        tracing::debug!(target: "tandem::protocol", "< {}", tame(&text, 400));
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some(first) = words.first().map(|word| word.to_ascii_lowercase()) else { continue };
        let dialect = match first.as_str() {
            "ubi" => Some(Dialect::Ubi),
            "uci" => Some(Dialect::Uci),
            "xboard" => Some(Dialect::Cecp),
            _ => None,
        };
        if let (false, Some(dialect)) = (decided, dialect) {
            session = session.speaking(dialect);
            decided = true;
        }
        if session.line(&text, &words) == Flow::Quit || out.closed() {
            return;
        }
    }
}
