//! Pieces, seconds and a move, as the words of a clause name them.

use super::item::{Item, Value};
use super::tag::{Tag, Tags};
use crate::types::PieceType;

/// The pieces named, each once, in the order in which they are named.
pub fn pieces(items: &[Item]) -> Vec<PieceType> {
    let mut named = Vec::new();
    for item in items {
        let kinds: &[PieceType] = match (item.tag, &item.value) {
            (Tag::Piece, Some(Value::Piece(kind))) => &[*kind],
            (Tag::Minor, _) => &[PieceType::Knight, PieceType::Bishop],
            (Tag::Major, _) => &[PieceType::Rook, PieceType::Queen],
            (Tag::Diag, _) => &[PieceType::Bishop, PieceType::Queen],
            _ => &[],
        };
        for kind in kinds {
            if !named.contains(kind) {
                named.push(*kind);
            }
        }
    }
    named
}

/// The pieces that a ban names, without a price that is too low: «не отдавай ферзя за ладью».
pub fn banned(items: &[Item]) -> Vec<PieceType> {
    const PRICE: Tags = Tags::of(&[Tag::Piece, Tag::Number, Tag::More, Tag::And, Tag::Or, Tag::Your, Tag::His]);
    // «За ферзем следи» names no price.
    let guards = items.iter().any(|item| item.tag == Tag::Keep);
    let Some(at) = items.iter().position(|item| item.tag == Tag::For).filter(|_| !guards) else {
        return pieces(items);
    };
    let price = items[at + 1..].iter().take_while(|item| PRICE.has(item.tag)).count();
    let others = pieces(&[&items[..at], &items[at + 1 + price..]].concat());
    if others.is_empty() { pieces(items) } else { others }
}

/// The pieces named behind the last "for": "a rook for two minors".
pub fn pieces_behind_for(items: &[Item]) -> Vec<PieceType> {
    pieces(items.rsplit(|item| item.tag == Tag::For).next().unwrap_or_default())
}

/// Each kind named, or "any".
pub fn kinds(named: &[PieceType]) -> impl Iterator<Item = Option<PieceType>> {
    let any = named.is_empty().then_some(None);
    any.into_iter().chain(named.iter().copied().map(Some))
}

/// The seconds named.
pub fn seconds(items: &[Item]) -> Option<u32> {
    items.iter().find_map(|item| match (item.tag, &item.value) {
        (Tag::Number | Tag::Seconds, Some(Value::Number(number))) => Some(*number),
        _ => None,
    })
}

/// The hinted move, in English letters; incomplete if it was given incompletely.
pub fn hint(items: &[Item]) -> Option<String> {
    let place = |wanted: Tag| {
        items.iter().find_map(|item| match &item.value {
            Some(Value::Place(text)) if item.tag == wanted => Some(text.clone()),
            _ => None,
        })
    };
    if let Some(told) = place(Tag::Move) {
        return Some(told);
    }
    let Some(square) = place(Tag::Square) else {
        return items.iter().any(|item| item.tag == Tag::Castle).then(|| "O-O".to_owned());
    };
    let dropped = if items.iter().any(|item| item.tag == Tag::Put) { "@" } else { "" };
    Some(match pieces(items).first() {
        Some(PieceType::Pawn) if dropped.is_empty() => square,
        Some(kind) => format!("{}{dropped}{square}", kind.capital()),
        None if items.iter().any(|item| item.tag == Tag::Board) => format!("K{square}"),
        None => square,
    })
}
