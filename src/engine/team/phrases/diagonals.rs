//! "Diag" and "diagonal": a piece that moves on diagonals, a line of the board, or the other opponent.

use super::item::Item;
use super::tag::{Tag, Tags};

/// Words before a piece that is asked for or forbidden.
const ASKS: Tags = Tags::of(&[
    Tag::Need,
    Tag::Give,
    Tag::Me,
    Tag::NotGive,
    Tag::NotNeed,
    Tag::Enough,
    Tag::Keep,
    Tag::No,
    Tag::Not,
    Tag::Nor,
    Tag::Or,
    Tag::And,
    Tag::Any,
    Tag::AnyPiece,
    Tag::Anything,
    Tag::More,
    Tag::Number,
    Tag::Urgent,
]);
/// Words behind a line: "the diagonal is open".
const TELLS: Tags = Tags::of(&[Tag::Unknown, Tag::Past, Tag::Is, Tag::Bare]);
/// Words before a line: "to close the diagonal".
const LEADS: Tags = Tags::of(&[Tag::Unknown, Tag::To, Tag::Because, Tag::Link, Tag::On]);

/// Tells the lines and the opponents from the pieces.
pub fn told_apart(items: &mut Vec<Item>) {
    let other = items.iter().any(|item| item.tag == Tag::Piece);
    let mut lines = false;
    for at in 0..items.len() {
        if items[at].tag != Tag::Diag {
            continue;
        }
        let before = if at > 0 { items[at - 1].tag } else { Tag::Comma };
        let next = if at + 1 < items.len() { items[at + 1].tag } else { Tag::Comma };
        let linked = at > 1 && matches!(before, Tag::On | Tag::Link | Tag::With);
        if matches!(if linked { items[at - 2].tag } else { before }, Tag::Ahead | Tag::Behind) {
            items[at].tag = Tag::Time;
            continue;
        }
        // "A knight, diag" is a list.
        let listed = before == Tag::Comma && next == Tag::Comma;
        if !ASKS.has(before) && !listed && (other || TELLS.has(next)) || other && LEADS.has(before) {
            items[at].tag = Tag::Unknown;
            lines = true;
        }
    }
    // "A pawn to block the diag"
    if let [.., Item { tag: Tag::Piece | Tag::Because, .. }, Item { tag: Tag::Unknown, .. }] = items[..]
        && lines
    {
        items.pop();
    }
}
