//! The match drawn live: both boards, hands, clocks, thoughts and talk. Board B is turned, so that partners sit on the
//! same side.

use super::canvas::{ScreenRow, Terminal, TextStyle};
use super::plain::{clock_text, result_line, thought_text, verdict};
use crate::arena::referee::{GameObserver, LiveGame, Notice, Talk};
use crate::board::{BoardStatus, Position};
use crate::game::{BoardId, Seat};
use crate::tools::wording::counted;
use crate::types::{Color, Hand, Piece, PieceType, Square};
use std::io::{self, Write};
use std::time::Instant;

const PLAIN: TextStyle = TextStyle { fg: None, bg: None, bold: false };
const FAINT: TextStyle = TextStyle::fg(245);
const TITLE: TextStyle = TextStyle::fg(255).on(24).bold();
const GOOD: TextStyle = TextStyle::fg(231).on(28).bold();
const CLOCK: TextStyle = TextStyle::fg(252).on(238);
const RUNNING: TextStyle = TextStyle::fg(231).on(28).bold();
const SHORT: TextStyle = TextStyle::fg(231).on(160).bold();
const WAITING: TextStyle = TextStyle::fg(203).bold();
/// Colors of squares: light, dark, light and dark of the last move, the king in check.
const LIGHT: u8 = 137;
const DARK: u8 = 95;
const LIGHT_MOVED: u8 = 143;
const DARK_MOVED: u8 = 101;
const CHECKED: u8 = 160;
/// White's and black's pieces.
const PIECES: [u8; 2] = [231, 16];

/// Columns of a board with the ranks' numbers.
const BOARD_WIDTH: usize = 28;
/// Column where the expected line begins.
const LINE_COLUMN: usize = 16;
/// Least and most columns of half the screen.
const PANEL_WIDTHS: (usize, usize) = (39, 56);
/// Rows that are not talk.
const OTHER_ROWS: usize = 20;

/// Draws on the terminal until dropped; then prints the results and any evidence below the last picture.
pub struct Screen {
    terminal: Option<Terminal>,
    file: String,
    results: Vec<String>,
    evidence: Vec<String>,
    colors: bool,
}

impl Screen {
    /// Takes the terminal over. `file` is shown below the boards.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn open(file: String) -> io::Result<Self> {
        let colors = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Ok(Self { terminal: Some(Terminal::open()?), file, results: Vec::new(), evidence: Vec::new(), colors })
    }

    fn rows(&self, live: &LiveGame, now: Instant, (columns, height): (usize, usize)) -> Vec<ScreenRow> {
        let width = (columns.saturating_sub(2) / 2).clamp(PANEL_WIDTHS.0, PANEL_WIDTHS.1);
        let full = 2 * width + 2;
        let mut rows = vec![title(live, full), heading(width)];
        let [left, right] = [(BoardId::A, Color::White), (BoardId::B, Color::Black)]
            .map(|(board, bottom)| self.panel(live, board, bottom, width, now));
        for (mut row, right) in left.into_iter().zip(right) {
            row.fill(width + 2, PLAIN).append(right);
            rows.push(row);
        }
        rows.push(rule(" said ", full));
        let room = height.saturating_sub(OTHER_ROWS).clamp(1, 12);
        let mut talk: Vec<ScreenRow> = live.talk.iter().rev().take(room).map(talk_row).collect();
        talk.resize(room, ScreenRow::default());
        rows.extend(talk.into_iter().rev());
        rows.push(result_row(live, full));
        let mut foot = ScreenRow::default();
        foot.put(&format!(" {}", self.file), FAINT).put_right("Ctrl-C ends the match ", full, FAINT);
        rows.push(foot);
        rows
    }

    /// One board with its two players, that of `bottom` below.
    fn panel(&self, live: &LiveGame, board: BoardId, bottom: Color, width: usize, now: Instant) -> Vec<ScreenRow> {
        let position = live.game.position(board);
        let (above, below) = (Seat::new(board, !bottom), Seat::new(board, bottom));
        let moves = move_rows(live, board, width.saturating_sub(BOARD_WIDTH));
        let last = live.game.played().iter().rfind(|played| played.seat.board == board).map(|played| played.mv.mv);
        let marked = |square| last.is_some_and(|mv| mv.to() == square || mv.from() == Some(square));
        let mut rows = vec![seat_row(live, above, width, now), thought_row(live, above, width)];
        rows.push(self.hand_row(position, above.color));
        for (line, moves) in (0..8_u8).zip(moves) {
            let order = |i: u8| if bottom == Color::White { i } else { 7 - i };
            let rank = order(7 - line);
            let mut row = ScreenRow::of(&format!(" {} ", rank + 1), FAINT);
            for file in 0..8 {
                let square = Square::new(order(file), rank);
                self.put_square(&mut row, position, square, marked(square));
            }
            row.fill(BOARD_WIDTH, PLAIN).append(moves);
            rows.push(row);
        }
        let files = if bottom == Color::White { "abcdefgh" } else { "hgfedcba" };
        let mut row = ScreenRow::of("   ", PLAIN);
        row.put(&files.chars().map(|file| format!(" {file} ")).collect::<String>(), FAINT);
        rows.push(row);
        rows.push(self.hand_row(position, below.color));
        rows.extend([thought_row(live, below, width), seat_row(live, below, width, now)]);
        rows
    }

    /// With colors all figures are the filled ones, told apart by color; without, white's are the outlined ones.
    fn figure(&self, piece: Piece) -> char {
        if self.colors { Piece::new(Color::Black, piece.kind()).figure() } else { piece.figure() }
    }

    fn put_square(&self, row: &mut ScreenRow, position: &Position, square: Square, marked: bool) {
        let piece = position.piece_at(square);
        let light = (square.index() / 8 + square.index()) % 2 == 1;
        let checked = position.in_check() && square == position.king(position.side_to_move());
        let ground = match (checked, marked, light) {
            (true, _, _) => CHECKED,
            (_, true, true) => LIGHT_MOVED,
            (_, true, false) => DARK_MOVED,
            (_, _, true) => LIGHT,
            (_, _, false) => DARK,
        };
        let ink = piece.map_or(0, |piece| PIECES[piece.color().index()]);
        // Without colors, dark squares and the last move are marked by characters.
        let figure = piece.map_or(if self.colors || light { ' ' } else { '·' }, |piece| self.figure(piece));
        let cell = if marked && !self.colors { format!("[{figure}]") } else { format!(" {figure} ") };
        row.put(&cell, TextStyle::fg(ink).on(ground).bold());
    }

    /// A player's hand, strongest piece first, each with its number.
    fn hand_row(&self, position: &Position, color: Color) -> ScreenRow {
        let hand: Hand = position.hand(color);
        let mut row = ScreenRow::of("   ", PLAIN);
        let style = TextStyle::fg(PIECES[color.index()]).on(DARK).bold();
        let kinds: Vec<PieceType> = hand.kinds().collect();
        for kind in kinds.into_iter().rev() {
            let number = if hand.count(kind) > 1 { format!("{}", hand.count(kind)) } else { " ".to_owned() };
            row.put(&format!(" {}{number}", self.figure(Piece::new(color, kind))), style);
        }
        if hand.is_empty() {
            row.put(" holds nothing", FAINT);
        }
        row
    }
}

fn title(live: &LiveGame, full: usize) -> ScreenRow {
    let card = &live.card;
    let mut row = ScreenRow::default();
    let [first, second] = card.controls;
    let control = if first == second { first.to_string() } else { format!("{first} : {second}") };
    let text = format!(" Tandem match   game {} of {}   {control}   {}", card.number, card.games, live.game.rules());
    row.put(&text, TITLE).put_right(&format!("score {} ", live.score), full, TITLE);
    row
}

fn heading(width: usize) -> ScreenRow {
    let mut row = ScreenRow::of(" board A", FAINT);
    row.fill(width + 2, PLAIN).put(" board B", FAINT);
    row
}

fn rule(word: &str, full: usize) -> ScreenRow {
    let mut row = ScreenRow::default();
    let dashes = full.saturating_sub(2 + word.chars().count());
    row.put(&format!("──{word}{}", "─".repeat(dashes)), FAINT);
    row
}

fn seat_row(live: &LiveGame, seat: Seat, width: usize, now: Instant) -> ScreenRow {
    let running = live.on_turn(seat);
    let left = live.clock.left(seat, now);
    let style = match running {
        true if left < live.card.control(seat).base / 10 => SHORT,
        true => RUNNING,
        false => CLOCK,
    };
    let mut row = ScreenRow::of(if running { " ▶ " } else { "   " }, PLAIN);
    row.put(&format!("{} ", seat.color), FAINT);
    row.put(&live.card.names[seat.index()], PLAIN.bold());
    let clock = format!(" {} ", clock_text(left));
    row.fill(width.saturating_sub(clock.len() + 2), PLAIN).put(" ", PLAIN).put(&clock, style);
    row
}

/// Whether a move and a blank behind it fit into `room`, which is reduced by their width.
fn fits(san: &str, room: &mut usize) -> bool {
    let width = san.chars().count() + 1;
    let fits = width <= *room;
    *room = room.saturating_sub(width);
    fits
}

fn thought_row(live: &LiveGame, seat: Seat, width: usize) -> ScreenRow {
    let mut row = ScreenRow::of("   ", PLAIN);
    let position = live.game.position(seat.board);
    let status = if live.on_turn(seat) { position.status() } else { BoardStatus::Playing };
    match status {
        BoardStatus::Hang => {
            let figures: String =
                position.blocking_kinds().map(|kind| format!(" {}", Piece::new(seat.color, kind).figure())).collect();
            row.put(&format!("hangs, waits for{figures}"), WAITING);
        }
        BoardStatus::Stalemate => {
            row.put("cannot move, waits for a piece", WAITING);
        }
        BoardStatus::Playing | BoardStatus::Mate => {
            let thought = &live.thoughts[seat.index()];
            row.put(&format!("{:<12} ", thought_text(thought)), PLAIN);
            let mut room = width.saturating_sub(LINE_COLUMN);
            for san in thought.line.iter().take_while(|san| fits(san, &mut room)) {
                row.put(&format!("{san} "), FAINT);
            }
        }
    }
    row.fill(width, PLAIN);
    row
}

/// The last moves of a board in eight rows: whole moves if there is room, else a ply per row.
fn move_rows(live: &LiveGame, board: BoardId, room: usize) -> Vec<ScreenRow> {
    let played = || live.record.plies.iter().filter(|ply| ply.seat.board == board);
    let mut plies: Vec<(Color, &str)> = played().map(|ply| (ply.seat.color, ply.san.as_str())).collect();
    let first = played().next().map_or(1, |ply| ply.number as usize);
    // An opening may leave the first move to black.
    let skipped = usize::from(plies.first().is_some_and(|&(color, _)| color == Color::Black));
    if skipped > 0 {
        plies.insert(0, (Color::White, "…"));
    }
    let lines: Vec<String> = if room >= 22 {
        plies
            .chunks(2)
            .enumerate()
            .map(|(number, pair)| {
                let [white, black] = [0, 1].map(|i| pair.get(i).map_or("", |(_, san)| san));
                format!("{:>3}. {white:<8} {black}", first + number)
            })
            .collect()
    } else {
        let dots = |color| if color == Color::White { '.' } else { '…' };
        let row = |(i, (color, san)): (usize, &(Color, &str))| format!("{:>3}{}{san}", first + i / 2, dots(*color));
        plies.iter().enumerate().skip(skipped).map(row).collect()
    };
    let mut rows: Vec<ScreenRow> = lines[lines.len().saturating_sub(8)..]
        .iter()
        .map(|line| {
            let mut row = ScreenRow::of(line, FAINT);
            row.fill(room, PLAIN);
            row
        })
        .collect();
    if let Some(last) = rows.last_mut() {
        *last = ScreenRow::default();
        let line = lines.last().map_or("", String::as_str);
        last.put(line, PLAIN.bold()).fill(room, PLAIN);
    }
    rows.resize(8, ScreenRow::default());
    rows
}

fn talk_row(talk: &Talk) -> ScreenRow {
    let mut row = ScreenRow::of(&format!(" {}: ", talk.seat), FAINT);
    row.put(&talk.text, PLAIN);
    row
}

fn result_row(live: &LiveGame, full: usize) -> ScreenRow {
    let mut row = ScreenRow::default();
    match &live.ending {
        Some(ending) => {
            let text = format!(" {}  {} ", ending.result(), verdict(&live.card, ending));
            row.put(&text, GOOD).fill(full, GOOD);
        }
        None => {
            let plies = counted(live.record.plies.len(), "ply");
            row.put(&format!(" {plies}"), FAINT);
        }
    }
    row
}

impl GameObserver for Screen {
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()> {
        if notice == Notice::Ended {
            self.results.push(result_line(live));
            self.evidence.extend(live.ending.iter().flat_map(|ending| ending.evidence.iter().cloned()));
        }
        let Some(size) = self.terminal.as_ref().map(Terminal::size) else { return Ok(()) };
        let rows = self.rows(live, now, size);
        self.terminal.as_mut().map_or(Ok(()), |terminal| terminal.draw(rows))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.terminal = None;
        let mut out = io::stdout().lock();
        for line in &self.results {
            let _ = writeln!(out, "{line}");
        }
        let mut err = io::stderr().lock();
        for line in &self.evidence {
            let _ = writeln!(err, "  {line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engines::{EngineScore, SearchInfo};
    use crate::arena::referee::{Card, MatchClock, MatchScore, MatchSide};
    use crate::game::{Game, Rules};
    use std::time::Duration;

    fn table(boards: &str, now: Instant) -> LiveGame {
        let card = Card {
            number: 3,
            games: 10,
            names: ["A long name of an engine that has one", "Two", "Two", "One"].map(str::to_owned),
            teams: ["One", "Two"].map(str::to_owned),
            first_seats: MatchSide::First,
            muted: [false; 2],
            controls: ["10+0".parse().expect("a time control"); 2],
            date: None,
        };
        let mut clock = MatchClock::new(card.controls_by_seat(), Duration::ZERO);
        let game = Game::from_bfen(boards, Rules::default(), clock.reading(now)).expect("boards");
        BoardId::ALL.into_iter().for_each(|board| clock.start(game.on_turn(board), now));
        LiveGame::new(card, MatchScore { wins: [1, 0], draws: 1 }, game, clock)
    }

    fn picture(live: &LiveGame, now: Instant, size: (usize, usize)) -> Vec<String> {
        let screen =
            Screen { terminal: None, file: "file".to_owned(), results: vec![], evidence: vec![], colors: false };
        screen.rows(live, now, size).iter().map(ScreenRow::text).collect()
    }

    #[test]
    fn the_picture_fits_and_tells_all() {
        let now = Instant::now();
        // Black on A hangs; on B black holds a knight and two pawns.
        let boards = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[npp] w - - 0 1";
        let mut live = table(boards, now);
        let line = ["Kd2", "Kd7", "Kd3", "Kd6", "Kd4", "N@e6+"].map(str::to_owned).to_vec();
        live.thoughts[2] = SearchInfo { depth: Some(12), score: Some(EngineScore::Mate(-3)), nodes: None, line };
        live.talk.push(Talk { seat: Seat::new(BoardId::A, Color::Black), text: "need n".to_owned() });
        for (columns, height) in [(80, 24), (100, 30), (200, 60)] {
            let rows = picture(&live, now + Duration::from_millis(2_600), (columns, height));
            assert!(rows.len() <= height && rows.iter().all(|row| row.chars().count() <= columns), "{rows:#?}");
            // The only blocking squares are on the back rank, where no pawn can be dropped.
            for text in [
                "game 3 of 10   10+0   international",
                "score 1.5 : 0.5",
                "hangs, waits for ♞ ♝ ♜ ♛",
                "▶ black Two",
                "0:07.4",
                "d12 #-3",
                "A long name of an ",
                " 8  ♖",
                "♞  ♟2",
                "black on A: need n",
                "file",
            ] {
                assert!(rows.iter().any(|row| row.contains(text)), "{text}\n{}", rows.join("\n"));
            }
        }
        // Board B is turned: its first rank is at the top.
        let rows = picture(&live, now, (80, 24));
        assert!(rows[5].contains("  1 ") && rows[12].contains("  8 "), "{}", rows.join("\n"));
    }

    #[test]
    fn bug_the_first_move_of_an_opening_with_black_on_turn_was_shown_as_whites() {
        let now = Instant::now();
        let board = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR[] b KQkq - 0 3";
        let mut live = table(&format!("{board} | {board}"), now);
        for (color, text) in [(Color::Black, "e7e5"), (Color::White, "d2d4"), (Color::Black, "d7d5")] {
            let seat = Seat::new(BoardId::A, color);
            live.clock.start(seat, now);
            let mv = live.game.position(BoardId::A).find_move(text).expect("a move");
            live.make_move(seat, now, mv).expect("in time");
        }
        let shown = [((200, 60), ["  3. …        e5", "  4. d4       d5"]), ((80, 24), ["  3…e5", "  4.d4"])];
        for (size, texts) in shown {
            let rows = picture(&live, now, size);
            for text in texts {
                assert!(rows.iter().any(|row| row.contains(text)), "{text}\n{}", rows.join("\n"));
            }
            assert!(!rows.iter().any(|row| row.contains("  3. e5") || row.contains("  3.…")), "{}", rows.join("\n"));
        }
    }
}
