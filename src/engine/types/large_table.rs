//! Tables that are read at random, in huge pages.
//!
//! A search reads at random from tables of 0.3 to 4 MB (the network's first layer, sets of attacks, static scores,
//! histories, proof numbers) and from the hash table. In pages of 4 kB these have more pages than the first level of a
//! TLB has entries. Linux has huge pages for memory that asks for them (`madvise`), where it covers whole ones.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::fmt::{self, Debug, Formatter};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;

/// Size of a huge page of x86-64, and of the usual one of ARM.
const HUGE_PAGE: usize = 2 << 20;
/// The least size of a table in huge pages of its own, in bytes.
const LARGE: usize = 256 << 10;

/// A boxed slice, which begins and ends with a huge page if it is large and the system has such pages.
pub struct LargeTable<T> {
    first: NonNull<T>,
    count: usize,
}

// SAFETY: a table owns its items, as a boxed slice does.
unsafe impl<T: Send> Send for LargeTable<T> {}
// SAFETY: a shared table gives shared items only.
unsafe impl<T: Sync> Sync for LargeTable<T> {}

impl<T> LargeTable<T> {
    /// The layout of a table's memory.
    fn layout(count: usize) -> Layout {
        let layout = Layout::array::<T>(count).expect("a table fits into the address space");
        if layout.size() < LARGE || cfg!(not(target_os = "linux")) {
            return layout;
        }
        layout.align_to(HUGE_PAGE).map_or(layout, |aligned| aligned.pad_to_align())
    }

    /// A table of `count` items; `make` is called with the index of each.
    ///
    /// # Panics
    /// When the table would be larger than the address space, as a `Vec` does.
    pub fn from_fn(count: usize, mut make: impl FnMut(usize) -> T) -> Self {
        const { assert!(!std::mem::needs_drop::<T>(), "items are not dropped") };
        let layout = Self::layout(count);
        if layout.size() == 0 {
            return Self { first: NonNull::dangling(), count };
        }
        // SAFETY: the size is not 0.
        let memory = unsafe { alloc(layout) };
        let Some(first) = NonNull::new(memory.cast::<T>()) else { handle_alloc_error(layout) };
        use_huge_pages(memory, layout);
        // SAFETY: the memory has room for `count` items, and is aligned for them.
        (0..count).for_each(|index| unsafe { first.add(index).write(make(index)) });
        Self { first, count }
    }
}

/// Asks for huge pages for memory of a layout that begins and ends with one.
fn use_huge_pages(memory: *mut u8, layout: Layout) {
    #[cfg(target_os = "linux")]
    if layout.align() >= HUGE_PAGE {
        use rustix::mm::{Advice, madvise};
        // SAFETY: the caller has just allocated this memory, and the advice changes nothing of what it holds.
        let _ = unsafe { madvise(memory.cast(), layout.size(), Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, layout);
}

impl<T> Drop for LargeTable<T> {
    fn drop(&mut self) {
        let layout = Self::layout(self.count);
        if layout.size() > 0 {
            // SAFETY: allocated with this layout, which follows from the count.
            unsafe { dealloc(self.first.as_ptr().cast(), layout) };
        }
    }
}

impl<T> Deref for LargeTable<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: there are `count` items, all written.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<T> DerefMut for LargeTable<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the table is borrowed mutably.
        unsafe { slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl<T> Default for LargeTable<T> {
    fn default() -> Self {
        Self::from_fn(0, |_| unreachable!("there are no items"))
    }
}

impl<T: Copy> From<Vec<T>> for LargeTable<T> {
    fn from(items: Vec<T>) -> Self {
        Self::from_fn(items.len(), |index| items[index])
    }
}

impl<T: Clone> Clone for LargeTable<T> {
    fn clone(&self) -> Self {
        Self::from_fn(self.count, |index| self[index].clone())
    }
}

impl<T: PartialEq> PartialEq for LargeTable<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Eq> Eq for LargeTable<T> {}

impl<T: Debug> Debug for LargeTable<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_it_was_made_of_and_is_aligned_to_huge_pages_if_large() {
        for count in [0, 1, 1000, LARGE / 2 - 1, LARGE / 2, HUGE_PAGE / 2 + 1] {
            let mut table = LargeTable::from_fn(count, |index| index as u16);
            assert_eq!(table.len(), count);
            let large = cfg!(target_os = "linux") && 2 * count >= LARGE;
            assert!(!large || table.as_ptr().addr().is_multiple_of(HUGE_PAGE), "{count}");
            assert!(table.iter().enumerate().all(|(index, &item)| item == index as u16));
            let copy = table.clone();
            assert_eq!(copy, LargeTable::from(table.to_vec()));
            if let Some(last) = table.last_mut() {
                *last ^= 1;
                assert_ne!(table, copy);
            }
        }
        assert_eq!(format!("{:?}", LargeTable::from(vec![1, 2])), "[1, 2]");
        assert!(LargeTable::<u64>::default().is_empty());
    }
}
