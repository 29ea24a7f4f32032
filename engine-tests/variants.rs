//! The other games: their rules by number, counts of move paths, and games of random moves.

use std::collections::HashSet;
use tandem::variants::battle::{self, SetUp};
use tandem::variants::color::{Color, Rng};
use tandem::variants::exchange::{Exchange, reserve};
use tandem::variants::game::{Ending, Game, Reason};
use tandem::variants::play::{Choices, Name, Play};
use tandem::variants::search::{Control, Limits, MATE};
use tandem::variants::table::Table;

fn play(name: Name, fen: &str) -> Play {
    Play::from_fen(name, &Choices::default(), fen).unwrap_or_else(|error| panic!("{error}"))
}

fn wazir(fen: &str) -> Play {
    let choices = Choices { jester_is_wazir: true, ..Choices::default() };
    Play::from_fen(Name::Courier, &choices, fen).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(play: &Play) -> HashSet<String> {
    play.legal_moves().iter().map(|mv| mv.to_string()).collect()
}

/// The moves of the piece on `from`: where they end.
fn targets(play: &Play, from: &str) -> HashSet<String> {
    moves(play).iter().filter_map(|mv| mv.strip_prefix(from).map(str::to_owned)).collect()
}

fn set(texts: &[&str]) -> HashSet<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn paths(play: &Play, depth: u32) -> u64 {
    let counts = play.divide(depth, &false.into()).expect("not stopped");
    counts.into_iter().map(|(_, count)| count).sum()
}

/// Counts by Fairy-Stockfish with `variants.ini`, each row a game, a FEN, a depth and the count. The deepest of them
/// take a release build.
#[test]
fn paths_are_counted_as_fairy_stockfish_counts_them() {
    let rows: Vec<&str> =
        include_str!("data/variants_perft.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() > 10, "{} rows", rows.len());
    for row in rows {
        let [name, fen, depth, count] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("`{row}`") };
        let start = match name {
            "courier-wazir" => wazir(fen),
            name => play(name.parse().expect("a game"), fen),
        };
        assert_eq!(paths(&start, depth.parse().expect("a depth")), count.parse::<u64>().expect("a count"), "{row}");
    }
}

#[test]
fn v1_gardners_start_has_seven_moves_and_every_piece_once() {
    let start = Play::start(Name::Gardner, &Choices::default()).expect("a start");
    assert_eq!(start.fen(), "rnbqk/ppppp/5/PPPPP/RNBQK w Qq - 0 1");
    assert_eq!(start.legal_moves().len(), 7);
}

#[test]
fn v1_the_king_castles_with_the_only_rook() {
    let mut castled = play(Name::Gardner, "r3k/p1p1p/5/P1P1P/R3K w Qq - 0 1");
    castled.play("e1c1").expect("castling");
    assert_eq!(castled.fen(), "r3k/p1p1p/5/P1P1P/2KR1 b q - 1 1");
    // Not through an attacked square, out of check, past a piece, or when the rook or the king has moved.
    for fen in [
        "r3k/p1prp/5/P1P1P/R3K w Q - 0 1",
        "r3k/p1p1r/5/P1P2/R3K w Q - 0 1",
        "r3k/p1p1p/5/P1P1P/RN2K w Qq - 0 1",
        "r3k/p1p1p/5/P1P1P/R3K w q - 0 1",
    ] {
        assert!(!moves(&play(Name::Gardner, fen)).contains("e1c1"), "{fen}");
    }
}

#[test]
fn v1_a_double_step_can_be_taken_en_passant_at_once() {
    let mut game = play(Name::Gardner, "4k/p4/1P3/P4/4K b - - 0 1");
    assert!(moves(&game).contains("a4b3"), "a usual capture");
    game = play(Name::Gardner, "4k/5/1p3/4P/4K w - - 0 1");
    assert!(!moves(&game).contains("b3b5"), "only from the second rank");
    game = play(Name::Gardner, "4k/p4/5/1P3/4K b - - 0 1");
    game.play("a4a2").expect("a double step");
    assert_eq!(game.fen(), "4k/5/5/pP3/4K w - a3 0 2");
    let mut taken = game.clone();
    taken.play("b2a3").expect("en passant");
    assert_eq!(taken.fen(), "4k/5/P4/5/4K b - - 0 2");
    game.play("e1d1").expect("another move");
    game.play("e5d5").expect("another move");
    assert!(!moves(&game).contains("b2a3"), "later it is too late");
}

#[test]
fn v1_a_pawn_becomes_any_piece() {
    let game = play(Name::Gardner, "4k/P4/5/5/4K w - - 0 1");
    assert_eq!(targets(&game, "a4"), set(&["a5q", "a5r", "a5b", "a5n"]));
}

#[test]
fn v1_stalemate_and_three_times_the_same_position_are_draws() {
    let game = play(Name::Gardner, "k4/2K2/1Q3/5/5 b - - 0 1");
    assert_eq!(game.ending(), Some(Ending::draw(Reason::Stalemate)));
    let mut game = play(Name::Gardner, "k4/5/5/R4/4K b - - 0 1");
    for mv in ["a5b5", "a2b2", "b5a5", "b2a2", "a5b5", "a2b2", "b5a5"] {
        game.play(mv).expect("legal");
        assert_eq!(game.ending(), None);
    }
    game.play("b2a2").expect("legal");
    assert_eq!(game.ending(), Some(Ending::draw(Reason::Repetition)));
}

#[test]
fn bug_a_third_repetition_was_the_second_where_a_pin_forbade_en_passant() {
    let mut game = play(Name::Battle, "3k4/8/8/8/3p4/8/4P3/3R3K w - - 0 1");
    game.play("e2e4").expect("a double step");
    assert_eq!(game.fen(), "3k4/8/8/8/3pP3/8/8/3R3K b - - 0 1");
    assert_eq!(play(Name::Battle, "3k4/8/8/8/3pP3/8/8/3R3K b - e3 0 1").fen(), game.fen());
    for mv in ["d8c8", "h1g1", "c8d8", "g1h1", "d8c8", "h1g1", "c8d8"] {
        game.play(mv).expect("legal");
        assert_eq!(game.ending(), None);
    }
    game.play("g1h1").expect("legal");
    assert_eq!(game.ending(), Some(Ending::draw(Reason::Repetition)));
}

#[test]
fn v2_each_piece_of_courier_moves_as_it_should() {
    let alone = |piece: char| format!("k11/12/12/12/5{piece}6/12/12/11K w - - 0 1");
    let from = |piece: char| targets(&play(Name::Courier, &alone(piece)), "f4");
    assert_eq!(from('E'), set(&["d2", "d6", "h2", "h6"]), "the bishop jumps two squares");
    assert_eq!(from('F'), set(&["e3", "e5", "g3", "g5"]), "the ferz steps diagonally");
    let around = set(&["e3", "e4", "e5", "f3", "f5", "g3", "g4", "g5"]);
    assert_eq!(from('M'), around, "the sage steps anywhere");
    assert_eq!(from('W'), around, "so does the jester");
    assert_eq!(targets(&wazir(&alone('W')), "f4"), set(&["e4", "f3", "f5", "g4"]), "by the option along lines");
    assert_eq!(from('B').len(), 14, "the courier slides diagonally");
    // Over anything.
    let jump = play(Name::Courier, "k11/12/12/4PPP5/4PEP5/4PPP5/12/11K w - - 0 1");
    assert_eq!(targets(&jump, "f4"), set(&["d2", "d6", "h2", "h6"]));
}

#[test]
fn v2_sage_and_jester_are_not_royal() {
    let game = play(Name::Courier, "k2r8/12/12/12/12/12/12/3M6KM w - - 0 1");
    assert!(targets(&game, "l1").contains("l2"), "the attacked sage may be left");
    assert!(Play::from_fen(Name::Courier, &Choices::default(), "k11/12/12/12/12/12/12/M11 w - - 0 1").is_err());
}

#[test]
fn v2_pawns_have_the_double_step_no_en_passant_and_become_a_ferz() {
    let mut game = play(Name::Courier, "k11/12/12/12/1p10/12/P1P9/11K w - - 0 1");
    assert!(targets(&game, "a2").contains("a4"));
    game.play("a2a4").expect("a double step");
    assert_eq!(targets(&game, "b4"), set(&["b3"]));
    let game = play(Name::Courier, "k11/3P8/12/12/12/12/12/11K w - - 0 1");
    assert_eq!(targets(&game, "d7"), set(&["d8f"]));
}

#[test]
fn v2_whoever_stalemates_wins() {
    let game = play(Name::Courier, "k11/2M9/1K10/12/12/12/12/12 b - - 0 1");
    assert_eq!(game.ending(), Some(Ending::win(Color::White, Reason::Stalemate)));
    // The search looks for it, too.
    let game = play(Name::Courier, "k11/3M8/1K10/12/12/12/12/12 w - - 0 1");
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let found = game.search(&mut Table::new(1), limits, Control::default(), &mut |_| {});
    assert_eq!((found.score, found.line[0].to_string().as_str()), (MATE - 1, "d7c7"));
}

#[test]
fn v2_tradition_begins_after_four_moves_of_each_side() {
    let free = Choices { free_opening: true, ..Choices::default() };
    let mut game = Play::start(Name::Courier, &free).expect("a start");
    for mv in ["a2a4", "g2g4", "l2l4"] {
        game.play(mv).expect("legal");
        game.play(&mv.replace('4', "5").replace('2', "7")).expect("legal");
    }
    // The ferz jumps two squares, once.
    let traditional = Play::start(Name::Courier, &Choices::default()).expect("a start").fen();
    let ferz_home =
        traditional.replace("mk1m", "mkfm").replace("MK1M", "MKFM").replace("6f5", "12").replace("6F5", "12");
    assert_eq!(game.fen().split(' ').next(), ferz_home.split(' ').next());
    assert!(traditional.contains(" w "));
}

#[test]
fn v3_the_reserve_grows_with_the_board() {
    assert_eq!([4, 5, 6, 7, 8].map(reserve), [2, 3, 4, 6, 8]);
    let start = Exchange::start(5).to_fen();
    assert_eq!(start, "5/5/5/5/5[KQQQRRRBBBNNNkqqqrrrbbbnnn] w - - 0 1");
}

#[test]
fn v3_kings_go_to_opposite_corners_and_never_move() {
    let mut game = Play::start(Name::Exchange, &Choices::default()).expect("a start");
    assert_eq!(moves(&game), set(&["K@a1", "K@a5", "K@e1", "K@e5"]));
    game.play("K@a5").expect("a corner");
    assert_eq!(moves(&game), set(&["K@e1"]));
    game.play("K@e1").expect("the opposite corner");
    assert!(moves(&game).iter().all(|mv| mv.contains('@') && !mv.contains('K')), "the first move is a drop");
}

/// Counted by hand. N = 5: 25 squares less two kings and six squares beside them leave 17; a queen from the white side
/// attacks the corner e5 along its rank, file and diagonal. On a rank or file two squares beyond the three beside the
/// king are free (a5 to c5 less none), and so on; a rook checks from 6 squares, a bishop from 2, a knight from 2.
#[test]
fn v3_the_first_drop_is_counted_by_hand() {
    let after_kings = |size: u8| {
        let mut game = Play::start(Name::Exchange, &Choices { size, ..Choices::default() }).expect("a start");
        game.play("K@a1").expect("a corner");
        let corner = game.legal_moves()[0].to_string();
        game.play(&corner).expect("the other corner");
        game
    };
    let count = |game: &Play, kind: char| moves(game).iter().filter(|mv| mv.starts_with(kind)).count();
    // N = 5: 17 free squares. Rook: a5 b5 c5 and e1 e2 e3 check. Bishop: b2 is beside a1; c3 checks. Knight: c4 and d3.
    let five = after_kings(5);
    assert_eq!(['Q', 'R', 'B', 'N'].map(|kind| count(&five, kind)), [17 - 7, 17 - 6, 17 - 1, 17 - 2]);
    // N = 4: 8 free squares. Rook: a4 b4 d1 d2. Bishop: none, b2 and c3 are beside the kings. Knight: b3 and c2.
    let four = after_kings(4);
    assert_eq!(['Q', 'R', 'B', 'N'].map(|kind| count(&four, kind)), [8 - 4, 8 - 4, 8, 8 - 2]);
}

#[test]
fn v3_two_own_pieces_change_places_if_one_attacks_the_other() {
    let game = play(Name::Exchange, "4k/5/R2B1/5/K1N2[] w 0 1");
    let found = moves(&game);
    assert!(found.contains("a3d3"), "the rook attacks the bishop: {found:?}");
    assert!(!found.contains("c1a3") && !found.contains("a1a3"), "no attack, and no king");
    let mut swapped = game.clone();
    swapped.play("d3a3").expect("in the other order too");
    assert_eq!(swapped.fen(), "4k/5/B2R1/5/K1N2[] b - - 1 1");
}

#[test]
fn v3_a_knight_goes_where_another_own_knight_attacks() {
    let game = play(Name::Exchange, "4k/5/N4/5/K3N[] w 0 1");
    // From a3 to what e1 attacks, and from e1 to what a3 attacks; nothing moves otherwise.
    assert_eq!(targets(&game, "a3"), set(&["c2", "d3"]));
    assert_eq!(targets(&game, "e1"), set(&["b1", "c2", "c4", "b5"]));
    let one = play(Name::Exchange, "4k/5/N4/5/K4[] w 0 1");
    assert_eq!(moves(&one), HashSet::new());
    assert_eq!(one.ending(), Some(Ending::win(Color::Black, Reason::NoMove)), "who cannot move has lost");
}

#[test]
fn v3_no_drop_beside_a_king_or_with_check_and_check_is_no_duty() {
    let game = play(Name::Exchange, "r3k/5/5/5/K4[R] w 0 1");
    let found = moves(&game);
    for square in ["a2", "b1", "b2", "d5", "d4", "e4"] {
        assert!(!found.contains(&format!("R@{square}")), "{square} is beside a king");
    }
    assert!(!found.contains("R@e2") && !found.contains("R@c5"), "with check");
    assert!(found.contains("R@c3"), "the attacked king may be left");
    let mut left = game.clone();
    left.play("R@c3").expect("legal");
    left.play("a5a1").expect("the king is taken");
    assert_eq!(left.ending(), Some(Ending::win(Color::Black, Reason::KingTaken)));
}

#[test]
fn v3_twenty_moves_of_each_side_without_capture_or_drop_draw() {
    let mut game = play(Name::Exchange, "4k/1nn2/5/1NN2/K4[] w 39 20");
    assert_eq!(game.ending(), None);
    let quiet = game.legal_moves().into_iter().find(|&mv| game.gain(mv) == 0).expect("a quiet move").to_string();
    game.play(&quiet).expect("legal");
    assert_eq!(game.ending(), Some(Ending::draw(Reason::Quiet)));
}

/// The legal moves of exchange chess, written down naively from the rules: every square tried for every piece.
fn naive(fen: &str) -> HashSet<String> {
    let (head, side) = (fen.split(' ').next().expect("ranks"), fen.split(' ').nth(1).expect("a side"));
    let (ranks, held) = head.trim_end_matches(']').split_once('[').expect("a reserve");
    let ranks: Vec<&str> = ranks.split('/').rev().collect();
    let size = ranks.len() as i32;
    let mut board = vec![vec!['.'; size as usize]; size as usize];
    for (rank, text) in ranks.iter().enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(run) => file += run as usize,
                None => {
                    board[rank][file] = letter;
                    file += 1;
                }
            }
        }
    }
    let white = side == "w";
    let at = |file: i32, rank: i32| board[rank as usize][file as usize];
    let own = |letter: char| letter != '.' && letter.is_ascii_uppercase() == white;
    let all: Vec<(i32, i32)> = (0..size * size).map(|index| (index % size, index / size)).collect();
    let name = |(file, rank): (i32, i32)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    let attacks = |kind: char, from: (i32, i32), to: (i32, i32)| {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        if files == 0 && ranks == 0 {
            return false;
        }
        let clear = || {
            let steps = files.abs().max(ranks.abs());
            (1..steps).all(|step| at(from.0 + step * files.signum(), from.1 + step * ranks.signum()) == '.')
        };
        let (line, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        match kind.to_ascii_lowercase() {
            'n' => files.abs() * ranks.abs() == 2,
            'r' => line && clear(),
            'b' => diagonal && clear(),
            'q' => (line || diagonal) && clear(),
            _ => false,
        }
    };
    let king = |of_white: bool| {
        let letter = if of_white { 'K' } else { 'k' };
        all.iter().copied().find(|&(file, rank)| at(file, rank) == letter)
    };
    let mut found = HashSet::new();
    if king(white).is_none() {
        let last = size - 1;
        let corners = [(0, 0), (last, 0), (0, last), (last, last)];
        let right = |&(file, rank): &(i32, i32)| king(!white).is_none_or(|(f, r)| (last - f, last - r) == (file, rank));
        return corners.into_iter().filter(right).map(|corner| format!("K@{}", name(corner))).collect();
    }
    for &from in &all {
        let piece = at(from.0, from.1);
        if !own(piece) || piece.eq_ignore_ascii_case(&'k') {
            continue;
        }
        for &to in &all {
            let target = at(to.0, to.1);
            let reached = attacks(piece, from, to);
            if reached && target != '.' && !own(target) {
                found.insert(name(from) + &name(to));
            }
            let swaps = own(target) && !target.eq_ignore_ascii_case(&'k') && to != from;
            if swaps && (reached || attacks(target, to, from)) {
                let (low, high) = if (from.1, from.0) < (to.1, to.0) { (from, to) } else { (to, from) };
                found.insert(name(low) + &name(high));
            }
            let helped = |&other: &(i32, i32)| {
                let letter = at(other.0, other.1);
                other != from && own(letter) && letter.eq_ignore_ascii_case(&'n') && attacks('n', other, to)
            };
            if piece.eq_ignore_ascii_case(&'n') && target == '.' && all.iter().any(helped) {
                found.insert(name(from) + &name(to));
            }
        }
    }
    for kind in ['Q', 'R', 'B', 'N'] {
        let letter = if white { kind } else { kind.to_ascii_lowercase() };
        if !held.contains(letter) {
            continue;
        }
        for &to in &all {
            let beside = [true, false]
                .into_iter()
                .filter_map(king)
                .any(|(file, rank)| (file - to.0).abs() <= 1 && (rank - to.1).abs() <= 1);
            let checks = king(!white).is_some_and(|target| attacks(kind, to, target));
            if at(to.0, to.1) == '.' && !beside && !checks {
                found.insert(format!("{kind}@{}", name(to)));
            }
        }
    }
    found
}

#[test]
fn v3_a_naive_generator_finds_the_same_moves() {
    let mut compared = 0;
    for size in 4..=8 {
        let mut rng = Rng::new(u64::from(size));
        for _ in 0..12 {
            let mut game = Play::start(Name::Exchange, &Choices { size, ..Choices::default() }).expect("a start");
            while game.ending().is_none() {
                // A swap has one text, the lower square first.
                let square = |text: &str| (text.as_bytes()[1], text.as_bytes()[0]);
                let ordered = |mv: &tandem::variants::moves::Move| match mv.reversed() {
                    Some(other) if square(&other.to_string()) < square(&mv.to_string()) => other.to_string(),
                    _ => mv.to_string(),
                };
                let ours: Vec<String> = game.legal_moves().iter().map(ordered).collect();
                let as_set: HashSet<String> = ours.iter().cloned().collect();
                assert_eq!(as_set.len(), ours.len(), "none twice in {}", game.fen());
                assert_eq!(as_set, naive(&game.fen()), "{}", game.fen());
                let mv = rng.pick(&game.legal_moves()).expect("a move").to_string();
                game.play(&mv).expect("legal");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn v4_a_set_up_against_the_rules_is_quoted() {
    let usual = "8/PPPPPPPP/RNBQKBNR";
    assert_eq!(SetUp::parse(usual).map(|set_up| set_up.text()), Ok(usual.to_owned()));
    for (text, part) in [
        ("PPPPPPPP/RNBQKBNR", "2 ranks"),
        ("8/PPPPPPPP/RNBQKBN", "`RNBQKBN` has 7 squares"),
        ("8/PPPPPPPP/RNBQQBNR", "0 of the piece `K`"),
        ("8/PPPPPPPP/rNBQKBNR", "`r` is a piece of the other color"),
        ("8/RNBQKBNR/PPPPPPPP", "a pawn on a1"),
        ("P7/P1PPPPPP/RNBQKBNR", "two pawns on file a"),
        ("8/PPPPPPPP/RBNQKBNR", "both bishops"),
        ("8/PPPPPPPP/RNBQKBNX", "`X`"),
    ] {
        let error = SetUp::parse(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn v4_the_programs_own_set_ups_keep_the_rules_and_their_king_covered() {
    let set_ups: Vec<SetUp> = (0..300).map(SetUp::choose).collect();
    for set_up in &set_ups {
        assert_eq!(SetUp::parse(&set_up.text()).as_ref(), Ok(set_up));
    }
    for pair in set_ups.windows(2) {
        battle::start([&pair[0], &pair[1]]).expect("no king in check, whatever the other one did");
    }
    let texts: HashSet<String> = set_ups.iter().map(SetUp::text).collect();
    assert!(texts.len() > 290, "they differ");
}

#[test]
fn bug_any_set_up_had_all_its_pieces_on_the_first_rank() {
    let mut rng = Rng::new(4);
    // By ranks, third to first: squares with a pawn, and squares with another piece.
    let (mut pawns, mut pieces) = ([0; 3], [0; 3]);
    for _ in 0..300 {
        let set_up = SetUp::random(&mut rng);
        assert_eq!(SetUp::parse(&set_up.text()).as_ref(), Ok(&set_up));
        for (rank, text) in set_up.text().split('/').enumerate() {
            pawns[rank] += text.matches('P').count();
            pieces[rank] += text.matches(|letter: char| "NBRQK".contains(letter)).count();
        }
    }
    assert_eq!((pawns.iter().sum::<usize>(), pieces.iter().sum::<usize>()), (2400, 2400));
    // Pawns stand on either rank; of the sixteen other squares half are on the first rank.
    assert!(pawns[..2].iter().all(|&count| count > 1000) && pawns[2] == 0, "{pawns:?}");
    assert!(pieces[..2].iter().all(|&count| count > 500) && pieces[2] > 1000, "{pieces:?}");
}

#[test]
fn v4_the_double_step_is_from_the_second_rank_only_and_nobody_castles() {
    let game = play(Name::Battle, "r3k2r/pppppppp/8/8/8/P7/1PPPPPPP/R3K2R w - - 0 1");
    assert_eq!(targets(&game, "a3"), set(&["a4"]));
    assert_eq!(targets(&game, "b2"), set(&["b3", "b4"]));
    assert!(!moves(&game).contains("e1g1") && !moves(&game).contains("e1c1"));
    assert!(Play::from_fen(Name::Battle, &Choices::default(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").is_err());
}

#[test]
fn v4_set_ups_that_leave_a_king_in_check_are_refused_together() {
    let bare = SetUp::parse("K7/PPPPPPPP/RNBQ1BNR").expect("allowed");
    let rook = SetUp::parse("R7/PPPPPPPP/1NBQKBNR").expect("allowed");
    let error = battle::start([&rook, &bare]).map(|position| position.to_fen()).expect_err("check").to_string();
    assert!(error.contains("black is in check and not on turn"), "{error}");
    battle::start([&bare, &rook]).expect("white is on turn and can answer");
}

#[test]
fn a_wrong_position_or_move_is_quoted_and_nothing_is_lost() {
    for (name, fen, part) in [
        (Name::Gardner, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "8 ranks, the board has 5"),
        (Name::Gardner, "rnbqk/pppppp/5/PPPPP/RNBQK w - - 0 1", "`pppppp` has 6 squares"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQE w - - 0 1", "`E`"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQ1 w - - 0 1", "white has 0 kings"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQK x - - 0 1", "`x`"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQK w K - 0 1", "`K`"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQK w - c3 0 1", "`c3`"),
        (Name::Gardner, "rnbqk/ppppp/5/PPPPP/RNBQK w - - a 1", "`a`"),
        (Name::Gardner, "Pnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "a pawn on a5"),
        (Name::Gardner, "4k/4R/5/5/4K w - - 0 1", "black is in check"),
        (Name::Courier, "k11/12/12/12/12/12/12/11Q w - - 0 1", "`Q`"),
        (Name::Courier, "k99999999999999999999/12/12/12/12/12/12/11K w", "has 101 squares"),
        (Name::Exchange, "5/5/5/5/5 w 0 1", "no reserve"),
        (Name::Exchange, "9/9/9[Kk] w 0 1", "3 ranks"),
        (Name::Exchange, "5/5/5/5/5[KkQQQQ] w 0 1", "no reserve"),
        (Name::Exchange, "4k/5/5/2K2/5[] w 0 1", "c2"),
        (Name::Battle, "", "1 ranks"),
    ] {
        let error = Play::from_fen(name, &Choices::default(), fen).err().unwrap_or_else(|| panic!("{fen}")).to_string();
        assert!(error.contains(part) && error.contains(name.name()), "{fen}: {error}");
    }
    let mut game = Play::start(Name::Gardner, &Choices::default()).expect("a start");
    let before = game.fen();
    let error = game.play("e2e5").expect_err("not legal").to_string();
    assert!(error.contains("`e2e5`") && error.contains(&before), "{error}");
    assert_eq!(game.fen(), before);
}

#[test]
fn bug_a_fen_with_a_sign_in_a_number_or_square_was_read() {
    for (fen, part) in [
        ("4k/5/5/pP3/4K w - - +5 2", "`+5` is no number of moves"),
        ("4k/5/5/pP3/4K w - - 0 +2", "`+2` is no number of moves"),
        ("4k/5/5/pP3/4K w - a+3 0 2", "`a+3` is no square"),
        ("4k/5/5/pP3/4K w - a03 0 2", "`a03` is no square"),
    ] {
        let error = Play::from_fen(Name::Gardner, &Choices::default(), fen).err().unwrap_or_else(|| panic!("{fen}"));
        assert!(error.to_string().contains(part), "{fen}: {error}");
    }
    assert!(Play::from_fen(Name::Gardner, &Choices::default(), "4k/5/5/pP3/4K w - a3 5 2").is_ok());
}

/// A thousand games of each: all end by the rules, and each last position is read as it is written.
#[test]
fn random_games_end_by_the_rules() {
    for name in [Name::Gardner, Name::Courier, Name::Exchange, Name::Battle] {
        let mut rng = Rng::new(11);
        let mut reasons = HashSet::new();
        for number in 0..1_000 {
            let size = 4 + (number % 5) as u8;
            let choices = Choices { size, seed: number, ..Choices::default() };
            let mut game = Play::start(name, &choices).expect("a start");
            let mut plies = 0;
            let ending = loop {
                if let Some(ending) = game.ending() {
                    break ending;
                }
                let mv = rng.pick(&game.legal_moves()).expect("a move").to_string();
                game.play(&mv).expect("legal");
                plies += 1;
                assert!(plies < 5_000, "{name}: {}", game.fen());
            };
            assert_eq!(play(name, &game.fen()).fen(), game.fen());
            reasons.insert(ending.reason.to_string());
        }
        assert!(reasons.len() >= 2, "{name}: {reasons:?}");
    }
}

#[test]
fn searches_find_mates_and_take_the_king() {
    for (name, fen, best) in [
        (Name::Gardner, "k4/2K2/5/5/1Q3 w - - 0 1", "b1b4"),
        (Name::Battle, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8"),
        (Name::Exchange, "r3k/5/5/5/K4[R] b 0 1", "a5a1"),
    ] {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let found = play(name, fen).search(&mut Table::new(1), limits, Control::default(), &mut |_| {});
        assert_eq!(found.line.first().map(|mv| mv.to_string()).as_deref(), Some(best), "{fen}");
        assert_eq!(found.score, MATE - 1, "{fen}");
    }
}
