//! Boards that wait for the other board of their game.

use super::chesscom::Board;
use super::input::{Found, Raw};
use crate::game::bpgn::{GameResult, Half};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::Arc;

/// Most PGNs of one board that wait for a later one; the oldest is given up.
const MOST_WAITING: usize = 4096;
/// Most boards that wait for the one that they name; the oldest is given up.
const MOST_NUMBERED: usize = 65_536;
/// The tags that tell one moment of a game on both of its boards: the first that a PGN has.
const MOMENTS: [&str; 3] = ["EndTime", "UTCTime", "StartTime"];
/// Most seconds between the moments of two boards of a game: chess.com's differ by one now and then.
const MOST_APART_S: u64 = 2;
/// Seconds of a day.
const DAY_S: u64 = 86_400;

/// Boards whose partner has not come yet.
#[derive(Default)]
pub struct Pairs {
    /// Boards with numbers, by their own.
    numbered: BTreeMap<u64, (Arc<str>, Board)>,
    /// Their numbers, the oldest first, among some of boards that wait no more.
    arrivals: VecDeque<u64>,
    /// The last PGN of one board.
    single: Option<(Arc<str>, Half)>,
    /// Earlier ones that tell a moment, the oldest first.
    waiting: VecDeque<(Moment, Arc<str>, Half)>,
    /// The numbers of games that came from an archive.
    archived: HashSet<u64>,
}

/// A moment of a game: the place of its tag in [`MOMENTS`], and the second of the day.
type Moment = (usize, u64);

impl Pairs {
    /// Adds a board that names its partner; with the partner it is a game. The one of the lower number is board A.
    pub fn add_board(&mut self, file: &Arc<str>, board: Board, found: &mut Vec<Found>) {
        let partner = self.numbered.remove(&board.partner);
        let Some((other_file, other)) = partner else {
            return self.keep(file, board, found);
        };
        if other.partner != board.id {
            let text = format!("game {} names {} as its partner, which names {}", board.id, other.id, other.partner);
            found.push(alone(file, &board.half, text));
            self.numbered.insert(other.id, (other_file, other));
            return;
        }
        let (mut halves, mut files) = ([other.half, board.half], [other_file, Arc::clone(file)]);
        if other.id > board.id {
            halves.swap(0, 1);
            files.swap(0, 1);
        }
        found.push(pair(files, halves));
    }

    /// Keeps a board until its partner comes.
    fn keep(&mut self, file: &Arc<str>, board: Board, found: &mut Vec<Found>) {
        self.arrivals.push_back(board.id);
        if let Some((file, twice)) = self.numbered.insert(board.id, (Arc::clone(file), board)) {
            found.push(alone(&file, &twice.half, format!("game {} comes twice, without its partner", twice.id)));
        }
        while self.numbered.len() > MOST_NUMBERED
            && let Some(oldest) = self.arrivals.pop_front()
        {
            if let Some((file, Board { id, partner, half })) = self.numbered.remove(&oldest) {
                let text = format!("game {id} is one board; too many others came before its partner's, {partner}");
                found.push(alone(&file, &half, text));
            }
        }
        if self.arrivals.len() > 2 * MOST_NUMBERED {
            self.arrivals.retain(|id| self.numbered.contains_key(id));
        }
    }

    /// Whether a game of an archive comes for the first time: the archives of both of its players have it.
    pub fn is_new(&mut self, id: u64) -> bool {
        self.archived.insert(id)
    }

    /// Adds a PGN of one board. PGN names no partner: two that come one after another are a game if their results and
    /// tags fit, and two that come apart if they tell the same moment besides.
    pub fn add_pgn(&mut self, file: &Arc<str>, half: Half, found: &mut Vec<Found>) {
        if !is_bughouse(&half) {
            found.push(alone(file, &half, "nothing in this PGN says that it is bughouse".to_owned()));
            return;
        }
        if let Some((other_file, other)) = self.single.take() {
            if fit(&other, &half) {
                found.push(pair([other_file, Arc::clone(file)], [other, half]));
                return;
            }
            self.lay_aside(other_file, other, found);
        }
        match self.take_waiting(&half) {
            Some((other_file, other)) => found.push(pair([other_file, Arc::clone(file)], [other, half])),
            None => self.single = Some((Arc::clone(file), half)),
        }
    }

    /// Keeps a PGN for a later one of the same moment; without a moment it is alone.
    fn lay_aside(&mut self, file: Arc<str>, half: Half, found: &mut Vec<Found>) {
        let Some(moment) = moment(&half) else {
            found.push(alone(&file, &half, NO_PARTNER.to_owned()));
            return;
        };
        if self.waiting.len() >= MOST_WAITING
            && let Some((_, file, half)) = self.waiting.pop_front()
        {
            found.push(alone(&file, &half, NOT_FOUND.to_owned()));
        }
        self.waiting.push_back((moment, file, half));
    }

    /// Takes the waiting PGN that fits `half`, if any: the one of the nearest moment, of several the oldest.
    fn take_waiting(&mut self, half: &Half) -> Option<(Arc<str>, Half)> {
        let now = moment(half)?;
        let waiting = self.waiting.iter().enumerate();
        let near = waiting.filter_map(|(place, (other, ..))| Some((apart(now, *other)?, place)));
        let fits = |&(seconds, place): &(u64, usize)| seconds <= MOST_APART_S && fit(&self.waiting[place].2, half);
        let (_, place) = near.filter(fits).min()?;
        self.waiting.remove(place).map(|(_, file, other)| (file, other))
    }

    /// The boards that are left alone.
    pub fn finish(&mut self, found: &mut Vec<Found>) {
        for (_, (file, board)) in std::mem::take(&mut self.numbered) {
            let text =
                format!("game {} is one board; its partner's, {}, is in none of the files", board.id, board.partner);
            found.push(alone(&file, &board.half, text));
        }
        if let Some((file, half)) = self.single.take() {
            self.lay_aside(file, half, found);
        }
        for (_, file, half) in std::mem::take(&mut self.waiting) {
            found.push(alone(&file, &half, NOT_FOUND.to_owned()));
        }
    }
}

const NO_PARTNER: &str = "this is one board, and the PGN behind it is not its other board";
const NOT_FOUND: &str = "this is one board (a player's archive has no other), and no other board of its date and time \
                         fits it";

/// Whether a PGN says that it is of bughouse, or has a drop: two games of chess could be joined to one as well.
fn is_bughouse(half: &Half) -> bool {
    let told = ["Variant", "Event", "Rules"].into_iter().filter_map(|name| half.tag(name));
    told.into_iter().any(|text| text.to_lowercase().contains("bughouse"))
        || half.plies.iter().any(|ply| ply.text.contains('@'))
}

/// Whether two PGNs can be the boards of one game.
fn fit(a: &Half, b: &Half) -> bool {
    let results = match (a.result, b.result) {
        (GameResult::Won(a), GameResult::Won(b)) => a != b,
        (a, b) => a == b || a == GameResult::Open || b == GameResult::Open,
    };
    let same = |name: &str| match (a.tag(name), b.tag(name)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    // A player's own games follow one another in the files of an archive.
    let player = |name: &str| a.tag(name).filter(|player| !["", "?"].contains(player));
    let is_one_person = |name: &str| player(name).is_some_and(|player| b.tag(name) == Some(player));
    let is_apart = moment(a).zip(moment(b)).and_then(|(a, b)| apart(a, b)).is_some_and(|apart| apart > MOST_APART_S);
    let fits = results && !is_apart && !["White", "Black"].into_iter().any(is_one_person);
    fits && ["Date", "TimeControl", "Variant"].into_iter().all(same)
}

/// The moment that a PGN tells, as in `[EndTime "23:29:23 GMT+0000"]`.
fn moment(half: &Half) -> Option<Moment> {
    let second = |name: &str| {
        let clock = half.tag(name)?.split_whitespace().next()?;
        let parts: Vec<u64> = clock.split(':').map(|part| part.parse::<u64>().ok()).collect::<Option<_>>()?;
        let &[hours, minutes, seconds] = parts.as_slice() else { return None };
        (hours < 24 && minutes < 60 && seconds < 60).then_some(3600 * hours + 60 * minutes + seconds)
    };
    MOMENTS.into_iter().enumerate().find_map(|(place, name)| Some((place, second(name)?)))
}

/// Seconds between two moments, if their tags are the same. Midnight may lie between them.
fn apart(a: Moment, b: Moment) -> Option<u64> {
    let seconds = a.1.abs_diff(b.1);
    (a.0 == b.0).then(|| seconds.min(DAY_S.saturating_sub(seconds)))
}

fn pair(files: [Arc<str>; 2], halves: [Half; 2]) -> Found {
    let file = if files[0] == files[1] { Arc::clone(&files[0]) } else { files.join(" + ").into() };
    Found { file, raw: Raw::Halves(Box::new(halves)) }
}

fn alone(file: &Arc<str>, half: &Half, text: String) -> Found {
    let names = ["White", "Black"].map(|name| half.tag(name).unwrap_or("?"));
    Found::damaged(file, half.line, names.join(" - "), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_boards_with_numbers_waited_without_bound() {
        let (file, mut found, mut pairs) = (Arc::from("games.json"), Vec::new(), Pairs::default());
        let mut add = |id: u64, found: &mut Vec<Found>| {
            pairs.add_board(&file, Board { id, partner: id ^ 1, half: Half::default() }, found);
            pairs.arrivals.len()
        };
        let most = MOST_NUMBERED as u64;
        (0..most).for_each(|number| assert_eq!(add(2 * number, &mut found), 1 + number as usize));
        assert!(found.is_empty());
        add(2 * most, &mut found);
        let told = found.pop().map(|found| found.raw);
        assert!(matches!(told, Some(Raw::Damaged(_, _, text)) if text.starts_with("game 0 is one board; too many")));
        add(2 * most + 1, &mut found);
        assert!(matches!(found.pop().map(|found| found.raw), Some(Raw::Halves(_))));
        // The numbers of paired boards are forgotten after a while.
        for id in 4 * most..6 * most {
            add(id, &mut found);
            assert!(add(id ^ 1, &mut found) <= 2 * MOST_NUMBERED);
            found.clear();
        }
    }
}
