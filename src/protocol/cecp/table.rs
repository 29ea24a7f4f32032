//! The board as it is, and how it came about: what can be taken back, and what could be repeated.

use crate::board::Position;
use crate::types::{Color, Move};

/// How many earlier positions are kept; more than any real game has.
const MOST: usize = 4096;

/// One board with its past.
pub struct Table {
    /// The board now.
    position: Position,
    /// The boards before each move, oldest first, as they were when the move was made.
    past: Vec<Position>,
}

impl Table {
    /// A board without a past.
    pub fn new(position: Position) -> Self {
        Self { position, past: Vec::new() }
    }

    /// The board now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board now, to change what is held.
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        if self.past.len() == MOST {
            self.past.drain(..MOST / 2);
        }
        self.past.push(self.position.clone());
        self.position.make_move(mv);
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
