//! The thread that writes: the tables' own threads must not wait for a disk. Of several versions of a file only the
//! newest is written, and one that could not be written is tried again after the others.

use crate::tools::whole_file;
use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pause before a file is tried again, unless there is something new to be written.
const RETRY: Duration = Duration::from_secs(2);
/// Files that wait for a disk; the oldest beyond that is given up.
const MOST_WAITING: usize = 64;
/// How long the program's end waits for the disk.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Default)]
struct Work {
    /// The newest content of each file.
    waiting: BTreeMap<PathBuf, Vec<u8>>,
    /// Whether something has come since the last round began.
    has_news: bool,
    ends: bool,
}

#[derive(Default)]
struct Shared {
    work: Mutex<Work>,
    bell: Condvar,
    /// The reason that a file cannot be written; none while all can.
    trouble: Mutex<Option<String>>,
}

impl Shared {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trouble(&self) -> MutexGuard<'_, Option<String>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the first waiting file behind `last`, by name.
    fn take_behind(&self, last: Option<&Path>) -> Option<(PathBuf, Vec<u8>)> {
        let mut work = self.work();
        let behind: (Bound<&Path>, Bound<&Path>) = (last.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        let path = work.waiting.range::<Path, _>(behind).next()?.0.clone();
        work.waiting.remove_entry(&path)
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
        work.has_news = true;
        if work.waiting.len() > MOST_WAITING
            && let Some((lost, _)) = work.waiting.pop_first()
        {
            tracing::error!(target: "tandem::play", "{} is lost: the disk takes nothing", lost.display());
        }
        self.shared.bell.notify_one();
    }

    /// The reason that a file cannot be written; none while all can.
    pub fn trouble(&self) -> Option<String> {
        self.shared.trouble().clone()
    }

    /// Writes what waits, and ends; returns the files that could not be written.
    pub fn finish(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.shared.work().ends = true;
        self.shared.bell.notify_one();
        // A disk that hangs does not keep the program from ending.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(FLUSH_TIMEOUT);
        std::mem::take(&mut self.shared.work().waiting)
    }
}

/// Writes in rounds, each of which tries every file once: one that cannot be written does not delay the others. The
/// last round begins after the end was asked for.
fn write_all(shared: &Shared, written: &impl Fn(&Path), report: &impl Fn(Option<String>)) {
    let mut trouble: Option<String> = None;
    let tell = |trouble: Option<String>| {
        shared.trouble().clone_from(&trouble);
        report(trouble);
    };
    loop {
        let mut work = shared.work();
        while work.waiting.is_empty() && !work.ends {
            work = shared.bell.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
        work.has_news = false;
        let is_last = work.ends;
        drop(work);
        let (mut last, mut first_error) = (None::<PathBuf>, None);
        while let Some((path, bytes)) = shared.take_behind(last.as_deref()) {
            let result = write(&path, &bytes);
            let mut work = shared.work();
            if result.is_err() {
                work.waiting.entry(path.clone()).or_insert(bytes);
            } else if !work.waiting.contains_key(&path) {
                written(&path);
            }
            drop(work);
            if let Err(error) = result
                && first_error.is_none()
            {
                first_error = Some(format!("{}: {error}", path.display()));
                if first_error != trouble {
                    tell(first_error.clone());
                }
            }
            last = Some(path);
        }
        if first_error.is_none() && trouble.is_some() {
            tell(None);
        }
        trouble = first_error;
        if is_last {
            return;
        }
        if trouble.is_some() {
            let pause = |work: &mut Work| !work.has_news && !work.ends;
            drop(shared.bell.wait_timeout_while(shared.work(), RETRY, pause).unwrap_or_else(PoisonError::into_inner));
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
        assert_eq!(keeper.trouble(), Some(trouble));
        std::fs::remove_file(&path).expect("room");
        keeper.keep(path.join("1.bpgn"), b"second".to_vec());
        assert_eq!(news.recv(), Ok(None));
        assert_eq!(keeper.trouble(), None);
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

    /// Two files in folders of their own, the first of which cannot be made: a file is there.
    fn one_of_two(folder: &Path) -> [PathBuf; 2] {
        std::fs::write(folder.join("a"), "").expect("a file");
        [folder.join("a").join("1.bpgn"), folder.join("b").join("2.bpgn")]
    }

    #[test]
    fn bug_a_file_that_could_not_be_written_kept_those_behind_it_from_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let [never, fine] = one_of_two(folder.path());
        let (said, news) = channel();
        let (wrote, written) = channel();
        let written_one = move |path: &Path| wrote.send(path.to_owned()).expect("a listener");
        let report = move |trouble: Option<String>| said.send(trouble).expect("a listener");
        let keeper = Keeper::start(written_one, report).expect("a thread");
        keeper.keep(never.clone(), b"first".to_vec());
        assert!(news.recv().expect("news").is_some(), "the first file can be written");
        keeper.keep(fine.clone(), b"second".to_vec());
        // Longer than any disk takes: a failure, not a measurement.
        assert_eq!(written.recv_timeout(Duration::from_secs(60)), Ok(fine));
        assert_eq!(keeper.finish().into_keys().collect::<Vec<_>>(), [never]);
    }

    #[test]
    fn bug_the_end_left_files_unwritten_behind_one_that_could_not_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let [never, fine] = one_of_two(folder.path());
        let keeper = Keeper::start(|_| {}, |_| {}).expect("a thread");
        keeper.keep(never.clone(), b"first".to_vec());
        keeper.keep(fine.clone(), b"second".to_vec());
        assert_eq!(keeper.finish().into_keys().collect::<Vec<_>>(), [never]);
        assert_eq!(std::fs::read(fine).ok().as_deref(), Some(&b"second"[..]));
    }
}
