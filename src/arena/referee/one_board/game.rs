//! A game on one board, with its record as PGN.

use super::board::{GameBoard, StartError};
use super::variant::MatchVariant;
use crate::arena::control::TimeControl;
use crate::arena::date;
use crate::arena::wrap::wrapped;
use crate::board::Position;
use crate::game::Reason;
use crate::types::Color;
use std::fmt::Write;
use std::time::{Duration, SystemTime};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneBoardEnd {
    /// The winner; none for a draw or a game that was broken off.
    pub winner: Option<Color>,
    /// Why; `None` for a game that was broken off.
    pub reason: Option<Reason>,
    /// In words: `black checkmated`.
    pub note: String,
    /// Evidence of an engine's failure: its last lines, its error output.
    pub evidence: Vec<String>,
}

impl OneBoardEnd {
    /// The result in PGN's notation.
    pub fn result(&self) -> &'static str {
        match (self.winner, self.reason) {
            (Some(Color::White), _) => "1-0",
            (Some(Color::Black), _) => "0-1",
            (None, Some(_)) => "1/2-1/2",
            (None, None) => "*",
        }
    }
}

/// A move of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RecordedMove {
    /// In SAN; in a game without SAN as UCI writes it.
    text: String,
    left: Duration,
}

/// A game in progress.
#[derive(Clone)]
pub struct OneBoardGame {
    variant: MatchVariant,
    start: String,
    first: Color,
    board: GameBoard,
    /// The moves in UCI notation.
    moves: Vec<String>,
    record: Vec<RecordedMove>,
    /// Set once the game is over.
    pub end: Option<OneBoardEnd>,
}

impl OneBoardGame {
    /// A game of `variant` from a position in FEN, or a start of Chess960 (`960:N`).
    ///
    /// # Errors
    /// When `start` is neither.
    pub fn new(variant: MatchVariant, chess960: bool, start: &str) -> Result<Self, StartError> {
        let board = GameBoard::new(variant, chess960, start)?;
        let (start, first, end) = (board.fen(), board.side_to_move(), board.end());
        Ok(Self { variant, start, first, board, moves: Vec::new(), record: Vec::new(), end })
    }

    /// The board.
    pub const fn board(&self) -> &GameBoard {
        &self.board
    }

    /// The start position as FEN.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The moves played, in UCI notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays a move, after which its player has `left` on the clock; false if it is not legal.
    pub fn play(&mut self, mv: &str, left: Duration) -> bool {
        let Some([mv, text]) = self.board.play(mv) else { return false };
        self.moves.push(mv);
        self.record.push(RecordedMove { text, left });
        self.end = self.board.end();
        true
    }

    /// Ends the game as lost by `loser`.
    pub fn lose(&mut self, loser: Color, reason: Reason, note: String, evidence: Vec<String>) {
        self.end = Some(OneBoardEnd { winner: Some(!loser), reason: Some(reason), note, evidence });
    }

    /// Ends the game by the fallen flag of `loser`; a draw if the other side could not win by any moves.
    pub fn flag(&mut self, loser: Color, note: String, evidence: Vec<String>) {
        let winner = Some(!loser).filter(|&side| self.board.can_win(side));
        let note = if winner.is_some() { note } else { format!("{note}, but {} has a bare king", !loser) };
        self.end = Some(OneBoardEnd { winner, reason: Some(Reason::Flag), note, evidence });
    }

    /// Ends the game as drawn.
    pub fn draw(&mut self, reason: Reason, note: String) {
        self.end = Some(OneBoardEnd { winner: None, reason: Some(reason), note, evidence: Vec::new() });
    }

    /// Breaks the game off.
    pub fn break_off(&mut self, note: &str) {
        self.end = Some(OneBoardEnd { winner: None, reason: None, note: note.to_owned(), evidence: Vec::new() });
    }

    /// The game as PGN. `names` are white's and black's; `date` is missing where the clocks count nodes.
    pub fn to_pgn(
        &self,
        event: &str,
        round: u32,
        names: [&str; 2],
        control: &TimeControl,
        date: Option<SystemTime>,
        more: &[(&str, &str)],
    ) -> String {
        let (day, time) = date.map(date::utc).unzip();
        let (result, note) = self.end.as_ref().map_or(("*", ""), |end| (end.result(), end.note.as_str()));
        let round = round.to_string();
        let variant = self.variant.pgn_name();
        let control = control.to_string();
        let day = day.unwrap_or_else(|| "????.??.??".to_owned());
        let mut tags = vec![
            ("Event", event),
            ("Site", "?"),
            ("Date", &day),
            ("Round", &round),
            ("White", names[0]),
            ("Black", names[1]),
            ("Result", result),
        ];
        tags.extend(time.as_deref().map(|time| ("UTCTime", time)));
        tags.extend([("TimeControl", control.as_str()), ("Variant", variant)]);
        let usual = self.variant.board_rules().map(|rules| Position::start(rules).to_bfen());
        if usual.as_ref() != Some(&self.start) {
            tags.extend([("SetUp", "1"), ("FEN", &self.start)]);
        }
        tags.extend(more);
        let mut text = String::new();
        for (name, value) in tags {
            // A name may have several lines, a tag has one.
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut words = self.words();
        words.extend((!note.is_empty()).then(|| format!("{{{}}}", note.replace('}', ")"))));
        words.push(result.to_owned());
        text + &wrapped(&words) + "\n"
    }

    /// The words of the moves: numbers, SAN, clocks.
    fn words(&self) -> Vec<String> {
        let skipped = usize::from(self.first == Color::Black);
        // The last field of a FEN counts the moves.
        let first = self.start.split(' ').next_back().and_then(|count| count.parse::<usize>().ok()).unwrap_or(1).max(1);
        let mut words = Vec::new();
        for (ply, RecordedMove { text, left }) in self.record.iter().enumerate() {
            let ply = ply + skipped;
            match ply % 2 {
                0 => words.push(format!("{}.", first + ply / 2)),
                _ if words.is_empty() => words.push(format!("{}...", first + ply / 2)),
                _ => {}
            }
            words.push(text.clone());
            words.push(format!("{{[%clk {}]}}", clock_text(*left)));
        }
        words
    }
}

/// `0:01:07.432`, the form of `%clk` with milliseconds.
fn clock_text(left: Duration) -> String {
    let (seconds, ms) = (left.as_secs(), left.subsec_millis());
    format!("{}:{:02}:{:02}.{ms:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_bare_king_won_by_a_flag() {
        for (variant, start, result) in [
            ("battle", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "1/2-1/2"),
            ("gardner", "4k/4p/5/5/4K w - - 0 1", "0-1"),
            // Stalemate wins there, and in exchange chess the last move.
            ("courier", "k11/12/12/12/12/12/11R/11K w - - 0 1", "0-1"),
            ("exchange", "4k/5/2R2/5/K4[] w - - 0 1", "0-1"),
        ] {
            let variant = variant.parse().expect("a variant");
            let mut game = OneBoardGame::new(variant, false, start).expect("a position");
            game.flag(Color::White, "white forfeits on time".to_owned(), Vec::new());
            assert_eq!(game.end.map(|end| end.result()), Some(result), "{start}");
        }
    }

    #[test]
    fn bug_a_move_in_capitals_was_illegal() {
        let variant = "crazyhouse".parse().expect("a variant");
        let game = OneBoardGame::new(variant, false, "8/P3k3/8/8/8/8/8/4K3[N] w - - 0 1");
        let mut game = game.expect("a position");
        for mv in ["a7a8Q", "E7E6", "n@E4"] {
            assert!(game.play(mv, Duration::from_secs(9)), "{mv}");
        }
        assert_eq!(game.moves(), ["a7a8q", "e7e6", "N@e4"]);
    }

    #[test]
    fn bug_moves_were_numbered_from_1_behind_a_position_that_counts_further() {
        let control = "10+0".parse().expect("a time control");
        for (start, moves, numbered) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR[] b KQkq - 0 7",
                ["e7e5", "d2d4", "d7d5"],
                "7... e5 8. d4 d5",
            ),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", ["e2e4", "e7e5", "d2d4"], "1. e4 e5 2. d4"),
        ] {
            let variant = "crazyhouse".parse().expect("a variant");
            let mut game = OneBoardGame::new(variant, false, start).expect("a position");
            for mv in moves {
                assert!(game.play(mv, Duration::from_secs(9)), "{mv}");
            }
            let pgn = game.to_pgn("A match", 1, ["A", "B"], &control, None, &[]);
            let words: Vec<&str> = pgn.rsplit("]\n\n").next().unwrap_or_default().split_whitespace().collect();
            let is_clock = |word: &&str| word.starts_with('{') || word.ends_with('}');
            let moves: Vec<&str> = words.into_iter().filter(|word| !is_clock(word)).collect();
            assert_eq!(moves.join(" "), format!("{numbered} *"));
        }
    }
}
