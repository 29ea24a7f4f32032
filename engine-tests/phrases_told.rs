//! Lines of which one half was read as a part of the other, or as its contrary.

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

#[test]
fn bug_what_the_partner_needs_or_gets_was_wished_for() {
    for (line, wanted) in [
        ("i need n u need b", "need n medium"),
        ("i need a knight, you need a bishop", "need n medium"),
        ("i want a queen you want a rook", "need q medium"),
        ("мне нужен ферзь тебе нужен слон", "need q medium"),
        ("мне ферзь нужен, тебе слон нужен", "need q medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["you'll get a rook next move", "you need a bishop", "тебе слон нужен"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_wait_before_an_order_to_trade_forbade_it() {
    for line in ["стой меняй", "стой, меняйся", "стой разменивай"] {
        assert_eq!(heard(line), ["trade good"], "{line}");
    }
    for (line, wanted) in [("стоп размены", "trade bad"), ("stop trading", "trade bad"), ("hold trades", "trade bad")]
    {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_mate_before_its_condition_was_not_heard() {
    for (line, wanted) in [
        ("i can mate if you take the bishop", "need b mates"),
        ("mate if you win a rook", "need r mates"),
        ("stop feeding him", "trade bad"),
        ("dont feed him knights", "avoid n medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_diagonal_needed_in_russian_was_not_heard() {
    for line in ["нужна диагональ", "диагональ нужна", "диагональ нужна, слон или ферзь", "нужна диагональная фигура"]
    {
        assert_eq!(heard(line), ["need b medium", "need q medium"], "{line}");
    }
    assert!(heard("нужна диагональ закрыть").is_empty());
}

#[test]
fn bug_the_reason_that_he_has_no_moves_undid_the_order() {
    for (line, wanted) in [
        ("sit he has no moves", "sit"),
        ("sit 20 secs he has no moves", "sit 20"),
        ("сиди у него нет ходов", "sit"),
        ("стой, ему нечем ходить", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert!(heard("he has no moves").is_empty());
}

#[test]
fn bug_only_his_queen_could_be_asked_for() {
    for (line, wanted) in [("get me his rook", "need r medium"), ("get me his n asap", "need n high")] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}
