//! Outgoing messages: each is sent when it changes, sent again when the partner's copy has expired (a state just before
//! it does), and taken back when it no longer holds, within a rate limit.

use super::message::{PartnerMessage, Urgency};
use super::prober::Findings;
use crate::types::PieceType;

/// Number of messages that may go out in a row.
const BURST: u32 = 4;

/// Time that earns one more message, in ms.
const PAUSE_MS: u64 = 2_500;

/// Number of further messages in a row, if they are urgent.
const URGENT: u32 = 2;

/// Number of further messages beyond these, if they are replies: two lines may come within one pause.
const REPLIES: u32 = 2;

/// Least time before a state is said again, and least cost of that, in ms.
const LEAST_REMINDER_MS: u64 = 250;

/// Largest credit, in ms: one pause per message.
const FULL_MS: u64 = (BURST + URGENT + REPLIES) as u64 * PAUSE_MS;

/// Largest number of needs, and of bans, that stand at one time: a partner cannot serve more.
const MOST_WISHES: usize = 2;

/// Rounds of probes in which a wish has to be absent before it is taken back: probes are shallow, and their results
/// vary. A wish for a mating piece changes the partner's play too much to stand longer than the mate is found.
const fn misses(said: Urgency) -> u8 {
    if matches!(said, Urgency::Mates) { 1 } else { 3 }
}

/// Rounds in which a wish has to be present before it is sent, unless the piece mates or blocks.
const HITS: u8 = 2;

/// Time before a wish is taken back, in ms: one that is taken back at once is worse than none.
const STANDS_MS: u64 = 2_000;

/// The weight of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It may be sent later, or never.
    Ordinary,
    /// It cannot wait.
    Urgent,
    /// A reply: the partner expects one.
    Reply,
}

impl Weight {
    /// Number of messages of higher weight for which room is left.
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

/// Our state, as sent to the partner.
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

/// The state of a wish: the urgency last sent, when, and in how many rounds it was present or absent since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wish {
    said: Option<Urgency>,
    said_at_ms: u64,
    hits: u8,
    misses: u8,
}

/// The circumstances of a round of probes, or of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The current time, in ms.
    pub now_ms: u64,
    /// Time after which the partner lets a wish, or the state, expire, in ms.
    pub holds_ms: u64,
    /// Whether only urgent messages are sent.
    pub hurried: bool,
    /// Whether the partner is a person, who gets at most one wish a move, unless it mates.
    pub person: bool,
}

/// Messages sent so far, and the rate limit.
#[derive(Clone, Debug)]
pub struct Speaker {
    needs: [Wish; 5],
    bans: [Wish; 5],
    status: Status,
    status_at_ms: u64,
    /// Whether the opponent has received a piece since a mate was announced.
    doubted: bool,
    waiting: bool,
    waiting_at_ms: u64,
    /// Whether a wish has been sent since our last move.
    wished: bool,
    /// The piece that the partner can take at once and with which we mate, as last sent.
    awaited: Option<PieceType>,
    /// Whether a state has been sent again since our last move.
    reminded: bool,
    /// Credit for further messages, in ms; it grows with time.
    credit_ms: u64,
    counted_at_ms: u64,
}

impl Default for Speaker {
    fn default() -> Self {
        Self {
            needs: Default::default(),
            bans: Default::default(),
            status: Status::Playing,
            status_at_ms: 0,
            doubted: false,
            waiting: false,
            waiting_at_ms: 0,
            wished: false,
            awaited: None,
            reminded: false,
            credit_ms: FULL_MS,
            counted_at_ms: 0,
        }
    }
}

impl Speaker {
    /// Whether one more message may go out now; if so, it is counted.
    pub fn may_speak(&mut self, weight: Weight, now_ms: u64) -> bool {
        self.may_spend(weight, PAUSE_MS, now_ms)
    }

    /// The same for a message that costs `cost_ms` of the credit.
    fn may_spend(&mut self, weight: Weight, cost_ms: u64, now_ms: u64) -> bool {
        let gained = now_ms.saturating_sub(self.counted_at_ms);
        self.credit_ms = (self.credit_ms + gained).min(FULL_MS);
        self.counted_at_ms = self.counted_at_ms.max(now_ms);
        let may = self.credit_ms >= u64::from(weight.reserve() + 1) * PAUSE_MS;
        if may {
            self.credit_ms -= cost_ms;
        }
        may
    }

    /// The messages for a round of probes. A message without room now is sent in a later round, if it still holds.
    /// The kinds that would block while we hang are one message, which always has room.
    pub fn wishes(&mut self, findings: &Findings, round: &Round) -> Vec<PartnerMessage> {
        let Round { now_ms, person, .. } = *round;
        let mut said = Vec::new();
        let most = match (findings.hanging, person) {
            (true, _) => PieceType::HELD.len(),
            (false, true) => 1,
            (false, false) => MOST_WISHES,
        };
        for (wanted, is_need) in [(&findings.needs, true), (&findings.bans, false)] {
            let wanted = strongest(wanted, most);
            for kind in PieceType::HELD {
                let wanted = wanted[kind.index()];
                let wish = *self.wish(is_need, kind);
                let urgent = wanted == Some(Urgency::Mates) || findings.hanging;
                let forgotten = now_ms >= wish.said_at_ms + round.holds_ms;
                let heard = Wish { said: wish.said.filter(|_| !forgotten), ..wish };
                let (message, next) = step(heard, wanted, kind, is_need, urgent);
                let next = Wish { said_at_ms: if message.is_some() { now_ms } else { wish.said_at_ms }, ..next };
                let stands = now_ms < wish.said_at_ms + STANDS_MS || findings.hanging || self.status == Status::Mating;
                let next = match message {
                    Some(PartnerMessage::Enough(_) | PartnerMessage::Allow(_)) if stands => wish,
                    Some(_) if !urgent && (round.hurried || (person && self.wished)) => wish,
                    Some(message) if findings.hanging || self.may_speak(Weight::of_urgent(urgent), now_ms) => {
                        self.wished = true;
                        said.push(message);
                        next
                    }
                    Some(_) => wish,
                    None => next,
                };
                *self.wish(is_need, kind) = next;
            }
        }
        if findings.hanging && !said.is_empty() {
            // Counted as one message.
            self.may_speak(Weight::Reply, now_ms);
        }
        said
    }

    /// The need of a piece, or the ban on it.
    fn wish(&mut self, is_need: bool, kind: PieceType) -> &mut Wish {
        let wishes = if is_need { &mut self.needs } else { &mut self.bans };
        &mut wishes[kind.index()]
    }

    /// The messages when we wait for a piece of this `kind`, which the partner can take at once and with which we mate:
    /// that it mates, once, and that the one named before is not needed any more. A wish that the partner has let
    /// expire, after `holds_ms`, is sent again.
    pub fn awaits(&mut self, kind: Option<PieceType>, now_ms: u64, holds_ms: u64) -> Vec<PartnerMessage> {
        let mut said = Vec::new();
        if let Some(before) = self.awaited.filter(|_| kind != self.awaited) {
            self.awaited = None;
            let wish = std::mem::take(&mut self.needs[before.index()]);
            said.extend(wish.said.map(|_| PartnerMessage::Enough(before)));
        }
        let mates = Some(Urgency::Mates);
        let stands = |wish: Wish| wish.said == mates && now_ms < wish.said_at_ms + holds_ms;
        if let Some(piece) = kind.filter(|kind| !stands(self.needs[kind.index()]))
            && self.may_speak(Weight::Urgent, now_ms)
        {
            self.awaited = kind;
            self.needs[piece.index()] = Wish { said: mates, said_at_ms: now_ms, ..Wish::default() };
            said.push(PartnerMessage::Need { piece, urgency: Urgency::Mates });
        }
        said
    }

    /// We have made a move: a person may be sent another wish, and be reminded of a state again.
    pub fn moved(&mut self) {
        (self.wished, self.reminded) = (false, false);
    }

    /// The wishes that have been sent and hold.
    pub fn standing(&self) -> Vec<PartnerMessage> {
        let said = |wishes: &[Wish; 5], say: fn(PieceType, Urgency) -> PartnerMessage| -> Vec<PartnerMessage> {
            let each = PieceType::HELD.into_iter().filter_map(|kind| Some(say(kind, wishes[kind.index()].said?)));
            each.collect()
        };
        let needs = said(&self.needs, |piece, urgency| PartnerMessage::Need { piece, urgency });
        let bans = said(&self.bans, |piece, urgency| PartnerMessage::Avoid { piece, urgency });
        [needs, bans].concat()
    }

    /// Whether the last state sent is that we are being mated.
    pub fn is_dead(&self) -> bool {
        self.status == Status::Dead
    }

    /// The message for a new state, if it differs from the last one sent. The end of a state is sent even beyond the
    /// rate limit: the partner would go on relying on it.
    pub fn status(&mut self, status: Status, now_ms: u64) -> Option<PartnerMessage> {
        if status == self.status {
            // Found again, whatever has arrived.
            self.doubted = false;
            return None;
        }
        if !(self.may_speak(Weight::Urgent, now_ms) || status == Status::Playing) {
            return None;
        }
        (self.status, self.status_at_ms, self.doubted) = (status, now_ms, false);
        Some(match status {
            Status::Playing => PartnerMessage::Alive,
            Status::Sitting => PartnerMessage::Sitting,
            Status::Dead => PartnerMessage::Dead,
            Status::Mating => PartnerMessage::Mate,
        })
    }

    /// The message that our opponent does not move, sent once until it moves again.
    pub fn opponent_waits(&mut self, waits: bool, now_ms: u64) -> Option<PartnerMessage> {
        let news = waits && !self.waiting;
        if !waits {
            self.waiting = false;
        }
        if !news || !self.may_speak(Weight::Ordinary, now_ms) {
            return None;
        }
        (self.waiting, self.waiting_at_ms) = (true, now_ms);
        Some(PartnerMessage::Waiting)
    }

    /// The opponent has received a piece: a mate that was announced may be over, and is not said again.
    pub fn opponent_received(&mut self) {
        self.doubted = true;
    }

    /// The message that we sit or mate, again, if the partner is about to forget it. `sits`: whether we still sit. That
    /// we are dead is kept until it is taken back.
    pub fn remind(&mut self, sits: bool, round: &Round) -> Option<PartnerMessage> {
        let message = match self.status {
            Status::Sitting if sits => PartnerMessage::Sitting,
            Status::Mating if !self.doubted => PartnerMessage::Mate,
            _ => return None,
        };
        if !self.may_remind(self.status_at_ms, Weight::Urgent, round) {
            return None;
        }
        self.status_at_ms = round.now_ms;
        Some(message)
    }

    /// The message that our opponent does not move, again, if it still waits and the partner is about to forget it.
    pub fn remind_of_waiting(&mut self, round: &Round) -> Option<PartnerMessage> {
        if !self.waiting || !self.may_remind(self.waiting_at_ms, Weight::Ordinary, round) {
            return None;
        }
        self.waiting_at_ms = round.now_ms;
        Some(PartnerMessage::Waiting)
    }

    /// Whether a state said at `at_ms` may be said again now; if so, it is counted. Where states hold only for seconds,
    /// it counts less than another message, so that the rate limit leaves room for wishes. A person is reminded once a
    /// move.
    fn may_remind(&mut self, at_ms: u64, weight: Weight, round: &Round) -> bool {
        let due = round.now_ms >= reminder_ms(at_ms, round.holds_ms) && !(round.person && self.reminded);
        let may = due && self.may_spend(weight, before_expiry_ms(round.holds_ms).max(LEAST_REMINDER_MS), round.now_ms);
        self.reminded |= may;
        may
    }

    /// The next moment at which a state may be said again, in ms, if any.
    pub fn next_reminder(&self, round: &Round) -> Option<u64> {
        let told = self.status == Status::Sitting || self.status == Status::Mating && !self.doubted;
        let status = told.then_some((self.status_at_ms, Weight::Urgent));
        let waiting = self.waiting.then_some((self.waiting_at_ms, Weight::Ordinary));
        let states = status.into_iter().chain(waiting).filter(|_| !(round.person && self.reminded));
        let moments = states.map(|(at_ms, weight)| reminder_ms(at_ms, round.holds_ms).max(self.room_ms(weight)));
        moments.filter(|&moment| moment > round.now_ms).min()
    }

    /// The moment from which there is room for a message of this weight, in ms.
    fn room_ms(&self, weight: Weight) -> u64 {
        let needed = u64::from(weight.reserve() + 1) * PAUSE_MS;
        self.counted_at_ms + needed.saturating_sub(self.credit_ms)
    }

    /// The messages that take back the needs that the partner still holds, for `holds_ms`: nothing is needed any more.
    /// They are sent even beyond the rate limit, and counted as one.
    pub fn drop_needs(&mut self, now_ms: u64, holds_ms: u64) -> Vec<PartnerMessage> {
        let mut said = Vec::new();
        for kind in PieceType::HELD {
            let wish = std::mem::take(&mut self.needs[kind.index()]);
            if wish.said.is_some() && now_ms < wish.said_at_ms + holds_ms {
                said.push(PartnerMessage::Enough(kind));
            }
        }
        if !said.is_empty() {
            self.may_speak(Weight::Reply, now_ms);
        }
        said
    }

    /// A needed piece has arrived: the need ends without being taken back.
    pub fn arrived(&mut self, kind: PieceType) {
        self.needs[kind.index()] = Wish::default();
        self.awaited = self.awaited.filter(|&awaited| awaited != kind);
    }
}

/// The moment at which a state said at `at_ms` is said again, in ms: some time before the partner forgets it after
/// `holds_ms`, since room may have to come first.
fn reminder_ms(at_ms: u64, holds_ms: u64) -> u64 {
    at_ms + (holds_ms - before_expiry_ms(holds_ms)).max(LEAST_REMINDER_MS)
}

/// The time between a reminder and the expiry of the state, which holds for `holds_ms`, in ms.
fn before_expiry_ms(holds_ms: u64) -> u64 {
    PAUSE_MS.min(holds_ms / 4)
}

/// The message to send for a need or a ban, if any, and its next state. `wanted`: its urgency by the last probes.
fn step(
    wish: Wish,
    wanted: Option<Urgency>,
    kind: PieceType,
    is_need: bool,
    urgent: bool,
) -> (Option<PartnerMessage>, Wish) {
    let say = |urgency| match is_need {
        true => PartnerMessage::Need { piece: kind, urgency },
        false => PartnerMessage::Avoid { piece: kind, urgency },
    };
    match (wish.said, wanted) {
        (None, None) => (None, Wish::default()),
        (said, Some(urgency)) if said == Some(urgency) => (None, Wish { said, ..Wish::default() }),
        (_, Some(_)) if !urgent && wish.hits + 1 < HITS => (None, Wish { hits: wish.hits + 1, misses: 0, ..wish }),
        (_, Some(urgency)) => (Some(say(urgency)), Wish { said: Some(urgency), ..Wish::default() }),
        (Some(said), None) if wish.misses + 1 < misses(said) => {
            (None, Wish { misses: wish.misses + 1, hits: 0, ..wish })
        }
        (Some(_), None) => {
            let over = if is_need { PartnerMessage::Enough(kind) } else { PartnerMessage::Allow(kind) };
            (Some(over), Wish::default())
        }
    }
}

/// The strongest `most` wishes; of equals the cheaper piece, which comes more easily.
fn strongest(wanted: &[Option<Urgency>; 5], most: usize) -> [Option<Urgency>; 5] {
    let mut kept = [None; 5];
    for _ in 0..most {
        let others = (0..wanted.len()).rev().filter(|&index| kept[index].is_none());
        if let Some(index) = others.max_by_key(|&index| wanted[index]) {
            kept[index] = wanted[index];
        }
    }
    kept
}
