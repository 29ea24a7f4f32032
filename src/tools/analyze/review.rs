//! Combines the verdicts on single positions: the cost of each ply to its team, and the decisive moments.

use super::judge::Judgment;
use super::walk::{Moment, Played, Walk};
use crate::game::{BoardId, Outcome, Reason, Seat, Team};
use crate::types::score::{self, MATE};
use crate::types::{Color, Score};

/// A lead of this many cp on both boards together stands for odds of e : 1. A convention for the reader, not a
/// measurement.
const SPREAD_CP: f64 = 300.0;
/// Value of a mate on the board …
const MATE_CP: Score = 3_000;
/// … less this for each ply to it.
const MATE_PLY_CP: Score = 20;
/// A move that costs its team less expected result than this counts as good.
pub const GOOD_ENOUGH: f64 = 0.06;
/// Least loss of expected result that is named as a swing.
const SWING: f64 = 0.12;
/// Most moments that are named, without the end.
const MOST_MOMENTS: usize = 8;

/// The state of the game after a ply, or at the start.
#[derive(Clone, Debug)]
pub struct Stand<'a> {
    /// The ply before it; none at the start.
    pub played: Option<&'a Played>,
    /// Boards A and B.
    pub boards: [&'a Judgment; 2],
    /// The expected result of the team of white on A, from 0 to 1.
    pub team: f64,
    /// Loss of expected result of the ply's own team; below 0 for a gain.
    pub cost: f64,
    /// A better line, in SAN, if the ply was not good enough: the best line of the position before.
    pub better: Option<&'a [String]>,
}

/// The kind of a decisive moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// The expected result changed.
    Swing,
    /// A player let its clock run.
    Sit,
    /// A player has no legal move until a piece arrives (R8).
    Hang,
    /// A flag fell.
    Flag,
    /// The end of the game in another way.
    End,
}

impl MomentKind {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swing => "swing",
            Self::Sit => "sit",
            Self::Hang => "hang",
            Self::Flag => "flag",
            Self::End => "end",
        }
    }
}

/// A decisive moment.
#[derive(Clone, Copy, Debug)]
pub struct Decisive {
    /// Index into [`Review::stands`].
    pub index: usize,
    /// Its kind.
    pub kind: MomentKind,
    /// The seat that caused or suffered it; none if the end concerns no single player.
    pub seat: Option<Seat>,
}

/// An analyzed game.
pub struct Review<'a> {
    /// The stand at the start, then after every ply.
    pub stands: Vec<Stand<'a>>,
    /// The decisive moments, in game order.
    pub decisive: Vec<Decisive>,
}

impl<'a> Review<'a> {
    /// Reviews a game by the verdicts on its positions.
    pub fn new(walk: &'a Walk, verdicts: &'a [Judgment]) -> Self {
        let mut stands: Vec<Stand> = Vec::with_capacity(walk.moments.len());
        for moment in &walk.moments {
            let next = stand(moment, stands.last(), verdicts);
            stands.push(next);
        }
        let decisive = decisive(&stands, walk.outcome);
        Self { stands, decisive }
    }
}

/// Evaluates a moment; `before` is the stand one ply earlier.
pub fn stand<'a>(moment: &'a Moment, before: Option<&Stand<'a>>, verdicts: &'a [Judgment]) -> Stand<'a> {
    let boards = moment.boards.map(|index| &verdicts[index]);
    let team = expected(boards);
    let played = moment.played.as_ref();
    let Some((played_by, before)) = played.zip(before) else {
        return Stand { played, boards, team, cost: 0.0, better: None };
    };
    let gain = if played_by.seat.team() == Team::One { team - before.team } else { before.team - team };
    let verdict = before.boards[played_by.seat.board.index()];
    let other = verdict.best.is_some_and(|best| best != played_by.mv);
    let better = (other && -gain >= GOOD_ENOUGH).then_some(verdict.line.as_slice());
    Stand { played, boards, team, cost: -gain, better }
}

/// The expected result of the team of white on A.
fn expected(boards: [&Judgment; 2]) -> f64 {
    let value = |score: Score| {
        if score::is_mate(score) { score.signum() * (MATE_CP - MATE_PLY_CP * (MATE - score.abs())) } else { score }
    };
    let lead: Score = BoardId::ALL
        .into_iter()
        .zip(boards)
        .map(|(id, verdict)| {
            let white = value(verdict.score).clamp(-MATE_CP, MATE_CP);
            if Team::One.seat(id).color == Color::White { white } else { -white }
        })
        .sum();
    1.0 / (1.0 + (-f64::from(lead) / SPREAD_CP).exp())
}

fn decisive(stands: &[Stand], outcome: Option<Outcome>) -> Vec<Decisive> {
    let mut found = Vec::new();
    for (index, stand) in stands.iter().enumerate() {
        let Some(played) = stand.played else { continue };
        if stand.cost >= SWING {
            found.push((stand.cost, Decisive { index, kind: MomentKind::Swing, seat: Some(played.seat) }));
        }
        if played.sat {
            found.push((SWING, Decisive { index, kind: MomentKind::Sit, seat: Some(played.seat) }));
        }
        let hung = stands[index - 1].boards;
        for (board, verdict) in BoardId::ALL.into_iter().zip(stand.boards) {
            // The hanging player is the opponent of the one who just moved on this board.
            if verdict.hangs && !hung[board.index()].hangs && board == played.seat.board {
                found.push((SWING, Decisive { index, kind: MomentKind::Hang, seat: Some(played.seat.opponent()) }));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST_MOMENTS);
    let mut decisive: Vec<Decisive> = found.into_iter().map(|(_, moment)| moment).collect();
    decisive.sort_by_key(|moment| moment.index);
    if let Some(Outcome { reason, seat, .. }) = outcome {
        let kind = if matches!(reason, Reason::Flag | Reason::Hang) { MomentKind::Flag } else { MomentKind::End };
        decisive.push(Decisive { index: stands.len() - 1, kind, seat });
    }
    decisive
}
