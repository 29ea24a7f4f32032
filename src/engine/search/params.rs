//! Every tunable number of the search. Scores in cp, depths in plies; what says 1024ths is a fixed-point ply.

use crate::types::tunables::tunables;

tunables! {
    /// Half width of the first aspiration window.
    aspiration_window: i32 = 30, 5..=200, 5;
    /// Least depth for an aspiration window.
    aspiration_depth: i32 = 5, 1..=12, 1;
    /// A window that would grow wider than this, in cp, is open on that side.
    aspiration_widest: i32 = 1_000, 100..=5_000, 200;
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
    /// One more ply of null-move reduction for each so many cp above beta.
    nmp_eval_divisor: i32 = 220, 80..=600, 30;
    /// The most that adds, in plies.
    nmp_eval_most: i32 = 3, 0..=6, 1;
    /// Least depth for ProbCut.
    probcut_depth: i32 = 5, 3..=9, 1;
    /// How far ProbCut raises beta.
    probcut_margin: i32 = 220, 80..=500, 25;
    /// How much shallower than the node ProbCut searches, in plies.
    probcut_reduction: i32 = 4, 2..=6, 1;
    /// Least depth for internal iterative reduction.
    iir_depth: i32 = 4, 2..=8, 1;
    /// Least depth for late-move reduction.
    lmr_depth: i32 = 3, 2..=6, 1;
    /// So many first moves of a node are not reduced …
    lmr_moves: i32 = 1, 1..=6, 1;
    /// … and so many more in a PV node.
    lmr_pv_moves: i32 = 2, 0..=6, 1;
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
    /// Where the static score is not improving, the number of moves is divided by this.
    lmp_not_improving: i32 = 2, 1..=4, 1;
    /// Deepest node for pruning by exchange.
    see_depth: i32 = 7, 2..=10, 1;
    /// Loss a ply that a quiet move may make by exchange.
    see_quiet_margin: i32 = 155, 20..=500, 20;
    /// Loss a ply that a capture may make by exchange.
    see_noisy_margin: i32 = 225, 20..=700, 25;
    /// Least depth for singular extension.
    singular_depth: i32 = 6, 4..=10, 1;
    /// The table's entry may be so many plies shallower than the node.
    singular_table_depth: i32 = 3, 1..=5, 1;
    /// The verification search has this part of the node's depth, less one ply.
    singular_divisor: i32 = 2, 1..=4, 1;
    /// How far below the table's score the others must stay, in cp a ply.
    singular_margin: i32 = 3, 1..=8, 1;
    /// Lines are extended up to so many times the iteration, in plies.
    extension_limit: i32 = 2, 1..=4, 1;
    /// What a capture in quiescence may fall short of alpha.
    delta_margin: i32 = 215, 50..=600, 30;
    /// Evasions tried in quiescence before quiet ones are left out.
    qsearch_evasions: i32 = 3, 1..=20, 1;
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
    /// Largest value of a history entry; the nearer an entry is to it, the slower it moves.
    history_limit: i32 = 16_384, 4_096..=32_000, 1_024;
    /// Largest error that a correction history learns from, in cp.
    correction_error: i32 = 400, 50..=1_000, 50;
    /// Largest correction by one table, in cp.
    correction_limit: i32 = 96, 16..=300, 8;
    /// Most that one error weighs, in 256ths.
    correction_weight: i32 = 16, 1..=64, 2;
    /// A cp that a capture gains counts so much in move ordering …
    noisy_gain: i32 = 16, 1..=64, 2;
    /// … and so much of its history, 1 in so many.
    noisy_history_divisor: i32 = 8, 1..=64, 1;
    /// Bonus in move ordering for a drop check that cannot be blocked.
    unblockable_check: i32 = 8_000, 0..=32_000, 500;
    /// A forced move is searched this deep under a clock, in plies: whether it loses by force decides whether it is made at all.
    forced_depth: u32 = 6, 1..=20, 1;
    /// A mate is believed under a clock when the iteration is this much deeper than it, in plies.
    proven_mate_plies: i32 = 2, 0..=8, 1;
    /// A search that continues another one repeats its last iterations, in plies.
    repeated_plies: u32 = 2, 0..=6, 1;
    /// A table entry so many plies shallower does not replace one of the same position.
    tt_shallower: i32 = 4, 0..=12, 1;
    /// An entry of the table is worth so many plies less for each search that it is older.
    tt_age_plies: i32 = 4, 0..=16, 1;
}
