//! The transposition table: lock-free over `AtomicU64`, shared by all threads and by the searches of both boards.
//!
//! An entry is two words, the second data, the first data XOR check, so that a torn pair of writes is seen as a miss
//! (R. Hyatt, T. Mann, "A lockless transposition-table implementation for parallel search", 2002). The check is the low
//! 48 bits of the key below the 16 bits of the prices: the top bits of the key select the bucket anyway. An entry of
//! the same position under other prices still gives its move and its static score, never its score.

use super::evals::EvalCache;
use super::prefetch::prefetch;
use crate::search::params;
use crate::search::report::Bound;
use crate::types::score::EVAL_LIMIT;
use crate::types::{LargeTable, Move, Score, score};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Entries of a bucket.
const BUCKET: usize = 4;
/// Ages are counted modulo this: six bits.
const AGES: u8 = 64;
/// The bits of the prices in a check.
const PRICES_SHIFT: u32 = 48;
/// The value of an empty slot for replacement, where other entries count by depth and age …
const EMPTY_VALUE: i32 = -1_000;
/// … and of the same position's entry under other prices: it is replaced before all others.
const OTHER_PRICES_VALUE: i32 = -2_000;
/// The least depth of an entry, of quiescence without drops that give check.
const LEAST_DEPTH: i32 = -1;

/// The address of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The key of the position, with the identity of the game.
    pub key: u64,
    /// The identity of the prices at which its score holds.
    pub prices: u16,
}

impl Address {
    fn check(self) -> u64 {
        self.key & ((1 << PRICES_SHIFT) - 1) | u64::from(self.prices) << PRICES_SHIFT
    }
}

/// A search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Score, mates counted from this position.
    pub score: Score,
    /// Depth searched, in plies; 0 and -1 for quiescence.
    pub depth: i32,
    /// The bound of the score.
    pub bound: Bound,
}

impl Found {
    /// Whether the score alone decides a node with this window.
    pub(super) fn allows_cut(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// A table entry as read for a position.
///
/// Scores are stored without the position's flow, which a probe adds at the current prices: the part linear in material
/// is never out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best or refuting move; [`Move::NONE`] when no move was better than alpha.
    pub mv: Move,
    /// Static score before correction; 0 in check.
    pub eval: Score,
    /// The result under the prices of the probe; none if it was stored under others.
    pub found: Option<Found>,
}

/// The data word, from the lowest bit: move 16, score 16, static score 16, depth 8, bound 2 (0: empty), age 6.
fn pack(mv: Move, eval: Score, found: Found, age: u8) -> u64 {
    let bound = match found.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    u64::from(mv.bits())
        | u64::from(found.score as i16 as u16) << 16
        | u64::from(eval as i16 as u16) << 32
        | u64::from((found.depth - LEAST_DEPTH).clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Option<(Move, Score, Found)> {
    let bound = match data >> 56 & 3 {
        3 => Bound::Exact,
        2 => Bound::Lower,
        1 => Bound::Upper,
        _ => return None,
    };
    let depth = i32::from((data >> 48) as u8) + LEAST_DEPTH;
    let found = Found { score: Score::from((data >> 16) as u16 as i16), depth, bound };
    Some((Move::from_bits(data as u16), Score::from((data >> 32) as u16 as i16), found))
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The transposition table.
pub struct Tt {
    buckets: LargeTable<Bucket>,
    /// Static scores, which are cleared with the table.
    pub(super) evals: EvalCache,
    age: AtomicU8,
}

impl Tt {
    /// A table of about `mb` MiB (at least one bucket).
    pub fn new(mb: usize) -> Self {
        Self::of((mb * 1024 * 1024 / size_of::<Bucket>()).max(1))
    }

    /// An empty table of the same size.
    pub fn emptied(&self) -> Self {
        Self::of(self.buckets.len())
    }

    fn of(count: usize) -> Self {
        let buckets = LargeTable::from_fn(count, |_| Bucket::default());
        Self { buckets, evals: EvalCache::new(), age: AtomicU8::new(0) }
    }

    /// Clears all entries.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.evals.clear();
        self.age.store(0, Relaxed);
    }

    /// Begins a new age: older entries are overwritten first.
    pub fn next_age(&self) {
        let _ = self.age.fetch_update(Relaxed, Relaxed, |age| Some((age + 1) % AGES));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = index_of(key, self.buckets.len());
        &self.buckets[index]
    }

    /// Prefetches the bucket of `key`, since a cache miss costs as much as a fourth of a node, and its static score.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
        self.evals.prefetch(key);
    }

    /// The entry of the position at `address`, mates counted from `ply`, scores with `flow` added.
    #[inline]
    pub fn probe(&self, address: Address, ply: usize, flow: Score) -> Option<TtEntry> {
        let mut under_other_prices = None;
        for slot in &self.bucket(address.key).0 {
            let data = slot.data.load(Relaxed);
            let difference = slot.check.load(Relaxed) ^ data ^ address.check();
            if difference << (64 - PRICES_SHIFT) != 0 {
                continue;
            }
            let Some((mv, eval, mut found)) = unpack(data) else { continue };
            if difference == 0 {
                found.score = from_table(found.score, ply, flow);
                return Some(TtEntry { mv, eval, found: Some(found) });
            }
            under_other_prices = Some(TtEntry { mv, eval, found: None });
        }
        under_other_prices
    }

    /// Stores a result in place of the position's entry, or else of the bucket's least valuable one. A much deeper
    /// entry of this search stays if the result is inexact; a much deeper one under other prices counts by its depth,
    /// so that a probe costs the main search no deep entries.
    #[inline]
    pub fn store(&self, address: Address, ply: usize, flow: Score, mut mv: Move, eval: Score, mut found: Found) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(address.key);
        for (index, slot) in bucket.0.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            let difference = slot.check.load(Relaxed) ^ data ^ address.check();
            let old_age = (data >> 58) as u8;
            let value = match unpack(data) {
                None => EMPTY_VALUE,
                Some((old_mv, _, old)) if difference << (64 - PRICES_SHIFT) == 0 => {
                    let much_deeper = found.depth + params::tt_shallower() < old.depth && old_age == age;
                    if !mv.is_some() {
                        mv = old_mv;
                    }
                    if difference == 0 {
                        if found.bound != Bound::Exact && much_deeper {
                            return;
                        }
                        worst = (i32::MIN, index);
                        break;
                    }
                    if much_deeper { old.depth } else { OTHER_PRICES_VALUE }
                }
                Some((_, _, old)) => old.depth - params::tt_age_plies() * i32::from((age + AGES - old_age) % AGES),
            };
            if value < worst.0 {
                worst = (value, index);
            }
        }
        found.score = to_table(found.score, ply, flow);
        let data = pack(mv, eval, found, age);
        let slot = &bucket.0[worst.1];
        slot.data.store(data, Relaxed);
        slot.check.store(address.check() ^ data, Relaxed);
    }

    /// How full the table is with entries of this search, in permille, by a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data >> 56 & 3 != 0 && (data >> 58) as u8 == age)
            .count();
        (used * 1000 / (sample * BUCKET)) as u32
    }
}

/// `key · count / 2⁶⁴`: an index below `count` that the key's upper bits decide.
#[inline]
fn index_of(key: u64, count: usize) -> usize {
    #[cfg(not(target_pointer_width = "32"))]
    let index = ((u128::from(key) * count as u128) >> 64) as usize;
    #[cfg(target_pointer_width = "32")]
    let index = index_in_halves(key, count as u32);
    index
}

/// [`index_of`] without a product of 128 bits, which is slow on machines of 32.
#[cfg(any(test, target_pointer_width = "32"))]
#[inline]
fn index_in_halves(key: u64, count: u32) -> usize {
    let low = u64::from(key as u32) * u64::from(count);
    (((key >> 32) * u64::from(count) + (low >> 32)) >> 32) as usize
}

/// Mates are stored as seen from the stored position, not from the root, and other scores without flow.
fn to_table(value: Score, ply: usize, flow: Score) -> Score {
    if score::is_mate(value) {
        value + value.signum() * ply as Score
    } else {
        (value - flow).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

fn from_table(value: Score, ply: usize, flow: Score) -> Score {
    if score::is_mate(value) {
        value - value.signum() * ply as Score
    } else {
        (value + flow).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rng::Rng;
    use crate::types::{PieceType, Square};

    fn knight() -> Move {
        Move::drop(PieceType::Knight, Square::E1)
    }

    fn found(depth: i32, score: Score) -> Found {
        Found { score, depth, bound: Bound::Lower }
    }

    fn at(key: u64) -> Address {
        Address { key, prices: 0 }
    }

    #[test]
    fn an_entry_survives_packing() {
        let packed = pack(knight(), -29_000, found(40, -31_990), 63);
        assert_eq!(unpack(packed), Some((knight(), -29_000, found(40, -31_990))));
        assert_eq!(unpack(0), None);
        assert_eq!(unpack(pack(knight(), 0, found(-1, 5), 0)), Some((knight(), 0, found(-1, 5))), "quiescence");
    }

    #[test]
    fn mates_are_counted_from_the_probing_ply_without_flow() {
        let table = Tt::new(1);
        table.store(at(7 << 40), 5, 100, knight(), 0, found(3, score::mate_in(9)));
        let score = table.probe(at(7 << 40), 2, -100).and_then(|entry| entry.found).map(|found| found.score);
        assert_eq!(score, Some(score::mate_in(6)), "four plies from the stored position");
    }

    #[test]
    fn the_flow_of_the_probe_replaces_that_of_the_store() {
        let table = Tt::new(1);
        table.store(at(7), 5, 100, knight(), 0, found(3, 250));
        let score = table.probe(at(7), 2, 40).and_then(|entry| entry.found).map(|found| found.score);
        assert_eq!(score, Some(190));
    }

    #[test]
    fn another_key_in_the_same_bucket_is_a_miss() {
        let table = Tt::new(0);
        table.store(at(1), 0, 0, knight(), 0, found(3, 5));
        assert!(table.probe(at(1), 0, 0).is_some());
        assert!(table.probe(at(2), 0, 0).is_none());
    }

    #[test]
    fn an_entry_under_other_prices_gives_the_move_and_the_static_score_alone() {
        let table = Tt::new(0);
        table.store(at(1), 0, 0, knight(), -12, found(3, 5));
        let other = Address { key: 1, prices: 9 };
        assert_eq!(table.probe(other, 0, 0), Some(TtEntry { mv: knight(), eval: -12, found: None }));
        // A result under the other prices replaces the first entry and keeps its move.
        table.store(other, 0, 0, Move::NONE, -12, found(3, 6));
        assert_eq!(table.probe(other, 0, 0), Some(TtEntry { mv: knight(), eval: -12, found: Some(found(3, 6)) }));
        assert_eq!(table.probe(at(1), 0, 0).map(|entry| entry.found), Some(None));
    }

    #[test]
    fn a_shallow_search_at_other_prices_leaves_a_deep_entry_alone() {
        let table = Tt::new(0);
        let other = Address { key: 1, prices: 9 };
        table.store(at(1), 0, 0, knight(), 0, found(20, 5));
        table.store(other, 0, 0, knight(), 0, found(3, 6));
        for (address, score) in [(at(1), 5), (other, 6)] {
            let found = table.probe(address, 0, 0).and_then(|entry| entry.found);
            assert_eq!(found.map(|found| found.score), Some(score));
        }
    }

    #[test]
    fn machines_of_32_bits_find_the_same_bucket() {
        let mut rng = Rng::new(7);
        for count in [1, 3, 1 << 20, u32::MAX] {
            for key in [0, u64::MAX].into_iter().chain((0..1_000).map(|_| rng.next())) {
                assert_eq!(index_in_halves(key, count), index_of(key, count as usize));
            }
        }
    }

    #[test]
    fn deep_entries_of_this_search_outlive_shallow_ones() {
        let table = Tt::new(0);
        for key in 1..=3 {
            table.store(at(key), 0, 0, knight(), 0, found(20, 1));
        }
        for key in 4..100 {
            table.store(at(key), 0, 0, knight(), 0, found(2, 1));
        }
        assert!((1..=3).all(|key| table.probe(at(key), 0, 0).is_some()));
    }
}
