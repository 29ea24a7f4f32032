//! The start of a stored game, which follows from the file's header and the game's number.

use super::format::Header;
use crate::board::{BoardRules, Captures, Position, fen};
use crate::game::{ByBoard, Clocks, Game};
use crate::variants::battle::{self, SetUp};
use crate::variants::color::Rng;
use crate::variants::game::Game as _;

/// The game before its first random move. A battle's depends on [`SetUp::choose`] and [`SetUp::random`]: other set-ups
/// there need another version of the format.
pub fn start(header: &Header, number: u32, clocks: Clocks) -> Game {
    if header.rules.captures != Captures::Nowhere {
        return Game::new(header.rules, clocks);
    }
    let mut rng = Rng::new(Rng::new(header.seed).next() ^ Rng::new(!u64::from(number)).next());
    let position = loop {
        if let Some(position) = battle_start(&mut rng) {
            break position;
        }
    };
    let other = Position::start(header.rules.board_rules());
    Game::from_positions(ByBoard([position, other]), header.rules, clocks)
}

/// The start of a battle: half of them as the program sets up, half with any set-ups that the rules allow. `None` if a
/// king is in check.
fn battle_start(rng: &mut Rng) -> Option<Position> {
    let is_usual = rng.below(2) == 0;
    let set_ups = [0, 1].map(|_| if is_usual { SetUp::choose(rng.next()) } else { SetUp::random(rng) });
    let chosen = battle::start([&set_ups[0], &set_ups[1]]).ok()?;
    let position = fen::parse(&chosen.to_fen(), BoardRules::chess()).ok()?;
    (!position.in_check()).then_some(position)
}
