//! From the clauses of a line to messages: finds urgency, what "it" refers to, and which message a reason belongs to.

use super::clauses::{self, Clause, Parsed};
use super::gist;
use super::item::{Sentence, Value};
use super::named::{banned, hint, kinds, pieces, pieces_behind_for, seconds};
use super::parts;
use super::rules::Make;
use super::tag::{Tag, Tags};
use super::tidy::{Asides, is_wish, tidied};
use crate::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// This many exclamation marks make a sentence urgent.
const CRY: usize = 2;
/// "Bad": "need a queen bad".
const PRESSING: Tags = Tags::of(&[Tag::Urgent, Tag::Very, Tag::Fast, Tag::Bad]);
/// The words that make a ban urgent: not "now", since "do not give it now" is no more urgent than "do not give it".
const FORBIDDING: Tags = Tags::of(&[Tag::Urgent, Tag::Very]);

/// The messages of a line while it is being read.
#[derive(Default)]
struct Draft {
    messages: Vec<PartnerMessage>,
    /// Reasons, each with the number of messages before it.
    reasons: Vec<(usize, Explanation)>,
    /// The pieces that "it" refers to.
    mentioned: Vec<PieceType>,
    /// Whether an urgent word came before the wish that it belongs to.
    urged: bool,
    /// The number of messages before this sentence.
    begins: usize,
    /// Whether "hey" was said: a greeting if nothing else is.
    hailed: bool,
    /// A king without cover: a danger if nothing else is said.
    bare: Option<Danger>,
    asides: Asides,
}

#[derive(Clone, Copy)]
enum Explanation {
    Cause(Cause),
    Pressure,
}

/// The messages of a line.
pub fn messages(sentences: &[Sentence]) -> Vec<PartnerMessage> {
    let readings: Vec<_> = sentences.iter().map(|sentence| (clauses::read(sentence), sentence)).collect();
    let dropped = readings.iter().any(|(reading, _)| reading.dropped);
    let mut draft = Draft::default();
    for (reading, sentence) in &readings {
        let cry = sentence.stop.bangs >= CRY;
        // "A queen! Or I am dead" goes on.
        if sentence.items.first().is_none_or(|first| first.tag != Tag::Or) {
            draft.begins = draft.messages.len();
        }
        if draft.messages.is_empty() && is_consent(reading) {
            draft.push(PartnerMessage::Yes);
        }
        for (at, clause) in reading.clauses.iter().enumerate() {
            // If a sentence is only partly understood, only a command or a greeting at its beginning counts: "sit, it
            // is complicated".
            let parted = clause.before.is_none_or(|tag| tag == Tag::Comma || tag == Tag::I);
            let head = at == 0
                && clause.begins
                && parted
                && matches!(clause.makes, Make::Sit | Make::Go | Make::Signed | Make::Hello);
            let loose =
                clause.weak && (dropped || reading.remarked) || reading.remarked && !clause.is_firm(reading.joined);
            let saved =
                (clause.is_wish() || clause.is_hint()) && reading.left.iter().all(|item| !gist::CONTRARY.has(item.tag));
            if (reading.dropped && !saved || loose) && !head || dropped && clause.weak {
                continue;
            }
            draft.add(clause, cry);
        }
        let behind = draft.messages.len();
        draft.reasons.extend(gist::cause(&reading.left).map(|cause| (behind, Explanation::Cause(cause))));
        if draft.messages.len() == draft.begins && sentences.len() == 1 && !reading.says_nothing() {
            let whole = gist::of(&reading.words, sentence.stop.asks).map(|makes| vec![(makes, reading.words.clone())]);
            for (makes, words) in whole.unwrap_or_else(|| gist::parts(&reading.words, sentence.stop.asks)) {
                draft.add(&Clause::guessed(makes, words), cry);
            }
        }
        // "Take the queen, what are you looking at?"
        if draft.messages.len() == draft.begins
            && !reading.says_nothing()
            && let Some(clause) = parts::first_understood(sentence)
        {
            draft.add(&clause, cry);
        }
        if reading.clauses.is_empty() {
            draft.mention(&pieces(&sentence.items));
        }
    }
    draft.finished()
}

/// Whether a sentence begins with an "ok" that answers: "ok sitting", "ok need a knight though", "ok thanks".
fn is_consent(reading: &Parsed) -> bool {
    let [Clause { makes: Make::Nothing, items, begins: true, before, .. }, next, rest @ ..] = &reading.clauses[..]
    else {
        return false;
    };
    let answers = match next.makes {
        Make::Sitting | Make::SittingFor => true,
        Make::Need => *before == Some(Tag::Need),
        Make::Thanks => rest.is_empty(),
        _ => false,
    };
    answers && !reading.dropped && reading.left.len() <= 1 && items.iter().all(|item| item.tag == Tag::Ok)
}

impl Draft {
    fn add(&mut self, clause: &Clause, cry: bool) {
        use PartnerMessage as M;
        let items = &clause.items;
        let named = pieces(items);
        let has = |tags: Tags| items.iter().any(|item| tags.has(item.tag));
        let urged = self.urged;
        let urgency = |pressing: Tags| {
            // "Now a knight" is not urgent; "a knight now" is.
            let now = pressing == PRESSING && items.iter().skip(1).any(|item| item.tag == Tag::Now);
            let mild = has(Tags::of(&[Tag::Nice])) && !has(Tags::of(&[Tag::Urgent, Tag::Need, Tag::Fast]));
            if !cry && mild {
                Urgency::Low
            } else if cry || now || urged || has(pressing) {
                Urgency::High
            } else if has(Tags::of(&[Tag::Nice])) {
                Urgency::Low
            } else {
                Urgency::Medium
            }
        };
        match clause.makes {
            // "Without a pawn I am dead"
            Make::Need if has(Tags::of(&[Tag::Without])) => self.need(&named, Urgency::High),
            Make::Need => self.need(&named, urgency(PRESSING)),
            Make::NeedMates => self.need(&named, Urgency::Mates),
            Make::NeedFirst => self.need(&named[..named.len().min(1)], urgency(PRESSING)),
            Make::NeedLast => self.need(&pieces_behind_for(items), urgency(PRESSING)),
            // "Trade rooks, I need it"
            Make::NeedAgain if matches!(self.messages.last(), Some(M::Trade { .. })) => {}
            Make::NeedAgain => self.need(&self.mentioned.clone(), urgency(PRESSING)),
            Make::Avoid => self.avoid(&banned(items), urgency(FORBIDDING)),
            Make::AvoidMates => self.avoid(&named, Urgency::Mates),
            Make::AvoidAgain => self.avoid(&self.mentioned.clone(), urgency(FORBIDDING)),
            Make::Enough => self.extend(named.iter().copied().map(M::Enough)),
            Make::Allow => self.extend(named.iter().copied().map(M::Allow)),
            // "The queen cannot hurt me, you can give it" says it twice.
            Make::EnoughAgain if matches!(self.messages.last(), Some(M::Allow(_))) => {}
            Make::EnoughAgain => self.extend(self.mentioned.clone().into_iter().map(M::Enough)),
            Make::EnoughOrNo if self.mentioned.is_empty() => self.push(M::No),
            Make::EnoughOrNo => self.extend(self.mentioned.clone().into_iter().map(M::Enough)),
            Make::Urge => self.urge(),
            Make::Trade => {
                self.asides.any_piece |=
                    has(Tags::of(&[Tag::AnyPiece, Tag::Anything])) && !has(Tags::of(&[Tag::Trade, Tag::Trades]));
                self.extend(kinds(&named).map(|piece| M::Trade { good: true, piece }));
            }
            Make::NoTrade => self.extend(kinds(&named).map(|piece| M::Trade { good: false, piece })),
            Make::AskTrade => self.extend(kinds(&named).map(M::AskTrade)),
            // "Trade queens, but not rooks"
            Make::ButNot => {
                if let Some(&M::Trade { good, .. }) = self.messages.last() {
                    self.extend(kinds(&named).map(|piece| M::Trade { good: !good, piece }));
                }
            }
            Make::Take => self.extend(named.iter().copied().map(M::Take)),
            Make::AskNeed => self.push(M::AskNeed),
            Make::Stall => self.push(M::Stall(None)),
            // "Do not move till I get you the knight, sit"
            Make::Sit if seconds(items).is_none() && self.messages.iter().any(|m| matches!(m, M::Sit { .. })) => {}
            Make::Sit => self.push(M::Sit { cause: None, seconds: seconds(items) }),
            // "Sit and wait for a queen"
            Make::SitFor => {
                let sits = self.messages.last_mut().filter(|last| matches!(last, M::Sit { .. }));
                if !sits.is_some_and(|sit| explain(sit, Explanation::Cause(Cause::Piece))) {
                    self.push(M::Sit { cause: Some(Cause::Piece), seconds: None });
                }
            }
            // "Sit, then go"
            Make::Go
                if clause.after == Some(Tag::And) && matches!(self.messages[self.begins..], [.., M::Sit { .. }]) => {}
            Make::Go => self.push(M::Go(None)),
            Make::Sitting => self.push(M::Sitting),
            Make::SittingFor => {
                self.push(M::Sitting);
                self.need(&named, urgency(PRESSING));
            }
            Make::Waiting => self.push(M::Waiting),
            // "A knight! Quick!"
            Make::Fast
                if matches!(self.messages.last(), Some(M::Need { .. }))
                    && items.iter().all(|item| matches!(item.tag, Tag::Fast | Tag::Hurry)) =>
            {
                self.urge();
            }
            Make::Fast => self.push(M::Fast(None)),
            Make::Slow if has(Tags::of(&[Tag::Think])) => self.push(M::Slow),
            Make::Slow => self.hurry_not(),
            // "A bishop mates him, but it mates me too"
            Make::Dead
                if items[0].tag == Tag::Is
                    && matches!(self.messages[self.begins..], [.., M::Need { urgency: Urgency::Mates, .. }]) =>
            {
                self.avoid(&self.mentioned.clone(), Urgency::Mates);
            }
            // "Mate, the end"
            Make::Dead if self.messages.last() == Some(&M::Mate) && items.iter().all(|item| item.tag == Tag::Dead) => {}
            // "No trades or I am dead"
            Make::Dead
                if clause.after == Some(Tag::Or) && matches!(self.messages[self.begins..], [.., M::Trade { .. }]) => {}
            Make::Dead => self.dead(clause.after),
            // "Trade queens, because I am safe"
            Make::Alive if clause.after == Some(Tag::Because) && self.messages.len() > self.begins => {}
            // "One more pawn and I am good"
            Make::Alive
                if clause.after == Some(Tag::And) && matches!(self.messages[self.begins..], [.., M::Need { .. }]) => {}
            // "You can lose queens again, I covered it", "take your time, I am fine"
            Make::Alive
                if !has(Tags::of(&[Tag::MovesI, Tag::Moving]))
                    && matches!(self.messages[self.begins..], [.., M::Allow(_) | M::Slow]) => {}
            Make::Alive => self.push(M::Alive),
            // "I am dead, forced mate" says it twice; in "drop it on f7, he is dead" the mate is a reason.
            Make::Mate
                if matches!(self.messages.last(), Some(M::Dead)) && !has(Tags::of(&[Tag::I, Tag::Him]))
                    || matches!(self.messages[self.begins..], [.., M::Hint(_)]) => {}
            // In "sit, I mate" it is one too.
            Make::Mate => {
                let explained =
                    self.messages.last_mut().is_some_and(|last| explain(last, Explanation::Cause(Cause::Mate)));
                // In "yes, I mate" too.
                let wished = self.messages[self.begins..].iter().any(is_wish);
                let open = !has(Tags::of(&[Tag::MateI]));
                // "I need a queen. It is mate."
                let banned = matches!(self.messages.last(), Some(M::Avoid { .. }));
                let apart = !wished && self.begins > 0;
                let last = (apart || open && (!wished || banned)).then(|| self.messages.last_mut()).flatten();
                if let Some(M::Need { urgency, .. } | M::Avoid { urgency, .. }) = last {
                    *urgency = Urgency::Mates;
                // "Take the knight! It is mate."
                } else if let Some(&mut M::Take(piece)) = last {
                    self.need(&[piece], Urgency::Mates);
                } else if !explained && !wished && !matches!(self.messages.last(), Some(M::Yes | M::No)) {
                    self.asides.open_mate |= !has(Tags::of(&[Tag::MateI]));
                    self.push(M::Mate);
                }
            }
            Make::BecauseTime => self.reasons.push((self.messages.len(), Explanation::Cause(Cause::Time))),
            Make::BecausePiece => self.reasons.push((self.messages.len(), Explanation::Cause(Cause::Piece))),
            Make::BecauseMate => self.reasons.push((self.messages.len(), Explanation::Cause(Cause::Mate))),
            // "No trades, I am under attack"
            Make::Threat if matches!(self.messages[self.begins..], [.., M::Trade { good: false, .. }]) => {}
            Make::Threat => {
                let danger = match urgency(FORBIDDING) {
                    // "In deadly danger", but not «моему королю плохо»
                    _ if has(Tags::of(&[Tag::Bad])) && has(Tags::of(&[Tag::Danger])) => Danger::Critical,
                    _ if has(Tags::of(&[Tag::Bad])) && has(Tags::of(&[Tag::Press])) => Danger::High,
                    Urgency::Low => Danger::Low,
                    Urgency::Medium => Danger::Medium,
                    _ => Danger::High,
                };
                if has(Tags::of(&[Tag::Bare])) {
                    self.bare = Some(danger);
                    return;
                }
                let known = self.messages.iter_mut().find_map(|message| match message {
                    M::Threat(known) => Some(known),
                    _ => None,
                });
                match known {
                    Some(known) => *known = danger.max(*known),
                    None => self.push(M::Threat(danger)),
                }
            }
            Make::Press => self.reasons.push((self.messages.len(), Explanation::Pressure)),
            Make::Hint => self.extend(hint(items).map(M::Hint)),
            Make::Signed => self.extend(items.iter().filter_map(|item| match &item.value {
                Some(Value::Message(message)) => Some(raised(message.clone(), cry)),
                _ => None,
            })),
            Make::SignedMates => {
                let mated = has(Tags::of(&[Tag::MateMe]));
                for item in items {
                    match item.value {
                        Some(Value::Message(M::Need { piece, .. })) if !mated => self.need(&[piece], Urgency::Mates),
                        Some(Value::Message(M::Avoid { piece, .. })) => self.avoid(&[piece], Urgency::Mates),
                        _ => {}
                    }
                }
            }
            Make::TakeMates => {
                self.extend(named.iter().copied().map(M::Take));
                self.need(&named, Urgency::Mates);
            }
            Make::Help => self.push(M::Help),
            Make::Hello => self.push(M::Hello),
            Make::Hail => self.hailed = true,
            Make::Thanks => self.push(M::Thanks),
            Make::Yes => self.push(M::Yes),
            Make::No => self.push(M::No),
            Make::Nothing => {}
        }
        self.mention(&named);
    }

    fn mention(&mut self, named: &[PieceType]) {
        if !named.is_empty() {
            self.mentioned = named.to_vec();
        }
    }

    /// Adds a message unless it is there already.
    fn push(&mut self, message: PartnerMessage) {
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }

    fn extend(&mut self, messages: impl IntoIterator<Item = PartnerMessage>) {
        messages.into_iter().for_each(|message| self.push(message));
    }

    fn need(&mut self, named: &[PieceType], mut urgency: Urgency) {
        // "I have mate, but need a pawn"
        if self.messages.len() > self.begins && self.messages.last() == Some(&PartnerMessage::Mate) && !named.is_empty()
        {
            self.messages.pop();
            urgency = Urgency::Mates;
        }
        named.iter().for_each(|&piece| self.wish(PartnerMessage::Need { piece, urgency }));
    }

    fn avoid(&mut self, named: &[PieceType], urgency: Urgency) {
        named.iter().for_each(|&piece| self.wish(PartnerMessage::Avoid { piece, urgency }));
    }

    /// Adds a wish or a ban; one that is there already can become more urgent, never less.
    fn wish(&mut self, wish: PartnerMessage) {
        use PartnerMessage as M;
        for known in &mut self.messages {
            match (known, &wish) {
                (M::Need { piece, urgency }, M::Need { piece: same, urgency: new })
                | (M::Avoid { piece, urgency }, M::Avoid { piece: same, urgency: new })
                    if piece == same =>
                {
                    *urgency = (*urgency).max(*new);
                    return;
                }
                _ => {}
            }
        }
        self.messages.push(wish);
    }

    /// The speaker is mated. After a wish or a ban in the same sentence this is its reason: "no queens, it is mate", "a
    /// pawn or I am dead". "A pawn, and I am dead" is ambiguous and means nothing.
    fn dead(&mut self, after: Option<Tag>) {
        let begins = self.begins;
        let here = &mut self.messages[begins..];
        if let [.., sit @ (PartnerMessage::Sit { .. } | PartnerMessage::Go(_))] = here
            && matches!(after, Some(Tag::Because | Tag::Or))
        {
            explain(sit, Explanation::Cause(Cause::Mate));
        } else if let [.., PartnerMessage::Avoid { urgency, .. }] = here {
            *urgency = Urgency::Mates;
        } else if let [.., PartnerMessage::Need { urgency, .. }] = here
            && matches!(after, Some(Tag::Or | Tag::Because | Tag::And))
        {
            if after == Some(Tag::And) {
                self.messages.truncate(begins);
            } else {
                *urgency = Urgency::High.max(*urgency);
            }
        } else if !here.iter().any(|message| matches!(message, PartnerMessage::Avoid { .. } | PartnerMessage::Stall(_)))
        {
            self.push(PartnerMessage::Dead);
        }
    }

    /// "No hurry" behind a wish is about the wish: "a pawn would be nice, no hurry". "Take your time" is not.
    fn hurry_not(&mut self) {
        match self.messages.last_mut() {
            Some(PartnerMessage::Need { urgency, .. }) if *urgency < Urgency::High => *urgency = Urgency::Low,
            _ => self.push(PartnerMessage::Slow),
        }
    }

    /// Makes the last wish urgent, or the next one if there is none yet.
    fn urge(&mut self) {
        match self.messages.pop() {
            Some(last) => self.messages.push(raised(last, true)),
            None => self.urged = true,
        }
    }

    /// Attaches each reason to the nearest "sit", "go" or "fast" before it, else to the next one after it; a mate too.
    fn finished(mut self) -> Vec<PartnerMessage> {
        for (behind, reason) in std::mem::take(&mut self.reasons) {
            let middle = behind.min(self.messages.len());
            let (before, after) = self.messages.split_at_mut(middle);
            let _ = before.iter_mut().rev().chain(after).any(|message| explain(message, reason));
        }
        if let Some(at) = self.messages.iter().position(|message| *message == PartnerMessage::Mate)
            && self.messages.iter_mut().any(|message| explain(message, Explanation::Cause(Cause::Mate)))
        {
            self.messages.remove(at);
        }
        if self.messages.is_empty() {
            self.messages.extend(self.bare.map(PartnerMessage::Threat));
        }
        if self.hailed && self.messages.is_empty() {
            self.messages.push(PartnerMessage::Hello);
        }
        tidied(self.messages, self.asides)
    }
}

/// Gives a message its reason, if it takes one and has none.
fn explain(message: &mut PartnerMessage, reason: Explanation) -> bool {
    match (message, reason) {
        (
            PartnerMessage::Sit { cause: place @ None, .. } | PartnerMessage::Go(place @ None),
            Explanation::Cause(cause),
        ) => {
            *place = Some(cause);
        }
        (PartnerMessage::Fast(place @ None), Explanation::Cause(Cause::Time)) => *place = Some(Haste::Time),
        (PartnerMessage::Fast(place @ None), Explanation::Pressure) => *place = Some(Haste::Pressure),
        _ => return false,
    }
    true
}

/// A wish or a ban made more urgent.
fn raised(message: PartnerMessage, cry: bool) -> PartnerMessage {
    match message {
        PartnerMessage::Need { piece, urgency } if cry => {
            PartnerMessage::Need { piece, urgency: urgency.max(Urgency::High) }
        }
        PartnerMessage::Avoid { piece, urgency } if cry => {
            PartnerMessage::Avoid { piece, urgency: urgency.max(Urgency::High) }
        }
        PartnerMessage::Threat(danger) if cry => PartnerMessage::Threat(danger.max(Danger::High)),
        other => other,
    }
}
