//! Choice of the network: from a file, the one inside the program, or none.

use crate::board::Captures;
use crate::eval::EvalKind;
use crate::eval::network::{self, Network, NetworkError};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum size of a network, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The reason why a file yields no network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EvalFileError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: no file", .0.display())]
    NoFile(PathBuf),
    #[error("{}: more than {MOST_BYTES} bytes, which no network has", .0.display())]
    Large(PathBuf),
    #[error("{}: {source}", path.display())]
    Network { path: PathBuf, source: NetworkError },
}

/// The network chosen by `kind` and `file`: without a file the one inside the program for a game with such `captures`;
/// none for the handcrafted evaluation.
///
/// # Errors
/// As [`load`].
pub fn choose(kind: EvalKind, file: Option<&Path>, captures: Captures) -> Result<Option<Arc<Network>>, EvalFileError> {
    match kind {
        EvalKind::Handcrafted => Ok(None),
        EvalKind::Network => file.map_or_else(|| Ok(network::embedded_for(captures)), |file| load(file).map(Some)),
    }
}

/// Reads the network in `path`.
///
/// # Errors
/// When the file cannot be read, or its content is no network, is damaged, or could overflow.
pub fn load(path: &Path) -> Result<Arc<Network>, EvalFileError> {
    let io = |source| EvalFileError::Io { path: path.to_owned(), source };
    // A pipe or a device could give bytes for ever, or none.
    if !std::fs::metadata(path).map_err(io)?.is_file() {
        return Err(EvalFileError::NoFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(EvalFileError::Large(path.to_owned()));
    }
    let network = Network::parse(&bytes);
    network.map(Arc::new).map_err(|source| EvalFileError::Network { path: path.to_owned(), source })
}
