//! Lines from a peer that may send anything: bounded in memory, never an error.

use crate::game::bpgn::BYTE_ORDER_MARK;
use std::io::{BufRead, ErrorKind};

/// The longest line that is read, in bytes: a position with fifty thousand moves.
pub const LONGEST_BYTES: usize = 256 * 1024;

/// The part of an over-long line that is kept to be quoted, in bytes.
const QUOTED_BYTES: usize = 40;

/// Stands for a byte that is not UTF-8.
const BROKEN: &str = "\u{fffd}";

/// One line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line to parse. Each byte that is not UTF-8 is replaced by U+FFFD, which no command contains.
    Text(String),
    /// A line that is too long, reported before its end: it may never end. The rest of it is skipped.
    TooLong {
        /// The first bytes.
        start: String,
    },
}

/// The words of a line. The text behind `setoption … value`, or behind CECP's `option`, is one word, since the blanks
/// in an option's value count.
pub fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = text.trim_ascii();
    while !rest.is_empty() {
        let is_one = match words[..] {
            ["option"] => true,
            [first, .., last] => first.eq_ignore_ascii_case("setoption") && last.eq_ignore_ascii_case("value"),
            _ => false,
        };
        let end = if is_one { None } else { rest.find(|letter: char| letter.is_ascii_whitespace()) };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = behind.trim_ascii_start();
    }
    words
}

/// `bytes` as text: a U+FFFD for each byte that is not UTF-8, and three for a U+FFFD in UTF-8, so that the number of
/// bytes stays known.
pub(super) fn letters_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(&chunk.valid().replace(BROKEN, &BROKEN.repeat(BROKEN.len())));
        text.push_str(&BROKEN.repeat(chunk.invalid().len()));
    }
    text
}

/// Reads lines ended by `\n`, `\r\n` or the end of input, never keeping more than the longest line that is allowed. A
/// byte order mark before the first one is dropped.
pub struct Lines<R> {
    input: R,
    /// Bytes of the longest line.
    longest: usize,
    /// Whether the input is within a line being skipped.
    skipping: bool,
    /// Whether a line has been read.
    begun: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`, in pieces of its buffer's size.
    pub fn new(input: R) -> Self {
        Self::limited(input, LONGEST_BYTES)
    }

    /// The same with another longest line, in bytes.
    pub fn limited(input: R, longest: usize) -> Self {
        Self { input, longest, skipping: false, begun: false }
    }

    /// Passes the next piece of the line to `take`; returns whether the line ends with it, `None` at the end of input.
    fn piece(&mut self, mut take: impl FnMut(&[u8])) -> Option<bool> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok([]) => return None,
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A read error counts as the end of input.
                Err(_) => return None,
            };
            let end = buffer.iter().position(|&byte| byte == b'\n');
            take(&buffer[..end.unwrap_or(buffer.len())]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            return Some(end.is_some());
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        while self.skipping {
            self.skipping = !self.piece(|_| {})?;
        }
        let is_first = !std::mem::replace(&mut self.begun, true);
        let mut kept: Vec<u8> = Vec::new();
        let longest = self.longest;
        loop {
            let ended = self.piece(|bytes| {
                let room = (longest + 1).saturating_sub(kept.len());
                kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
            });
            if kept.len() > longest {
                self.skipping = ended == Some(false);
                return Some(Line::TooLong {
                    start: String::from_utf8_lossy(&kept[..QUOTED_BYTES.min(longest)]).into_owned(),
                });
            }
            match ended {
                Some(false) => {}
                Some(true) => break,
                None if kept.is_empty() => return None,
                None => break,
            }
        }
        if kept.last() == Some(&b'\r') {
            kept.pop();
        }
        if is_first && kept.starts_with(BYTE_ORDER_MARK) {
            kept.drain(..BYTE_ORDER_MARK.len());
        }
        Some(Line::Text(letters_of(&kept)))
    }
}
