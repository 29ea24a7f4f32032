//! CECP's commands, parsed.

use super::clock::{Level, seconds_ms};
use super::holding::{Holding, HoldingError};
use super::moves;
use crate::protocol::aside::Aside;
use crate::protocol::go::{GoError, LONGEST_MS, whole_number};
use crate::protocol::options::{Dialect, SetOption, Variant};
use crate::types::score::MAX_PLY;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A command without answer or effect.
    Nothing,
    /// `protover N`: requests the features.
    Features(u64),
    /// A new game of chess; the engine has black.
    New,
    /// Switch to a variant.
    Variant {
        /// The variant.
        variant: Variant,
        /// Whether castling is that of Chess960.
        fischerandom: bool,
    },
    /// Force mode: play for neither side.
    Force,
    /// Play for the side on turn, and begin.
    Go,
    /// Play for the side that is not on turn.
    PlayOther,
    /// The time control.
    Level(Level),
    /// Time per move, in ms.
    MoveTime(u64),
    /// The maximum depth.
    Depth(u32),
    /// Time on the engine's clock, in ms.
    OwnTime(u64),
    /// Time on the opponent's clock, in ms.
    OpponentTime(u64),
    /// A move of the side on turn.
    Move(String),
    /// Answer now.
    MoveNow,
    /// Echo this when all before it is done.
    Ping(String),
    /// The game is over.
    Result,
    /// Go on from this position.
    SetBoard(String),
    /// The old way of setting up a position.
    Edit,
    /// Take this many plies back.
    TakeBack(usize),
    /// Turn pondering on or off.
    Ponder(bool),
    /// Turn thinking output on or off.
    Post(bool),
    /// Enter analysis mode.
    Analyze,
    /// Leave analysis mode.
    Exit,
    /// Report the progress of the analysis.
    Status,
    /// Suggest a move.
    Hint,
    /// Show the book moves.
    Book,
    /// The hash size, in MiB.
    Memory(u64),
    /// The number of threads.
    Cores(u64),
    /// Set an option.
    Option(SetOption),
    /// The hands.
    Holding(Holding),
    /// The partner, if any.
    Partner(Option<String>),
    /// A message of the partner.
    PartnerSays(String),
    /// A command outside the protocol.
    Aside(Aside),
    /// End the session.
    Quit,
}

/// The reason why a line is no command. The message names the error; the line itself is quoted behind it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CommandError {
    #[error("unknown command")]
    Unknown,
    #[error("unknown variant")]
    Variant,
    #[error("`{0}` is not a whole number")]
    Number(String),
    #[error("`{0}` is not a number of seconds")]
    Seconds(String),
    #[error("not MOVES MINUTES[:SECONDS] INCREMENT")]
    Level,
    #[error("no position behind it")]
    NoPosition,
    #[error("no move behind it")]
    NoMove,
    #[error("no option behind it")]
    NoOption,
    #[error(transparent)]
    Holding(#[from] HoldingError),
    #[error(transparent)]
    Go(#[from] GoError),
}

impl Command {
    /// Reads a line's words, of which there is at least one.
    pub fn parse(words: &[&str]) -> Result<Self, CommandError> {
        let Some((&first, rest)) = words.split_first() else { return Ok(Self::Nothing) };
        let text = || rest.join(" ");
        let number = |most| {
            let word = rest.first().copied().unwrap_or_default();
            whole_number(word, most).ok_or_else(|| CommandError::Number(word.to_owned()))
        };
        // Case matters: XBoard sends commands in lower case, and a move like `B@e4` is none of them.
        Ok(match first {
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "draw" => {
                Self::Nothing
            }
            "protover" => Self::Features(number(u64::MAX)?),
            "new" => Self::New,
            "variant" => variant(rest)?,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "level" => Self::Level(Level::parse(rest).ok_or(CommandError::Level)?),
            "st" => {
                let word = rest.first().copied().unwrap_or_default();
                Self::MoveTime(seconds_ms(word).ok_or_else(|| CommandError::Seconds(word.to_owned()))?)
            }
            "sd" => Self::Depth(number(MAX_PLY as u64 - 1)?.max(1) as u32),
            "time" => Self::OwnTime(10 * number(LONGEST_MS / 10)?),
            "otim" => Self::OpponentTime(10 * number(LONGEST_MS / 10)?),
            "usermove" => Self::Move(rest.first().ok_or(CommandError::NoMove)?.to_string()),
            "?" => Self::MoveNow,
            // A number, by the specification; any text is echoed, but cut, since it may have to be stored for a while.
            "ping" => Self::Ping(rest.first().map_or_else(String::new, |text| text.chars().take(64).collect())),
            "result" => Self::Result,
            "setboard" if rest.is_empty() => return Err(CommandError::NoPosition),
            "setboard" => Self::SetBoard(text()),
            "edit" => Self::Edit,
            "undo" => Self::TakeBack(1),
            "remove" => Self::TakeBack(2),
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" | "analyse" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "memory" => Self::Memory(number(u64::MAX)?),
            "cores" => Self::Cores(number(u64::MAX)?),
            "option" if rest.is_empty() => return Err(CommandError::NoOption),
            "option" => Self::Option(SetOption::parse_assignment(&text())),
            "holding" => Self::Holding(Holding::parse(&text())?),
            "partner" => Self::Partner(rest.first().map(|&name| name.to_owned())),
            "ptell" => Self::PartnerSays(text()),
            "quit" => Self::Quit,
            _ if words.len() == 1 && moves::looks_like_one(first) => Self::Move(first.to_owned()),
            _ => Self::Aside(Aside::parse(words, Dialect::Cecp)?.ok_or(CommandError::Unknown)?),
        })
    }
}

fn variant(words: &[&str]) -> Result<Command, CommandError> {
    let (variant, fischerandom) = match words {
        ["normal" | "chess" | "standard"] => (Variant::Chess, false),
        ["fischerandom"] => (Variant::Chess, true),
        ["crazyhouse"] => (Variant::Crazyhouse, false),
        ["bughouse"] => (Variant::Bughouse, false),
        _ => return Err(CommandError::Variant),
    };
    Ok(Command::Variant { variant, fischerandom })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BoardId;

    fn parse(text: &str) -> Result<Command, CommandError> {
        Command::parse(&text.split_ascii_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn lines_of_a_real_xboard() {
        for (text, command) in [
            ("protover 2", Command::Features(2)),
            ("accepted ping", Command::Nothing),
            ("name Ola Nordmann", Command::Nothing),
            ("partner", Command::Partner(None)),
            ("partner Guest_1 ", Command::Partner(Some("Guest_1".to_owned()))),
            ("variant bughouse", Command::Variant { variant: Variant::Bughouse, fischerandom: false }),
            ("variant fischerandom", Command::Variant { variant: Variant::Chess, fischerandom: true }),
            ("variant normal", Command::Variant { variant: Variant::Chess, fischerandom: false }),
            ("level 0 1 0", Command::Level(Level { moves: 0, base_ms: 60_000, increment_ms: 0 })),
            ("st 0.25", Command::MoveTime(250)),
            ("time 1", Command::OwnTime(10)),
            ("otim -30", Command::OpponentTime(0)),
            ("usermove P@e4", Command::Move("P@e4".to_owned())),
            ("b@e4", Command::Move("b@e4".to_owned())),
            ("O-O", Command::Move("O-O".to_owned())),
            ("ping 12", Command::Ping("12".to_owned())),
            ("result 1-0 {Black forfeits on time}", Command::Result),
            ("ptell give me  a knight", Command::PartnerSays("give me a knight".to_owned())),
            (
                "option Rules=gambler",
                Command::Option(SetOption { name: "Rules".to_owned(), value: "gambler".to_owned() }),
            ),
            ("option ClearHash", Command::Option(SetOption { name: "ClearHash".to_owned(), value: String::new() })),
            ("perft 3", Command::Aside(Aside::Perft(BoardId::A, 3))),
        ] {
            assert_eq!(parse(text), Ok(command), "{text}");
        }
    }

    #[test]
    fn a_wrong_command_has_an_error_of_its_kind() {
        let number = |text: &str| Err(CommandError::Number(text.to_owned()));
        assert_eq!(parse("frobnicate 3"), Err(CommandError::Unknown));
        assert_eq!(parse("e2e4 e7e5"), Err(CommandError::Unknown));
        assert_eq!(parse("variant atomic"), Err(CommandError::Variant));
        assert_eq!(parse("time soon"), number("soon"));
        assert_eq!(parse("sd"), number(""));
        assert_eq!(parse("st 5s"), Err(CommandError::Seconds("5s".to_owned())));
        assert_eq!(parse("level 40"), Err(CommandError::Level));
        assert_eq!(parse("holding"), Err(CommandError::Holding(HoldingError::Brackets)));
        assert!(matches!(parse("perft"), Err(CommandError::Go(_))));
    }
}
