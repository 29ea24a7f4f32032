//! Tunable numbers: constants in a normal build, settable under the cargo feature `tune`, which lists them as options.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// One tunable number, or one element of a tunable array. Its unit is given where its group declares it.
#[derive(Clone, Debug)]
pub struct Tunable {
    /// The name, unique among all tunables; array elements have their index appended, from 0: `mobility_3`.
    pub name: String,
    /// The value in a normal build.
    pub default: i32,
    /// The allowed values.
    pub range: RangeInclusive<i32>,
    /// The first step of a tuner.
    pub step: i32,
    /// The offset that tuning adds to the default.
    pub change: &'static AtomicI32,
}

impl Tunable {
    /// The value in force under the feature `tune`.
    pub fn value(&self) -> i32 {
        self.default + self.change.load(Relaxed)
    }

    /// Sets the value, which must be in [`Self::range`]. The engine reads it only with the feature `tune`.
    pub fn set(&self, value: i32) {
        self.change.store(value - self.default, Relaxed);
    }
}

/// A type that a group may hold: a number that fits into an `i32`, or an array of such numbers.
pub trait Tuned: Copy {
    /// How many numbers it has.
    const COUNT: usize;

    /// The value with a change added to each number.
    fn changed(self, changes: &[AtomicI32]) -> Self;

    /// Appends each number to `all`, with the name, range and step of `line`.
    fn list(self, changes: &'static [AtomicI32], line: Tunable, all: &mut Vec<Tunable>);
}

macro_rules! numbers {
    ($($number:ty)+) => {
        $(impl Tuned for $number {
            const COUNT: usize = 1;

            fn changed(self, changes: &[AtomicI32]) -> Self {
                (self as i32 + changes[0].load(Relaxed)) as Self
            }

            fn list(self, changes: &'static [AtomicI32], line: Tunable, all: &mut Vec<Tunable>) {
                all.push(Tunable { default: self as i32, change: &changes[0], ..line });
            }
        })+
    };
}

numbers!(i32 u32 u64);

impl<T: Tuned, const N: usize> Tuned for [T; N] {
    const COUNT: usize = N * T::COUNT;

    fn changed(self, changes: &[AtomicI32]) -> Self {
        std::array::from_fn(|index| self[index].changed(&changes[index * T::COUNT..]))
    }

    fn list(self, changes: &'static [AtomicI32], line: Tunable, all: &mut Vec<Tunable>) {
        for (index, element) in self.into_iter().enumerate() {
            let name = format!("{}_{index}", line.name);
            element.list(&changes[index * T::COUNT..], Tunable { name, ..line.clone() }, all);
        }
    }
}

/// Defines a group of tunable numbers: each line has name, type, default, range and a tuner's first step, and becomes a
/// function of that name, `const` in a normal build. `tunables()` lists the group.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $low:literal ..= $high:literal, $step:literal;)+) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> $type {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub fn $name() -> $type {
                let default: $type = $default;
                $crate::types::tunables::Tuned::changed(default, &CHANGES.$name)
            }
        )+

        struct Changes {
            $($name: [std::sync::atomic::AtomicI32; <$type as $crate::types::tunables::Tuned>::COUNT],)+
        }

        /// The offsets that tuning adds to the defaults.
        static CHANGES: Changes = Changes {
            $($name:
                [const { std::sync::atomic::AtomicI32::new(0) }; <$type as $crate::types::tunables::Tuned>::COUNT],)+
        };

        /// Every number of this group.
        pub fn tunables() -> Vec<$crate::types::tunables::Tunable> {
            use $crate::types::tunables::{Tunable, Tuned};
            let mut all = Vec::new();
            $(
                let (name, change) = (stringify!($name).to_owned(), &CHANGES.$name[0]);
                let line = Tunable { name, default: 0, range: $low..=$high, step: $step, change };
                let default: $type = $default;
                Tuned::list(default, &CHANGES.$name, line, &mut all);
            )+
            all
        }
    };
}

pub(crate) use tunables;
