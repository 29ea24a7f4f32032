//! How games were lost: on which board, how the other one stood, and by how much a race was lost.

use crate::tools::r#match::results::{GameLine, Loss};
use std::fmt::Write;

/// Most lost games of a team that are listed one by one.
const MOST_LISTED: usize = 20;

/// The games that `team` lost, by number in the match: their counts, and each of them if there are not too many. Empty
/// if no line says how.
pub fn losses<'a>(team: &str, lost: impl Iterator<Item = (u32, &'a GameLine)>) -> String {
    let lost: Vec<(u32, &GameLine, &Loss)> =
        lost.filter_map(|(number, game)| Some((number, game, game.loss.as_ref()?))).collect();
    if lost.is_empty() {
        return String::new();
    }
    let count = |test: &dyn Fn(&Loss) -> bool| lost.iter().filter(|(_, _, loss)| test(loss)).count();
    let on = |board: &str| count(&|loss| loss.board.as_deref() == Some(board));
    let other = |word: &str| count(&|loss| loss.other_board == word);
    let mut text = format!(
        "lost by {team}: {}; on A {}, on B {}; the other board won {}, open {}, lost {}; races {}\n",
        lost.len(),
        on("A"),
        on("B"),
        other("won"),
        other("open"),
        other("lost"),
        count(&|loss| loss.race_lost_by_ms.is_some()),
    );
    if lost.len() > MOST_LISTED {
        let _ = writeln!(text, "  each of them: field `loss` of the lines of --jsonl");
        return text;
    }
    for (number, game, loss) in lost {
        let board = loss.board.as_deref().map_or_else(|| "both boards".to_owned(), |board| format!("board {board}"));
        let race = loss.race_lost_by_ms.map_or_else(String::new, |ms| format!(", a race by {ms} ms"));
        let _ = writeln!(text, "  game {number}: {board}, {}; the other {}{race}", game.reason, loss.other_board);
    }
    text
}
