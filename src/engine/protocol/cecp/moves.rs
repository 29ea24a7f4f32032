//! Moves as written by CECP's many peers: `e2e4`, `E2E4`, `e7e8q`, `e7e8=Q`, `P@e4`, `p@e4`, `O-O`, `Nf3`.

use crate::board::Position;
use crate::board::Wing;
use crate::board::san::SanError;
use crate::types::{Move, PieceType, Square};

/// The reason why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum MoveError {
    #[error("no move in any notation")]
    Syntax,
    #[error("{0} is not held")]
    NotHeld(char),
    #[error("what is the pawn to become?")]
    NoPromotion,
    #[error("not legal here, {0} is to move")]
    Illegal(String),
    #[error("either {0} or {1}")]
    Ambiguous(Move, Move),
}

/// The legal move that `text` names.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let plain = text.to_ascii_lowercase().replace(['=', '-'], "");
    if let Some(mv) = position.find_move(&plain) {
        return Ok(mv);
    }
    let illegal = || MoveError::Illegal(position.side_to_move().to_string());
    if by_squares(&plain) {
        let drop = plain.chars().next().and_then(PieceType::from_letter).filter(|_| plain.contains('@'));
        if let Some(kind) = drop.filter(|&kind| !position.hand(position.side_to_move()).has(kind)) {
            return Err(MoveError::NotHeld(kind.capital()));
        }
        let promotes = position.find_move(&format!("{plain}q")).is_some();
        return Err(if promotes { MoveError::NoPromotion } else { illegal() });
    }
    position.parse_san(text).map_err(|error| match error {
        SanError::Syntax(_) => MoveError::Syntax,
        SanError::Illegal(_) => illegal(),
        SanError::Ambiguous { first, second, .. } => MoveError::Ambiguous(first, second),
    })
}

/// A move as CECP has it: `e2e4`, `P@e4`, `e1g1`; in Chess960 castling is `O-O` or `O-O-O`.
pub fn text(mv: Move) -> String {
    if !mv.is_castle_by_rook() {
        return mv.to_string();
    }
    match Wing::of(mv) {
        Wing::King => "O-O".to_owned(),
        Wing::Queen => "O-O-O".to_owned(),
    }
}

/// Whether a word without `usermove` before it looks like a move. No command does.
pub fn looks_like_one(word: &str) -> bool {
    if !word.is_ascii() || word.len() > 10 {
        return false;
    }
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    if ["O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o"].contains(&bare) {
        return true;
    }
    // Apart from prefixes and suffixes, every move names its target square.
    let body = bare.trim_end_matches(|letter: char| "=()qrbnQRBN".contains(letter));
    let Some((front, target)) = body.split_at_checked(body.len().wrapping_sub(2)) else { return false };
    target.to_ascii_lowercase().parse::<Square>().is_ok()
        && front.chars().all(|letter| "abcdefghABCDEFGH12345678pnbrqkPNRQK@x:-".contains(letter))
}

/// Whether a text in small letters names two squares, or a piece and a square: `e2e4`, `e7e8q`, `p@e4`.
fn by_squares(text: &str) -> bool {
    let square = |bytes: &[u8]| matches!(bytes, [b'a'..=b'h', b'1'..=b'8']);
    match text.as_bytes() {
        [b'p' | b'n' | b'b' | b'r' | b'q', b'@', to @ ..] => square(to),
        [a, b, to @ ..] if square(&[*a, *b]) => square(to) || to.split_last().is_some_and(|(_, to)| square(to)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    const BOARD: &str = "r3k2r/1P4pp/8/8/8/5N2/PP4PP/RN2K2R[Np] w KQkq - 0 1";

    fn position() -> Position {
        fen::parse(BOARD, BoardRules::default()).expect("sound")
    }

    #[test]
    fn one_move_in_many_spellings() {
        for (texts, mv) in [
            (&["N@e4", "n@e4"][..], "N@e4"),
            (&["e1g1", "E1G1", "O-O", "0-0", "e1-g1"], "e1g1"),
            (&["b7a8q", "b7a8Q", "b7a8=Q", "bxa8=Q", "bxa8Q"], "b7a8q"),
            (&["f3d4", "Nd4", "Nf3d4", "Nd4!"], "f3d4"),
            (&["b2b4", "b4"], "b2b4"),
        ] {
            for text in texts {
                assert_eq!(read(&position(), text).map(|mv| mv.to_string()).as_deref(), Ok(mv), "{text}");
                assert!(looks_like_one(text), "{text}");
            }
        }
    }

    #[test]
    fn a_refusal_has_its_reason() {
        let reason = |text: &str| read(&position(), text).map_err(|error| error.to_string());
        let refused = |text: &str| Err(text.to_owned());
        assert_eq!(reason("P@e4"), refused("P is not held"));
        assert_eq!(reason("b7b8"), refused("what is the pawn to become?"));
        assert_eq!(reason("e7e5"), refused("not legal here, white is to move"));
        assert_eq!(reason("N@f3"), refused("not legal here, white is to move"));
        assert_eq!(reason("Nd2"), refused("either b1d2 or f3d2"));
        for text in ["", "castle", "e2e9", "é2e4", "K@e4", "0000", "@@@@"] {
            assert_eq!(reason(text), refused("no move in any notation"), "{text}");
        }
    }

    #[test]
    fn commands_do_not_look_like_moves() {
        for word in ["quit", "force", "d", "b", "?", ".", "exit", "e2e9", "", "K", "hard", "bk", "ee", "é4", "q@@"] {
            assert!(!looks_like_one(word), "{word}");
        }
    }
}
