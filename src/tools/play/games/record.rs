//! A finished game as text: tags as in PGN, moves by squares, and what the arbiter said as comments.

use super::contest::{Contest, Finish, Said};
use super::settings::{GameName, Jester, Opponent};
use super::wire::GameOver;
use crate::arena::wrap::wrapped;
use crate::variants::color::Color;
use crate::variants::kriegspiel::{Announcement, Language};
use std::fmt::Write;

/// The end of a game; `host` is the host's color.
pub fn over(contest: &Contest, finish: Finish, host: Color) -> GameOver {
    GameOver { result: result(finish), reason: finish.reason, text: text(contest, finish, host) }
}

/// The result as PGN writes it.
const fn result(finish: Finish) -> &'static str {
    match finish.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// The record; `host` is the host's color.
fn text(contest: &Contest, finish: Finish, host: Color) -> String {
    let settings = &contest.settings;
    let other = match settings.opponent {
        Opponent::Tandem => format!("Tandem, level {}", settings.level),
        Opponent::Guest => "Guest".to_owned(),
    };
    let name = |color| if color == host { "Host" } else { &other };
    let mut tags = vec![
        ("Event", "The other games of Tandem".to_owned()),
        ("Date", contest.date.clone()),
        ("White", name(Color::White).to_owned()),
        ("Black", name(Color::Black).to_owned()),
        ("Result", result(finish).to_owned()),
        ("Variant", settings.game.text().to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", contest.start.clone()),
        ("Termination", finish.reason.replace('_', " ")),
    ];
    if settings.game == GameName::Courier {
        let jester = if settings.jester == Jester::Wazir { "wazir" } else { "sage" };
        tags.push(("Jester", jester.to_owned()));
    }
    let mut text = String::new();
    for (tag, value) in tags {
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    let mut words: Vec<String> = Vec::new();
    let mut said = contest.said.iter();
    for (ply, mv) in contest.moves.iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        let comment = comment(&mut said);
        words.push(mv.clone());
        words.extend(comment);
    }
    // The tries after the last move.
    words.extend(comment(&mut said));
    words.push(result(finish).to_owned());
    text + &wrapped(&words)
}

/// The announcements until the next move and of it, as the words of a comment.
fn comment<'a>(said: &mut impl Iterator<Item = &'a Said>) -> Vec<String> {
    let mut sentences = Vec::new();
    for said in said {
        match said.what {
            Announcement::Impossible(_) => {
                sentences.extend(said.attempt.map(|attempt| format!("{attempt} is impossible.")));
            }
            Announcement::Over(_) => {}
            _ => sentences.push(Language::English.say(&said.what)),
        }
        if matches!(said.what, Announcement::Moved(_)) {
            break;
        }
    }
    if sentences.is_empty() {
        return Vec::new();
    }
    format!("{{{}}}", sentences.join(" ")).split(' ').map(str::to_owned).collect()
}
