//! V5: Kriegspiel. The arbiter's announcements, and a player who knows nothing else.

use std::process::{Command, Stdio};
use tandem::variants::battle::{self, SetUp};
use tandem::variants::color::{Color, Rng};
use tandem::variants::game::Game;
use tandem::variants::kriegspiel::{
    Announcement, Arbiter, Check, Effort, Language, Player, Start, Told, TryError, Wish, tries,
};
use tandem::variants::moves::parse_square;

fn arbiter(fen: &str) -> Arbiter {
    Arbiter::from_fen(fen, false).unwrap_or_else(|error| panic!("{error}"))
}

fn told(arbiter: &mut Arbiter, text: &str) -> Told {
    match arbiter.attempt(text).as_deref() {
        Ok([Announcement::Moved(told), ..]) => told.clone(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn v5_an_impossible_try_is_announced_and_another_must_be_made() {
    let mut game = arbiter("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1");
    // The king stays in check: impossible, and white's turn goes on.
    assert_eq!(game.attempt("a1a8"), Ok(vec![Announcement::Impossible(Color::White)]));
    assert_eq!(game.attempt("e1e2"), Ok(vec![Announcement::Impossible(Color::White)]));
    assert_eq!(game.side(), Color::White);
    assert_eq!(told(&mut game, "e1d1").by, Color::White);
    assert_eq!(game.side(), Color::Black);
}

#[test]
fn v5_a_try_that_is_no_move_is_quoted_and_not_announced() {
    let mut game = Arbiter::usual(false).expect("a start");
    for text in ["", "e9e4", "шах", "e2", "e2e4e5", "e2e4x"] {
        assert_eq!(game.attempt(text), Err(TryError::NoMove(text.to_owned())));
    }
    for text in ["e2e5", "e4e5", "e7e5", "a1a2"] {
        let error = game.attempt(text).expect_err("not one of white's").to_string();
        assert!(error.contains(&format!("`{text}`")), "{error}");
    }
    assert_eq!(game.position().to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn v5_a_move_names_its_squares_only_by_the_option() {
    let mut bare = Arbiter::usual(false).expect("a start");
    assert_eq!(told(&mut bare, "e2e4").squares, None);
    let mut named = Arbiter::usual(true).expect("a start");
    assert_eq!(told(&mut named, "e2e4").squares, ["e2", "e4"].map(|text| parse_square(text).expect("a square")).into());
}

#[test]
fn v5_a_capture_names_the_square_and_nothing_else() {
    let mut game = arbiter("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1");
    let said = told(&mut game, "d4e5");
    assert_eq!(said.captured, parse_square("e5"));
    assert_eq!(Language::Russian.say(&Announcement::Moved(said.clone())), "Белые сделали ход. Белые бьют на поле e5.");
    assert_eq!(Language::English.say(&Announcement::Moved(said)), "White moved. White take on e5.");
}

#[test]
fn v5_a_check_tells_its_line_as_seen_from_the_king() {
    for (fen, mv, checks) in [
        ("4k3/8/8/8/8/8/8/RK6 w - - 0 1", "a1a8", vec![Check::Rank]),
        ("4k3/8/8/8/8/8/8/RK6 w - - 0 1", "b1b2", vec![]),
        ("k7/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1a1", vec![Check::File]),
        ("4k3/8/8/3N4/8/8/P7/4K3 w - - 0 1", "d5c7", vec![Check::Knight]),
        // From e8 the diagonal of a4 has five squares, that of h5 four; from d1 the one of h5 is the long one.
        ("4k3/8/8/8/8/8/P7/4KB2 w - - 0 1", "f1b5", vec![Check::LongDiagonal]),
        ("4k3/8/8/8/8/8/P7/3BK3 w - - 0 1", "d1h5", vec![Check::ShortDiagonal]),
        ("4K2b/8/8/p7/8/8/8/k2B4 w - - 0 1", "d1f3", vec![]),
        ("6k1/8/8/8/8/8/P7/3BK3 w - - 0 1", "d1b3", vec![Check::LongDiagonal]),
        ("6k1/8/8/3P4/8/8/B7/4K3 w - - 0 1", "d5d6", vec![Check::LongDiagonal]),
        ("8/8/8/8/7k/8/6P1/4K3 w - - 0 1", "g2g3", vec![Check::ShortDiagonal]),
        // A discovered one and that of the moved piece.
        ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", vec![Check::File, Check::Knight]),
    ] {
        assert_eq!(told(&mut arbiter(fen), mv).checks, checks, "{fen} {mv}");
    }
}

#[test]
fn bug_a_check_from_the_start_was_not_announced() {
    let set_up = |text: &str| SetUp::parse(text).expect("allowed");
    // The bishop on c8 attacks the king on h3.
    let (own, hidden) = (set_up("7K/PPPPPPPP/RNBQ1BNR"), set_up("3P4/PPP1PPPP/RNBQKBNR"));
    let game = Arbiter::set_up([&own, &hidden], false).expect("black is in no check");
    let opening = Announcement::Opening(vec![Check::LongDiagonal]);
    assert_eq!(game.opening(), Some(opening.clone()));
    assert_eq!(Language::English.say(&opening), "White begin. Check on the long diagonal.");
    assert_eq!(Language::Russian.say(&opening), "Белые начинают. Шах по длинной диагонали.");
    let mut player = Player::new(Color::White, &Start::Hidden(own), false, EFFORT, 1);
    player.hear(&opening);
    assert!(player.belief().worlds().iter().all(|world| world.is_checked(Color::White)));
    assert_eq!(Arbiter::usual(false).expect("a start").opening(), None);
}

#[test]
fn v5_after_a_yes_a_pawns_capture_must_be_tried_first() {
    let mut game = arbiter("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1");
    assert_eq!(game.ask(), Ok(Announcement::CanTake(Color::White, true)));
    assert_eq!(game.attempt("e1e2"), Err(TryError::MustTake("e1e2".to_owned())));
    assert_eq!(game.attempt("d4c5"), Ok(vec![Announcement::Impossible(Color::White)]), "a try in vain is enough");
    assert!(game.attempt("e1e2").is_ok());
    let mut game = arbiter("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1");
    assert_eq!(game.ask(), Ok(Announcement::CanTake(Color::White, false)));
    assert!(game.attempt("e1e2").is_ok());
    assert_eq!(
        Language::Russian.say(&Announcement::CanTake(Color::White, false)),
        "Белые спрашивают: могу ли бить? Нет."
    );
}

#[test]
fn v5_a_pinned_pawn_cannot_take() {
    let mut game = arbiter("4r1k1/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(game.ask(), Ok(Announcement::CanTake(Color::White, false)));
    assert_eq!(game.attempt("e4d5"), Ok(vec![Announcement::Impossible(Color::White)]));
}

#[test]
fn v5_a_promotion_names_the_square_only() {
    let mut game = arbiter("8/4P3/8/k7/8/8/8/4K3 w - - 0 1");
    let said = told(&mut game, "e7e8");
    assert_eq!((said.promoted, said.squares), (parse_square("e8"), None));
    assert!(game.position().to_fen().starts_with("4Q3/"), "a queen unless another piece is named");
    assert_eq!(Language::Russian.say(&Announcement::Moved(said)), "Белые сделали ход. Превращение на поле e8.");
}

#[test]
fn bug_a_try_written_like_an_announcement_was_no_move() {
    let game = Arbiter::usual(true).expect("a start");
    for text in ["e2-e4", "e2–e4", "E2 E4", "e2:e4"] {
        assert_eq!(game.read(text).map(|mv| mv.to_string()), Ok("e2e4".to_owned()), "{text}");
    }
    let game = arbiter("8/4P3/8/k7/8/8/8/4K3 w - - 0 1");
    assert_eq!(game.read("e7-e8=N").map(|mv| mv.to_string()), Ok("e7e8n".to_owned()));
    for text in ["", "-", "e7-", "e7-e8=", "e7-e8=NN"] {
        assert!(game.read(text).is_err(), "{text}");
    }
}

#[test]
fn v5_tries_depend_on_the_own_pieces_only() {
    let of = |fen: &str| tries(arbiter(fen).position());
    assert_eq!(of("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1"), of("8/2p5/8/8/3P4/8/5r2/k3K3 w - - 0 1"));
}

const EFFORT: Effort = Effort { worlds: 6, time: None };

/// Plays both sides' tries against the arbiter until `plies` moves are made; returns all announcements and the wishes.
fn session(hidden: &SetUp, own: &SetUp, replies: &[&str]) -> (Vec<Announcement>, Vec<Option<Wish>>) {
    let mut game = Arbiter::set_up([own, hidden], false).expect("no check");
    let mut player = Player::new(Color::White, &Start::Hidden(own.clone()), false, EFFORT, 5);
    let (mut heard, mut wishes) = (Vec::new(), Vec::new());
    let mut replies = replies.iter();
    while game.ending().is_none() {
        let said = if game.side() == Color::White {
            let wish = player.wish();
            wishes.push(wish);
            match wish {
                Some(Wish::Ask) => vec![game.ask().expect("on turn")],
                Some(Wish::Try(mv)) => game.attempt(&mv.to_string()).expect("a try of white's"),
                None => break,
            }
        } else {
            match replies.next() {
                Some(reply) => game.attempt(reply).expect("a try of black's"),
                None => break,
            }
        };
        said.iter().for_each(|one| player.hear(one));
        heard.extend(said);
    }
    (heard, wishes)
}

/// The arbiter of the second game has other pieces on other squares in its memory than that of the first; as long as
/// both announce the same, the player does the same.
#[test]
fn v5_the_player_knows_only_what_is_announced() {
    let own = SetUp::parse("8/PPPPPPPP/RNBQKBNR").expect("allowed");
    let (mut same, mut after) = (0, 0);
    for seed in 0..12 {
        let hidden = [SetUp::choose(2 * seed), SetUp::choose(2 * seed + 1)];
        // Both have a pawn on h7 or h6, whose step tells nothing.
        let [first, second] = hidden.each_ref().map(|hidden| {
            let step =
                if hidden.text().split('/').nth(1).is_some_and(|rank| rank.ends_with('P')) { "h7h6" } else { "h6h5" };
            session(hidden, &own, &[step])
        });
        let equal = first.0.iter().zip(&second.0).take_while(|(one, other)| one == other).count();
        // One wish more than announcements was made on the same knowledge.
        let known = first.0[..equal]
            .iter()
            .filter(|said| !matches!(said, Announcement::Moved(told) if told.by == Color::Black))
            .count();
        let most = (known + 1).min(first.1.len()).min(second.1.len());
        assert_eq!(first.1[..most], second.1[..most], "seed {seed}");
        same += most;
        after += usize::from(equal > 1);
    }
    assert!(same > 20 && after > 4, "{same} {after}");
}

#[test]
fn v5_a_belief_fits_the_announcements() {
    let mut game = Arbiter::usual(false).expect("a start");
    let mut player = Player::new(Color::White, &Start::Usual, false, EFFORT, 1);
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"] {
        let mv = game.read(text).expect("a try");
        let mut belief = std::mem::replace(&mut player, Player::new(Color::White, &Start::Usual, false, EFFORT, 1));
        let by_white = game.side() == Color::White;
        for said in game.attempt(text).expect("a try") {
            if by_white {
                belief.told_of(mv);
            }
            belief.hear(&said);
        }
        player = belief;
        let truth = game.position();
        for world in player.belief().worlds() {
            assert_eq!(world.side(), truth.side());
            assert_eq!(world.board().key_of_side(Color::White), truth.board().key_of_side(Color::White), "{text}");
            assert_eq!(world.board().pieces(Color::Black).len(), truth.board().pieces(Color::Black).len(), "{text}");
        }
        assert!(!player.belief().worlds().is_empty());
    }
}

#[test]
fn bug_a_repaired_belief_left_the_named_squares_as_they_were() {
    let square = |text: &str| parse_square(text).expect("a square");
    // After 1. e4 black takes on e4, or moves a8-a5: no game has that, so every position is a repaired one.
    for (captured, squares, taken) in [(Some("e4"), None, "e4"), (None, Some(["a8", "a5"]), "a5")] {
        let mut game = Arbiter::usual(squares.is_some()).expect("a start");
        let mut player = Player::new(Color::White, &Start::Usual, squares.is_some(), EFFORT, 1);
        player.told_of(game.read("e2e4").expect("a try"));
        game.attempt("e2e4").expect("a try").iter().for_each(|said| player.hear(said));
        player.hear(&Announcement::Moved(Told {
            by: Color::Black,
            squares: squares.map(|squares| squares.map(square)),
            captured: captured.map(square),
            promoted: None,
            checks: Vec::new(),
        }));
        let worlds = player.belief().worlds();
        assert!(!worlds.is_empty());
        for world in worlds {
            assert!(world.board().at(square(taken)).is(Color::Black), "{taken}: {}", world.to_fen());
            assert!(squares.is_none_or(|[from, _]| world.board().at(square(from)).is_empty()), "{}", world.to_fen());
        }
    }
}

/// Against random tries; a game to its end by the rules, with every announcement heard by both.
#[test]
fn v5_the_player_beats_random_tries() {
    let mut points = 0;
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let set_ups = [SetUp::choose(rng.next()), SetUp::choose(rng.next())];
        let mut game = Arbiter::set_up([&set_ups[0], &set_ups[1]], false).expect("no check");
        let mut player = Player::new(Color::White, &Start::Hidden(set_ups[0].clone()), false, EFFORT, seed);
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            let said = if game.side() == Color::White {
                match player.wish().expect("something to try") {
                    Wish::Ask => vec![game.ask().expect("on turn")],
                    Wish::Try(mv) => game.attempt(&mv.to_string()).expect("a try of white's"),
                }
            } else {
                let all = tries(game.position());
                game.attempt(&rng.pick(&all).expect("a try").to_string()).expect("a try of black's")
            };
            said.iter().for_each(|one| player.hear(one));
        };
        points += ending.winner.map_or(1, |winner| if winner == Color::White { 2 } else { 0 });
    }
    assert!(points >= 4, "{points} half points of 6");
}

#[test]
fn v5_the_terminal_speaks_both_languages() {
    for (language, tries, said) in [
        (
            "ru",
            "e2e5\ne2e4\nвыход\n",
            ["`e2e5`: ни одна ваша фигура так не ходит", "Белые сделали ход.", "Позиция была"],
        ),
        (
            "en",
            "e2e5\nany?\ne2e4\nquit\n",
            ["`e2e5` is no move that one of your pieces could make", "White moved.", "White ask: can a pawn take? No."],
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["kriegspiel", "--usual", "--language", language, "--seconds", "0.05", "--seed", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::io::Write::write_all(&mut child.stdin.take().expect("stdin"), tries.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success());
        for part in said {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn bug_the_terminal_showed_the_hidden_set_up_that_gave_check() {
    // The king on h6 is open to a bishop or queen on c1.
    let own = SetUp::parse("7K/PPPPPPPP/RNBQ1BNR").expect("allowed");
    let gives_check = |seed: &u64| battle::start([&SetUp::choose(seed ^ 0xa5a5), &own]).is_err();
    let seed = (0..2_000).find(gives_check).expect("a check").to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["kriegspiel", "--color", "black", "--set-up", &own.text(), "--seed", &seed])
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(said.contains("in check before white's first move") && !said.contains("pppppppp"), "{said}");
}

#[test]
fn bug_seconds_that_are_none_were_told_in_the_words_of_the_library() {
    for seconds in ["-1", "nan", "inf", "1e9", "soon"] {
        let arguments = ["kriegspiel".to_owned(), format!("--seconds={seconds}")];
        let output = Command::new(env!("CARGO_BIN_EXE_tandem")).args(arguments).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{seconds}");
        assert!(said.contains(&format!("'{seconds}'")) && said.contains("0 to 3600 is wanted"), "{said}");
    }
}

#[test]
fn bug_a_line_that_is_not_utf_8_ended_the_game_in_the_terminal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["kriegspiel", "--usual", "--seconds", "0.05", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A word of Russian as KOI8-R has it, then a try.
    let tries = b"\xcd\xcf\xc7\xd5\ne2e4\nquit\n";
    std::io::Write::write_all(&mut child.stdin.take().expect("stdin"), tries).expect("written");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("is no move (write `e2e4`, `e7e8q`)") && text.contains("White moved."), "{text}");
}
