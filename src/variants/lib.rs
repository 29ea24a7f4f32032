//! The other games of the sources that Tandem was made from: Gardner's mini-chess, Courier, exchange chess, chess
//! battle and Kriegspiel.
//!
//! A crate of its own that imports nothing of the bughouse engine, so that nothing here costs that engine anything. The
//! games share a padded board ([`mailbox`]), a search ([`search`]) and the trait [`game::Game`]; each has one file of
//! rules, numbered as V1 to V5. By UCI and on the page chess battle is searched by the bughouse engine, which knows
//! chess as its game without drops.

pub mod battle;
pub mod chess;
pub mod color;
pub mod courier;
mod evaluate;
pub mod exchange;
pub mod fen;
pub mod game;
pub mod gardner;
mod gardner_values;
pub mod kriegspiel;
pub mod laws;
pub mod mailbox;
pub mod moves;
mod order;
pub mod play;
mod quiescence;
pub mod search;
pub mod table;
mod tree;
