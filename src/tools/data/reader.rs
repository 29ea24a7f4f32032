//! Reading files of games. Damaged files are rejected, with the offset at which the damaged part begins.

use super::format::{BLOCK_GAMES, BLOCK_HEAD, Header, LONGEST_BLOCK, LONGEST_TEXT, MAGIC, StoredGame, VERSION};
use std::fs::File;
use std::io::{self, BufReader, Read};
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
    at: u64,
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
        let placeholder = Header { rules: Default::default(), seed: 0, nodes: 0, search: 0, eval: String::new() };
        let mut games =
            Self { path: path.to_owned(), input: BufReader::with_capacity(1 << 16, input), header: placeholder, at: 0 };
        games.header = games.read_header()?;
        Ok(games)
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes up to the end of the last block that was read.
    pub fn position(&self) -> u64 {
        self.at
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

    fn read_header(&mut self) -> Result<Header, DataError> {
        let mut head = [0; 16];
        if !matches!(self.fill(&mut head)?, Filled::Whole) || head[..8] != MAGIC {
            return Err(self.damaged("no file of games: `TandemG` is not its beginning"));
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (version, length) = (number(8), number(12));
        if version != VERSION {
            return Err(self.damaged(format!("version {version} of the format, this program reads {VERSION}")));
        }
        let too_long = || format!("a header of {length} bytes, {LONGEST_TEXT} is the most");
        let length = Some(length).filter(|&length| length <= LONGEST_TEXT).ok_or_else(|| self.damaged(too_long()))?;
        let mut rest = vec![0; length as usize + 4];
        if !matches!(self.fill(&mut rest)?, Filled::Whole) {
            return Err(self.damaged("the file ends within its header"));
        }
        let (text, sum) = rest.split_at(length as usize);
        if crc32fast::hash(&[&head, text].concat()).to_le_bytes() != sum {
            return Err(self.damaged("the header's checksum is wrong"));
        }
        let header = std::str::from_utf8(text).ok().and_then(Header::parse);
        let header = header.ok_or_else(|| self.damaged("the header does not name rules, seed, nodes, search and eval"));
        self.at = (head.len() + rest.len()) as u64;
        header
    }

    /// The next block.
    ///
    /// # Errors
    /// When the file cannot be read, or the block is damaged.
    pub fn next_block(&mut self) -> Result<Block, DataError> {
        let mut head = [0; BLOCK_HEAD];
        match self.fill(&mut head)? {
            Filled::Whole => {}
            Filled::Partly => return Ok(Block::Torn),
            Filled::Empty => return Ok(Block::End),
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
