//! Engines' searches for their moves, shown in a game that they play among themselves.

use super::Round;
use crate::arena::engines::{EngineScore, SearchInfo};
use crate::board::Position;
use crate::game::Seat;
use crate::tools::play::wire::ThoughtView;
use crate::types::Move;

/// Moves of a line that are shown.
const MOST_MOVES: usize = 12;

impl Round {
    /// The search of the engine on `seat` for its last move, if no person plays.
    pub fn thought(&self, seat: Seat) -> Option<&ThoughtView> {
        self.thoughts[seat.index()].as_ref()
    }

    /// Notes the thought behind a move that is about to be made.
    pub(super) fn note_thought(&mut self, seat: Seat, mv: Move) {
        if !self.shows_thoughts {
            return;
        }
        let position = self.live.game.position(seat.board);
        let told = match self.tandem(seat) {
            Some(tandem) => tandem.thought(),
            None => self.live.thoughts[seat.index()].clone(),
        };
        self.thoughts[seat.index()] = Some(view(position, mv, &told));
    }
}

/// A thought whose line begins with the move; of another one, only the move is left.
fn view(position: &Position, mv: Move, told: &SearchInfo) -> ThoughtView {
    let mut after = position.clone();
    let mut moves = Vec::new();
    for text in told.line.iter().take(MOST_MOVES) {
        let Some(next) = after.find_move(text).or_else(|| after.parse_san(text).ok()) else { break };
        if moves.is_empty() && next != mv {
            break;
        }
        moves.push(after.san(next));
        after.make_move(next);
    }
    if moves.is_empty() {
        return ThoughtView { line: vec![position.san(mv)], ..ThoughtView::default() };
    }
    let (cp, mate) = match told.score {
        Some(EngineScore::Cp(cp)) => (Some(cp), None),
        Some(EngineScore::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    ThoughtView { depth: told.depth, cp, mate, line: moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_any_notation_is_shown_in_san_as_far_as_it_is_legal() {
        let position = Position::start(Default::default());
        let e4 = position.find_move("e2e4").expect("a move");
        let told = |line: &[&str]| SearchInfo {
            depth: Some(9),
            score: Some(EngineScore::Cp(31)),
            nodes: None,
            line: line.iter().map(|&text| text.to_owned()).collect(),
        };
        let shown = ThoughtView { depth: Some(9), cp: Some(31), mate: None, line: vec!["e4".into(), "Nf6".into()] };
        assert_eq!(view(&position, e4, &told(&["e2e4", "g8f6"])), shown);
        assert_eq!(view(&position, e4, &told(&["e4", "Nf6", "Qh8"])), shown);
        // A thought about another move, or an older position, says nothing of this one.
        let bare = ThoughtView { line: vec!["e4".into()], ..ThoughtView::default() };
        assert_eq!(view(&position, e4, &told(&["d2d4", "g8f6"])), bare);
        assert_eq!(view(&position, e4, &told(&[])), bare);
    }
}
