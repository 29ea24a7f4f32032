//! The lines that a CECP engine may write. Most of them are chatter, which is no offense in this protocol.

use super::super::player::{ToldScore, ToldThought};

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CecpLine {
    /// `feature …`
    Feature(String),
    /// `pong N`
    Pong(u64),
    /// A move, in whatever notation.
    Move(String),
    /// `tellics ptell …`
    Tell(String),
    /// A result as the engine sees it, an offer of a draw.
    Claim(String),
    /// `resign`, `tellics resign`
    Resign,
    /// That it does not take a move.
    Illegal(String),
    /// That it does not take something.
    Error(String),
    /// What it thinks.
    Thought(ToldThought),
    /// Anything else.
    Chatter,
}

/// Understands a line.
pub fn parse(line: &str) -> CecpLine {
    let line = line.trim();
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let rest = |count: usize| words[count..].join(" ");
    match words[..] {
        ["feature", ..] => CecpLine::Feature(line["feature".len()..].to_owned()),
        ["pong", number] => number.parse().map_or(CecpLine::Chatter, CecpLine::Pong),
        ["move", mv] | ["My", "move", "is", mv] | ["My", "move", "is:", mv] => CecpLine::Move(mv.to_owned()),
        // As engines of the first days have it: `12. ... e7e5`.
        [number, "...", mv] if number.trim_end_matches('.').parse::<u32>().is_ok() => CecpLine::Move(mv.to_owned()),
        ["tellics", "ptell", ..] => CecpLine::Tell(rest(2)),
        ["resign"] | ["tellics", "resign"] => CecpLine::Resign,
        ["offer", "draw"] => CecpLine::Claim(line.to_owned()),
        ["1-0" | "0-1" | "1/2-1/2" | "*", ..] => CecpLine::Claim(line.to_owned()),
        ["result", "1-0" | "0-1" | "1/2-1/2" | "*", ..] => CecpLine::Claim(rest(1)),
        ["Illegal" | "illegal", "move" | "move:" | "position" | "position:", ..] => CecpLine::Illegal(line.to_owned()),
        ["Error" | "error", ..] => CecpLine::Error(line.to_owned()),
        _ => parse_thought(&words).map_or(CecpLine::Chatter, CecpLine::Thought),
    }
}

/// `ply score centiseconds nodes pv`; newer engines put more numbers before the line of play.
fn parse_thought(words: &[&str]) -> Option<ToldThought> {
    let [depth, score, time, nodes, line @ ..] = words else { return None };
    let depth = depth.trim_end_matches(['.', '+', '-', '&', '?', '!']).parse().ok()?;
    let score: i32 = score.parse().ok()?;
    time.parse::<u64>().ok()?;
    let nodes = nodes.parse().ok()?;
    // A mate in N is 100000 + N.
    let verdict = match score {
        100_000..=110_000 => ToldScore::Mate(score - 100_000),
        -110_000..=-100_000 => ToldScore::Mate(score + 100_000),
        _ => ToldScore::Cp(score),
    };
    let line = line.iter().skip_while(|word| word.parse::<i64>().is_ok());
    Some(ToldThought {
        depth: Some(depth),
        score: Some(verdict),
        nodes: Some(nodes),
        line: line.map(|&word| word.to_owned()).collect(),
    })
}
