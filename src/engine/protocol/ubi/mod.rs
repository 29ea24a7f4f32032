//! UBI 1.1, the universal bughouse interface: both boards, four clocks, a search on each board.
//!
//! After the public specification by V. Sawant (repository vcsawant/bughouse, `UBI.md` and `BFEN.md`).

mod command;
mod session;
pub mod words;

pub(super) use session::Session;
