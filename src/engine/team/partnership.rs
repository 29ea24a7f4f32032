//! The partnership of one seat: messages in and out, and the decision to play or sit.
//!
//! Protocols transport the lines; everything about partners that UBI and CECP share is here.

use super::delivery::BothBoards;
use super::effect::Effect;
use super::joint::{JointLimits, JointMates, JointPlan};
use super::mating::MatingPieces;
use super::message::PartnerMessage;
use super::news::Event;
use super::partner::Partner;
use super::phrases::{Language, replies};
use super::probe_thread::{ProbeResult, Probes, Wake};
use super::prober::{Findings, ProbeQuestion, decides_cp};
use super::race::{FourTimes, Timer};
use super::sit::{Decision, SitReason, Situation};
use super::speaker::{Round, Speaker, Status, Weight};
use super::state::{Pace, PartnerState};
use super::worth::Worth;
use crate::board::{PieceSet, Position};
use crate::eval::{NetworkPrices, Outlook, PriceSteps, Prices};
use crate::types::score::mate_moves;
use crate::types::{ByColor, Color, PieceType, Score, tunables::tunables};
use std::num::NonZeroU64;
use std::sync::Arc;

tunables! {
    /// Whether the partner's state (dead, mating, waiting) is used: 0 or 1.
    partners_states: u32 = 1, 0..=1, 1;
    /// A material lead is sent when it has changed by this much, in cp: the change that is worth a message in the
    /// example of the UBI specification (section 10.1).
    lead_news_cp: Score = 300, 100..=1_500, 50;
    /// Longest mate that is announced, in moves: before a longer one pieces may arrive.
    announced_mate: i32 = 4, 1..=20, 1;
    /// Divisor of the opponent's clock: an opponent that takes this part of it for one move is waiting.
    waiting_part: u64 = 12, 2..=40, 1;
    /// Lower bound of this time, in percent of the time control.
    least_wait_span: u64 = 2, 1..=20, 1;
}

/// The part that a seat takes in team play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Ignores messages, sends none, and never sits.
    Ignore,
    /// Follows messages, and sends none.
    Consider,
    /// Follows and sends messages.
    #[default]
    Full,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Ignore, Self::Consider, Self::Full];

    /// The name as a value of the option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Consider => "consider",
            Self::Full => "full",
        }
    }
}

/// Options on the partner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manners {
    /// The part taken in team play.
    pub mode: Mode,
    /// The language used before the partner has spoken; `None` for English.
    pub language: Option<Language>,
    /// Whether a move hinted by the partner is played.
    pub accept_hints: bool,
    /// Whether the partner is a person, who gets at most one wish a move, unless it mates.
    pub person: bool,
    /// Nodes that count as a millisecond, if time is counted in nodes: nothing may depend on real time then.
    pub nodes_per_ms: Option<NonZeroU64>,
}

/// Creates a wake-up call from a closure.
pub fn wake_by(call: impl Fn() + Send + Sync + 'static) -> Wake {
    Arc::new(call)
}

/// The partnership of one seat.
pub struct Partnership {
    pub(super) partner: Partner,
    pub(super) speaker: Speaker,
    pub(super) probes: Probes,
    pub(super) manners: Manners,
    /// The language of the partner, once it has spoken.
    pub(super) spoken: Option<Language>,
    pub(super) replied: Vec<(String, u64)>,
    /// Effects of the messages of the last line received.
    pub(super) effects: Vec<Effect>,
    /// The current time, in ms of the caller's time.
    pub(super) now_ms: u64,
    /// The other board, if it is visible.
    pub(super) other: Option<Arc<Position>>,
    /// The key of the position probed last on the opponent's time.
    pub(super) foreseen: Option<u64>,
    /// The worth of pieces on the other board, once probed.
    pub(super) worth: Option<Worth>,
    /// The key of the other board that was probed for it last.
    pub(super) asked_worth_of: Option<u64>,
    /// Plies of the other board since its last probe.
    pub(super) unprobed: u32,
    /// The network's prices for the other board as of the start of our search.
    pub(super) network_prices: Option<Arc<NetworkPrices>>,
    /// The outlooks of both colors of our board if they hang, as of the start of our search.
    pub(super) hang: ByColor<Outlook>,
    /// The kinds that save a player who hangs on the other board.
    pub(super) saving: ByColor<PieceSet>,
    /// The steps of the last prices.
    pub(super) price_steps: PriceSteps,
    /// The pieces that mate there as soon as they arrive.
    pub(super) mating: MatingPieces,
    /// The mates that need both boards.
    pub(super) joint: JointMates,
    /// A piece that the partner is about to win, and our score with it.
    pub(super) with_arrival: Option<(PieceType, Score)>,
    /// Whether our board is lost and the partner's mate comes first: it needs nothing from us, nor we from it.
    race_is_won: bool,
    /// Whether there are new results for a running search.
    pub(super) news: bool,
    /// Our material lead as last sent, in cp.
    told_lead: Score,
    /// The moment since which the opponent is on turn, in ms.
    pub(super) opponent_since_ms: Option<u64>,
}

impl Partnership {
    /// A partnership without messages so far.
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
            hang: ByColor::default(),
            saving: ByColor::default(),
            price_steps: PriceSteps::default(),
            mating: MatingPieces::default(),
            joint: JointMates::default(),
            with_arrival: None,
            race_is_won: false,
            news: false,
            told_lead: 0,
            opponent_since_ms: None,
        }
    }

    /// Resets the state of the game; the language stays.
    pub fn new_game(&mut self) {
        self.probes.cancel();
        self.partner = Partner::default();
        self.speaker = Speaker::default();
        self.replied.clear();
        self.foreseen = None;
        (self.worth, self.asked_worth_of, self.with_arrival, self.network_prices) = (None, None, None, None);
        (self.hang, self.saving, self.price_steps) = Default::default();
        self.mating.look(None, None);
        self.joint.forget();
        self.race_is_won = false;
        self.told_lead = 0;
        self.opponent_since_ms = None;
    }

    /// Resets everything said by the partner and to it: another one has come.
    pub fn new_partner(&mut self) {
        self.partner.forget_words();
        self.speaker = Speaker::default();
        self.replied.clear();
        self.spoken = None;
        self.told_lead = 0;
        self.probes.cancel_trades();
    }

    /// Applies changed options.
    pub fn set_manners(&mut self, manners: Manners) {
        self.manners = manners;
    }

    /// Sets the time to `now_ms` of the caller's time, which stands still where clocks count nodes.
    pub fn tick(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// Sets the other board, if it is visible.
    pub fn see(&mut self, other: Option<Arc<Position>>) {
        self.other = other;
    }

    /// Whether the partner's messages and board are used.
    pub fn hears(&self) -> bool {
        self.manners.mode != Mode::Ignore
    }

    /// Whether messages are sent.
    pub fn speaks(&self) -> bool {
        self.manners.mode == Mode::Full
    }

    /// The language to answer in.
    pub fn language(&self) -> Language {
        self.spoken.or(self.manners.language).unwrap_or(Language::English)
    }

    /// The partner's state: by its own words, else by probes of its board.
    pub(super) fn partners_state(&self) -> Option<PartnerState> {
        let found = || self.worth.as_ref()?.state;
        self.partner.state(self.now_ms).or_else(found).filter(|_| partners_states() != 0)
    }

    /// Searches both boards for a mate, if the other one is visible; `us` is on turn on our board `own`.
    pub fn look_at_both(&mut self, own: &Position, us: Color, clocks: FourTimes, timer: Timer) {
        match self.other.as_deref().filter(|_| self.hears()) {
            Some(other) => {
                self.mating.look(Some(other), clocks[0]);
                let mating = self.mating.kinds()[!us];
                let both = BothBoards { boards: [own, other], us, clocks, timer, mating };
                self.joint.look(&both, JointLimits::by_clock(clocks[0]));
            }
            None => self.joint.forget(),
        }
    }

    /// Forgets the plan of a mate on both boards.
    pub fn forget_plan(&mut self) {
        self.joint.forget();
    }

    /// The plan of a mate on both boards, by the last search for one.
    pub fn joint_plan(&self) -> Option<JointPlan> {
        self.joint.plan()
    }

    /// The pace requested by the partner, and whether its clock is our time budget: it is dead, or hangs and waits for
    /// a piece.
    pub fn pace(&self) -> (Option<Pace>, bool) {
        let hangs = self.worth.as_ref().is_some_and(|worth| worth.state == Some(PartnerState::Sitting))
            && partners_states() != 0;
        let dead = self.partners_state() == Some(PartnerState::Dead) || hangs;
        if self.hears() { (self.partner.pace(self.now_ms), dead) } else { (None, false) }
    }

    /// Whether the partner's words still ask for something, or tell a state that ends.
    pub fn has_wishes(&self) -> bool {
        self.hears() && self.partner.next_end(self.now_ms).is_some()
    }

    /// Effects of the last line received, one per message; empty if it was not understood.
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

    /// Handles an event on our board; `us` is our color.
    pub fn happened(&mut self, event: Event, us: Color) {
        match event {
            Event::Moved { color, transfer, .. } if color == us => {
                self.partner.moved();
                self.speaker.moved();
                if let Some(kind) = transfer {
                    self.partner.transferred(kind);
                }
            }
            Event::Arrival { color, kind } if color == us => {
                self.with_arrival = None;
                self.partner.arrived();
                self.speaker.arrived(kind);
            }
            Event::Arrival { .. } => self.speaker.opponent_received(),
            Event::Moved { .. } => {}
        }
    }

    /// Takes the results of probes, and returns the messages to send, answers to questions among them. `plays`: whether
    /// we play; outside a game nothing is wished. `hurried`: only urgent messages.
    pub fn found(&mut self, plays: bool, hurried: bool) -> Vec<PartnerMessage> {
        let outcomes = if self.hears() { self.probes.take() } else { Vec::new() };
        let mut said = Vec::new();
        for outcome in outcomes {
            match outcome {
                ProbeResult::Worth(worth) => self.learn(worth),
                // The other board has changed while it was probed.
                ProbeResult::WithArrival(kind, _) if self.soonest_arrival() != Some(kind) => {}
                ProbeResult::WithArrival(kind, score) => self.with_arrival = Some((kind, score)),
                ProbeResult::Wishes(_) | ProbeResult::Trade(_) if !self.speaks() => {}
                ProbeResult::Wishes(_) if self.race_is_won || !plays => {}
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

    /// The messages when we are on turn and hang (R8): that we sit, and the kinds that would block.
    pub fn hangs(&mut self, position: &Position) -> Vec<PartnerMessage> {
        if !self.speaks() {
            return Vec::new();
        }
        let now = self.now_ms;
        let mut said: Vec<PartnerMessage> = self.speaker.status(Status::Sitting, now).into_iter().collect();
        said.extend(self.remind(true));
        said.extend(self.wishes(&Findings::hanging(position), false));
        said
    }

    /// The messages for these needs and bans. The partner is assumed to let wishes expire as we do.
    fn wishes(&mut self, findings: &Findings, hurried: bool) -> Vec<PartnerMessage> {
        let (now_ms, holds_ms) = (self.now_ms, self.partner.wish_ms());
        self.speaker.wishes(findings, &Round { now_ms, holds_ms, hurried, person: self.manners.person })
    }

    /// The circumstances of a state. The partner is assumed to let states expire as we do.
    fn of_state(&self) -> Round {
        let (now_ms, holds_ms) = (self.now_ms, self.partner.state_ms());
        Round { now_ms, holds_ms, hurried: false, person: self.manners.person }
    }

    /// The message that we sit or mate, again, if the partner is about to forget it. `sits`: whether we are on turn and
    /// do not move.
    pub fn remind(&mut self, sits: bool) -> Option<PartnerMessage> {
        let round = self.of_state();
        if self.speaks() { self.speaker.remind(sits, &round) } else { None }
    }

    /// Decides whether a move with this `score` is played; also returns the messages to send. `situation` has the
    /// clocks; the rest is filled in here.
    pub fn decide(&mut self, score: Score, situation: Situation) -> (Decision, Vec<PartnerMessage>) {
        let now = self.now_ms;
        situation.clock_ms.into_iter().for_each(|clock| self.partner.see_clock(clock));
        let mate = mate_moves(score);
        let situation = Situation {
            asked: self.partner.asks_to_sit(now),
            partner: self.partners_state(),
            partner_mates_in: self.worth.as_ref().and_then(|worth| worth.partner_mates_in),
            arrival_decides: self.with_arrival.is_some_and(|(_, with)| with >= score + decides_cp()),
            has_partner: situation.has_partner && self.hears() && self.manners.nodes_per_ms.is_none(),
            ..situation
        };
        let decision = situation.decide();
        let status = match decision {
            Decision::Sit { reason: SitReason::Dead, .. } => Status::Dead,
            Decision::Sit { .. } => Status::Sitting,
            Decision::Play if mate.is_some_and(|moves| (1..=announced_mate()).contains(&moves)) => Status::Mating,
            // We are still dead: the sit only ended because the clock is down to its reserve.
            Decision::Play if situation.mated_in.is_some() && self.speaker.is_dead() => Status::Dead,
            Decision::Play => Status::Playing,
        };
        self.race_is_won = situation.has_partner && situation.wins_the_race();
        let sits = matches!(decision, Decision::Sit { .. }) && !self.race_is_won;
        let awaited = situation.awaited().filter(|_| sits);
        let mut said = Vec::new();
        if self.speaks() {
            // With room for one message only the wish is worth more.
            said.extend(self.speaker.awaits(awaited, now, self.partner.wish_ms()));
            said.extend(self.speaker.status(status, now));
            if self.race_is_won {
                said.extend(self.speaker.drop_needs(now, self.partner.wish_ms()));
            }
        }
        (decision, said)
    }

    /// The messages when a sit ends at its clock and the move is made.
    pub fn plays_on(&mut self) -> Vec<PartnerMessage> {
        if !self.speaks() {
            return Vec::new();
        }
        let alive = if self.speaker.is_dead() { None } else { self.speaker.status(Status::Playing, self.now_ms) };
        let mut said: Vec<PartnerMessage> = alive.into_iter().collect();
        said.extend(self.speaker.awaits(None, self.now_ms, self.partner.wish_ms()));
        said
    }

    /// The message about our material lead, if both the lead before and the lead after our move (in cp) are far enough
    /// from the last one sent: a change within an exchange under way is not sent.
    pub fn leads(&mut self, leads: [Score; 2]) -> Option<PartnerMessage> {
        let told = self.told_lead;
        let is_news = |sign: Score| leads.iter().all(|lead| sign * (lead - told) >= lead_news_cp());
        if !self.speaks() || !(is_news(1) || is_news(-1)) {
            return None;
        }
        self.told_lead = leads.into_iter().min_by_key(|lead| (lead - told).abs()).unwrap_or(told);
        Some(PartnerMessage::Material(self.told_lead))
    }

    /// The message that the opponent does not move, if it has taken long for its clock (in ms), and again if the
    /// partner is about to forget it.
    pub fn watch_opponent(&mut self, opponent_clock_ms: u64) -> Option<PartnerMessage> {
        if !self.speaks() {
            return None;
        }
        let waits = self.waits_from(opponent_clock_ms).is_some_and(|from| self.now_ms >= from);
        let round = self.of_state();
        let news = self.speaker.opponent_waits(waits, self.now_ms);
        news.or_else(|| self.speaker.remind_of_waiting(&round))
    }

    /// The moment from which an opponent with this clock (in ms) counts as waiting, in ms of [`Self::now_ms`].
    fn waits_from(&self, opponent_clock_ms: u64) -> Option<u64> {
        let since = self.opponent_since_ms.filter(|_| self.manners.nodes_per_ms.is_none())?;
        Some(since + (opponent_clock_ms / waiting_part()).max(self.partner.span_ms(least_wait_span())))
    }

    /// The next moment at which something heard expires, the opponent counts as waiting, or a state is said again, in
    /// ms.
    pub fn due(&self, opponent_clock_ms: Option<u64>) -> Option<u64> {
        if !self.hears() || self.manners.nodes_per_ms.is_some() {
            return None;
        }
        let waits = opponent_clock_ms.and_then(|clock| self.waits_from(clock)).filter(|&from| from > self.now_ms);
        let reminder = self.speaker.next_reminder(&self.of_state()).filter(|_| self.speaks());
        self.partner.next_end(self.now_ms).into_iter().chain(waits).chain(reminder).min()
    }

    /// Our diagonal's clock as last reported by the partner, in ms.
    pub fn told_diagonal_ms(&self) -> Option<u64> {
        self.partner.clocks()[1]
    }
}
