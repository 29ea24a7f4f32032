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

#[test]
fn bug_consent_to_trades_was_heard_as_a_ban() {
    for line in ["im ok with trades", "ok w trades", "im good with trading", "im cool w swaps"] {
        assert_eq!(heard(line), ["trade good"], "{line}");
    }
    for line in ["wait w the trade", "wait w trades", "im not ok with trades", "not ok w trades"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    for line in ["any trade but q", "all trades but q"] {
        assert_eq!(heard(line), ["trade good", "trade bad q"], "{line}");
    }
    for line in ["trades ok not q", "trades fine not q"] {
        assert_eq!(heard(line), ["trade bad q"], "{line}");
    }
    assert_eq!(heard("ok with trades?"), ["ask_trade"]);
    assert_eq!(heard("im ok w n"), ["enough n"]);
    assert_eq!(heard("trade not n"), ["trade bad n"]);
}

#[test]
fn bug_moves_that_are_counted_told_to_move() {
    for line in ["sit 1 move", "sit for 1 move", "wait 2 moves"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    for line in ["need 1 move", "i need 1 more move", "need one more move"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("sit 10 go"), ["sit 10", "go"]);
}

#[test]
fn bug_a_mate_of_the_partner_or_of_its_opponent_was_a_wish_or_a_ban() {
    for line in ["n mates u", "q mates you", "n mates ur guy", "n mates your opp"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("sit, knight mates you"), ["sit mate"]);
    assert_eq!(heard("n mates my guy"), ["need n mates"]);
}

#[test]
fn bug_what_a_piece_is_for_was_asked_for_too() {
    for line in ["need p to block q", "need p to stop his q", "need p to stop", "need p to stop q mate"] {
        assert_eq!(heard(line), ["need p medium"], "{line}");
    }
    for line in ["gimme p or n idc", "need p or n i dont care"] {
        assert_eq!(heard(line), ["need p medium", "need n medium"], "{line}");
    }
    for line in ["trade r for 2 minors", "trade q for n or b"] {
        assert_eq!(heard(line), ["need n medium", "need b medium"], "{line}");
    }
    assert_eq!(heard("he can have n or b idc"), ["enough n", "enough b"]);
}

#[test]
fn bug_an_offer_was_a_wish() {
    for line in ["do you want a knight?", "wanna n?", "do you want more pawns?"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("do you want a knight or a rook?"), ["ask_need"]);
    assert_eq!(heard("do you want me to trade queens"), ["ask_trade q"]);
    assert_eq!(heard("wanna trade queens?"), ["ask_trade q"]);
    assert_eq!(heard("do you want trades"), ["ask_trade"]);
    assert_eq!(heard("how about a knight?"), ["need n medium"]);
}

#[test]
fn bug_what_a_partner_has_not_or_only_cries_over_was_a_ban_or_a_wish() {
    for line in ["no n yet", "no knight yet", "no n here", "no n for u yet", "free q", "q en prise", "lol n"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["oops n", "he mated", "gg he mated", "mating attack", "sry must trade q"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("nope no n"), ["no"]);
    assert_eq!(heard("no n for a while"), ["avoid n medium"]);
    assert_eq!(heard("hes mated"), ["mate"]);
    assert_eq!(heard("take n its free"), ["take n"]);
    assert_eq!(heard("must trade q"), ["trade good q"]);
}

#[test]
fn bug_short_words_of_the_last_seconds_meant_nothing() {
    for line in ["move pls 10s left", "MOVE 5 SEC", "go 10 secs", "move or we lose"] {
        assert_eq!(heard(line), ["go time"], "{line}");
    }
    for (line, wanted) in [
        ("dont move 5 sec", "sit 5"),
        ("go without n", "go"),
        ("dont go without n", "sit piece"),
        ("dont recapture", "stall"),
        ("pref n", "need n medium"),
        ("n pref", "need n medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_of_two_orders_the_second_was_turned_into_its_opposite() {
    for (line, wanted) in [
        ("trade n keep q", ["trade good n", "avoid q medium"]),
        ("keep n trade q", ["avoid n medium", "trade good q"]),
        ("hold n trade rooks", ["avoid n medium", "trade good r"]),
        ("dont trade bishops trade knights", ["trade bad b", "trade good n"]),
        ("trade q need n", ["trade good q", "need n medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    for (line, wanted) in [
        ("keep n lose p", "avoid n medium"),
        ("n wins for him", "avoid n medium"),
        ("n wins for me", "need n medium"),
        ("take q not r", "take q"),
        ("trade fast", "trade good"),
        ("trade q fast", "trade good q"),
        ("keep queens on", "trade bad q"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["say go when ready", "r u dead", "r u mating", "im brain dead", "not quite mate", "won n"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("sit till i say go"), ["sit"]);
}

#[test]
fn bug_conditions_of_a_mate_and_hurried_reasons_meant_nothing() {
    for (line, wanted) in [
        ("im dead if u move", "sit"),
        ("im mated if you go", "sit"),
        ("im dead if u sit", "go"),
        ("im dead if u trade", "trade bad"),
        ("sac n i mate", "need n mates"),
        ("he wants n dont", "avoid n medium"),
        ("hold tight", "sit"),
        ("n if poss", "need n low"),
        ("n or better", "need n medium"),
        ("at least n", "need n medium"),
        ("n stops mate", "need n medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["im dead if i move", "im dead if i trade", "i stop him"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("anything w diag"), ["need b medium", "need q medium"]);
    assert_eq!(heard("nothing stops mate"), ["dead"]);
}

#[test]
fn bug_a_mistyped_not_turned_a_ban_into_a_wish() {
    for line in ["don t trade", "don;t trade", "don trade", "dun trade", "decline trade", "avoid the trade"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    for (line, wanted) in [
        ("don give n", "avoid n medium"),
        ("don t lose q", "avoid q medium"),
        ("dun move", "sit"),
        ("dun sit", "go"),
        ("refuse q trade", "trade bad q"),
        ("need a pawn;the rest is ok", "need p medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert!(heard("dint trade").is_empty());
}

#[test]
fn bug_a_long_no_before_a_piece_asked_for_it() {
    for (line, wanted) in [("noooo n", "avoid n medium"), ("nooo q", "avoid q medium"), ("NOOO B", "avoid b medium")] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["nooo", "noooo my queen", "nooo he saw it"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("without trades we lose"), ["trade good"]);
}

#[test]
fn bug_minutes_to_sit_were_seconds() {
    for (line, wanted) in [
        ("sit 1 min", "sit 60"),
        ("sit for 2 minutes", "sit 120"),
        ("wait 1 min", "sit 60"),
        ("sit 10", "sit 10"),
        ("sit, up 1 min", "sit time"),
        ("avoid sitting", "go"),
        ("if he gets n its fine", "enough n"),
        ("im ok if he gets n", "enough n"),
        ("take queens off", "trade good q"),
        ("dont take queens off", "trade bad q"),
        ("keep material on", "trade bad"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}
