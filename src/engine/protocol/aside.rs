//! Commands outside the protocols, for use by hand in any session: `d`, `eval`, `bench`, `perft`.

use super::engine::Engine;
use super::go::{Go, GoError};
use super::options::Dialect;
use crate::board::{Position, text};
use crate::eval::{self, Prices};
use crate::game::BoardId;

/// A command outside the protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Show the boards.
    Show,
    /// Explain the evaluation.
    Eval,
    /// Run the bench.
    Bench,
    /// Perft to this depth; on board A if there are two and none is named.
    Perft(BoardId, u32),
}

impl Aside {
    /// Parses a line's words; `None` if they are no such command. `perft 4` and, in UBI, `perft board B 4` are the same
    /// as `go [board X] perft 4`.
    /// Fails when `perft` has no depth, or an invalid one, and when `bench` has arguments.
    pub fn parse(words: &[&str], dialect: Dialect) -> Result<Option<Self>, GoError> {
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        Ok(Some(match first.to_ascii_lowercase().as_str() {
            "d" => Self::Show,
            "eval" => Self::Eval,
            "bench" if rest.is_empty() => Self::Bench,
            "bench" => return Err(GoError::Bench(rest.join(" "))),
            "perft" => {
                let missing = || GoError::Missing("perft".to_owned());
                let (depth, before) = rest.split_last().ok_or_else(missing)?;
                let go = Go::parse(&[before, &["perft", depth]].concat(), dialect)?;
                return Self::of_go(&go).ok_or_else(missing).map(Some);
            }
            _ => return Ok(None),
        }))
    }

    /// The command that a `go` with `perft` stands for.
    pub fn of_go(go: &Go) -> Option<Self> {
        go.perft.map(|depth| Self::Perft(go.board.unwrap_or(BoardId::A), depth))
    }
}

impl Engine {
    /// Runs a command on one board or two, with the prices of pieces that cross and the clocks, if known. Long commands
    /// run beside the session.
    pub fn answer(&mut self, aside: Aside, boards: &[&Position], prices: &Prices, clocks: Option<String>) {
        match (aside, boards) {
            (Aside::Show, boards) => {
                let mut parts: Vec<String> = boards.iter().map(|board| text::diagram(board)).collect();
                if parts.len() > 1 {
                    let titled = BoardId::ALL.iter().zip(&parts).map(|(id, board)| format!("board {id}\n{board}\n"));
                    parts = titled.collect();
                }
                parts.extend(clocks.iter().map(|clocks| format!("clocks: {clocks}")));
                self.out.line(&parts.join("\n"));
            }
            (Aside::Eval, [a, b]) => self.out.line(eval::report_pair(a, b, prices).trim_end()),
            (Aside::Eval, boards) => {
                for board in boards {
                    self.out.line(eval::report(board, prices).trim_end());
                }
            }
            (Aside::Bench, _) => self.bench(),
            (Aside::Perft(id, depth), boards) => {
                if let Some(board) = boards.get(id.index()).or(boards.first()) {
                    self.perft(board, depth);
                }
            }
        }
    }
}
