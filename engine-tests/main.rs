//! All integration tests, one binary: linking with LTO once is much of the time that CI spends.

mod bpgn;
mod eval;
mod gambler;
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
