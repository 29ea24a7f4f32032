//! What the clocks of a match measure: real time, or the nodes that an engine has searched.

use crate::game::Seat;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

/// The engine's option by which it counts its time in nodes too.
pub const OPTION: &str = "NodesPerMs";
/// The highest rate.
const MOST: u64 = 1_000_000;

/// Why a text is no kind of clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no clock: `real` is wanted, or `nodes=N`, N nodes for a millisecond (1 to {MOST}), or `nodes=N:M`, N for the first \
     engine and M for any other"
)]
pub struct MeasureError(String);

/// What the clocks measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The time that passes.
    #[default]
    Real,
    /// A millisecond for so many nodes: of the first engine, and of any other.
    Nodes([NodesPerMs; 2]),
}

impl Measure {
    /// The rate of the match's engine of this number, from 0.
    pub fn rate(self, engine: usize) -> Option<NodesPerMs> {
        self.rates(|_| engine).map(|[rate, ..]| rate)
    }

    /// The rates in the order of [`Seat::ALL`], of which `engine` tells whose seat each is.
    pub fn rates(self, engine: impl Fn(Seat) -> usize) -> Option<[NodesPerMs; 4]> {
        match self {
            Self::Real => None,
            Self::Nodes(rates) => Some(Seat::ALL.map(|seat| rates[engine(seat).min(1)])),
        }
    }
}

/// So many nodes are a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodesPerMs(NonZeroU64);

impl NodesPerMs {
    /// How long `nodes` take, cut to nanoseconds.
    pub fn time(self, nodes: u64) -> Duration {
        let nanos = u128::from(nodes) * 1_000_000 / u128::from(self.0.get());
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for NodesPerMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rate = |number: &str| number.parse().ok().filter(|rate: &NonZeroU64| rate.get() <= MOST);
        let measure = match text.split_once('=') {
            None if text == "real" => Some(Self::Real),
            Some(("nodes", numbers)) => {
                let (first, others) = numbers.split_once(':').unwrap_or((numbers, numbers));
                rate(first).zip(rate(others)).map(|(first, others)| Self::Nodes([first, others].map(NodesPerMs)))
            }
            _ => None,
        };
        measure.ok_or_else(|| MeasureError(text.to_owned()))
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real => f.write_str("real"),
            Self::Nodes([first, others]) if first == others => write!(f, "nodes={first}"),
            Self::Nodes([first, others]) => write!(f, "nodes={first}:{others}"),
        }
    }
}
