//! The forms in which games are written, read by small readers made after the grammars of bughousedb's viewer and of
//! bughouse.pro's importer.

use super::bpgn::real_games;
use std::fs;
use std::path::Path;
use std::process::Command;
use tandem::tools::import::{Form, Games, Input};

/// The real games, with an evaluation and a message behind some plies, in a form.
fn written(form: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from.bpgn"), folder.path().join("to.bpgn"));
    let text = String::from_utf8(real_games()).expect("UTF-8");
    let text = text.replacen(" 1a. ", " {C:eval 0.1} {C:need a knight} 1a. ", 20);
    fs::write(&from, text).expect("a file");
    let import = |path: &Path| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        command.arg("import").arg(path).arg("--to").arg(&to).args(["--form", form]).output().expect("it runs")
    };
    let output = import(&from);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&to).expect("a file");
    // Read by Tandem itself it comes out the same.
    let output = import(&to);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(&to).expect("a file"), text);
    text
}

/// The games of a text: tags and the rest.
fn games(text: &str) -> Vec<(Vec<(String, String)>, String)> {
    let mut games: Vec<(Vec<(String, String)>, String)> = Vec::new();
    for line in text.lines() {
        let tag =
            line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")).and_then(|tag| tag.split_once(" \""));
        match (tag, games.last_mut()) {
            (Some((name, value)), last) => {
                let tag = (name.to_owned(), value.to_owned());
                match last {
                    Some((tags, body)) if body.trim().is_empty() => tags.push(tag),
                    _ => games.push((vec![tag], String::new())),
                }
            }
            (None, Some((_, body))) => *body += &format!("{line}\n"),
            (None, None) => panic!("`{line}` before any tag"),
        }
    }
    games
}

/// A part of a body.
#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    Braces(String),
}

fn tokens(body: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = body.trim();
    while !rest.is_empty() {
        let (token, behind) = match rest.strip_prefix('{') {
            Some(inside) => inside.split_once('}').map(|(text, rest)| (Token::Braces(text.to_owned()), rest)),
            None => {
                let end = rest.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(rest.len());
                Some((Token::Word(rest[..end].to_owned()), &rest[end..]))
            }
        }
        .unwrap_or_else(|| panic!("no `}}`: {rest}"));
        tokens.push(token);
        rest = behind.trim_start();
    }
    tokens
}

/// Whether a word is a ply's number and seat, as `12A.`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.').trim_end_matches(['A', 'a', 'B', 'b']);
    word.ends_with('.') && word.len() == digits.len() + 2 && digits.parse::<u32>().is_ok_and(|number| number > 0)
}

/// Number, SAN, seconds in braces, at most one note behind them; an end note in braces, and the result.
#[test]
fn the_default_form_is_what_bughousedbs_viewer_reads() {
    let games = games(&written("bpgn"));
    assert_eq!(games.len(), 83);
    let mut notes = 0;
    for (tags, body) in games {
        assert!(
            ["WhiteA", "BlackA", "WhiteB", "BlackB", "TimeControl", "Result"]
                .iter()
                .all(|name| tags.iter().any(|(known, _)| known == name))
        );
        let mut tokens = tokens(&body).into_iter().peekable();
        let is_note = |token: &Token| matches!(token, Token::Braces(text) if text.starts_with("C:"));
        tokens.next_if(is_note);
        while let Some(Token::Word(number)) = tokens.next_if(|token| matches!(token, Token::Word(_))) {
            assert!(is_number(&number), "{number}");
            assert!(matches!(tokens.next(), Some(Token::Word(san)) if !san.contains('{')));
            let Some(Token::Braces(time)) = tokens.next() else { panic!("no time behind {number}") };
            assert!(time.parse::<f64>().is_ok(), "{time}");
            notes += usize::from(tokens.next_if(is_note).is_some());
        }
        let Some(Token::Braces(note)) = tokens.next() else { panic!("no end note: {body}") };
        assert!(!note.is_empty());
        assert!(
            matches!(tokens.next(), Some(Token::Word(result)) if ["1-0", "0-1", "1/2-1/2", "*"].contains(&result.as_str()))
        );
        assert_eq!(tokens.next(), None);
    }
    assert_eq!(notes, 20);
}

/// Its tags with their values, then nothing but number, SAN and `{[key=value]}`.
#[test]
fn the_other_form_is_what_bughouse_pros_importer_reads() {
    let games = games(&written("bughouse.pro"));
    assert_eq!(games.len(), 83);
    for (tags, body) in games {
        let tag = |name: &str| {
            let mut values = tags.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
            let value = values.next().unwrap_or_else(|| panic!("no tag {name}"));
            assert_eq!(values.next(), None, "{name} twice");
            value
        };
        assert!(["Rated Bughouse Match", "Unrated Bughouse Match"].contains(&tag("Event")));
        assert!(tag("TimeControl").parse::<u64>().is_ok());
        assert_eq!((tag("Variant"), tag("Promotion"), tag("DropAggression")), ("Bughouse", "Upgrade", "Mate allowed"));
        assert_eq!(tag("PawnDropRanks"), "2-7");
        let teams = [("WhiteA", "BlackB"), ("BlackA", "WhiteB")].map(|(a, b)| format!("{} & {}", tag(a), tag(b)));
        let [winners, losers] = match tag("Result") {
            "1-0" => teams,
            _ => [teams[1].clone(), teams[0].clone()],
        };
        let ends = ["checkmated", "lost on time", "resigned"];
        assert!(
            ends.iter().any(|end| tag("Outcome") == format!("{winners} won: {losers} {end}")),
            "{}",
            tag("Outcome")
        );
        assert!(tag("GameDuration").parse::<f64>().is_ok());
        let (mut latest, mut plies) = (0.0, 0);
        let mut tokens = tokens(&body).into_iter();
        while let Some(token) = tokens.next() {
            let (Token::Word(number), Some(Token::Word(san))) = (token, tokens.next()) else {
                panic!("no ply: {body}")
            };
            assert!(is_number(&number), "{number}");
            assert!(san.ends_with(|letter: char| "12345678OQRBN".contains(letter)), "{san}");
            let Some(Token::Braces(stamp)) = tokens.next() else { panic!("no time") };
            let time =
                stamp.strip_prefix("[ts=").and_then(|text| text.strip_suffix(']')).expect("a time since the start");
            let time: f64 = time.parse().expect("seconds");
            assert!(time >= latest);
            (latest, plies) = (time, plies + 1);
        }
        assert!(plies > 0);
    }
}

/// Ten seconds against five, and the five with an increment: every move takes 0.1 s.
#[test]
fn bug_a_player_with_less_time_than_the_others_used_the_difference_on_its_first_move() {
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[TimeControl \"10+0\"]\n\
        [BlackATimeControl \"5+1\"]\n\n1A. e4 {9.9} 1a. e5 {5.9} 2A. d4 {9.8} 2a. d6 {6.8} *\n";
    let input = Input::Bytes("odds".to_owned(), text.as_bytes().to_vec());
    let game = Games::new(vec![input], None).next().expect("a game").unwrap_or_else(|damage| panic!("{damage}"));
    let written = Form::BughousePro.write(&game.settled).expect("its rules have tags");
    let moves = "1A. e4 {[ts=0.100]} 1a. e5 {[ts=0.200]} 2A. d4 {[ts=0.300]} 2a. d6 {[ts=0.400]}\n";
    assert!(written.contains(moves), "{written}");
}

#[test]
fn bug_an_increment_that_bughouse_pros_form_dropped_was_not_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let [from, to] = ["from.bpgn", "to.bpgn"].map(|name| folder.path().join(name));
    let summary = |control: &str, form: &str| {
        let text = format!(
            "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n{control}\n\n1A. e4 {{9.9}} *\n"
        );
        fs::write(&from, text).expect("a file");
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.arg("import").arg(&from).arg("--to").arg(&to).args(["--form", form]).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let told = "       1 with increments or different times, which this form cannot tell";
    for control in ["10+2", "10.5+0", "10+0\"]\n[BlackATimeControl \"5+0"] {
        let control = format!("[TimeControl \"{control}\"]");
        assert!(summary(&control, "bughouse.pro").contains(told), "{control}");
        assert!(!summary(&control, "bpgn").contains(told), "{control}");
    }
    for control in ["[TimeControl \"10+0\"]", "[TimeControl \"10\"]", "[Round \"1\"]"] {
        assert!(!summary(control, "bughouse.pro").contains(told), "{control}");
    }
}
