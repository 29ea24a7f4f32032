//! All integration tests, one binary: linking with LTO once is much of the time that CI spends.

mod bpgn;
mod driver;
mod eval;
mod gambler;
mod garbage;
mod layering;
mod movegen;
mod perft;
mod rule_options;
mod rules;
mod search;
mod shakmaty;
mod sheet;
mod solver;
mod tactics;
mod ubi;
mod uci;
