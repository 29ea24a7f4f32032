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

#[test]
fn bug_a_line_typed_in_the_other_layout_was_not_read() {
    for (line, wanted) in [
        ("lfq rjyz", "need n medium"),
        ("Yt jnlfdfq athpz!", "avoid q medium"),
        ("yt vtyzqcz", "trade bad"),
        ("[jlb", "go"),
        ("cnjq.", "sit"),
        ("туув лтшпре", "need n medium"),
        ("вщте екфву", "trade bad"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["gg wp", "дщд", "rjyz lol"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_a_piece_that_decides_for_the_opponent_was_not_heard() {
    for (line, wanted) in [
        ("if he gets a knight its over", "avoid n mates"),
        ("its over if he gets a queen", "avoid q mates"),
        ("ферзь у них смерть", "avoid q mates"),
        ("кони страшны", "avoid n medium"),
        ("не корми их конями", "avoid n medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_trade_that_loses_was_wished_for() {
    assert_eq!(heard("размен ладей проигрывает"), ["trade bad r"]);
    assert_eq!(heard("размен ладей выгоден"), ["trade good r"]);
}

#[test]
fn bug_a_price_and_calls_for_more_were_not_heard() {
    for (line, wanted) in [
        ("коня за любую цену", "need n high"),
        ("get me knight any cost", "need n high"),
        ("жертвуй за коня", "need n medium"),
        ("корми дальше", "trade good"),
        ("keep feeding me", "trade good"),
        ("роняй ему флаг", "play_fast"),
        ("ферзь мне позарез", "need q high"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_fewer_trades_were_more() {
    for line in ["less trades", "fewer trades", "trade less", "меньше разменов", "поменьше меняйся", "меняй реже"]
    {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    assert_eq!(heard("побольше разменов"), ["trade good"]);
    assert_eq!(heard("поменьше сиди"), ["go"]);
    assert_eq!(heard("no more pawns for me"), ["enough p"]);
}

#[test]
fn bug_rarely_and_less_were_left_out() {
    for (line, wanted) in [
        ("rarely trade", "trade bad"),
        ("trade as little as possible", "trade bad"),
        ("минимум разменов", "trade bad"),
        ("не давай ему менять", "trade bad"),
        ("seldom sit", "go"),
        ("сиди пореже", "go"),
        ("слишком долго сидишь", "go"),
        ("not that fast", "slow"),
        ("i need less pawns", "enough p"),
        ("хочу меньше коней", "enough n"),
        ("вместо того чтобы менять сиди", "sit"),
        ("sit instead of trading", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert_eq!(heard("меняй всё кроме ферзей"), ["trade good", "trade bad q"]);
    for line in ["as few pawns as possible", "поменьше пешек", "let me know if you need n", "barely need knights"]
    {
        assert!(!heard(line).iter().any(|message| message.starts_with("need")), "{line}");
    }
}

#[test]
fn bug_what_is_to_be_avoided_was_taken_for_the_wish() {
    for (line, wanted) in [
        ("нужен конь чтобы не проиграть", "need n medium"),
        ("give me q so i dont get mated", "need q medium"),
        ("дай ферзя пока не мат", "need q medium"),
        ("коня или смерть", "need n high"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["n yes q no", "вынужден менять ферзей", "конь тебе поможет", "мой перестал ждать", "пешки двигай"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_wait_some_more_was_not_heard() {
    for line in ["жди ещё", "ещё жди", "подожди ещё чуть чуть", "сиди ещё"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    for line in ["пора", "ходи первым", "ходи как только сможешь"] {
        assert_eq!(heard(line), ["go"], "{line}");
    }
}

#[test]
fn bug_what_kills_the_opponent_was_feared() {
    for (line, wanted) in [
        ("bishop is lethal to him", "need b mates"),
        ("queen is deadly for him", "need q mates"),
        ("конь ему смерть", "need n mates"),
        ("конь смертелен для него", "need n mates"),
        ("ферзь у них смерть", "avoid q mates"),
        ("bishop is lethal to me", "avoid b mates"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_what_follows_from_a_move_or_a_sit_was_not_heard() {
    for (line, wanted) in [
        ("if you move im dead", "sit"),
        ("if you dont move im dead", "go"),
        ("if you sit we win", "sit"),
        ("ходи и выиграем", "go"),
        ("ты сиди я хожу", "sit"),
        ("you sit i move", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert_eq!(heard("ни меняйся ни сиди"), ["trade bad", "go"]);
    assert_eq!(heard("пока нет коня мне мат"), ["need n high"]);
    assert_eq!(heard("as soon as i get pawn i mate"), ["need p mates"]);
}
