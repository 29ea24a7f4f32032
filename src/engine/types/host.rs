//! The interface to the machine: its clock, a random number, and threads.
//!
//! WebAssembly has none of them. There the program that loads the module gives the first two, as the imports `now`
//! (milliseconds since 1970, never running backward) and `random` (from 0 up to 1) of the module `host`.

/// Whether threads can be started. Where none can, this constant lets the compiler leave out what only they would run.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

#[cfg(not(target_family = "wasm"))]
mod native {
    use std::hash::{BuildHasher, Hasher, RandomState};

    pub use std::time::{Instant, SystemTime};

    /// A number that differs from call to call and from process to process.
    pub fn random() -> u64 {
        RandomState::new().build_hasher().finish()
    }

    /// The date and time.
    pub fn date() -> SystemTime {
        SystemTime::now()
    }
}

#[cfg(target_family = "wasm")]
mod web {
    use std::ops::{Add, Sub};
    use std::time::{Duration, SystemTime};

    mod imports {
        #[link(wasm_import_module = "host")]
        unsafe extern "C" {
            pub safe fn now() -> f64;
            pub safe fn random() -> f64;
        }
    }

    /// A moment, as the time since 1970. Like `std::time::Instant`, which has no clock here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            // NaN and negative numbers become 0.
            Self(Duration::from_micros((imports::now() * 1000.0) as u64))
        }

        /// The time since `earlier`; none if that is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The moment `time` later, if it can be written.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// The moment `time` earlier, if it can be written.
        pub fn checked_sub(&self, time: Duration) -> Option<Self> {
            self.0.checked_sub(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Self;

        fn sub(self, time: Duration) -> Self {
            Self(self.0.saturating_sub(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    /// A number that differs from call to call.
    pub fn random() -> u64 {
        let half = || (imports::random() * f64::from(u32::MAX)) as u64;
        half() << 32 ^ half()
    }

    /// The date and time.
    pub fn date() -> SystemTime {
        SystemTime::UNIX_EPOCH + Instant::now().0
    }
}

#[cfg(not(target_family = "wasm"))]
pub use native::{Instant, date, random};
#[cfg(target_family = "wasm")]
pub use web::{Instant, date, random};
