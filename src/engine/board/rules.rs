//! The rules that concern one board. All rules, with the presets, are in `game::rules`.

use crate::types::{ByColor, PieceType};
use std::hash::{Hash, Hasher};

/// Where a captured piece goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Captures {
    /// Bughouse: off this board, to the partner (R2).
    #[default]
    ToPartner,
    /// Crazyhouse: into the capturing player's own hand, in that player's color.
    ToOwnHand,
    /// Chess: out of the game.
    Nowhere,
}

/// The definition of mate on the board (R8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MateRule {
    /// A check that some drop could block is not mate; without such a piece the player hangs, that is, waits for one.
    #[default]
    PossibleBlockSaves,
    /// Check without a legal move is mate.
    Immediate,
}

/// The effect of having no legal move while not in check (R10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StalemateRule {
    /// The player waits for a piece.
    #[default]
    Waits,
    /// The player has lost.
    Loss,
    /// The game is drawn.
    Draw,
}

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u8);

impl PieceSet {
    /// Knight, bishop, rook, queen: the kinds that a pawn may become (R5).
    pub const PROMOTED: Self = Self(0b11110);

    /// Whether `kind` is in the set.
    #[inline]
    pub const fn has(self, kind: PieceType) -> bool {
        self.0 >> kind.index() & 1 != 0
    }

    /// How many kinds are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<PieceType> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind.index()))
    }
}

/// The source of the piece that a pawn on the last rank becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// Queen, rook, bishop or knight; when captured, it becomes a pawn again (R5).
    OwnChoice,
    /// A piece taken from the partner's board (Gambler's promotion). Only these kinds can be taken there now; the new
    /// piece does not become a pawn when captured.
    Taken(ByColor<PieceSet>),
}

/// The rules of one board. The default is bughouse by the preset `international`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRules {
    /// Where captured pieces go.
    pub captures: Captures,
    /// The definition of mate.
    pub mate: MateRule,
    /// The effect of a stalemate.
    pub stalemate: StalemateRule,
    /// Whether a drop may give check (R4).
    pub drop_check: bool,
    /// Whether a drop may give mate (R4).
    pub drop_mate: bool,
    /// The last rank, seen from the dropper, on which a pawn may be dropped: 7, or 6 by Gambler's option (R3).
    pub last_pawn_drop_rank: u8,
    /// Whether a rook dropped on its home square may castle (R7).
    pub dropped_rook_castles: bool,
    /// The pieces that pawns promote to.
    pub promotion: Promotion,
    /// Whether the third occurrence of a position is a draw (R18).
    pub repetition_draws: bool,
    /// Whether the game is Chess960 (R19): castling rights `KQkq` name the outermost rooks, wherever they stand, and
    /// castling is written by the rooks' squares.
    pub chess960: bool,
}

impl Default for BoardRules {
    fn default() -> Self {
        Self {
            captures: Captures::ToPartner,
            mate: MateRule::PossibleBlockSaves,
            stalemate: StalemateRule::Waits,
            drop_check: true,
            drop_mate: true,
            last_pawn_drop_rank: 7,
            dropped_rook_castles: true,
            promotion: Promotion::OwnChoice,
            repetition_draws: false,
            chess960: false,
        }
    }
}

impl Hash for BoardRules {
    /// All but [`Self::chess960`], which changes how castling is written and nothing else.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { captures, mate, stalemate, drop_check, drop_mate, .. } = self;
        let Self { last_pawn_drop_rank, dropped_rook_castles, promotion, repetition_draws, chess960: _, .. } = self;
        (captures, mate, stalemate, drop_check, drop_mate).hash(state);
        (last_pawn_drop_rank, dropped_rook_castles, promotion, repetition_draws).hash(state);
    }
}

impl BoardRules {
    /// Crazyhouse: captured pieces change color and go to the capturing player's own hand; mate and stalemate as in
    /// chess.
    pub fn crazyhouse() -> Self {
        Self { captures: Captures::ToOwnHand, ..Self::chess() }
    }

    /// Chess: captured pieces leave the game, hands are empty.
    pub fn chess() -> Self {
        Self {
            captures: Captures::Nowhere,
            mate: MateRule::Immediate,
            stalemate: StalemateRule::Draw,
            dropped_rook_castles: false,
            repetition_draws: true,
            ..Self::default()
        }
    }
}
