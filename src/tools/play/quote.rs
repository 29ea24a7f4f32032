//! Text from outside, as it is shown.

/// Text from outside, without control characters and cut to `longest` characters.
pub fn quote(text: &str, longest: usize) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    clean.trim().chars().take(longest).collect()
}
