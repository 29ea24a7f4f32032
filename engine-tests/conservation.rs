//! Thousands of random games on two boards: no piece is lost or gained, and every move can be taken back.

use rayon::prelude::*;
use std::collections::HashSet;
use tandem::board::{BoardObserver, BoardRules, BoardStatus, Position};
use tandem::game::{BoardId, Clocks, Game, Outcome, Reason, Rules};
use tandem::types::rng::Rng;
use tandem::types::{Color, Move, MoveKind, Piece, PieceType, Square};

/// Pieces of each color in two chess sets, pawn to king.
const TWO_SETS: [u32; 6] = [16, 4, 4, 4, 2, 2];
/// Rules of the random games; together they cover every value of every option.
const RULES: [&str; 8] = [
    "international",
    "fics",
    "fairy-stockfish",
    "gambler",
    "gambler,drop-check=forbidden,pawn-drop-ranks=2-6,stalemate=draw",
    "drop-mate=forbidden,both-hang=plays-on",
    "gambler,mate=immediate,drop-mate=forbidden,repetition=draw,dropped-rook-castles=no",
    "no-clock=move-for-move,stalemate=loss",
];
const MOST_PLIES: usize = 400;

/// Counts of the events in the games, to be sure that each occurred.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    plies: usize,
    drops: usize,
    promotions: usize,
    taken: usize,
    en_passant: usize,
    castling: usize,
    hangs: usize,
    demands: usize,
    mates: usize,
    other_ends: usize,
}

impl Seen {
    fn add(self, other: Self) -> Self {
        Self {
            plies: self.plies + other.plies,
            drops: self.drops + other.drops,
            promotions: self.promotions + other.promotions,
            taken: self.taken + other.taken,
            en_passant: self.en_passant + other.en_passant,
            castling: self.castling + other.castling,
            hangs: self.hangs + other.hangs,
            demands: self.demands + other.demands,
            mates: self.mates + other.mates,
            other_ends: self.other_ends + other.other_ends,
        }
    }

    fn count(&mut self, game: &Game, mv: Move) {
        self.plies += 1;
        self.drops += usize::from(mv.is_drop());
        self.promotions += usize::from(mv.promotion().is_some());
        self.en_passant += usize::from(mv.kind() == MoveKind::EnPassant);
        self.castling += usize::from(mv.kind() == MoveKind::Castle);
        self.hangs += BoardId::ALL.into_iter().filter(|&board| game.is_hanging(board)).count();
        self.taken += usize::from(game.played().last().is_some_and(|played| played.mv.taken.is_some()));
        self.mates += usize::from(game.outcome().is_some_and(|outcome| outcome.reason == Reason::Mate));
        self.other_ends += usize::from(game.outcome().is_some_and(|outcome| outcome.reason != Reason::Mate));
    }
}

/// A random legal move, with captures and promotions weighted up, so that hands fill and pawns promote.
fn choose(position: &Position, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let noisy: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_noisy()).collect();
    let pawns: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| {
            mv.from().and_then(|from| position.piece_at(from)).is_some_and(|piece| piece.kind() == PieceType::Pawn)
        })
        .collect();
    let from = match rng.below(6) {
        0 | 1 if !noisy.is_empty() => &noisy[..],
        2 if !pawns.is_empty() => &pawns[..],
        _ => &moves[..],
    };
    if from.is_empty() { None } else { Some(from[rng.below(from.len())]) }
}

/// Plays a random game to its end, or until no move is left, and passes every state to `visit`.
fn random_game(rules: &str, seed: u64, mut visit: impl FnMut(&Game, BoardId)) -> Seen {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(rules.parse::<Rules>().expect(rules), Clocks::all(1));
    let mut seen = Seen::default();
    while game.outcome().is_none() && seen.plies < MOST_PLIES {
        let first = BoardId::ALL[rng.below(2)];
        let board = game.demanded().map_or(first, |seat| seat.board);
        let Some((board, mv)) =
            [board, !board].into_iter().find_map(|board| Some((board, choose(game.position(board), &mut rng)?)))
        else {
            let flags = BoardId::ALL.map(|board| game.on_turn(board));
            game.flags(&flags).expect("both are on turn");
            break;
        };
        game.play(board, mv).unwrap_or_else(|error| panic!("{rules}, seed {seed}: {error}"));
        if let Some(pending) = game.pending() {
            let squares: Vec<_> = game.takeable(pending.seat).collect();
            game.choose(squares[rng.below(squares.len())]).expect("takeable");
        }
        seen.count(&game, mv);
        visit(&game, board);
        if game.outcome().is_none() && game.demand(game.on_turn(board).opponent()).is_ok() {
            seen.demands += 1;
        }
    }
    seen
}

/// `games` random games by each of the rules, in parallel.
fn random_games(games: u64, visit: impl Fn(&Game, BoardId) + Sync) -> Seen {
    (0..games * RULES.len() as u64)
        .into_par_iter()
        .map(|seed| random_game(RULES[seed as usize % RULES.len()], seed, &visit))
        .reduce(Seen::default, Seen::add)
}

#[test]
fn two_sets_stay_two_sets() {
    let seen = random_games(400, |game, _| {
        for color in Color::ALL {
            let held = PieceType::ALL.map(|kind| game.material(color, kind));
            assert_eq!(held, TWO_SETS, "{color} in {}", game.to_bfen());
        }
    });
    // The test proves something only if all of this occurred.
    let counts = [seen.drops, seen.promotions, seen.taken, seen.en_passant, seen.castling, seen.hangs, seen.demands];
    assert!(seen.plies > 100_000 && counts.into_iter().all(|count| count > 100), "{seen:?}");
    assert!(seen.mates > 1000 && seen.other_ends > 0, "{seen:?}");
}

#[test]
fn every_move_is_taken_back_and_keys_are_those_computed_anew() {
    random_games(300, |game, board| {
        for board in [board, !board] {
            let position = game.position(board);
            assert_eq!(position.key(), position.compute_key(), "{}", position.to_bfen());
        }
        // The full checks run every few plies, at plies that vary between games.
        if !(game.played().len() as u64 ^ game.position(board).key()).is_multiple_of(5) {
            return;
        }
        let position = game.position(board);
        let mut after = position.clone();
        for mv in position.legal_moves() {
            let undo = after.make_move(mv);
            assert_eq!(after.key(), after.compute_key(), "{mv} in {}", position.to_bfen());
            assert!(!after.attacked(after.king(!after.side_to_move()), after.side_to_move(), after.occupied()));
            after.unmake_move(mv, &undo);
            assert_eq!(&after, position, "{mv} in {}", position.to_bfen());
        }
        if !position.in_check() {
            let undo = after.make_null();
            assert_eq!(after.key(), after.compute_key());
            after.unmake_null(&undo);
            assert_eq!(&after, position);
        }
    });
}

#[test]
fn generated_moves_are_the_legal_moves() {
    random_games(150, |game, board| {
        if !(game.played().len() + 7 * board.index()).is_multiple_of(199) {
            return;
        }
        let position = game.position(board);
        let generated: HashSet<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(generated.len(), position.legal_moves().len(), "a move twice in {}", position.to_bfen());
        assert_eq!(generated.len() as u64, position.count_legal_moves());
        for mv in (0..=u16::MAX).map(Move::from_bits) {
            assert_eq!(position.is_legal(mv), generated.contains(&mv), "{mv} in {}", position.to_bfen());
        }
    });
}

#[test]
fn a_game_is_over_when_a_board_says_so() {
    random_games(100, |game, _| {
        let rules = game.rules();
        for board in BoardId::ALL {
            let status = game.position(board).status();
            let stuck = game.position(board).legal_moves().is_empty();
            assert_eq!(stuck, status != BoardStatus::Playing);
            assert_eq!(game.is_hanging(board), status == BoardStatus::Hang);
            if status == BoardStatus::Mate {
                let outcome = game.outcome().expect("mate ends the game");
                assert_eq!(outcome.reason, Reason::Mate);
                let lost = outcome == Outcome::lost_by(game.on_turn(board), Reason::Mate);
                assert!(lost || game.has_no_move(!board), "{outcome}");
            }
        }
        if let Some(Outcome { reason: Reason::BothHang, winner, .. }) = game.outcome() {
            let [a, b] = BoardId::ALL.map(|board| game.on_turn(board).team());
            assert!(a == b && winner == Some(!a) && rules.both_hang == tandem::game::BothHang::Loss);
        }
    });
}

#[test]
fn a_whole_game_on_paper_replays_to_the_same_state() {
    use tandem::game::bpgn::{self, Record};
    for (seed, rules) in (0..).zip(RULES.into_iter().cycle().take(200)) {
        let mut last = None;
        random_game(rules, seed, |game, _| last = Some(game.clone()));
        let played = last.expect("at least one ply");
        let mut game = Game::new(*played.rules(), *played.clocks());
        let mut record = Record::begin(&game, ["Ann", "Bob", "Cid", "Dora"], "0.001+0");
        for ply in played.played() {
            record.push(&game, ply.seat.board, ply.mv);
            game.play_whole(ply.seat.board, ply.mv).unwrap_or_else(|error| panic!("{rules}, seed {seed}: {error}"));
        }
        record.finish(game.outcome());
        let text = bpgn::write(&record);
        let read = bpgn::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let again = read[0].replay(*played.rules()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.to_bfen(), played.to_bfen());
        assert_eq!(again.outcome(), played.outcome());
        assert_eq!(again.played(), played.played());
        assert_eq!(bpgn::write(&read[0]), text);
    }
}

/// The state as reported to an observer: pieces by square, with the mark of promoted ones, and hands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    pieces: Vec<(Square, Piece, bool)>,
    hands: [[u32; 5]; 2],
    side_to_move: Color,
}

impl Told {
    fn of(position: &Position) -> Self {
        let pieces = position.occupied().filter_map(|square| {
            position.piece_at(square).map(|piece| (square, piece, position.promoted().has(square)))
        });
        let hand = |color| PieceType::HELD.map(|kind| position.hand(color).count(kind));
        Self { pieces: pieces.collect(), hands: Color::ALL.map(hand), side_to_move: position.side_to_move() }
    }

    fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|(square, ..)| square.index());
        self
    }
}

impl BoardObserver for Told {
    fn put(&mut self, piece: Piece, square: Square, promoted: bool) {
        assert!(self.pieces.iter().all(|&(other, ..)| other != square), "{square} is taken");
        self.pieces.push((square, piece, promoted));
    }

    fn removed(&mut self, piece: Piece, square: Square, promoted: bool) {
        let at = self.pieces.iter().position(|&known| known == (square, piece, promoted));
        self.pieces.remove(at.unwrap_or_else(|| panic!("{piece:?} does not stand on {square}")));
    }

    fn held(&mut self, color: Color, kind: PieceType, count: u32) {
        let held = &mut self.hands[color.index()][kind.index()];
        assert_eq!(held.abs_diff(count), 1, "{kind:?}");
        *held = count;
    }

    fn passed(&mut self) {
        self.side_to_move = !self.side_to_move;
    }
}

#[test]
fn an_observer_is_told_all_that_a_move_changes() {
    let crazyhouse = BoardRules::crazyhouse();
    let mut kinds = [0; 5];
    let look = |position: &Position, kinds: &mut [u32; 5]| {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            let mut told = Told::of(position);
            after.make_move_observed(mv, &mut told);
            told.side_to_move = !told.side_to_move;
            assert_eq!(told.sorted(), Told::of(&after).sorted(), "{mv} in {}", position.to_bfen());
            let seen = [
                mv.is_drop(),
                mv.promotion().is_some(),
                mv.kind() == MoveKind::EnPassant,
                mv.kind() == MoveKind::Castle,
                mv.is_capture() && position.promoted().has(mv.to()),
            ];
            kinds.iter_mut().zip(seen).for_each(|(count, seen)| *count += u32::from(seen));
        }
        if !position.in_check() {
            let (mut after, mut told) = (position.clone(), Told::of(position));
            after.make_null_observed(&mut told);
            assert_eq!(told.sorted(), Told::of(&after).sorted());
        }
    };
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let rules = if seed % 2 == 0 { BoardRules::default() } else { crazyhouse };
        let mut position = Position::start(rules);
        for _ in 0..120 {
            if rules != crazyhouse && rng.below(3) == 0 {
                let (color, kind) = (Color::ALL[rng.below(2)], PieceType::HELD[rng.below(5)]);
                if position.material(color, kind) < TWO_SETS[kind.index()] {
                    position.receive(color, kind);
                }
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            look(&position, &mut kinds);
            // Random choice rarely promotes.
            let rare = moves.iter().find(|mv| mv.promotion().is_some());
            position.make_move(rare.copied().unwrap_or(moves[rng.below(moves.len())]));
        }
    }
    assert!(kinds.iter().all(|&count| count > 5), "drops, promotions, en passant, castling, promoted taken: {kinds:?}");
}
