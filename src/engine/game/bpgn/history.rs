//! Games of the past: read by the rules that fit, with their end believed, and put into the form that
//! [`Record::replay`] checks.

use super::told::{Told, fits_a_convention};
use super::write::seconds;
use super::{BpgnError, CHESS960, Fault, GameResult, Record, Stamp, end_note};
use crate::board::Position;
use crate::game::{ByBoard, Game, Outcome, PairError, PromotionRule, Rules, Seat, parse_pair};

/// A game of the past that replays.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The game as Tandem writes it: rules as a tag, result for the team of white on A, end note in its own words,
    /// SAN and clocks in one form. [`Record::replay`] by [`Self::rules`] accepts it.
    pub record: Record,
    /// The game at its end.
    pub game: Game,
    /// The rules.
    pub rules: Rules,
    /// Whether the rules were found by what fits, and not told.
    pub rules_found: bool,
    /// Claims of the record that the rules do not show, and contradictions in it, a sentence each.
    pub warnings: Vec<String>,
}

/// A game of the past that cannot be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Unsettled {
    /// The game as it was read.
    pub record: Record,
    /// The fault that prevents it.
    pub error: BpgnError,
}

impl Record {
    /// Replays a game of the past. Rules in the record are its own, and a game with the tag `Rules` is one of Tandem's:
    /// it is checked as [`Self::replay`] does. Otherwise `rules`, or without them the first of the
    /// [likely rules](Self::likely_rules) by which moves and end fit. An end that no rules show is believed; who lost
    /// is taken from the end note, and the result by either of the conventions in use.
    ///
    /// # Errors
    /// When the tags tell a variant or rules that are not played, or a move is illegal by all rules tried.
    pub fn settle(mut self, rules: Option<Rules>) -> Result<Settled, Box<Unsettled>> {
        self.try_to_settle(rules).map_err(|error| Box::new(Unsettled { record: self, error }))
    }

    fn try_to_settle(&mut self, rules: Option<Rules>) -> Result<Settled, BpgnError> {
        let own = self.rules().map_err(|error| self.wrong_tag("Rules", error.to_string()))?;
        if let Some(rules) = own {
            self.check_result_tag()?;
            let game = self.replay(rules)?;
            let record = std::mem::take(self);
            return Ok(Settled { record, game, rules, rules_found: false, warnings: Vec::new() });
        }
        let likely = self.likely_rules()?;
        let rules_found = rules.is_none() && likely.len() > 1;
        self.set_start()?;
        let mut contradicted = None;
        let mut refused: Option<(usize, BpgnError)> = None;
        // One that is likely is told by tags.
        let tried = rules.filter(|_| likely.len() > 1).map_or(likely, |rules| vec![rules]);
        for rules in tried {
            match self.by_rules(rules) {
                Ok((settled, true)) => return Ok(Settled { rules_found, ..settled }),
                Ok((settled, false)) => contradicted = contradicted.or(Some(settled)),
                // The rules by which most moves are legal tell best what is wrong.
                Err(error) if refused.as_ref().is_none_or(|(plies, _)| error.0 > *plies) => refused = Some(error),
                Err(_) => {}
            }
        }
        match (contradicted, refused) {
            (Some(settled), _) => Ok(Settled { rules_found, ..settled }),
            (None, Some((_, error))) => Err(error),
            (None, None) => Err(BpgnError::new(self.end_line, "", Fault::Variant("no rules are known".to_owned()))),
        }
    }

    fn check_result_tag(&self) -> Result<(), BpgnError> {
        match self.tag("Result").filter(|tag| GameResult::from_text(tag).is_some_and(|tag| tag != self.result)) {
            Some(tag) => {
                let reason = Fault::ResultTag { tag: tag.to_owned() };
                Err(BpgnError::new(self.end_line, self.result.text(), reason))
            }
            None => Ok(()),
        }
    }

    /// Puts the tag `FEN` into Tandem's form: one board stands for both, and a start that only Chess960 has makes the
    /// game Chess960 (R19), whatever the tag `Variant` says.
    fn set_start(&mut self) -> Result<(), BpgnError> {
        let Some(tag) = self.tag("FEN") else { return Ok(()) };
        let both = if tag.contains('|') { tag.to_owned() } else { format!("{tag} | {tag}") };
        let is_chess960 = self.starts_as_chess960(&both);
        let positions = parse_start(&both, is_chess960);
        let positions = positions.map_err(|error| BpgnError::new(self.fen_line, tag, Fault::Start(error)))?;
        if is_chess960 {
            self.set_tag("Variant", CHESS960);
        }
        if positions.0.iter().all(|position| position.to_bfen() == crate::board::fen::START) {
            self.tags.retain(|(name, _)| name != "FEN" && name != "SetUp");
        } else {
            self.set_tag("FEN", &both);
        }
        Ok(())
    }

    /// Whether a game from this start, `A | B`, is Chess960 (R19): by the tag `Variant`, or because only Chess960 has
    /// such a start.
    pub(super) fn starts_as_chess960(&self, both: &str) -> bool {
        self.is_chess960() || parse_start(both, false).is_err() && parse_start(both, true).is_ok()
    }

    /// The game by `rules`, and whether its end fits them; or the number of plies that are legal, and the error.
    fn by_rules(&self, rules: Rules) -> Result<(Settled, bool), (usize, BpgnError)> {
        let mut record = self.clone();
        if rules.promotion == PromotionRule::TakeFromPartnerBoard {
            record.plies.iter_mut().for_each(|ply| ply.san = with_taken_square(&ply.san));
        }
        let mut legal = 0;
        let mut seen: Vec<(u32, String, u64)> = Vec::with_capacity(record.plies.len());
        let visit = |game: &Game, ply: &super::Ply, game_move| {
            let board = ply.seat.board;
            seen.push((
                game.position(board).fullmove_number().into(),
                game.san(board, game_move),
                game.clocks()[ply.seat],
            ));
            legal += 1;
        };
        let game = record.play_moves(rules, visit).map_err(|error| (legal, error))?;
        let has_clocks = record.time_control().is_some();
        for (ply, (number, san, clock_ms)) in record.plies.iter_mut().zip(seen) {
            (ply.number, ply.san) = (number, san);
            if has_clocks && ply.stamp.is_some() {
                ply.stamp = Some(Stamp::Remaining(clock_ms));
            }
        }
        record.set_tag("Rules", &rules.to_string());
        let warnings = [record.tag_told_twice(), record.clock_beyond_control()].into_iter().flatten().collect();
        let mut settled = Settled { record, game, rules, rules_found: false, warnings };
        let fits = settled.end();
        Ok((settled, fits))
    }
}

impl Record {
    /// Tells of the first tag that comes again with another value, if there is one.
    fn tag_told_twice(&self) -> Option<String> {
        self.tags.iter().find_map(|(name, value)| {
            let first = self.tag(name).filter(|first| first != value)?;
            Some(format!("tag {name}: `{first}` is taken, and `{value}` behind it is not"))
        })
    }

    /// Tells of the first clock that shows more than twice what its time control has given by then, if there is one:
    /// one of the two is in another unit, as minutes or tenths of a second.
    fn clock_beyond_control(&self) -> Option<String> {
        let controls = Seat::ALL.map(|seat| self.player_control(seat));
        self.plies.iter().find_map(|ply| {
            let Some(Stamp::Remaining(ms)) = ply.stamp else { return None };
            let (base_ms, increment_ms) = controls[ply.seat.index()]?;
            let given = base_ms.saturating_add(increment_ms.saturating_mul(ply.number.into()));
            if ms <= given.saturating_mul(2) {
                return None;
            }
            let (line, [shown, given]) = (ply.line, [ms, given].map(seconds));
            Some(format!("line {line}: the clock shows {shown} s, and the time control has given only {given} s"))
        })
    }
}

impl Settled {
    /// Ends the game as the record tells, and puts result and end note into Tandem's form. Returns whether the rules
    /// show that end.
    fn end(&mut self) -> bool {
        let told = Told::of(&self.record);
        let results = [Some(self.record.result), self.record.tag("Result").and_then(GameResult::from_text)];
        let results: Vec<GameResult> = results.into_iter().flatten().filter(|r| *r != GameResult::Open).collect();
        let shown = self.game.outcome();
        let fits = match shown {
            Some(outcome) if told == Told::Nothing => results.iter().all(|&result| agrees(result, &outcome)),
            Some(outcome) => told.fits(&outcome),
            None => true,
        };
        // Without a contradiction the rules tell the end; otherwise the record does, or the rules if it says nothing.
        let outcome = match shown {
            Some(outcome) if fits || told.outcome(&self.game).is_none() => Some(outcome),
            _ => told.outcome(&self.game),
        };
        let Some(outcome) = outcome else {
            // The reason is not told, or not understood: the note stays as it is.
            let result = told.result().or_else(|| results.first().copied()).unwrap_or_default();
            let is_lost = matches!(told, Told::Lost { .. });
            if results.iter().any(|other| *other != result) && !is_lost {
                self.warnings.push(format!("result and tag Result differ; {} is kept", result.text()));
            }
            self.set_result(result);
            return true;
        };
        self.check_results(&results, &outcome);
        let claimed = self.record.end_note.clone().or_else(|| self.record.tag("Outcome").map(str::to_owned));
        self.set_result(GameResult::from(Some(outcome)));
        self.record.end_note = Some(end_note::text(&outcome, |seat| self.record.player(seat)));
        let mut ended = self.game.clone();
        if self.record.check_end(&mut ended).is_ok() && ended.outcome().is_some() {
            self.game = ended;
            return fits;
        }
        self.record.end_note = Some(end_note::text_as_told(&outcome, |seat| self.record.player(seat)));
        if self.record.check_end(&mut self.game).is_err() {
            // A name that no note can carry, as an empty one: the end stays in the file's own words.
            self.record.end_note = claimed.clone();
            self.record.end_note.iter_mut().for_each(|note| note.push('.'));
        }
        let stands = shown.map_or_else(|| "the game goes on".to_owned(), |outcome| outcome.to_string());
        self.warnings.push(format!("`{}` is believed; by the rules: {stands}", claimed.unwrap_or_default()));
        false
    }

    fn set_result(&mut self, result: GameResult) {
        self.record.result = result;
        self.record.set_tag("Result", result.text());
    }

    /// Warns of a result that fits neither convention.
    fn check_results(&mut self, results: &[GameResult], outcome: &Outcome) {
        if let Some(wrong) = results.iter().find(|&&result| !agrees(result, outcome)) {
            self.warnings.push(format!("Result {} fits neither convention: {outcome}", wrong.text()));
        }
    }
}

/// Reads a start, `A | B`.
fn parse_start(both: &str, chess960: bool) -> Result<ByBoard<Position>, PairError> {
    parse_pair(both, Rules { chess960, ..Rules::default() }.board_rules())
}

/// Whether a result fits an outcome by either convention.
fn agrees(result: GameResult, outcome: &Outcome) -> bool {
    let losers: Vec<Seat> = outcome.seat.into_iter().collect();
    match outcome.winner {
        None => result == GameResult::Draw,
        Some(winner) => fits_a_convention(result, winner, &losers),
    }
}

/// bughouse.pro's `e8=Qd1` as `e8=Q^d1`.
fn with_taken_square(san: &str) -> String {
    match san.split_once('=') {
        Some((front, behind)) if behind.len() >= 3 && behind.is_ascii() && !behind.contains('^') => {
            format!("{front}={}^{}", &behind[..1], &behind[1..])
        }
        _ => san.to_owned(),
    }
}
