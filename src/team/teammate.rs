//! One seat's side of the partnership: what is heard, what is said, and whether a found move is made.
//!
//! Protocols bring lines in and out; everything about partners that UBI and CECP share stands here.

use super::message::PartnerMessage;
use super::needs::{Findings, Question};
use super::news::Event;
use super::partner::{Effect, Pace, Partner, State};
use super::phrases::{self, Language};
use super::probes::{Outcome, Probes, Wake};
use super::replies::{self, Reply};
use super::sit::{Decision, Situation, Why};
use super::speaker::{Speaker, Status};
use crate::board::Position;
use crate::eval::TeamView;
use crate::search::Shared;
use crate::types::score::mate_moves;
use crate::types::{Color, Move, Score, tunables::tunables};
use std::num::NonZeroU64;
use std::sync::Arc;

tunables! {
    /// Nodes of one probe at most; a round has eleven.
    probe_nodes: u64 = 6_000, 500..=50_000, 500;
    /// With less than this a probe sees nothing, and is not worth the other seats' share of the processor.
    least_probe_nodes: u64 = 500, 100..=5_000, 100;
    /// A node of each probe for so many ms on our clock: a round costs about a two-thousandth of it, by the speed that
    /// `tandem bench` tells (2.4 million nodes a second).
    probe_node_ms: u64 = 10, 1..=100, 1;
    /// Nodes of each search that answers a question: somebody waits for it.
    answer_nodes: u64 = 20_000, 1_000..=200_000, 1_000;
    /// With so much on the clock, in ms, a round of probes costs our own move next to nothing.
    plenty_ms: u64 = 30_000, 1_000..=300_000, 1_000;
    /// A mate in more moves than this is not announced: much may arrive until then.
    announced_mate: i32 = 4, 1..=20, 1;
    /// An opponent that takes this part of its clock for one move waits.
    waiting_part: u64 = 6, 2..=40, 1;
}

/// Lines to which we remember to have replied.
const MOST_REPLIED: usize = 64;

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

/// What came of something heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reaction {
    /// For the log of our own side: how it was understood and what it changed.
    pub remarks: Vec<String>,
    /// To be said to the partner.
    pub said: Vec<PartnerMessage>,
    /// A search that is running knows less than we do now.
    pub changed: bool,
    /// The partner wants a move now.
    pub hurry: bool,
    /// The partner told this legal move, and we may play it.
    pub told: Option<Move>,
}

/// Makes a wake-up call of a closure.
pub fn wake_by(call: impl Fn() + Send + Sync + 'static) -> Wake {
    Arc::new(call)
}

/// The partnership of one seat.
pub struct Teammate {
    partner: Partner,
    speaker: Speaker,
    probes: Probes,
    manners: Manners,
    /// The language that the partner has spoken.
    spoken: Option<Language>,
    replied: Vec<String>,
    /// The time by which things end, in ms of the caller's time.
    now_ms: u64,
    /// What probes may assume of the other board.
    seen: TeamView,
    /// The board that was probed last on the opponent's time.
    foreseen: Option<u64>,
    /// Since when the opponent is on turn.
    opponent_since_ms: Option<u64>,
}

impl Teammate {
    /// A partnership in which nothing has been said; probes run on the table and threads of `shared`, and call `wake`.
    pub fn new(shared: Arc<Shared>, wake: Wake) -> Self {
        Self {
            partner: Partner::default(),
            speaker: Speaker::default(),
            probes: Probes::new(shared, wake),
            manners: Manners::default(),
            spoken: None,
            replied: Vec::new(),
            now_ms: 0,
            seen: TeamView::bughouse_default(),
            foreseen: None,
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

    /// What probes may assume of the other board from now on: as much as the searches, but not what the partner wishes.
    pub fn see(&mut self, view: TeamView) {
        self.seen = view;
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

    /// What the partner's words make of what is usually assumed of the other board; `us` is our color.
    pub fn view(&self, usual: &TeamView, us: Color) -> TeamView {
        if self.hears() { self.partner.view(usual, us, self.now_ms) } else { usual.clone() }
    }

    /// The pace that the partner wants, and whether it is dead.
    pub fn pace(&self) -> (Option<Pace>, bool) {
        let dead = self.partner.state(self.now_ms) == Some(State::Dead);
        if self.hears() { (self.partner.pace(self.now_ms), dead) } else { (None, false) }
    }

    /// The partner said `text`. Its words are `messages` where the protocol knows them; free text is understood here.
    pub fn hear(&mut self, text: &str, messages: &[PartnerMessage], position: &Position, us: Color) -> Reaction {
        let mut reaction = Reaction::default();
        if !self.hears() {
            return reaction;
        }
        let mut all = Vec::new();
        let mut line = text;
        // People write lines; engines that know our protocol send messages, and want no `ok`.
        let free = messages.iter().any(|message| matches!(message, PartnerMessage::Say(_)));
        for message in messages {
            let PartnerMessage::Say(free) = message else {
                all.push(message.clone());
                continue;
            };
            line = free;
            let understood = phrases::understand(free);
            self.spoken = understood.language.or(self.spoken);
            all.extend(understood.messages);
        }
        let may_reply = self.may_reply(line);
        if all.is_empty() {
            reaction.remarks.push(format!("partner: `{text}` is not understood, changes nothing"));
            if may_reply && !phrases::is_small_talk(line) {
                self.reply(&replies::NOT_UNDERSTOOD, &mut reaction);
            }
        }
        for message in all {
            self.hear_one(&message, may_reply, free, position, us, &mut reaction);
        }
        reaction
    }

    fn hear_one(
        &mut self,
        message: &PartnerMessage,
        may_reply: bool,
        free: bool,
        position: &Position,
        us: Color,
        reaction: &mut Reaction,
    ) {
        use PartnerMessage as M;
        let before = self.partner.clone();
        let effect = self.partner.hear(message, self.now_ms);
        let what = phrases::say(message, Language::English);
        let mut outcome = effect.to_string();
        reaction.hurry |= effect == Effect::Move;
        // Only what changes prices or pace is news to a search.
        reaction.changed |= matches!(
            effect,
            Effect::Raised(..)
                | Effect::Banned(..)
                | Effect::Forgotten(_)
                | Effect::Trades(..)
                | Effect::Stall(_)
                | Effect::Pace(_)
        ) || before.state(self.now_ms) != self.partner.state(self.now_ms);
        match message {
            M::AskTrade(kind) if self.speaks() => {
                self.probes.ask_trade(self.question(position, us, answer_nodes()), *kind);
            }
            M::AskNeed if may_reply => match self.speaker.standing() {
                none if none.is_empty() => self.reply(&replies::NO_WISHES, reaction),
                wishes if self.speaker.may_speak(true, self.now_ms) => reaction.said.extend(wishes),
                _ => {}
            },
            M::Help if may_reply => self.reply(&replies::HELP, reaction),
            M::Hello if may_reply => self.reply(&replies::HELLO, reaction),
            M::Need { .. } | M::Avoid { .. } | M::Trade { .. } | M::Stall(_) | M::Sit { .. } | M::Fast(_) | M::Slow
                if may_reply && free && !reaction.said.contains(&self.words(&replies::OK)) =>
            {
                self.reply(&replies::OK, reaction);
            }
            M::Hint(words) => {
                let told = find_told(position, words).filter(|_| position.side_to_move() == us);
                let answer = match (self.manners.accept_hints, told) {
                    (false, _) => Some((
                        &replies::NO_MOVES,
                        "a move: refused, partners may not tell moves (AcceptMoveHints is off)",
                    )),
                    (true, None) => Some((&replies::ILLEGAL, "a move: not legal now")),
                    (true, Some(mv)) => {
                        reaction.told = Some(mv);
                        None
                    }
                };
                match answer {
                    None => outcome = "a move: played".to_owned(),
                    Some((reply, remark)) => {
                        outcome = remark.to_owned();
                        if may_reply {
                            self.reply(reply, reaction);
                        }
                    }
                }
            }
            _ => {}
        }
        reaction.remarks.push(format!("partner: {what}: {outcome}"));
    }

    /// Whether a line may be replied to: each once, and none that is itself a reply, else two bots talk for ever.
    fn may_reply(&mut self, text: &str) -> bool {
        let line = text.trim().to_lowercase();
        if !self.speaks() || line.is_empty() || ["sorry", "ok"].iter().any(|word| line.starts_with(word)) {
            return false;
        }
        if self.replied.contains(&line) {
            return false;
        }
        if self.replied.len() >= MOST_REPLIED {
            self.replied.remove(0);
        }
        self.replied.push(line);
        true
    }

    fn words(&self, reply: &Reply) -> PartnerMessage {
        PartnerMessage::Say(reply.in_language(self.language()).to_owned())
    }

    /// Who talks to us and hears nothing thinks that nobody is there: a reply comes before our own wishes.
    fn reply(&mut self, reply: &Reply, reaction: &mut Reaction) {
        if self.speaker.may_speak(true, self.now_ms) {
            reaction.said.push(self.words(reply));
        }
    }

    fn question(&self, position: &Position, us: Color, nodes: u64) -> Question {
        Question {
            position: position.clone(),
            us,
            view: self.seen.clone(),
            nodes,
            nodes_per_ms: self.manners.nodes_per_ms,
        }
    }

    /// Something happened on our board; `us` is our color.
    pub fn happened(&mut self, event: Event, us: Color) {
        match event {
            Event::Moved { color, sent, .. } if color == us => {
                self.partner.moved();
                if let Some(kind) = sent {
                    self.partner.sent(kind);
                }
            }
            Event::Arrived { color, kind } if color == us => {
                self.partner.arrived();
                self.speaker.served(kind);
            }
            Event::Moved { .. } | Event::Arrived { .. } => {}
        }
    }

    /// Our board is this one now: there is a new position to probe. `clock_ms` is what our clock shows, if it is known.
    pub fn board_changed(&mut self, new: &Position, us: Color, clock_ms: Option<u64>) {
        if !self.hears() {
            return;
        }
        let their_turn = new.side_to_move() != us;
        let foreseen = their_turn.then(|| new.key());
        if foreseen.is_some() && self.foreseen == foreseen {
            return;
        }
        self.foreseen = foreseen;
        self.opponent_since_ms = their_turn.then_some(self.now_ms);
        self.probes.cancel();
        // On the opponent's time, or on our own when there is plenty, and only where somebody listens. Where time is
        // counted in nodes nothing is free.
        let free = their_turn || clock_ms.is_some_and(|clock| clock >= plenty_ms());
        let nodes = clock_ms.map_or(probe_nodes(), |clock| clock / probe_node_ms()).min(probe_nodes());
        if free && nodes >= least_probe_nodes() && self.speaks() && self.manners.nodes_per_ms.is_none() {
            let question = self.question(new, us, nodes);
            self.probes.ask_wishes(question);
        }
    }

    /// What probes have found, as messages; answers to questions among them.
    /// `hurried`: only what cannot wait.
    pub fn found(&mut self, hurried: bool) -> Vec<PartnerMessage> {
        let outcomes = self.probes.take();
        let mut said = Vec::new();
        for outcome in outcomes.into_iter().filter(|_| self.manners.mode == Mode::Full) {
            match outcome {
                Outcome::Wishes(findings) => said.extend(self.speaker.wishes(&findings, hurried, self.now_ms)),
                Outcome::Trade(verdict) => {
                    if self.speaker.may_speak(true, self.now_ms) {
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
        said.extend(self.speaker.wishes(&Findings::hanging(position), false, now));
        said
    }

    /// Whether a move whose score is `score` is made, and what is said about it. `situation` has the clocks; the rest is
    /// filled in here.
    pub fn decide(&mut self, score: Score, situation: Situation) -> (Decision, Vec<PartnerMessage>) {
        let now = self.now_ms;
        let mate = mate_moves(score);
        let situation = Situation {
            mated_in: mate.filter(|&moves| moves <= 0).map(|moves| moves.unsigned_abs()),
            mating: mate.is_some_and(|moves| moves > 0),
            asked: self.partner.asks_to_sit(now),
            partner: self.partner.state(now),
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

    /// Says that the opponent does not move, when it has taken long for its clock (in ms).
    pub fn watch_opponent(&mut self, opponent_clock_ms: u64) -> Option<PartnerMessage> {
        let waits = self.waits_from(opponent_clock_ms).is_some_and(|from| self.now_ms >= from);
        if self.speaks() { self.speaker.opponent_waits(waits, self.now_ms) } else { None }
    }

    /// From when on an opponent with this clock, in ms, waits, in ms of [`Self::now_ms`].
    fn waits_from(&self, opponent_clock_ms: u64) -> Option<u64> {
        let since = self.opponent_since_ms.filter(|_| self.manners.nodes_per_ms.is_none())?;
        Some(since + (opponent_clock_ms / waiting_part()).clamp(2_000, 10_000))
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

/// The legal move that somebody's words name: one of them in SAN, in coordinates, or as `N@f3`.
fn find_told(position: &Position, words: &str) -> Option<Move> {
    words.split_whitespace().find_map(|word| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '@' && letter != '+');
        position.find_move(&bare.to_ascii_lowercase()).or_else(|| position.parse_san(bare).ok())
    })
}
