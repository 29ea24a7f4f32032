//! The commands that UBI and UCI share, and what they do.

use super::Flow;
use super::aside::Aside;
use super::engine::Engine;
use super::go::GoError;
use super::options::{Change, Dialect, OptionError};
use std::fmt::Display;

/// A command of both protocols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum General<'a> {
    /// Who are you?
    Introduce,
    /// Say when all of this has been done.
    IsReady,
    /// The words behind `setoption`.
    SetOption(&'a [&'a str]),
    /// A question of people.
    Aside(Aside),
    /// Good-bye.
    Quit,
}

impl<'a> General<'a> {
    /// Reads a line's words, of which there is at least one.
    ///
    /// # Errors
    /// When the words mean nothing here, or are a question that makes no sense. What only one protocol knows is not for here.
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
    /// The engine behind.
    fn engine(&mut self) -> &mut Engine;
    /// The rules have changed: the boards stand as they are, by the new ones.
    fn change_rules(&mut self);
    /// An option was set.
    fn options_changed(&mut self) {}
    /// Answers a question of people.
    fn answer_aside(&mut self, aside: Aside);

    /// Does what a command asks for.
    fn obey(&mut self, command: General) -> Flow {
        match command {
            General::Introduce => self.engine().introduce(),
            General::IsReady => self.engine().out.line("readyok"),
            General::SetOption(words) => self.set_option(words),
            General::Aside(aside) => self.answer_aside(aside),
            General::Quit => {
                self.engine().finish(|| false);
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// `setoption`.
    fn set_option(&mut self, words: &[&str]) {
        let engine = self.engine();
        match engine.set_option(words) {
            Ok(Change::Rules) => self.change_rules(),
            Ok(_) => {}
            // UBI's specification wants names that an engine does not know to be ignored in silence.
            Err(error @ OptionError::Unknown(_)) if engine.dialect == Dialect::Ubi => {
                tracing::info!(target: "tandem::protocol", "{error}");
            }
            Err(error) => engine.out.error(error),
        }
        self.options_changed();
    }

    /// Tells what was wrong with a line; the session goes on.
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
