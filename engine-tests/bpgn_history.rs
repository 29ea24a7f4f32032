//! BPGN of the past: damaged files, both conventions of results, ends that no rule shows, the rules that fit.

use tandem::game::bpgn::{self, GameResult, Record, Settled, Splitter, Stamp};
use tandem::game::{PromotionRule, Reason, Rules, Seat, Team};

/// The parts of a text.
fn parts(text: &[u8]) -> Vec<bpgn::Part> {
    let mut splitter = Splitter::default();
    let mut parts: Vec<bpgn::Part> =
        text.split_inclusive(|&byte| byte == b'\n').filter_map(|line| splitter.push(line)).collect();
    parts.extend(splitter.finish());
    parts
}

/// Every game of a text, or the message of its damage.
fn read(text: &str) -> Vec<Result<Settled, String>> {
    let mut games = Vec::new();
    for part in parts(text.as_bytes()) {
        let (records, damage) = bpgn::read_history(&part.bytes, part.line);
        games.extend(records.into_iter().map(|record: Record| record.settle(None).map_err(|error| error.to_string())));
        games.extend(damage.map(|error| Err(error.to_string())));
    }
    games
}

/// The only game of a text.
fn one(text: &str) -> Settled {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    let settled = games.remove(0).unwrap_or_else(|error| panic!("{error}"));
    // Tandem's own strict reader accepts a settled game.
    let written = bpgn::write(&settled.record);
    let again = bpgn::read(written.as_bytes()).expect("BPGN").remove(0);
    let rules = again.rules().expect("rules").expect("the tag Rules");
    assert_eq!(rules, settled.rules);
    let game = again.replay(rules).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(game.outcome(), settled.game.outcome(), "{written}");
    settled
}

const NAMES: &str = "[WhiteA \"Ann\"][WhiteAElo \"2051\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\
    [TimeControl \"120+0\"]\n[Lag \"178 284 242\"]\n";

/// The form of the chess servers' database.
fn server(moves: &str, end: &str) -> String {
    format!("[Event \"FICS rated bughouse match\"]\n{NAMES}\n{{C: This is game number 7.}}\n{moves}\n{end}\n")
}

#[test]
fn bug_a_verdict_or_a_comment_without_a_blank_before_it_damaged_the_game() {
    let text = server("1A. e4$1 {118.585} 1a. d5!$13$146 {117.000} 2A.exd5;a good move", "{Cid resigns} 1-0");
    let settled = one(&text);
    let sans: Vec<&str> = settled.record.plies.iter().map(|ply| ply.san.as_str()).collect();
    assert_eq!(sans, ["e4", "d5", "exd5"]);
    assert_eq!(settled.record.plies[1].stamp, Some(Stamp::Remaining(117_000)));
    assert_eq!(settled.record.plies[2].notes, ["a good move"]);
    // `$146@` is a knight's drop, whatever stands before it.
    let drop = server("1A. e4 1a. d5 2A. d4 1B. Nf3 1b. Nc6 2B. Ne5 2b. d6 3B. Nxc6 2a.$146@f4", "{Cid resigns} 1-0");
    assert_eq!(one(&drop).record.plies.last().map(|ply| ply.san.as_str()), Some("N@f4"));
}

#[test]
fn bug_a_verdict_apart_from_its_move_damaged_the_game() {
    let text = server("1A. e4 !? {118.585} 1a. d5?! {117.000} ?? 2A. exd5 {116.000} !", "{Cid resigns} 1-0");
    let settled = one(&text);
    let sans: Vec<&str> = settled.record.plies.iter().map(|ply| ply.san.as_str()).collect();
    assert_eq!(sans, ["e4", "d5", "exd5"]);
    assert_eq!(settled.record.plies[0].stamp, Some(Stamp::Remaining(118_585)));
    assert_eq!(settled.game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
    let wrong = read(&text.replace(" !? ", " !?! "));
    assert!(matches!(&wrong[..], [Err(error)] if error.contains("`!?!`")), "{}", wrong.len());
    // A live game is read strictly.
    assert!(bpgn::read(text.as_bytes()).is_err());
    let half = bpgn::Half::from_pgn(b"[White \"Ann\"]\n\n1. e4 !? {[%clk 0:01:59]} e5 ?? 2. d4! 1-0 !\n", 1);
    let half = half.expect("a board");
    assert_eq!(half.plies.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>(), ["e4", "e5", "d4!"]);
    assert_eq!(half.plies[0].clock_ms, Some(119_000));
}

#[test]
fn bug_an_escape_line_of_pgn_damaged_the_game() {
    let text = server("1A. e4 {118.585}\n% for programs\n1a. d5 {117.000}", "{Cid resigns} 1-0");
    let text = format!("% of a program\n{}", text.replace("[BlackB", "%\n[BlackB"));
    let settled = one(&text);
    assert_eq!((settled.record.plies.len(), settled.record.tag("BlackB")), (2, Some("Dan")));
    let wrong = read(&text.replace("1a. d5", "1a. d9"));
    assert!(matches!(&wrong[..], [Err(error)] if error.contains("line 14")), "{}", wrong.len());
}

#[test]
fn the_database_of_the_chess_servers_is_read() {
    let text = server(
        "1A. e4{118.585} 1B. e4{117.268} 1a. Nf6{118.687} {R: Bob requests to abort the game.}",
        "{Game aborted on move 1} *",
    );
    let settled = one(&text);
    assert_eq!(settled.record.plies[0].stamp, Some(Stamp::Remaining(118_585)));
    assert_eq!(settled.record.plies[2].notes, ["R: Bob requests to abort the game."]);
    assert_eq!(settled.record.end_note.as_deref(), Some("Game aborted on move 1"));
    assert_eq!((settled.record.result, settled.game.outcome()), (GameResult::Open, None));
    assert_eq!(settled.record.tag("WhiteAElo"), Some("2051"));
    assert!(settled.warnings.is_empty() && settled.rules_found);
}

#[test]
fn the_end_note_decides_and_the_result_is_read_by_either_convention() {
    // White on B mates black on B: team 2 wins. The servers write 1-0, since white won there.
    let moves = "1B. e4{118} 1b. f6{117} 2B. d4{117} 1A. e4{110} 2b. g5{116} 3B. Qh5#{115}";
    for result in ["1-0", "0-1", "*"] {
        let settled = one(&server(moves, &format!("{{Dan checkmated}} {result}")));
        let outcome = settled.game.outcome().expect("mate");
        assert_eq!((outcome.winner, outcome.reason), (Some(Team::Two), Reason::Mate));
        assert_eq!(outcome.seat, Some(Seat::from_letter('b').expect("a seat")));
        assert_eq!((settled.record.result, settled.record.tag("Result")), (GameResult::Won(Team::Two), Some("0-1")));
        assert!(settled.warnings.is_empty(), "{result}: {:?}", settled.warnings);
    }
    let drawn = one(&server(moves, "{Dan checkmated} 1/2-1/2"));
    assert_eq!(drawn.record.result, GameResult::Won(Team::Two));
    assert_eq!(drawn.warnings, ["Result 1/2-1/2 fits neither convention: 0-1, mate (black on B)"]);
    // On A the conventions are one.
    let wrong = one(&server("1A. e4{118} 1a. e5{100}", "{Ann forfeits on time} 1-0"));
    assert_eq!(wrong.record.result, GameResult::Won(Team::Two));
    assert_eq!(wrong.warnings.len(), 1, "{:?}", wrong.warnings);
    assert!(wrong.warnings[0].starts_with("Result 1-0 fits neither convention"), "{:?}", wrong.warnings);
}

#[test]
fn ends_that_no_rule_shows_are_believed() {
    let moves = "1A. e4{118} 1B. e4{117} 1a. e5{116}";
    for (note, reason, letter) in [
        ("Ann forfeits on time", Reason::Flag, 'A'),
        ("Cid resigns", Reason::Resignation, 'B'),
        // Bob is not on turn.
        ("Bob forfeits on time", Reason::Flag, 'a'),
        ("Bob ran out of time", Reason::Flag, 'a'),
        ("Dan checkmated", Reason::Mate, 'b'),
        ("Ann won by resignation", Reason::Resignation, 'a'),
    ] {
        let settled = one(&server(moves, &format!("{{{note}}} 1-0")));
        let outcome = settled.game.outcome().expect(note);
        assert_eq!((outcome.reason, outcome.seat.map(Seat::letter)), (reason, Some(letter)), "{note}");
        let shown = matches!(note, "Ann forfeits on time" | "Cid resigns" | "Ann won by resignation");
        let believed = settled.warnings.iter().any(|warning| warning.contains("is believed"));
        assert_eq!(believed, !shown, "{note}: {:?}", settled.warnings);
        let note = settled.record.end_note.expect("a note");
        assert_eq!(note.ends_with(", as told"), !shown, "{note}");
    }
    let partner = one(&server(moves, "{Dan's partner won} 0-1"));
    assert_eq!(partner.record.result, GameResult::Won(Team::One), "the note decides");
    let drawn = one(&server(moves, "{Game drawn by mutual agreement} 1/2-1/2"));
    assert_eq!(drawn.game.outcome().map(|outcome| outcome.reason), Some(Reason::Agreement));
    let unclear = one(&server(moves, "{nobody knows why} 0-1"));
    assert_eq!((unclear.record.result, unclear.game.outcome()), (GameResult::Won(Team::Two), None));
}

#[test]
fn bug_the_loss_of_a_player_whose_name_tells_of_a_draw_was_a_draw() {
    for name in ["DrawMaster", "Undrawn"] {
        for (note, reason) in [("resigns", Some(Reason::Resignation)), ("forfeits on time", Some(Reason::Flag))] {
            let text = server("1A. e4{118} 1B. e4{117} 1a. e5{116}", &format!("{{{name} {note}}} 0-1"));
            let settled = one(&text.replace("\"Ann\"", &format!("\"{name}\"")));
            assert_eq!(settled.record.result, GameResult::Won(Team::Two), "{name} {note}");
            assert_eq!(settled.game.outcome().map(|outcome| outcome.reason), reason, "{name} {note}");
            assert!(settled.warnings.is_empty(), "{:?}", settled.warnings);
        }
    }
    let timed_out = one(&server("1A. e4{118}", "{Game drawn because both players ran out of time} 1/2-1/2"));
    assert_eq!(timed_out.game.outcome().map(|outcome| outcome.reason), Some(Reason::Flag));
}

#[test]
fn bug_a_draw_of_another_reason_was_taken_for_an_agreed_one() {
    for (note, reason) in [
        ("Game drawn by adjudication", Some(Reason::Adjudication)),
        ("Game drawn by agreement", Some(Reason::Agreement)),
        ("Draw", Some(Reason::Agreement)),
        ("Game drawn by the 50 move rule", None),
        ("Game drawn by timeout vs insufficient material", None),
    ] {
        let settled = one(&server("1A. e4{118} 1B. e4{117} 1a. e5{116}", &format!("{{{note}}} 1/2-1/2")));
        assert_eq!(settled.game.outcome().map(|outcome| outcome.reason), reason, "{note}");
        assert_eq!((settled.record.result, settled.warnings.len()), (GameResult::Draw, 0), "{note}");
        if reason.is_none() {
            assert_eq!(settled.record.end_note.as_deref(), Some(note), "it stays as it was");
        }
    }
}

#[test]
fn bug_clocks_in_another_unit_than_the_time_control_were_believed_without_a_word() {
    let text = server("1A. e4{1185} 1B. e4{1170} 1a. e5{1160}", "{Ann resigns} 0-1");
    let tenths = one(&text).warnings;
    assert_eq!(tenths, ["line 10: the clock shows 1185.000 s, and the time control has given only 120.000 s"]);
    let minutes = one(&server("1A. e4{118}", "*").replace("120+0", "2+0")).warnings;
    assert!(minutes.len() == 1 && minutes[0].contains("118.000 s"), "{minutes:?}");
    assert!(one(&text.replace("120+0", "1200+0")).warnings.is_empty());
}

#[test]
fn bug_rules_of_games_that_tell_none_replaced_those_of_bughouse_pros_tags() {
    let steal = "[Promotion \"Steal\"]\n[DropAggression \"Mate allowed\"]\n[PawnDropRanks \"2-6\"]\n";
    let fics = Rules::preset("fics").expect("a preset");
    for (tags, promotion) in [(steal, PromotionRule::TakeFromPartnerBoard), ("", fics.promotion)] {
        let text = format!("{tags}{NAMES}\n1A. e4 1a. e5 *\n");
        let record = bpgn::read_history(text.as_bytes(), 1).0.remove(0);
        let settled = record.settle(Some(fics)).expect("legal moves");
        assert_eq!(settled.rules.promotion, promotion, "{tags}");
    }
}

#[test]
fn bug_a_variant_that_is_not_told_was_refused_as_one_that_is_not_played() {
    for (variant, is_chess960) in [("?", false), ("-", false), ("Bughouse 960", true), ("bughouse", false)] {
        let settled = one(&format!("[Variant \"{variant}\"]\n{NAMES}\n1A. e4 1a. e5 *\n"));
        assert_eq!(settled.record.is_chess960(), is_chess960, "{variant}");
    }
    let duck = format!("[Variant \"Bughouse Duck\"]\n{NAMES}\n1A. e4 1a. e5 *\n");
    assert!(matches!(&read(&duck)[..], [Err(error)] if error.contains("the variant Duck is not played")));
}

#[test]
fn bug_clocks_with_a_comma_or_below_zero_were_comments() {
    let settled = one(&server("1A. e4{118,585} 1a. e5{[%clk -0:00:01.5]} 2A. d4{-0:01}", "{Ann resigns} 0-1"));
    let stamps: Vec<Option<Stamp>> = settled.record.plies.iter().map(|ply| ply.stamp).collect();
    assert_eq!(stamps, [118_585, 0, 0].map(|ms| Some(Stamp::Remaining(ms))));
}

#[test]
fn bug_times_in_parentheses_were_lost_as_variations() {
    let settled = one(&server("1A. e4 (0:01) 1a. e5 (1a. d5 {0:02}) {116}", "{Ann resigns} (0:03) 0-1"));
    assert_eq!(settled.game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
    let [first, second] = &settled.record.plies[..] else { panic!("two plies") };
    assert_eq!(first.notes, ["(0:01)"]);
    assert_eq!((second.notes.join("|"), second.stamp), ("(0:03)".to_owned(), Some(Stamp::Remaining(116_000))));
}

#[test]
fn bug_of_a_tag_with_two_values_one_was_taken_without_a_word() {
    let text = server("1A. e4{118} 1a. e5{116}", "{Ann resigns} 0-1");
    let twice = |value: &str| one(&text.replace("[BlackA", &format!("[WhiteA \"{value}\"]\n[BlackA"))).warnings;
    assert_eq!(twice("Eve"), ["tag WhiteA: `Ann` is taken, and `Eve` behind it is not"]);
    assert!(twice("Ann").is_empty());
}

#[test]
fn bug_comments_behind_the_result_were_lost() {
    let moves = "1A. e4{118} 1B. e4{117} 1a. e5{116}";
    let resigned = one(&server(moves, "0-1 {Ann resigns} {well played}\n\n{C: annotated}"));
    assert_eq!(resigned.game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
    assert_eq!(resigned.record.plies[2].notes, ["well played", "annotated"]);
    let told = one(&server(moves, "{Ann resigns} 0-1 {well played}"));
    assert_eq!(told.game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
    assert_eq!(told.record.plies[2].notes, ["well played"]);
    // Without tags between them, a comment on a line of its own is of the next game.
    let games = read("1A. e4 1a. e5 1-0\n{second} 1A. d4 1a. d5 0-1\n");
    let notes = |game: &Result<Settled, String>| game.as_ref().expect("a game").record.notes.join("|");
    assert_eq!(games.iter().map(notes).collect::<Vec<_>>(), ["", "second"]);
}

#[test]
fn the_rules_are_those_by_which_the_end_fits() {
    // A check that a drop could block: mate only where mate is immediate.
    let moves = "1A. f3{118} 1a. e5{117} 2A. g4{116} 2a. Qh4#{115}";
    let immediate = one(&server(moves, "{Ann checkmated} 0-1"));
    assert_eq!(immediate.rules, Rules::preset("fairy-stockfish").expect("a preset"));
    assert!(immediate.rules_found && immediate.warnings.is_empty());
    // The same moves and a flag: by that preset the game would have been over.
    let hanging = one(&server(moves, "{Ann forfeits on time} 0-1"));
    assert_eq!(hanging.rules, Rules::preset("fics").expect("a preset"));
    assert_eq!(hanging.game.outcome().map(|outcome| outcome.reason), Some(Reason::Hang));
    // Of unknown origin: the preset of matches comes first.
    let unknown = one(&format!("{NAMES}\n1A. e4 1a. e5 *\n"));
    assert_eq!(unknown.rules, Rules::default());
    let told = one(&format!("[Rules \"gambler\"]\n{NAMES}\n1A. e4 1a. e5 *\n"));
    assert!(!told.rules_found && told.rules == Rules::preset("gambler").expect("a preset"));
}

#[test]
fn a_game_with_the_tag_rules_is_checked_strictly() {
    let game = |end: &str| format!("[Rules \"fics\"]\n{NAMES}\n1A. e4 {{50.0}} 1a. e5 {{49.0}} {end}\n");
    let wrong = |end: &str| read(&game(end)).remove(0).expect_err(end);
    assert!(wrong("{Bob checkmated} 1-0").contains("it goes on"));
    assert!(wrong("{Ann resigns} 1-0").contains("it goes on"));
    assert!(wrong("[Result \"0-1\"] 1-0").contains("the game before is not finished"));
    assert!(read(&format!("[Result \"0-1\"]\n{}", game("1-0"))).remove(0).is_err());
    one(&game("{Ann resigns} 0-1"));
}

#[test]
fn damage_in_one_game_leaves_the_others() {
    let good = server("1A. e4{118} 1a. e5{117}", "{Ann resigns} 0-1");
    for (damage, line, part) in [
        (good.replace("e5{117}", "e5{117"), 22, "the comment has no `}`"),
        (good.replace("1a. e5", "1a. e4"), 22, "`e4` is not legal here"),
        (good.replace("[BlackA \"Bob\"]", "[BlackA \"Bob]"), 15, "a tag is written"),
        (good.replace("1a. e5{117}", "2a. e5{117}"), 22, "the next ply on this board is 1a"),
        (good.replace("{Ann resigns} 0-1", ""), 22, "the game has no result"),
        (good.replace("1a. e5", "(1A. d4 1a. e5"), 22, "the variation has no `)`"),
    ] {
        let games = read(&format!("{good}\n{damage}\n{good}"));
        assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<bool>>(), [true, false, true], "{damage}");
        let error = games[1].as_ref().expect_err("damage");
        assert!(error.contains(part) && error.starts_with(&format!("BPGN line {line},")), "{part}: {error}");
    }
}

#[test]
fn bug_times_of_moves_told_no_clocks() {
    let text = "[TimeControl \"120+1\"]\n\n1. e4 {[%emt 0:00:01.5]} e5 {[%emt 2.0] hm} 2. d4 {[%emt 119]} Nf6 \
        3. c4 {[%emt 1]} *";
    // A time that tells no clock is not lost.
    let clocks_and_note = |text: &str, note: &str| -> Vec<Option<u64>> {
        let half = bpgn::Half::from_pgn(text.as_bytes(), 1).expect("a board");
        assert_eq!(half.plies[1].notes, [note]);
        half.plies.iter().map(|ply| ply.clock_ms).collect()
    };
    let clocks = |text: &str| clocks_and_note(text, "[%emt 2.0] hm");
    assert_eq!(
        clocks_and_note(text, "hm"),
        [Some(119_500), Some(119_000), Some(1_500), None, None],
        "up to a move without a time"
    );
    assert_eq!(clocks(&text.replace("TimeControl", "Other")), [None; 5], "the clocks at the beginning are not known");
    let both = text.replace("[%emt 119]", "[%emt 119] [%clk 0:00:01]");
    assert_eq!(clocks(&both), [None, None, Some(1_000), None, None], "clocks that are told are not mixed with others");
}

#[test]
fn parts_are_cut_at_tags_and_endless_ones_cut_off() {
    let lines = |text: &str| -> Vec<(usize, usize)> {
        parts(text.as_bytes()).iter().map(|part| (part.line, part.bytes.len())).collect()
    };
    assert_eq!(lines(""), []);
    assert_eq!(lines("\n\n[A \"b\"]\n[C \"d\"]\n\n1A. e4 *\n[A \"b\"]\n"), [(3, 26), (7, 8)]);
    assert_eq!(lines("[A \"b\"]\n\n[A \"b\"]\n1A. e4"), [(1, 9), (3, 14)], "a head without moves");
    assert_eq!(lines("1A. e4 *\n1A. d4 1-0\n"), [(1, 9), (2, 11)], "no tags");
    assert_eq!(lines("1A. e4 1/2\n1A. d4 1-0\n"), [(1, 11), (2, 11)], "no tags");
    assert_eq!(lines("[A \"b\"]\n{x *\n[A \"b\"]\n*"), [(1, 13), (3, 9)], "a comment left open");
    let endless = "x".repeat(Splitter::MOST_BYTES / 2);
    let cut = parts(format!("[A \"b\"]\n{endless}\n{endless}\n{endless}\n[A \"b\"]\n*").as_bytes());
    assert_eq!(cut.iter().map(|part| part.is_cut).collect::<Vec<bool>>(), [true, false]);
}

#[test]
fn exports_of_pychess_are_read() {
    let text = "[Event \"?\"]\n[Site \"https://www.pychess.org/analysis/bughouse\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n\
        [WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[Result \"*\"]\n[Variant \"Bughouse\"]\n\
        [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
        1A.e4 1B.d4 1A.d5 1B.e6 2A.exd5 (2A. Nf3 {a (plan} 2a. Nf6 (2a. Nc6)) 2B.e4 2b.P@e5 *\n";
    let settled = one(text);
    let letters: String = settled.record.plies.iter().map(|ply| ply.seat.letter()).collect();
    assert_eq!(letters, "ABabABb");
    assert_eq!(settled.record.tag("FEN"), None, "the usual start");
    assert_eq!(settled.rules, Rules::preset("fairy-stockfish").expect("a preset"));
}

/// A game in bughouse.pro's form; `tags` replaces its tags of rules.
fn pro(tags: &str, moves: &str, outcome: &str) -> String {
    format!(
        "[Event \"Unrated Bughouse Match\"]\n[Site \"bughouse.pro\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n\
         [WhiteB \"Bob\"]\n[BlackB \"Dan\"]\n[TimeControl \"300\"]\n{tags}\n[Result \"1-0\"]\n[Termination \"normal\"]\n\
         [Outcome \"{outcome}\"]\n[GameDuration \"20.500\"]\n{moves}\n"
    )
}

const UPGRADE: &str =
    "[Variant \"Bughouse\"]\n[Promotion \"Upgrade\"]\n[DropAggression \"No chess mate\"]\n[PawnDropRanks \"2-6\"]";

#[test]
fn games_of_bughouse_pro_are_read() {
    let moves = "1A. e4 {[ts=0.000]} 1B. d4 {[ts=0.500]} 1a. d5 {[ts=1.250]} 2A. xd5 {[ts=3.000]}\n\
        2a. Qxd5 {[ts=4.000]} 1b. P@d5 {[ts=5.000]} 3A. c4 {[ts=6.000]} 2B. c4 {[ts=7.000]} 3a. e5 {[ts=8.000]}\n\
        4A. xd5 {[ts=9.000]} 2b. xc4 {[ts=10.000]}";
    let settled = one(&pro(UPGRADE, moves, "Ann & Dan won: Bob & Bob resigned"));
    let sans: Vec<&str> = settled.record.plies.iter().map(|ply| ply.san.as_str()).collect();
    assert_eq!((sans[3], sans[9], sans[10]), ("exd5", "cxd5", "dxc4"));
    // White on A took 0, 1.75, 2 and 1 s.
    assert_eq!(settled.record.plies[9].stamp, Some(Stamp::Remaining(300_000 - 4_750)));
    assert_eq!(settled.rules.to_string(), "fics,drop-mate=forbidden,pawn-drop-ranks=2-6");
    let outcome = settled.game.outcome().expect("an end");
    assert_eq!((outcome.reason, outcome.winner), (Reason::Resignation, Some(Team::One)));
    assert!(settled.warnings.is_empty(), "{:?}", settled.warnings);
    // Between the two pawns that could take: the file is told.
    let text = "1A. e4 {[ts=0.1]} 1a. d5 {[ts=0.2]} 2A. c4 {[ts=0.3]} 2a. Nf6 {[ts=0.4]} 3A. xd5 {[ts=0.5]}";
    let error = read(&pro(UPGRADE, text, "Unterminated")).remove(0).expect_err("ambiguous");
    assert!(error.contains("ambiguous"), "{error}");
    one(&pro(UPGRADE, &text.replace("xd5", "cxd5"), "Unterminated").replace("[Result \"1-0\"]", "[Result \"*\"]"));
}

#[test]
fn variants_and_rules_that_are_not_played_are_refused_by_name() {
    let moves = "1A. e4 {[ts=0.000]}";
    for (from, to, part) in [
        ("\"Bughouse\"", "\"Bughouse DuckChess\"", "the variant DuckChess is not played"),
        ("\"Bughouse\"", "\"Bughouse Chess960 Atomic\"", "the variant Atomic is not played"),
        ("\"Bughouse\"", "\"Crazyhouse\"", "the variant Crazyhouse is not played"),
        ("\"Upgrade\"", "\"Discard\"", "the rule Promotion \"Discard\" is not played"),
        ("\"2-6\"", "\"1-6\"", "the rule PawnDropRanks \"1-6\" is not played"),
        ("No chess mate", "Sometimes", "the rule DropAggression \"Sometimes\" is not played"),
    ] {
        let error = read(&pro(&UPGRADE.replace(from, to), moves, "Unterminated")).remove(0).expect_err(to);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn r19_games_of_chess960_are_read_and_castle() {
    let board = "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1";
    let tags = format!(
        "{}\n[SetUp \"1\"]\n[FEN \"{board} | {board}\"]",
        UPGRADE.replace("\"Bughouse\"", "\"Bughouse Chess960\"")
    );
    let moves = "1A. d4 {[ts=0.000]} 1B. Ne3 {[ts=0.861]} 1b. d5 {[ts=1.419]} 1a. d5 {[ts=1.495]}";
    let settled = one(&pro(&tags, moves, "Ann & Dan won: Bob & Bob lost on time"));
    assert!(settled.game.to_bfen().starts_with("nrbbqnkr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/NRBBQNKR"));
    // The knight of white on B has left f1, the rook's square after castling; the king stays on g1.
    let castled = format!("{moves} 2B. g4 {{[ts=3.000]}} 2b. g5 {{[ts=4.000]}} 3B. O-O {{[ts=5.000]}}");
    let settled = one(&pro(&tags, &castled, "Ann & Dan won: Bob & Bob lost on time"));
    assert_eq!(settled.record.plies[6].san, "O-O");
    assert_eq!(settled.record.tag("Variant"), Some("Bughouse960"));
    // The game is written in a form that is read again, castling and all.
    let again = bpgn::read(bpgn::write(&settled.record).as_bytes()).expect("BPGN").remove(0);
    assert_eq!(again.replay(settled.rules).expect("legal moves").to_bfen(), settled.game.to_bfen());
    // A file that says nothing of Chess960, but whose rooks castle from other files.
    let unsaid = tags.replace("Bughouse Chess960", "Bughouse");
    assert_eq!(
        one(&pro(&unsaid, &castled, "Ann & Dan won: Bob & Bob lost on time")).game.to_bfen(),
        settled.game.to_bfen()
    );
}

#[test]
fn bug_two_halves_of_chess960_were_refused_for_their_castling_rights() {
    let start = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    for variant in ["Bughouse960", "Bughouse"] {
        let half = |moves: &str| {
            let text = format!("[Variant \"{variant}\"]\n[FEN \"{start}\"]\n\n{moves} *\n");
            bpgn::Half::from_pgn(text.as_bytes(), 1).expect("PGN")
        };
        let record = bpgn::merge(&half("1. O-O e5"), &half("1. e4 O-O-O"));
        let record = record.unwrap_or_else(|error| panic!("{variant}: {error}"));
        let settled = record.settle(None).unwrap_or_else(|error| panic!("{variant}: {error}"));
        let moves: Vec<&str> = settled.record.plies.iter().map(|ply| ply.san.as_str()).collect();
        assert_eq!(moves, ["O-O", "e4", "e5", "O-O-O"], "{variant}");
        assert_eq!(settled.record.tag("Variant"), Some("Bughouse960"));
    }
}

#[test]
fn steal_is_gamblers_promotion() {
    let tags = UPGRADE.replace("Upgrade", "Steal").replace("2-6", "2-7");
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let tags = format!("{tags}\n[SetUp \"1\"]\n[FEN \"{start}\"]");
    let settled = one(&pro(&tags, "1A. a8=Qa1 {[ts=1.000]}", "Ann & Dan won: Bob & Bob resigned"));
    assert_eq!(settled.record.plies[0].san, "a8=Q^a1+");
}
