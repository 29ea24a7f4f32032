//! Repair of partner messages damaged on their way through a chess server and XBoard.

/// The longest line that XBoard sends, in bytes: a longer one loses its end, and the next command follows directly.
const LONGEST_LINE: usize = 511;

/// The longest number of a letter in an entity, with its `x`.
const LONGEST_NUMBER: usize = 11;

/// Splits a `ptell` that XBoard has cut from the command that follows without a break; `None` if `line` is no such
/// line.
///
/// The cut may split a letter, whose bytes have become one U+FFFD each.
pub fn part(line: &str) -> Option<(&str, &str)> {
    if !line.starts_with("ptell ") || line.len() <= LONGEST_LINE {
        return None;
    }
    let mut sent = 0;
    let cut = line.char_indices().find_map(|(at, letter)| {
        sent += if letter == char::REPLACEMENT_CHARACTER { 1 } else { letter.len_utf8() };
        (sent >= LONGEST_LINE).then_some(at + letter.len_utf8())
    })?;
    (sent == LONGEST_LINE && cut < line.len()).then(|| line.split_at(cut))
}

/// Decodes `&#x43a;` and `&#1082;`, in which clients of servers for ASCII write letters, and puts a blank in the place
/// of bytes that a server has broken, which are a dash most of the time.
pub fn decode(text: &str) -> String {
    let text = text.replace(char::REPLACEMENT_CHARACTER, " ");
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("&#") {
        let (before, entity) = rest.split_at(at);
        decoded.push_str(before);
        let (letter, length) = entity_at(entity).unwrap_or(('&', 1));
        decoded.push(letter);
        rest = &entity[length..];
    }
    decoded + rest
}

/// The letter that an entity at the beginning of `text` stands for, and the entity's length.
fn entity_at(text: &str) -> Option<(char, usize)> {
    let number = text.strip_prefix("&#")?;
    let end = number.bytes().take(LONGEST_NUMBER + 1).position(|byte| byte == b';')?;
    let number = &number[..end];
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, radix).ok().filter(|_| plain)?;
    // A control character, which could end the line, or an invalid letter stays as it was written.
    let letter = char::from_u32(code).filter(|letter| !letter.is_control())?;
    Some((letter, number.len() + 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::lines::letters_of;

    #[test]
    fn entities_are_letters() {
        assert_eq!(
            decode("&#x434;&#1072;&#x439; &#x43A;оня & &#; &#xZ; &#10; &#x110000;!"),
            "дай коня & &#; &#xZ; &#10; &#x110000;!"
        );
        assert_eq!(decode("&#"), "&#");
        assert_eq!(decode(&letters_of(b"n \x80\x94 mate")), "n    mate");
        assert_eq!(decode("&&#65;"), "&A");
        assert_eq!(decode("&#99999999999;"), "&#99999999999;");
    }

    /// A tell of `letters` as XBoard cuts it, and the command after it.
    fn glued(letters: &[u8]) -> String {
        let mut bytes = [b"ptell ", &letters.repeat(600)[..]].concat();
        bytes.truncate(LONGEST_LINE);
        bytes.extend(b"holding [N] []");
        letters_of(&bytes)
    }

    fn command_in(line: &str) -> Option<&str> {
        part(line).map(|parts| parts.1)
    }

    #[test]
    fn a_tell_that_was_cut_has_a_command_behind_it() {
        // Cut between letters and through letters of two, three and four bytes, at every place.
        for text in ["a", "д", "aд", "♞", "a♞", "aa♞", "𝄞", "a𝄞", "aa𝄞", "aaa𝄞"] {
            assert_eq!(command_in(&glued(text.as_bytes())), Some("holding [N] []"), "{text}");
        }
        assert_eq!(command_in(&format!("ptell {}", "a".repeat(LONGEST_LINE - 6))), None);
        assert_eq!(command_in(&format!("holding {}", "a".repeat(LONGEST_LINE))), None);
    }

    #[test]
    fn bug_a_command_behind_a_cut_tell_of_broken_letters_was_lost() {
        // Letters of other character sets that begin like ones of UTF-8.
        for letters in [
            &b"\xe9\xbb "[..],
            b"\xe2\x80",
            b"a\xf0\x90\x80",
            b"\xf0\x90\x80\xe9",
            b"\xd0\xcf\xc4",
            b"\xff",
            "\u{fffd}".as_bytes(),
        ] {
            assert_eq!(command_in(&glued(letters)), Some("holding [N] []"), "{letters:x?}");
        }
    }

    #[test]
    fn bug_a_long_line_of_half_entities_took_seconds() {
        // Each `&#` was searched to the end of the line. This one is longer than any that is read, to take minutes.
        let half = "&#".repeat(1 << 21);
        assert_eq!(decode(&half), half);
    }
}
