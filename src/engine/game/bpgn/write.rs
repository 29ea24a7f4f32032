//! From records to text.

use super::{Record, Stamp};
use std::fmt::Write;

/// Lines are filled up to this many characters; a longer token stands alone on its line.
const WIDTH: usize = 100;

/// Writes one game, an empty line behind it, so that games can be written one after another.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    if !record.tags.is_empty() {
        text.push('\n');
    }
    fill(&tokens(record), &mut text);
    text.push_str("\n\n");
    text
}

/// The parts of a game that must not be broken over two lines: plies with their time, notes, the end note, the result.
fn tokens(record: &Record) -> Vec<String> {
    let note = |text: &String| format!("{{C:{}}}", comment(text));
    let mut tokens: Vec<String> = record.notes.iter().map(note).collect();
    for ply in &record.plies {
        let time = match ply.stamp {
            Some(Stamp::Remaining(ms)) => format!(" {{{}}}", seconds(ms)),
            Some(Stamp::SinceStart(ms)) => format!(" {{[ts={}]}}", seconds(ms)),
            None => String::new(),
        };
        tokens.push(format!("{}{}. {}{time}", ply.number, ply.seat.letter(), ply.san));
        tokens.extend(ply.notes.iter().map(note));
    }
    tokens.extend(record.end_note.as_ref().map(|text| format!("{{{}}}", comment(text))));
    tokens.push(record.result.text().to_owned());
    tokens
}

/// Appends `tokens` to `text` in lines of at most [`WIDTH`] characters.
fn fill(tokens: &[String], text: &mut String) {
    let mut width = 0;
    for token in tokens {
        let length = token.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text.push_str(token);
        width += length;
    }
}

/// A time in seconds, with three decimals.
pub(super) fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text for a comment: PGN cannot escape braces, so they are replaced.
pub(super) fn comment(text: &str) -> String {
    one_line(text).replace('{', "(").replace('}', ")")
}
