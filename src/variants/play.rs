//! The games by their names, and a game in progress.

use super::battle::{self, BATTLE, SetUp, SetUpError};
use super::chess::Chess;
use super::color::Color;
use super::courier::{self, COURIER, COURIER_WAZIR};
use super::exchange::{Exchange, USUAL_SIZE};
use super::fen::{self, FenError};
use super::game::{Ending, Game, Reason};
use super::gardner::GARDNER;
use super::laws::Laws;
use super::moves::Move;
use super::search::{Control, Found, Limits, Report, Search};
use super::table::Table;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// A game of this crate for two players who see everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// V1.
    Gardner,
    /// V2.
    Courier,
    /// V3.
    Exchange,
    /// V4.
    Battle,
}

impl Name {
    /// All games.
    pub const ALL: [Self; 4] = [Self::Gardner, Self::Courier, Self::Exchange, Self::Battle];

    /// The name in `UCI_Variant`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gardner => "gardner",
            Self::Courier => "courier",
            Self::Exchange => "exchange",
            Self::Battle => "battle",
        }
    }

    /// The game in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Gardner => "Gardner's mini-chess, 5 x 5",
            Self::Courier => "Courier, 12 x 8; whoever stalemates wins",
            Self::Exchange => "exchange chess of V. V. Potopakhin: drops, captures and exchanges; take the king",
            Self::Battle => "chess battle: each side sets up within three ranks, no castling",
        }
    }
}

/// A name that is no game of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no game here (known: {known})", known = Name::ALL.map(Name::name).join(", "))]
pub struct NameError(String);

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::ALL.into_iter().find(|name| name.name() == text).ok_or_else(|| NameError(text.to_owned()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The options of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// V2.3: the jester moves along lines only.
    pub jester_is_wazir: bool,
    /// V2.6: the game begins without the traditional moves.
    pub free_opening: bool,
    /// V3: files and ranks at `startpos`, 4 to 8.
    pub size: u8,
    /// V4: the set-up of both sides at `startpos`; each chooses one if there is none.
    pub set_up: Option<SetUp>,
    /// The seed of what the program chooses.
    pub seed: u64,
}

impl Default for Choices {
    fn default() -> Self {
        Self { jester_is_wazir: false, free_opening: false, size: USUAL_SIZE, set_up: None, seed: 0 }
    }
}

impl Choices {
    /// Those that matter to a game; the others are as by default.
    pub fn of(&self, name: Name) -> Self {
        let usual = Self::default();
        match name {
            Name::Gardner => usual,
            Name::Courier => Self { jester_is_wazir: self.jester_is_wazir, free_opening: self.free_opening, ..usual },
            Name::Exchange => Self { size: self.size, ..usual },
            Name::Battle => Self { set_up: self.set_up.clone(), seed: self.seed, ..usual },
        }
    }
}

/// Why a position or a move is not accepted. The message quotes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayError {
    #[error("{game}: {source}")]
    Fen { game: Name, source: FenError },
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    #[error("{game}: move {number}, `{text}`, is not legal in {fen}")]
    Illegal { game: Name, number: usize, text: String, fen: String },
}

/// A game in progress: the position, the moves that led there, and the keys of the positions before.
#[derive(Clone)]
pub struct Line<G: Game> {
    start: G,
    position: G,
    moves: Vec<Move>,
    /// Keys of the positions before the current one.
    keys: Vec<u64>,
}

impl<G: Game> Line<G> {
    /// A game from a position.
    pub fn new(start: G) -> Self {
        Self { start: start.clone(), position: start, moves: Vec::new(), keys: Vec::new() }
    }

    /// The position on the board.
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// Plays a legal move; false if it is none.
    pub fn play(&mut self, mv: Move) -> bool {
        let Some(next) = self.position.legal_moves().contains(&mv).then(|| self.position.make(mv)).flatten() else {
            return false;
        };
        self.keys.push(self.position.key());
        self.moves.push(mv);
        self.position = next;
        true
    }

    /// The end of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let key = self.position.key();
        let repeated = || G::REPETITION_DRAWS && self.keys.iter().filter(|&&old| old == key).count() >= 2;
        self.position.ending().or_else(|| repeated().then_some(Ending::draw(Reason::Repetition)))
    }

    /// The legal move with this text; the order of the squares of a swap does not matter.
    pub fn find(&self, text: &str) -> Option<Move> {
        let is_meant = |mv: &Move| {
            mv.to_string().eq_ignore_ascii_case(text) || mv.reversed().is_some_and(|mv| mv.to_string() == text)
        };
        self.position.legal_moves().into_iter().find(is_meant)
    }

    /// Searches the position.
    pub fn search(&self, table: &mut Table, limits: Limits, control: Control, report: Report) -> Found {
        Search::new(table, self.keys.clone(), limits, control).run(&self.position, report)
    }

    /// The paths of `depth` moves behind each first move; `None` if it was stopped.
    pub fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
        let count = |mv| {
            let count = self.position.make(mv).map_or(Some(0), |next| next.perft(depth.saturating_sub(1), stop));
            count.map(|count| (mv, count))
        };
        self.position.legal_moves().into_iter().map(count).collect()
    }
}

/// A game in progress of any name.
#[derive(Clone)]
pub struct Play {
    name: Name,
    kind: PlayKind,
}

#[derive(Clone)]
enum PlayKind {
    Chess(Box<Line<Chess>>),
    Exchange(Box<Line<Exchange>>),
}

/// The same expression for the line of any game.
macro_rules! each {
    ($play:expr, $line:ident => $value:expr) => {
        match $play {
            PlayKind::Chess($line) => $value,
            PlayKind::Exchange($line) => $value,
        }
    };
}

/// The laws of a game of the chess family; `None` for exchange chess.
fn laws(name: Name, choices: &Choices) -> Option<&'static Laws> {
    Some(match name {
        Name::Gardner => &GARDNER,
        Name::Courier if choices.jester_is_wazir => &COURIER_WAZIR,
        Name::Courier => &COURIER,
        Name::Battle => &BATTLE,
        Name::Exchange => return None,
    })
}

impl Play {
    /// The usual start of a game.
    ///
    /// # Errors
    /// When the set-up of a battle leaves a king in check.
    pub fn start(name: Name, choices: &Choices) -> Result<Self, PlayError> {
        if name == Name::Battle {
            let chosen = Color::ALL.map(|color| match &choices.set_up {
                Some(set_up) => set_up.clone(),
                None => SetUp::choose(choices.seed ^ color as u64),
            });
            let position =
                battle::start([&chosen[0], &chosen[1]]).map_err(|source| PlayError::Fen { game: name, source })?;
            return Ok(Self { name, kind: PlayKind::Chess(Box::new(Line::new(position))) });
        }
        Self::from_fen(name, choices, &Self::usual_start(name, choices))
    }

    fn usual_start(name: Name, choices: &Choices) -> String {
        match (name, choices.free_opening, choices.jester_is_wazir) {
            (Name::Courier, true, true) => courier::FREE_WAZIR.to_owned(),
            (Name::Courier, true, false) => courier::FREE.to_owned(),
            (name, ..) => {
                laws(name, choices).map_or_else(|| Exchange::start(choices.size).to_fen(), |laws| laws.start.to_owned())
            }
        }
    }

    /// A game from a position.
    ///
    /// # Errors
    /// When the text is no position of the game.
    pub fn from_fen(name: Name, choices: &Choices, text: &str) -> Result<Self, PlayError> {
        let wrong = |source| PlayError::Fen { game: name, source };
        let kind = match laws(name, choices) {
            Some(laws) => PlayKind::Chess(Box::new(Line::new(fen::parse(laws, text).map_err(wrong)?))),
            None => PlayKind::Exchange(Box::new(Line::new(Exchange::parse(text).map_err(wrong)?))),
        };
        Ok(Self { name, kind })
    }

    /// The game's name.
    pub const fn name(&self) -> Name {
        self.name
    }

    /// The side on turn.
    pub fn side(&self) -> Color {
        each!(&self.kind, line => line.position.side())
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        each!(&self.kind, line => line.position.to_fen())
    }

    /// The position before the first move as FEN.
    pub fn start_fen(&self) -> String {
        each!(&self.kind, line => line.start.to_fen())
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        each!(&self.kind, line => &line.moves)
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        each!(&self.kind, line => line.position.legal_moves())
    }

    /// The legal move with this text.
    pub fn find(&self, text: &str) -> Option<Move> {
        each!(&self.kind, line => line.find(text))
    }

    /// The gain of a move by its capture and promotion, in cp.
    pub fn gain(&self, mv: Move) -> i32 {
        each!(&self.kind, line => line.position.gain(mv))
    }

    /// Plays the move with this text.
    ///
    /// # Errors
    /// When it is not legal; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let illegal = || PlayError::Illegal {
            game: self.name,
            number: self.moves().len() + 1,
            text: text.to_owned(),
            fen: self.fen(),
        };
        let mv = self.find(text).ok_or_else(illegal)?;
        each!(&mut self.kind, line => line.play(mv));
        Ok(())
    }

    /// The end of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        each!(&self.kind, line => line.ending())
    }

    /// Whether a side could win by some moves: where stalemate is a draw, a bare king cannot.
    pub fn can_win(&self, color: Color) -> bool {
        match &self.kind {
            PlayKind::Chess(line) => {
                line.position.laws().stalemate_wins || line.position.board().pieces(color).len() > 1
            }
            PlayKind::Exchange(_) => true,
        }
    }

    /// Whether the side on turn is in check.
    pub fn is_check(&self) -> bool {
        each!(&self.kind, line => line.position.is_check())
    }

    /// The evaluation for the side on turn, in cp.
    pub fn evaluate(&self) -> i32 {
        each!(&self.kind, line => line.position.evaluate())
    }

    /// Searches the position; `report` is called after each iteration.
    pub fn search(&self, table: &mut Table, limits: Limits, control: Control, report: Report) -> Found {
        each!(&self.kind, line => line.search(table, limits, control, report))
    }

    /// The paths of `depth` moves behind each first move; `None` if it was stopped.
    pub fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
        each!(&self.kind, line => line.divide(depth, stop))
    }
}
