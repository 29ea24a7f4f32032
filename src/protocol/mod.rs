//! Text in, text out: UBI and UCI.
