//! Mates by checks alone: the search for one, and where searches look for them.

mod dfpn;
pub(in crate::search) mod root;

pub use dfpn::{MateSearch, MateTable, Verdict};
