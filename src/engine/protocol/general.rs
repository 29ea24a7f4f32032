//! The commands that UBI and UCI share, and their execution.

use super::Flow;
use super::aside::Aside;
use super::engine::Engine;
use super::go::GoError;
use super::options::{Change, Dialect, OptionError};
use std::fmt::Display;

/// A command of both protocols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum General<'a> {
    /// `ubi` or `uci`: requests the introduction.
    Introduce,
    /// `isready`: answered when all commands before it are done.
    IsReady,
    /// The words behind `setoption`.
    SetOption(&'a [&'a str]),
    /// A command outside the protocols.
    Aside(Aside),
    /// End the session.
    Quit,
}

impl<'a> General<'a> {
    /// Reads a line's words, of which there is at least one.
    ///
    /// # Errors
    /// When the words are no shared command, or one with bad arguments. Commands of a single protocol are parsed
    /// elsewhere.
    pub fn parse(words: &'a [&'a str], dialect: Dialect) -> Result<Self, GoError> {
        let Some((&first, rest)) = words.split_first() else { return Err(GoError::Command(String::new())) };
        Ok(match first.to_ascii_lowercase().as_str() {
            "ubi" if dialect == Dialect::Ubi => Self::Introduce,
            "uci" if dialect == Dialect::Uci => Self::Introduce,
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(rest),
            "quit" => Self::Quit,
            _ => Self::Aside(Aside::parse(words, dialect)?.ok_or_else(|| GoError::Command(first.to_owned()))?),
        })
    }
}

/// A session whose protocol has these commands.
pub trait GeneralSession {
    /// The engine behind the session.
    fn engine(&mut self) -> &mut Engine;
    /// Applies changed rules to the boards as they stand.
    fn change_rules(&mut self);
    /// Called after the TT was cleared: clears other tables.
    fn hash_cleared(&mut self) {}
    /// Called after an option was set.
    fn options_changed(&mut self) {}
    /// Answers the searches that are running, so that a script which ends with `quit` gets its move.
    fn answer_before_quit(&mut self);
    /// Runs a command outside the protocols.
    fn answer_aside(&mut self, aside: Aside);

    /// Executes a command.
    fn obey(&mut self, command: General) -> Flow {
        match command {
            General::Introduce => self.engine().introduce(),
            General::IsReady => self.engine().out.line("readyok"),
            General::SetOption(words) => self.set_option(words),
            General::Aside(aside) => self.answer_aside(aside),
            General::Quit => {
                self.answer_before_quit();
                self.engine().finish(|| false);
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// Executes `setoption`.
    fn set_option(&mut self, words: &[&str]) {
        let engine = self.engine();
        match engine.set_option(words) {
            Ok(Change::Rules) => self.change_rules(),
            Ok(Change::ClearHash) => self.hash_cleared(),
            Ok(_) => {}
            // UBI's specification requires that unknown names are ignored silently.
            Err(error @ OptionError::Unknown(_)) if engine.dialect == Dialect::Ubi => {
                tracing::info!(target: "tandem::protocol", "{error}");
            }
            Err(error) => engine.out.error(error),
        }
        self.options_changed();
    }

    /// Reports the error in a line; the session goes on.
    fn refuse(&mut self, error: impl Display) -> Flow {
        self.engine().out.error(error);
        Flow::Continue
    }
}

/// Hands the words of `text` to a test.
#[cfg(test)]
pub fn with_words<T>(text: &str, test: impl FnOnce(&[&str]) -> T) -> T {
    test(&text.split(' ').collect::<Vec<_>>())
}
