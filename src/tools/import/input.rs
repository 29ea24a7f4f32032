//! The files that games come from, cut into games.

use super::chesscom::{self, Entry};
use super::json::{Cut, Cutter};
use super::pairs::Pairs;
use crate::game::bpgn::{BYTE_ORDER_MARK, Half, Part, Splitter};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that tell what a file holds.
const LOOK: usize = 4096;

/// First bytes of files that are no text of games as they are, and what to do with them.
const NO_TEXT: [(&[u8], &str); 7] = [
    (b"\xff\xfe", "it is UTF-16, which is not read: save it as UTF-8"),
    (b"\xfe\xff", "it is UTF-16, which is not read: save it as UTF-8"),
    (b"\x1f\x8b", "it is compressed: unpack it with gunzip"),
    (b"BZh", "it is compressed: unpack it with bunzip2"),
    (b"\xfd7zXZ", "it is compressed: unpack it with unxz"),
    (b"\x28\xb5\x2f\xfd", "it is compressed: unpack it with unzstd"),
    (b"PK\x03\x04", "it is an archive: unpack it with unzip"),
];

/// A file, the standard input, or bytes in memory.
pub enum Input {
    /// A file; `-` is the standard input.
    File(PathBuf),
    /// Bytes under a name.
    Bytes(String, Vec<u8>),
}

/// A game that is not yet read.
pub enum Raw {
    /// A part of a BPGN file.
    Bpgn(Part),
    /// Two boards.
    Halves(Box<[Half; 2]>),
    /// A game of another variant, in an archive of games of all variants.
    OtherVariant,
    /// Not a game: the line, the part that is wrong, and why.
    Damaged(usize, String, String),
}

/// A game that is not yet read, with its file.
pub struct Found {
    /// The name of the file.
    pub file: Arc<str>,
    /// The game.
    pub raw: Raw,
}

impl Found {
    /// What is no game: the line, the part that is wrong, and why.
    pub fn damaged(file: &Arc<str>, line: usize, token: String, text: String) -> Self {
        Self { file: Arc::clone(file), raw: Raw::Damaged(line, token, text) }
    }
}

/// A file being read.
pub struct Source {
    name: Arc<str>,
    reader: BufReader<Box<dyn Read + Send>>,
    cutting: Cutting,
}

enum Cutting {
    Text(Splitter),
    Json(Cutter),
}

impl Input {
    fn name(&self) -> String {
        match self {
            Self::File(path) if path.as_os_str() == "-" => "stdin".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Bytes(name, _) => name.clone(),
        }
    }

    /// The size in bytes, if known.
    pub fn size(&self) -> u64 {
        match self {
            Self::File(path) => path.metadata().map_or(0, |data| data.len()),
            Self::Bytes(_, bytes) => bytes.len() as u64,
        }
    }

    /// Opens it and looks at its first bytes.
    ///
    /// # Errors
    /// With the name, when it cannot be read, or is compressed or UTF-16.
    pub fn open(self) -> Result<Source, (Arc<str>, io::Error)> {
        let name: Arc<str> = self.name().into();
        let failed = |error| (Arc::clone(&name), error);
        let inner: Box<dyn Read + Send> = match self {
            Self::File(path) if path.as_os_str() == "-" => Box::new(io::stdin()),
            Self::File(path) => Box::new(File::open(path).map_err(failed)?),
            Self::Bytes(_, bytes) => Box::new(io::Cursor::new(bytes)),
        };
        let mut reader = BufReader::with_capacity(LOOK.max(1 << 16), inner);
        let start = reader.fill_buf().map_err(failed)?;
        if let Some((_, why)) = NO_TEXT.iter().find(|(bytes, _)| start.starts_with(bytes)) {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidData, *why)));
        }
        if start.starts_with(BYTE_ORDER_MARK) {
            reader.consume(BYTE_ORDER_MARK.len());
        }
        let is_json = is_json(reader.fill_buf().map_err(failed)?);
        let cutting = if is_json { Cutting::Json(Cutter::default()) } else { Cutting::Text(Splitter::default()) };
        Ok(Source { name, reader, cutting })
    }
}

/// Whether a text begins as JSON: an object, or a list of objects. BPGN begins with a tag or a comment.
fn is_json(bytes: &[u8]) -> bool {
    let mut letters = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    matches!((letters.next(), letters.next()), (Some(b'{'), Some(b'"' | b'}')) | (Some(b'['), Some(b'{' | b'[' | b']')))
}

impl Source {
    /// Reads on until some games are complete; gives the bytes read, 0 at the end.
    ///
    /// # Errors
    /// When the file cannot be read further.
    pub fn read(&mut self, pairs: &mut Pairs, found: &mut Vec<Found>) -> io::Result<u64> {
        let mut line = Vec::new();
        let limit = Splitter::MOST_BYTES as u64;
        let length = match &mut self.cutting {
            Cutting::Text(splitter) => {
                let length = (&mut self.reader).take(limit).read_until(b'\n', &mut line)?;
                if let Some(part) = splitter.push(&line) {
                    add_part(&self.name, part, pairs, found);
                }
                length
            }
            Cutting::Json(cutter) => {
                let piece = self.reader.fill_buf()?;
                cutter.push(piece, |cut| add_cut(&self.name, &cut, pairs, found));
                let length = piece.len();
                self.reader.consume(length);
                length
            }
        };
        if length == 0 {
            match std::mem::replace(&mut self.cutting, Cutting::Text(Splitter::default())) {
                Cutting::Text(splitter) => {
                    splitter.finish().into_iter().for_each(|part| add_part(&self.name, part, pairs, found));
                }
                Cutting::Json(cutter) => {
                    cutter.finish().iter().for_each(|cut| add_cut(&self.name, cut, pairs, found));
                }
            }
        }
        Ok(length as u64)
    }

    /// The name of the file.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// Adds a part of a text: a game, or a board of one.
fn add_part(file: &Arc<str>, part: Part, pairs: &mut Pairs, found: &mut Vec<Found>) {
    let has = |tag: &[u8]| part.bytes.windows(tag.len()).any(|window| window == tag);
    if part.is_cut || has(b"[WhiteA ") || !has(b"[White ") {
        found.push(Found { file: Arc::clone(file), raw: Raw::Bpgn(part) });
        return;
    }
    match Half::from_pgn(&part.bytes, part.line) {
        Ok(half) => pairs.add_pgn(file, half, found),
        Err(error) => found.push(Found::damaged(file, error.line, error.token, error.reason.to_string())),
    }
}

/// Adds the games of a JSON object.
fn add_cut(file: &Arc<str>, cut: &Cut, pairs: &mut Pairs, found: &mut Vec<Found>) {
    let entries = match cut.fault {
        Some(fault) => Err(fault.to_owned()),
        None => chesscom::games(cut),
    };
    match entries {
        Ok(entries) => entries.into_iter().for_each(|entry| match entry {
            Entry::Board(board) => pairs.add_board(file, board, found),
            Entry::OtherVariant => found.push(Found { file: Arc::clone(file), raw: Raw::OtherVariant }),
            Entry::Archived { id, .. } if id.is_some_and(|id| !pairs.is_new(id)) => {}
            Entry::Archived { pgn, .. } => match Half::from_pgn(pgn.as_bytes(), cut.line) {
                Ok(half) => pairs.add_pgn(file, half.at_line(cut.line), found),
                Err(error) => found.push(Found::damaged(file, cut.line, error.token, error.reason.to_string())),
            },
        }),
        Err(text) => {
            let token = String::from_utf8_lossy(&cut.bytes).chars().take(60).collect();
            found.push(Found::damaged(file, cut.line, token, text));
        }
    }
}
