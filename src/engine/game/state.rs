//! A game: two positions, four clocks, the moves played, and the outcome.

use super::{
    BoardId, ByBoard, Clocks, GameError, GameMove, Outcome, PairError, PromotionRule, Rules, Seat, parse_pair,
    promotion,
};
use crate::board::{BoardStatus, Position};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// A captured piece on its way to the partner's hand (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// The player who receives the piece, which has that player's color.
    pub to: Seat,
    /// Its kind; a pawn if the captured piece was promoted (R5).
    pub piece: PieceType,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub mv: GameMove,
    /// The captured piece, if any, which the partner receives; none in crazyhouse.
    pub transfer: Option<Transfer>,
    /// The mover's clock when the move was made, in ms.
    pub clock_ms: u64,
}

/// A promotion for which the piece is not yet chosen. The move is not complete: it is still the promoter's turn, the
/// promoter's clock runs, and no move is legal on either board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The promoter.
    pub seat: Seat,
    /// The move; its kind of piece is the promoter's proposal.
    pub mv: Move,
}

impl Pending {
    /// The seat that has to choose: the promoter's partner.
    pub fn chooser(&self) -> Seat {
        self.seat.partner()
    }
}

/// A demand by the rule "move for move" (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) by: Seat,
    pub(super) of: Seat,
}

/// A game on two boards. It reads no clock: the caller passes the time spent and the flags that fell.
///
/// ```
/// use tandem_engine::game::{BoardId, Clocks, Game, Rules};
/// use tandem_engine::types::{Color, PieceType};
///
/// let mut game = Game::new(Rules::default(), Clocks::all(180_000));
/// for text in ["e4", "d5", "exd5"] {
///     let game_move = game.parse_san(BoardId::A, text)?;
///     game.play_whole(BoardId::A, game_move)?;
/// }
/// // White's partner has black on board B, and holds the pawn now.
/// assert_eq!(game.position(BoardId::B).hand(Color::Black).count(PieceType::Pawn), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    start: ByBoard<Position>,
    pub(super) positions: ByBoard<Position>,
    /// The hash keys of each board: that of its first position, then one after each of its moves.
    keys: ByBoard<Vec<u64>>,
    pub(super) clocks: Clocks,
    played: Vec<Played>,
    pending: Option<Pending>,
    pub(super) demand: Option<Demand>,
    /// The players who may still make a demand for their last move (R14).
    pub(super) may_demand: [bool; 4],
    pub(super) outcome: Option<Outcome>,
}

impl Game {
    /// A game from the start position.
    pub fn new(rules: Rules, clocks: Clocks) -> Self {
        let start = Position::start(rules.board_rules());
        Self::from_positions(ByBoard([start.clone(), start]), rules, clocks)
    }

    /// A game from `A | B`, each a BFEN or `startpos`. It can be over from the beginning, by mate on a board.
    ///
    /// # Errors
    /// When the text is no pair of boards.
    pub fn from_bfen(text: &str, rules: Rules, clocks: Clocks) -> Result<Self, PairError> {
        Ok(Self::from_positions(parse_pair(text, rules.board_rules())?, rules, clocks))
    }

    /// A game from two positions, which must have been read by `rules`.
    pub fn from_positions(mut positions: ByBoard<Position>, rules: Rules, clocks: Clocks) -> Self {
        if rules.promotion == PromotionRule::TakeFromPartnerBoard {
            promotion::refresh(&mut positions);
        }
        let mut game = Self {
            rules,
            keys: ByBoard::from_fn(|board| vec![positions[board].key()]),
            start: positions.clone(),
            positions,
            clocks,
            played: Vec::new(),
            pending: None,
            demand: None,
            may_demand: [false; 4],
            outcome: None,
        };
        game.judge();
        game
    }

    /// The current positions as a new game under other rules, without history. It can be over under these rules.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> Self {
        let positions = ByBoard::from_fn(|board| self.positions[board].with_rules(rules.board_rules()));
        Self::from_positions(positions, rules, self.clocks)
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position on `board`.
    pub fn position(&self, board: BoardId) -> &Position {
        &self.positions[board]
    }

    /// The position that `board` started from.
    pub fn start(&self, board: BoardId) -> &Position {
        &self.start[board]
    }

    /// The hash keys of `board` at the start and after each of its moves, oldest first, to count repetitions.
    pub fn keys(&self, board: BoardId) -> &[u64] {
        &self.keys[board]
    }

    /// Plies played on `board`.
    pub fn plies(&self, board: BoardId) -> usize {
        self.keys[board].len() - 1
    }

    /// The four clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// All moves in the order made.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The promotion that waits for its piece, if any.
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// The outcome; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Both boards as `A | B`.
    pub fn to_bfen(&self) -> String {
        format!("{} | {}", self.positions[BoardId::A].to_bfen(), self.positions[BoardId::B].to_bfen())
    }

    /// The seat on turn on `board`.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        Seat::new(board, self.positions[board].side_to_move())
    }

    /// Whether it is the turn of `seat`.
    pub fn is_on_turn(&self, seat: Seat) -> bool {
        self.on_turn(seat.board) == seat
    }

    /// Whether the player on turn on `board` hangs: in check without a legal move, and not mated (R8). A piece from the
    /// partner may end that.
    pub fn is_hanging(&self, board: BoardId) -> bool {
        self.positions[board].status() == BoardStatus::Hang
    }

    /// Whether the player on turn on `board` has no legal move, in check or not.
    pub fn has_no_move(&self, board: BoardId) -> bool {
        !self.positions[board].has_legal_move()
    }

    pub(super) fn kind_at(&self, board: BoardId, square: Square) -> Option<PieceType> {
        self.positions[board].piece_at(square).map(|piece| piece.kind())
    }

    // Clocks (R12).

    /// Takes `ms` off the clock of `seat`; returns whether any time is left. A flag falls only by [`Self::flag`].
    pub fn spend(&mut self, seat: Seat, ms: u64) -> bool {
        self.clocks.spend(seat, ms)
    }

    /// Sets the clock of `seat`, in ms.
    pub fn set_clock(&mut self, seat: Seat, ms: u64) {
        self.clocks[seat] = ms;
    }

    // Moves.

    pub(super) fn check_running(&self) -> Result<(), GameError> {
        self.outcome.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
    }

    fn check_move(&self, board: BoardId, mv: Move) -> Result<Seat, GameError> {
        self.check_running()?;
        if let Some(pending) = self.pending {
            return Err(GameError::ChoicePending(pending.chooser()));
        }
        let seat = self.on_turn(board);
        if let Some(Demand { by, of }) = self.demand.filter(|demand| demand.of != seat) {
            return Err(GameError::Demanded { by, of });
        }
        if !self.positions[board].is_legal(mv) {
            return Err(GameError::Illegal { text: mv.to_text(false), seat });
        }
        Ok(seat)
    }

    /// Plays a move for the side on turn on `board`; a captured piece goes to the other board at once (R2).
    ///
    /// Under Gambler's promotion a promotion is not complete yet: the result is `None`, and the move is
    /// [`Self::pending`] until the promoter's partner [chooses](Self::choose).
    ///
    /// # Errors
    /// When the game is over, a promotion waits for its piece, another player must move first (R14), or the move is not
    /// legal.
    pub fn play(&mut self, board: BoardId, mv: Move) -> Result<Option<Transfer>, GameError> {
        let seat = self.check_move(board, mv)?;
        if mv.promotion().is_some() && self.takes_from_other_board(board) {
            self.pending = Some(Pending { seat, mv });
            return Ok(None);
        }
        let transfer = self.apply(seat, mv.into());
        self.settle();
        Ok(transfer)
    }

    /// Plays a move that can include the square of the piece that Gambler's promotion takes. Without the square such a
    /// promotion waits as in [`Self::play`].
    ///
    /// # Errors
    /// As [`Self::play`] and [`Self::choose`]; the game is then unchanged.
    pub fn play_whole(&mut self, board: BoardId, game_move: GameMove) -> Result<Option<Transfer>, GameError> {
        let Some(square) = game_move.taken else { return self.play(board, game_move.mv) };
        self.check_move(board, game_move.mv)?;
        let takes = game_move.mv.promotion().is_some() && self.takes_from_other_board(board);
        if !takes || !self.takeable(self.on_turn(board)).has(square) {
            return Err(GameError::NotTakeable(square));
        }
        self.play(board, game_move.mv)?;
        self.choose(square)
    }

    /// Plays a move on each board at the same moment: neither can drop a piece that the other captures, and the game's
    /// end is decided after both, so that mates of both teams are a draw (R11).
    ///
    /// # Errors
    /// As [`Self::play`]; also when one of the moves is a Gambler's promotion, during which no other move is legal.
    pub fn play_both(&mut self, moves: ByBoard<Move>) -> Result<ByBoard<Option<Transfer>>, GameError> {
        for board in BoardId::ALL {
            let seat = self.check_move(board, moves[board])?;
            if moves[board].promotion().is_some() && self.takes_from_other_board(board) {
                return Err(GameError::ChoicePending(seat.partner()));
            }
        }
        let transfers = ByBoard::from_fn(|board| self.apply(self.on_turn(board), moves[board].into()));
        self.settle();
        Ok(transfers)
    }

    /// The squares of the other board that a promotion of `seat` could take its piece from now.
    pub fn takeable(&self, seat: Seat) -> Bitboard {
        promotion::takeable(&self.positions[!seat.board], seat.color)
    }

    /// The promoter's partner takes the piece on `square` of the other board, and the promotion is complete: the piece
    /// stands on the promotion square, whatever kind was proposed, and the pawn is in the hand of the player who lost
    /// the piece. Returns the transfer of the move's capture, if any.
    ///
    /// # Errors
    /// When no promotion waits, or the piece there cannot be taken.
    pub fn choose(&mut self, square: Square) -> Result<Option<Transfer>, GameError> {
        self.check_running()?;
        let Pending { seat, mv } = self.pending.ok_or(GameError::NoChoicePending)?;
        let kind = self.kind_at(!seat.board, square).filter(|_| self.takeable(seat).has(square));
        let mv = kind.and_then(|kind| mv.promoting_to(kind)).ok_or(GameError::NotTakeable(square))?;
        self.pending = None;
        let transfer = self.apply(seat, GameMove { mv, taken: Some(square) });
        self.settle();
        Ok(transfer)
    }

    /// The square of the first piece of the kind that the promoter proposed, if the waiting promotion can take one.
    pub fn proposed_square(&self) -> Option<Square> {
        let Pending { seat, mv } = self.pending?;
        self.takeable(seat).find(|&square| self.kind_at(!seat.board, square) == mv.promotion())
    }

    /// Makes a checked move on both boards, without checking for the end of the game.
    fn apply(&mut self, seat: Seat, game_move: GameMove) -> Option<Transfer> {
        let undo = self.positions[seat.board].make_move(game_move.mv);
        // In crazyhouse the captor's own hand has the piece already.
        let crossing = undo.transfer().filter(|_| self.rules.has_two_boards());
        let transfer = crossing.map(|piece| Transfer { to: seat.partner(), piece });
        let other = &mut self.positions[!seat.board];
        if let Some(transfer) = transfer {
            other.receive(transfer.to.color, transfer.piece);
        }
        if let Some(square) = game_move.taken {
            other.lift(square);
            other.receive(seat.color, PieceType::Pawn);
        }
        self.keys[seat.board].push(self.positions[seat.board].key());
        self.played.push(Played { seat, mv: game_move, transfer, clock_ms: self.clocks[seat] });
        self.may_demand[seat.index()] = true;
        self.demand = None;
        transfer
    }

    /// Updates the kinds that pawns may become and the outcome after a move.
    fn settle(&mut self) {
        if self.rules.promotion == PromotionRule::TakeFromPartnerBoard {
            promotion::refresh(&mut self.positions);
        }
        self.judge();
    }

    /// Number of pieces of `color` and `kind` on both boards and in all hands, promoted ones counted as pawns.
    /// Moves never change the number.
    pub fn material(&self, color: Color, kind: PieceType) -> u32 {
        self.positions.0.iter().map(|position| position.material(color, kind)).sum()
    }
}
