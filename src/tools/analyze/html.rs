//! Analyzed games as one HTML file, in English or Russian: a curve and the moments that decided with both boards for
//! each game, what was said, and at the end a summary of each player. It needs nothing beside itself.

use super::judge;
use super::review::{Decisive, MomentKind, Review, Stand};
use super::summary::{Mark, Results, Summary};
use super::walk::Walk;
use crate::board::Position;
use crate::game::bpgn::Record;
use crate::game::{BoardId, Forfeit, Outcome, Reason, Seat};
use crate::types::{Color, Piece, PieceType, Square};
use std::fmt::Write;

/// The languages of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tools", derive(clap::ValueEnum))]
pub enum Tongue {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
}

impl Tongue {
    /// Its code in HTML.
    pub fn code(self) -> &'static str {
        self.of(["en", "ru"])
    }

    /// The text in this language.
    fn of(self, texts: [&'static str; 2]) -> &'static str {
        texts[self as usize]
    }
}

/// Width and height of the curve, in px.
const CURVE: [f64; 2] = [720.0, 120.0];
/// Size of a square of a board, in px.
const SQUARE: usize = 28;

const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;\
background:#fff}table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}\
td,th{padding:.2rem .6rem;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}\
.boards{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:.5rem 0}figcaption{font-size:.85rem}\
svg{max-width:100%}.talk{color:#444;font-size:.9rem}h2{margin-top:3rem}";

/// Text with the signs of HTML replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// The beginning of the file.
pub fn head(tongue: Tongue) -> String {
    let lang = tongue.code();
    let title = tongue.of(["Bughouse games, analyzed by Tandem", "Партии в шведки, разобранные Tandem"]);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n"
    )
}

/// A game.
pub fn game(
    number: usize,
    record: &Record,
    (walk, review): (&Walk, &Review),
    outcome: Option<Outcome>,
    tongue: Tongue,
) -> String {
    let [white_a, black_a, white_b, black_b] = Seat::ALL.map(|seat| escaped(&record.player(seat)));
    let [game, against, expected] = [
        ["Game", "Партия"],
        ["against", "против"],
        [
            "Expected result of the first team, from 0 (below) to 100 %",
            "Ожидаемый результат первой команды, от 0 (внизу) до 100 %",
        ],
    ]
    .map(|texts| tongue.of(texts));
    let mut out = format!(
        "<section><h2>{game} {number}: {white_a} + {black_b} {against} {black_a} + {white_b}, {}</h2>\n",
        record.result.text()
    );
    let _ = write!(out, "<figure>{}<figcaption>{expected}</figcaption></figure>\n<ol>", curve(review));
    for moment in &review.decisive {
        let _ = write!(out, "<li>{}", sentence(record, review, moment, outcome, tongue));
        let positions = walk.moments[moment.index].boards.map(|index| &walk.questions[index].position);
        out += "<div class=\"boards\">";
        for (board, position) in BoardId::ALL.into_iter().zip(positions) {
            // Partners on the same side, as they sit.
            let verdict = judge::text(review.stands[moment.index].boards[board.index()].score);
            let caption = format!("{} {verdict}{}", board.letter(), hands(position));
            let _ = write!(out, "<figure>{}<figcaption>{caption}</figcaption></figure>", diagram(position, board));
        }
        out += "</div></li>\n";
    }
    out += "</ol>\n";
    let said: Vec<String> = record.plies.iter().flat_map(|ply| &ply.notes).map(|note| escaped(note)).collect();
    if !said.is_empty() {
        let title = tongue.of(["Said and noted", "Сказано и замечено"]);
        let _ = writeln!(out, "<p class=\"talk\">{title}: {}</p>", said.join(" · "));
    }
    out + "</section>\n"
}

/// The end of the file.
pub fn tail(summary: &Summary, tongue: Tongue) -> String {
    let names = match tongue {
        Tongue::En => {
            "Player|Games|Won|Moves|Cost of a move|?!|?|??|Seconds a move|Lead on the clock|Sits|Flags|Openings"
        }
        Tongue::Ru => "Игрок|Партии|Выиграно|Ходы|Цена хода|?!|?|??|Секунд на ход|Перевес по часам|Сидел|Флаги|Дебюты",
    };
    let title = tongue.of(["Players", "Игроки"]);
    let mut out = format!("<h2>{title}</h2>\n<table><tr>");
    names.split('|').for_each(|name| out += &format!("<th>{name}</th>"));
    out += "</tr>\n";
    for player in summary.players() {
        let whole = player.whole();
        let times = player.mean_times().map_or_else(
            || ["–".to_owned(), "–".to_owned()],
            |[time, lead]| [format!("{time:.1}"), format!("{lead:+.1}")],
        );
        let opening = |(moves, results): (&str, Results)| format!("{moves} ({}/{})", results.wins, results.games());
        let openings: Vec<String> = player.usual_openings().into_iter().map(opening).collect();
        let phases: Vec<String> = player.phases.iter().map(|phase| format!("{:.1}", phase.mean_cost())).collect();
        let mut cells = vec![
            escaped(&player.name),
            player.results.games().to_string(),
            player.results.wins.to_string(),
            whole.moves.to_string(),
            format!("{:.1} % ({})", whole.mean_cost(), phases.join(" / ")),
        ];
        cells.extend(whole.marks.map(|count| count.to_string()));
        cells.extend(times);
        cells.extend([player.sits.to_string(), player.flags.to_string(), escaped(&openings.join(", "))]);
        out += "<tr>";
        cells.iter().for_each(|cell| out += &format!("<td>{cell}</td>"));
        out += "</tr>\n";
    }
    let note = tongue.of([
        "Cost: expected result lost by a move, in percent, in brackets by phase (to move 10, to move 25, later).",
        "Цена: потеря ожидаемого результата за ход, в процентах; в скобках по стадиям (до 10-го хода, до 25-го, дальше).",
    ]);
    out + &format!("</table>\n<p>{note}</p></body></html>\n")
}

/// A moment in a sentence.
fn sentence(record: &Record, review: &Review, moment: &Decisive, outcome: Option<Outcome>, tongue: Tongue) -> String {
    let stand = &review.stands[moment.index];
    let place = |seat: Seat| {
        let color = match (seat.color, tongue) {
            (Color::White, Tongue::En) => "white on",
            (Color::Black, Tongue::En) => "black on",
            (Color::White, Tongue::Ru) => "белые на",
            (Color::Black, Tongue::Ru) => "чёрные на",
        };
        format!("{} ({color} {})", escaped(&record.player(seat)), seat.board.letter())
    };
    let who = moment.seat.map_or_else(String::new, place);
    let ply = stand.played.map_or_else(String::new, |played| {
        format!("{}{}. {}", played.number, played.seat.letter(), escaped(&played.san))
    });
    let usual = [moment.index.saturating_sub(1), moment.index].map(|index| review.stands[index].team);
    let [before, after] = stand.second_look.unwrap_or(usual).map(|team| 100.0 * team);
    match moment.kind {
        MomentKind::Swing => {
            let mark = Mark::of(stand).map_or("", Mark::sign);
            let better = stand.better.map_or_else(String::new, |line| {
                format!("; {} {}", tongue.of(["better", "лучше"]), escaped(&line.join(" ")))
            });
            format!("<b>{ply}{mark}</b> {who}: {before:.0} % → {after:.0} %{better}")
        }
        MomentKind::Sit => {
            let seconds = stand.played.and_then(|played| played.spent_ms).unwrap_or(0) as f64 / 1000.0;
            let verb = tongue.of(["sits, in seconds:", "сидит, секунд:"]);
            format!("<b>{ply}</b> {who} {verb} {seconds:.1}: {before:.0} % → {after:.0} %")
        }
        MomentKind::Hang => {
            let verb = tongue.of(["has no legal move until a piece comes", "без хода, пока не придёт фигура"]);
            format!("<b>{ply}</b> {who} {verb}")
        }
        MomentKind::Flag | MomentKind::End => {
            let reason = outcome.map_or_else(String::new, |outcome| reason(outcome.reason, tongue));
            let [title, at] = [["The end:", "Конец:"], ["with", "при"]].map(|texts| tongue.of(texts));
            let last = if moment.kind == MomentKind::Flag { format!(", {at} {after:.0} %") } else { String::new() };
            format!("<b>{title}</b> {who} {}{last}", escaped(&reason))
        }
    }
}

/// The reason for the end of the game.
fn reason(reason: Reason, tongue: Tongue) -> String {
    if tongue == Tongue::En {
        return reason.to_string();
    }
    let russian = match reason {
        Reason::Mate => "мат",
        Reason::Hang => "флаг в зависании",
        Reason::BothHang => "оба игрока команды зависли",
        Reason::Stalemate => "пат",
        Reason::Flag => "время",
        Reason::Agreement => "соглашение",
        Reason::Resignation => "сдача",
        Reason::Repetition => "повторение",
        Reason::Standstill => "никто не может ходить",
        Reason::Adjudication => "решение судьи",
        Reason::Forfeit(Forfeit::IllegalMove) => "невозможный ход",
        Reason::Forfeit(Forfeit::Disconnect) => "потеря связи",
        Reason::Forfeit(Forfeit::Garbage) => "мусор",
        Reason::Forfeit(Forfeit::ConcreteAdvice) => "подсказка хода",
    };
    russian.to_owned()
}

/// The expected result over the plies, with a line at even.
fn curve(review: &Review) -> String {
    let [width, height] = CURVE;
    let step = width / review.stands.len().saturating_sub(1).max(1) as f64;
    let point =
        |(index, stand): (usize, &Stand)| format!("{:.1},{:.1}", index as f64 * step, height * (1.0 - stand.team));
    let points: Vec<String> = review.stands.iter().enumerate().map(point).collect();
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\"><rect width=\"{width}\" height=\"{height}\" \
         fill=\"#f2f2f2\"/><path d=\"M0 {half}H{width}\" stroke=\"#999\"/><polyline points=\"{}\" fill=\"none\" \
         stroke=\"#1b5fa8\" stroke-width=\"2\"/></svg>",
        points.join(" "),
        half = height / 2.0
    )
}

/// The hands of both sides, as in `; ♘♙ : ♛`.
fn hands(position: &Position) -> String {
    let held = |color: Color| -> String {
        let hand = position.hand(color);
        let kinds = PieceType::HELD.into_iter().rev();
        let figure = |kind| Piece::new(color, kind).figure();
        kinds.flat_map(|kind| std::iter::repeat_n(figure(kind), hand.count(kind) as usize)).collect()
    };
    let [white, black] = Color::ALL.map(held);
    if white.is_empty() && black.is_empty() { String::new() } else { format!("; {white} : {black}") }
}

/// A board: A seen by white, B by black.
fn diagram(position: &Position, board: BoardId) -> String {
    let size = 8 * SQUARE;
    let mut out = format!(
        "<svg viewBox=\"0 0 {size} {size}\" width=\"{size}\" role=\"img\"><rect width=\"{size}\" height=\"{size}\" \
         fill=\"#f0e2c8\"/><g font-size=\"{}\" text-anchor=\"middle\">",
        SQUARE - 4
    );
    for square in Square::all() {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        let (column, row) = if board == BoardId::A { (file, 7 - rank) } else { (7 - file, rank) };
        let (x, y) = (column * SQUARE, row * SQUARE);
        if (file + rank).is_multiple_of(2) {
            let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"#b98f63\"/>");
        }
        if let Some(piece) = position.piece_at(square) {
            let sign = piece.figure();
            let _ = write!(out, "<text x=\"{}\" y=\"{}\">{sign}</text>", x + SQUARE / 2, y + SQUARE - 6);
        }
    }
    out + "</g></svg>"
}
