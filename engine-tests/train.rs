//! The trainer: its gradient is that of its loss, it learns what can be learned, the same seed gives the same bytes,
//! and the quantized network agrees with the floats.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tandem::eval::network::{Base, FIRST_UNIT, Network, RowSet};
use tandem::game::Team;
use tandem::tools::data::{self, GamesError};
use tandem::tools::train::forecast::Forecast;
use tandem::tools::train::lookahead::Lookahead;
use tandem::tools::train::model::{Model, Shape};
use tandem::tools::train::set::{Lessons, Sample, Set};
use tandem::tools::train::steps::{Plan, Training, mean_loss};
use tandem::tools::train::stream::Stream;
use tandem::types::rng::Rng;
use tempfile::TempDir;

pub fn tandem(arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).output().expect("tandem runs")
}

/// The folder of sixty games; made once and kept, so that a change of the search does not change what is learned here.
pub const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/games_by_nodes");

fn lessons() -> Lessons {
    let ahead = Lookahead { lambda: 0.0, scale: 300.0 };
    let rows = RowSet::Attacks;
    Lessons { ahead, result_lambda: 1.0, mate_cp: 0, drop_checks: true, captures: false, one_board: false, rows }
}

fn stream(lessons: Lessons, chunk: u64) -> Stream {
    Stream::open(vec![Path::new(GAMES).join("games.bin")], lessons, chunk, |_, _| ()).expect("games")
}

/// All samples to train on, and those held out.
fn sets() -> [Set; 2] {
    let stream = stream(lessons(), u64::MAX);
    let training = stream.first_chunk().expect("games");
    assert_eq!(training.samples.len() as u64, stream.samples);
    [training, stream.held_out]
}

/// The weight of results.
const RESULT: f32 = 0.4;

fn shape(hidden: usize, base: Base) -> Shape {
    Shape { hidden, scale: 300.0, base, facts: 0, rows: RowSet::Board }
}

fn plan(epochs: u32, result: f32) -> Plan {
    Plan { epochs, samples: 0, batch: 64, seed: 3, result, decay: 0.01, rate: 1e-3, confidence: None }
}

#[test]
fn chunks_hold_every_sample_once() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let stream = stream(lessons(), 200);
    let chunks = |seed: u64, first: usize| {
        let mut chunks: Vec<Set> = Vec::new();
        let each = |set: &Set| -> Result<(), GamesError> {
            chunks.push(set.clone());
            Ok(())
        };
        stream.each_chunk(&pool, seed, first, each).expect("games");
        chunks
    };
    let scores = |sets: &[Set]| {
        let mut scores: Vec<i32> = sets.iter().flat_map(|set| &set.samples).map(|sample| sample.score as i32).collect();
        scores.sort_unstable();
        scores
    };
    let [whole, _] = sets();
    let one = chunks(1, 0);
    assert!(one.len() > 2, "{} chunks", one.len());
    assert_eq!(scores(&one), scores(&[whole]));
    let shown = |sets: &[Set]| sets.iter().map(Set::checksum).collect::<Vec<_>>();
    assert_eq!(shown(&chunks(1, 1)), shown(&one)[1..], "the rest of an epoch");
    let others: Vec<_> = (2..6).map(|seed| shown(&chunks(seed, 0))).collect();
    assert!(others.iter().any(|other| *other != shown(&one)), "other orders");
}

#[test]
fn lessons_choose_positions() {
    let all = stream(lessons(), u64::MAX);
    let mates = stream(Lessons { mate_cp: 1_750, ..lessons() }, u64::MAX);
    assert!(all.samples < mates.samples, "{} and {}", all.samples, mates.samples);
    // The games that are kept have no drop that gives check.
    let place = TempDir::new().expect("a folder");
    let folder = place.path().to_string_lossy();
    let made = tandem(&["datagen", "--quiet", "--games", "4", "--nodes", "10", "--out", &folder]);
    assert!(made.status.success(), "{made:?}");
    let count = |lessons: Lessons| {
        let paths = vec![place.path().join("games.bin")];
        let stream = Stream::open(paths, lessons, u64::MAX, |_, _| ()).expect("games");
        stream.samples + stream.held_out.samples.len() as u64
    };
    assert!(count(Lessons { drop_checks: false, ..lessons() }) < count(lessons()));
    assert!(all.samples < stream(Lessons { captures: true, ..lessons() }, u64::MAX).samples);
    let set = mates.first_chunk().expect("games");
    assert!(set.samples.iter().all(|sample| sample.score.abs() <= 1_750.5));
    assert!(set.samples.iter().any(|sample| sample.score.abs() > 1_749.5));
    let alone = stream(Lessons { one_board: true, ..lessons() }, u64::MAX).first_chunk().expect("games");
    assert!(alone.samples.iter().all(|sample| sample.other_sign == 0.0));
}

#[test]
fn results_look_ahead() {
    let results = |lambda: f32| {
        let mut games = Vec::new();
        data::each_block(&[Path::new(GAMES).join("games.bin")], |block| -> Result<(), GamesError> {
            for game in &block.games {
                let mut forecast = Forecast::new(1_750);
                block.replay(game, |moment| forecast.add(moment))?;
                games.push((game.clone(), forecast.results(lambda, game.result_for(Team::One))));
            }
            Ok(())
        })
        .expect("games");
        games
    };
    let (alone, mixed) = (results(0.0), results(0.9));
    for ((game, expected), (_, mixed)) in alone.iter().zip(&mixed) {
        assert_eq!([expected.len(), mixed.len()], [game.plies.len(); 2]);
        let later = mixed.iter().skip(1).copied().chain([game.result_for(Team::One)]);
        for ((expected, mixed), later) in expected.iter().zip(mixed).zip(later) {
            assert!((0.1 * expected + 0.9 * later - mixed).abs() < 1e-6, "{expected} {later} {mixed}");
        }
    }
    assert!(results(1.0).iter().all(|(game, all)| all.iter().all(|it| *it == game.result_for(Team::One))));
    // What the scores say is right more often than not.
    let right = alone.iter().filter(|(game, expected)| {
        let last = expected.last().copied().unwrap_or(0.5);
        (last - 0.5) * (game.result_for(Team::One) - 0.5) > 0.0
    });
    assert!(right.count() * 4 > alone.len() * 3);
    let first = |lambda: f32| {
        let set = stream(Lessons { mate_cp: 1_750, result_lambda: lambda, ..lessons() }, u64::MAX).first_chunk();
        set.expect("games").samples
    };
    let (games, mixed) = (first(1.0), first(0.9));
    assert!(games.iter().all(|sample| [0.0, 0.5, 1.0].contains(&sample.result)));
    let nearer = games.iter().zip(&mixed).filter(|(game, mixed)| {
        assert_eq!(Sample { result: 0.0, ..**game }, Sample { result: 0.0, ..**mixed });
        (game.result - mixed.result).abs() < 0.5
    });
    assert!(nearer.count() * 2 > games.len(), "the player's team has its own result");
}

/// One epoch with the set as its only chunk.
fn epoch(training: &mut Training, set: &Set, plan: Plan) {
    let plan = Plan { samples: set.samples.len() as u64, ..plan };
    training.chunk(set, &plan, |_| ());
    training.end_epoch(&plan);
}

#[test]
fn the_set_holds_what_the_games_hold() {
    let [set, held_out] = sets();
    let [training, held_out] = [&set, &held_out].map(|set| set.samples.len());
    assert!(training > 800 && held_out > 0, "{training} and {held_out}");
    assert!(set.boards() > training, "two boards each");
    let all = RowSet::Attacks.rows();
    for board in 0..set.boards() as u32 {
        let [own, other] = set.rows(board);
        let near = [own, other].map(|rows| rows.partition_point(|&row| row < 840));
        assert_eq!(near[0], near[1]);
        assert!(near[0] > 2);
        for (rows, near) in [own, other].into_iter().zip(near) {
            let attacks = rows.partition_point(|&row| row < 1140);
            assert!(
                attacks - near <= 24 && rows[near..attacks].iter().all(|row| (840..1140).contains(row)),
                "{rows:?}"
            );
            assert!(attacks < rows.len() && rows[attacks..].iter().all(|&row| usize::from(row) < all), "{rows:?}");
        }
    }
    let signs: Vec<f32> = set.samples.iter().map(|sample| sample.other_sign).collect();
    assert!(signs.contains(&1.0) && signs.contains(&-1.0));
    assert!(set.samples.iter().any(|sample| sample.leads != [0, 0]));
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    Base::ALL.into_iter().for_each(|base| check_gradient(Model::new(shape(16, base), 7, 0.6)));
    check_gradient(with_facts(16));
    check_gradient(Model::new(Shape { rows: RowSet::Near, ..shape(16, Base::Nothing) }, 7, 0.6));
    let mut attacks = Model::new(Shape { rows: RowSet::Attacks, ..shape(16, Base::Nothing) }, 7, 0.6);
    // Of so many rows smaller weights keep units away from the ends of their range.
    attacks.parameters[..RowSet::Attacks.rows() * 16].iter_mut().for_each(|weight| *weight *= 0.2);
    check_gradient(attacks);
}

/// A model with so many units of facts. They have an influence only when their weights in the output are not zero.
fn with_facts(units: usize) -> Model {
    let mut model = Model::new(Shape { facts: units, ..shape(16, Base::Handcrafted) }, 7, 0.6);
    let mut rng = Rng::new(5);
    let output = model.parameters.iter_mut().rev().take(units);
    output.for_each(|weight| *weight = rng.below(100) as f32 / 100.0 - 0.5);
    model
}

fn check_gradient(model: Model) {
    let [set, _] = sets();
    let samples: Vec<Sample> = set.samples.iter().copied().step_by(40).take(20).collect();
    let mut gradient = vec![0.0; model.parameters.len()];
    let loss = model.learn(&set, samples.iter().copied(), RESULT, &mut gradient);
    assert!((loss.total - model.loss(&set, &samples, RESULT).total).abs() < 1e-9);
    let at = |parameters: Vec<f32>| Model { parameters, ..model.clone() }.loss(&set, &samples, RESULT).total;
    let slope = |direction: &[f32], from: f32, to: f32| {
        let moved =
            |step: f32| model.parameters.iter().zip(direction).map(|(value, part)| value + step * part).collect();
        (at(moved(to)) - at(moved(from))) / f64::from(to - from)
    };
    let expected = |direction: &[f32]| -> f64 {
        gradient.iter().zip(direction).map(|(slope, part)| f64::from(*slope) * f64::from(*part)).sum()
    };
    // Along random directions, and along each parameter after the first layer: biases, output, leads.
    let mut rng = Rng::new(2);
    for _ in 0..20 {
        let direction: Vec<f32> = (0..gradient.len()).map(|_| rng.below(3) as f32 - 1.0).collect();
        let (found, wanted) = (slope(&direction, -1e-4, 1e-4), expected(&direction));
        assert!((found - wanted).abs() < 0.02 * wanted.abs().max(1.0), "{found} where {wanted} is wanted");
    }
    // If a neuron reaches an end of its range within the step, the loss has a bend, and the gradient holds on one side
    // of it.
    let step = 3e-3;
    let (mut bends, first) = (0, model.shape.rows.rows() * 16);
    for index in first..gradient.len() {
        let mut direction = vec![0.0; gradient.len()];
        direction[index] = 1.0;
        let wanted = expected(&direction);
        let right = |found: f64| (found - wanted).abs() < 0.02 * wanted.abs() + 2e-3;
        let found = slope(&direction, -step, step);
        if !right(found) {
            let sides = [slope(&direction, -step, 0.0), slope(&direction, 0.0, step)];
            assert!(sides.into_iter().any(right), "parameter {index}: {found}, {sides:?}, {wanted}");
            bends += 1;
        }
    }
    assert!(bends * 20 <= gradient.len() - first, "{bends} bends");
}

#[test]
fn a_thousand_positions_are_learned_by_heart() {
    let [mut set, _] = sets();
    set.samples.truncate(1000);
    let result = 0.5;
    let mut training = Training::new(Model::new(shape(32, Base::Nothing), 1, 0.5));
    let before = mean_loss(&training.model, &set, result).total;
    for _ in 0..60 {
        epoch(&mut training, &set, plan(60, result));
    }
    let after = mean_loss(&training.model, &set, result).total;
    assert!(after < before / 10.0, "{before} became {after}");
}

#[test]
fn material_is_learned_and_holds_for_games_never_seen() {
    let [mut set, mut held_out] = sets();
    let worth = [100.0, 300.0, 310.0, 500.0, 900.0, 0.0];
    let material = |set: &Set, board: u32| -> f32 {
        let [own, _] = set.rows(board);
        let pieces = own.iter().filter(|&&row| row < 768).map(|&row| usize::from(row) / 64);
        pieces.map(|place| if place < 6 { worth[place] } else { -worth[place - 6] }).sum()
    };
    for set in [&mut set, &mut held_out] {
        for index in 0..set.samples.len() {
            set.samples[index].score = material(set, set.samples[index].board);
        }
    }
    let result = 0.0;
    let mut training = Training::new(Model::new(Shape { scale: 600.0, ..shape(16, Base::Nothing) }, 1, 0.5));
    let before = mean_loss(&training.model, &held_out, result).total;
    for _ in 0..80 {
        epoch(&mut training, &set, plan(80, result));
    }
    let after = mean_loss(&training.model, &held_out, result).total;
    assert!(after < before / 6.0, "{before} became {after}");
}

/// Runs `tandem train`.
fn train(out: &Path, epochs: &str, more: &[&str]) -> Output {
    let (folder, out) = (GAMES, out.to_string_lossy());
    let fixed = [
        "train", folder, "--quiet", "--hidden", "16", "--epochs", epochs, "--scale", "300", "--batch", "200", "--out",
        &out,
    ];
    tandem(&[&fixed[..], more].concat())
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_threads() {
    let place = TempDir::new().expect("a folder");
    let [one, two, other] = ["one.nn", "two.nn", "other.nn"].map(|name| place.path().join(name));
    let output = train(&one, "3", &[]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let rms = text.split("floats by ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    assert!(rms.is_some_and(|rms| rms < 3.0), "{text}");
    assert!(train(&two, "3", &["--threads", "3"]).status.success());
    let bytes = fs::read(&one).expect("a network");
    assert_eq!(bytes, fs::read(&two).expect("a network"));
    let network = Network::parse(&bytes).expect("a network");
    assert!(network.card.contains("seed=1\n") && network.card.contains("loss="), "{}", network.card);
    assert!(train(&other, "3", &["--seed", "2"]).status.success());
    assert_ne!(bytes, fs::read(&other).expect("a network"));
    let alone = place.path().join("alone.nn");
    assert!(train(&alone, "3", &["--one-board"]).status.success());
    let alone = Network::parse(&fs::read(&alone).expect("a network")).expect("a network");
    assert!(alone.first != network.first && alone.card.contains("one_board=true\n"), "{}", alone.card);
    assert!(String::from_utf8_lossy(&train(&one, "3", &[]).stderr).contains("it is there already"));

    let [one, two] = ["streamed.nn", "twice.nn"].map(|name| place.path().join(name));
    assert!(train(&one, "3", &["--chunk", "300", "--mates", "1750"]).status.success());
    assert!(train(&two, "3", &["--chunk", "300", "--mates", "1750", "--threads", "2"]).status.success());
    let streamed = fs::read(&one).expect("a network");
    assert_eq!(streamed, fs::read(&two).expect("a network"));
    assert_ne!(streamed, bytes);
}

#[test]
fn a_network_in_floats_is_the_same_network() {
    let mut model = Model::new(Shape { facts: 32, ..shape(32, Base::Handcrafted) }, 7, 0.5);
    model.parameters.iter_mut().rev().take(32).enumerate().for_each(|(index, weight)| *weight = 0.01 * index as f32);
    let network = model.quantized(String::new()).expect("a network");
    assert_eq!(network.facts.units(), 32);
    let again = Model::of(&network, 0.5);
    assert_eq!(again.shape, model.shape);
    assert_eq!(again.parameters.len(), model.parameters.len());
    assert!(again.parameters.iter().zip(&model.parameters).all(|(again, first)| (again - first).abs() < 6e-4));
    assert_eq!(again.quantized(String::new()).expect("a network"), network);
}

#[test]
fn bug_a_training_was_lost_when_a_board_could_bring_a_unit_beyond_16_bits() {
    let [set, _] = sets();
    let mut model = Model::new(shape(16, Base::Nothing), 7, 0.5);
    // Own pawns on the first and last ranks, where none can stand, and little else.
    let column = model.parameters[..840 * 16].iter_mut().skip(3).step_by(16);
    for (row, weight) in column.enumerate() {
        *weight = if row < 8 || (56..64).contains(&row) { 1.98 } else { *weight / 10.0 };
    }
    let network = model.quantized(String::new()).expect("a network");
    assert!(f32::from(network.first[3]) < 1.97 * f32::from(FIRST_UNIT), "the unit is smaller: {}", network.first[3]);
    for board in (0..set.boards() as u32).step_by(17) {
        let rows = set.rows(board).map(|rows| rows.iter().map(|&row| usize::from(row)));
        let played = f64::from(network.output_of(rows, &set.facts[board as usize]));
        let trained = f64::from(model.correction(&set, board) * model.shape.scale);
        assert!((played - trained).abs() < 5.0, "{played} and {trained}");
    }
}

/// The number of the line of a network's card that begins with `name`.
fn told(network: &Network, name: &str) -> f64 {
    let value = network.card.lines().find_map(|line| line.strip_prefix(name));
    value.and_then(|value| value.parse().ok()).expect("a number")
}

#[test]
fn a_training_goes_on_from_a_network() {
    let place = TempDir::new().expect("a folder");
    let [first, next] = ["first.nn", "next.nn"].map(|name| place.path().join(name));
    assert!(train(&first, "20", &["--facts", "16"]).status.success());
    let text = first.to_string_lossy();
    let next_text = next.to_string_lossy();
    let fixed =
        ["train", GAMES, "--quiet", "--epochs", "10", "--batch", "200", "--rate", "0.0001", "--out", &next_text];
    let output = tandem(&[&fixed[..], &["--from", &text]].concat());
    assert!(output.status.success(), "{output:?}");
    let [first, next] =
        [&first, &next].map(|path| Network::parse(&fs::read(path).expect("a file")).expect("a network"));
    assert_eq!((next.hidden, next.scale, next.base), (first.hidden, first.scale, first.base));
    assert_eq!((first.facts.units(), next.facts.units()), (16, 16));
    let from = format!("rate=0.0001\nfrom={:08x}\n", first.checksum());
    assert!(next.card.contains(&from) && !first.card.contains("rate="), "{}", next.card);
    let loss = |network: &Network| told(network, "loss=");
    let away = first.first.iter().zip(next.first.iter()).map(|(first, next)| (first - next).abs()).max();
    assert!((1..60).contains(&away.unwrap_or(0)), "a step from the first, not a new beginning: {away:?}");
    assert!((loss(&next) - loss(&first)).abs() < 0.02, "{} and {}", loss(&next), loss(&first));
    let output = tandem(&["train", GAMES, "--out", "x.nn", "--from", &text, "--facts", "32"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--facts 32: the network of --from has 16"), "{output:?}");
    let output = tandem(&["train", GAMES, "--out", "x.nn", "--from", "no such file"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"), "{output:?}");
}

#[test]
fn scores_keep_their_size_with_a_fixed_scale_of_results() {
    let place = TempDir::new().expect("a folder");
    let trained = |name: &str, more: &[&str]| {
        let path = place.path().join(name);
        let output = train(&path, "10", &[&["--result", "1"], more].concat());
        assert!(output.status.success(), "{output:?}");
        Network::parse(&fs::read(path).expect("a file")).expect("a network")
    };
    let scale = |network: &Network| told(network, "result_scale=");
    let (learned, narrow, wide) =
        (trained("a", &[]), trained("b", &["--result-scale", "300"]), trained("c", &["--result-scale", "1200"]));
    assert_eq!([scale(&narrow), scale(&wide)], [300.0, 1_200.0]);
    assert!(![300.0, 1_200.0].contains(&scale(&learned)) && !learned.card.contains("fixed_result_scale"));
    assert!(wide.card.contains("\nfixed_result_scale=1200\n"), "{}", wide.card);
    let boards = stream(lessons(), u64::MAX).first_chunk().expect("games");
    let size = |network: &Network| {
        let value = |board: usize| {
            let rows = boards.rows(board as u32).map(|rows| rows.iter().map(|&row| usize::from(row)));
            i64::from(i32::from(boards.statics[board]) + network.output_of(rows, &boards.facts[board])).abs()
        };
        (0..boards.boards()).map(value).sum::<i64>()
    };
    assert!(size(&narrow) < size(&wide), "{} and {}", size(&narrow), size(&wide));
}

#[test]
fn a_network_that_grows_says_the_same_until_it_learns() {
    let [set, _] = sets();
    for (before, facts, rows) in [(0, 0, RowSet::Board), (0, 32, RowSet::Near), (16, 16, RowSet::Attacks)] {
        let model = with_facts(before);
        let grown = model.grown(Shape { hidden: 48, facts, rows, ..model.shape }, 9);
        for board in (0..set.boards() as u32).step_by(17) {
            assert_eq!(grown.value(&set, board), model.value(&set, board), "{before} to {facts} units of facts");
        }
        assert_eq!((grown.confidence(), grown.leads()), (model.confidence(), model.leads()));
    }
    let place = TempDir::new().expect("a folder");
    let [small, large] = ["small.nn", "large.nn"].map(|name| place.path().join(name));
    assert!(train(&small, "1", &["--facts", "16"]).status.success());
    let from = |network: &Path, hidden: &str| {
        let [network, large] = [network, &large].map(Path::to_string_lossy);
        let out = if hidden == "16" { "none.nn" } else { &*large };
        tandem(&["train", GAMES, "--quiet", "--from", &network, "--hidden", hidden, "--epochs", "1", "--out", out])
    };
    assert!(from(&small, "32").status.success());
    let network = Network::parse(&fs::read(&large).expect("a file")).expect("a network");
    assert!(network.card.contains("hidden=32\n"), "{}", network.card);
    assert_eq!((network.hidden, network.facts.units()), (32, 16));
    let learned = |side: &[i16]| side[16..].iter().any(|&weight| weight != 0);
    assert!(network.output.chunks(32).all(learned), "{:?}", network.output);
    let refused = String::from_utf8_lossy(&from(&large, "16").stderr).into_owned();
    assert!(refused.contains("--hidden 16: the network of --from has 32"), "{refused}");
}

#[test]
fn a_network_gets_further_rows_and_keeps_them() {
    let place = TempDir::new().expect("a folder");
    let [plain, near, next, last] = ["plain.nn", "near.nn", "next.nn", "last.nn"].map(|name| place.path().join(name));
    assert!(train(&plain, "2", &[]).status.success());
    let from = |network: &Path, out: &Path, more: &[&str]| {
        let [network, out_text] = [network, out].map(Path::to_string_lossy);
        let fixed = ["train", GAMES, "--quiet", "--epochs", "1", "--from", &network, "--out", &out_text];
        let output = tandem(&[&fixed, more].concat());
        assert!(output.status.success(), "{output:?}");
        Network::parse(&fs::read(out).expect("a file")).expect("a network")
    };
    let first = from(&plain, &near, &["--near"]);
    assert!(first.row_set() == RowSet::Near && first.card.contains("\nnear=true\n"), "{}", first.card);
    assert!(first.first[840 * first.hidden..].iter().any(|&weight| weight != 0), "they learn");
    let kept = from(&near, &next, &[]);
    assert!(kept.row_set() == RowSet::Near && kept.card.contains("\nnear=true\n"), "{}", kept.card);
    let shown = tandem(&["net", "info", &next.to_string_lossy()]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("shape     (1140 → 16) × 2 → 1,"), "{shown}");
    let whole = from(&next, &last, &["--attacks"]);
    assert!(whole.row_set() == RowSet::Attacks && whole.card.contains("\nattacks=true\n"), "{}", whole.card);
    assert!(whole.first[1140 * whole.hidden..].iter().any(|&weight| weight != 0), "they learn");
}

#[test]
fn a_network_without_facts_gets_a_layer_of_them() {
    let place = TempDir::new().expect("a folder");
    let [plain, more, refused] = ["plain.nn", "more.nn", "refused.nn"].map(|name| place.path().join(name));
    assert!(train(&plain, "2", &["--captures"]).status.success());
    let [text, more_text, refused] = [&plain, &more, &refused].map(|path| path.to_string_lossy());
    let output =
        tandem(&["train", GAMES, "--quiet", "--from", &text, "--facts", "32", "--epochs", "1", "--out", &more_text]);
    assert!(output.status.success(), "{output:?}");
    let [plain, more] =
        [&plain, &more].map(|path| Network::parse(&fs::read(path).expect("a file")).expect("a network"));
    assert_eq!((plain.facts.units(), more.facts.units()), (0, 32));
    assert!(plain.card.contains("captures=true\n") && more.card.contains("facts=32\n"), "{}", more.card);
    let (_, _, weights) = more.facts.parts();
    assert!(weights.iter().any(|&weight| weight != 0), "it has learned");
    for (facts, wanted) in [("16", "a network without a base knows no facts"), ("24", "a multiple of 16 up to 64")] {
        let output = tandem(&["train", GAMES, "--base", "nothing", "--facts", facts, "--out", &refused]);
        assert!(String::from_utf8_lossy(&output.stderr).contains(wanted), "{output:?}");
    }
}

#[test]
fn bug_the_rows_of_a_large_chunk_were_counted_beyond_32_bits() {
    let place = TempDir::new().expect("a folder");
    let output = train(&place.path().join("one.nn"), "1", &["--chunk", "10000001"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("10000001 is not in 1..=10000000"), "{told}");
}

#[test]
fn bug_a_training_ended_without_a_network_when_its_reader_had_gone() {
    let place = TempDir::new().expect("a folder");
    let out = place.path().join("one.nn");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    let fixed = ["--quiet", "--hidden", "16", "--epochs", "1", "--batch", "200", "--out"];
    let command = command.arg("train").arg(GAMES).args(fixed).arg(&out);
    let output = command.stdout(writer).output().expect("tandem runs");
    assert!(output.status.success() && out.exists(), "{output:?}");
}

#[test]
fn bug_games_that_were_named_twice_counted_twice() {
    let paths = vec![Path::new(GAMES).join("games.bin"); 2];
    let error = Stream::open(paths, lessons(), u64::MAX, |_, _| ()).expect_err("twice").to_string();
    assert!(error.contains("it holds the games of a file before it"), "{error}");
}

#[test]
fn bug_a_network_was_trained_on_bughouse_and_crazyhouse_at_once() {
    let place = TempDir::new().expect("a folder");
    let made = made_of("crazyhouse", place.path());
    assert_not_mixed([&Path::new(GAMES).join("games.bin"), &made]);
}

#[test]
fn bug_a_network_was_trained_on_crazyhouse_and_chess_battles_at_once() {
    let place = TempDir::new().expect("a folder");
    let [crazyhouse, battles] = ["crazyhouse", "battle"].map(|variant| made_of(variant, &place.path().join(variant)));
    assert_not_mixed([&crazyhouse, &battles]);
}

/// A file with two games of a variant.
fn made_of(variant: &str, folder: &Path) -> PathBuf {
    let out = folder.to_str().expect("a path");
    let run = tandem(&["datagen", "--variant", variant, "--games", "2", "--nodes", "10", "--quiet", "--out", out]);
    assert!(run.status.success(), "{run:?}");
    folder.join("games.bin")
}

fn assert_not_mixed(paths: [&Path; 2]) {
    let paths = paths.map(Path::to_owned).to_vec();
    let error = Stream::open(paths, lessons(), u64::MAX, |_, _| ()).expect_err("both").to_string();
    assert!(error.contains("games of another variant than those before"), "{error}");
}

#[test]
fn a_network_learns_from_chess_battles() {
    let place = TempDir::new().expect("a folder");
    let folder = |name: &str| place.path().join(name).to_str().expect("a path").to_owned();
    let made = |games: &str, threads: &str, out: &str| {
        let battle = ["datagen", "--variant", "battle", "--eval", "handcrafted", "--nodes", "20", "--quiet"];
        let run = tandem(&[&battle[..], &["--games", games, "--threads", threads, "--out", out]].concat());
        assert!(run.status.success(), "{run:?}");
        fs::read(Path::new(out).join("games.bin")).expect("games")
    };
    let games = folder("whole");
    let whole = made("40", "2", &games);
    // Begun with fewer games and fewer threads, it becomes the same.
    made("7", "1", &folder("grown"));
    assert_eq!(made("40", "1", &folder("grown")), whole);
    let told = tandem(&["data", "check", &games]);
    assert!(told.status.success(), "{told:?}");
    let told = tandem(&["data", "info", &games]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("rules=battle") && !told.contains("flag"), "{told}");
    let out = folder("battle.nn");
    let shape = ["train", &games, "--base", "nothing", "--hidden", "16", "--epochs", "1", "--quiet", "--out", &out];
    let trained = tandem(&shape);
    assert!(trained.status.success(), "{trained:?}");
    assert!(Path::new(&out).exists());
}

#[test]
fn bug_a_missing_folder_was_noticed_after_the_first_epoch() {
    let place = TempDir::new().expect("a folder");
    let output = train(&place.path().join("none/one.nn"), "1", &[]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(told.contains("one.nn: there is no folder ") && told.contains("none"), "{told}");
}

#[test]
fn a_training_that_was_killed_goes_on() {
    let place = TempDir::new().expect("a folder");
    let (whole, torn) = (place.path().join("whole.nn"), place.path().join("torn.nn"));
    assert!(train(&whole, "40", &[]).status.success());
    let checkpoint = place.path().join("torn.nn.checkpoint");
    // Killed as soon as an epoch is saved.
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    let fixed = ["--quiet", "--hidden", "16", "--batch", "200", "--epochs", "40", "--scale", "300", "--out"];
    command.arg("train").arg(GAMES).args(fixed).arg(&torn).stdout(std::process::Stdio::null());
    let mut child = command.spawn().expect("tandem runs");
    while !checkpoint.exists() && child.try_wait().expect("a state").is_none() {
        std::thread::yield_now();
    }
    let _ = child.kill();
    let _ = child.wait();
    if !torn.exists() {
        let other = train(&torn, "41", &[]);
        assert!(String::from_utf8_lossy(&other.stderr).contains("epochs=40"), "{other:?}");
        let saved = fs::read(&checkpoint).expect("a checkpoint");
        fs::write(&checkpoint, &saved[..saved.len() - 9]).expect("a file");
        assert!(String::from_utf8_lossy(&train(&torn, "40", &[]).stderr).contains("no whole checkpoint"));
        fs::write(&checkpoint, &saved).expect("a file");
        assert!(train(&torn, "40", &[]).status.success());
    }
    assert_eq!(fs::read(&whole).expect("a network"), fs::read(&torn).expect("a network"));
    assert!(!checkpoint.exists());
    let pictures = ["torn.nn.png", "whole.nn.png"].map(|name| fs::read(place.path().join(name)).expect("a picture"));
    assert!(pictures[0].starts_with(b"\x89PNG"));
    assert!(pictures[0] == pictures[1], "the curve is whole, too");
}

#[test]
fn fitted_piece_values_are_the_same_for_any_number_of_threads() {
    let shown = |threads: &str| {
        let output = tandem(&["fit", "pieces", GAMES, "--quiet", "--threads", threads]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8 comes out")
    };
    let one = shown("1");
    assert!(one.starts_with("60 games, ") && one.contains("\npawn         100 ± 0"), "{one}");
    assert_eq!(one, shown("2"));
}

#[test]
fn games_by_other_rules_are_not_fitted_together() {
    let place = TempDir::new().expect("a folder");
    let other = place.path().join("other").to_string_lossy().into_owned();
    let made =
        ["datagen", "--quiet", "--games", "1", "--nodes", "10", "--rules", "drop-mate=forbidden", "--out", &other];
    assert!(tandem(&made).status.success());
    let output = tandem(&["fit", "pieces", GAMES, &other]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && message.contains("by the rules `") && message.contains("drop-mate"),
        "{message}"
    );
    let output = tandem(&["fit", "pieces", &other]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("positions are too few"), "{output:?}");
}

#[test]
fn bug_crazyhouse_was_named_by_its_options_where_pieces_are_fitted() {
    let place = TempDir::new().expect("a folder");
    let other = place.path().join("other").to_string_lossy().into_owned();
    let made = ["datagen", "--quiet", "--games", "1", "--nodes", "10", "--variant", "crazyhouse", "--out", &other];
    assert!(tandem(&made).status.success());
    let output = tandem(&["fit", "pieces", GAMES, &other]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("`crazyhouse`"), "{message}");
}

#[test]
fn bug_games_that_were_named_twice_were_fitted_twice() {
    let file = Path::new(GAMES).join("games.bin").to_string_lossy().into_owned();
    for arguments in [&["fit", "pieces", "--quiet", GAMES, GAMES][..], &["data", "info", GAMES, &file]] {
        let output = tandem(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains("it holds the games of a file before it"), "{message}");
    }
}

#[test]
fn bug_a_part_of_a_merged_file_could_repeat_the_games_of_a_file_before_it() {
    let place = TempDir::new().expect("a folder");
    let [other, merged] = ["other", "all.bin"].map(|name| place.path().join(name));
    let [other, merged] = [&other, &merged].map(|path| path.to_string_lossy().into_owned());
    let made = ["datagen", "--quiet", "--games", "1", "--nodes", "10", "--seed", "77", "--out", &other];
    assert!(tandem(&made).status.success());
    assert!(tandem(&["data", "merge", &other, GAMES, "--out", &merged]).status.success());
    let paths = vec![Path::new(GAMES).join("games.bin"), Path::new(&merged).to_owned()];
    let error = Stream::open(paths, lessons(), u64::MAX, |_, _| ()).expect_err("twice").to_string();
    assert!(error.contains("all.bin: byte ") && error.contains("it holds the games of a file before it"), "{error}");
}

#[test]
fn bug_a_merged_file_by_different_rules_was_fitted_as_one() {
    let place = TempDir::new().expect("a folder");
    let [other, merged] = ["other", "all.bin"].map(|name| place.path().join(name).to_string_lossy().into_owned());
    let made =
        ["datagen", "--quiet", "--games", "1", "--nodes", "10", "--rules", "drop-mate=forbidden", "--out", &other];
    assert!(tandem(&made).status.success());
    assert!(tandem(&["data", "merge", GAMES, &other, "--out", &merged]).status.success());
    let output = tandem(&["fit", "pieces", "--quiet", &merged]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("all.bin: by the rules `"), "{message}");
}
