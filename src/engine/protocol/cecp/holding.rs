//! `holding [W] [B] <color><piece>`: both hands, and the piece that has just arrived.

use crate::types::{ByColor, Color, Hand, PieceType};

/// Both hands as listed by the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The hands now.
    pub hands: ByColor<Hand>,
    /// The piece that has just arrived, and its owner; the hands include it already.
    pub arrived: Option<(Color, PieceType)>,
}

/// The reason why a text is no pair of hands. The message quotes the bad token.
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
    /// Parses the text behind `holding`, letters of either case.
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

    /// The true hand of `color`, who has just dropped a `dropped` and should now hold `expected`: if the list was made
    /// before the server received the drop, the dropped piece is still on it. Also whether the list includes the drop.
    ///
    /// The list alone cannot distinguish such a ghost from a piece that has just arrived; one piece too few for a
    /// moment costs little, one that is not there costs the game.
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

/// Splits `text` into the content of its leading brackets and the rest.
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
    fn errors_quote_the_wrong_part() {
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
        // A knight was dropped, and the partner takes a pawn: before and after the server received the drop.
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
