//! Play or sit: whether a move that is found is made.
//!
//! It sees numbers only, so that every rule can be shown by a test. A sit always has an end before the flag: the clock
//! at which the seat moves whatever the reason was.

use super::message::Cause;
use super::partner::PartnerState;
use crate::types::score::mate_moves;
use crate::types::{Score, tunables::tunables};

/// What a decision depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// What is left on our clock, in ms; nothing when we play without one.
    pub clock_ms: Option<u64>,
    /// What is left on the clock of our diagonal, the partner's opponent, in ms, if it is known.
    pub diagonal_ms: Option<u64>,
    /// Whether the diagonal is on turn; nothing when the other board is not seen.
    pub diagonal_to_move: Option<bool>,
    /// What a move costs between us and the clock, in ms.
    pub overhead_ms: u64,
    /// We are mated by force in so many moves of ours, whatever we play.
    pub mated_in: Option<u32>,
    /// We have a forced mate.
    pub mating: bool,
    /// The partner asks us to sit, and why.
    pub asked: Option<Option<Cause>>,
    /// What the partner says of itself.
    pub partner: Option<PartnerState>,
    /// Whether there is a partner at all: without one nobody brings help, and nobody waits.
    pub has_partner: bool,
    /// The GUI has never told news between its question and our answer: who sits may not see the piece that he waits for.
    pub blind: bool,
    /// Clocks are told in whole seconds only.
    pub whole_seconds: bool,
    /// A piece that the partner is about to win makes our board far better than the found move does.
    pub arrival_decides: bool,
    /// The found move lets the opponent take a piece that mates the partner.
    pub feeds: bool,
}

/// Why a seat does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every move loses by force.
    Dead,
    /// The partner asked for it.
    Asked,
    /// The partner mates, or its opponent sits, and our clock is above his.
    FlagRace,
    /// A piece that decides is on its way.
    Piece,
    /// Every move gives a piece that mates the partner.
    Ban,
}

/// Play, or sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Make the move.
    Play,
    /// Do not move until the reason ends, at the latest when our clock has fallen to `until_clock_ms`.
    Sit {
        /// Our clock at the end of the sit, in ms.
        until_clock_ms: u64,
        /// The reason.
        why: Why,
    },
}

tunables! {
    /// Whether a seat ever sits: 0 or 1. Who asks what sitting is worth plays a match against 0.
    sits: u32 = 1, 0..=1, 1;
    /// Moves within which a forced loss is certain: nothing is lost by the flag then, so the sit lasts to the last moment. A deeper one may
    /// be met by a piece that arrives.
    near_mate: u32 = 3, 0..=10, 1;
    /// Kept for the moves after a sit, in ms.
    sit_reserve_ms: u64 = 400, 300..=5_000, 100;
    /// A sit for the clock's sake, or at the partner's wish, leaves one such part of the clock.
    sit_reserve_part: u64 = 8, 2..=40, 1;
    /// Kept where clocks are told in whole seconds, in ms: half a second less may be left than is shown, and the next line is read late.
    whole_seconds_ms: u64 = 2_000, 500..=5_000, 250;
    /// A blind sit leaves one such part of the clock.
    blind_part: u64 = 2, 1..=10, 1;
    /// By how much more than what moves cost our clock must be above the diagonal's for a flag race, in ms.
    race_margin_ms: u64 = 100, 0..=5_000, 50;
    /// A sit for a piece that is on its way takes one such part of the clock at most.
    wait_part: u64 = 10, 2..=100, 2;
}

impl Situation {
    /// The situation of a seat whose best move has this score, where nothing else is known. A move that `feeds` lets the opponent take a
    /// piece that mates the partner: a mate in more than one comes too late behind it.
    pub fn new(score: Score, feeds: bool) -> Self {
        let mate = mate_moves(score);
        Self {
            mated_in: mate.filter(|&moves| moves <= 0).map(i32::unsigned_abs),
            mating: mate.is_some_and(|moves| moves == 1 || moves > 0 && !feeds),
            feeds,
            ..Self::default()
        }
    }

    /// Our clock less the diagonal's, in ms.
    fn up_time(&self) -> Option<i64> {
        Some(self.clock_ms? as i64 - self.diagonal_ms? as i64)
    }

    /// What we may lose of our clock and still be ahead of the diagonal, in ms, if we are.
    fn lead(&self) -> Option<u64> {
        let margin = (2 * self.overhead_ms + race_margin_ms()) as i64;
        self.up_time().filter(|&up| up > margin).map(|up| (up - margin) as u64)
    }

    /// Whether both of us would sit and his flag would fall first.
    fn outlasts_the_diagonal(&self) -> bool {
        self.lead().is_some() && self.diagonal_to_move != Some(false)
    }

    /// Whether the found move is made.
    pub fn decide(&self) -> Decision {
        // Without a clock a sit would have no end but its reason's.
        let Some(clock_ms) = self.clock_ms.filter(|_| self.has_partner && sits() != 0) else { return Decision::Play };
        let shown = if self.whole_seconds { whole_seconds_ms() } else { 0 };
        let last_moment = shown.max(2 * self.overhead_ms);
        let last_moves = shown.max(sit_reserve_ms() + 4 * self.overhead_ms);
        let careful = last_moves.max(clock_ms / sit_reserve_part());
        // What arrives meanwhile is seen only after our move; who is mated right after it has nothing from that.
        let least = if self.blind && self.mated_in != Some(1) { clock_ms / blind_part() } else { 0 };
        let sit = |until_clock_ms: u64, why| match clock_ms > until_clock_ms {
            true => Decision::Sit { until_clock_ms: until_clock_ms.max(least), why },
            false => Decision::Play,
        };
        if self.mating {
            return Decision::Play;
        }
        if let Some(moves) = self.mated_in {
            // Two seats of a team that both sit only burn their clocks, but a dead one has no better move.
            if moves <= near_mate() {
                return sit(last_moment, Why::Dead);
            }
            if self.outlasts_the_diagonal() {
                return sit(last_moves, Why::Dead);
            }
        }
        if let Some(cause) = self.asked {
            // A partner that itself does not move waits for us: two sitting seats of one team are a deadlock.
            let deadlock = self.partner == Some(PartnerState::Sitting) && cause != Some(Cause::Mate);
            if !deadlock {
                return sit(careful, Why::Asked);
            }
        }
        if matches!(self.partner, Some(PartnerState::Waiting | PartnerState::Mating)) && self.outlasts_the_diagonal() {
            return sit(careful, Why::FlagRace);
        }
        // Both cost the lead on the clock, and no more than that; if the partner waits for us, somebody has to move.
        let lead_ms = self.lead().filter(|_| !matches!(self.partner, Some(PartnerState::Sitting | PartnerState::Dead)));
        match lead_ms {
            Some(lead_ms) if self.arrival_decides => {
                sit(careful.max(clock_ms - lead_ms.min(clock_ms / wait_part())), Why::Piece)
            }
            Some(lead_ms) if self.feeds => sit(careful.max(clock_ms - lead_ms), Why::Ban),
            _ => Decision::Play,
        }
    }
}
