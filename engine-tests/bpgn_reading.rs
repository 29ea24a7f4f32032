//! BPGN in all accepted forms, and the errors of all others.

use super::bpgn::{fairy, one, real_games, write_all};
use tandem::game::bpgn::{self, BpgnError, Fault, GameResult, Record, Stamp};
use tandem::game::{BoardId, Rules, Seat};

fn sans(record: &Record) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.san.as_str()).collect()
}

#[test]
fn blanks_line_ends_and_tags_may_stand_in_any_way() {
    let tidy =
        "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n\n1A. e4 {59.000} 1B. d4 {58.500} 1b. Nf6 {57.000} *\n\n".to_owned();
    for text in [
        tidy.clone(),
        tidy.replace('\n', "\r\n"),
        tidy.replace(" {", "{"),
        tidy.replace("] \n", "]").replace("]\n[", "] ["),
        tidy.replace("]\n[", "]["),
        tidy.replace(". ", "."),
        tidy.replace(". ", ".").replace(" {", "{").replace("} ", "}"),
        tidy.replace(' ', "\n").replace("[WhiteA\n", "[WhiteA ").replace("[BlackA\n", "[BlackA "),
        format!("\u{feff}\n\n{tidy}"),
        tidy.trim_end().to_owned(),
    ] {
        let record = one(&text);
        assert_eq!(bpgn::write(&record), tidy, "{text:?}");
        assert_eq!(record.replay(fairy()).map(|game| game.played().len()), Ok(3));
    }
}

#[test]
fn times_come_in_four_forms_or_not_at_all() {
    let stamp = |comment: &str| one(&format!("1A. e4 {comment} *")).plies[0].stamp;
    let left = |ms| Some(Stamp::Remaining(ms));
    assert_eq!(stamp("{179.2}"), left(179_200));
    assert_eq!(stamp("{179}"), left(179_000));
    assert_eq!(stamp("{ 0.0509 }"), left(50));
    assert_eq!(stamp("{-1.5}"), left(0));
    assert_eq!(stamp("{[%clk 0:00:01.3]}"), left(1300));
    assert_eq!(stamp("{[%clk 1:02:03]}"), left(3_723_000));
    assert_eq!(stamp("{[%clk 2:03.25]}"), left(123_250));
    assert_eq!(stamp("{[ts=185.070]}"), Some(Stamp::SinceStart(185_070)));
    assert_eq!(stamp(""), None);
    assert_eq!(stamp("{good move}"), None);
    assert_eq!(stamp("{[%clk soon]}"), None);
    assert_eq!(stamp("{99999999999999999999}"), None);
}

#[test]
fn bug_a_draw_written_as_a_half_was_no_result() {
    let record = one("[Result \"1/2\"]\n1A. e4 {59} 1/2\n");
    assert_eq!((record.result, sans(&record)), (GameResult::Draw, vec!["e4"]));
    assert!(bpgn::write(&record).trim_end().ends_with(" 1/2-1/2"), "{}", bpgn::write(&record));
}

#[test]
fn bug_a_bare_time_with_minutes_was_no_time() {
    let stamp = |comment: &str| one(&format!("1A. e4 {comment} *")).plies[0].stamp;
    assert_eq!(stamp("{1:30}"), Some(Stamp::Remaining(90_000)));
    assert_eq!(stamp("{0:59.5}"), Some(Stamp::Remaining(59_500)));
    assert_eq!(stamp("{1:02:03}"), Some(Stamp::Remaining(3_723_000)));
    for none in ["{3:1}", "{1:300}", "{1:-30}", "{a:30}", "{:30}", "{Ann: 30}"] {
        assert_eq!(stamp(none), None, "{none}");
    }
}

#[test]
fn times_since_the_start_run_the_clocks() {
    let text =
        "[TimeControl \"60+2\"]\n\n1A.e4 {[ts=1.000]} 1B.d4 {[ts=2.500]} 1a.e5 {[ts=4.000]} 2A.d4 {[ts=9.000]} *";
    let record = one(text);
    let game = record.replay(fairy()).expect("sound");
    // White on A thinks 1 s and 5 s, black on A 3 s, white on B 2.5 s; each move gives 2 s back.
    assert_eq!(Seat::ALL.map(|seat| game.clocks()[seat]), [58_000, 59_000, 59_500, 60_000]);
    let written = bpgn::write(&record);
    assert!(written.contains("1A. e4 {[ts=1.000]} 1B. d4 {[ts=2.500]}"), "{written}");
    assert_eq!(bpgn::write(&one(&written)), written);
}

#[test]
fn bytes_that_are_not_utf8_are_latin_1() {
    // Regression: quotation marks of Windows were controls.
    let quoted = bpgn::read(b"[WhiteA \"O\x92Neil \x80\xe9\"]\n1A. e4 *").expect("Windows-1252").remove(0);
    assert_eq!(quoted.tag("WhiteA"), Some("O\u{2019}Neil €é"));
    let records = bpgn::read(b"[WhiteA \"J\xf6rg\"]\n[BlackA \"\xd0\x98\xd1\x80\xd0\xb0\"]\n1A. e4 {sch\xf6n} *")
        .expect("readable");
    assert_eq!(records[0].tag("WhiteA"), Some("J\u{f6}rg"));
    assert_eq!(records[0].tag("BlackA"), Some("\u{418}\u{440}\u{430}"), "each line by itself");
    let written = bpgn::write(&records[0]);
    assert_eq!(write_all(&bpgn::read(written.as_bytes()).expect("readable")), written);
}

#[test]
fn pawn_drops_may_lack_their_letter() {
    let text = "1A. e4 1a. d5 2A. exd5 1B. d4 1b. @e3 *";
    let record = one(text);
    assert_eq!(sans(&record).last(), Some(&"P@e3"));
    let game = record.replay(fairy()).expect("sound");
    assert!(game.to_bfen().ends_with("/8/3P4/4p3/PPP1PPPP/RNBQKBNR[] w KQkq - 0 2"), "{}", game.to_bfen());
}

#[test]
fn games_start_where_the_tag_says_with_hands_in_either_form() {
    let boards = [
        "4k3/8/8/8/8/8/8/4K3/Nq w - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1 | startpos",
        "4k3/8/8/8/8/8/8/4K3[qN] w | startpos",
    ];
    for start in boards {
        let record = one(&format!("[FEN \"{start}\"]\n\n1A. N@e4 1a. Q@d2+ *"));
        let game = record.replay(fairy()).expect("sound");
        assert_eq!(game.start(BoardId::A).to_bfen(), "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1");
        assert_eq!(game.played().len(), 2);
        let written = bpgn::write(&record);
        assert_eq!(bpgn::write(&one(&written)), written);
    }
    let wrong = one("[Event \"?\"]\n[FEN \"startpos\"]\n\n1A. e4 *").replay(fairy()).expect_err("one board");
    assert_eq!(
        wrong.to_string(),
        "BPGN line 2, `startpos`: tag FEN: `startpos`: two boards joined by `|` are needed, not 1"
    );
}

#[test]
fn notes_and_end_notes_are_told_apart() {
    let text = "{C:hello} {from the club} 1A. e4 {59.0 } {C:eval +0.31} {a question} 1a. e5 {[%clk 0:00:58] hm} ; to the end\n\
                2A. d4 $2 {C: two\nlines } {Ann resigns} 0-1";
    let record = one(text);
    assert_eq!(record.notes, ["hello", "from the club"]);
    assert_eq!(record.plies[0].notes, ["eval +0.31", "a question"]);
    assert_eq!(record.plies[1].notes, ["hm", "to the end"]);
    assert_eq!(record.plies[1].stamp, Some(Stamp::Remaining(58_000)));
    assert_eq!(record.plies[2].notes, ["two lines"]);
    assert_eq!(record.end_note.as_deref(), Some("Ann resigns"));
    assert_eq!(
        bpgn::write(&record),
        "{C:hello} {C:from the club} 1A. e4 {59.000} {C:eval +0.31} {C:a question} \
        1a. e5 {58.000} {C:hm}\n{C:to the end} 2A. d4 {C:two lines} {Ann resigns} 0-1\n\n"
    );
}

#[test]
fn bug_an_end_note_with_a_note_behind_it_was_a_note() {
    let record = one("[WhiteA \"Ann\"]\n\n1A. e4 {59.0} {Ann resigns} {C:well played} {C:you too} 0-1");
    assert_eq!(record.plies[0].notes, ["well played", "you too"]);
    assert_eq!(record.end_note.as_deref(), Some("Ann resigns"));
    // Behind it the game went on, or it tells no end.
    for text in ["1A. e4 {Ann resigns} {C:no} 1a. e5 *", "1A. e4 {Ann is late} {C:no} *"] {
        let record = one(text);
        assert_eq!((record.plies[0].notes.len(), record.end_note), (2, None), "{text}");
    }
}

#[test]
fn texts_without_games_hold_none() {
    for text in ["", "\n \r\n", "{a comment}", "\u{feff}"] {
        assert!(bpgn::read(text.as_bytes()).expect("readable").is_empty(), "{text:?}");
    }
    assert_eq!(bpgn::read(b"* * 1-0").expect("readable").len(), 3);
}

#[test]
fn errors_name_line_token_and_reason() {
    let cases = [
        ("1A. e4\n1a. e5 {59.0\n2A. d4 *", 2, "{59.0\n2A. d4 *", Fault::UnclosedComment),
        ("1A. e4 59.0} *", 1, "59.0", Fault::PlyNumber),
        ("1A. e4 } *", 1, "}", Fault::StrayBrace),
        ("\n[WhiteA Ann]\n1A. e4 *", 2, "[WhiteA Ann]", Fault::Tag),
        ("[WhiteA \"Ann]\n1A. e4 *", 1, "[WhiteA \"Ann]", Fault::Tag),
        ("[\"Ann\"]\n1A. e4 *", 1, "[\"Ann\"]", Fault::Tag),
        ("1A. e4\n(1A. d4) *", 2, "(", Fault::Variation),
        ("1A. e4 1C. e5 *", 1, "1C.", Fault::PlyNumber),
        ("1A. e4 e5 *", 1, "e5", Fault::PlyNumber),
        ("1A. e4 99999999999a. e5 *", 1, "99999999999a.", Fault::PlyNumber),
        ("1A. e4\n2a. e5 *", 2, "2a.", Fault::PlyOrder { expected: "1a".to_owned() }),
        ("1A. e4 1a. e5\n\n1A. d4 *", 3, "1A.", Fault::PlyOrder { expected: "2A".to_owned() }),
        ("1A. e4\n1a. {59.0} e5 *", 2, "1a.", Fault::NoMove),
        ("1A. e4\n1a. *", 2, "1a.", Fault::NoMove),
        ("1A. e4\n1a. e5", 2, "1a. e5", Fault::NoResult),
        ("[WhiteA \"Ann\"]\n", 1, "[WhiteA \"Ann\"]", Fault::NoResult),
        ("1A. e4\n[WhiteA \"Ann\"]", 2, "[WhiteA \"Ann\"]", Fault::TagInGame),
        ("[Result \"1-0\"]\n\n1A. e4 0-1", 3, "0-1", Fault::ResultTag { tag: "1-0".to_owned() }),
    ];
    for (text, line, token, reason) in cases {
        let error = bpgn::read(text.as_bytes()).expect_err(text);
        assert_eq!(error, BpgnError { line, token: token.to_owned(), reason }, "{text}");
    }
    let long = format!("1A. e4 {}", "x".repeat(1_000_000));
    assert!(bpgn::read(long.as_bytes()).expect_err("no number").to_string().len() < 200);
}

#[test]
fn replaying_finds_what_the_rules_do_not_allow() {
    let replay = |text: &str| one(text).replay(fairy()).map(|_| ()).expect_err(text).to_string();
    assert_eq!(replay("1A. e4\n1a. e4 *"), "BPGN line 2, `1a. e4`: `e4` is not legal here");
    assert_eq!(replay("1A. e4\n1a. N@e4 *"), "BPGN line 2, `1a. N@e4`: `N@e4` is not legal here");
    assert_eq!(replay("1A. hello *"), "BPGN line 1, `1A. hello`: `hello` is no move in SAN");
    assert_eq!(replay("1a. e5 *"), "BPGN line 1, `1a. e5`: black on A is not on turn");
    let ambiguous = replay("1A. Nf3 1a. e5 2A. d4 2a. e4 3A. Nd2 *");
    assert_eq!(ambiguous, "BPGN line 1, `3A. Nd2`: `Nd2` is ambiguous: b1d2 or f3d2");
    let mate = "1A. f3 1a. e5 2A. g4\n2a. Qh4#\n";
    assert_eq!(replay(&format!("{mate}1B. e4 0-1")), "BPGN line 3, `1B. e4`: the game is over: 0-1, mate (white on A)");
    assert_eq!(replay(&format!("{mate}1-0")), "BPGN line 3, `1-0`: by the rules the result is 0-1");
    assert_eq!(replay(&format!("{mate}*")), "BPGN line 3, `*`: by the rules the result is 0-1");
    // By rules where a block saves, the same moves leave white hanging.
    let hang = one(&format!("{mate}*")).replay(Rules::default()).expect("it goes on");
    assert!(hang.is_hanging(BoardId::A));
    let unfounded = "[WhiteA \"Ann\"]\n1A. e4\n{Ann checkmated} 0-1";
    assert_eq!(
        replay(unfounded),
        "BPGN line 3, `Ann checkmated`: by the rules that is not how the game stands: it goes on"
    );
    let wrong_name = format!("[WhiteA \"Ann\"] [BlackA \"Bob\"] {mate} {{Bob checkmated}} 0-1");
    assert!(replay(&wrong_name).contains("0-1, mate (white on A)"));
    assert!(replay("[BlackA \"Bob\"] 1A. e4 {Bob resigns} 0-1").contains("it goes on"), "Bob cannot win so");
    one("[BlackA \"Bob\"] 1A. e4 {Bob resigns} 1-0").replay(fairy()).expect("sound");
    one("1A. e4 {nobody knows why} 1-0").replay(fairy()).expect("an end that is not understood is believed");
}

mod any {
    //! Arbitrary text: no panic, and everything read round-trips.
    use super::{bpgn, real_games, write_all};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = bpgn::read(&bytes);
        }

        #[test]
        fn pieces_of_bpgn(parts in proptest::collection::vec(0..PARTS.len(), 0..40)) {
            stable(parts.into_iter().map(|part| PARTS[part]).collect::<String>().as_bytes())?;
        }

        #[test]
        fn damaged_games(at in 0usize..3000, length in 0usize..20, byte in any::<u8>()) {
            let mut bytes = real_games();
            bytes.truncate(3200);
            bytes.splice(at..at + length, [byte]);
            stable(&bytes)?;
        }
    }

    const PARTS: [&str; 24] = [
        "[A \"b\"]",
        "[Result \"*\"]",
        "\n",
        " ",
        "1A. e4",
        "1a. e5",
        "1B.d4",
        "1b",
        "2A. ",
        "@e3",
        "{",
        "}",
        "{5.0}",
        "{C:x}",
        "{[ts=1.5] y}",
        "{[%clk 0:1:2]}",
        "{Ann resigns}",
        "*",
        "1-0",
        "0-1",
        "1/2-1/2",
        "$1",
        ";z\n",
        "\"\\",
    ];

    fn stable(bytes: &[u8]) -> Result<(), TestCaseError> {
        let Ok(records) = bpgn::read(bytes) else { return Ok(()) };
        let written = write_all(&records);
        let again = bpgn::read(written.as_bytes());
        prop_assert!(again.is_ok(), "{:?}: {:?}", written, again.err());
        prop_assert_eq!(write_all(&again.unwrap_or_default()), written);
        for record in &records {
            let _ = record.replay(super::fairy());
        }
        Ok(())
    }
}
