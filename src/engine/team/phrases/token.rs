//! Splits a line into words, signs and ends of sentences. Meanings do not matter here.

use super::moves::{self, Concrete};

/// Largest length of a line that is read, in bytes: people do not type more to a partner.
pub const LONGEST: usize = 600;
/// Largest number of tokens of a line that is read.
const MOST: usize = 80;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word in small letters, `ё` written `е`, apostrophes left out.
    Word(String),
    /// `+++n`, `--queen`: whether it is good, the number of signs, and the word after them.
    Signed { good: bool, level: usize, what: String },
    /// Digits.
    Number(u32),
    /// A move or a square.
    Concrete(Concrete),
    /// A comma, dash or colon.
    Comma,
    /// `/`
    Slash,
    /// `=`
    Equals,
    /// The end of a sentence.
    Stop(Stop),
}

/// How a sentence ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// With a question mark.
    pub asks: bool,
    /// How many exclamation marks.
    pub bangs: usize,
}

/// The tokens of a line; none for a line that is not read.
pub fn tokens(line: &str) -> Vec<Token> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let mut found = Vec::new();
    let line = line.replace("->", "=").replace("=>", "=").replace("==", "=").replace("n;t ", "nt ");
    for raw in line.split(|c: char| c.is_whitespace() || c.is_control()).filter(|raw| !raw.is_empty()) {
        read(raw, &mut found);
        if found.len() > MOST {
            return Vec::new();
        }
    }
    contracted(found)
}

/// Words that are written together as well as apart.
const CONTRACTED: [(&str, &str, &str); 13] = [
    ("i", "am", "im"),
    ("i", "will", "ill"),
    ("he", "is", "hes"),
    ("he", "will", "hell"),
    ("it", "is", "its"),
    ("you", "are", "youre"),
    ("they", "are", "theyre"),
    ("do", "not", "dont"),
    ("does", "not", "doesnt"),
    ("is", "not", "isnt"),
    ("can", "not", "cant"),
    ("don", "t", "dont"),
    ("can", "t", "cant"),
];

/// Words before which "4" is "for": "sit 4 me".
const AFTER_FOR: [&str; 7] = ["me", "u", "you", "him", "us", "mate", "time"];

/// Words before which "b4" is "before": "sit b4 u move".
const AFTER_BEFORE: [&str; 11] = ["u", "you", "he", "hes", "we", "time", "flag", "n", "b", "r", "q"];

/// Words behind which it is "before" too: "as b4".
const BEFORE_BEFORE: [&str; 4] = ["as", "like", "than", "said"];

/// Words for minutes, and those behind which they tell how long to sit.
const MINUTES: [&str; 4] = ["min", "mins", "minute", "minutes"];
const BEFORE_MINUTES: [&str; 4] = ["sit", "wait", "hold", "for"];

/// "Im" for "I am": the tables have one form of both.
fn contracted(tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let follows = matches!(&token, Token::Word(word) if AFTER_FOR.contains(&&**word));
        if follows && found.last() == Some(&Token::Number(4)) {
            found.pop();
            found.push(Token::Word("for".to_owned()));
        }
        let behind = matches!(&token, Token::Word(word) if AFTER_BEFORE.contains(&&**word));
        if behind && matches!(found.last(), Some(Token::Concrete(Concrete::Square(square))) if square == "b4") {
            found.pop();
            found.push(Token::Word("before".to_owned()));
        }
        // "Sit 1 min"
        if matches!(&token, Token::Word(word) if MINUTES.contains(&&**word))
            && let [.., Token::Word(word), Token::Number(number)] = &mut found[..]
            && BEFORE_MINUTES.contains(&&**word)
        {
            *number = number.saturating_mul(60);
            found.push(Token::Word("seconds".to_owned()));
            continue;
        }
        // "Noooo n"
        let letter = matches!(&token, Token::Word(word) if matches!(&**word, "n" | "b" | "r" | "q"));
        if let Some(Token::Word(last)) = found.last_mut()
            && letter
            && last.starts_with("noo")
            && last[1..].bytes().all(|byte| byte == b'o')
        {
            last.truncate("no".len());
        }
        let as_before = matches!(found.last(), Some(Token::Word(word)) if BEFORE_BEFORE.contains(&&**word));
        if as_before && matches!(&token, Token::Concrete(Concrete::Square(square)) if square == "b4") {
            found.push(Token::Word("before".to_owned()));
            continue;
        }
        let short = match (found.last(), &token) {
            (Some(Token::Word(first)), Token::Word(second)) => {
                CONTRACTED.iter().find(|(one, other, _)| one == first && other == second)
            }
            _ => None,
        };
        match short {
            Some((_, _, short)) => {
                found.pop();
                found.push(Token::Word((*short).to_owned()));
            }
            None => found.push(token),
        }
    }
    found
}

/// Short forms with a slash.
const SHORT: [(&str, &str); 2] = [("w/", "with"), ("w/o", "without")];

/// Reads the text between two blanks.
fn read(raw: &str, found: &mut Vec<Token>) {
    let core = raw.trim_end_matches(['!', '?', '.', ',', ';', ':', ')', '…']);
    let rest = &raw[core.len()..];
    let core = core.trim_start_matches(['(', '"', '«']);
    if let Some((_, whole)) = SHORT.iter().find(|(short, _)| *short == core) {
        found.push(Token::Word((*whole).to_owned()));
    } else if matches!(core, "+" | "#") {
        found.push(Token::Word(if core == "+" { "and" } else { "mate" }.to_owned()));
    } else if core.strip_suffix('%').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        // "100%" stresses.
    } else if let Some(concrete) = moves::read(core) {
        found.push(Token::Concrete(concrete));
    } else if let Some(piece) = core.strip_suffix('#').filter(|piece| is_letter(piece)) {
        // "n#"
        words(piece, found);
        found.push(Token::Word("mate".to_owned()));
    } else if let Some(signed) = signed(core) {
        found.push(signed);
    } else {
        words(core, found);
    }
    punctuation(rest, found);
}

fn is_letter(text: &str) -> bool {
    text.chars().count() == 1 && text.chars().all(char::is_alphabetic)
}

/// `+++n`, `--queen`, `-ладья`.
fn signed(core: &str) -> Option<Token> {
    let what = core.trim_start_matches(['+', '-', '−', '–']);
    let signs = &core[..core.len() - what.len()];
    let first = signs.chars().next()?;
    let good = first == '+';
    if what.is_empty() || !what.chars().all(char::is_alphabetic) || signs.chars().any(|sign| (sign == '+') != good) {
        return None;
    }
    let level = signs.chars().count();
    (level <= 3).then(|| Token::Signed { good, level, what: fold(what) })
}

/// Words, numbers, and the signs between them.
fn words(core: &str, found: &mut Vec<Token>) {
    let mut word = String::new();
    let mut chars = core.chars().peekable();
    while let Some(c) = chars.next() {
        let inside = !word.is_empty() && chars.peek().is_some_and(|next| next.is_alphanumeric());
        match c {
            _ if c.is_alphanumeric() || c == '_' || is_accent(c) => word.push(c),
            // The apostrophe in "don't" and "kon'" is dropped and does not end the word.
            '\'' | '’' | 'ʼ' | '`' | '´' => {}
            // «что-нибудь»
            '-' | '‑' if inside => word.push('-'),
            '+' if inside => {
                flush(&mut word, found);
                found.push(Token::Slash);
            }
            _ => {
                flush(&mut word, found);
                punctuation(c.encode_utf8(&mut [0; 4]), found);
            }
        }
    }
    flush(&mut word, found);
}

fn flush(word: &mut String, found: &mut Vec<Token>) {
    if word.is_empty() {
        return;
    }
    let text = fold(&std::mem::take(word));
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    match number.parse() {
        Ok(number) if unit.is_empty() => found.push(Token::Number(number)),
        // "2n", "10sec"
        Ok(number) if text != "2x" && unit.chars().all(char::is_alphabetic) => {
            found.extend([Token::Number(number), Token::Word(unit.to_owned())]);
        }
        _ => found.push(Token::Word(text)),
    }
}

fn punctuation(text: &str, found: &mut Vec<Token>) {
    for c in text.chars() {
        match c {
            '!' | '?' | '.' | ';' | '…' | '‽' => {
                if !matches!(found.last(), Some(Token::Stop(_))) {
                    found.push(Token::Stop(Stop::default()));
                }
                let Some(Token::Stop(stop)) = found.last_mut() else { continue };
                stop.asks |= matches!(c, '?' | '‽');
                stop.bangs += usize::from(c == '!');
            }
            ',' | '-' | '–' | '—' | '−' | ':' => found.push(Token::Comma),
            '/' | '|' => found.push(Token::Slash),
            '=' => found.push(Token::Equals),
            '&' => found.push(Token::Word("and".to_owned())),
            // These signs do not occur in talk: the line is not read.
            '<' | '>' | '{' | '}' | '[' | ']' | '+' | '$' | '%' | '\\' => found.push(Token::Word(c.to_string())),
            // Smileys, quotation marks and emoji are skipped.
            _ => {}
        }
    }
}

const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Letters that look alike in both alphabets.
const ALIKE: [(char, char); 12] = [
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('е', 'e'),
    ('н', 'h'),
    ('к', 'k'),
    ('м', 'm'),
    ('о', 'o'),
    ('р', 'p'),
    ('т', 't'),
    ('х', 'x'),
    ('у', 'y'),
];

/// A word of both alphabets with its letters of the rarer one replaced by those that look alike.
fn in_one_alphabet(text: &str) -> String {
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    let other = text.chars().filter(|c| c.is_alphabetic()).count() - latin;
    let alike = |c: char| {
        let found = ALIKE.into_iter().find(|&(russian, english)| c == if latin > other { russian } else { english });
        found.map_or(c, |(russian, english)| if latin > other { english } else { russian })
    };
    if latin == 0 || other == 0 { text.to_owned() } else { text.chars().map(alike).collect() }
}

/// Small letters of one alphabet, `ё` as `е`, a last `ъ` as `ь`, letters with their accents put together.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in in_one_alphabet(&text.to_lowercase()).chars() {
        match c {
            'ё' => folded.push('е'),
            '\u{306}' if folded.ends_with('и') => {
                folded.pop();
                folded.push('й');
            }
            _ if is_accent(c) => {}
            _ => folded.push(c),
        }
    }
    // «конъ»: no Russian word ends in `ъ` any more.
    if folded.ends_with('ъ') {
        folded.pop();
        folded.push('ь');
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    #[test]
    fn a_line_falls_into_its_parts() {
        let end = |asks, bangs| Token::Stop(Stop { asks, bangs });
        assert_eq!(tokens("Don't SIT!!"), [word("dont"), word("sit"), end(false, 2)]);
        assert_eq!(
            tokens("ещё коня, ферзём?"),
            [word("еще"), word("коня"), Token::Comma, word("ферзем"), end(true, 0)]
        );
        assert_eq!(tokens("kon'—и мат"), [word("kon"), Token::Comma, word("и"), word("мат")]);
        assert_eq!(tokens("что-нибудь n/b"), [word("что-нибудь"), word("n"), Token::Slash, word("b")]);
        let signed = |good, level, what: &str| Token::Signed { good, level, what: what.to_owned() };
        assert_eq!(tokens("+++N -ладья"), [signed(true, 3, "n"), signed(false, 1, "ладья")]);
        assert_eq!(tokens("размeны quееn"), [word("размены"), word("queen")], "letters that look alike");
        assert_eq!(tokens("2n 10sec"), [Token::Number(2), word("n"), Token::Number(10), word("sec")]);
        assert_eq!(tokens("+-n"), [word("+"), Token::Comma, word("n")], "mixed signs are no signs");
    }

    #[test]
    fn absurd_lines_have_no_tokens() {
        assert!(tokens(&"n".repeat(LONGEST + 1)).is_empty());
        assert!(tokens(&"n ".repeat(MOST + 1)).is_empty());
        assert!(tokens("\u{0}\u{1}\n\t").is_empty());
    }
}
