//! Files that are replaced as a whole.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of an old file that show whether it is a text.
const LOOK: u64 = 4096;

/// Whether two paths are of one file, which need not be there yet. A device may have many writers.
pub fn is_one_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    let is_device = fs::metadata(one).is_ok_and(|there| !there.is_file());
    !is_device && matches!((place(one), place(other)), (Ok(one), Ok(other)) if one == other)
}

/// The error of a folder that could not be made; one says so when a file is there instead.
pub fn of_folder(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::AlreadyExists { io::ErrorKind::NotADirectory.into() } else { error }
}

/// Replaces a file as a whole: the old one stays until the new one is complete, which has its permissions then.
///
/// # Errors
/// When the folder cannot be written or is full, or `path` is no regular file.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(Writer::new(path)?, bytes)
}

/// Tries whether a file can be replaced by a text, before the work of which that is to hold the result; nothing is left
/// there.
///
/// # Errors
/// As [`replace`], and when the old file is no text: a base or training games would be lost by a mistyped name.
pub fn check_text(path: &Path) -> io::Result<()> {
    Part::new(path).map(drop)?;
    let mut start = Vec::new();
    // A file that cannot be read can be replaced all the same.
    let read = File::open(path).and_then(|old| old.take(LOOK).read_to_end(&mut start));
    if read.is_ok() && start.contains(&0) {
        let text = format!("`{}` is no text, and stays as it is", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(())
}

/// As [`replace`], with a file that only its owner can read.
///
/// # Errors
/// As [`replace`].
#[cfg(feature = "play")]
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_whole(Writer::with(path, &mut options)?, bytes)
}

fn write_whole(mut writer: Writer, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes)?;
    writer.finish()
}

/// A new file beside the one that it is to replace. Dropped before it is [put](Self::put) there, it is removed.
pub struct Part {
    /// Where it is written.
    part: PathBuf,
    /// The file to be replaced.
    path: PathBuf,
    is_complete: bool,
}

impl Part {
    /// Begins a file beside `path`, open for reading and writing.
    ///
    /// # Errors
    /// When the folder cannot be written, or `path` is no regular file.
    pub fn new(path: &Path) -> io::Result<(Self, File)> {
        let (part, file) = Self::with(path, File::options().read(true).write(true))?;
        part.keep_permissions(&file);
        Ok((part, file))
    }

    fn with(path: &Path, options: &mut OpenOptions) -> io::Result<(Self, File)> {
        // A device, a pipe or a socket would be gone behind a file of its name.
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            let text = format!("`{}` is no regular file, and stays as it is", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        // A symbolic link is kept: its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().map(OsStr::to_owned).ok_or(io::ErrorKind::InvalidInput)?;
        let process = std::process::id();
        let mut suffix = format!(".{process}.part");
        let mut number = 1_u32;
        let (part, file) = loop {
            let mut name = name.clone();
            name.push(&suffix);
            let part = path.with_file_name(name);
            match options.create_new(true).open(&part) {
                // Left behind by an earlier process of the same number, as in containers, or in use on another machine.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number += 1;
                    suffix = format!(".{process}-{number}.part");
                }
                opened => break (part, opened?),
            }
        };
        Ok((Self { part, path, is_complete: false }, file))
    }

    /// Gives the new file the permissions of the old one, if there is one.
    #[cfg(unix)]
    fn keep_permissions(&self, file: &File) {
        if let Ok(old) = fs::metadata(&self.path) {
            // Some file systems have no permissions.
            let _ = file.set_permissions(old.permissions());
        }
    }

    #[cfg(not(unix))]
    fn keep_permissions(&self, _file: &File) {}

    /// Puts the file in its place. All that was written must be on the disk before.
    ///
    /// # Errors
    /// When the old file cannot be replaced.
    pub fn put(mut self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_complete {
            // The write error matters more than a file left behind.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// A file that is written piece by piece, and replaces the old one when it is complete. Dropped before, it is removed.
pub struct Writer {
    file: BufWriter<File>,
    part: Part,
}

impl Writer {
    /// Begins a file beside `path`.
    ///
    /// # Errors
    /// When the folder cannot be written, or `path` is no regular file.
    pub fn new(path: &Path) -> io::Result<Self> {
        let writer = Self::with(path, &mut File::options())?;
        writer.part.keep_permissions(writer.file.get_ref());
        Ok(writer)
    }

    fn with(path: &Path, options: &mut OpenOptions) -> io::Result<Self> {
        let (part, file) = Part::with(path, options.write(true))?;
        Ok(Self { file: BufWriter::new(file), part })
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// When the disk is full, or the old file cannot be replaced.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        self.part.put()
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_part_left_by_a_process_of_the_same_number_kept_a_file_from_being_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.json");
        let process = std::process::id();
        let stale = [format!("table.json.{process}.part"), format!("table.json.{process}-2.part")];
        for name in &stale {
            fs::write(folder.path().join(name), "half").expect("a file");
        }
        for text in ["first", "second"] {
            replace(&path, text.as_bytes()).expect("room");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some(text));
        }
        // The old parts stay, since they may be another machine's; no new one does.
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1 + stale.len());
        assert!(stale.iter().all(|name| fs::read(folder.path().join(name)).is_ok_and(|text| text == b"half")));
    }

    #[test]
    fn bug_a_base_was_replaced_by_a_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("base");
        let base = b"redb\x1a\x0a\0";
        fs::write(&path, base).expect("a file");
        let error = check_text(&path).expect_err("it is no text");
        assert!(error.to_string().contains(&format!("`{}`", path.display())), "{error}");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&base[..]));
        for text in ["", "1A. e4 *"] {
            fs::write(&path, text).expect("a file");
            check_text(&path).expect("a text");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn bug_a_file_that_was_replaced_lost_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.json");
        fs::write(&path, "first").expect("a file");
        for mode in [0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its own file");
            replace(&path, b"second").expect("room");
            assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, mode);
        }
    }

    #[cfg(unix)]
    #[test]
    fn bug_a_device_a_pipe_or_a_socket_became_a_regular_file() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [socket, link, inner] = ["socket", "link", "inner"].map(|name| folder.path().join(name));
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        symlink(&socket, &link).expect("a link");
        fs::create_dir(&inner).expect("a folder");
        for path in [&socket, &link, &inner] {
            let error = replace(path, b"text").expect_err("it is no regular file");
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            assert!(error.to_string().contains(&format!("`{}`", path.display())), "{error}");
        }
        assert!(fs::metadata(&link).expect("a socket").file_type().is_socket());
        assert!(inner.is_dir());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing is left beside them");
    }
}
