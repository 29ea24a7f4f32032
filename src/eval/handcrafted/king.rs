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
    sink.add(Term::King, color, if rights.any(color) { w::castling() } else { 0 });
    sink.king(color, &facts);
}

/// What so many units of danger cost, in cp.
#[inline]
fn cp(units: Score) -> Score {
    (units * w::danger_linear() + units * units / w::danger_square()).min(w::danger_limit())
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

    let mut units = enemy.attack_units + w::weak_square() * weak.count() as Score;
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
            force += w::held_force()[index] * held.min(3) as Score;
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
            units += w::drop_check()[index] * from.count().min(2) as Score;
            units += w::contact_check()[index] * contact.count().min(2) as Score;
            drop_checks += from.count();
            contacts += contact.count();
        }
        let force = force.min(w::force_limit());
        units += force + holes.count() as Score * force * w::hole() / w::force_limit();
        if drop_checks > 0 {
            units += w::no_escape() * w::enough_escapes().saturating_sub(escapes.count()) as Score;
        }
    }
    if position.side_to_move() != us {
        units += units * w::on_turn_percent() / 100;
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
