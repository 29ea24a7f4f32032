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

/// A move as the rules know it, when it is written by squares: `e2e4`, `P@e4`, `e7e8q`, `e7e8=Q`.
pub fn by_squares(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase().replace('=', "");
    let square = |bytes: &[u8]| matches!(bytes, [b'a'..=b'h', b'1'..=b'8']);
    let fits = match lower.as_bytes() {
        [b'p' | b'n' | b'b' | b'r' | b'q', b'@', to @ ..] => square(to),
        [from @ .., a, b] if from.len() == 2 => square(from) && square(&[*a, *b]),
        [from @ .., a, b, b'q' | b'r' | b'b' | b'n'] if from.len() == 2 => square(from) && square(&[*a, *b]),
        _ => false,
    };
    fits.then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        for (text, line) in [
            ("feature ping=1 done=1", CecpLine::Feature(" ping=1 done=1".to_owned())),
            ("pong 12", CecpLine::Pong(12)),
            ("pong x", CecpLine::Chatter),
            ("move P@e4", CecpLine::Move("P@e4".to_owned())),
            ("3. ... e7e5", CecpLine::Move("e7e5".to_owned())),
            ("tellics ptell ---q", CecpLine::Tell("---q".to_owned())),
            ("tellics whisper d5 +0.20", CecpLine::Chatter),
            ("tellics resign", CecpLine::Resign),
            ("1-0 {White Mates}", CecpLine::Claim("1-0 {White Mates}".to_owned())),
            ("result 0-1 {Black mates}", CecpLine::Claim("0-1 {Black mates}".to_owned())),
            ("offer draw", CecpLine::Claim("offer draw".to_owned())),
            ("Illegal move: a2a5", CecpLine::Illegal("Illegal move: a2a5".to_owned())),
            ("Error (unkown command): post", CecpLine::Error("Error (unkown command): post".to_owned())),
            ("Time for move : 75", CecpLine::Chatter),
            ("Book moves: 12", CecpLine::Chatter),
            ("", CecpLine::Chatter),
        ] {
            assert_eq!(parse(text), line, "{text}");
        }
    }

    #[test]
    fn thoughts_of_two_real_engines() {
        let thought = |score, line: &str| {
            let line = line.split_ascii_whitespace().map(str::to_owned).collect();
            CecpLine::Thought(ToldThought { depth: Some(5), score: Some(score), nodes: Some(56544), line })
        };
        assert_eq!(parse(" 5    -110    15    56544  Nf3 N@g4 e3"), thought(ToldScore::Cp(-110), "Nf3 N@g4 e3"));
        assert_eq!(parse("5 72 0 56544 4 198000 0   e2e3 e7e6"), thought(ToldScore::Cp(72), "e2e3 e7e6"));
        assert_eq!(parse("5. -100003 0 56544 e2e3"), thought(ToldScore::Mate(-3), "e2e3"));
    }

    #[test]
    fn moves_by_squares() {
        for (text, mv) in [("e2e4", "e2e4"), ("P@e4", "p@e4"), ("e7e8=Q", "e7e8q"), ("E7E8Q", "e7e8q")] {
            assert_eq!(by_squares(text).as_deref(), Some(mv));
        }
        for text in ["Nf3", "e4", "O-O", "e2e9", "K@e4", "", "e7e8k", "Nb1d2", "é2e4"] {
            assert_eq!(by_squares(text), None, "{text}");
        }
    }
}
