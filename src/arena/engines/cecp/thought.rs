//! Thinking output of a CECP engine.

use super::super::player::{EngineScore, SearchInfo};

/// `ply score centiseconds nodes pv`; newer engines put more numbers before the PV.
pub fn parse(words: &[&str]) -> Option<SearchInfo> {
    let [depth, score, time, nodes, line @ ..] = words else { return None };
    let depth = depth.trim_end_matches(['.', '+', '-', '&', '?', '!']).parse().ok()?;
    let score: i32 = score.parse().ok()?;
    time.parse::<u64>().ok()?;
    let nodes = nodes.parse().ok()?;
    // A mate in N is 100000 + N.
    let verdict = match score {
        100_000..=110_000 => EngineScore::Mate(score - 100_000),
        -110_000..=-100_000 => EngineScore::Mate(score + 100_000),
        _ => EngineScore::Cp(score),
    };
    let line = line.iter().skip_while(|word| word.parse::<i64>().is_ok());
    Some(SearchInfo {
        depth: Some(depth),
        score: Some(verdict),
        nodes: Some(nodes),
        line: line.map(|&word| word.to_owned()).collect(),
    })
}
