//! Proof and disproof numbers, and which child of a position is searched next (df-pn, A. Nagai 2002).
//!
//! They are the least numbers of open positions that must be decided for the attacker to prove a mate, and for the
//! defender to disprove it.

/// Infinity for proof and disproof numbers.
pub const NEVER: u32 = 1 << 30;

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 if the mate is proven.
    pub proof: u32,
    /// 0 if the mate is disproven.
    pub disproof: u32,
    /// Plies to the mate, if it is proven.
    pub plies: u16,
}

impl Numbers {
    /// A position not searched yet.
    pub const OPEN: Self = Self { proof: 1, disproof: 1, plies: 0 };
    /// A position in which there is no mate.
    pub const REFUTED: Self = Self { proof: NEVER, disproof: 0, plies: 0 };

    /// A mate in this many plies.
    pub const fn mate(plies: u16) -> Self {
        Self { proof: 0, disproof: NEVER, plies }
    }

    /// Whether the mate is proven or disproven.
    pub const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of the side to move (phi): proof number for the attacker, disproof number for the defender.
    pub const fn own(self, attacks: bool) -> u32 {
        if attacks { self.proof } else { self.disproof }
    }

    /// The number of the other side (delta).
    pub const fn other(self, attacks: bool) -> u32 {
        self.own(!attacks)
    }

    /// The numbers of a position from those of its children; `attacks` if the attacker is to move.
    pub fn gather(children: &[Self], attacks: bool) -> Self {
        let least = children.iter().map(|numbers| numbers.own(attacks)).min().unwrap_or(NEVER);
        let sum = children.iter().fold(0, |sum: u32, numbers| sum.saturating_add(numbers.other(attacks)).min(NEVER));
        let proven = children.iter().filter(|numbers| numbers.proof == 0).map(|numbers| numbers.plies);
        let plies = if attacks { proven.min() } else { proven.max() };
        let plies = plies.map_or(0, |plies| plies + 1);
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        Self { proof, disproof, plies }
    }
}

/// The index of the child to search next, with the limits of its proof and disproof number: it is searched while it is
/// the best one and its parent, with the numbers `parent`, stays below its own `limits`.
pub fn next(children: &[Numbers], attacks: bool, parent: Numbers, limits: (u32, u32)) -> (usize, (u32, u32)) {
    let own = |numbers: &Numbers| numbers.own(attacks);
    let other = |numbers: &Numbers| numbers.other(attacks);
    let (mut best, mut second) = (0, NEVER);
    for (index, child) in children.iter().enumerate().skip(1) {
        if (own(child), other(child)) < (own(&children[best]), other(&children[best])) {
            second = own(&children[best]);
            best = index;
        } else {
            second = second.min(own(child));
        }
    }
    let child = &children[best];
    let (own_limit, other_limit) = if attacks { limits } else { (limits.1, limits.0) };
    // A little above the second best, to avoid switching back and forth (1 + epsilon trick).
    let own_limit = own_limit.min(second.saturating_add(1 + second / 4)).min(NEVER);
    let other_limit = (other_limit - other(&parent)).saturating_add(other(child)).min(NEVER);
    (best, if attacks { (own_limit, other_limit) } else { (other_limit, own_limit) })
}
