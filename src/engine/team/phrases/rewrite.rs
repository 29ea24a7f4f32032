//! Joins neighboring meanings that mean something together, such as a negation and its verb.

use super::item::Item;
use super::tag::Tag;
use super::words;
use std::sync::LazyLock;

/// Neighbors and what they become.
static TABLE: LazyLock<Vec<(Vec<Tag>, Tag)>> = LazyLock::new(|| {
    let row = |(from, to)| {
        let tags = |names: Vec<&str>| names.into_iter().map(Tag::named).collect();
        words::variants(from).into_iter().map(move |from| (tags(from), Tag::named(to)))
    };
    words::rows(&words::NEIGHBORS).flat_map(row).collect()
});

/// Joins neighbors until nothing changes.
pub fn rewritten(mut items: Vec<Item>) -> Vec<Item> {
    let mut at = 0;
    while at < items.len() {
        let fits = TABLE.iter().find(|(from, _)| {
            from.len() <= items.len() - at && from.iter().zip(&items[at..]).all(|(tag, item)| *tag == item.tag)
        });
        let Some((from, to)) = fits else {
            at += 1;
            continue;
        };
        let value = items[at..at + from.len()].iter().find_map(|item| item.value.clone());
        items.splice(at..at + from.len(), [Item { tag: *to, value }]);
        // The item before may join with the result.
        at = at.saturating_sub(2);
    }
    forbid_both(&mut items);
    items
}

/// "No q or r" forbids both.
fn forbid_both(items: &mut [Item]) {
    const BOTH: [Tag; 4] = [Tag::No, Tag::Piece, Tag::Or, Tag::Piece];
    for at in (BOTH.len()..=items.len()).map(|end| end - BOTH.len()) {
        if items[at..].iter().zip(BOTH).all(|(item, tag)| item.tag == tag) {
            items[at].tag = Tag::NotGive;
        }
    }
}
