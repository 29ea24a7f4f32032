//! How often a move was played and what came of it, counted from games.

use crate::board::{BoardRules, Position};
use crate::game::bpgn::{GameResult, Settled};
use crate::game::{BoardId, ByBoard, Game, Seat};
use crate::types::Move;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::AddAssign;

/// Ratings above this are typing errors.
const HIGHEST_RATING: u32 = 5000;

/// A move in a position of a board: the position's [key](key()), the move's bits, the board's index.
pub type Place = (u64, u16, u8);

/// How often a move was played, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boards on which it was played.
    pub played: u32,
    /// Games that the mover's team won.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Games that it lost. The rest of `played` has no result.
    pub losses: u32,
    /// Movers whose rating is known.
    pub rated: u32,
    /// The sum of their ratings.
    pub ratings: u64,
}

impl Counts {
    /// The score of the mover's team, from 0 to 1, if any game has a result.
    pub fn score(&self) -> Option<f64> {
        let decided = u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses);
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (decided > 0).then(|| points / decided as f64)
    }

    /// The average rating of the movers, if any is known.
    pub fn rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.ratings as f64 / f64::from(self.rated))
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        for (sum, number) in [
            (&mut self.played, other.played),
            (&mut self.wins, other.wins),
            (&mut self.draws, other.draws),
            (&mut self.losses, other.losses),
            (&mut self.rated, other.rated),
        ] {
            *sum = sum.saturating_add(number);
        }
        self.ratings = self.ratings.saturating_add(other.ratings);
    }
}

/// The key of a position, hands included, by whatever rules it was reached: rules that track kings or dropped rooks for
/// castling have keys of their own.
pub fn key(position: &Position) -> u64 {
    let usual = BoardRules::default();
    // Only rights tell that a king has not moved (R7): marks of kings without one go.
    let unmarked = position.with_rules(BoardRules { dropped_rook_castles: false, ..usual });
    unmarked.with_rules(usual).key()
}

/// The moves of a game, up to `plies` on each board. A move that a board has twice in one position counts once.
pub fn of_game(settled: &Settled, plies: usize) -> Vec<(Place, Counts)> {
    let ratings = Seat::ALL.map(|seat| rating(settled, seat));
    let start = ByBoard::from_fn(|board| settled.game.start(board).clone());
    let mut game = Game::from_positions(start, settled.rules, *settled.game.clocks());
    let (mut found, mut known) = (Vec::with_capacity(2 * plies), HashSet::new());
    for played in settled.game.played() {
        let board = played.seat.board;
        if game.plies(board) < plies {
            let place = (key(game.position(board)), played.mv.mv.bits(), index(board));
            if known.insert(place) {
                found.push((place, one(settled.record.result, played.seat, ratings[played.seat.index()])));
            }
        } else if game.plies(!board) >= plies {
            break;
        }
        if game.play_whole(board, played.mv).is_err() {
            debug_assert!(false, "a settled game replays");
            break;
        }
    }
    found
}

/// The moves as this position writes them: castling of a game of Chess960 from the usual start is the usual castling.
/// The most frequent come first.
pub fn merged(position: &Position, found: Vec<(Move, Counts)>) -> Vec<(Move, Counts)> {
    let mut merged: Vec<(Move, Counts)> = Vec::new();
    for (mv, counts) in found {
        let own = if position.is_legal(mv) { mv } else { position.find_move(&mv.to_text(false)).unwrap_or(mv) };
        match merged.iter_mut().find(|(known, _)| *known == own) {
            Some((_, sum)) => *sum += counts,
            None => merged.push((own, counts)),
        }
    }
    merged.sort_by_key(|(_, counts)| Reverse(counts.played));
    merged
}

/// One game of a mover.
fn one(result: GameResult, seat: Seat, rating: Option<u32>) -> Counts {
    let (wins, draws, losses) = match result {
        GameResult::Won(team) if team == seat.team() => (1, 0, 0),
        GameResult::Won(_) => (0, 0, 1),
        GameResult::Draw => (0, 1, 0),
        GameResult::Open => (0, 0, 0),
    };
    let rated = u32::from(rating.is_some());
    Counts { played: 1, wins, draws, losses, rated, ratings: rating.unwrap_or(0).into() }
}

/// The rating of a player, by the tag `WhiteAElo` and the like.
fn rating(settled: &Settled, seat: Seat) -> Option<u32> {
    let text = settled.record.tag(&format!("{}Elo", seat.tag()))?;
    text.trim().parse().ok().filter(|rating| (1..=HIGHEST_RATING).contains(rating))
}

/// The index of a board in a [`Place`].
pub fn index(board: BoardId) -> u8 {
    board.index() as u8
}
