//! `tandem kriegspiel`: a game of Kriegspiel against Tandem in the terminal, with the arbiter's announcements.

use crate::protocol::lines::{self, Lines};
use crate::variants::battle::SetUp;
use crate::variants::color::Color;
use crate::variants::game::Game;
use crate::variants::kriegspiel::{Announcement, Arbiter, Effort, Language, Player, Start, Wish};
use crate::variants::moves::square;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Positions that the opponent looks at for a move.
const WORLDS: usize = 120;

/// `tandem kriegspiel`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Your color
    #[arg(long, default_value = "white", value_parser = ["white", "black"])]
    color: String,
    /// Your set-up: three ranks of a FEN, third to first, as white sees them (`8/PPPPPPPP/RNBQKBNR`); without it, one
    /// is chosen for you
    #[arg(long, value_name = "RANKS", conflicts_with = "usual")]
    set_up: Option<SetUp>,
    /// From the usual start of chess, castling included
    #[arg(long)]
    usual: bool,
    /// The announcement of a move: bare, or with its squares
    #[arg(long, default_value = "bare", value_parser = ["bare", "squares"])]
    announce: String,
    /// The arbiter's language
    #[arg(long, default_value = "en", value_parser = ["en", "ru"])]
    language: String,
    /// Seconds that Tandem takes for a try
    #[arg(long, default_value = "0.5", value_name = "S", value_parser = seconds)]
    seconds: Duration,
    /// Seed of what is chosen by chance; another game every time without it
    #[arg(long)]
    seed: Option<u64>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let fits = |seconds: &f64| (0.0..=3600.0).contains(seconds);
    text.parse().ok().filter(fits).map(Duration::from_secs_f64).ok_or_else(|| "0 to 3600 is wanted".to_owned())
}

/// A command of the user.
enum Line<'a> {
    Try(&'a str),
    Ask,
    Show,
    Help,
    Resign,
    Quit,
}

impl<'a> Line<'a> {
    fn parse(text: &'a str) -> Self {
        match text.to_lowercase().trim_end_matches(['?', '!']).trim() {
            "" if text.contains('?') => Self::Ask,
            "any" | "ask" | "can i take" | "can a pawn take" | "могу ли бить" | "могу ли я бить" | "могу" => {
                Self::Ask
            }
            "show" | "board" | "доска" => Self::Show,
            "help" | "помощь" => Self::Help,
            "resign" | "сдаюсь" => Self::Resign,
            "quit" | "exit" | "выход" => Self::Quit,
            _ => Self::Try(text),
        }
    }
}

/// A game at the terminal.
struct Table<W> {
    arbiter: Arbiter,
    opponent: Player,
    user: Color,
    language: Language,
    out: W,
}

impl<W: Write> Table<W> {
    fn say(&mut self, english: &str, russian: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.language.pick(english, russian))
    }

    /// Both hear it.
    fn announce(&mut self, heard: &[Announcement]) -> io::Result<()> {
        for announcement in heard {
            self.opponent.hear(announcement);
            writeln!(self.out, "{}", self.language.say(announcement))?;
        }
        self.out.flush()
    }

    /// The user's own pieces.
    fn show(&mut self) -> io::Result<()> {
        let board = self.arbiter.position().board();
        let size = board.size();
        let mut text = String::new();
        for rank in (0..size.ranks).rev() {
            text += &format!("{} ", rank + 1);
            for file in 0..size.files {
                let cell = board.at(square(file, rank));
                text.push(' ');
                text.push(cell.letter().filter(|_| cell.is(self.user)).unwrap_or('.'));
            }
            text.push('\n');
        }
        writeln!(self.out, "{text}   a b c d e f g h")?;
        self.out.flush()
    }

    /// Tandem's turn, until it has moved.
    fn opponents_turn(&mut self) -> Result<(), Box<dyn Error>> {
        while self.arbiter.side() != self.user && self.arbiter.ending().is_none() {
            let heard = match self.opponent.wish() {
                Some(Wish::Ask) => vec![self.arbiter.ask()?],
                Some(Wish::Try(mv)) => self.arbiter.attempt(&mv.to_string())?,
                None => return Err("the opponent finds nothing to try".into()),
            };
            self.announce(&heard)?;
        }
        Ok(())
    }

    /// One line of the user; false when the game is left.
    fn line(&mut self, text: &str) -> Result<bool, Box<dyn Error>> {
        let answer = match Line::parse(text) {
            Line::Try(text) => self.arbiter.attempt(text),
            Line::Ask => self.arbiter.ask().map(|heard| vec![heard]),
            Line::Show => {
                self.show()?;
                return Ok(true);
            }
            Line::Help => {
                self.say(
                    "A try: e2e4, e7e8q. `any?`: can a pawn take? `show`: your pieces. `resign`, `quit`.",
                    "Попытка: e2e4, e7e8q. «могу ли бить?» «доска»: ваши фигуры. «сдаюсь», «выход».",
                )?;
                return Ok(true);
            }
            Line::Resign => {
                self.say("You resign.", "Вы сдались.")?;
                return Ok(false);
            }
            Line::Quit => return Ok(false),
        };
        match answer {
            Ok(heard) => self.announce(&heard)?,
            Err(error) => {
                writeln!(self.out, "{}", self.language.refuse(&error))?;
                self.out.flush()?;
            }
        }
        self.opponents_turn()?;
        Ok(self.arbiter.ending().is_none())
    }

    fn play(&mut self, input: impl BufRead) -> Result<(), Box<dyn Error>> {
        self.line("help")?;
        self.show()?;
        let opened = self.arbiter.opened();
        self.announce(&opened)?;
        self.opponents_turn()?;
        let mut lines = Lines::new(input);
        while self.arbiter.ending().is_none()
            && let Some(line) = lines.next()
        {
            let (lines::Line::Text(text) | lines::Line::TooLong { start: text }) = line;
            if !text.trim().is_empty() && !self.line(text.trim())? {
                break;
            }
        }
        let fen = self.arbiter.position().to_fen();
        writeln!(self.out, "{}: {fen}", self.language.pick("The position was", "Позиция была"))?;
        Ok(())
    }
}

/// Plays one game: tries in, announcements out.
///
/// # Errors
/// When the set-ups cannot stand against each other, or stdout cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let seed = args.seed.unwrap_or_else(crate::variants::color::random_seed);
    let user = if args.color == "white" { Color::White } else { Color::Black };
    let names_squares = args.announce == "squares";
    let own = args.set_up.clone().unwrap_or_else(|| SetUp::choose(seed));
    let other = SetUp::choose(seed ^ 0xa5a5);
    let arbiter = if args.usual {
        Arbiter::usual(names_squares)?
    } else {
        let set_ups = if user == Color::White { [&own, &other] } else { [&other, &own] };
        // The error itself would quote both set-ups.
        Arbiter::set_up(set_ups, names_squares)
            .map_err(|_| "the set-ups leave black's king in check before white's first move: begin again")?
    };
    let start = if args.usual { Start::Usual } else { Start::Hidden(other) };
    let effort = Effort { worlds: WORLDS, time: Some(args.seconds) };
    let opponent = Player::new(!user, &start, names_squares, effort, seed);
    let language = if args.language == "ru" { Language::Russian } else { Language::English };
    Table { arbiter, opponent, user, language, out: io::stdout().lock() }.play(io::stdin().lock())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_game_that_the_set_ups_end_was_not_told_to_be_over() {
        // The queen on h6 and the rook on g6 mate the king on h3.
        let [own, hidden] = ["6PK/PPPPPPRP/RNBQ1BN1", "6RQ/PPPPPPPP/RNB1KBN1"]
            .map(|text| SetUp::parse(text).expect("a set-up that is allowed"));
        let arbiter = Arbiter::set_up([&own, &hidden], false).expect("black is in no check");
        let effort = Effort { worlds: 1, time: None };
        let opponent = Player::new(Color::Black, &Start::Hidden(hidden), false, effort, 1);
        let mut table = Table { arbiter, opponent, user: Color::White, language: Language::English, out: Vec::new() };
        table.play(&b"a2a3\n"[..]).expect("a game");
        let said = String::from_utf8(table.out).expect("UTF-8");
        assert!(said.contains("White begin. Check on the file.\nBlack win: mate.\nThe position was"), "{said}");
    }

    #[test]
    fn bug_the_question_in_the_arbiters_words_was_no_move() {
        for text in ["any?", "?", "ask", "Can a pawn take?", "can I take", "Могу ли бить?", "могу ли я бить?"]
        {
            assert!(matches!(Line::parse(text), Line::Ask), "{text}");
        }
        assert!(matches!(Line::parse("e2e4"), Line::Try("e2e4")));
    }
}
