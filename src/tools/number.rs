//! Numbers of options that have a least value and no greatest one.

/// Reads a number that is at least 1.
///
/// # Errors
/// When it is less, or no number.
pub fn from_one(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(0) => Err("the least is 1".to_owned()),
        number => number.map_err(|error| error.to_string()),
    }
}
