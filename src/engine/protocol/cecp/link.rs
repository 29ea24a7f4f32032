//! The partner at the other end: who it is, and in which words it is spoken to.

use super::shorthand::shorthand;
use crate::player::SHORT_CLOCK_MS;
use crate::protocol::output::tame;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, Language, Understood};
use std::collections::VecDeque;

/// How we present ourselves. Not as Fairy-Stockfish: it would take us for its own kind.
pub const GREETING: &str = "partner Tandem is an engine. Tell it `help` for what it understands.";

/// Clocks are told to another engine at most this often, in ms.
const CLOCKS_EVERY_MS: u64 = 4_000;

/// The same with little on our clock: a line that a server reads before our move costs time.
const CLOCKS_EVERY_WHEN_SHORT_MS: u64 = 12_000;

/// The longest tell, in characters: XBoard cuts lines at 511 bytes, and a Russian letter has two.
const LONGEST_TELL: usize = 200;

/// What stands between the words that one Tandem tells another in one line.
const JOINT: &str = "; ";

/// Cyrillic lines of ours that are remembered, because the partner may send back what the server has left of them.
const MOST_TOLD: usize = 8;

/// What plays at the other end, by how it has presented itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinkKind {
    /// Nothing has been presented, or somebody has written since as only people do: is told sentences, in shorthand or not.
    #[default]
    Person,
    /// Sjeng, Sunsetter: an engine that knows nothing of clocks.
    OldEngine,
    /// An engine that reads one word and its number of a line and no more, as Fairy-Stockfish does.
    ReadsTwoWords,
    /// Tandem, which reads everything that there is to say in one line.
    Tandem,
}

/// What came in from the partner.
#[derive(Debug)]
pub enum Incoming {
    /// All that it says is who speaks, or how: a remark.
    Manner(&'static str),
    /// Words for the player.
    Words(Heard),
}

/// The partner, if there is one.
#[derive(Default)]
pub struct Link {
    /// Its name.
    pub name: Option<String>,
    /// Whether somebody has spoken as our partner, named or not.
    spoken_to: bool,
    /// What it is. Engines are told the shorthand of the servers.
    kind: LinkKind,
    /// Whether it writes Russian in Latin letters, or Cyrillic ones do not arrive.
    latin: bool,
    /// The Cyrillic lines that it was told last.
    told: VecDeque<String>,
    /// When it was last told our clocks, in ms of the session's time.
    clocks_told_ms: Option<u64>,
    /// Whether that was our opponent's only.
    told_opponents: bool,
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

    /// Takes in a line of the partner, which is understood once.
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

    /// What a line says, of an engine part by part, and whether a part is one that only people write.
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

    /// Whether it is an engine.
    pub fn is_engine(&self) -> bool {
        self.kind != LinkKind::Person
    }

    /// What is said in a line: of Tandem several things.
    fn parts<'a>(&self, text: &'a str) -> Vec<&'a str> {
        if self.is_engine() { text.split(JOINT).collect() } else { vec![text] }
    }

    /// What to tell for `said`: to people in one sentence, to an engine each thing that has a word of its own there.
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
        // A FICS takes the first byte above 0xDF of a line for a control character: a dash of three bytes would arrive as half a letter.
        let line = if self.latin { phrases::in_latin(&sentence) } else { sentence.replace('—', "-") };
        let line = tame(&line, LONGEST_TELL);
        // Servers for ASCII eat what they do not know at both ends of a line.
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

    /// Our clock and our opponent's (in ms, where known) in one line, for a partner that understands them and has not heard them lately. Who
    /// reads only one of them hears them in turn.
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

/// Which kind of engine presents itself by `text`; nothing where it may be a person who greets.
///
/// Word for word what engines say: Fairy-Stockfish 11 to 14 (`PartnerHandler::parse_partner` in `partner.cpp`) and Tandem, Sjeng 11.2, Sunsetter 9
/// (`givePartnerHelp` in `partner.cpp`). Sjeng's `Greetings.` is its answer to `hi`, and no presentation.
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

/// How many Cyrillic letters there are.
fn cyrillic(text: &str) -> usize {
    text.chars().filter(|letter| ('\u{400}'..='\u{4ff}').contains(letter)).count()
}

/// Whether `text` is our line `told` without some of its Cyrillic letters, `?` or nothing in their place.
fn is_rest_of(told: &str, text: &str) -> bool {
    let bones =
        |line: &str| -> String { line.chars().filter(|&letter| letter.is_ascii_graphic() && letter != '?').collect() };
    cyrillic(text) < cyrillic(told) && bones(text) == bones(told)
}

/// Whether a line is in a language, and in words that no engine has for what it means. Engines write sentences too: Sjeng says that it sits.
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
        // Every word that engines have for things leaves an engine what it is …
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
        // … until somebody speaks as people do.
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
        // Another engine looks at the first word of a line.
        let mut link = Link::to(Some("Anna".to_owned()));
        link.hear(FAIRY_STOCKFISH);
        assert_eq!(link.lines(&said[..3], Language::Russian), ["no more q needed", "++n", "sitting"]);
    }

    /// What Fairy-Stockfish says when it is told its partner's name.
    const FAIRY_STOCKFISH: &str = "partner Fairy-Stockfish is an engine. Ask it 'help' for supported commands.";

    #[test]
    fn clocks_are_told_in_as_many_words_as_the_partner_reads() {
        // `PartnerHandler::parse_ptell` in Fairy-Stockfish's `partner.cpp` (11.1 as well as 14) looks at the first word and reads one number
        // behind `time` or `otim`; what follows it is lost.
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
        // These would answer each of them: "Sorry, but I don't understand that command."
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
        // Somebody sends back what has arrived.
        for rest in ["( - )", "(???? - ? ???)", "(-)"] {
            let mut link = Link::to(Some("Anna".to_owned()));
            let line = say(&mut link);
            assert!(!is_manner(link.hear(&line)), "it has arrived whole");
            assert!(is_manner(link.hear(rest)), "{rest}");
            assert_eq!(say(&mut link), "kon' - i mat");
        }
    }
}
