//! Chess960 in the protocols, in matches and in recorded games (R19).

use super::driver::Driver;
use super::seats::{BOARDS, Table, peer};
use std::process::Command;
use std::sync::PoisonError;
use tandem::board::chess960;
use tandem::game::bpgn::{self, Record};
use tandem::game::{BoardId, Rules};
use tandem::types::MoveKind;

/// White's only legal move is to castle: the king stays on g1, the rook goes from h1 to f1.
const ONLY_CASTLING: &str = "5r1k/8/8/8/8/7p/7P/6KR[] w H - 0 1";
const CASTLED: &str = "5r1k/8/8/8/8/7p/7P/5RK1[] b - - 1 1";

fn bfen(driver: &mut Driver) -> String {
    let lines = driver.ask("d");
    let line = lines.iter().find_map(|line| line.strip_prefix("BFEN: "));
    line.unwrap_or_else(|| panic!("{lines:?}")).to_owned()
}

#[test]
fn r19_uci_plays_chess960() {
    let mut driver = Driver::start(&[]);
    driver.send("uci");
    assert!(driver.until("uciok").iter().any(|line| line == "option name UCI_Chess960 type check default false"));
    driver.send("setoption name UCI_Variant value crazyhouse\nsetoption name UCI_Chess960 value true");
    driver.send("position 960:0 moves g2g3 g7g6");
    assert_eq!(bfen(&mut driver), "bbqnnrkr/pppppp1p/6p1/8/8/6P1/PPPPPP1P/BBQNNRKR[] w HFhf - 0 2");
    // The outermost rooks have the rights `KQkq`.
    driver.send("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(bfen(&mut driver), chess960::start(0));
    // The usual position is one of them, with its castling written in the same way.
    driver.send("position startpos");
    assert_eq!(bfen(&mut driver), chess960::start(518));
    driver.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8");
    assert_eq!(bfen(&mut driver), "2kr3r/8/8/8/8/8/8/R4RK1[] w - - 2 2");
    driver.send(&format!("position fen {ONLY_CASTLING}\ngo depth 3"));
    assert!(driver.expect("bestmove").starts_with("bestmove g1h1"));
    driver.send(&format!("position fen {ONLY_CASTLING} moves g1h1"));
    assert_eq!(bfen(&mut driver), CASTLED);
    for (line, quoted) in [
        ("position 960:960", "`960` is no start position"),
        ("position fen 960:x", "`x` is no start position"),
        ("position fen 4k3/8/8/8/8/8/8/1R2K3 w H - 0 1", "`H` in `H` is impossible"),
        ("position fen 4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1", "`BA` has two rooks on one side of white's king"),
        ("position fen 4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "`K` in `KQ` is impossible"),
        ("position 960:0 moves g1h1", "move 1, `g1h1`"),
        ("setoption name UCI_Chess960 value maybe", "`maybe` is not true or false"),
    ] {
        let lines = driver.ask(line);
        assert!(lines.len() == 1 && lines[0].contains(quoted), "{line}: {lines:?}");
    }
    assert_eq!(bfen(&mut driver), CASTLED, "the old position stands");
    driver
        .send("setoption name UCI_Chess960 value false\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1");
    assert_eq!(bfen(&mut driver), "r3k2r/8/8/8/8/8/8/R4RK1[] b kq - 1 1");
    let refused = driver.ask("position fen 4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1");
    assert!(
        refused[0].contains("`Q` in `Q` stands for another square of king or rook only in Chess960"),
        "{refused:?}"
    );
    driver.quit();
}

#[test]
fn r19_ubi_plays_chess960_on_both_boards() {
    let mut driver = Driver::session("ubi");
    driver.send("position 960:12 | 960:12 clock 60000 60000 60000 60000");
    let start = chess960::start(12);
    assert_eq!(driver.ask("d").iter().filter(|line| **line == format!("BFEN: {start}")).count(), 2);
    driver.send("go board A nodes 2000\ngo board B nodes 2000");
    driver.expect("bestmove board");
    driver.expect("bestmove board");
    driver.send(&format!("position {ONLY_CASTLING} | 960:12 clock 60000 60000 60000 60000\ngo board A depth 2"));
    assert_eq!(driver.expect("bestmove"), "bestmove board A g1h1");
    let wrong = driver.ask("position 960:12 | 960:-1 clock 1 2 3 4");
    assert!(wrong[0].contains("board B: BFEN: `-1` is no start position of Chess960"), "{wrong:?}");
    // A preset leaves Chess960 as it was.
    driver.send("setoption name UCI_Chess960 value true\nsetoption name Rules value fics");
    driver.send("position startpos | startpos");
    assert!(driver.ask("d").iter().any(|line| line.contains(" HAha ")));
    driver.quit();
}

#[test]
fn r19_cecp_castles_by_letters() {
    let mut driver = Driver::start(&[]);
    driver.send("xboard\nprotover 2");
    assert!(driver.until("feature done=1").iter().any(|line| line.contains("normal,fischerandom")));
    driver.send("new\nvariant bughouse\nforce\nsetboard 4k3/8/8/8/8/8/8/1RK4R[] w HB - 0 1\nusermove O-O");
    driver.send("ping 1");
    driver.expect("pong 1");
    driver.send(&format!("setboard {ONLY_CASTLING}\nsd 2\ngo"));
    assert_eq!(driver.expect("move"), "move O-O");
    driver.send("new\nvariant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1\nusermove c1h1\nd");
    assert!(driver.expect("BFEN").starts_with("BFEN: 4k3/8/8/8/8/8/8/1R3RK1 b - "));
    // Without the variant the same rights are refused.
    driver.send("new\nsetboard 4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1");
    assert!(driver.expect("tellusererror").contains("only in Chess960"));
    driver.quit();
}

/// Moves and counts of `go perft`, in the order of the text.
fn divided(driver: &mut Driver, position: &str, depth: u32) -> Vec<String> {
    driver.send(&format!("position fen {position}\ngo perft {depth}"));
    let mut lines = driver.until("Nodes searched");
    lines.retain(|line| line.split_once(": ").is_some_and(|(mv, _)| mv.len() == 4 || mv.len() == 5));
    lines.sort();
    lines
}

#[test]
fn r19_perft_by_move_is_that_of_fairy_stockfish() {
    let Some(program) = peer("fairy-stockfish") else { return };
    let mut theirs = Driver::of(&program, &[]);
    let mut ours = Driver::start(&[]);
    for driver in [&mut theirs, &mut ours] {
        driver.send("uci");
        driver.until("uciok");
        driver.send("setoption name UCI_Variant value crazyhouse\nsetoption name UCI_Chess960 value true");
    }
    let mut counted = 0;
    let starts = (0..960).step_by(19).map(|number| (chess960::start(number), 3));
    let odd = super::chess960::ODD.map(|position| (position.to_owned(), 3));
    for (position, depth) in starts.chain(odd) {
        let lines = divided(&mut ours, &position, depth);
        assert_eq!(lines, divided(&mut theirs, &position, depth), "{position}");
        counted += lines.len();
    }
    assert!(counted > 1000);
    theirs.send("quit");
    ours.quit();
}

/// The games of a match replay, both boards from the start that the tag `FEN` names; returns the castling moves.
fn check_games(games: &[Record]) -> usize {
    let mut castled = 0;
    for game in games {
        let text = bpgn::write(game);
        // The loser on time does not follow from the moves.
        let mut game = game.clone();
        game.end_note = None;
        assert_eq!(game.tag("Variant"), Some("Bughouse960"), "{text}");
        let rules: Rules = game.rules().expect("rules").expect("the tag");
        assert!(rules.chess960 && game.tag("Rules").is_some_and(|rules| rules.ends_with("chess960=yes")), "{text}");
        let start = game.tag("FEN").expect("a start").to_owned();
        let (a, b) = start.split_once(" | ").expect("two boards");
        assert!(a == b && (0..960).any(|number| chess960::start(number) == a), "{text}");
        let seen = |game: &tandem::game::Game, board: BoardId, mv: tandem::types::Move| {
            assert!(game.position(board).castles_by_rook());
            usize::from(mv.kind() == MoveKind::Castle)
        };
        game.replay_with(rules, |game, ply, game_move| castled += seen(game, ply.seat.board, game_move.mv))
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    castled
}

#[test]
fn r19_a_match_of_chess960_by_nodes() {
    let table = Table::new();
    // With this seed players castle in most of the games.
    let args = ["--clock", "nodes=20", "--tc", "10+0", "--games", "6", "--start", "960:random", "--seed", "5"];
    let played = table.play(&args);
    assert_eq!(played.games.len(), 6, "{}", played.out);
    assert!(check_games(&played.games) > 0, "some player castles");
    // Each start is played twice, with the seats exchanged.
    let starts: Vec<&str> = played.games.iter().filter_map(|game| game.tag("FEN")).collect();
    assert!(starts[0] == starts[1] && starts[2] == starts[3] && starts[4] == starts[5], "{starts:?}");
    assert!(starts[0] != starts[2] && starts[2] != starts[4], "{starts:?}");
}

#[test]
fn r19_a_match_of_chess960_over_uci_and_cecp() {
    let _quiet = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let program = assert_cmd::cargo::cargo_bin!("tandem").display().to_string();
    for protocol in ["uci", "cecp"] {
        let table = Table::new();
        let team = format!("cmd={program},protocol={protocol},name=Other");
        let played = table.play(&["--tc", "1+0", "--games", "2", "--start", "960:692", "--team2", &team]);
        assert_eq!(played.games.len(), 2, "{}", played.out);
        check_games(&played.games);
        for game in &played.games {
            assert_eq!(game.tag("FEN"), Some(&*format!("{0} | {0}", chess960::start(692))));
            assert!(!game.end_note.as_deref().unwrap_or_default().contains("forfeits by"), "{}", bpgn::write(game));
        }
    }
}

#[test]
fn r19_fairy_stockfish_plays_a_match_of_chess960() {
    let Some(program) = peer("fairy-stockfish") else { return };
    let _quiet = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let table = Table::new();
    let team = format!("cmd={program},protocol=uci,name=Peer");
    let args = ["--tc", "1+0", "--games", "2", "--start", "960:random", "--rules", "fairy-stockfish", "--team2", &team];
    let played = table.play(&args);
    assert_eq!(played.games.len(), 2, "{}", played.out);
    check_games(&played.games);
    for game in &played.games {
        assert!(!game.end_note.as_deref().unwrap_or_default().contains("forfeits by"), "{}", bpgn::write(game));
    }
}

#[test]
fn r19_an_impossible_start_of_a_match_is_refused() {
    for (start, message) in
        [("960:960", "--openings: `960` is no start position"), ("960:", "--openings: `` is no start")]
    {
        let program = assert_cmd::cargo::cargo_bin!("tandem");
        let output = Command::new(program).args(["match", "--start", start]).output().expect("the program runs");
        assert!(!output.status.success());
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains(message), "{err}");
    }
}

#[test]
fn r19_recorded_games_of_others_are_read() {
    // The start as the variant's sites write it, with `KQkq` for the outermost rooks.
    let start = "rbbqnkrn/pppppppp/8/8/8/8/PPPPPPPP/RBBQNKRN w KQkq - 0 1";
    for variant in ["Bughouse Chess960", "Bughouse960"] {
        let text = format!(
            "[Variant \"{variant}\"]\n[FEN \"{start} | {start}\"]\n[Result \"*\"]\n\n\
             1A. O-O 1a. 0-0 1B. f4 2A. g3 *\n"
        );
        assert!(text.contains(variant));
        let records = bpgn::read(text.as_bytes()).expect("BPGN");
        let game = records[0].replay(Rules::default()).unwrap_or_else(|error| panic!("{variant}: {error}"));
        assert!(game.rules().chess960);
    }
    let text = format!("[FEN \"{start} | {start}\"]\n[Result \"*\"]\n\n1A. g3 *\n");
    let error = bpgn::read(text.as_bytes()).expect("BPGN")[0].replay(Rules::default()).expect_err("no Chess960");
    assert!(error.to_string().contains("`K` in `KQkq` stands for another square"), "{error}");
}
