//! What an engine may write in a game beside its moves, and how much of it is too much.

use super::LOG;
use super::live::LiveGame;
use crate::game::Seat;

/// Lines of a game that may be garbage before the game is lost by it.
const GARBAGE_LIMIT: u32 = 100;
/// Messages of a player that are passed on in a game.
const MESSAGE_LIMIT: u32 = 1000;
/// Claims and complaints of a player that are noted in a game.
const REMARK_LIMIT: u32 = 20;
/// Characters of a message or a garbage line that are kept.
const LONGEST_QUOTE: usize = 120;

/// How much a player has written in a game beside its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conduct {
    garbage: u32,
    messages: u32,
    remarks: u32,
}

impl Conduct {
    /// One more line of garbage. True when the game is lost by it.
    pub fn garbage(&mut self) -> bool {
        self.garbage = self.garbage.saturating_add(1);
        self.garbage >= GARBAGE_LIMIT
    }

    /// One more message. True when it is passed on: a flood of them is only so far.
    pub fn message(&mut self) -> bool {
        self.messages = self.messages.saturating_add(1);
        self.messages <= MESSAGE_LIMIT
    }

    /// Notes what the player on `seat` claims or complains of. It changes nothing: the rules decide.
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

/// As much of what an engine wrote as is kept.
pub fn quote(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}
