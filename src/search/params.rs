//! Every tunable number of the search, once. A line gives the field, its default, its range and a tuner's first step.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $low:literal ..= $high:literal, $step:literal;)+) => {
        /// The tunable numbers. Scores in cp, depths in plies; what says 1024ths is a fixed-point ply.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Params {
            /// Name, default, lowest, highest value and step of each number.
            pub const LIST: &'static [(&'static str, i32, i32, i32, i32)] =
                &[$((stringify!($name), $default, $low, $high, $step)),+];

            /// Sets the number called `name`.
            ///
            /// # Errors
            /// When there is no such number or `value` is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        if !($low..=$high).contains(&value) {
                            return Err(ParamError::Range { name: stringify!($name), value, low: $low, high: $high });
                        }
                        self.$name = value;
                        Ok(())
                    })+
                    _ => Err(ParamError::Unknown(name.to_owned())),
                }
            }
        }
    };
}

/// A number that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ParamError {
    #[error("no parameter is called `{0}`")]
    Unknown(String),
    #[error("parameter `{name}`: {value} is not in {low}..={high}")]
    Range { name: &'static str, value: i32, low: i32, high: i32 },
}

params! {
    /// Half width of the first aspiration window.
    aspiration_window = 30, 5..=200, 5;
    /// Deepest node for reverse futility.
    rfp_depth = 7, 2..=12, 1;
    /// Margin a ply for reverse futility.
    rfp_margin = 110, 30..=300, 15;
    /// Least depth for null move.
    nmp_depth = 3, 2..=6, 1;
    /// Base reduction of null move.
    nmp_base = 3, 1..=6, 1;
    /// One more ply of null-move reduction for each so many plies of depth.
    nmp_divisor = 4, 2..=8, 1;
    /// One more ply of null-move reduction for each so many cp above beta (at most three).
    nmp_eval_divisor = 220, 80..=600, 30;
    /// Least depth for ProbCut.
    probcut_depth = 5, 3..=9, 1;
    /// How far ProbCut raises beta.
    probcut_margin = 220, 80..=500, 25;
    /// Least depth for internal iterative reduction.
    iir_depth = 4, 2..=8, 1;
    /// Base of the reduction table, in 1024ths of a ply.
    lmr_base = 700, 0..=2000, 100;
    /// Slope of the reduction table: `ln(depth) * ln(move) * slope`, in 1024ths of a ply.
    lmr_slope = 460, 200..=900, 40;
    /// More reduction for a drop that gives no check, in 1024ths.
    lmr_drop = 256, 0..=2048, 128;
    /// History that is worth a ply of reduction.
    lmr_history = 8192, 2048..=32000, 1000;
    /// Deepest node for late-move pruning.
    lmp_depth = 6, 2..=10, 1;
    /// Moves before late-move pruning begins, at depth 0; `depth * depth` more are allowed.
    lmp_base = 12, 1..=60, 2;
    /// Deepest node for pruning by exchange.
    see_depth = 7, 2..=10, 1;
    /// Loss a ply that a quiet move may make by exchange.
    see_quiet_margin = 155, 20..=500, 20;
    /// Loss a ply that a capture may make by exchange.
    see_noisy_margin = 225, 20..=700, 25;
    /// Least depth for singular extension.
    singular_depth = 6, 4..=10, 1;
    /// How far below the table's score the others must stay, in cp a ply.
    singular_margin = 3, 1..=8, 1;
    /// What a capture in quiescence may fall short of alpha.
    delta_margin = 215, 50..=600, 30;
    /// Largest bonus to a history entry.
    history_bonus = 1800, 500..=4000, 150;
    /// Bonus a ply of depth.
    history_slope = 190, 50..=400, 20;
}
