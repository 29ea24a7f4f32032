//! Boards that wait for the other board of their game.

use super::chesscom::Board;
use super::input::{Found, Raw};
use crate::game::bpgn::{GameResult, Half};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Boards whose partner has not come yet.
#[derive(Default)]
pub struct Pairs {
    /// Boards with numbers, by their own.
    numbered: BTreeMap<u64, (Arc<str>, Board)>,
    /// The last PGN of one board.
    single: Option<(Arc<str>, Half)>,
}

impl Pairs {
    /// Adds a board that names its partner; with the partner it is a game. The one of the lower number is board A.
    pub fn add_board(&mut self, file: &Arc<str>, board: Board, found: &mut Vec<Found>) {
        let partner = self.numbered.remove(&board.partner);
        let Some((other_file, other)) = partner else {
            if let Some((file, twice)) = self.numbered.insert(board.id, (Arc::clone(file), board)) {
                found.push(alone(&file, &twice.half, format!("game {} comes twice, without its partner", twice.id)));
            }
            return;
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

    /// Adds a PGN of one board; PGN names no partner, so that two which come one after another are a game if their
    /// results and their times of the end fit.
    pub fn add_pgn(&mut self, file: &Arc<str>, half: Half, found: &mut Vec<Found>) {
        if !is_bughouse(&half) {
            found.push(alone(file, &half, "nothing in this PGN says that it is bughouse".to_owned()));
            return;
        }
        match self.single.take() {
            Some((other_file, other)) if fit(&other, &half) => {
                found.push(pair([other_file, Arc::clone(file)], [other, half]));
            }
            other => {
                found.extend(other.map(|(file, other)| alone(&file, &other, NO_PARTNER.to_owned())));
                self.single = Some((Arc::clone(file), half));
            }
        }
    }

    /// The boards that are left alone.
    pub fn finish(&mut self, found: &mut Vec<Found>) {
        for (_, (file, board)) in std::mem::take(&mut self.numbered) {
            let text =
                format!("game {} is one board; its partner's, {}, is in none of the files", board.id, board.partner);
            found.push(alone(&file, &board.half, text));
        }
        found.extend(self.single.take().map(|(file, half)| alone(&file, &half, NO_PARTNER.to_owned())));
    }
}

const NO_PARTNER: &str = "this is one board, and the PGN behind it is not its other board";

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
    results && ["Date", "TimeControl", "Variant"].into_iter().all(same)
}

fn pair(files: [Arc<str>; 2], halves: [Half; 2]) -> Found {
    let file = if files[0] == files[1] { Arc::clone(&files[0]) } else { files.join(" + ").into() };
    Found { file, raw: Raw::Halves(Box::new(halves)) }
}

fn alone(file: &Arc<str>, half: &Half, text: String) -> Found {
    let names = ["White", "Black"].map(|name| half.tag(name).unwrap_or("?"));
    Found { file: Arc::clone(file), raw: Raw::Damaged(half.line, names.join(" - "), text) }
}
