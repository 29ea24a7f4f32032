//! `tandem net test`: its losses are those of the trainer; `tandem net mean`.

use crate::train::{GAMES, tandem};
use std::fs;
use std::path::Path;
use tandem::eval::network::{Network, RowSet};
use tandem::tools::train::lookahead::Lookahead;
use tandem::tools::train::model::Model;
use tandem::tools::train::scale::{fit, handcrafted_loss, handcrafted_score_loss};
use tandem::tools::train::set::{Lessons, Set};
use tandem::tools::train::steps::mean_loss;
use tandem::tools::train::stream::Stream;
use tempfile::TempDir;

/// All samples of the games, those that a training holds out too.
fn samples() -> Set {
    let ahead = Lookahead { lambda: 0.5, scale: 300.0 };
    let rows = RowSet::Board;
    let lessons =
        Lessons { ahead, result_lambda: 1.0, mate_cp: 0, drop_checks: true, captures: false, one_board: false, rows };
    let paths = vec![Path::new(GAMES).join("games.bin")];
    let stream = Stream::open(paths, lessons, u64::MAX, |_, _| ()).expect("games");
    let mut set = stream.first_chunk().expect("games");
    set.append(stream.held_out);
    set
}

/// The two losses at the beginning of a line.
fn losses(line: &str) -> [f64; 2] {
    let mut numbers = line.split_whitespace().map(|number| number.parse().expect("a loss"));
    [(); 2].map(|()| numbers.next().expect("a number"))
}

#[test]
fn losses_are_those_of_the_trainer_and_the_first_network_is_the_measure() {
    let place = TempDir::new().expect("a folder");
    let [short, long] = [("short.nn", "2"), ("long.nn", "20")]
        .map(|(name, epochs)| trained(&place, name, &["--hidden", "16", "--epochs", epochs]));
    let output = tandem(&["net", "test", GAMES, "--net", &short, "--net", &long, "--net", &short]);
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    let set = samples();
    assert!(lines[0].starts_with(&format!("{} positions in ", set.samples.len())), "{text}");
    let close = |told: f64, wanted: f64, most: f64| assert!((told - wanted).abs() < most, "{told} {wanted}\n{text}");
    let [results, scores] = losses(lines[2]);
    close(results, handcrafted_loss(&set, fit(&set)), 1e-4);
    close(scores, handcrafted_score_loss(&set, 300.0), 1e-5);
    let by_network = [(&short, lines[3]), (&long, lines[4])].map(|(file, line)| {
        let network = Network::parse(&fs::read(file).expect("a file")).expect("a network");
        assert!(line.contains(&format!("{:08x}", network.checksum())), "{text}");
        let [_, scores] = losses(line);
        close(scores, mean_loss(&Model::of(&network, 0.5), &set, 0.0).score, 3e-5);
        scores
    });
    assert!(by_network[1] < by_network[0], "twenty epochs have learned more of these very games:\n{text}");
    let told = format!("{:+.5} ± ", by_network[1] - by_network[0]);
    assert!(lines[4].contains(&told[..told.len() - 4]), "{told}\n{text}");
    assert!(lines[5].ends_with("from the first one +0.00000 ± 0.00000 and +0.00000 ± 0.00000"), "{text}");
}

#[test]
fn short_searches_foretell_what_longer_ones_found() {
    let place = TempDir::new().expect("a folder");
    let games = place.path().to_string_lossy().into_owned();
    let made = ["datagen", "--games", "16", "--nodes", "500", "--quiet", "--out", &games];
    assert!(tandem(&made).status.success());
    let tested = |more: &[&str]| {
        let output = tandem(&[["net", "test", &games].as_slice(), more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let [by_eval, by_search] = [tested(&[]), tested(&["--nodes", "200"])];
    let head = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    assert_eq!(head(&by_search), head(&by_eval) + " of searches of 200 nodes");
    assert_eq!(tested(&["--nodes", "200"]), by_search, "the same each time");
    let [by_eval, by_search] =
        [&by_eval, &by_search].map(|text| losses(text.lines().last().expect("the network's own line")));
    assert!(by_search[1] < by_eval[1], "{by_search:?} {by_eval:?}");
}

#[test]
fn without_a_network_the_programs_own_is_tested_and_errors_quote() {
    let text = String::from_utf8_lossy(&tandem(&["net", "test", GAMES]).stdout).into_owned();
    assert!(text.contains("the handcrafted evaluation\n") && text.contains("the program's own, "), "{text}");
    for (arguments, wanted) in [
        (["net", "test", "no such folder"].as_slice(), "no such folder"),
        (&["net", "test", GAMES, "--net", "no such file"], "no such file"),
        (&["net", "test", GAMES, "--lambda", "2"], "0 to 1 is wanted"),
        (&["net", "test", GAMES, "--nodes", "0"], "0 is not in 1..=1000000"),
    ] {
        let output = tandem(arguments);
        assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains(wanted), "{output:?}");
    }
}

/// A small network that has learned for some epochs.
fn trained(place: &TempDir, name: &str, more: &[&str]) -> String {
    let file = place.path().join(name).to_string_lossy().into_owned();
    let fixed = ["train", GAMES, "--quiet", "--batch", "200", "--out", &file];
    assert!(tandem(&[&fixed, more].concat()).status.success());
    file
}

#[test]
fn a_mean_lies_between_its_networks() {
    let place = TempDir::new().expect("a folder");
    let first = trained(&place, "first.nn", &["--hidden", "16", "--epochs", "1"]);
    let second = trained(&place, "second.nn", &["--from", &first, "--rate", "0.001", "--epochs", "1"]);
    let read = |file: &str| Network::parse(&fs::read(file).expect("a file")).expect("a network");
    for (weights, [one, other]) in [("1,1", [1.0, 1.0]), ("3,1", [3.0, 1.0])] {
        let out = place.path().join(weights).to_string_lossy().into_owned();
        let made = tandem(&["net", "mean", &first, &second, "--weights", weights, "--out", &out]);
        let [first, second, mean] = [&first, &second, &out].map(|file| read(file));
        let text = String::from_utf8_lossy(&made.stdout);
        assert_eq!(text.trim_end(), format!("{out}: network {:08x}", mean.checksum()));
        assert_ne!(first.first, second.first, "the second one has learned");
        for ((first, second), mean) in first.first.iter().zip(&*second.first).zip(&*mean.first) {
            let wanted = (one * f64::from(*first) + other * f64::from(*second)) / (one + other);
            assert!((f64::from(*mean) - wanted).abs() <= 0.51, "{first} {second} {mean}");
        }
        let card = format!("mean_of_1={:08x}, weight {one}\nmean_of_2={:08x}", first.checksum(), second.checksum());
        assert!(mean.card.starts_with(&card), "{}", mean.card);
        let base =
            |network: &Network| network.card.lines().find(|line| line.starts_with("base_sum=")).map(str::to_owned);
        assert!(base(&mean).is_some() && base(&mean) == base(&first), "{}", mean.card);
    }
    let same = place.path().join("same.nn").to_string_lossy().into_owned();
    assert!(tandem(&["net", "mean", &first, &first, "--out", &same]).status.success());
    assert_eq!(read(&same).first, read(&first).first);
}

#[test]
fn networks_that_have_no_mean_are_refused() {
    let place = TempDir::new().expect("a folder");
    let [small, large] = ["16", "32"].map(|hidden| trained(&place, hidden, &["--hidden", hidden, "--epochs", "1"]));
    let out = place.path().join("out.nn").to_string_lossy().into_owned();
    let mut other = Network::parse(&fs::read(&small).expect("a file")).expect("a network");
    other.card = "base_sum=00000001\n".to_owned();
    let other_file = place.path().join("other").to_string_lossy().into_owned();
    fs::write(&other_file, other.to_bytes()).expect("a file");
    for (arguments, error) in [
        (vec![&*small, &other_file], "trained beside different evaluations"),
        (vec![&*small, &large], "networks of different shapes have no mean"),
        (vec![&small, &small, "--weights", "1,2,3"], "--weights has 3 numbers for 2 networks"),
        (vec![&small, &small, "--weights", "0,1"], "invalid value '0'"),
        (vec![&small], "2 values required"),
        (vec![&small, GAMES], GAMES),
    ] {
        let refused = tandem(&[&["net", "mean", "--out", &out], &*arguments].concat());
        let text = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && text.contains(error), "{arguments:?}: {text}");
        assert!(!Path::new(&out).exists());
    }
    assert!(tandem(&["net", "mean", &small, &small, "--out", &out]).status.success());
    let old = fs::read(&out).expect("a file");
    assert!(!tandem(&["net", "mean", &small, &small, "--out", &out]).status.success(), "it is there already");
    assert_eq!(fs::read(&out).expect("a file"), old);
}
