//! The worth of a piece on the other board: its price in either hand there, the state of that board, and expected
//! arrivals.

use super::partner::mate_cp;
use super::prober::Sounding;
use super::state::PartnerState;
use crate::board::{BoardStatus, PieceSet, Position};
use crate::eval::Prices;
use crate::eval::prices::usual_values;
use crate::types::score::{is_mate, mate_moves};
use crate::types::{Color, PieceType, Score, tunables::tunables};

tunables! {
    /// The price of a piece on a board that is decided without it, in percent of its usual one.
    decided_percent: Score = 50, 0..=100, 10;
    /// Price of a piece that rescues beyond its usual price, in percent of its value in hand.
    rescue_percent: Score = 120, 0..=400, 20;
    /// A piece rescues if it gains this much more than its usual value in hand, in cp: from a hang, or from a loss as
    /// bad as a mate.
    rescue_cp: Score = 700, 100..=2_000, 50;
    /// Longest mate on the other board that counts, in moves: before a longer one pieces may arrive.
    believed_mate: i32 = 3, 0..=10, 1;
    /// Number of plies of the other board's PV in which arrivals are looked for.
    foreseen_plies: u32 = 3, 0..=8, 1;
}

/// A piece that the partner is expected to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The piece that comes into our hand.
    pub kind: PieceType,
    /// Number of plies on the other board until then, from 1.
    pub plies: usize,
}

/// The worth of one more piece on the other board, and the state of that board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Gain of our team by a piece, pawn to queen, in the partner's hand, in cp.
    pub gain: [Score; 5],
    /// Loss of our team by a piece in the hand of the partner's opponent, in cp.
    pub cost: [Score; 5],
    /// Kinds of which one in the hand of the partner's opponent mates the partner.
    pub mates_partner: PieceSet,
    /// The partner's state by a forced mate there; a partner that hangs is sitting.
    pub state: Option<PartnerState>,
    /// Number of moves in which the partner mates, if it does.
    pub partner_mates_in: Option<u32>,
    /// The pieces that the partner is expected to win, the soonest first.
    pub arrivals: Vec<Arrival>,
}

impl Worth {
    /// Derives the worth from a `sounding` of the `other` board, where the partner plays `partner`.
    pub fn of(sounding: &Sounding, other: &Position, partner: Color) -> Self {
        let prices = |color: Color| {
            PieceType::HELD.map(|kind| {
                let (before, after) = sounding.before_and_after(partner, color, kind);
                price(before, after, kind)
            })
        };
        let mate = mate_moves(sounding.base).filter(|moves| moves.abs() <= believed_mate());
        let hangs = other.side_to_move() == partner && other.status() == BoardStatus::Hang;
        let state = match mate {
            _ if hangs => Some(PartnerState::Sitting),
            Some(moves) if moves > 0 => Some(PartnerState::Mating),
            Some(_) => Some(PartnerState::Dead),
            None => None,
        };
        let mates_partner = PieceType::HELD.into_iter().filter(|&kind| {
            let (before, after) = sounding.before_and_after(partner, !partner, kind);
            decides(before, after)
        });
        Self {
            gain: prices(partner),
            cost: prices(!partner),
            mates_partner: mates_partner.collect(),
            state,
            partner_mates_in: mate.filter(|&moves| moves > 0).map(i32::unsigned_abs),
            arrivals: arrivals(sounding, other, partner),
        }
    }

    /// The other board has moved on: arrivals and a hang are no longer known. Prices and mates still hold.
    pub fn moved_on(&mut self) {
        self.arrivals.clear();
        if self.state == Some(PartnerState::Sitting) {
            self.state = None;
        }
    }

    /// Difference of the price of a piece of `kind` from the usual one, in cp: one that we capture, or one of ours that
    /// is `lost`.
    pub fn change(&self, lost: bool, kind: PieceType) -> Score {
        let prices = if lost { &self.cost } else { &self.gain };
        prices[kind.index()] - Prices::static_table()[kind.index()]
    }
}

/// The price of a piece of `kind` that changes the score of the side that gets it from `before` to `after`. Only
/// decisive pieces change it: finer prices would change with every move, and TT scores are valid for one set of prices
/// only.
fn price(before: Score, after: Score, kind: PieceType) -> Score {
    let usual = Prices::static_table()[kind.index()];
    if wins(before) || (loses(before) && loses(after)) {
        usual * decided_percent() / 100
    } else if decides(before, after) {
        usual + mate_cp()
    } else if loses(before) || after - before >= usual_values()[kind.index()] + rescue_cp() {
        usual + usual_values()[kind.index()] * rescue_percent() / 100
    } else {
        usual
    }
}

/// Whether a piece that changes a score from `before` to `after` mates.
fn decides(before: Score, after: Score) -> bool {
    wins(after) && !wins(before)
}

fn wins(score: Score) -> bool {
    is_mate(score) && score > 0
}

fn loses(score: Score) -> bool {
    is_mate(score) && score < 0
}

/// The captures of `partner` in the first plies of the PV.
fn arrivals(sounding: &Sounding, other: &Position, partner: Color) -> Vec<Arrival> {
    let mut position = other.clone();
    let mut found = Vec::new();
    for (index, &mv) in sounding.line.iter().take(foreseen_plies() as usize).enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        let color = position.side_to_move();
        let undo = position.make_move(mv);
        if let Some(kind) = undo.transfer().filter(|_| color == partner) {
            found.push(Arrival { kind, plies: index + 1 });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::types::score::{mate_in, mated_in};
    use crate::types::{ByColor, Move};

    #[test]
    fn mates_outweigh_material_and_a_decided_board_needs_no_pieces() {
        let usual = Prices::static_table()[PieceType::Knight.index()];
        let price = |before, after| price(before, after, PieceType::Knight);
        assert_eq!(price(0, 900), usual);
        assert!(price(-500, mate_in(3)) > 1_000);
        assert!(price(mated_in(4), 0) > usual);
        assert!(price(mate_in(3), mate_in(1)) < usual);
        assert!(price(mated_in(4), mated_in(4)) < usual);
    }

    #[test]
    fn a_piece_taken_by_the_partner_in_the_expected_line_is_on_its_way() {
        let text = "6k1/5pp1/7p/n1R1b3/8/8/5PPP/6K1[] w - - 0 10";
        let Ok(other) = fen::parse(text, BoardRules::default()) else { panic!("{text}") };
        let line: Vec<Move> = other.find_move("c5a5").into_iter().collect();
        let sounding = Sounding { base: mate_in(3), after: ByColor([[0; 5]; 2]), line };
        let worth = Worth::of(&sounding, &other, Color::White);
        assert_eq!(worth.arrivals, [Arrival { kind: PieceType::Knight, plies: 1 }]);
        assert_eq!(worth.state, Some(PartnerState::Mating));
        assert_eq!(Worth::of(&sounding, &other, Color::Black).arrivals, []);
    }
}
