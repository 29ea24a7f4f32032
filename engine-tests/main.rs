//! All integration tests, one binary: linking with LTO once is much of the time that CI spends.

mod bfen;
mod bpgn;
mod bpgn_reading;
mod bpgn_recording;
mod conservation;
mod driver;
mod eval;
mod gambler;
mod garbage;
mod layering;
mod match_game;
mod movegen;
mod openings;
mod perft;
mod rule_options;
mod rules;
mod rules_game;
mod search;
mod shakmaty;
mod sheet;
mod solver;
mod tactics;
mod ubi;
mod uci;
mod virtual_clock;
