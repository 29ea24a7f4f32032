//! Limits for the lines of an engine in a game beside its moves.

use super::LOG;
use super::live::LiveGame;
use crate::game::Seat;

/// Number of garbage lines by which a player loses the game.
const GARBAGE_LIMIT: u32 = 100;
/// Messages of a player that are passed on in a game.
const MESSAGE_LIMIT: u32 = 1000;
/// Claims and complaints of a player that are noted in a game.
const REMARK_LIMIT: u32 = 20;
/// Characters of a message or a garbage line that are kept.
const LONGEST_QUOTE: usize = 120;

/// Number of lines that a player has written in a game beside its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conduct {
    garbage: u32,
    messages: u32,
    remarks: u32,
}

impl Conduct {
    /// Counts a line of garbage. True if the game is lost by it.
    pub fn garbage(&mut self) -> bool {
        self.garbage = self.garbage.saturating_add(1);
        self.garbage >= GARBAGE_LIMIT
    }

    /// Counts a message. True within the limit up to which messages are passed on.
    pub fn message(&mut self) -> bool {
        self.messages = self.messages.saturating_add(1);
        self.messages <= MESSAGE_LIMIT
    }

    /// Records a claim or complaint of the player on `seat`. It has no effect: the rules decide.
    pub fn remark(&mut self, live: &mut LiveGame, seat: Seat, text: &str) {
        self.remarks = self.remarks.saturating_add(1);
        if self.remarks <= REMARK_LIMIT {
            let text = quote(text);
            tracing::info!(target: LOG, "{seat} says: {text}");
            live.record.note(&format!("{} claims: {text}", seat.letter()));
        }
    }

    /// Whether the player has claimed or complained of anything.
    pub fn has_remarked(&self) -> bool {
        self.remarks > 0
    }
}

/// The part of an engine's text that is kept.
pub fn quote(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}
