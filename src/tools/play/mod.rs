//! `tandem play`: a page in the browser where people play bughouse with Tandem as partner and opponent.
//!
//! A thin layer over the game and player layers: the `table` hosts the game, the `server` connects pages, the page
//! draws and sends requests. Where there is no server, as in a worker of a browser, [`local`] is the table of one page.
//!
//! ```text
//! table, round        the table with its pages and seats; one game with its clocks
//! setup, order        the settings of a game; a game that a tournament asks for
//! seated, tandem_seat an engine on a seat: another one, or Tandem
//! engines, offers     engines between games; those that the command line offers
//! wishes              what a partner has asked for and not yet got
//! wire, view          messages over the WebSocket; boards and games as the page shows them
//! store, past         files of games and tables; the list of kept games
//! replay, review      a finished game to step through; its evaluation
//! analysis, explorer  the analysis board; the moves played in a position
//! works, poller       work in the background, which ends when no page asks for it any more
//! puzzles             mates to find, each move checked by proof
//! live                no help for people who play
//! club, games         several tables and tournaments; the other games
//! command, server     the command line; routes and limits of the server
//! linger              the end of a connection
//! door, keys, desk    who is let in; the secrets; what a table shares with the server
//! socket, handlers    one page's WebSocket; all other requests
//! ```

// The server uses the rest.
#![cfg_attr(not(feature = "play"), allow(dead_code))]

mod allowance;
mod analysis;
mod answer;
mod desk;
mod engines;
mod faults;
mod keys;
mod last_report;
pub mod local;
mod offers;
mod order;
mod poller;
mod quote;
pub mod replay;
mod review;
mod round;
mod seated;
mod setup;
mod store;
mod table;
mod tandem_seat;
mod view;
mod wire;
mod wishes;
mod works;

#[cfg(feature = "play")]
mod assets;
#[cfg(feature = "play")]
mod club;
#[cfg(feature = "play")]
mod command;
#[cfg(feature = "play")]
mod door;
#[cfg(feature = "play")]
mod explorer;
#[cfg(feature = "play")]
mod games;
#[cfg(feature = "play")]
mod handlers;
#[cfg(feature = "play")]
mod linger;
#[cfg(feature = "play")]
mod live;
#[cfg(feature = "play")]
mod past;
#[cfg(feature = "play")]
mod puzzles;
#[cfg(feature = "play")]
mod qr;
#[cfg(feature = "play")]
mod server;
#[cfg(feature = "play")]
mod socket;

#[cfg(feature = "play")]
pub use command::{Args, run};
