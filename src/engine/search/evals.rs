//! Static scores of recent positions, so that a position that comes again soon is not evaluated again.
//!
//! The TT stores a static score with each result, but a quiescence node that stands pat stores none. A static score
//! depends on one board alone, so it holds for all prices and for later searches too.

use super::prefetch::prefetch;
use crate::types::{LargeTable, Score};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bits of an entry that hold the score; the others are those of the key.
const SCORE_BITS: u64 = 0xffff;
/// One entry for each value of the key bits that an entry does not hold. 512 KiB: more entries are hit more often, but
/// do not fit into the L2 cache of one core.
const ENTRIES: usize = SCORE_BITS as usize + 1;

/// A cache of static scores, each in the entry that the low bits of its key select. Threads share it without locks:
/// an entry is one word.
pub(super) struct EvalCache(LargeTable<AtomicU64>);

impl EvalCache {
    pub(super) fn new() -> Self {
        Self(LargeTable::from_fn(ENTRIES, |_| AtomicU64::new(0)))
    }

    pub(super) fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Relaxed));
    }

    /// Prefetches a key's entry.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[(key & SCORE_BITS) as usize]);
    }

    /// The score of the position with this key, in cp; computed by `score` if it is not there.
    #[inline]
    pub(super) fn get(&self, key: u64, score: impl FnOnce() -> Score) -> Score {
        let entry = &self.0[(key & SCORE_BITS) as usize];
        let known = entry.load(Relaxed);
        if (known ^ key) & !SCORE_BITS == 0 && known != 0 {
            return Score::from(known as u16 as i16);
        }
        let score = score();
        entry.store(key & !SCORE_BITS | u64::from(score as i16 as u16), Relaxed);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_computed_once_until_its_entry_is_taken_or_the_cache_cleared() {
        let cache = EvalCache::new();
        let (key, same_entry) = (5 << 16 | 7, 6 << 16 | 7);
        assert_eq!(cache.get(key, || -20_001), -20_001);
        assert_eq!(cache.get(key, || 3), -20_001);
        assert_eq!(cache.get(same_entry, || 30_000), 30_000);
        assert_eq!(cache.get(key, || 4), 4);
        cache.clear();
        assert_eq!(cache.get(key, || 5), 5);
        assert_eq!(cache.get(7, || 6), 6, "the bits above the entry's are zero in this key");
    }
}
