//! The grammar: which words together make which message. Their order is free unless a rule says otherwise, as in
//! Russian.

use super::tag::{Tag, Tags, named};
use super::words;
use std::sync::LazyLock;

named! {
    /// The meaning of a clause.
    Make {
        /// Need the pieces named.
        Need
        /// A piece named mates.
        NeedMates
        /// Need the first piece named.
        NeedFirst
        /// Need the last piece named.
        NeedLast
        /// Need the pieces named before.
        NeedAgain
        /// The opponent must not get the pieces named.
        Avoid
        /// A piece named mates the speaker.
        AvoidMates
        /// The opponent must not get the pieces named before.
        AvoidAgain
        /// The pieces named are no longer needed, or may be given.
        Enough
        /// Pieces may be given again.
        Allow
        /// The pieces named before are no longer needed.
        EnoughAgain
        /// "Not needed": the pieces named before; if there are none, the answer to a question.
        EnoughOrNo
        /// The wish before, or the next one, is urgent.
        Urge
        /// Trades are good.
        Trade
        /// Trades are bad.
        NoTrade
        /// An exception: the pieces named, from the trades named before.
        ButNot
        /// May I trade?
        AskTrade
        /// What do you need?
        AskNeed
        /// Take the pieces named.
        Take
        /// Avoid captures.
        Stall
        /// Do not move.
        Sit
        /// Do not move before the pieces named come.
        SitFor
        /// Move.
        Go
        /// The speaker does not move.
        Sitting
        /// The speaker does not move before the pieces named come.
        SittingFor
        /// The speaker's opponent does not move.
        Waiting
        /// Play fast.
        Fast
        /// Take your time.
        Slow
        /// The speaker is mated.
        Dead
        /// The speaker is fine.
        Alive
        /// The speaker mates.
        Mate
        /// A reason to sit, go or hurry: the clocks.
        BecauseTime
        /// The same: a piece is on its way.
        BecausePiece
        /// The same: a mate.
        BecauseMate
        /// The speaker's king is in danger.
        Threat
        /// Hurry, so that the opponent has no time to think.
        Press
        /// A concrete move.
        Hint
        /// Server shorthand, which is a complete message.
        Signed
        /// The pieces named before mate.
        SignedMates
        /// Take the pieces named: they mate.
        TakeMates
        /// What do you understand?
        Help
        /// A greeting.
        Hello
        /// A greeting if nothing else is said.
        Hail
        /// Thanks.
        Thanks
        /// Yes.
        Yes
        /// No.
        No
        /// Understood, without a message.
        Nothing
    } else Nothing
}

/// A rule fits a clause that has a word of each group, and besides these only words that the rule allows.
pub struct Rule {
    /// The clause has a word of each of these groups.
    pub groups: Vec<Tags>,
    /// All words that are allowed.
    pub may: Tags,
    /// The meaning of the clause.
    pub makes: Make,
    /// Whether it fits questions only, or statements only; `None` for both.
    pub asks: Option<bool>,
    /// Whether the groups must come in this order.
    pub ordered: bool,
    /// Whether the clause counts only if the whole line is understood.
    pub weak: bool,
    /// Whether there must be separators before and after it.
    pub apart: bool,
    /// Whether a separator may stand between its words.
    pub across: bool,
}

/// Words that are allowed in every clause.
const ALWAYS: Tags = Tags::of(&[Tag::Urgent, Tag::Now, Tag::Very, Tag::Any, Tag::Beware]);

/// Groups that have a name: the pieces that a clause is about, any pieces, mating the opponent, being mated, giving a
/// piece to the opponents, an opponent.
const GROUPS: [(&str, &str); 6] = [
    ("PIECES", "Piece/Minor/Major/Diag"),
    ("ANYTHING", "AnyPiece/Anything"),
    ("MATES", "Mate/Mates/MateI"),
    ("MATED", "MateMe/DeadMe"),
    ("GIVES", "Give/Offer/Lose"),
    ("HE", "Mine/Opponent"),
];

/// The rules; the first that fits a clause counts.
pub static RULES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| words::rows(&words::RULES).map(|(head, text)| Rule::read(head, text)).collect());

fn group(names: &str) -> Tags {
    let named = |name| GROUPS.into_iter().find(|&(group, _)| group == name).map_or(name, |(_, names)| names);
    let names = names.split(['/', ' ']).flat_map(|name| named(name).split('/'));
    names.filter(|name| !name.is_empty()).map(Tag::named).collect()
}

impl Rule {
    /// Reads a row of the table.
    fn read(head: &str, text: &str) -> Self {
        let (groups, other) = text.split_once('+').unwrap_or((text, ""));
        let groups: Vec<Tags> = groups.split_ascii_whitespace().map(group).collect();
        let marks: Vec<&str> = head.split_ascii_whitespace().collect();
        let has = |mark: &str| marks.contains(&mark);
        Self {
            may: groups.iter().fold(group(other).or(ALWAYS), |all, group| all.or(*group)),
            groups,
            makes: marks.first().map_or(Make::Nothing, |name| Make::named(name)),
            asks: (!has("either")).then(|| has("asked")),
            ordered: has("ordered"),
            weak: has("weak") || has("apart"),
            apart: has("apart"),
            across: has("across"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_tables_is_known() {
        let marks = ["ordered", "across", "asked", "either", "weak", "apart"];
        for (head, text) in words::rows(&words::RULES) {
            let rule = Rule::read(head, text);
            let mut names = head.split(' ');
            assert_eq!(names.next(), Some(&*format!("{:?}", rule.makes)));
            assert!(names.all(|mark| marks.contains(&mark)), "`{head}` has a mark that is none");
            assert!(!rule.groups.is_empty() && !rule.may.has(Tag::Unknown), "`{text}` has a word that is none");
        }
        let rows = words::RULES.lines().count();
        assert_eq!(RULES.len(), rows);
        for (from, to) in words::rows(&words::NEIGHBORS) {
            let known = |name| Tag::named(name) != Tag::Unknown;
            assert!(words::variants(from).into_iter().flatten().all(known), "`{from}` has a word that is none");
            assert!(known(to) || to == "Unknown", "`{to}` is no meaning");
        }
    }
}
