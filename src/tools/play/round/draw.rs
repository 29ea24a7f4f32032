//! Draw offers. A game ends on both boards, so a draw needs the agreement of all four players (R11); engines agree by
//! what their team may expect.

use super::{Round, TurnedDown};
use crate::arena::engines::EngineScore;
use crate::game::{BoardId, Clocks, Seat, Team};
use crate::tools::analyze::expectation::{MATE_CP, TimeLeft, WEIGHTS, chance, features};
use crate::types::host::Instant;

/// Plies on both boards after which an offer falls, and before which a player may not offer again.
const OFFER_PLIES: usize = 16;
/// Plies on both boards before which no engine agrees.
const EARLY: usize = 40;
/// The most that an engine's team may expect for the engine to agree.
const EVEN: f64 = 0.5;

/// The offer that stands, and what became of the last one.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// The players who agree, in the order of [`Seat::ALL`].
    agreed: [bool; 4],
    /// Plies on both boards when the offer was made.
    made: usize,
    /// Plies before which a player may not offer again.
    next: [usize; 4],
    /// The player who declined the last offer.
    declined: Option<Seat>,
}

impl Offers {
    /// The players who agree to the offer that stands; none if there is no offer.
    pub fn agreed(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| self.agreed[seat.index()]).collect()
    }

    /// The player who declined the last offer, until the next one.
    pub const fn declined(&self) -> Option<Seat> {
        self.declined
    }

    /// Ends the offer that stands; those who agreed to it may not offer again soon.
    fn end(&mut self, plies: usize, declined: Option<Seat>) {
        for seat in self.agreed() {
            self.next[seat.index()] = plies + OFFER_PLIES;
        }
        self.agreed = [false; 4];
        self.declined = declined;
    }
}

impl Round {
    /// The draw offer.
    pub fn offers(&self) -> &Offers {
        &self.offers
    }

    /// A person offers a draw, agrees to one, declines it, or takes an offer back.
    ///
    /// # Errors
    /// When the game is over, or the offer comes too soon after the last one.
    pub fn answer_draw(&mut self, seat: Seat, agrees: bool, now: Instant) -> Result<(), TurnedDown> {
        self.check_flags(now);
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        let plies = self.plies();
        let stands = self.offers.agreed.contains(&true);
        if !agrees {
            if stands {
                let takes_back = self.offers.agreed() == [seat];
                self.offers.end(plies, (!takes_back).then_some(seat));
            }
            return Ok(());
        }
        if !stands {
            if plies < self.offers.next[seat.index()] {
                return Err(TurnedDown::TooSoon);
            }
            (self.offers.made, self.offers.declined) = (plies, None);
        }
        self.offers.agreed[seat.index()] = true;
        let clocks = self.live.clock.reading(now);
        for engine in Seat::ALL {
            if !self.is_engine(engine) {
                continue;
            }
            if !self.would_agree(engine, &clocks) {
                self.offers.end(plies, Some(engine));
                return Ok(());
            }
            self.offers.agreed[engine.index()] = true;
        }
        if self.offers.agreed == [true; 4] && self.live.game.agree_draw().is_ok() {
            self.close(None, now);
        }
        Ok(())
    }

    /// Lets an offer fall that was passed over by many moves.
    pub(super) fn age_offer(&mut self) {
        let plies = self.plies();
        if self.offers.agreed.contains(&true) && plies >= self.offers.made + OFFER_PLIES {
            self.offers.end(plies, None);
        }
    }

    /// Plies on both boards.
    pub(super) fn plies(&self) -> usize {
        BoardId::ALL.into_iter().map(|board| self.live.game.plies(board)).sum()
    }

    fn is_engine(&self, seat: Seat) -> bool {
        self.tandem(seat).is_some() || self.engines.iter().any(|engine| engine.seat == seat)
    }

    fn would_agree(&self, seat: Seat, clocks: &Clocks) -> bool {
        let time = TimeLeft { clocks: *clocks, base_ms: self.live.card.controls[0].base.as_millis() as u64 };
        agrees(seat, self.plies(), Seat::ALL.map(|seat| self.told_cp(seat)), &time)
    }

    /// The score that the engine on `seat` found last for itself, in cp.
    fn told_cp(&self, seat: Seat) -> Option<i32> {
        Some(match self.live.thoughts[seat.index()].score? {
            EngineScore::Cp(cp) => cp.clamp(-MATE_CP, MATE_CP),
            EngineScore::Mate(moves) => MATE_CP * if moves > 0 { 1 } else { -1 },
        })
    }
}

/// Whether the engine on `seat` agrees to a draw: its team expects no more than half a point, by the scores that the
/// engines of both teams found last, each for itself, and by the clocks.
fn agrees(seat: Seat, plies: usize, told_cp: [Option<i32>; 4], time: &TimeLeft) -> bool {
    let told = |seat: Seat| told_cp[seat.index()];
    if plies < EARLY || told(seat).is_none() {
        return false;
    }
    // Of a board without an engine of the own team the opponent's score is known, or nothing.
    let lead = |own: Seat| told(own).or_else(|| told(own.opponent()).map(|cp| -cp)).unwrap_or(0);
    let lead: i32 = seat.team().seats().into_iter().map(lead).sum();
    let is_one = seat.team() == Team::One;
    let expected = chance(&features(if is_one { lead } else { -lead }, Some(time)), &WEIGHTS);
    (if is_one { expected } else { 1.0 - expected }) <= EVEN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_an_engine_agrees_to_a_draw_if_its_team_is_not_ahead() {
        let [white_a, black_a, ..] = Seat::ALL;
        let even = TimeLeft { clocks: Clocks::all(60_000), base_ms: 180_000 };
        // The persons have white on A; Tandem has the other seats, each with a score for itself.
        let told = |black_a, white_b, black_b| [None, Some(black_a), Some(white_b), Some(black_b)];
        assert!(agrees(black_a, 60, told(-300, 100, -80), &even));
        assert!(!agrees(black_a, 60, told(300, -100, 80), &even));
        assert!(!agrees(black_a, EARLY - 1, told(-300, 100, -80), &even), "too early");
        assert!(!agrees(white_a, 60, told(-300, 100, -80), &even), "nobody has searched for this seat");
        // The team of black on A has much less time.
        let mut late = even;
        (late.clocks[black_a], late.clocks[Seat::ALL[2]]) = (2_000, 2_000);
        assert!(agrees(black_a, 60, told(30, 30, -30), &late));
        // For the partner on B the person's board counts by its opponent's score.
        assert!(agrees(Seat::ALL[3], 60, told(300, 100, -80), &even));
        assert!(!agrees(Seat::ALL[3], 60, told(-300, 100, -80), &even));
    }
}
