//! Early end of games by the referee, if the user sets it: by the players' scores, or by length.
//!
//! Players search one board each, so a score is a claim about one board. A team has lost by adjudication when its
//! player on one board has reported a lost score for some moves (and the opponent on that board, for as many moves, a
//! won one), while its partner on the other board does not report being ahead: a partner who is ahead may mate first. A
//! draw takes all four players. A game is too long when both boards are: while a player sits on one of them, its clock
//! decides.

use crate::arena::engines::EngineScore;
use crate::game::Seat;
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

/// Why a text is no rule for adjudication.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum AdjudicationError {
    #[error("`{0}` is none of {1}")]
    Key(String, &'static str),
    #[error("`{0}`: a number from 1 to {1} is wanted")]
    Number(String, u32),
    #[error("`{0}`: this key is given twice")]
    Twice(String),
    #[error("`{0}`: known are sides=both and sides=one")]
    Sides(String),
    #[error("{0} is missing")]
    Missing(&'static str),
}

/// The highest number of moves that can be set.
const MOST_MOVES: u32 = 1000;
/// The highest score that can be set, in centipawns.
const MOST_CP: u32 = 100_000;

/// Conditions for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// In centipawns: a player is lost with the negative of this or worse.
    pub score_cp: u32,
    /// For this many of its moves.
    pub moves: u32,
    /// Whether its opponent must agree.
    pub both: bool,
}

impl FromStr for Resign {
    type Err = AdjudicationError;

    /// Reads `score=1500,moves=6`, perhaps with `sides=one`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut both = true;
        let (score_cp, moves) = score_and_moves(text, "score=CP, moves=N, sides=both|one", |part, key, value| {
            match (key, value) {
                ("sides", "both" | "one") => both = value == "both",
                ("sides", _) => return Err(AdjudicationError::Sides(part.to_owned())),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Self { score_cp, moves, both })
    }
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = if self.both { "both" } else { "one" };
        write!(f, "score={},moves={},sides={sides}", self.score_cp, self.moves)
    }
}

/// Conditions for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// In centipawns: no player's score is further from 0.
    pub score_cp: u32,
    /// For this many of their moves.
    pub moves: u32,
    /// Minimum number of moves of each side on both boards.
    pub after: u32,
}

impl FromStr for Draw {
    type Err = AdjudicationError;

    /// Reads `score=10,moves=8`, perhaps with `after=40`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut after = 0;
        let (score_cp, moves) = score_and_moves(text, "score=CP, moves=N, after=N", |part, key, value| {
            if key == "after" {
                after = count(part, value, MOST_MOVES)?;
            }
            Ok(key == "after")
        })?;
        Ok(Self { score_cp, moves, after })
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={},after={}", self.score_cp, self.moves, self.after)
    }
}

/// Reads `score=CP,moves=N`; other keys go to `other`, and errors quote `known`.
fn score_and_moves(
    text: &str,
    known: &'static str,
    mut other: impl FnMut(&str, &str, &str) -> Result<bool, AdjudicationError>,
) -> Result<(u32, u32), AdjudicationError> {
    let (mut score_cp, mut moves) = (None, None);
    let mut keys = Vec::new();
    for part in text.split(',') {
        let pair = part.trim().split_once('=');
        if let Some((key, _)) = pair {
            if keys.contains(&key) {
                return Err(AdjudicationError::Twice(part.to_owned()));
            }
            keys.push(key);
        }
        match pair {
            Some(("score", number)) => score_cp = Some(count(part, number, MOST_CP)?),
            Some(("moves", number)) => moves = Some(count(part, number, MOST_MOVES)?),
            Some((key, value)) if other(part, key, value)? => {}
            _ => return Err(AdjudicationError::Key(part.to_owned(), known)),
        }
    }
    let score_cp = score_cp.ok_or(AdjudicationError::Missing("score=CP"))?;
    Ok((score_cp, moves.ok_or(AdjudicationError::Missing("moves=N"))?))
}

fn count(part: &str, number: &str, most: u32) -> Result<u32, AdjudicationError> {
    let number = number.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| AdjudicationError::Number(part.to_owned(), most))
}

/// The heading of the options in the help.
#[cfg(feature = "tools")]
const GROUP: &str = "Adjudication";

/// How games are ended early; by default not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tools", derive(clap::Args))]
pub struct Adjudication {
    /// End a game as lost for a team when its player has told -CP or worse for N of its moves and the opponent on that
    /// board +CP or better (`sides=one`: whatever the opponent tells), while its partner does not tell that the other
    /// board is better for them
    #[cfg_attr(feature = "tools", arg(long, value_name = "score=CP,moves=N[,sides=both|one]", help_heading = GROUP))]
    pub resign: Option<Resign>,
    /// End a game as drawn when all four players have told between -CP and CP for N of their moves, after both boards
    /// have seen as many moves of each side as `after` says
    #[cfg_attr(feature = "tools", arg(long, value_name = "score=CP,moves=N[,after=N]", help_heading = GROUP))]
    pub draw: Option<Draw>,
    /// End a game as drawn when both boards have seen so many moves of each side
    #[cfg_attr(feature = "tools", arg(long = "maxmoves", value_name = "N", help_heading = GROUP,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)))]
    pub max_moves: Option<u32>,
}

impl fmt::Display for Adjudication {
    /// Writes `none`, or the options as on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.resign.map(|resign| format!("resign {resign}")),
            self.draw.map(|draw| format!("draw {draw}")),
            self.max_moves.map(|moves| format!("maxmoves {moves}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "none" } else { "" })?;
        f.write_str(&words.join("; "))
    }
}

/// The player whose team has lost by the scores on its board, or `None` for a draw; and the reason.
pub type Ruling = (Option<Seat>, String);

/// Checks the scores reported with every move of a game.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    by: Adjudication,
    moves: [u32; 4],
    /// Scores that each player reported with its last moves, in the order of [`Seat::ALL`]; `None` where it reported
    /// none.
    told: [VecDeque<Option<i32>>; 4],
}

impl Adjudicator {
    /// The state before the first move.
    pub fn new(by: Adjudication) -> Self {
        Self { by, ..Self::default() }
    }

    /// Adds a move of a player, with the score that it has reported since its last move, and adjudicates.
    pub fn moved(&mut self, seat: Seat, verdict: Option<EngineScore>) -> Option<Ruling> {
        self.moves[seat.index()] += 1;
        let kept = self.kept();
        let told = &mut self.told[seat.index()];
        told.push_back(verdict.map(centipawns));
        if told.len() > kept {
            told.pop_front();
        }
        self.lost(seat).or_else(|| self.drawn()).or_else(|| self.too_long())
    }

    /// Number of a player's last moves that matter.
    fn kept(&self) -> usize {
        let moves = [self.by.resign.map(|resign| resign.moves), self.by.draw.map(|draw| draw.moves)];
        moves.into_iter().flatten().max().map_or(1, |moves| moves.max(1) as usize)
    }

    /// Whether a player's scores at its last `moves` moves were all `like` this.
    fn always(&self, seat: Seat, moves: u32, like: impl Fn(i32) -> bool) -> bool {
        let told = &self.told[seat.index()];
        let moves = moves as usize;
        told.len() >= moves && told.iter().rev().take(moves).all(|told| told.is_some_and(&like))
    }

    /// The loss of a player, if any: a move can complete the conditions for any of the four, since both boards count.
    fn lost(&self, mover: Seat) -> Option<Ruling> {
        let Resign { score_cp, moves, both } = self.by.resign?;
        let bound = i32::try_from(score_cp).unwrap_or(i32::MAX);
        let is_lost = |seat: Seat| {
            let other = seat.partner();
            self.always(seat, moves, |told| told <= -bound)
                && self.always(other, 1, |told| told <= 0)
                && (!both
                    || self.always(seat.opponent(), moves, |told| told >= bound)
                        && self.always(other.opponent(), 1, |told| told >= 0))
        };
        let first = [mover, mover.opponent(), mover.partner(), mover.diagonal()];
        let seat = first.into_iter().find(|&seat| is_lost(seat))?;
        let claim = format!("-{}.{:02} or worse for {}", score_cp / 100, score_cp % 100, counted(moves));
        Some((Some(seat), if both { format!("{claim}, and its opponent agrees") } else { claim }))
    }

    fn drawn(&self) -> Option<Ruling> {
        let Draw { score_cp, moves, after } = self.by.draw?;
        let level = |&seat: &Seat| self.always(seat, moves, |told| told.unsigned_abs() <= score_cp);
        let why = || format!("all within {}.{:02} for {}", score_cp / 100, score_cp % 100, counted(moves));
        (self.have_moved(after) && Seat::ALL.iter().all(level)).then(|| (None, why()))
    }

    fn too_long(&self) -> Option<Ruling> {
        let moves = self.by.max_moves?;
        self.have_moved(moves).then(|| (None, format!("{} on both boards", counted(moves))))
    }

    /// Whether all four players have made this many moves.
    fn have_moved(&self, moves: u32) -> bool {
        self.moves.iter().all(|&made| made >= moves)
    }
}

fn counted(moves: u32) -> String {
    if moves == 1 { "a move".to_owned() } else { format!("{moves} moves") }
}

/// A score in centipawns; a mate counts more than any score that can be set.
fn centipawns(verdict: EngineScore) -> i32 {
    match verdict {
        EngineScore::Cp(cp) => cp,
        EngineScore::Mate(moves) if moves > 0 => i32::MAX,
        EngineScore::Mate(_) => -i32::MAX,
    }
}
