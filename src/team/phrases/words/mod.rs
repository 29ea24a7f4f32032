//! The words of both languages and their meanings, as tables.
//!
//! Notation: forms are separated by blanks; `кон:ь,я,ю` stands for `конь коня коню`; an empty ending stands for the
//! stem.

pub mod english;
pub mod idioms;
pub mod real;
pub mod russian;

use super::tag::Tag;
use crate::types::PieceType;

/// Forms of words, and the meaning that they share.
pub type Row = (Tag, &'static str);

/// The names of a piece.
pub type Named = (PieceType, &'static str);

/// The forms that such a text stands for.
pub fn forms(text: &'static str) -> impl Iterator<Item = String> {
    text.split_ascii_whitespace().flat_map(|group| {
        let (stem, endings) = group.split_once(':').unwrap_or((group, ""));
        endings.split(',').map(move |ending| format!("{stem}{ending}"))
    })
}
