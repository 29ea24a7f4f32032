//! Leaves out words that address the partner.

use super::item::{Item, Value};
use super::tag::Tag;
use crate::types::PieceType;

/// "Hold pawns", of which the last `word` was read, keeps them if it ends there; "hold p" addresses the partner.
pub fn hold_pawns(word: &str, ends: bool, items: &mut [Item]) {
    if let [.., hold, Item { tag: Tag::Piece, value: Some(Value::Piece(PieceType::Pawn)) }] = items
        && hold.tag == Tag::Hold
        && ends
        && word.chars().count() > 1
    {
        hold.tag = Tag::Keep;
    }
}

/// In "thanks, mate" and "sit p" the partner is addressed; no mate and no pawn is meant. Only after words that neither
/// can follow.
pub fn without_vocatives(mut items: Vec<Item>) -> Vec<Item> {
    use Tag::*;
    let mut at = 0;
    while at < items.len() {
        let last = items.get(at + 1).is_none_or(|next| next.tag == Comma);
        let before = at.checked_sub(1).map_or(Unknown, |before| items[before].tag);
        let manners = matches!(
            before,
            Hello | Hail | Thanks | Yes | No | Nope | Sit | Wait | Hold | Go | Slow | Fast | Hurry | Ok | Fine
        );
        // "need a knight mate", "no trades, mate"
        let wish = last
            && matches!(before, Piece | Trade | Trades | NotTrade | Comma | Urgent | Now)
            && items[..at].iter().any(|item| {
                matches!(
                    item.tag,
                    Give | Need | Not | No | NotGive | NotTrade | Take | Trade | Sit | Go | Keep | Yes | Hello | Thanks
                )
            });
        let drop = match items[at].tag {
            Buddy => manners || wish,
            Piece => {
                let praised = before == Trade && at > 1 && items[at - 2].tag == Good;
                last && (manners || praised || matches!(before, Anything | AnyPiece | Mate) && at > 1)
                    && !matches!(before, No | Nope)
                    && items[at].value == Some(Value::Piece(PieceType::Pawn))
            }
            _ => false,
        };
        if drop {
            items.remove(at);
            continue;
        }
        if items[at].tag == Buddy {
            items[at].tag = Mate;
        }
        at += 1;
    }
    items
}
