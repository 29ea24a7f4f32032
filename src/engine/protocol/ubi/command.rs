//! UBI's commands, parsed.

use crate::game::{BoardId, Clocks};
use crate::protocol::aside::Aside;
use crate::protocol::general::General;
use crate::protocol::go::{Go, GoError, milliseconds, parse_board};
use crate::protocol::options::Dialect;
use crate::team::message::PartnerMessage;
use crate::team::notation;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// A command shared with UCI.
    General(General<'a>),
    /// Start a new game.
    NewGame,
    /// The whole state: two boards as text, and the clocks, if sent.
    Position(String, Option<Clocks>),
    /// Search a board.
    Go(BoardId, Go),
    /// Cancel the search, on one board or both.
    Stop(Option<BoardId>),
    /// A message of the partner: as parsed, if possible, and as text.
    PartnerMessage(Option<PartnerMessage>, String),
    /// Text for the log.
    Metadata(String),
}

/// The reason why a line is no command. The message quotes the bad token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CommandError {
    #[error(transparent)]
    Go(#[from] GoError),
    #[error("go: `board A` or `board B` is missing")]
    NoBoard,
    #[error("stop: `{0}` is not `board A` or `board B`")]
    Stop(String),
    #[error("position: two boards are missing")]
    NoBoards,
    #[error("position clock: `{0}` is not four times in ms, of white and black of A and of B")]
    Clock(String),
}

impl<'a> Command<'a> {
    /// Reads a line's words, of which there is at least one.
    pub fn parse(words: &'a [&'a str]) -> Result<Self, CommandError> {
        let Some((first, rest)) = words.split_first() else { return Err(GoError::Command(String::new()).into()) };
        Ok(match first.to_ascii_lowercase().as_str() {
            "ubinewgame" => Self::NewGame,
            "position" => parse_position(rest)?,
            "go" => parse_go(rest)?,
            "stop" => Self::Stop(parse_stop(rest)?),
            "partnermsg" => Self::PartnerMessage(notation::parse(rest), rest.join(" ")),
            "metadata" => Self::Metadata(rest.join(" ")),
            _ => Self::General(General::parse(words, Dialect::Ubi)?),
        })
    }
}

fn parse_position<'a>(words: &[&str]) -> Result<Command<'a>, CommandError> {
    let clock_at = words.iter().position(|word| word.eq_ignore_ascii_case("clock"));
    let (boards, clocks) = match clock_at {
        Some(at) => (&words[..at], Some(parse_clocks(&words[at + 1..])?)),
        None => (words, None),
    };
    if boards.is_empty() {
        return Err(CommandError::NoBoards);
    }
    Ok(Command::Position(boards.join(" "), clocks))
}

fn parse_clocks(words: &[&str]) -> Result<Clocks, CommandError> {
    let times: Option<Vec<u64>> = words.iter().map(|word| milliseconds(word)).collect();
    let times: Option<[u64; 4]> = times.and_then(|times| times.try_into().ok());
    times.map(Clocks::new).ok_or_else(|| CommandError::Clock(words.join(" ")))
}

fn parse_go<'a>(words: &[&str]) -> Result<Command<'a>, CommandError> {
    let go = Go::parse(words, Dialect::Ubi)?;
    match (Aside::of_go(&go), go.board) {
        (Some(perft), _) => Ok(Command::General(General::Aside(perft))),
        (None, Some(board)) => Ok(Command::Go(board, go)),
        (None, None) => Err(CommandError::NoBoard),
    }
}

/// The board that a line names behind `board`, if any.
pub fn named_board(words: &[&str]) -> Option<BoardId> {
    let at = words.iter().position(|word| word.eq_ignore_ascii_case("board"))?;
    parse_board(words.get(at + 1)?).ok()
}

fn parse_stop(words: &[&str]) -> Result<Option<BoardId>, CommandError> {
    match words {
        [] => Ok(None),
        [word, board] if word.eq_ignore_ascii_case("board") => Ok(Some(parse_board(board)?)),
        // `stop A` can mean only one thing.
        [board] if parse_board(board).is_ok() => Ok(parse_board(board).ok()),
        _ => Err(CommandError::Stop(words.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::general::with_words;

    fn with<T>(text: &str, check: impl FnOnce(Result<Command, CommandError>) -> T) -> T {
        with_words(text, |words| check(Command::parse(words)))
    }

    #[test]
    fn a_position_has_two_boards_and_four_clocks() {
        with("position startpos | startpos clock 1 2 3 -4", |command| {
            let clocks = Clocks::new([1, 2, 3, 0]);
            assert_eq!(command, Ok(Command::Position("startpos | startpos".to_owned(), Some(clocks))));
        });
        with("position a | b clock 1 2 x 4", |command| {
            assert_eq!(command, Err(CommandError::Clock("1 2 x 4".to_owned())));
        });
        with("position clock 1 2 3 4", |command| assert_eq!(command, Err(CommandError::NoBoards)));
    }

    #[test]
    fn go_needs_a_board_and_perft_does_not() {
        with("go depth 3", |command| assert_eq!(command, Err(CommandError::NoBoard)));
        with("go perft 3", |command| {
            assert_eq!(command, Ok(Command::General(General::Aside(Aside::Perft(BoardId::A, 3)))))
        });
        with("perft board b 3", |command| {
            assert_eq!(command, Ok(Command::General(General::Aside(Aside::Perft(BoardId::B, 3)))))
        });
        with("perft", |command| assert!(matches!(command, Err(CommandError::Go(GoError::Missing(_))))));
    }

    #[test]
    fn stop_is_for_one_board_or_both() {
        with("stop", |command| assert_eq!(command, Ok(Command::Stop(None))));
        with("STOP BOARD b", |command| assert_eq!(command, Ok(Command::Stop(Some(BoardId::B)))));
        with("stop a", |command| assert_eq!(command, Ok(Command::Stop(Some(BoardId::A)))));
        with("stop it", |command| assert_eq!(command, Err(CommandError::Stop("it".to_owned()))));
    }
}
