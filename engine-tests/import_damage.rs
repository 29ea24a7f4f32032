//! Files that are not quite as they should be: what is served of them, and what is told.

use super::import::{GOOD, boards, damages, games_of, one, pgns, tandem};
use std::fs;

/// How many games of a text are served, and how many are damaged.
fn counts(text: &[u8]) -> [usize; 2] {
    let games = games_of(&[text]);
    let good = games.iter().filter(|game| game.is_ok()).count();
    [good, games.len() - good]
}

#[test]
fn bug_a_byte_order_mark_made_the_game_behind_it_a_damaged_one() {
    let ([a, b], [json_a, json_b]) = (pgns(), boards());
    let list = format!("[{json_a},{json_b}]");
    for text in [GOOD.to_owned(), format!("{a}{b}"), format!("{json_a}\n{json_b}\n"), list] {
        let marked = format!("\u{feff}{text}");
        assert_eq!(counts(marked.as_bytes()), [1, 0], "{text}");
    }
    let (a, b) = (format!("\u{feff}{a}"), format!("\u{feff}{b}"));
    assert_eq!(one(&[a.as_bytes(), b.as_bytes()]).settled.record.plies.len(), 11);
    // Files that were put together.
    assert_eq!(counts(format!("{a}{b}").as_bytes()), [1, 0]);
    assert_eq!(counts(format!("\u{feff}{GOOD}").repeat(2).as_bytes()), [2, 0]);
}

#[test]
fn bug_a_compressed_file_or_utf_16_was_told_as_a_wrong_ply() {
    let utf_16: Vec<u8> = format!("\u{feff}{GOOD}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(&[u8], &str); 4] = [
        (&utf_16, "file0: it is UTF-16, which is not read: save it as UTF-8"),
        (b"\x1f\x8b\x08\x00rest", "file0: it is compressed: unpack it with gunzip"),
        (b"BZh91AY", "file0: it is compressed: unpack it with bunzip2"),
        (b"PK\x03\x04rest", "file0: it is an archive: unpack it with unzip"),
    ];
    for (bytes, told) in files {
        let games = games_of(&[bytes]);
        assert!(games.iter().all(|game| game.as_ref().is_err_and(|damage| damage.is_of_file())), "{told}");
        assert_eq!(damages(games), [told]);
        // The files behind it are read.
        assert_eq!(games_of(&[bytes, GOOD.as_bytes()]).iter().filter(|game| game.is_ok()).count(), 1, "{told}");
    }
}

#[test]
fn bug_letters_that_are_not_utf_8_were_guessed_without_a_word() {
    let text = [&b"[Annotator \"J\xf6rg\"]\n"[..], GOOD.as_bytes()].concat();
    let game = one(&[text.as_slice()]);
    assert_eq!(game.settled.record.tag("Annotator"), Some("J\u{f6}rg"));
    let warnings = &game.settled.warnings;
    assert!(warnings.iter().any(|warning| warning.contains("is read as Windows-1252")), "{warnings:?}");
    assert!(one(&[GOOD.as_bytes()]).settled.warnings.iter().all(|warning| !warning.contains("Windows")));
}

#[test]
fn bug_doubts_about_the_boards_of_a_game_were_not_told() {
    let [a, b] = pgns();
    // In Latin-1.
    let a: Vec<u8> = a.replace("White-7", "White-\u{e9}").chars().map(|letter| letter as u8).collect();
    let told = one(&[&a[..], b.as_bytes()]).settled.warnings;
    assert!(told.iter().any(|warning| warning.contains("is read as Windows-1252")), "{told:?}");
    let [a, mut b] = boards();
    b["game"]["colorOfWinner"] = "white".into();
    let told = one(&[a.to_string().as_bytes(), b.to_string().as_bytes()]).settled.warnings;
    assert_eq!(told, ["both boards were won by the same color: the first one counts"]);
}

#[test]
fn bug_a_reason_of_chess_com_that_is_not_known_was_lost() {
    let [mut a, mut b] = boards();
    for board in [&mut a, &mut b] {
        board["game"]["moveList"] = "".into();
        board["game"]["colorOfWinner"] = serde_json::Value::Null;
    }
    a["game"]["gameEndReason"] = "aborted".into();
    a["game"]["resultMessage"] = "Game aborted".into();
    let record = one(&[a.to_string().as_bytes(), b.to_string().as_bytes()]).settled.record;
    assert_eq!((record.end_note.as_deref(), record.result.text()), (Some("Game aborted"), "*"));
}

#[test]
fn bug_two_games_of_a_player_were_joined_to_one() {
    let [a, b] = pgns();
    let b = b.replace("White-8", "White-7");
    let wrong = damages(games_of(&[a.as_bytes(), b.as_bytes()]));
    assert!(wrong.len() == 2 && wrong.iter().all(|told| told.contains("this is one board")), "{wrong:?}");
    // Unknown players are no one person.
    let [a, b] = pgns().map(|text| text.replace("White-7", "?").replace("White-8", "?"));
    assert_eq!(one(&[a.as_bytes(), b.as_bytes()]).settled.record.plies.len(), 11);
}

#[test]
fn bug_comments_and_times_of_day_of_a_pgn_were_lost() {
    let control = |text: &str| text.replace("TimeControl \"120\"", "TimeControl \"40/7200:3600\"");
    let [a, b] = pgns().map(|text| control(&text));
    let a = a.replace("[Term", "[UTCTime \"23:29:23\"]\n[Term").replace("1. e4 {", "{the final} 1. e4 {best by test ");
    let record = one(&[a.as_bytes(), b.as_bytes()]).settled.record;
    assert_eq!((record.notes.join("|"), record.plies[0].notes.join("|")), ("the final".into(), "best by test".into()));
    assert_eq!((record.tag("UTCTime"), record.tag("TimeControl")), (Some("23:29:23"), Some("40/7200:3600")));
    // Boards of different times.
    let [a, mut b] = boards();
    b["game"]["baseTime1"] = 1190.into();
    let record = one(&[a.to_string().as_bytes(), b.to_string().as_bytes()]).settled.record;
    let controls = ["TimeControl", "WhiteATimeControl", "WhiteBTimeControl"].map(|name| record.tag(name));
    assert_eq!(controls, [Some("120+0"), None, Some("119+0")]);
}

#[test]
fn bug_what_stood_behind_the_result_of_a_pgn_was_lost_without_a_message() {
    let [a, b] = pgns();
    let behind = |text: &str| format!("{}{text}\n\n{b}", a.trim_end());
    for (text, line, token) in [
        ("\nmore lost words", 12, "more"),
        (" 2... d5 zzz 3. Qh5", 11, "2..."),
        ("\n\n{White won} 5. Nf3 1-0", 13, "5."),
        (" 0-1", 11, "0-1"),
        (" $146@f3", 11, "$146@f3"),
        (" [Event \"Next\"]", 11, "[Event \"Next\"]"),
    ] {
        let wrong = damages(games_of(&[behind(text).as_bytes()]));
        let told = format!("file0, game 1, line {line}, `{token}`: only comments may stand behind the result");
        // The other board is left alone.
        assert_eq!((wrong.len(), wrong[0].as_str()), (2, told.as_str()), "{wrong:?}");
    }
    for text in [" $5 {White won}", "\n\n; a good game\n{See\n\nyou} (or not)\n", "\r\n\r\n\r\n"] {
        assert_eq!(one(&[behind(text).as_bytes()]).settled.record.plies.len(), 11, "{text}");
    }
}

#[test]
fn bug_boards_that_ended_before_and_behind_midnight_were_not_joined() {
    let timed = |text: &str, end: &str| text.replace("[Term", &format!("[EndTime \"{end} GMT+0000\"]\n[Term"));
    let [a, b] = pgns();
    let (a, b) = (timed(&a, "23:59:59"), timed(&b, "0:00:00"));
    assert_eq!(one(&[a.as_bytes(), b.as_bytes()]).settled.record.plies.len(), 11);
}

#[test]
fn bug_a_file_that_could_not_be_read_counted_as_a_damaged_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let [missing, good, new, base] = ["missing.bpgn", "good.bpgn", "new.bpgn", "base"].map(path);
    fs::write(&good, GOOD).expect("a file");
    let told = format!("error: {missing} cannot be read; the other games are served");
    let commands: [Vec<&str>; 3] = [
        vec!["import", &missing, &good, "--to", &new],
        vec!["explore", "build", &base, &good, &missing],
        // No game of the missing file is counted.
        vec!["analyze", &missing, &good, "--game", "1", "--nodes", "20"],
    ];
    for arguments in commands {
        let output = tandem(&arguments, None);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
        assert!(stderr.contains(&told) && stderr.contains(&format!("{missing}: No such file")), "{stderr}");
        assert!(!output.stdout.is_empty() && !stderr.contains("damaged"), "{arguments:?}: {stderr}");
    }
    assert!(fs::read_to_string(&new).expect("a file").contains("[WhiteA \"Ann\"]"));
    // With a damaged game as well both are told.
    fs::write(&good, format!("{GOOD}{}", GOOD.replace("exd5", "exf5"))).expect("a file");
    let output = tandem(&["import", &good, &missing, "--to", &new], None);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(&format!("{missing} cannot be read, and 1 of 2 games is damaged")), "{stderr}");
}

#[test]
fn bug_an_import_to_the_standard_output_made_a_file_of_its_sign() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("good.bpgn"), GOOD).expect("a file");
    for (to, is_made) in [("-", false), ("./-", true)] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["import", "good.bpgn", "--to", to]).current_dir(folder.path()).output();
        let output = output.expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.success(), folder.path().join("-").exists()), (is_made, is_made), "{stderr}");
        assert_eq!(stderr.starts_with("error: --to -: the games go to a file"), !is_made, "{stderr}");
    }
}

#[test]
fn bug_a_fit_counted_a_file_that_could_not_be_read_as_a_game_that_was_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let [missing, good] = ["missing.bpgn", "good.bpgn"].map(path);
    let games: String = (0..10).map(|number| GOOD.replace("Ann", &format!("Ann {number}"))).collect();
    let fit = |files: &[&str]| {
        let output = tandem(&[&["fit", "expectation", "--nodes", "20", "--quiet"], files].concat(), None);
        let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.code(), stdout, stderr)
    };
    let (code, stdout, stderr) = fit(&[&*missing]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.ends_with(&format!("error: {missing} cannot be read, and there is no other game\n")), "{stderr}");
    fs::write(&good, &games).expect("a file");
    let (code, stdout, stderr) = fit(&[&*missing, &*good]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stdout.starts_with("10 games, 10 with clocks, 0 left out;"), "{stdout}");
    assert!(stderr.ends_with(&format!("error: {missing} cannot be read; the other games are served\n")), "{stderr}");
    // Regression: a game that came before counted again, and could be held out and fitted at once.
    let (_, stdout, stderr) = fit(&[&*good, &*good]);
    assert!(stdout.starts_with("10 games, 10 with clocks, 10 left out;"), "{stdout}{stderr}");
    fs::write(&good, games + &GOOD.replace("exd5", "exf5")).expect("a file");
    let (code, stdout, stderr) = fit(&[&*good]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stdout.starts_with("10 games, 10 with clocks, 1 left out;"), "{stdout}");
    assert!(stderr.contains("1 of 11 games is damaged and left out"), "{stderr}");
}

#[test]
fn bug_a_list_of_objects_that_begin_lines_was_damaged_inside_an_object() {
    let [a, b] = boards().map(|board| board.to_string());
    for text in [
        format!("{{\"games\":[\n{a},\n{b}\n]}}\n"),
        format!("{{\"games\": [\r\n{a}\r\n,\r\n{b}\r\n], \"more\": [\"[\", {{}},\n{{}}]}}"),
        format!("[\n{{\"boards\":[\n{a},\n\n{b}]}}\n]\n"),
    ] {
        assert_eq!(counts(text.as_bytes()), [1, 0], "{text}");
    }
    // A torn element of a list does not take the objects behind it along.
    for torn in ["{\"games\":[1,2", "{\"games\":[\"one,", "{\"games\":[{\"id\":7", "{\"games\":[{\"id\":[]"] {
        let games = games_of(&[format!("{torn}\n{a}\n{b}\n").as_bytes()]);
        assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 1, "{torn}");
        let wrong = damages(games);
        assert!(wrong.len() == 1 && wrong[0].contains("line 1") && wrong[0].ends_with("has no end"), "{wrong:?}");
    }
}

#[test]
fn bug_a_list_of_games_of_more_than_a_mebibyte_in_an_object_was_one_damaged_object() {
    let [a, b] = boards().map(|board| board.to_string());
    let long = |text: &str| text.replacen('{', &format!("{{\"note\":\"{}\",", "x".repeat(600_000)), 1);
    let list = format!("{{\"games\":[{},\n{}],\"count\":2}}", long(&a), long(&b));
    assert_eq!(counts(list.as_bytes()), [1, 0]);
    // A damaged game does not take the others of its list along, nor does a torn end, or what is no JSON behind them.
    let wrong = damages(games_of(&[format!("{{\"games\":[{a},{b},\n{{\"moveList\":5}}]}}").as_bytes()]));
    assert!(wrong.len() == 1 && wrong[0].contains("line 2, `{\"moveList\":5}`: JSON of a game"), "{wrong:?}");
    for (end, told) in [("", "the JSON object has no end"), ("] x}", "JSON: expected")] {
        let games = games_of(&[format!("{{\"games\":[{a},{b}{end}").as_bytes()]);
        assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 1, "{end}");
        let wrong = damages(games);
        assert!(wrong.len() == 1 && wrong[0].contains(told), "{wrong:?}");
    }
    // As much that is no JSON at all does not make the object behind it too long.
    assert_eq!(counts(format!("{a}{}{b}", "x".repeat((1 << 20) + 1)).as_bytes()), [1, 1]);
}

#[test]
fn bug_a_time_of_more_milliseconds_than_can_be_counted_ended_the_program() {
    let [a, b] = boards().map(|board| board.to_string());
    for (name, usual) in [("baseTime1", "1200"), ("timeIncrement1", "0.0")] {
        for (value, quoted) in [("1e300", "`1e300`"), ("18446744073709551615", "`1.8446744073709552e19`")] {
            let long = a.replace(&format!("\"{name}\":{usual}"), &format!("\"{name}\":{value}"));
            assert_ne!(long, a);
            let wrong = damages(games_of(&[format!("{long}\n{b}\n").as_bytes()]));
            // The other board is left alone.
            assert_eq!(wrong.len(), 2, "{wrong:?}");
            assert!(wrong[0].contains("line 1") && wrong[0].contains("game 7"), "{wrong:?}");
            assert!(wrong[0].ends_with(&format!("{name}, {quoted}, is longer than any game")), "{wrong:?}");
        }
    }
}
