//! A room as it is kept on the disk: the link of the other person, and the game as the list of its deeds.

use super::contest::{Contest, Deed};
use super::settings::Settings;
use crate::tools::play::keys::Key;
use crate::variants::battle::SetUp;
use crate::variants::color::Color;
use serde::{Deserialize, Serialize};

/// A room.
#[derive(Serialize, Deserialize)]
pub struct Room {
    /// The secret of the other person's link.
    pub guest: String,
    /// The game, if there was one.
    pub game: Option<Game>,
}

/// A game.
#[derive(Serialize, Deserialize)]
pub struct Game {
    /// Its number.
    pub number: u32,
    /// The seed of what Tandem chooses.
    pub seed: u64,
    /// The day on which it began; none in files of older versions.
    #[serde(default)]
    date: Option<String>,
    settings: Settings,
    host: char,
    set_ups: [Option<String>; 2],
    deeds: Vec<Deed>,
}

impl Room {
    /// The room as it is now.
    pub fn new(guest: &Key, number: u32, host: Color, seed: u64, contest: Option<&Contest>) -> Self {
        let game = contest.map(|contest| Game {
            number,
            seed,
            date: Some(contest.date.clone()),
            settings: contest.settings.clone(),
            host: host.letter(),
            set_ups: [0, 1].map(|index| contest.set_ups[index].as_ref().map(SetUp::text)),
            deeds: contest.deeds.clone(),
        });
        Self { guest: guest.text().to_owned(), game }
    }
}

impl Game {
    /// The host's color.
    pub const fn host(&self) -> Color {
        if self.host == Color::White.letter() { Color::White } else { Color::Black }
    }

    /// The game, made again; none if its deeds are not possible, as after a change of the rules.
    pub fn contest(self) -> Option<Contest> {
        if self.settings.wrong().is_some() {
            return None;
        }
        let mut contest = Contest::new(self.settings);
        let is_date = |text: &String| text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        if let Some(date) = self.date.filter(is_date) {
            contest.date = date;
        }
        for (color, text) in Color::ALL.into_iter().zip(self.set_ups) {
            if let Some(text) = text {
                contest.set_up(color, &text).ok()?;
            }
        }
        for deed in self.deeds {
            contest.carry_out(deed).ok()?;
        }
        Some(contest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record;
    use super::super::settings::{Announce, ColorWish, GameName, Jester, Opening, Opponent, Start};
    use super::*;

    fn settings(start: Start) -> Settings {
        Settings {
            game: GameName::Kriegspiel,
            opponent: Opponent::Guest,
            color: ColorWish::White,
            level: 0,
            jester: Jester::Sage,
            opening: Opening::Free,
            size: 5,
            start,
            announce: Announce::Bare,
        }
    }

    /// The game as a later server has it.
    fn read_again(contest: &Contest, number: u32, seed: u64) -> Contest {
        let key = Key::from_text("0123456789abcdef0123456789abcdef".to_owned()).expect("a key");
        let room = Room::new(&key, number, Color::White, seed, Some(contest));
        let room: Room = serde_json::from_str(&serde_json::to_string(&room).expect("JSON")).expect("a room");
        room.game.and_then(Game::contest).expect("the game")
    }

    #[test]
    fn bug_a_kept_game_had_the_date_of_the_day_on_which_it_was_shown() {
        let mut contest = Contest::new(settings(Start::Usual));
        let today = contest.date.clone();
        contest.carry_out(Deed::Resign('w')).expect("the end");
        for (date, shown) in [("2026.11.20", "2026.11.20"), ("2026\"]", &*today)] {
            contest.date = date.to_owned();
            let again = read_again(&contest, 1, 0);
            let text = record::over(&again, again.finish().expect("an end"), Color::White).text;
            assert!(text.contains(&format!("[Date \"{shown}\"]")), "{text}");
        }
    }

    #[test]
    fn a_kept_game_of_kriegspiel_is_the_same_again() {
        let mut contest = Contest::new(settings(Start::Hidden));
        contest.set_up(Color::White, "8/PPPPPPPP/RNBQKBNR").expect("a set-up");
        let text = "8/PPPPPPPP/RNBKQBNR";
        contest.set_up(Color::Black, text).expect("a set-up");
        for text in ["e2e4", "e7e5", "e4e5", "d2d4"] {
            contest.carry_out(Deed::Move(text.to_owned())).expect("a try");
        }
        contest.carry_out(Deed::Ask).expect("a question");
        let again = read_again(&contest, 3, 7);
        assert_eq!((&again.moves, &again.deeds, &again.start), (&contest.moves, &contest.deeds, &contest.start));
        assert_eq!(again.moves, ["e2e4", "e7e5", "d2d4"]);
        let words = |contest: &Contest| contest.said.iter().map(|said| said.what.clone()).collect::<Vec<_>>();
        assert_eq!(words(&again), words(&contest));
    }
}
