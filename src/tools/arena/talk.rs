//! What partners say to each other across protocols: UBI's `teammsg` and `partnermsg`, CECP's `ptell`.
//!
//! Between players of one protocol the words pass as they are. Between two protocols they go through one message type, as
//! far as there is a plain equivalent; free text passes as free text.

use crate::protocol::teammsg;
use crate::team::message::{PartnerMessage, Urgency};
use crate::types::PieceType;

/// Whose words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Types and arguments of UBI.
    Ubi,
    /// Plain text and the shorthand of the chess servers.
    Tell,
}

/// Something that a player said to its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How.
    pub dialect: Dialect,
    /// In its own words.
    pub text: String,
}

impl Message {
    /// Words of UBI.
    pub fn ubi(text: impl Into<String>) -> Self {
        Self { dialect: Dialect::Ubi, text: text.into() }
    }

    /// Words of a chess server.
    pub fn tell(text: impl Into<String>) -> Self {
        Self { dialect: Dialect::Tell, text: text.into() }
    }

    /// What it means; what nobody understands is free text.
    pub fn meaning(&self) -> PartnerMessage {
        let understood = match self.dialect {
            Dialect::Ubi => teammsg::parse(&self.text.split_ascii_whitespace().collect::<Vec<_>>()),
            Dialect::Tell => understand(&self.text),
        };
        understood.unwrap_or_else(|| PartnerMessage::Say(self.text.clone()))
    }

    /// As UBI has it; nothing for what UBI's players know anyway.
    pub fn for_ubi(&self) -> Option<String> {
        match self.dialect {
            Dialect::Ubi => Some(self.text.clone()),
            // Clocks: every `position` of UBI has all four.
            Dialect::Tell if is_clock(&self.text) => None,
            Dialect::Tell => Some(teammsg::render(&self.meaning())),
        }
    }

    /// As one tells it to a partner on a chess server; nothing for what has no words there.
    pub fn for_tell(&self) -> Option<String> {
        match self.dialect {
            Dialect::Tell => Some(self.text.clone()),
            Dialect::Ubi => shorthand(&self.meaning()),
        }
    }
}

/// Fairy-Stockfish gives its clocks to a partner of its kind: `time N`, `otim N`.
fn is_clock(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    matches!(words.next(), Some("time" | "otim")) && words.next().is_some_and(|word| word.parse::<i64>().is_ok())
}

/// The shorthand of the chess servers: the first word decides.
fn understand(text: &str) -> Option<PartnerMessage> {
    use PartnerMessage as M;
    let text = text.trim().to_ascii_lowercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    Some(match words[..] {
        ["sit"] => M::Sit { cause: None, seconds: None },
        ["go" | "move"] => M::Go(None),
        ["fast" | "time"] => M::Fast(None),
        ["slow"] => M::Slow,
        ["sitting"] => M::Sitting,
        ["waiting"] => M::Waiting,
        ["dead"] => M::Dead,
        ["x"] => M::Alive,
        ["mate"] => M::Mate,
        ["yes"] => M::Yes,
        ["no"] => M::No,
        ["sit", ..] => M::Sit { cause: None, seconds: None },
        // Sjeng's own sentences.
        ["i'll", "have", "to", "sit...(dead)"] | ["i", "am", "forcedly", "mated", ..] => M::Dead,
        ["i'll", "have", "to", "sit...(piece)"] => M::Sitting,
        ["mate", "in", ..] => M::Mate,
        ["you", "can", "trade", "freely."] => M::Trade { good: true, piece: None },
        [wish] => return wished(wish),
        _ => return None,
    })
}

/// `n`, `+n`, `++n`, `+++n`, `-q`, `--q`, `---q`, `+trades`, `---trades`.
fn wished(word: &str) -> Option<PartnerMessage> {
    let rest = word.trim_start_matches(['+', '-']);
    let signs = &word[..word.len() - rest.len()];
    let (good, level) = match signs {
        "" | "+" | "++" | "+++" => (true, signs.len()),
        "-" | "--" | "---" => (false, signs.len()),
        _ => return None,
    };
    if matches!(rest, "trade" | "trades") && level > 0 {
        return Some(PartnerMessage::Trade { good, piece: None });
    }
    let mut letters = rest.chars();
    let piece = PieceType::from_letter(letters.next()?).filter(|&piece| piece != PieceType::King)?;
    if letters.next().is_some() {
        return None;
    }
    let urgency = match level {
        0 | 1 => Urgency::Medium,
        2 => Urgency::High,
        _ => Urgency::Mates,
    };
    Some(if good { PartnerMessage::Need { piece, urgency } } else { PartnerMessage::Avoid { piece, urgency } })
}

/// The words that Fairy-Stockfish, Sjeng and people on chess servers understand.
fn shorthand(message: &PartnerMessage) -> Option<String> {
    use PartnerMessage as M;
    Some(match message {
        M::Need { piece, urgency: Urgency::Mates } => format!("+++{}", piece.letter()),
        M::Need { piece, urgency: Urgency::High } => format!("++{}", piece.letter()),
        M::Need { piece, .. } => format!("+{}", piece.letter()),
        M::Avoid { piece, urgency: Urgency::Mates } => format!("---{}", piece.letter()),
        M::Avoid { piece, urgency: Urgency::High } => format!("--{}", piece.letter()),
        M::Avoid { piece, .. } => format!("-{}", piece.letter()),
        M::Trade { good: true, piece: None } => "+trades".to_owned(),
        M::Trade { good: false, piece: None } => "---trades".to_owned(),
        M::Trade { good, piece: Some(piece) } => {
            format!("{} trade {}", if *good { "do" } else { "do not" }, piece.letter())
        }
        M::AskTrade(None) => "may I trade".to_owned(),
        M::AskTrade(Some(piece)) => format!("may I trade {}", piece.letter()),
        M::Take(piece) => format!("take {}", piece.letter()),
        M::Yes => "yes".to_owned(),
        M::No => "no".to_owned(),
        M::Sit { .. } => "sit".to_owned(),
        M::Go(_) => "go".to_owned(),
        M::Fast(_) => "fast".to_owned(),
        M::Slow => "slow".to_owned(),
        M::Sitting => "sitting".to_owned(),
        M::Waiting => "waiting".to_owned(),
        M::Dead => "dead".to_owned(),
        M::Alive => "x".to_owned(),
        M::Mate => "mate".to_owned(),
        M::Say(text) | M::Hint(text) => text.clone(),
        M::Help => "help".to_owned(),
        M::Hello => "hello".to_owned(),
        M::Thanks => "thanks".to_owned(),
        // Numbers between engines: nobody there would know what to do with them.
        M::Enough(_) | M::Clocks { .. } | M::Material(_) | M::Threat(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorthand_of_the_servers_becomes_ubi() {
        for (tell, ubi) in [
            ("n", "need n urgency medium"),
            ("+N", "need n urgency medium"),
            ("++q", "need q urgency high"),
            ("+++n", "need n urgency high mates 1"),
            ("--b", "avoid b urgency high"),
            ("---q", "avoid q urgency high mates 1"),
            ("---trades", "trade bad"),
            ("sit", "sit"),
            ("go", "go"),
            ("fast", "play_fast"),
            ("slow", "slow"),
            ("I'll have to sit...(dead)", "dead"),
            ("x", "alive"),
            ("Mate in 3, give him no more pieces.", "mate"),
            ("Sorry, but I don't understand that command.", "say Sorry, but I don't understand that command."),
            ("+-n", "say +-n"),
            ("k", "say k"),
        ] {
            assert_eq!(Message::tell(tell).for_ubi().as_deref(), Some(ubi), "{tell}");
        }
        assert_eq!(Message::tell("time 2931").for_ubi(), None);
    }

    #[test]
    fn ubi_becomes_the_shorthand_of_the_servers() {
        for (ubi, tell) in [
            ("need n urgency low", Some("+n")),
            ("need n urgency high", Some("++n")),
            ("need n urgency high mates 1", Some("+++n")),
            ("avoid q urgency high", Some("--q")),
            ("stall duration 3", Some("sit")),
            ("play_fast reason time", Some("fast")),
            ("alive", Some("x")),
            ("say hello there", Some("hello there")),
            ("material -120", None),
            ("mood cheerful", Some("mood cheerful")),
        ] {
            assert_eq!(Message::ubi(ubi).for_tell().as_deref(), tell, "{ubi}");
        }
    }

    #[test]
    fn within_a_protocol_the_words_stay_as_they_are() {
        assert_eq!(Message::ubi("stall  duration 3").for_ubi().as_deref(), Some("stall  duration 3"));
        assert_eq!(Message::tell("time 2931").for_tell().as_deref(), Some("time 2931"));
    }
}
