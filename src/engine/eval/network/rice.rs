//! Rice codes: the first layer's weights in half the bytes.
//!
//! A weight is folded (0, -1, 1, -2 … become 0, 1, 2, 3 …) and split: its low bits stand as they are, after as many
//! zeros as the rest says and a one. The number of low bits is chosen for each row and stands before it in a byte. Bits
//! fill bytes from the lowest up; a row begins with a new byte, and the bits before that are zeros.

/// The most low bits: those of a whole weight.
const MOST_LOW: u8 = 15;

/// Appends a row of weights, in the fewest bytes.
pub(super) fn pack(row: &[i16], bytes: &mut Vec<u8>) {
    let length = |low: u8| row.iter().map(|&weight| usize::from(fold(weight) >> low) + usize::from(low)).sum::<usize>();
    let low = (0..=MOST_LOW).min_by_key(|&low| length(low)).unwrap_or(0);
    bytes.push(low);
    let mut filled = 8;
    let mut push = |bit: bool| {
        if filled == 8 {
            bytes.push(0);
            filled = 0;
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(bit) << filled;
        }
        filled += 1;
    };
    for folded in row.iter().map(|&weight| fold(weight)) {
        (0..folded >> low).for_each(|_| push(false));
        push(true);
        (0..low).for_each(|bit| push(folded >> bit & 1 == 1));
    }
}

/// Reads a row of so many weights off the front of `bytes`, with the number of bytes that it takes; `None` when they
/// are no row.
pub(super) fn unpack(bytes: &[u8], count: usize) -> Option<(Vec<i16>, usize)> {
    let (&low, codes) = bytes.split_first()?;
    if low > MOST_LOW {
        return None;
    }
    let mut at = 0;
    let mut next = || {
        let bit = codes.get(at / 8)? >> (at % 8) & 1;
        at += 1;
        Some(bit == 1)
    };
    let mut row = Vec::with_capacity(count);
    for _ in 0..count {
        let mut high = 0u16;
        while !next()? {
            high = high.checked_add(1).filter(|&high| high <= u16::MAX >> low)?;
        }
        let mut folded = high << low;
        for bit in 0..low {
            folded |= u16::from(next()?) << bit;
        }
        row.push(unfold(folded));
    }
    let taken = at.div_ceil(8);
    let padding = codes.get(..taken)?.last().is_some_and(|last| !at.is_multiple_of(8) && last >> (at % 8) != 0);
    (!padding).then_some((row, 1 + taken))
}

fn fold(weight: i16) -> u16 {
    (weight << 1 ^ weight >> 15) as u16
}

fn unfold(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};

    #[test]
    fn rows_survive_and_cut_ones_do_not() {
        let rows: [&[i16]; 5] = [
            &[0; 16],
            &[i16::MIN, i16::MAX, 0, -1],
            &[1, -1, 2, -2, 40, -300, 7, 5000],
            &[i16::MIN; 3],
            &[-1, 1, -1, 1, -1, 1, -1],
        ];
        for row in rows {
            let mut bytes = Vec::new();
            pack(row, &mut bytes);
            assert_eq!(unpack(&bytes, row.len()), Some((row.to_vec(), bytes.len())));
            assert_eq!(unpack(&bytes[..bytes.len() - 1], row.len()), None, "{row:?}");
            assert_eq!(unpack(&bytes, row.len() + 8 * bytes.len()), None, "{row:?}");
        }
    }

    #[test]
    fn other_bits_than_zeros_after_a_row_are_damage() {
        let mut bytes = Vec::new();
        pack(&[0; 5], &mut bytes);
        assert_eq!(bytes, [0, 0b1_1111]);
        assert_eq!(unpack(&[0, 0b11_1111], 5), None);
        assert_eq!(unpack(&[16, 0xff], 1), None);
    }
}
