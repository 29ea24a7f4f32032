//! All integration tests, one binary: linking with LTO once is much of the time that CI spends.

mod bpgn;
mod eval;
mod layering;
mod movegen;
mod perft;
mod rules;
mod search;
mod shakmaty;
mod solver;
mod tactics;
