//! Partners' orders and verdicts run together without a comma, and what they except.

use crate::phrases::heard;

#[test]
fn bug_an_order_took_the_piece_of_another_one() {
    for (line, wanted) in [
        ("need n dont give b", ["need n medium", "avoid b medium"]),
        ("need n trade r", ["need n medium", "trade good r"]),
        ("n dont give b", ["need n medium", "avoid b medium"]),
        ("n keep b", ["need n medium", "avoid b medium"]),
        ("no n trade r", ["avoid n medium", "trade good r"]),
        ("dont give n trade r", ["avoid n medium", "trade good r"]),
        ("trade q dont give b", ["trade good q", "avoid b medium"]),
        ("take n take b", ["take n", "take b"]),
        ("you can lose n give b", ["enough n", "need b medium"]),
        ("n ok trade r", ["enough n", "trade good r"]),
        ("n bad give b", ["avoid n medium", "need b medium"]),
        ("no more n needed trade r", ["enough n", "trade good r"]),
        ("n would be nice dont trade q", ["need n low", "trade bad q"]),
        ("trade n absolutely no q", ["trade good n", "avoid q high"]),
        ("не помешал бы конь меняй слонов", ["need n low", "trade good b"]),
        ("n pls go", ["need n medium", "go"]),
        ("n plz sit", ["need n medium", "sit"]),
        ("only n no trades", ["need n medium", "trade bad"]),
        ("tr q not r", ["trade good q", "trade bad r"]),
        ("only n no q", ["need n medium", "avoid q medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert_eq!(heard("minors only no q"), ["need n medium", "need b medium", "avoid q medium"]);
    assert_eq!(heard("dont give n lose p"), ["avoid n medium"]);
    assert_eq!(heard("lose q get n"), ["need n medium"]);
    // Said over, about either piece, and of "and".
    assert_eq!(heard("need n need n need n"), ["need n high"]);
    assert_eq!(heard("you can lose n sac b"), ["enough n", "enough b"]);
    assert_eq!(heard("коня не отдавай слона"), ["avoid n medium", "avoid b medium"]);
    assert_eq!(heard("только ферзей не меняй"), ["trade bad q"]);
    assert!(heard("gimme pawn n dont trade qs").is_empty());
}

#[test]
fn bug_a_verdict_was_about_the_piece_before_it_too() {
    for (line, wanted) in [
        ("p ok n not", ["enough p", "avoid n medium"]),
        ("n ok b not ok", ["enough n", "avoid b medium"]),
        ("no q now r ok", ["avoid q medium", "enough r"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert_eq!(heard("q ok r ok n not ok"), ["enough q", "enough r", "avoid n medium"]);
}

#[test]
fn bug_hold_pawns_waited() {
    for line in ["hold pawns", "hold pawns pls", "hold the pawns"] {
        assert_eq!(heard(line), ["avoid p medium"], "{line}");
    }
    assert_eq!(heard("hold p"), ["sit"]);
    assert_eq!(heard("hold queen coming"), ["sit piece"]);
}

#[test]
fn bug_a_lil_trouble_was_no_small_one() {
    assert_eq!(heard("lil trouble"), ["threat low"]);
}

#[test]
fn bug_what_an_order_excepts_was_under_it() {
    for (line, wanted) in [
        ("dont give anything but p", "enough p"),
        ("dont give him anything except pawns", "enough p"),
        ("give him nothing but p", "enough p"),
        ("hold everything except p", "enough p"),
        ("keep everything but pawns", "enough p"),
        ("dont need anything but n", "need n medium"),
        ("need anything but p", "avoid p medium"),
        ("any but n", "avoid n medium"),
        ("take nothing but n", "take n"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for (line, wanted) in [
        ("no trades except q", ["trade bad", "trade good q"]),
        ("dont trade anything but q", ["trade bad", "trade good q"]),
        ("trade all except q", ["trade good", "trade bad q"]),
        ("trade all but keep q", ["trade good", "avoid q medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert!(heard("take anything but q").is_empty());
}

#[test]
fn bug_a_ban_beside_death_was_turned_round() {
    for (line, wanted) in [
        ("im dead dont trade", &["dead", "trade bad"][..]),
        ("im dead dont trade r", &["dead", "trade bad r"]),
        ("im dead dont move", &["dead", "sit"]),
        ("u trade i die", &["trade bad"]),
        ("u trade im dead", &["trade bad"]),
        ("trade kills", &["trade bad"]),
        ("any trade kills", &["trade bad"]),
        ("n or death", &["need n high"]),
        ("q = dead me", &["avoid q mates"]),
        ("dead on p", &["avoid p mates"]),
        ("dead if u move", &["sit"]),
        ("dead if u sit", &["go"]),
        ("n no longer kills me", &["enough n"]),
        ("just survive", &[]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
}

#[test]
fn bug_an_opponent_that_sits_was_the_speaker() {
    assert_eq!(heard("dont move hes sitting"), ["sit"]);
    assert_eq!(heard("no trades hes sitting"), ["trade bad"]);
    assert!(heard("take n hes sitting").is_empty());
    assert_eq!(heard("hes sitting"), ["waiting"]);
}

#[test]
fn bug_hurried_wishes_were_their_opposites() {
    for (line, wanted) in [
        ("ok give n", &["need n medium"][..]),
        ("ok give him n", &["enough n"]),
        ("no i said n", &["need n medium"]),
        ("no i said no n", &["avoid n medium"]),
        ("no rather b", &["need b medium"]),
        ("no n coming", &[]),
        ("trade need n", &["trade good", "need n medium"]),
        ("dont trade need n", &["trade bad", "need n medium"]),
        ("can u sac for p", &["need p medium"]),
        ("lose q for n ok", &["need n medium"]),
        ("trade ur n for his b", &["need b medium"]),
        ("want n to drop on f2", &["need n medium"]),
        ("need n to drop f7", &["need n medium"]),
        ("need n on f7 or e6", &["need n medium"]),
        ("need n to take q", &["need n medium"]),
        ("need n take q", &["need n medium", "take q"]),
        ("n enough to block", &["need n medium"]),
        ("q would save", &["need q medium"]),
        ("no way to block need p", &["need p medium"]),
        ("u ok w trades", &["ask_trade"]),
        ("im ok w trades", &["trade good"]),
        ("not gonna move", &["sitting"]),
        ("keep ur rook off the board", &[]),
        ("attack kingside", &[]),
        ("no blockers", &[]),
        ("n no use", &[]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
}

#[test]
fn bug_more_short_words_of_a_hurry_meant_nothing() {
    for (line, wanted) in [
        ("m1 w n", "need n mates"),
        ("hurry n", "need n medium"),
        ("couple of pawns", "need p medium"),
        ("moar n", "need n medium"),
        ("hold off trades", "trade bad"),
        ("keep closed", "trade bad"),
        ("trades on", "trade good"),
        ("swap down", "trade good"),
        ("wait dont take yet", "stall"),
        ("quiet moves", "stall"),
        ("we cant sit", "go"),
        ("nah im fine", "alive"),
        ("give him nothing", "trade bad"),
        ("lose nothing", "trade bad"),
        ("stall him", "sit"),
        ("mate in 1 sit", "sit mate"),
        ("fine here", "alive"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_the_reason_behind_an_order_was_its_subject() {
    for (line, wanted) in [
        ("dont move he attacks", &["sit"][..]),
        ("dont move im in check", &["sit"]),
        ("im not moving", &["sitting"]),
        ("trade q its mate", &["trade good q"]),
        ("dont trade q its mate", &["trade bad q"]),
        ("mate in 3 dont trade", &["mate", "trade bad"]),
        ("need q or no mate", &["need q medium"]),
        ("need n hes about to mate", &["need n medium", "threat critical"]),
        ("hes about to mate me", &["dead"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
}

#[test]
fn bug_a_partner_addressed_behind_a_verdict_was_a_pawn() {
    for line in ["n ok p", "n fine p", "n safe p"] {
        assert_eq!(heard(line), ["enough n"], "{line}");
    }
}

#[test]
fn bug_what_the_opponent_does_was_wished_for() {
    for line in ["he will take n", "he will trade q", "he will give q", "he'll move", "he lost n", "my opp lost q"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["u mate w n", "i need to move"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("hell yes"), ["yes"]);
    assert_eq!(heard("where the hell is n"), ["need n medium"]);
    assert_eq!(heard("u need to move"), ["go"]);
}

#[test]
fn bug_what_the_speaker_may_do_was_told_to_the_partner() {
    for line in ["i must give n", "about to give n", "gonna give n", "let me give n", "if i lose q", "want me to sit"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("sit gonna give n"), ["sit piece"]);
    assert_eq!(heard("i should sit"), ["sitting"]);
}

#[test]
fn bug_stop_before_a_bare_verb_was_a_stop_alone() {
    for (line, wanted) in [
        ("stop give n", "avoid n medium"),
        ("avoid give q", "avoid q medium"),
        ("stop feed him n", "avoid n medium"),
        ("quit trades", "trade bad"),
        ("stop move", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_piece_that_is_lost_or_no_problem_was_wished_for() {
    for (line, wanted) in [
        ("im losing q need n", "need n medium"),
        ("n no problem", "enough n"),
        ("bishops are no problem", "enough b"),
        ("my opp is sitting on me", "waiting"),
        ("opp waiting for n", "waiting"),
        ("no problem sit", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["im losing q", "no problem"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}
