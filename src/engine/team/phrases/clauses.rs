//! Splits a sentence into clauses so that a rule fits every word of each. The cheapest split wins, usually the one with
//! the fewest clauses; if two equally cheap ones mean different things, nothing is understood.

use super::item::{Item, Sentence, Value};
use super::remarks::{ADDRESSED, EXPLICIT, FIRM, LINKS, OTHERS, REMARK, REMARKS, SUBJECTS, WISHES};
use super::rewrite::rewritten;
use super::rules::{Make, RULES, Rule};
use super::tag::{Tag, Tags};

/// Sentences of more items are not read.
const LONGEST: usize = 48;
/// The most items in a clause.
const LONGEST_CLAUSE: usize = 14;
/// The most equally cheap readings that are compared.
const MOST_READINGS: usize = 6;

/// The cost of a clause.
const CLAUSE: u32 = 10;
/// The cost of a clause that does not begin after a separator.
const RUN_ON: u32 = 4;
/// The cost of a separator within a clause.
const SEPARATOR: u32 = 3;
/// The cost of a clause that refers to something named before, as by "it".
const BACK: u32 = 5;
/// The cost of skipping words: once, and for each word.
const DROPPED: (u32, u32) = (100, 1);
/// The cost of an unknown word within a clause.
const ODD: u32 = 25;
/// The most unknown words within a clause.
const MOST_ODD: usize = 2;

const SEPARATORS: Tags = Tags::of(&[Tag::Comma, Tag::And, Tag::Or, Tag::Because]);
const PIECES: Tags = Tags::of(&[Tag::Piece, Tag::Minor, Tag::Major, Tag::Diag, Tag::Number, Tag::More, Tag::Nor]);
/// Words for the subject of a wish: pieces and trades.
const THINGS: Tags = Tags::of(&[Tag::Piece, Tag::Minor, Tag::Major, Tag::Diag, Tag::Trade, Tag::Trades, Tag::NotTrade]);
/// Words of wishes.
const WANTS: Tags = Tags::of(&[Tag::Need, Tag::Give, Tag::AwaitI, Tag::Nice, Tag::Me]);
/// Words of bans.
const FORBIDS: Tags = Tags::of(&[Tag::No, Tag::NotGive, Tag::Keep, Tag::NotLet]);
/// Words that say how much, not what.
const COLORS: Tags = Tags::of(&[Tag::Beware, Tag::Urgent, Tag::Now, Tag::Very, Tag::Nice, Tag::You, Tag::Me]);
/// Words that must be understood: a part of a sentence that has one is never skipped.
const CONDITIONS: Tags = Tags::of(&[Tag::If]);

/// A clause that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its meaning.
    pub makes: Make,
    /// Whether the clause counts only if the whole line is understood.
    pub weak: bool,
    /// Whether the sentence begins with it.
    pub begins: bool,
    /// The separator before it.
    pub after: Option<Tag>,
    /// The word after it.
    pub before: Option<Tag>,
    /// Its words.
    pub items: Vec<Item>,
}

impl Clause {
    /// A sentence of which only the meaning is known.
    pub const fn guessed(makes: Make, items: Vec<Item>) -> Self {
        Self { makes, weak: true, begins: true, after: None, before: None, items }
    }

    /// Whether it counts beside a remark that was left out, `joined` or divided from the rest by a separator.
    pub fn is_firm(&self, joined: bool) -> bool {
        let firm = if joined { EXPLICIT } else { FIRM };
        let has = |tags: Tags| self.items.iter().any(|item| tags.has(item.tag));
        let threat = self.makes == Make::Threat && !joined;
        let wished = self.makes == Make::Need && !joined && has(Tags::of(&[Tag::Nice]));
        // "Trade places"
        let other = matches!(self.makes, Make::Trade | Make::NoTrade | Make::AskTrade)
            && matches!(self.before, Some(Tag::Unknown | Tag::IHave));
        if joined && other && !has(PIECES.or(Tags::of(&[Tag::AnyPiece, Tag::Anything]))) {
            return false;
        }
        !self.weak
            && (threat
                || wished
                || self.is_hint() && !joined
                || has(firm)
                || self.makes == Make::Avoid && self.begins && has(Tags::of(&[Tag::No])))
    }

    /// Whether it tells where to put what.
    pub fn is_hint(&self) -> bool {
        self.makes == Make::Hint && !self.weak && self.items.iter().any(|item| item.tag == Tag::Put)
    }

    /// Whether it asks for or forbids a thing in so many words.
    pub fn is_wish(&self) -> bool {
        let has = |tags: Tags| self.items.iter().any(|item| tags.has(item.tag));
        self.makes == Make::Threat || !self.weak && has(WISHES) && has(THINGS)
    }
}

/// The parse of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The clauses in order.
    pub clauses: Vec<Clause>,
    /// Whether words were skipped.
    pub dropped: bool,
    /// Whether a remark was left out.
    pub remarked: bool,
    /// Whether one was left out that no separator divides from the rest.
    pub joined: bool,
    /// All words.
    pub words: Vec<Item>,
    /// The words that no clause has.
    pub left: Vec<Item>,
}

impl Parsed {
    /// Whether rules read all of it, and it says nothing: "a knight is not enough".
    pub fn says_nothing(&self) -> bool {
        let whole = !self.dropped && !self.remarked && !self.clauses.is_empty();
        whole && self.clauses.iter().all(|clause| clause.makes == Make::Nothing)
    }
}

/// A reading of the rest of a sentence: its cost, the bounds and rules of its clauses, and whether words were
/// skipped or a remark left out.
#[derive(Clone, Default)]
struct Way {
    cost: u32,
    clauses: Vec<(usize, usize, &'static Rule)>,
    dropped: bool,
    remarked: bool,
    joined: bool,
}

/// Reads a sentence.
pub fn read(sentence: &Sentence) -> Parsed {
    let items = rewritten(sentence.items.clone());
    if items.len() > LONGEST {
        return Parsed { dropped: true, ..Parsed::default() };
    }
    let left = |way: &Way| {
        let read = |at: &usize| way.clauses.iter().any(|&(from, to, _)| (from..to).contains(at));
        (0..items.len()).filter(|at| !read(at)).map(|at| items[at].clone()).collect()
    };
    let ways = ways(&items, sentence.stop.asks);
    let mut readings = ways.iter().map(|way| Parsed {
        clauses: way
            .clauses
            .iter()
            .map(|&(from, to, rule)| Clause {
                makes: rule.makes,
                weak: rule.weak,
                begins: from == 0,
                after: strongest(&items[..from]),
                before: items.get(to).map(|item| item.tag),
                items: items[from..to].to_vec(),
            })
            .collect(),
        dropped: way.dropped,
        remarked: way.remarked,
        joined: way.joined,
        left: left(way),
        words: items.clone(),
    });
    let Some(first) = readings.next() else {
        let words = items.clone();
        return Parsed { dropped: !items.is_empty(), left: items, words, ..Parsed::default() };
    };
    if readings.all(|other| said(&other) == said(&first)) {
        first
    } else {
        Parsed { dropped: true, words: items, ..Parsed::default() }
    }
}

/// The separator at the end of these words: "or" if there is one, else "and", else a comma.
fn strongest(items: &[Item]) -> Option<Tag> {
    let parts = items.iter().rev().map(|item| item.tag).take_while(|&tag| SEPARATORS.has(tag));
    parts.max_by_key(|tag| match tag {
        Tag::Or | Tag::Because => 2,
        Tag::And => 1,
        _ => 0,
    })
}

/// The meaning of a reading, for comparison.
fn said(reading: &Parsed) -> Vec<(Make, Vec<&Value>)> {
    let clauses = reading.clauses.iter();
    clauses.map(|clause| (clause.makes, clause.items.iter().filter_map(|item| item.value.as_ref()).collect())).collect()
}

/// The cheapest ways to read all the items.
fn ways(items: &[Item], asks: bool) -> Vec<Way> {
    let separates = |at: usize| items.get(at).is_none_or(|item| SEPARATORS.has(item.tag));
    // best[at]: the ways to read the items from `at` on.
    let mut best: Vec<Vec<Way>> = vec![Vec::new(); items.len() + 1];
    best[items.len()].push(Way::default());
    for at in (0..items.len()).rev() {
        if SEPARATORS.has(items[at].tag) {
            best[at] = best[at + 1].clone();
            let cost = boundary(items[at].tag);
            best[at].iter_mut().for_each(|way| way.cost += cost);
            continue;
        }
        let free = at == 0 || separates(at - 1);
        let mut found: Vec<Way> = Vec::new();
        let furthest = items.len().min(at + LONGEST_CLAUSE);
        for end in at + 1..=furthest {
            if SEPARATORS.has(items[end - 1].tag) {
                continue;
            }
            let clause = &items[at..end];
            let apart = free && separates(end);
            let exact = RULES.iter().find(|rule| fits(rule, clause, asks, apart)).map(|rule| (rule, 0));
            let Some((rule, odd)) = exact.or_else(|| loosely(clause, asks, apart)) else { continue };
            let back = matches!(rule.makes, Make::NeedAgain | Make::AvoidAgain | Make::EnoughAgain | Make::EnoughOrNo);
            let cost =
                CLAUSE + if free { 0 } else { RUN_ON } + if back { BACK } else { 0 } + inner_separators(clause) + odd;
            add(&mut found, &best[end], cost, Left::Read((at, end, rule)));
        }
        let end = (at..items.len()).find(|&end| separates(end)).unwrap_or(items.len());
        // "Or else I cannot cover it"
        let reason = at > 0 && items[at - 1].tag == Tag::Because;
        let remark = items[at..end].iter().all(|item| REMARKS.has(item.tag) || reason && item.tag == Tag::Not);
        let joined = at > 0 && items[at - 1].tag == Tag::And;
        let unknown = items[at].tag == Tag::Unknown;
        let last = at > 0 && (unknown && end - at <= 4 || SUBJECTS.has(items[at].tag) && end - at > 1);
        // "Jim, a knight", without the comma
        let lead = (at + 1..end).find(|&next| ADDRESSED.has(items[next].tag));
        if let Some(next) = lead
            && free
            && next - at <= 3
            && items[at..next].iter().all(|item| REMARKS.has(item.tag) && !OTHERS.has(item.tag))
            && items[at..next].iter().any(|item| item.tag == Tag::Unknown)
        {
            add(&mut found, &best[next], REMARK, Left::Joined);
        }
        if remark && !joined && (free || last || LINKS.has(items[at].tag)) {
            let left = match () {
                // "Phew, safe"
                () if free && end - at == 1 && items[at].tag == Tag::Unknown && end < items.len() => Left::Cry,
                () if free => Left::Remark,
                () => Left::Joined,
            };
            add(&mut found, &best[end], REMARK + (end - at) as u32, left);
        } else if free && !items[at..end].iter().any(|item| CONDITIONS.has(item.tag)) {
            add(&mut found, &best[end], DROPPED.0 + DROPPED.1 * (end - at) as u32, Left::Dropped);
        }
        best[at] = found;
    }
    best.swap_remove(0)
}

/// The way in which words of a sentence are taken in a reading.
#[derive(Clone, Copy)]
enum Left {
    Read((usize, usize, &'static Rule)),
    /// An interjection.
    Cry,
    Remark,
    Joined,
    Dropped,
}

/// Puts a clause in front of each of these readings of what follows it, and keeps the cheapest.
fn add(found: &mut Vec<Way>, behind: &[Way], cost: u32, words: Left) {
    for way in behind {
        let total = way.cost + cost;
        let cheapest = found.first().map_or(u32::MAX, |first| first.cost);
        if total > cheapest || total == cheapest && found.len() == MOST_READINGS {
            continue;
        }
        if total < cheapest {
            found.clear();
        }
        let mut clauses = Vec::with_capacity(way.clauses.len() + 1);
        if let Left::Read(clause) = words {
            clauses.push(clause);
        }
        clauses.extend(&way.clauses);
        let dropped = way.dropped || matches!(words, Left::Dropped);
        let joined = way.joined || matches!(words, Left::Joined);
        let remarked = way.remarked || joined || matches!(words, Left::Remark);
        found.push(Way { cost: total, clauses, dropped, remarked, joined });
    }
}

/// The cost of a separator between clauses: a comma is the most natural one, then "and", then "or".
const fn boundary(tag: Tag) -> u32 {
    match tag {
        Tag::Or => 2,
        Tag::And => 1,
        _ => 0,
    }
}

/// The cost of the separators within a clause: low in a list of pieces.
fn inner_separators(clause: &[Item]) -> u32 {
    (1..clause.len().saturating_sub(1))
        .filter(|&at| SEPARATORS.has(clause[at].tag))
        .map(|at| match clause[at].tag {
            Tag::Comma if in_list(clause, at) => 1,
            _ if in_list(clause, at) => 0,
            _ => SEPARATOR,
        })
        .sum()
}

/// Whether there are pieces on both sides.
fn in_list(clause: &[Item], at: usize) -> bool {
    PIECES.has(clause[at - 1].tag) && PIECES.has(clause[at + 1].tag)
}

/// Whether each separator within is in a list of pieces, or separates words that only say how urgent it is: "knight,
/// now".
fn joined(clause: &[Item]) -> bool {
    // «Быстрее, коня!» is one wish, «коня, быстрее» is two.
    let quick = |items: &[Item]| items.iter().all(|item| item.tag == Tag::Fast);
    let colors = |items: &[Item]| items.iter().all(|item| COLORS.has(item.tag) || SEPARATORS.has(item.tag));
    (1..clause.len().saturating_sub(1)).filter(|&at| SEPARATORS.has(clause[at].tag)).all(|at| {
        let (left, right) = (&clause[..at], &clause[at + 1..]);
        colors(left)
            || colors(right)
            || quick(left)
            || in_list(clause, at) && (clause[at].tag != Tag::Comma || is_list(left, right))
    })
}

/// Whether a comma joins pieces. With more words on both sides it separates two wishes: "no queens, a pawn would be
/// nice".
fn is_list(left: &[Item], right: &[Item]) -> bool {
    let listed = |item: &Item| PIECES.has(item.tag) || SEPARATORS.has(item.tag);
    let mut rest = right.iter().take_while(|item| listed(item));
    left.iter().all(listed) || right.iter().all(listed) || rest.any(|item| matches!(item.tag, Tag::Or | Tag::And))
}

/// Exceptions that the rules cannot express: "a queen or I am dead" is no ban, "a queen for a rook" is no wish to trade
/// rooks.
fn means(makes: Make, clause: &[Item]) -> bool {
    // "For his bishop": the words between change nothing.
    let between = Tags::of(&[Tag::His, Tag::Your, Tag::My, Tag::More, Tag::Number]);
    let followed = |tags: Tags, pieces: bool| {
        (0..clause.len()).filter(|&at| tags.has(clause[at].tag)).any(|at| {
            let next = clause[at + 1..].iter().find(|item| !between.has(item.tag));
            next.is_some_and(|next| (PIECES.has(next.tag) || next.tag == Tag::With) == pieces)
        })
    };
    match makes {
        // "Don't trade queens he mates me with q"
        Make::AvoidMates if mates_with_another(clause) || is_urgent_wish(clause) => false,
        Make::AvoidMates => {
            clause.iter().any(|item| FORBIDS.has(item.tag)) || !followed(Tags::of(&[Tag::Or, Tag::Because]), false)
        }
        // "A pawn or mate"
        Make::NeedMates => {
            let his = |pair: &[Item]| pair[0].tag == Tag::For && matches!(pair[1].tag, Tag::Him | Tag::Opponent);
            !followed(Tags::of(&[Tag::Or]), false) && !clause.windows(2).any(his)
        }
        // «Ладью отдам за слона»
        Make::NeedFirst => clause[0].tag != Tag::Piece || !followed(Tags::of(&[Tag::For]), true),
        Make::Need if names_two_at_once(clause) => false,
        Make::Need => !followed(Tags::of(&[Tag::For]), true),
        Make::Enough => !forbids_another(clause),
        Make::Trade | Make::NoTrade | Make::AskTrade => {
            let between = |three: &[Item]| {
                matches!([three[0].tag, three[1].tag, three[2].tag], [Tag::Piece, Tag::Trade, Tag::Piece])
            };
            !followed(Tags::of(&[Tag::For, Tag::On]), true) && !clause.windows(3).any(between)
        }
        _ => true,
    }
}

/// Whether a mate stands between a piece and the one that gives it.
fn mates_with_another(clause: &[Item]) -> bool {
    let gives = |three: &[Item]| {
        matches!(three[0].tag, Tag::MateMe | Tag::DeadMe) && three[1].tag == Tag::With && three[2].tag == Tag::Piece
    };
    let at = clause.windows(3).position(gives);
    at.is_some_and(|at| clause[..at].iter().any(|item| item.tag == Tag::Piece))
}

/// "A queen urgently, I am mated"
fn is_urgent_wish(clause: &[Item]) -> bool {
    const THEIRS: Tags = FORBIDS.or(Tags::of(&[Tag::Him, Tag::He, Tag::Opponent]));
    clause.iter().any(|item| item.tag == Tag::Urgent) && !clause.iter().any(|item| THEIRS.has(item.tag))
}

/// «Коня не отдавай, пешек хватит», «не отдавай коня, у меня две пешки»
fn forbids_another(clause: &[Item]) -> bool {
    let part = clause.iter().rposition(|item| matches!(item.tag, Tag::Comma | Tag::IHave));
    let (before, behind) = clause.split_at(part.unwrap_or(clause.len()));
    let another = |item: &Item| item.tag == Tag::Piece && !before.contains(item);
    let forbids = clause.iter().any(|item| matches!(item.tag, Tag::No | Tag::NotGive));
    forbids && before.iter().any(|item| item.tag == Tag::Piece) && behind.iter().any(another)
}

/// "Rook pawn": two kinds side by side, without a word that asks for them.
fn names_two_at_once(clause: &[Item]) -> bool {
    let side_by_side = |pair: &[Item]| pair[0].tag == Tag::Piece && pair[1].tag == Tag::Piece && pair[0] != pair[1];
    clause.windows(2).any(side_by_side) && !clause.iter().any(|item| WANTS.has(item.tag))
}

/// The rule that fits a wish but for a word or two in its midst that say nothing known, and the cost of these.
fn loosely(clause: &[Item], asks: bool, apart: bool) -> Option<(&'static Rule, u32)> {
    let odd = clause.iter().filter(|item| item.tag == Tag::Unknown).count();
    let ends = [clause.first()?, clause.last()?].iter().any(|item| item.tag == Tag::Unknown);
    if odd == 0 || odd > MOST_ODD || ends || clause.iter().any(|item| SEPARATORS.has(item.tag)) {
        return None;
    }
    // "The trade deadline"
    let other =
        clause.windows(2).any(|pair| matches!(pair[0].tag, Tag::Trade | Tag::Trades) && pair[1].tag == Tag::Unknown);
    if other && !clause.iter().any(|item| PIECES.has(item.tag)) {
        return None;
    }
    let known: Vec<Item> = clause.iter().filter(|item| item.tag != Tag::Unknown).cloned().collect();
    if !known.iter().any(|item| EXPLICIT.has(item.tag)) || !known.iter().any(|item| THINGS.has(item.tag)) {
        return None;
    }
    let rule = RULES.iter().find(|rule| fits(rule, &known, asks, apart))?;
    (!rule.weak && !rule.apart).then_some((rule, ODD * odd as u32))
}

fn fits(rule: &Rule, clause: &[Item], asks: bool, apart: bool) -> bool {
    if rule.apart && !apart || rule.asks.is_some_and(|wanted| wanted != asks) {
        return false;
    }
    if !clause.iter().all(|item| rule.may.has(item.tag) || SEPARATORS.has(item.tag)) {
        return false;
    }
    if !rule.across && !joined(clause) || !means(rule.makes, clause) {
        return false;
    }
    let mut from = 0;
    rule.groups.iter().all(|group| {
        let Some(at) = clause[from..].iter().position(|item| group.has(item.tag)) else { return false };
        if rule.ordered {
            from += at + 1;
        }
        true
    })
}
