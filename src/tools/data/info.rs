//! `tandem data info`: statistics of files of games.

use super::format::StoredGame;
use super::reader::files;
use super::replay::each_block;
use crate::game::{Reason, Team};
use crate::types::score;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// Counts over games.
#[derive(Default)]
struct Count {
    games: u64,
    wins: [u64; 2],
    draws: u64,
    ends: BTreeMap<String, u64>,
    plies: u64,
    random: u64,
    in_check: u64,
    noisy: u64,
    mates: u64,
    drops: u64,
    near_best: u64,
    sat: u64,
    usable: u64,
}

impl Count {
    fn add(&mut self, game: &StoredGame) {
        self.games += 1;
        match game.winner {
            Some(team) => self.wins[team.index()] += 1,
            None => self.draws += 1,
        }
        *self.ends.entry(end(game.reason, game.winner)).or_default() += 1;
        for ply in &game.plies {
            self.plies += 1;
            if ply.random {
                self.random += 1;
                continue;
            }
            self.in_check += u64::from(ply.in_check);
            self.noisy += u64::from(ply.mv.is_noisy());
            self.mates += u64::from(score::is_mate(ply.score));
            self.drops += u64::from(ply.mv.is_drop());
            self.near_best += u64::from(ply.near_best);
            self.sat += u64::from(ply.sat);
            self.usable += u64::from(ply.is_usable());
        }
    }

    fn lines(&self) -> Vec<String> {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let of_games = |count: u64| format!("{count} ({:.1} %)", percent(count, self.games));
        let searched = self.plies - self.random;
        let of_plies = |count: u64| format!("{count} ({:.1} %)", percent(count, searched));
        let [one, two] = Team::ALL.map(|team| of_games(self.wins[team.index()]));
        let mut lines = vec![
            format!("games        {}", self.games),
            format!("results      team 1 {one}, team 2 {two}, drawn {}", of_games(self.draws)),
        ];
        lines.extend(self.ends.iter().map(|(end, &count)| format!("  {end:<24} {}", of_games(count))));
        lines.extend([
            format!("plies        {}, {:.1} a game", self.plies, self.plies as f64 / self.games.max(1) as f64),
            format!("  random at the beginning  {}", self.random),
            format!("  searched                 {searched}"),
            format!("    drops                  {}", of_plies(self.drops)),
            format!("    captures, promotions   {}", of_plies(self.noisy)),
            format!("    in check               {}", of_plies(self.in_check)),
            format!("    with a mate found      {}", of_plies(self.mates)),
            format!("    near-best moves        {}", of_plies(self.near_best)),
            format!("    sat upon               {}", of_plies(self.sat)),
            format!("usable       {}", of_plies(self.usable)),
        ]);
        lines
    }
}

fn end(reason: Reason, winner: Option<Team>) -> String {
    if winner.is_some() { reason.to_string() } else { format!("{reason}, drawn") }
}

/// Prints the statistics of all files together. Every game is replayed, to verify that training can use it.
///
/// # Errors
/// When a file cannot be read, is damaged or holds the games of one before it, a move is illegal, or stdout cannot be
/// written to.
pub fn run(paths: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut count = Count::default();
    let mut out = std::io::stdout().lock();
    let mut part = None;
    each_block(&files(paths), |block| -> Result<(), Box<dyn Error>> {
        if part.as_ref() != Some(block.header) {
            part = Some(block.header.clone());
            let text = block.header.text();
            writeln!(out, "{}: {}", block.path.display(), text.trim_end().replace('\n', ", "))?;
        }
        for game in &block.games {
            block.replay(game, |_| ())?;
            count.add(game);
        }
        Ok(())
    })?;
    for line in count.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
