//! `tandem talk`: explains how a partner's messages are parsed.

use crate::team::message::PartnerMessage;
use crate::team::notation::{self, word};
use crate::team::phrases::{Language, say, understand};
use crate::types::PieceType;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::error::Error;
use std::io::{self, BufRead, Write};

/// `tandem talk WORDS`, `tandem talk --json`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The partner's message; without it, one per line from stdin
    #[arg(allow_hyphen_values = true)]
    words: Vec<String>,
    /// Read lines from stdin and write one JSON object a line
    #[arg(long, conflicts_with = "words")]
    json: bool,
}

/// Reads and explains.
///
/// # Errors
/// When stdin cannot be read or stdout cannot be written. A closed pipe is no error.
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

/// Answers line by line. Invalid UTF-8 is replaced.
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
struct AnsweredLine<'a> {
    text: &'a str,
    messages: Vec<Object>,
}

/// A message as JSON: its type, then its other fields, in this order.
struct Object(Vec<(&'static str, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A line and its messages as JSON.
fn in_json(text: &str) -> io::Result<String> {
    let messages = understand(text).messages.iter().map(object).collect();
    Ok(serde_json::to_string(&AnsweredLine { text, messages })?)
}

/// The meaning of a line, in the line's language.
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

/// The message's type as in UBI, as a single word.
fn kind(message: &PartnerMessage) -> String {
    match message {
        PartnerMessage::Need { .. } => "need".to_owned(),
        PartnerMessage::AskTrade(_) => "ask_trade".to_owned(),
        PartnerMessage::AskNeed => "ask_need".to_owned(),
        other => notation::write(other).split(' ').next().unwrap_or_default().to_owned(),
    }
}

fn object(message: &PartnerMessage) -> Object {
    use PartnerMessage as M;
    let mut fields = vec![("type", kind(message).into())];
    let mut put = |name, value: Option<Value>| fields.extend(value.map(|value| (name, value)));
    let letter = |piece: PieceType| piece.letter().to_string().into();
    match message {
        M::Need { piece, urgency } | M::Avoid { piece, urgency } => {
            put("piece", Some(letter(*piece)));
            put("urgency", Some(word(&notation::URGENCIES, urgency).into()));
        }
        M::Enough(piece) | M::Take(piece) => put("piece", Some(letter(*piece))),
        M::Allow(piece) => {
            put("piece", Some(letter(*piece)));
            put("of", Some("ban".into()));
        }
        M::Trade { good, piece } => {
            put("value", Some(if *good { "good" } else { "bad" }.into()));
            put("piece", piece.map(letter));
        }
        M::AskTrade(piece) => put("piece", piece.map(letter)),
        M::Sit { cause, seconds } => {
            put("reason", cause.map(|cause| word(&notation::CAUSES, &cause).into()));
            put("seconds", seconds.map(Value::from));
        }
        M::Stall(moves) => put("moves", moves.map(Value::from)),
        M::Go(cause) => put("reason", cause.map(|cause| word(&notation::CAUSES, &cause).into())),
        M::Fast(haste) => put("reason", haste.map(|haste| word(&notation::HASTES, &haste).into())),
        M::Hint(told) | M::Say(told) => put("move", Some(told.as_str().into())),
        M::Clocks { own_cs, opponent_cs } => {
            put("own", own_cs.map(Value::from));
            put("opponent", opponent_cs.map(Value::from));
        }
        M::Material(cp) => put("cp", Some((*cp).into())),
        M::Threat(danger) => put("level", Some(word(&notation::DANGERS, danger).into())),
        M::AskNeed | M::Yes | M::No | M::Sitting | M::Waiting | M::Slow | M::Dead | M::Alive | M::Mate => {}
        M::Help | M::Hello | M::Thanks => {}
    }
    Object(fields)
}
