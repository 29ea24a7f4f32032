//! A file for a database that writes even to read: what it writes stays in memory, and the file is not changed.

use redb::StorageBackend;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes of a page.
const PAGE: usize = 4096;

/// The file, and what was written over it. A database writes when it is opened and closed, and repairs itself after it
/// was interrupted; a reader must not, since others read the file too and it may be write-protected.
#[derive(Debug)]
pub struct Frozen(Mutex<State>);

#[derive(Debug)]
struct State {
    file: File,
    /// The length of the file.
    file_len: u64,
    /// The length with the pages written behind the end of the file.
    len: u64,
    /// Pages written over the file, by their number.
    written: BTreeMap<u64, Box<[u8; PAGE]>>,
}

impl Frozen {
    /// The file as it is now.
    ///
    /// # Errors
    /// When its length cannot be read.
    pub fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self(Mutex::new(State { file, file_len: len, len, written: BTreeMap::new() })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Reads from the file; zeros behind its end.
    fn read_file(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let there = self.file_len.saturating_sub(offset).min(bytes.len() as u64) as usize;
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(&mut bytes[..there])
    }

    fn page(&mut self, number: u64) -> io::Result<&mut [u8; PAGE]> {
        if !self.written.contains_key(&number) {
            let mut page = Box::new([0; PAGE]);
            self.read_file(number * PAGE as u64, &mut page[..])?;
            self.written.insert(number, page);
        }
        self.written.get_mut(&number).map(|page| &mut **page).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

impl StorageBackend for Frozen {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().len)
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        let end = offset.checked_add(len as u64).filter(|&end| end <= state.len).ok_or(ErrorKind::UnexpectedEof)?;
        let mut bytes = vec![0; len];
        state.read_file(offset, &mut bytes)?;
        for (&number, page) in state.written.range(offset / PAGE as u64..end.div_ceil(PAGE as u64)) {
            let at = number * PAGE as u64;
            let (from, to) = (at.max(offset), (at + PAGE as u64).min(end));
            let page = &page[(from - at) as usize..(to - at) as usize];
            bytes[(from - offset) as usize..(to - offset) as usize].copy_from_slice(page);
        }
        Ok(bytes)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.state();
        // The bytes behind the new end are zero if the file grows again.
        state.file_len = state.file_len.min(len);
        state.written.split_off(&len.div_ceil(PAGE as u64));
        let within = (len % PAGE as u64) as usize;
        if within > 0
            && let Some(page) = state.written.get_mut(&(len / PAGE as u64))
        {
            page[within..].fill(0);
        }
        state.len = len;
        Ok(())
    }

    fn sync_data(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let mut rest = data;
        let mut at = offset;
        while !rest.is_empty() {
            let within = (at % PAGE as u64) as usize;
            let count = rest.len().min(PAGE - within);
            state.page(at / PAGE as u64)?[within..within + count].copy_from_slice(&rest[..count]);
            (rest, at) = (&rest[count..], at + count as u64);
        }
        Ok(())
    }
}
