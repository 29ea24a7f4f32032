//! A game in progress as it may be shown and written down, and those who look on.

use super::clock::{MatchClock, TimeControl};
use super::promotion;
use crate::arena::date;
use crate::arena::engines::ToldThought;
use crate::game::bpgn::Record;
use crate::game::{BoardId, Game, GameError, GameMove, Outcome, Seat, Team, Transfer};
use crate::types::Move;
use std::fmt;
use std::io;
use std::time::{Instant, SystemTime};

/// The tag `Event` of all games.
pub const EVENT: &str = "Tandem match";

/// One of the two teams that play the match, whatever seats it has at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSide {
    /// The first, `--team1`.
    First,
    /// The second, `--team2`.
    Second,
}

impl MatchSide {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
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
    /// One more game.
    pub fn count(&mut self, winner: Option<MatchSide>) {
        match winner {
            Some(side) => self.wins[side.index()] += 1,
            None => self.draws += 1,
        }
    }

    /// One more game, as it ended. One that was broken off does not count.
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
    /// The result by the rules; nothing for a game that was broken off.
    pub outcome: Option<Outcome>,
    /// In words, by seat: `black on A checkmated`.
    pub note: String,
    /// What shows that an engine failed: its last lines, its error output.
    pub evidence: Vec<String>,
}

impl Ending {
    /// BPGN's result.
    pub fn result(&self) -> &'static str {
        self.outcome.as_ref().map_or("*", Outcome::result)
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// By whom.
    pub seat: Seat,
    /// The words.
    pub text: String,
}

/// What is fixed for a game before it starts.
#[derive(Clone, Debug)]
pub struct Card {
    /// The number of the game, from 1.
    pub number: u32,
    /// How many are to be played.
    pub games: u32,
    /// The players' names, in the order of [`Seat::ALL`].
    pub names: [String; 4],
    /// The teams' names.
    pub teams: [String; 2],
    /// Which of them has the seats of [`Team::One`].
    pub first_seats: MatchSide,
    /// Whether nothing that a team's engines say reaches their partners.
    pub muted: [bool; 2],
    /// Time.
    pub control: TimeControl,
    /// When it began; nothing when its clocks do not measure real time.
    pub date: Option<SystemTime>,
}

impl Card {
    /// Who of the match plays on the seats of `team`.
    pub fn side(&self, team: Team) -> MatchSide {
        match (team, self.first_seats) {
            (Team::One, side) => side,
            (Team::Two, MatchSide::First) => MatchSide::Second,
            (Team::Two, MatchSide::Second) => MatchSide::First,
        }
    }
}

/// All of it.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// What was fixed before.
    pub card: Card,
    /// The score before this game.
    pub score: MatchScore,
    /// Both boards.
    pub game: Game,
    /// The clocks.
    pub clock: MatchClock,
    /// What each seat thinks, in the order of [`Seat::ALL`].
    pub thoughts: [ToldThought; 4],
    /// The game on paper: the moves of both boards in the order played, the talk as notes.
    pub record: Record,
    /// What was said.
    pub talk: Vec<Talk>,
    /// Once it is over.
    pub ending: Option<Ending>,
}

impl LiveGame {
    /// Before the first move.
    pub fn new(card: Card, score: MatchScore, game: Game, clock: MatchClock) -> Self {
        let record = sheet(&card, &game);
        Self { card, score, game, clock, thoughts: Default::default(), record, talk: Vec::new(), ending: None }
    }

    /// A player says something to its partner.
    pub fn say(&mut self, seat: Seat, text: String) {
        self.record.note(&format!("{}: {text}", seat.letter()));
        self.talk.push(Talk { seat, text });
    }

    /// The player on turn makes a move at `at`: its clock stops, the move stands on the boards and on paper. Of a Gambler's promotion the
    /// piece is chosen for the partner.
    /// Fails when the flag had fallen before, or the move is not legal; then only the clock has changed.
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

    /// The game has ended by the rules: that goes on paper, with the reason if it needs one, and with what shows that an engine failed.
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

    /// The game is broken off: no result, and the note says by whom.
    pub fn break_off(&mut self, note: &str) {
        self.record.finish(None);
        self.record.end_note = Some(note.to_owned());
        self.ending = Some(Ending { outcome: None, note: note.to_owned(), evidence: Vec::new() });
    }

    /// Plies played on a board.
    pub fn ply(&self, board: BoardId) -> u32 {
        u32::try_from(self.game.plies(board)).unwrap_or(u32::MAX)
    }

    /// The side on turn of a board.
    pub fn on_turn(&self, seat: Seat) -> bool {
        self.ending.is_none() && self.game.position(seat.board).side_to_move() == seat.color
    }
}

/// A move that stands on the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// The move, complete.
    pub mv: GameMove,
    /// The piece that the partner gets.
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
    let mut record = Record::begin(game, card.names.each_ref().map(String::as_str), &card.control.to_string());
    let (date, time) = card.date.map(date::utc).unzip();
    let date = date.unwrap_or_else(|| "????.??.??".to_owned());
    let mut head = vec![("Event", EVENT.to_owned()), ("Site", "?".to_owned()), ("Date", date)];
    head.extend(time.map(|time| ("UTCTime", time)));
    head.push(("Round", card.number.to_string()));
    record.tags.splice(0..0, head.into_iter().map(|(name, value)| (name.to_owned(), value)));
    record
}

/// What has just happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game starts.
    Started,
    /// A move was played: the last ply of [`LiveGame::record`].
    Moved,
    /// Somebody said something: the last of [`LiveGame::talk`].
    Said,
    /// A thought has changed, or time has passed.
    Ticked,
    /// The game is over.
    Ended,
}

/// Somebody who looks on: the screen, the score sheet.
pub trait GameObserver {
    /// Called after every change, and some times a second.
    /// Fails when what it writes to cannot be written to; the match stops then.
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()>;
}
