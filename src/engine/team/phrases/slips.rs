//! Typing errors: how likely a word is another one mistyped, or written as it sounds.

/// Rows of the keyboards; neighbors in a row, or nearly below each other, are easily hit for one another.
const KEYS: [[&str; 3]; 2] = [["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"], ["qwertyuiop", "asdfghjkl", "zxcvbnm"]];

/// Letters that sound alike without stress, or at the end of a word.
const SOUND_ALIKE: [(char, char); 14] = [
    ('о', 'а'),
    ('е', 'и'),
    ('е', 'я'),
    ('и', 'ы'),
    ('е', 'э'),
    ('я', 'а'),
    ('ю', 'у'),
    ('з', 'с'),
    ('д', 'т'),
    ('б', 'п'),
    ('г', 'к'),
    ('ж', 'ш'),
    ('в', 'ф'),
    ('ш', 'щ'),
];

/// How a word may have come out of another one; the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slip {
    /// Its letters in another order, or a doubled letter typed once.
    Order,
    /// A letter too many, or one too few, or one that lies beside the right one or sounds like it.
    Near,
    /// Another wrong letter.
    Letter,
    /// Two slips in a long word, neither of them of the kind [`Self::Letter`].
    Two,
}

/// The shortest word in which two slips are seen.
const SHORTEST_FOR_TWO: usize = 8;
/// From this length on a letter nearby is likelier than another one; short words are similar to many others.
const SHORTEST_FOR_NEAR: usize = 6;
/// The length from which on a letter too few is likelier than a wrong one.
const SHORTEST_FOR_MISSED: usize = 5;
/// The cost of a letter that is wrong without such a reason: never one of two slips.
const FAR: usize = 3;

/// How `typed` may be a typo of `meant`, if it may.
pub fn slip(typed: &str, meant: &str) -> Option<Slip> {
    let (long, longer) = (typed.chars().count(), meant.chars().count());
    // «Ниадай» denies: it is no slip for «надай».
    let other = denies(typed) && !denies(meant) || tells(typed, meant);
    if long.abs_diff(longer) > 2 || longer < 3 || long < 3 || other {
        return None;
    }
    let first = |text: &str| text.chars().next();
    let ends = |text: &str| (text.chars().next(), text.chars().next_back());
    if strsim::osa_distance(typed, meant) != 1 {
        let begins = long.abs_diff(longer) < 2 && first(typed) == first(meant);
        return (begins && longer >= SHORTEST_FOR_TWO && cost(typed, meant) == 2).then_some(Slip::Two);
    }
    // Short words are similar to many others: the first and the last letter must be right.
    let close = match long.min(longer) {
        3 => !meant.is_ascii() && long.max(longer) == 4 && ends(typed) == ends(meant),
        _ => first(typed) == first(meant) || long == longer && swapped_at_front(typed, meant),
    };
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let kind = match () {
        () if sorted(typed) == sorted(meant) || squeezed(typed, 1) == squeezed(meant, 1) => Slip::Order,
        () if longer >= SHORTEST_FOR_NEAR && cost(typed, meant) == 1 => Slip::Near,
        () if longer == SHORTEST_FOR_MISSED && longer > long => Slip::Near,
        () => Slip::Letter,
    };
    close.then_some(kind)
}

/// Whether a word begins with «не» or «ни».
fn denies(word: &str) -> bool {
    word.starts_with("не") || word.starts_with("ни")
}

/// Whether a word tells what the other one commands: «хаваю», «хавал» beside «хавай», «уйду» beside «уйди».
fn tells(typed: &str, meant: &str) -> bool {
    let endings = [("й", "ю"), ("й", "л"), ("и", "у"), ("и", "ю")];
    endings.into_iter().any(|(command, told)| {
        let stem = typed.strip_suffix(told);
        stem.is_some() && stem == meant.strip_suffix(command)
    })
}

fn swapped_at_front(typed: &str, meant: &str) -> bool {
    let mut typed = typed.chars();
    let mut meant = meant.chars();
    typed.next().zip(typed.next()) == meant.next().zip(meant.next()).map(|(a, b)| (b, a))
}

/// The number of slips between two words, a wrong letter that is no neighbor counted as [`FAR`].
fn cost(typed: &str, meant: &str) -> usize {
    let (typed, meant): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=meant.len()).collect()];
    for i in 1..=typed.len() {
        let mut row = vec![i];
        for j in 1..=meant.len() {
            let wrong = match (typed[i - 1], meant[j - 1]) {
                (a, b) if a == b => 0,
                (a, b) if are_near(a, b) => 1,
                _ => FAR,
            };
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + wrong);
            if i > 1 && j > 1 && typed[i - 1] == meant[j - 2] && typed[i - 2] == meant[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[typed.len()][meant.len()]
}

/// Whether one letter is easily typed, or heard, for the other.
fn are_near(a: char, b: char) -> bool {
    if SOUND_ALIKE.contains(&(a, b)) || SOUND_ALIKE.contains(&(b, a)) {
        return true;
    }
    let place = |letter: char| {
        let mut rows = KEYS.iter().flat_map(|rows| rows.iter().enumerate());
        rows.find_map(|(row, keys)| Some((row, keys.chars().position(|key| key == letter)?)))
    };
    place(a).zip(place(b)).is_some_and(|((row, at), (other, beside))| row == other && at.abs_diff(beside) == 1)
}

/// The word with at most `most` equal letters in a row: for "nooooo", "плииииз".
pub fn squeezed(word: &str, most: usize) -> String {
    let mut kept = String::with_capacity(word.len());
    let (mut last, mut run) = (None, 0);
    for c in word.chars() {
        run = if last == Some(c) { run + 1 } else { 1 };
        last = Some(c);
        if run <= most {
            kept.push(c);
        }
    }
    kept
}

/// A Russian word as it sounds: «нармально» and «нормально» alike, but not «партии» and «партия».
pub fn sound(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let heard = |(at, &c): (usize, &char)| {
        let next = letters.get(at + 1);
        let dull = next.is_none_or(|next| "кпстфхцчшщь".contains(*next));
        match c {
            'о' => 'а',
            'е' | 'э' | 'я' | 'ы' if next.is_some() => 'и',
            'б' if dull => 'п',
            'в' if dull => 'ф',
            'г' if dull => 'к',
            'д' if dull => 'т',
            'ж' if dull => 'ш',
            'з' if dull => 'с',
            other => other,
        }
    };
    squeezed(&letters.iter().enumerate().map(heard).collect::<String>(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelier_slips_come_first() {
        for (typed, meant, expected) in [
            ("кноя", "коня", Some(Slip::Order)),
            ("tarde", "trade", Some(Slip::Order)),
            ("нетропись", "неторопись", Some(Slip::Near)),
            ("подажди", "подожди", Some(Slip::Near)),
            ("хотт", "ходт", Some(Slip::Letter)),
            ("постваю", "поставлю", Some(Slip::Two)),
            ("пажалуста", "пожалуйста", Some(Slip::Two)),
            ("посадите", "повесите", None),
            ("ниадай", "надай", None),
            ("хаваю", "хавай", None),
            ("хавал", "хавай", None),
            ("отойду", "отойди", None),
            ("brook", "rook", None),
            ("конь", "лось", None),
        ] {
            assert_eq!(slip(typed, meant), expected, "{typed}");
        }
    }
}
