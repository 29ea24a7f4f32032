//! Messages that wait for our move, and the wishes that the partner has been told.

use crate::team::message::PartnerMessage;
use crate::types::PieceType;

/// The topic of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// We need this piece.
    Need(PieceType),
    /// The opponent must not get this piece.
    Ban(PieceType),
}

/// Messages that wait for our move: a server reads one line at a time, and would read the move last.
#[derive(Debug, Default)]
pub struct Held {
    /// The messages, those of a line together.
    lines: Vec<Vec<PartnerMessage>>,
    /// The wishes that have been sent, and not been taken back.
    told: Vec<Topic>,
}

impl Held {
    /// Adds the messages of a line.
    pub fn push(&mut self, line: Vec<PartnerMessage>) {
        self.lines.push(line);
    }

    /// Drops the messages that wait.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Drops everything, also the wishes sent: another partner or another game.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// A piece has arrived in our hand: a need of it is over without a word.
    pub fn arrived(&mut self, kind: PieceType) {
        let over = Topic::Need(kind);
        for line in &mut self.lines {
            line.retain(|message| topic_of(message) != Some(over));
        }
        self.lines.retain(|line| !line.is_empty());
        self.told.retain(|&topic| topic != over);
    }

    /// The messages to send now. Those that a later one makes void are left out: of those about one piece only the last
    /// counts, and a wish that was taken back before it was sent needs no word, unless the partner holds an earlier one
    /// for the same piece.
    pub fn take(&mut self) -> Vec<Vec<PartnerMessage>> {
        let mut lines = std::mem::take(&mut self.lines);
        let all: Vec<PartnerMessage> = lines.concat();
        let told = &mut self.told;
        let mut number = 0;
        for line in &mut lines {
            line.retain(|message| {
                let at = number;
                number += 1;
                let Some(topic) = topic_of(message) else { return true };
                let same = |other: &PartnerMessage| topic_of(other) == Some(topic);
                if all[at + 1..].iter().any(same) {
                    return false;
                }
                let known = told.contains(&topic);
                told.retain(|&other| other != topic);
                let takes_back = matches!(message, PartnerMessage::Enough(_) | PartnerMessage::Allow(_));
                if !takes_back {
                    told.push(topic);
                }
                !takes_back || known || !all[..at].iter().any(same)
            });
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// The topic of a message that is a wish, or takes one back.
const fn topic_of(message: &PartnerMessage) -> Option<Topic> {
    use PartnerMessage as M;
    match *message {
        M::Need { piece, .. } | M::Enough(piece) => Some(Topic::Need(piece)),
        M::Avoid { piece, .. } | M::Allow(piece) => Some(Topic::Ban(piece)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::message::Urgency;

    const KNIGHT: PieceType = PieceType::Knight;
    const ENOUGH: PartnerMessage = PartnerMessage::Enough(KNIGHT);

    fn need(urgency: Urgency) -> PartnerMessage {
        PartnerMessage::Need { piece: KNIGHT, urgency }
    }

    /// The messages sent when these lines have waited for a move, one after the other.
    fn sent(held: &mut Held, waiting: &[PartnerMessage]) -> Vec<PartnerMessage> {
        waiting.iter().for_each(|message| held.push(vec![message.clone()]));
        held.take().concat()
    }

    #[test]
    fn of_messages_about_one_piece_the_last_one_counts() {
        let mut held = Held::default();
        let ban = PartnerMessage::Avoid { piece: KNIGHT, urgency: Urgency::High };
        let said = sent(&mut held, &[need(Urgency::High), ban.clone(), PartnerMessage::Sitting, need(Urgency::Mates)]);
        assert_eq!(said, [ban, PartnerMessage::Sitting, need(Urgency::Mates)]);
        assert_eq!(sent(&mut held, &[ENOUGH, need(Urgency::Low)]), [need(Urgency::Low)]);
    }

    #[test]
    fn a_wish_that_never_went_out_is_not_taken_back() {
        let mut held = Held::default();
        assert_eq!(sent(&mut held, &[need(Urgency::High), need(Urgency::Mates), ENOUGH]), []);
        assert_eq!(sent(&mut held, &[ENOUGH]), [ENOUGH], "not of these lines");
    }

    #[test]
    fn bug_a_need_that_became_a_mate_and_ended_before_our_move_stood_on() {
        let mut held = Held::default();
        assert_eq!(sent(&mut held, &[need(Urgency::High)]), [need(Urgency::High)]);
        assert_eq!(sent(&mut held, &[need(Urgency::Mates), ENOUGH]), [ENOUGH]);
        assert_eq!(sent(&mut held, &[need(Urgency::Mates), ENOUGH]), [], "it has been taken back");
        // Taken back, said again, and taken back: the partner still holds the first one.
        sent(&mut held, &[need(Urgency::High)]);
        assert_eq!(sent(&mut held, &[ENOUGH, need(Urgency::Mates), ENOUGH]), [ENOUGH]);
        // Another partner holds none.
        sent(&mut held, &[need(Urgency::High)]);
        held.forget();
        assert_eq!(sent(&mut held, &[need(Urgency::Mates), ENOUGH]), []);
    }

    #[test]
    fn bug_a_piece_that_had_come_before_our_move_was_asked_for_after_it() {
        let mut held = Held::default();
        let ban = PartnerMessage::Avoid { piece: KNIGHT, urgency: Urgency::High };
        held.push(vec![need(Urgency::High), ban.clone()]);
        held.push(vec![need(Urgency::Mates)]);
        held.arrived(KNIGHT);
        assert_eq!(held.take(), [vec![ban]]);
        sent(&mut held, &[need(Urgency::High)]);
        held.arrived(KNIGHT);
        assert_eq!(sent(&mut held, &[need(Urgency::Mates), ENOUGH]), []);
    }
}
