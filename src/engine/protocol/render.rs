//! Search reports as lines of UBI and UCI.

use super::options::Dialect;
use super::output::LineOutput;
use crate::board::Position;
use crate::eval::prices::usual_values;
use crate::game::BoardId;
use crate::search::{Bound, Finished, Observer, Report};
use crate::types::score::{MATE, mate_moves};
use crate::types::{Hand, Move, PieceType, Score};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// `currmove` is shown only when a search takes this long: before that it is noise.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// The format of one search's lines.
#[derive(Clone, Copy, Debug)]
pub struct LineStyle {
    /// The protocol.
    pub dialect: Dialect,
    /// The board that UBI names in every line; UCI has only one.
    pub board: Option<BoardId>,
    /// Whether scores come with win, draw and loss.
    pub show_wdl: bool,
    /// Whether the best move comes with the exact count of nodes, which is the time that it cost.
    pub counts_nodes: bool,
}

impl LineStyle {
    /// The board behind the first word of a line, if any.
    fn board(&self) -> String {
        self.board.map_or_else(String::new, |board| format!(" board {board}"))
    }

    /// A move: UBI writes drops with a small letter, UCI with a capital.
    pub fn mv(&self, mv: Move) -> String {
        mv.to_text(self.dialect == Dialect::Uci)
    }

    /// An `info` line with a PV.
    pub fn info(&self, report: &Report) -> String {
        let Report { depth, seldepth, multipv, score, nodes, hashfull, .. } = report;
        let mut line = format!("info{} depth {depth} seldepth {seldepth} multipv {multipv}", self.board());
        line += &score_words(*score);
        if self.show_wdl {
            let [win, draw, loss] = win_draw_loss(*score);
            let _ = write!(line, " wdl {win} {draw} {loss}");
        }
        line += match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let _ = write!(line, " nodes {nodes} nps {} hashfull {hashfull}", report.nps());
        if self.dialect == Dialect::Uci {
            line += " tbhits 0";
        }
        let _ = write!(line, " time {} pv", report.elapsed.as_millis());
        for &mv in &report.pv {
            let _ = write!(line, " {}", self.mv(mv));
        }
        line
    }

    /// The `bestmove` line.
    pub fn best_move(&self, best: Option<Move>, ponder: Option<Move>) -> String {
        let text = |mv: Move| self.mv(mv);
        let mut line = format!("bestmove{} {}", self.board(), best.map_or_else(|| "(none)".to_owned(), text));
        if let (Dialect::Uci, Some(_), Some(reply)) = (self.dialect, best, ponder) {
            let _ = write!(line, " ponder {}", text(reply));
        }
        line
    }

    /// The lines at the end of a search.
    pub fn answer(&self, result: &Finished) -> String {
        let best = self.best_move(result.best, result.ponder);
        if self.counts_nodes { format!("{}\n{best}", self.total(result.nodes)) } else { best }
    }

    /// The `info` line with the nodes of a whole search.
    pub fn total(&self, nodes: u64) -> String {
        format!("info{} nodes {nodes}", self.board())
    }

    /// UBI: values of the hands of the side on turn on `own` and of its partner on `other`, in cp.
    pub fn reserves(&self, own: &Position, other: &Position) -> String {
        let us = own.side_to_move();
        let [mine, partners] = [own.hand(us), other.hand(!us)].map(hand_value);
        format!("info{} reserve_value {mine} partner_reserve_value {partners}", self.board())
    }

    /// A remark for people.
    pub fn remark(&self, text: &str) -> String {
        format!("info{} string {text}", self.board())
    }
}

/// The value of a hand by the evaluation's table, each piece counted as the first of its kind.
fn hand_value(hand: Hand) -> Score {
    PieceType::HELD.iter().map(|&kind| usual_values()[kind.index()] * hand.count(kind) as Score).sum()
}

/// ` score cp N` or ` score mate N`.
fn score_words(score: Score) -> String {
    match mate_moves(score) {
        Some(moves) => format!(" score mate {moves}"),
        None => format!(" score cp {score}"),
    }
}

/// WDL for the side to move, in permille: logistic curves of the score, guessed and not measured. The chance to win is
/// one half at `EVEN` cp, and `SPREAD` cp more make the odds e : 1. Bughouse is rarely drawn, so the band between is
/// narrow.
fn win_draw_loss(score: Score) -> [u32; 3] {
    const EVEN: f64 = 30.0;
    const SPREAD: f64 = 150.0;
    let chance = |cp: f64| (1000.0 / (1.0 + ((EVEN - cp) / SPREAD).exp())).round() as u32;
    let cp = f64::from(score.clamp(-MATE, MATE));
    let win = chance(cp);
    let loss = chance(-cp).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

/// The observer that writes a search's `info` lines.
pub struct Printer {
    out: Arc<LineOutput>,
    style: LineStyle,
}

impl Printer {
    /// Writes to `out`.
    pub fn new(out: Arc<LineOutput>, style: LineStyle) -> Self {
        Self { out, style }
    }
}

impl Observer for Printer {
    fn report(&mut self, report: &Report) {
        self.out.line(&self.style.info(report));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize, elapsed: Duration) {
        if self.style.dialect == Dialect::Uci && elapsed >= CURRENT_MOVE_AFTER {
            self.out.line(&format!("info depth {depth} currmove {} currmovenumber {number}", self.style.mv(mv)));
        }
    }

    /// The player handles the result.
    fn finished(&mut self, _result: &Finished) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;
    use crate::types::score::{mate_in, mated_in};

    const UBI: LineStyle =
        LineStyle { dialect: Dialect::Ubi, board: Some(BoardId::B), show_wdl: false, counts_nodes: true };
    const UCI: LineStyle = LineStyle { dialect: Dialect::Uci, board: None, show_wdl: true, counts_nodes: false };

    fn report(score: Score, bound: Bound) -> Report {
        Report {
            depth: 3,
            seldepth: 5,
            multipv: 1,
            score,
            bound,
            nodes: 500,
            elapsed: Duration::from_millis(250),
            hashfull: 7,
            pv: vec![Move::drop(PieceType::Knight, Square::E1)],
        }
    }

    #[test]
    fn a_line_of_thought_in_both_protocols() {
        assert_eq!(
            UBI.info(&report(-12, Bound::Upper)),
            "info board B depth 3 seldepth 5 multipv 1 score cp -12 upperbound nodes 500 nps 2000 hashfull 7 time 250 pv n@e1"
        );
        assert_eq!(
            UCI.info(&report(mate_in(5), Bound::Exact)),
            "info depth 3 seldepth 5 multipv 1 score mate 3 wdl 1000 0 0 nodes 500 nps 2000 hashfull 7 tbhits 0 time 250 pv N@e1"
        );
        assert_eq!(score_words(mated_in(4)), " score mate -2");
    }

    #[test]
    fn the_best_move_in_both_protocols() {
        let mv = Move::drop(PieceType::Pawn, Square::E1);
        assert_eq!(UBI.best_move(Some(mv), Some(mv)), "bestmove board B p@e1");
        assert_eq!(UCI.best_move(Some(mv), Some(mv)), "bestmove P@e1 ponder P@e1");
        assert_eq!(UCI.best_move(None, None), "bestmove (none)");
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for score in [-MATE, -300, -1, 0, 1, 45, 300, 29_000, MATE] {
            let [win, draw, loss] = win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000);
            if score != 0 {
                assert_eq!(win_draw_loss(-score), [loss, draw, win]);
            }
        }
        assert!(win_draw_loss(100)[0] > win_draw_loss(0)[0]);
    }
}
