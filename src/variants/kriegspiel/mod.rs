//! V5: Kriegspiel with an arbiter.
//!
//! V5.1 Set up as in V4, or from the usual start of chess with castling. Nobody sees the other's pieces; the arbiter
//!      knows all.
//! V5.2 A try that is impossible is announced, and another one must be made; after a check too.
//! V5.3 A move made is announced as made; by an option its squares are named.
//! V5.4 Captures: the square, not what took or was taken.
//! V5.5 Check: by file, by rank, on the long or the short diagonal as seen from the king, or by a knight; also one that
//!      the set-ups give before the first move.
//! V5.6 «Can I take?»: whether any pawn can take; if yes, at least one pawn's capture must be tried.
//! V5.7 Promotion: the square, not into what.
//! V5.8 Both hear all announcements.

mod arbiter;
mod belief;
mod player;
mod words;

pub use arbiter::{Announcement, Arbiter, Check, Told, TryError, tries};
pub use belief::{Belief, Start};
pub use player::{Effort, Player, Wish};
pub use words::Language;
