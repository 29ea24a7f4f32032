//! One game from the set-up to its end. Its deeds are kept in a list, from which it can be made again.

use super::settings::{Announce, GameName, Settings};
use crate::arena::date;
use crate::variants::battle::{self, SetUp, SetUpError};
use crate::variants::color::Color;
use crate::variants::game::{Ending, Game, Reason};
use crate::variants::kriegspiel::{Announcement, Arbiter, TryError};
use crate::variants::moves::Move;
use crate::variants::play::{Name, Play};
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// Plies after which a game is a draw: nobody plays that long, and no game may grow without bound.
const MOST_PLIES: usize = 1_000;
/// The same for tries and questions of Kriegspiel.
const MOST_DEEDS: usize = 6_000;

/// A refused request: the error code, for which the page has words, and what it quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code.
    pub code: &'static str,
    /// The quoted text.
    pub text: String,
}

impl Refusal {
    /// A refusal with a quotation.
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

impl From<SetUpError> for Refusal {
    fn from(error: SetUpError) -> Self {
        match error {
            SetUpError::Fen(error) => Self::new("set_up_ranks", error.to_string()),
            SetUpError::Count { letter, found, wanted, .. } => {
                Self::new("set_up_count", format!("{letter}: {found} ≠ {wanted}"))
            }
            SetUpError::Color { letter, .. } => Self::new("set_up_color", letter),
            SetUpError::Pawn { square, .. } => Self::new("set_up_pawn", square),
            SetUpError::File { file, .. } => Self::new("set_up_file", file),
            SetUpError::Bishops { text } => Self::new("set_up_bishops", text),
        }
    }
}

impl From<TryError> for Refusal {
    fn from(error: TryError) -> Self {
        match error {
            TryError::NoMove(text) => Self::new("try_no_move", text),
            TryError::NotYours(text) => Self::new("try_not_yours", text),
            TryError::MustTake(text) => Self::new("try_must_take", text),
            TryError::Over => Self::new("over", ""),
        }
    }
}

/// A player's deed once the game is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A move, or a try, of the side on turn.
    Move(String),
    /// «Can I take?», by the side on turn.
    Ask,
    /// A color resigns: `w` or `b`.
    Resign(char),
    /// Both agree to a draw.
    Agree,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The winner; none for a draw.
    pub winner: Option<Color>,
    /// A word that the page knows.
    pub reason: &'static str,
}

impl From<Ending> for Finish {
    fn from(ending: Ending) -> Self {
        let reason = match ending.reason {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::Quiet => "quiet",
            Reason::Material => "material",
            Reason::KingTaken => "king_taken",
            Reason::NoMove => "no_move",
        };
        Self { winner: ending.winner, reason }
    }
}

/// Something that the arbiter has said, and the try that it answers.
#[derive(Clone, Debug)]
pub struct Said {
    /// The words.
    pub what: Announcement,
    /// The side on turn when it was said.
    pub to: Color,
    /// The try.
    pub attempt: Option<Move>,
}

/// The position and how the game got there.
pub enum Ground {
    /// Both see everything.
    Open(Box<Play>),
    /// Kriegspiel.
    Hidden(Box<Arbiter>),
}

/// A game.
pub struct Contest {
    /// Its settings.
    pub settings: Settings,
    /// The day on which it began, as PGN writes it.
    pub date: String,
    /// The set-ups that are ready, white's first.
    pub set_ups: [Option<SetUp>; 2],
    /// The deeds so far.
    pub deeds: Vec<Deed>,
    /// The arbiter's announcements so far.
    pub said: Vec<Said>,
    /// Moves played, in Kriegspiel too.
    pub moves: Vec<String>,
    /// The start as FEN.
    pub start: String,
    ground: Option<Ground>,
    called: Option<Finish>,
}

impl Contest {
    /// A game with these settings, which begins if nothing is set up before.
    pub fn new(settings: Settings) -> Self {
        let mut contest = Self {
            settings,
            date: date::utc(SystemTime::now()).0,
            set_ups: [None, None],
            deeds: Vec::new(),
            said: Vec::new(),
            moves: Vec::new(),
            start: String::new(),
            ground: None,
            called: None,
        };
        if !contest.settings.sets_up() {
            contest.ground = contest.usual();
        }
        contest.note_start();
        contest
    }

    /// The usual start. Those of this crate are positions, so there always is one.
    fn usual(&self) -> Option<Ground> {
        match self.settings.game.open() {
            Some(name) => Play::start(name, &self.settings.choices()).ok().map(|play| Ground::Open(Box::new(play))),
            None => Arbiter::usual(self.names_squares()).ok().map(|arbiter| Ground::Hidden(Box::new(arbiter))),
        }
    }

    fn note_start(&mut self) {
        if let Some(ground) = &self.ground {
            self.start = ground.fen();
        }
    }

    /// Whether the arbiter names the squares of moves.
    pub fn names_squares(&self) -> bool {
        self.settings.announce == Announce::Squares
    }

    /// The position, once it is set up.
    pub const fn ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    /// The side on turn, while the game is on.
    pub fn on_turn(&self) -> Option<Color> {
        self.ground.as_ref().filter(|_| self.finish().is_none()).map(Ground::side)
    }

    /// The end, if the game is over.
    pub fn finish(&self) -> Option<Finish> {
        let ending = match self.ground.as_ref()? {
            Ground::Open(play) => play.ending(),
            Ground::Hidden(arbiter) => arbiter.ending(),
        };
        let too_long = self.moves.len() >= MOST_PLIES || self.deeds.len() >= MOST_DEEDS;
        let long = too_long.then_some(Finish { winner: None, reason: "too_long" });
        self.called.or(ending.map(Finish::from)).or(long)
    }

    /// Takes a set-up; with both, the screen is lifted.
    ///
    /// # Errors
    /// When it breaks a rule, or both together leave the king of the side not on turn in check: then both are taken
    /// back. The message quotes nothing of the other set-up.
    pub fn set_up(&mut self, color: Color, text: &str) -> Result<(), Refusal> {
        if !self.settings.sets_up() || self.ground.is_some() {
            return Err(Refusal::new("no_set_up", ""));
        }
        self.set_ups[color.index()] = Some(SetUp::parse(text)?);
        let [Some(white), Some(black)] = &self.set_ups else { return Ok(()) };
        let both = [white, black];
        let ground = match self.settings.game {
            GameName::Kriegspiel => {
                Arbiter::set_up(both, self.names_squares()).ok().map(|arbiter| Ground::Hidden(Box::new(arbiter)))
            }
            _ => battle::start(both)
                .ok()
                .and_then(|position| Play::from_fen(Name::Battle, &self.settings.choices(), &position.to_fen()).ok())
                .map(|play| Ground::Open(Box::new(play))),
        };
        if ground.is_none() {
            return Err(Refusal::new("set_ups_clash", ""));
        }
        if let Some(Ground::Hidden(arbiter)) = &ground {
            let to = arbiter.side();
            self.said.extend(arbiter.opened().into_iter().map(|what| Said { what, to, attempt: None }));
        }
        self.ground = ground;
        self.note_start();
        Ok(())
    }

    /// Takes a set-up back, as long as the screen is down.
    pub fn take_back(&mut self, color: Color) {
        if self.ground.is_none() {
            self.set_ups[color.index()] = None;
        }
    }

    /// Carries out a deed.
    ///
    /// # Errors
    /// When it is not possible; nothing has changed then.
    pub fn carry_out(&mut self, deed: Deed) -> Result<(), Refusal> {
        if self.ground.is_some() && self.finish().is_some() {
            return Err(Refusal::new("over", ""));
        }
        let side = self.on_turn().ok_or_else(|| Refusal::new("no_game", ""))?;
        match &deed {
            Deed::Move(text) => self.play(side, text)?,
            Deed::Ask => self.ask(side)?,
            Deed::Resign(letter) => {
                let winner = if *letter == Color::White.letter() { Color::Black } else { Color::White };
                self.called = Some(Finish { winner: Some(winner), reason: "resignation" });
            }
            Deed::Agree => self.called = Some(Finish { winner: None, reason: "agreement" }),
        }
        self.deeds.push(deed);
        Ok(())
    }

    fn play(&mut self, side: Color, text: &str) -> Result<(), Refusal> {
        let failed = self.failed_tries();
        match &mut self.ground {
            None => Err(Refusal::new("no_game", "")),
            Some(Ground::Open(play)) => {
                let mv = play.find(text).ok_or_else(|| Refusal::new("illegal", text))?;
                play.play(&mv.to_string()).map_err(|_| Refusal::new("illegal", text))?;
                self.moves.push(mv.to_string());
                Ok(())
            }
            Some(Ground::Hidden(arbiter)) => {
                let attempt = arbiter.read(text)?;
                if failed.contains(&attempt) {
                    return Err(Refusal::new("tried", text));
                }
                let heard = arbiter.attempt(&attempt.to_string())?;
                if heard.iter().any(|what| matches!(what, Announcement::Moved(_))) {
                    self.moves.push(attempt.to_string());
                }
                self.said.extend(heard.into_iter().map(|what| Said { what, to: side, attempt: Some(attempt) }));
                Ok(())
            }
        }
    }

    /// Whether the question was asked since the last move.
    pub fn has_asked(&self) -> bool {
        self.this_turn().any(|said| matches!(said.what, Announcement::CanTake(..)))
    }

    fn ask(&mut self, side: Color) -> Result<(), Refusal> {
        let asked = self.has_asked();
        let Some(Ground::Hidden(arbiter)) = &mut self.ground else { return Err(Refusal::new("no_question", "")) };
        if asked {
            return Err(Refusal::new("asked", ""));
        }
        let what = arbiter.ask()?;
        self.said.push(Said { what, to: side, attempt: None });
        Ok(())
    }

    /// The announcements since the last move.
    fn this_turn(&self) -> impl Iterator<Item = &Said> {
        self.said.iter().rev().take_while(|said| !matches!(said.what, Announcement::Moved(_)))
    }

    /// The tries of this turn that were impossible.
    pub fn failed_tries(&self) -> Vec<Move> {
        let failed = |said: &Said| said.attempt.filter(|_| matches!(said.what, Announcement::Impossible(_)));
        self.this_turn().filter_map(failed).collect()
    }
}

impl Ground {
    /// The position as FEN.
    pub fn fen(&self) -> String {
        match self {
            Self::Open(play) => play.fen(),
            Self::Hidden(arbiter) => arbiter.position().to_fen(),
        }
    }

    /// The side on turn.
    pub fn side(&self) -> Color {
        match self {
            Self::Open(play) => play.side(),
            Self::Hidden(arbiter) => arbiter.side(),
        }
    }
}
