//! The arbiter: knows the position, judges tries, announces.

use super::super::battle::{BATTLE, CHESS, SetUp};
use super::super::chess::Chess;
use super::super::color::Color;
use super::super::fen::{FenError, parse};
use super::super::game::{Ending, Game};
use super::super::mailbox::{forward, shift};
use super::super::moves::{Act, Kind, Move, Square, file_of, parse_square, rank_of};
use super::super::play::Line;

/// How a king is attacked (V5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Along its file.
    File,
    /// Along its rank.
    Rank,
    /// On the longer of its diagonals.
    LongDiagonal,
    /// On the shorter one.
    ShortDiagonal,
    /// By a knight.
    Knight,
}

/// The announcement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The side that has moved.
    pub by: Color,
    /// From and to, where squares are named (V5.3).
    pub squares: Option<[Square; 2]>,
    /// The square of a capture (V5.4).
    pub captured: Option<Square>,
    /// The square of a promotion (V5.7).
    pub promoted: Option<Square>,
    /// The checks, in a fixed order.
    pub checks: Vec<Check>,
}

/// One announcement; both players hear it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The game begins, and white stands in check; without one nothing is said.
    Opening(Vec<Check>),
    /// The side on turn has tried something impossible.
    Impossible(Color),
    /// It has asked whether a pawn can take, and this is the answer.
    CanTake(Color, bool),
    /// It has moved.
    Moved(Told),
    /// The game is over.
    Over(Ending),
}

/// Why a try was not judged. Nobody else hears of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TryError {
    #[error("`{0}` is no move (write `e2e4`, `e7e8q`)")]
    NoMove(String),
    #[error("`{0}` is no move that one of your pieces could make")]
    NotYours(String),
    #[error("`{0}`: a pawn can take, so a pawn's capture must be tried first")]
    MustTake(String),
    #[error("the game is over")]
    Over,
}

/// The checks on the king of the side on turn.
pub(super) fn checks_of(position: &Chess) -> Vec<Check> {
    let (us, board) = (position.side(), position.board());
    let king = board.king(us);
    let mut found = Vec::new();
    for &from in board.pieces(!us) {
        if !board.attacks(from, king) {
            continue;
        }
        let (files, ranks) =
            (i32::from(file_of(from)) - i32::from(file_of(king)), i32::from(rank_of(from)) - i32::from(rank_of(king)));
        found.push(match (files, ranks) {
            (0, _) => Check::File,
            (_, 0) => Check::Rank,
            (files, ranks) if files.abs() == ranks.abs() => {
                // Squares missing to the full eight on the rising and on the falling diagonal; never the same number.
                let (file, rank) = (i32::from(file_of(king)), i32::from(rank_of(king)));
                let rising_is_long = (file - rank).abs() < (file + rank - 7).abs();
                let is_rising = files.signum() == ranks.signum();
                if is_rising == rising_is_long { Check::LongDiagonal } else { Check::ShortDiagonal }
            }
            _ => Check::Knight,
        });
    }
    found.sort_unstable();
    found
}

/// The announcement of `mv`, which leads from `before` to `after`.
pub(super) fn told(before: &Chess, mv: Move, after: &Chess, names_squares: bool) -> Told {
    Told {
        by: before.side(),
        squares: names_squares.then_some([mv.from, mv.to]),
        captured: before.captured(mv).map(|_| mv.to),
        promoted: (mv.act == Act::Promote).then_some(mv.to),
        checks: checks_of(after),
    }
}

/// Whether a move is a pawn's capture.
pub(super) fn is_pawn_capture(position: &Chess, mv: Move) -> bool {
    let is_pawn = position.board().at(mv.from).piece().is_some_and(|(_, kind)| kind == Kind::Pawn);
    is_pawn && file_of(mv.from) != file_of(mv.to)
}

/// Whether the side on turn has a legal capture by a pawn.
pub(super) fn can_pawn_take(position: &Chess) -> bool {
    let mut moves = Vec::new();
    position.generate(true, &mut moves);
    moves.into_iter().any(|mv| is_pawn_capture(position, mv) && position.make(mv).is_some())
}

/// Everything that the side on turn could try, from what it knows: its own pieces. Captures by pawns are steps, also
/// en passant.
pub fn tries(position: &Chess) -> Vec<Move> {
    let us = position.side();
    let mut alone = position.clone();
    alone.ep_square = 0;
    for &square in position.board().pieces(!us) {
        alone.take(square);
    }
    let mut moves = Vec::new();
    alone.generate(false, &mut moves);
    let size = position.laws().size;
    for &from in position.board().pieces(us) {
        if position.board().at(from).piece() != Some((us, Kind::Pawn)) {
            continue;
        }
        for side in [1, -1] {
            let to = shift(from, forward(us) + side);
            if !size.has(to) || position.board().at(to).is(us) {
                continue;
            }
            if size.relative_rank(us, to) == size.ranks - 1 {
                moves.extend(position.laws().promotions.iter().map(|&kind| Move::promotion(from, to, kind)));
            } else {
                moves.push(Move::step(from, to));
            }
        }
    }
    moves
}

/// The legal move that a try stands for, and the position after it.
pub(super) fn carry_out(position: &Chess, attempt: Move) -> Option<(Move, Chess)> {
    let mut moves = Vec::new();
    position.generate(false, &mut moves);
    let mv = moves.into_iter().find(|mv| (mv.from, mv.to, mv.kind) == (attempt.from, attempt.to, attempt.kind))?;
    position.make(mv).map(|after| (mv, after))
}

/// The arbiter of one game.
pub struct Arbiter {
    line: Line<Chess>,
    names_squares: bool,
    /// Set when the side on turn has heard that a pawn can take, until it tries that.
    owes_capture: bool,
}

impl Arbiter {
    /// A game from the usual start. `names_squares`: announcements of moves name the squares.
    ///
    /// # Errors
    /// Never for the start of chess; the position is read like any other.
    pub fn usual(names_squares: bool) -> Result<Self, FenError> {
        let position = parse(&CHESS, CHESS.start)?;
        Ok(Self { line: Line::new(position), names_squares, owes_capture: false })
    }

    /// A game from two set-ups, white's first.
    ///
    /// # Errors
    /// When they leave the king of the side not on turn in check (V4.3).
    pub fn set_up(set_ups: [&SetUp; 2], names_squares: bool) -> Result<Self, FenError> {
        Ok(Self { line: Line::new(super::super::battle::start(set_ups)?), names_squares, owes_capture: false })
    }

    /// A game from a position of chess without castling.
    ///
    /// # Errors
    /// When the text is none.
    pub fn from_fen(text: &str, names_squares: bool) -> Result<Self, FenError> {
        Ok(Self { line: Line::new(parse(&BATTLE, text)?), names_squares, owes_capture: false })
    }

    /// The side on turn.
    pub fn side(&self) -> Color {
        self.line.position().side()
    }

    /// The announcement before the first move: the checks in which the side on turn stands from the start.
    pub fn opening(&self) -> Option<Announcement> {
        let checks = checks_of(self.line.position());
        (!checks.is_empty()).then_some(Announcement::Opening(checks))
    }

    /// All announcements before the first move: [`Self::opening`], and the end where the set-ups leave white mated.
    pub fn opened(&self) -> Vec<Announcement> {
        self.opening().into_iter().chain(self.ending().map(Announcement::Over)).collect()
    }

    /// The true position, for the arbiter's own use and for both players when the game is over.
    pub const fn position(&self) -> &Chess {
        self.line.position()
    }

    /// The end of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.line.ending()
    }

    /// Answers «Can I take?».
    ///
    /// # Errors
    /// When the game is over.
    pub fn ask(&mut self) -> Result<Announcement, TryError> {
        if self.ending().is_some() {
            return Err(TryError::Over);
        }
        let can = can_pawn_take(self.line.position());
        self.owes_capture = can;
        Ok(Announcement::CanTake(self.side(), can))
    }

    /// Reads a try; a pawn that reaches the last rank becomes a queen unless another piece is named. A sign may stand
    /// between the squares and before that piece, as in the announcements (`e2–e4`).
    ///
    /// # Errors
    /// When it is none, from what the player knows.
    pub fn read(&self, text: &str) -> Result<Move, TryError> {
        let wrong = || TryError::NoMove(text.to_owned());
        let is_sign = |letter: char| " -–—:x=".contains(letter);
        let lower = text.trim().to_lowercase();
        let small: String = lower.chars().filter(|&letter| !is_sign(letter)).collect();
        if lower.ends_with(is_sign) || !small.is_ascii() || !(4..=5).contains(&small.len()) {
            return Err(wrong());
        }
        let squares = [&small[..2], &small[2..4]].map(parse_square);
        let [Some(from), Some(to)] = squares else { return Err(wrong()) };
        let kind = match small[4..].chars().next() {
            Some(letter) => Some(Kind::from_letter(letter).ok_or_else(wrong)?),
            None => None,
        };
        let all = tries(self.line.position());
        let fits = |mv: &&Move| mv.from == from && mv.to == to && (kind.is_none() || mv.kind == kind);
        all.iter().find(fits).copied().ok_or_else(|| TryError::NotYours(text.to_owned()))
    }

    /// Judges a try of the side on turn; returns the announcements, which both sides hear.
    ///
    /// # Errors
    /// When it is none, or a pawn's capture must come first (V5.6); nothing is announced then.
    pub fn attempt(&mut self, text: &str) -> Result<Vec<Announcement>, TryError> {
        if self.ending().is_some() {
            return Err(TryError::Over);
        }
        let attempt = self.read(text)?;
        let before = self.line.position().clone();
        let is_capture = is_pawn_capture(&before, attempt);
        if self.owes_capture && !is_capture {
            return Err(TryError::MustTake(text.to_owned()));
        }
        self.owes_capture = false;
        let Some((mv, after)) = carry_out(&before, attempt) else {
            return Ok(vec![Announcement::Impossible(before.side())]);
        };
        self.line.play(mv);
        let mut heard = vec![Announcement::Moved(told(&before, mv, &after, self.names_squares))];
        heard.extend(self.ending().map(Announcement::Over));
        Ok(heard)
    }
}
