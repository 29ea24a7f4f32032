//! Lookup of values by name.

/// Returns the value of `all` whose `name` is `text`.
///
/// # Errors
/// When no value has that name; the message lists the names.
pub fn by_name<T: Copy, const N: usize>(all: [T; N], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    let known = all.into_iter().find(|&value| name(value) == text);
    known.ok_or_else(|| format!("`{text}` is not one of {}", all.map(name).join(", ")))
}
