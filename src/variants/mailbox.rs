//! A board of up to 12 × 8 squares in a padded array, with lists of the pieces.

use super::color::Color;
use super::moves::{KINDS, Kind, Square, WIDTH, rank_of, square};

/// Cells of the padded array: 16 × 12.
pub const CELLS: usize = 192;
/// Number of values of [`Cell::index`].
pub const CELL_VALUES: usize = 32;
/// Most pieces of a side.
const MOST_PIECES: usize = 48;

/// Files and ranks of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of files, 4 to 12.
    pub files: u8,
    /// Number of ranks, 4 to 8.
    pub ranks: u8,
}

impl Size {
    /// Whether a square is on the board.
    pub const fn has(self, square: Square) -> bool {
        super::moves::file_of(square) < self.files && rank_of(square) < self.ranks
    }

    /// All squares, a1 first, rank by rank.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| square(file, rank)))
    }

    /// A rank as a color counts it, from 0 at its own edge.
    pub const fn relative_rank(self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => rank_of(square),
            Color::Black => self.ranks - 1 - rank_of(square),
        }
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

impl Cell {
    /// No piece.
    pub const EMPTY: Self = Self(0);
    /// Outside the board.
    const WALL: Self = Self(0xff);
    const BLACK: u8 = 16;

    /// A piece.
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(kind as u8 + color as u8 * Self::BLACK)
    }

    /// Whether no piece is here; false outside the board.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a piece of `color` is here.
    pub const fn is(self, color: Color) -> bool {
        self.0 != 0 && self.0 & 0xf0 == color as u8 * Self::BLACK
    }

    /// The kind; 0 for none.
    pub const fn kind_index(self) -> usize {
        if self.0 == Self::WALL.0 { 0 } else { (self.0 & 15) as usize }
    }

    /// The piece, if one is here.
    pub const fn piece(self) -> Option<(Color, Kind)> {
        if self.0 == Self::WALL.0 {
            return None;
        }
        match Kind::from_index(self.0 & 15) {
            Some(kind) if self.0 & Self::BLACK != 0 => Some((Color::Black, kind)),
            Some(kind) => Some((Color::White, kind)),
            None => None,
        }
    }

    /// The index in tables, below [`CELL_VALUES`].
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The letter in FEN, capital for white.
    pub fn letter(self) -> Option<char> {
        self.piece().map(|(color, kind)| match color {
            Color::White => kind.letter().to_ascii_uppercase(),
            Color::Black => kind.letter(),
        })
    }
}

/// The four directions along files and ranks.
pub const LINES: [i16; 4] = [WIDTH, 1, -1, -WIDTH];
/// The four diagonal ones.
pub const DIAGONALS: [i16; 4] = [WIDTH + 1, WIDTH - 1, 1 - WIDTH, -WIDTH - 1];
/// All eight.
const ALL_WAYS: [i16; 8] = [WIDTH, 1, -1, -WIDTH, WIDTH + 1, WIDTH - 1, 1 - WIDTH, -WIDTH - 1];
/// A knight's jumps.
pub const KNIGHT: [i16; 8] =
    [2 * WIDTH + 1, 2 * WIDTH - 1, WIDTH + 2, WIDTH - 2, 2 - WIDTH, -WIDTH - 2, 1 - 2 * WIDTH, -2 * WIDTH - 1];
/// Jumps of two squares diagonally.
const ALFIL: [i16; 4] = [2 * WIDTH + 2, 2 * WIDTH - 2, 2 - 2 * WIDTH, -2 * WIDTH - 2];

/// How a kind goes: its steps and jumps, and the directions in which it slides. A pawn's are not here.
pub const fn ways(kind: Kind) -> (&'static [i16], &'static [i16]) {
    match kind {
        Kind::Pawn => (&[], &[]),
        Kind::Ferz => (&DIAGONALS, &[]),
        Kind::Wazir => (&LINES, &[]),
        Kind::Alfil => (&ALFIL, &[]),
        Kind::Sage | Kind::King => (&ALL_WAYS, &[]),
        Kind::Knight => (&KNIGHT, &[]),
        Kind::Bishop => (&[], &DIAGONALS),
        Kind::Rook => (&[], &LINES),
        Kind::Queen => (&[], &ALL_WAYS),
    }
}

/// Ways of going, a bit each.
mod way {
    pub const LINE_STEP: u8 = 1;
    pub const LINE_SLIDE: u8 = 2;
    pub const DIAGONAL_STEP: u8 = 4;
    pub const DIAGONAL_SLIDE: u8 = 8;
    pub const KNIGHT: u8 = 16;
    pub const ALFIL: u8 = 32;
}

/// The ways of each kind.
const WAYS: [u8; KINDS] = {
    use way::*;
    let mut ways = [0; KINDS];
    ways[Kind::Ferz as usize] = DIAGONAL_STEP;
    ways[Kind::Wazir as usize] = LINE_STEP;
    ways[Kind::Alfil as usize] = ALFIL;
    ways[Kind::Sage as usize] = LINE_STEP | DIAGONAL_STEP;
    ways[Kind::Knight as usize] = KNIGHT;
    ways[Kind::Bishop as usize] = DIAGONAL_SLIDE;
    ways[Kind::Rook as usize] = LINE_SLIDE;
    ways[Kind::Queen as usize] = LINE_SLIDE | DIAGONAL_SLIDE;
    ways[Kind::King as usize] = LINE_STEP | DIAGONAL_STEP;
    ways
};

/// Random numbers of pieces on squares, for keys.
static KEYS: [[u64; CELLS]; CELL_VALUES] = {
    let mut rng = super::color::Rng::new(0x7a4d_e301);
    let mut keys = [[0; CELLS]; CELL_VALUES];
    let mut piece = 0;
    while piece < CELL_VALUES {
        let mut cell = 0;
        while cell < CELLS {
            keys[piece][cell] = rng.next();
            cell += 1;
        }
        piece += 1;
    }
    keys
};

/// The key of a piece on a square. Row 0 is free for other uses: keys of squares alone.
pub const fn key_of(cell: Cell, square: Square) -> u64 {
    KEYS[cell.index()][square as usize]
}

/// The square `by` cells away.
pub const fn shift(square: Square, by: i16) -> Square {
    (square as i16 + by) as Square
}

/// The direction of a color's pawns.
pub const fn forward(color: Color) -> i16 {
    match color {
        Color::White => WIDTH,
        Color::Black => -WIDTH,
    }
}

/// The cells of a board, from which attacks are computed.
#[derive(Clone)]
struct Cells {
    cells: [Cell; CELLS],
    /// The bits of [`WAYS`] of all kinds that were ever put on the board.
    ways: u8,
}

/// A board with its pieces.
#[derive(Clone)]
pub struct Board {
    size: Size,
    cells: Cells,
    lists: [[Square; MOST_PIECES]; 2],
    counts: [u8; 2],
    /// The place of each piece in its list.
    slots: [u8; CELLS],
    kings: [Square; 2],
    key: u64,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        let mut cells = [Cell::WALL; CELLS];
        size.squares().for_each(|square| cells[usize::from(square)] = Cell::EMPTY);
        let cells = Cells { cells, ways: 0 };
        Self { size, cells, lists: [[0; MOST_PIECES]; 2], counts: [0; 2], slots: [0; CELLS], kings: [0; 2], key: 0 }
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The key of all pieces.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key of one color's pieces.
    pub fn key_of_side(&self, color: Color) -> u64 {
        self.pieces(color).iter().fold(0, |key, &square| key ^ key_of(self.at(square), square))
    }

    /// The content of a cell.
    pub fn at(&self, square: Square) -> Cell {
        self.cells.at(square)
    }

    /// The squares of a color's pieces.
    pub fn pieces(&self, color: Color) -> &[Square] {
        &self.lists[color.index()][..usize::from(self.counts[color.index()])]
    }

    /// Whether the color can have one piece more.
    pub fn has_room(&self, color: Color) -> bool {
        usize::from(self.counts[color.index()]) < MOST_PIECES
    }

    /// The square of a color's king; 0 if there is none.
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, color: Color, kind: Kind) {
        let (cell, side) = (Cell::new(color, kind), color.index());
        let slot = self.counts[side];
        self.cells.set(square, cell);
        self.cells.ways |= WAYS[kind.index()];
        self.lists[side][usize::from(slot)] = square;
        self.slots[usize::from(square)] = slot;
        self.counts[side] += 1;
        self.key ^= key_of(cell, square);
        if kind == Kind::King {
            self.kings[side] = square;
        }
    }

    /// Takes the piece off a square, if one is there.
    pub fn take(&mut self, square: Square) -> Option<(Color, Kind)> {
        let cell = self.at(square);
        let (color, kind) = cell.piece()?;
        let side = color.index();
        self.counts[side] -= 1;
        let (slot, last) = (self.slots[usize::from(square)], self.lists[side][usize::from(self.counts[side])]);
        self.lists[side][usize::from(slot)] = last;
        self.slots[usize::from(last)] = slot;
        self.cells.set(square, Cell::EMPTY);
        self.key ^= key_of(cell, square);
        if kind == Kind::King {
            self.kings[side] = 0;
        }
        Some((color, kind))
    }

    /// Moves the piece on `from` to the empty square `to`.
    pub fn shift(&mut self, from: Square, to: Square) {
        let cell = self.at(from);
        let Some((color, kind)) = cell.piece() else { return };
        let (side, slot) = (color.index(), self.slots[usize::from(from)]);
        self.cells.set(from, Cell::EMPTY);
        self.cells.set(to, cell);
        self.lists[side][usize::from(slot)] = to;
        self.slots[usize::from(to)] = slot;
        self.key ^= key_of(cell, from) ^ key_of(cell, to);
        if kind == Kind::King {
            self.kings[side] = to;
        }
    }

    /// Calls `each` with every square that a piece attacks, of a kind other than a pawn.
    pub fn for_each_attacked(&self, from: Square, kind: Kind, mut each: impl FnMut(Square)) {
        let (steps, slides) = ways(kind);
        for &step in steps {
            let to = shift(from, step);
            if self.at(to) != Cell::WALL {
                each(to);
            }
        }
        for &slide in slides {
            let mut to = shift(from, slide);
            while self.at(to).is_empty() {
                each(to);
                to = shift(to, slide);
            }
            if self.at(to) != Cell::WALL {
                each(to);
            }
        }
    }

    /// Whether the piece on `from` attacks `to`.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let Some((color, kind)) = self.at(from).piece() else { return false };
        if kind == Kind::Pawn {
            return [1, -1].into_iter().any(|side| shift(from, forward(color) + side) == to);
        }
        let mut found = false;
        self.for_each_attacked(from, kind, |square| found |= square == to);
        found
    }

    /// Whether a color attacks a square.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.cells.attacker(square, by, |_| true).is_some()
    }

    /// The square of some piece of `by` that attacks `square` and that `counts`.
    pub fn attacker(&self, square: Square, by: Color, counts: impl FnMut(Square) -> bool) -> Option<Square> {
        self.cells.attacker(square, by, counts)
    }

    /// Whether the exchange on `to` that begins with the piece on `from` gains at least `least`, by `values`: each side
    /// captures with its cheapest piece, or stops.
    pub fn exchange_gains(&self, from: Square, to: Square, values: &[i32; KINDS], least: i32) -> bool {
        let Some((color, _)) = self.at(from).piece() else { return false };
        let mut swap = values[self.at(to).kind_index()] - least;
        if swap < 0 {
            return false;
        }
        swap = values[self.at(from).kind_index()] - swap;
        if swap <= 0 {
            return true;
        }
        let mut cells = self.cells.clone();
        cells.set(from, Cell::EMPTY);
        let (mut side, mut gains) = (!color, true);
        while let Some(next) = cells.cheapest_attacker(to, side, values) {
            gains = !gains;
            swap = values[cells.at(next).kind_index()] - swap;
            if swap < i32::from(gains) {
                break;
            }
            cells.set(next, Cell::EMPTY);
            side = !side;
        }
        gains
    }
}

impl Cells {
    fn at(&self, square: Square) -> Cell {
        self.cells[usize::from(square)]
    }

    fn set(&mut self, square: Square, cell: Cell) {
        self.cells[usize::from(square)] = cell;
    }

    /// Whether a piece of `by` that moves in one of these ways stands on `from`.
    #[inline(always)]
    fn goes(&self, from: Square, by: Color, ways: u8) -> bool {
        let cell = self.at(from);
        cell.is(by) && WAYS[cell.kind_index()] & ways != 0
    }

    /// See [`Board::attacker`]. Pawns come first.
    #[inline]
    fn attacker(&self, square: Square, by: Color, mut counts: impl FnMut(Square) -> bool) -> Option<Square> {
        let back = -forward(by);
        for side in [1, -1] {
            let from = shift(square, back + side);
            if self.at(from) == Cell::new(by, Kind::Pawn) && counts(from) {
                return Some(from);
            }
        }
        for (jumps, way) in [(&KNIGHT[..], way::KNIGHT), (&ALFIL[..], way::ALFIL)] {
            if self.ways & way != 0 {
                for &jump in jumps {
                    if self.goes(shift(square, jump), by, way) && counts(shift(square, jump)) {
                        return Some(shift(square, jump));
                    }
                }
            }
        }
        let ways = [(LINES, way::LINE_STEP, way::LINE_SLIDE), (DIAGONALS, way::DIAGONAL_STEP, way::DIAGONAL_SLIDE)];
        for (directions, step, slide) in ways {
            for direction in directions {
                let near = shift(square, direction);
                if !self.at(near).is_empty() {
                    if self.goes(near, by, step | slide) && counts(near) {
                        return Some(near);
                    }
                    continue;
                }
                let mut from = shift(near, direction);
                while self.at(from).is_empty() {
                    from = shift(from, direction);
                }
                if self.goes(from, by, slide) && counts(from) {
                    return Some(from);
                }
            }
        }
        None
    }

    /// The cheapest piece of `by` that attacks `square`, by `values`. No piece is cheaper than a pawn; a kind without a
    /// value captures nothing.
    fn cheapest_attacker(&self, square: Square, by: Color, values: &[i32; KINDS]) -> Option<Square> {
        let mut best: Option<(i32, Square)> = None;
        let pawn = self.attacker(square, by, |from| {
            let kind = self.at(from).kind_index();
            if kind == Kind::Pawn.index() {
                return true;
            }
            if values[kind] > 0 && best.is_none_or(|(least, _)| values[kind] < least) {
                best = Some((values[kind], from));
            }
            false
        });
        pawn.or(best.map(|(_, from)| from))
    }
}
