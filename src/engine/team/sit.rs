//! Play or sit: whether a found move is made.
//!
//! The decision depends on numbers only, so that every rule can be tested. A sit always ends before the flag: at the
//! clock at which the seat moves whatever the reason.

use super::joint::JointPlan;
use super::message::Cause;
use super::partner::SitRequest;
use super::race::{self, LostBoard, Timer};
use super::state::PartnerState;
use crate::types::score::mate_moves;
use crate::types::{PieceType, Score, tunables::tunables};

/// Inputs of a decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// Time left on our clock, in ms; `None` without a clock.
    pub clock_ms: Option<u64>,
    /// Time left on the clock of our diagonal, the partner's opponent, in ms, if known.
    pub diagonal_ms: Option<u64>,
    /// Time left on our opponent's clock, in ms, if known.
    pub opponent_ms: Option<u64>,
    /// Time left on the partner's clock, in ms, if known.
    pub partner_ms: Option<u64>,
    /// Whether the diagonal is on turn; `None` if the other board is not visible.
    pub diagonal_to_move: Option<bool>,
    /// The move overhead, the increment, and how clocks are reported.
    pub timer: Timer,
    /// Number of our moves in which we are mated by force, if we are.
    pub mated_in: Option<u32>,
    /// Number of our moves in which we mate by force, if we do.
    pub mates_in: Option<u32>,
    /// The partner's request to sit, if any.
    pub asked: Option<SitRequest>,
    /// The partner's state, if it is not just playing.
    pub partner: Option<PartnerState>,
    /// Number of moves in which a mating partner mates, if known.
    pub partner_mates_in: Option<u32>,
    /// Whether there is a partner: without one no piece comes, and a sit gains nothing.
    pub has_partner: bool,
    /// Whether a sit is blind: the GUI has never sent our board while waiting for our answer, so an arrival may stay
    /// unseen.
    pub blind: bool,
    /// Whether a piece that the partner is about to win makes our board far better than the found move does.
    pub arrival_decides: bool,
    /// The plan of a mate on both boards, if there is one.
    pub joint: Option<JointPlan>,
    /// Whether the found move lets the opponent take a piece that mates the partner.
    pub feeds: bool,
}

/// A reason not to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitReason {
    /// Every move loses by force.
    Dead,
    /// The partner asked for it.
    Asked,
    /// The partner mates, or its opponent sits, and our clock outlasts the diagonal's.
    FlagRace,
    /// A piece that decides is on its way.
    Piece,
    /// Every move gives a piece that mates the partner.
    Ban,
    /// A mate on both boards begins on the partner's one.
    Joint,
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
        reason: SitReason,
    },
}

tunables! {
    /// Whether a seat ever sits: 0 or 1. A match against 0 measures the value of sitting.
    sits: u32 = 1, 0..=1, 1;
    /// Longest forced loss that counts as certain, in moves: the flag costs nothing more then, so the sit lasts to the
    /// last moment. An arrival may refute a longer one.
    near_mate: u32 = 3, 0..=10, 1;
    /// Time kept for the moves after a sit, in ms.
    sit_reserve_ms: u64 = 400, 300..=5_000, 100;
    /// Divisor of the clock: the part kept by every sit of a seat that is not dead.
    sit_reserve_part: u64 = 8, 2..=40, 1;
    /// Time kept if clocks are reported in whole seconds, in ms: half a second less may be left than is shown, and the
    /// next line is read late.
    whole_seconds_ms: u64 = 2_000, 500..=5_000, 250;
    /// Divisor of the clock: the part kept by a blind sit.
    blind_part: u64 = 2, 1..=10, 1;
    /// Length of the partner's mate if it is not known, in moves.
    told_mate_moves: u32 = 3, 1..=10, 1;
    /// Divisor of the clock: the largest part used by a sit for the partner's first move of a mate on both boards, or
    /// for one that the partner threatens.
    joint_wait_part: u64 = 40, 2..=200, 5;
    /// Divisor of the clock: the largest part used by a sit for a piece on its way.
    wait_part: u64 = 10, 2..=100, 2;
}

/// The end of a race between our lost board and the partner's mate, as far as it is certain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Race {
    /// The partner's mate comes first, whatever the opponents play.
    Won,
    /// Our board ends first.
    Lost,
    /// It is too close to know.
    Open,
}

impl Situation {
    /// The situation of a seat with this score, all else unknown. `feeds`: whether the best move gives the diagonal a
    /// piece that mates the partner.
    pub fn new(score: Score, feeds: bool) -> Self {
        let mate = mate_moves(score);
        Self {
            mated_in: mate.filter(|&moves| moves <= 0).map(i32::unsigned_abs),
            mates_in: mate.filter(|&moves| moves > 0).map(i32::unsigned_abs),
            feeds,
            ..Self::default()
        }
    }

    /// Time that we can spend and still be ahead of the diagonal, in ms; `None` if we are not ahead.
    fn lead(&self) -> Option<u64> {
        let (clock_ms, diagonal_ms) = (self.clock_ms?, self.diagonal_ms?);
        clock_ms.checked_sub(diagonal_ms.saturating_add(self.timer.margin_ms())).filter(|&lead| lead > 0)
    }

    /// Whether the diagonal's flag would fall first if both of us sit.
    fn outlasts_the_diagonal(&self) -> bool {
        self.lead().is_some() && self.diagonal_to_move != Some(false)
    }

    /// The diagonal's board, if the partner mates there.
    fn partners_win(&self) -> Option<LostBoard> {
        Some(LostBoard {
            clock_ms: self.diagonal_ms.filter(|_| self.partner == Some(PartnerState::Mating))?,
            to_move: self.diagonal_to_move != Some(false),
            moves: self.partner_mates_in.unwrap_or_else(told_mate_moves),
        })
    }

    /// The race between our board, lost in `moves`, and the partner's mate on the diagonal's board, if there is one.
    fn race(&self, moves: u32) -> Option<Race> {
        let ours = LostBoard { clock_ms: self.clock_ms?, to_move: true, moves };
        Some(match race::lead_ms(ours, self.partners_win()?, &self.timer) {
            Some(lead_ms) if lead_ms > 0 => Race::Won,
            Some(_) => Race::Lost,
            None => Race::Open,
        })
    }

    /// Whether our board, lost in `moves`, may outlast the diagonal's: its mate, unless that certainly takes longer, or
    /// only its clock. Moves would end our board at once, so that a race too close to know is sat out, too.
    fn lost_board_may_outlast(&self, moves: u32) -> bool {
        match self.race(moves) {
            Some(race) => race != Race::Lost,
            None => self.outlasts_the_diagonal(),
        }
    }

    /// Whether our board is lost, but the partner's mate comes first whatever they play.
    pub fn wins_the_race(&self) -> bool {
        self.mated_in.and_then(|moves| self.race(moves)) == Some(Race::Won)
    }

    /// Whether our mate comes in time. If its first move lets the diagonal mate the partner in one, the partner has to
    /// be on turn and to outlast our opponent, unless we mate at once.
    fn mates_in_time(&self) -> bool {
        let Some(moves) = self.mates_in else { return false };
        let partner_lasts = || {
            let to_move = self.diagonal_to_move == Some(false);
            let ours = LostBoard { clock_ms: self.partner_ms?, to_move, moves: 1 };
            let theirs = LostBoard { clock_ms: self.opponent_ms?, to_move: false, moves };
            race::lead_ms(ours, theirs, &self.timer)
        };
        moves == 1 || !self.feeds || partner_lasts().is_some_and(|lead| lead > 0)
    }

    /// The plan of a mate on both boards, if the partner's move comes first and a sit for it is not blind.
    fn partner_first(&self) -> Option<JointPlan> {
        let is_partners =
            |plan: &JointPlan| matches!(plan, JointPlan::PartnerFirst(_) | JointPlan::PartnerThreatens(_));
        self.joint.filter(|plan| !self.blind && is_partners(plan))
    }

    /// The piece that the partner takes by this move; `None` without such a plan, and if the move is no capture.
    pub fn awaited(&self) -> Option<PieceType> {
        match self.partner_first()? {
            JointPlan::PartnerFirst(kind) => kind,
            JointPlan::PartnerThreatens(kind) => Some(kind),
            JointPlan::Play(_) | JointPlan::Outwait => None,
        }
    }

    /// Whether the found move is made.
    pub fn decide(&self) -> Decision {
        // Without a clock a sit would have no deadline.
        let Some(clock_ms) = self.clock_ms.filter(|_| self.has_partner && sits() != 0) else { return Decision::Play };
        let overhead_ms = self.timer.overhead_ms;
        let shown = if self.timer.whole_seconds { whole_seconds_ms() } else { 0 };
        let last_moment = shown.max(2 * overhead_ms);
        let last_moves = shown.max(sit_reserve_ms() + 4 * overhead_ms);
        let careful = last_moves.max(clock_ms / sit_reserve_part());
        // During a blind sit an arrival is seen only after our move, which is too late if we are mated at once.
        let least = if self.blind && self.mated_in != Some(1) { clock_ms / blind_part() } else { 0 };
        let sit = |until_clock_ms: u64, reason| match clock_ms > until_clock_ms {
            true => Decision::Sit { until_clock_ms: until_clock_ms.max(least), reason },
            false => Decision::Play,
        };
        if self.mates_in_time() || matches!(self.joint, Some(JointPlan::Play(_))) {
            return Decision::Play;
        }
        // The diagonal's clock runs beside ours, and every move of the diagonal loses.
        if self.joint == Some(JointPlan::Outwait) && self.outlasts_the_diagonal() {
            return sit(careful, SitReason::Joint);
        }
        if let Some(moves) = self.mated_in {
            // Two seats of a team that both sit only burn their clocks, but a dead one has no better move.
            if moves <= near_mate() || self.lost_board_may_outlast(moves) {
                return sit(last_moment, SitReason::Dead);
            }
        }
        if let Some(SitRequest { cause }) = self.asked {
            // A partner that itself does not move waits for us: two sitting seats of one team are a deadlock.
            let deadlock = self.partner == Some(PartnerState::Sitting) && cause != Some(Cause::Mate);
            if !deadlock {
                return sit(careful, SitReason::Asked);
            }
        }
        if matches!(self.partner, Some(PartnerState::Waiting | PartnerState::Mating)) && self.outlasts_the_diagonal() {
            return sit(careful, SitReason::FlagRace);
        }
        // Both sits cost at most the lead on the clock; if the partner waits for us, one of us has to move.
        let lead_ms = self.lead().filter(|_| !matches!(self.partner, Some(PartnerState::Sitting | PartnerState::Dead)));
        let wait_ms = self.partner_first().map_or(0, |_| clock_ms / joint_wait_part());
        let is_threat = matches!(self.joint, Some(JointPlan::PartnerThreatens(_)));
        let spends = |ms: u64, reason| sit(careful.max(clock_ms - ms.max(wait_ms)), reason);
        match lead_ms {
            Some(lead_ms) if self.arrival_decides => spends(lead_ms.min(clock_ms / wait_part()), SitReason::Piece),
            Some(lead_ms) if self.feeds => spends(lead_ms, SitReason::Ban),
            _ if wait_ms > 0 => spends(wait_ms, if is_threat { SitReason::Piece } else { SitReason::Joint }),
            _ => Decision::Play,
        }
    }
}
