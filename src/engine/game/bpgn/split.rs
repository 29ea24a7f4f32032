//! Parts of a file that hold a game each, cut before they are read, so that damage in one game leaves the next alone.

use super::scan::BYTE_ORDER_MARK;

/// The longest game that is kept, in bytes; a real one with every comment has a few thousand.
const MOST_BYTES: usize = 1 << 20;

/// The text of a game, or of several without tags between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The line of the file at which it begins, from 1.
    pub line: usize,
    /// The text.
    pub bytes: Vec<u8>,
    /// Whether the text was longer than can be kept, and is cut off.
    pub is_cut: bool,
}

/// Cuts a file into parts, fed line by line: a tag behind moves or behind an empty line begins the next game.
#[derive(Debug)]
pub struct Splitter {
    part: Part,
    /// Lines fed.
    lines: usize,
    has_tags: bool,
    has_moves: bool,
    was_blank: bool,
}

impl Default for Splitter {
    fn default() -> Self {
        let part = Part { line: 1, ..Part::default() };
        Self { part, lines: 0, has_tags: false, has_moves: false, was_blank: false }
    }
}

impl Splitter {
    /// The longest line that is worth feeding in one piece, in bytes; a longer one may be fed in pieces.
    pub const MOST_BYTES: usize = MOST_BYTES;

    /// Takes the next line, its end included if it has one; returns the part that is complete with it or before it.
    pub fn push(&mut self, line: &[u8]) -> Option<Part> {
        // Files that were put together have a mark before each.
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        // PGN's escape: a program's line for itself. An empty one keeps the count of lines.
        let is_escape = line.starts_with(b"%");
        let line: &[u8] = if is_escape { b"\n" } else { line };
        let text = line.trim_ascii();
        let is_tag = is_tag(text);
        let begins = is_tag && (self.has_moves || self.has_tags && self.was_blank);
        let ended = if begins { self.take() } else { None };
        if text.is_empty() && self.part.bytes.is_empty() {
            self.part.line = self.lines + 2;
        } else if self.part.bytes.len() + line.len() > MOST_BYTES {
            self.part.is_cut = true;
        } else {
            self.part.bytes.extend_from_slice(line);
        }
        self.lines += usize::from(line.ends_with(b"\n"));
        self.has_tags |= is_tag;
        self.has_moves |= !is_tag && !text.is_empty();
        self.was_blank = if is_escape { self.was_blank } else { text.is_empty() };
        let is_over = !self.has_tags && ends_with_result(text);
        ended.or_else(|| if is_over { self.take() } else { None })
    }

    /// The last part, if anything is left.
    pub fn finish(mut self) -> Option<Part> {
        self.take()
    }

    fn take(&mut self) -> Option<Part> {
        let next = Part { line: self.lines + 1, ..Part::default() };
        let part = std::mem::replace(&mut self.part, next);
        (self.has_tags, self.has_moves, self.was_blank) = (false, false, false);
        (!part.bytes.is_empty() || part.is_cut).then_some(part)
    }
}

/// Whether a line begins as in `[Name "`.
fn is_tag(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"[") else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

fn ends_with_result(text: &[u8]) -> bool {
    [b" 1-0".as_slice(), b" 0-1", b" 1/2-1/2", b" 1/2", b" *"].iter().any(|result| text.ends_with(result))
}
