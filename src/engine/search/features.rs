//! A switch for each heuristic. With all of them off the search is a plain alpha-beta whose score a twenty-line negamax
//! reproduces; a test does.

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Which heuristics are on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Features {
            $($(#[$doc])* pub $name: bool,)+
        }

        impl Features {
            /// Everything on: how the engine plays.
            pub const ALL: Self = Self { $($name: true),+ };
            /// Everything off.
            pub const NONE: Self = Self { $($name: false),+ };
            /// The switches' names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// The switch called `name`.
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
    /// A narrow window around the last iteration's score.
    aspiration,
    /// Leaves are played out by captures and checks.
    qsearch,
    /// Quiescence tries drops that give check.
    qsearch_drop_checks,
    /// A pass that still fails high cuts the node.
    null_move,
    /// A static score far above beta cuts the node.
    reverse_futility,
    /// A good capture that beats a raised beta at low depth cuts the node.
    probcut,
    /// Nodes without a table move are searched a ply less.
    iir,
    /// Late quiet moves are searched less deep first.
    lmr,
    /// At low depth late quiet moves are left out.
    lmp,
    /// At low depth moves that lose material by exchange are left out.
    see_pruning,
    /// A table move that is much better than all others is searched deeper.
    singular,
    /// Moves that give check are searched a ply deeper.
    check_extension,
    /// Between iterations mates by checks alone are looked for: ours at the root, and the opponent's after the best move.
    mate_search,
    /// The window is cut to the mates that are still possible.
    mate_distance,
    /// Quiet moves that cut elsewhere come first.
    killers,
    /// Moves are ordered by their past success.
    history,
    /// The static score is corrected by what search found in like positions.
    correction,
}
