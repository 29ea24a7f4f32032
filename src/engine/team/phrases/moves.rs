//! Concrete moves and squares in what people write: `Qg5`, `N@f7`, `Фg5`, `e2e4`, `O-O`, `f7`.
//!
//! Only the letters count; whether such a move is legal is not checked.

/// A move or a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concrete {
    /// A move, in English letters.
    Move(String),
    /// A square alone: a pawn's move, or the name of a square.
    Square(String),
}

/// Reads a word as a move or a square.
pub fn read(word: &str) -> Option<Concrete> {
    if word.len() > 24 || !word.chars().any(|c| c.is_ascii_digit() || matches!(c, 'o' | 'O' | 'о' | 'О')) {
        return None;
    }
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    if let Some(castling) = castling(bare) {
        return Some(Concrete::Move(castling.to_owned()));
    }
    let mut chars: Vec<char> = latin_files(bare);
    let promoted = promotion(&mut chars);
    let target = square(&mut chars)?;
    if chars.is_empty() && promoted.is_none() && bare == word {
        return Some(Concrete::Square(target));
    }
    let text = origin(&chars, &target)?;
    let promoted = promoted.map_or_else(String::new, |kind| format!("={kind}"));
    Some(Concrete::Move(format!("{text}{promoted}")))
}

/// The move to `target` in SAN, from the characters before the target square.
fn origin(before: &[char], target: &str) -> Option<String> {
    let mut rest = before;
    let mut text = String::new();
    // A small `b` before a square could be a file; only a capital is a bishop there, and `bb5` is no move.
    if let Some((&first, behind)) = rest.split_first()
        && let Some(kind) = kind(first)
        && (first != 'b' || matches!(behind, ['@', ..]))
    {
        if kind != 'P' || behind.first() == Some(&'@') {
            text.push(kind);
        }
        rest = behind;
    }
    match rest {
        ['@'] => return Some(format!("{text}@{target}")),
        // Long forms: `e2e4`, `Ng1-f3`.
        [file @ 'a'..='h', rank @ '1'..='8'] | [file @ 'a'..='h', rank @ '1'..='8', '-' | 'x' | ':' | 'х'] => {
            text.extend([*file, *rank]);
        }
        [from @ ('a'..='h' | '1'..='8'), middle @ ..] if matches!(middle, [] | ['x' | ':' | 'х']) => {
            // A pawn's file is written only in captures.
            if text.is_empty() && middle.is_empty() {
                return None;
            }
            text.push(*from);
            text.push_str(if middle.is_empty() { "" } else { "x" });
        }
        [] => {}
        ['x' | ':' | 'х'] if !text.is_empty() => text.push('x'),
        _ => return None,
    }
    Some(text + target)
}

/// Removes `=Q` or `q` from the end.
fn promotion(chars: &mut Vec<char>) -> Option<char> {
    let kind = match chars[..] {
        [.., '1' | '8', '=', letter] | [.., '1' | '8', letter] => kind(letter).filter(|kind| "NBRQ".contains(*kind))?,
        _ => return None,
    };
    chars.pop();
    if chars.last() == Some(&'=') {
        chars.pop();
    }
    Some(kind)
}

/// Removes a square from the end.
fn square(chars: &mut Vec<char>) -> Option<String> {
    let [.., file, rank] = chars[..] else { return None };
    let (file, rank) = (file.to_ascii_lowercase(), rank);
    if !('a'..='h').contains(&file) || !('1'..='8').contains(&rank) {
        return None;
    }
    chars.truncate(chars.len() - 2);
    Some([file, rank].iter().collect())
}

/// Replaces Cyrillic letters that look or sound like file letters and stand before a digit: `е4`, «ф7», but not «х2»,
/// which may mean "twice".
fn latin_files(word: &str) -> Vec<char> {
    let mut chars: Vec<char> = word.chars().collect();
    for i in 1..chars.len() {
        if chars[i].is_ascii_digit() {
            chars[i - 1] = match chars[i - 1] {
                'а' | 'А' => 'a',
                'с' | 'С' => 'c',
                'е' | 'Е' => 'e',
                'б' | 'Б' => 'b',
                'д' | 'Д' => 'd',
                'ф' | 'Ф' => 'f',
                'г' | 'Г' => 'g',
                'х' | 'Х' if chars[i] > '3' => 'h',
                other => other,
            };
        }
    }
    chars
}

const fn kind(letter: char) -> Option<char> {
    Some(match letter {
        'K' | 'k' => 'K',
        'Q' | 'q' | 'Ф' | 'ф' => 'Q',
        'R' | 'r' | 'Л' | 'л' => 'R',
        'B' | 'b' | 'С' | 'с' => 'B',
        'N' | 'n' | 'К' | 'к' => 'N',
        'P' | 'p' | 'П' | 'п' => 'P',
        _ => return None,
    })
}

fn castling(word: &str) -> Option<&'static str> {
    let parts: Vec<&str> = word.split('-').collect();
    if !parts.iter().all(|part| matches!(*part, "o" | "O" | "0" | "о" | "О")) {
        return None;
    }
    match parts.len() {
        2 => Some("O-O"),
        3 => Some("O-O-O"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_moves_and_squares_are_squares() {
        for (word, expected) in [
            ("Qg5", "Qg5"),
            ("Qxf7#", "Qxf7"),
            ("N@f7", "N@f7"),
            ("n@f7", "N@f7"),
            ("b@g4", "B@g4"),
            ("@e3", "@e3"),
            ("P@h7", "P@h7"),
            ("Фg5", "Qg5"),
            ("Кf3", "Nf3"),
            ("Кfxd5", "Nfxd5"),
            ("exd5", "exd5"),
            ("e2e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("e7e8q", "e7e8=Q"),
            ("e8=Q", "e8=Q"),
            ("0-0", "O-O"),
            ("О-О-О", "O-O-O"),
        ] {
            assert_eq!(read(word), Some(Concrete::Move(expected.to_owned())), "{word}");
        }
        assert_eq!(read("f7"), Some(Concrete::Square("f7".to_owned())));
        assert_eq!(read("е4"), Some(Concrete::Square("e4".to_owned())), "with a Cyrillic letter");
        for word in
            ["", "o", "1-0", "0-1", "123", "queen", "b9", "z4", "Qg", "2x2", "ab4", "g", "no", "коня", "mp3", "@"]
        {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
