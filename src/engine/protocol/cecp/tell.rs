//! Repair of partner messages damaged on their way through a chess server and XBoard.

/// XBoard sends at most this many bytes of a line; a longer one loses its end, and the next command follows directly.
const KEPT: usize = 511;

/// Splits a `ptell` that XBoard has cut from the command that follows without a break; `None` if `line` is no such
/// line.
///
/// The cut may split a letter, whose rest has become U+FFFD.
pub fn part(line: &str) -> Option<(&str, &str)> {
    if !line.starts_with("ptell ") || line.len() <= KEPT {
        return None;
    }
    let mut sent = 0;
    let mut cut = None;
    for (at, letter) in line.char_indices() {
        let broken = letter == char::REPLACEMENT_CHARACTER;
        // At least one byte of the original letter.
        sent += if broken { 1 } else { letter.len_utf8() };
        let end = at + letter.len_utf8();
        if sent > KEPT {
            break;
        }
        if sent == KEPT || (broken && sent + 3 > KEPT) {
            cut = Some(end);
        }
    }
    cut.map(|at| line.split_at(at)).filter(|(_, rest)| !rest.is_empty())
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
    let number = text.strip_prefix("&#")?.split_once(';')?.0;
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    // No letter's code has more than ten digits.
    let plain = (1..=10).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, radix).ok().filter(|_| plain)?;
    // A control character, which could end the line, or an invalid letter stays as it was written.
    let letter = char::from_u32(code).filter(|letter| !letter.is_control())?;
    Some((letter, number.len() + 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_letters() {
        assert_eq!(
            decode("&#x434;&#1072;&#x439; &#x43A;оня & &#; &#xZ; &#10; &#x110000;!"),
            "дай коня & &#; &#xZ; &#10; &#x110000;!"
        );
        assert_eq!(decode("&#"), "&#");
        assert_eq!(decode(&String::from_utf8_lossy(b"n \x80\x94 mate")), "n    mate");
        assert_eq!(decode("&&#65;"), "&A");
        assert_eq!(decode("&#99999999999;"), "&#99999999999;");
    }

    #[test]
    fn a_tell_that_was_cut_has_a_command_behind_it() {
        let glued = |text: &str| {
            let mut bytes = format!("ptell {}", text.repeat(600)).into_bytes();
            bytes.truncate(KEPT);
            bytes.extend(b"holding [N] []");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        // Cut between letters and through letters of two, three and four bytes, at every place.
        for text in ["a", "д", "aд", "♞", "a♞", "aa♞", "𝄞", "a𝄞", "aa𝄞", "aaa𝄞"] {
            let line = glued(text);
            assert_eq!(part(&line).map(|parts| parts.1), Some("holding [N] []"), "{text}");
        }
        assert_eq!(part(&format!("ptell {}", "a".repeat(KEPT - 6))), None);
        assert_eq!(part(&format!("holding {}", "a".repeat(KEPT))), None);
    }
}
