//! Mates by one capture on the team's other board. While both players of a team are on turn, one takes the piece at
//! once, and the other one mates with it: neither opponent has a move between. With the partner not on turn the piece
//! is only threatened, and its owner may save it.

use super::race::{FourTimes, Timer};
use super::rescue;
use crate::board::{PieceSet, Position};
use crate::search::mate::{MateSearch, MateTable};
use crate::types::{Color, Move, PieceType};

/// Both boards as the player of one of them sees them.
#[derive(Clone, Copy, Debug)]
pub struct BothBoards<'a> {
    /// Our board and the partner's.
    pub boards: [&'a Position; 2],
    /// Our color on our board.
    pub us: Color,
    /// The clocks.
    pub clocks: FourTimes,
    /// The move overhead, the increment, and how the clocks are reported.
    pub timer: Timer,
    /// The kinds of which one more lets the partner, if on turn, mate by checks.
    pub mating: PieceSet,
}

/// A capture on our board that hands over a piece with which the partner, on turn, mates. After it our opponent must
/// not mate in one, unless our board is lost anyway and the partner mates in one, too: then it is a race. None if a
/// search of at most `nodes` positions finds that we mate without it.
pub fn to_partner(table: &mut MateTable, both: &BothBoards<'_>, nodes: u64) -> Option<Move> {
    let &BothBoards { boards: [own, other], us, mating, .. } = both;
    let mut mates = |position: Position, most| {
        table.clear();
        MateSearch::new(table, position).mates_within(most)
    };
    let captures = own.transfers().filter(|&(_, kind)| mating.has(kind)).map(|(mv, kind)| {
        let (mut here, mut there) = (own.clone(), other.clone());
        here.make_move(mv);
        there.receive(!us, kind);
        let (is_mated, is_late) = (mates(here, 1), !mates(there, 1));
        (is_mated, is_late, mv)
    });
    let (is_mated, is_late, mv) = captures.min_by_key(|&(is_mated, is_late, _)| (is_mated, is_late))?;
    if is_mated && is_late || mates(own.clone(), nodes) {
        return None;
    }
    table.clear();
    let is_good = !is_mated || MateSearch::against(table, own.clone()).mates_within(nodes);
    is_good.then_some(mv)
}

/// The kind of a piece that the partner, on turn, can take at once, and with which we mate by checks, as a search of at
/// most `nodes` positions for each kind finds.
pub fn from_partner(table: &mut MateTable, both: &BothBoards<'_>, nodes: u64) -> Option<PieceType> {
    let &BothBoards { boards: [own, other], us, clocks, timer, .. } = both;
    let mut first_of: [Option<Move>; 5] = [None; 5];
    for (mv, kind) in other.transfers() {
        first_of[kind.index()].get_or_insert(mv);
    }
    PieceType::HELD.into_iter().find(|&kind| {
        first_of[kind.index()].is_some_and(|mv| {
            let (mut position, mut next) = (own.clone(), other.clone());
            position.receive(us, kind);
            next.make_move(mv);
            table.clear();
            let hang = rescue::outlooks(Some(&next), us, clocks, timer);
            MateSearch::new(table, position).with_outlooks(hang).mates_within(nodes)
        })
    })
}

/// The kind of a piece that the partner, not on turn and not giving check, threatens to take, and with which we mate as
/// in [`from_partner`].
pub fn threatened_by_partner(table: &mut MateTable, both: &BothBoards<'_>, nodes: u64) -> Option<PieceType> {
    let [own, other] = both.boards;
    let next = rescue::passed(other)?;
    from_partner(table, &BothBoards { boards: [own, &next], ..*both }, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    /// Black on turn mates with a knight.
    const KNIGHT_MATES: &str = "6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 1";

    /// The result of `ask` for white on the first board, with 10 s on all clocks but its opponent's.
    fn asked<T>(
        [own, other]: [&str; 2],
        opponent_ms: u64,
        ask: impl FnOnce(&mut MateTable, &BothBoards<'_>, u64) -> T,
    ) -> T {
        let boards = [own, other].map(|bfen| fen::parse(bfen, BoardRules::default()).expect("a position"));
        let both = BothBoards {
            boards: [&boards[0], &boards[1]],
            us: Color::White,
            clocks: [10_000, opponent_ms, 10_000, 10_000].map(Some),
            timer: Timer { overhead_ms: 20, increment_ms: 0, whole_seconds: false },
            mating: PieceSet::from_iter([PieceType::Knight]),
        };
        ask(&mut MateTable::default(), &both, 300)
    }

    fn awaited(own: &str, other: &str, opponent_ms: u64) -> Option<PieceType> {
        asked([own, other], opponent_ms, from_partner)
    }

    #[test]
    fn a_piece_that_the_partner_can_take_mates_here() {
        let taking = "4k3/8/8/8/8/8/3r4/3NK3[] b - - 0 1";
        let awaited = |own: &str, other: &str| awaited(own, other, 10_000);
        assert_eq!(awaited(SMOTHERED, taking), Some(PieceType::Knight));
        assert_eq!(awaited(SMOTHERED, &taking.replace('N', "B")), None);
        assert_eq!(awaited(&SMOTHERED.replace("6pp", "5p1p"), taking), None, "no mate");
        assert_eq!(awaited(SMOTHERED, "4k3/8/8/8/8/8/2r5/4K1N1[] b - - 0 1"), None, "nothing to take");
    }

    #[test]
    fn a_piece_that_the_partner_threatens_mates_here() {
        let taking = "4k3/8/8/8/8/8/3r4/3NK3[] w - - 0 1";
        let threatened = |other: &str| asked([SMOTHERED, other], 10_000, threatened_by_partner);
        assert_eq!(threatened(taking), Some(PieceType::Knight));
        assert_eq!(threatened(&taking.replace('N', "B")), None);
        assert_eq!(threatened("4k3/8/8/8/8/1B6/3r4/3N2K1[] w - - 0 1"), Some(PieceType::Knight), "even if guarded");
        assert_eq!(threatened("4k3/8/8/8/8/8/8/r2NK3[] w - - 0 1"), Some(PieceType::Knight), "even if pinned");
        assert_eq!(threatened("4k3/8/8/8/8/5n2/3r4/3NK3[] w - - 0 1"), None, "in check");
    }

    #[test]
    fn r08_a_check_that_a_drop_may_block_mates_if_no_piece_can_come_in_time() {
        // A queen on the eighth rank: any piece but a pawn blocks.
        let own = "7k/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
        let mates = |other: &str, opponent_ms| awaited(own, other, opponent_ms) == Some(PieceType::Queen);
        let (guarded, loose) = ("3rk3/8/8/8/8/8/3r4/3QK3[] b - - 0 1", "4k3/8/8/8/8/8/3r4/3QK3[] b - - 0 1");
        assert!(mates(guarded, 5_000), "the partner can wait until the flag falls");
        assert!(!mates(guarded, 10_000));
        assert!(!mates(loose, 5_000), "the rook that takes is taken, and blocks");
    }

    #[test]
    fn a_capture_hands_over_the_mating_piece_and_does_not_let_the_opponent_mate() {
        let taken = |own: &str, other: &str| {
            asked([own, other], 10_000, to_partner).map_or("none".to_owned(), |mv| mv.to_string())
        };
        assert_eq!(taken("4k3/8/8/n2R3b/8/8/8/4K3[] w - - 0 1", KNIGHT_MATES), "d5a5");
        assert_eq!(taken("4k3/8/8/b2R3b/8/8/8/4K3[] w - - 0 1", KNIGHT_MATES), "none");
        assert_eq!(taken("6rk/6pp/8/3nN3/8/8/5PPP/3R2K1[] w - - 0 1", KNIGHT_MATES), "none", "Nf7 mates");
        // The bishop stands between the black bishop and a queen's mate on g2.
        let guarding = "4k3/1b5n/8/8/4B1q1/3n4/2P2PPP/6K1[] w - - 0 1";
        assert_eq!(taken(guarding, KNIGHT_MATES), "c2d3");
        let lost = "6k1/5ppp/8/6q1/8/2n2b2/5PPP/n4RK1[] w - - 0 1";
        assert_eq!(taken(lost, KNIGHT_MATES), "f1a1", "a race of two mates in one");
        assert_eq!(taken(lost, "6k1/5ppp/8/8/8/8/6PP/5R1K[] b - - 0 1"), "none", "the partner mates later");
    }

    #[test]
    fn bug_a_player_moved_into_mate_to_hand_over_a_piece_although_its_board_was_not_lost() {
        let leaving = "4k3/1b5n/8/8/4B1q1/3n4/5PPP/6K1[] w - - 0 1";
        assert_eq!(asked([leaving, KNIGHT_MATES], 10_000, to_partner), None);
    }
}
