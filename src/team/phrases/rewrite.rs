//! Joins neighboring meanings that mean something together, such as a negation and its verb.

use super::item::Item;
use super::tag::Tag::{self, *};

/// Neighbors and what they become. The first row that fits counts.
const TABLE: &[(&[Tag], &[Tag])] = &[
    (&[Not, Not], &[Not]),
    (&[NotGive, Nor], &[NotGive]),
    (&[NotTrade, Nor], &[NotTrade]),
    (&[Not, No], &[Not]),
    (&[Nope, Not], &[Not]),
    (&[No, Not], &[Not]),
    // "no sit" is neither a request to sit nor one to move.
    (&[No, Sit], &[Unknown]),
    (&[No, Wait], &[Unknown]),
    (&[No, Go], &[Unknown]),
    (&[No, Take], &[Unknown]),
    (&[Not, Very], &[Unknown]),
    (&[Not, Take], &[Unknown]),
    (&[Not, Give], &[NotGive]),
    (&[Not, Offer], &[NotGive]),
    (&[Not, Davai], &[NotGive]),
    (&[Not, Lose], &[NotGive]),
    (&[No, Give], &[NotGive]),
    (&[No, Offer], &[NotGive]),
    (&[No, Lose], &[NotGive]),
    (&[Stop, Give], &[NotGive]),
    (&[Stop, Offer], &[NotGive]),
    (&[Stop, Lose], &[NotGive]),
    (&[Cannot, Give], &[NotGive]),
    (&[Cannot, Offer], &[NotGive]),
    (&[Cannot, Lose], &[NotGive]),
    (&[Give, Cannot], &[NotGive]),
    (&[Offer, Cannot], &[NotGive]),
    (&[Lose, Cannot], &[NotGive]),
    (&[NotNeed, Give], &[NotGive]),
    (&[NotNeed, Offer], &[NotGive]),
    (&[NotNeed, Lose], &[NotGive]),
    (&[Not, Need], &[NotNeed]),
    (&[No, Need], &[NotNeed]),
    (&[Not, Lack], &[Need]),
    (&[Need, Not, Give], &[NotGive]),
    (&[Not, Trade], &[NotTrade]),
    (&[Not, Trades], &[NotTrade]),
    (&[No, Trade], &[NotTrade]),
    (&[No, Trades], &[NotTrade]),
    (&[Stop, Trade], &[NotTrade]),
    (&[Stop, Trades], &[NotTrade]),
    (&[Without, Trades], &[NotTrade]),
    (&[Cannot, Trade], &[NotTrade]),
    (&[Trade, Cannot], &[NotTrade]),
    (&[NotNeed, Trade], &[NotTrade]),
    (&[NotNeed, Trades], &[NotTrade]),
    (&[Not, Sit], &[NotSit]),
    (&[Not, Wait], &[NotSit]),
    (&[Not, Sitting], &[NotSit]),
    (&[Stop, Sit], &[NotSit]),
    (&[Stop, Wait], &[NotSit]),
    (&[NotNeed, Sit], &[NotSit]),
    (&[NotNeed, Wait], &[NotSit]),
    (&[Not, Go], &[NotGo]),
    (&[Not, Play], &[NotGo]),
    (&[Cannot, Go], &[NotGo]),
    (&[Go, Cannot], &[NotGo]),
    (&[Not, MovesI], &[NotMovesI]),
    (&[Not, Moving], &[NotMoving]),
    (&[Not, Moves], &[NotMoving]),
    (&[Not, Hurry], &[Slow]),
    (&[Not, Fast], &[Slow]),
    (&[NotNeed, Hurry], &[Slow]),
    (&[Not, Can], &[Cannot]),
    (&[Not, Dead], &[NotDead]),
    (&[Not, Mated], &[NotDead]),
    (&[Not, DeadMe], &[NotDead]),
    (&[DeadMe, Not], &[Unknown]),
    (&[No, Mate], &[NotDead]),
    (&[Not, Mates], &[NotMates]),
    (&[Not, MateMe], &[NotMateMe]),
    (&[NotMates, Me], &[NotMateMe]),
    (&[Not, AnyMore, Mates], &[NotMates]),
    (&[Not, AnyMore, Need], &[NotNeed]),
    (&[Not, AnyMore, AwaitI], &[NotNeed]),
    (&[Not, AwaitI], &[NotNeed]),
    (&[Not, AnyMore, Sitting], &[Alive]),
    (&[Not, AnyMore, SittingI], &[Alive]),
    (&[Not, AnyMore, Dead], &[NotDead]),
    (&[Not, AnyMore, Mated], &[NotDead]),
    (&[Not, AnyMore, MateMe], &[NotMateMe]),
    (&[Me, Mate], &[MateMe]),
    (&[Mate, Me], &[MateMe]),
    (&[Me, Mates], &[MateMe]),
    (&[Mates, Me], &[MateMe]),
    (&[Me, MateI], &[MateMe]),
    (&[I, Mated], &[DeadMe]),
    (&[I, Is, Mated], &[DeadMe]),
    (&[I, Get, Mated], &[DeadMe]),
    (&[Me, Mated], &[DeadMe]),
    (&[He, Mates], &[MateMe]),
    (&[Opponent, Mates], &[MateMe]),
    (&[He, Mated], &[MateI]),
    (&[He, Get, Mated], &[MateI]),
    (&[Him, Mate], &[MateI]),
    (&[Mate, Him], &[MateI]),
    (&[Mates, Him], &[MateI]),
    (&[Mates, Opponent], &[MateI]),
    (&[I, Mate], &[MateI]),
    (&[I, Mates], &[MateI]),
    (&[I, MateI], &[MateI]),
    (&[IHave, Mate], &[MateI]),
    (&[IHave, MateI], &[MateI]),
    (&[I, Dead], &[DeadMe]),
    (&[I, Is, Dead], &[DeadMe]),
    (&[Me, Dead], &[DeadMe]),
    (&[IHave, Dead], &[DeadMe]),
    (&[I, Sitting], &[SittingI]),
    (&[Me, Sitting], &[SittingI]),
    (&[Number, Seconds], &[Seconds]),
];

/// Joins neighbors until nothing changes.
pub fn rewritten(mut items: Vec<Item>) -> Vec<Item> {
    let mut at = 0;
    while at < items.len() {
        let fits = TABLE.iter().find(|(from, _)| {
            from.len() <= items.len() - at && from.iter().zip(&items[at..]).all(|(tag, item)| *tag == item.tag)
        });
        let Some(&(from, to)) = fits else {
            at += 1;
            continue;
        };
        let value = items[at..at + from.len()].iter().find_map(|item| item.value.clone());
        let new = to.iter().map(|&tag| Item { tag, value: value.clone() });
        items.splice(at..at + from.len(), new);
        // The item before may join with the result.
        at = at.saturating_sub(2);
    }
    items
}
