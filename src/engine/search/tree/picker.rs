//! The staged move picker: moves one at a time, the likeliest to cut first; later stages are generated only if reached.

use super::history::{Histories, MoverTo, QuietRows, near_king};
use crate::board::attacks;
use crate::board::movegen::Select;
use crate::board::{CheckInfo, ExchangeValues, Position};
use crate::search::params;
use crate::types::{Bitboard, Move, MoveList, PieceType, Score};
use arrayvec::ArrayVec;

/// The stage of a picker. Stages run from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateChecks,
    Checks,
    GenerateQuiets,
    Quiets,
    BadMoves,
    Done,
}

/// The moves to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    All,
    /// Captures and promotions with a SEE of at least this, and quiet checks, drops and others, if the picker has
    /// check squares.
    Noisy(Score),
}

/// The capacity of a list of moves.
const PLACES: usize = 1024;

/// The key of the move at `place` of its list. No score is beyond a million.
#[inline]
fn key(score: i32, place: usize) -> i32 {
    score * PLACES as i32 + (PLACES - 1 - place) as i32
}

/// The place of a move in its list.
#[inline]
fn place(key: i32) -> usize {
    PLACES - 1 - key.rem_euclid(PLACES as i32) as usize
}

/// Picks the moves of one node. Each legal move to pick is returned exactly once.
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    /// The check squares of the position; none where no checks are wanted.
    checks: Option<CheckInfo>,
    /// Whether the SEE of the last move returned is at least zero, if known.
    good_see: Option<bool>,
    table_move: Move,
    /// Two killers and the counter move.
    refutations: [Move; 3],
    next_refutation: usize,
    before: [Option<MoverTo>; 2],
    moves: MoveList,
    /// The order of `moves`: the score in units of [`PLACES`], then the first place.
    keys: ArrayVec<i32, PLACES>,
    bad: MoveList,
    next_bad: usize,
    skip_quiets: bool,
}

impl Picker {
    fn new(
        wanted: Wanted,
        checks: Option<CheckInfo>,
        table_move: Move,
        refutations: [Move; 3],
        before: [Option<MoverTo>; 2],
    ) -> Self {
        Self {
            stage: Stage::TableMove,
            wanted,
            checks,
            good_see: None,
            table_move,
            refutations,
            next_refutation: 0,
            before,
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            bad: MoveList::new(),
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// All moves of the position that `checks` are of. `refutations` are two killers and a counter move, ignored where
    /// noisy; `before` the rows of the last two moves.
    pub fn all(checks: CheckInfo, table_move: Move, refutations: [Move; 3], before: [Option<MoverTo>; 2]) -> Self {
        let quiet = refutations.map(|mv| if mv.is_noisy() { Move::NONE } else { mv });
        Self::new(Wanted::All, Some(checks), table_move, quiet, before)
    }

    /// Captures and promotions with a SEE of at least `see`, then, with the position's `checks`, safe quiet moves and
    /// drops that give check.
    pub fn noisy(checks: Option<CheckInfo>, table_move: Move, see: Score) -> Self {
        Self::new(Wanted::Noisy(see), checks, table_move, [Move::NONE; 3], [None; 2])
    }

    /// Whether the SEE of the last move returned is at least zero, if the order of moves needed to know.
    pub fn good_see(&self) -> Option<bool> {
        self.good_see
    }

    /// Skips all further quiet moves except drops that give check.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move; `values` are the SEE values. `expect` is called with each move that is likely to be returned
    /// now or soon, as early as possible: there is time to prefetch its TT entry.
    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        values: &ExchangeValues,
        histories: &Histories,
        expect: impl Fn(Move),
    ) -> Option<Move> {
        self.good_see = None;
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.table_move.is_some() {
                        expect(self.table_move);
                    }
                    if self.table_move_is_wanted(position, values) {
                        return Some(self.table_move);
                    }
                    self.table_move = Move::NONE;
                }
                Stage::GenerateNoisy => {
                    self.stage = Stage::GoodNoisy;
                    position.add_board_moves(Select::Noisy, &mut self.moves);
                    self.score_moves(|mv| {
                        expect(mv);
                        noisy_score(position, values, histories, mv)
                    });
                }
                Stage::GoodNoisy => {
                    while let Some(mv) = self.pick() {
                        let see = if let Wanted::Noisy(see) = self.wanted { see } else { 0 };
                        if position.see_at_least(mv, see, values) {
                            self.good_see = (see >= 0).then_some(true);
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::Refutations,
                        Wanted::Noisy(_) => Stage::GenerateChecks,
                    };
                }
                Stage::Refutations => match self.next_refutation(position) {
                    Some(mv) => {
                        expect(mv);
                        return Some(mv);
                    }
                    None => self.stage = Stage::GenerateChecks,
                },
                Stage::GenerateChecks => {
                    let Some(checks) = self.checks else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.stage = Stage::Checks;
                    for (kind, targets) in drops(position) {
                        self.moves.extend((targets & checks.squares(kind)).map(|to| Move::drop(kind, to)));
                    }
                    // Where all moves are wanted, those of pieces on the board are ordered among the quiet moves.
                    if self.wanted != Wanted::All {
                        position.add_board_checks(Select::Quiet, &checks, &mut self.moves);
                    }
                    let rows = histories.quiet(self.before);
                    self.score_moves(|mv| check_score(position, rows, mv));
                }
                Stage::Checks => {
                    while let Some(mv) = self.pick() {
                        expect(mv);
                        if position.see_at_least(mv, 0, values) {
                            self.good_see = Some(true);
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    self.stage = if self.wanted == Wanted::All { Stage::GenerateQuiets } else { Stage::Done };
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    if !self.skip_quiets {
                        position.add_board_moves(Select::Quiet, &mut self.moves);
                        let order = QuietOrder::new(position, histories.quiet(self.before), self.checks);
                        self.score_moves(|mv| order.score(position, mv));
                        self.add_quiet_drops(position, &order);
                    }
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some(mv) = self.pick()
                    {
                        expect(mv);
                        return Some(mv);
                    }
                    self.stage = Stage::BadMoves;
                }
                Stage::BadMoves => {
                    // Bad noisy moves, then bad drop checks, each best first.
                    if let Some(&mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        expect(mv);
                        self.good_see = Some(false);
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn table_move_is_wanted(&self, position: &Position, values: &ExchangeValues) -> bool {
        let mv = self.table_move;
        let kind_fits = match self.wanted {
            Wanted::All => true,
            Wanted::Noisy(see) => mv.is_noisy() && position.see_at_least(mv, see, values),
        };
        mv.is_some() && position.is_legal(mv) && kind_fits
    }

    fn next_refutation(&mut self, position: &Position) -> Option<Move> {
        while let Some(&mv) = self.refutations.get(self.next_refutation) {
            let repeated = self.refutations[..self.next_refutation].contains(&mv) || mv == self.table_move;
            if mv.is_some() && !repeated && position.is_legal(mv) {
                self.next_refutation += 1;
                return Some(mv);
            }
            // Not returned here: a later stage must not skip it.
            self.refutations[self.next_refutation] = Move::NONE;
            self.next_refutation += 1;
        }
        None
    }

    /// Adds the drops that give no check, which are most moves of most nodes, with their scores.
    fn add_quiet_drops(&mut self, position: &Position, order: &QuietOrder<'_>) {
        let us = position.side_to_move();
        for (kind, targets) in drops(position) {
            let score = order.rows.drops(us, kind);
            let hit = if kind == PieceType::Pawn { Bitboard::EMPTY } else { order.by_pawns };
            for to in targets.without(self.checks.map_or(Bitboard::EMPTY, |checks| checks.squares(kind))) {
                let score = score(to) - if hit.has(to) { params::quiet_pawn_threat() } else { 0 };
                self.keys.push(key(score, self.moves.len()));
                self.moves.push(Move::drop(kind, to));
            }
        }
    }

    /// Scores a new list of moves.
    fn score_moves(&mut self, score: impl Fn(Move) -> i32) {
        self.keys.clear();
        self.keys.extend(self.moves.iter().enumerate().map(|(place, &mv)| key(score(mv), place)));
    }

    /// Removes and returns the best-scored move that no earlier stage has returned.
    fn pick(&mut self) -> Option<Move> {
        loop {
            // One branchless pass finds the first of the best. The last move takes its place.
            let best = place(self.keys.iter().copied().max()?);
            self.keys.swap_remove(best);
            let mv = self.moves.swap_remove(best);
            if let Some(moved) = self.keys.get_mut(best) {
                *moved = key(moved.div_euclid(PLACES as i32), best);
            }
            if mv != self.table_move && !self.refutations.contains(&mv) {
                return Some(mv);
            }
        }
    }
}

/// The order of the quiet moves of a position: by history, by the threats of the opponent's pawns, and checks first.
struct QuietOrder<'h> {
    rows: QuietRows<'h>,
    /// Squares that the opponent's pawns attack.
    by_pawns: Bitboard,
    checks: Option<CheckInfo>,
}

impl<'h> QuietOrder<'h> {
    fn new(position: &Position, rows: QuietRows<'h>, checks: Option<CheckInfo>) -> Self {
        let them = !position.side_to_move();
        Self { rows, by_pawns: attacks::pawns(them, position.pieces(them, PieceType::Pawn)), checks }
    }

    /// The score of a quiet move of a piece on the board.
    fn score(&self, position: &Position, mv: Move) -> i32 {
        let history = self.rows.score(MoverTo::new(position, mv));
        let Some(kind) = position.piece_at(mv.origin()).map(|piece| piece.kind()) else { return history };
        let checks = self.checks.is_some_and(|checks| checks.squares(kind).has(mv.to()));
        let threats = match kind {
            PieceType::Pawn | PieceType::King => 0,
            _ => i32::from(self.by_pawns.has(mv.origin())) - i32::from(self.by_pawns.has(mv.to())),
        };
        history + params::quiet_pawn_threat() * threats + params::quiet_check() * i32::from(checks)
    }
}

/// The kinds that the side to move holds, each with the squares of its legal drops.
fn drops(position: &Position) -> impl Iterator<Item = (PieceType, Bitboard)> {
    let held = position.hand(position.side_to_move()).kinds();
    held.map(|kind| (kind, position.drop_targets(kind)))
}

fn noisy_score(position: &Position, values: &ExchangeValues, histories: &Histories, mv: Move) -> i32 {
    let taken = position.piece_at(mv.to()).map_or(PieceType::Pawn, |piece| piece.kind());
    params::noisy_gain() * values.gain(position, mv)
        + histories.noisy(MoverTo::new(position, mv), taken) / params::noisy_history_divisor()
}

fn check_score(position: &Position, rows: QuietRows<'_>, mv: Move) -> i32 {
    // A dropped knight's check and a contact check cannot be blocked.
    let unblockable = mv.dropped() == Some(PieceType::Knight) || near_king(position, mv.to());
    rows.score(MoverTo::new(position, mv)) + if unblockable { params::unblockable_check() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;

    #[test]
    fn quiet_moves_that_check_or_leave_a_pawns_attack_come_first_and_those_into_one_last() {
        // The pawn on b4 attacks a3 and c3; a8 is a check.
        let bfen = "4k3/8/8/8/1p6/2N5/8/R3K3[R] w - - 0 1";
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let (values, histories) =
            (Prices::bughouse_default().exchange_values(&BoardRules::default()), Histories::default());
        let mut picker = Picker::all(position.check_info(), Move::NONE, [Move::NONE; 3], [None; 2]);
        let picked: Vec<Move> = std::iter::from_fn(|| picker.next(&position, &values, &histories, |_| ())).collect();
        let checks = position.check_info();
        let quiets: Vec<String> = picked
            .iter()
            .filter(|mv| !(mv.is_drop() && position.gives_check(&checks, **mv)))
            .map(Move::to_string)
            .collect();
        let first = quiets.iter().take_while(|mv| mv.starts_with("c3") || *mv == "a1a8").count();
        assert_eq!(first, 9, "eight moves of the knight and a check: {quiets:?}");
        let mut last = quiets[quiets.len() - 2..].to_vec();
        last.sort();
        assert_eq!(last, ["R@a3", "a1a3"], "{quiets:?}");
    }
}
