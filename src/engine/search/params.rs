//! Every tunable parameter of the search. Scores in cp, depths in plies; 1024ths are those of a ply (fixed point).

use crate::types::tunables::tunables;

tunables! {
    /// Half width of the first aspiration window.
    aspiration_window: i32 = 30, 5..=200, 5;
    /// How far its center lies from the last score towards the one before it, in percent; a half width at most.
    aspiration_mean: i32 = 50, 0..=100, 10;
    /// Least depth for an aspiration window.
    aspiration_depth: i32 = 5, 1..=12, 1;
    /// A window side that would be wider than this, in cp, is opened fully.
    aspiration_widest: i32 = 1_000, 100..=5_000, 200;
    /// After each fail high the root is searched again a ply shallower than before, by this many plies at most.
    aspiration_shallower: i32 = 4, 0..=6, 1;
    /// Greatest depth for reverse futility pruning.
    rfp_depth: i32 = 5, 2..=12, 1;
    /// Margin of reverse futility pruning, in cp per ply.
    rfp_margin: i32 = 110, 30..=300, 15;
    /// How much that margin grows with each piece in the opponent's hand, in cp.
    rfp_held: i32 = 12, 0..=60, 4;
    /// Least reduction of a move after which its replies may be searched a ply deeper in hindsight.
    hindsight_reduction: i32 = 2, 1..=6, 1;
    /// Least depth for null-move pruning.
    nmp_depth: i32 = 3, 2..=6, 1;
    /// Base reduction of null move.
    nmp_base: i32 = 3, 1..=6, 1;
    /// Plies of depth per additional ply of null-move reduction.
    nmp_divisor: i32 = 4, 2..=8, 1;
    /// Cp above beta per additional ply of null-move reduction.
    nmp_eval_divisor: i32 = 220, 80..=600, 30;
    /// Largest null-move reduction by the score above beta, in plies.
    nmp_eval_most: i32 = 3, 0..=6, 1;
    /// Least depth for ProbCut.
    probcut_depth: i32 = 5, 3..=9, 1;
    /// How far ProbCut raises beta.
    probcut_margin: i32 = 160, 80..=500, 25;
    /// How much shallower than the node ProbCut searches, in plies.
    probcut_reduction: i32 = 4, 2..=6, 1;
    /// Least depth for internal iterative reduction.
    iir_depth: i32 = 4, 2..=8, 1;
    /// Least depth for late-move reduction.
    lmr_depth: i32 = 3, 2..=6, 1;
    /// Number of first moves of a node that are not reduced …
    lmr_moves: i32 = 1, 1..=6, 1;
    /// … and how many more of them in a PV node.
    lmr_pv_moves: i32 = 3, 0..=6, 1;
    /// Base of the reduction table, in 1024ths of a ply.
    lmr_base: i32 = 700, 0..=2000, 100;
    /// Slope of the reduction table: `ln(depth) * ln(move) * slope`, in 1024ths of a ply.
    lmr_slope: i32 = 460, 200..=900, 40;
    /// More reduction where the static score is no better than two plies ago, in 1024ths.
    lmr_not_improving: i32 = 512, 0..=2048, 128;
    /// More reduction where more nodes of the next ply have cut than this …
    lmr_cuts: u32 = 3, 0..=30, 1;
    /// … by this much, in 1024ths.
    lmr_many_cuts: i32 = 624, 0..=3072, 128;
    /// More reduction in cut nodes, in 1024ths.
    lmr_cut_node: i32 = 1424, 0..=3072, 128;
    /// Less reduction in the PV, in 1024ths.
    lmr_pv: i32 = 1424, 0..=3072, 128;
    /// Less reduction for a move that gives check, in 1024ths.
    lmr_check: i32 = 1024, 0..=3072, 128;
    /// Less reduction for a move out of check, in 1024ths.
    lmr_evasion: i32 = 1024, 0..=3072, 128;
    /// More reduction for a drop that gives no check, in 1024ths.
    lmr_drop: i32 = 256, 0..=2048, 128;
    /// History score that is worth a ply of reduction.
    lmr_history: i32 = 8192, 2048..=32000, 1000;
    /// Greatest depth for late-move pruning.
    lmp_depth: i32 = 6, 2..=10, 1;
    /// Moves before late-move pruning begins, at depth 0; `depth * depth` more are allowed.
    lmp_base: i32 = 8, 1..=60, 2;
    /// Where the static score is not improving, the number of moves is divided by this.
    lmp_not_improving: i32 = 2, 1..=4, 1;
    /// Greatest depth for futility pruning of captures.
    capture_futility_depth: i32 = 4, 1..=8, 1;
    /// How far the static score and the captured piece may stay below alpha together: at depth 0 …
    capture_futility_base: i32 = 200, 0..=800, 40;
    /// … and by how much more with each ply.
    capture_futility_slope: i32 = 180, 0..=500, 30;
    /// Greatest depth for SEE pruning.
    see_depth: i32 = 7, 2..=10, 1;
    /// SEE loss allowed to a quiet move, in cp per ply.
    see_quiet_margin: i32 = 205, 20..=500, 20;
    /// History score that is worth a cp of SEE loss more or less.
    see_history: i32 = 128, 16..=1_024, 16;
    /// SEE loss allowed to a noisy move, in cp per ply.
    see_noisy_margin: i32 = 300, 20..=700, 25;
    /// Least depth for singular extension.
    singular_depth: i32 = 5, 4..=10, 1;
    /// The TT entry may be this many plies shallower than the node.
    singular_table_depth: i32 = 3, 1..=5, 1;
    /// The verification search has the node's depth less one ply, divided by this.
    singular_divisor: i32 = 2, 1..=4, 1;
    /// How far below the TT score the other moves must stay, in cp per ply.
    singular_margin: i32 = 3, 1..=8, 1;
    /// Moves are extended up to this many times the iteration's depth, in plies from the root.
    extension_limit: i32 = 2, 1..=4, 1;
    /// Delta pruning margin of quiescence.
    delta_margin: i32 = 215, 50..=600, 30;
    /// Evasions tried in quiescence before quiet ones are skipped.
    qsearch_evasions: i32 = 1, 1..=20, 1;
    /// Share of nodes for a mate search by checks alone at the root, while it is undecided, in percent: for a mate by
    /// us, and as many again for one by the opponent after the best move.
    mate_percent: u64 = 12, 0..=100, 4;
    /// From this score on, in cp, the game counts as won: mates are searched for after the best move and inside the
    /// tree too.
    hunting_cp: i32 = 700, 0..=10_000, 250;
    /// Share of nodes for each mate search at the root in a won game, in percent.
    hunting_percent: u64 = 50, 0..=100, 10;
    /// Least depth for a mate search inside the tree in a won game.
    inner_mate_depth: i32 = 3, 1..=20, 1;
    /// Positions of each mate search inside the tree.
    inner_mate_nodes: u64 = 64, 4..=5000, 16;
    /// Share of nodes for all mate searches inside the tree, in percent.
    inner_mate_percent: u64 = 30, 0..=100, 10;
    /// Largest bonus to a history entry.
    history_bonus: i32 = 1800, 500..=4000, 150;
    /// History bonus per ply of depth.
    history_slope: i32 = 130, 50..=400, 20;
    /// From this number of quiet moves that did not cut on, their penalties together stay the same.
    history_penalties: i32 = 8, 1..=64, 1;
    /// Largest value of a history entry; the nearer an entry is to it, the slower it grows (gravity).
    history_limit: i32 = 12_288, 4_096..=32_000, 1_024;
    /// Errors are clamped to this before they update a correction history, in cp.
    correction_error: i32 = 400, 50..=1_000, 50;
    /// Largest value of a correction history entry, in cp.
    correction_limit: i32 = 96, 16..=300, 8;
    /// Largest weight of one error, in 256ths.
    correction_weight: i32 = 16, 1..=64, 2;
    /// Weight of a cp of gain in the ordering of noisy moves …
    noisy_gain: i32 = 16, 1..=64, 2;
    /// … and divisor of their capture history there.
    noisy_history_divisor: i32 = 11, 1..=64, 1;
    /// Bonus in move ordering for a drop check that cannot be blocked.
    unblockable_check: i32 = 8_000, 0..=32_000, 500;
    /// Bonus there for a quiet move of a piece that gives check …
    quiet_check: i32 = 5_000, 0..=32_000, 500;
    /// … and for one that leaves a square which a pawn attacks; what goes to one, or is dropped there, loses as much.
    quiet_pawn_threat: i32 = 5_000, 0..=32_000, 500;
    /// Cost of a root move after which the opponent mates with a piece that its partner can take at once, in cp; 0:
    /// such mates are not searched for.
    exposure_cp: i32 = 400, 0..=3_000, 100;
    /// Largest number of positions searched for such a mate, for each kind of piece.
    exposure_nodes: u64 = 8, 1..=1_000, 4;
    /// Under a clock a forced move is searched to this depth: the player may sit if it loses by force.
    forced_depth: u32 = 6, 1..=20, 1;
    /// Least number of positions for a mate after a forced move of a losing player.
    forced_mate_nodes: u64 = 1_000, 0..=100_000, 250;
    /// Under a clock a mate ends the search once the iteration is this many plies deeper than the mate.
    proven_mate_plies: i32 = 2, 0..=8, 1;
    /// A search that continues another one repeats this many of its last iterations.
    repeated_plies: u32 = 2, 0..=6, 1;
    /// With other hands it begins at this depth at most; at depth 1 if the last score was a mate.
    resumed_depth: u32 = 9, 1..=20, 1;
    /// In chess, where nothing is dropped: margin of reverse futility pruning, in cp per ply.
    chess_rfp_margin: i32 = 80, 30..=300, 10;
    /// … moves before late-move pruning begins, at depth 0.
    chess_lmp_base: i32 = 4, 1..=60, 1;
    /// … greatest depth for razoring.
    chess_razoring_depth: i32 = 3, 0..=8, 1;
    /// … how far below alpha a static score must be for razoring, in cp per ply.
    chess_razoring_margin: i32 = 240, 50..=1_000, 30;
    /// … greatest depth for futility pruning of quiet moves.
    chess_futility_depth: i32 = 7, 0..=12, 1;
    /// … how far below alpha the static score must be for that: at depth 0 …
    chess_futility_base: i32 = 120, 0..=500, 20;
    /// … and by how much more with each ply, in cp.
    chess_futility_slope: i32 = 100, 0..=300, 15;
    /// … greatest depth for pruning of quiet moves by their history.
    chess_history_depth: i32 = 3, 0..=8, 1;
    /// … history below which they are left out, for each ply.
    chess_history_margin: i32 = -3_000, -12_000..=0, 500;
    /// … greatest depth for SEE pruning of quiet moves by the depth that they would be searched to.
    chess_see_depth: i32 = 8, 0..=12, 1;
    /// … SEE with which they are still searched, in cp, by the square of that depth.
    chess_see_margin: i32 = -25, -100..=0, 5;
    /// A result more than this many plies shallower does not replace an entry of the same position and search.
    tt_shallower: i32 = 2, 0..=12, 1;
    /// Value of an entry for replacement falls by this many plies per search of age.
    tt_age_plies: i32 = 4, 0..=16, 1;
}
