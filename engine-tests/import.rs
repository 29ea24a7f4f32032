//! `tandem import` and the formats of `tandem analyze`: chess.com's JSON, PGNs of one board, lists, damage, twins.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tandem::game::bpgn::{self, GameResult, Record};
use tandem::game::{Reason, Rules, Team};
use tandem::tools::import::{Damage, Games, Imported, Input};

/// Games of a text under a name.
pub fn games_of(texts: &[&[u8]]) -> Vec<Result<Imported, Box<Damage>>> {
    let inputs = texts.iter().enumerate().map(|(index, text)| Input::Bytes(format!("file{index}"), text.to_vec()));
    Games::new(inputs.collect(), None).collect()
}

pub fn one(texts: &[&[u8]]) -> Imported {
    let mut games = games_of(texts);
    assert_eq!(games.len(), 1, "{:?}", games.iter().filter_map(|game| game.as_ref().err()).collect::<Vec<_>>());
    games.remove(0).unwrap_or_else(|damage| panic!("{damage}"))
}

/// The messages of what is damaged.
pub fn damages(games: Vec<Result<Imported, Box<Damage>>>) -> Vec<String> {
    games.into_iter().filter_map(|game| game.err().map(|damage| damage.to_string())).collect()
}

/// chess.com's code of moves: `e2e4`, `a7b8q`, `n@f3`.
fn coded(moves: &str) -> String {
    const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*+=";
    let square = |text: &[u8]| usize::from(text[0] - b'a') + 8 * usize::from(text[1] - b'1');
    let code = |mv: &str| {
        let text = mv.as_bytes();
        if text[1] == b'@' {
            let piece = [(b'q', '&'), (b'n', '-'), (b'r', '*'), (b'b', '+'), (b'p', '=')];
            let (_, letter) = piece.into_iter().find(|(letter, _)| *letter == text[0]).expect("a piece");
            return [letter, char::from(ALPHABET[square(&text[2..])])];
        }
        let target = match text.get(4) {
            Some(kind) => {
                let kind = "qnrb".find(char::from(*kind)).expect("a kind");
                64 + 3 * kind + usize::from(text[2] + 1 - text[0])
            }
            None => square(&text[2..]),
        };
        [char::from(ALPHABET[square(text)]), char::from(ALPHABET[target])]
    };
    moves.split_whitespace().flat_map(code).collect()
}

/// A board in chess.com's form.
fn board(id: u64, partner: u64, moves: &str, tenths: &[u64], reason: &str, winner: &str) -> Value {
    let stamps: Vec<String> = tenths.iter().map(u64::to_string).collect();
    let (white, black) = (format!("White-{id}"), format!("Black-{id}"));
    json!({ "game": {
        "id": id, "partnerGameId": partner, "colorOfWinner": winner, "gameEndReason": reason, "type": "bughouse",
        "moveList": coded(moves), "moveTimestamps": stamps.join(","), "baseTime1": 1200, "timeIncrement1": 0.0,
        "pgnHeaders": { "Event": "Live Chess - Bughouse", "Site": "Chess.com", "White": white, "Black": black,
            "WhiteElo": 2532, "TimeControl": "120" },
    }})
}

/// Two boards: a pawn taken on board 8 is dropped on board 7 in the same tenth of a second, 3.0 s; the last move there
/// comes in the same tenth as the mate on board 7.
pub fn boards() -> [Value; 2] {
    let a = "e2e4 e7e5 d1h5 b8c6 f1c4 p@a6 h5f7";
    let b = "d2d4 e7e5 d4e5 b8c6";
    [
        board(7, 8, a, &[1200, 1195, 1195, 1190, 1190, 1180, 1180], "checkmated", "white"),
        board(8, 7, b, &[1190, 1190, 1180, 1180], "bughousepartnerlose", "black"),
    ]
}

fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

#[test]
fn two_boards_of_chess_com_are_one_game() {
    let [a, b] = boards();
    let pretty = serde_json::to_vec_pretty(&b).expect("JSON");
    let forms: [Vec<Vec<u8>>; 5] = [
        vec![bytes(&a), pretty.clone()],
        vec![pretty, bytes(&a)],
        vec![format!("{a}\n{b}\n").into_bytes()],
        vec![bytes(&json!([a, b]))],
        vec![bytes(&json!({ "boards": [a["game"], b["game"]] }))],
    ];
    for form in forms {
        let texts: Vec<&[u8]> = form.iter().map(Vec::as_slice).collect();
        let game = one(&texts);
        let record = &game.settled.record;
        let plies: Vec<String> =
            record.plies.iter().map(|ply| format!("{}{}.{}", ply.number, ply.seat.letter(), ply.san)).collect();
        assert_eq!(
            plies.join(" "),
            "1A.e4 1a.e5 2A.Qh5 1B.d4 2a.Nc6 3A.Bc4 1b.e5 2B.dxe5 3a.P@a6 2b.Nc6 4A.Qxf7#",
            "{}",
            game.file
        );
        assert_eq!((record.tag("WhiteA"), record.tag("BlackB")), (Some("White-7"), Some("Black-8")));
        assert_eq!((record.tag("TimeControl"), record.tag("WhiteAElo")), (Some("120+0"), Some("2532")));
        assert_eq!(
            (record.result, record.end_note.as_deref()),
            (GameResult::Won(Team::One), Some("Black-7 checkmated"))
        );
        assert_eq!(game.settled.game.outcome().map(|outcome| outcome.reason), Some(Reason::Mate));
        assert_eq!(game.settled.rules, Rules::preset("fics").expect("a preset"));
        assert!(game.settled.warnings.is_empty(), "{:?}", game.settled.warnings);
    }
}

#[test]
fn promotions_of_chess_com_name_kind_and_file() {
    let a = "h2h4 g7g5 h4g5 h7h6 g5h6 g8f6 h6h7 f6d5 h7g8n a7a6 a2a4 b7b5 a4b5 h8h7";
    let wrong = board(1, 2, a, &[1190; 14], "resigned", "white");
    let message =
        damages(games_of(&[&bytes(&wrong), &bytes(&board(2, 1, "e2e4", &[1190], "bughousepartnerlose", "black"))]));
    assert!(message.len() == 1 && message[0].contains("h7g8n"), "no piece stands on g8: {message:?}");
    let a = "h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8n";
    let game = one(&[
        &bytes(&board(1, 2, a, &[1190; 9], "resigned", "white")),
        &bytes(&board(2, 1, "e2e4", &[1190], "bughousepartnerlose", "black")),
    ]);
    assert_eq!(game.settled.record.plies.last().map(|ply| ply.san.as_str()), Some("hxg8=N"));
    assert_eq!(game.settled.game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
}

#[test]
fn damaged_json_is_named_and_the_rest_served() {
    let [a, b] = boards().map(|board| board.to_string());
    let torn = &a[..a.len() / 2];
    let found = |text: &str| {
        let games = games_of(&[text.as_bytes()]);
        (games.iter().filter(|game| game.is_ok()).count(), damages(games))
    };
    let (good, wrong) = found(&format!("{torn}\n{a}\n{b}"));
    assert_eq!((good, wrong.len()), (1, 1), "{wrong:?}");
    assert!(wrong[0].starts_with("file0, game 1, line 1, `{\"game\"") && wrong[0].ends_with("has no end"), "{wrong:?}");
    let (good, wrong) = found(&format!("{a}\n{b}\n\n{torn}"));
    assert!(good == 1 && wrong[0].contains("game 2, line 4"), "{wrong:?}");
    let (good, wrong) = found(&a);
    assert!(good == 0 && wrong[0].contains("its partner's, 8, is in none of the files"), "{wrong:?}");
    for (from, to, part) in [
        ("\"moveList\":\"mC", "\"moveList\":\"mm", "`e2e2`"),
        ("\"moveList\":\"mC", "\"moveList\":\"\u{416}C", "ply 1 of moveList, `\u{416}C`, is no move"),
        ("\"1200,1195,", "\"1200,soon,", "clock 2 of moveTimestamps is no number"),
        ("\"1200,1195,", "\"", "5 clocks for 7 moves"),
        ("\"type\":\"bughouse\"", "\"type\":\"crazyhouse\"", "the variant crazyhouse is not played"),
        ("\"partnerGameId\":8", "\"partner\":8", "it has no partnerGameId"),
        ("\"partnerGameId\":8", "\"partnerGameId\":9", "partner"),
    ] {
        assert!(a.contains(from), "{from} in {a}");
        let (good, wrong) = found(&format!("{}\n{b}", a.replace(from, to)));
        assert!(good == 0 && wrong.iter().any(|text| text.contains(part)), "{part}: {wrong:?}");
    }
    let (_, wrong) = found("{\"a\": 1} nonsense {}");
    assert_eq!(wrong.len(), 3, "{wrong:?}");
}

/// A PGN of one board.
fn pgn(white: &str, black: &str, moves: &str, end: &str, result: &str) -> String {
    format!(
        "[Event \"Live Chess - Bughouse\"]\n[Site \"Chess.com\"]\n[Date \"2025.11.30\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"{result}\"]\n[Variant \"Bughouse\"]\n[TimeControl \"120\"]\n\
         [Termination \"{end}\"]\n\n{moves} {result}\n\n"
    )
}

/// The boards of [`boards`] as PGNs.
pub fn pgns() -> [String; 2] {
    let a = "1. e4 {[%clk 0:02:00]} 1... e5 {[%clk 0:01:59.5]} 2. Qh5 {[%clk 0:01:59.5]} 2... Nc6 {[%clk 0:01:59]} \
        3. Bc4 {[%clk 0:01:59]} 3... P@a6 {[%clk 0:01:58]} 4. Qxf7# {[%clk 0:01:58]}";
    let b = "1. d4 {[%clk 0:01:59]} 1... e5 {[%clk 0:01:59]} 2. dxe5 {[%clk 0:01:58]} 2... Nc6 {[%clk 0:01:58]}";
    [
        pgn("White-7", "Black-7", a, "White-7 won by checkmate", "1-0"),
        pgn("White-8", "Black-8", b, "Black-8 won with their bughouse partner", "0-1"),
    ]
}

#[test]
fn two_pgns_are_the_same_game_as_the_json() {
    let [a, b] = pgns();
    let json = boards().map(|board| bytes(&board));
    let by_json = one(&[&json[0], &json[1]]);
    for texts in [vec![a.clone(), b.clone()], vec![format!("{a}{b}")]] {
        let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let game = one(&texts);
        let parts =
            |record: &Record| record.plies.iter().map(|ply| (ply.seat, ply.san.clone(), ply.stamp)).collect::<Vec<_>>();
        assert_eq!(parts(&game.settled.record), parts(&by_json.settled.record));
        assert_eq!(game.settled.record.end_note, by_json.settled.record.end_note);
    }
    // Without clocks an order is found that can be played.
    let bare = |text: &str| {
        let mut bare = text.to_owned();
        while let Some((at, end)) = bare.find(" {[%clk").and_then(|at| Some((at, at + bare[at..].find('}')?))) {
            bare.replace_range(at..=end, "");
        }
        bare
    };
    assert!(!bare(&a).contains("clk"));
    assert_eq!(one(&[bare(&a).as_bytes(), bare(&b).as_bytes()]).settled.record.plies.len(), 11);
}

#[test]
fn a_pgn_without_its_other_board_is_named() {
    let [a, b] = pgns();
    let other = pgn("Eve", "Mal", "1. e4", "Eve won on time", "1-0");
    let games = games_of(&[format!("{other}{a}{b}").as_bytes()]);
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 1);
    let wrong = damages(games);
    assert!(wrong.len() == 1 && wrong[0].contains("line 1, `Eve - Mal`"), "{wrong:?}");
    let chess = "[White \"Eve\"]\n[Black \"Mal\"]\n\n1. e4 e5 *\n\n";
    let wrong = damages(games_of(&[chess.repeat(2).as_bytes()]));
    assert!(
        wrong.len() == 2 && wrong[1].contains("line 6") && wrong[1].contains("says that it is bughouse"),
        "{wrong:?}"
    );
    let torn = a.trim_end().trim_end_matches("1-0");
    let wrong = damages(games_of(&[torn.as_bytes(), b.as_bytes()]));
    assert!(
        wrong.iter().any(|text| text.starts_with("file0, game 1, line 11,") && text.contains("no result")),
        "{wrong:?}"
    );
    let illegal = b.replace("dxe5", "dxc5");
    let wrong = damages(games_of(&[a.as_bytes(), illegal.as_bytes()]));
    assert!(wrong[0].contains("(White-7 - Black-7, White-8 - Black-8)") && wrong[0].contains("2B. dxc5"), "{wrong:?}");
}

/// The boards of two games, told by the second of their end; chess.com's two boards differ by one now and then.
#[test]
fn bug_boards_that_do_not_follow_one_another_in_the_files_were_not_joined() {
    let timed = |text: &str, end: &str| text.replace("[Term", &format!("[EndTime \"{end} GMT+0000\"]\n[Term"));
    let [a, b] = pgns();
    let other = |text: &str| text.replace("-7", "-17").replace("-8", "-18");
    let [c, d] = [timed(&other(&a), "4:05:59"), timed(&other(&b), "4:06:00")];
    let [a, b] = [timed(&a, "23:29:23"), timed(&b, "23:29:23")];
    for texts in
        [vec![format!("{a}{c}{b}{d}")], vec![format!("{a}{c}"), format!("{d}{b}")], vec![format!("{a}{d}{c}{b}")]]
    {
        let bytes: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let games: Vec<Imported> =
            games_of(&bytes).into_iter().map(|game| game.unwrap_or_else(|damage| panic!("{damage}"))).collect();
        let mut boards: Vec<Vec<&str>> = Vec::new();
        for game in &games {
            let mut whites: Vec<&str> =
                ["WhiteA", "WhiteB"].iter().filter_map(|name| game.settled.record.tag(name)).collect();
            whites.sort_unstable();
            boards.push(whites);
        }
        boards.sort();
        assert_eq!(boards, [["White-17", "White-18"], ["White-7", "White-8"]]);
    }
    let wrong = damages(games_of(&[format!("{a}{c}{b}").as_bytes()]));
    assert!(wrong.len() == 1 && wrong[0].contains("`White-17 - Black-17`"), "{wrong:?}");
    assert!(wrong[0].ends_with("no other board of its date and time fits it"), "{wrong:?}");
    // Results that fit are not enough where the moments differ.
    assert_eq!(damages(games_of(&[format!("{a}{d}").as_bytes()])).len(), 2);
}

/// A queen's check that a drop could block, and no piece to drop: at chess.com the player waits.
#[test]
fn at_chess_com_a_check_that_a_drop_could_block_is_no_mate() {
    let a = "f2f3 e7e5 g2g4 d8h4 p@g3";
    let b = "e2e4 d7d5 a2a3 d5e4";
    let game = one(&[
        &bytes(&board(1, 2, a, &[1190, 1190, 1180, 1180, 1000], "timeout", "white")),
        &bytes(&board(2, 1, b, &[1190, 1190, 1180, 1050], "bughousepartnerlose", "black")),
    ]);
    assert_eq!(game.settled.rules, Rules::preset("fics").expect("a preset"));
    let sans: Vec<&str> = game.settled.record.plies.iter().map(|ply| ply.san.as_str()).collect();
    assert_eq!(sans[sans.len() - 2..], ["dxe4", "P@g3"]);
}

/// A list of moves may be a megabyte long, and the time to join two boards grows with the square of their length.
#[test]
fn bug_two_boards_of_half_a_million_moves_occupied_the_server() {
    let most = bpgn::Half::MOST_PLIES;
    let told = |plies: usize| format!("the board has {plies} plies, and at most {most} are read");
    let long = board(1, 2, &"g1f3 g8f6 f3g1 f6g8 ".repeat(most / 4 + 1), &[], "resigned", "white");
    let other = board(2, 1, "e2e4", &[], "bughousepartnerlose", "black");
    let wrong = damages(games_of(&[&bytes(&long), &bytes(&other)]));
    assert!(wrong.len() == 2 && wrong[0].ends_with(&told(most + 4)), "{wrong:?}");
    let read = |plies: usize| {
        let text = pgn("Ann", "Bob", &"Nf3 ".repeat(plies), "Ann resigns", "0-1");
        bpgn::Half::from_pgn(text.as_bytes(), 1).map(|half| half.plies.len()).map_err(|error| error.to_string())
    };
    assert_eq!(read(most), Ok(most));
    assert!(read(most + 1).is_err_and(|text| text.ends_with(&told(most + 1))));
}

/// All pairs of the design's folder, where a checkout has it.
#[test]
fn all_pairs_of_strong_players_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shared/data/chesscom");
    let folder = if folder.is_dir() {
        folder
    } else {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/chesscom")
    };
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("SKIPPED: there is no folder shared/data/chesscom beside this checkout or in it");
        return;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let games: Vec<_> = Games::new(files.into_iter().map(Input::File).collect(), None).collect();
    let wrong: Vec<String> = games.iter().filter_map(|game| game.as_ref().err().map(ToString::to_string)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(games.len(), 21);
    for game in games.into_iter().filter_map(Result::ok) {
        assert!(game.settled.warnings.is_empty(), "{}: {:?}", game.file, game.settled.warnings);
        assert!(game.settled.game.outcome().is_some(), "{}", game.file);
    }
}

pub fn tandem(arguments: &[&str], input: Option<&[u8]>) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.unwrap_or_default()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

pub const GOOD: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4{59.0} 1a. d5{58.0} 2A. exd5{58.0} {C:one} {C:two} 1B. d4{57.5} 1b. P@d5{57.0} {Cid resigns} 1-0\n\n";

#[test]
fn an_import_serves_what_is_good_and_tells_what_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let damaged = GOOD.replace("exd5", "exf5").replace("Ann", "Eve");
    // The same players and moves, the boards exchanged.
    let swapped = "[WhiteA \"Cid\"]\n[BlackA \"Dan\"]\n[WhiteB \"Ann\"]\n[BlackB \"Bob\"]\n\n\
        1B. e4 1b. d5 2B. exd5 1A. d4 1a. P@d5 {Cid resigns} 0-1\n";
    fs::write(path("old.bpgn"), format!("{GOOD}{damaged}{swapped}")).expect("a file");
    let [a, b] = boards().map(|board| board.to_string());
    let output =
        tandem(&["import", &path("old.bpgn"), "-", "--to", &path("new.bpgn")], Some(format!("{a}{b}").as_bytes()));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{stdout}{stderr}");
    assert!(
        stderr.contains("old.bpgn, game 2 (Eve, Bob, Cid, Dan), line 15, `2A. exf5`: `exf5` is not legal here"),
        "{stderr}"
    );
    assert!(stdout.contains("2 games, 16 plies") && stdout.contains("1 that came before"), "{stdout}");
    assert!(stdout.contains("1 damaged") && stdout.contains("1 by the rules fics"), "{stdout}");
    let written = fs::read(path("new.bpgn")).expect("a file");
    let records = bpgn::read(&written).expect("the strict reader takes it");
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].plies[2].notes, ["one; two"], "bughousedb's reader takes one note a ply");
    for record in &records {
        record.replay(record.rules().expect("rules").expect("a tag")).expect("sound");
    }
    let again = tandem(&["import", &path("new.bpgn"), "--to", &path("new.bpgn"), "--quiet"], None);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    assert_eq!(fs::read(path("new.bpgn")).expect("a file"), written);
    for (input, part) in [("missing.bpgn", "missing.bpgn"), ("-", "there is no game")] {
        let input = if input == "-" { input.to_owned() } else { path(input) };
        let output = tandem(&["import", &input, "--to", &path("none.bpgn")], None);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("a list").map(|entry| entry.expect("one").file_name()).collect();
    names.sort();
    assert_eq!(names, ["new.bpgn", "old.bpgn"], "nothing is left behind");
}

#[test]
fn bug_an_import_into_a_file_that_it_read_lost_the_damaged_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let text = format!("{GOOD}{}", GOOD.replace("exd5", "exf5"));
    fs::write(path("games.bpgn"), &text).expect("a file");
    let output = tandem(&["import", &path("games.bpgn"), "--to", &path("./games.bpgn")], None);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("game 2") && told.contains("would lose what is damaged"), "{told}");
    assert_eq!(fs::read_to_string(path("games.bpgn")).ok(), Some(text));
    assert_eq!(fs::read_dir(folder.path()).expect("a list").count(), 1, "nothing is left behind");
}

#[test]
fn bughouse_pros_form_comes_back_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("old.bpgn"), GOOD).expect("a file");
    let output = tandem(&["import", &path("old.bpgn"), "--to", &path("pro.bpgn"), "--form", "bughouse.pro"], None);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(path("pro.bpgn")).expect("a file");
    for part in [
        "[Event \"Unrated Bughouse Match\"]",
        "[TimeControl \"60\"]",
        "[DropAggression \"Mate allowed\"]",
        "[Outcome \"Ann & Dan won: Bob & Cid resigned\"]",
        "[GameDuration \"5.500\"]",
        "1A. e4 {[ts=1.000]} 1a. d5 {[ts=3.000]} 2A. exd5 {[ts=4.000]}\n1B. d4 {[ts=4.000]} 1b. P@d5 {[ts=5.500]}\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // Its reader knows tags, plies and comments, and no result behind them.
    assert!(!text.contains("1-0\n") && !text.contains("{C:"), "{text}");
    let output = tandem(&["import", &path("pro.bpgn"), "--to", &path("back.bpgn")], None);
    assert!(output.status.success(), "{output:?}");
    let read = |name: &str| bpgn::read(&fs::read(path(name)).expect("a file")).expect("BPGN").remove(0);
    let back = read("back.bpgn");
    let sans = |record: &Record| record.plies.iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
    assert_eq!(sans(&back), ["e4", "d5", "exd5", "d4", "P@d5"]);
    assert_eq!((back.result, back.tag("Result")), (GameResult::Won(Team::One), Some("1-0")));
}

mod any {
    //! Mutations of each format: no panic, and a torn file is named by place.
    use super::{GOOD, boards, damages, games_of, pgns};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// A text of each format, with two games where that is possible.
    fn texts() -> [Vec<u8>; 4] {
        let [a, b] = pgns();
        let json = serde_json::to_vec_pretty(&boards()).unwrap_or_default();
        let pro = "[Variant \"Bughouse\"]\n[Promotion \"Upgrade\"]\n[TimeControl \"300\"]\n[Outcome \"Unterminated\"]\n\
            1A. e4 {[ts=0.1]} 1a. d5 {[ts=1.0]} 2A. xd5 {[ts=2.0]}\n";
        [GOOD.repeat(2).into_bytes(), format!("{a}{b}").into_bytes(), json, pro.repeat(2).into_bytes()]
    }

    fn read(bytes: &[u8]) -> usize {
        games_of(&[bytes]).len()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

        #[test]
        fn flipped_bytes(format in 0usize..4, at in vec((any::<Index>(), any::<u8>()), 1..6)) {
            let mut bytes = texts()[format].clone();
            for (index, byte) in at {
                let index = index.index(bytes.len());
                bytes[index] = byte;
            }
            read(&bytes);
        }

        #[test]
        fn cut_and_moved_lines(format in 0usize..4, order in vec(any::<Index>(), 1..40)) {
            let bytes = texts()[format].clone();
            let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let mixed: Vec<u8> = order.iter().flat_map(|index| lines[index.index(lines.len())].to_vec()).collect();
            read(&mixed);
        }

        #[test]
        fn bytes(bytes in vec(any::<u8>(), 0..400)) {
            read(&bytes);
        }

        #[test]
        fn beginnings_of_json(bytes in "[\\[{][\\[{]?\"[a-zA-Z\"{}\\[\\]:,0-9\\\\ \n]{0,200}") {
            read(bytes.as_bytes());
        }
    }

    #[test]
    fn a_torn_file_is_named_by_its_place() {
        for (format, text) in texts().into_iter().enumerate() {
            for end in (1..text.len()).step_by(7) {
                let games = games_of(&[&text[..end]]);
                let whole = games.iter().filter(|game| game.is_ok()).count();
                let wrong = damages(games);
                assert_place(format, end, whole, &wrong);
            }
        }
    }

    fn assert_place(format: usize, end: usize, whole: usize, wrong: &[String]) {
        assert!(wrong.iter().all(|text| text.contains("line ")), "format {format}, {end} bytes: {wrong:?}");
        // A text that ends behind a whole game, or is still blank, has nothing wrong with it.
        assert!(!wrong.is_empty() || whole > 0 || end < 4, "format {format}, {end} bytes");
    }
}
