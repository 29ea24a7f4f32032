//! JSON cut into its objects as it is read, so that a list of any length takes the memory of one game.

/// The longest object that is kept, in bytes.
const MOST_BYTES: usize = 1 << 20;
/// The keys of a game's moves.
const MOVES: [&[u8]; 2] = [b"\"moveList\"", b"\"pgn\""];

/// An object, or what stood between objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The line at which it begins.
    pub line: usize,
    /// Its text.
    pub bytes: Vec<u8>,
    /// The fault that cutting has found in it, if any.
    pub fault: Option<&'static str>,
    /// Whether games of a list in it came before, each cut by itself.
    pub is_rest: bool,
}

/// Cuts a text of objects, alone, one behind another or in a list, fed in pieces of any size. Games in a list inside an
/// object are cut by themselves, since a list may be longer than an object can be.
#[derive(Debug)]
pub struct Cutter {
    bytes: Vec<u8>,
    /// Braces and brackets that are open inside the object.
    depth: usize,
    /// Which of them are brackets: a bit each, the innermost lowest. JSON is read to a depth of 128.
    brackets: u128,
    /// The place of each of them in the bytes, and its line; not of those behind the longest object that is kept.
    starts: Vec<(usize, usize)>,
    in_string: bool,
    escaped: bool,
    is_cut: bool,
    is_rest: bool,
    line: usize,
    first_line: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            depth: 0,
            brackets: 0,
            starts: Vec::new(),
            in_string: false,
            escaped: false,
            is_cut: false,
            is_rest: false,
            line: 1,
            first_line: 1,
        }
    }
}

impl Cutter {
    /// Takes the next piece; calls `each` with every object that is complete.
    pub fn push(&mut self, piece: &[u8], mut each: impl FnMut(Cut)) {
        for &byte in piece {
            if self.depth == 0 && byte == b'{' {
                self.close("this is no JSON object").into_iter().for_each(&mut each);
            } else if byte == b'{' && self.bytes.ends_with(b"\n") && !self.is_in_list() {
                // An inner object begins a line only in a list: the one before is torn.
                let line = self.line;
                self.close("the JSON object has no end").into_iter().for_each(&mut each);
                *self = Self { line, ..Self::default() };
            }
            let element = self.take(byte);
            if self.depth == 0 && byte == b'}' && !self.in_string {
                let fault = self.is_cut.then_some("the object is too long");
                let (bytes, is_rest) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.is_rest));
                each(Cut { line: self.first_line, bytes, fault, is_rest });
                self.is_cut = false;
            } else if let Some(start) = element {
                self.cut_out(start).into_iter().for_each(&mut each);
            }
            self.line += usize::from(byte == b'\n');
        }
    }

    /// The rest at the end of the text, if there is any.
    pub fn finish(mut self) -> Option<Cut> {
        let fault = if self.depth > 0 { "the JSON object has no end" } else { "this is no JSON object" };
        self.close(fault)
    }

    /// Whether an element of a list can come next.
    fn is_in_list(&self) -> bool {
        let is_list = !self.in_string && !self.is_cut && self.brackets & 1 == 1;
        is_list && matches!(self.bytes.trim_ascii_end().last(), Some(b'[' | b','))
    }

    /// Takes a byte; returns where an element of a list began, if this ends one that is an object.
    fn take(&mut self, byte: u8) -> Option<(usize, usize)> {
        let start = (self.bytes.len(), self.line);
        let between = self.depth == 0 && (byte.is_ascii_whitespace() || b"[],".contains(&byte));
        if self.bytes.is_empty() {
            self.first_line = self.line;
        }
        if !between {
            if self.bytes.len() < MOST_BYTES { self.bytes.push(byte) } else { self.is_cut = true }
        }
        match byte {
            _ if self.depth == 0 && byte != b'{' => {}
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' => self.in_string = !self.in_string,
            b'{' | b'[' if !self.in_string => {
                if !self.is_cut {
                    self.starts.push(start);
                }
                self.depth += 1;
                self.brackets = (self.brackets << 1) | u128::from(byte == b'[');
            }
            b'}' | b']' if !self.in_string => {
                let began = if self.starts.len() == self.depth { self.starts.pop() } else { None };
                self.depth -= 1;
                self.brackets >>= 1;
                return began.filter(|_| byte == b'}' && self.brackets & 1 == 1 && !self.is_cut);
            }
            _ => {}
        }
        None
    }

    /// Cuts out the element that began there, if it is a game; a number stands for it in the object that it was in.
    fn cut_out(&mut self, (start, line): (usize, usize)) -> Option<Cut> {
        let has = |key: &[u8]| self.bytes[start..].windows(key.len()).any(|window| window == key);
        if !MOVES.into_iter().any(has) {
            return None;
        }
        let bytes = self.bytes.split_off(start);
        self.bytes.push(b'0');
        self.is_rest = true;
        Some(Cut { line, bytes, fault: None, is_rest: false })
    }

    fn close(&mut self, fault: &'static str) -> Option<Cut> {
        let (bytes, is_rest) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.is_rest));
        self.is_cut = false;
        (!bytes.is_empty()).then_some(Cut { line: self.first_line, bytes, fault: Some(fault), is_rest })
    }
}
