//! Games on disk as a stream of training samples: only a chunk of blocks is in memory, in a random order of all blocks.

use super::set::{Lessons, Set};
use crate::tools::data::{DataError, Games, GamesBlock, GamesError, Parts, StoredGame};
use crate::types::rng::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// Samples of games held out that are kept: more would only measure the loss more exactly.
const MOST_HELD_OUT: usize = 1_000_000;
/// Blocks that are scanned at once.
const TOGETHER: usize = 64;

/// A block of games on disk.
#[derive(Clone, Copy, Debug)]
struct BlockRef {
    file: usize,
    /// The byte at which it begins.
    at: u64,
    /// The number of its part.
    part: usize,
    /// Samples to train on.
    samples: u64,
}

/// The training games of some files, and the samples of those held out.
#[derive(Debug)]
pub struct Stream {
    paths: Vec<PathBuf>,
    parts: Parts,
    lessons: Lessons,
    /// Samples of a chunk, at least.
    chunk: u64,
    blocks: Vec<BlockRef>,
    /// Samples of games that are held out.
    pub held_out: Set,
    /// Samples to train on.
    pub samples: u64,
    /// A checksum that identifies the games.
    pub checksum: u32,
}

impl Stream {
    /// Reads all files once, counts their samples, and keeps those of games held out. `progress` receives the file and
    /// the samples so far.
    ///
    /// # Errors
    /// When a file cannot be read, is damaged, holds an illegal move, the games of one before it, or another variant.
    pub fn open(
        paths: Vec<PathBuf>,
        lessons: Lessons,
        chunk: u64,
        mut progress: impl FnMut(&Path, u64),
    ) -> Result<Self, GamesError> {
        let mut stream = Self {
            paths,
            parts: Parts::default(),
            lessons,
            chunk,
            blocks: Vec::new(),
            held_out: Set::default(),
            samples: 0,
            checksum: 0,
        };
        let mut hasher = crc32fast::Hasher::new();
        for file in 0..stream.paths.len() {
            let path = stream.paths[file].clone();
            let mut reading = stream.parts.open(&path)?;
            loop {
                let blocks = stream.next_blocks(file, &mut reading)?;
                if blocks.is_empty() {
                    break;
                }
                stream.scan(&path, blocks, &mut hasher)?;
                progress(&path, stream.samples);
            }
        }
        stream.checksum = hasher.finalize();
        Ok(stream)
    }

    fn next_blocks(&mut self, file: usize, reading: &mut Games) -> Result<Vec<(BlockRef, Vec<StoredGame>)>, DataError> {
        let mut blocks = Vec::new();
        while blocks.len() < TOGETHER
            && let Some(games) = reading.next()
        {
            let games = games?;
            let part = self.parts.number(reading)?;
            let [first, now] = [0, part].map(|part| self.parts.header(part).rules.captures);
            if first != now {
                let (path, at) = (self.paths[file].clone(), reading.block_start());
                let what = "games of another variant than those before: a network is for one of them".to_owned();
                return Err(DataError::Damaged { path, at, what });
            }
            blocks.push((BlockRef { file, at: reading.block_start(), part, samples: 0 }, games));
        }
        Ok(blocks)
    }

    /// Counts the samples of blocks, and keeps those held out.
    fn scan(
        &mut self,
        path: &Path,
        blocks: Vec<(BlockRef, Vec<StoredGame>)>,
        hasher: &mut crc32fast::Hasher,
    ) -> Result<(), GamesError> {
        let (lessons, parts) = (self.lessons, &self.parts);
        let scanned = blocks.into_par_iter().map(|(block, games)| {
            let games = GamesBlock { path, at: block.at, header: parts.header(block.part), games };
            let [mut training, mut held_out] = [Set::default(), Set::default()];
            training.add(&games, &lessons, false)?;
            held_out.add(&games, &lessons, true)?;
            Ok((BlockRef { samples: training.samples.len() as u64, ..block }, training.checksum(), held_out))
        });
        for (block, checksum, held_out) in scanned.collect::<Result<Vec<_>, GamesError>>()? {
            hasher.update(&checksum.to_le_bytes());
            self.samples += block.samples;
            self.blocks.push(block);
            if self.held_out.samples.len() < MOST_HELD_OUT {
                self.held_out.append(held_out);
            }
        }
        Ok(())
    }

    /// The blocks in a random order, or in that of the files, cut into chunks.
    fn chunks(&self, seed: Option<u64>) -> Vec<Vec<BlockRef>> {
        let mut order = self.blocks.clone();
        if let Some(seed) = seed {
            shuffle(&mut order, seed);
        }
        let mut chunks = Vec::new();
        let (mut chunk, mut samples) = (Vec::new(), 0);
        for block in order {
            chunk.push(block);
            samples += block.samples;
            if samples >= self.chunk {
                chunks.push(std::mem::take(&mut chunk));
                samples = 0;
            }
        }
        if samples > 0 {
            chunks.push(chunk);
        }
        chunks
    }

    /// The first chunk in the order of the files.
    ///
    /// # Errors
    /// When a file cannot be read, or has changed.
    pub fn first_chunk(&self) -> Result<Set, GamesError> {
        self.chunks(None).first().map_or_else(|| Ok(Set::default()), |blocks| self.load(blocks))
    }

    /// Calls `each` with the chunks of an epoch from number `first` on, in an order given by `seed`. The next chunk is
    /// read meanwhile, by the threads of `pool`, of which the caller must not be one.
    ///
    /// # Errors
    /// When a file cannot be read, or has changed, or `each` fails.
    pub fn each_chunk<E: From<GamesError>>(
        &self,
        pool: &ThreadPool,
        seed: u64,
        first: usize,
        mut each: impl FnMut(&Set) -> Result<(), E>,
    ) -> Result<(), E> {
        let chunks = self.chunks(Some(seed));
        thread::scope(|scope| {
            let (sender, sets) = sync_channel(0);
            let chunks = &chunks;
            scope.spawn(move || {
                for blocks in chunks.iter().skip(first) {
                    // The receiver is gone after an error of `each`.
                    if sender.send(pool.install(|| self.load(blocks))).is_err() {
                        return;
                    }
                }
            });
            let sets: Receiver<Result<Set, GamesError>> = sets;
            for set in sets {
                each(&set?)?;
            }
            Ok(())
        })
    }

    /// The training samples of blocks, in their order.
    fn load(&self, blocks: &[BlockRef]) -> Result<Set, GamesError> {
        let size = blocks.len().div_ceil(TOGETHER).max(1);
        let sets = blocks.par_chunks(size).map(|blocks| {
            let mut set = Set::default();
            for block in blocks {
                let path = &self.paths[block.file];
                let games = Games::open(path)?.block_at(block.at)?;
                let games = GamesBlock { path, at: block.at, header: self.parts.header(block.part), games };
                set.add(&games, &self.lessons, false)?;
            }
            Ok(set)
        });
        let mut whole = Set::default();
        for set in sets.collect::<Result<Vec<_>, GamesError>>()? {
            whole.append(set);
        }
        Ok(whole)
    }
}

/// Shuffles a list.
pub fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut rng = Rng::new(seed);
    for last in (1..list.len()).rev() {
        list.swap(last, rng.below(last + 1));
    }
}
