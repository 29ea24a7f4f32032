//! Times in a byte: exact to sixteen ms, then in steps of a sixteenth, up to eight minutes.

/// Duration of a turn, coded in a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeCode(pub u8);

/// Steps from one power of two to the next.
const STEPS: u64 = 16;

impl TimeCode {
    /// The longest time.
    pub const LONGEST: Self = Self(u8::MAX);

    /// The shortest time that is not below `ms`; [`Self::LONGEST`] for all longer times.
    pub fn at_least(ms: u64) -> Self {
        if ms < STEPS {
            return Self(ms as u8);
        }
        let octave = u64::from(ms.ilog2() - STEPS.ilog2());
        let step = (ms >> octave) + u64::from(ms & ((1 << octave) - 1) != 0) - STEPS;
        // A step of sixteen carries over into the next octave.
        Self(u8::try_from((octave + 1) * STEPS + step).unwrap_or(u8::MAX))
    }

    /// The longest time that is not above `ms`.
    pub fn at_most(ms: u64) -> Self {
        let code = Self::at_least(ms);
        if code.ms() > ms { Self(code.0 - 1) } else { code }
    }

    /// The time, in ms.
    pub fn ms(self) -> u64 {
        let (octave, step) = (u64::from(self.0) / STEPS, u64::from(self.0) % STEPS);
        if octave == 0 { step } else { (STEPS + step) << (octave - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_its_own_time_and_none_is_shorter_than_asked_for() {
        for code in (0..=u8::MAX).map(TimeCode) {
            assert_eq!(TimeCode::at_least(code.ms()), code);
        }
        for ms in 0..300_000 {
            let coded = TimeCode::at_least(ms).ms();
            assert!(coded >= ms && coded <= ms + ms / STEPS, "{ms} ms as {coded} ms");
            let coded = TimeCode::at_most(ms).ms();
            assert!(coded <= ms && coded >= ms - ms / STEPS, "{ms} ms as {coded} ms");
        }
        assert_eq!(TimeCode::at_least(u64::MAX), TimeCode::LONGEST);
        assert!(TimeCode::LONGEST.ms() > 480_000);
    }
}
