//! Random openings on two boards, from the rules and a seed, independent of any evaluation.

use crate::board::{BoardStatus, Position};
use crate::game::{BoardId, Clocks, Game, Rules};
use crate::types::rng::Rng;

/// Fewest plies on each board.
const FEWEST_PLIES: usize = 2;
/// Number of possible ply counts: two to four.
const PLY_CHOICES: usize = 3;

/// A random opening, determined by seed and number, independent of the search.
#[derive(Clone, Debug)]
pub struct OpeningCandidate {
    /// Number among its seed's candidates.
    pub number: u64,
    /// The game after the opening.
    pub game: Game,
    /// The positions on the way there, of both boards.
    pub path: Vec<Position>,
}

impl OpeningCandidate {
    /// Plays random legal moves, two to four on each board, the boards taking turns at random. `None` if the game is
    /// over by then, or a player is in check or cannot move.
    pub fn new(seed: u64, number: u64) -> Option<Self> {
        let mut rng = Rng::new(Rng::new(seed).next() ^ Rng::new(number).next());
        let plies = [0, 1].map(|_| FEWEST_PLIES + rng.below(PLY_CHOICES));
        let (game, path) = beginning(&mut rng, Game::new(Rules::default(), Clocks::default()), plies)?;
        Some(Self { number, game, path })
    }

    /// The key of the opening: both boards without their move counters, sorted. With the boards exchanged it is the
    /// same opening for the other team, and every opening is played by both.
    pub fn key(&self) -> [String; 2] {
        key(&self.game)
    }
}

/// Plays `plies` random legal moves on A and on B from the start of a game, the boards taking turns at random. Returns
/// the game and the positions on the way there, or `None` if the game is over by then, or a player is in check or
/// cannot move.
pub fn beginning(rng: &mut Rng, mut game: Game, plies: [usize; 2]) -> Option<(Game, Vec<Position>)> {
    let mut left = plies;
    let mut path = Vec::new();
    while left != [0, 0] {
        let board = match left {
            [0, _] => BoardId::B,
            [_, 0] => BoardId::A,
            _ => BoardId::ALL[rng.below(2)],
        };
        left[board.index()] -= 1;
        let mut moves = game.position(board).legal_moves().to_vec();
        // Independent of the generator's order, which may change.
        moves.sort_by_key(|mv| mv.bits());
        let mv = *moves.get(rng.below(moves.len().max(1)))?;
        game.play(board, mv).ok()?;
        if left[board.index()] > 0 {
            path.push(game.position(board).clone());
        }
    }
    let calm = |position: &Position| position.status() == BoardStatus::Playing && !position.in_check();
    let fit = game.outcome().is_none() && BoardId::ALL.into_iter().all(|board| calm(game.position(board)));
    fit.then_some((game, path))
}

/// As [`OpeningCandidate::key`], for any game.
pub fn key(game: &Game) -> [String; 2] {
    let mut boards = BoardId::ALL.map(|board| {
        let bfen = game.position(board).to_bfen();
        bfen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    });
    boards.sort();
    boards
}
