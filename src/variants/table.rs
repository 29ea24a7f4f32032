//! The table of positions that were searched.

use super::moves::Move;
use super::order::Order;
use super::search::{INFINITE, MATE_BOUND};

/// The type of a stored score: exact, or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

impl Bound {
    /// The type of a node's best score, searched with this window.
    pub const fn of(best: i32, alpha: i32, beta: i32) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a score of this kind settles the window.
    pub const fn allows(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }

    /// Whether the score is a better guess than an evaluation.
    pub const fn tells_more(self, score: i32, eval: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > eval,
            Self::Upper => score < eval,
        }
    }
}

/// A position's entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The best move's [`Move::bits`]; 0 for none.
    pub mv: u32,
    score: i16,
    /// The evaluation.
    pub eval: i16,
    /// Depth of the search.
    pub depth: i8,
    age: u8,
    /// The type of the score.
    pub bound: Bound,
}

impl Entry {
    const EMPTY: Self = Self { key: 0, mv: 0, score: 0, eval: 0, depth: -1, age: 0, bound: Bound::Upper };

    /// The score `ply` plies from the root; wins are stored by their distance from here.
    pub fn score_at(&self, ply: usize) -> i32 {
        let (score, ply) = (i32::from(self.score), ply as i32);
        match score {
            MATE_BOUND.. => score - ply,
            _ if score <= -MATE_BOUND => score + ply,
            _ => score,
        }
    }
}

/// Entries of a bucket.
const WAYS: usize = 2;

/// The table.
pub struct Table {
    entries: Vec<Entry>,
    age: u8,
    /// The order of moves, learned in earlier searches.
    pub(super) order: Order,
}

impl Table {
    /// A table of about `mib` MiB, at least one.
    pub fn new(mib: usize) -> Self {
        let count = (mib.max(1) * (1 << 20) / size_of::<Entry>()) / WAYS * WAYS;
        Self { entries: vec![Entry::EMPTY; count], age: 0, order: Order::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
        self.order = Order::default();
    }

    /// A new search begins.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
        self.order.age();
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / WAYS;
        ((u128::from(key) * buckets as u128) >> 64) as usize * WAYS
    }

    /// The entry of a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        self.entries[at..at + WAYS].iter().find(|entry| entry.key == key && entry.depth >= 0).copied()
    }

    /// Stores the evaluation of a position that has no entry yet, with a bound that says nothing.
    pub fn store_eval(&mut self, key: u64, eval: i32) {
        if self.probe(key).is_none() {
            self.store(key, None, -INFINITE, eval, 0, Bound::Lower, 0);
        }
    }

    /// Stores a result, in place of the least useful entry of the bucket.
    #[allow(clippy::too_many_arguments)]
    pub fn store(&mut self, key: u64, mv: Option<Move>, score: i32, eval: i32, depth: i32, bound: Bound, ply: usize) {
        let (at, age) = (self.bucket(key), self.age);
        let worth = |entry: &Entry| i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age).min(8));
        let bucket = &mut self.entries[at..at + WAYS];
        let own = bucket.iter().position(|entry| entry.key == key);
        let place = own.unwrap_or_else(|| if worth(&bucket[1]) < worth(&bucket[0]) { 1 } else { 0 });
        let old = bucket[place];
        let is_same = old.key == key;
        if is_same && old.age == age && bound != Bound::Exact && depth + 3 < i32::from(old.depth) {
            return;
        }
        let stored = match score {
            MATE_BOUND.. => score + ply as i32,
            _ if score <= -MATE_BOUND => score - ply as i32,
            _ => score,
        };
        bucket[place] = Entry {
            key,
            mv: mv.map_or(if is_same { old.mv } else { 0 }, Move::bits),
            score: stored.clamp(-32_600, 32_600) as i16,
            eval: eval.clamp(-32_600, 32_600) as i16,
            depth: depth.clamp(0, 120) as i8,
            age,
            bound,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_without_a_score_settles_nothing() {
        let mut table = Table::new(1);
        table.store_eval(7, 35);
        let entry = table.probe(7).expect("an entry");
        assert_eq!(entry.eval, 35);
        for ply in [0, 95] {
            let score = entry.score_at(ply);
            assert!(!entry.bound.allows(score, -32_000, -31_999), "{score}");
            assert!(!entry.bound.tells_more(score, -MATE_BOUND), "{score}");
        }
        // A result is not replaced.
        table.store(9, None, 50, 40, 3, Bound::Upper, 0);
        table.store_eval(9, 35);
        assert_eq!(table.probe(9).map(|entry| (entry.eval, entry.depth)), Some((40, 3)));
    }
}
