//! Games that come more than once, known by players and moves.

use crate::game::bpgn::Settled;
use crate::game::{BoardId, Seat};
use crate::types::Color;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The games seen, as eight bytes each. Two different games are taken for one with a chance of one in 10^7 among a
/// million.
#[derive(Default)]
pub struct Twins(HashSet<u64>);

impl Twins {
    /// Whether the game is new. The order between the boards, and which of them is A, do not matter.
    pub fn is_new(&mut self, game: &Settled) -> bool {
        let mut boards = BoardId::ALL.map(|board| fingerprint(game, board));
        boards.sort_unstable();
        let mut hasher = DefaultHasher::new();
        boards.hash(&mut hasher);
        self.0.insert(hasher.finish())
    }
}

fn fingerprint(game: &Settled, board: BoardId) -> u64 {
    let mut hasher = DefaultHasher::new();
    for color in Color::ALL {
        game.record.player(Seat::new(board, color)).to_lowercase().hash(&mut hasher);
    }
    game.game.start(board).key().hash(&mut hasher);
    game.game
        .played()
        .iter()
        .filter(|played| played.seat.board == board)
        .for_each(|played| played.mv.hash(&mut hasher));
    hasher.finish()
}
