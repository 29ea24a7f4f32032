//! `tandem play`: a page in the browser where people play bughouse with Tandem as partner and opponent.
//!
//! A thin layer over the game and player layers: the `table` hosts the game, the `server` connects pages, the page
//! draws and sends requests. Where there is no server, as in a worker of a browser, [`local`] is the table of one page.

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
