//! Margins, counts and reductions of the heuristics: small pure functions of a few facts of a node.

use crate::search::params;
use crate::types::Score;
use once_cell::sync::Lazy;

/// Depths and move numbers beyond the table are reduced as its last ones: full hands have up to 350 moves.
const DEPTHS: usize = 64;
const MOVES: usize = 384;

/// More pieces in a hand than this count as this many.
const MOST_HELD: u32 = 8;

/// `[depth][move number]`: `ln(depth) * ln(move number)`, in 1024ths.
static LOG_PRODUCT: Lazy<Box<[[i32; MOVES]; DEPTHS]>> = Lazy::new(|| {
    let ln = |n: usize| (n.max(1) as f64).ln();
    let row = |depth| std::array::from_fn(|number| (1024.0 * ln(depth) * ln(number)) as i32);
    Box::new(std::array::from_fn(row))
});

/// Reverse futility pruning: how far above beta a static score must be to cut, where the opponent has `held` pieces to
/// drop.
pub fn rfp_margin(depth: i32, improving: bool, held: u32) -> Score {
    params::rfp_margin() * (depth - i32::from(improving)).max(0) + params::rfp_held() * held.min(MOST_HELD) as Score
}

/// The same in chess, where nobody drops.
pub fn chess_rfp_margin(depth: i32, improving: bool) -> Score {
    params::chess_rfp_margin() * (depth - i32::from(improving)).max(0)
}

/// Razoring in chess: how far below alpha a static score must be to leave a node to quiescence.
pub fn chess_razoring_margin(depth: i32) -> Score {
    params::chess_razoring_margin() * depth
}

/// Futility pruning of quiet moves in chess: how far below alpha the static score must be.
pub fn chess_futility_margin(depth: i32) -> Score {
    params::chess_futility_base() + params::chess_futility_slope() * depth
}

/// Null move pruning: the reduction in plies, the null move itself included.
pub fn nmp_reduction(depth: i32, eval_above_beta: Score) -> i32 {
    params::nmp_base()
        + depth / params::nmp_divisor()
        + (eval_above_beta / params::nmp_eval_divisor()).clamp(0, params::nmp_eval_most())
}

/// Late-move pruning: number of moves before quiet ones are skipped. Chess has fewer than a game with drops.
pub fn lmp_count(depth: i32, improving: bool, is_chess: bool) -> i32 {
    let base = if is_chess { params::chess_lmp_base() } else { params::lmp_base() };
    (base + depth * depth) / if improving { 1 } else { params::lmp_not_improving() }
}

/// Futility pruning of captures: how far below alpha the static score and the captured piece may stay together.
pub fn capture_futility_margin(depth: i32) -> Score {
    params::capture_futility_base() + params::capture_futility_slope() * depth
}

/// SEE pruning: the least SEE with which a move is still searched.
pub fn see_margin(depth: i32, quiet: bool) -> Score {
    if quiet { -params::see_quiet_margin() * depth } else { -params::see_noisy_margin() * depth }
}

/// The facts of a move that decide on its pruning and reduction.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Plies left at the node.
    pub depth: i32,
    /// Rank in the node's order, from 1.
    pub number: i32,
    /// Whether the node is a PV node.
    pub pv: bool,
    /// Whether a cut is expected in the node.
    pub cut_node: bool,
    /// Whether the static score is better than two plies ago.
    pub improving: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the move gives check.
    pub gives_check: bool,
    /// Whether the move is a drop.
    pub is_drop: bool,
    /// The move's history; 0 for captures.
    pub history: i32,
    /// Whether the SEE of the move is at least zero, if known.
    pub good_see: Option<bool>,
    /// Number of nodes after earlier moves here that have cut.
    pub cuts: u32,
}

/// Late-move reduction in plies, clamped so that at least one ply is left.
pub fn lmr(late: LateMove) -> i32 {
    let log = LOG_PRODUCT[(late.depth.max(0) as usize).min(DEPTHS - 1)][(late.number.max(0) as usize).min(MOVES - 1)];
    let mut reduction = params::lmr_base() + log * params::lmr_slope() / 1024;
    if !late.improving {
        reduction += params::lmr_not_improving();
    }
    if late.cut_node {
        reduction += params::lmr_cut_node();
    }
    if late.cuts > params::lmr_cuts() {
        reduction += params::lmr_many_cuts();
    }
    if late.pv {
        reduction -= params::lmr_pv();
    }
    if late.in_check {
        reduction -= params::lmr_evasion();
    }
    if late.gives_check {
        reduction -= params::lmr_check();
    } else if late.is_drop {
        reduction += params::lmr_drop();
    }
    reduction -= late.history * 1024 / params::lmr_history();
    (reduction / 1024).clamp(0, (late.depth - 2).max(0))
}

/// History bonus of a move that cuts.
pub fn history_bonus(depth: i32) -> i32 {
    (params::history_slope() * depth).min(params::history_bonus())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(depth: i32, number: i32) -> LateMove {
        LateMove {
            depth,
            number,
            pv: false,
            cut_node: false,
            improving: true,
            in_check: false,
            gives_check: false,
            is_drop: false,
            history: 0,
            good_see: None,
            cuts: 0,
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more_but_never_below_one_ply() {
        assert!(lmr(late(12, 40)) > lmr(late(6, 4)));
        for depth in 2..40 {
            for number in 1..200 {
                let reduced = depth - 1 - lmr(late(depth, number));
                assert!(reduced >= 1, "depth {depth}, move {number}");
            }
        }
    }

    #[test]
    fn a_static_score_cuts_later_the_more_the_opponent_can_drop() {
        let margin = |held| rfp_margin(3, false, held);
        assert!(margin(0) < margin(1) && margin(1) < margin(8));
        assert_eq!(margin(8), margin(30));
    }

    #[test]
    fn nodes_and_moves_are_pruned_earlier_in_chess() {
        for depth in 1..=params::lmp_depth() {
            for improving in [false, true] {
                assert!(lmp_count(depth, improving, true) < lmp_count(depth, improving, false));
                assert!(chess_rfp_margin(depth + 1, improving) < rfp_margin(depth + 1, improving, 0));
            }
            assert!(chess_futility_margin(depth) < chess_futility_margin(depth + 1));
            assert!(chess_razoring_margin(depth) < chess_razoring_margin(depth + 1));
        }
    }

    #[test]
    fn the_two_hundredth_move_is_reduced_more_than_the_sixty_third() {
        assert!(lmr(late(12, 200)) > lmr(late(12, 63)));
    }

    #[test]
    fn checks_evasions_and_good_history_are_reduced_less() {
        let plain = late(10, 20);
        assert!(lmr(LateMove { gives_check: true, ..plain }) < lmr(plain));
        assert!(lmr(LateMove { in_check: true, ..plain }) < lmr(plain));
        assert!(lmr(LateMove { history: 16_000, ..plain }) < lmr(plain));
    }

    #[test]
    fn moves_are_reduced_more_where_many_replies_cut() {
        let cuts = params::lmr_cuts();
        let plain = late(10, 20);
        assert_eq!(lmr(LateMove { cuts, ..plain }), lmr(plain));
        assert!(lmr(LateMove { cuts: cuts + 1, ..plain }) > lmr(plain));
    }
}
