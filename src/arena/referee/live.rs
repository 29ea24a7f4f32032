//! A game in progress, for display and for the record, and its observers.

use super::clock::MatchClock;
use super::promotion;
use crate::arena::control::TimeControl;
use crate::arena::date;
use crate::arena::engines::SearchInfo;
use crate::game::bpgn::Record;
use crate::game::{BoardId, Game, GameError, GameMove, Outcome, Seat, Team, Transfer};
use crate::types::Move;
use crate::types::host::Instant;
use std::fmt;
use std::io;
use std::time::SystemTime;

/// The tag `Event` of all games.
pub const EVENT: &str = "Tandem match";

/// One of the two teams of the match, whatever its seats at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSide {
    /// The first, `--team1`.
    First,
    /// The second, `--team2`.
    Second,
}

impl MatchSide {
    /// Both, in the order of [`Self::index`].
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for MatchSide {
    type Output = Self;

    /// The other team.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for MatchSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "team {}", self.index() + 1)
    }
}

/// The score of the match so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won by the first and by the second team.
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
}

impl MatchScore {
    /// Counts a game.
    pub fn count(&mut self, winner: Option<MatchSide>) {
        match winner {
            Some(side) => self.wins[side.index()] += 1,
            None => self.draws += 1,
        }
    }

    /// Counts a game by its end. One that was broken off does not count.
    pub fn add(&mut self, live: &LiveGame) {
        if let Some(outcome) = live.ending.as_ref().and_then(|ending| ending.outcome) {
            self.count(outcome.winner.map(|team| live.card.side(team)));
        }
    }

    /// Points of a team: a win is one, a draw is half of one.
    pub fn points(&self, side: MatchSide) -> f64 {
        f64::from(self.wins[side.index()]) + f64::from(self.draws) / 2.0
    }
}

impl fmt::Display for MatchScore {
    /// As in `2.5 : 1.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.points(MatchSide::First), self.points(MatchSide::Second))
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result by the rules; `None` for a game that was broken off.
    pub outcome: Option<Outcome>,
    /// In words, by seat: `black on A checkmated`.
    pub note: String,
    /// Evidence of an engine's failure: its last lines, its error output.
    pub evidence: Vec<String>,
}

impl Ending {
    /// The result in BPGN's notation.
    pub fn result(&self) -> &'static str {
        self.outcome.as_ref().map_or("*", Outcome::result)
    }
}

/// A message between partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// The seat of the sender.
    pub seat: Seat,
    /// The text.
    pub text: String,
}

/// Data fixed for a game before it starts.
#[derive(Clone, Debug)]
pub struct Card {
    /// The number of the game, from 1.
    pub number: u32,
    /// Number of games to play.
    pub games: u32,
    /// The players' names, in the order of [`Seat::ALL`].
    pub names: [String; 4],
    /// The teams' names.
    pub teams: [String; 2],
    /// The team with the seats of [`Team::One`].
    pub first_seats: MatchSide,
    /// Whether messages between a team's engines are dropped.
    pub muted: [bool; 2],
    /// The time controls of the teams.
    pub controls: [TimeControl; 2],
    /// Start of the game; `None` if its clocks do not measure real time.
    pub date: Option<SystemTime>,
}

impl Card {
    /// The match's team on the seats of `team`.
    pub fn side(&self, team: Team) -> MatchSide {
        if team == Team::One { self.first_seats } else { !self.first_seats }
    }

    /// The players' time controls, in the order of [`Seat::ALL`].
    pub fn controls_by_seat(&self) -> [TimeControl; 4] {
        Seat::ALL.map(|seat| self.control(seat))
    }

    /// The time control of a player.
    pub fn control(&self, seat: Seat) -> TimeControl {
        self.controls[self.side(seat.team()).index()]
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The data fixed before.
    pub card: Card,
    /// The score before this game.
    pub score: MatchScore,
    /// Both boards.
    pub game: Game,
    /// The clocks.
    pub clock: MatchClock,
    /// The last search report of each seat, in the order of [`Seat::ALL`].
    pub thoughts: [SearchInfo; 4],
    /// The BPGN record: the moves of both boards in the order played, the messages as notes.
    pub record: Record,
    /// Messages sent so far.
    pub talk: Vec<Talk>,
    /// Set once the game is over.
    pub ending: Option<Ending>,
}

impl LiveGame {
    /// A game before its first move.
    pub fn new(card: Card, score: MatchScore, game: Game, clock: MatchClock) -> Self {
        let record = sheet(&card, &game);
        Self { card, score, game, clock, thoughts: Default::default(), record, talk: Vec::new(), ending: None }
    }

    /// Adds a message of a player to its partner.
    pub fn say(&mut self, seat: Seat, text: String) {
        self.record.note(&format!("{}: {text}", seat.letter()));
        self.talk.push(Talk { seat, text });
    }

    /// Plays a move of the player on turn at `at`: stops its clock, and adds the move to the boards and the record. For
    /// a Gambler's promotion it also chooses the partner's piece.
    ///
    /// # Errors
    /// When the flag had fallen before, or the move is not legal; then only the clock has changed.
    pub fn make_move(&mut self, seat: Seat, at: Instant, mv: Move) -> Result<MadeMove, Refusal> {
        if !self.clock.stop(seat, at) {
            return Err(Refusal::Flag);
        }
        let (game, board) = (&mut self.game, seat.board);
        game.set_clock(seat, self.clock.reading(at)[seat]);
        let mv = promotion::complete(game, board, mv);
        self.record.push(game, board, mv);
        match game.play_whole(board, mv) {
            Ok(transfer) => Ok(MadeMove { mv, transfer }),
            Err(error) => {
                self.record.plies.pop();
                Err(Refusal::Game(mv, error))
            }
        }
    }

    /// Ends the game by the rules; the record gets the reason, if any, and the ending the evidence of an engine's
    /// failure.
    pub fn end(&mut self, outcome: Outcome, why: Option<&str>, evidence: Vec<String>) {
        if let Some(why) = why {
            self.record.note(why);
        }
        self.record.finish(Some(outcome));
        let words = self.record.end_note.clone().unwrap_or_default();
        let name = outcome.seat.map(|seat| (seat, self.record.player(seat)));
        let mut note = match name.as_ref().and_then(|(seat, name)| Some((seat, words.strip_prefix(name)?))) {
            Some((seat, rest)) => format!("{seat}{rest}"),
            None => words,
        };
        if let Some(why) = why {
            note = format!("{note}: {why}");
        }
        self.ending = Some(Ending { outcome: Some(outcome), note, evidence });
    }

    /// Breaks the game off: no result, and the note says by whom.
    pub fn break_off(&mut self, note: &str) {
        self.record.finish(None);
        self.record.end_note = Some(note.to_owned());
        self.ending = Some(Ending { outcome: None, note: note.to_owned(), evidence: Vec::new() });
    }

    /// Plies played on a board.
    pub fn ply(&self, board: BoardId) -> u32 {
        u32::try_from(self.game.plies(board)).unwrap_or(u32::MAX)
    }

    /// Whether `seat` is on turn, in a game that is not over.
    pub fn on_turn(&self, seat: Seat) -> bool {
        self.ending.is_none() && self.game.position(seat.board).side_to_move() == seat.color
    }
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// The move, complete with the piece that a Gambler's promotion takes.
    pub mv: GameMove,
    /// The piece that the partner gets, if any.
    pub transfer: Option<Transfer>,
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player's flag had fallen.
    Flag,
    /// The game does not allow it.
    Game(GameMove, GameError),
}

/// The empty score sheet of a game.
fn sheet(card: &Card, game: &Game) -> Record {
    let names = card.names.each_ref().map(String::as_str);
    let [first, _] = card.controls;
    let mut record = Record::begin(game, names, &first.to_string());
    for seat in Seat::ALL.into_iter().filter(|&seat| card.control(seat) != first) {
        record.set_player_control(seat, &card.control(seat).to_string());
    }
    let (date, time) = card.date.map(date::utc).unzip();
    let date = date.unwrap_or_else(|| "????.??.??".to_owned());
    let mut head = vec![("Event", EVENT.to_owned()), ("Site", "?".to_owned()), ("Date", date)];
    head.extend(time.map(|time| ("UTCTime", time)));
    head.push(("Round", card.number.to_string()));
    record.tags.splice(0..0, head.into_iter().map(|(name, value)| (name.to_owned(), value)));
    record
}

/// An event in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game starts.
    Started,
    /// A move was played: the last ply of [`LiveGame::record`].
    Moved,
    /// A message was sent: the last of [`LiveGame::talk`].
    Said,
    /// A search report has changed, or time has passed.
    Ticked,
    /// The game is over.
    Ended,
}

/// An observer of a game: the screen, the score sheet.
pub trait GameObserver {
    /// Called after every change, and several times a second.
    /// Fails when its output cannot be written; the match stops then.
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()>;
}
