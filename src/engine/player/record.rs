//! A board and its history: events, takebacks, and keys of earlier positions.

use crate::board::{BoardRules, Position, Undo};
use crate::team::news::{Event, News};
use crate::types::{ByColor, Color, Hand, Move, MoveKind, PieceType};

/// Largest number of earlier positions that are kept; no real game has more.
const MOST_PAST: usize = 4096;

/// A board and its history.
pub struct Record {
    /// The board now.
    position: Position,
    /// The positions before each move, oldest first, as they were when the move was made.
    past: Vec<Position>,
}

impl Record {
    /// A board without history.
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
        News { events: vec![Event::Moved { color, mv, transfer: undo.transfer() }], replaced: false }
    }

    /// Stores the current position as an earlier one; the oldest half is dropped when there are too many.
    fn remember(&mut self) {
        if self.past.len() == MOST_PAST {
            self.past.drain(..MOST_PAST / 2);
        }
        self.past.push(self.position.clone());
    }

    /// Sets both hands. Additional pieces have arrived.
    pub fn set_hands(&mut self, hands: ByColor<Hand>) -> News {
        let events = arrivals(ByColor(Color::ALL.map(|color| self.position.hand(color))), hands);
        for color in Color::ALL {
            self.position.set_hand(color, hands[color]);
        }
        News { events, replaced: false }
    }

    /// Sets the board, from a protocol that sends positions and not moves. The events are the legal move that leads to
    /// these pieces, if any, and arrivals; a piece lifted off under Gambler's promotion is not a capture.
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
            // A capture on the other board was taken back: a drop that was found may not be legal any more.
            news.replaced = news.events.is_empty() && !arrivals(hands, held).is_empty();
        } else if let Some((mv, transfer)) = move_between(&old, &self.position) {
            let color = old.side_to_move();
            news.events.push(Event::Moved { color, mv, transfer });
            if let Some(kind) = mv.dropped() {
                held[color].remove(kind);
            }
            news.events.extend(arrivals(held, hands));
        } else {
            news.replaced = true;
        }
        // An arrival changes the hands within one ply; an earlier ply means another game. Where positions come without
        // move counters, plies begin anew with each move of white, and only the move tells.
        let moved = matches!(news.events[..], [Event::Moved { .. }, ..]);
        if after < before && !moved {
            self.past.clear();
        } else if after > before || moved {
            let now = std::mem::replace(&mut self.position, old);
            self.remember();
            self.position = now;
        }
        news
    }

    /// Number of moves that can be taken back.
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

    /// Changes the rules of all positions.
    pub fn change_rules(&mut self, rules: BoardRules) {
        for position in self.past.iter_mut().chain([&mut self.position]) {
            *position = position.with_rules(rules);
        }
    }

    /// The keys of the earlier positions, oldest first.
    pub fn keys(&self) -> Vec<u64> {
        self.past.iter().map(Position::key).collect()
    }

    /// Number of moves that `color` has made, among those that are kept.
    pub fn moves_of(&self, color: Color) -> usize {
        self.past.iter().filter(|position| position.side_to_move() == color).count()
    }
}

/// The pieces in `after` beyond `before`, as arrivals.
fn arrivals(before: ByColor<Hand>, after: ByColor<Hand>) -> Vec<Event> {
    let more = |color: Color, kind| after[color].count(kind).saturating_sub(before[color].count(kind));
    let each = Color::ALL.into_iter().flat_map(|color| PieceType::HELD.map(|kind| (color, kind)));
    each.flat_map(|(color, kind)| (0..more(color, kind)).map(move |_| Event::Arrival { color, kind })).collect()
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
        // The target square must hold a piece of the side that moved; in Chess960 castling names the rook's square.
        let stands = new.piece_at(mv.to()).is_some_and(|piece| piece.color() == old.side_to_move());
        if !stands && mv.kind() != MoveKind::Castle {
            return None;
        }
        let mut next = old.clone();
        let undo = next.make_move(mv);
        same_pieces(&next, new).then(|| (mv, undo.transfer()))
    })
}
