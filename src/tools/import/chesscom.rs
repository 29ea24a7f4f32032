//! chess.com's games in JSON, a board each.
//!
//! The site's answer for a game names the partner's: `moveList` has two characters a ply, `moveTimestamps` what is left
//! on the mover's clock behind each, in tenths of a second. How they are coded was found from games (21 pairs of them
//! all replay). The archive of a player's month (its Published-Data API, `/pub/player/NAME/games/YYYY/MM`) has a list
//! of games of all variants, each with its PGN, which names no partner.

use super::json::Cut;
use crate::game::Team;
use crate::game::bpgn::{Fault, GameResult, Half, HalfPly};
use serde::Deserialize;
use serde_json::Value;

/// Characters of `moveList`, each a number.
const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*+=";
/// The first number that is no square; behind it promotions by kind and file.
const SQUARES: usize = 64;
const PROMOTIONS: [char; 4] = ['q', 'n', 'r', 'b'];
/// Characters of the pieces that are dropped.
const DROPS: [(char, char); 5] = [('&', 'q'), ('-', 'n'), ('*', 'r'), ('+', 'b'), ('=', 'p')];
/// A clock counts tenths of a second.
const TICK_MS: u64 = 100;
/// More than any base time or increment, in tenths of a second: three thousand years.
const MOST_TICKS: f64 = 1e12;

/// The reasons of an end on a board, with the words for the loser.
const LOSSES: [(&str, &str); 5] = [
    ("checkmated", "checkmated"),
    ("timeout", "forfeits on time"),
    ("resigned", "resigns"),
    ("abandoned", "forfeits by disconnection"),
    ("stalemate", "stalemated"),
];
/// The reasons of a draw, with its words.
const DRAWS: [(&str, &str); 6] = [
    ("agreed", "Game drawn by mutual agreement"),
    ("repetition", "Game drawn by repetition"),
    ("stalemate", "Game drawn by stalemate"),
    ("insufficient", "Game drawn by insufficient material"),
    ("50move", "Game drawn by the 50 move rule"),
    ("timevsinsufficient", "Game drawn by time against insufficient material"),
];

/// The beginning of the reasons of an end on the other board.
const PARTNERS_END: &str = "bughousepartner";

/// A board with the numbers by which the two boards of a game find each other.
#[derive(Debug)]
pub struct Board {
    /// The number of the game.
    pub id: u64,
    /// The number of the partner's game.
    pub partner: u64,
    /// The board.
    pub half: Half,
}

/// A game of JSON.
#[derive(Debug)]
pub enum Entry {
    /// The site's answer for a game.
    Board(Board),
    /// A game of an archive: its PGN, and its number, if the address has one.
    Archived {
        /// The number at the end of the address.
        id: Option<u64>,
        /// The PGN.
        pgn: String,
    },
    /// A game of an archive in another variant.
    OtherVariant,
}

#[derive(Deserialize)]
struct Archived {
    pgn: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    rules: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw {
    id: u64,
    partner_game_id: Option<u64>,
    #[serde(default)]
    color_of_winner: Option<String>,
    move_list: String,
    #[serde(default)]
    move_timestamps: Option<String>,
    #[serde(default)]
    game_end_reason: Option<String>,
    #[serde(default)]
    result_message: Option<String>,
    #[serde(default)]
    base_time1: Option<f64>,
    #[serde(default)]
    time_increment1: Option<f64>,
    #[serde(default)]
    initial_setup: Option<String>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    pgn_headers: serde_json::Map<String, Value>,
}

/// The games in an object, at any depth: an answer of the site, an archive, or an object that holds several.
///
/// # Errors
/// When the text is no JSON, or a game in it is not one of bughouse though it has a `moveList`, or is damaged.
pub fn games(cut: &Cut) -> Result<Vec<Entry>, String> {
    let value: Value = serde_json::from_slice(&cut.bytes).map_err(|error| format!("JSON: {error}"))?;
    let mut found = Vec::new();
    collect(&value, &mut found);
    if found.is_empty() && !cut.is_rest {
        return Err("no game of chess.com is in this object: it has no `moveList` and no `pgn`".to_owned());
    }
    found.into_iter().map(|value| entry(value, cut.line)).collect()
}

/// Objects with a list of moves or a PGN. The parser bounds the depth of a value.
fn collect<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) if ["moveList", "pgn"].iter().any(|key| object.contains_key(*key)) => found.push(value),
        Value::Object(object) => object.values().for_each(|value| collect(value, found)),
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

fn entry(value: &Value, line: usize) -> Result<Entry, String> {
    if value.get("moveList").is_some() {
        return board(value, line).map(Entry::Board);
    }
    let Archived { pgn, url, rules } =
        Archived::deserialize(value).map_err(|error| format!("JSON of an archived game: {error}"))?;
    if rules.is_some_and(|rules| !rules.starts_with("bughouse")) {
        return Ok(Entry::OtherVariant);
    }
    let id = url.rsplit('/').next().and_then(|number| number.parse().ok());
    Ok(Entry::Archived { id, pgn })
}

fn board(value: &Value, line: usize) -> Result<Board, String> {
    let raw = Raw::deserialize(value).map_err(|error| format!("JSON of a game: {error}"))?;
    let of = |text: String| format!("game {}: {text}", raw.id);
    let partner = raw.partner_game_id.ok_or_else(|| of("it has no partnerGameId".to_owned()))?;
    if let Some(kind) = raw.kind.as_deref().filter(|kind| !kind.starts_with("bughouse")) {
        return Err(of(format!("the variant {kind} is not played")));
    }
    let header = |name: &str| {
        raw.pgn_headers.get(name).map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    };
    let names = ["Event", "Site", "Date", "Round", "EndDate", "EndTime", "White", "Black", "WhiteElo", "BlackElo"];
    let mut tags: Vec<(String, String)> =
        names.into_iter().filter_map(|name| Some((name.to_owned(), header(name)?))).collect();
    if header("Site").is_none() {
        tags.push(("Site".to_owned(), "Chess.com".to_owned()));
    }
    let stamps = raw.move_timestamps.as_deref().unwrap_or_default();
    let clocks: Vec<Option<u64>> =
        stamps.split(',').map(|text| text.trim().parse::<u64>().ok().map(|t| t.saturating_mul(TICK_MS))).collect();
    let texts = moves(&raw.move_list).map_err(of)?;
    let (plies, most) = (texts.len(), Half::MOST_PLIES);
    if plies > most {
        return Err(of(Fault::TooManyPlies { plies, most }.to_string()));
    }
    if !stamps.is_empty() && clocks.len() < texts.len() {
        return Err(of(format!("{} clocks for {} moves", clocks.len(), texts.len())));
    }
    if let Some(at) = clocks.iter().take(texts.len()).position(Option::is_none).filter(|_| !stamps.is_empty()) {
        return Err(of(format!("clock {} of moveTimestamps is no number", at + 1)));
    }
    let plies = texts.into_iter().enumerate().map(|(index, text)| HalfPly {
        text,
        clock_ms: clocks.get(index).copied().flatten(),
        notes: Vec::new(),
        line,
    });
    let time_ms = |name: &str, value: Option<f64>| match value.filter(|ticks| *ticks >= 0.0) {
        Some(ticks) if ticks > MOST_TICKS => Err(of(format!("{name}, `{ticks:?}`, is longer than any game"))),
        ticks => Ok(ticks.map(|ticks| ticks as u64 * TICK_MS)),
    };
    let winner = raw.color_of_winner.as_deref();
    let reason = raw.game_end_reason.as_deref().unwrap_or_default();
    // A reason that is not known is told in the site's own words.
    let is_here = !reason.is_empty() && !reason.starts_with(PARTNERS_END);
    let message = raw.result_message.clone().filter(|_| is_here);
    let half = Half {
        notes: Vec::new(),
        plies: plies.collect(),
        base_ms: time_ms("baseTime1", raw.base_time1)?,
        increment_ms: time_ms("timeIncrement1", raw.time_increment1)?.unwrap_or(0),
        start: raw.initial_setup.clone().filter(|text| !text.trim().is_empty()),
        end_note: end_note(reason, winner, &tags).or(message),
        result: result(reason, winner),
        tags,
        line,
        warnings: Vec::new(),
    };
    Ok(Board { id: raw.id, partner, half })
}

fn result(reason: &str, winner: Option<&str>) -> GameResult {
    match winner {
        Some("white") => GameResult::Won(Team::One),
        Some("black") => GameResult::Won(Team::Two),
        _ if DRAWS.iter().any(|(name, _)| *name == reason) => GameResult::Draw,
        _ => GameResult::Open,
    }
}

/// The end in words, if the game ended on this board.
fn end_note(reason: &str, winner: Option<&str>, tags: &[(String, String)]) -> Option<String> {
    let words =
        |table: &[(&str, &'static str)]| table.iter().find(|(name, _)| *name == reason).map(|(_, words)| *words);
    let loser = match winner {
        Some("white") => "Black",
        Some("black") => "White",
        _ => return words(&DRAWS).map(str::to_owned),
    };
    let name = tags.iter().find(|(name, _)| name == loser).map_or("?", |(_, value)| value.as_str());
    words(&LOSSES).map(|words| format!("{name} {words}"))
}

/// The moves of a `moveList`, as `e2e4`, `e7e8q` and `n@f3`.
fn moves(list: &str) -> Result<Vec<String>, String> {
    let letters: Vec<char> = list.chars().collect();
    letters
        .chunks(2)
        .enumerate()
        .map(|(ply, pair)| {
            one(pair).ok_or_else(|| {
                format!("ply {} of moveList, `{}`, is no move", ply + 1, pair.iter().collect::<String>())
            })
        })
        .collect()
}

fn one(pair: &[char]) -> Option<String> {
    let &[from, to] = pair else { return None };
    let number = |letter: char| ALPHABET.chars().position(|known| known == letter);
    let square = |index: usize| format!("{}{}", char::from(b'a' + (index % 8) as u8), index / 8 + 1);
    let target = number(to)?;
    if let Some((_, piece)) = DROPS.iter().find(|(letter, _)| *letter == from) {
        return (target < SQUARES).then(|| format!("{piece}@{}", square(target)));
    }
    let from = number(from).filter(|&from| from < SQUARES)?;
    if target < SQUARES {
        return Some(format!("{}{}", square(from), square(target)));
    }
    // By kind, then to the left, ahead and to the right.
    let piece = PROMOTIONS.get((target - SQUARES) / 3)?;
    let file = (from % 8 + (target - SQUARES) % 3).checked_sub(1).filter(|&file| file < 8)?;
    let rank = match from / 8 {
        6 => 7,
        1 => 0,
        _ => return None,
    };
    Some(format!("{}{}{piece}", square(from), square(8 * rank + file)))
}
