//! The state of the partner, and the pace that it asks for.

/// The pace requested by the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Almost at once.
    Fast,
    /// With care.
    Slow,
}

/// A state of the partner, by its own words or by probes of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartnerState {
    /// It is being mated.
    Dead,
    /// It does not move.
    Sitting,
    /// Its opponent, our diagonal, does not move.
    Waiting,
    /// It mates.
    Mating,
}
