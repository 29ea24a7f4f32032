//! Probes: short searches with one more piece in a hand, to measure what it changes.

use super::message::Urgency;
use crate::board::{BoardRules, BoardStatus, Position};
use crate::eval::prices::usual_values;
use crate::eval::{HANG_CP, Prices};
use crate::search::{Job, Limits, SearchError, Searcher, Shared, clean};
use crate::types::score::is_mate;
use crate::types::{ByColor, Color, Move, PieceType, Score, tunables::tunables};
use arrayvec::ArrayVec;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

tunables! {
    /// A piece decides if our score with it in hand is better by at least this, in cp. A guess: about a knight more.
    decides_cp: Score = 300, 50..=1_500, 25;
    /// A wish is sent if the piece changes our score by at least this much more than its usual value in hand, in cp. A
    /// probe is shallow, and a partner that serves wishes plays worse on its own board.
    told_cp: Score = 700, 50..=3_000, 50;
    /// A trade that changes the score by less than this makes no difference, in cp.
    trade_difference_cp: Score = 60, 10..=400, 10;
}

/// A position to be probed.
#[derive(Clone, Debug)]
pub struct ProbeQuestion {
    /// The board.
    pub position: Position,
    /// The color of our team there.
    pub us: Color,
    /// The prices used by the searches.
    pub prices: Prices,
    /// Nodes for each of the searches.
    pub nodes: u64,
    /// Nodes that count as a millisecond, if time is counted in nodes: one thread, reproducible node counts.
    pub nodes_per_ms: Option<NonZeroU64>,
}

impl ProbeQuestion {
    /// Whether we are on turn and hang: then our needs are known without a search.
    pub fn hangs(&self) -> bool {
        self.position.side_to_move() == self.us && self.position.status() == BoardStatus::Hang
    }
}

/// The result of a round of probes. All scores are from our team's perspective.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sounding {
    /// The score of the board as it is.
    pub base: Score,
    /// `after[color][kind]`: the score with one more piece of `kind` in the hand of `color`.
    pub after: ByColor<[Score; 5]>,
    /// The PV of the board as it is.
    pub line: Vec<Move>,
}

impl Sounding {
    /// The board's score for `color`, without and with one more piece of `kind` in its hand; `us` is our team's color.
    pub fn before_and_after(&self, us: Color, color: Color, kind: PieceType) -> (Score, Score) {
        let after = self.after[color][kind.index()];
        if color == us { (self.base, after) } else { (-self.base, -after) }
    }
}

/// Needs and bans found by probes of our own board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The urgency of each piece, pawn to queen, in our hand; `None` if it would not decide.
    pub needs: [Option<Urgency>; 5],
    /// The urgency of keeping each piece out of the opponent's hand.
    pub bans: [Option<Urgency>; 5],
    /// Whether we hang, so that the needs are the kinds that would block.
    pub hanging: bool,
}

impl Findings {
    /// The findings when the side on turn hangs (R8): the kinds that would block.
    pub fn hanging(position: &Position) -> Self {
        let mut findings = Self { hanging: true, ..Self::default() };
        for kind in position.blocking_kinds() {
            findings.needs[kind.index()] = Some(Urgency::High);
        }
        findings
    }

    /// Derives needs and bans from a `sounding` of our board; `us` is our color.
    pub fn of(sounding: &Sounding, us: Color) -> Self {
        let weighed = |color: Color| {
            PieceType::HELD.map(|kind| {
                let (before, after) = sounding.before_and_after(us, color, kind);
                weigh(before, after, kind)
            })
        };
        Self { needs: weighed(us), bans: weighed(!us), hanging: false }
    }
}

/// The effect of a trade of one kind on our board, the best for us first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TradeVerdict {
    /// We mate.
    WeMate,
    /// We gain.
    WeGain,
    /// It makes little difference.
    Even,
    /// The opponent gains.
    TheyGain,
    /// The opponent mates.
    TheyMate,
}

impl TradeVerdict {
    /// Whether the partner may go ahead.
    pub const fn allows(self) -> bool {
        matches!(self, Self::WeMate | Self::WeGain | Self::Even)
    }
}

/// The result of a probe.
struct Probed {
    /// The score for our side.
    score: Score,
    /// The PV.
    line: Vec<Move>,
}

/// A stored sounding.
struct KeptSounding {
    key: u64,
    rules: BoardRules,
    us: Color,
    nodes: u64,
    sounding: Sounding,
}

impl KeptSounding {
    /// Whether it also answers `question`. A sounding made for one seat of a team is valid for the other, also where
    /// their wishes give them different prices: with a sounding for each, probes cost a fifth of the nodes a second in
    /// games at 3+0 on two cores.
    fn answers(&self, question: &ProbeQuestion) -> bool {
        let ProbeQuestion { position, us, nodes, .. } = question;
        (self.key, &self.rules, self.us) == (position.key(), position.rules(), *us) && 2 * self.nodes >= *nodes
    }
}

/// Number of stored soundings: enough for both boards, and for the position after our own move.
const MOST_SOUNDINGS: usize = 4;

/// A sounding that is being made.
struct Begun {
    sounding: KeptSounding,
    /// The probes that are still to be made, last first.
    left: ArrayVec<(Color, PieceType), 10>,
}

/// Runs probes on a search thread of its own; the thread budget is shared.
pub struct Prober {
    searcher: Searcher,
    begun: Option<Begun>,
    /// The last soundings, newest last.
    made: ArrayVec<KeptSounding, MOST_SOUNDINGS>,
}

impl Prober {
    /// Probes with the TT and threads of `shared`.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { searcher: Searcher::new(shared), begun: None, made: ArrayVec::new() }
    }

    /// Probes the position with these additional pieces.
    fn score(&mut self, question: &ProbeQuestion, more: &[(Color, PieceType)]) -> Result<Probed, SearchError> {
        let mut position = question.position.clone();
        for &(color, kind) in more {
            position.receive(color, kind);
        }
        let ours = |score: Score| if position.side_to_move() == question.us { score } else { -score };
        let proven = |score: Score| Ok(Probed { score: ours(score), line: Vec::new() });
        match position.status() {
            BoardStatus::Playing => {}
            // A mate holds whatever the hands; after a hang or a stalemate a piece may arrive.
            BoardStatus::Mate => return proven(crate::types::score::mated_in(0)),
            BoardStatus::Hang => return proven(HANG_CP),
            BoardStatus::Stalemate => return proven(0),
        }
        let limits =
            Limits { nodes: Some(question.nodes.max(1)), nodes_per_ms: question.nodes_per_ms, ..Limits::default() };
        let job = Job { probe: true, ..Job::new(position.clone(), question.prices.clone(), limits) };
        let found = clean::search(&mut self.searcher, job)?;
        let line = found.lines.into_iter().next().map(|line| line.pv).unwrap_or_default();
        Ok(Probed { score: ours(found.result.score), line })
    }

    /// Measures the effect of one more piece of each kind, for both sides; `None` if `canceled`.
    ///
    /// # Errors
    /// If no search thread can be spawned.
    pub fn sound(&mut self, question: &ProbeQuestion, canceled: &AtomicBool) -> Result<Option<Sounding>, SearchError> {
        while !self.sound_on(question)? {
            if canceled.load(Ordering::Relaxed) {
                self.begun = None;
                return Ok(None);
            }
        }
        Ok(self.known(question))
    }

    /// The stored sounding that answers `question`, if any.
    fn known(&self, question: &ProbeQuestion) -> Option<Sounding> {
        self.made.iter().find(|made| made.answers(question)).map(|made| made.sounding.clone())
    }

    /// Makes one probe of a sounding; returns whether the sounding is complete, and stored.
    ///
    /// # Errors
    /// If no search thread can be spawned.
    pub fn sound_on(&mut self, question: &ProbeQuestion) -> Result<bool, SearchError> {
        if self.known(question).is_some() {
            return Ok(true);
        }
        let Some(mut begun) = self.begun.take().filter(|begun| begun.sounding.answers(question)) else {
            let base = self.score(question, &[])?;
            let sounding = Sounding { base: base.score, after: ByColor([[base.score; 5]; 2]), line: base.line };
            let ProbeQuestion { position, us, nodes, .. } = question;
            let (key, rules) = (position.key(), *position.rules());
            let sounding = KeptSounding { key, rules, us: *us, nodes: *nodes, sounding };
            let probes = PieceType::HELD.into_iter().flat_map(|kind| Color::ALL.map(|color| (color, kind)));
            self.begun = Some(Begun { sounding, left: probes.rev().collect() });
            return Ok(false);
        };
        if let Some((color, kind)) = begun.left.pop() {
            begun.sounding.sounding.after[color][kind.index()] = self.score(question, &[(color, kind)])?.score;
        }
        if !begun.left.is_empty() {
            self.begun = Some(begun);
            return Ok(false);
        }
        if self.made.is_full() {
            self.made.remove(0);
        }
        self.made.push(begun.sounding);
        Ok(true)
    }

    /// Finds the needs and bans of our own board; `None` if `canceled`.
    ///
    /// # Errors
    /// If no search thread can be spawned.
    pub fn probe(&mut self, question: &ProbeQuestion, canceled: &AtomicBool) -> Result<Option<Findings>, SearchError> {
        if question.hangs() {
            return Ok(Some(Findings::hanging(&question.position)));
        }
        Ok(self.sound(question, canceled)?.map(|sounding| Findings::of(&sounding, question.us)))
    }

    /// Our score with one more piece of `kind` in our hand.
    ///
    /// # Errors
    /// If no search thread can be spawned.
    pub fn with_one_more(&mut self, question: &ProbeQuestion, kind: PieceType) -> Result<Score, SearchError> {
        Ok(self.score(question, &[(question.us, kind)])?.score)
    }

    /// Judges trades of each of `kinds`, by which both sides get one; returns the worst verdict.
    ///
    /// # Errors
    /// If no search thread can be spawned.
    pub fn judge_trade(&mut self, question: &ProbeQuestion, kinds: &[PieceType]) -> Result<TradeVerdict, SearchError> {
        let base = self.score(question, &[])?.score;
        let mut worst = TradeVerdict::WeMate;
        for &kind in kinds {
            let with = self.score(question, &[(question.us, kind), (!question.us, kind)])?;
            worst = worst.max(compare(base, with.score));
        }
        Ok(worst)
    }
}

/// The urgency of a piece for the side that gets it, from its score before and after.
fn weigh(before: Score, after: Score, kind: PieceType) -> Option<Urgency> {
    let mates = is_mate(after) && after > 0;
    let mated = is_mate(before) && before < 0;
    if is_mate(before) && before > 0 {
        // It wins anyway.
        None
    } else if mates {
        Some(Urgency::Mates)
    } else if mated && !is_mate(after) {
        Some(Urgency::High)
    } else if mated {
        None
    } else {
        (after - before >= usual_values()[kind.index()] + told_cp()).then_some(Urgency::High)
    }
}

/// The verdict on a trade, from our score before and after it.
fn compare(before: Score, after: Score) -> TradeVerdict {
    match (is_mate(after), after > 0) {
        (true, true) => TradeVerdict::WeMate,
        (true, false) => TradeVerdict::TheyMate,
        _ if after >= before + trade_difference_cp() => TradeVerdict::WeGain,
        _ if after <= before - trade_difference_cp() => TradeVerdict::TheyGain,
        _ => TradeVerdict::Even,
    }
}
