//! Reading files of games. Damaged files are rejected, with the offset at which the damage begins.

use super::format::{BLOCK_GAMES, BLOCK_HEAD, Header, LONGEST_BLOCK, LONGEST_TEXT, MAGIC, StoredGame, VERSION};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The name of the file of games in its folder.
pub const FILE_NAME: &str = "games.bin";

/// Errors of reading games.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DataError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: byte {at}: {what}", path.display())]
    Damaged { path: PathBuf, at: u64, what: String },
}

/// Replaces each folder by the file of games in it.
pub fn files(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| if path.is_dir() { path.join(FILE_NAME) } else { path.clone() }).collect()
}

/// The parts of all files so far. Those with the same header hold the same games.
#[derive(Debug, Default)]
pub struct Parts {
    headers: Vec<Header>,
    /// How many of them are in files before the one that is being read.
    before: usize,
}

impl Parts {
    /// Opens a further file.
    ///
    /// # Errors
    /// As [`Games::open`], and when the file begins with the games of one before it.
    pub fn open(&mut self, path: &Path) -> Result<Games, DataError> {
        self.before = self.headers.len();
        let games = Games::open(path)?;
        self.check(&games)?;
        Ok(games)
    }

    /// The number of the part to which the last block belongs.
    ///
    /// # Errors
    /// When a file before holds the games of a new part.
    pub fn number(&mut self, reading: &Games) -> Result<usize, DataError> {
        if self.headers.last() != Some(&reading.header) {
            self.check(reading)?;
            self.headers.push(reading.header.clone());
        }
        Ok(self.headers.len() - 1)
    }

    /// The header of a part.
    pub fn header(&self, number: usize) -> &Header {
        &self.headers[number]
    }

    fn check(&self, reading: &Games) -> Result<(), DataError> {
        if !self.headers[..self.before].contains(&reading.header) {
            return Ok(());
        }
        let what = "it holds the games of a file before it".to_owned();
        Err(DataError::Damaged { path: reading.path.clone(), at: reading.block, what })
    }
}

/// Result of reading a block.
pub enum Block {
    /// The number of the first game, and the games.
    Games(u32, Vec<StoredGame>),
    /// The file ends here.
    End,
    /// The file ends within the block, as after the writer was killed.
    Torn,
}

/// Reads one file from its beginning.
pub struct Games {
    path: PathBuf,
    input: BufReader<File>,
    header: Header,
    /// The end of the last header or block that was read.
    at: u64,
    /// The start of the last block that was read.
    block: u64,
}

/// Result of filling a buffer.
enum Filled {
    Whole,
    Partly,
    Empty,
}

impl Games {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When the file cannot be read, or has no valid header.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let input = File::open(path).map_err(|source| DataError::Io { path: path.to_owned(), source })?;
        Self::from_file(path, input)
    }

    /// As [`Self::open`], for a file that is already open.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn from_file(path: &Path, input: File) -> Result<Self, DataError> {
        let placeholder =
            Header { version: 0, rules: Default::default(), seed: 0, nodes: 0, search: 0, eval: String::new() };
        let mut games = Self {
            path: path.to_owned(),
            input: BufReader::with_capacity(1 << 16, input),
            header: placeholder,
            at: 0,
            block: 0,
        };
        let mut magic = [0; MAGIC.len()];
        if !matches!(games.fill(&mut magic)?, Filled::Whole) || magic != MAGIC {
            return Err(games.damaged("no file of games: it does not begin with `TandemG`"));
        }
        match games.read_header()? {
            Filled::Whole => Ok(games),
            _ => Err(games.damaged("the file ends within its header")),
        }
    }

    /// The header of the part that is being read.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The games of the block that begins at byte `at`.
    ///
    /// # Errors
    /// When the file cannot be read there, or no sound block begins there.
    pub fn block_at(&mut self, at: u64) -> Result<Vec<StoredGame>, DataError> {
        let moved = self.input.seek(SeekFrom::Start(at));
        self.at = moved.map_err(|source| DataError::Io { path: self.path.clone(), source })?;
        match self.next_block()? {
            Block::Games(_, games) => Ok(games),
            Block::End | Block::Torn => Err(self.damaged("the file has become shorter")),
        }
    }

    /// Bytes up to the end of the last block that was read.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The byte at which the last block that was read begins.
    pub fn block_start(&self) -> u64 {
        self.block
    }

    fn damaged(&self, what: impl Into<String>) -> DataError {
        DataError::Damaged { path: self.path.clone(), at: self.at, what: what.into() }
    }

    /// Fills the buffer as far as the file goes.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<Filled, DataError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => return Ok(if filled == 0 { Filled::Empty } else { Filled::Partly }),
                Ok(bytes) => filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(DataError::Io { path: self.path.clone(), source }),
            }
        }
        Ok(Filled::Whole)
    }

    /// Reads a header behind its magic bytes. Partly filled if the file ends within it.
    fn read_header(&mut self) -> Result<Filled, DataError> {
        let mut head = [0; 8];
        if !matches!(self.fill(&mut head)?, Filled::Whole) {
            return Ok(Filled::Partly);
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (version, length) = (number(0), number(4));
        if !(1..=VERSION).contains(&version) {
            return Err(self.damaged(format!("version {version} of the games, this program reads 1 to {VERSION}")));
        }
        if length > LONGEST_TEXT {
            return Err(self.damaged(format!("a header of {length} bytes, {LONGEST_TEXT} is the most")));
        }
        let mut rest = vec![0; length as usize + 4];
        if !matches!(self.fill(&mut rest)?, Filled::Whole) {
            return Ok(Filled::Partly);
        }
        let (text, sum) = rest.split_at(length as usize);
        if crc32fast::hash(&[&MAGIC, &head, text].concat()).to_le_bytes() != sum {
            return Err(self.damaged("the header's checksum is wrong"));
        }
        let header = std::str::from_utf8(text).ok().and_then(|text| Header::parse(version, text));
        self.header =
            header.ok_or_else(|| self.damaged("the header does not name rules, seed, nodes, search and eval"))?;
        self.at += (MAGIC.len() + head.len() + rest.len()) as u64;
        Ok(Filled::Whole)
    }

    /// The next block. If a part begins with it, [`Self::header`] is that of the part from then on.
    ///
    /// # Errors
    /// When the file cannot be read, or the block is damaged.
    pub fn next_block(&mut self) -> Result<Block, DataError> {
        let mut head = [0; BLOCK_HEAD];
        let (start, rest) = head.split_at_mut(MAGIC.len());
        loop {
            match self.fill(start)? {
                Filled::Whole => {}
                Filled::Partly => return Ok(Block::Torn),
                Filled::Empty => return Ok(Block::End),
            }
            // No block begins like this: it would have billions of games.
            if start != MAGIC {
                break;
            }
            if !matches!(self.read_header()?, Filled::Whole) {
                return Ok(Block::Torn);
            }
        }
        if !matches!(self.fill(rest)?, Filled::Whole) {
            return Ok(Block::Torn);
        }
        let number = |index: usize| {
            let at = 4 * index;
            u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]])
        };
        let [first, count, length, sum] = [0, 1, 2, 3].map(number);
        if crc32fast::hash(&head[..16]) != number(4) {
            return Err(self.damaged("the checksum of a block's beginning is wrong"));
        }
        if count == 0 || count > BLOCK_GAMES || length > LONGEST_BLOCK {
            return Err(self.damaged(format!("a block of {count} games in {length} bytes cannot be")));
        }
        let mut body = vec![0; length as usize];
        if !matches!(self.fill(&mut body)?, Filled::Whole) {
            return Ok(Block::Torn);
        }
        if crc32fast::hash(&body) != sum {
            return Err(self.damaged("the checksum of a block is wrong"));
        }
        let mut rest = body.as_slice();
        let games = (0..count).map(|_| StoredGame::read(&mut rest)).collect::<Result<Vec<_>, _>>();
        let games = games.map_err(|what| self.damaged(what))?;
        if !rest.is_empty() || games.iter().zip(first..).any(|(game, number)| game.number != number) {
            return Err(self.damaged("a block that is not what its beginning says"));
        }
        self.block = self.at;
        self.at += (BLOCK_HEAD + body.len()) as u64;
        Ok(Block::Games(first, games))
    }
}

impl Iterator for Games {
    type Item = Result<Vec<StoredGame>, DataError>;

    /// The games block by block. A file that ends within a block counts as damaged here.
    fn next(&mut self) -> Option<Self::Item> {
        match self.next_block() {
            Ok(Block::Games(_, games)) => Some(Ok(games)),
            Ok(Block::End) => None,
            Ok(Block::Torn) => Some(Err(
                self.damaged("the file ends within a block: the same `tandem datagen` cuts that off and goes on")
            )),
            Err(error) => Some(Err(error)),
        }
    }
}
