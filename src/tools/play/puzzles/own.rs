//! Puzzles out of the games that are kept: the mates with which they ended.

use super::stand::{Prover, Stand};
use super::{Head, Named};
use crate::game::Reason;
use crate::game::bpgn::Record;
use crate::tools::play::answer::Answer;
use crate::tools::play::door::Door;
use crate::tools::play::replay::Problem;
use crate::tools::play::store::{self, Folder};
use axum::extract::State;
use serde_json::json;
use std::io;
use std::sync::Arc;

/// The newest games that are looked at.
const MOST_GAMES: usize = 100;
/// Puzzles that are shown.
const MOST_PUZZLES: usize = 12;
/// Moves of the winner before the end at which a puzzle may begin; one that is mate at once is none.
const MOVES: std::ops::RangeInclusive<usize> = 2..=5;

/// The puzzle of a game that ended by mate: the earliest position near its end from which the winner mates on that
/// board without another piece from the partner.
fn of_game(record: &Record, prover: &mut Prover) -> Option<Head> {
    let rules = record.rules().ok()?.unwrap_or_default();
    let outcome = record.replay(rules).ok()?.outcome()?;
    let winner = outcome.seat.filter(|_| outcome.reason == Reason::Mate)?.opponent();
    let mut positions = Vec::new();
    let noted = record.replay_with(rules, |game, ply, _| {
        if ply.seat == winner {
            positions.push(game.position(winner.board).clone());
        }
    });
    noted.ok()?;
    let last = positions.into_iter().rev().skip(MOVES.start() - 1).take(MOVES.count());
    let heads = last.map(|position| {
        let named = Named::Position { bfen: position.to_bfen(), rules: rules.to_string() };
        Head::new(named, &Stand::one(position), None, prover)
    });
    heads.map_while(|head| head).last()
}

fn of_folder(folder: &Folder) -> io::Result<Vec<Head>> {
    let mut prover = Prover::default();
    let names = store::names(folder)?.into_iter().take(MOST_GAMES);
    let heads = names.filter_map(|name| of_game(&store::record(folder, &name)?, &mut prover));
    Ok(heads.take(MOST_PUZZLES).collect())
}

/// Lists the puzzles of the games that are kept, newest first.
pub async fn list(State(door): State<Arc<Door>>) -> Answer {
    let Some(folder) = door.folder.clone() else { return Answer::json(&json!({ "puzzles": [] })) };
    match tokio::task::spawn_blocking(move || of_folder(&folder)).await {
        Ok(Ok(heads)) => Answer::json(&json!({ "puzzles": heads })),
        Ok(Err(error)) => Answer::problem(&Problem::wrong(&error.to_string(), error.to_string())),
        Err(_) => Answer::empty(500),
    }
}
