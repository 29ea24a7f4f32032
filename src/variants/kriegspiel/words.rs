//! Announcements as the arbiter says them, in Russian and English.

use super::super::color::Color;
use super::super::game::{Ending, Reason};
use super::super::moves::square_text;
use super::arbiter::{Announcement, Check, Told, TryError};

/// The arbiter's language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Russian.
    Russian,
}

impl Language {
    /// One of two texts.
    pub const fn pick<T: Copy>(self, english: T, russian: T) -> T {
        match self {
            Self::English => english,
            Self::Russian => russian,
        }
    }

    fn side(self, color: Color) -> &'static str {
        match color {
            Color::White => self.pick("White", "Белые"),
            Color::Black => self.pick("Black", "Чёрные"),
        }
    }

    fn check(self, check: Check) -> &'static str {
        match check {
            Check::File => self.pick("check on the file", "Шах по вертикали"),
            Check::Rank => self.pick("check on the rank", "Шах по горизонтали"),
            Check::LongDiagonal => self.pick("check on the long diagonal", "Шах по длинной диагонали"),
            Check::ShortDiagonal => self.pick("check on the short diagonal", "Шах по короткой диагонали"),
            Check::Knight => self.pick("check by a knight", "Шах конём"),
        }
    }

    /// Checks, each with a capital letter.
    fn checks(self, checks: &[Check]) -> Vec<String> {
        let sentence = |&check: &Check| {
            let text = self.check(check);
            text.chars()
                .next()
                .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + &text[first.len_utf8()..])
        };
        checks.iter().map(sentence).collect()
    }

    fn moved(self, said: &Told) -> String {
        let side = self.side(said.by);
        let mut parts = vec![match said.squares {
            Some([from, to]) => {
                let moved = self.pick("moved", "пошли");
                format!("{side} {moved} {}–{}", square_text(from), square_text(to))
            }
            None => format!("{side} {}", self.pick("moved", "сделали ход")),
        }];
        if let Some(square) = said.captured {
            parts.push(format!("{side} {} {}", self.pick("take on", "бьют на поле"), square_text(square)));
        }
        if let Some(square) = said.promoted {
            parts.push(format!("{} {}", self.pick("Promotion on", "Превращение на поле"), square_text(square)));
        }
        parts.extend(self.checks(&said.checks));
        parts.join(". ") + "."
    }

    fn over(self, ending: Ending) -> String {
        let reason = match ending.reason {
            Reason::Mate => self.pick("mate", "мат"),
            Reason::Stalemate => self.pick("stalemate", "пат"),
            Reason::Repetition => self.pick("the position has occurred three times", "троекратное повторение"),
            Reason::Quiet => self.pick("fifty moves", "правило пятидесяти ходов"),
            Reason::Material => self.pick("nobody can mate", "мат невозможен"),
            Reason::KingTaken | Reason::NoMove => self.pick("no move", "нет хода"),
        };
        match ending.winner {
            Some(winner) => format!("{} {}: {reason}.", self.side(winner), self.pick("win", "выиграли")),
            None => format!("{}: {reason}.", self.pick("Draw", "Ничья")),
        }
    }

    /// Why a try is not judged, in words that quote it.
    pub fn refuse(self, error: &TryError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Russian, TryError::NoMove(text)) => format!("`{text}` — не ход (пишите `e2e4`, `e7e8q`)"),
            (Self::Russian, TryError::NotYours(text)) => format!("`{text}`: ни одна ваша фигура так не ходит"),
            (Self::Russian, TryError::MustTake(text)) => {
                format!("`{text}`: пешка может бить, сначала попробуйте взятие пешкой")
            }
            (Self::Russian, TryError::Over) => "партия окончена".to_owned(),
        }
    }

    /// The announcement in words.
    pub fn say(self, announcement: &Announcement) -> String {
        match announcement {
            Announcement::Opening(checks) => {
                let begin = self.pick("White begin", "Белые начинают");
                format!("{begin}. {}.", self.checks(checks).join(". "))
            }
            Announcement::Impossible(_) => self.pick("The move is impossible.", "Ход невозможен.").to_owned(),
            Announcement::CanTake(by, can) => {
                let asks = self.pick("ask: can a pawn take?", "спрашивают: могу ли бить?");
                let answer = if *can { self.pick("Yes", "Да") } else { self.pick("No", "Нет") };
                format!("{} {asks} {answer}.", self.side(*by))
            }
            Announcement::Moved(said) => self.moved(said),
            Announcement::Over(ending) => self.over(*ending),
        }
    }
}
