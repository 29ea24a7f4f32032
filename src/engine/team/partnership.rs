//! One seat's side of the partnership: what is heard, what is said, and whether a found move is made.
//!
//! Protocols bring lines in and out; everything about partners that UBI and CECP share stands here.

use super::mating::MatingPieces;
use super::message::PartnerMessage;
use super::needs::{Findings, ProbeQuestion, decides_cp};
use super::news::Event;
use super::partner::{Effect, Pace, Partner, PartnerState};
use super::phrases::Language;
use super::probes::{ProbeResult, Probes, Wake};
use super::replies;
use super::sit::{Decision, Situation, Why};
use super::speaker::{Speaker, Status, Weight};
use super::worth::Worth;
use crate::board::Position;
use crate::eval::{NetworkPrices, Prices};
use crate::types::score::mate_moves;
use crate::types::{ByColor, Color, PieceType, Score, tunables::tunables};
use std::num::NonZeroU64;
use std::sync::Arc;

tunables! {
    /// Whether it matters that the partner is dead, mates or waits: 0 or 1.
    partners_states: u32 = 1, 0..=1, 1;
    /// A lead in material is told when it has changed by this much, in cp: as much as the UBI specification's example (section 10.1) finds
    /// worth a message.
    lead_news_cp: Score = 300, 100..=1_500, 50;
    /// A mate in more moves than this is not announced: much may arrive until then.
    announced_mate: i32 = 4, 1..=20, 1;
    /// An opponent that takes this part of its clock for one move waits.
    waiting_part: u64 = 12, 2..=40, 1;
    /// With less on its clock it has to take this much, in percent of the time control.
    least_wait_span: u64 = 2, 1..=20, 1;
}

/// How much a seat cares for its partner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Hears nothing, says nothing, sits for nothing.
    Ignore,
    /// Hears and says nothing.
    Consider,
    /// Hears and speaks.
    #[default]
    Full,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ignore, Self::Consider, Self::Full];

    /// The name as the option has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Consider => "consider",
            Self::Full => "full",
        }
    }
}

/// What the options say about partners.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manners {
    /// How much to care.
    pub mode: Mode,
    /// The language to speak before the partner has spoken; nothing: English.
    pub language: Option<Language>,
    /// Whether a move that the partner tells is played.
    pub accept_hints: bool,
    /// Time is counted in nodes, so many a millisecond: nothing may depend on real time then.
    pub nodes_per_ms: Option<NonZeroU64>,
}

/// Makes a wake-up call of a closure.
pub fn wake_by(call: impl Fn() + Send + Sync + 'static) -> Wake {
    Arc::new(call)
}

/// The partnership of one seat.
pub struct Partnership {
    pub(super) partner: Partner,
    pub(super) speaker: Speaker,
    pub(super) probes: Probes,
    pub(super) manners: Manners,
    /// The language that the partner has spoken.
    pub(super) spoken: Option<Language>,
    pub(super) replied: Vec<String>,
    /// What the messages of the last line that was heard have changed.
    pub(super) effects: Vec<Effect>,
    /// The time by which things end, in ms of the caller's time.
    pub(super) now_ms: u64,
    /// The other board, where it is seen.
    pub(super) other: Option<Arc<Position>>,
    /// The board that was probed last on the opponent's time.
    pub(super) foreseen: Option<u64>,
    /// What pieces are worth on the other board, once that is known, and the key of the board that was asked about last.
    pub(super) worth: Option<Worth>,
    pub(super) asked_worth_of: Option<u64>,
    /// Plies of the other board since it was asked about last.
    pub(super) unprobed: u32,
    /// The network's prices of the other board as it was when our search began.
    pub(super) network_prices: Option<Arc<NetworkPrices>>,
    /// What was added to the usual prices last, in cp.
    pub(super) price_steps: ByColor<[Score; 5]>,
    /// What mates there as soon as it arrives.
    pub(super) mating: MatingPieces,
    /// A piece that the partner is about to win, and our score with it.
    pub(super) with_arrival: Option<(PieceType, Score)>,
    /// What was found has changed what a search should know.
    pub(super) news: bool,
    /// Our lead in material as it was told last, in cp.
    told_lead: Score,
    /// Since when the opponent is on turn.
    pub(super) opponent_since_ms: Option<u64>,
}

impl Partnership {
    /// A partnership in which nothing has been said.
    pub fn new(probes: Probes) -> Self {
        Self {
            partner: Partner::default(),
            speaker: Speaker::default(),
            probes,
            manners: Manners::default(),
            spoken: None,
            replied: Vec::new(),
            effects: Vec::new(),
            now_ms: 0,
            other: None,
            foreseen: None,
            worth: None,
            asked_worth_of: None,
            unprobed: 0,
            network_prices: None,
            price_steps: ByColor::default(),
            mating: MatingPieces::default(),
            with_arrival: None,
            news: false,
            told_lead: 0,
            opponent_since_ms: None,
        }
    }

    /// Forgets everything but the language.
    pub fn new_game(&mut self) {
        self.probes.cancel();
        self.partner = Partner::default();
        self.speaker = Speaker::default();
        self.replied.clear();
        self.foreseen = None;
        (self.worth, self.asked_worth_of, self.with_arrival, self.network_prices) = (None, None, None, None);
        self.price_steps = ByColor::default();
        self.mating.look(None, None);
        self.told_lead = 0;
        self.opponent_since_ms = None;
    }

    /// Behaves as the options say now.
    pub fn set_manners(&mut self, manners: Manners) {
        self.manners = manners;
    }

    /// It is `now_ms` by the caller's time, which stands still where clocks count nodes.
    pub fn tick(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// The other board as it stands now, where it is seen.
    pub fn see(&mut self, other: Option<Arc<Position>>) {
        self.other = other;
    }

    /// Whether the partner and its board matter to us.
    pub fn hears(&self) -> bool {
        self.manners.mode != Mode::Ignore
    }

    /// Whether we speak at all.
    pub fn speaks(&self) -> bool {
        self.manners.mode == Mode::Full
    }

    /// The language to answer in.
    pub fn language(&self) -> Language {
        self.spoken.or(self.manners.language).unwrap_or(Language::English)
    }

    /// The state that the partner is in: by its own words, or by what was found on its board.
    pub(super) fn partners_state(&self) -> Option<PartnerState> {
        let found = || self.worth.as_ref()?.state;
        self.partner.state(self.now_ms).or_else(found).filter(|_| partners_states() != 0)
    }

    /// The pace that the partner wants, and whether its clock is all the time there is: it is dead, or hangs and waits for a piece.
    pub fn pace(&self) -> (Option<Pace>, bool) {
        let hangs = self.worth.as_ref().is_some_and(|worth| worth.state == Some(PartnerState::Sitting))
            && partners_states() != 0;
        let dead = self.partners_state() == Some(PartnerState::Dead) || hangs;
        if self.hears() { (self.partner.pace(self.now_ms), dead) } else { (None, false) }
    }

    /// What the last line that was heard has changed, a message each; empty if it was not understood.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    pub(super) fn question(&self, position: &Position, us: Color, nodes: u64) -> ProbeQuestion {
        ProbeQuestion {
            position: position.clone(),
            us,
            prices: Prices::bughouse_default(),
            nodes,
            nodes_per_ms: self.manners.nodes_per_ms,
        }
    }

    /// Something happened on our board; `us` is our color.
    pub fn happened(&mut self, event: Event, us: Color) {
        match event {
            Event::Moved { color, transfer, .. } if color == us => {
                self.partner.moved();
                if let Some(kind) = transfer {
                    self.partner.transferred(kind);
                }
            }
            Event::Arrival { color, kind } if color == us => {
                self.with_arrival = None;
                self.partner.arrived();
                self.speaker.arrived(kind);
            }
            Event::Moved { .. } | Event::Arrival { .. } => {}
        }
    }

    /// What probes have found, as messages; answers to questions among them.
    /// `hurried`: only what cannot wait.
    pub fn found(&mut self, hurried: bool) -> Vec<PartnerMessage> {
        let outcomes = if self.hears() { self.probes.take() } else { Vec::new() };
        let mut said = Vec::new();
        for outcome in outcomes {
            match outcome {
                ProbeResult::Worth(worth) => self.learn(worth),
                ProbeResult::WithArrival(kind, score) => self.with_arrival = Some((kind, score)),
                ProbeResult::Wishes(_) | ProbeResult::Trade(_) if !self.speaks() => {}
                ProbeResult::Wishes(findings) => said.extend(self.wishes(&findings, hurried)),
                ProbeResult::Trade(verdict) => {
                    if self.speaker.may_speak(Weight::Reply, self.now_ms) {
                        said.push(if verdict.allows() { PartnerMessage::Yes } else { PartnerMessage::No });
                        said.push(self.words(&replies::reason(verdict)));
                    }
                }
            }
        }
        said
    }

    /// We are on turn and hang (R8): says so, and what would block.
    pub fn hangs(&mut self, position: &Position) -> Vec<PartnerMessage> {
        if !self.speaks() {
            return Vec::new();
        }
        let now = self.now_ms;
        let mut said: Vec<PartnerMessage> = self.speaker.status(Status::Sitting, now).into_iter().collect();
        said.extend(self.wishes(&Findings::hanging(position), false));
        said
    }

    /// What to say of what we need. The partner is taken to forget it when we would.
    fn wishes(&mut self, findings: &Findings, hurried: bool) -> Vec<PartnerMessage> {
        self.speaker.wishes(findings, hurried, self.now_ms, self.partner.wish_ms())
    }

    /// Whether a move whose score is `score` is made, and what is said about it. `situation` has the clocks; the rest is
    /// filled in here.
    pub fn decide(&mut self, score: Score, situation: Situation) -> (Decision, Vec<PartnerMessage>) {
        let now = self.now_ms;
        situation.clock_ms.into_iter().for_each(|clock| self.partner.see_clock(clock));
        let mate = mate_moves(score);
        let situation = Situation {
            asked: self.partner.asks_to_sit(now),
            partner: self.partners_state(),
            arrival_decides: self.with_arrival.is_some_and(|(_, with)| with >= score + decides_cp()),
            has_partner: situation.has_partner && self.hears() && self.manners.nodes_per_ms.is_none(),
            ..situation
        };
        let decision = situation.decide();
        let status = match decision {
            Decision::Sit { why: Why::Dead, .. } => Status::Dead,
            Decision::Sit { .. } => Status::Sitting,
            Decision::Play if mate.is_some_and(|moves| (1..=announced_mate()).contains(&moves)) => Status::Mating,
            // A clock that has run down to its reserve is no way out.
            Decision::Play if situation.mated_in.is_some() && self.speaker.is_dead() => Status::Dead,
            Decision::Play => Status::Playing,
        };
        let said = if self.speaks() { self.speaker.status(status, now) } else { None };
        (decision, said.into_iter().collect())
    }

    /// Our lead in material before and after our move, in cp: told if it is news that does not end with the exchange under way, so if it is
    /// both times.
    pub fn leads(&mut self, leads: [Score; 2]) -> Option<PartnerMessage> {
        let told = self.told_lead;
        let is_news = |sign: Score| leads.iter().all(|lead| sign * (lead - told) >= lead_news_cp());
        if !self.speaks() || !(is_news(1) || is_news(-1)) {
            return None;
        }
        self.told_lead = leads.into_iter().min_by_key(|lead| (lead - told).abs()).unwrap_or(told);
        Some(PartnerMessage::Material(self.told_lead))
    }

    /// Says that the opponent does not move, when it has taken long for its clock (in ms).
    pub fn watch_opponent(&mut self, opponent_clock_ms: u64) -> Option<PartnerMessage> {
        let waits = self.waits_from(opponent_clock_ms).is_some_and(|from| self.now_ms >= from);
        if self.speaks() { self.speaker.opponent_waits(waits, self.now_ms) } else { None }
    }

    /// From when on an opponent with this clock, in ms, waits, in ms of [`Self::now_ms`].
    fn waits_from(&self, opponent_clock_ms: u64) -> Option<u64> {
        let since = self.opponent_since_ms.filter(|_| self.manners.nodes_per_ms.is_none())?;
        Some(since + (opponent_clock_ms / waiting_part()).max(self.partner.span_ms(least_wait_span())))
    }

    /// The moment at which something ends that was heard, or the opponent is thought to wait, in ms.
    pub fn due(&self, opponent_clock_ms: Option<u64>) -> Option<u64> {
        if !self.hears() || self.manners.nodes_per_ms.is_some() {
            return None;
        }
        let waits = opponent_clock_ms.and_then(|clock| self.waits_from(clock)).filter(|&from| from > self.now_ms);
        self.partner.next_end(self.now_ms).into_iter().chain(waits).min()
    }

    /// What our diagonal's clock showed when the partner told it, in ms.
    pub fn told_diagonal_ms(&self) -> Option<u64> {
        self.partner.clocks()[1]
    }
}
