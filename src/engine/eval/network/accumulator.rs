//! The accumulators of a network along a line of moves: computed only for positions that are scored, from the nearest
//! computed one before (lazy updates).

use super::Network;
use super::attack_rows::AttackSums;
use super::features::{Perspective, map_features, map_near};
use super::refresh::RefreshTable;
use crate::board::{BoardObserver, CastlingRights, Position, Undo};
use crate::eval::Total;
use crate::types::{ByColor, Color, Hand, Move, Piece, Score, Square};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A piece that came to a square, or left it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    promoted: bool,
    came: bool,
}

/// The changes of one move on the board: castling moves two pieces, a capture removes one and moves one.
#[derive(Clone, Debug, Default)]
struct Changes(ArrayVec<Change, 4>);

impl BoardObserver for Changes {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square, promoted: bool) {
        self.0.push(Change { piece, square, promoted, came: true });
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square, promoted: bool) {
        self.0.push(Change { piece, square, promoted, came: false });
    }
}

/// The accumulator of a position of the line: its changes from the position before, and its sums as far as they are
/// computed.
#[derive(Clone, Debug)]
struct Accumulator {
    changes: Changes,
    /// The part of the base score that each piece on the board has by itself.
    placed: Total,
    hands: ByColor<Hand>,
    castling: CastlingRights,
    kings: ByColor<Square>,
    computed: ByColor<bool>,
    /// `[color][hidden]`: the sums of each side's view.
    sums: ByColor<Vec<i16>>,
    /// The sums of the rows of attacks, if they are computed.
    attacks: AttackSums,
    attacks_computed: bool,
    /// Set when a child's sums of attacks were updated from those of an ancestor, since these were not computed: the
    /// next move from here computes these first, so that its child has fewer rows to update.
    attacks_wanted: bool,
}

impl Accumulator {
    fn new(hidden: usize) -> Self {
        Self {
            changes: Changes::default(),
            placed: Total::default(),
            hands: ByColor::default(),
            castling: CastlingRights::NONE,
            kings: ByColor::from_fn(|_| Square::E1),
            computed: ByColor::default(),
            sums: ByColor::from_fn(|_| vec![0; hidden]),
            attacks: AttackSums::new(hidden),
            attacks_computed: false,
            attacks_wanted: false,
        }
    }

    /// Copies hands, castling rights and the kings' squares from `position`, and marks both views as not computed.
    fn reset(&mut self, position: &Position) {
        self.hands = ByColor::from_fn(|color| position.hand(color));
        self.castling = position.castling();
        self.kings = ByColor::from_fn(|color| position.king(color));
        self.computed = ByColor::default();
        (self.attacks_computed, self.attacks_wanted) = (false, false);
    }
}

/// The most rows of a list, more than there are in any view of a board.
const MOST_ROWS: usize = 512;

/// A list of first-layer rows with a branchless push: a row is always written, and kept only if it is wanted.
#[derive(Clone, Debug)]
struct RowList {
    rows: [u16; MOST_ROWS],
    count: usize,
}

impl RowList {
    #[inline]
    fn push_if(&mut self, row: usize, wanted: bool) {
        debug_assert!(self.count < MOST_ROWS);
        self.rows[self.count % MOST_ROWS] = row as u16;
        self.count += usize::from(wanted);
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.rows[..self.count.min(MOST_ROWS)].iter().map(|&row| row.into())
    }
}

impl Default for RowList {
    fn default() -> Self {
        Self { rows: [0; MOST_ROWS], count: 0 }
    }
}

/// Rows that are added to sums, or removed from them.
#[derive(Clone, Debug, Default)]
pub(super) struct RowChanges {
    added: RowList,
    removed: RowList,
}

impl RowChanges {
    pub(super) fn clear(&mut self) {
        (self.added.count, self.removed.count) = (0, 0);
    }

    /// Adds a row that came (true) or went.
    #[inline]
    pub(super) fn push(&mut self, row: usize, came: bool) {
        self.push_if(row, came, !came);
    }

    /// Adds a row if it came or went.
    #[inline]
    pub(super) fn push_if(&mut self, row: usize, came: bool, went: bool) {
        self.added.push_if(row, came);
        self.removed.push_if(row, went);
    }
}

/// A network with the accumulators of a line of moves.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    network: Arc<Network>,
    /// The root's, then one for each move; those beyond [`Self::ply`] are kept for reuse.
    entries: Vec<Accumulator>,
    ply: usize,
    refresh_table: RefreshTable,
    /// The sums of the rows of attacks of no board.
    no_attacks: AttackSums,
    /// Buffer for the sums of each side's view with those of the rows of attacks.
    whole: ByColor<Vec<i16>>,
    /// Buffers for the rows that change, while a view is computed.
    rows: ByColor<RowChanges>,
}

impl AccumulatorStack {
    /// A line that begins at `position`.
    pub fn new(network: Arc<Network>, position: &Position) -> Self {
        let mut root = Accumulator::new(network.hidden);
        root.reset(position);
        root.placed = network.base.placed(position);
        let no_attacks = AttackSums::new(network.hidden);
        let whole = ByColor::from_fn(|_| vec![0; network.hidden]);
        Self {
            network,
            entries: vec![root],
            ply: 0,
            refresh_table: RefreshTable::new(),
            no_attacks,
            whole,
            rows: ByColor::default(),
        }
    }

    /// Makes a move on the position at the line's end. Null moves change no feature and need no call.
    pub fn make(&mut self, position: &mut Position, mv: Move) -> Undo {
        if self.entries[self.ply].attacks_wanted {
            self.compute_attacks(position);
        }
        self.ply += 1;
        if self.entries.len() == self.ply {
            self.entries.push(Accumulator::new(self.network.hidden));
        }
        let mut placed = self.entries[self.ply - 1].placed;
        let entry = &mut self.entries[self.ply];
        entry.changes.0.clear();
        let undo = position.make_move_observed(mv, &mut entry.changes);
        for change in &entry.changes.0 {
            let part = self.network.base.part(change.piece, change.square);
            if change.came { placed += part } else { placed -= part }
        }
        entry.placed = placed;
        entry.reset(position);
        undo
    }

    /// Removes the last move from the line.
    pub fn unmake(&mut self) {
        debug_assert!(self.ply > 0);
        self.ply -= 1;
    }

    /// The score of `position`, which must be the one at the line's end, for the side to move, in cp.
    pub fn score(&mut self, position: &Position) -> Score {
        Color::ALL.into_iter().for_each(|color| self.compute_view(position, color));
        let us = position.side_to_move();
        let base = self.network.informed(position, self.entries[self.ply].placed);
        if !self.network.has_attacks() {
            let sums = &self.entries[self.ply].sums;
            return self.network.corrected(base, &sums[us], &sums[!us]);
        }
        self.compute_attacks(position);
        let entry = &self.entries[self.ply];
        for color in Color::ALL {
            entry.attacks.add_to(color, &entry.sums[color], &mut self.whole[color]);
        }
        self.network.corrected(base, &self.whole[us], &self.whole[!us])
    }

    /// Computes the sums of the rows of attacks at the line's end.
    fn compute_attacks(&mut self, position: &Position) {
        let (before, rest) = self.entries.split_at_mut(self.ply);
        let Some(entry) = rest.first_mut().filter(|entry| !entry.attacks_computed) else { return };
        if let Some(last) = before.last_mut() {
            last.attacks_wanted = !last.attacks_computed;
        }
        let known = before.iter().rfind(|entry| entry.attacks_computed);
        let from = known.map_or(&self.no_attacks, |entry| &entry.attacks);
        entry.attacks.compute(&self.network, from, position, &mut self.rows);
        entry.attacks_computed = true;
    }

    /// Computes the view of `color` at the line's end.
    fn compute_view(&mut self, position: &Position, color: Color) {
        let (view, near) = (Perspective::of(position, color), self.network.has_near());
        // Back to the nearest computed position; from there on the own king must stay where it changes no other row.
        let start = self.entries[..=self.ply].iter().rposition(|entry| entry.computed[color]);
        let alike = |entry: &Accumulator| view.is_alike(entry.kings[color], near);
        match start.filter(|&start| self.entries[start..self.ply].iter().all(alike)) {
            Some(start) => (start + 1..=self.ply).for_each(|ply| self.step(ply, color)),
            None => self.refresh(position, color),
        }
    }

    /// Computes the view of `color` at the line's end from the refresh table.
    fn refresh(&mut self, position: &Position, color: Color) {
        let entry = &mut self.entries[self.ply];
        self.refresh_table.refresh(&self.network, position, color, &mut self.rows[color], &mut entry.sums[color]);
        entry.computed[color] = true;
    }

    /// Computes the view of `color` after the move `ply` from the view before it.
    fn step(&mut self, ply: usize, color: Color) {
        let (before, rest) = self.entries.split_at_mut(ply);
        let (Some(before), Some(entry)) = (before.last(), rest.first_mut()) else { return };
        let (view, near) = (Perspective { color, king: entry.kings[color] }, self.network.has_near());
        let rows = &mut self.rows[color];
        rows.clear();
        for &Change { piece, square, promoted, came } in &entry.changes.0 {
            view.map_piece(piece, square, near, |row| rows.push(row, came));
            if promoted {
                rows.push(view.promoted(piece), came);
            }
        }
        view.map_hand_changes(&before.hands, &entry.hands, |row, came| rows.push(row, came));
        view.map_right_changes(before.castling, entry.castling, |row, came| rows.push(row, came));
        self.network.update(&before.sums[color], &mut entry.sums[color], rows);
        entry.computed[color] = true;
    }
}

/// Number of sums held in registers at once: eight AVX2 registers.
const BLOCK: usize = 128;
/// The size of every hidden layer is a multiple of this.
const SMALL_BLOCK: usize = 16;

impl Network {
    /// Sets `to` to the sums `from` plus the rows that are added, minus those removed. An intermediate sum may wrap
    /// around; the final one fits into 16 bits, which is checked when the network is read.
    pub(super) fn update(&self, from: &[i16], to: &mut [i16], rows: &RowChanges) {
        let mut at = 0;
        while at + BLOCK <= self.hidden {
            self.update_block::<BLOCK>(at, from, to, rows);
            at += BLOCK;
        }
        while at + SMALL_BLOCK <= self.hidden {
            self.update_block::<SMALL_BLOCK>(at, from, to, rows);
            at += SMALL_BLOCK;
        }
    }

    #[inline]
    fn update_block<const N: usize>(&self, at: usize, from: &[i16], to: &mut [i16], rows: &RowChanges) {
        let (Some(from), Some(to)) = (from[at..].first_chunk::<N>(), to[at..].first_chunk_mut::<N>()) else { return };
        let mut sums = *from;
        let weights = |row: usize| self.first[row * self.hidden + at..].first_chunk::<N>();
        for weights in rows.added.iter().filter_map(weights) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        for weights in rows.removed.iter().filter_map(weights) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
        }
        *to = sums;
    }

    /// Sums of these rows on top of `from`, from scratch.
    pub(super) fn sums(&self, from: &[i16], rows: impl Iterator<Item = usize>) -> Vec<i16> {
        let (mut sums, mut changes) = (vec![0; self.hidden], RowChanges::default());
        rows.for_each(|row| changes.push(row, true));
        self.update(from, &mut sums, &changes);
        sums
    }

    /// Adds rows of attacks to the sums of the others. A sum beyond 16 bits would be clipped anyway.
    pub(super) fn with_attacks(&self, mut sums: Vec<i16>, rows: impl Iterator<Item = usize>) -> Vec<i16> {
        let attacks = self.sums(&vec![0; self.hidden], rows);
        sums.iter_mut().zip(attacks).for_each(|(sum, attacks)| *sum = sum.saturating_add(attacks));
        sums
    }

    /// The sums of the rows that pieces, hands and castling rights have in the view of `color`, from scratch.
    fn board_sums(&self, position: &Position, color: Color) -> Vec<i16> {
        let mut rows = Vec::new();
        map_features(position, color, |row| rows.push(row));
        if self.has_near() {
            map_near(position, color, |row| rows.push(row));
        }
        self.sums(&self.bias, rows.into_iter())
    }

    /// The score of a position for the side to move, in cp, computed from scratch.
    pub fn evaluate(&self, position: &Position) -> Score {
        KnownBoard::new(self, position).score(self, position)
    }
}

/// A board with the sums of its first layer: with more pieces in its hands it is scored by the rows that change alone.
#[derive(Clone, Debug)]
pub struct KnownBoard {
    hands: ByColor<Hand>,
    /// The part of the base score that each piece on the board has by itself.
    placed: Total,
    sums: ByColor<Vec<i16>>,
    attacks: AttackSums,
}

impl KnownBoard {
    /// Computes the sums of `position`.
    pub fn new(network: &Network, position: &Position) -> Self {
        let none = AttackSums::new(network.hidden);
        Self {
            hands: ByColor::from_fn(|color| position.hand(color)),
            placed: network.base.placed(position),
            sums: ByColor::from_fn(|color| network.board_sums(position, color)),
            attacks: none.changed(network, position, &mut ByColor::default()),
        }
    }

    /// [`Network::evaluate`] of `richer`, which is the same position, but for more pieces in the hands.
    pub fn evaluate(&self, network: &Network, richer: &Position) -> Score {
        let hands = ByColor::from_fn(|color| richer.hand(color));
        let (mut sums, mut rows) = (self.sums.clone(), ByColor::<RowChanges>::default());
        for color in Color::ALL {
            let rows = &mut rows[color];
            Perspective::of(richer, color).map_hand_changes(&self.hands, &hands, |row, came| rows.push(row, came));
            network.update(&self.sums[color], &mut sums[color], rows);
        }
        let attacks = self.attacks.changed(network, richer, &mut rows);
        Self { hands, placed: self.placed, sums, attacks }.score(network, richer)
    }

    /// The score of this board, which is that of `position`, for the side to move.
    fn score(&self, network: &Network, position: &Position) -> Score {
        let us = position.side_to_move();
        let mut whole = self.sums.clone();
        Color::ALL.into_iter().for_each(|color| self.attacks.add_to(color, &self.sums[color], &mut whole[color]));
        network.corrected(network.informed(position, self.placed), &whole[us], &whole[!us])
    }
}
