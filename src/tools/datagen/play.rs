//! One game from a seed and a number: random moves, then four seats that search, under clocks that count nodes.
//!
//! A turn's time, and with it the nodes of its search, is drawn when the turn begins; the search itself runs only when that time is
//! over, with the hands as they are then. So nothing is ever searched in vain, and the order of all that happens follows from the
//! seed alone.

use super::mind::{Mind, Thought, is_mating};
use crate::arena::engines::ToldScore;
use crate::arena::referee::{Adjudication, Adjudicator, Draw, Resign};
use crate::board::Position;
use crate::eval::network::Network;
use crate::game::{BoardId, ByBoard, Clocks, Game, Rules, Seat};
use crate::search::SearchError;
use crate::team::partner::PartnerState;
use crate::team::sit::{Decision, Situation};
use crate::tools::data::{Header, StoredGame, StoredPly, TimeCode};
use crate::tools::openings::candidate::beginning;
use crate::types::rng::Rng;
use crate::types::{Move, Score, score};
use std::sync::Arc;

/// Random plies of each board: so many, or one more.
const RANDOM_PLIES: usize = 8;
/// No board is worth more than this to either side after them, in cp.
const EVEN_CP: Score = 300;
/// A glance at a random beginning takes this part of the nodes of a search.
const GLANCE_PART: u64 = 4;
/// What an average search takes on the clocks, in ms.
const THINK_MS: u64 = 100;
/// A turn takes so much of that, in percent.
const THINK_PERCENT: (u64, u64) = (70, 130);
/// No turn is planned to take more than this part of the clock.
const CLOCK_PART: u64 = 8;
/// The least and the most that a game's clocks begin with, in ms. They are spread evenly by octaves.
const BASE_MS: (u64, f64) = (5_000, 10.0);
/// A single clock has so much of that, in percent.
const BASE_PERCENT: (u64, u64) = (50, 100);
/// What a move costs between player and clock, in ms, as the rules of sitting reckon.
const OVERHEAD_MS: u64 = 5;
/// One of so many turns takes a look at several moves, and may choose another than the best …
const NEAR_BEST_TURNS: usize = 20;
/// … of these …
const NEAR_BEST_MOVES: usize = 3;
/// … if it is at most so much worse, in cp.
const NEAR_BEST_CP: Score = 40;
/// When a game is over before its end: both players of a board agree for some moves, and nobody on the other board objects.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(Resign { score_cp: 1_500, moves: 4, both: true }),
    draw: Some(Draw { score_cp: 15, moves: 10, after: 60 }),
    max_moves: Some(150),
};

/// What a player is at.
#[derive(Clone, Debug)]
enum Doing {
    /// Thinks, so many ms of its turn, and may then look at several moves.
    Thinks(TimeCode, usize),
    /// Has found a move and does not make it before so many ms of its turn.
    Sits(TimeCode, Thought, Move),
    /// Has no legal move.
    Waits,
}

/// A turn on one board.
#[derive(Clone, Debug)]
struct Turn {
    /// When it began, in ms of the game.
    begun_ms: u64,
    doing: Doing,
}

/// Something that happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A player has thought or sat to the end.
    Acts(BoardId),
    /// The flags of these boards' players fall at the same moment.
    Flags(ByBoard<bool>),
}

/// A game that is being played.
struct Playing<'a> {
    minds: &'a mut [Mind; 4],
    nodes: u64,
    rng: Rng,
    game: Game,
    turns: ByBoard<Turn>,
    /// The last score of each seat.
    scores: [Score; 4],
    adjudicator: Adjudicator,
    plies: Vec<StoredPly>,
    start: Clocks,
}

/// Four seats that play games one after another; none depends on those before it.
pub struct SelfPlay {
    minds: [Mind; 4],
    rules: Rules,
    seed: u64,
    nodes: u64,
}

impl SelfPlay {
    /// A table for the games of a file, played with the network that the header tells of.
    pub fn new(header: &Header, network: Option<&Arc<Network>>) -> Self {
        let Header { rules, seed, nodes, .. } = *header;
        Self { minds: std::array::from_fn(|_| Mind::new(network.cloned())), rules, seed, nodes }
    }

    /// Plays a game.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn play(&mut self, number: u32) -> Result<StoredGame, SearchError> {
        let mut rng = Rng::new(Rng::new(self.seed).next() ^ Rng::new(!u64::from(number)).next());
        loop {
            let game = self.even_beginning(&mut rng)?;
            self.forget();
            let played = Playing::new(&mut self.minds, self.nodes, Rng::new(rng.next()), game).play(number)?;
            // A game that cannot be stored is played anew.
            if let Some(game) = played {
                return Ok(game);
            }
        }
    }

    fn forget(&mut self) {
        self.minds.iter_mut().for_each(Mind::new_game);
    }

    /// Random moves after which neither board is lost.
    fn even_beginning(&mut self, rng: &mut Rng) -> Result<Game, SearchError> {
        'search: loop {
            let plies = [0, 1].map(|_| RANDOM_PLIES + rng.below(2));
            let Some((game, _)) = beginning(rng, self.rules, plies) else { continue };
            self.forget();
            for board in BoardId::ALL {
                let mind = &mut self.minds[game.on_turn(board).index()];
                if mind.think(&game, board, (self.nodes / GLANCE_PART).max(1), 1)?.score.abs() > EVEN_CP {
                    continue 'search;
                }
            }
            return Ok(game);
        }
    }
}

/// A number from `least` to `most`.
fn between(rng: &mut Rng, (least, most): (u64, u64)) -> u64 {
    least + rng.below((most - least + 1) as usize) as u64
}

/// Random clocks: a base for all, of which each has a part.
fn random_clocks(rng: &mut Rng) -> Clocks {
    let (least, ratio) = BASE_MS;
    let share = rng.below(1 << 20) as f64 / f64::from(1 << 20);
    let base = least as f64 * libm::pow(ratio, share);
    // In the units of the format.
    Clocks::new(std::array::from_fn(|_| base as u64 * between(rng, BASE_PERCENT) / 100 / 10 * 10))
}

impl<'a> Playing<'a> {
    fn new(minds: &'a mut [Mind; 4], nodes: u64, mut rng: Rng, mut game: Game) -> Self {
        let clocks = random_clocks(&mut rng);
        let random = |played: &crate::game::Played| StoredPly {
            board: played.seat.board,
            mv: played.mv.mv,
            score: 0,
            time: TimeCode::default(),
            random: true,
            in_check: false,
            near_best: false,
            sat: false,
        };
        let plies = game.played().iter().map(random).collect();
        for seat in Seat::ALL {
            game.set_clock(seat, clocks[seat]);
        }
        let idle = Turn { begun_ms: 0, doing: Doing::Waits };
        let mut playing = Self {
            minds,
            nodes,
            rng,
            game,
            turns: ByBoard([idle.clone(), idle]),
            scores: [0; 4],
            adjudicator: Adjudicator::new(ADJUDICATION),
            plies,
            start: clocks,
        };
        BoardId::ALL.into_iter().for_each(|board| playing.begin(board, 0, 0));
        playing
    }

    /// The player on turn on `board`, whose turn began at `begun_ms`, begins to think now.
    fn begin(&mut self, board: BoardId, begun_ms: u64, now_ms: u64) {
        let doing = if self.game.has_no_move(board) {
            Doing::Waits
        } else {
            let clock_ms = self.game.clocks()[self.game.on_turn(board)];
            let spent_ms = now_ms - begun_ms;
            let think_ms = THINK_MS * between(&mut self.rng, THINK_PERCENT) / 100;
            let think_ms = think_ms.min(clock_ms.saturating_sub(spent_ms) / CLOCK_PART).max(1);
            let moves = if self.rng.below(NEAR_BEST_TURNS) == 0 { NEAR_BEST_MOVES } else { 1 };
            Doing::Thinks(TimeCode::at_least(spent_ms + think_ms), moves)
        };
        self.turns[board] = Turn { begun_ms, doing };
    }

    /// When the player on turn on `board` acts, if it does, and when its flag falls.
    fn moments(&self, board: BoardId) -> (Option<u64>, u64) {
        let turn = &self.turns[board];
        let flag = turn.begun_ms + self.game.clocks()[self.game.on_turn(board)];
        let acts = match &turn.doing {
            Doing::Thinks(until, _) | Doing::Sits(until, ..) => Some(turn.begun_ms + until.ms()),
            Doing::Waits => None,
        };
        (acts.filter(|&acts| acts < flag), flag)
    }

    /// What happens next, and when.
    fn next(&self) -> (Event, u64) {
        let moments = ByBoard::from_fn(|board| self.moments(board));
        let first = |board: BoardId| moments[board].0.unwrap_or(moments[board].1);
        let board = if first(BoardId::B) < first(BoardId::A) { BoardId::B } else { BoardId::A };
        let now = first(board);
        match moments[board].0 {
            Some(_) => (Event::Acts(board), now),
            None => {
                let falls = |board: BoardId| moments[board].0.is_none() && moments[board].1 == now;
                (Event::Flags(ByBoard::from_fn(falls)), now)
            }
        }
    }

    /// Plays to the end. Nothing when such a game cannot be stored.
    fn play(mut self, number: u32) -> Result<Option<StoredGame>, SearchError> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(StoredGame::new(number, outcome, self.start, self.plies));
            }
            let legal = match self.next() {
                (Event::Acts(board), now) => self.act(board, now)?,
                (Event::Flags(fallen), _) => {
                    let seats: Vec<Seat> = BoardId::ALL
                        .into_iter()
                        .filter(|&board| fallen[board])
                        .map(|board| self.game.on_turn(board))
                        .collect();
                    self.game.flags(&seats).is_ok()
                }
            };
            if !legal {
                return Ok(None);
            }
        }
    }

    /// Where the player on turn on `board` stands with its partner, having found `value`.
    fn situation(&self, board: BoardId, value: Score, now_ms: u64) -> Situation {
        let seat = self.game.on_turn(board);
        let clock = |seat: Seat| {
            let on_turn = self.game.is_on_turn(seat);
            let spent = if on_turn { now_ms - self.turns[seat.board].begun_ms } else { 0 };
            self.game.clocks()[seat].saturating_sub(spent)
        };
        let partner = seat.partner();
        let state = match &self.turns[!board].doing {
            Doing::Waits | Doing::Sits(..) if self.game.is_on_turn(partner) => Some(PartnerState::Sitting),
            Doing::Waits | Doing::Sits(..) => Some(PartnerState::Waiting),
            Doing::Thinks(..) if is_mating(self.scores[partner.index()]) => Some(PartnerState::Mating),
            Doing::Thinks(..) => None,
        };
        Situation {
            clock_ms: Some(clock(seat)),
            diagonal_ms: Some(clock(seat.diagonal())),
            diagonal_to_move: Some(self.game.is_on_turn(seat.diagonal())),
            overhead_ms: OVERHEAD_MS,
            partner: state,
            has_partner: true,
            ..Situation::new(value, false)
        }
    }

    /// The player on turn on `board` has thought or sat to the end. False when its move is not legal.
    fn act(&mut self, board: BoardId, now_ms: u64) -> Result<bool, SearchError> {
        match self.turns[board].doing.clone() {
            Doing::Waits => Ok(true),
            Doing::Sits(_, thought, mv) => Ok(self.make(board, &thought, mv, true, now_ms)),
            Doing::Thinks(until, moves) => {
                let spent_ms = until.ms();
                // A turn that went on for long before it began to think anew searches no longer for it.
                let think_ms = spent_ms.min(THINK_MS * THINK_PERCENT.1 / 100);
                let nodes = (self.nodes * think_ms / THINK_MS).max(1);
                let seat = self.game.on_turn(board);
                let thought = self.minds[seat.index()].think(&self.game, board, nodes, moves)?;
                self.scores[seat.index()] = thought.score;
                let Some(mv) = self.choose(&thought) else { return Ok(false) };
                match self.situation(board, thought.score, now_ms).decide() {
                    Decision::Play => Ok(self.make(board, &thought, mv, false, now_ms)),
                    Decision::Sit { until_clock_ms, .. } => {
                        self.sit(board, thought, mv, until_clock_ms, now_ms);
                        Ok(true)
                    }
                }
            }
        }
    }

    /// One of the best moves, as good as they are.
    fn choose(&mut self, thought: &Thought) -> Option<Move> {
        let near = |&&(_, value): &&(Move, Score)| {
            !score::is_mate(thought.score) && !score::is_mate(value) && thought.score - value <= NEAR_BEST_CP
        };
        let count = thought.moves.iter().skip(1).take_while(near).count();
        let index = if count == 0 { 0 } else { self.rng.below(count + 1) };
        thought.moves.get(index).map(|&(mv, _)| mv)
    }

    /// The player on turn on `board` does not move before its clock shows `until_clock_ms`.
    fn sit(&mut self, board: BoardId, thought: Thought, mv: Move, until_clock_ms: u64, now_ms: u64) {
        let clock_ms = self.game.clocks()[self.game.on_turn(board)];
        let least = TimeCode::at_least(now_ms - self.turns[board].begun_ms);
        // Times are coded in steps: rounded down, so that the sit ends before the flag falls.
        let until = TimeCode::at_most(clock_ms.saturating_sub(until_clock_ms)).max(least);
        self.turns[board].doing = Doing::Sits(until, thought, mv);
    }

    /// The player on turn on `board` moves. False when the move is not legal.
    fn make(&mut self, board: BoardId, thought: &Thought, mv: Move, sat: bool, now_ms: u64) -> bool {
        let seat = self.game.on_turn(board);
        let position: &Position = self.game.position(board);
        let time = TimeCode::at_least(now_ms - self.turns[board].begun_ms);
        self.plies.push(StoredPly {
            board,
            mv,
            score: thought.score,
            time,
            random: false,
            in_check: position.in_check(),
            near_best: thought.moves.first().is_some_and(|&(best, _)| best != mv),
            sat,
        });
        self.game.spend(seat, time.ms());
        let Ok(transfer) = self.game.play(board, mv) else { return false };
        if self.game.outcome().is_some() {
            return true;
        }
        let told = score::mate_moves(thought.score).map_or(ToldScore::Cp(thought.score), ToldScore::Mate);
        if let Some((loser, _)) = self.adjudicator.moved(seat, Some(told)) {
            return self.game.adjudicate(loser).is_ok();
        }
        self.begin(board, now_ms, now_ms);
        self.notice(!board, transfer.is_some(), now_ms);
        true
    }

    /// Something happened on the other board: a player that does not move because of what was so may go on.
    fn notice(&mut self, board: BoardId, arrived: bool, now_ms: u64) {
        let begun_ms = self.turns[board].begun_ms;
        match self.turns[board].doing.clone() {
            Doing::Waits | Doing::Sits(..) if arrived => self.begin(board, begun_ms, now_ms),
            Doing::Sits(_, thought, mv) => {
                let decision = self.situation(board, thought.score, now_ms).decide();
                let until = TimeCode::at_least(now_ms - begun_ms);
                match decision {
                    // At once, on the grid of times.
                    Decision::Play => self.turns[board].doing = Doing::Sits(until, thought, mv),
                    Decision::Sit { until_clock_ms, .. } => self.sit(board, thought, mv, until_clock_ms, now_ms),
                }
            }
            _ => {}
        }
    }
}
