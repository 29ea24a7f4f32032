//! Tests of the tournament's book-keeping.

use super::crosstable::Crosstable;
use super::entry::{Entry, TeamEntry};
use super::*;
use crate::tools::play::setup::Occupant;

fn team(name: &str) -> TeamEntry {
    let person = |letter: &str| Player::Person(format!("{name} {letter}"));
    TeamEntry { name: name.to_owned(), players: [person("a"), person("b")] }
}

fn entry(form: Form, names: &[&str]) -> Entry {
    let teams = names.iter().map(|name| team(name)).collect();
    Entry { teams, form, base_s: 60, increment_s: 0, rules: "fics".to_owned() }
}

const ONCE: Form = Form::RoundRobin { double: false };

fn begin(form: Form, names: &[&str]) -> Tournament {
    Tournament::new(&entry(form, names), &[], "cup".to_owned()).expect("a tournament")
}

fn finished(tournament: &Tournament, table: usize, result: &str) -> Finished {
    let id = tournament.order(table).expect("a game").id;
    Finished { id, result: result.to_owned(), bpgn: String::new() }
}

#[test]
fn faults_of_an_entry_are_named() {
    let wrong = |names: &[&str], form| Tournament::new(&entry(form, names), &[], String::new()).err();
    assert_eq!(wrong(&["x", "  "], ONCE), Some(("team_name", "2".to_owned())));
    assert_eq!(wrong(&["\u{7}", "x"], ONCE), Some(("team_name", "1".to_owned())));
    assert_eq!(wrong(&["Лисы", "x", " лисы "], ONCE), Some(("team_twice", "лисы".to_owned())));
    assert_eq!(wrong(&["x"], ONCE), Some(("team_few", "1".to_owned())));
    let many: Vec<String> = (0..33).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(wrong(&many, ONCE), Some(("team_many", "33".to_owned())));
    assert_eq!(wrong(&["x", "y"], Form::Swiss { rounds: 2 }), Some(("swiss_rounds", "2".to_owned())));
    let with = |player: Player| {
        let mut entry = entry(ONCE, &["x", "y"]);
        entry.teams[1].players[1] = player;
        Tournament::new(&entry, &[], String::new()).err()
    };
    assert_eq!(with(Player::Person(String::new())), Some(("player_name", "y".to_owned())));
    assert_eq!(with(Player::Tandem(9)), Some(("setup_level", "9".to_owned())));
    assert_eq!(with(Player::Engine("sh".to_owned())), Some(("setup_engine", "sh".to_owned())));
    let slow = Entry { base_s: 4, ..entry(ONCE, &["x", "y"]) };
    assert_eq!(Tournament::new(&slow, &[], String::new()).err(), Some(("setup_base", "4".to_owned())));
}

#[test]
fn rounds_are_set_onto_the_tables_that_there_are() {
    let mut cup = begin(ONCE, &["A", "B", "C", "D"]);
    assert_eq!((cup.rounds(), cup.meetings.len()), (3, 6));
    // One table is free: the second game of the round waits for it.
    assert!(cup.seat([1]) && !cup.seat([]));
    let order = cup.order(1).expect("a game");
    assert_eq!((order.round, order.setup.seats), (1, [const { Occupant::Guest }; 4]));
    let [first, second] = cup.meetings[0].teams.map(|team| cup.teams[team].name.clone());
    // Partners have white on one board and black on the other.
    assert_eq!(order.names, [format!("{first} a"), format!("{second} a"), format!("{second} b"), format!("{first} b")]);
    let key = cup.teams[cup.meetings[0].teams[1]].keys[1].clone().expect("a person");
    let person = cup.person(&key).expect("a person");
    assert_eq!(cup.place(person), Some((1, Seat::ALL[2])));
    let end = finished(&cup, 1, "0-1");
    assert_eq!(cup.finish(&end).as_deref(), Some("round-1-game-1.bpgn"));
    assert_eq!(cup.finish(&end), None, "a result counts once");
    assert_eq!(cup.place(person), None);
    assert!(cup.seat([1]));
    // A game without a result is begun anew, at the same table.
    let broken = finished(&cup, 1, "*");
    assert_eq!(cup.finish(&broken), None);
    assert!(cup.order(1).is_some_and(|order| order.id != broken.id && order.round == 1));
    assert_eq!(cup.round(), 1);
    let end = finished(&cup, 1, "1/2-1/2");
    assert!(cup.finish(&end).is_some());
    assert_eq!((cup.round(), cup.is_over()), (2, false));
}

#[test]
fn a_withdrawn_team_loses_the_rest_and_keeps_what_it_has_played() {
    let mut cup = begin(ONCE, &["A", "B", "C", "D"]);
    cup.seat([1, 2]);
    let [winner, loser] = cup.meetings[0].teams;
    cup.finish(&finished(&cup, 1, "1-0")).expect("a result");
    cup.withdraw(winner + 1).expect("a team");
    assert_eq!(cup.withdraw(winner + 1), Err(("withdrawn", cup.teams[winner].name.clone())));
    assert_eq!(cup.withdraw(0).map_err(|(code, _)| code), Err("no_team"));
    assert_eq!(cup.withdraw(5).map_err(|(code, _)| code), Err("no_team"));
    assert_eq!((cup.halves(winner), cup.halves(loser)), (2, 0));
    let forfeits = cup.meetings.iter().filter(|meeting| meeting.verdict.is_some_and(|it| it.how == How::Forfeit));
    assert_eq!(forfeits.count(), 2);
    cup.decide(2, "0-0").expect("a game");
    assert_eq!(cup.decide(2, "2-0").map_err(|(code, _)| code), Err("no_result"));
    assert_eq!(cup.decide(99, "1-0").map_err(|(code, _)| code), Err("no_meeting"));
}

#[test]
fn the_crosstable_has_ranks_results_and_points() {
    let mut cup = begin(ONCE, &["Foxes", "Bears", "Owls"]);
    let mut results = ["1-0", "1/2-1/2", "0-1"].into_iter();
    while !cup.is_over() {
        cup.seat([1]);
        let end = finished(&cup, 1, results.next().expect("three games"));
        cup.finish(&end).expect("a result");
    }
    let Crosstable(rows) = cup.crosstable();
    assert_eq!(rows.iter().map(|row| row.games).collect::<Vec<_>>(), [2, 2, 2]);
    let total: u32 = (0..3).map(|team| cup.halves(team)).sum();
    assert_eq!(total, 6);
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(row.results[place], "");
        for (other, result) in row.results.iter().enumerate().filter(|(other, _)| *other != place) {
            let back = &rows[other].results[place];
            assert!(matches!((&**result, &**back), ("1", "0") | ("0", "1") | ("½", "½")), "{result} {back}");
        }
    }
    let text = cup.crosstable().text();
    assert_eq!(text.lines().count(), 4);
    assert!(
        text.lines().nth(1).is_some_and(|line| line.starts_with(" 1. ") && line.contains(&rows[0].points)),
        "{text}"
    );
}

#[test]
fn a_swiss_tournament_pairs_round_by_round() {
    let mut cup = begin(Form::Swiss { rounds: 3 }, &["A", "B", "C", "D", "E"]);
    for round in 1..=3 {
        assert_eq!((cup.round(), cup.is_over()), (round, false));
        cup.seat([1, 2]);
        for table in [1, 2] {
            let end = finished(&cup, table, "1-0");
            cup.finish(&end).expect("a result");
        }
        cup.advance();
    }
    assert!(cup.is_over());
    assert_eq!((cup.meetings.len(), cup.rests.len()), (6, 3));
    let kept = serde_json::to_string(&cup).expect("JSON");
    let again: Tournament = serde_json::from_str(&kept).expect("a tournament");
    assert_eq!(again.crosstable(), cup.crosstable());
}
