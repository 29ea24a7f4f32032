//! A recorded game as a list of moments, with the positions to be judged for them.

use super::clocks::ClockTrack;
use super::expectation::TimeLeft;
use crate::board::Position;
use crate::game::bpgn::{BpgnError, Ply, Record};
use crate::game::{BoardId, Game, GameMove, Outcome, Reason, Rules, Seat, Team};
use crate::types::Move;

/// Least time of a sit, as a multiple of the game's median time of a ply.
const SIT_FACTOR: u64 = 8;
/// Least time of a sit, as a fraction (1/N) of the base time.
const SIT_PART: u64 = 20;

/// A position to judge.
pub struct Question {
    /// Its board.
    pub board: BoardId,
    /// The position.
    pub position: Position,
    /// Keys of the board's earlier positions that may come again, oldest first.
    pub keys: Vec<u64>,
}

/// A ply of the game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the move on its board.
    pub number: u32,
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// The same in SAN, as the record has it.
    pub san: String,
    /// Time spent, in ms, if recorded.
    pub spent_ms: Option<u64>,
    /// Whether the player sat, judged by the time spent.
    pub sat: bool,
}

/// The boards after a ply, or at the start.
pub struct Moment {
    /// The ply; none at the start.
    pub played: Option<Played>,
    /// Indices of the positions of boards A and B in [`Walk::questions`].
    pub boards: [usize; 2],
    /// The clocks, if the record has them.
    pub time: Option<TimeLeft>,
    /// The result for team 1, from 0 to 1, if the ply has ended the game.
    pub result: Option<f64>,
}

/// A game to be analyzed.
pub struct Walk {
    /// The start, then the boards after every ply.
    pub moments: Vec<Moment>,
    /// The positions to judge, in game order.
    pub questions: Vec<Question>,
    /// The outcome, if the game has ended.
    pub outcome: Option<Outcome>,
}

impl Walk {
    /// Replays a game. Rules given in the record override `rules`.
    ///
    /// # Errors
    /// When a move is illegal, or the end contradicts the record.
    pub fn new(record: &Record, rules: Rules) -> Result<Self, BpgnError> {
        let mut walk = Self { moments: Vec::new(), questions: Vec::new(), outcome: None };
        let mut clocks = ClockTrack::new(record);
        let mut last: Option<Played> = None;
        let visit = |game: &Game, ply: &Ply, played: GameMove| {
            walk.add(game, last.take(), &clocks);
            let spent_ms = clocks.spent(ply);
            let (mv, san) = (played.mv, ply.san.clone());
            last = Some(Played { number: ply.number, seat: ply.seat, mv, san, spent_ms, sat: false });
        };
        let game = record.replay_with(rules, visit)?;
        walk.add(&game, last, &clocks);
        walk.outcome = game.outcome();
        if let Some(moment) = walk.moments.last_mut() {
            moment.result = walk.outcome.and_then(result_of_ply);
        }
        walk.name_sits(record.time_control().map_or(0, |(base, _)| base));
        Ok(walk)
    }

    fn add(&mut self, game: &Game, played: Option<Played>, clocks: &ClockTrack) {
        let before = self.moments.last().map(|moment| moment.boards);
        let boards = BoardId::ALL.map(|board| {
            let position = game.position(board);
            let known = before.map(|boards| boards[board.index()]);
            if let Some(known) = known.filter(|&known| self.questions[known].position.key() == position.key()) {
                return known;
            }
            let keys = game.keys(board);
            let past = keys.len() - 1;
            let keys = keys[past.saturating_sub(position.halfmove_clock().into())..past].to_vec();
            self.questions.push(Question { board, position: position.clone(), keys });
            self.questions.len() - 1
        });
        let time = clocks.now(game).zip(clocks.base_ms());
        let time = time.map(|(clocks, base_ms)| TimeLeft { clocks, base_ms });
        self.moments.push(Moment { played, boards, time, result: None });
    }

    /// Marks plies that took too long to be thinking time as sits.
    fn name_sits(&mut self, base_ms: u64) {
        let mut times: Vec<u64> = self.plies().filter_map(|played| played.spent_ms).collect();
        times.sort_unstable();
        let Some(&usual) = times.get(times.len() / 2) else { return };
        let least = (usual * SIT_FACTOR).max(base_ms / SIT_PART).max(1);
        for played in self.moments.iter_mut().filter_map(|moment| moment.played.as_mut()) {
            played.sat = played.spent_ms.is_some_and(|spent| spent >= least);
        }
    }

    /// Both boards of a moment as `A | B`.
    pub fn bfen(&self, moment: usize) -> String {
        let boards = self.moments[moment].boards.map(|index| self.questions[index].position.to_bfen());
        boards.join(" | ")
    }

    /// All plies in order.
    pub fn plies(&self) -> impl Iterator<Item = &Played> {
        self.moments.iter().filter_map(|moment| moment.played.as_ref())
    }
}

/// The result for team 1 of a game that its last ply has ended; a flag or a resignation is no ply's doing.
fn result_of_ply(outcome: Outcome) -> Option<f64> {
    match outcome.reason {
        Reason::Mate | Reason::BothHang | Reason::Stalemate | Reason::Repetition => {
            Some(outcome.winner.map_or(0.5, |team| f64::from(u8::from(team == Team::One))))
        }
        _ => None,
    }
}
