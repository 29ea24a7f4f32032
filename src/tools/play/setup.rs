//! The settings of a game: time, rules, and the occupants of the seats.

use super::faults;
use super::offers::{LONGEST_NAME, Offer};
use super::quote::quote;
use crate::arena::control::TimeControl;
use crate::board::{Position, chess960};
use crate::game::{ByBoard, Clocks, Game, NoClock, PairError, Rules, RulesError, Seat};
use crate::player::Level;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// The person who opened the table.
    Me,
    /// A person with the seat's link.
    Guest,
    /// Tandem.
    Tandem,
    /// Another engine, by the name under which the command line offers it.
    Engine(String),
}

/// The start position of both boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartPosition {
    /// The usual one.
    #[default]
    Usual,
    /// A random one of Chess960 (R19), another one in every game.
    Random,
    /// The one of Chess960 with this number.
    Number(u16),
    /// Both boards as `A | B`, each in BFEN.
    Boards(String),
}

/// The settings of a table, as the page sends and shows them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Time of each player at the start, in seconds.
    pub base_s: u32,
    /// Increment per move, in seconds.
    pub increment_s: u32,
    /// A preset of rules, or one with changes: `fics`, `international,drop-mate=forbidden`.
    pub rules: String,
    /// The start position.
    #[serde(default)]
    pub start: StartPosition,
    /// The occupants, in the order of [`Seat::ALL`].
    pub seats: [Occupant; 4],
    /// Tandem's level on each seat, from 0 to 8; kept for the seats of people too.
    #[serde(default = "full_strength")]
    pub levels: [u64; 4],
}

/// The old seat of each seat's occupant, in the order of [`Seat::ALL`]; on the wire as indices.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "[u64; 4]")]
pub struct Reseating([Seat; 4]);

impl TryFrom<[u64; 4]> for Reseating {
    type Error = &'static str;

    fn try_from(old: [u64; 4]) -> Result<Self, Self::Error> {
        let is_whole = (0..4).all(|index| old.contains(&index));
        is_whole.then(|| Self(old.map(|index| Seat::ALL[index as usize]))).ok_or("each seat is wanted once")
    }
}

impl Reseating {
    /// The new seat of the occupant of `seat`.
    pub fn new_seat(self, seat: Seat) -> Seat {
        Seat::ALL.into_iter().find(|new| self.0[new.index()] == seat).unwrap_or(seat)
    }
}

fn full_strength() -> [u64; 4] {
    [Level::COUNT; 4]
}

/// Why settings are refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("`{0}` seconds for a game: {LEAST_BASE_S} to {MOST_BASE_S} are possible")]
    Base(u32),
    #[error("`{0}` seconds for a move: {MOST_INCREMENT_S} are the most")]
    Increment(u32),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("`{0}`: the page's games have clocks")]
    NoClock(String),
    #[error("`{0}` is no start position of Chess960: they have numbers from 0 to {last}", last = chess960::STARTS - 1)]
    Start(u16),
    #[error(transparent)]
    Boards(#[from] PairError),
    #[error("`{0}`: the game is over there")]
    Over(String),
    #[error("level `{0}`: there are levels from 0 to {most}", most = Level::COUNT)]
    Level(u64),
    #[error("`me` sits on {0} seats: one is the most")]
    Me(usize),
    #[error("`{0}` is no engine that the command line offers")]
    Engine(String),
}

impl SetupError {
    /// The error code, for which the page has a text, and the refused value.
    pub fn code(&self) -> (&'static str, String) {
        match self {
            Self::Base(seconds) => ("setup_base", seconds.to_string()),
            Self::Increment(seconds) => ("setup_increment", seconds.to_string()),
            Self::Rules(RulesError::Preset(text) | RulesError::Option(text) | RulesError::Twice(text)) => {
                ("setup_rules", text.clone())
            }
            Self::Rules(RulesError::Value { option, value, .. }) => ("setup_rules", format!("{option}={value}")),
            Self::NoClock(rules) => ("setup_rules", rules.clone()),
            Self::Start(number) => ("setup_start", number.to_string()),
            Self::Boards(error) => {
                let problem = faults::of_boards(error);
                (problem.code, quote(&problem.token, LONGEST_QUOTE))
            }
            Self::Over(boards) => ("setup_over", quote(boards, LONGEST_QUOTE)),
            Self::Level(level) => ("setup_level", level.to_string()),
            Self::Me(seats) => ("setup_me", seats.to_string()),
            Self::Engine(name) => ("setup_engine", name.clone()),
        }
    }
}

/// Characters of a refused position that are quoted.
const LONGEST_QUOTE: usize = 200;
/// The shortest time for a game, in seconds.
const LEAST_BASE_S: u32 = 5;
/// The longest time for a game, in seconds: three hours.
const MOST_BASE_S: u32 = 10_800;
/// The longest increment, in seconds.
const MOST_INCREMENT_S: u32 = 180;

impl Default for Setup {
    /// Five minutes; the owner has white on A, with Tandem as partner and as both opponents.
    fn default() -> Self {
        use Occupant::{Me, Tandem};
        Self {
            base_s: 300,
            increment_s: 0,
            rules: "international".to_owned(),
            start: StartPosition::Usual,
            seats: [Me, Tandem, Tandem, Tandem],
            levels: full_strength(),
        }
    }
}

impl Setup {
    /// Five minutes, four people.
    pub fn of_people() -> Self {
        Self { seats: [const { Occupant::Guest }; 4], ..Self::default() }
    }

    /// Validates the settings and returns the rules. `offers` are the available engines.
    ///
    /// # Errors
    /// With the first invalid setting.
    pub fn check(&self, offers: &[Offer]) -> Result<Rules, SetupError> {
        if !(LEAST_BASE_S..=MOST_BASE_S).contains(&self.base_s) {
            return Err(SetupError::Base(self.base_s));
        }
        if self.increment_s > MOST_INCREMENT_S {
            return Err(SetupError::Increment(self.increment_s));
        }
        let mine = self.seats.iter().filter(|&occupant| *occupant == Occupant::Me).count();
        if mine > 1 {
            return Err(SetupError::Me(mine));
        }
        let unknown = |name: &&str| offers.iter().all(|offer| offer.name != **name);
        if let Some(name) = Seat::ALL.into_iter().filter_map(|seat| self.engine(seat)).find(unknown) {
            return Err(SetupError::Engine(quote(name, LONGEST_NAME)));
        }
        if let Some(&level) = self.levels.iter().find(|level| !Level::NUMBERS.contains(level)) {
            return Err(SetupError::Level(level));
        }
        let mut rules: Rules = self.rules.parse()?;
        if rules.no_clock != NoClock::Off {
            return Err(SetupError::NoClock(self.rules.clone()));
        }
        if let StartPosition::Number(number @ chess960::STARTS..) = self.start {
            return Err(SetupError::Start(number));
        }
        match &self.start {
            StartPosition::Usual => {}
            StartPosition::Random | StartPosition::Number(_) => rules.chess960 = true,
            StartPosition::Boards(text) => {
                let game = boards(text, rules)?;
                if game.outcome().is_some() {
                    return Err(SetupError::Over(text.clone()));
                }
                rules = *game.rules();
            }
        }
        Ok(rules)
    }

    /// A game from the start position. `number` is that of a random one.
    pub fn game(&self, rules: Rules, clocks: Clocks, number: impl FnOnce() -> u16) -> Game {
        let number = match &self.start {
            StartPosition::Usual => return Game::new(rules, clocks),
            StartPosition::Random => number(),
            StartPosition::Number(number) => *number,
            // A text that is no position is refused before.
            StartPosition::Boards(text) => {
                let game = Game::from_bfen(text, rules, clocks);
                return game.unwrap_or_else(|_| Game::new(rules, clocks));
            }
        };
        let start = Position::start960(number, rules.board_rules());
        Game::from_positions(ByBoard([start.clone(), start]), rules, clocks)
    }

    /// The occupant of `seat`.
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        &self.seats[seat.index()]
    }

    /// The name of the engine on `seat`, if any.
    pub fn engine(&self, seat: Seat) -> Option<&str> {
        if let Occupant::Engine(name) = self.occupant(seat) { Some(name) } else { None }
    }

    /// Tandem's level on `seat`.
    pub fn level(&self, seat: Seat) -> Level {
        Level::new(self.levels[seat.index()])
    }

    /// Whether people play.
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|occupant| matches!(occupant, Occupant::Me | Occupant::Guest))
    }

    /// The seat of the person who opened the table, if any.
    pub fn my_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| *self.occupant(seat) == Occupant::Me)
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        TimeControl { base: seconds(self.base_s), increment: seconds(self.increment_s) }
    }
}

/// A game from both boards as `A | B`; if their castling needs the rules of Chess960, by those.
///
/// # Errors
/// When the text is no pair of boards; the message quotes what is wrong.
pub fn boards(text: &str, rules: Rules) -> Result<Game, PairError> {
    let read = |rules| Game::from_bfen(text, rules, Clocks::default());
    read(rules).or_else(|error| read(Rules { chess960: true, ..rules }).map_err(|_| error))
}

/// A level for one seat, or for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatLevel {
    seat: Option<Seat>,
    level: u64,
}

impl FromStr for SeatLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, number) = text.split_once('=').map_or((None, text), |(seat, number)| (Some(seat), number));
        let seat = seat.map(|name| {
            let mut letters = name.chars();
            let seat = letters.next().and_then(Seat::from_letter).filter(|_| letters.next().is_none());
            seat.ok_or_else(|| {
                format!("`{name}` is no seat: A and a are white and black of board A, B and b of board B")
            })
        });
        let level = number.parse().ok().filter(|level| Level::NUMBERS.contains(level));
        let level = level.ok_or_else(|| format!("`{number}` is no level from 0 to {}", Level::COUNT))?;
        Ok(Self { seat: seat.transpose()?, level })
    }
}

/// The levels of all seats, if the command line gives any: those for one seat hold wherever they stand, and of two for
/// the same the later one does.
pub fn levels(asked: &[SeatLevel]) -> Option<[u64; 4]> {
    let (all, single): (Vec<&SeatLevel>, Vec<&SeatLevel>) = asked.iter().partition(|asked| asked.seat.is_none());
    all.into_iter().chain(single).fold(None, |levels, asked| {
        let levels = levels.unwrap_or_else(full_strength);
        let of =
            |seat: Seat| if asked.seat.is_none_or(|only| only == seat) { asked.level } else { levels[seat.index()] };
        Some(Seat::ALL.map(of))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_and_quoted() {
        let refused = |change: fn(&mut Setup)| {
            let mut setup = Setup::default();
            change(&mut setup);
            let error = setup.check(&[]).map(|_| ()).unwrap_err();
            let plain = |text: &str| text.replace('`', "");
            assert!(plain(&error.to_string()).contains(&plain(&error.code().1)), "{error}");
            error.to_string()
        };
        assert!(Setup::default().check(&[]).is_ok());
        assert!(refused(|setup| setup.base_s = 4).contains("`4`"));
        assert!(refused(|setup| setup.increment_s = 181).contains("`181`"));
        assert!(refused(|setup| setup.levels = [8, 8, 9, 8]).contains("`9`"));
        assert!(refused(|setup| setup.levels = [99; 4]).contains("`99`"));
        assert!(refused(|setup| setup.start = StartPosition::Number(960)).contains("`960`"));
        assert!(Setup { levels: [0; 4], ..Setup::default() }.check(&[]).is_ok());
        assert!(refused(|setup| setup.rules = "klingon".to_owned()).contains("`klingon`"));
        assert!(refused(|setup| setup.rules = "fics,no-clock=move-for-move".to_owned()).contains("have clocks"));
        assert!(refused(|setup| setup.seats = [const { Occupant::Me }; 4]).contains("4 seats"));
        assert!(refused(|setup| setup.seats[2] = Occupant::Engine("sh".to_owned())).contains("`sh`"));
    }

    #[test]
    fn a_start_that_is_no_position_has_the_code_of_the_fault() {
        let refused = |boards: &str| {
            let setup = Setup { start: StartPosition::Boards(boards.to_owned()), ..Setup::default() };
            setup.check(&[]).map(|_| ()).unwrap_err().code()
        };
        assert_eq!(refused("startpos"), ("boards", "1".to_owned()));
        assert_eq!(refused("startpos | x w"), ("bfen_ranks", "B: 1, x".to_owned()));
        let mated = "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 1 | startpos";
        assert_eq!(refused(mated), ("setup_over", mated.to_owned()));
    }

    #[test]
    fn an_engine_that_is_offered_may_have_several_seats() {
        let offers = ["name=Peer,cmd=x"].map(|text| text.parse::<Offer>().expect("an engine"));
        let mut setup = Setup::default();
        setup.seats[1] = Occupant::Engine("Peer".to_owned());
        setup.seats[3] = Occupant::Engine("Peer".to_owned());
        assert!(setup.check(&offers).is_ok());
        let text = serde_json::to_string(&setup).expect("JSON");
        assert!(text.contains(r#""seats":["me",{"engine":"Peer"},"tandem",{"engine":"Peer"}]"#), "{text}");
        assert!(serde_json::from_str::<Occupant>(r#"{"engine":"Peer","cmd":"sh"}"#).is_err());
    }

    #[test]
    fn r19_the_start_is_the_usual_one_a_random_one_or_one_by_number() {
        let of = |text: &str| {
            let json = format!(r#"{{"base_s":60,"increment_s":0,"rules":"fics"{text},"seats":["me","me","me","me"]}}"#);
            let setup: Setup = serde_json::from_str(&json).expect("a setup");
            let setup = Setup { seats: Setup::default().seats, ..setup };
            let rules = setup.check(&[]).expect("rules");
            (rules.chess960, setup.game(rules, Clocks::default(), || 7).to_bfen())
        };
        let start = |number| format!("{0} | {0}", chess960::start(number));
        assert_eq!(of(r#","start":"random""#), (true, start(7)));
        assert_eq!(of(r#","start":{"number":959}"#), (true, start(959)));
        assert_eq!(of(r#","start":{"number":518}"#), (true, start(518)));
        for usual in ["", r#","start":"usual""#] {
            assert!(!of(usual).0 && of(usual).1.contains("KQkq"));
        }
    }

    #[test]
    fn levels_are_for_all_seats_or_for_one() {
        let read = |texts: &[&str]| texts.iter().map(|text| text.parse()).collect::<Result<Vec<SeatLevel>, _>>();
        let all = |texts: &[&str]| read(texts).map(|asked| levels(&asked));
        assert_eq!(all(&[]), Ok(None));
        assert_eq!(all(&["3"]), Ok(Some([3; 4])));
        assert_eq!(all(&["2", "b=7"]).map(|levels| levels.map(|levels| levels[Seat::ALL[3].index()])), Ok(Some(7)));
        for (text, quoted) in
            [("9", "`9`"), ("-1", "`-1`"), ("", "``"), ("c=3", "`c`"), ("Ab=3", "`Ab`"), ("A=x", "`x`")]
        {
            assert!(read(&[text]).is_err_and(|error| error.contains(quoted)), "{text}");
        }
    }

    #[test]
    fn bug_a_seats_level_was_lost_where_that_of_all_seats_stood_behind_it() {
        let asked: [SeatLevel; 2] = ["b=7", "2"].map(|text| text.parse().expect("a level"));
        assert_eq!(levels(&asked), levels(&[asked[1], asked[0]]));
        assert_eq!(levels(&asked).map(|levels| levels[Seat::ALL[3].index()]), Some(7));
    }
}
