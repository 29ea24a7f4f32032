//! The clocks of a match game, and time controls as text.

use std::time::{Duration, Instant};
use tandem::arena::control::TimeControl;
use tandem::arena::referee::MatchClock;
use tandem::game::{BoardId, Seat};
use tandem::types::Color;

const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
const MS: Duration = Duration::from_millis(1);

fn clock(text: &str) -> MatchClock {
    MatchClock::new([text.parse().expect("a time control"); 4], 20 * MS)
}

#[test]
fn time_controls_are_read_and_written() {
    for text in ["10+0", "0.5+0.1", "180+2"] {
        assert_eq!(text.parse::<TimeControl>().expect("read").to_string(), text);
    }
    assert_eq!("60".parse::<TimeControl>().expect("read").to_string(), "60+0");
    for text in ["", "+", "ten", "0+1", "-5+0", "1+-1", "NaN", "inf+0", "1e9", "1+2+3"] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
}

#[test]
fn bug_a_time_control_was_refused_without_the_reason() {
    for (text, reason) in [
        ("0+1", "the clocks would begin with less than 0.001 seconds"),
        ("0", "the clocks would begin with less than 0.001 seconds"),
        ("1e9", "1000000 seconds are the most"),
        ("60+1000001", "1000000 seconds are the most"),
    ] {
        let error = text.parse::<TimeControl>().expect_err(text).to_string();
        assert_eq!(error, format!("`{text}` is no time control: {reason}"));
    }
}

#[test]
fn time_counts_from_the_moment_that_go_was_written() {
    let mut clock = clock("1+0.5");
    let start = Instant::now();
    clock.start(WHITE_A, start);
    clock.began(WHITE_A, start + 40 * MS);
    assert!(clock.stop(WHITE_A, start + 140 * MS));
    assert_eq!(clock.reading(start + 900 * MS)[WHITE_A], 1400);
}

#[test]
fn a_flag_falls_when_clock_and_lag_are_used_up() {
    let mut clock = clock("1+0");
    let start = Instant::now();
    clock.start(WHITE_A, start);
    assert_eq!(clock.next_flag(), Some(start + 1020 * MS));
    assert!(clock.fallen(start + 1019 * MS).is_empty());
    assert_eq!(clock.fallen(start + 1020 * MS), [WHITE_A]);
    assert!(clock.clone().stop(WHITE_A, start + 1020 * MS), "within the lag");
    assert!(!clock.stop(WHITE_A, start + 1021 * MS));
    assert_eq!(clock.reading(start)[WHITE_A], 0);
}

#[test]
fn r11_flags_within_a_millisecond_fall_together() {
    let mut clock = clock("1+0");
    let start = Instant::now();
    clock.start(WHITE_A, start);
    clock.start(WHITE_B, start + MS / 2);
    assert_eq!(clock.fallen(start + 1021 * MS), [WHITE_A, WHITE_B]);
    clock.start(WHITE_A, start + MS);
    assert_eq!(clock.fallen(start + 1022 * MS), [WHITE_B, WHITE_A], "the first one first");
    clock.start(WHITE_A, start);
    clock.start(WHITE_B, start + 2 * MS);
    assert_eq!(clock.fallen(start + 1025 * MS), [WHITE_A]);
}
