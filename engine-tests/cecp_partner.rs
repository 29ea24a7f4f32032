//! Partners over CECP, by transcript: `ptell` in, `tellics ptell` out, and what a seat does with what it hears.

use crate::cecp::{HANG, ask, bfen, session, sync};
use crate::driver::{Driver, count};

#[test]
fn a_tell_that_was_cut_costs_no_command() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nforce\nptell &#x43a;&#1082; hello");
    assert_eq!(count(&sync(&mut driver), "Error"), 0);
    for filler in ["long words ", "длинно "] {
        driver.send("holding [] []");
        // What XBoard makes of a long tell and the line after it.
        let mut bytes = format!("ptell {}", filler.repeat(100)).into_bytes();
        bytes.truncate(511);
        bytes.extend(b"holding [N] [] WN\n");
        driver.send_bytes(&bytes);
        assert!(bfen(&mut driver).contains("[N] w"), "{filler}");
        // One that was not cut is just long.
        assert_eq!(count(&ask(&mut driver, &format!("ptell {}", filler.repeat(100))), "Error"), 0);
    }
    driver.quit();
}

/// The lines told to the partner among `lines`.
pub fn tells(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("tellics ptell ")).collect()
}

#[test]
fn a_seat_that_is_asked_to_sit_sits_until_the_reason_ends() {
    let mut driver = session("bughouse");
    driver.send("partner Anna\nlevel 0 5 0\npost\nptell sit");
    assert_eq!(count(&sync(&mut driver), "# partner: "), 1, "what was understood is shown");
    driver.send("time 100\notim 30000\nusermove e2e4");
    // So little time is not sat upon.
    driver.expect("move ");
    driver.send("time 30000\nusermove d2d4");
    let lines = driver.until("# sitting: ");
    assert_eq!(count(&lines, "move "), 0);
    // It goes on looking, and clocks and hands that say nothing new end nothing.
    driver.send("time 29900\notim 29000\nholding [] []");
    // Lines of thought begin with their depth: the search goes on where it was.
    while !driver.line().starts_with(|first: char| first.is_ascii_digit()) {}
    driver.send("ptell go");
    driver.expect("# partner: ");
    driver.expect("move ");
    // The GUI's word counts for more than the partner's, and who tells how long to think wants the answer then.
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
    // Fairy-Stockfish reads one word and its number: it hears the clocks in turn, its partner's opponent's first.
    assert!(told.contains(&"otim 5500") && !told.iter().any(|tell| tell.starts_with("time")), "{told:?}");
    // A human who speaks from the same seat hears sentences, in one line what belongs together.
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
    // A storm of nonsense is not answered line by line.
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
    // What comes back shows what arrives: that line is not sent in these letters again.
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
    // In the game the same line is answered anew.
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
    let told = tells(&lines);
    assert!(told.len() == 1 && told[0].starts_with("time 5") && told[0].ends_with(" otim 5500"), "{told:?}");
    // A word on our state comes after the move, too; where the move ends the game nothing is said any more.
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
    // Said on a FICS before a game; from then on shorthand got no answer, and the clocks came every four seconds.
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
    // "It does not include loss on time", says the specification of results that engines claim.
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
