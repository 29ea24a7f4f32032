//! Every tunable number of the search. Scores in cp, depths in plies; what says 1024ths is a fixed-point ply.

use crate::types::tunables::tunables;

tunables! {
    /// Half width of the first aspiration window.
    aspiration_window: i32 = 30, 5..=200, 5;
    /// Deepest node for reverse futility.
    rfp_depth: i32 = 7, 2..=12, 1;
    /// Margin a ply for reverse futility.
    rfp_margin: i32 = 110, 30..=300, 15;
    /// Least depth for null move.
    nmp_depth: i32 = 3, 2..=6, 1;
    /// Base reduction of null move.
    nmp_base: i32 = 3, 1..=6, 1;
    /// One more ply of null-move reduction for each so many plies of depth.
    nmp_divisor: i32 = 4, 2..=8, 1;
    /// One more ply of null-move reduction for each so many cp above beta (at most three).
    nmp_eval_divisor: i32 = 220, 80..=600, 30;
    /// Least depth for ProbCut.
    probcut_depth: i32 = 5, 3..=9, 1;
    /// How far ProbCut raises beta.
    probcut_margin: i32 = 220, 80..=500, 25;
    /// Least depth for internal iterative reduction.
    iir_depth: i32 = 4, 2..=8, 1;
    /// Base of the reduction table, in 1024ths of a ply.
    lmr_base: i32 = 700, 0..=2000, 100;
    /// Slope of the reduction table: `ln(depth) * ln(move) * slope`, in 1024ths of a ply.
    lmr_slope: i32 = 460, 200..=900, 40;
    /// More reduction where the static score is no better than two plies ago, in 1024ths.
    lmr_not_improving: i32 = 512, 0..=2048, 128;
    /// More reduction where a cut is expected, in 1024ths.
    lmr_cut_node: i32 = 1024, 0..=3072, 128;
    /// Less reduction in the PV, in 1024ths.
    lmr_pv: i32 = 1024, 0..=3072, 128;
    /// Less reduction for a move that gives check, in 1024ths.
    lmr_check: i32 = 1024, 0..=3072, 128;
    /// More reduction for a drop that gives no check, in 1024ths.
    lmr_drop: i32 = 256, 0..=2048, 128;
    /// History that is worth a ply of reduction.
    lmr_history: i32 = 8192, 2048..=32000, 1000;
    /// Deepest node for late-move pruning.
    lmp_depth: i32 = 6, 2..=10, 1;
    /// Moves before late-move pruning begins, at depth 0; `depth * depth` more are allowed.
    lmp_base: i32 = 12, 1..=60, 2;
    /// Deepest node for pruning by exchange.
    see_depth: i32 = 7, 2..=10, 1;
    /// Loss a ply that a quiet move may make by exchange.
    see_quiet_margin: i32 = 155, 20..=500, 20;
    /// Loss a ply that a capture may make by exchange.
    see_noisy_margin: i32 = 225, 20..=700, 25;
    /// Least depth for singular extension.
    singular_depth: i32 = 6, 4..=10, 1;
    /// How far below the table's score the others must stay, in cp a ply.
    singular_margin: i32 = 3, 1..=8, 1;
    /// What a capture in quiescence may fall short of alpha.
    delta_margin: i32 = 215, 50..=600, 30;
    /// The share of nodes that may look for a mate by checks alone, as long as it is open whether there is one, in percent: so many for a
    /// mate by us, and as many for one by the opponent after the best move.
    mate_percent: u64 = 12, 0..=100, 4;
    /// From this score on, in cp, the game is won, and what is left to find is the mate, one that the best move prepares too.
    hunting_cp: i32 = 700, 0..=10_000, 250;
    /// The share of nodes that may then look for each of these mates, in percent.
    hunting_percent: u64 = 50, 0..=100, 10;
    /// Least depth at which mates by checks are then looked for inside the tree.
    inner_mate_depth: i32 = 3, 1..=20, 1;
    /// Positions for each such question.
    inner_mate_nodes: u64 = 64, 4..=5000, 16;
    /// The share of nodes for all of them, in percent.
    inner_mate_percent: u64 = 30, 0..=100, 10;
    /// Largest bonus to a history entry.
    history_bonus: i32 = 1800, 500..=4000, 150;
    /// Bonus a ply of depth.
    history_slope: i32 = 190, 50..=400, 20;
}
