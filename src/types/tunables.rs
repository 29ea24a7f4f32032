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
    change: &'static AtomicI32,
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

    /// Shows `see` the name and value of each number.
    fn each(self, name: &str, see: &mut dyn FnMut(&str, i32));
}

macro_rules! numbers {
    ($($number:ty)+) => {
        $(impl Tuned for $number {
            const COUNT: usize = 1;

            fn changed(self, changes: &[AtomicI32]) -> Self {
                changes.iter().fold(self, |value, change| (value as i32 + change.load(Relaxed)) as Self)
            }

            fn each(self, name: &str, see: &mut dyn FnMut(&str, i32)) {
                see(name, self as i32);
            }
        })+
    };
}

numbers!(i32 u32 u64);

impl<T: Tuned, const N: usize> Tuned for [T; N] {
    const COUNT: usize = N * T::COUNT;

    fn changed(mut self, changes: &[AtomicI32]) -> Self {
        for (element, changes) in self.iter_mut().zip(changes.chunks(T::COUNT)) {
            *element = element.changed(changes);
        }
        self
    }

    fn each(self, name: &str, see: &mut dyn FnMut(&str, i32)) {
        for (index, element) in self.into_iter().enumerate() {
            element.each(&format!("{name}_{index}"), see);
        }
    }
}

/// Adds the numbers of one line of a group to `list`.
pub fn list<T: Tuned>(
    list: &mut Vec<Tunable>,
    name: &str,
    default: T,
    changes: &'static [AtomicI32],
    (range, step): (RangeInclusive<i32>, i32),
) {
    let mut changes = changes.iter();
    default.each(name, &mut |name, default| {
        let range = range.clone();
        list.extend(changes.next().map(|change| Tunable { name: name.to_owned(), default, range, step, change }));
    });
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
            let mut all = Vec::new();
            $(
                let default: $type = $default;
                let span = ($low..=$high, $step);
                $crate::types::tunables::list(&mut all, stringify!($name), default, &CHANGES.$name, span);
            )+
            all
        }
    };
}

pub(crate) use tunables;
