//! V4: chess battle («шахматное сражение»): each side sets up behind a screen.
//!
//! V4.1 All pieces of chess stand within the own first three ranks, pawns on the second or third only, one a file, the
//!      bishops on squares of different colors.
//! V4.2 Then chess without castling; the double step exists from the second rank only.
//! V4.3 Where the two set-ups put the king of the side not on turn in check, they are refused together: the first move
//!      would take it. A set-up of the program's own never leaves a line open to its king.

use super::chess::{Chess, square_for};
use super::color::{Color, Rng};
use super::fen::{FenError, parse, pieces};
use super::game::Game;
use super::laws::{CHESS_CASTLINGS, Castling, Facts, Laws, placement};
use super::mailbox::{Board, Size, shift};
use super::moves::{Kind, Square, file_of, rank_of, square_text};
use std::sync::LazyLock;

/// Files and ranks.
const SIZE: Size = Size { files: 8, ranks: 8 };
/// Ranks of a set-up.
const DEPTH: u8 = 3;

const KINDS: &[Kind] = &[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

fn laws(castlings: &'static [Castling], start: &'static str) -> Laws {
    Laws::new(&Facts {
        size: SIZE,
        kinds: KINDS,
        jester_is_sage: false,
        start,
        en_passant: true,
        castlings,
        promotions: &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        stalemate_wins: false,
        values: &[
            (Kind::Pawn, [90, 115], [0, 0]),
            (Kind::Knight, [325, 310], [5, 5]),
            (Kind::Bishop, [340, 330], [5, 5]),
            (Kind::Rook, [480, 540], [3, 5]),
            (Kind::Queen, [980, 1020], [2, 4]),
            (Kind::King, [0, 0], [0, 0]),
        ],
        placement,
        danger_percent: 100,
    })
}

/// The laws of V4; the start is that of chess, without castling.
pub static BATTLE: LazyLock<Laws> =
    LazyLock::new(|| laws(&[], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"));
/// The laws of chess, for Kriegspiel from the usual start.
pub static CHESS: LazyLock<Laws> =
    LazyLock::new(|| laws(&CHESS_CASTLINGS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));

/// Why a text is no set-up. The message quotes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetUpError {
    #[error("set-up: {0}")]
    Fen(#[from] FenError),
    #[error("set-up `{text}`: {found} of the piece `{letter}`, not {wanted}")]
    Count { text: String, letter: char, found: usize, wanted: usize },
    #[error("set-up `{text}`: `{letter}` is a piece of the other color (write white's, as from its side)")]
    Color { text: String, letter: char },
    #[error("set-up `{text}`: a pawn on {square}; pawns stand on the second or third rank")]
    Pawn { text: String, square: String },
    #[error("set-up `{text}`: two pawns on file {file}")]
    File { text: String, file: char },
    #[error("set-up `{text}`: both bishops stand on squares of one color")]
    Bishops { text: String },
}

/// A side's pieces behind its screen, as white's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp(
    /// In the order of the squares.
    Vec<(Square, Kind)>,
);

/// How many of each kind a side has.
const MEN: [(Kind, usize); 6] =
    [(Kind::King, 1), (Kind::Queen, 1), (Kind::Rook, 2), (Kind::Bishop, 2), (Kind::Knight, 2), (Kind::Pawn, 8)];

impl std::str::FromStr for SetUp {
    type Err = SetUpError;

    fn from_str(text: &str) -> Result<Self, SetUpError> {
        Self::parse(text)
    }
}

impl SetUp {
    /// Reads three ranks of a FEN, third to first, as white sees them: `8/PPPPPPPP/RNBQKBNR`.
    ///
    /// # Errors
    /// When the text is none, or breaks a rule of V4.1.
    pub fn parse(text: &str) -> Result<Self, SetUpError> {
        let mut men = Vec::new();
        let mut foreign = None;
        pieces(
            text,
            Size { ranks: DEPTH, ..SIZE },
            |letter| Kind::from_letter(letter).filter(|kind| KINDS.contains(kind)),
            |square, color, kind| {
                if color == Color::Black {
                    foreign = Some(kind.letter());
                }
                men.push((square, kind));
            },
        )?;
        let text = text.to_owned();
        if let Some(letter) = foreign {
            return Err(SetUpError::Color { text, letter });
        }
        for (kind, wanted) in MEN {
            let found = men.iter().filter(|man| man.1 == kind).count();
            if found != wanted {
                return Err(SetUpError::Count { text, letter: kind.letter().to_ascii_uppercase(), found, wanted });
            }
        }
        let mut files = 0_u32;
        for &(square, _) in men.iter().filter(|man| man.1 == Kind::Pawn) {
            if rank_of(square) == 0 {
                return Err(SetUpError::Pawn { text, square: square_text(square) });
            }
            let file = file_of(square);
            if files & 1 << file != 0 {
                return Err(SetUpError::File { text, file: char::from(b'a' + file) });
            }
            files |= 1 << file;
        }
        let mut bishops = men.iter().filter(|man| man.1 == Kind::Bishop).map(|man| is_dark(man.0));
        if bishops.next() == bishops.next() {
            return Err(SetUpError::Bishops { text });
        }
        men.sort_unstable();
        Ok(Self(men))
    }

    /// A set-up of the program's own: all pieces on the first rank, pawns mostly on the second, and no line open to the
    /// king, whatever the other side does. The same for the same seed.
    pub fn choose(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        loop {
            let found = Self::draw(&mut rng, 4, true);
            if found.covers_king() {
                return found;
            }
        }
    }

    /// Any set-up that the rules allow, each as likely as any other.
    pub fn random(rng: &mut Rng) -> Self {
        Self::draw(rng, 2, false)
    }

    /// A random set-up: one pawn in `advanced` on the third rank, the pieces anywhere or all on the first rank.
    fn draw(rng: &mut Rng, advanced: usize, on_first_rank: bool) -> Self {
        loop {
            let mut men: Vec<(Square, Kind)> = (0..SIZE.files)
                .map(|file| (super::moves::square(file, if rng.below(advanced) == 0 { 2 } else { 1 }), Kind::Pawn))
                .collect();
            let taken = |men: &[(Square, Kind)], square| men.iter().any(|man| man.0 == square);
            let mut free: Vec<Square> =
                Size { ranks: DEPTH, ..SIZE }.squares().filter(|&square| !taken(&men, square)).collect();
            rng.shuffle(&mut free);
            if on_first_rank {
                // Its eight squares are free, and there are eight pieces.
                free.sort_by_key(|&square| rank_of(square).min(1));
            }
            let mut kinds: Vec<Kind> = MEN[..5].iter().flat_map(|&(kind, count)| vec![kind; count]).collect();
            rng.shuffle(&mut kinds);
            men.extend(free.into_iter().zip(kinds));
            let mut bishops = men.iter().filter(|man| man.1 == Kind::Bishop).map(|man| is_dark(man.0));
            if bishops.next() != bishops.next() {
                men.sort_unstable();
                return Self(men);
            }
        }
    }

    /// Whether every line from the king ends at an own piece or the edge before it leaves the three ranks.
    fn covers_king(&self) -> bool {
        let mut board = Board::new(SIZE);
        self.0.iter().for_each(|&(square, kind)| board.put(square, Color::White, kind));
        let king = board.king(Color::White);
        super::mailbox::ways(Kind::Queen).1.iter().all(|&way| {
            let mut to = shift(king, way);
            while board.at(to).is_empty() && rank_of(to) < DEPTH {
                to = shift(to, way);
            }
            !board.at(to).is_empty()
        })
    }

    /// The set-up as it is written.
    pub fn text(&self) -> String {
        let mut board = Board::new(Size { ranks: DEPTH, ..SIZE });
        self.0.iter().for_each(|&(square, kind)| board.put(square, Color::White, kind));
        super::fen::ranks(&board)
    }

    /// The pieces on their squares as those of `color`, whose ranks count from its own edge.
    pub fn men(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> {
        self.0.iter().map(move |&(square, kind)| (square_for(&BATTLE, color, file_of(square), rank_of(square)), kind))
    }
}

/// Whether a square is dark.
fn is_dark(square: Square) -> bool {
    (file_of(square) + rank_of(square)).is_multiple_of(2)
}

/// The start of a battle, white's set-up first.
///
/// # Errors
/// When black's king stands in check and white would take it (V4.3).
pub fn start(set_ups: [&SetUp; 2]) -> Result<Chess, FenError> {
    let mut position = Chess::empty(&BATTLE);
    for (color, set_up) in Color::ALL.into_iter().zip(set_ups) {
        set_up.men(color).for_each(|(square, kind)| position.put(square, color, kind));
    }
    // Read again, so that positions are checked in one place only.
    parse(&BATTLE, &position.to_fen())
}
