//! Rate limit for messages: a burst, then a fixed number per second.

use crate::types::host::Instant;

/// Token bucket of the messages that may still be sent.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    burst: u32,
    a_second: u32,
    left: u32,
    counted: Instant,
}

impl Allowance {
    /// Allows `burst` messages at once and `a_second` more per second from `now` on.
    pub const fn new(burst: u32, a_second: u32, now: Instant) -> Self {
        Self { burst, a_second, left: burst, counted: now }
    }

    /// Takes one message from the allowance; whether one was left.
    pub fn take(&mut self, now: Instant) -> bool {
        let gained = (now - self.counted).as_millis() as u64 * u64::from(self.a_second) / 1000;
        if gained > 0 {
            self.left = self.burst.min(self.left.saturating_add(u32::try_from(gained).unwrap_or(self.burst)));
            self.counted = now;
        }
        self.left.checked_sub(1).map(|left| self.left = left).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_allowed_and_a_flood_is_not() {
        let start = Instant::now();
        let mut allowance = Allowance::new(60, 20, start);
        let mut allowed = |at: Instant| (0..1000).filter(|_| allowance.take(at)).count();
        assert_eq!(allowed(start), 60);
        assert_eq!(allowed(start + Duration::from_secs(1)), 20);
        assert_eq!(allowed(start + Duration::from_secs(100_000)), 60);
    }
}
