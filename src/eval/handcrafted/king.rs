//! The king's danger: pieces that look at him, checks that could be dropped, holes around him, squares to run to.
//!
//! All of it is counted in units of danger, which turn into cp by a parabola: two small things together are worse than
//! their sum. The facts are shown by the explanation next to the term.

use super::survey::Survey;
use super::weights as w;
use crate::board::{Position, attacks};
use crate::eval::terms::{KingFacts, Sink, Term};
use crate::types::{Bitboard, Color, PieceType, Score};

/// The king of `color`.
#[inline]
pub fn walk(position: &Position, survey: &Survey, color: Color, sink: &mut impl Sink) {
    let facts = facts(position, survey, color);
    sink.add(Term::King, color, -cp(facts.units));
    let rights = position.castling();
    sink.add(Term::King, color, if rights.any(color) { w::CASTLING } else { 0 });
    sink.king(color, &facts);
}

/// What so many units of danger cost, in cp.
#[inline]
fn cp(units: Score) -> Score {
    (units * w::DANGER_LINEAR + units * units / w::DANGER_SQUARE).min(w::DANGER_LIMIT)
}

#[inline]
fn facts(position: &Position, survey: &Survey, us: Color) -> KingFacts {
    let (own, enemy) = (&survey[us], &survey[!us]);
    let occupied = position.occupied();
    let ring = own.ring;
    let enemy_hand = position.hand(!us);

    // Squares beside the king that an enemy attacks and nobody but the king guards.
    let weak = ring & enemy.all().without(own.troops | position.color(!us));
    // Squares beside the king where an enemy piece could be dropped and no pawn would take it.
    let holes = ring.without(occupied | own.pawns);
    let escapes = ring.without(position.color(us) | enemy.all());

    let mut units = enemy.attack_units + w::WEAK_SQUARE * weak.count() as Score;
    let mut drop_checks = 0;
    let mut contacts = 0;
    if !enemy_hand.is_empty() {
        let king = position.king(us);
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        // A checker that lands here is not taken: nobody guards the square, or the king alone, who may not.
        let safe = !(occupied | own.troops | ring.without(enemy.all()));
        let mut force = 0;
        for kind in PieceType::HELD {
            let held = enemy_hand.count(kind);
            if held == 0 {
                continue;
            }
            let index = kind.index();
            force += w::HELD_FORCE[index] * held.min(3) as Score;
            if !position.rules().drop_check {
                continue;
            }
            let from = match kind {
                PieceType::Pawn => attacks::pawn(us, king).without(Bitboard::END_RANKS),
                PieceType::Knight => attacks::knight(king),
                PieceType::Bishop => diagonal,
                PieceType::Rook => straight,
                _ => diagonal | straight,
            } & safe;
            let contact = from & ring;
            units += w::DROP_CHECK[index] * from.count().min(2) as Score;
            units += w::CONTACT_CHECK[index] * contact.count().min(2) as Score;
            drop_checks += from.count();
            contacts += contact.count();
        }
        let force = force.min(w::FORCE_LIMIT);
        units += force + holes.count() as Score * force * w::HOLE / w::FORCE_LIMIT;
        if drop_checks > 0 {
            units += w::NO_ESCAPE * (w::ENOUGH_ESCAPES - escapes.count().min(w::ENOUGH_ESCAPES)) as Score;
        }
        units -= w::FILLER * position.hand(us).total().min(w::ENOUGH_FILLERS) as Score;
    }
    if position.side_to_move() != us {
        units += units * w::ON_TURN_PERCENT / 100;
    }
    KingFacts {
        attackers: enemy.attackers,
        weak: weak.count(),
        holes: holes.count(),
        drop_checks,
        contacts,
        escapes: escapes.count(),
        units: units.max(0),
    }
}
