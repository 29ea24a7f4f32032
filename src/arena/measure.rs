//! The unit of a match's clocks: real time, or nodes searched by an engine.

use crate::game::Seat;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

/// The engine option for counting its own time in nodes too.
pub const OPTION: &str = "NodesPerMs";
/// The highest rate, in nodes per ms.
const MOST: u64 = 1_000_000;

/// Why a text is no kind of clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no clock: `real` is wanted, or `nodes=N`, N nodes for a millisecond (1 to {MOST}), or `nodes=N:M`, N for the first \
     engine and M for any other"
)]
pub struct MeasureError(String);

/// The unit of the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Real time.
    #[default]
    Real,
    /// Nodes: the rate of the first engine, and of any other.
    Nodes([NodesPerMs; 2]),
}

impl Measure {
    /// The rate of the match's engine of this number, from 0.
    pub fn rate(self, engine: usize) -> Option<NodesPerMs> {
        self.rates(|_| engine).map(|[rate, ..]| rate)
    }

    /// The rates in the order of [`Seat::ALL`]; `engine` returns the engine's number for a seat.
    pub fn rates(self, engine: impl Fn(Seat) -> usize) -> Option<[NodesPerMs; 4]> {
        match self {
            Self::Real => None,
            Self::Nodes(rates) => Some(Seat::ALL.map(|seat| rates[engine(seat).min(1)])),
        }
    }
}

/// Number of nodes that count as a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodesPerMs(NonZeroU64);

impl NodesPerMs {
    /// The time for `nodes`, truncated to nanoseconds.
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
