//! The partner at the other end: who it is, and in which words it is spoken to.

use crate::protocol::output::tame;
use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, Language};

/// How an engine presents itself to its partner; Fairy-Stockfish begins so.
const ENGINES_BEGIN: &str = "partner ";

/// How we present ourselves. Not as Fairy-Stockfish: it would take us for its own kind.
pub const GREETING: &str = "partner Tandem is an engine. Tell it `help` for what it understands.";

/// Clocks are told to another engine at most this often, in ms.
const CLOCKS_EVERY_MS: u64 = 4_000;

/// The longest tell, in characters: XBoard cuts lines at 511 bytes, and a Russian letter has two.
const LONGEST_TELL: usize = 200;

/// The partner, if there is one.
#[derive(Default)]
pub struct Link {
    /// Its name.
    pub name: Option<String>,
    /// Whether somebody has spoken as our partner, named or not.
    spoken_to: bool,
    /// Whether it is an engine by its own words, and has said nothing since that only people say: people are told sentences,
    /// engines the shorthand of the servers.
    is_engine: bool,
    /// When it was last told our clocks, in ms of the session's time.
    clocks_told_ms: Option<u64>,
}

impl Link {
    /// Another partner, or none.
    pub fn to(name: Option<String>) -> Self {
        Self { name, ..Self::default() }
    }

    /// Whether there is somebody.
    pub const fn is_up(&self) -> bool {
        self.name.is_some() || self.spoken_to
    }

    /// Takes note of a line of the partner; whether all that it says is who speaks.
    pub fn hear(&mut self, text: &str) -> bool {
        self.spoken_to = true;
        let presents_itself = text.to_lowercase().starts_with(ENGINES_BEGIN);
        if presents_itself || is_shorthand(text) {
            self.is_engine = true;
        } else if self.is_engine && is_human(text) {
            // An operator has taken the seat over.
            self.is_engine = false;
        }
        presents_itself
    }

    /// What to tell for `said`: to people in one line, to an engine each thing that has a word of its own there.
    pub fn lines(&self, said: &[PartnerMessage], language: Language) -> Vec<String> {
        let lines = if self.is_engine {
            said.iter()
                .filter(|message| !matches!(message, PartnerMessage::Say(_)))
                .filter_map(phrases::shorthand)
                .collect()
        } else if said.is_empty() {
            Vec::new()
        } else {
            vec![phrases::say_all(said, language)]
        };
        lines.into_iter().map(|line| tame(&line, LONGEST_TELL)).collect()
    }

    /// Our clock and our opponent's (in ms, where known), for a partner that is an engine and has not heard them lately.
    pub fn clocks(&mut self, ours: [Option<u64>; 2], now_ms: u64) -> Vec<PartnerMessage> {
        if !self.is_engine || self.clocks_told_ms.is_some_and(|at| now_ms < at + CLOCKS_EVERY_MS) {
            return Vec::new();
        }
        self.clocks_told_ms = Some(now_ms);
        let [own_cs, opponent_cs] = ours.map(|ms| ms.map(|ms| (ms / 10).min(u64::from(u32::MAX)) as u32));
        let own = PartnerMessage::Clocks { own_cs, opponent_cs: None };
        let opponents = PartnerMessage::Clocks { own_cs: None, opponent_cs };
        [own_cs.map(|_| own), opponent_cs.map(|_| opponents)].into_iter().flatten().collect()
    }
}

/// Whether these are words that only engines have: `++n`, `time 1200`. Not all of them present themselves.
fn is_shorthand(text: &str) -> bool {
    let understood = phrases::understand(text).messages;
    text.trim().starts_with(['+', '-']) || matches!(understood[..], [PartnerMessage::Clocks { .. }])
}

/// Whether a line is in a language, and in words that no engine has for what it means.
fn is_human(text: &str) -> bool {
    let understood = phrases::understand(text);
    let engines = understood.messages.iter().filter_map(phrases::shorthand).any(|words| words == text.trim());
    understood.language.is_some() && !engines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::message::Urgency;
    use crate::types::PieceType;

    #[test]
    fn engines_hear_shorthand_and_people_sentences() {
        let said = [
            PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::High },
            PartnerMessage::Say("ok".to_owned()),
        ];
        let mut link = Link::to(Some("Anna".to_owned()));
        assert_eq!(link.lines(&said, Language::Russian).len(), 1, "one line for all");
        assert!(link.clocks([Some(1_000); 2], 0).is_empty());
        assert!(link.hear("partner Tandem is an engine."));
        assert_eq!(link.lines(&said, Language::Russian), ["++n"]);
        assert_eq!(
            link.clocks([Some(1_000), None], 0),
            [PartnerMessage::Clocks { own_cs: Some(100), opponent_cs: None }]
        );
        assert!(link.clocks([Some(900), None], CLOCKS_EVERY_MS - 1).is_empty(), "not so often");
        // Every word that engines have for things leaves an engine what it is …
        for kind in PieceType::HELD {
            let words = phrases::shorthand(&PartnerMessage::Enough(kind));
            assert!(words.is_some_and(|words| !link.hear(&words)) && link.is_engine, "{kind:?}");
        }
        assert!(!link.hear("+++n") && !link.hear("sit") && link.is_engine);
        // … until somebody speaks as people do.
        assert!(!link.hear("дай коня") && !link.is_engine);
        assert!(!link.hear("time is short, sit") && !link.is_engine);
        // Sjeng and Sunsetter do not call themselves engines, but speak as such.
        assert!(!link.hear("---b") && link.is_engine);
        assert!(!link.hear("спасибо") && !link.hear("time 1200") && link.is_engine);
        assert_eq!(link.lines(&[], Language::English).len(), 0);
    }
}
