//! A recorded game as a list of moments, and the positions that have to be judged for them.

use crate::board::Position;
use crate::game::bpgn::{BpgnError, Ply, Record, Stamp};
use crate::game::{BoardId, Game, GameMove, Outcome, Rules, Seat};
use crate::types::Move;

/// A wait is named a sit when it took so many times the game's usual move …
const SIT_FACTOR: u64 = 8;
/// … and this part of the time control.
const SIT_PART: u64 = 20;

/// A position to judge.
pub struct Question {
    /// Which board.
    pub board: BoardId,
    /// What stands there.
    pub position: Position,
    /// Keys of the board's earlier positions that may come again, oldest first.
    pub keys: Vec<u64>,
}

/// A ply of the game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the move on its board.
    pub number: u32,
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// The same in SAN, as the record has it.
    pub san: String,
    /// The time that it took, in ms, if the game tells.
    pub spent_ms: Option<u64>,
    /// Whether the player let its clock run on purpose, as far as the clock shows.
    pub sat: bool,
}

/// The boards after a ply, or at the start.
pub struct Moment {
    /// The ply; nothing at the start.
    pub played: Option<Played>,
    /// For boards A and B: where in [`Walk::questions`] their positions stand.
    pub boards: [usize; 2],
}

/// A game to be analyzed.
pub struct Walk {
    /// The start, then the boards after every ply.
    pub moments: Vec<Moment>,
    /// What has to be judged, in the order of the game.
    pub questions: Vec<Question>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl Walk {
    /// Goes through a game. What the record says of rules goes before `rules`.
    ///
    /// # Errors
    /// When a move is not legal, or the end is not what the record says.
    pub fn new(record: &Record, rules: Rules) -> Result<Self, BpgnError> {
        let mut walk = Self { moments: Vec::new(), questions: Vec::new(), outcome: None };
        let mut clocks = TimeSpent::new(record);
        let mut last: Option<Played> = None;
        let visit = |game: &Game, ply: &Ply, played: GameMove| {
            walk.add(game, last.take());
            let spent_ms = clocks.spent(ply);
            let (mv, san) = (played.mv, ply.san.clone());
            last = Some(Played { number: ply.number, seat: ply.seat, mv, san, spent_ms, sat: false });
        };
        let game = record.replay_with(rules, visit)?;
        walk.add(&game, last);
        walk.outcome = game.outcome();
        walk.name_sits(record.time_control().map_or(0, |(base, _)| base));
        Ok(walk)
    }

    fn add(&mut self, game: &Game, played: Option<Played>) {
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
        self.moments.push(Moment { played, boards });
    }

    /// Marks the waits that nobody needs for thinking.
    fn name_sits(&mut self, base_ms: u64) {
        let mut times: Vec<u64> = self.plies().filter_map(|played| played.spent_ms).collect();
        times.sort_unstable();
        let Some(&usual) = times.get(times.len() / 2) else { return };
        let least = (usual * SIT_FACTOR).max(base_ms / SIT_PART).max(1);
        for played in self.moments.iter_mut().filter_map(|moment| moment.played.as_mut()) {
            played.sat = played.spent_ms.is_some_and(|spent| spent >= least);
        }
    }

    /// All plies in order.
    pub fn plies(&self) -> impl Iterator<Item = &Played> {
        self.moments.iter().filter_map(|moment| moment.played.as_ref())
    }
}

/// The time of each ply, from what the record says of the clocks.
struct TimeSpent {
    increment_ms: u64,
    /// What each player had left, by seat.
    left_ms: [Option<u64>; 4],
    /// When each board had its last move, since the start.
    moved_ms: [u64; 2],
}

impl TimeSpent {
    fn new(record: &Record) -> Self {
        let control = record.time_control();
        Self {
            increment_ms: control.map_or(0, |(_, increment)| increment),
            left_ms: [control.map(|(base, _)| base); 4],
            moved_ms: [0; 2],
        }
    }

    fn spent(&mut self, ply: &Ply) -> Option<u64> {
        match ply.stamp? {
            Stamp::Remaining(ms) => {
                let before = self.left_ms[ply.seat.index()].replace(ms)?;
                Some((before + self.increment_ms).saturating_sub(ms))
            }
            Stamp::SinceStart(ms) => {
                let before = std::mem::replace(&mut self.moved_ms[ply.seat.board.index()], ms);
                Some(ms.saturating_sub(before))
            }
        }
    }
}
