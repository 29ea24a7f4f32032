//! The wishes of a partner that still stand: the page shows them on the pieces in the partner's hand.

use crate::team::message::{PartnerMessage, Urgency};
use crate::team::notation;
use crate::types::PieceType;

/// The wishes of one seat.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    needs: [Option<Urgency>; 5],
    bans: [Option<Urgency>; 5],
}

impl Wishes {
    /// Applies a message of the seat.
    pub fn said(&mut self, message: &PartnerMessage) {
        match *message {
            PartnerMessage::Need { piece, urgency } => {
                put(&mut self.needs, piece, Some(urgency));
                put(&mut self.bans, piece, None);
            }
            PartnerMessage::Avoid { piece, urgency } => {
                put(&mut self.needs, piece, None);
                put(&mut self.bans, piece, Some(urgency));
            }
            PartnerMessage::Enough(piece) => put(&mut self.needs, piece, None),
            PartnerMessage::Allow(piece) => put(&mut self.bans, piece, None),
            _ => {}
        }
    }

    /// The wishes that stand, as messages.
    pub fn messages(&self) -> Vec<PartnerMessage> {
        let of = |wishes: &[Option<Urgency>; 5], make: fn(PieceType, Urgency) -> PartnerMessage| {
            let held = PieceType::HELD.into_iter();
            held.filter_map(|piece| Some(make(piece, wishes[piece.index()]?))).collect::<Vec<_>>()
        };
        let needs = of(&self.needs, |piece, urgency| PartnerMessage::Need { piece, urgency });
        let bans = of(&self.bans, |piece, urgency| PartnerMessage::Avoid { piece, urgency });
        [needs, bans].concat()
    }

    /// The wishes that stand, as texts of [`notation`].
    pub fn texts(&self) -> Vec<String> {
        self.messages().iter().map(notation::write).collect()
    }

    /// The wishes of such texts; what is none is left out.
    pub fn from_texts(texts: &[String]) -> Self {
        let mut wishes = Self::default();
        let messages = texts.iter().filter_map(|text| notation::parse(&text.split_whitespace().collect::<Vec<_>>()));
        messages.for_each(|message| wishes.said(&message));
        wishes
    }

    /// Clears the wish for a piece that has arrived in the seat's hand.
    pub fn arrived(&mut self, piece: PieceType) {
        put(&mut self.needs, piece, None);
    }

    /// The pieces that are needed, with the urgency.
    pub fn needs(&self) -> Vec<(char, &'static str)> {
        listed(&self.needs)
    }

    /// The pieces that the seat's opponent must not get, with the urgency.
    pub fn bans(&self) -> Vec<(char, &'static str)> {
        listed(&self.bans)
    }
}

/// Sets a wish. Kings do not occur.
fn put(wishes: &mut [Option<Urgency>; 5], piece: PieceType, wish: Option<Urgency>) {
    wishes.get_mut(piece.index()).into_iter().for_each(|old| *old = wish);
}

fn listed(wishes: &[Option<Urgency>; 5]) -> Vec<(char, &'static str)> {
    let word = |urgency| notation::word(&notation::URGENCIES, &urgency);
    PieceType::HELD.into_iter().filter_map(|piece| Some((piece.letter(), word(wishes[piece.index()]?)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_stands_until_it_is_fulfilled_or_taken_back() {
        let mut wishes = Wishes::default();
        let need = |piece| PartnerMessage::Need { piece, urgency: Urgency::Mates };
        wishes.said(&need(PieceType::Knight));
        wishes.said(&need(PieceType::Queen));
        wishes.said(&PartnerMessage::Avoid { piece: PieceType::Queen, urgency: Urgency::Low });
        assert_eq!((wishes.needs(), wishes.bans()), (vec![('n', "mates")], vec![('q', "low")]));
        let read = Wishes::from_texts(&wishes.texts());
        assert_eq!((read.needs(), read.bans()), (wishes.needs(), wishes.bans()), "{:?}", wishes.texts());
        assert_eq!(Wishes::from_texts(&["dance".to_owned(), String::new()]).needs(), []);
        wishes.arrived(PieceType::Knight);
        wishes.said(&PartnerMessage::Enough(PieceType::Queen));
        assert_eq!(wishes.bans(), [('q', "low")], "a ban ends by its own word");
        wishes.said(&PartnerMessage::Allow(PieceType::Queen));
        wishes.said(&need(PieceType::King));
        assert_eq!((wishes.needs(), wishes.bans()), (vec![], vec![]));
    }
}
