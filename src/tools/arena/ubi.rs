//! A player that speaks UBI, seen from the GUI's side: one process for one seat.
//!
//! The protocol has no numbers that tie an answer to its question. What may cross in the pipes: the player's move, and our
//! news that its hands have changed. So every `position` that ends a search without an answer is followed by `isready`: what
//! comes before its `readyok` belongs to the old search, what comes after to the new one. No time is lost by it, the new
//! `go` goes out with the same write.

use super::player::{Player, Said, Scene, Terms, Thought, Verdict};
use super::process::{Process, ProcessId};
use crate::game::{Rules, Seat};
use std::collections::VecDeque;

/// Lines of the dialog that are kept as evidence.
const KEPT_LINES: usize = 8;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Name(String),
    Option(String),
    UbiOk,
    ReadyOk,
    Thought(Thought),
    Best(String),
    Message(String),
    /// Known, of no interest.
    Other,
    Unknown,
}

fn parse(line: &str) -> Line {
    let mut words = line.split_ascii_whitespace();
    let Some(command) = words.next() else { return Line::Other };
    let rest = |word: &str| line.trim_start().trim_start_matches(word).trim().to_owned();
    match command {
        "id" => match words.next() {
            Some("name") => Line::Name(words.collect::<Vec<_>>().join(" ")),
            _ => Line::Other,
        },
        "option" => {
            let name: Vec<_> = words.skip(1).take_while(|&word| word != "type").collect();
            Line::Option(name.join(" "))
        }
        "ubiok" => Line::UbiOk,
        "readyok" => Line::ReadyOk,
        "info" => Line::Thought(parse_info(words)),
        "bestmove" => match (words.next(), words.next(), words.next()) {
            (Some("board"), Some(_), Some(mv)) => Line::Best(mv.to_owned()),
            _ => Line::Unknown,
        },
        "teammsg" => Line::Message(rest(command)),
        _ => Line::Unknown,
    }
}

fn parse_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Thought {
    let mut thought = Thought::default();
    let mut first = true;
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next().and_then(|text| text.parse().ok()),
            "nodes" => thought.nodes = words.next().and_then(|text| text.parse().ok()),
            // Only the best line is of interest.
            "multipv" => first = words.next() == Some("1"),
            "score" => {
                let (unit, number) = (words.next(), words.next().and_then(|text| text.parse().ok()));
                thought.score = match (unit, number) {
                    (Some("cp"), Some(cp)) => Some(Verdict::Cp(cp)),
                    (Some("mate"), Some(moves)) => Some(Verdict::Mate(moves)),
                    _ => None,
                };
            }
            "pv" => thought.line = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    if first { thought } else { Thought::default() }
}

/// What `isready` stands behind in the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    /// The turn whose search was cancelled before it, until that search's answer comes after all.
    cancelled: Option<u32>,
}

/// The searches that were asked for and not yet answered.
#[derive(Debug, Default)]
struct Searches {
    fences: VecDeque<Fence>,
    current: Option<u32>,
}

impl Searches {
    /// A fence, and behind it no search.
    fn fence(&mut self) {
        self.fences.push_back(Fence { cancelled: self.current.take() });
    }

    /// The turn that an answer belongs to, and whether that is the current one.
    fn answer(&mut self) -> Option<(u32, bool)> {
        match self.fences.front_mut() {
            Some(fence) => fence.cancelled.take().map(|ply| (ply, false)),
            None => self.current.take().map(|ply| (ply, true)),
        }
    }
}

/// An engine over UBI.
pub struct UbiPlayer {
    process: Process,
    name: String,
    /// `Threads=1` and such: what the user and the match want set, as far as the engine has it.
    wishes: Vec<(String, String)>,
    seat: Option<Seat>,
    options: Vec<String>,
    greeted: bool,
    searches: Searches,
    heard: VecDeque<String>,
    sent: VecDeque<String>,
}

impl UbiPlayer {
    /// A player in a process that was just started. `wishes` are set before each game where the engine has such an option.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        Self {
            process,
            name,
            wishes,
            seat: None,
            options: Vec::new(),
            greeted: false,
            searches: Searches::default(),
            heard: VecDeque::new(),
            sent: VecDeque::new(),
        }
    }

    fn send(&mut self, lines: &[String], ticket: Option<u64>) {
        for line in lines {
            keep(&mut self.sent, line);
        }
        self.process.send(lines.iter().flat_map(|line| [line, "\n"]).collect(), ticket);
    }

    /// The settings that the engine has an option for, by its own spelling.
    fn settings(&self, terms: &Terms) -> Vec<String> {
        let rules = Rules::options()
            .iter()
            .filter_map(|option| Some((option.name.to_owned(), terms.rules.get(option.name)?.to_owned())));
        let text = terms.rules.to_string();
        let own = [
            ("Rules".to_owned(), text.split(',').next().unwrap_or_default().to_owned()),
            ("IncrementMs".to_owned(), terms.increment.as_millis().to_string()),
        ];
        own.into_iter()
            .chain(rules)
            .chain(self.wishes.iter().cloned())
            .filter_map(|(name, value)| {
                let known = self.options.iter().find(|option| option.eq_ignore_ascii_case(&name))?;
                Some(format!("setoption name {known} value {value}"))
            })
            .collect()
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    if lines.len() == KEPT_LINES {
        lines.pop_front();
    }
    lines.push_back(line.chars().take(300).collect());
}

impl Player for UbiPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn process(&self) -> ProcessId {
        self.process.id()
    }

    fn greet(&mut self) {
        self.send(&["ubi".to_owned()], None);
    }

    fn has_greeted(&self) -> bool {
        self.greeted
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    fn new_game(&mut self, terms: &Terms) {
        self.seat = Some(terms.seat);
        let mut lines = self.settings(terms);
        lines.extend(["ubinewgame".to_owned(), "isready".to_owned()]);
        self.searches.fence();
        self.send(&lines, None);
    }

    fn is_ready(&self) -> bool {
        self.greeted && self.searches.fences.is_empty()
    }

    fn show(&mut self, scene: &Scene) {
        let [a, b, c, d] = scene.clocks;
        let mut lines = vec![format!("position {} clock {a} {b} {c} {d}", scene.boards)];
        if scene.own_board_changed && self.searches.current.is_some() {
            self.searches.fence();
            lines.push("isready".to_owned());
        }
        if let (Some(turn), Some(seat)) = (scene.think, self.seat) {
            self.searches.current = Some(turn.ply);
            lines.push(format!("go board {}", seat.board));
        }
        let ticket = scene.think.filter(|turn| turn.new).map(|turn| u64::from(turn.ply));
        self.send(&lines, ticket);
    }

    fn hear(&mut self, message: &str) {
        self.send(&[format!("partnermsg {message}")], None);
    }

    fn stop(&mut self) {
        self.searches.fence();
        self.send(&["stop".to_owned(), "isready".to_owned()], None);
    }

    fn read(&mut self, line: &str) -> Option<Said> {
        keep(&mut self.heard, line);
        let garbage = || Some(Said::Garbage(line.to_owned()));
        match parse(line) {
            Line::Name(name) if !self.greeted && !name.is_empty() => self.name = name,
            Line::Option(name) => self.options.push(name),
            Line::UbiOk => self.greeted = true,
            Line::ReadyOk if self.searches.fences.pop_front().is_none() => return garbage(),
            Line::Thought(thought) if thought != Thought::default() && self.searches.fences.is_empty() => {
                return Some(Said::Thought(thought));
            }
            Line::Best(text) => {
                let Some((ply, current)) = self.searches.answer() else { return garbage() };
                return Some(Said::Move { ply, current, text });
            }
            Line::Message(text) => return Some(Said::Message(text)),
            Line::Unknown => return garbage(),
            Line::Name(_) | Line::ReadyOk | Line::Thought(_) | Line::Other => {}
        }
        None
    }

    fn evidence(&mut self, gone: bool) -> Vec<String> {
        let sent = self.sent.iter().map(|line| format!("> {line}"));
        let heard = self.heard.iter().map(|line| format!("< {line}"));
        sent.chain(heard).chain(self.process.remains(gone)).collect()
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(parse("id name Some Engine 1.0"), Line::Name("Some Engine 1.0".to_owned()));
        assert_eq!(parse("option name Clear Hash type button"), Line::Option("Clear Hash".to_owned()));
        assert_eq!(parse("bestmove board A n@f3"), Line::Best("n@f3".to_owned()));
        assert_eq!(parse("bestmove n@f3"), Line::Unknown);
        assert_eq!(parse("teammsg need n urgency high"), Line::Message("need n urgency high".to_owned()));
        assert_eq!(parse("Segmentation fault"), Line::Unknown);
        let info = "info board B depth 7 seldepth 9 multipv 1 score mate -3 nodes 100 nps 5 time 20 pv e2e4 p@e5";
        assert_eq!(
            parse(info),
            Line::Thought(Thought {
                depth: Some(7),
                score: Some(Verdict::Mate(-3)),
                nodes: Some(100),
                line: vec!["e2e4".to_owned(), "p@e5".to_owned()],
            })
        );
        assert_eq!(parse("info board B depth 7 multipv 2 score cp 3"), Line::Thought(Thought::default()));
    }

    #[test]
    fn an_answer_is_tied_to_its_search_by_the_fence() {
        let mut searches = Searches { current: Some(4), ..Searches::default() };
        // The hands change: the search is cancelled, a new one of the same turn begins.
        searches.fence();
        searches.current = Some(4);
        // The old answer was on its way; the referee takes it and cancels the new search.
        assert_eq!(searches.answer(), Some((4, false)));
        assert_eq!(searches.answer(), None, "the old search answers once");
        searches.fence();
        searches.fences.pop_front();
        // The new search had answered too before the news came: an answer to a turn gone by.
        assert_eq!(searches.answer(), Some((4, false)));
        searches.fences.pop_front();
        searches.current = Some(6);
        assert_eq!(searches.answer(), Some((6, true)));
        assert_eq!(searches.answer(), None);
    }
}
