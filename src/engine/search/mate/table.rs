//! The table of mate searches: the numbers of the positions searched so far.

use super::numbers::Numbers;
use crate::search::prefetch::prefetch;
use crate::types::LargeTable;
use crate::types::rng::GOLDEN_RATIO;

/// Number of entries.
const ENTRIES: usize = 1 << 16;
/// Number of entries of initial numbers: few enough for the second level of a cache.
const INITIAL: usize = 1 << 12;

#[derive(Clone, Copy)]
struct ProofEntry {
    key: u64,
    numbers: Numbers,
}

/// The table of mate searches. Memory is allocated by the first [`Self::clear`].
#[derive(Default)]
pub struct MateTable {
    entries: LargeTable<ProofEntry>,
    /// The initial numbers of positions that have been seen, but not searched.
    initial: Vec<ProofEntry>,
    /// Part of the keys; changed by each clear, so that older entries no longer match.
    salt: u64,
}

impl MateTable {
    /// Invalidates all entries.
    pub fn clear(&mut self) {
        let unknown = ProofEntry { key: 0, numbers: Numbers::OPEN };
        if self.is_empty() {
            self.entries = LargeTable::from_fn(ENTRIES, |_| unknown);
        }
        self.initial.resize(INITIAL, unknown);
        self.salt = self.salt.wrapping_add(GOLDEN_RATIO);
    }

    /// Whether it was never cleared.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Prefetches the entry of a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.entries[key as usize % ENTRIES]);
    }

    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        let entry = self.entries[key as usize % ENTRIES];
        (entry.key == key ^ self.salt).then_some(entry.numbers)
    }

    pub(super) fn set(&mut self, key: u64, numbers: Numbers) {
        self.entries[key as usize % ENTRIES] = ProofEntry { key: key ^ self.salt, numbers };
    }

    /// The initial numbers of a position; computed by `numbers` if they are not there.
    pub(super) fn initial(&mut self, key: u64, numbers: impl FnOnce() -> Numbers) -> Numbers {
        let entry = &mut self.initial[key as usize % INITIAL];
        if entry.key != key ^ self.salt {
            *entry = ProofEntry { key: key ^ self.salt, numbers: numbers() };
        }
        entry.numbers
    }
}
