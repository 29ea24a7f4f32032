//! Russian lines, in Cyrillic and in Latin letters, that were taken for something else.

use crate::phrases::heard;

#[test]
fn bug_a_verb_that_tells_was_taken_for_a_slip_of_a_command() {
    for line in [
        "схавал коня",
        "я хаваю слона",
        "уйду от шаха",
        "отойду",
        "прыгаю",
        "упрощаю",
        "сгоняю за чаем",
        "поменяет ферзей",
        "пешка пройдет",
        "ферзь пройдет",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("схавай коня", "take n"),
        ("уйди", "go"),
        ("упрощай", "trade good"),
        ("сгоняй за конем", "need n medium"),
        ("поменяй ферзей", "trade good q"),
        ("слон подойдет", "need b medium"),
        ("сисди", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}
