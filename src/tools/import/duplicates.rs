//! Games that come more than once, known by players and moves.

use crate::game::bpgn::Settled;
use crate::game::{BoardId, Seat};
use crate::tools::digest::fnv1a;
use crate::types::Color;
use std::collections::HashSet;

/// The games seen, as eight bytes each. Two different games are taken for one with a chance of one in 10^7 among a
/// million.
#[derive(Default)]
pub struct SeenGames(HashSet<u64>);

impl SeenGames {
    /// Whether the game is new.
    pub fn is_new(&mut self, game: &Settled) -> bool {
        self.0.insert(fingerprint(game))
    }
}

/// Tells games apart by players, start and moves, the same on every machine. The order between the boards, and which of
/// them is A, do not matter.
pub fn fingerprint(game: &Settled) -> u64 {
    let mut boards = BoardId::ALL.map(|board| of_board(game, board));
    boards.sort_unstable();
    fnv1a(boards.into_iter().flat_map(u64::to_le_bytes))
}

fn of_board(game: &Settled, board: BoardId) -> u64 {
    let mut bytes = Vec::new();
    for color in Color::ALL {
        bytes.extend(game.record.player(Seat::new(board, color)).to_lowercase().bytes());
        bytes.push(0);
    }
    bytes.extend(game.game.start(board).key().to_le_bytes());
    for played in game.game.played().iter().filter(|played| played.seat.board == board) {
        bytes.extend(played.mv.mv.bits().to_le_bytes());
        // 0, or the square and one.
        bytes.push(played.mv.taken.map_or(0, |square| square.index() as u8 + 1));
    }
    fnv1a(bytes)
}
