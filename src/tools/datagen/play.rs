//! One game from a seed and a number: random moves, then four seats that search, under clocks that count nodes.
//!
//! A turn's time, and with it the nodes of its search, is drawn when the turn begins; the search itself runs only when
//! that time is over, with the hands as they are then. So no search is wasted, and the order of events follows from the
//! seed alone.
//!
//! Crazyhouse and chess battle are played on board A by two of the seats; board B stays at its start.

use super::mind::{Mind, Thought, is_mating};
use crate::arena::engines::EngineScore;
use crate::arena::referee::{Adjudication, Adjudicator, Draw, Resign};
use crate::board::{Captures, Position};
use crate::eval::network::Network;
use crate::game::{BoardId, ByBoard, Clocks, Game, Rules, Seat};
use crate::search::SearchError;
use crate::team::race::Timer;
use crate::team::sit::{Decision, Situation};
use crate::team::state::PartnerState;
use crate::tools::data::{Header, StoredGame, StoredPly, TimeCode, start};
use crate::tools::openings::candidate::beginning;
use crate::types::rng::Rng;
use crate::types::{Move, Score, score};
use std::sync::Arc;

/// Random plies on each board: this many, or one more.
const RANDOM_PLIES: usize = 8;
/// The same for chess battle, whose set-ups are random.
const RANDOM_PLIES_OF_A_BATTLE: usize = 2;
/// Largest score of a board after the random plies, in cp, for either side.
const EVEN_CP: Score = 300;
/// The check of a random opening has this fraction (1/N) of the nodes of a search.
const CHECK_PART: u64 = 4;
/// Clock time of an average search, in ms.
const THINK_MS: u64 = 100;
/// Range of a turn's time, in percent of `THINK_MS`.
const THINK_PERCENT: (u64, u64) = (70, 130);
/// A turn is planned to take at most this fraction (1/N) of the clock.
const CLOCK_PART: u64 = 8;
/// Base of a game's clocks: the least, in ms, and the ratio of the most to the least. Distributed evenly by octaves.
const BASE_MS: (u64, f64) = (5_000, 10.0);
/// The clocks of a battle, in which no time is to be lost.
const AMPLE_MS: u64 = 600_000;
/// Range of a single clock, in percent of the base.
const BASE_PERCENT: (u64, u64) = (50, 100);
/// Overhead of a move, in ms, for the decision whether to sit.
const OVERHEAD_MS: u64 = 5;
/// One in this many turns searches with MultiPV and may play a move other than the best.
const NEAR_BEST_TURNS: usize = 20;
/// Moves of that MultiPV search.
const NEAR_BEST_MOVES: usize = 3;
/// Largest loss of such a move against the best one, in cp.
const NEAR_BEST_CP: Score = 40;
/// Adjudication: both players of a board agree for some moves, and the other board's players do not contradict.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(Resign { score_cp: 1_500, moves: 4, both: true }),
    draw: Some(Draw { score_cp: 15, moves: 10, after: 60 }),
    max_moves: Some(150),
};
/// One in this many games is played to its end, with the limit of moves alone: endings have mates and hangs to learn.
const PLAYED_OUT: u32 = 4;

/// The adjudication of the game with this number.
fn adjudication(number: u32) -> Adjudication {
    if number.is_multiple_of(PLAYED_OUT) {
        Adjudication { resign: None, draw: None, ..ADJUDICATION }
    } else {
        ADJUDICATION
    }
}

/// State of the player on turn.
#[derive(Clone, Debug)]
enum Doing {
    /// Thinks until this time of its turn, then searches for this many moves.
    Thinks(TimeCode, usize),
    /// Has found a move and sits on it until this time of its turn.
    Sits(TimeCode, Thought, Move),
    /// Has no legal move.
    Waits,
}

/// A turn on one board.
#[derive(Clone, Debug)]
struct Turn {
    /// Start of the turn, in ms since the start of the game.
    begun_ms: u64,
    doing: Doing,
}

/// The next event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A player's time to think or sit is over.
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

/// Four seats that play games one after another, each independent of those before it.
pub struct SelfPlay {
    minds: [Mind; 4],
    header: Header,
}

impl SelfPlay {
    /// The seats for the games of a file; `network` is the one that the header names.
    pub fn new(header: &Header, network: Option<&Arc<Network>>) -> Self {
        Self { minds: std::array::from_fn(|_| Mind::new(network.cloned())), header: header.clone() }
    }

    /// Plays a game.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn play(&mut self, number: u32) -> Result<StoredGame, SearchError> {
        let mut rng = Rng::new(Rng::new(self.header.seed).next() ^ Rng::new(!u64::from(number)).next());
        loop {
            let game = self.even_beginning(number, &mut rng)?;
            self.forget();
            let adjudicator = Adjudicator::new(adjudication(number));
            let rng = Rng::new(rng.next());
            let played = Playing::new(&mut self.minds, self.header.nodes, rng, game, adjudicator).play(number)?;
            // A game that cannot be stored is replaced by another one.
            if let Some(game) = played {
                return Ok(game);
            }
        }
    }

    fn forget(&mut self) {
        self.minds.iter_mut().for_each(Mind::new_game);
    }

    /// Draws random openings until neither board is lost.
    fn even_beginning(&mut self, number: u32, rng: &mut Rng) -> Result<Game, SearchError> {
        let rules = self.header.rules;
        let is_battle = rules.captures == Captures::Nowhere;
        let random = if is_battle { RANDOM_PLIES_OF_A_BATTLE } else { RANDOM_PLIES };
        'search: loop {
            let mut plies = [0, 1].map(|_| random + rng.below(2));
            plies[boards(&rules).len()..].fill(0);
            let start = start(&self.header, number, Clocks::default());
            let Some((game, _)) = beginning(rng, start, plies) else { continue };
            if is_battle {
                // Its set-ups stay, whatever they are worth.
                return Ok(game);
            }
            self.forget();
            for &board in boards(&rules) {
                let mind = &mut self.minds[game.on_turn(board).index()];
                if mind.think(&game, board, (self.header.nodes / CHECK_PART).max(1), 1)?.score.abs() > EVEN_CP {
                    continue 'search;
                }
            }
            return Ok(game);
        }
    }
}

/// The boards that are played on.
fn boards(rules: &Rules) -> &'static [BoardId] {
    if rules.has_two_boards() { &BoardId::ALL } else { &BoardId::ALL[..1] }
}

/// A number from `least` to `most`.
fn between(rng: &mut Rng, (least, most): (u64, u64)) -> u64 {
    least + rng.below((most - least + 1) as usize) as u64
}

/// Random clocks: a random base for all, of which each clock has a random part.
fn random_clocks(rng: &mut Rng) -> Clocks {
    let (least, ratio) = BASE_MS;
    let share = rng.below(1 << 20) as f64 / f64::from(1 << 20);
    let base = least as f64 * libm::pow(ratio, share);
    // Rounded to the units of the format.
    Clocks::new(std::array::from_fn(|_| base as u64 * between(rng, BASE_PERCENT) / 100 / 10 * 10))
}

impl<'a> Playing<'a> {
    fn new(minds: &'a mut [Mind; 4], nodes: u64, mut rng: Rng, mut game: Game, adjudicator: Adjudicator) -> Self {
        let clocks = match game.rules().captures {
            Captures::Nowhere => Clocks::all(AMPLE_MS),
            Captures::ToPartner | Captures::ToOwnHand => random_clocks(&mut rng),
        };
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
            adjudicator,
            plies,
            start: clocks,
        };
        boards(playing.game.rules()).iter().for_each(|&board| playing.begin(board, 0, 0));
        playing
    }

    /// Starts the thinking of the player on turn on `board`, whose turn began at `begun_ms`.
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

    /// Times at which the player on turn on `board` acts, if it does, and at which its flag falls.
    fn moments(&self, board: BoardId) -> (Option<u64>, u64) {
        if !boards(self.game.rules()).contains(&board) {
            return (None, u64::MAX);
        }
        let turn = &self.turns[board];
        let flag = turn.begun_ms + self.game.clocks()[self.game.on_turn(board)];
        let acts = match &turn.doing {
            Doing::Thinks(until, _) | Doing::Sits(until, ..) => Some(turn.begun_ms + until.ms()),
            Doing::Waits => None,
        };
        (acts.filter(|&acts| acts < flag), flag)
    }

    /// The next event and its time.
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

    /// Plays to the end. `None` if the game cannot be stored.
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

    /// The situation of the player on turn on `board` within its team, with the score `value`.
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
            opponent_ms: Some(clock(seat.opponent())),
            partner_ms: Some(clock(partner)),
            diagonal_to_move: Some(self.game.is_on_turn(seat.diagonal())),
            timer: Timer { overhead_ms: OVERHEAD_MS, ..Timer::default() },
            partner: state,
            has_partner: self.game.rules().has_two_boards(),
            ..Situation::new(value, false)
        }
    }

    /// Handles the end of thinking or sitting of the player on turn on `board`. False if its move is illegal.
    fn act(&mut self, board: BoardId, now_ms: u64) -> Result<bool, SearchError> {
        match self.turns[board].doing.clone() {
            Doing::Waits => Ok(true),
            Doing::Sits(_, thought, mv) => Ok(self.make(board, &thought, mv, true, now_ms)),
            Doing::Thinks(until, moves) => {
                let spent_ms = until.ms();
                // Time spent before the last restart of thinking does not lengthen the search.
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

    /// Draws one of the moves within `NEAR_BEST_CP` of the best.
    fn choose(&mut self, thought: &Thought) -> Option<Move> {
        let near = |&&(_, value): &&(Move, Score)| {
            !score::is_mate(thought.score) && !score::is_mate(value) && thought.score - value <= NEAR_BEST_CP
        };
        let count = thought.moves.iter().skip(1).take_while(near).count();
        let index = if count == 0 { 0 } else { self.rng.below(count + 1) };
        thought.moves.get(index).map(|&(mv, _)| mv)
    }

    /// Makes the player on turn on `board` sit until its clock shows `until_clock_ms`.
    fn sit(&mut self, board: BoardId, thought: Thought, mv: Move, until_clock_ms: u64, now_ms: u64) {
        let clock_ms = self.game.clocks()[self.game.on_turn(board)];
        let least = TimeCode::at_least(now_ms - self.turns[board].begun_ms);
        // Times are coded in steps: rounded down, so that the sit ends before the flag falls.
        let until = TimeCode::at_most(clock_ms.saturating_sub(until_clock_ms)).max(least);
        self.turns[board].doing = Doing::Sits(until, thought, mv);
    }

    /// Makes a move of the player on turn on `board`. False if it is illegal.
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
        if self.game.play(board, mv).is_err() {
            return false;
        }
        if self.game.outcome().is_some() {
            return true;
        }
        let told = score::mate_moves(thought.score).map_or(EngineScore::Cp(thought.score), EngineScore::Mate);
        let mut ruling = self.adjudicator.moved(seat, Some(told));
        if !self.game.rules().has_two_boards() {
            // The other board counts as level.
            ruling = ruling.or_else(|| self.adjudicator.moved(seat.diagonal(), Some(EngineScore::Cp(0))));
        }
        if let Some((loser, _)) = ruling {
            return self.game.adjudicate(loser).is_ok();
        }
        self.begin(board, now_ms, now_ms);
        // In crazyhouse nothing arrives, but the random numbers of its files are drawn so.
        self.notice(!board, mv.is_capture(), now_ms);
        true
    }

    /// Updates the turn on `board` after a move on the other board: a player that waits or sits may go on.
    fn notice(&mut self, board: BoardId, arrived: bool, now_ms: u64) {
        let begun_ms = self.turns[board].begun_ms;
        match self.turns[board].doing.clone() {
            Doing::Waits | Doing::Sits(..) if arrived => self.begin(board, begun_ms, now_ms),
            Doing::Sits(_, thought, mv) => {
                let decision = self.situation(board, thought.score, now_ms).decide();
                let until = TimeCode::at_least(now_ms - begun_ms);
                match decision {
                    // At once, rounded to a time that can be coded.
                    Decision::Play => self.turns[board].doing = Doing::Sits(until, thought, mv),
                    Decision::Sit { until_clock_ms, .. } => self.sit(board, thought, mv, until_clock_ms, now_ms),
                }
            }
            _ => {}
        }
    }
}
