//! Stopwatches for the hot paths; `cargo bench` runs them.

fn main() {}
