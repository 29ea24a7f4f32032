//! A training on disk, so that a killed one continues after the last chunk or epoch that was saved.

use super::model::{Loss, Model, Shape};
use super::steps::Training;
use crate::tools::whole_file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"TandemT\n";

/// Errors of reading or writing a checkpoint.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CheckpointError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: no whole checkpoint (without it, the training begins anew)", .0.display())]
    Damaged(PathBuf),
    #[error("{}: of another training:\n{there}this one is\n{asked}(another --out keeps both)", path.display())]
    Other { path: PathBuf, there: String, asked: String },
}

/// Writes a training with its `settings` and the `lines` of its curve. The old file stays until the new one is
/// complete.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, settings: &str, lines: &[String], training: &Training) -> Result<(), CheckpointError> {
    let mut bytes = MAGIC.to_vec();
    for text in [settings, &lines.join("\n")] {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    let Training { epoch, chunk, step, seen, losses, .. } = training;
    for number in [u64::from(*epoch), *chunk, *step, *seen] {
        bytes.extend(number.to_le_bytes());
    }
    for sum in [losses.total, losses.result, losses.score] {
        bytes.extend(sum.to_bits().to_le_bytes());
    }
    for values in [&training.model.parameters, &training.first_moments, &training.second_moments] {
        values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    whole_file::replace(path, &bytes).map_err(|source| CheckpointError::Io { path: path.to_owned(), source })
}

/// Reads the training of `path` and the lines of its curve, if the file exists.
///
/// # Errors
/// When the file cannot be read, is damaged, or belongs to a training with other settings.
pub fn load(path: &Path, settings: &str, shape: Shape) -> Result<Option<(Training, Vec<String>)>, CheckpointError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(|source| CheckpointError::Io { path: path.to_owned(), source })?,
    };
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let (there, rest) = read_settings(&bytes).ok_or_else(damaged)?;
    if there != settings {
        return Err(CheckpointError::Other { path: path.to_owned(), there, asked: settings.to_owned() });
    }
    read_training(rest, shape).ok_or_else(damaged).map(Some)
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

/// The settings and the bytes behind them, if the file is complete.
fn read_settings(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (body, sum) = bytes.split_last_chunk::<4>()?;
    let mut rest = body.strip_prefix(&MAGIC)?;
    let whole = crc32fast::hash(body).to_le_bytes() == *sum;
    let settings = text(&mut rest).filter(|_| whole)?;
    Some((settings, rest))
}

fn read_training(mut rest: &[u8], shape: Shape) -> Option<(Training, Vec<String>)> {
    let lines = text(&mut rest)?.lines().map(str::to_owned).collect();
    let epoch = u32::try_from(number(&mut rest)?).ok()?;
    let (chunk, step, seen) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
    let mut sum = || number(&mut rest).map(f64::from_bits);
    let losses = Loss { total: sum()?, result: sum()?, score: sum()? };
    let (values, tail) = rest.as_chunks::<4>();
    let count = Model::new(shape, 0, 1.0).parameters.len();
    if !tail.is_empty() || values.len() != 3 * count {
        return None;
    }
    let mut parts = values.chunks(count).map(|part| part.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect());
    let model = Model { shape, parameters: parts.next()? };
    let (first_moments, second_moments) = (parts.next()?, parts.next()?);
    Some((Training { model, first_moments, second_moments, epoch, chunk, step, seen, losses }, lines))
}
