//! A player of Kriegspiel: tries what is best on average over the positions that it believes in.

use super::super::chess::Chess;
use super::super::color::{Color, Rng};
use super::super::game::Game;
use super::super::moves::Move;
use super::super::search::{Control, Limits, Search};
use super::super::table::Table;
use super::arbiter::{Announcement, can_pawn_take, carry_out, is_pawn_capture, tries};
use super::belief::{Belief, Start};
use std::time::{Duration, Instant};

/// How much a player thinks about a try; whatever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions that are looked at.
    pub worlds: usize,
    /// Time.
    pub time: Option<Duration>,
}

/// The player's next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To ask whether a pawn can take.
    Ask,
    /// To try a move.
    Try(Move),
}

/// The score of a won game.
const WON: i32 = 10_000;
/// Scores beyond this count less and less, so that a doubtful mate does not outweigh everything.
const MUCH: i32 = 2_000;
/// The own pieces have stood so before, each time, in cp: three times the same position is a draw.
const REPEATED: i32 = 60;
/// A try that may be impossible tells something and costs nothing.
const CURIOSITY: f64 = 8.0;

/// A search's score as the player counts it.
fn dampened(score: i32) -> i32 {
    let beyond = (score.abs() - MUCH).max(0);
    (score.abs().min(MUCH) + (beyond / 4).min(WON / 2)) * score.signum()
}

/// A player.
pub struct Player {
    belief: Belief,
    effort: Effort,
    table: Table,
    rng: Rng,
    /// The tries of this turn that were impossible.
    failed: Vec<Move>,
    asked: bool,
    /// Whether a pawn's capture must be tried.
    owes_capture: bool,
    wish: Option<Move>,
    /// Keys of the own pieces after each own move since the last capture.
    seen: Vec<u64>,
}

impl Player {
    /// A player before the first move, who knows its own start.
    pub fn new(us: Color, start: &Start, names_squares: bool, effort: Effort, seed: u64) -> Self {
        Self {
            belief: Belief::new(us, start, names_squares, seed),
            effort,
            table: Table::new(2),
            rng: Rng::new(seed ^ 0x5bd1_e995),
            failed: Vec::new(),
            asked: false,
            owes_capture: false,
            wish: None,
            seen: Vec::new(),
        }
    }

    /// Its belief.
    pub const fn belief(&self) -> &Belief {
        &self.belief
    }

    /// Its next try is this one, which it has not chosen itself.
    pub fn told_of(&mut self, mv: Move) {
        self.wish = Some(mv);
    }

    /// Hears an announcement.
    pub fn hear(&mut self, announcement: &Announcement) {
        let us = self.belief.color();
        match announcement {
            Announcement::Impossible(by) if *by == us => self.failed.extend(self.wish),
            Announcement::CanTake(by, can) if *by == us => (self.asked, self.owes_capture) = (true, *can),
            Announcement::Moved(_) => {
                self.failed.clear();
                (self.asked, self.owes_capture) = (false, false);
            }
            _ => {}
        }
        let own = self.wish.filter(|_| match announcement {
            Announcement::Impossible(by) => *by == us,
            Announcement::Moved(said) => said.by == us,
            _ => false,
        });
        self.belief.hear(announcement, own);
        if let Announcement::Moved(said) = announcement {
            if said.captured.is_some() {
                self.seen.clear();
            }
            if said.by == us {
                self.seen.extend(self.belief.worlds().first().map(|world| world.board().key_of_side(us)));
            }
        }
        if own.is_some() {
            self.wish = None;
            self.owes_capture = false;
        }
    }

    /// Decides what to do next; `None` if it knows of nothing left to try.
    pub fn wish(&mut self) -> Option<Wish> {
        let worlds = self.belief.worlds();
        let can = worlds.iter().filter(|world| can_pawn_take(world)).count();
        // The answer is worth most where it is least certain.
        if !self.asked && can * 10 > worlds.len() && can * 10 < 9 * worlds.len() {
            return Some(Wish::Ask);
        }
        self.wish = self.best();
        self.wish.map(Wish::Try)
    }

    fn best(&mut self) -> Option<Move> {
        let began = Instant::now();
        let worlds = self.belief.worlds();
        let first = worlds.first()?;
        let us = self.belief.color();
        let is_capture = |mv: &Move| is_pawn_capture(first, *mv);
        let candidates: Vec<Move> = tries(first).into_iter().filter(|mv| !self.failed.contains(mv)).collect();
        // A capture that is tried in vain leaves the choice among all.
        let owes_capture = self.owes_capture && candidates.iter().any(is_capture);
        let allowed: Vec<Move> = candidates.iter().copied().filter(|mv| !owes_capture || is_capture(mv)).collect();
        let mut sums = vec![(0.0, 0_u32); candidates.len()];
        let mut search: Search<Chess> = Search::new(&mut self.table, Vec::new(), Limits::default(), Control::default());
        let mut looked = 0;
        for world in worlds.iter().take(self.effort.worlds) {
            if world.side() != us || (looked > 0 && self.effort.time.is_some_and(|time| began.elapsed() > time)) {
                break;
            }
            looked += 1;
            for (mv, sum) in candidates.iter().zip(&mut sums) {
                let Some((_, after)) = carry_out(world, *mv) else { continue };
                let value = match after.ending() {
                    Some(ending) => ending.winner.map_or(0, |winner| if winner == us { WON } else { -WON }),
                    None => {
                        let key = after.board().key_of_side(us);
                        let times = self.seen.iter().filter(|&&seen| seen == key).count() as i32;
                        dampened(-search.value(&after, 1)) - REPEATED * times.min(10)
                    }
                };
                sum.0 += f64::from(value);
                sum.1 += 1;
            }
        }
        let best = best_of(&sums, looked, |index| allowed.contains(&candidates[index])).map(|index| candidates[index]);
        // In no believed position anything is legal: the belief is wrong, and any try may be right.
        best.or_else(|| self.rng.pick(&allowed).copied())
    }
}

/// The index of the best of the `allowed` tries, by the sums of their values and the numbers of positions, of `looked`,
/// in which they are possible. An impossible try leaves the choice among all others: it counts as the best average of
/// those that are possible nearly everywhere; where none is, as in check, of those that are possible nearly as often as
/// the most likely one.
fn best_of(sums: &[(f64, u32)], looked: u32, allowed: impl Fn(usize) -> bool) -> Option<usize> {
    let average = |&(sum, count): &(f64, u32)| sum / f64::from(count.max(1));
    let most = sums.iter().map(|sum| sum.1).max().filter(|&most| most > 0)?;
    let best_average = |of: u32| sums.iter().filter(|sum| sum.1 * 10 >= 8 * of).map(average).reduce(f64::max);
    let base = best_average(looked).or_else(|| best_average(most))?;
    let mut best: Option<(f64, usize)> = None;
    for (index, sum) in sums.iter().enumerate().filter(|&(index, sum)| sum.1 > 0 && allowed(index)) {
        let part = f64::from(sum.1) / f64::from(looked.max(1));
        let value = part * average(sum) + (1.0 - part) * (base + CURIOSITY);
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, index));
        }
    }
    best.map(|(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_in_check_an_unlikely_blunder_was_tried_before_the_best_move() {
        // Ten positions; each try is possible in some of them, and all lose at least a rook.
        let sums = [(7.0 * -500.0, 7), (5.0 * -510.0, 5), (-3_000.0, 1), (0.0, 0)];
        assert_eq!(best_of(&sums, 10, |_| true), Some(0));
        assert_eq!(best_of(&[(0.0, 0); 3], 10, |_| true), None);
        // Where a good move is sure, what is rarely possible but better is tried before it.
        assert_eq!(best_of(&[(10.0 * 20.0, 10), (2.0 * 300.0, 2), (2.0 * -300.0, 2)], 10, |_| true), Some(1));
    }

    #[test]
    fn bug_a_capture_that_must_be_tried_was_chosen_as_if_it_had_to_succeed() {
        // A quiet move is sure and good; of the two captures, both bad, the less likely one more probably leaves it.
        let sums = [(10.0 * 100.0, 10), (6.0 * -290.0, 6), (2.0 * -400.0, 2)];
        assert_eq!(best_of(&sums, 10, |index| index > 0), Some(2));
        assert_eq!(best_of(&sums[1..], 10, |_| true), Some(0), "where nothing but the captures is left");
    }
}
