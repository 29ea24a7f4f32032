//! All integration tests, one binary: linking with LTO once is much of the time that CI spends.

mod bfen;
mod bpgn;
mod bpgn_reading;
mod bpgn_recording;
mod cecp;
mod cecp_partner;
mod conservation;
mod driver;
mod eval;
#[cfg(target_os = "linux")]
mod faults;
mod gambler;
mod garbage;
mod help;
mod layering;
mod match_game;
mod match_resume;
mod match_stats;
mod movegen;
mod openings;
mod partner;
mod perft;
mod phrases;
mod rule_options;
mod rules;
mod rules_game;
mod search;
mod seats;
mod shakmaty;
mod sheet;
mod solver;
mod tactics;
mod transcripts;
mod ubi;
mod uci;
mod virtual_clock;
