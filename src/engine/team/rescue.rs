//! The outlook of a player who hangs, by the facts of the other board: which pieces its partner can win there, and who
//! has to move first.

use super::race::{FourTimes, Timer};
use crate::board::{BoardStatus, PieceSet, Position};
use crate::eval::Outlook;
use crate::types::{ByColor, Color, Score, tunables::tunables};

tunables! {
    /// Whether the other board and the clocks tell what a hang is worth: 0 or 1.
    hangs_by_facts: u32 = 1, 0..=1, 1;
    /// Price of a piece that saves a player who hangs on the other board, in cp beyond its price.
    saving_cp: Score = 1_000, 0..=3_000, 250;
}

/// The outlooks of both colors of our board, where we play `us`, if they hang.
pub fn outlooks(other: Option<&Position>, us: Color, clocks: FourTimes, timer: Timer) -> ByColor<Outlook> {
    let Some(other) = other.filter(|_| hangs_by_facts() != 0) else { return ByColor::default() };
    let [own_ms, opponent_ms, partner_ms, diagonal_ms] = clocks;
    ByColor::from_fn(|color| {
        // The partner of a player has the other color, so the partner's opponent has the player's own.
        let (hanging_ms, waiting_ms) = if color == us { (own_ms, diagonal_ms) } else { (opponent_ms, partner_ms) };
        let outwaited = timer.leads(waiting_ms, hanging_ms);
        let soon = match (other.side_to_move() == color, outwaited) {
            (false, _) => other.transfer_kinds().collect(),
            (true, true) => PieceSet::default(),
            (true, false) => threatened(other),
        };
        Outlook::Seen { soon, outwaited }
    })
}

/// The kinds that save a player who hangs on the `other` board: there the color that they are listed for.
pub fn saving(other: Option<&Position>) -> ByColor<PieceSet> {
    let mut kinds = ByColor::default();
    if let Some(other) = other.filter(|other| hangs_by_facts() != 0 && other.status() == BoardStatus::Hang) {
        kinds[other.side_to_move()] = other.blocking_kinds().collect();
    }
    kinds
}

/// The kinds that the side not on turn could take now.
fn threatened(position: &Position) -> PieceSet {
    passed(position).map_or(PieceSet::default(), |next| next.transfer_kinds().collect())
}

/// The position after a pass, to see what the side not on turn threatens. In check nothing is sure: the check ends
/// first.
pub(super) fn passed(position: &Position) -> Option<Position> {
    let mut next = position.clone();
    (!position.in_check()).then(|| {
        next.make_null();
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::types::PieceType;

    const TIMER: Timer = Timer { overhead_ms: 20, increment_ms: 0, whole_seconds: false };
    const EVEN: FourTimes = [Some(10_000); 4];
    /// White on turn hangs on the first rank: only a piece that is no pawn can block.
    const WHITE_HANGS: &str = "6k1/8/8/8/8/8/5PPP/3r2K1[] w - - 0 1";
    /// The partner, black, on turn: it can take a knight, or a pawn.
    const TAKES_KNIGHT: &str = "r3k3/8/8/8/8/8/8/N3K3[] b - - 0 1";
    const TAKES_PAWN: &str = "r3k3/8/8/8/8/8/P7/4K3[] b - - 0 1";

    fn position(bfen: &str) -> Position {
        fen::parse(bfen, BoardRules::default()).expect("a position")
    }

    /// The score of `hanging`, where white hangs, with this other board; white is `us`, or our opponent.
    fn score(other: &str, us: Color, clocks: FourTimes) -> Score {
        let hanging = position(WHITE_HANGS);
        outlooks(Some(&position(other)), us, clocks, TIMER)[Color::White].hang_score(&hanging, 0)
    }

    #[test]
    fn r08_a_hang_is_worth_more_if_the_partner_can_take_a_piece_that_blocks() {
        for us in Color::ALL {
            let saved = score(TAKES_KNIGHT, us, EVEN);
            assert!(saved > score(TAKES_PAWN, us, EVEN), "a pawn cannot block on the first rank");
            assert!(saved > score("4k3/8/8/8/8/8/8/4K3[] b - - 0 1", us, EVEN));
        }
    }

    #[test]
    fn r08_a_threat_to_take_counts_unless_its_victim_can_wait() {
        let threat = TAKES_KNIGHT.replace(" b ", " w ");
        let none = score("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Color::White, EVEN);
        assert!(score(&threat, Color::White, EVEN) > none);
        // The diagonal has more time than we have, or the partner more than our opponent.
        let diagonal_ahead = [Some(5_000), Some(10_000), Some(10_000), Some(9_000)];
        assert!(score(&threat, Color::White, diagonal_ahead) < none);
        let partner_ahead = [Some(10_000), Some(5_000), Some(9_000), Some(10_000)];
        assert!(score(&threat, Color::Black, partner_ahead) < none);
        assert_eq!(score(&threat, Color::Black, diagonal_ahead), score(&threat, Color::Black, EVEN));
        // On turn nobody has to be waited for.
        assert!(score(TAKES_KNIGHT, Color::White, diagonal_ahead) > none);
    }

    #[test]
    fn r08_a_hanging_player_is_saved_by_the_kinds_that_block_in_its_color() {
        let saved_by = |bfen: &str| saving(Some(&position(bfen)));
        let kinds = saved_by(WHITE_HANGS);
        assert!(PieceType::HELD.into_iter().all(|kind| kinds[Color::White].has(kind) == (kind != PieceType::Pawn)));
        assert_eq!(kinds[Color::Black], PieceSet::default());
        // A flight square, or a piece in hand.
        assert_eq!(saved_by(&WHITE_HANGS.replace("5PPP", "5P1P")), ByColor::default());
        assert_eq!(saved_by(&WHITE_HANGS.replace("[]", "[N]")), ByColor::default());
    }

    #[test]
    fn r08_without_the_other_board_nothing_is_known() {
        assert_eq!(outlooks(None, Color::White, EVEN, TIMER), ByColor::default());
    }

    #[test]
    fn r08_a_partner_in_check_threatens_nothing_and_its_checked_opponent_answers_first() {
        let checked = "r3k3/8/8/8/8/8/3q4/N3K3[] w - - 0 1";
        assert_eq!(threatened(&position(checked)), PieceSet::default());
        assert_ne!(threatened(&position("r3k3/8/8/8/8/3q4/8/N3K3[] w - - 0 1")), PieceSet::default());
    }
}
