//! Lines from a peer that may send anything.

use std::io::BufReader;
use tandem::protocol::lines::{LONGEST_BYTES, Line, Lines, words};

fn lines(bytes: &[u8]) -> Vec<Line> {
    // A tiny buffer, so that lines span many reads.
    Lines::new(BufReader::with_capacity(3, bytes)).collect()
}

fn text(text: &str) -> Line {
    Line::Text(text.to_owned())
}

#[test]
fn both_line_ends_and_a_last_line_without_one() {
    assert_eq!(lines(b"uci\r\nisready\n\nquit"), [text("uci"), text("isready"), text(""), text("quit")]);
    assert_eq!(lines(b""), []);
    assert_eq!(lines(b"\n"), [text("")]);
}

#[test]
fn bytes_that_are_no_utf8_are_replaced() {
    assert_eq!(lines(b"is\xffready\n"), [text("is\u{fffd}ready")]);
    // One for each byte, so that the length stays known.
    assert_eq!(lines(b"\xe9\xbb \xf0\x90\x80"), [text("\u{fffd}\u{fffd} \u{fffd}\u{fffd}\u{fffd}")]);
    assert_eq!(lines("к\u{fffd}".as_bytes()), [text("к\u{fffd}\u{fffd}\u{fffd}")]);
}

#[test]
fn bug_a_byte_order_mark_made_the_first_command_unknown() {
    assert_eq!(lines(b"\xef\xbb\xbfxboard\r\nping 1"), [text("xboard"), text("ping 1")]);
    assert_eq!(lines(b"\xef\xbb\xbf"), [text("")]);
    // Elsewhere it is text.
    assert_eq!(lines("uci\n\u{feff}stop\n".as_bytes()), [text("uci"), text("\u{feff}stop")]);
}

#[test]
fn bug_several_blanks_in_the_value_of_an_option_became_one() {
    for (line, expected) in [
        ("  go \tdepth  3 ", &["go", "depth", "3"][..]),
        (
            "setoption  name Move  Overhead VALUE  a  b\tc ",
            &["setoption", "name", "Move", "Overhead", "VALUE", "a  b\tc"],
        ),
        ("setoption name ClearHash", &["setoption", "name", "ClearHash"]),
        ("setoption name X value ", &["setoption", "name", "X", "value"]),
        ("option  EvalFile=a  b ", &["option", "EvalFile=a  b"]),
        (" ", &[]),
    ] {
        assert_eq!(words(line), expected, "{line}");
    }
}

#[test]
fn the_longest_line_is_read_and_a_longer_one_is_quoted() {
    let mut bytes = vec![b'x'; LONGEST_BYTES];
    bytes.push(b'\n');
    bytes.extend(vec![b'y'; LONGEST_BYTES + 1]);
    bytes.extend(b"\nnext\n");
    let lines = lines(&bytes);
    assert_eq!(lines[0], Line::Text("x".repeat(LONGEST_BYTES)));
    assert_eq!(lines[1], Line::TooLong { start: "y".repeat(40) });
    assert_eq!(lines[2], text("next"));
}
