//! Forced mates on two boards that are one game.
//!
//! Where opponents are on turn on the two boards, nobody gains by moving first: the team that is behind on these two
//! clocks has to, and the team ahead may wait (R13). So two boards and the signs of the clocks make one sequential
//! game. Captures hand pieces over at once, for the attackers and for the defenders alike: a mate may need a piece from
//! the other board, and a check is no mate while a piece may arrive that blocks it.
//!
//! The attackers' moves are checks on either board, captures, replies to a check, and waiting; the defenders' are all
//! that they have.

use super::dfpn::{Choices, ProofGame, ProofSearch, Verdict};
use super::numbers::Numbers;
use super::table::MateTable;
use crate::board::movegen::Select;
use crate::board::{BoardStatus, Position, Undo};
use crate::types::{Color, Hand, Move};

/// A choice in the game of two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointMove {
    /// A move on the board with this number.
    Play(usize, Move),
    /// The team that leads waits: the other one has to move.
    Wait,
}

/// The result of a search on two boards.
pub type JointResult = Verdict<JointMove>;

/// Two boards, the attackers, and who leads on the clock.
#[derive(Clone, Debug)]
pub struct TwoBoards {
    boards: [Position; 2],
    /// The attackers' color on each board: partners have different ones.
    attackers: [Color; 2],
    /// Whether the attacker on a board has more time than the defender on the other one.
    leads: [bool; 2],
    /// Whether the team that leads has waited, so that the other one has to move.
    waited: bool,
}

/// The state that a choice overwrites, to unmake it.
pub struct JointUndo {
    board: Option<Undo>,
    /// The hand on the other board before a transfer.
    hand: Option<(Color, Hand)>,
    waited: bool,
}

/// Parts of the keys, arbitrary bits: the attackers' color on the first board, the leads, and a wait.
const MARKS: [u64; 4] = [0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1, 0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f];

/// The choices in a position: whether they are the attackers', on which boards, and whether waiting is one.
struct Choice {
    attacks: bool,
    boards: [bool; 2],
    may_wait: bool,
}

impl TwoBoards {
    /// The game of the team that has `attacker` on board 0, and the other color on board 1; `leads[board]`: whether its
    /// player there has more time than the opponent of its partner.
    pub fn new(boards: [Position; 2], attacker: Color, leads: [bool; 2]) -> Self {
        Self { boards, attackers: [attacker, !attacker], leads, waited: false }
    }

    /// The same game with the attacker on board 0 to move now, whoever leads: no move has come while it thought.
    #[must_use]
    pub fn moving_now(mut self) -> Self {
        self.waited = self.attacker_moves(0) && !self.attacker_moves(1) && !self.leads[0];
        self
    }

    /// Both boards.
    pub fn boards(&self) -> &[Position; 2] {
        &self.boards
    }

    /// The attackers' color on a board.
    pub fn attacker(&self, board: usize) -> Color {
        self.attackers[board]
    }

    /// Whether the attackers choose now; otherwise the defenders do.
    pub fn attackers_choose(&self) -> bool {
        self.choice().attacks
    }

    /// The boards on which a move may be chosen now, and whether to wait may be.
    pub fn choices(&self) -> ([bool; 2], bool) {
        let Choice { boards, may_wait, .. } = self.choice();
        (boards, may_wait)
    }

    /// Makes a choice, which must be possible.
    pub fn play(&mut self, choice: JointMove) {
        let _ = self.make(choice);
    }

    /// Whether the attackers have won: by mate, or since a player who hangs loses on time.
    pub fn is_won(&self) -> bool {
        self.unsearched().proof == 0
    }

    /// Whether the attacker on a board is on turn there.
    fn attacker_moves(&self, board: usize) -> bool {
        self.boards[board].side_to_move() == self.attackers[board]
    }

    fn choice(&self) -> Choice {
        let on_turn = [self.attacker_moves(0), self.attacker_moves(1)];
        match on_turn {
            [first, second] if first == second => Choice { attacks: first, boards: [true; 2], may_wait: false },
            _ => {
                // The attacker on turn, and the defender on turn on the other board.
                let board = usize::from(on_turn[1]);
                let attacks = self.leads[board] != self.waited;
                let mover = if attacks { board } else { 1 - board };
                Choice { attacks, boards: [mover == 0, mover == 1], may_wait: !self.waited }
            }
        }
    }

    /// The moves of an attacker that may be part of a proof.
    fn attacks_on(&self, board: usize) -> Vec<Move> {
        let position = &self.boards[board];
        if position.in_check() {
            return position.legal_moves().as_slice().to_vec();
        }
        let mut moves = position.checks();
        let checks = moves.len();
        position.add_board_moves(Select::Noisy, &mut moves);
        let info = position.check_info();
        let quiet = moves.drain(checks..).filter(|&mv| mv.is_capture() && !position.gives_check(&info, mv));
        let quiet: Vec<Move> = quiet.collect();
        moves.into_iter().chain(quiet).collect()
    }

    /// The final numbers of a position that is over on a board.
    fn over(&self) -> Option<Numbers> {
        for board in 0..2 {
            if self.boards[board].status() == BoardStatus::Mate {
                return Some(if self.attacker_moves(board) { Numbers::REFUTED } else { Numbers::mate(0) });
            }
        }
        None
    }
}

impl ProofGame for TwoBoards {
    type Move = JointMove;
    type Undo = JointUndo;

    fn key(&self) -> u64 {
        let facts = [self.attackers[0] == Color::White, self.leads[0], self.leads[1], self.waited];
        let marks = MARKS.into_iter().zip(facts).filter(|&(_, holds)| holds).fold(0, |key, (mark, _)| key ^ mark);
        self.boards[0].key() ^ self.boards[1].key().rotate_left(32) ^ marks
    }

    fn attacks(&self) -> bool {
        self.choice().attacks
    }

    fn moves(&self) -> Vec<JointMove> {
        let Choice { attacks, boards, may_wait } = self.choice();
        let mut choices = Vec::new();
        for board in (0..2).filter(|&board| boards[board]) {
            let moves = match attacks {
                true => self.attacks_on(board),
                false => self.boards[board].legal_moves().as_slice().to_vec(),
            };
            choices.extend(moves.into_iter().map(|mv| JointMove::Play(board, mv)));
        }
        choices.extend(may_wait.then_some(JointMove::Wait));
        choices
    }

    fn make(&mut self, mv: JointMove) -> JointUndo {
        let waited = self.waited;
        let JointMove::Play(board, mv) = mv else {
            self.waited = true;
            return JointUndo { board: None, hand: None, waited };
        };
        self.waited = false;
        let undo = self.boards[board].make_move(mv);
        // A captured piece keeps its color, which is that of the mover's partner.
        let hand = undo.transfer().map(|kind| {
            let (color, other) = (self.boards[board].side_to_move(), &mut self.boards[1 - board]);
            let before = other.hand(color);
            other.receive(color, kind);
            (color, before)
        });
        JointUndo { board: Some(undo), hand, waited }
    }

    fn unmake(&mut self, mv: JointMove, undo: JointUndo) {
        self.waited = undo.waited;
        if let (JointMove::Play(board, mv), Some(before)) = (mv, undo.board) {
            if let Some((color, hand)) = undo.hand {
                self.boards[1 - board].set_hand(color, hand);
            }
            self.boards[board].unmake_move(mv, &before);
        }
    }

    fn unsearched(&self) -> Numbers {
        if let Some(numbers) = self.over() {
            return numbers;
        }
        let Choice { attacks, boards, may_wait } = self.choice();
        if attacks {
            return Numbers::OPEN;
        }
        let replies: u64 =
            (0..2).filter(|&board| boards[board]).map(|board| self.boards[board].count_legal_moves()).sum();
        match replies + u64::from(may_wait) {
            // A player that hangs while the attackers lead loses on time. Where both defenders stand still, it is
            // not told here who does.
            0 if boards != [true; 2] && (0..2).any(|board| boards[board] && self.boards[board].in_check()) => {
                Numbers::mate(0)
            }
            0 => Numbers::REFUTED,
            replies => Numbers { proof: replies as u32, ..Numbers::OPEN },
        }
    }
}

/// A search for a mate on two boards.
pub struct JointSearch<'a>(ProofSearch<'a, TwoBoards>);

impl<'a> JointSearch<'a> {
    /// A search of `game`. The table must have been cleared once.
    pub fn new(table: &'a mut MateTable, game: TwoBoards) -> Self {
        Self(ProofSearch::new(table, game))
    }

    /// As [`Self::search`], with the choices at the root that are proven to mate, and the plies after each.
    pub fn search_choices(self, goes_on: impl FnMut() -> bool) -> (JointResult, Choices<JointMove>) {
        self.0.search_choices(goes_on)
    }

    /// Searches until the mate is proven or disproven, or `goes_on` returns false; it is called before each position.
    pub fn search(self, goes_on: impl FnMut() -> bool) -> JointResult {
        self.0.search(goes_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::types::PieceType;
    use crate::types::rng::Rng;

    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1";
    const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1";

    /// White attacks on the first board, black on the second.
    fn game(first: &str, second: &str, leads: [bool; 2]) -> TwoBoards {
        let position = |bfen| fen::parse(bfen, BoardRules::default()).expect("a position");
        TwoBoards::new([position(first), position(second)], Color::White, leads)
    }

    /// The verdict after at most `most` positions, and the choices that mate.
    fn verdict(game: &TwoBoards, most: u64) -> (JointResult, Vec<String>) {
        let mut table = MateTable::default();
        table.clear();
        let mut visited = 0;
        let (verdict, choices) = JointSearch::new(&mut table, game.clone()).search_choices(|| {
            visited += 1;
            visited <= most
        });
        let text = |(choice, _)| match choice {
            JointMove::Play(board, mv) => format!("{board} {mv}"),
            JointMove::Wait => "wait".to_owned(),
        };
        (verdict, choices.into_iter().map(text).collect())
    }

    #[test]
    fn a_piece_that_mates_is_won_on_the_other_board_first() {
        let taking = |piece| format!("4k3/8/8/8/8/8/3r4/3{piece}K3[] b - - 0 1");
        let (found, choices) = verdict(&game(SMOTHERED, &taking("N"), [false; 2]), 10_000);
        let JointResult::Mate(line, _) = found else { panic!("{found:?}") };
        assert_eq!(choices, ["1 d2d1"]);
        assert!(matches!(line.last(), Some(JointMove::Play(0, mv)) if mv.to_string() == "N@f7"), "{line:?}");
        let (found, _) = verdict(&game(SMOTHERED, &taking("B"), [false; 2]), 10_000);
        assert!(!matches!(found, JointResult::Mate(..)), "a bishop does not mate: {found:?}");
    }

    #[test]
    fn a_check_from_afar_mates_where_nothing_arrives_before_the_flag() {
        let alone = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        let (found, choices) = verdict(&game(BACK_RANK, alone, [true; 2]), 10_000);
        assert!(matches!(found, JointResult::Mate(..)), "{found:?}");
        assert_eq!(choices, ["0 d1d8"]);
        // The partner that would have to outwait the hanging player has less time.
        let (found, _) = verdict(&game(BACK_RANK, alone, [true, false]), 10_000);
        assert_eq!(found, JointResult::None);
        // A knight that can be taken on the other board blocks.
        let (found, _) = verdict(&game(BACK_RANK, "4k3/8/8/8/8/8/3n4/4K3[] w - - 0 1", [true; 2]), 10_000);
        assert!(!matches!(found, JointResult::Mate(..)), "{found:?}");
    }

    #[test]
    fn a_player_who_loses_by_every_move_is_outwaited() {
        // White on the second board may play a3 or a4, and is mated.
        let lost = "6k1/8/8/8/8/6q1/P7/7K[q] w - - 0 1";
        let (found, choices) = verdict(&game(QUIET, lost, [true, false]), 10_000);
        assert!(matches!(found, JointResult::Mate(..)), "{found:?}");
        assert_eq!(choices, ["wait"]);
        let (found, _) = verdict(&game(QUIET, lost, [false; 2]).moving_now(), 10_000);
        assert!(!matches!(found, JointResult::Mate(..)), "it is ahead, and sits: {found:?}");
    }

    /// Whether the attackers mate within this many choices, by exhaustive search.
    fn mates_within(game: &TwoBoards, choices: u16) -> bool {
        let numbers = game.unsearched();
        if numbers.is_decided() || choices == 0 {
            return numbers.proof == 0;
        }
        let moves = game.moves();
        let mut next = game.clone();
        let mut mates = |mv| {
            let undo = next.make(mv);
            let mates = mates_within(&next, choices - 1);
            next.unmake(mv, undo);
            mates
        };
        if game.attacks() {
            moves.into_iter().any(&mut mates)
        } else {
            !moves.is_empty() && moves.into_iter().all(&mut mates)
        }
    }

    #[test]
    fn mates_are_those_of_an_exhaustive_search_and_unmaking_restores_the_boards() {
        let mut rng = Rng::new(11);
        let (mut mates, mut none) = (0, 0);
        while mates < 60 || none < 60 {
            let mut boards = [(); 2].map(|()| Position::start(BoardRules::default()));
            for position in &mut boards {
                for _ in 0..10 + rng.below(20) {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position.make_move(moves[rng.below(moves.len())]);
                }
                for _ in 0..rng.below(8) {
                    position.receive(Color::ALL[rng.below(2)], PieceType::HELD[rng.below(5)]);
                }
            }
            let mut game = TwoBoards::new(boards, Color::ALL[rng.below(2)], [rng.below(2) == 0, rng.below(2) == 0]);
            if game.unsearched().is_decided() {
                continue;
            }
            let key = game.key();
            for mv in game.moves() {
                let undo = game.make(mv);
                game.unmake(mv, undo);
                assert!(game.key() == key && game.boards.iter().all(|board| board.key() == board.compute_key()));
            }
            match verdict(&game, 2_000).0 {
                JointResult::Mate(line, plies) => {
                    mates += 1;
                    assert!(plies > 3 || mates_within(&game, plies), "{line:?} in {plies}");
                    for &mv in &line {
                        assert!(game.moves().contains(&mv));
                        game.make(mv);
                    }
                    // Where an entry of the table was lost the line is cut.
                    assert!(game.unsearched().proof == 0 || line.len() < usize::from(plies), "{line:?} in {plies}");
                }
                JointResult::None => {
                    none += 1;
                    assert!(!mates_within(&game, 2));
                }
                JointResult::Open => {}
            }
        }
    }
}
