//! The moves of a PGN in lines.

/// The longest line, in characters.
const COLUMNS: usize = 80;

/// Words in lines, with a blank between two words of a line. A word with blanks in it stays in one line.
pub fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let gap = if column + 1 + length > COLUMNS { '\n' } else { ' ' };
            column = if gap == '\n' { 0 } else { column + 1 };
            text.push(gap);
        }
        text += word;
        column += length;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_at_most_80_columns() {
        let words = [40, 39, 1, 80].map(|length| "x".repeat(length));
        let text = wrapped(&words);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [80, 1, 80]);
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(wrapped(&[]), "\n");
    }
}
