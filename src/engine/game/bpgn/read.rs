//! From tokens to records.

use super::scan::{BpgnToken, Scanner, decode};
use super::write::comment;
use super::{BpgnError, Fault, GameResult, Ply, Record, Stamp, end_note};
use crate::game::{ByBoard, Seat, Team};
use crate::types::Color;

/// Reads all games of a text. It also accepts: no blank before `{`, CRLF, Windows-1252, several tags a line,
/// `{[%clk 0:00:01.3]}`, `{[ts=185.070]}`, no times at all, `@e3` for `P@e3`, comments from `;` to line end, `$3`.
///
/// Moves are not checked; [`Record::replay`] does that.
///
/// # Errors
/// With line, token and reason when the text is not BPGN: see [`Fault`].
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, BpgnError> {
    let mut records = Vec::new();
    let text = decode(bytes);
    read_games(Scanner::new(&text), Reader::default(), &mut records)?;
    Ok(records)
}

/// Reads a part of a file as history: the games of a text that begins at line `first_line`, and the error that ends
/// them, if the text is damaged. More than in [`read`] is accepted: variations, and verdicts set apart as in `e4 !?`,
/// which are passed over; a large seat letter for black's moves too, as pychess.org writes it; a tag `Result` that
/// contradicts the result; no result, if the tag `Outcome` tells the end, as bughouse.pro writes it; `{R: …}` and other
/// marked comments as notes; comments behind the result, of which one on its line is the end note if there is none.
///
/// Moves are not checked; [`Record::settle`](super::Record::settle) does that.
pub fn read_history(bytes: &[u8], first_line: usize) -> (Vec<Record>, Option<BpgnError>) {
    let mut records = Vec::new();
    let text = decode(bytes);
    let reader = Reader { tolerant: true, ..Reader::default() };
    let damage = read_games(Scanner::tolerant(&text, first_line), reader, &mut records).err();
    (records, damage)
}

fn read_games(mut scanner: Scanner<'_>, mut reader: Reader, records: &mut Vec<Record>) -> Result<(), BpgnError> {
    while let Some((line, token)) = scanner.next()? {
        match token {
            BpgnToken::Tag(name, value) => reader.tag(line, name, value)?,
            BpgnToken::Comment(text) => match records.last_mut() {
                Some(record) if reader.tolerant && reader.is_new() && record.end_line == line => behind(record, &text),
                _ => reader.comment(&text),
            },
            BpgnToken::Aside(text) => reader.record.note(&text),
            BpgnToken::Word(word) => match GameResult::from_text(&word) {
                Some(result) => {
                    let next = Reader { tolerant: reader.tolerant, ..Reader::default() };
                    records.push(std::mem::replace(&mut reader, next).finish(line, result)?);
                }
                None if word.starts_with('$') || reader.tolerant && is_verdict(&word) => {}
                None => reader.ply(line, &word, &mut scanner)?,
            },
        }
    }
    match reader.place.clone() {
        None => {
            reader.flush();
            if let Some(record) = records.last_mut().filter(|_| reader.tolerant) {
                reader.record.notes.iter().for_each(|note| record.note(note));
            }
            Ok(())
        }
        Some((line, _)) if reader.tolerant && reader.tells_its_end() => {
            let result = reader.record.tag("Result").and_then(GameResult::from_text).unwrap_or_default();
            records.push(reader.finish(line, result)?);
            Ok(())
        }
        Some((line, token)) => Err(BpgnError::new(line, &token, Fault::NoResult)),
    }
}

/// Adds a comment that stands behind the result: the end note, if there is none.
fn behind(record: &mut Record, text: &str) {
    if text.is_empty() {
        return;
    }
    // Before the result a time would be the last ply's.
    if record.end_note.is_none() && !is_marked(text) && split_stamp(text).is_none() {
        record.end_note = Some(text.to_owned());
    } else {
        record.note(text.strip_prefix("C:").map_or(text, str::trim));
    }
}

/// A record that is being read.
#[derive(Default)]
struct Reader {
    /// Whether the text is history, of whatever origin.
    tolerant: bool,
    record: Record,
    /// The last plain comment: the end note, if a result follows.
    plain: Option<String>,
    /// The expected next ply of each board; `None` before its first ply.
    next: ByBoard<Option<(u32, Color)>>,
    /// The last tag or ply, quoted when the game has no result.
    place: Option<(usize, String)>,
}

impl Reader {
    fn tag(&mut self, line: usize, name: String, value: String) -> Result<(), BpgnError> {
        let text = format!("[{name} \"{value}\"]");
        if !self.record.plies.is_empty() {
            return Err(BpgnError::new(line, &text, Fault::TagInGame));
        }
        self.place = Some((line, text));
        if name == "FEN" {
            self.record.fen_line = line;
        }
        self.record.tags.push((name, value));
        Ok(())
    }

    /// Stores a comment: as the time of the ply, as a note, or for now as a possible end note.
    fn comment(&mut self, text: &str) {
        let time_is_open = self.record.plies.last().is_some_and(|ply| ply.stamp.is_none());
        let mut text = text.trim().to_owned();
        let is_marked = is_marked(&text) && !self.is_players_end(&text);
        if is_marked && let Some(note) = text.strip_prefix("C:") {
            self.flush_before_note();
            self.record.note(note.trim());
            return;
        }
        if self.tolerant && is_marked {
            self.flush_before_note();
            self.record.note(&text);
            return;
        }
        if time_is_open && let Some((stamp, rest)) = split_stamp(&text) {
            if let Some(ply) = self.record.plies.last_mut() {
                ply.stamp = Some(stamp);
            }
            if rest.is_empty() {
                return;
            }
            text = rest;
        }
        self.flush();
        self.plain = Some(text);
    }

    /// Whether nothing of the game has come.
    fn is_new(&self) -> bool {
        self.place.is_none() && self.plain.is_none() && self.record.notes.is_empty()
    }

    /// Whether a comment tells how the game ended for a player of the tags, whose name may begin as a mark does.
    fn is_players_end(&self, text: &str) -> bool {
        let Some(claim) = end_note::parse(text) else { return false };
        let of_team = |team: Team| comment(&team.seats().map(|seat| self.record.player(seat)).join(" and "));
        Seat::ALL.into_iter().any(|seat| self.record.is_named(seat, claim.names))
            || Team::ALL.into_iter().any(|team| of_team(team) == claim.names)
    }

    /// Turns a possible end note into a note, since no result followed it.
    fn flush(&mut self) {
        if let Some(text) = self.plain.take().filter(|text| !text.is_empty()) {
            self.record.note(&text);
        }
    }

    /// The same before another note. Words that tell how the game ended may still be followed by the result.
    fn flush_before_note(&mut self) {
        if self.plain.as_deref().is_none_or(|text| end_note::parse(text).is_none()) {
            self.flush();
        }
    }

    fn ply(&mut self, line: usize, word: &str, scanner: &mut Scanner<'_>) -> Result<(), BpgnError> {
        self.flush();
        if self.tolerant && self.record.plies.is_empty() {
            // Before anything of it is taken for damage.
            self.record.check_variant().map_err(|error| BpgnError { line, ..error })?;
        }
        let wrong = |reason| BpgnError::new(line, word, reason);
        let (number, mut seat, rest) = split_number(word).ok_or_else(|| wrong(Fault::PlyNumber))?;
        if self.tolerant && self.next[seat.board] == Some((number, Color::Black)) {
            seat.color = Color::Black;
        }
        if let Some((next, color)) = self.next[seat.board]
            && (number, seat.color) != (next, color)
        {
            let expected = format!("{next}{}", Seat::new(seat.board, color).letter());
            return Err(wrong(Fault::PlyOrder { expected }));
        }
        let next = number.saturating_add(u32::from(seat.color == Color::Black));
        self.next[seat.board] = Some((next, !seat.color));
        let san = if rest.is_empty() {
            match scanner.next()? {
                Some((_, BpgnToken::Word(san))) if GameResult::from_text(&san).is_none() => san,
                _ => return Err(wrong(Fault::NoMove)),
            }
        } else {
            rest.to_owned()
        };
        self.place = Some((line, format!("{word} {san}")));
        let san = if san.starts_with('@') { format!("P{san}") } else { san };
        let san = if self.tolerant { with_knight_drop(&san) } else { san };
        self.record.plies.push(Ply { number, seat, san, stamp: None, notes: Vec::new(), line });
        Ok(())
    }

    /// Whether the game has moves, and a tag for the end instead of a result behind them.
    fn tells_its_end(&self) -> bool {
        self.record.tag("Outcome").is_some() && !self.record.plies.is_empty()
    }

    fn finish(mut self, line: usize, result: GameResult) -> Result<Record, BpgnError> {
        let tag = self.record.tag("Result").filter(|tag| GameResult::from_text(tag).is_some_and(|tag| tag != result));
        if let Some(tag) = tag.filter(|_| !self.tolerant) {
            return Err(BpgnError::new(line, result.text(), Fault::ResultTag { tag: tag.to_owned() }));
        }
        self.record.end_note = self.plain.take().filter(|text| !text.is_empty());
        self.record.result = result;
        self.record.end_line = line;
        Ok(self.record)
    }
}

/// SAN with a knight's drop as `N@`. Programs that take `N` for PGN's "novelty" write its number, as in `$146@f3`.
pub(super) fn with_knight_drop(san: &str) -> String {
    san.replacen("$146@", "N@", 1)
}

/// Whether a word is a verdict on a move, set apart from it as in `e4 !?`.
pub(super) fn is_verdict(word: &str) -> bool {
    ["!", "?", "!!", "??", "!?", "?!"].contains(&word)
}

/// Whether a comment is marked by a letter, as in `R: Ann requests to abort the game.`
fn is_marked(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_uppercase()) && letters.next() == Some(':')
}

/// Splits a word into number and seat (`12A.`) and the rest.
fn split_number(word: &str) -> Option<(u32, Seat, &str)> {
    let digits = word.find(|letter: char| !letter.is_ascii_digit())?;
    let number = word[..digits].parse().ok()?;
    let mut letters = word[digits..].chars();
    let seat = Seat::from_letter(letters.next()?)?;
    let behind = letters.as_str();
    let rest = behind.trim_start_matches('.');
    (rest.is_empty() || behind.starts_with('.')).then_some((number, seat, rest))
}

/// The time in a comment, if any, and the rest of its text.
pub(super) fn split_stamp(text: &str) -> Option<(Stamp, String)> {
    // Behind minutes the seconds have two digits: `{3:1}` is a score.
    let is_time = |seconds: &str| seconds.bytes().take_while(u8::is_ascii_digit).count() == 2;
    if text.rsplit_once(':').is_none_or(|(_, seconds)| is_time(seconds))
        && let Some(ms) = clock(text)
    {
        return Some((Stamp::Remaining(ms), String::new()));
    }
    if let Some((value, rest)) = cut(text, "[%clk ") {
        return clock(value).map(|ms| (Stamp::Remaining(ms), rest));
    }
    let (value, rest) = cut(text, "[ts=")?;
    milliseconds(value).map(|ms| (Stamp::SinceStart(ms), rest))
}

/// The time that a move took by a comment such as `[%emt 0:00:01.3]`, in ms, and the rest of the comment.
pub(super) fn split_spent(text: &str) -> Option<(u64, String)> {
    let (value, rest) = cut(text, "[%emt ")?;
    clock(value).map(|ms| (ms, rest))
}

/// The value between `opening` and the next bracket, and the text around both.
fn cut<'a>(text: &'a str, opening: &str) -> Option<(&'a str, String)> {
    let (before, inside) = text.split_once(opening)?;
    let (value, behind) = inside.split_once(']')?;
    Some((value.trim(), format!("{} {}", before.trim(), behind.trim()).trim().to_owned()))
}

/// `h:mm:ss.s`, `mm:ss` or `ss` as ms; a negative time is 0.
fn clock(text: &str) -> Option<u64> {
    let (text, is_negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let (front, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
    let minutes = front.split(':').try_fold(0u64, |sum, part| {
        let part: u64 = part.parse().ok()?;
        sum.checked_mul(60)?.checked_add(part)
    })?;
    let ms = minutes.checked_mul(60_000)?.checked_add(milliseconds(seconds)?)?;
    Some(if is_negative { 0 } else { ms })
}

/// Seconds with decimals, behind a point or a comma, as ms; further decimals are cut off, and a negative time is 0.
pub(super) fn milliseconds(text: &str) -> Option<u64> {
    let (unsigned, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (whole, decimals) = unsigned.split_once(['.', ',']).unwrap_or((unsigned, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) {
        return None;
    }
    let thousandths: String = decimals.chars().chain("000".chars()).take(3).collect();
    let ms = whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths.parse().ok()?)?;
    Some(if negative { 0 } else { ms })
}
