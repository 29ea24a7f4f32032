//! Rows of attacks: what is attacked and how far pieces reach, counted by kind, and squares near the own king that are
//! attacked or guarded, or from which a dropped piece would give check and not be taken at once.
//!
//! Which of them a move changes is not known before the board is seen, so they have sums of their own, computed from
//! those of the last position of the line that was scored, whatever lies between the two.

use super::Network;
use super::accumulator::RowChanges;
use super::features::{ATTACKS_START, NEAR_SQUARES, Perspective, from_king, near_area};
use crate::board::{Position, attacks};
use crate::types::{Bitboard, ByColor, Color, PieceType, Square};

/// Kinds that are counted, and held: all but kings.
const KINDS: usize = PieceType::HELD.len();
/// Kinds whose reach is counted: knight to queen.
const PIECES: usize = 4;
/// The most pieces of a kind that are counted. A position that is set up may have more.
const MOST: [Counts; KINDS] = [8, 4, 4, 4, 4];
const MOST_PIECES: usize = 4;
/// Of a side's pieces of each kind: how many are attacked, attacked and not guarded, attacked by pawns.
const STATES: usize = 3;
/// Classes of the numbers of squares that a piece reaches: none, 1 or 2, 3 or 4, 5 to 7, 8 to 11, more.
const CLASSES: usize = 6;
const CLASS: [u8; 28] = {
    let mut classes = [0; 28];
    let mut reached = 1;
    while reached < 28 {
        classes[reached] = match reached {
            ..3 => 1,
            3..5 => 2,
            5..8 => 3,
            8..12 => 4,
            _ => 5,
        };
        reached += 1;
    }
    classes
};
/// Rows that count a side's pieces: `[state][kind]`, then `[kind][class of squares reached]`, and one without use.
const SIDE_COUNTS: usize = STATES * KINDS + PIECES * CLASSES + 1;
/// Squares beside a king, or none of them.
const BESIDE: usize = 9;
/// Rows that count beside the own king: enemy pieces that attack there by kind, then which number of squares the king
/// can go to, and which number of squares it alone guards and the enemy attacks, and two without use.
const KING_COUNTS: usize = PIECES + 2 * BESIDE + 2;
/// Sets of squares near a king: attacked, attacked and not guarded but by the king, guarded by other pieces; those from
/// which a kind would give check that the enemy holds, then those of each kind, held or not, but for queens, which give
/// check from where bishops and rooks do.
const SETS: usize = CHECKS + 2 * KINDS - 1;
/// The first set of checks.
const CHECKS: usize = 3;
/// The first row of each part.
const KING_START: usize = ATTACKS_START + 2 * SIDE_COUNTS;
const SETS_START: usize = KING_START + KING_COUNTS;
/// The number of rows.
pub const ATTACK_ROWS: usize = 2 * SIDE_COUNTS + KING_COUNTS + SETS * NEAR_SQUARES;

/// Counts of at most 127 in the bytes of a word, from the lowest on.
type Counts = u64;
/// Words of what is counted of a side: a word a state, its bytes kinds; a word a kind, its bytes classes; the attackers
/// beside its king, by kind.
const WORDS: usize = STATES + PIECES + 1;
const ATTACKERS: usize = WORDS - 1;
/// The row of each byte of these words, from the first of its part on.
const COUNT_ROWS: [u8; 8 * WORDS] = {
    let mut rows = [0; 8 * WORDS];
    let mut place = 0;
    while place < 8 * WORDS {
        let (word, byte) = (place / 8, place % 8);
        rows[place] = match word {
            ..STATES => word * KINDS + byte,
            STATES..ATTACKERS => STATES * KINDS + (word - STATES) * CLASSES + byte,
            _ => byte,
        } as u8;
        place += 1;
    }
    rows
};

/// What a side attacks.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The squares that all but the king attack.
    troops: Bitboard,
    /// Pieces in each class of squares reached, by kind, knight to queen.
    classes: [Counts; PIECES],
    /// Pieces that attack beside the enemy king, by kind, knight to queen.
    attackers: Counts,
}

/// The attacks of a side's pieces and of the enemy's that have rows in its view.
#[derive(Clone, Copy, Debug)]
struct SideAttacks {
    /// The king's square, [`centered`], which [`Self::near`] is relative to.
    king: Square,
    /// The pieces in each state, [`Reach::classes`], and the enemy's [`Reach::attackers`].
    counts: [Counts; WORDS],
    /// How many squares the king can go to; how many it alone guards while the enemy attacks them.
    beside: [u8; 2],
    /// The sets of squares near the king, shifted as its square is.
    near: [Bitboard; SETS],
}

/// The attacks of a board that have rows.
#[derive(Clone, Copy, Debug)]
struct Attacks(ByColor<SideAttacks>);

/// No number of squares beside a king.
const NO_NUMBER: u8 = u8::MAX;

impl Attacks {
    /// Those of no board, with no row.
    fn none() -> Self {
        Self(ByColor::from_fn(|_| SideAttacks {
            king: Square::E1,
            counts: [0; WORDS],
            beside: [NO_NUMBER; 2],
            near: [Bitboard::EMPTY; SETS],
        }))
    }

    /// Those of `position`.
    #[inline]
    fn of(position: &Position) -> Self {
        let pawns = ByColor::from_fn(|us| attacks::pawns(us, position.pieces(us, PieceType::Pawn)));
        let reach = ByColor::from_fn(|us| reach(position, us, &pawns));
        Self(ByColor::from_fn(|us| SideAttacks::of(position, us, &reach[us], &reach[!us], pawns[!us])))
    }

    /// Calls `change` with every row that comes or goes in the view of each side when the attacks `before` become
    /// these, whether it comes, and whether it goes; with some rows that do neither; with a row that counts, once for
    /// each piece.
    #[inline]
    fn map_changes(&self, before: &Self, mut change: impl FnMut(Color, usize, bool, bool)) {
        for us in Color::ALL {
            let (before, now) = (&before.0[us], &self.0[us]);
            for place in differing(&before.counts, &now.counts) {
                let row = usize::from(COUNT_ROWS[place]);
                let [before, now] = [before, now].map(|side| (side.counts[place / 8] >> (8 * (place % 8))) as u8);
                for _ in 0..now.abs_diff(before) {
                    if place / 8 == ATTACKERS {
                        change(us, KING_START + row, now > before, now < before);
                    } else {
                        change(us, ATTACKS_START + row, now > before, now < before);
                        change(!us, ATTACKS_START + SIDE_COUNTS + row, now > before, now < before);
                    }
                }
            }
            for (part, (&before, &now)) in before.beside.iter().zip(&now.beside).enumerate() {
                let row = |number: u8| KING_START + PIECES + part * BESIDE + usize::from(number);
                change(us, row(before), false, (before != now) & (before != NO_NUMBER));
                change(us, row(now), before != now, false);
            }
            let [view, view_before] = [now.king, before.king].map(|king| Perspective { color: us, king });
            if view != view_before {
                for (set, (now, before)) in now.near.iter().zip(&before.near).enumerate() {
                    before.for_each(|square| change(us, view_before.near_set(set, square), false, true));
                    now.for_each(|square| change(us, view.near_set(set, square), true, false));
                }
                continue;
            }
            // The sets of checks, of which there are most, seldom change.
            for sets in [0..CHECKS, CHECKS..SETS] {
                let (now, before) = (&now.near[sets.clone()], &before.near[sets.clone()]);
                let differ = now.iter().zip(before).fold(Bitboard::EMPTY, |all, (&now, &before)| all | (now ^ before));
                for square in differ {
                    let first = view.near_set(sets.start, square);
                    for (set, (now, before)) in now.iter().zip(before).enumerate() {
                        let (now, before) = (now.has(square), before.has(square));
                        change(us, first + set * NEAR_SQUARES, now & !before, before & !now);
                    }
                }
            }
        }
    }
}

impl SideAttacks {
    /// Those of `us`, where the enemy's pawns attack `enemy_pawns`.
    #[inline]
    fn of(position: &Position, us: Color, own: &Reach, enemy: &Reach, enemy_pawns: Bitboard) -> Self {
        let king = position.king(us);
        let ring = attacks::king(king);
        let attacked = enemy.troops | attacks::king(position.king(!us));
        let states = [attacked, attacked.without(own.troops | ring), enemy_pawns].map(|squares| {
            let counts = PieceType::HELD.into_iter().zip(MOST).enumerate().map(|(place, (kind, most))| {
                let count = (position.pieces(us, kind) & squares).count() as Counts;
                count.min(most) << (8 * place)
            });
            counts.sum()
        });
        let escapes = ring.without(attacked | position.color(us));
        let contacts = (ring & attacked).without(own.troops);
        let center = centered(king);
        // No square of the sets is more than two files or ranks from the king, so the shift keeps all on the board.
        let by = center.index().wrapping_sub(king.index()) as u32 % 64;
        let near = near_sets(position, us, own.troops, attacked).map(|set| Bitboard(set.0.rotate_left(by)));
        let words = states.into_iter().chain(own.classes).chain([enemy.attackers]);
        let mut counts = [0; WORDS];
        counts.iter_mut().zip(words).for_each(|(word, counts)| *word = counts);
        Self { king: center, counts, beside: [escapes, contacts].map(|squares| squares.count() as u8), near }
    }
}

/// The square, c3 or f3, to which a king and the sets of squares near it are shifted. Their rows depend only on where
/// squares are relative to the king and on whether the view is mirrored, so after a king's move only squares whose
/// relative place is new, or empty now, change rows.
#[inline]
fn centered(king: Square) -> Square {
    Square::new(if king.file() < 4 { 2 } else { 5 }, 2)
}

/// What the pieces of `us` attack.
#[inline]
fn reach(position: &Position, us: Color, pawns: &ByColor<Bitboard>) -> Reach {
    const KINDS: [PieceType; PIECES] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let (occupied, ring) = (position.occupied(), attacks::king(position.king(!us)));
    let closed = position.color(us) | pawns[!us];
    let mut whole = Reach { troops: pawns[us], classes: [0; PIECES], attackers: 0 };
    for (place, kind) in KINDS.into_iter().enumerate() {
        let mut counts = 0;
        for (number, square) in position.pieces(us, kind).enumerate() {
            let squares = attacks::of(us, kind, square, occupied);
            whole.troops |= squares;
            if number < MOST_PIECES {
                counts += 1 << (8 * CLASS[squares.without(closed).count() as usize]);
                whole.attackers += Counts::from((squares & ring).any()) << (8 * place);
            }
        }
        whole.classes[place] = counts;
    }
    whole
}

/// The bytes whose counts differ.
#[inline]
fn differing(before: &[Counts; WORDS], now: &[Counts; WORDS]) -> impl Iterator<Item = usize> {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    // The product moves the eight bits of a word into its highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut bytes = 0_u64;
    for (word, (before, now)) in before.iter().zip(now).enumerate() {
        let differ = (((before ^ now) + LOW) & !LOW) >> 7;
        bytes |= (differ.wrapping_mul(GATHER) >> 56) << (8 * word);
    }
    std::iter::from_fn(move || {
        let byte = (bytes != 0).then_some(bytes.trailing_zeros() as usize);
        bytes &= bytes.wrapping_sub(1);
        byte
    })
}

impl Perspective {
    /// The row of a square in a set of those near the own king.
    #[inline]
    fn near_set(self, set: usize, square: Square) -> usize {
        let from_king = from_king(self.turned(square), self.turned(self.king));
        SETS_START + set * NEAR_SQUARES + from_king.unwrap_or(0)
    }
}

/// The sets of squares near the king of `us`, whose other pieces attack `troops`, while the enemy attacks `enemy`.
#[inline]
fn near_sets(position: &Position, us: Color, troops: Bitboard, enemy: Bitboard) -> [Bitboard; SETS] {
    let (king, occupied, hand) = (position.king(us), position.occupied(), position.hand(!us));
    let area = near_area(king);
    // A piece dropped there cannot be taken: the king does not take what is guarded.
    let safe = area.without(occupied | troops | attacks::king(king).without(enemy));
    let mut sets = [Bitboard::EMPTY; SETS];
    (sets[0], sets[1], sets[2]) = (enemy & area, (enemy & area).without(troops), troops & area);
    if safe.any() {
        // A piece gives check from where the king would attack it if it moved like that piece.
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let checks = [attacks::pawn(us, king), attacks::knight(king), diagonal, straight, diagonal | straight];
        for (place, (kind, checks)) in PieceType::HELD.into_iter().zip(checks).enumerate() {
            if hand.has(kind) {
                sets[CHECKS + place] = checks & safe;
            }
            if kind != PieceType::Queen {
                sets[CHECKS + KINDS + place] = checks & safe;
            }
        }
    }
    sets
}

/// The sums of the rows of attacks of a board.
#[derive(Clone, Debug)]
pub(super) struct AttackSums {
    attacks: Attacks,
    /// `[color][hidden]`: without the bias.
    sums: ByColor<Vec<i16>>,
}

impl AttackSums {
    /// Those of no board.
    pub(super) fn new(hidden: usize) -> Self {
        Self { attacks: Attacks::none(), sums: ByColor::from_fn(|_| vec![0; hidden]) }
    }

    /// Computes those of `position` from those of the board `before`. `rows` are buffers.
    pub(super) fn compute(
        &mut self,
        network: &Network,
        before: &Self,
        position: &Position,
        rows: &mut ByColor<RowChanges>,
    ) {
        self.attacks = Attacks::of(position);
        Color::ALL.into_iter().for_each(|color| rows[color].clear());
        self.attacks.map_changes(&before.attacks, |color, row, came, went| rows[color].push_if(row, came, went));
        for color in Color::ALL {
            network.update(&before.sums[color], &mut self.sums[color], &rows[color]);
        }
    }

    /// Those of `position`, computed from these; as they are for a network without such rows.
    pub(super) fn changed(&self, network: &Network, position: &Position, rows: &mut ByColor<RowChanges>) -> Self {
        let mut sums = self.clone();
        if network.has_attacks() {
            sums.compute(network, self, position, rows);
        }
        sums
    }

    /// Sets `whole` to the sums of a view: `sums`, of its other rows, and these. A sum beyond 16 bits would be clipped
    /// anyway.
    #[inline]
    pub(super) fn add_to(&self, color: Color, sums: &[i16], whole: &mut [i16]) {
        let both = sums.iter().zip(&self.sums[color]);
        whole.iter_mut().zip(both).for_each(|(whole, (sum, attacks))| *whole = sum.saturating_add(*attacks));
    }
}

/// Calls `each` with every row of attacks in the view of `color`; with a row that counts, once for each piece.
pub fn map_attacks(position: &Position, color: Color, mut each: impl FnMut(usize)) {
    Attacks::of(position).map_changes(&Attacks::none(), |view, row, came, _| {
        if came && view == color {
            each(row);
        }
    });
}

/// The most to which a board can bring the sum of the rows of attacks, by the weights of all rows.
pub(super) fn most_attack_sum(weights: &[i64]) -> i64 {
    let most = |rows: &[i64]| rows.iter().copied().max().unwrap_or(0).max(0);
    let sides = weights[ATTACKS_START..KING_START].chunks(SIDE_COUNTS).map(|side| {
        let (states, classes) = side.split_at(STATES * KINDS);
        // A piece that is attacked by a pawn, or attacked and not guarded, is counted as attacked too.
        let attacked = |kind: usize| {
            let [attacked, alone, by_pawns] = [0, 1, 2].map(|state| states[state * KINDS + kind]);
            MOST[kind] as i64 * (attacked + alone.max(0) + by_pawns.max(0)).max(0)
        };
        let classes = classes[..PIECES * CLASSES].chunks(CLASSES);
        (0..KINDS).map(attacked).sum::<i64>() + classes.map(|classes| MOST_PIECES as i64 * most(classes)).sum::<i64>()
    });
    let (attackers, beside) = weights[KING_START..SETS_START].split_at(PIECES);
    let attackers: i64 = attackers.iter().map(|&weight| MOST_PIECES as i64 * weight.max(0)).sum();
    let beside: i64 = beside[..2 * BESIDE].chunks(BESIDE).map(most).sum();
    // As seen from a king in the middle.
    let king = Square::new(4, 3);
    let near =
        near_area(king).into_iter().filter_map(|square| Some((square, from_king(square.index(), king.index())?)));
    let near = near.map(|(square, from_king)| {
        let weight = |set: usize| weights[SETS_START + set * NEAR_SQUARES + from_king];
        let check = |(place, kind): (usize, PieceType)| {
            let checks = attacks::of(Color::White, kind, king, Bitboard::EMPTY).has(square);
            let any = if kind == PieceType::Queen { 0 } else { weight(CHECKS + KINDS + place) };
            if checks { any.max(any + weight(CHECKS + place)).max(0) } else { 0 }
        };
        let checks: i64 = PieceType::HELD.into_iter().enumerate().map(check).sum();
        let [attacked, alone, guarded] = [0, 1, 2].map(weight);
        [checks, attacked + alone + checks, guarded, attacked + guarded].into_iter().fold(0, i64::max)
    });
    sides.sum::<i64>() + attackers + beside + near.sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    fn rows(text: &str, color: Color) -> Vec<usize> {
        let position = fen::parse(text, BoardRules::default()).expect("a position");
        let mut rows = Vec::new();
        map_attacks(&position, color, |row| rows.push(row));
        rows.sort();
        rows
    }

    /// How often each row of a side's counts, own (0) or other (1), is active, without the classes of reach.
    fn states(rows: &[usize], side: usize) -> [[usize; KINDS]; STATES] {
        let start = ATTACKS_START + side * SIDE_COUNTS;
        let count = |state: usize, kind: usize| rows.iter().filter(|&&row| row == start + state * KINDS + kind).count();
        std::array::from_fn(|state| std::array::from_fn(|kind| count(state, kind)))
    }

    #[test]
    fn both_sides_see_the_same_of_turned_boards() {
        let white = rows("1k6/1p6/2n5/8/3N4/1q6/PP6/1K5R[Qp] w - - 0 1", Color::White);
        assert_eq!(white, rows("1k5r/pp6/1Q6/3n4/8/2N5/1P6/1K6[qP] b - - 0 1", Color::Black));
        assert_eq!(white, rows("6k1/6p1/5n2/8/4N3/6q1/6PP/R5K1[Qp] w - - 0 1", Color::White), "mirrored");
        assert!(white.iter().all(|&row| (ATTACKS_START..ATTACKS_START + ATTACK_ROWS).contains(&row)), "{white:?}");
    }

    #[test]
    fn attacked_pieces_are_counted_by_kind() {
        // The knight on d4 is attacked by a knight and by a pawn, and not guarded; the pawn on a2 is guarded by the
        // king alone; the black knight is attacked by the one on d4.
        let seen = rows("4k3/8/2n5/4p3/3N4/1q6/P7/1K6[] w - - 0 1", Color::White);
        assert_eq!(states(&seen, 0), [[1, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]]);
        assert_eq!(states(&seen, 1), [[0, 1, 0, 0, 1], [0, 1, 0, 0, 1], [0, 0, 0, 0, 1]]);
    }

    #[test]
    fn squares_from_which_a_drop_gives_check_stand_by_kind() {
        let checks = |text: &str, set: usize| {
            let start = SETS_START + set * NEAR_SQUARES;
            rows(text, Color::White).into_iter().filter(|row| (start..start + NEAR_SQUARES).contains(row)).count()
        };
        let alone = "4k3/8/8/8/8/8/8/7K[] w - - 0 1";
        assert_eq!(checks(alone, CHECKS + 1), 0, "nobody holds a knight");
        assert_eq!(checks(alone, CHECKS + KINDS + 1), 2, "f2 and g3");
        assert_eq!(checks("4k3/8/8/8/8/8/8/7K[n] w - - 0 1", CHECKS + 1), 2);
        assert_eq!(checks("4k3/8/8/8/8/8/6P1/6BK[n] w - - 0 1", CHECKS + 1), 1, "the bishop takes on f2");
        // Beside the king only where the square is guarded.
        assert_eq!(checks(alone, CHECKS + KINDS + 3), 2, "a rook on f1 and h3");
        assert_eq!(checks("4k3/8/8/8/8/7r/8/7K[] w - - 0 1", CHECKS + KINDS + 3), 2, "f1, and h2, guarded by the rook");
    }
}
