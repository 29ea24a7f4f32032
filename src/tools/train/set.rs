//! Training samples in memory: boards as rows of the first layer, and samples with two boards, a result and a score.

use super::forecast::Forecast;
use super::lookahead::Lookahead;
use crate::board::Position;
use crate::eval::facts::Facts;
use crate::eval::network::{Base, ROWS, RowSet, map_attacks, map_features, map_near};
use crate::game::{BoardId, ByBoard, Clocks, Seat, Team};
use crate::tools::data::{GamesBlock, GamesError, Moment, StoredGame, StoredPly};
use crate::types::rng::Rng;
use crate::types::{Score, score};

/// Bounds between the kinds of leads on the clock: the up-time over the diagonal as a fraction of both clocks together.
const LEADS: [f32; 4] = [0.03, 0.12, 0.3, 0.6];
/// Kinds of leads; an even clock is none of them.
pub const LEAD_KINDS: usize = LEADS.len();
/// One in this many games is held out.
const HELD_OUT: usize = 20;

/// Which positions are learned from, and what each teaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lessons {
    /// How later scores are mixed in.
    pub ahead: Lookahead,
    /// How much of a result is what comes later, as in [`Forecast::results`]; 1 for the games' own results.
    pub result_lambda: f32,
    /// The score of a mate, in cp; 0 leaves out positions with a mate found. No score counts more than a mate.
    pub mate_cp: Score,
    /// Whether positions are used in which the move is a drop that gives check.
    pub drop_checks: bool,
    /// Whether positions are used in which the move is a capture or a promotion.
    pub captures: bool,
    /// Whether the other board is left out.
    pub one_board: bool,
    /// The rows that boards have.
    pub rows: RowSet,
}

impl Lessons {
    /// Whether the position before a ply is used.
    fn has(&self, moment: &Moment) -> bool {
        let StoredPly { random, in_check, mv, score: found, .. } = *moment.ply;
        let quiet = !random && !in_check && (self.captures || !mv.is_noisy());
        let drop_check = || {
            let position = moment.position();
            mv.is_drop() && position.gives_check(&position.check_info(), mv)
        };
        quiet && (self.mate_cp > 0 || !score::is_mate(found)) && (self.drop_checks || !drop_check())
    }

    /// The score that each ply of a game teaches, in cp for its player.
    fn scores(&self, plies: &[StoredPly]) -> Vec<f32> {
        if self.mate_cp == 0 {
            return self.ahead.scores(plies);
        }
        let bounded = |ply: &StoredPly| StoredPly { score: ply.score.clamp(-self.mate_cp, self.mate_cp), ..*ply };
        self.ahead.scores(&plies.iter().map(bounded).collect::<Vec<_>>())
    }
}

/// Whether a game is held out. Chosen by seed and number, so that a game stays held out when others are added.
fn is_held_out(seed: u64, game: u32) -> bool {
    Rng::new(seed ^ Rng::new(game.into()).next()).below(HELD_OUT) == 0
}

/// A training position, from the perspective of the player whose search it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The board that was searched, as a number for [`Set::rows`].
    pub board: u32,
    /// The other board at that moment.
    pub other: u32,
    /// 1 when the player on turn on the other board is the partner, −1 when it is the diagonal; 0 leaves the other
    /// board out.
    pub other_sign: f32,
    /// The game's result for the player's team, 0 to 1, or that mixed with what later scores foretell.
    pub result: f32,
    /// The search's score, or that mixed with later ones, in cp.
    pub score: f32,
    /// The leads of the player and of the partner over their diagonals: 0 for none, else the kind from 1, negative when
    /// behind.
    pub leads: [i8; 2],
}

/// Samples, and the boards that they name.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// Rows of all boards: for each board those of the side to move's view, then those of the other side's. In a view
    /// those of pieces near the king come after the board's, and those of attacks last.
    rows: Vec<u16>,
    /// Start of the rows of each view, and the end of the last one's.
    starts: Vec<u32>,
    /// The handcrafted evaluation that a network corrects, of each board, for the side to move, in cp.
    pub statics: Vec<i16>,
    /// The facts of each board.
    pub facts: Vec<Facts>,
    /// The samples.
    pub samples: Vec<Sample>,
    /// The boards themselves, for searches; `None` if they are not kept.
    pub positions: Option<Vec<Position>>,
}

impl Set {
    /// An empty set that keeps positions.
    pub fn with_positions() -> Self {
        Self { positions: Some(Vec::new()), ..Self::default() }
    }

    /// Adds the samples of a block's games: those of the games that are held out, or those of all others.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn add(&mut self, block: &GamesBlock, lessons: &Lessons, held_out: bool) -> Result<(), GamesError> {
        let games = block.games.iter().filter(|game| is_held_out(block.header.seed, game.number) == held_out);
        for game in games {
            self.add_game(block, game, lessons)?;
        }
        Ok(())
    }

    fn add_game(&mut self, block: &GamesBlock, game: &StoredGame, lessons: &Lessons) -> Result<(), GamesError> {
        let mut numbers: ByBoard<Option<u32>> = ByBoard([None; 2]);
        let mut scores = lessons.scores(&game.plies).into_iter().enumerate();
        let first = self.samples.len();
        let mut forecast = Forecast::new(lessons.mate_cp);
        // The ply of each sample, and its player's team.
        let mut taught: Vec<(usize, Team)> = Vec::new();
        block.replay(game, |moment| {
            let moved = moment.ply.board;
            let (ply, score) = scores.next().unwrap_or_default();
            forecast.add(moment);
            if lessons.has(moment) {
                for board in BoardId::ALL {
                    numbers[board].get_or_insert_with(|| self.add_board(moment.game.position(board), lessons.rows));
                }
                if let (Some(board), Some(other)) = (numbers[moved], numbers[!moved]) {
                    let mut sample = sample(moment, [board, other], score);
                    if lessons.one_board || !moment.game.rules().has_two_boards() {
                        sample.other_sign = 0.0;
                    }
                    self.samples.push(sample);
                    taught.push((ply, moment.seat().team()));
                }
            }
            numbers[moved] = None;
            // A captured piece arrives on the other board.
            if moment.ply.mv.is_capture() {
                numbers[!moved] = None;
            }
        })?;
        let results = forecast.results(lessons.result_lambda, game.result_for(Team::One));
        for (sample, (ply, team)) in self.samples[first..].iter_mut().zip(taught) {
            sample.result = if team == Team::One { results[ply] } else { 1.0 - results[ply] };
        }
        Ok(())
    }

    /// Moves all samples of another set, which keeps positions as this one does, behind those of this one.
    pub fn append(&mut self, mut other: Self) {
        if other.starts.is_empty() {
            return;
        }
        let (boards, rows) = (self.boards() as u32, self.rows.len() as u32);
        self.starts.pop();
        self.starts.extend(other.starts.iter().map(|start| rows + start));
        self.rows.append(&mut other.rows);
        self.statics.append(&mut other.statics);
        self.facts.append(&mut other.facts);
        if let (Some(positions), Some(mut more)) = (&mut self.positions, other.positions) {
            positions.append(&mut more);
        }
        let moved = |sample: Sample| Sample { board: boards + sample.board, other: boards + sample.other, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
    }

    fn add_board(&mut self, position: &Position, rows: RowSet) -> u32 {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let us = position.side_to_move();
        for color in [us, !us] {
            map_features(position, color, |row| self.rows.push(row as u16));
            if rows >= RowSet::Near {
                map_near(position, color, |row| self.rows.push(row as u16));
            }
            if rows >= RowSet::Attacks {
                map_attacks(position, color, |row| self.rows.push(row as u16));
            }
            self.starts.push(self.rows.len() as u32);
        }
        let (score, facts) = Base::Handcrafted.informed(position);
        self.statics.push(score as i16);
        self.facts.push(facts);
        if let Some(positions) = &mut self.positions {
            positions.push(position.clone());
        }
        self.statics.len() as u32 - 1
    }

    /// The rows of a board, from the views of the side to move and of the other side.
    pub fn rows(&self, board: u32) -> [&[u16]; 2] {
        let [start, middle, end] = [0, 1, 2].map(|next| self.starts[2 * board as usize + next] as usize);
        [&self.rows[start..middle], &self.rows[middle..end]]
    }

    /// Boards in the set.
    pub fn boards(&self) -> usize {
        self.statics.len()
    }

    /// The handcrafted evaluation of both boards, in cp for the player's team.
    pub fn statics_of(&self, sample: &Sample) -> f32 {
        let of = |board: u32| f32::from(self.statics[board as usize]);
        of(sample.board) + sample.other_sign * of(sample.other)
    }

    /// A checksum to identify the set; the rows of pieces near the kings and of attacks follow from the others.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        let rows = self.rows.iter().filter(|&&row| usize::from(row) < ROWS);
        rows.for_each(|row| hasher.update(&row.to_le_bytes()));
        for sample in &self.samples {
            hasher.update(&sample.board.to_le_bytes());
            hasher.update(&(sample.score as Score).to_le_bytes());
            hasher.update(&sample.result.to_le_bytes());
        }
        hasher.finalize()
    }
}

/// The sample of a moment, as yet without a result.
fn sample(moment: &Moment, [board, other]: [u32; 2], score: f32) -> Sample {
    let seat = moment.seat();
    let waiting = moment.game.on_turn(!seat.board);
    Sample {
        board,
        other,
        other_sign: if waiting.team() == seat.team() { 1.0 } else { -1.0 },
        result: 0.5,
        score,
        leads: leads(moment),
    }
}

/// The kinds of the leads of a moment's player and of the partner over their diagonals; none with one board.
pub fn leads(moment: &Moment) -> [i8; 2] {
    if !moment.game.rules().has_two_boards() {
        return [0; 2];
    }
    let seat = moment.seat();
    [seat, seat.partner()].map(|seat| lead(&moment.clocks, seat))
}

/// The kind of a seat's lead over its diagonal: 0 for none, else from 1, negative when behind.
pub fn lead(clocks: &Clocks, seat: Seat) -> i8 {
    let both = (clocks[seat] + clocks[seat.diagonal()]).max(1);
    let part = clocks.up_time(seat) as f32 / both as f32;
    let kind = LEADS.iter().filter(|&&bound| part.abs() >= bound).count() as i8;
    if part < 0.0 { -kind } else { kind }
}

/// The value of a team's leads, from the worth of each kind in order. It is the opposite for the other team.
pub fn lead_value(worth: &[f32], leads: [i8; 2]) -> f32 {
    let value = |lead: i8| match usize::from(lead.unsigned_abs()) {
        0 => 0.0,
        kind => f32::from(lead.signum()) * worth[kind - 1],
    };
    leads.map(value).iter().sum()
}
