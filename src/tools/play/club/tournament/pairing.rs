//! Pairings of a tournament: everybody against everybody, or the Swiss system. Teams are indices; of a pair the first
//! has white on board A.

/// Two teams that meet.
pub type Pair = [usize; 2];

/// The rounds in which each of `teams` meets each other once, by the circle method: one team stays, the others go
/// round. With an odd number one team rests in each round.
pub fn round_robin(teams: usize) -> Vec<Vec<Pair>> {
    let places = teams + teams % 2;
    let rounds = places.saturating_sub(1);
    let at = |round: usize, place: usize| if place == 0 { 0 } else { (place - 1 + round) % rounds + 1 };
    (0..rounds)
        .map(|round| {
            let pairs = (0..places / 2).map(|place| {
                let pair = [at(round, place), at(round, places - 1 - place)];
                // A team that goes round is on either side half the time; the one that stays alternates.
                if place > 0 || round % 2 == 0 { pair } else { [pair[1], pair[0]] }
            });
            pairs.filter(|pair| pair.iter().all(|&team| team < teams)).collect()
        })
        .collect()
}

/// A team before a round of the Swiss system.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The team.
    pub team: usize,
    /// Its half points.
    pub halves: u32,
    /// How often it had white on A less how often it had black there.
    pub whites: i32,
    /// Whether it has rested.
    pub rested: bool,
}

/// The next round of the Swiss system: teams of equal points meet, nobody meets the same team twice, and of an odd
/// number the last that has not yet rested rests. `None` if there is no such round. `have_met` is asked for two teams.
pub fn swiss(standings: &[Standing], have_met: impl Fn(usize, usize) -> bool) -> Option<(Vec<Pair>, Option<usize>)> {
    let mut order = standings.to_vec();
    order.sort_by_key(|standing| (std::cmp::Reverse(standing.halves), standing.team));
    if order.len().is_multiple_of(2) {
        return pair_up(&order, &have_met, &mut 0).map(|pairs| (pairs, None));
    }
    let resters = order.iter().rev().filter(|standing| !standing.rested).map(|standing| standing.team);
    resters.into_iter().find_map(|rester| {
        let rest: Vec<Standing> = order.iter().copied().filter(|standing| standing.team != rester).collect();
        pair_up(&rest, &have_met, &mut 0).map(|pairs| (pairs, Some(rester)))
    })
}

/// Attempts after which a round counts as impossible: the search has no bound of its own.
const MOST_ATTEMPTS: usize = 100_000;

/// Pairs the first with the next best that it has not met, and then the others.
fn pair_up(order: &[Standing], have_met: &impl Fn(usize, usize) -> bool, attempts: &mut usize) -> Option<Vec<Pair>> {
    let Some((first, others)) = order.split_first() else { return Some(Vec::new()) };
    for (index, other) in others.iter().enumerate() {
        *attempts += 1;
        if *attempts > MOST_ATTEMPTS {
            return None;
        }
        if have_met(first.team, other.team) {
            continue;
        }
        let rest: Vec<Standing> = others[..index].iter().chain(&others[index + 1..]).copied().collect();
        if let Some(mut pairs) = pair_up(&rest, have_met, attempts) {
            let white_first = first.whites <= other.whites;
            pairs.insert(0, if white_first { [first.team, other.team] } else { [other.team, first.team] });
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn sorted([a, b]: Pair) -> Pair {
        if a < b { [a, b] } else { [b, a] }
    }

    #[test]
    fn everybody_meets_everybody_once_and_colors_are_fair() {
        for teams in 2..=15 {
            let rounds = round_robin(teams);
            assert_eq!(rounds.len(), teams + teams % 2 - 1);
            let mut met = BTreeSet::new();
            let mut whites = vec![0i32; teams];
            for round in &rounds {
                let playing: BTreeSet<usize> = round.iter().flatten().copied().collect();
                assert_eq!(playing.len(), 2 * round.len(), "a team plays twice in a round of {teams}");
                assert_eq!(round.len(), teams / 2);
                for &pair in round {
                    assert!(met.insert(sorted(pair)), "{pair:?} meet twice");
                    whites[pair[0]] += 1;
                    whites[pair[1]] -= 1;
                }
            }
            assert_eq!(met.len(), teams * (teams - 1) / 2);
            assert!(whites.iter().all(|&more| more.abs() <= 2), "{teams}: {whites:?}");
        }
        assert!(round_robin(0).is_empty() && round_robin(1).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_swiss_tournament_of_many_rounds_has_no_pair_twice_and_everybody_rests_at_most_once() {
        for teams in [2, 5, 8, 9, 16, 32] {
            let mut met = BTreeSet::new();
            let mut table: Vec<Standing> =
                (0..teams).map(|team| Standing { team, halves: 0, whites: 0, rested: false }).collect();
            for round in 0..3.min(teams - 1) {
                let Some((pairs, rester)) = swiss(&table, |a, b| met.contains(&sorted([a, b]))) else {
                    panic!("no round {round} of {teams}");
                };
                assert_eq!((pairs.len(), rester.is_some()), (teams / 2, teams % 2 == 1));
                for pair in pairs {
                    assert!(met.insert(sorted(pair)), "{pair:?} meet twice");
                    table[pair[0]].halves += 2;
                    table[pair[0]].whites += 1;
                    table[pair[1]].whites -= 1;
                }
                if let Some(rester) = rester {
                    assert!(!table[rester].rested, "{rester} rests twice");
                    (table[rester].rested, table[rester].halves) = (true, table[rester].halves + 2);
                }
            }
        }
    }

    #[test]
    fn leaders_meet_leaders_and_an_impossible_round_is_none() {
        let table = [0, 4, 2, 4].map(|halves| Standing { team: 0, halves, whites: 0, rested: false });
        let table: Vec<Standing> =
            table.into_iter().enumerate().map(|(team, standing)| Standing { team, ..standing }).collect();
        assert_eq!(swiss(&table, |_, _| false), Some((vec![[1, 3], [2, 0]], None)));
        assert_eq!(swiss(&table, |_, _| true), None);
        // The leaders have met: each meets the next best.
        let met = |a: usize, b: usize| (a.min(b), a.max(b)) == (1, 3);
        assert_eq!(swiss(&table, met), Some((vec![[1, 2], [3, 0]], None)));
    }
}
