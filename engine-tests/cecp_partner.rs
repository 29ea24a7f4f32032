//! Partner talk over CECP, by transcript: `ptell` in, `tellics ptell` out, and its effect on the moves.

use crate::cecp_session::{HANG, ask, bfen, session, sync, tells};
use crate::driver::{Driver, count};

#[test]
fn a_tell_that_was_cut_costs_no_command() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nforce\nptell &#x43a;&#1082; hello");
    assert_eq!(count(&sync(&mut driver), "Error"), 0);
    for filler in ["long words ", "длинно "] {
        driver.send("holding [] []");
        // A long tell as cut by XBoard, and the line after it.
        let mut bytes = format!("ptell {}", filler.repeat(100)).into_bytes();
        bytes.truncate(511);
        bytes.extend(b"holding [N] [] WN\n");
        driver.send_bytes(&bytes);
        assert!(bfen(&mut driver).contains("[N] w"), "{filler}");
        // An uncut long tell is no error.
        assert_eq!(count(&ask(&mut driver, &format!("ptell {}", filler.repeat(100))), "Error"), 0);
    }
    driver.quit();
}

#[test]
fn a_seat_that_is_asked_to_sit_sits_until_the_reason_ends() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 5 0\npost\nptell sit");
    assert_eq!(count(&sync(&mut driver), "# partner: "), 1, "what was understood is shown");
    driver.send("time 100\notim 30000\nusermove e2e4");
    // With so little time the engine does not sit.
    driver.expect("move ");
    driver.send("time 30000\nusermove d2d4");
    let lines = driver.until("# sitting: ");
    assert_eq!(count(&lines, "move "), 0);
    // It keeps searching; clocks and hands without news do not end the sitting.
    driver.send("time 29900\notim 29000\nholding [] []");
    // Thinking lines begin with their depth: the search goes on.
    while !driver.line().starts_with(|first: char| first.is_ascii_digit()) {}
    driver.send("ptell go");
    driver.expect("# partner: ");
    driver.expect("move ");
    // The GUI's command overrides the partner's request; with an explicit time limit the GUI expects the answer at that
    // time.
    driver.send("ptell sit");
    driver.send("time 30000\nusermove a2a3");
    driver.expect("# sitting: ");
    driver.send("?");
    driver.expect("move ");
    driver.send("st 0.1\nusermove b2b3");
    driver.expect("move ");
    driver.quit();
}

#[test]
fn bug_move_now_in_mid_search_was_answered_by_a_sit() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 5 0\nptell sit\ntime 30000\notim 30000\nusermove e2e4\n?");
    let lines = driver.until("move ");
    assert_eq!(count(&lines, "# sitting: "), 0, "{lines:?}");
    driver.quit();
}

#[test]
fn an_engine_as_partner_hears_shorthand_and_clocks() {
    let mut driver = session("bughouse");
    driver.send(
        "partner Fred\nlevel 0 1 0\nptell partner Fairy-Stockfish is an engine. Ask it 'help' for supported commands.",
    );
    driver.send(&format!("force\nsetboard {HANG}\ntime 6000\notim 5500\ngo"));
    let lines = sync(&mut driver);
    let told = tells(&lines);
    for word in ["sitting", "++p", "++n", "++q"] {
        assert!(told.contains(&word), "{word}: {told:?}");
    }
    driver.send("holding [N] [] WN");
    driver.expect("move N@e");
    let lines = sync(&mut driver);
    let told = tells(&lines);
    assert!(told.contains(&"x"), "it moves again: {lines:?}");
    // Fairy-Stockfish reads one word and its number, so it is sent the clocks in turn, its diagonal's first.
    assert!(told.contains(&"otim 5500") && !told.iter().any(|tell| tell.starts_with("time")), "{told:?}");
    // A human in the same seat is sent sentences, related ones in one line.
    driver.send(&format!("new\nvariant bughouse\nforce\nptell спасибо\nsetboard {HANG}\ngo"));
    let lines = sync(&mut driver);
    assert!(tells(&lines).iter().any(|tell| tell.contains("ферз") && tell.contains("кон")), "{lines:?}");
    driver.quit();
}

#[test]
fn the_end_of_input_ends_a_sit_with_its_move() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 5 0\nptell sit\ntime 30000\nusermove e2e4");
    driver.expect("# sitting: ");
    driver.close_input();
    let (lines, status, _) = driver.wait();
    assert!(status.success() && count(&lines, "move ") == 1, "{lines:?}");
}

#[test]
fn partners_are_answered_once_and_in_no_loop() {
    let mut driver = session("bughouse");
    assert_eq!(tells(&ask(&mut driver, "partner Anna")).len(), 1, "a partner hears who we are");
    assert_eq!(ask(&mut driver, "partner Anna").len(), 0, "and hears it once");
    let lines = ask(&mut driver, "ptell qwertz uiop");
    assert!(tells(&lines).len() == 1 && tells(&lines)[0].starts_with("sorry"), "{lines:?}");
    for line in ["qwertz uiop", "sorry, I did not get that; try `help`", "ok", "OK then", "Sorry?"] {
        let lines = ask(&mut driver, &format!("ptell {line}"));
        assert_eq!(tells(&lines).len(), 0, "{lines:?}");
    }
    // A flood of nonsense is not answered line by line.
    for number in 0..100 {
        driver.send(&format!("ptell xyzzy {number}"));
    }
    assert!(tells(&sync(&mut driver)).len() < 10);
    driver.send("option TeamMessageMode=ignore");
    assert_eq!(ask(&mut driver, "ptell frobozz").len(), 0);
    driver.quit();
}

#[test]
fn a_hanging_player_tells_what_would_help() {
    let mut driver = session("bughouse");
    driver.send(&format!("partner Anna\nforce\nsetboard {HANG}\ngo"));
    let lines = sync(&mut driver);
    assert!(tells(&lines).len() > 1, "{lines:?}");
    driver.send("option TeamMessageMode=consider\nforce");
    assert_eq!(tells(&ask(&mut driver, "go")).len(), 0);
    driver.quit();
}

#[test]
fn cecp_2_latin_in_is_latin_out_and_cyrillic_lines_have_ascii_ends() {
    let mut driver = session("bughouse");
    driver.send("partner Anna");
    for (said, starts) in
        [("ptell kak dela, qwertz", "sorry, ne ponyal"), ("ptell как дела-то, ыыы", "sorry, не понял")]
    {
        let lines = ask(&mut driver, said);
        assert!(tells(&lines).iter().any(|tell| tell.starts_with(starts)), "{said}: {lines:?}");
    }
    let lines = ask(&mut driver, "ptell &#x43f;ривет");
    assert_eq!(tells(&lines), ["привет!"].map(|hello| format!("({hello})")), "entities are letters");
    // The echo shows that Cyrillic letters are lost on the way: no more are sent.
    assert!(tells(&ask(&mut driver, "ptell (!)")).is_empty());
    let lines = ask(&mut driver, "ptell +n");
    assert!(!tells(&lines).is_empty() && tells(&lines).iter().all(|tell| tell.is_ascii()), "{lines:?}");
    driver.quit();
}

#[test]
fn cecp_3_shorthand_of_a_person_is_answered_as_a_persons() {
    let mut driver = session("bughouse");
    ask(&mut driver, "partner Anna\nlevel 0 1 0");
    assert_eq!(tells(&ask(&mut driver, "ptell +n")), ["ok"]);
    driver.send("time 6000\notim 5500\nusermove e2e4");
    driver.expect("move ");
    let lines = sync(&mut driver);
    assert!(!tells(&lines).iter().any(|tell| tell.contains("time") || tell.contains("otim")), "no clocks: {lines:?}");
    assert_eq!(tells(&ask(&mut driver, "ptell hello")), ["hi partner"], "sentences");
    driver.quit();
}

#[test]
fn cecp_4_it_talks_between_games_too() {
    let mut driver = Driver::start(&[]);
    driver.send("xboard\nprotover 2");
    driver.until("feature done=1");
    ask(&mut driver, "new\npartner Anna");
    for said in ["help", "hi", "zavisni"] {
        assert_eq!(tells(&ask(&mut driver, &format!("ptell {said}"))).len(), 1, "{said}");
    }
    // In a game the same line is answered again.
    driver.send("new\nvariant bughouse");
    assert_eq!(tells(&ask(&mut driver, "ptell hi")).len(), 1);
    driver.quit();
}

#[test]
fn cecp_5_the_move_goes_first_and_clocks_in_one_line() {
    let mut driver = session("bughouse");
    driver.send("partner Tim\nlevel 0 1 0\nptell partner Tandem is an engine. Tell it `help` for what it understands.");
    driver.send("time 6000\notim 5500\nusermove e2e4");
    driver.expect("move ");
    let lines = sync(&mut driver);
    // Both clocks as they stand at that moment: the opponent's ran until its move was read.
    let told = tells(&lines);
    let words: Vec<_> = told.iter().flat_map(|line| line.split(' ')).collect();
    let ["time", own, "otim", of_opponent] = words[..] else { panic!("{told:?}") };
    assert!((5_000..6_000).contains(&own.parse::<u32>().unwrap()), "{told:?}");
    assert!((5_000..=5_500).contains(&of_opponent.parse::<u32>().unwrap()), "{told:?}");
    // The report on our state comes after the move; nothing is sent if the move ends the game.
    driver.send(&format!("new\nvariant bughouse\nforce\nsetboard {HANG}\nlevel 0 1 0\ngo\nholding [N] [] WN"));
    let is_alive = |lines: &[String]| tells(lines).iter().any(|tell| tell.split("; ").any(|word| word == "x"));
    assert!(!is_alive(&driver.until("move N@e")));
    assert!(is_alive(&sync(&mut driver)));
    driver.send("new\nvariant bughouse\nforce\nsetboard 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1\nlevel 0 1 0\ngo");
    driver.expect("move N@f7");
    assert_eq!(sync(&mut driver), ["1-0 {White mates}"]);
    driver.quit();
}

#[test]
fn a_person_may_greet_as_engines_do_and_is_understood() {
    // Greetings seen on a FICS before a game; after them shorthand got no answer, and clocks were sent every four
    // seconds.
    for greeting in ["Greetings. I play the other board", "Hello! I am Boris", "partner I am new here"] {
        let mut driver = session("bughouse");
        driver.send("partner Boris\nlevel 0 1 0\nforce");
        ask(&mut driver, &format!("ptell {greeting}"));
        assert_eq!(tells(&ask(&mut driver, "ptell +n")), ["ok"], "{greeting}");
        assert_eq!(tells(&ask(&mut driver, "ptell partner trade queens please")), ["ok"], "{greeting}");
        driver.quit();
    }
}

#[test]
fn cecp_6_only_what_happened_on_the_board_is_claimed_and_never_a_flag() {
    // The CECP specification on results claimed by engines: "It does not include loss on time".
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 1 0\ntime 6000\notim 1\nusermove e2e4");
    let lines = driver.until("move ");
    let after = ask(&mut driver, "otim 0");
    let claims = [lines, after].concat().into_iter().filter(|line| line.contains(" {") || line.contains("flag"));
    assert_eq!(claims.collect::<Vec<_>>(), Vec::<String>::new());
    driver.quit();
}

#[test]
fn cecp_7_words_of_people_mean_what_they_mean() {
    let mut driver = session("bughouse");
    ask(&mut driver, "partner Anna\nforce");
    for small_talk in ["gg", ":)", "...", "1", "GG wp!"] {
        assert_eq!(tells(&ask(&mut driver, &format!("ptell {small_talk}"))).len(), 0, "{small_talk}");
    }
    assert_eq!(tells(&ask(&mut driver, "ptell what do you need?")), ["nothing special"]);
    let remark = |driver: &mut Driver, said: &str| ask(driver, &format!("ptell {said}")).concat();
    assert!(remark(&mut driver, "tell me +q or -q").contains("may I trade queens?"));
    assert!(remark(&mut driver, "hard sit").contains("sitting for"));
    assert!(remark(&mut driver, "no more q").contains("losing a queen costs"));
    assert!(remark(&mut driver, "any piece").contains("trades of all pieces are welcome"));
    assert!(remark(&mut driver, "feed me").contains("trades of all pieces are welcome"));
    driver.quit();
}

#[test]
fn bug_a_repeated_wish_was_met_with_silence() {
    let mut driver = session("bughouse");
    ask(&mut driver, "partner Anna\nforce");
    for time in ["first", "second"] {
        assert_eq!(tells(&ask(&mut driver, "ptell need a knight")), ["ok"], "{time}");
    }
    let answers: usize = (0..50).map(|_| tells(&ask(&mut driver, "ptell need a knight")).len()).sum();
    assert!(answers < 8, "a flood is not answered line by line: {answers}");
    driver.quit();
}

#[test]
fn bug_a_line_that_had_lost_its_letters_was_met_with_silence() {
    for line in ["? ! ..", "(??? ????)"] {
        let mut driver = session("bughouse");
        ask(&mut driver, "partner Anna\nforce");
        let lines = ask(&mut driver, &format!("ptell {line}"));
        let said = tells(&lines);
        assert!(said.len() == 1 && said[0].contains("Latin letters or (brackets)"), "{line}: {said:?}");
        assert!(tells(&ask(&mut driver, "ptell ?? ???!")).is_empty(), "one hint is enough");
        driver.quit();
    }
}

#[test]
fn bug_greetings_questions_and_praise_were_taken_for_nonsense() {
    let mut driver = session("bughouse");
    ask(&mut driver, "partner Anna\nforce");
    for (said, answer) in [
        ("hello, i am new", "hi partner"),
        ("who is winning?", "still fighting!"),
        ("well played partner", "thanks!"),
        ("сыграем?", "(привет!)"),
        ("кто выигрывает?", "(борюсь!)"),
        ("как у тебя дела на доске?", "(борюсь!)"),
        ("хорошо сыграл", "(спасибо!)"),
    ] {
        assert_eq!(tells(&ask(&mut driver, &format!("ptell {said}"))), [answer], "{said}");
    }
    driver.quit();
}

#[test]
fn bug_a_former_partners_question_was_answered_to_the_next() {
    for change in ["partner Eve", "result * {over}\nnew\npartner Eve\nvariant bughouse\nforce"] {
        let mut driver = session("bughouse");
        ask(&mut driver, "partner Anna\nforce");
        for _ in 0..20 {
            driver.send("ptell may I trade queens?");
        }
        ask(&mut driver, change);
        driver.send("ptell may I trade rooks?");
        let is_answer = |line: &&String| line.contains(" ptell yes") || line.contains(" ptell no");
        let mut lines = vec![driver.line()];
        while !lines.iter().any(|line| is_answer(&line)) {
            lines.push(driver.line());
        }
        // Questions are answered in their order: those of the former partner would have come first.
        lines.extend(sync(&mut driver));
        assert_eq!(lines.iter().filter(is_answer).count(), 1, "{change}: {lines:?}");
        driver.quit();
    }
}
