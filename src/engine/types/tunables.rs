//! Tunable numbers: constants in a normal build, settable under the cargo feature `tune`, which lists them as options.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// One tunable number, or one element of a tunable array. Its unit is that of its group's line.
#[derive(Clone, Debug)]
pub struct Tunable {
    /// The name, unique among all; an array's elements have their indices behind it, from 0: `mobility_3`.
    pub name: String,
    /// The value in a normal build.
    pub default: i32,
    /// The values that may be set.
    pub range: RangeInclusive<i32>,
    /// A tuner's first step.
    pub step: i32,
    /// What tuning adds to the default.
    pub change: &'static AtomicI32,
}

impl Tunable {
    /// The value in force under the feature `tune`.
    pub fn value(&self) -> i32 {
        self.default + self.change.load(Relaxed)
    }

    /// Sets the value, which must be in [`Self::range`]. Only the feature `tune` makes the engine read it.
    pub fn set(&self, value: i32) {
        self.change.store(value - self.default, Relaxed);
    }
}

/// What a group may hold: numbers that fit into an `i32`, and arrays of them.
pub trait Tuned: Copy {
    /// Numbers in it.
    const COUNT: usize;

    /// The value with a change added to each number.
    fn changed(self, changes: &[AtomicI32]) -> Self;

    /// Adds each number to `all`: under the name and with the range and step of `line`.
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

/// A group of tunable numbers: a line gives name, type, default, range and a tuner's first step, and makes a function of
/// that name, `const` in a normal build. `tunables()` lists the group.
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

        /// What tuning adds to each default.
        static CHANGES: Changes = Changes {
            $($name: [const { std::sync::atomic::AtomicI32::new(0) }; <$type as $crate::types::tunables::Tuned>::COUNT],)+
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
