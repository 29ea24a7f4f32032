//! The network in play: accumulators updated by moves equal refreshed ones, no file can break it, and every protocol
//! takes one.

use crate::driver::{Driver, value};
use crate::eval::flip;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use tandem::board::{BoardRules, Captures, Position, fen};
use tandem::eval::facts::FACTS;
use tandem::eval::network::{
    AccumulatorStack, Base, FactsLayer, KnownBoard, Network, NetworkError, ROWS, RowSet, embedded, embedded_for,
};
use tandem::eval::{NetworkPrices, Prices};
use tandem::search::bench::{self, POSITIONS};
use tandem::tools::train::base_sum;
use tandem::types::rng::Rng;
use tandem::types::{ByColor, Color, Move, MoveKind, PieceType, Score};

/// A random network, its first layer's weights within ±`most`: with a base and facts if `seed` is even, with the rows
/// of pieces near the kings if it is a multiple of three, and with those of attacks if it is one of five.
pub fn random_network(hidden: usize, most: usize, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut weights = |count: usize, most: usize| -> Vec<i16> {
        (0..count).map(|_| (rng.below(2 * most + 1) as i32 - most as i32) as i16).collect()
    };
    let facts = if seed.is_multiple_of(2) {
        let (first, output) = (weights(FACTS * 16, 800), weights(16, 500));
        let bias = weights(16, i16::MAX as usize).into_iter().map(|bias| 2 * i32::from(bias)).collect();
        FactsLayer::new(&first, bias, output)
    } else {
        FactsLayer::default()
    };
    let set = match (seed.is_multiple_of(5), seed.is_multiple_of(3)) {
        (true, _) => RowSet::Attacks,
        (_, true) => RowSet::Near,
        _ => RowSet::Board,
    };
    Network {
        hidden,
        scale: 400,
        base: if seed.is_multiple_of(2) { Base::Handcrafted } else { Base::Nothing },
        card: "made=by chance\n".to_owned(),
        first: weights(set.rows() * hidden, most).into(),
        bias: weights(hidden, 200),
        output_unit: 64,
        output: weights(2 * hidden, 127),
        output_bias: -1234,
        facts,
    }
}

/// Counts of what occurred in a walk.
#[derive(Default, Debug)]
struct Met {
    plies: u32,
    drops: u32,
    captures: u32,
    promotions: u32,
    passants: u32,
    castles: u32,
    nulls: u32,
    crossings: u32,
}

/// Makes and unmakes random moves, and compares scores only now and then: skipped accumulators are computed later.
fn walk(network: &Arc<Network>, rules: BoardRules, rng: &mut Rng, met: &mut Met) {
    let mut position = Position::start(rules);
    // Arrivals from the other board.
    for _ in 0..rng.below(12) {
        position.receive(Color::ALL[rng.below(2)], PieceType::HELD[rng.below(5)]);
    }
    let mut stack = AccumulatorStack::new(Arc::clone(network), &position);
    let mut line: Vec<(Move, tandem::board::Undo)> = Vec::new();
    for _ in 0..120 {
        let moves = position.legal_moves();
        if moves.is_empty() || rng.below(6) == 0 {
            for _ in 0..1 + rng.below(3) {
                if let Some((mv, undo)) = line.pop() {
                    position.unmake_move(mv, &undo);
                    stack.unmake();
                }
            }
            continue;
        }
        // Rare moves are chosen more often than at random.
        let rare = moves
            .iter()
            .copied()
            .find(|mv| mv.promotion().is_some() || matches!(mv.kind(), MoveKind::EnPassant | MoveKind::Castle));
        let mv = rare.filter(|_| rng.below(3) == 0).unwrap_or_else(|| moves[rng.below(moves.len())]);
        let files = Color::ALL.map(|color| position.king(color).file() / 4);
        let undo = stack.make(&mut position, mv);
        line.push((mv, undo));
        met.plies += 1;
        met.drops += u32::from(mv.is_drop());
        met.captures += u32::from(mv.is_capture());
        met.promotions += u32::from(mv.promotion().is_some());
        met.passants += u32::from(mv.kind() == MoveKind::EnPassant);
        met.castles += u32::from(mv.kind() == MoveKind::Castle);
        met.crossings += u32::from(files != Color::ALL.map(|color| position.king(color).file() / 4));
        if !position.in_check() && rng.below(8) == 0 {
            met.nulls += 1;
            let undo = position.make_null();
            assert_eq!(stack.score(&position), network.evaluate(&position), "{} after passing", position.to_bfen());
            position.unmake_null(&undo);
        }
        if rng.below(3) > 0 {
            assert_eq!(stack.score(&position), network.evaluate(&position), "{}", position.to_bfen());
        }
    }
}

#[test]
fn sums_that_follow_the_moves_are_those_from_scratch() {
    let networks = [5, 6, 8].map(|seed| Arc::new(random_network(32, 60, seed)));
    let (mut rng, mut met) = (Rng::new(9), Met::default());
    let bughouse = BoardRules::default();
    let crazyhouse = BoardRules { captures: Captures::ToOwnHand, ..bughouse };
    while met.plies < 100_000 {
        for network in &networks {
            walk(network, bughouse, &mut rng, &mut met);
            walk(network, crazyhouse, &mut rng, &mut met);
        }
    }
    let Met { drops, captures, promotions, passants, castles, nulls, crossings, .. } = met;
    let least = [drops, captures, promotions, passants, castles, nulls, crossings].into_iter().min();
    assert!(least > Some(20), "{met:?}");
}

#[test]
fn a_known_board_with_more_in_its_hands_is_scored_as_from_scratch() {
    let mut rng = Rng::new(12);
    for network in [5, 6].map(|seed| random_network(32, 60, seed)) {
        for text in POSITIONS {
            let mut board = fen::parse(text, BoardRules::default()).expect("a position");
            let known = KnownBoard::new(&network, &board);
            for _ in 0..24 {
                assert_eq!(known.evaluate(&network, &board), network.evaluate(&board), "{}", board.to_bfen());
                board.receive(Color::ALL[rng.below(2)], PieceType::HELD[rng.below(5)]);
            }
        }
    }
}

/// Transfer prices from the other board by the embedded network.
fn prices_by(other: &str) -> ByColor<[Score; 5]> {
    Prices::bughouse_default().with_network(Arc::new(network_prices(other))).transfer
}

fn network_prices(other: &str) -> NetworkPrices {
    let other = fen::parse(other, BoardRules::default()).expect("a position");
    NetworkPrices::new(embedded().expect("a network"), Arc::new(other))
}

#[test]
fn a_second_knight_has_a_price_of_its_own() {
    let (knight, usual) = (PieceType::Knight.index(), Prices::static_table()[PieceType::Knight.index()]);
    let (mut less, mut more) = (0, 0);
    for text in POSITIONS {
        let (board, flipped) = (network_prices(text), network_prices(&flip(text)));
        for color in Color::ALL {
            let mut handed_over = ByColor::<[u8; 5]>::default();
            handed_over[color][knight] = 1;
            assert_eq!(board.beyond(&handed_over), 0, "{text}: one has its price");
            handed_over[color][knight] = 2;
            let beyond = board.beyond(&handed_over);
            assert!(beyond.abs() <= usual, "{text}: {beyond}");
            let of_captors = if color == Color::White { -beyond } else { beyond };
            less += usize::from(of_captors < 0);
            more += usize::from(of_captors > 0);
            // The other side's pieces count with the opposite sign.
            let mirrored = ByColor::from_fn(|color: Color| handed_over[!color]);
            assert_eq!(flipped.beyond(&mirrored), -beyond, "{text}: colors are alike");
        }
    }
    assert!(less > 2 * more, "as a rule it is worth less: {less}, more: {more}");
}

#[test]
fn prices_by_the_network_follow_the_other_board() {
    let usual = Prices::static_table();
    let mut different = 0;
    for text in POSITIONS {
        let (prices, flipped) = (prices_by(text), prices_by(&flip(text)));
        for color in Color::ALL {
            assert_eq!(prices[color], flipped[!color], "{text}: colors are alike");
            for (price, usual) in prices[color].into_iter().zip(usual) {
                assert!((usual / 2..=usual * 2).contains(&price), "{text}: {price} for {usual}");
                different += usize::from((price - usual).abs() > 25);
            }
        }
    }
    assert!(different > 40, "{different} of 180 prices are others than the usual ones");
}

#[test]
fn the_networks_were_made_beside_todays_handcrafted_evaluation() {
    let file = |name: &str| Network::parse(&std::fs::read(name).expect("a file")).expect("a network");
    let correction = file("nets/t15.nn");
    assert_eq!(correction.base, Base::Handcrafted);
    let embedded = [Captures::ToPartner, Captures::ToOwnHand, Captures::Nowhere].map(embedded_for);
    let embedded = embedded.map(|network| Network::clone(&network.expect("a network in the program")));
    for network in embedded.iter().chain([&correction]) {
        let sum = base_sum(network.base).expect("positions");
        assert!(
            network.card.contains(&format!("base_sum={sum:08x}\n")),
            "the handcrafted evaluation has changed since this network was trained beside it ({sum:08x})\n{}",
            network.card
        );
    }
}

#[test]
fn a_network_survives_its_file_and_what_could_overflow_does_not() {
    let near = random_network(16, 60, 3);
    assert_eq!(near.row_set(), RowSet::Near);
    assert_eq!(Network::parse(&near.to_bytes()), Ok(near.clone()));
    let mut heavy = near;
    // 24 pieces near the king come to more than 16 bits.
    heavy.first.fill(0);
    heavy.first[ROWS * 16..].fill(1_400);
    let refused = Network::parse(&heavy.to_bytes());
    assert!(matches!(refused, Err(NetworkError::Overflow { unit: 0, value: 33_400..=33_800 })), "{refused:?}");
    // Own pawns and own knights near the king would, together, but a square has one piece.
    heavy.first.fill(0);
    heavy.first[..64 * 16].fill(450);
    heavy.first[(ROWS + 25) * 16..(ROWS + 50) * 16].fill(450);
    assert!(Network::parse(&heavy.to_bytes()).is_ok());
    let attacks = random_network(16, 40, 5);
    assert_eq!(attacks.row_set(), RowSet::Attacks);
    assert_eq!(Network::parse(&attacks.to_bytes()), Ok(attacks.clone()));
    let mut heavy = attacks;
    // The counts of both sides at their largest come to more than 16 bits.
    heavy.first.fill(0);
    heavy.first[RowSet::Near.rows() * 16..][..80 * 16].fill(700);
    let refused = Network::parse(&heavy.to_bytes());
    assert!(matches!(refused, Err(NetworkError::Overflow { unit: 0, .. })), "{refused:?}");
    let network = random_network(16, 60, 1);
    assert_eq!(network.row_set(), RowSet::Board);
    let bytes = network.to_bytes();
    assert_eq!(Network::parse(&bytes), Ok(network.clone()));
    assert!(matches!(Network::parse(&bytes[..bytes.len() - 1]), Err(NetworkError::Length { .. })));
    assert_eq!(Network::parse(b"something else"), Err(NetworkError::Magic));
    assert!(matches!(Network::parse(&bytes[..30]), Err(NetworkError::Length { .. })));

    let large = random_network(16, 2000, 1);
    assert!(matches!(Network::parse(&large.to_bytes()), Err(NetworkError::Overflow { .. })));
    let output = Network { output: [[4062; 16], [-4063; 16]].concat(), ..network.clone() };
    assert!(matches!(Network::parse(&output.to_bytes()), Err(NetworkError::Output { value: 65_008, .. })));
    let uneven = Network { hidden: 17, ..network };
    let message = Network::parse(&uneven.to_bytes()).expect_err("17 units").to_string();
    assert!(message.starts_with("byte 16: the hidden layer is 17"), "{message}");
}

#[test]
fn a_network_of_the_plain_format_is_read_and_packs_into_half() {
    let plain = include_bytes!("../nets/t7.nn");
    let network = Network::parse(plain).expect("version 3");
    let packed = network.to_bytes();
    assert!(2 * packed.len() < plain.len(), "{}", packed.len());
    assert_eq!((network.checksum(), Network::parse(&packed)), (0x65a7_b866, Ok(network)));
    let mut later = packed;
    later[8] = 5;
    let message = Network::parse(&later).expect_err("version 5").to_string();
    assert_eq!(message, "byte 8: version 5 of the format, this program reads 3 and 4");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damage_never_passes(place in any::<prop::sample::Index>(), change in 1u8..) {
        let mut bytes = random_network(16, 60, 1).to_bytes();
        let index = place.index(bytes.len());
        bytes[index] ^= change;
        prop_assert!(Network::parse(&bytes).is_err());
    }

    /// Bytes with a right checksum are not trusted either.
    #[test]
    fn signed_noise_never_panics(
        place in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..64),
    ) {
        let mut bytes = random_network(16, 60, 1).to_bytes();
        let end = bytes.len() - 4;
        let start = place.index(end);
        let length = noise.len().min(end - start);
        bytes[start..start + length].copy_from_slice(&noise[..length]);
        let sum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        if let Ok(network) = Network::parse(&bytes) {
            network.evaluate(&Position::start(BoardRules::default()));
        }
    }
}

/// The engine's output until the answer to a ping.
fn told(driver: &mut Driver, line: &str) -> String {
    driver.send(line);
    driver.send("isready");
    driver.until("readyok").join("\n")
}

#[test]
fn ubi_and_uci_take_a_network_and_refuse_what_is_none() {
    let place = tempfile::TempDir::new().expect("a folder");
    let (good, bad) = (place.path().join("good.nn"), place.path().join("bad.nn"));
    std::fs::write(&good, random_network(16, 60, 1).to_bytes()).expect("a file");
    std::fs::write(&bad, "no network").expect("a file");
    for protocol in ["uci", "ubi"] {
        let mut driver = Driver::session(protocol);
        let said = told(&mut driver, &format!("setoption name EvalFile value {}", good.display()));
        assert!(!said.contains("error"), "{said}");
        let said = told(&mut driver, &format!("setoption name EvalFile value {}", bad.display()));
        assert!(said.contains("error") && said.contains("bad.nn: byte 0: no network"), "{said}");
        let said = told(&mut driver, "setoption name Eval value guess");
        assert!(said.contains("`guess` is not one of handcrafted, network"), "{said}");
        if protocol == "uci" {
            // The node count at depth five differs with every evaluation.
            let mut nodes_after = |option: &str| {
                told(&mut driver, option);
                driver.send("position startpos");
                driver.send("go depth 5");
                let lines = driver.until("bestmove");
                let last = lines.iter().rfind(|line| line.starts_with("info depth 5")).expect("the fifth ply");
                value(last, "nodes").to_owned()
            };
            let by_chance = nodes_after("ucinewgame");
            let own = nodes_after("setoption name EvalFile value <empty>");
            let handcrafted = nodes_after("setoption name Eval value handcrafted");
            assert!(
                by_chance != own && own != handcrafted && by_chance != handcrafted,
                "{by_chance} {own} {handcrafted}"
            );
        }
        driver.quit();
    }
}

#[test]
fn bug_a_network_in_a_folder_with_two_blanks_was_not_found() {
    let place = tempfile::TempDir::new().expect("a folder");
    let file = place.path().join("two  blanks.nn");
    std::fs::write(&file, random_network(16, 60, 1).to_bytes()).expect("a file");
    for protocol in ["uci", "ubi"] {
        let mut driver = Driver::session(protocol);
        let said = told(&mut driver, &format!("setoption name EvalFile value {}", file.display()));
        assert!(!said.contains("error"), "{said}");
        driver.quit();
    }
    let mut driver = Driver::start(&[]);
    driver.send("xboard");
    driver.send(&format!("option EvalFile={}", file.display()));
    driver.send("ping 7");
    let said = driver.until("pong 7").join("\n");
    assert!(!said.contains("Error"), "{said}");
    driver.quit();
}

#[test]
fn xboard_takes_a_network_and_refuses_what_is_none() {
    let place = tempfile::TempDir::new().expect("a folder");
    let (good, bad) = (place.path().join("good.nn"), place.path().join("bad.nn"));
    std::fs::write(&good, random_network(16, 60, 1).to_bytes()).expect("a file");
    std::fs::write(&bad, "no network").expect("a file");
    let mut driver = Driver::start(&[]);
    driver.send("xboard");
    driver.send("protover 2");
    let features = driver.until("feature done=1").join("\n");
    assert!(features.contains("feature option=\"EvalFile -file \""), "{features}");
    let mut answer = |line: String| {
        driver.send(&line);
        driver.send("ping 7");
        driver.until("pong 7").join("\n")
    };
    answer("option Eval=network".to_owned());
    let said = answer(format!("option EvalFile={}", good.display()));
    assert!(!said.contains("Error"), "{said}");
    let said = answer(format!("option EvalFile={}", bad.display()));
    assert!(said.contains("Error") && said.contains("bad.nn: byte 0: no network"), "{said}");
}

#[test]
fn a_command_tells_what_a_network_is() {
    let place = tempfile::TempDir::new().expect("a folder");
    let file = place.path().join("some.nn");
    let network = random_network(16, 60, 1);
    std::fs::write(&file, network.to_bytes()).expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(arguments).arg(&file).output().expect("tandem runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = run(&["net", "info"]);
    assert!(text.contains(&format!("{:08x}", network.checksum())) && text.contains("made = by chance"), "{text}");
    let text = run(&["eval", "--bfen", "startpos", "--eval-file"]);
    let score = network.evaluate(&Position::start(BoardRules::default()));
    assert!(text.contains(&format!("network: {score:+} cp for white")), "{text}");
    // The worth of a piece, for both colors and by both evaluations.
    for row in ["white handcrafted hand", "white network hand", "black handcrafted hand", "black network hand"] {
        assert!(text.contains(row), "{row}: {text}");
    }
    assert_eq!(text.matches("hand over board").count(), 4, "{text}");
}

#[test]
fn a_bench_is_searched_with_the_network_of_a_file() {
    let bench = |file: &str| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["bench", "4", "--eval-file", file]).output().expect("tandem runs");
        let [said, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let nodes = said.lines().last().and_then(|line| line.split(' ').nth(1)?.parse::<u64>().ok());
        (nodes, errors)
    };
    let searched = bench::run(4, embedded(), |_, _| ControlFlow::Continue(())).expect("positions").nodes;
    assert_eq!(bench("nets/t18.nn").0, Some(searched), "the network inside");
    let (other, _) = bench("nets/t8.nn");
    assert!(other.is_some_and(|nodes| nodes != searched), "{other:?}");
    let (nodes, errors) = bench("nets/none.nn");
    assert!(nodes.is_none() && errors.contains("nets/none.nn: No such file"), "{errors}");
}
