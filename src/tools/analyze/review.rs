//! Combines the verdicts on single positions: the cost of each ply to its team, and the decisive moments.

use super::expectation::{TimeLeft, expected};
use super::judge::Judgment;
use super::walk::{Moment, Played, Walk};
use crate::game::{BoardId, Outcome, Reason, Seat, Team};
use std::collections::BTreeMap;

/// A move that costs its team less expected result than this counts as good.
pub const GOOD_ENOUGH: f64 = 0.04;
/// Least loss of expected result that is named as a swing.
pub const SWING: f64 = 0.1;
/// Least loss of expected result that is marked `??`.
pub const BLUNDER: f64 = 0.2;
/// Least loss after which both positions are searched again before it is named.
const CANDIDATE: f64 = 0.07;
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
    /// The expected result before the ply and after it, by a longer search than the others'.
    pub second_look: Option<[f64; 2]>,
    /// A better line, in SAN, if the ply was not good enough: the best line of the position before.
    pub better: Option<&'a [String]>,
    /// The clocks, if the record has them.
    pub time: Option<TimeLeft>,
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
    /// Reviews a game by the verdicts on its positions. `deeper` has the verdicts of a longer search on those in
    /// [`unsure`]; a loss is named only if they agree.
    pub fn new(walk: &'a Walk, verdicts: &'a [Judgment], deeper: &'a BTreeMap<usize, Judgment>) -> Self {
        let mut stands = stands(walk, verdicts);
        for index in candidates(&stands) {
            let [before, after] = [index - 1, index].map(|index| &walk.moments[index]);
            let look = |moment: &Moment| Some(moment.boards.map(|index| deeper.get(&index)));
            let whole = |boards: [Option<&'a Judgment>; 2]| Some([boards[0]?, boards[1]?]);
            let looks = look(before).and_then(whole).zip(look(after).and_then(whole));
            if let (Some((before_boards, after_boards)), Some(played)) = (looks, after.played.as_ref()) {
                let was = expected(before_boards, before.time.as_ref());
                let is = after.result.unwrap_or_else(|| expected(after_boards, after.time.as_ref()));
                let stand = &mut stands[index];
                (stand.cost, stand.better) = cost(played, [was, is], before_boards[played.seat.board.index()]);
                stand.second_look = Some([was, is]);
            }
        }
        let decisive = decisive(&stands, walk.outcome);
        Self { stands, decisive }
    }
}

fn stands<'a>(walk: &'a Walk, verdicts: &'a [Judgment]) -> Vec<Stand<'a>> {
    let mut stands: Vec<Stand> = Vec::with_capacity(walk.moments.len());
    for moment in &walk.moments {
        let next = stand(moment, stands.last(), verdicts);
        stands.push(next);
    }
    stands
}

/// The moments whose ply may have cost enough to be named.
fn candidates(stands: &[Stand]) -> Vec<usize> {
    (1..stands.len()).filter(|&index| stands[index].cost >= CANDIDATE).collect()
}

/// The positions to be searched longer before losses are named: those before and after each candidate, as indices of
/// [`Walk::questions`].
pub fn unsure(walk: &Walk, verdicts: &[Judgment]) -> Vec<usize> {
    let found = candidates(&stands(walk, verdicts));
    let mut unsure: Vec<usize> =
        found.iter().flat_map(|&index| [index - 1, index]).flat_map(|index| walk.moments[index].boards).collect();
    unsure.sort_unstable();
    unsure.dedup();
    unsure
}

/// Evaluates a moment; `before` is the stand one ply earlier.
pub fn stand<'a>(moment: &'a Moment, before: Option<&Stand<'a>>, verdicts: &'a [Judgment]) -> Stand<'a> {
    let boards = moment.boards.map(|index| &verdicts[index]);
    let team = moment.result.unwrap_or_else(|| expected(boards, moment.time.as_ref()));
    let played = moment.played.as_ref();
    let (cost, better) = match played.zip(before) {
        Some((ply, before)) => cost(ply, [before.team, team], before.boards[ply.seat.board.index()]),
        None => (0.0, None),
    };
    Stand { played, boards, team, cost, second_look: None, better, time: moment.time }
}

/// The cost of a ply for its team, by the expected results before and after it, and a better line by the verdict on its
/// board before it.
fn cost<'a>(ply: &Played, [was, is]: [f64; 2], verdict: &'a Judgment) -> (f64, Option<&'a [String]>) {
    let cost = if ply.seat.team() == Team::One { was - is } else { is - was };
    let other = verdict.best.is_some_and(|best| best != ply.mv);
    (cost, (other && cost >= GOOD_ENOUGH).then_some(verdict.line.as_slice()))
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
