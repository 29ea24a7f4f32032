//! What keeps the entries of different searches apart in the shared table. It is computed here alone, from the job itself.

use super::Job;
use crate::eval::TeamView;
use std::hash::{Hash, Hasher};

/// A hash that is the same in every build (FNV-1a, with a last mixing step), because node counts hang on it.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

/// A number for everything besides the position that changes what the table may say of it.
pub(super) fn of(job: &Job) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    // All rules of the board, whatever fields they have.
    job.position.rules().hash(&mut hasher);
    job.board.hash(&mut hasher);
    // A new field of the view must be named here. Neither the other board nor the clocks change scores by themselves.
    let TeamView { flow, hang, other: _, clocks: _, seat: _ } = &job.view;
    (flow, hang).hash(&mut hasher);
    hasher.finish()
}
