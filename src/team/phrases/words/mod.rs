//! The words of both languages, as tables: what each brings into a sentence.
//!
//! Notation: forms are separated by blanks, `кон:ь,я,ю` stands for `конь коня коню`, and an empty ending for the stem itself.

pub mod english;
pub mod idioms;
pub mod real;
pub mod russian;

use super::tag::Tag;
use crate::types::PieceType;

/// Forms of words with one meaning.
pub type Row = (Tag, &'static str);

/// Names of a piece.
pub type Named = (PieceType, &'static str);

/// The forms that a row of a table stands for.
pub fn forms(text: &'static str) -> impl Iterator<Item = String> {
    text.split_ascii_whitespace().flat_map(|group| {
        let (stem, endings) = group.split_once(':').unwrap_or((group, ""));
        endings.split(',').map(move |ending| format!("{stem}{ending}"))
    })
}
