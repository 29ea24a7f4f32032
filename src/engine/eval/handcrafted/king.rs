//! King danger: pieces that attack squares next to the king, checks by drops now or later, escape squares.
//!
//! All of it is counted in units of danger, converted to cp by a parabola: two small dangers together cost more than
//! their sum. The explanation shows the facts next to the term.

use super::survey::Survey;
use super::weights::Numbers;
use crate::board::{Captures, Position, attacks};
use crate::eval::terms::{KingFacts, Sink, Term};
use crate::types::{Bitboard, Color, PieceType, Score};

/// Adds the term of the king of `color`.
#[inline]
pub fn walk<N: Numbers>(position: &Position, survey: &Survey, color: Color, sink: &mut impl Sink) {
    let facts = facts::<N>(position, survey, color);
    sink.add(Term::King, color, -facts.cost);
    let rights = position.castling();
    sink.add(Term::King, color, if rights.any(color) { N::castling() } else { 0 });
    sink.king(color, &facts);
}

/// Converts units of danger to cp.
#[inline]
fn cp<N: Numbers>(units: Score) -> Score {
    (units * N::danger_linear() / 64 + units * units / N::danger_square()).min(N::danger_limit())
}

#[inline(always)]
fn facts<N: Numbers>(position: &Position, survey: &Survey, us: Color) -> KingFacts {
    let (own, enemy) = (&survey[us], &survey[!us]);
    let occupied = position.occupied();
    let ring = own.ring;
    let enemy_hand = position.hand(!us);

    // Squares next to the king that an enemy attacks and only the king guards.
    let weak = ring & enemy.all().without(own.troops | position.color(!us));
    let escapes = ring.without(position.color(us) | enemy.all());

    let mut units = enemy.attack_units + N::weak_square() * weak.count() as Score;
    let mut drop_checks = 0;
    let mut contacts = 0;
    let king = position.king(us);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    // A checker dropped here cannot be captured: the square is unguarded, or guarded by the king alone and by an enemy.
    let safe = !(occupied | own.troops | ring.without(enemy.all()));
    // Pieces that the enemy does not hold may arrive from the other board.
    let arrives = position.rules().captures == Captures::ToPartner;
    let mut force = 0;
    // Squares where a piece on the board could check, and those where a held one could, whose check is not safe.
    let mut other_checks = Bitboard::default();
    let mut may_be_mated = false;
    let mut board_checks = Bitboard::default();
    for kind in PieceType::HELD {
        let held = enemy_hand.count(kind);
        let index = kind.index();
        force += N::held_force()[index] * held.min(3) as Score;
        let lines = match kind {
            PieceType::Pawn => attacks::pawn(us, king).without(Bitboard::END_RANKS),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => diagonal,
            PieceType::Rook => straight,
            _ => diagonal | straight,
        };
        if kind != PieceType::Pawn {
            board_checks |= lines & enemy.reach[index - 1];
        }
        if !position.rules().drop_check {
            continue;
        }
        let from = lines & safe;
        let contact = from & ring;
        let (checks, touches) = (from.count().min(2) as Score, contact.count().min(2) as Score);
        // No drop can block such a check.
        let unblockable = contact.any() || kind == PieceType::Knight && from.any();
        if held > 0 {
            units += N::drop_check()[index] * checks + N::contact_check()[index] * touches;
            drop_checks += from.count();
            contacts += contact.count();
            other_checks |= lines.without(safe | occupied);
        } else if arrives {
            units += N::virtual_check()[index] * checks;
            may_be_mated |= unblockable;
        }
    }
    units += force.min(N::force_limit());
    if drop_checks > 0 {
        units += N::no_escape() * N::enough_escapes().saturating_sub(escapes.count()) as Score;
    }
    may_be_mated &= escapes.is_empty();
    if may_be_mated {
        units += N::virtual_mate();
    }
    let other_checks = (other_checks | board_checks).without(position.color(!us)).count();
    units += N::other_check() * other_checks.min(4) as Score;
    if position.side_to_move() != us {
        units += units * N::on_turn_percent() / 100;
    }
    let units = units.max(0);
    KingFacts {
        attackers: enemy.attackers,
        weak: weak.count(),
        drop_checks,
        contacts,
        escapes: escapes.count(),
        units,
        cost: cp::<N>(units),
        attack_units: enemy.attack_units,
        other_checks,
        may_be_mated,
        board_checks: board_checks.without(own.troops | position.color(!us)).count(),
    }
}
