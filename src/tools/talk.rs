//! `tandem talk`: how a partner's words are understood.

use crate::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::team::phrases::{Language, say, understand};
use crate::types::PieceType;
use serde::Serialize;
use std::error::Error;
use std::io::{self, BufRead, Write};

/// `tandem talk WORDS`, `tandem talk --json`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What the partner writes; without it, a line each from stdin
    words: Vec<String>,
    /// Read lines from stdin and write one JSON object a line
    #[arg(long, conflicts_with = "words")]
    json: bool,
}

/// Reads and explains.
///
/// # Errors
/// When stdin cannot be read or stdout cannot be written; that nobody reads on is none.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let result = if args.words.is_empty() {
        let answer = if args.json { in_json } else { |text: &str| Ok(in_words(text)) };
        each_line(io::stdin().lock(), io::stdout().lock(), answer)
    } else {
        writeln!(io::stdout(), "{}", in_words(&args.words.join(" ")))
    };
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Answers line by line. What is not UTF-8 is read as far as it is.
fn each_line(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: fn(&str) -> io::Result<String>,
) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        writeln!(output, "{}", answer(text.strip_suffix('\r').unwrap_or(text))?)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// A line as JSON.
#[derive(Serialize)]
struct Line<'a> {
    text: &'a str,
    messages: Vec<Object>,
}

/// A message as JSON: its type, and what else it says.
#[derive(Serialize, Default)]
struct Object {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    urgency: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    told: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
}

/// A line and its messages as JSON.
fn in_json(text: &str) -> io::Result<String> {
    let messages = understand(text).messages.iter().map(object).collect();
    Ok(serde_json::to_string(&Line { text, messages })?)
}

/// How a line is understood, in its own language.
fn in_words(text: &str) -> String {
    let understood = understand(text);
    let language = understood.language.unwrap_or(Language::English);
    let messages = understood.messages;
    if messages.is_empty() {
        return match language {
            Language::Russian => "ничего не понято".to_owned(),
            Language::English => "nothing understood".to_owned(),
        };
    }
    let lines = messages.iter().map(|message| format!("{}: {}", kind(message), say(message, language)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The message's type: that of UBI, with one word for each.
const fn kind(message: &PartnerMessage) -> &'static str {
    use PartnerMessage as M;
    match message {
        M::Need { .. } => "need",
        M::Avoid { .. } => "avoid",
        M::Enough(_) => "enough",
        M::Trade { .. } => "trade",
        M::Take(_) => "take",
        M::AskTrade(_) => "ask_trade",
        M::AskNeed => "ask_need",
        M::Yes => "yes",
        M::No => "no",
        M::Sit { .. } => "sit",
        M::Stall(_) => "stall",
        M::Go(_) => "go",
        M::Sitting => "sitting",
        M::Waiting => "waiting",
        M::Fast(_) => "play_fast",
        M::Slow => "slow",
        M::Dead => "dead",
        M::Alive => "alive",
        M::Mate => "mate",
        M::Hint(_) => "hint",
        M::Clocks { .. } => "clocks",
        M::Material(_) => "material",
        M::Threat(_) => "threat",
        M::Help => "help",
        M::Hello => "hello",
        M::Thanks => "thanks",
        M::Say(_) => "say",
    }
}

fn object(message: &PartnerMessage) -> Object {
    use PartnerMessage as M;
    let mut object = Object { kind: kind(message), ..Object::default() };
    match message {
        M::Need { piece, urgency: how } | M::Avoid { piece, urgency: how } => {
            object.piece = Some(piece.letter());
            object.urgency = Some(urgency(*how));
        }
        M::Enough(piece) | M::Take(piece) => object.piece = Some(piece.letter()),
        M::Trade { good, piece } => {
            object.value = Some(if *good { "good" } else { "bad" });
            object.piece = piece.map(PieceType::letter);
        }
        M::AskTrade(piece) => object.piece = piece.map(PieceType::letter),
        M::Sit { cause, seconds } => {
            object.reason = cause.map(reason);
            object.seconds = *seconds;
        }
        M::Stall(moves) => object.moves = *moves,
        M::Go(cause) => object.reason = cause.map(reason),
        M::Fast(haste) => {
            object.reason = haste.map(|haste| match haste {
                Haste::Time => "time",
                Haste::Pressure => "pressure",
            });
        }
        M::Hint(told) | M::Say(told) => object.told = Some(told.clone()),
        M::Clocks { own_cs, opponent_cs } => (object.own, object.opponent) = (*own_cs, *opponent_cs),
        M::Material(cp) => object.cp = Some(*cp),
        M::Threat(danger) => object.level = Some(level(*danger)),
        M::AskNeed | M::Yes | M::No | M::Sitting | M::Waiting | M::Slow | M::Dead | M::Alive | M::Mate => {}
        M::Help | M::Hello | M::Thanks => {}
    }
    object
}

const fn urgency(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Low => "low",
        Urgency::Medium => "medium",
        Urgency::High => "high",
        Urgency::Mates => "mates",
    }
}

const fn reason(cause: Cause) -> &'static str {
    match cause {
        Cause::Time => "time",
        Cause::Piece => "piece",
        Cause::Mate => "mate",
    }
}

const fn level(danger: Danger) -> &'static str {
    match danger {
        Danger::Low => "low",
        Danger::Medium => "medium",
        Danger::High => "high",
        Danger::Critical => "critical",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answered(input: &[u8], answer: fn(&str) -> io::Result<String>) -> String {
        let mut output = Vec::new();
        each_line(input, &mut output, answer).expect("memory takes all");
        String::from_utf8(output).expect("UTF-8 comes out")
    }

    #[test]
    fn an_object_a_line() {
        let input =
            "дай коня, и мат\r\n\nне меняй ферзей; depth \"\\\"?\nможно мне меняться?\nsit, piece coming".as_bytes();
        let objects: Vec<Value> =
            answered(input, in_json).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(
            objects,
            [
                json!({ "text": "дай коня, и мат", "messages": [{ "type": "need", "piece": "n", "urgency": "mates" }] }),
                json!({ "text": "", "messages": [] }),
                json!({ "text": "не меняй ферзей; depth \"\\\"?", "messages": [{ "type": "trade", "value": "bad", "piece": "q" }] }),
                json!({ "text": "можно мне меняться?", "messages": [{ "type": "ask_trade" }] }),
                json!({ "text": "sit, piece coming", "messages": [{ "type": "sit", "reason": "piece" }] }),
            ]
        );
    }

    #[test]
    fn rubbish_gets_its_line_too() {
        let mut input = b"\xff\xfe need\nneed n\n".to_vec();
        input.extend([b'a'].repeat(1 << 20));
        let output = answered(&input, in_json);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains("\"messages\":[]") && lines[1].contains("\"need\"") && lines[2].contains("[]"));
    }

    #[test]
    fn words_answer_in_the_line_s_language() {
        assert_eq!(in_words("дай коня, и мат"), "need: конь — и мат");
        assert_eq!(in_words("no trades, gimme a rook"), "trade: no trades\nneed: need a rook");
        assert_eq!(in_words("погода хорошая"), "ничего не понято");
    }
}
