//! SAN, standard algebraic notation, with drops as `N@f3`.
//!
//! Reading accepts variants (check marks, `0-0`, `@e4` for `P@e4`, `e8Q`, glyphs like `!?`); writing uses one form,
//! `P@e4`.

use super::castling::Wing;
use super::{BoardStatus, Position};
use crate::types::{Move, MoveKind, PieceType, Square};

/// The reason why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text is not SAN at all.
    #[error("`{0}` is no move in SAN")]
    Syntax(String),
    /// The text is SAN, but no legal move fits it.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// More than one legal move fits.
    #[error("`{text}` is ambiguous: {first} or {second}")]
    Ambiguous {
        /// The text.
        text: String,
        /// One of the fitting moves.
        first: Move,
        /// Another fitting move.
        second: Move,
    },
}

/// The parts of a SAN text, before they are compared with the legal moves.
struct Pattern {
    kind: PieceType,
    drop: bool,
    file: Option<char>,
    rank: Option<char>,
    to: Square,
    promotion: Option<PieceType>,
}

impl Pattern {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        if mv.to() != self.to || mv.promotion() != self.promotion || mv.is_drop() != self.drop {
            return false;
        }
        let Some(from) = mv.from() else {
            return mv.dropped() == Some(self.kind);
        };
        mv.kind() != MoveKind::Castle
            && position.piece_at(from).is_some_and(|piece| piece.kind() == self.kind)
            && self.file.is_none_or(|file| file == from.file_char())
            && self.rank.is_none_or(|rank| rank == from.rank_char())
    }
}

fn parse_pattern(text: &str) -> Option<Pattern> {
    let mut body = text;
    let mut promotion = None;
    // A promotion is the capital letter at the end, with or without `=` or parentheses.
    let bare = body.strip_suffix(')').unwrap_or(body);
    if let Some(letter) = bare.chars().last().filter(|letter| "NBRQ".contains(*letter)) {
        promotion = PieceType::from_letter(letter);
        body = bare[..bare.len() - 1].trim_end_matches(['=', '(', '/']);
    }
    if !body.is_ascii() || body.len() < 2 {
        return None;
    }
    let (front, target) = body.split_at(body.len() - 2);
    let to: Square = target.parse().ok()?;
    if let Some(piece) = front.strip_suffix('@') {
        let mut letters = piece.chars();
        let kind = match (letters.next(), letters.next()) {
            (None, _) => PieceType::Pawn,
            (Some(letter), None) => PieceType::from_letter(letter).filter(|&kind| kind != PieceType::King)?,
            _ => return None,
        };
        return promotion.is_none().then_some(Pattern { kind, drop: true, file: None, rank: None, to, promotion });
    }
    let front = front.trim_end_matches(['x', ':', '-']);
    let (kind, origin) = match front.chars().next() {
        Some(letter) if "KQRBNP".contains(letter) => (PieceType::from_letter(letter)?, &front[1..]),
        _ => (PieceType::Pawn, front),
    };
    let mut pattern = Pattern { kind, drop: false, file: None, rank: None, to, promotion };
    for letter in origin.chars() {
        match letter {
            'a'..='h' if pattern.file.is_none() && pattern.rank.is_none() => pattern.file = Some(letter),
            '1'..='8' if pattern.rank.is_none() => pattern.rank = Some(letter),
            _ => return None,
        }
    }
    Some(pattern)
}

impl Position {
    /// The legal move that the SAN `text` names.
    ///
    /// # Errors
    /// When the text is no SAN, fits no legal move, or fits more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let legal = self.legal_moves();
        let wing = match bare.replace('0', "O").as_str() {
            "O-O" => Some(Wing::King),
            "O-O-O" => Some(Wing::Queen),
            _ => None,
        };
        let mut fitting: Box<dyn Iterator<Item = Move>> = match wing {
            Some(wing) => {
                Box::new(legal.into_iter().filter(move |mv| mv.kind() == MoveKind::Castle && Wing::of(*mv) == wing))
            }
            None => {
                let pattern = parse_pattern(bare).ok_or_else(|| SanError::Syntax(text.to_owned()))?;
                Box::new(legal.into_iter().filter(move |&mv| pattern.fits(self, mv)))
            }
        };
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(SanError::Illegal(text.to_owned())),
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => Err(SanError::Ambiguous { text: text.to_owned(), first, second }),
        }
    }

    /// A legal move as SAN, with `+` for check (a hang too) and `#` for mate by the rules of this board.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let mut after = self.clone();
        after.make_move(mv);
        if after.in_check() {
            text.push(if after.status() == BoardStatus::Mate { '#' } else { '+' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let to = mv.to();
        if mv.is_drop() {
            return mv.to_text(true);
        }
        if mv.kind() == MoveKind::Castle {
            return match Wing::of(mv) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            };
        }
        let from = mv.origin();
        let kind = self.piece_at(from).map_or(PieceType::Pawn, |piece| piece.kind());
        let mut text = String::new();
        if kind == PieceType::Pawn {
            if mv.is_capture() {
                text.push(from.file_char());
            }
        } else {
            text.push(kind.capital());
            self.disambiguate(mv, kind, &mut text);
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text.push(kind.capital());
        }
        text
    }

    /// Adds the origin file, rank or both where needed to distinguish `mv` from other legal moves of such a piece to
    /// that square.
    fn disambiguate(&self, mv: Move, kind: PieceType, text: &mut String) {
        let from = mv.origin();
        let rivals: Vec<Square> = self
            .legal_moves()
            .iter()
            .filter(|other| other.to() == mv.to())
            .filter_map(|other| other.from())
            .filter(|&other| other != from && self.piece_at(other).is_some_and(|piece| piece.kind() == kind))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let file_is_shared = rivals.iter().any(|rival| rival.file() == from.file());
        let rank_is_shared = rivals.iter().any(|rival| rival.rank() == from.rank());
        if !file_is_shared || rank_is_shared {
            text.push(from.file_char());
        }
        if file_is_shared {
            text.push(from.rank_char());
        }
    }
}
