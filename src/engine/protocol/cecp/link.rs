//! The partner at the other end: its kind, and the wording of messages to it.

use super::shorthand::shorthand;
use crate::player::SHORT_CLOCK_MS;
use crate::protocol::output::tame;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, Language, Understood};
use std::collections::VecDeque;

/// Our greeting. Not in Fairy-Stockfish's wording: that engine would take us for its own kind.
pub const GREETING: &str = "partner Tandem is an engine. Tell it `help` for what it understands.";

/// Interval between clock messages to another engine, in ms.
const CLOCKS_EVERY_MS: u64 = 4_000;

/// The same with little on our clock: a line that the server reads before our move costs time.
const CLOCKS_EVERY_WHEN_SHORT_MS: u64 = 12_000;

/// The longest tell, in characters: XBoard cuts lines at 511 bytes, and a Russian letter has two.
const LONGEST_TELL: usize = 200;

/// Separator of the messages that one Tandem sends another in one line.
const JOINT: &str = "; ";

/// Number of our last Cyrillic lines that are stored, because the partner may send back what the server has left of
/// them.
const MOST_TOLD: usize = 8;

/// The kind of partner, by its greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinkKind {
    /// No engine's greeting so far, or a line since then that only people write: receives sentences, whether it writes
    /// shorthand or not.
    #[default]
    Person,
    /// Sjeng, Sunsetter: an engine without clock messages.
    OldEngine,
    /// An engine that reads one word and its number of a line and no more, such as Fairy-Stockfish.
    ReadsTwoWords,
    /// Tandem, which reads several messages in one line.
    Tandem,
}

/// A line from the partner.
#[derive(Debug)]
pub enum Incoming {
    /// A line that only shows the partner's kind or script; with a remark on that.
    Manner(&'static str),
    /// Messages for the player.
    Words(Heard),
}

/// The link to the partner, if there is one.
#[derive(Default)]
pub struct Link {
    /// Its name.
    pub name: Option<String>,
    /// Whether a partner, named or not, has sent a message.
    spoken_to: bool,
    /// The partner's kind. Engines receive the shorthand of the servers.
    kind: LinkKind,
    /// Whether the partner writes Russian in Latin letters, or Cyrillic ones do not arrive.
    latin: bool,
    /// The last Cyrillic lines sent to the partner.
    told: VecDeque<String>,
    /// The moment at which our clocks were last sent to the partner, in ms of the session's time.
    clocks_told_ms: Option<u64>,
    /// Whether only our opponent's clock was sent then.
    told_opponents: bool,
}

impl Link {
    /// A link to another partner, or to none.
    pub fn to(name: Option<String>) -> Self {
        Self { name, ..Self::default() }
    }

    /// Whether there is a partner.
    pub const fn is_up(&self) -> bool {
        self.name.is_some() || self.spoken_to
    }

    /// Reads a line of the partner; it is parsed only here.
    pub fn hear(&mut self, text: &str) -> Incoming {
        self.spoken_to = true;
        if let Some(kind) = presents_itself(text) {
            self.kind = kind;
            return Incoming::Manner("an engine, spoken to in shorthand");
        }
        if self.told.iter().any(|told| is_rest_of(told, text)) {
            self.latin = true;
            self.told.clear();
            return Incoming::Manner("Cyrillic letters do not arrive, Latin ones from now on");
        }
        let mut heard = self.understand(text);
        if self.is_engine() && heard.1 {
            // An operator has taken the seat over.
            self.kind = LinkKind::Person;
            heard = self.understand(text);
        }
        let heard = heard.0;
        if cyrillic(text) > 0 {
            self.latin = false;
        } else if heard.language == Some(Language::Russian) {
            self.latin = true;
        }
        Incoming::Words(heard)
    }

    /// Parses a line, an engine's part by part; also returns whether a part is one that only people write.
    fn understand(&self, text: &str) -> (Heard, bool) {
        let mut human = false;
        let mut heard = Heard::new(text, []);
        for part in self.parts(text) {
            let understood = phrases::understand(part);
            human |= is_human(part, &understood);
            heard.add(part, understood);
        }
        (heard, human)
    }

    /// Whether the partner is an engine.
    pub fn is_engine(&self) -> bool {
        self.kind != LinkKind::Person
    }

    /// The messages in a line: an engine's line may have several.
    fn parts<'a>(&self, text: &'a str) -> Vec<&'a str> {
        if self.is_engine() { text.split(JOINT).collect() } else { vec![text] }
    }

    /// The lines to send for `said`: to people one sentence, to an engine each message that has a shorthand.
    pub fn lines(&mut self, said: &[PartnerMessage], language: Language) -> Vec<String> {
        if self.is_engine() {
            let words = said.iter().filter(|message| !matches!(message, PartnerMessage::Say(_)));
            let lines: Vec<String> = words.filter_map(shorthand).collect();
            let lines = if self.kind == LinkKind::Tandem && lines.len() > 1 { vec![lines.join(JOINT)] } else { lines };
            return lines.iter().map(|line| tame(line, LONGEST_TELL)).collect();
        }
        if said.is_empty() {
            return Vec::new();
        }
        let sentence = phrases::say_all(said, language);
        // FICS takes the first byte above 0xDF of a line for a control character: a dash of three bytes would arrive as
        // half a letter.
        let line = if self.latin { phrases::in_latin(&sentence) } else { sentence.replace('—', "-") };
        let line = tame(&line, LONGEST_TELL);
        // Servers for ASCII strip unknown letters at both ends of a line.
        let line = if line.starts_with(|first: char| first.is_ascii()) && line.ends_with(|last: char| last.is_ascii()) {
            line
        } else {
            format!("({line})")
        };
        if cyrillic(&line) > 0 {
            self.told.truncate(MOST_TOLD - 1);
            self.told.push_front(line.clone());
        }
        vec![line]
    }

    /// Our clock and our opponent's (in ms, where known) in one message, for a partner that reads it and has not
    /// received them lately. A partner that reads only one of them receives them in turn.
    pub fn clocks(&mut self, ours: [Option<u64>; 2], now_ms: u64) -> Option<PartnerMessage> {
        let short = ours[0].is_some_and(|ms| ms < SHORT_CLOCK_MS);
        let pause = if short { CLOCKS_EVERY_WHEN_SHORT_MS } else { CLOCKS_EVERY_MS };
        if !matches!(self.kind, LinkKind::ReadsTwoWords | LinkKind::Tandem)
            || ours == [None; 2]
            || self.clocks_told_ms.is_some_and(|at| now_ms < at + pause)
        {
            return None;
        }
        self.clocks_told_ms = Some(now_ms);
        let [own_cs, opponent_cs] = ours.map(|ms| ms.map(|ms| (ms / 10).min(u64::from(u32::MAX)) as u32));
        let both = PartnerMessage::Clocks { own_cs, opponent_cs };
        if self.kind == LinkKind::Tandem || own_cs.is_none() || opponent_cs.is_none() {
            return Some(both);
        }
        self.told_opponents = !self.told_opponents;
        Some(match self.told_opponents {
            true => PartnerMessage::Clocks { own_cs: None, opponent_cs },
            false => PartnerMessage::Clocks { own_cs, opponent_cs: None },
        })
    }
}

/// The kind of engine whose greeting `text` is; `None` if it may be a person's.
///
/// Matches the exact greetings of engines: Fairy-Stockfish 11 to 14 (`PartnerHandler::parse_partner` in `partner.cpp`)
/// and Tandem, Sjeng 11.2, Sunsetter 9 (`givePartnerHelp` in `partner.cpp`). Sjeng's `Greetings.` is its answer to
/// `hi`, and does not count.
fn presents_itself(text: &str) -> Option<LinkKind> {
    let text = text.to_lowercase();
    match *text.split_whitespace().collect::<Vec<_>>() {
        ["partner", name, "is", "an", "engine.", _, "it", help, ..] if help.trim_matches(['`', '\'']) == "help" => {
            Some(if name == "tandem" { LinkKind::Tandem } else { LinkKind::ReadsTwoWords })
        }
        ["hello!", "i", "am", _, "and", "hope", "you", "enjoy", "playing", "with", "me."]
        | ["hi.", "thanks", "for", "being", "my", "partner.", "tell", "me", "\"help\"", ..] => {
            Some(LinkKind::OldEngine)
        }
        _ => None,
    }
}

/// Whether `text` is the greeting by which an engine presents itself to another one.
pub fn is_greeting(text: &str) -> bool {
    presents_itself(text).is_some()
}

/// Number of Cyrillic letters.
fn cyrillic(text: &str) -> usize {
    text.chars().filter(|letter| ('\u{400}'..='\u{4ff}').contains(letter)).count()
}

/// Whether `text` is our line `told` without some of its Cyrillic letters, `?` or nothing in their place.
fn is_rest_of(told: &str, text: &str) -> bool {
    let bones =
        |line: &str| -> String { line.chars().filter(|&letter| letter.is_ascii_graphic() && letter != '?').collect() };
    cyrillic(text) < cyrillic(told) && bones(text) == bones(told)
}

/// Whether a line is in a natural language, and in a wording that no engine has for its meaning. Engines write
/// sentences too: Sjeng has one for sitting.
fn is_human(text: &str, understood: &Understood) -> bool {
    let engines = understood.messages.iter().filter_map(shorthand).any(|words| words == text.trim());
    understood.language.is_some() && !engines && !phrases::is_fixed(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::message::Urgency;
    use crate::types::PieceType;

    fn is_manner(incoming: Incoming) -> bool {
        matches!(incoming, Incoming::Manner(_))
    }

    #[test]
    fn engines_hear_shorthand_and_people_sentences() {
        let said = [
            PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::High },
            PartnerMessage::Say("ok".to_owned()),
        ];
        let mut link = Link::to(Some("Anna".to_owned()));
        assert_eq!(link.lines(&said, Language::Russian).len(), 1, "one line for all");
        assert_eq!(link.clocks([Some(20_000); 2], 0), None);
        assert!(is_manner(link.hear(GREETING)));
        assert_eq!(link.lines(&said, Language::Russian), ["++n"]);
        let clocks = |own_cs, opponent_cs| Some(PartnerMessage::Clocks { own_cs, opponent_cs });
        assert_eq!(link.clocks([Some(20_000), None], 0), clocks(Some(2_000), None));
        assert_eq!(link.clocks([Some(19_000), None], CLOCKS_EVERY_MS - 1), None, "not so often");
        assert_eq!(link.clocks([Some(9_000); 2], CLOCKS_EVERY_MS), None, "and less with little on the clock");
        assert_eq!(link.clocks([Some(9_000); 2], CLOCKS_EVERY_WHEN_SHORT_MS), clocks(Some(900), Some(900)));
        // No wording of an engine changes its kind …
        for kind in PieceType::HELD {
            let words = shorthand(&PartnerMessage::Enough(kind));
            assert!(words.is_some_and(|words| !is_manner(link.hear(&words))) && link.is_engine(), "{kind:?}");
        }
        assert!(!is_manner(link.hear("+++n")) && !is_manner(link.hear("sit")) && link.is_engine());
        for sentence in [
            "Ok, I sit next move. Tell me when to go.",
            "I am forcedly mated (dead). Tell me 'go' to start moving into it.",
        ] {
            assert!(!is_manner(link.hear(sentence)) && link.is_engine(), "{sentence}");
        }
        // … but a line that only people write does.
        assert!(!is_manner(link.hear("дай коня")) && !link.is_engine());
        assert!(!is_manner(link.hear("time is short, sit")) && !link.is_engine());
        assert_eq!(link.lines(&[], Language::English).len(), 0);
    }

    #[test]
    fn cecp_3_only_a_handshake_makes_an_engine() {
        let mut link = Link::to(Some("Anna".to_owned()));
        for shorthand in ["+n", "---b", "time 1200", "+trades", "partner, give me a queen", "partner +q"] {
            assert!(!is_manner(link.hear(shorthand)) && !link.is_engine(), "{shorthand}");
        }
        assert_eq!(link.lines(&[PartnerMessage::Say("ok".to_owned())], Language::English), ["ok"]);
        for (handshake, kind) in [
            (FAIRY_STOCKFISH, LinkKind::ReadsTwoWords),
            (GREETING, LinkKind::Tandem),
            ("Hello! I am Sjeng and hope you enjoy playing with me.", LinkKind::OldEngine),
            (
                "Hi.  Thanks for being my partner.  Tell me \"help\" for the commands I understand and please visit http://www.d2d4.de/sunsetter.asp",
                LinkKind::OldEngine,
            ),
        ] {
            let mut link = Link::to(None);
            assert!(is_manner(link.hear(handshake)), "{handshake}");
            assert_eq!(link.kind, kind, "{handshake}");
        }
    }

    #[test]
    fn a_person_who_greets_as_engines_do_is_a_person() {
        for greeting in [
            "Greetings.",
            "Greetings. I need a knight",
            "Hello! I am Boris",
            "Hello! I am new here, sit when I say so",
            "Hi. Thanks for being my partner. Trade queens please",
            "partner Boris is an engine. Take care",
            "partner, he is an engine. Ask it help",
            "Tandem is an engine.",
        ] {
            let mut link = Link::to(Some("Anna".to_owned()));
            assert!(!is_manner(link.hear(greeting)) && !link.is_engine(), "{greeting}");
        }
    }

    #[test]
    fn one_tandem_tells_another_everything_in_one_line_that_is_read_whole() {
        let said = [
            PartnerMessage::Enough(PieceType::Queen),
            PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::High },
            PartnerMessage::Sitting,
            PartnerMessage::Clocks { own_cs: Some(2_000), opponent_cs: Some(1_900) },
        ];
        let [mut speaker, mut hearer] = [GREETING; 2].map(|greeting| {
            let mut link = Link::to(Some("Anna".to_owned()));
            link.hear(greeting);
            link
        });
        let lines = speaker.lines(&said, Language::Russian);
        assert_eq!(lines, ["no more q needed; ++n; sitting; time 2000 otim 1900"]);
        let Incoming::Words(heard) = hearer.hear(&lines[0]) else { panic!("a remark") };
        assert!(hearer.is_engine());
        assert_eq!(heard.messages, said);
        // Another engine reads only the first word of a line.
        let mut link = Link::to(Some("Anna".to_owned()));
        link.hear(FAIRY_STOCKFISH);
        assert_eq!(link.lines(&said[..3], Language::Russian), ["no more q needed", "++n", "sitting"]);
    }

    /// Fairy-Stockfish's greeting when it receives its partner's name.
    const FAIRY_STOCKFISH: &str = "partner Fairy-Stockfish is an engine. Ask it 'help' for supported commands.";

    #[test]
    fn clocks_are_told_in_as_many_words_as_the_partner_reads() {
        // `PartnerHandler::parse_ptell` in Fairy-Stockfish's `partner.cpp` (11.1 as well as 14) reads the first word
        // and one number behind `time` or `otim`; the rest of the line is lost.
        let (own, opponent) = (Some(2_000), Some(1_500));
        let told = |presentation: &str| -> Vec<Option<PartnerMessage>> {
            let mut link = Link::to(Some("Anna".to_owned()));
            link.hear(presentation);
            let moments = [0, CLOCKS_EVERY_MS, 2 * CLOCKS_EVERY_MS];
            moments.map(|now| link.clocks([Some(20_000), Some(15_000)], now)).to_vec()
        };
        let clocks = |own_cs, opponent_cs| Some(PartnerMessage::Clocks { own_cs, opponent_cs });
        assert_eq!(told(FAIRY_STOCKFISH), [clocks(None, opponent), clocks(own, None), clocks(None, opponent)]);
        assert_eq!(told(GREETING), vec![clocks(own, opponent); 3]);
        // These engines would answer each clock message: "Sorry, but I don't understand that command."
        assert_eq!(told("Hello! I am Sjeng and hope you enjoy playing with me."), vec![None; 3]);
        for (own_cs, opponent_cs, line) in [(own, None, "time 2000"), (None, opponent, "otim 1500")] {
            let message = PartnerMessage::Clocks { own_cs, opponent_cs };
            assert_eq!(shorthand(&message).as_deref(), Some(line));
        }
    }

    #[test]
    fn cecp_2_the_answer_is_in_the_partners_script_and_arrives_whole() {
        let knight = [PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::Mates }];
        let mut link = Link::to(Some("Anna".to_owned()));
        let say = |link: &mut Link| link.lines(&knight, Language::Russian).concat();
        assert_eq!(say(&mut link), "(конь - и мат)", "a server may eat other letters at the ends, and dashes");
        assert!(say(&mut link).bytes().all(|byte| byte <= 0xdf));
        link.hear("privet, mozhno mne razmenyat ferzej?");
        assert_eq!(say(&mut link), "kon' - i mat");
        link.hear("дай коня");
        assert_eq!(say(&mut link), "(конь - и мат)");
        // The partner sends back what has arrived.
        for rest in ["( - )", "(???? - ? ???)", "(-)"] {
            let mut link = Link::to(Some("Anna".to_owned()));
            let line = say(&mut link);
            assert!(!is_manner(link.hear(&line)), "it has arrived whole");
            assert!(is_manner(link.hear(rest)), "{rest}");
            assert_eq!(say(&mut link), "kon' - i mat");
        }
    }
}
