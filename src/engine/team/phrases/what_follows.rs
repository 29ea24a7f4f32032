//! Words whose meaning depends on those around them: «давай», "hold", "it seems".

use super::item::Item;
use super::tag::{Tag, Tags};

/// Words about the speaker and its opponent: "it seems" before one of them is meant.
const SELF: Tags = Tags::of(&[
    Tag::I,
    Tag::Me,
    Tag::My,
    Tag::MateMe,
    Tag::DeadMe,
    Tag::NotDead,
    Tag::Alive,
    Tag::Mine,
    Tag::Opponent,
    Tag::SittingI,
]);

/// The words whose meaning depends on whether a piece follows. «Давай» asks for one in «давай коня»; in «давай ходи» it
/// means nothing of its own. "Hold the queen" keeps a piece, "hold" waits.
pub fn by_what_follows(mut items: Vec<Item>) -> Vec<Item> {
    use Tag::*;
    let (mut at, mut gone) = (0, false);
    let counts = |behind: &[Item]| {
        let number = |item: &Item| item.tag == Number && item.value.is_some();
        matches!(behind, [first, Item { tag: Seconds, .. }, ..] if number(first))
            || matches!(behind, [Item { tag: Seconds, .. }, second, ..] if number(second))
    };
    while at < items.len() {
        let before = at.checked_sub(1).map(|before| items[before].tag);
        let behind = &items[at + 1..];
        let next = behind
            .iter()
            .map(|item| item.tag)
            .find(|tag| !matches!(tag, Me | You | Your | More | Number | Urgent | Now | Very | Fast));
        let is_piece = matches!(next, Some(Piece | Minor | Major | Diag));
        let becomes = match items[at].tag {
            Davai if before == Some(Not) => Some(Davai),
            Davai => {
                let ends = matches!(next, None | Some(Comma | And | Or));
                // «Давай ладьи разменяем»
                let mut here = behind.iter().take_while(|item| !matches!(item.tag, Comma | And | Or));
                let trades = here.any(|item| matches!(item.tag, Trade | Trades));
                (is_piece && !trades || ends && before == Some(Piece)).then_some(Give)
            }
            // "Hold, a knight is coming"
            Hold if is_piece && !behind.iter().any(|item| item.tag == Coming) => Some(Keep),
            Hold => Some(Wait),
            // "For about 15 seconds"
            Unknown | For | Link | With | On if counts(behind) => None,
            // "It seems I am mated"
            Hedge => {
                let about = behind.iter().map(|item| item.tag).find(|&tag| tag != Comma);
                let piece = items.iter().any(|item| item.tag == Piece);
                let mine = before == Some(Me);
                (piece || !mine && !about.is_some_and(|tag| SELF.has(tag))).then_some(Hedge)
            }
            Comma if gone => None,
            // "I am, it seems, mated"
            Comma if matches!(behind, [Item { tag: Hedge, .. }, Item { tag: Comma, .. }, ..]) && before == Some(Me) => {
                None
            }
            Awaits => {
                let theirs = |item: &Item| matches!(item.tag, He | Opponent | Mine | Sits);
                Some(if items[..at].iter().any(theirs) { Needs } else { Need })
            }
            // "To finish him"
            Kills if !matches!(next, Some(Him | He | Opponent | Mine | Me | We)) => None,
            // "A second rook"
            Seconds if is_piece && before != Some(Number) => Some(More),
            LetsGo => Some(if is_piece || next.is_none() && before == Some(Piece) { Give } else { Go }),
            Any => (is_piece && matches!(before, None | Some(Hello | Hail))).then_some(Any),
            tag => Some(tag),
        };
        match becomes {
            Some(tag) => {
                items[at].tag = tag;
                at += 1;
            }
            None => {
                gone = items.remove(at).tag == Hedge;
                continue;
            }
        }
        gone = false;
    }
    items
}
