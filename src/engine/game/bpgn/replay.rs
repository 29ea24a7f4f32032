//! From records to games: every move is checked, then the result.

use super::end_note::{self, Claim};
use super::write::comment;
use super::{BpgnError, Fault, GameResult, Ply, Record, Stamp};
use crate::game::{ByBoard, Clocks, Game, GameError, GameMove, Outcome, Reason, Rules, RulesError, Seat};

impl Record {
    /// The rules of the tag `Rules`, if there is one.
    ///
    /// # Errors
    /// When the tag does not name rules.
    pub fn rules(&self) -> Result<Option<Rules>, RulesError> {
        self.tag("Rules").map(str::parse).transpose()
    }

    /// The game before its first move: from the tag `FEN` or the usual start, clocks by the tag `TimeControl` or
    /// a player's own (0 without one).
    ///
    /// # Errors
    /// When the tag `FEN` is no pair of boards.
    pub fn initial_game(&self, rules: Rules) -> Result<Game, BpgnError> {
        let rules = Rules { chess960: rules.chess960 || self.is_chess960(), ..rules };
        let mut clocks = Clocks::all(0);
        Seat::ALL.into_iter().for_each(|seat| clocks[seat] = self.player_control(seat).map_or(0, |(base, _)| base));
        match self.tag("FEN") {
            None => Ok(Game::new(rules, clocks)),
            Some(text) => Game::from_bfen(text, rules, clocks)
                .map_err(|error| BpgnError::new(self.fen_line, text, Fault::Start(error))),
        }
    }

    /// Replays the game and checks that every move is legal, that the game is not over before its last move, and that
    /// end note and result follow from the rules. Clocks are set where the record has times. An end note that claims
    /// an end other than by position (time, resignation, agreement) ends the game; one of unknown form is ignored.
    ///
    /// # Errors
    /// With line, token and reason of the first fault.
    pub fn replay(&self, rules: Rules) -> Result<Game, BpgnError> {
        self.replay_with(rules, |_, _, _| {})
    }

    /// As [`Self::replay`]; calls `visit` before each move with the game so far and the move.
    ///
    /// # Errors
    /// As [`Self::replay`].
    pub fn replay_with(&self, rules: Rules, visit: impl FnMut(&Game, &Ply, GameMove)) -> Result<Game, BpgnError> {
        let mut game = self.play_moves(rules, visit)?;
        self.check_end(&mut game)?;
        Ok(game)
    }

    /// Plays the moves as [`Self::replay_with`] does, and leaves out the end.
    pub(super) fn play_moves(
        &self,
        rules: Rules,
        mut visit: impl FnMut(&Game, &Ply, GameMove),
    ) -> Result<Game, BpgnError> {
        let mut game = self.initial_game(rules)?;
        let increments = Seat::ALL.map(|seat| self.player_control(seat).map_or(0, |(_, increment)| increment));
        let mut last_ms = ByBoard([0; 2]);
        for ply in &self.plies {
            let wrong =
                |reason| BpgnError::new(ply.line, &format!("{}{}. {}", ply.number, ply.seat.letter(), ply.san), reason);
            let (seat, board) = (ply.seat, ply.seat.board);
            if let Some(outcome) = game.outcome() {
                return Err(wrong(Fault::Game(GameError::Over(outcome))));
            }
            if !game.is_on_turn(seat) {
                return Err(wrong(Fault::Game(GameError::NotOnTurn(seat))));
            }
            let game_move = game.parse_san(board, &ply.san).map_err(|error| wrong(Fault::Move(error)))?;
            match ply.stamp {
                Some(Stamp::Remaining(ms)) => game.set_clock(seat, ms),
                Some(Stamp::SinceStart(ms)) => {
                    game.spend(seat, ms.saturating_sub(last_ms[board]));
                    last_ms[board] = ms;
                    game.set_clock(seat, game.clocks()[seat].saturating_add(increments[seat.index()]));
                }
                None => {}
            }
            visit(&game, ply, game_move);
            game.play_whole(board, game_move).map_err(|error| wrong(Fault::Game(error)))?;
        }
        Ok(game)
    }

    /// Ends the game as the record tells, and checks that end note and result follow from the rules.
    pub(super) fn check_end(&self, game: &mut Game) -> Result<(), BpgnError> {
        if let Some(note) = &self.end_note
            && let Some(claim) = end_note::parse(note)
        {
            self.apply_claim(game, &claim);
            if !game.outcome().is_some_and(|outcome| self.fits(&claim, &outcome)) {
                let stands = game.outcome().map_or_else(|| "it goes on".to_owned(), |outcome| outcome.to_string());
                return Err(BpgnError::new(self.end_line, note, Fault::EndNote(stands)));
            }
        }
        match GameResult::from(game.outcome()) {
            GameResult::Open => Ok(()),
            result if result == self.result => Ok(()),
            result => Err(BpgnError::new(self.end_line, self.result.text(), Fault::Result(result.text()))),
        }
    }

    /// Whether the game ended as claimed, for the player of that name. A claim of time fits a hanging player's flag
    /// too.
    fn fits(&self, claim: &Claim<'_>, outcome: &Outcome) -> bool {
        let reason = claim.reason == outcome.reason || (claim.reason, outcome.reason) == (Reason::Flag, Reason::Hang);
        reason && outcome.seat.is_none_or(|seat| self.is_named(seat, claim.names))
    }

    /// Whether the player on `seat` has that name. Both are compared as a comment writes them: it has no braces.
    pub(super) fn is_named(&self, seat: Seat, name: &str) -> bool {
        comment(&self.player(seat)) == comment(name)
    }

    /// Ends `game` as the end note claims, if players or referee can: flag, resignation, agreement and so on. A refused
    /// claim leaves the game running.
    fn apply_claim(&self, game: &mut Game, claim: &Claim<'_>) {
        if game.outcome().is_some() && !claim.as_told {
            return;
        }
        // A name can be on two seats; then the seat on turn and with less time is chosen.
        let loses = |seat: &Seat| self.is_named(*seat, claim.names) && GameResult::Won(!seat.team()) == self.result;
        let seat = likeliest_loser(Seat::ALL.into_iter().filter(loses), game);
        if claim.as_told {
            match (seat, self.result) {
                (Some(seat), _) => game.declare(Outcome::lost_by(seat, claim.reason)),
                (None, GameResult::Draw) => game.declare(Outcome::draw(claim.reason)),
                (None, GameResult::Won(team)) if claim.reason == Reason::BothHang => {
                    game.declare(Outcome { winner: Some(team), reason: claim.reason, seat: None });
                }
                (None, _) => {}
            }
            return;
        }
        let done = match (claim.reason, seat) {
            (Reason::Flag, None) if claim.names.is_empty() => {
                let seats: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| game.is_on_turn(seat)).collect();
                game.flags(&seats)
            }
            (Reason::Flag | Reason::Hang, Some(seat)) => game.flag(seat),
            (Reason::Resignation, Some(seat)) => game.resign(seat),
            (Reason::Forfeit(why), Some(seat)) => game.forfeit(seat, why),
            (Reason::Agreement, _) => game.agree_draw(),
            (Reason::Adjudication, seat) if seat.is_some() || claim.names.is_empty() => game.adjudicate(seat),
            _ => Ok(()),
        };
        // A refusal leaves the game running, which the caller reports.
        let _ = done;
    }
}

/// The seat whose loss is most likely where several are possible: on turn, and with less time.
pub(super) fn likeliest_loser(seats: impl Iterator<Item = Seat>, game: &Game) -> Option<Seat> {
    seats.min_by_key(|&seat| (!game.is_on_turn(seat), game.clocks()[seat]))
}
