//! What one piece more would change on a board: short searches with it in a hand.

use super::message::Urgency;
use crate::board::{BoardRules, BoardStatus, Position};
use crate::eval::Prices;
use crate::eval::weights::hand_values;
use crate::search::{Job, Limits, SearchError, Searcher, Shared, clean};
use crate::types::score::is_mate;
use crate::types::{ByColor, Color, Move, PieceType, Score, tunables::tunables};
use arrayvec::ArrayVec;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

tunables! {
    /// A piece decides when it is worth so much more than its usual value in hand, in cp. A guess: about a knight more.
    decides_cp: Score = 300, 50..=1_500, 25;
    /// A wish is told when the piece changes our score by so much more than its usual value in hand, in cp. A probe is shallow, and a
    /// partner that serves wishes plays worse on its own board.
    told_cp: Score = 700, 50..=3_000, 50;
    /// A trade that changes the score by less makes no difference, in cp.
    trade_difference_cp: Score = 60, 10..=400, 10;
}

/// A position to be probed.
#[derive(Clone, Debug)]
pub struct ProbeQuestion {
    /// The board.
    pub position: Position,
    /// The color of our team there.
    pub us: Color,
    /// What the searches may assume of the other board.
    pub prices: Prices,
    /// Nodes for each of the searches.
    pub nodes: u64,
    /// Whether a millisecond is counted in nodes: one thread, the same nodes every time.
    pub nodes_per_ms: Option<NonZeroU64>,
}

/// What a round of probes measured. All scores are our team's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sounding {
    /// The score of the board as it is.
    pub base: Score,
    /// `after[color][kind]`: the score with one more piece of `kind` in the hand of `color`.
    pub after: ByColor<[Score; 5]>,
    /// The line that both sides are expected to play on the board as it is.
    pub line: Vec<Move>,
}

impl Sounding {
    /// The board's score for `color`, without and with one more piece of `kind` in its hand; `us` is our team's color.
    pub fn before_and_after(&self, us: Color, color: Color, kind: PieceType) -> (Score, Score) {
        let after = self.after[color][kind.index()];
        if color == us { (self.base, after) } else { (-self.base, -after) }
    }
}

/// What probes found out about our own board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How much each piece, pawn to queen, would help in our hand; nothing where it would not decide.
    pub needs: [Option<Urgency>; 5],
    /// How much each piece would hurt in the opponent's hand.
    pub bans: [Option<Urgency>; 5],
    /// Whether we hang, and the needs are what would block.
    pub hanging: bool,
}

impl Findings {
    /// The side on turn hangs (R8): what would block.
    pub fn hanging(position: &Position) -> Self {
        let mut findings = Self { hanging: true, ..Self::default() };
        for kind in position.blocking_kinds() {
            findings.needs[kind.index()] = Some(Urgency::High);
        }
        findings
    }

    /// What `sounding` of our board means for our wishes; `us` is our color.
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

/// What a trade of one kind would do to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TradeVerdict {
    /// With it we mate.
    WeMate,
    /// It is we who gain by it.
    WeGain,
    /// It makes little difference.
    Even,
    /// It is the opponent who gains by it.
    TheyGain,
    /// With it the opponent mates.
    TheyMate,
}

impl TradeVerdict {
    /// Whether the partner may go ahead.
    pub const fn allows(self) -> bool {
        matches!(self, Self::WeMate | Self::WeGain | Self::Even)
    }
}

/// What a probe ends with.
struct Probed {
    /// The score for our side.
    score: Score,
    /// The expected line.
    line: Vec<Move>,
}

/// A sounding that was made.
struct KeptSounding {
    key: u64,
    rules: BoardRules,
    us: Color,
    nodes: u64,
    sounding: Sounding,
}

impl KeptSounding {
    /// Whether it answers `question`, too. That of one seat of a team is as good for the other.
    fn answers(&self, question: &ProbeQuestion) -> bool {
        let ProbeQuestion { position, us, nodes, .. } = question;
        (self.key, &self.rules, self.us) == (position.key(), position.rules(), *us) && 2 * self.nodes >= *nodes
    }
}

/// Soundings that are kept: those of both boards, and of the one that is known to follow.
const KEPT: usize = 4;

/// Runs probes. It has a search thread of its own; the budget of threads is shared.
pub struct Prober {
    searcher: Searcher,
    /// What was sounded last, the newest behind.
    made: ArrayVec<KeptSounding, KEPT>,
}

impl Prober {
    /// Probes with the table and threads of `shared`.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { searcher: Searcher::new(shared), made: ArrayVec::new() }
    }

    /// What a probe with these pieces more finds.
    fn score(&mut self, question: &ProbeQuestion, more: &[(Color, PieceType)]) -> Result<Probed, SearchError> {
        let mut position = question.position.clone();
        for &(color, kind) in more {
            position.receive(color, kind);
        }
        let ours = |score: Score| if position.side_to_move() == question.us { score } else { -score };
        let proven = |score: Score| Ok(Probed { score: ours(score), line: Vec::new() });
        match position.status() {
            BoardStatus::Playing => {}
            // A mate stands whatever the hands; a hang and a stalemate wait.
            BoardStatus::Mate => return proven(crate::types::score::mated_in(0)),
            BoardStatus::Hang => return proven(question.prices.hang[position.side_to_move()]),
            BoardStatus::Stalemate => return proven(0),
        }
        let limits =
            Limits { nodes: Some(question.nodes.max(1)), nodes_per_ms: question.nodes_per_ms, ..Limits::default() };
        let job = Job { probe: true, ..Job::new(position.clone(), question.prices.clone(), limits) };
        let found = clean::search(&mut self.searcher, job)?;
        let line = found.lines.into_iter().next().map(|line| line.pv).unwrap_or_default();
        Ok(Probed { score: ours(found.result.score), line })
    }

    /// Measures what each piece more would change, for both sides, until `cancelled`.
    ///
    /// # Errors
    /// When the system gives no thread to search with.
    pub fn sound(&mut self, question: &ProbeQuestion, cancelled: &AtomicBool) -> Result<Option<Sounding>, SearchError> {
        if let Some(made) = self.made.iter().find(|made| made.answers(question)) {
            return Ok(Some(made.sounding.clone()));
        }
        let base = self.score(question, &[])?;
        let mut after = ByColor([[base.score; 5]; 2]);
        for kind in PieceType::HELD {
            for color in Color::ALL {
                if cancelled.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                after[color][kind.index()] = self.score(question, &[(color, kind)])?.score;
            }
        }
        let sounding = Sounding { base: base.score, after, line: base.line };
        if self.made.is_full() {
            self.made.remove(0);
        }
        let ProbeQuestion { position, us, nodes, .. } = question;
        let (key, rules) = (position.key(), *position.rules());
        self.made.push(KeptSounding { key, rules, us: *us, nodes: *nodes, sounding: sounding.clone() });
        Ok(Some(sounding))
    }

    /// Finds out what is needed on our own board and what must not be given, until `cancelled`.
    ///
    /// # Errors
    /// When the system gives no thread to search with.
    pub fn probe(&mut self, question: &ProbeQuestion, cancelled: &AtomicBool) -> Result<Option<Findings>, SearchError> {
        let ProbeQuestion { position, us, .. } = question;
        if position.side_to_move() == *us && position.status() == BoardStatus::Hang {
            return Ok(Some(Findings::hanging(position)));
        }
        Ok(self.sound(question, cancelled)?.map(|sounding| Findings::of(&sounding, *us)))
    }

    /// Our score with one more piece of `kind` in our hand.
    ///
    /// # Errors
    /// When the system gives no thread to search with.
    pub fn with_one_more(&mut self, question: &ProbeQuestion, kind: PieceType) -> Result<Score, SearchError> {
        Ok(self.score(question, &[(question.us, kind)])?.score)
    }

    /// What it would mean if both of us got a piece of each of `kinds`, the worst of them.
    ///
    /// # Errors
    /// When the system gives no thread to search with.
    pub fn judge_trade(&mut self, question: &ProbeQuestion, kinds: &[PieceType]) -> Result<TradeVerdict, SearchError> {
        let base = self.score(question, &[])?.score;
        let mut worst = TradeVerdict::WeMate;
        let rank = |verdict: TradeVerdict| verdict as u8;
        for &kind in kinds {
            let with = self.score(question, &[(question.us, kind), (!question.us, kind)])?;
            let verdict = compare(base, with.score);
            if rank(verdict) > rank(worst) {
                worst = verdict;
            }
        }
        Ok(worst)
    }
}

/// What a piece does for the side that gets it.
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
        (after - before >= hand_values()[kind.index()] + told_cp()).then_some(Urgency::High)
    }
}

/// What a trade does, from our score before and after it.
fn compare(before: Score, after: Score) -> TradeVerdict {
    match (is_mate(after), after > 0) {
        (true, true) => TradeVerdict::WeMate,
        (true, false) => TradeVerdict::TheyMate,
        _ if after >= before + trade_difference_cp() => TradeVerdict::WeGain,
        _ if after <= before - trade_difference_cp() => TradeVerdict::TheyGain,
        _ => TradeVerdict::Even,
    }
}
