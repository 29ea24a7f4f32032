//! Forced mates by checks alone on one board: depth-first proof-number search (df-pn, A. Nagai 2002).
//!
//! Each position has a proof number and a disproof number: the least number of open positions that must be decided for
//! the attacker to prove the mate, or for the defender to disprove it. The search expands the most-proving node first;
//! an unsearched position after a check starts with its number of replies as proof number. Mates that begin with a
//! quiet move are not found; those of many checks are found many times as fast as by alpha-beta.

use crate::board::movegen::Select;
use crate::board::{BoardStatus, Position};
use crate::types::{Color, Move, MoveList, PieceType};

/// Number of table entries.
const ENTRIES: usize = 1 << 16;
/// Infinity for proof and disproof numbers.
const NEVER: u32 = 1 << 30;
/// Longest line, in plies.
const LONGEST: usize = 80;

/// XORed into the keys if black is the mating side.
const BLACK_MATES: u64 = 0x6a09_e667_f3bc_c908;

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// Plies to the mate, if it is proven.
    plies: u16,
}

impl Numbers {
    const OPEN: Self = Self { proof: 1, disproof: 1, plies: 0 };
    const REFUTED: Self = Self { proof: NEVER, disproof: 0, plies: 0 };

    const fn mate(plies: u16) -> Self {
        Self { proof: 0, disproof: NEVER, plies }
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of the side to move (phi): proof number for the attacker, disproof number for the defender.
    const fn own(self, attacks: bool) -> u32 {
        if attacks { self.proof } else { self.disproof }
    }

    /// The number of the other side (delta).
    const fn other(self, attacks: bool) -> u32 {
        self.own(!attacks)
    }

    /// The numbers of a position from those of its children; `attacks` if the attacker is to move.
    fn gather(children: &[Self], attacks: bool) -> Self {
        let least = children.iter().map(|numbers| numbers.own(attacks)).min().unwrap_or(NEVER);
        let sum = children.iter().fold(0, |sum: u32, numbers| sum.saturating_add(numbers.other(attacks)).min(NEVER));
        let proven = children.iter().filter(|numbers| numbers.proof == 0).map(|numbers| numbers.plies);
        let plies = if attacks { proven.min() } else { proven.max() };
        let plies = plies.map_or(0, |plies| plies + 1);
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        Self { proof, disproof, plies }
    }
}

#[derive(Clone, Copy)]
struct ProofEntry {
    key: u64,
    numbers: Numbers,
}

/// The table of mate searches. Memory is allocated by the first [`Self::clear`].
#[derive(Default)]
pub struct MateTable {
    entries: Vec<ProofEntry>,
    /// Part of the keys; changed by each clear, so that older entries no longer match.
    salt: u64,
}

impl MateTable {
    /// Invalidates all entries.
    pub fn clear(&mut self) {
        self.entries.resize(ENTRIES, ProofEntry { key: 0, numbers: Numbers::OPEN });
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let entry = self.entries[key as usize % ENTRIES];
        (entry.key == key ^ self.salt).then_some(entry.numbers)
    }

    fn set(&mut self, key: u64, numbers: Numbers) {
        self.entries[key as usize % ENTRIES] = ProofEntry { key: key ^ self.salt, numbers };
    }
}

/// The result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// A mate: a mating line, and an upper bound of the plies to mate.
    Mate(Vec<Move>, u16),
    /// No mate by checks alone.
    None,
    /// Not decided yet.
    Open,
}

/// A search for a mate. A later search of the same position with the same table continues it.
pub struct MateSearch<'a> {
    table: &'a mut MateTable,
    position: Position,
    /// Whether the side to move at the root is the attacker.
    attacks: bool,
    /// Part of the keys: keeps entries with white as the attacker apart from those with black.
    mark: u64,
    /// Keys of the line.
    line: Vec<u64>,
    /// The search has been stopped, and the line is being unwound.
    over: bool,
}

impl<'a> MateSearch<'a> {
    /// A search for a mate by the side to move. The table must have been cleared once.
    pub fn new(table: &'a mut MateTable, position: Position) -> Self {
        Self::of(table, position, true)
    }

    /// A search for a forced mate against the side to move; the table as in [`Self::new`].
    pub fn against(table: &'a mut MateTable, position: Position) -> Self {
        Self::of(table, position, false)
    }

    fn of(table: &'a mut MateTable, position: Position, attacks: bool) -> Self {
        let white = (position.side_to_move() == Color::White) == attacks;
        let mark = if white { 0 } else { BLACK_MATES };
        Self { table, position, attacks, mark, line: Vec::new(), over: false }
    }

    /// The key of the position's table entry.
    fn key(&self) -> u64 {
        self.position.key() ^ self.mark
    }

    /// Searches until the mate is proven or disproven, or `goes_on` returns false; it is called before each position.
    pub fn search(mut self, mut goes_on: impl FnMut() -> bool) -> MateResult {
        let numbers = self.visit(self.attacks, NEVER, NEVER, &mut goes_on);
        match () {
            () if numbers.proof == 0 => MateResult::Mate(self.mating_line(), numbers.plies),
            () if numbers.disproof == 0 => MateResult::None,
            () => MateResult::Open,
        }
    }

    /// Searches the position at the line's end until it is decided or a number reaches its threshold.
    fn visit(&mut self, attacks: bool, proof: u32, disproof: u32, goes_on: &mut impl FnMut() -> bool) -> Numbers {
        let key = self.key();
        self.over |= !goes_on();
        if self.over {
            return self.known(attacks);
        }
        let moves = if attacks { self.checks() } else { self.position.legal_moves() };
        if moves.is_empty() || self.line.len() >= LONGEST {
            let numbers = if !attacks && moves.is_empty() { self.unanswered() } else { Numbers::REFUTED };
            self.table.set(key, numbers);
            return numbers;
        }
        self.line.push(key);
        let mut children: Vec<Numbers> = moves.iter().map(|&mv| self.behind(mv, attacks)).collect();
        let numbers = loop {
            let numbers = Numbers::gather(&children, attacks);
            if numbers.is_decided() || numbers.proof >= proof || numbers.disproof >= disproof {
                break numbers;
            }
            let (index, proof, disproof) = next(&children, attacks, numbers, (proof, disproof));
            let mv = moves[index];
            let undo = self.position.make_move(mv);
            let found = self.visit(!attacks, proof, disproof, goes_on);
            self.position.unmake_move(mv, &undo);
            children[index] = found;
            if self.over {
                break Numbers::gather(&children, attacks);
            }
        };
        self.line.pop();
        self.table.set(key, numbers);
        numbers
    }

    /// The numbers of the position after a move; `attacks` if the attacker makes it.
    fn behind(&mut self, mv: Move, attacks: bool) -> Numbers {
        let undo = self.position.make_move(mv);
        // A repetition within the line counts as refuted.
        let again = self.line.contains(&self.key());
        let numbers = if again { Numbers::REFUTED } else { self.known(!attacks) };
        self.position.unmake_move(mv, &undo);
        numbers
    }

    /// The numbers of the position from the table, or its initial ones.
    fn known(&self, attacks: bool) -> Numbers {
        self.table.get(self.key()).unwrap_or_else(|| if attacks { Numbers::OPEN } else { self.unanswered() })
    }

    /// The initial numbers of a position with the defender to move: each reply has to be answered.
    fn unanswered(&self) -> Numbers {
        match self.position.count_legal_moves() {
            0 if self.position.status_without_move() == BoardStatus::Mate => Numbers::mate(0),
            0 => Numbers::REFUTED,
            replies => Numbers { proof: replies as u32, ..Numbers::OPEN },
        }
    }

    /// The legal moves that give check.
    fn checks(&self) -> MoveList {
        let info = self.position.check_info();
        let mut moves = MoveList::new();
        self.position.add_board_moves(Select::All, &mut moves);
        moves.retain(|mv| self.position.gives_check(&info, *mv));
        let hand = self.position.hand(self.position.side_to_move());
        for kind in PieceType::HELD.into_iter().filter(|&kind| hand.has(kind)) {
            let squares = self.position.drop_targets(kind) & info.squares(kind);
            squares.into_iter().for_each(|square| moves.push(Move::drop(kind, square)));
        }
        moves
    }

    /// The shortest proven attack against the longest defense, as far as the table still has the entries.
    fn mating_line(&mut self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut attacks = self.attacks;
        loop {
            let moves = if attacks { self.checks() } else { self.position.legal_moves() };
            let proven = moves.into_iter().filter_map(|mv| {
                let numbers = self.behind(mv, attacks);
                (numbers.proof == 0).then_some((mv, numbers.plies))
            });
            let best =
                if attacks { proven.min_by_key(|proven| proven.1) } else { proven.max_by_key(|proven| proven.1) };
            let Some((mv, _)) = best.filter(|_| line.len() < LONGEST) else { break };
            line.push(mv);
            self.position.make_move(mv);
            attacks = !attacks;
        }
        line
    }
}

/// The index of the child to search next, with its proof and disproof thresholds: it is searched while it is the best
/// one and its parent, with the numbers `whole`, stays below its own thresholds `limits`.
fn next(children: &[Numbers], attacks: bool, whole: Numbers, limits: (u32, u32)) -> (usize, u32, u32) {
    let own = |numbers: &Numbers| numbers.own(attacks);
    let other = |numbers: &Numbers| numbers.other(attacks);
    let (mut best, mut second) = (0, NEVER);
    for (index, child) in children.iter().enumerate().skip(1) {
        if (own(child), other(child)) < (own(&children[best]), other(&children[best])) {
            second = own(&children[best]);
            best = index;
        } else {
            second = second.min(own(child));
        }
    }
    let child = &children[best];
    let (own_limit, other_limit) = if attacks { limits } else { (limits.1, limits.0) };
    // A little above the second best, to avoid switching back and forth (1 + epsilon trick).
    let own_limit = own_limit.min(second.saturating_add(1 + second / 4)).min(NEVER);
    let other_limit = (other_limit - other(&whole)).saturating_add(other(child)).min(NEVER);
    if attacks { (best, own_limit, other_limit) } else { (best, other_limit, own_limit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, MateRule, fen};
    use crate::types::rng::Rng;

    /// The result of a search of at most `most` positions.
    fn verdict_with(table: &mut MateTable, position: &Position, most: u64) -> MateResult {
        let mut visited = 0;
        MateSearch::new(table, position.clone()).search(|| {
            visited += 1;
            visited <= most
        })
    }

    fn verdict(position: &Position, most: u64) -> MateResult {
        let mut table = MateTable::default();
        table.clear();
        verdict_with(&mut table, position, most)
    }

    /// Whether the side to move mates by checks alone within this many plies, by exhaustive search.
    fn mates_within(position: &Position, plies: u16) -> bool {
        let mut next = position.clone();
        let info = position.check_info();
        plies > 0
            && position.legal_moves().into_iter().filter(|&mv| position.gives_check(&info, mv)).any(|mv| {
                let undo = next.make_move(mv);
                let mated = is_mated_within(&next, plies - 1);
                next.unmake_move(mv, &undo);
                mated
            })
    }

    fn is_mated_within(position: &Position, plies: u16) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.status_without_move() == BoardStatus::Mate;
        }
        let mut next = position.clone();
        plies > 1
            && replies.into_iter().all(|mv| {
                let undo = next.make_move(mv);
                let mates = mates_within(&next, plies - 1);
                next.unmake_move(mv, &undo);
                mates
            })
    }

    #[test]
    fn a_check_from_afar_is_mate_only_where_nothing_can_arrive() {
        let bfen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1";
        let position = |mate| fen::parse(bfen, BoardRules { mate, ..BoardRules::default() }).expect("a position");
        let usual = BoardRules::default().mate;
        assert_ne!(usual, MateRule::Immediate);
        assert_eq!(verdict(&position(usual), 1_000), MateResult::None);
        let MateResult::Mate(line, 1) = verdict(&position(MateRule::Immediate), 1_000) else { panic!("no mate") };
        assert_eq!(line[0].to_string(), "d1d8");
    }

    #[test]
    fn a_check_that_leaves_no_reply_is_seen_before_it_is_searched() {
        let position = fen::parse("6rk/5qpp/4K3/4N3/8/8/8/8[] w - - 0 1", BoardRules::default()).expect("a position");
        let MateResult::Mate(line, 1) = verdict(&position, 1) else { panic!("no mate") };
        assert_eq!(line[0].to_string(), "e5f7");
    }

    #[test]
    fn mates_are_those_that_looking_at_everything_finds() {
        let mut rng = Rng::new(5);
        let (mut mates, mut none) = (0, 0);
        while mates < 60 || none < 200 {
            let mut position = Position::start(BoardRules::default());
            for _ in 0..8 + rng.below(24) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make_move(moves[rng.below(moves.len())]);
            }
            for _ in 0..rng.below(6) {
                let color = Color::ALL[rng.below(2)];
                position.receive(color, PieceType::HELD[rng.below(5)]);
            }
            match verdict(&position, 3_000) {
                MateResult::Mate(line, plies) => {
                    mates += 1;
                    // Deeper mates are too large for an exhaustive search.
                    assert!(plies > 5 || mates_within(&position, plies), "{}: {line:?}", position.to_bfen());
                    assert!(line.len() <= usize::from(plies) && line.len() % 2 == 1, "{line:?} in {plies}");
                    line.into_iter().for_each(|mv| {
                        assert!(position.is_legal(mv));
                        position.make_move(mv);
                    });
                    assert_eq!(position.status(), BoardStatus::Mate);
                }
                MateResult::None => {
                    none += 1;
                    assert!(!mates_within(&position, 3), "{}", position.to_bfen());
                }
                MateResult::Open => {}
            }
        }
    }

    #[test]
    fn bug_a_position_in_which_one_side_mates_was_taken_for_one_in_which_the_other_does() {
        let position = |bfen| fen::parse(bfen, BoardRules::default()).expect("a position");
        let mut table = MateTable::default();
        table.clear();
        let smothered = position("6rk/5qpp/4K3/4N3/8/8/8/8[] w - - 0 1");
        assert!(matches!(verdict_with(&mut table, &smothered, 100), MateResult::Mate(..)));
        // Black's queen check on f7 leads to that position, in which white mates.
        let before = position("6rk/6pp/4K3/4N3/8/8/8/5q2[] b - - 0 1");
        assert!(!matches!(verdict_with(&mut table, &before, 3_000), MateResult::Mate(..)));
    }

    #[test]
    fn who_is_mated_whatever_he_plays_is_found_too() {
        let position = |mate| {
            let rules = BoardRules { mate, ..BoardRules::default() };
            fen::parse("7k/8/6K1/8/8/8/8/R7[] b - - 0 1", rules).expect("a position")
        };
        let mut table = MateTable::default();
        table.clear();
        let usual = MateSearch::against(&mut table, position(BoardRules::default().mate)).search(|| true);
        assert_eq!(usual, MateResult::None, "something may arrive on the eighth rank");
        table.clear();
        let immediate = MateSearch::against(&mut table, position(MateRule::Immediate)).search(|| true);
        let MateResult::Mate(line, 2) = immediate else { panic!("{immediate:?}") };
        assert_eq!(line.iter().map(Move::to_string).collect::<Vec<_>>(), ["h8g8", "a1a8"]);
    }

    #[test]
    fn a_search_goes_on_where_it_stopped() {
        let bfen = "r1b2rk1/pppp1p1p/2n2np1/4p3/2B1P2N/2NP4/PPP2PPP/R2QK2R[QBPbp] w KQ - 0 1";
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let at_once = verdict(&position, 100_000);
        assert_ne!(at_once, MateResult::Open);
        let mut table = MateTable::default();
        table.clear();
        let in_steps =
            (0..1_000).map(|_| verdict_with(&mut table, &position, 200)).find(|found| *found != MateResult::Open);
        let kind = |verdict: &MateResult| std::mem::discriminant(verdict);
        assert_eq!(in_steps.as_ref().map(kind), Some(kind(&at_once)));
    }
}
