//! The evaluation of the chess family: pieces on squares, mobility, pawns, the king's neighborhood.

#[cfg(test)]
use super::battle::BATTLE;
use super::chess::Chess;
use super::color::Color;
#[cfg(test)]
use super::fen::parse;
use super::laws::Pair;
use super::mailbox::{Cell, forward, shift};
use super::moves::{KINDS, Kind, Square, WIDTH, file_of, rank_of};
use super::search::MATE_BOUND;

/// A value for having the move.
const TEMPO: i32 = 12;
/// Two bishops on a board with room for them.
const BISHOP_PAIR: Pair = [25, 40];
/// A pawn with no own pawn on the files beside it.
const ISOLATED: Pair = [-10, -12];
/// A pawn behind another one of its color.
const DOUBLED: Pair = [-6, -18];
/// A pawn beside or defended by another one.
const SUPPORTED: Pair = [7, 5];
/// A passed pawn, by ranks to go; the last entry for all further ones. In percent of what it can become.
const PASSED_PERCENT: [Pair; 6] = [[0, 0], [10, 20], [6, 13], [3, 7], [1, 4], [1, 2]];
/// A rook on a file without own pawns.
const OPEN_FILE: Pair = [18, 8];
/// A pawn attacks a piece.
const PAWN_THREAT: Pair = [45, 35];
/// A piece attacks one that is worth clearly more, or one that nothing defends by a pawn.
const PIECE_THREAT: Pair = [16, 20];
/// A piece that is attacked and not defended.
const HANGING: Pair = [32, 18];
/// The same for a pawn.
const HANGING_PAWN: Pair = [6, 10];
/// A knight or bishop in the enemy half, defended by a pawn.
const OUTPOST: Pair = [18, 10];
/// A passed pawn, for each step that the enemy king is farther from it than the own one.
const KING_TO_PASSED: Pair = [0, 7];
/// A passed pawn defended by a pawn.
const SUPPORTED_PASSED: Pair = [8, 12];
/// An own pawn in front of the king, one rank or two away.
const SHIELD: [i32; 2] = [14, 7];
/// Against a bare king: a bonus for each step that the own king is nearer to it, and a malus for each that it is away
/// from the edges, in cp.
const HUNT: [i32; 2] = [8, 12];
/// The same where stalemate wins.
const HUNT_FOR_STALEMATE: [i32; 2] = [20, 30];
/// Attacks by each kind on squares beside the enemy king.
const KING_ATTACK: [i32; KINDS] = [0, 0, 4, 4, 4, 6, 8, 8, 10, 14, 0];

/// A set of squares, a bit each.
#[derive(Clone, Copy, Default)]
struct Squares([u64; 3]);

impl Squares {
    fn add(&mut self, square: Square) {
        self.0[usize::from(square) / 64] |= 1_u64 << (square % 64);
    }

    fn has(&self, square: Square) -> bool {
        self.0[usize::from(square) / 64] >> (square % 64) & 1 != 0
    }
}

/// Kinds whose checks from undefended squares are counted, as attacks on so many squares beside the king.
const SAFE_CHECKS: [(Kind, i32); 4] = [(Kind::Knight, 2), (Kind::Bishop, 1), (Kind::Rook, 2), (Kind::Queen, 1)];

/// The whole of a value, of which less is left in an ending that is hard to win.
const WHOLE: i32 = 64;

/// The pawns of a color. Arrays by file have one more file on each side of the board; ranks count from the color's own
/// edge.
struct Pawns {
    /// The rank of the last pawn of a file.
    last: [u8; 14],
    /// The rank of the first one.
    first: [u8; 14],
    /// The squares that they attack.
    attacks: Squares,
}

impl Pawns {
    /// No pawn on a file.
    const NONE: u8 = 99;

    fn of(position: &Chess, color: Color) -> Self {
        let mut pawns = Self { last: [Self::NONE; 14], first: [0; 14], attacks: Squares::default() };
        let board = &position.board;
        for &square in board.pieces(color) {
            if board.at(square) == Cell::new(color, Kind::Pawn) {
                let (file, rank) = (usize::from(file_of(square)) + 1, position.laws.size.relative_rank(color, square));
                pawns.last[file] = pawns.last[file].min(rank);
                pawns.first[file] = pawns.first[file].max(rank);
                for side in [1, -1] {
                    pawns.attacks.add(shift(square, forward(color) + side));
                }
            }
        }
        pawns
    }

    /// Whether one of them attacks a square.
    fn attack(&self, square: Square) -> bool {
        self.attacks.has(square)
    }
}

/// The attacks of a color.
struct Attacks {
    /// All squares that are attacked.
    all: Squares,
    /// Those attacked by each kind but pawns.
    by: [Squares; KINDS],
    /// The sum of [`KING_ATTACK`].
    on_king: i32,
    /// Pieces that attack squares beside the enemy king.
    attackers: i32,
}

impl Attacks {
    /// The attacks of pawns alone.
    fn of(pawns: &Pawns) -> Self {
        Self { all: pawns.attacks, by: [Squares::default(); KINDS], on_king: 0, attackers: 0 }
    }
}

/// Whether `square` is the king's or beside it.
const fn is_beside(square: Square, king: Square) -> bool {
    let away = (square as i16 - king as i16).abs();
    away <= 1 || (away >= WIDTH - 1 && away <= WIDTH + 1)
}

fn add(sum: &mut Pair, value: Pair, times: i32) {
    sum[0] += times * value[0];
    sum[1] += times * value[1];
}

/// The value for the side on turn, in cp.
pub fn evaluate(position: &Chess) -> i32 {
    let laws = position.laws;
    let pawns = Color::ALL.map(|color| Pawns::of(position, color));
    let mut sum = position.placed;
    let mut attacks = pawns.each_ref().map(Attacks::of);
    for color in Color::ALL {
        add(&mut sum, side(position, color, &pawns, &mut attacks[color.index()]), color.sign());
    }
    for color in Color::ALL {
        add(&mut sum, hanging(position, color, &attacks), -color.sign());
        sum[0] += color.sign() * king_danger(position, color, &attacks) * laws.danger_percent / 100;
        add(&mut sum, hunt(position, color), color.sign());
    }
    let phase = position.phase.min(laws.full_phase);
    let blend = (sum[0] * phase + sum[1] * (laws.full_phase - phase)) / laws.full_phase;
    let better = if blend > 0 { Color::White } else { Color::Black };
    let blend = blend * winnable(position, better, &pawns[better.index()]) / WHOLE;
    // Toward a draw by the counter.
    let blend = blend * (200 - i32::from(position.quiet.min(100))) / 200;
    // A FEN may have pieces that outweigh any mate.
    (blend * position.side.sign() + TEMPO).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
}

/// The pieces and pawns of `us` that the other side attacks and nothing defends.
fn hanging(position: &Chess, us: Color, attacks: &[Attacks; 2]) -> Pair {
    let (own, other) = (&attacks[us.index()].all, &attacks[(!us).index()].all);
    let mut sum = [0, 0];
    for &square in position.board.pieces(us) {
        if other.has(square) && !own.has(square) {
            match position.board.at(square).piece() {
                // A check is no threat to win the king.
                Some((_, Kind::King)) | None => {}
                Some((_, Kind::Pawn)) => add(&mut sum, HANGING_PAWN, 1),
                Some(_) => add(&mut sum, HANGING, 1),
            }
        }
    }
    sum
}

/// The middlegame value of the attack by `us` on the enemy king.
fn king_danger(position: &Chess, us: Color, attacks: &[Attacks; 2]) -> i32 {
    let (own, other) = (&attacks[us.index()], &attacks[(!us).index()]);
    let (mut attack, mut attackers) = (own.on_king, own.attackers);
    let king = position.board.king(!us);
    for (kind, weight) in SAFE_CHECKS {
        // The squares from which a kind would check are those that it attacks from the king's square.
        let mut found = 0_i32;
        position.board.for_each_attacked(king, kind, |from| {
            let is_safe = own.by[kind.index()].has(from) && !other.all.has(from);
            found += i32::from(is_safe && !position.board.at(from).is(us));
        });
        if found > 0 {
            attack += weight * found.min(2) * KING_ATTACK[kind.index()];
            attackers += 1;
        }
    }
    if attackers < 2 {
        return 0;
    }
    // The more attack at once, the worse: quadratic.
    (attack * attackers.min(5) / 3).min(attack * attack / 24 + 10)
}

/// The part of a value that counts for `better`, of [`WHOLE`]: without pawns about a rook more is needed to win, on the
/// usual board and where stalemate does not win.
fn winnable(position: &Chess, better: Color, pawns: &Pawns) -> i32 {
    let laws = position.laws;
    if laws.stalemate_wins || laws.size.files != 8 || pawns.last.iter().any(|&rank| rank != Pawns::NONE) {
        return WHOLE;
    }
    let value = |kind: Kind| laws.exchange_values[kind.index()];
    let material = |color: Color| {
        let kinds = position.board.pieces(color).iter().filter_map(|&square| position.board.at(square).piece());
        kinds.map(|(_, kind)| if matches!(kind, Kind::Pawn | Kind::King) { 0 } else { value(kind) }).sum::<i32>()
    };
    let (own, other) = (material(better), material(!better));
    match own - other {
        ahead if ahead > value(Kind::Bishop) => WHOLE,
        _ if own < value(Kind::Rook) => 0,
        _ if other <= value(Kind::Bishop) => WHOLE / 16,
        _ => WHOLE / 4,
    }
}

/// Against a bare king: toward the edge with it, and the own king near.
fn hunt(position: &Chess, us: Color) -> Pair {
    let (board, size) = (&position.board, position.laws.size);
    if board.pieces(!us).len() > 1 || board.pieces(us).len() == 1 {
        return [0, 0];
    }
    let (own, hunted) = (board.king(us), board.king(!us));
    let [files, ranks] = [file_of as fn(Square) -> u8, rank_of].map(|of| of(own).abs_diff(of(hunted)));
    let near = i32::from(size.files.max(size.ranks)) - i32::from(files.max(ranks));
    let (file, rank) = (file_of(hunted), rank_of(hunted));
    let wing = i32::from(file.min(size.files - 1 - file)) + i32::from(rank.min(size.ranks - 1 - rank));
    let [bonus, malus] = if position.laws.stalemate_wins { HUNT_FOR_STALEMATE } else { HUNT };
    let value = bonus * near - malus * wing;
    [value, value]
}

fn distance(a: Square, b: Square) -> i32 {
    i32::from(file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))))
}

/// The terms of a pawn of `us` on `square`. `best` is the endgame value of the best kind that it can become.
fn pawn(position: &Chess, us: Color, square: Square, [own, other]: [&Pawns; 2], best: i32) -> Pair {
    let (board, size) = (&position.board, position.laws.size);
    let (file, rank) = (usize::from(file_of(square)) + 1, size.relative_rank(us, square));
    let (ahead, back) = (shift(square, forward(us)), -forward(us));
    let mut sum = [0, 0];
    let beside = [file - 1, file + 1];
    if beside.iter().all(|&file| own.last[file] == Pawns::NONE) {
        add(&mut sum, ISOLATED, 1);
    }
    if own.first[file] > rank {
        add(&mut sum, DOUBLED, 1);
    }
    let own_pawn = Cell::new(us, Kind::Pawn);
    if [1, -1, back + 1, back - 1].into_iter().any(|by| board.at(shift(square, by)) == own_pawn) {
        add(&mut sum, SUPPORTED, 1);
    }
    // Passed pawn. The other side counts ranks from its own edge: a pawn of it is ahead of ours if its rank is lower
    // than the mirrored one.
    let mirrored = size.ranks - 1 - rank;
    if own.first[file] == rank && [file - 1, file, file + 1].iter().all(|&file| other.last[file] >= mirrored) {
        let to_go = usize::from(mirrored).min(PASSED_PERCENT.len() - 1);
        let mut value = PASSED_PERCENT[to_go].map(|percent| percent * best / 100);
        if !board.at(ahead).is_empty() {
            value = value.map(|value| value * 2 / 3);
        }
        add(&mut sum, value, 1);
        let nearer = distance(board.king(!us), ahead) - distance(board.king(us), ahead);
        add(&mut sum, KING_TO_PASSED, nearer * i32::from(rank) / 3);
        if own.attack(square) {
            add(&mut sum, SUPPORTED_PASSED, 1);
        }
    }
    for side in [1, -1] {
        let cell = board.at(shift(ahead, side));
        if cell.is(!us) && cell.kind_index() > Kind::Pawn.index() {
            add(&mut sum, PAWN_THREAT, 1);
        }
    }
    sum
}

/// The terms of the pieces of `us`; adds what they attack to `attacks`.
fn side(position: &Chess, us: Color, pawns: &[Pawns; 2], attacks: &mut Attacks) -> Pair {
    let (laws, board, size) = (position.laws, &position.board, position.laws.size);
    let (own, other) = (&pawns[us.index()], &pawns[(!us).index()]);
    let enemy_king = board.king(!us);
    let mut sum = [0, 0];
    let mut bishops = 0;
    let best = laws.promotions.first().map_or(0, |kind| laws.values[kind.index()][1]);
    for &square in board.pieces(us) {
        let Some((_, kind)) = board.at(square).piece() else { continue };
        let file = usize::from(file_of(square)) + 1;
        if kind == Kind::Pawn {
            add(&mut sum, pawn(position, us, square, [own, other], best), 1);
            continue;
        }
        let (mut reach, mut near, mut threats) = (0, 0, 0);
        let cost = laws.exchange_values[kind.index()] + 50;
        board.for_each_attacked(square, kind, |to| {
            attacks.all.add(to);
            attacks.by[kind.index()].add(to);
            let cell = board.at(to);
            reach += i32::from(!cell.is(us) && !other.attack(to));
            if cell.is(!us) && laws.exchange_values[cell.kind_index()] > cost {
                threats += 1;
            }
            near += i32::from(is_beside(to, enemy_king));
        });
        add(&mut sum, laws.mobility[kind.index()], reach - 3);
        if near > 0 && kind != Kind::King {
            attacks.on_king += near * KING_ATTACK[kind.index()];
            attacks.attackers += 1;
        }
        add(&mut sum, PIECE_THREAT, threats);
        let advanced = 2 * size.relative_rank(us, square) >= size.ranks;
        if matches!(kind, Kind::Knight | Kind::Bishop) && advanced && own.attack(square) {
            add(&mut sum, OUTPOST, 1);
        }
        match kind {
            Kind::Bishop => bishops += 1,
            Kind::Rook if own.last[file] == Pawns::NONE => {
                let whole = if other.last[file] == Pawns::NONE { 2 } else { 1 };
                add(&mut sum, OPEN_FILE, whole);
            }
            Kind::King => {
                let ahead = forward(us);
                for (row, value) in [ahead, 2 * ahead].into_iter().zip(SHIELD) {
                    for side in -1..=1 {
                        let pawn =
                            board.at(square.wrapping_add_signed((row + side) as i8)) == Cell::new(us, Kind::Pawn);
                        sum[0] += i32::from(pawn) * value;
                    }
                }
            }
            _ => {}
        }
    }
    if bishops >= 2 {
        add(&mut sum, BISHOP_PAIR, 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attacks(position: &Chess) -> [Attacks; 2] {
        let pawns = Color::ALL.map(|color| Pawns::of(position, color));
        let mut attacks = pawns.each_ref().map(Attacks::of);
        for color in Color::ALL {
            side(position, color, &pawns, &mut attacks[color.index()]);
        }
        attacks
    }

    #[test]
    fn bug_drawn_endings_without_pawns_were_valued_by_their_material() {
        for (fen, bounds) in [
            // A rook against a bishop, two rooks against a rook and a knight, a knight against a pawn.
            ("4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1", 0..=40),
            ("4k3/3rn3/8/8/8/8/8/R3K2R w - - 0 1", 0..=90),
            ("4k3/4p3/8/8/8/8/8/N3K3 w - - 0 1", -60..=TEMPO),
            // A rook alone, a queen against a rook, and a rook with a pawn against a bishop are won.
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 300..=900),
            ("4k3/4r3/8/8/8/8/8/Q2K4 w - - 0 1", 300..=900),
            ("4k3/4b3/8/8/8/8/4P3/R3K3 w - - 0 1", 150..=600),
        ] {
            let value = evaluate(&parse(&BATTLE, fen).expect("a position"));
            assert!(bounds.contains(&value), "{fen}: {value}");
        }
    }

    #[test]
    fn bug_a_piece_left_hanging_was_valued_like_a_defended_one() {
        // The rook attacks the knight on d7, which the king defends from e8 and not from g8.
        for (fen, black) in
            [("4k3/3n4/8/8/8/8/8/3R2K1 w - - 0 1", [0, 0]), ("6k1/3n4/8/8/8/8/8/3R2K1 w - - 0 1", HANGING)]
        {
            let position = parse(&BATTLE, fen).expect("a position");
            let attacks = attacks(&position);
            assert_eq!(Color::ALL.map(|color| hanging(&position, color, &attacks)), [[0, 0], black], "{fen}");
        }
    }

    #[test]
    fn bug_checks_from_undefended_squares_did_not_count_for_an_attack() {
        // The queen checks on d8, the rook on f8; the black rook guards both squares.
        for (fen, danger) in [("7k/6pp/8/8/8/8/8/3Q1RK1 w - - 0 1", 22), ("r6k/6pp/8/8/8/8/8/3Q1RK1 w - - 0 1", 0)] {
            let position = parse(&BATTLE, fen).expect("a position");
            assert_eq!(king_danger(&position, Color::White, &attacks(&position)), danger, "{fen}");
        }
    }
}
