//! Partners' hurried lines that say two things at once, or ask, agree and explain: what is wished for, and what is not.

use crate::phrases::heard;

#[test]
fn bug_a_piece_asked_for_politely_behind_a_ban_was_forbidden_too() {
    for (line, wanted) in [
        ("no p plz n", ["avoid p medium", "need n medium"]),
        ("no p pls just n", ["avoid p medium", "need n medium"]),
        ("no knight please bishop", ["avoid n medium", "need b medium"]),
        ("no more n pls b", ["avoid n medium", "need b medium"]),
        ("dont need p plz n", ["enough p", "need n medium"]),
        ("не надо пешку пожалуйста коня", ["enough p", "need n medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert_eq!(heard("no n pls p"), ["avoid n medium"]);
    assert_eq!(heard("no n plz no b"), ["avoid n medium", "avoid b medium"]);
    assert_eq!(heard("no n please"), ["avoid n medium"]);
}

#[test]
fn bug_as_before_with_a_number_was_a_move() {
    for line in ["as b4", "same as b4", "like b4", "n b4 q"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["q b4", "n b4 p", "play b4"] {
        assert_eq!(heard(line), ["hint"], "{line}");
    }
}
