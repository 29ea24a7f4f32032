//! The marginal worth of each kind of piece, by any evaluation: of one more in hand, and of one on the board.

use crate::board::Position;
use crate::types::{Color, PieceType, Score};

/// The worth of a piece of one kind to its side, in cp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// One more in hand.
    pub hand: Score,
    /// One on the board, the mean of those that can be taken off without a new check; promoted ones, which are pawns in
    /// a hand, do not count. `None` if there is none.
    pub board: Option<Score>,
}

impl Worth {
    /// Of a piece of `kind` for `color`; `evaluate` gives the score of a position for white.
    pub fn of(position: &Position, color: Color, kind: PieceType, evaluate: impl Fn(&Position) -> Score) -> Self {
        let score = evaluate(position);
        let gain = |other: &Position| {
            let gain = evaluate(other) - score;
            if color == Color::White { gain } else { -gain }
        };
        let mut richer = position.clone();
        richer.receive(color, kind);
        let lifted: Vec<Score> = position
            .pieces(color, kind)
            .filter(|&square| !position.promoted().has(square) && position.is_safe_to_lift(square))
            .map(|square| {
                let mut poorer = position.clone();
                poorer.lift(square);
                -gain(&poorer)
            })
            .collect();
        let count = lifted.len() as Score;
        Self { hand: gain(&richer), board: (count > 0).then(|| lifted.iter().sum::<Score>() / count) }
    }

    /// The worth in hand over that on the board.
    pub fn ratio(self) -> Option<f64> {
        self.board.filter(|&board| board > 0).map(|board| f64::from(self.hand) / f64::from(board))
    }
}

/// A row of the table: a title, then a column a kind.
fn row(title: &str, cells: impl Iterator<Item = String>) -> String {
    format!("{title:24}{}\n", cells.map(|cell| format!("{cell:>6}")).collect::<String>())
}

/// The rows of one evaluation, named `name`, for both colors: in hand, on the board, and the ratio of these.
pub fn table(position: &Position, name: &str, evaluate: impl Fn(&Position) -> Score) -> String {
    let dash = || "-".to_owned();
    let rows = Color::ALL.map(|color| {
        let worth = PieceType::HELD.map(|kind| Worth::of(position, color, kind, &evaluate));
        let hand = row(&format!("{color} {name} hand"), worth.iter().map(|worth| worth.hand.to_string()));
        let on_board = worth.iter().map(|worth| worth.board.map_or_else(dash, |board| board.to_string()));
        let ratios = worth.iter().map(|worth| worth.ratio().map_or_else(dash, |ratio| format!("{ratio:.2}")));
        hand + &row("  one on the board", on_board) + &row("  hand over board", ratios)
    });
    rows.concat()
}

/// The heading of [`table`].
pub fn heading() -> String {
    row("worth of one piece, cp", PieceType::HELD.iter().map(|kind| kind.capital().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};

    fn position(bfen: &str) -> Position {
        fen::parse(bfen, BoardRules::default()).expect("a position")
    }

    /// Counts pieces: 100 for each on the board, 150 in hand.
    fn counted(position: &Position) -> Score {
        let side = |color: Color| {
            let held: u32 = PieceType::HELD.iter().map(|&kind| position.hand(color).count(kind)).sum();
            100 * position.color(color).into_iter().count() as Score + 150 * held as Score
        };
        side(Color::White) - side(Color::Black)
    }

    #[test]
    fn a_piece_is_worth_what_the_evaluation_changes_by() {
        let start = position(fen::START);
        for color in Color::ALL {
            for kind in PieceType::HELD {
                let worth = Worth::of(&start, color, kind, counted);
                assert_eq!((worth.hand, worth.board), (150, Some(100)), "{color} {kind:?}");
                assert_eq!(worth.ratio(), Some(1.5));
            }
        }
    }

    #[test]
    fn pieces_that_guard_the_king_or_are_not_there_have_no_worth_on_the_board() {
        // The rook on e2 is pinned; no knight stands anywhere.
        let pinned = position("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1");
        let of = |color: Color, kind: PieceType| Worth::of(&pinned, color, kind, counted).board;
        assert_eq!(of(Color::White, PieceType::Rook), None);
        assert_eq!(of(Color::White, PieceType::Knight), None);
        assert_eq!(of(Color::Black, PieceType::Rook), Some(100));
    }
}
