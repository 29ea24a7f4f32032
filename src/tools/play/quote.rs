//! Text from outside, as it is shown.

/// Whether a character changes the direction of the text around it, also of what follows the text.
const fn turns_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text from outside, without control characters and marks of direction, cut to `longest` characters.
pub fn quote(text: &str, longest: usize) -> String {
    let kept = text.chars().filter(|&letter| !turns_direction(letter));
    let clean: String = kept.map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    clean.trim().chars().take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_name_with_marks_of_direction_turned_the_line_around_it() {
        for (text, shown) in [
            ("\u{202e}annA\u{202c}", "annA"),
            ("\u{2068}Anna\u{2069} \u{200f}", "Anna"),
            ("\u{61c}\u{202a}\u{2066}", ""),
            ("\u{5d0}\u{5e0}\u{5d4}\tAnna\n", "\u{5d0}\u{5e0}\u{5d4} Anna"),
        ] {
            assert_eq!(quote(text, 24), shown, "{text:?}");
        }
        assert_eq!(quote("\u{202e}Anna", 2), "An", "the marks do not count");
    }
}
