//! `tandem net test`: its losses are those of the trainer.

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
    let [short, long] = ["short.nn", "long.nn"].map(|name| place.path().join(name).to_string_lossy().into_owned());
    for (file, epochs) in [(&short, "2"), (&long, "20")] {
        let fixed = ["train", GAMES, "--quiet", "--hidden", "16", "--batch", "200", "--epochs", epochs, "--out", file];
        assert!(tandem(&fixed).status.success());
    }
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
