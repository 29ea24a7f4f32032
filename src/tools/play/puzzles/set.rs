//! The puzzles of a day: mates from games, the same for everybody, and another choice every day until all were there.

use super::stand::{Prover, Stand};
use crate::board::fen;
use crate::game::{BoardId, Rules, Team};
use crate::tools::digest::fnv1a;
use crate::tools::mates::{self, joint};
use std::sync::LazyLock;

/// Mates on one board that `tandem mates collect` found in games.
const ONE: &str = include_str!("../../../../benches/mates.tsv");
/// Mates that need both boards, of `tandem mates collect-joint`.
const BOTH: &str = include_str!("../../../../benches/joint.tsv");

/// Longest mate on both boards that is a puzzle, in plies.
const MOST_JOINT_PLIES: u16 = 12;

/// The least moves of the solver in it: a mate in one, or by waiting alone, needs no partner.
const LEAST_JOINT_MOVES: u16 = 2;

/// The puzzles of a day: each kind, and how many of it.
const DAY: [(Kind, usize); 4] = [(Kind::Short, 2), (Kind::Middle, 1), (Kind::Long, 1), (Kind::Both, 1)];

/// The kinds of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A mate of two or three moves.
    Short,
    /// A mate of four or five.
    Middle,
    /// A longer one.
    Long,
    /// A mate that needs both boards.
    Both,
}

/// A puzzle.
#[derive(Clone)]
pub struct Puzzle {
    /// Its name, which never changes: the file and the number of its line there, from 1.
    pub id: String,
    /// The position.
    pub stand: Stand,
    /// Whether the solver's player on each board has more time than the opponent of its partner, if both play.
    pub leads: Option<[bool; 2]>,
}

/// All of them, each kind in an order of its own.
static PUZZLES: LazyLock<Vec<(Kind, Puzzle)>> = LazyLock::new(|| {
    let lines = |text: &'static str| (1..).zip(text.lines().filter(|line| !line.starts_with('#')));
    let one = lines(ONE).filter_map(|(number, line): (usize, _)| {
        let (_, moves, bfen) = mates::read(line).ok()?;
        let position = fen::parse(bfen, Rules::default().board_rules()).ok()?;
        let kind = match moves {
            ..=3 => Kind::Short,
            4..=5 => Kind::Middle,
            _ => Kind::Long,
        };
        Some((kind, Puzzle { id: format!("mates-{number}"), stand: Stand::one(position), leads: None }))
    });
    let both = lines(BOTH).filter_map(|(number, line): (usize, _)| {
        let (_, _, position) = joint::read(line).ok().filter(|(_, plies, _)| *plies <= MOST_JOINT_PLIES)?;
        let leads = Some(position.leads);
        let puzzle = Puzzle { id: format!("joint-{number}"), stand: Stand::Both(Box::new(position.game())), leads };
        // One needs no word on whose team it is if the solver is on turn somewhere.
        let turns = BoardId::ALL
            .map(|board| position.boards[board.index()].side_to_move() == Team::seat(position.team, board).color);
        (turns.contains(&true) && puzzle.stand.solver_chooses()).then_some((Kind::Both, puzzle))
    });
    let mut all: Vec<_> = one.chain(both).collect();
    all.sort_by_key(|(_, puzzle)| fnv1a(puzzle.id.bytes()));
    all
});

/// The puzzle of this name.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    PUZZLES.iter().map(|(_, puzzle)| puzzle).find(|puzzle| puzzle.id == id)
}

/// Distance between the puzzles of two days in the list of a kind, beyond the number of a day: so many may be passed
/// over before a day repeats a puzzle of the day before.
const SPARE: usize = 8;

/// The puzzles of a day, counted from 1970-01-01. One whose mate is not proven by the usual rules is passed over: some
/// mates of the files are mates by other rules only.
pub fn of_day(day: u32, prover: &mut Prover) -> Vec<&'static Puzzle> {
    let mut chosen = Vec::new();
    for (kind, count) in DAY {
        let all: Vec<&Puzzle> = PUZZLES.iter().filter(|(of, _)| *of == kind).map(|(_, puzzle)| puzzle).collect();
        let first = (day as usize).wrapping_mul(count + SPARE) % all.len().max(1);
        let following = all.iter().cycle().skip(first).take(all.len());
        let least = if kind == Kind::Both { LEAST_JOINT_MOVES } else { 1 };
        let proven = |puzzle: &&Puzzle| {
            puzzle.stand.prove(prover).is_some_and(|(line, plies)| puzzle.stand.moves(&line, plies) >= least)
        };
        chosen.extend(following.copied().filter(proven).take(count));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_mates_of_the_files_are_puzzles() {
        let mut prover = Prover::default();
        for (kind, least) in [(Kind::Short, 40), (Kind::Middle, 30), (Kind::Long, 15), (Kind::Both, 60)] {
            let all: Vec<_> = PUZZLES.iter().filter(|(of, _)| *of == kind).collect();
            let proven = all.iter().filter(|(_, puzzle)| puzzle.stand.prove(&mut prover).is_some()).count();
            println!("{kind:?}: {proven} of {}", all.len());
            assert!(proven >= least, "{kind:?}: {proven} of {}", all.len());
        }
    }

    #[test]
    fn every_day_has_other_puzzles_of_each_kind() {
        let mut prover = Prover::default();
        let mut ids = |day| of_day(day, &mut prover).iter().map(|puzzle| puzzle.id.clone()).collect::<Vec<_>>();
        let today = ids(20_782);
        assert_eq!((today.len(), today.clone()), (5, ids(20_782)));
        assert!(today.iter().any(|id| id.starts_with("joint-")));
        assert!(ids(20_783).iter().all(|id| !today.contains(id)));
        assert_eq!(ids(u32::MAX).len(), 5);
    }
}
