//! The part common to UCI and CECP: one visible board, of bughouse, crazyhouse or chess.

use super::options::{Settings, Variant};
use crate::board::{BoardRules, PieceSet, Position, Promotion, fen};
use crate::types::{ByColor, Color};

/// The reason why a text is no position of the variant. The message quotes the bad token.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error(transparent)]
    Fen(#[from] fen::BfenError),
    #[error("nothing is held in chess, but the hands are `{0}`")]
    HandsInChess(String),
}

/// The rules of the one board. Under Gambler's promotion the other board is unknown: any piece may stand there.
pub fn board_rules(settings: &Settings) -> BoardRules {
    let chess960 = settings.rules.chess960 || settings.fischerandom;
    match settings.variant {
        Variant::Bughouse => {
            let mut rules = settings.rules.board_rules();
            if let Promotion::Taken(kinds) = &mut rules.promotion {
                *kinds = ByColor([PieceSet::PROMOTED; 2]);
            }
            rules
        }
        variant => BoardRules { chess960, ..variant.board_rules() },
    }
}

/// The start position of the variant.
pub fn start(settings: &Settings) -> Position {
    Position::start(board_rules(settings))
}

/// Reads a position of the variant.
/// Fails when it is no position, or one that the variant cannot have.
pub fn set_up(text: &str, settings: &Settings) -> Result<Position, SetupError> {
    checked(fen::parse(text, board_rules(settings))?, settings)
}

/// Returns the position if the variant can have it.
/// Fails when it cannot.
pub fn checked(position: Position, settings: &Settings) -> Result<Position, SetupError> {
    let held: String = Color::ALL.iter().map(|&color| position.hand(color).letters()).collect();
    if settings.variant == Variant::Chess && !held.is_empty() {
        return Err(SetupError::HandsInChess(held));
    }
    Ok(position)
}
