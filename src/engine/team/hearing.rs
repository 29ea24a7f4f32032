//! Handling of the partner's words: understanding, effects, and replies.

use super::effect::Effect;
use super::message::PartnerMessage;
use super::partnership::Partnership;
use super::phrases::replies::{self, Reply};
use super::phrases::{self, Language, Understood};
use super::speaker::Weight;
use crate::board::Position;
use crate::types::{Color, Move, tunables::tunables};

tunables! {
    /// Nodes of each search that answers a question; few, since the partner waits for the answer.
    answer_nodes: u64 = 20_000, 1_000..=200_000, 1_000;
}

/// Number of answered lines that are stored.
const MOST_REPLIED: usize = 64;

/// Time after which a line counts as said anew, not as part of a flood, in ms.
const FLOOD_MS: u64 = 10_000;

/// Words of the partner, parsed once, by the protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The whole input, for remarks.
    pub text: String,
    /// Its messages.
    pub messages: Vec<PartnerMessage>,
    /// The line to reply to: the free text, or else the whole input.
    pub line: String,
    /// Whether there is free text: it comes from people, who expect an `ok`. Engines that use our protocol send
    /// messages.
    pub free: bool,
    /// The language of the free text, if it can be inferred.
    pub language: Option<Language>,
}

impl Heard {
    /// The messages of a protocol, received as `text`. Free text among them is parsed here.
    pub fn new(text: impl Into<String>, messages: impl IntoIterator<Item = PartnerMessage>) -> Self {
        let text = text.into();
        let mut heard = Self { line: text.clone(), text, ..Self::default() };
        for message in messages {
            match message {
                PartnerMessage::Say(words) => heard.add(&words, phrases::understand(&words)),
                message => heard.messages.push(message),
            }
        }
        heard
    }

    /// A line of free text and its parse.
    pub fn free(line: &str, understood: Understood) -> Self {
        let mut heard = Self { text: line.to_owned(), ..Self::default() };
        heard.add(line, understood);
        heard
    }

    /// Adds a line of free text.
    pub fn add(&mut self, line: &str, understood: Understood) {
        line.clone_into(&mut self.line);
        self.free = true;
        self.language = understood.language.or(self.language);
        self.messages.extend(understood.messages);
    }
}

/// The reaction to words of the partner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reaction {
    /// Remarks for our own log: the messages as understood, and their effects.
    pub remarks: Vec<String>,
    /// Replies to the partner.
    pub said: Vec<PartnerMessage>,
    /// Whether a running search has to be updated.
    pub changed: bool,
    /// Whether the partner asks for a move now.
    pub hurry: bool,
    /// A legal move hinted by the partner that we may play.
    pub told: Option<Move>,
}

/// Whether a line is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// It never is.
    Never,
    /// It came before, this many ms ago: only a wish is answered again.
    Again(u64),
    /// It has not come before.
    First,
}

/// The circumstances of the messages of one line.
#[derive(Clone, Copy)]
struct Circumstances<'a> {
    /// Whether the line is answered.
    answer: Answer,
    /// Whether it is free text.
    free: bool,
    /// Our board.
    position: &'a Position,
    /// Our color there.
    us: Color,
}

impl Partnership {
    /// Handles words of the partner.
    pub fn hear(&mut self, heard: &Heard, position: &Position, us: Color) -> Reaction {
        let mut reaction = Reaction::default();
        self.effects.clear();
        if !self.hears() {
            return reaction;
        }
        let Heard { text, messages, line, free, language } = heard;
        self.spoken = language.or(self.spoken);
        let circumstances = Circumstances { answer: self.answer(line), free: *free, position, us };
        if messages.is_empty() {
            reaction.remarks.push(format!("partner: `{text}` is not understood, changes nothing"));
            if let Some(reply) = phrases::answer_to(line).filter(|_| circumstances.answer == Answer::First) {
                self.reply(reply, Weight::Reply, &mut reaction);
            }
        }
        for message in messages {
            self.hear_one(message, circumstances, &mut reaction);
        }
        reaction
    }

    /// Applies a message, and adds the reply and the remark on it to `reaction`.
    fn hear_one(&mut self, message: &PartnerMessage, circumstances: Circumstances<'_>, reaction: &mut Reaction) {
        use PartnerMessage as M;
        let Circumstances { answer, free, position, us } = circumstances;
        let may_reply = answer == Answer::First;
        let before = self.partner.clone();
        self.partner.listen(!free && self.other.is_some());
        let effect = self.partner.hear(message, self.now_ms);
        self.effects.push(effect.clone());
        let what = phrases::say(message, Language::English);
        let mut outcome = effect.to_string();
        reaction.hurry |= effect == Effect::Move;
        // Only changes of prices, pace or the partner's state matter to a search.
        reaction.changed |= matches!(
            effect,
            Effect::Raised { .. }
                | Effect::Banned { .. }
                | Effect::Forgotten(_)
                | Effect::Trades { .. }
                | Effect::Stall(_)
                | Effect::Pace { .. }
        ) || before.state(self.now_ms) != self.partner.state(self.now_ms);
        match message {
            M::AskTrade(kind) if self.speaks() => {
                self.probes.ask_trade(self.question(position, us, answer_nodes()), *kind);
            }
            M::AskNeed if may_reply => match self.speaker.standing() {
                none if none.is_empty() => self.reply(&replies::NO_WISHES, Weight::Reply, reaction),
                wishes if self.speaker.may_speak(Weight::Reply, self.now_ms) => reaction.said.extend(wishes),
                _ => {}
            },
            M::Help if may_reply => self.reply(&replies::HELP, Weight::Reply, reaction),
            M::Hello if may_reply => self.reply(&replies::HELLO, Weight::Reply, reaction),
            M::Need { .. }
            | M::Avoid { .. }
            | M::Trade { .. }
            | M::Take(_)
            | M::Stall(_)
            | M::Sit { .. }
            | M::Fast(_)
            | M::Slow
                if answer != Answer::Never && free && !reaction.said.contains(&self.words(&replies::OK)) =>
            {
                // A repeated wish is answered again; a flood of it must not use up the limit of messages.
                let is_flood = matches!(answer, Answer::Again(after_ms) if after_ms < FLOOD_MS);
                let weight = if is_flood { Weight::Ordinary } else { Weight::Reply };
                self.reply(&replies::OK, weight, reaction);
            }
            M::Hint(words) => {
                let told = find_told(position, words).filter(|_| position.side_to_move() == us);
                outcome = self.hear_hint(told, may_reply, reaction).to_owned();
            }
            _ => {}
        }
        reaction.remarks.push(format!("partner: {what}: {outcome}"));
    }

    /// Handles a move `told` by the partner, none if it is not legal now; returns the remark on it.
    fn hear_hint(&mut self, told: Option<Move>, may_reply: bool, reaction: &mut Reaction) -> &'static str {
        let (reply, remark) = match told {
            _ if !self.manners.accept_hints => {
                (&replies::NO_MOVES, "a move: refused, partners may not tell moves (AcceptMoveHints is off)")
            }
            None => (&replies::ILLEGAL, "a move: not legal now"),
            Some(mv) => {
                reaction.told = Some(mv);
                return "a move: played";
            }
        };
        if may_reply {
            self.reply(reply, Weight::Reply, reaction);
        }
        remark
    }

    /// Whether a line is answered. The replies of a bot are never answered, or two bots would talk forever.
    fn answer(&mut self, text: &str) -> Answer {
        let mut line = text.trim().to_lowercase();
        if !self.speaks() || line.is_empty() || ["sorry", "ok"].iter().any(|word| line.starts_with(word)) {
            return Answer::Never;
        }
        if phrases::lost_its_letters(&line) {
            // One answer serves all such lines.
            "?".clone_into(&mut line);
        }
        let now_ms = self.now_ms;
        if let Some((_, said_ms)) = self.replied.iter_mut().find(|(said, _)| *said == line) {
            return Answer::Again(now_ms.saturating_sub(std::mem::replace(said_ms, now_ms)));
        }
        if self.replied.len() >= MOST_REPLIED {
            self.replied.remove(0);
        }
        self.replied.push((line, now_ms));
        Answer::First
    }

    pub(super) fn words(&self, reply: &Reply) -> PartnerMessage {
        PartnerMessage::Say(reply.in_language(self.language()).to_owned())
    }

    /// Sends a reply if the rate limit allows. Room is reserved for [`Weight::Reply`]: without one the partner assumes
    /// that messages are not read.
    fn reply(&mut self, reply: &Reply, weight: Weight, reaction: &mut Reaction) {
        if self.speaker.may_speak(weight, self.now_ms) {
            reaction.said.push(self.words(reply));
        }
    }
}

/// The first legal move among these words: in SAN, in coordinates, or as `N@f3`.
fn find_told(position: &Position, words: &str) -> Option<Move> {
    words.split_whitespace().find_map(|word| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '@' && letter != '+');
        position.find_move(&bare.to_ascii_lowercase()).or_else(|| position.parse_san(bare).ok())
    })
}
