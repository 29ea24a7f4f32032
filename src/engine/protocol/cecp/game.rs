//! The commands that change the game: another variant or position, moves, hands.

use super::holding::Holding;
use super::moves;
use super::session::{PlayMode, Session};
use crate::board::Position;
use crate::player::{Input, Phase};
use crate::protocol::options::Variant;
use crate::protocol::output::tame;
use crate::protocol::single;
use crate::types::{Color, PieceType};

/// The longest reason for rejecting a position, in characters.
const LONGEST_REASON: usize = 240;

/// The reason to refuse moves, and to make none, after a rejected position.
pub(super) const NO_POSITION: &str = "no legal position is set up";

impl Session {
    pub(super) fn new_game(&mut self) {
        self.engine.stop_chores();
        self.engine.set_variant(Variant::Chess);
        self.engine.settings.fischerandom = false;
        self.clock.depth = None;
        self.holdings_told = false;
        if self.mode != PlayMode::Analyze {
            self.mode = PlayMode::Play(Color::Black);
        }
        self.pass(Input::Cancel);
        self.engine.shared.clear();
        self.begin_game();
    }

    pub(super) fn set_variant(&mut self, variant: Variant, fischerandom: bool) {
        self.engine.set_variant(variant);
        self.engine.settings.fischerandom = fischerandom;
        self.begin_game();
    }

    /// Begins a game from the variant's start position; nothing that was said before counts in it.
    fn begin_game(&mut self) {
        self.position_rejected = false;
        self.dropped = None;
        self.held.forget();
        self.pass(Input::NewGame(Box::new(single::start(&self.engine.settings))));
        self.tell_player();
        self.reset_clocks();
        self.analyze();
    }

    /// Sets up another position; a search in progress is dropped.
    pub(super) fn set_up(&mut self, position: Position) {
        if std::mem::replace(&mut self.position_rejected, false) {
            self.tell_player();
        }
        self.dropped = None;
        self.pass(Input::SetUp(Box::new(position), Vec::new()));
    }

    pub(super) fn set_board(&mut self, text: &str) {
        match single::set_up(text, &self.engine.settings) {
            Ok(position) => self.set_up(position),
            Err(error) => {
                // The GUI has another board now: no move and no line of the old one may follow.
                self.position_rejected = true;
                self.pass(Input::Cancel);
                self.tell_player();
                let reason = tame(&error.to_string(), LONGEST_REASON);
                self.engine.out.line(&format!("tellusererror Illegal position: {reason}"));
            }
        }
    }

    pub(super) fn take_back(&mut self, plies: usize) -> Result<(), String> {
        if self.position_rejected {
            return Err(NO_POSITION.to_owned());
        }
        if self.player.record().plies() < plies {
            return Err("there are no moves to take back".to_owned());
        }
        self.dropped = None;
        self.pass(Input::TakeBack(plies));
        Ok(())
    }

    /// A move of the opponent, or of either side in force mode.
    pub(super) fn user_move(&mut self, text: &str) {
        if self.position_rejected {
            return self.engine.out.complain("Illegal move", NO_POSITION, text);
        }
        let mv = match moves::read(self.player.position(), text) {
            Ok(mv) => mv,
            Err(error) => return self.engine.out.complain("Illegal move", error, text),
        };
        self.dropped = None;
        let expected =
            self.player.turn().is_some_and(|turn| matches!(turn.phase, Phase::Pondering(reply) if reply == mv));
        if expected {
            self.thought.turn_to_our_move();
        }
        self.pass(Input::Moved(mv));
    }

    /// Sets the hands to the server's list. The server repeats it often, so only a change is passed to the player.
    pub(super) fn hold(&mut self, holding: &Holding) -> Result<(), String> {
        let mut hands = holding.hands;
        if self.engine.settings.variant == Variant::Chess {
            let empty = Color::ALL.iter().all(|&color| hands[color].is_empty());
            return if empty { Ok(()) } else { Err("nothing is held in chess".to_owned()) };
        }
        if !std::mem::replace(&mut self.holdings_told, true) {
            self.pass(Input::Partner(self.partner_kind()));
        }
        let held = |color| self.player.position().hand(color);
        if let Some((us, kind)) = self.dropped {
            let (truth, arrived) = holding.without_ghost(us, kind, held(us));
            hands[us] = truth;
            if arrived {
                self.dropped = None;
            }
        }
        for kind in PieceType::HELD {
            if self.player.us().is_some_and(|us| hands[us].count(kind) > held(us).count(kind)) {
                self.held.arrived(kind);
            }
        }
        if Color::ALL.iter().any(|&color| hands[color] != self.player.position().hand(color)) {
            self.pass(Input::Hands(hands, None));
        }
        Ok(())
    }
}
