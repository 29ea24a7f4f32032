//! The position of one board in an option such as `--bfen`.

use crate::board::{BoardRules, Position, fen};

/// The usual start, as UCI and UBI name it.
pub const STARTPOS: &str = "startpos";

/// Reads the value of `option`: BFEN, `startpos`, or `960:N`.
///
/// # Errors
/// When it is none, or both boards; the message begins with `option`.
pub fn read(option: &str, text: &str, rules: BoardRules) -> Result<Position, String> {
    if text.contains('|') {
        return Err(format!("{option}: `{text}` is a position of both boards, and only one board is asked for"));
    }
    let bfen = if text == STARTPOS { fen::START } else { text };
    fen::parse(bfen, rules).map_err(|error| format!("{option}: {error}"))
}
