//! Games written as on a score sheet, for the tests of the rules.

use tandem::game::{BoardId, Clocks, Game, GameMove, Outcome, Reason, Rules, Seat, Team, Transfer};
use tandem::types::Color;

pub const MINUTE: u64 = 60_000;
pub const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
pub const BLACK_A: Seat = Seat::new(BoardId::A, Color::Black);
pub const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
pub const BLACK_B: Seat = Seat::new(BoardId::B, Color::Black);

pub fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A game from the start position, a minute for everyone.
pub fn start(rules_text: &str) -> Game {
    Game::new(rules(rules_text), Clocks::all(MINUTE))
}

/// A game from `A | B`, a minute for everyone.
pub fn from(bfen: &str, rules_text: &str) -> Game {
    Game::from_bfen(bfen, rules(rules_text), Clocks::all(MINUTE)).unwrap_or_else(|error| panic!("{bfen}: {error}"))
}

/// Parses a move such as `a.Nf6`: seat letter, dot, SAN.
pub fn find(game: &Game, text: &str) -> Result<(BoardId, GameMove), String> {
    let (letter, san) = text.split_once('.').ok_or("no dot")?;
    let seat = letter.parse().ok().and_then(Seat::from_letter).ok_or("no seat")?;
    if !game.is_on_turn(seat) {
        return Err(format!("{seat} is not on turn"));
    }
    let game_move = game.parse_san(seat.board, san).map_err(|error| error.to_string())?;
    Ok((seat.board, game_move))
}

/// Plays one move, if it is legal.
pub fn try_play(game: &mut Game, text: &str) -> Result<Option<Transfer>, String> {
    let (board, game_move) = find(game, text)?;
    game.play_whole(board, game_move).map_err(|error| error.to_string())
}

/// Plays moves of one or both boards; returns the transfer of the last one.
pub fn play(game: &mut Game, moves: &str) -> Option<Transfer> {
    let mut transfer = None;
    for text in moves.split_whitespace() {
        transfer = try_play(game, text).unwrap_or_else(|error| panic!("{text} in {}: {error}", game.to_bfen()));
    }
    transfer
}

/// Whether one move could be played now.
pub fn can_play(game: &Game, text: &str) -> bool {
    try_play(&mut game.clone(), text).is_ok()
}

/// A quiet board on which nothing is decided, white on turn.
pub const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1";
/// Black on turn hangs: any piece on the back rank would block.
pub const HANG: &str = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
/// White on turn can mate by a knight on f7.
pub const MATE_NEXT: &str = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
/// White on turn can mate by Qg7.
pub const QUEEN_MATE_NEXT: &str = "7k/8/5P2/8/8/8/8/K5Q1[] w - - 0 1";

/// A game from two boards, a minute for everyone.
pub fn pair(a: &str, b: &str, rules_text: &str) -> Game {
    from(&format!("{a} | {b}"), rules_text)
}

/// The winner of a finished game, if any, and its reason.
pub fn outcome(game: &Game) -> (Option<Team>, Reason) {
    let Outcome { winner, reason, .. } = game.outcome().expect("an end");
    (winner, reason)
}
