//! JSON cut into its objects as it is read, so that a list of any length takes the memory of one game.

/// The longest object that is kept, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// An object, or what stood between objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The line at which it begins.
    pub line: usize,
    /// Its text.
    pub bytes: Vec<u8>,
    /// The fault that cutting has found in it, if any.
    pub fault: Option<&'static str>,
}

/// Cuts a text of objects, alone, one behind another or in a list, fed in pieces of any size.
#[derive(Debug)]
pub struct Cutter {
    bytes: Vec<u8>,
    /// Braces and brackets that are open inside the object.
    depth: usize,
    /// Which of them are brackets: a bit each, the innermost lowest. JSON is read to a depth of 128.
    brackets: u128,
    in_string: bool,
    escaped: bool,
    is_cut: bool,
    line: usize,
    first_line: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        let (bytes, line) = (Vec::new(), 1);
        Self { bytes, depth: 0, brackets: 0, in_string: false, escaped: false, is_cut: false, line, first_line: line }
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
            self.take(byte);
            if self.depth == 0 && byte == b'}' && !self.in_string {
                let fault = self.is_cut.then_some("the object is too long");
                each(Cut { line: self.first_line, bytes: std::mem::take(&mut self.bytes), fault });
                self.is_cut = false;
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

    fn take(&mut self, byte: u8) {
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
                self.depth += 1;
                self.brackets = (self.brackets << 1) | u128::from(byte == b'[');
            }
            b'}' | b']' if !self.in_string => {
                self.depth -= 1;
                self.brackets >>= 1;
            }
            _ => {}
        }
    }

    fn close(&mut self, fault: &'static str) -> Option<Cut> {
        let bytes = std::mem::take(&mut self.bytes);
        (!bytes.is_empty()).then_some(Cut { line: self.first_line, bytes, fault: Some(fault) })
    }
}
