//! Shades of a message by words that the grammar passes over: how long a stall lasts, how little danger there is, and
//! a mate that is only near.

use super::token::{Token, tokens};
use crate::team::message::{Danger, PartnerMessage};

/// The unit of a stall that lasts for a number of moves.
const MOVES: [&str; 8] = ["moves", "mvs", "move", "хода", "ходов", "ход", "hoda", "hodov"];
/// Numbers that people write as words.
const NUMBERS: [(&str, u32); 10] = [
    ("two", 2),
    ("три", 3),
    ("three", 3),
    ("четыре", 4),
    ("four", 4),
    ("five", 5),
    ("два", 2),
    ("пять", 5),
    ("dva", 2),
    ("tri", 3),
];
/// More moves than this are no wish that a partner can keep in mind.
const MOST_MOVES: u32 = 20;
/// With these a danger is low.
const SLIGHT: [&str; 17] = [
    "bit",
    "little",
    "lil",
    "slightly",
    "small",
    "minor",
    "немного",
    "немножко",
    "чуть",
    "чуть-чуть",
    "chut",
    "chut-chut",
    "чутка",
    "чуток",
    "слегка",
    "слегонца",
    "небольшая",
];
/// With these a mate has not come yet.
const NEARLY: [&str; 6] = ["almost", "nearly", "почти", "вот-вот", "вот вот", "на грани"];
/// Beginnings of the words for a mate.
const MATES: [&str; 4] = ["mate", "checkmate", "мат", "замат"];

/// Adds to the `messages` of a line what its shades say.
pub fn add_shades(line: &str, messages: &mut [PartnerMessage]) {
    let shaded = |message: &&mut PartnerMessage| {
        matches!(message, PartnerMessage::Stall(None) | PartnerMessage::Threat(Danger::Medium) | PartnerMessage::Dead)
    };
    for message in messages.iter_mut().filter(shaded) {
        let tokens = tokens(line);
        let words: Vec<&str> = tokens.iter().filter_map(word).collect();
        match message {
            PartnerMessage::Stall(moves) => *moves = moves_named(&tokens),
            PartnerMessage::Threat(danger) if words.iter().any(|word| SLIGHT.contains(word)) => *danger = Danger::Low,
            PartnerMessage::Dead if is_near(&words) => *message = PartnerMessage::Threat(Danger::Critical),
            _ => {}
        }
    }
}

fn word(token: &Token) -> Option<&str> {
    if let Token::Word(word) = token { Some(word) } else { None }
}

/// The number of moves that a line names: "no captures for 3 moves", "… for 3", «хода 3 ничего не бери».
fn moves_named(tokens: &[Token]) -> Option<u32> {
    let number = |token: &Token| match token {
        Token::Number(number) => Some(*number),
        Token::Word(word) => NUMBERS.iter().find(|(name, _)| name == word).map(|&(_, number)| number),
        _ => None,
    };
    let is_move = |token: &Token| word(token).is_some_and(|word| MOVES.contains(&word));
    let named = |pair: &[Token]| match pair {
        [first, second] if is_move(second) => number(first),
        [first, second] if is_move(first) || word(first) == Some("for") => number(second),
        _ => None,
    };
    tokens.windows(2).find_map(named).filter(|moves| (1..=MOST_MOVES).contains(moves))
}

/// Whether the words tell of a mate that is near: "almost mated", «меня вот-вот заматуют».
fn is_near(words: &[&str]) -> bool {
    let line = words.join(" ");
    NEARLY.iter().any(|near| line.contains(near))
        && words.iter().any(|word| MATES.iter().any(|mate| word.starts_with(mate)))
}
