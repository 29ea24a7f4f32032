//! Scanner from bytes to tokens: tags, comments and words, each with its line number.

use super::{BpgnError, Fault};

/// A token of BPGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BpgnToken {
    /// `[Name "value"]`, unescaped.
    Tag(String, String),
    /// The inside of braces, lines joined by blanks.
    Comment(String),
    /// Parentheses with numbers alone, as in `(0:01)`: a time in a form that is not known.
    Aside(String),
    /// Anything else up to a blank, a brace, or what begins a token of its own as `$1` does.
    Word(String),
}

/// The mark that some programs write before a text in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The letters from 0x80 to 0x9F of Windows-1252. Its others are those of Latin-1, which has controls here that no file
/// means; five are not assigned.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The letter of a byte of Windows-1252.
fn windows_1252(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|index| WINDOWS_1252.chars().nth(index.into()));
    special.unwrap_or(char::from(byte))
}

/// The warning about a text that was decoded by a guess, if it was.
pub fn guessed(bytes: &[u8]) -> Option<&'static str> {
    let warning = "the text is not UTF-8 and is read as Windows-1252: names may be wrong";
    std::str::from_utf8(bytes).is_err().then_some(warning)
}

/// Decodes bytes line by line as UTF-8, or as Windows-1252 if a line is not valid UTF-8. A byte order mark is dropped.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|&byte| windows_1252(byte))),
        }
    }
    text
}

/// Goes through a text token by token.
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    /// Whether the text is history: variations in parentheses are passed over.
    is_tolerant: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of `text`.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, is_tolerant: false }
    }

    /// A scanner of a part of a file of the past, from the line `first_line`.
    pub(super) fn tolerant(text: &'a str, first_line: usize) -> Self {
        Self { rest: text, line: first_line, is_tolerant: true }
    }

    /// Advances by `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    /// The next token with its line, counted from 1; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, BpgnToken)>, BpgnError> {
        self.skip_blanks();
        while self.is_tolerant && self.rest.starts_with('(') {
            let line = self.line;
            let variation = self.skip_variation()?;
            if !variation.contains(char::is_alphabetic) && variation.contains(|letter: char| letter.is_ascii_digit()) {
                return Ok(Some((line, BpgnToken::Aside(variation.to_owned()))));
            }
            self.skip_blanks();
        }
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            ';' => {
                let length = self.rest.find('\n').unwrap_or(self.rest.len());
                BpgnToken::Comment(self.take(length)[1..].trim().to_owned())
            }
            '}' => return Err(BpgnError::new(line, "}", Fault::StrayBrace)),
            '(' | ')' => return Err(BpgnError::new(line, &first.to_string(), Fault::Variation)),
            _ => {
                let end = |letter: char| letter.is_whitespace() || matches!(letter, '{' | '}' | '(' | ')' | '$' | ';');
                let from = first.len_utf8();
                let length = self.rest[from..].find(end).map_or(self.rest.len(), |length| from + length);
                BpgnToken::Word(self.take(length).to_owned())
            }
        };
        Ok(Some((line, token)))
    }

    /// Passes over a variation, inner ones and comments included, and returns its text.
    fn skip_variation(&mut self) -> Result<&'a str, BpgnError> {
        let (mut depth, mut in_comment) = (0, false);
        for (at, letter) in self.rest.char_indices() {
            match letter {
                '{' => in_comment = true,
                '}' => in_comment = false,
                '(' if !in_comment => depth += 1,
                ')' if !in_comment => depth -= 1,
                _ => continue,
            }
            if depth == 0 && !in_comment {
                return Ok(self.take(at + 1));
            }
        }
        Err(BpgnError::new(self.line, self.rest, Fault::UnclosedVariation))
    }

    fn comment(&mut self) -> Result<BpgnToken, BpgnError> {
        let Some(end) = self.rest.find('}') else {
            return Err(BpgnError::new(self.line, self.rest, Fault::UnclosedComment));
        };
        // Files of others are torn more often than they have a brace in a comment.
        if self.is_tolerant && self.rest[1..end].contains('{') {
            return Err(BpgnError::new(self.line, self.rest, Fault::UnclosedComment));
        }
        let inside = &self.take(end + 1)[1..end];
        let lines: Vec<&str> = inside.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Ok(BpgnToken::Comment(lines.join(" ")))
    }

    /// A tag must end on the line where it begins. A quotation mark inside its value is escaped, or is not followed by
    /// `]`.
    fn tag(&mut self) -> Result<BpgnToken, BpgnError> {
        let first_line = self.rest.lines().next().unwrap_or("");
        let wrong = BpgnError::new(self.line, first_line, Fault::Tag);
        let Some((name, from_value)) = first_line[1..].split_once('"') else { return Err(wrong) };
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            return Err(wrong);
        }
        let mut value = String::new();
        let mut letters = from_value.char_indices();
        while let Some((at, letter)) = letters.next() {
            if letter == '\\' && from_value[at + 1..].starts_with(['"', '\\']) {
                value.extend(letters.next().map(|(_, escaped)| escaped));
            } else if letter == '"'
                && let behind = &from_value[at + 1..]
                && behind.trim_start().starts_with(']')
            {
                let rest = &behind.trim_start()[1..];
                self.take(first_line.len() - rest.len());
                return Ok(BpgnToken::Tag(name.to_owned(), value));
            } else {
                value.push(letter);
            }
        }
        Err(wrong)
    }
}
