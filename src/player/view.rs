//! What a search on the own board may assume of the other one.

use super::clock::{FourClocks, Who};
use super::input::Company;
use crate::board::Position;
use crate::eval::TeamView;
use crate::game::{Clocks, Seat};
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// What a wish adds to a price is rounded to so many cp …
const STEP_CP: Score = 25;

/// … and stays what it was until it is wrong by so many: a search is not disturbed by less.
const HOLD_CP: Score = 20;

/// The other board and the four clocks, as far as the protocol tells them.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The other board.
    pub other: Option<Arc<Position>>,
    /// The four clocks.
    pub clocks: FourClocks,
    /// Where we sit, when it is known.
    pub seat: Option<Seat>,
}

impl Seen {
    /// What the clock of `who` shows by now, in ms; `here` is the own board, where it runs for the side on turn.
    pub fn clock(&self, who: Who, us: Color, here: &Position, now_ms: u64) -> Option<u64> {
        let on_turn = |position: &Position, color: Color| position.side_to_move() == color;
        let running = match who {
            Who::Own => on_turn(here, us),
            Who::Opponent => on_turn(here, !us),
            Who::Partner => self.other.as_ref().is_some_and(|other| on_turn(other, !us)),
            Who::Diagonal => self.other.as_ref().is_some_and(|other| on_turn(other, us)),
        };
        self.clocks.now(who, running, now_ms)
    }

    /// Whether the diagonal, who has our color on the other board, has to move there.
    pub fn diagonal_to_move(&self, us: Color) -> Option<bool> {
        self.other.as_ref().map(|other| other.side_to_move() == us)
    }

    /// `view` with all that is seen of the other board; `here` is the own one.
    pub fn onto(&self, view: TeamView, here: &Position, now_ms: u64) -> TeamView {
        TeamView { other: self.other.clone(), clocks: self.four(here, now_ms), seat: self.seat, ..view }
    }

    /// All four clocks by now, by seat, where all are known and so is ours.
    fn four(&self, here: &Position, now_ms: u64) -> Option<Clocks> {
        let seat = self.seat?;
        let mut clocks = Clocks::all(0);
        for (who, of) in Who::ALL.into_iter().zip([seat, seat.opponent(), seat.partner(), seat.diagonal()]) {
            clocks[of] = self.clock(who, seat.color, here, now_ms)?;
        }
        Some(clocks)
    }
}

/// The usual prices of a board in such company.
pub fn usual(company: Company) -> TeamView {
    match company {
        Company::SingleBoard | Company::Alone => TeamView::single_board(),
        Company::Study | Company::Silent | Company::Partner => TeamView::bughouse_default(),
    }
}

/// Keeps prices steady.
#[derive(Debug, Default)]
pub struct Steady {
    /// What was added to the usual prices last.
    added: ByColor<[Score; 5]>,
}

impl Steady {
    /// The `usual` view with the prices of `wished`, in steps.
    pub fn prices(&mut self, usual: TeamView, wished: &TeamView) -> TeamView {
        let mut view = TeamView { mating: wished.mating, handover: wished.handover.clone(), ..usual };
        for color in Color::ALL {
            for kind in PieceType::HELD.map(PieceType::index) {
                let added = &mut self.added[color][kind];
                *added = steady(*added, wished.flow[color][kind] - view.flow[color][kind]);
                view.flow[color][kind] += *added;
            }
        }
        view
    }
}

/// `exact` in steps, unless what was `shown` is near enough.
fn steady(shown: Score, exact: Score) -> Score {
    let rounded = (exact + exact.signum() * STEP_CP / 2) / STEP_CP * STEP_CP;
    if exact != 0 && (exact - shown).abs() < HOLD_CP { shown } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::eval::Handover;
    use crate::eval::network::embedded;
    use crate::player::level::{Level, Skill};
    use std::sync::Arc;

    #[test]
    fn prices_go_in_steps_and_hold_still_between_them() {
        assert_eq!([steady(0, 37), steady(0, 38), steady(0, -38), steady(0, 12)], [25, 50, -50, 0]);
        assert_eq!(steady(50, 31), 50, "near enough");
        assert_eq!(steady(50, 29), 25);
        assert_eq!(steady(25, 0), 0, "what is over is over");
    }

    #[test]
    fn what_many_pieces_are_worth_reaches_the_search_at_full_strength_only() {
        let start = Arc::new(Position::start(BoardRules::default()));
        let handover = Arc::new(Handover::new(embedded().expect("a network"), start));
        let usual = TeamView::bughouse_default();
        let wished = TeamView { handover: Some(Arc::clone(&handover)), ..usual.clone() };
        let searched = Steady::default().prices(usual.clone(), &wished).handover;
        assert!(searched.is_some_and(|searched| Arc::ptr_eq(&searched, &handover)));
        let weak = Skill { level: Level::new(3), seed: 1 };
        assert_eq!(weak.heed(&usual, wished).handover, None);
    }
}
