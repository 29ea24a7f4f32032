//! UCI's commands, parsed.

use crate::board::chess960::PREFIX;
use crate::protocol::aside::Aside;
use crate::protocol::general::General;
use crate::protocol::go::{Go, GoError};
use crate::protocol::options::Dialect;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// A command shared with UBI.
    General(General<'a>),
    /// Start a new game.
    NewGame,
    /// A position and the moves made from there.
    Position {
        /// The FEN; none for the start position.
        fen: Option<String>,
        /// The moves in long algebraic notation.
        moves: &'a [&'a str],
    },
    /// Search.
    Go(Go),
    /// Stop the search and answer.
    Stop,
    /// The opponent played the expected move.
    PonderHit,
    /// A command without answer or effect.
    Nothing,
}

/// The reason why a line is no command. The message quotes the bad token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CommandError {
    #[error(transparent)]
    Go(#[from] GoError),
    #[error("position: `{0}` is neither `startpos` nor `fen FEN` nor `960:N`, with or without `moves …`")]
    Position(String),
}

impl<'a> Command<'a> {
    /// Reads a line's words, of which there is at least one.
    pub fn parse(words: &'a [&'a str]) -> Result<Self, CommandError> {
        let Some((first, rest)) = words.split_first() else { return Ok(Self::Nothing) };
        Ok(match first.to_ascii_lowercase().as_str() {
            "ucinewgame" => Self::NewGame,
            "position" => parse_position(rest)?,
            "go" => {
                let go = Go::parse(rest, Dialect::Uci)?;
                Aside::of_go(&go).map_or_else(|| Self::Go(go), |perft| Self::General(General::Aside(perft)))
            }
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "debug" | "register" => Self::Nothing,
            _ => Self::General(General::parse(words, Dialect::Uci)?),
        })
    }
}

fn parse_position<'a>(words: &'a [&'a str]) -> Result<Command<'a>, CommandError> {
    let moves_at = words.iter().position(|word| word.eq_ignore_ascii_case("moves"));
    let (start, moves) = match moves_at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let fen = match start {
        [word] if word.eq_ignore_ascii_case("startpos") => None,
        [number] if number.starts_with(PREFIX) => Some((*number).to_owned()),
        [word, fen @ ..] if word.eq_ignore_ascii_case("fen") && !fen.is_empty() => Some(fen.join(" ")),
        _ => return Err(CommandError::Position(start.join(" "))),
    };
    Ok(Command::Position { fen, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BoardId;
    use crate::protocol::general::with_words;

    fn with<T>(text: &str, check: impl FnOnce(Result<Command, CommandError>) -> T) -> T {
        with_words(text, |words| check(Command::parse(words)))
    }

    #[test]
    fn a_position_has_a_start_and_moves() {
        with("position startpos moves e2e4 e7e5", |command| {
            assert_eq!(command, Ok(Command::Position { fen: None, moves: &["e2e4", "e7e5"] }));
        });
        with("position 960:12 moves e2e4", |command| {
            assert_eq!(command, Ok(Command::Position { fen: Some("960:12".to_owned()), moves: &["e2e4"] }));
        });
        with("position fen 8/8 w", |command| {
            assert_eq!(command, Ok(Command::Position { fen: Some("8/8 w".to_owned()), moves: &[] }));
        });
        for bad in ["position", "position moves e2e4", "position fen", "position startpos e2e4", "position 8/8 w"] {
            with(bad, |command| assert!(matches!(command, Err(CommandError::Position(_))), "{bad}"));
        }
    }

    #[test]
    fn perft_has_two_spellings() {
        with("perft 3", |command| {
            assert_eq!(command, Ok(Command::General(General::Aside(Aside::Perft(BoardId::A, 3)))))
        });
        with("go perft 3", |command| {
            assert_eq!(command, Ok(Command::General(General::Aside(Aside::Perft(BoardId::A, 3)))))
        });
        with("perft", |command| assert!(command.is_err()));
    }
}
