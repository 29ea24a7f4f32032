//! A switch for each heuristic. With all of them off the search is a plain alpha-beta, which a test compares with a
//! twenty-line negamax.

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Which heuristics are on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Features {
            $($(#[$doc])* pub $name: bool,)+
        }

        impl Features {
            /// Everything on, the default.
            pub const ALL: Self = Self { $($name: true),+ };
            /// Everything off.
            pub const NONE: Self = Self { $($name: false),+ };
            /// Names of the switches.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// The switch called `name`, if any.
            pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

features! {
    /// Scores and moves from the transposition table.
    tt,
    /// Aspiration windows around the last iteration's score.
    aspiration,
    /// Quiescence search at the leaves.
    qsearch,
    /// Quiescence tries quiet moves and drops that give check.
    qsearch_checks,
    /// A pass that still fails high cuts the node.
    null_move,
    /// A static score far above beta cuts the node; in chess one far below alpha leaves it to quiescence (razoring).
    reverse_futility,
    /// A good capture that beats a raised beta at low depth cuts the node.
    probcut,
    /// Nodes without a table move are searched a ply less.
    iir,
    /// Late quiet moves are searched at reduced depth first.
    lmr,
    /// At low depth late quiet moves are left out; in chess also those that cannot raise the static score to alpha,
    /// that mostly failed, or that lose material by exchange.
    lmp,
    /// At low depth captures that cannot bring the static score near alpha are left out.
    capture_futility,
    /// At low depth moves that lose material by exchange are left out.
    see_pruning,
    /// A table move that is much better than all others is searched deeper.
    singular,
    /// Moves that give check are searched a ply deeper.
    check_extension,
    /// Replies to a move that was reduced much and made the static score worse for its side are searched a ply deeper.
    hindsight,
    /// Mates by checks alone are searched for: at the root between iterations, inside the tree where the game is won.
    mate_search,
    /// Mate distance pruning: the window is clamped to the mates that are still possible.
    mate_distance,
    /// Killers and the counter move are tried before other quiet moves.
    killers,
    /// History tables are updated, for move ordering and reductions.
    history,
    /// The static score is corrected by its past error in positions with the same pawns or hands.
    correction,
}
