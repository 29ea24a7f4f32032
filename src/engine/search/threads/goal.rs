//! The nodes on a thread's line, and the events by which a thread learns that another one has completed one of them.

/// The event of a completed node: its key, with the depth and whether the score is exact in the low byte.
pub fn ended(key: u64, depth: i32, exact: bool) -> u64 {
    key & !0xff | depth.clamp(0, 0x7f) as u64 | u64::from(exact) << 7
}

/// A node on a thread's current line.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub key: u64,
    /// Depth of its search, in plies.
    pub depth: i32,
    /// Whether only an exact score is of use.
    pub exact: bool,
    /// Whether it may be left once another thread has completed it.
    pub leaves: bool,
}

impl Goal {
    /// Whether the event is of this node, searched deep enough, with a score that is of use.
    pub fn is_reached(&self, event: u64) -> bool {
        let (depth, exact) = ((event & 0x7f) as i32, event & 0x80 != 0);
        self.leaves && (self.key ^ event) >> 8 == 0 && self.depth <= depth && (exact || !self.exact)
    }
}
