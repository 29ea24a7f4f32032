//! PGN of one board, with clocks as `{[%clk 0:01:59.6]}` or times of moves as `{[%emt 0:00:01.3]}`.

use super::{Half, HalfPly};
use crate::board::fen;
use crate::game::bpgn::read::{is_verdict, milliseconds, split_spent, split_stamp, with_knight_drop};
use crate::game::bpgn::scan::{BpgnToken, Scanner, decode, guessed};
use crate::game::bpgn::told::is_partners_end;
use crate::game::bpgn::{BpgnError, Fault, GameResult, Stamp};

pub(super) fn read(bytes: &[u8], first_line: usize) -> Result<Half, BpgnError> {
    let text = decode(bytes);
    let mut scanner = Scanner::tolerant(&text, first_line);
    let warnings = guessed(bytes).map(str::to_owned).into_iter().collect();
    let mut half = Half { line: first_line, warnings, ..Half::default() };
    let mut place = (first_line, String::new());
    let mut is_over = false;
    while let Some((line, token)) = scanner.next()? {
        match token {
            BpgnToken::Tag(name, value) if is_over => {
                return Err(BpgnError::new(line, &format!("[{name} \"{value}\"]"), Fault::BehindResult));
            }
            BpgnToken::Word(word) if is_over && !is_glyph(&word) => {
                return Err(BpgnError::new(line, &word, Fault::BehindResult));
            }
            BpgnToken::Tag(name, value) => {
                place = (line, format!("[{name} \"{value}\"]"));
                half.tags.push((name, value));
            }
            BpgnToken::Comment(text) | BpgnToken::Aside(text) => {
                let mut note = text;
                let notes = match half.plies.last_mut() {
                    None => &mut half.notes,
                    Some(ply) => {
                        if ply.clock_ms.is_none()
                            && let Some((Stamp::Remaining(ms), rest)) = split_stamp(&note)
                        {
                            (ply.clock_ms, note) = (Some(ms), rest);
                        }
                        &mut ply.notes
                    }
                };
                if !note.is_empty() {
                    notes.push(note);
                }
            }
            BpgnToken::Word(word) => {
                if let Some(result) = GameResult::from_text(&word) {
                    (half.result, is_over) = (result, true);
                    continue;
                }
                let san = without_number(&word);
                if san.is_empty() || is_glyph(san) {
                    continue;
                }
                place = (line, word.clone());
                half.plies.push(HalfPly { text: with_knight_drop(san), clock_ms: None, notes: Vec::new(), line });
            }
        }
    }
    if !is_over {
        return Err(BpgnError::new(place.0, &place.1, Fault::NoResult));
    }
    let (plies, most) = (half.plies.len(), Half::MOST_PLIES);
    if plies > most {
        return Err(BpgnError::new(place.0, &place.1, Fault::TooManyPlies { plies, most }));
    }
    half.start = half.tag("FEN").filter(|text| !is_usual(text)).map(str::to_owned);
    let control = half.tag("TimeControl").map(|text| text.split_once('+').unwrap_or((text, "0")));
    if let Some((base, increment)) = control.map(|(base, increment)| (milliseconds(base), milliseconds(increment))) {
        (half.base_ms, half.increment_ms) = (base, increment.unwrap_or(0));
    }
    tell_clocks(&mut half);
    half.end_note = half.tag("Termination").filter(|text| !is_partners_end(text)).map(str::to_owned);
    Ok(half)
}

/// Sets the clocks of a game that tells none by the times that its moves took, up to the first move without one. A
/// comment that is not needed for a clock stays a note.
fn tell_clocks(half: &mut Half) {
    let Some(base) = half.base_ms.filter(|_| half.plies.iter().all(|ply| ply.clock_ms.is_none())) else { return };
    let mut clocks = [base; 2];
    for (ply, side) in half.plies.iter_mut().zip([0, 1].into_iter().cycle()) {
        let found = ply.notes.iter_mut().find_map(|note| split_spent(note).map(|spent| (note, spent)));
        let Some((note, (spent, rest))) = found else { return };
        *note = rest;
        ply.notes.retain(|note| !note.is_empty());
        clocks[side] = clocks[side].saturating_sub(spent).saturating_add(half.increment_ms);
        ply.clock_ms = Some(clocks[side]);
    }
}

/// A word without a move number before it: `12.`, `12...Nf6`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if rest.is_empty() => "",
        None => word,
    }
}

/// Whether a word says what a move is worth, as `$1` and `!?` do; `$146@f3` is a knight's drop.
fn is_glyph(word: &str) -> bool {
    word.starts_with('$') && !word.contains('@') || is_verdict(word)
}

/// Whether a FEN is the start position, with hands or without.
fn is_usual(text: &str) -> bool {
    let position = fen::parse(text, Default::default());
    position.is_ok_and(|position| position.to_bfen() == fen::START)
}
