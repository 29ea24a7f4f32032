//! `holding [W] [B] <color><piece>`: what both players hold, and what has just come in.

use crate::types::{ByColor, Color, Hand, PieceType};

/// Both hands as the server sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What is held now.
    pub hands: ByColor<Hand>,
    /// What has just come in, and whose it is; it is in the hands already.
    pub arrived: Option<(Color, PieceType)>,
}

/// Why a text says nothing about hands. The message quotes the bad token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum HoldingError {
    #[error("not two hands in brackets, white's first")]
    Brackets,
    #[error("`{letter}` in `{text}` is no piece that can be held")]
    Letter { letter: char, text: String },
    #[error("`{text}` has more of `{letter}` than two sets hold")]
    Count { letter: char, text: String },
    #[error("`{0}` is not a color and a piece, as in `WN`")]
    Arrival(String),
}

impl Holding {
    /// Reads what stands behind `holding`, letters of either case.
    pub fn parse(text: &str) -> Result<Self, HoldingError> {
        let (white, rest) = bracketed(text)?;
        let (black, rest) = bracketed(rest)?;
        let hands = ByColor([hand(white)?, hand(black)?]);
        let arrived = match rest.trim() {
            "" => None,
            word => Some(arrival(word).ok_or_else(|| HoldingError::Arrival(word.to_owned()))?),
        };
        Ok(Self { hands, arrived })
    }

    /// What the player of `color` truly holds, who has just dropped a `dropped`, and holds `expected` for all we know: if
    /// the list was made before the drop got there, the dropped piece is still on it. Also whether the drop is on the list.
    ///
    /// The list alone cannot tell such a ghost from a piece that has just arrived; one piece too few for a moment costs
    /// little, one that is not there costs the game.
    pub fn without_ghost(&self, color: Color, dropped: PieceType, expected: Hand) -> (Hand, bool) {
        let mut listed = self.hands[color];
        let told = expected.count(dropped) + u32::from(self.arrived == Some((color, dropped)));
        let ghost = listed.count(dropped) > told;
        if ghost {
            listed.remove(dropped);
        }
        (listed, !ghost)
    }
}

/// What stands in the brackets that `text` begins with, and what stands behind.
fn bracketed(text: &str) -> Result<(&str, &str), HoldingError> {
    text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or(HoldingError::Brackets)
}

fn held(letter: char) -> Option<PieceType> {
    PieceType::from_letter(letter).filter(|&kind| kind != PieceType::King)
}

fn hand(text: &str) -> Result<Hand, HoldingError> {
    let mut hand = Hand::EMPTY;
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        let kind = held(letter).ok_or_else(|| HoldingError::Letter { letter, text: text.to_owned() })?;
        if hand.count(kind) == Hand::MOST[kind.index()] {
            return Err(HoldingError::Count { letter, text: text.to_owned() });
        }
        hand.add(kind);
    }
    Ok(hand)
}

fn arrival(word: &str) -> Option<(Color, PieceType)> {
    let mut letters = word.chars();
    let color = match letters.next()?.to_ascii_lowercase() {
        'w' => Color::White,
        'b' => Color::Black,
        _ => return None,
    };
    let kind = held(letters.next()?)?;
    letters.next().is_none().then_some((color, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceType::{Knight, Pawn, Queen};

    fn hand_of(kinds: &[PieceType]) -> Hand {
        kinds.iter().copied().collect()
    }

    #[test]
    fn hands_and_arrivals() {
        let holding = Holding::parse("[PPN] [Q] WN").expect("sound");
        assert_eq!(holding.hands.0, [hand_of(&[Pawn, Pawn, Knight]), hand_of(&[Queen])]);
        assert_eq!(holding.arrived, Some((Color::White, Knight)));
        let empty = Holding { hands: ByColor::default(), arrived: None };
        assert_eq!(Holding::parse("[] []"), Ok(empty));
        assert_eq!(Holding::parse(" [ ][] "), Ok(empty));
        assert_eq!(Holding::parse("[] [] bp").map(|holding| holding.arrived), Ok(Some((Color::Black, Pawn))));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        use HoldingError::{Arrival, Brackets, Count, Letter};
        for text in ["", "[", "[]", "[P] P", "[P [P", "PP []"] {
            assert_eq!(Holding::parse(text), Err(Brackets), "{text}");
        }
        assert_eq!(Holding::parse("[K] []"), Err(Letter { letter: 'K', text: "K".to_owned() }));
        assert_eq!(Holding::parse("[] [P1]"), Err(Letter { letter: '1', text: "P1".to_owned() }));
        assert_eq!(Holding::parse("[QQQ] []"), Err(Count { letter: 'Q', text: "QQQ".to_owned() }));
        assert_eq!(Holding::parse("[] [] WK"), Err(Arrival("WK".to_owned())));
        assert_eq!(Holding::parse("[] [] WNN"), Err(Arrival("WNN".to_owned())));
    }

    #[test]
    fn a_piece_on_its_way_to_the_board_is_no_longer_held() {
        let truth = |text: &str, expected: &[PieceType]| {
            let holding = Holding::parse(text).expect("sound");
            holding.without_ghost(Color::White, Knight, hand_of(expected))
        };
        // A knight was dropped, and the partner takes a pawn: before and after the drop got there.
        assert_eq!(truth("[PN] [] WP", &[]), (hand_of(&[Pawn]), false));
        assert_eq!(truth("[P] [] WP", &[]), (hand_of(&[Pawn]), true));
        // The partner takes a knight meanwhile.
        assert_eq!(truth("[NN] [] WN", &[]), (hand_of(&[Knight]), false));
        assert_eq!(truth("[N] [] WN", &[]), (hand_of(&[Knight]), true));
        // Without an arrival the list is older than the drop.
        assert_eq!(truth("[N] []", &[]), (Hand::EMPTY, false));
        assert_eq!(truth("[] []", &[]), (Hand::EMPTY, true));
        assert_eq!(truth("[NN] []", &[Knight]), (hand_of(&[Knight]), false));
    }
}
