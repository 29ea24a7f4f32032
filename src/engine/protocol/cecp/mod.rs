//! CECP, the chess engine communication protocol of XBoard and WinBoard, also used to reach chess servers: one board of
//! bughouse, crazyhouse or chess, the engine in one of its seats.
//!
//! After the public specification by T. Mann and H. G. Muller (`engine-intf.html` of XBoard), and after the actual
//! output of XBoard 4.9.1 in a game of bughouse on a server.

mod clock;
mod command;
mod game;
mod held;
mod holding;
mod link;
pub mod moves;
mod partner;
mod session;
pub mod shorthand;
mod tell;
mod thinking;

pub use link::is_greeting;
pub(super) use session::Session;

/// The `feature` lines that answer `protover`, without options and `done=1`.
pub fn features(name: &str) -> String {
    [
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1",
        "feature colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1",
        &format!("feature variants=\"bughouse,crazyhouse,normal,fischerandom\" myname=\"{name}\""),
    ]
    .join("\n")
}
