//! Problems of positions, for a page of any language: a code for which it has words, and the part of the text.

use super::replay::Problem;
use crate::board::fen::BfenError;
use crate::game::PairError;

/// The problem of `A | B`.
pub fn of_boards(error: &PairError) -> Problem {
    let (code, token) = match error {
        PairError::Count { found, .. } => ("boards", found.to_string()),
        PairError::Board { board, error } => {
            let (code, token) = of_board(error);
            (code, format!("{board}: {token}"))
        }
    };
    Problem { code, ..Problem::wrong(&token, error.to_string()) }
}

/// The problem of one board.
fn of_board(error: &BfenError) -> (&'static str, String) {
    use BfenError as E;
    match error {
        E::Empty => ("bfen_empty", String::new()),
        E::RankCount { found, text } => ("bfen_ranks", format!("{found}, {text}")),
        E::RankWidth { rank, found } => ("bfen_rank", format!("{rank} ({found})")),
        E::BoardLetter { letter, rank } => ("bfen_piece", format!("{letter} ({rank})")),
        E::Kings { color, found } => (if *found == 0 { "bfen_no_king" } else { "bfen_kings" }, color.to_string()),
        E::PawnOnEndRank(square) => ("bfen_pawn", square.to_string()),
        E::HandBrackets(text) => ("bfen_hand", text.clone()),
        E::HandLetter { letter, text } => ("bfen_held", format!("{letter} ({text})")),
        E::HandCount { letter, found, .. } => ("bfen_many", format!("{letter} ({found})")),
        E::SideToMove(text) => ("bfen_turn", text.clone()),
        E::NoSideToMove => ("bfen_no_turn", String::new()),
        E::CastlingLetter { letter, .. } | E::CastlingImpossible { letter, .. } | E::CastlingNot960 { letter, .. } => {
            ("bfen_castling", letter.to_string())
        }
        E::CastlingOneSide { text, .. } => ("bfen_castling", text.clone()),
        E::StartNumber(error) => ("bfen_start", error.to_string()),
        E::EnPassantSquare(text) => ("bfen_en_passant", text.clone()),
        E::EnPassantImpossible(square) => ("bfen_en_passant", square.to_string()),
        E::Counter { text, .. } => ("bfen_counter", text.clone()),
        E::LeftOver(text) => ("bfen_left", text.clone()),
        E::OpponentInCheck(color) => ("bfen_check", color.to_string()),
    }
}
