//! One board with its past: what happened to it, what can be taken back, and what could be repeated.

use crate::board::{Position, Undo};
use crate::team::news::{Event, News};
use crate::types::{ByColor, Color, Hand, Move, PieceType};

/// How many earlier positions are kept; more than any real game has.
const MOST: usize = 4096;

/// One board with its past.
pub struct Record {
    /// The board now.
    position: Position,
    /// The boards before each move, oldest first, as they were when the move was made.
    past: Vec<Position>,
}

impl Record {
    /// A board without a past.
    pub fn new(position: Position) -> Self {
        Self { position, past: Vec::new() }
    }

    /// The board now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) -> News {
        let color = self.position.side_to_move();
        self.remember();
        let undo: Undo = self.position.make_move(mv);
        News { events: vec![Event::Moved { color, mv, sent: undo.transfer() }], replaced: false }
    }

    fn remember(&mut self) {
        if self.past.len() == MOST {
            self.past.drain(..MOST / 2);
        }
        self.past.push(self.position.clone());
    }

    /// Both hands are like this now. What is more than before has arrived.
    pub fn set_hands(&mut self, hands: ByColor<Hand>) -> News {
        let events = arrivals(ByColor(Color::ALL.map(|color| self.position.hand(color))), hands);
        for color in Color::ALL {
            self.position.set_hand(color, hands[color]);
        }
        News { events, replaced: false }
    }

    /// The board is like this now, as a protocol shows it that tells positions and not moves. What happened is the legal move, if there is
    /// one, that leads to these pieces, and arrivals; a piece that is lifted off under Gambler's promotion is no capture of anybody's.
    pub fn show(&mut self, position: Position) -> News {
        let old = std::mem::replace(&mut self.position, position);
        let hands = ByColor(Color::ALL.map(|color| self.position.hand(color)));
        let mut news = News::default();
        if old.key() == self.position.key() {
            return news;
        }
        let (before, after) = (ply(&old), ply(&self.position));
        let mut held = ByColor(Color::ALL.map(|color| old.hand(color)));
        if same_pieces(&old, &self.position) && old.side_to_move() == self.position.side_to_move() {
            news.events = arrivals(held, hands);
        } else if let Some((mv, sent)) = move_between(&old, &self.position) {
            let color = old.side_to_move();
            news.events.push(Event::Moved { color, mv, sent });
            if let Some(kind) = mv.dropped() {
                held[color].remove(kind);
            }
            news.events.extend(arrivals(held, hands));
        } else {
            news.replaced = true;
        }
        // An arrival changes the hands within one ply; going back means another game.
        if after < before {
            self.past.clear();
        } else if after > before {
            let now = std::mem::replace(&mut self.position, old);
            self.remember();
            self.position = now;
        }
        news
    }

    /// How many moves can be taken back.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Takes the last `plies` moves back, at most all.
    pub fn take_back(&mut self, plies: usize) {
        let at = self.past.len().saturating_sub(plies);
        if let Some(position) = self.past.drain(at..).next() {
            self.position = position;
        }
    }

    /// Reads the boards again, by other rules. The past is cut where it makes no sense by them.
    ///
    /// # Errors
    /// When the board as it is makes no sense; then nothing has changed.
    pub fn read_again<E>(&mut self, read: impl Fn(&Position) -> Result<Position, E>) -> Result<(), E> {
        self.position = read(&self.position)?;
        let past: Vec<Position> = self.past.iter().rev().map_while(|position| read(position).ok()).collect();
        self.past = past.into_iter().rev().collect();
        Ok(())
    }

    /// The keys of the earlier positions, oldest first.
    pub fn keys(&self) -> Vec<u64> {
        self.past.iter().map(Position::key).collect()
    }

    /// How many moves `color` has made.
    pub fn moves_of(&self, color: Color) -> usize {
        self.past.iter().filter(|position| position.side_to_move() == color).count()
    }
}

/// What `after` holds beyond `before`, as arrivals.
fn arrivals(before: ByColor<Hand>, after: ByColor<Hand>) -> Vec<Event> {
    let more = |color: Color, kind| after[color].count(kind).saturating_sub(before[color].count(kind));
    let each = Color::ALL.into_iter().flat_map(|color| PieceType::HELD.map(|kind| (color, kind)));
    each.flat_map(|(color, kind)| (0..more(color, kind)).map(move |_| Event::Arrived { color, kind })).collect()
}

/// The number of the ply to be played, from a game's start.
fn ply(position: &Position) -> u32 {
    2 * u32::from(position.fullmove_number()) + position.side_to_move().index() as u32
}

fn same_pieces(a: &Position, b: &Position) -> bool {
    a.promoted() == b.promoted()
        && Color::ALL.into_iter().all(|color| a.color(color) == b.color(color))
        && PieceType::ALL.into_iter().all(|kind| a.kind(kind) == b.kind(kind))
}

/// The legal move of `old` after which the pieces stand as in `new`, and what it captured.
fn move_between(old: &Position, new: &Position) -> Option<(Move, Option<PieceType>)> {
    if old.side_to_move() == new.side_to_move() {
        return None;
    }
    old.legal_moves().into_iter().find_map(|mv| {
        // Only a move whose target square changes as it does here can be the one.
        new.piece_at(mv.to()).filter(|piece| piece.color() == old.side_to_move())?;
        let mut next = old.clone();
        let undo = next.make_move(mv);
        same_pieces(&next, new).then(|| (mv, undo.transfer()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    fn position(text: &str) -> Position {
        let Ok(position) = fen::parse(text, BoardRules::default()) else { panic!("{text}") };
        position
    }

    const BEFORE: &str = "6k1/8/8/3q4/4P3/8/8/6K1[N] w - - 0 10";

    #[test]
    fn a_shown_capture_is_the_move_that_was_played_and_what_it_sent() {
        let mut record = Record::new(position(BEFORE));
        let news = record.show(position("6k1/8/8/3P4/8/8/8/6K1[Np] b - - 0 10"));
        let [Event::Moved { color: Color::White, mv, sent: Some(PieceType::Queen) }, arrived] = news.events[..] else {
            panic!("{news:?}")
        };
        assert_eq!(mv.to_string(), "e4d5");
        assert_eq!(arrived, Event::Arrived { color: Color::Black, kind: PieceType::Pawn });
        assert_eq!((record.plies(), record.moves_of(Color::White)), (1, 1));
    }

    #[test]
    fn a_shown_drop_takes_its_piece_and_no_more() {
        let mut record = Record::new(position(BEFORE));
        let news = record.show(position("6k1/8/5N2/3q4/4P3/8/8/6K1[N] b - - 0 10"));
        // Another knight has come in the meantime.
        assert_eq!(news.events.len(), 2, "{news:?}");
        assert_eq!(news.events[1], Event::Arrived { color: Color::White, kind: PieceType::Knight });
    }

    #[test]
    fn a_piece_that_is_lifted_off_was_captured_by_nobody() {
        // Under Gambler's promotion the partner's opponent takes the queen away for the other board.
        let mut record = Record::new(position(BEFORE));
        let news = record.show(position("6k1/8/8/8/4P3/8/8/6K1[Np] w - - 0 10"));
        assert_eq!(news, News { events: Vec::new(), replaced: true });
    }

    #[test]
    fn the_same_board_is_no_news_and_an_earlier_one_has_no_past() {
        let mut record = Record::new(position(BEFORE));
        assert!(record.show(position(BEFORE)).is_empty());
        record.show(position("6k1/8/5N2/3q4/4P3/8/8/6K1[] b - - 0 10"));
        assert_eq!(record.plies(), 1);
        assert!(record.show(position("6k1/8/8/3q4/8/8/8/6K1[N] w - - 0 2")).replaced);
        assert_eq!(record.plies(), 0);
    }

    #[test]
    fn hands_that_grow_are_arrivals_and_hands_that_shrink_are_none() {
        let mut record = Record::new(position(BEFORE));
        let hands = ByColor([Hand::EMPTY, [PieceType::Pawn, PieceType::Pawn].into_iter().collect()]);
        let pawn = Event::Arrived { color: Color::Black, kind: PieceType::Pawn };
        assert_eq!(record.set_hands(hands).events, [pawn, pawn]);
        assert_eq!(record.position().hand(Color::White), Hand::EMPTY);
    }
}
