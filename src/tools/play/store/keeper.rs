//! The thread that writes: the tables' own threads must not wait for a disk. Of several versions of a file only the
//! newest is written, and one that could not be written is tried again.

use crate::tools::whole_file;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pause before a file is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// Files that wait for a disk; the oldest beyond that is given up.
const MOST_WAITING: usize = 64;
/// How long the program's end waits for the disk.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct Work {
    /// The newest content of each file.
    waiting: BTreeMap<PathBuf, Vec<u8>>,
    ends: bool,
}

#[derive(Default)]
struct Shared {
    work: Mutex<Work>,
    bell: Condvar,
}

impl Shared {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The writer of a folder's files.
pub struct Keeper {
    shared: Arc<Shared>,
    ended: Mutex<Receiver<()>>,
}

impl Keeper {
    /// Starts the writer. `written` is called with a file whose newest version is on the disk, `report` with the error
    /// when a file cannot be written, and with none when all are written again.
    ///
    /// # Errors
    /// When there is no thread.
    pub fn start(
        written: impl Fn(&Path) + Send + 'static,
        report: impl Fn(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let (done, ended) = channel();
        let worker = Arc::clone(&shared);
        std::thread::Builder::new().name("keeper".to_owned()).spawn(move || {
            write_all(&worker, &written, &report);
            // The receiver is gone when the program has ended without waiting.
            let _ = done.send(());
        })?;
        Ok(Self { shared, ended: Mutex::new(ended) })
    }

    /// Has a file replaced.
    pub fn keep(&self, path: PathBuf, bytes: Vec<u8>) {
        let mut work = self.shared.work();
        work.waiting.insert(path, bytes);
        if work.waiting.len() > MOST_WAITING
            && let Some((lost, _)) = work.waiting.pop_first()
        {
            tracing::error!(target: "tandem::play", "{} is lost: the disk takes nothing", lost.display());
        }
        self.shared.bell.notify_one();
    }

    /// Writes what waits, and ends; returns the files that could not be written.
    pub fn finish(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.shared.work().ends = true;
        self.shared.bell.notify_one();
        // A disk that hangs does not keep the program from ending.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LAST_PATIENCE);
        std::mem::take(&mut self.shared.work().waiting)
    }
}

fn write_all(shared: &Shared, written: &impl Fn(&Path), report: &impl Fn(Option<String>)) {
    let mut trouble = None;
    loop {
        let mut work = shared.work();
        while work.waiting.is_empty() && !work.ends {
            work = shared.bell.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
        let Some((path, bytes)) = work.waiting.pop_first() else { return };
        drop(work);
        let error = write(&path, &bytes).err().map(|error| format!("{}: {error}", path.display()));
        let mut work = shared.work();
        if error.is_some() {
            work.waiting.entry(path).or_insert(bytes);
        } else if !work.waiting.contains_key(&path) {
            written(&path);
        }
        let news = error.is_some() || work.waiting.is_empty();
        if news && error != trouble {
            trouble = error.clone();
            report(error.clone());
        }
        if error.is_some() {
            if work.ends {
                return;
            }
            drop(shared.bell.wait_timeout(work, RETRY).unwrap_or_else(PoisonError::into_inner));
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    whole_file::replace_private(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_named_and_written_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        // A file where the folder should be.
        std::fs::write(&path, "").expect("a file");
        let (said, news) = channel();
        let keeper = Keeper::start(|_| {}, move |trouble| said.send(trouble).expect("a listener")).expect("a thread");
        keeper.keep(path.join("1.bpgn"), b"first".to_vec());
        let trouble = news.recv().expect("news").expect("an error");
        assert!(trouble.contains("1.bpgn"), "{trouble}");
        std::fs::remove_file(&path).expect("room");
        keeper.keep(path.join("1.bpgn"), b"second".to_vec());
        assert_eq!(news.recv(), Ok(None));
        assert!(keeper.finish().is_empty());
        assert_eq!(std::fs::read(path.join("1.bpgn")).ok().as_deref(), Some(&b"second"[..]));
    }

    #[test]
    fn files_never_written_come_back_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        std::fs::write(&path, "").expect("a file");
        let keeper = Keeper::start(|_| {}, |_| {}).expect("a thread");
        keeper.keep(path.join("1.bpgn"), b"first".to_vec());
        let left = keeper.finish();
        assert_eq!(left.into_iter().collect::<Vec<_>>(), [(path.join("1.bpgn"), b"first".to_vec())]);
    }
}
