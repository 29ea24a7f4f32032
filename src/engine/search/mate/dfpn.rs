//! Depth-first proof-number search (df-pn, A. Nagai 2002) for a forced mate, on whatever boards a [`ProofGame`] has.
//!
//! The search expands the most-proving node first. Mates of many checks are found many times as fast as by alpha-beta.

use super::numbers::{NEVER, Numbers, next};
use super::table::MateTable;

/// Longest line, in plies.
const LONGEST: usize = 80;

/// A game between an attacker, who is to mate, and a defender.
pub trait ProofGame: Clone {
    /// A choice of the side to move.
    type Move: Copy;
    /// The state that a move overwrites, to unmake it.
    type Undo;

    /// The key of the position, in which the attacker counts too.
    fn key(&self) -> u64;
    /// Whether the attacker chooses in this position.
    fn attacks(&self) -> bool;
    /// The choices: of the attacker's those that can be part of a proof, of the defender's all.
    fn moves(&self) -> Vec<Self::Move>;
    /// Makes a move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;
    /// Unmakes it.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
    /// The initial numbers of a position; of one without choices the final ones.
    fn unsearched(&self) -> Numbers;
    /// The key of the position after a choice of the defender, where it is known without making it and the initial
    /// numbers there are [`Numbers::OPEN`].
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
    /// The key of the position after a choice, if that is cheap; it may be wrong. Its table entry is prefetched.
    fn likely_key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
}

/// The result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// A mate: a mating line, and an upper bound of the plies to mate.
    Mate(Vec<M>, u16),
    /// No mate by the moves that are tried.
    None,
    /// Not decided yet.
    Open,
}

/// Moves that are proven to mate, and the plies to mate after each.
pub type Choices<M> = Vec<(M, u16)>;

/// A search for a mate. A later search of the same position with the same table continues it.
pub struct ProofSearch<'a, G> {
    table: &'a mut MateTable,
    game: G,
    /// Keys of the line.
    line: Vec<u64>,
    /// The search has been stopped, and the line is being unwound.
    over: bool,
}

impl<'a, G: ProofGame> ProofSearch<'a, G> {
    /// A search of `game`. The table must have been cleared once.
    pub fn new(table: &'a mut MateTable, game: G) -> Self {
        Self { table, game, line: Vec::new(), over: false }
    }

    /// The game, to set it up before the search.
    pub fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// Searches until the mate is proven or disproven, or `goes_on` returns false; it is called before each position.
    pub fn search(mut self, mut goes_on: impl FnMut() -> bool) -> Verdict<G::Move> {
        self.search_on(&mut goes_on)
    }

    /// As [`Self::search`], with the choices at the root that are proven to mate, and the plies that each takes.
    pub fn search_choices(mut self, mut goes_on: impl FnMut() -> bool) -> (Verdict<G::Move>, Choices<G::Move>) {
        let root = self.game.clone();
        let verdict = self.search_on(&mut goes_on);
        self.game = root;
        let choices = if let Verdict::Mate(..) = verdict { self.proven() } else { Vec::new() };
        (verdict, choices)
    }

    fn search_on(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Verdict<G::Move> {
        let numbers = self.visit((NEVER, NEVER), goes_on);
        if numbers.proof == 0 {
            Verdict::Mate(self.mating_line(), numbers.plies)
        } else if numbers.disproof == 0 {
            Verdict::None
        } else {
            Verdict::Open
        }
    }

    /// Searches the position at the line's end until it is decided or its proof or disproof number reaches its limit.
    fn visit(&mut self, limits: (u32, u32), goes_on: &mut dyn FnMut() -> bool) -> Numbers {
        let key = self.game.key();
        self.over |= !goes_on();
        if self.over {
            return self.known();
        }
        let attacks = self.game.attacks();
        let moves = self.game.moves();
        if moves.is_empty() || self.line.len() >= LONGEST {
            let numbers = if !attacks && moves.is_empty() { self.game.unsearched() } else { Numbers::REFUTED };
            self.table.set(key, numbers);
            return numbers;
        }
        self.line.push(key);
        for &mv in moves.iter().filter(|&&mv| self.game.key_after(mv).is_none()) {
            self.game.likely_key_after(mv).into_iter().for_each(|key| self.table.prefetch(key));
        }
        let mut children: Vec<Numbers> = moves.iter().map(|&mv| self.child(mv)).collect();
        let numbers = loop {
            let numbers = Numbers::gather(&children, attacks);
            if numbers.is_decided() || numbers.proof >= limits.0 || numbers.disproof >= limits.1 {
                break numbers;
            }
            let (index, child_limits) = next(&children, attacks, numbers, limits);
            let mv = moves[index];
            let undo = self.game.make(mv);
            let found = self.visit(child_limits, goes_on);
            self.game.unmake(mv, undo);
            children[index] = found;
            if self.over {
                break Numbers::gather(&children, attacks);
            }
        };
        self.line.pop();
        self.table.set(key, numbers);
        numbers
    }

    /// The numbers of the position after a move.
    fn child(&mut self, mv: G::Move) -> Numbers {
        // A repetition within the line counts as refuted.
        if let Some(key) = self.game.key_after(mv) {
            let repeats = self.line.contains(&key);
            return if repeats { Numbers::REFUTED } else { self.table.get(key).unwrap_or(Numbers::OPEN) };
        }
        let undo = self.game.make(mv);
        let repeats = self.line.contains(&self.game.key());
        let numbers = if repeats { Numbers::REFUTED } else { self.known() };
        self.game.unmake(mv, undo);
        numbers
    }

    /// The numbers of the position from the table, or its initial ones. Initial numbers of a position with the defender
    /// to move need a count of its moves. They have a cache of their own, since each search of the parent needs them.
    fn known(&mut self) -> Numbers {
        let key = self.game.key();
        let (table, game) = (&mut *self.table, &self.game);
        match table.get(key) {
            Some(numbers) => numbers,
            None if game.attacks() => game.unsearched(),
            None => table.initial(key, || game.unsearched()),
        }
    }

    /// The moves that are proven to mate, and the plies to mate after each.
    fn proven(&mut self) -> Choices<G::Move> {
        let moves = self.game.moves().into_iter();
        moves
            .map(|mv| (mv, self.child(mv)))
            .filter(|(_, found)| found.proof == 0)
            .map(|(mv, found)| (mv, found.plies))
            .collect()
    }

    /// The shortest proven attack against the longest defense, as far as the table still has the entries.
    fn mating_line(&mut self) -> Vec<G::Move> {
        let mut line = Vec::new();
        while line.len() < LONGEST && (line.is_empty() || !self.game.unsearched().is_decided()) {
            let proven = self.proven().into_iter();
            let best = match self.game.attacks() {
                true => proven.min_by_key(|proven| proven.1),
                false => proven.max_by_key(|proven| proven.1),
            };
            let Some((mv, _)) = best else { break };
            line.push(mv);
            self.game.make(mv);
        }
        line
    }
}
