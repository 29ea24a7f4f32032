//! Tables as they stand in the program: without comments and the blanks beside signs, and with one byte for a Cyrillic
//! letter, which takes two in UTF-8. The module for browsers is smaller by a quarter of the tables.

/// The first letter of those from U+0400 to U+047F, which are packed.
const FIRST: u32 = 0x400;

/// The length of a packed table, in bytes.
pub const fn packed_len(table: &str) -> usize {
    pack(table, &mut [])
}

/// A packed table of this length.
pub const fn packed<const LEN: usize>(table: &str) -> [u8; LEN] {
    let mut packed = [0; LEN];
    pack(table, &mut packed);
    packed
}

/// Packs a table into as many bytes as there are, and returns how many it takes. A letter of another alphabet outside
/// comments is an error of the build.
const fn pack(table: &str, packed: &mut [u8]) -> usize {
    let table = table.as_bytes();
    let (mut at, mut len, mut begins, mut comment, mut signs) = (0, 0, true, false, 0);
    while at < table.len() {
        let byte = table[at];
        at += 1;
        // A blank after `;`, or beside the row's first `=`; a further one is a word.
        if byte == b' ' && at > 1 {
            let [before, after] = [table[at - 2], table[at]];
            if before == b';' || (signs == 1 && before == b'=') || (signs == 0 && after == b'=') {
                continue;
            }
        }
        if begins {
            (comment, signs) = (byte == b'#', 0);
        }
        signs += (byte == b'=') as usize;
        let left_out = comment || begins && byte == b'\n';
        begins = byte == b'\n';
        if left_out {
            continue;
        }
        let one = if byte.is_ascii() {
            byte
        } else {
            assert!(byte == 0xd0 || byte == 0xd1, "a letter that is neither Latin nor Cyrillic");
            at += 1;
            0x80 | (byte & 1) << 6 | table[at - 1] & 0x3f
        };
        if len < packed.len() {
            packed[len] = one;
        }
        len += 1;
    }
    len
}

/// The table, without its comments.
pub fn unpacked(packed: &[u8]) -> String {
    let letter = |&byte: &u8| match byte.is_ascii() {
        true => char::from(byte),
        false => char::from_u32(FIRST + u32::from(byte & 0x7f)).unwrap_or_default(),
    };
    packed.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_same_without_its_comments_and_the_blanks_beside_signs() {
        const TABLE: &str = "# «Слова», and words\n\nNeed = нужен ёж Ёж; need\n# end\nGive = дай = и\n";
        const PACKED: [u8; packed_len(TABLE)] = packed(TABLE);
        assert_eq!(unpacked(&PACKED), "Need=нужен ёж Ёж;need\nGive=дай = и\n");
        assert_eq!(PACKED.len(), unpacked(&PACKED).chars().count());
    }
}
