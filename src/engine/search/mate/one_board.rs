//! Forced mates by checks alone on one board.
//!
//! An unsearched position after a check starts with its number of replies as proof number. A search by the attacker
//! finds no mate that begins with a quiet move. A search against the side to move, as after a quiet move, lets the
//! attacker answer checks by any move.

use super::dfpn::{ProofGame, ProofSearch, Verdict};
use super::numbers::Numbers;
use super::table::MateTable;
use crate::board::{BoardStatus, Position, Undo};
use crate::eval::Outlook;
use crate::types::{ByColor, Color, Move, PieceType};

/// XORed into the keys if black is the mating side; arbitrary bits, as below.
const BLACK_MATES: u64 = 0x6a09_e667_f3bc_c908;

/// XORed into the keys if the attacker evades: such searches share a table with others.
const EVADES: u64 = 0x3c6e_f372_fe94_f82b;

/// XORed into the keys of searches without outlooks that share a table with searches that have some.
const WITHOUT_OUTLOOKS: u64 = 0xbb67_ae85_84ca_a73b;

/// The result of a mate search on one board.
pub type MateResult = Verdict<Move>;

/// A board, and who attacks there.
#[derive(Clone)]
struct OneBoard {
    position: Position,
    attacker: Color,
    /// The outlook of a player who hangs: without one the check mates.
    hang: ByColor<Outlook>,
    /// The attacker, in check, may reply by any move, else only by one that gives check.
    evades: bool,
    /// Part of the keys: keeps apart what has another attacker, or an attacker with other moves.
    mark: u64,
}

/// A search for a mate by checks.
pub struct MateSearch<'a>(ProofSearch<'a, OneBoard>);

impl<'a> MateSearch<'a> {
    /// A search for a mate by the side to move. The table must have been cleared once.
    pub fn new(table: &'a mut MateTable, position: Position) -> Self {
        let attacker = position.side_to_move();
        Self::of(table, position, attacker)
    }

    /// A search for a forced mate against the side to move, whose checks the attacker may answer by any move; the table
    /// as in [`Self::new`].
    pub fn against(table: &'a mut MateTable, position: Position) -> Self {
        let attacker = !position.side_to_move();
        Self::of(table, position, attacker)
    }

    fn of(table: &'a mut MateTable, position: Position, attacker: Color) -> Self {
        let evades = position.side_to_move() != attacker;
        let mark = if attacker == Color::White { 0 } else { BLACK_MATES } ^ if evades { EVADES } else { 0 };
        Self(ProofSearch::new(table, OneBoard { position, attacker, hang: ByColor::default(), evades, mark }))
    }

    /// The same search, with what is known of players who hang. The table must have been cleared since it was another.
    pub fn with_outlooks(mut self, hang: ByColor<Outlook>) -> Self {
        self.0.game_mut().hang = hang;
        self
    }

    /// The same search with its entries kept apart from those of searches with outlooks.
    pub fn apart(mut self) -> Self {
        self.0.game_mut().mark ^= WITHOUT_OUTLOOKS;
        self
    }

    /// Searches until the mate is proven or disproven, or `goes_on` returns false; it is called before each position.
    pub fn search(self, goes_on: impl FnMut() -> bool) -> MateResult {
        self.0.search(goes_on)
    }

    /// Whether a search of at most `most` positions finds the mate.
    #[inline(never)]
    pub fn mates_within(self, most: u64) -> bool {
        let mut visited = 0;
        let found = self.search(|| {
            visited += 1;
            visited <= most
        });
        matches!(found, MateResult::Mate(..))
    }
}

impl OneBoard {
    /// Whether the side on turn, which has no legal move, is mated or hangs and is lost.
    fn is_lost(&self) -> bool {
        match self.position.status_without_move() {
            BoardStatus::Mate => true,
            BoardStatus::Hang => self.hang[self.position.side_to_move()].has_lost(&self.position),
            BoardStatus::Playing | BoardStatus::Stalemate => false,
        }
    }
}

impl ProofGame for OneBoard {
    type Move = Move;
    type Undo = Undo;

    fn key(&self) -> u64 {
        self.position.key() ^ self.mark
    }

    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    fn moves(&self) -> Vec<Move> {
        let any = !self.attacks() || (self.evades && self.position.in_check());
        let moves = if any { self.position.legal_moves() } else { self.position.checks() };
        moves.as_slice().to_vec()
    }

    fn make(&mut self, mv: Move) -> Undo {
        self.position.make_move(mv)
    }

    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.position.unmake_move(mv, &undo);
    }

    fn unsearched(&self) -> Numbers {
        if self.attacks() {
            return Numbers::OPEN;
        }
        match self.position.count_legal_moves() {
            0 if self.is_lost() => Numbers::mate(0),
            0 => Numbers::REFUTED,
            replies => Numbers { proof: replies as u32, ..Numbers::OPEN },
        }
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        // A dropped rook may castle, which shows in the key.
        let is_plain = mv.dropped().is_some_and(|kind| kind != PieceType::Rook);
        (is_plain && !self.attacks()).then(|| self.position.key_after(mv) ^ self.mark)
    }

    fn likely_key_after(&self, mv: Move) -> Option<u64> {
        Some(self.position.key_after(mv) ^ self.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, MateRule, PieceSet, fen};
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
    fn a_check_from_afar_is_mate_where_no_piece_can_come_before_the_flag() {
        let bfen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1";
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let verdict = |soon, outwaited| {
            let mut table = MateTable::default();
            table.clear();
            let hang = ByColor([Outlook::Seen { soon: PieceSet::from_iter(soon), outwaited }; 2]);
            MateSearch::new(&mut table, position.clone()).with_outlooks(hang).search(|| true)
        };
        assert!(matches!(verdict(None, true), MateResult::Mate(_, 1)));
        assert_eq!(verdict(None, false), MateResult::None, "there is time");
        assert_eq!(verdict(Some(PieceType::Knight), true), MateResult::None, "a knight can come");
        assert!(matches!(verdict(Some(PieceType::Pawn), true), MateResult::Mate(_, 1)), "no pawn on the last rank");
    }

    #[test]
    fn a_check_that_leaves_no_reply_is_seen_before_it_is_searched() {
        let position = fen::parse("6rk/5qpp/4K3/4N3/8/8/8/8[] w - - 0 1", BoardRules::default()).expect("a position");
        let MateResult::Mate(line, 1) = verdict(&position, 1) else { panic!("no mate") };
        assert_eq!(line[0].to_string(), "e5f7");
    }

    #[test]
    fn mates_are_those_of_an_exhaustive_search() {
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
    fn the_key_after_a_drop_is_that_of_the_position_with_it_made() {
        let bfen = "4k3/8/8/4r3/8/8/8/4K2R[QRBNPqrbnp] w K - 0 1";
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let (attacker, hang) = (Color::Black, ByColor::default());
        let mut game = OneBoard { position, attacker, hang, evades: false, mark: BLACK_MATES };
        let mut known = 0;
        for mv in game.moves() {
            let key = game.key_after(mv);
            let undo = game.make(mv);
            assert!(key.is_none_or(|key| (key, Numbers::OPEN) == (game.key(), game.unsearched())), "{mv}");
            game.unmake(mv, undo);
            known += usize::from(key.is_some());
        }
        assert_eq!(known, 12, "queen, bishop, knight and pawn on e2, e3 and e4");
    }

    #[test]
    fn a_forced_mate_against_the_side_to_move_is_found() {
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
    fn a_check_by_the_defender_may_be_answered_by_a_quiet_move() {
        let rules = BoardRules { mate: MateRule::Immediate, ..BoardRules::default() };
        let position = fen::parse("7k/8/6K1/8/3P4/5nP1/8/R7[] b - - 0 1", rules).expect("a position");
        let mut table = MateTable::default();
        table.clear();
        let MateResult::Mate(line, 4) = MateSearch::against(&mut table, position.clone()).search(|| true) else {
            panic!("the checks on e5 and h4 are taken, and the rook mates")
        };
        assert_eq!(line.len(), 4);
        // The same position as one in which white may only give check, with the same table.
        let mut checked = position;
        checked.make_move(checked.find_move("f3e5").expect("a legal move"));
        assert_eq!(MateSearch::new(&mut table, checked).search(|| true), MateResult::None, "dxe5 gives no check");
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
