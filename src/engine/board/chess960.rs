//! The start positions of Chess960, by number (R19).
//!
//! Numbers as of R. Scharnagl, "Fischer-Random-Schach (FRC/Chess960)" (2004): 0 to 959, the usual position is 518.

/// How many start positions there are.
pub const STARTS: u16 = 960;

/// The number of the usual start position.
pub const USUAL: u16 = 518;

/// Before the number of a start position, where a position is read: `960:518`.
pub const PREFIX: &str = "960:";

/// The files, among those still free, of the two knights.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// White's first rank in the start position `number`, which is taken modulo [`STARTS`], as capital letters.
fn first_rank(number: u16) -> [char; 8] {
    let number = usize::from(number % STARTS);
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some('B');
    rank[2 * dark] = Some('B');
    let put = |rank: &mut [Option<char>; 8], at: usize, piece| {
        if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(at) {
            *square = Some(piece);
        }
    };
    put(&mut rank, queen, 'Q');
    let [first, second] = KNIGHTS[knights % KNIGHTS.len()];
    // The later one first: the places of both are counted before either stands.
    put(&mut rank, second, 'N');
    put(&mut rank, first, 'N');
    for piece in ['R', 'K', 'R'] {
        put(&mut rank, 0, piece);
    }
    rank.map(|square| square.unwrap_or('R'))
}

/// The start position `number`, which is taken modulo [`STARTS`], as BFEN with castling rights by files.
pub fn start(number: u16) -> String {
    let rank = first_rank(number);
    let white: String = rank.iter().collect();
    let black = white.to_ascii_lowercase();
    let rooks: String =
        "HGFEDCBA".chars().zip(rank.iter().rev()).filter(|(_, piece)| **piece == 'R').map(|(file, _)| file).collect();
    let rights = format!("{rooks}{}", rooks.to_ascii_lowercase());
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}[] w {rights} - 0 1")
}

/// The number of a start position.
///
/// # Errors
/// When `text` is no number from 0 to 959; the error is a sentence.
pub fn number(text: &str) -> Result<u16, StartError> {
    let number = text.parse().ok().filter(|&number| number < STARTS && !text.starts_with('+'));
    number.ok_or_else(|| StartError(text.to_owned()))
}

/// A text that names no start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no start position of Chess960: they have numbers from 0 to 959")]
pub struct StartError(String);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn r19_start_positions_by_number() {
        let rank = |number| first_rank(number).iter().collect::<String>();
        for (number, pieces) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
            (692, "RBBQKNNR"),
        ] {
            assert_eq!(rank(number), pieces, "{number}");
        }
        let all: HashSet<String> = (0..STARTS).map(rank).collect();
        assert_eq!(all.len(), usize::from(STARTS));
        for pieces in all {
            let at = |piece| pieces.match_indices(piece).map(|(at, _)| at).collect::<Vec<_>>();
            let (rooks, bishops) = (at('R'), at('B'));
            assert!(rooks[0] < at('K')[0] && at('K')[0] < rooks[1], "{pieces}");
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{pieces}");
            assert_eq!((at('N').len(), at('Q').len()), (2, 1), "{pieces}");
        }
    }

    #[test]
    fn the_rights_are_those_of_both_rooks() {
        assert_eq!(start(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w HAha - 0 1");
        assert_eq!(start(0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w HFhf - 0 1");
    }

    #[test]
    fn other_numbers_are_refused() {
        assert_eq!((number("0"), number("959")), (Ok(0), Ok(959)));
        for text in ["960", "-1", "+5", "", "x", "518 "] {
            assert_eq!(number(text), Err(StartError(text.to_owned())));
        }
    }
}
