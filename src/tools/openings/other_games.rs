//! Openings of the other games: their start, a few random moves from it, or a file of FEN lines.

use super::set::{OpeningSet, OpeningsError, bytes_of};
use crate::arena::referee::one_board::{GameBoard, MatchVariant};
use crate::variants::battle::{self, SetUp};
use crate::variants::color::Rng;
use crate::variants::game::Game;
use crate::variants::play::{Choices, Name, Play};
use std::path::Path;

/// Openings of the built-in set.
const BUILTIN: usize = 200;
/// Random moves from the start of each.
const PLIES: usize = 4;

impl OpeningSet {
    /// The openings of a game that is not bughouse: `start`, `builtin`, or a file.
    ///
    /// # Errors
    /// When the file cannot be read, or holds a line that is no position of the game.
    pub fn of_other(variant: MatchVariant, named: &Path, seed: u64) -> Result<Self, OpeningsError> {
        let MatchVariant::Other(name, _) = variant else { return Ok(Self::start_board()) };
        let choices = Choices { seed, ..variant.choices() };
        match named.to_str() {
            Some("start") => Ok(Self::from_texts(Play::start(name, &choices).ok().map(|play| play.fen()))),
            Some("builtin") => Ok(Self::from_texts(random(name, &choices))),
            _ => read(variant, named),
        }
    }
}

/// Starts that are all different: set-ups of a battle, and otherwise a few random moves without a capture.
fn random(name: Name, choices: &Choices) -> Vec<String> {
    let mut rng = Rng::new(choices.seed);
    let mut texts: Vec<String> = Vec::new();
    // A small game may not have so many.
    for _ in 0..20 * BUILTIN {
        if texts.len() == BUILTIN {
            break;
        }
        let text = if name == Name::Battle {
            let set_ups = [SetUp::choose(rng.next()), SetUp::choose(rng.next())];
            battle::start([&set_ups[0], &set_ups[1]]).ok().map(|position| position.to_fen())
        } else {
            walk(name, choices, &mut rng)
        };
        texts.extend(text.filter(|text| !texts.contains(text)));
    }
    texts
}

fn walk(name: Name, choices: &Choices, rng: &mut Rng) -> Option<String> {
    let mut play = Play::start(name, choices).ok()?;
    for _ in 0..PLIES {
        let quiet: Vec<_> = play.legal_moves().into_iter().filter(|&mv| play.gain(mv) == 0).collect();
        let mv = rng.pick(&quiet)?.to_string();
        play.play(&mv).ok()?;
    }
    play.ending().is_none().then(|| play.fen())
}

fn read(variant: MatchVariant, path: &Path) -> Result<OpeningSet, OpeningsError> {
    let text = bytes_of(path)?;
    let text = String::from_utf8_lossy(&text);
    let mut texts = Vec::new();
    for (line, number) in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).zip(1..) {
        if line.is_empty() {
            continue;
        }
        let board = GameBoard::new(variant, false, line)
            .map_err(|source| OpeningsError::Start { line: number, source }.in_file(path))?;
        if let Some(end) = board.end() {
            let error = OpeningsError::Over { line: number, text: line.to_owned(), outcome: end.note };
            return Err(error.in_file(path));
        }
        texts.push(line.to_owned());
    }
    match texts.is_empty() {
        true => Err(OpeningsError::Empty { path: path.to_owned(), short: false }),
        false => Ok(OpeningSet::from_texts(texts)),
    }
}
