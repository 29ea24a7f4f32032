//! The transposition table: lock-free over `AtomicU64`, shared by all threads and by the searches of both boards.
//!
//! An entry is two words, the second data, the first data XOR key, so that a torn pair of writes is seen as a miss
//! (R. Hyatt, T. Mann, "A lockless transposition-table implementation for parallel search", 2002).

use super::Bound;
use crate::types::{Move, Score, score};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

const BUCKET: usize = 4;
const AGES: u8 = 64;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best or refuting move; [`Move::NONE`] when no move was better than alpha.
    pub mv: Move,
    /// Score, mates counted from this position.
    pub score: Score,
    /// Static score before correction.
    pub eval: Score,
    /// Depth searched, in plies.
    pub depth: i32,
    /// What kind of score it is.
    pub bound: Bound,
}

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        u64::from(self.mv.bits())
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            1 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as u16 as i16),
            eval: Score::from((data >> 32) as u16 as i16),
            depth: i32::from((data >> 48) as u8),
            bound,
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table.
pub struct Tt {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Tt {
    /// A table of about `mb` MiB (at least one bucket).
    pub fn new(mb: usize) -> Self {
        let count = (mb * 1024 * 1024 / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: older entries are the first to be overwritten.
    pub fn next_age(&self) {
        let _ = self.age.fetch_update(Relaxed, Relaxed, |age| Some((age + 1) % AGES));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// What is known of the position with `key`, mates counted from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                let mut entry = TtEntry::unpack(data)?;
                entry.score = from_table(entry.score, ply);
                return Some(entry);
            }
        }
        None
    }

    /// Keeps what was found, unless the bucket holds only more valuable entries of this search.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: TtEntry) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.0.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            let old = TtEntry::unpack(data);
            if slot.check.load(Relaxed) ^ data == key {
                let old_age = (data >> 58) as u8;
                if let Some(old) = old {
                    // The same position: a much shallower bound does not replace what is known.
                    if entry.bound != Bound::Exact && entry.depth + 4 < old.depth && old_age == age {
                        return;
                    }
                    if !entry.mv.is_some() {
                        entry.mv = old.mv;
                    }
                }
                worst = (i32::MIN, index);
                break;
            }
            let value = match old {
                None => -1_000,
                Some(old) => {
                    let behind = (age + AGES - (data >> 58) as u8) % AGES;
                    old.depth - 4 * i32::from(behind)
                }
            };
            if value < worst.0 {
                worst = (value, index);
            }
        }
        entry.score = to_table(entry.score, ply);
        let data = entry.pack(age);
        let slot = &bucket.0[worst.1];
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
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

/// Mates are stored as seen from the stored position, not from the root.
fn to_table(value: Score, ply: usize) -> Score {
    if !score::is_mate(value) { value } else { value + value.signum() * ply as Score }
}

fn from_table(value: Score, ply: usize) -> Score {
    if !score::is_mate(value) { value } else { value - value.signum() * ply as Score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{PieceType, Square};

    fn entry(depth: i32, value: Score) -> TtEntry {
        let mv = Move::drop(PieceType::Knight, Square::E1);
        TtEntry { mv, score: value, eval: -29_000, depth, bound: Bound::Lower }
    }

    #[test]
    fn an_entry_survives_packing() {
        let packed = entry(40, -31_990).pack(63);
        assert_eq!(TtEntry::unpack(packed), Some(entry(40, -31_990)));
        assert_eq!(TtEntry::unpack(0), None);
    }

    #[test]
    fn mates_are_counted_from_the_probing_ply() {
        let table = Tt::new(1);
        table.store(7 << 40, 5, entry(3, score::mate_in(9)));
        let found = table.probe(7 << 40, 2).map(|entry| entry.score);
        assert_eq!(found, Some(score::mate_in(6)), "four plies away from wherever it is met");
    }

    #[test]
    fn another_key_in_the_same_bucket_is_a_miss() {
        let table = Tt::new(0);
        table.store(1, 0, entry(3, 5));
        assert!(table.probe(1, 0).is_some());
        assert!(table.probe(2, 0).is_none());
    }

    #[test]
    fn deep_entries_of_this_search_outlive_shallow_ones() {
        let table = Tt::new(0);
        for key in 1..=3 {
            table.store(key, 0, entry(20, 1));
        }
        for key in 4..100 {
            table.store(key, 0, entry(2, 1));
        }
        assert!((1..=3).all(|key| table.probe(key, 0).is_some()));
    }
}
