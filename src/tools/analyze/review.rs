//! From single positions to the game: what each ply was worth to the teams, and the moments that decided.

use super::judge::Judgment;
use super::walk::{Moment, Played, Walk};
use crate::game::{BoardId, Outcome, Reason, Seat, Team};
use crate::types::score::{self, MATE};
use crate::types::{Color, Score};

/// A lead of so many cp of both boards together makes the odds e : 1. A convention for the reader, not a measurement.
const SPREAD_CP: f64 = 300.0;
/// What a mate counts at most …
const MATE_CP: Score = 3_000;
/// … and what each ply to it takes off.
const MATE_PLY_CP: Score = 20;
/// A move that costs its team less of the expected result is as good as the best.
pub const GOOD_ENOUGH: f64 = 0.06;
/// A swing of the expected result from here on may decide the game.
const SWING: f64 = 0.12;
/// Moments that are named.
const MOST_MOMENTS: usize = 8;

/// How the game stands at a moment.
#[derive(Clone, Debug)]
pub struct Stand<'a> {
    /// The ply before it; nothing at the start.
    pub played: Option<&'a Played>,
    /// Boards A and B.
    pub boards: [&'a Judgment; 2],
    /// The expected result of the team of white on A, from 0 to 1.
    pub team: f64,
    /// What the ply cost its own team of the expected result; below 0 if it gained.
    pub cost: f64,
    /// What would have been better, in SAN: the best line of the position before, where the ply was not good enough.
    pub better: Option<&'a [String]>,
}

/// Why a moment is named.
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

/// A moment that decided.
#[derive(Clone, Copy, Debug)]
pub struct Decisive {
    /// Which one of the stands.
    pub index: usize,
    /// Why.
    pub kind: MomentKind,
    /// Who did it, or whom it happened to; nobody where the end is not one player's.
    pub seat: Option<Seat>,
}

/// An analyzed game.
pub struct Review<'a> {
    /// The start, then after every ply.
    pub stands: Vec<Stand<'a>>,
    /// The moments that decided, in the order of the game.
    pub decisive: Vec<Decisive>,
}

impl<'a> Review<'a> {
    /// The game with the verdicts on its positions.
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

/// How it stands at a moment, after the one before.
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
            // The player on turn is the one who did not move last there: who hangs does not move.
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
