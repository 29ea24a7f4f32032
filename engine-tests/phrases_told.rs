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
