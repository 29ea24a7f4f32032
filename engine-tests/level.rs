//! Levels: the options in all protocols, and their effect on a player's search, choice and pace.

use crate::cecp_session;
use crate::driver::{Driver, value};
use crate::searching::think;
use tandem::board::{BoardRules, Position, fen};
use tandem::eval::Prices;
use tandem::player::{Level, Skill};
use tandem::search::{Blindness, Candidate, Finished, Job, Limits, Searcher, Shared, TimeLimit};
use tandem::types::{Move, Score};

/// Black threatens mate by a drop on f2; white has a piece to take meanwhile.
const DROP_MATES: &str = "r1b2rk1/pppp1ppp/8/4n3/2B1P1n1/2N5/PPPP1PPP/R1BQ1RK1[nq] w - - 0 10";

const OPTIONS: [&str; 3] = ["Skill Level", "UCI_LimitStrength", "UCI_Elo"];

fn skill(level: u64, seed: u64) -> Skill {
    Skill { level: Level::new(level), seed }
}

fn position(text: &str) -> Position {
    fen::parse(text, BoardRules::default()).expect("a position")
}

/// The result of a search by a player of this skill.
fn search(text: &str, skill: Skill) -> Finished {
    let mut limits = Limits { depth: Some(6), ..Limits::default() };
    skill.limit(&mut limits);
    let position = position(text);
    let key = position.key();
    let job = Job { blindness: skill.blindness(key), ..Job::new(position, Prices::bughouse_default(), limits) };
    skill.choose(think(&mut Searcher::new(Shared::new(4, 1)), job), key)
}

#[test]
fn all_protocols_offer_the_options_and_refuse_bad_values() {
    for protocol in ["uci", "ubi"] {
        let mut driver = Driver::start(&[]);
        driver.send(protocol);
        let offered = driver.until(&format!("{protocol}ok"));
        for name in OPTIONS {
            assert!(offered.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{offered:?}");
        }
        for (name, bad) in
            [("Skill Level", "9"), ("Skill Level", "x"), ("UCI_Elo", "1"), ("UCI_LimitStrength", "maybe")]
        {
            driver.send(&format!("setoption name {name} value {bad}"));
            let error = driver.expect("info string error");
            assert!(error.contains(name) && error.contains(&format!("`{bad}`")), "{error}");
        }
    }
    let mut driver = Driver::start(&[]);
    driver.send("xboard\nprotover 2");
    let offered = driver.until("feature done=1");
    for name in OPTIONS {
        assert!(offered.iter().any(|line| line.starts_with(&format!("feature option=\"{name} -"))), "{offered:?}");
    }
    let answers = cecp_session::ask(&mut driver, "option Skill Level=9");
    assert!(answers.iter().any(|line| line.contains("Skill Level") && line.contains("`9`")), "{answers:?}");
    assert!(cecp_session::ask(&mut driver, "option Skill Level=3").iter().all(|line| !line.starts_with("Error")));
}

/// The answer to a search of 40,000 nodes on `board`, and its deepest reported iteration.
fn answer(driver: &mut Driver, board: &str) -> (String, u32) {
    driver.send("ucinewgame");
    driver.send(&format!("position fen {board}"));
    driver.send("go nodes 40000");
    let lines = driver.until("bestmove");
    let depth = |line: &String| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok();
    let deepest = lines.iter().filter_map(depth).max().unwrap_or(0);
    (lines.last().cloned().unwrap_or_default(), deepest)
}

#[test]
fn a_level_changes_the_search_and_the_last_one_is_full_strength() {
    let mut driver = Driver::session("uci");
    let full = answer(&mut driver, DROP_MATES);
    driver.send("setoption name Skill Level value 8");
    driver.send("setoption name UCI_Elo value 1500");
    assert_eq!(answer(&mut driver, DROP_MATES), full, "UCI_Elo means nothing without UCI_LimitStrength");
    for option in ["Skill Level value 2", "UCI_LimitStrength value true"] {
        driver.send(&format!("setoption name {option}"));
        let (_, depth) = answer(&mut driver, DROP_MATES);
        assert!(depth < full.1, "{option}: depth {depth}, and {} at full strength", full.1);
        driver.send("setoption name Skill Level value 8");
    }
    // Analysis is at full strength.
    driver.send("setoption name UCI_LimitStrength value true");
    driver.send(&format!("position fen {DROP_MATES}"));
    driver.send("go infinite");
    driver.expect(&format!("info depth {}", full.1));
    driver.send("stop");
    driver.expect("bestmove");
}

#[test]
fn a_learner_that_is_mated_anyway_does_not_let_its_clock_run_down() {
    // After the only move the queen mates.
    const LOST: &str = "8/8/8/8/8/1k6/7q/K7[] w - - 0 1";
    for (level, patient) in [(4, false), (5, true)] {
        let mut driver = Driver::session("ubi");
        driver.send(&format!("setoption name Skill Level value {level}"));
        driver.send(&format!("position {LOST} | startpos clock 20000 20000 20000 20000"));
        driver.send("go board A");
        let sitting = driver.expect("info board A string sitting: every move loses");
        let until: u64 = value(&sitting, "when").parse().expect("a time");
        assert_eq!(until < 5_000, patient, "level {level}: {sitting}");
        if !patient {
            driver.expect("bestmove board A");
        }
        driver.quit();
    }
}

#[test]
fn ratings_lie_between_levels_and_meet_them() {
    for number in Level::NUMBERS {
        let level = Level::new(number);
        assert_eq!(Level::rated(level.rating()), level);
        if number > 0 {
            let below = Level::new(number - 1).rating();
            assert!(below < level.rating());
            let between = (below + level.rating()) / 2;
            assert!(Level::rated(between).rating().abs_diff(between) <= 3, "{between}");
        }
    }
    assert_eq!([Level::rated(0), Level::rated(9_999), Level::new(99)], [Level::new(0), Level::FULL, Level::FULL]);
}

#[test]
fn the_same_seed_makes_the_same_choice_and_others_make_others() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let played = |seed| search(start, skill(2, seed));
    assert_eq!(played(1), played(1));
    let moves: std::collections::HashSet<Option<Move>> = (0..12).map(|seed| played(seed).best).collect();
    assert!(moves.len() > 2, "{moves:?}");
    let full: std::collections::HashSet<Option<Move>> =
        (0..4).map(|seed| search(start, skill(Level::COUNT, seed)).best).collect();
    assert_eq!(full.len(), 1);
}

#[test]
fn no_choice_gives_away_more_than_its_level_allows() {
    let moves = position(DROP_MATES).legal_moves();
    let scores: [Score; 6] = [40, 20, -10, -120, -400, -900];
    let candidates: Vec<Candidate> =
        moves.iter().zip(scores).map(|(&mv, score)| Candidate { mv, reply: None, score }).collect();
    let found = Finished { best: candidates.first().map(|best| best.mv), score: 40, candidates, ..Finished::default() };
    let worst = |level| (0..3_000).map(|seed| skill(level, seed).choose(found.clone(), 5).score).min();
    let worsts: Vec<Option<Score>> = Level::NUMBERS.map(worst).collect();
    assert!(worsts.is_sorted() && worsts[0] < worsts[7], "{worsts:?}");
    assert!(worsts[0] > Some(-900), "{worsts:?}");
    assert_eq!(skill(Level::COUNT, 1).choose(found.clone(), 5), found);
}

#[test]
fn a_player_nearly_at_full_strength_thinks_a_part_of_the_time() {
    let limit = TimeLimit { soft_ms: 1_000, hard_ms: 4_000 };
    assert_eq!(skill(Level::COUNT, 1).share(limit), limit);
    let near = skill(Level::COUNT - 1, 1);
    let TimeLimit { soft_ms, hard_ms } = near.share(limit);
    assert!(soft_ms < 1_000 && hard_ms == 4 * soft_ms, "{soft_ms}, {hard_ms}");
    assert_eq!(near.share(TimeLimit::exactly(1)), TimeLimit::exactly(1));
    assert!(near.share(TimeLimit::exactly(u64::MAX)).hard_ms > 1_000_000);
}

#[test]
fn a_player_blind_to_a_drop_takes_the_piece_that_loses_the_game() {
    // The bishop can win the rook, but then a knight dropped on f2 mates.
    let board = "6k1/5ppp/8/4r3/8/8/1B4PP/6RK[n] w - - 0 20";
    let played = |percent| {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let blindness = Blindness { percent, seed: 1 };
        let job = Job { blindness, ..Job::new(position(board), Prices::bughouse_default(), limits) };
        think(&mut Searcher::new(Shared::new(4, 1)), job).best
    };
    let capture = position(board).find_move("b2e5");
    assert!(capture.is_some() && played(100) == capture);
    assert_ne!(played(0), capture);
}
