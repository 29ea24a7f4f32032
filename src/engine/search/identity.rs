//! The identities that keep the entries of different searches apart in the shared table. They are computed only here.

use crate::board::BoardRules;
use crate::eval::Prices;
use crate::game::BoardId;
use crate::types::rng::GOLDEN_RATIO;
use std::hash::{Hash, Hasher};

/// A hash that is the same in every build (FNV-1a with a final mixing step), because node counts depend on it.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(GOLDEN_RATIO);
        mixed ^ mixed >> 29
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    hasher.finish()
}

/// The identity of a game, part of the key: a hash of the board and all fields of the rules.
pub(super) fn game(rules: &BoardRules, board: BoardId) -> u64 {
    hash((rules, board))
}

/// The identity of the prices at which scores hold: 16 bits beside the key.
pub(super) fn prices(prices: &Prices) -> u16 {
    hash(prices.of_scores()) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Captures, MateRule, PieceSet, Promotion, StalemateRule};
    use crate::eval::Outlook;
    use crate::types::{ByColor, Color};

    #[test]
    fn every_rule_and_the_board_make_another_game() {
        let usual = BoardRules::default();
        let others = [
            BoardRules { captures: Captures::ToOwnHand, ..usual },
            BoardRules { mate: MateRule::Immediate, ..usual },
            BoardRules { stalemate: StalemateRule::Loss, ..usual },
            BoardRules { drop_check: false, ..usual },
            BoardRules { drop_mate: false, ..usual },
            BoardRules { last_pawn_drop_rank: 6, ..usual },
            BoardRules { dropped_rook_castles: false, ..usual },
            BoardRules { repetition_draws: true, ..usual },
            BoardRules { promotion: Promotion::Taken(ByColor([PieceSet::PROMOTED; 2])), ..usual },
            BoardRules { promotion: Promotion::Taken(ByColor([PieceSet::default(); 2])), ..usual },
        ];
        let mut games: Vec<u64> = others.iter().map(|rules| game(rules, BoardId::A)).collect();
        games.extend(BoardId::ALL.map(|board| game(&usual, board)));
        let count = games.len();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), count);
    }

    #[test]
    fn other_prices_have_another_identity_unlike_mating_kinds_and_hangs() {
        let usual = Prices::bughouse_default();
        for color in Color::ALL {
            for kind in 0..5 {
                let mut other = usual.clone();
                other.transfer[color][kind] += 1;
                assert_ne!(prices(&usual), prices(&other));
            }
        }
        let mating = ByColor([PieceSet::PROMOTED; 2]);
        assert_eq!(prices(&usual), prices(&Prices { mating, ..usual.clone() }));
        let hang = ByColor([Outlook::Seen { soon: PieceSet::PROMOTED, outwaited: true }; 2]);
        assert_eq!(prices(&usual), prices(&Prices { hang, ..usual.clone() }));
    }
}
