//! Russian lines whose second half turned the first one into its contrary.

use crate::phrases::heard;

#[test]
fn bug_what_is_told_behind_an_order_changed_it() {
    for (line, wanted) in [
        ("не отдавай ферзя мы выигрываем", "avoid q medium"),
        ("не отдавай ферзя и победа", "avoid q medium"),
        ("не отдавай ферзя, так надо", "avoid q medium"),
        ("меняй ладьи и всё", "trade good r"),
        ("меняй ладьи мы выигрываем", "trade good r"),
        ("дай коня, если успеешь", "need n low"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_piece_that_was_eaten_was_none_on_its_way() {
    for (line, wanted) in
        [("пешку съел, ходи", "go piece"), ("съел пешку, ходи", "go piece"), ("коня съел сиди", "sit piece")]
    {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["съел коня держи", "он съел коня", "я съел ферзя"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}
