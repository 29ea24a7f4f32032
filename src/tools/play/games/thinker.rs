//! Tandem's side of one of the other games: the positions that it searches, and its answers. It runs in a thread of its
//! own.

use super::contest::{Contest, Ground, Said};
use super::settings::GameName;
use crate::eval::network;
use crate::protocol::options::captures_of;
use crate::protocol::other_search::Memory;
use crate::search::Shared;
use crate::variants::battle::SetUp;
use crate::variants::color::{Color, Rng};
use crate::variants::kriegspiel::{Announcement, Effort, Player, Start, Wish, tries};
use crate::variants::moves::Move;
use crate::variants::play::{Name, Play};
use crate::variants::search::{Control, Limits};
use std::sync::Arc;
use std::time::Duration;

/// Size of the search's table, in MiB.
const TABLE_MB: usize = 16;
/// Positions that the player of Kriegspiel looks at for a try, at most; the weakest level has a tenth.
const WORLDS: usize = 120;

/// Tandem's memory from move to move of a game.
#[derive(Default)]
pub struct Mind {
    memory: Option<Memory>,
    player: Option<Player>,
    /// Announcements that the player has heard.
    heard: usize,
    /// The score of its last move, in cp.
    score: i32,
}

impl Mind {
    /// The score of its last move for itself, in cp.
    pub const fn score(&self) -> i32 {
        self.score
    }
}

/// The bughouse engine for a game that it searches itself.
fn engine(name: Name) -> Arc<Shared> {
    let shared = Shared::new(TABLE_MB, 1);
    shared.set_network(captures_of(name).and_then(network::embedded_for));
    shared
}

/// A question to Tandem.
pub struct Job {
    /// The game's number and its deeds: an answer to an older question is dropped.
    pub asked: (u32, usize),
    mind: Mind,
    time: Duration,
    depth: Option<u32>,
    question: Question,
    control: Control,
}

enum Question {
    Open(Box<Play>),
    Hidden(Hidden),
}

/// Tandem's knowledge in Kriegspiel: its own start and the announcements.
struct Hidden {
    us: Color,
    start: Start,
    names_squares: bool,
    seed: u64,
    /// The announcements that Tandem's player has not got yet.
    news: Vec<Said>,
    /// The tries that its pieces can still make: one of them is played if the player finds none.
    left: Vec<Move>,
}

/// Tandem's next action.
#[derive(Debug)]
pub enum Answer {
    /// To move, or to try a move.
    Move(String),
    /// To ask the arbiter.
    Ask,
    /// Nothing is left.
    Resign,
}

impl Job {
    /// The question for the side `us`, which is on turn.
    pub fn new(contest: &Contest, us: Color, seed: u64, number: u32, mind: Mind, control: Control) -> Option<Self> {
        let (time, depth) = contest.settings.effort();
        let question = match contest.ground()? {
            Ground::Open(play) => Question::Open(play.clone()),
            Ground::Hidden(arbiter) => {
                let failed = contest.failed_tries();
                let mut left = tries(arbiter.position());
                left.retain(|mv| !failed.contains(mv));
                Rng::new(seed ^ contest.deeds.len() as u64).shuffle(&mut left);
                let own: Option<SetUp> = contest.set_ups[us.index()].clone();
                Question::Hidden(Hidden {
                    us,
                    start: own.map_or(Start::Usual, Start::Hidden),
                    names_squares: contest.names_squares(),
                    seed,
                    news: contest.said.iter().skip(mind.heard).cloned().collect(),
                    left,
                })
            }
        };
        debug_assert_eq!(matches!(question, Question::Hidden(_)), contest.settings.game == GameName::Kriegspiel);
        Some(Self { asked: (number, contest.deeds.len()), mind, time, depth, question, control })
    }

    /// Thinks.
    pub fn run(self) -> (Mind, Vec<Answer>) {
        let Self { mut mind, time, depth, question, control, .. } = self;
        let answers = match question {
            Question::Open(play) => {
                let limits = Limits { depth, soft: Some(time), hard: Some(time), ..Limits::default() };
                let memory =
                    mind.memory.get_or_insert_with(|| Memory::new(play.name(), TABLE_MB, || engine(play.name())));
                let found = memory.search(&play, limits, &control, &mut |_| {});
                mind.score = found.score;
                // A search that was stopped at once has no line.
                let chosen = found.line.first().copied().or_else(|| play.legal_moves().first().copied());
                chosen.map(|mv| Answer::Move(mv.to_string())).into_iter().collect()
            }
            Question::Hidden(hidden) => hidden.answer(&mut mind, time, depth.is_some()),
        };
        (mind, answers)
    }
}

impl Hidden {
    /// Its next action, and others in case that one is not possible.
    fn answer(self, mind: &mut Mind, time: Duration, weak: bool) -> Vec<Answer> {
        let worlds = if weak { WORLDS / 10 } else { WORLDS };
        let effort = Effort { worlds, time: Some(time) };
        let player =
            mind.player.get_or_insert_with(|| Player::new(self.us, &self.start, self.names_squares, effort, self.seed));
        for said in &self.news {
            if let (true, Some(attempt)) = (said.to == self.us, said.attempt)
                && !matches!(said.what, Announcement::Over(_))
            {
                player.told_of(attempt);
            }
            player.hear(&said.what);
        }
        mind.heard += self.news.len();
        let wish = match player.wish() {
            Some(Wish::Ask) => Some(Answer::Ask),
            Some(Wish::Try(mv)) => Some(Answer::Move(mv.to_string())),
            None => None,
        };
        let others = self.left.iter().map(|mv| Answer::Move(mv.to_string()));
        wish.into_iter().chain(others).chain([Answer::Resign]).collect()
    }
}
