//! What we say to the partner: each thing when it changes, and again when the partner will have forgotten it; taken back when it no
//! longer holds, and never too much.

use super::message::{PartnerMessage, Urgency};
use super::needs::Findings;
use crate::types::PieceType;

/// So many messages may go out in a row …
const BURST: u32 = 4;

/// … and then one in so many ms.
const PAUSE_MS: u64 = 2_500;

/// Messages that cannot wait may overdraw the account by so many …
const URGENT: u32 = 3;

/// … and replies by so many more.
const REPLIES: u32 = 1;

/// What the account holds at most, in ms of pauses.
const FULL_MS: u64 = (BURST + URGENT + REPLIES) as u64 * PAUSE_MS;

/// Wishes of one sort that stand at one time: a partner cannot serve more.
const MOST_WISHES: usize = 2;

/// Rounds of probes in which a wish has to be absent before it is taken back: probes are shallow, and flicker. One that mates changes
/// the partner's play too much to stand longer than it is found.
const fn misses(said: Urgency) -> u8 {
    if matches!(said, Urgency::Mates) { 1 } else { 3 }
}

/// Rounds in which a wish has to be there before it is said, unless the piece mates or blocks.
const HITS: u8 = 2;

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It may be said later, or never.
    Ordinary,
    /// It cannot wait.
    Urgent,
    /// Somebody has said something to us, and would take silence for deafness.
    Reply,
}

impl Weight {
    /// So many messages must have room after one of this weight, for those that weigh more.
    const fn reserve(self) -> u32 {
        match self {
            Self::Ordinary => URGENT + REPLIES,
            Self::Urgent => REPLIES,
            Self::Reply => 0,
        }
    }

    const fn of_urgent(urgent: bool) -> Self {
        if urgent { Self::Urgent } else { Self::Ordinary }
    }
}

/// What we are doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Playing.
    #[default]
    Playing,
    /// Not moving.
    Sitting,
    /// Being mated.
    Dead,
    /// Mating.
    Mating,
}

/// A wish that has been said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wish {
    said: Option<Urgency>,
    said_at_ms: u64,
    hits: u8,
    misses: u8,
}

/// What has been said and how much.
#[derive(Clone, Debug)]
pub struct Speaker {
    needs: [Wish; 5],
    bans: [Wish; 5],
    status: Status,
    waiting: bool,
    /// Messages that may still go out; it grows with time.
    credit_ms: u64,
    counted_at_ms: u64,
}

impl Default for Speaker {
    fn default() -> Self {
        Self {
            needs: Default::default(),
            bans: Default::default(),
            status: Status::Playing,
            waiting: false,
            credit_ms: FULL_MS,
            counted_at_ms: 0,
        }
    }
}

impl Speaker {
    /// Whether one more message may go out now; if so, it is counted.
    pub fn may_speak(&mut self, weight: Weight, now_ms: u64) -> bool {
        let gained = now_ms.saturating_sub(self.counted_at_ms);
        self.credit_ms = (self.credit_ms + gained).min(FULL_MS);
        self.counted_at_ms = self.counted_at_ms.max(now_ms);
        let may = self.credit_ms >= u64::from(weight.reserve() + 1) * PAUSE_MS;
        if may {
            self.credit_ms -= PAUSE_MS;
        }
        may
    }

    /// What to say of a round of probes. What finds no room now is said in a later round, if it still holds.
    /// `hurried`: only what cannot wait. Who mates takes nothing back. A wish that was said is forgotten by the partner after `holds_ms`.
    pub fn wishes(&mut self, findings: &Findings, hurried: bool, now_ms: u64, holds_ms: u64) -> Vec<PartnerMessage> {
        let mut said = Vec::new();
        let most = if findings.hanging { PieceType::HELD.len() } else { MOST_WISHES };
        for (wanted, ours) in [(&findings.needs, true), (&findings.bans, false)] {
            let wanted = strongest(wanted, most);
            for kind in PieceType::HELD {
                let index = kind.index();
                let wish = if ours { self.needs[index] } else { self.bans[index] };
                let urgent = wanted[index] == Some(Urgency::Mates) || findings.hanging;
                let forgotten = now_ms >= wish.said_at_ms + holds_ms;
                let heard = Wish { said: wish.said.filter(|_| !forgotten), ..wish };
                let Some((message, next)) = step(heard, wanted[index], kind, ours, urgent) else { continue };
                let next = Wish { said_at_ms: if message.is_some() { now_ms } else { wish.said_at_ms }, ..next };
                let next = match message {
                    Some(PartnerMessage::Enough(_)) if self.status == Status::Mating => wish,
                    Some(_) if hurried && !urgent => wish,
                    Some(message) if self.may_speak(Weight::of_urgent(urgent), now_ms) => {
                        said.push(message);
                        next
                    }
                    Some(_) => wish,
                    None => next,
                };
                *(if ours { &mut self.needs[index] } else { &mut self.bans[index] }) = next;
            }
        }
        said
    }

    /// The wishes that have been said and hold.
    pub fn standing(&self) -> Vec<PartnerMessage> {
        let said = |wishes: &[Wish; 5], say: fn(PieceType, Urgency) -> PartnerMessage| -> Vec<PartnerMessage> {
            let each = PieceType::HELD.into_iter().filter_map(|kind| Some(say(kind, wishes[kind.index()].said?)));
            each.collect()
        };
        let needs = said(&self.needs, |piece, urgency| PartnerMessage::Need { piece, urgency });
        let bans = said(&self.bans, |piece, urgency| PartnerMessage::Avoid { piece, urgency });
        [needs, bans].concat()
    }

    /// Whether the partner has heard last that we are being mated.
    pub fn is_dead(&self) -> bool {
        self.status == Status::Dead
    }

    /// What to say when we are in another state. That a state has ended is said even where nothing else may be: the partner would go on
    /// believing in it.
    pub fn status(&mut self, status: Status, now_ms: u64) -> Option<PartnerMessage> {
        if status == self.status || !(self.may_speak(Weight::Urgent, now_ms) || status == Status::Playing) {
            return None;
        }
        self.status = status;
        Some(match status {
            Status::Playing => PartnerMessage::Alive,
            Status::Sitting => PartnerMessage::Sitting,
            Status::Dead => PartnerMessage::Dead,
            Status::Mating => PartnerMessage::Mate,
        })
    }

    /// What to say when our opponent does not move, or moves again.
    pub fn opponent_waits(&mut self, waits: bool, now_ms: u64) -> Option<PartnerMessage> {
        let news = waits && !self.waiting;
        if !waits {
            self.waiting = false;
        }
        if !news || !self.may_speak(Weight::Ordinary, now_ms) {
            return None;
        }
        self.waiting = true;
        Some(PartnerMessage::Waiting)
    }

    /// A piece that we asked for has come: the wish needs no taking back.
    pub fn arrived(&mut self, kind: PieceType) {
        self.needs[kind.index()] = Wish::default();
    }
}

/// What a wish becomes, and what is to be said of it; nothing when all stays as it is.
fn step(
    wish: Wish,
    wanted: Option<Urgency>,
    kind: PieceType,
    ours: bool,
    urgent: bool,
) -> Option<(Option<PartnerMessage>, Wish)> {
    let say = |urgency| match ours {
        true => PartnerMessage::Need { piece: kind, urgency },
        false => PartnerMessage::Avoid { piece: kind, urgency },
    };
    match (wish.said, wanted) {
        (None, None) => Some((None, Wish::default())),
        (said, Some(urgency)) if said == Some(urgency) => Some((None, Wish { said, ..Wish::default() })),
        (_, Some(_)) if !urgent && wish.hits + 1 < HITS => {
            Some((None, Wish { hits: wish.hits + 1, misses: 0, ..wish }))
        }
        (_, Some(urgency)) => Some((Some(say(urgency)), Wish { said: Some(urgency), ..Wish::default() })),
        (Some(said), None) if wish.misses + 1 < misses(said) => {
            Some((None, Wish { misses: wish.misses + 1, hits: 0, ..wish }))
        }
        (Some(_), None) => Some((Some(PartnerMessage::Enough(kind)), Wish::default())),
    }
}

/// The strongest `most` wishes; of equals the cheaper piece, which comes more easily.
fn strongest(wanted: &[Option<Urgency>; 5], most: usize) -> [Option<Urgency>; 5] {
    let mut kinds: Vec<usize> = (0..wanted.len()).filter(|&index| wanted[index].is_some()).collect();
    kinds.sort_by_key(|&index| std::cmp::Reverse(wanted[index]));
    let mut kept = [None; 5];
    for &index in kinds.iter().take(most) {
        kept[index] = wanted[index];
    }
    kept
}
