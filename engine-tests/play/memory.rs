//! The memory of the server: hash tables come with a game and go with it.

use super::rig::{Server, play_move, seats};
use serde_json::json;

/// The most that a server may hold before its first game with Tandem, in MiB.
const MOST_AT_START_MB: u64 = 40;
/// The most that it may hold after one: no hash table, but what the allocator keeps of the searches.
const MOST_AFTER_MB: u64 = 110;
/// A game of Tandems on both teams holds two tables.
const LEAST_PLAYING_MB: u64 = 128;

#[test]
fn hash_tables_come_with_a_game_and_go_with_it() {
    let server = Server::start();
    let mut pages = seats(&server, ["me", "guest", "guest", "guest"]);
    assert!(server.memory_mb() < MOST_AT_START_MB, "{} MiB for a game of people", server.memory_mb());
    pages[0].send(&json!({ "type": "abort" }));
    pages[0].wait_for("the end", |state| state["phase"] == "over");
    drop(pages);
    for game in 1..=2 {
        let mut pages = seats(&server, ["me", "tandem", "tandem", "tandem"]);
        play_move(&mut pages[0], "e2e4");
        pages[0].wait_for("the reply", |state| state["boards"][0]["ply"] == 2);
        assert!(server.memory_mb() >= LEAST_PLAYING_MB, "{} MiB in game {game}", server.memory_mb());
        pages[0].send(&json!({ "type": "abort" }));
        pages[0].wait_for("the end", |state| state["phase"] == "over");
        assert!(server.memory_mb() < MOST_AFTER_MB, "{} MiB after game {game}", server.memory_mb());
    }
}
