//! Cuts off the games of an unfinished pair that a killed match has left in its BPGN file, before the pair is played
//! again, so that no game is there twice.
//!
//! Only games of this match that belong to no finished pair are cut off. If that is not certain (others have added
//! games since), everything stays; the tag `Round`, the number of a game in the match, then identifies games that are
//! there twice.

use super::games_file::MATCH_TAG;
use crate::arena::referee::EVENT;
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Cuts off everything behind the first `whole` bytes if that is only games of the match `id` whose numbers are
/// `unfinished`; returns false if there is anything else.
///
/// # Errors
/// When the file cannot be read or cut.
pub fn cut(path: &Path, whole: u64, id: &str, unfinished: impl Fn(u32) -> bool) -> io::Result<bool> {
    let mut file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        file => file?,
    };
    if !file.metadata()?.is_file() || file.metadata()?.len() <= whole {
        return Ok(true);
    }
    file.seek(SeekFrom::Start(whole))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    if !is_ours(&String::from_utf8_lossy(&tail), id, unfinished) {
        return Ok(false);
    }
    file.set_len(whole)?;
    Ok(true)
}

fn is_ours(tail: &str, id: &str, unfinished: impl Fn(u32) -> bool) -> bool {
    let first_tag = format!("[Event \"{EVENT}\"]\n");
    let starts: Vec<usize> = tail.match_indices("[Event ").map(|(at, _)| at).collect();
    let before = &tail[..starts.first().copied().unwrap_or(tail.len())];
    // Before the first game there may be the beginning of its first tag, if that is all that was written.
    let torn_start = starts.is_empty() && first_tag.starts_with(before.trim());
    if !before.trim().is_empty() && !torn_start {
        return false;
    }
    let ends = starts.iter().skip(1).copied().chain([tail.len()]);
    starts.iter().zip(ends).all(|(&start, end)| {
        let game = &tail[start..end];
        match game.split_once("\n\n") {
            Some((tags, _)) => {
                let round = tag(tags, "Round").and_then(|number| number.parse().ok());
                tag(tags, "Event") == Some(EVENT) && tag(tags, MATCH_TAG) == Some(id) && round.is_some_and(&unfinished)
            }
            // Torn within its tags: it has no moves to lose.
            None => end == tail.len() && (game.starts_with(&first_tag) || first_tag.starts_with(game)),
        }
    })
}

fn tag<'a>(tags: &'a str, name: &str) -> Option<&'a str> {
    let line = tags.lines().find_map(|line| line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \""))?;
    line.strip_suffix("\"]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_of_unfinished_pairs_of_this_match_are_ours() {
        let game = |round: u32| {
            format!("[Event \"{EVENT}\"]\n[Site \"?\"]\n[Round \"{round}\"]\n[Match \"me\"]\n\n1A. e4 *\n\n")
        };
        let ours = |tail: &str| is_ours(tail, "me", |number| (5..=6).contains(&number));
        for whole in [game(5), game(5) + &game(6), format!("\n\n{}", game(5)), String::new()] {
            for length in 0..=whole.len() {
                assert!(ours(&whole[..length]), "torn anywhere: {}", &whole[..length]);
            }
        }
        for foreign in [game(4), game(5) + &game(7), game(5) + "[Event \"A club\"]\n", "1A. e4 *".to_owned()] {
            assert!(!ours(&foreign), "{foreign}");
        }
        for missing in [format!("[Event \"{EVENT}\"]"), "[Round \"5\"]".to_owned(), "[Match \"me\"]".to_owned()] {
            assert!(!ours(&(game(5).replace(&missing, "[Event \"A club\"]") + &game(6))), "{missing}");
        }
        assert!(!ours(&game(5).replace("me", "you")));
    }
}
