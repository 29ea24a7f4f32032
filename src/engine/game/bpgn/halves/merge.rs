//! Two halves in one order.

use super::{Half, HalfPly};
use crate::board::fen;
use crate::game::bpgn::write::seconds;
use crate::game::bpgn::{BpgnError, Fault, GameResult, Ply, Record, Stamp};
use crate::game::{BoardId, ByBoard, Clocks, Game, GameError, GameMove, Rules, Seat, Team};

/// A move may be played this much, in ms, before its time by the clocks, where the other board's next move needs it:
/// clocks are rounded, and servers give back what the network took.
const MOST_LAG_MS: u64 = 3000;

/// Tags of the first board that the game keeps.
const KEPT: [&str; 10] =
    ["Event", "Site", "Date", "Round", "UTCDate", "UTCTime", "StartTime", "EndDate", "EndTime", "Variant"];

/// Joins two halves to a game, by the first of the [likely rules](Record::likely_rules) by which their moves are legal.
/// The boards are ordered by the times used on each; of two moves that both come next, the order that can be played is
/// taken: a piece is captured before it is dropped, and what ends the game comes last.
///
/// # Errors
/// When no order can be played: the first move that is not legal.
pub fn merge(a: &Half, b: &Half) -> Result<Record, BpgnError> {
    let halves = ByBoard([a, b]);
    let head = head(&halves);
    let mut first_error = None;
    for rules in head.likely_rules()? {
        match join(&halves, head.clone(), rules) {
            Ok(record) => return Ok(record),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_else(|| BpgnError::new(a.line, "", Fault::NoResult)))
}

/// The record of both halves without moves.
fn head(halves: &ByBoard<&Half>) -> Record {
    let first = halves[BoardId::A];
    let mut record = Record { fen_line: first.line, end_line: first.line, ..Record::default() };
    record.notes = halves.0.iter().flat_map(|half| half.notes.iter().cloned()).collect();
    for name in KEPT {
        if let Some(value) = first.tag(name) {
            record.set_tag(name, value);
        }
    }
    for seat in Seat::ALL {
        let name = ["White", "Black"][seat.color.index()];
        let half = halves[seat.board];
        record.set_tag(seat.tag(), half.tag(name).unwrap_or("?"));
        if let Some(elo) = half.tag(&format!("{name}Elo")) {
            record.set_tag(&format!("{}Elo", seat.tag()), elo);
        }
    }
    let control = |half: &Half| {
        let base = short_seconds(half.base_ms?);
        Some(format!("{base}+{}", short_seconds(half.increment_ms)))
    };
    let [of_all, of_b] = halves.0.map(control);
    // A control that is not understood is kept as it is.
    if let Some(text) = of_all.as_deref().or_else(|| first.tag("TimeControl")) {
        record.set_tag("TimeControl", text);
    }
    if let Some(text) = of_b.filter(|text| of_all.as_ref() != Some(text)) {
        let of_board = Seat::ALL.into_iter().filter(|seat| seat.board == BoardId::B);
        of_board.for_each(|seat| record.set_player_control(seat, &text));
    }
    if halves.0.iter().any(|half| half.start.is_some()) {
        let start = |half: &&Half| half.start.clone().unwrap_or_else(|| fen::START.to_owned());
        record.set_tag("FEN", &halves.0.each_ref().map(start).join(" | "));
    }
    let [of_a, of_b] = halves.0.map(|half| half.result);
    record.result = match (of_a, of_b) {
        (GameResult::Open, GameResult::Won(Team::One)) => GameResult::Won(Team::Two),
        (GameResult::Open, GameResult::Won(Team::Two)) => GameResult::Won(Team::One),
        (GameResult::Open, other) => other,
        (known, _) => known,
    };
    record.set_tag("Result", record.result.text());
    record.end_note = halves.0.iter().find_map(|half| half.end_note.clone());
    record
}

/// The game before its first move; its clocks do not matter.
fn initial_game(record: &Record, rules: Rules) -> Result<Game, BpgnError> {
    let text = record.tag("FEN");
    let is_chess960 = text.map_or_else(|| record.is_chess960(), |text| record.starts_as_chess960(text));
    let rules = Rules { chess960: rules.chess960 || is_chess960, ..rules };
    let Some(text) = text else { return Ok(Game::new(rules, Clocks::default())) };
    let game = Game::from_bfen(text, rules, Clocks::default());
    game.map_err(|error| BpgnError::new(record.fen_line, text, Fault::Start(error)))
}

/// Adds the moves of both halves to `record`, in an order that can be played by `rules`.
fn join(halves: &ByBoard<&Half>, mut record: Record, rules: Rules) -> Result<Record, BpgnError> {
    let mut game = initial_game(&record, rules)?;
    let times = ByBoard(halves.0.map(Half::times));
    let is_timed = halves.0.iter().all(|half| half.plies.iter().any(|ply| ply.clock_ms.is_some()));
    let most_lag = if is_timed { MOST_LAG_MS } else { u64::MAX };
    let mut done = ByBoard([0usize; 2]);
    loop {
        let next = ByBoard::from_fn(|board| times[board].get(done[board]).copied());
        let first = match (next[BoardId::A], next[BoardId::B]) {
            (None, None) => break,
            (Some(a), Some(b)) if b < a => BoardId::B,
            (Some(_), _) => BoardId::A,
            (None, Some(_)) => BoardId::B,
        };
        let lag = next[!first].map(|other| other.saturating_sub(next[first].unwrap_or(other)));
        let other = lag.filter(|&lag| lag <= most_lag).map(|_| !first);
        let head = |board: BoardId| &halves[board].plies[done[board]];
        let mut played = None;
        // A move that ends the game waits until the other board has nothing left that could come before it.
        let ends_early = |game: &Game, board: BoardId| game.outcome().is_some() && next[!board].is_some();
        let candidates = [Some(first), other];
        for ends_allowed in [false, true] {
            for board in candidates.into_iter().flatten() {
                if played.is_some() {
                    break;
                }
                let mut after = game.clone();
                if let Ok(ply) = play(&mut after, board, head(board))
                    && (ends_allowed || !ends_early(&after, board))
                {
                    played = Some((board, ply, after));
                }
            }
        }
        let Some((board, ply, after)) = played else {
            // A drop may only lack its piece because the other board is damaged: that board is named first.
            let faults = candidates.into_iter().flatten().filter_map(|board| {
                let fault = play(&mut game.clone(), board, head(board)).err()?;
                Some((head(board).text.contains('@'), fault))
            });
            let fault = faults.min_by_key(|(is_drop, _)| *is_drop).map(|(_, fault)| fault);
            return Err(fault.unwrap_or_else(|| BpgnError::new(head(first).line, &head(first).text, Fault::NoMove)));
        };
        game = after;
        record.plies.push(ply);
        done[board] += 1;
    }
    Ok(record)
}

/// Plays a move of a half.
fn play(game: &mut Game, board: BoardId, ply: &HalfPly) -> Result<Ply, BpgnError> {
    let seat = game.on_turn(board);
    let number = u32::from(game.position(board).fullmove_number());
    let token = format!("{number}{}. {}", seat.letter(), ply.text);
    let wrong = |reason| BpgnError::new(ply.line, &token, reason);
    if let Some(outcome) = game.outcome() {
        return Err(wrong(Fault::Game(GameError::Over(outcome))));
    }
    let mv: GameMove = match game.position(board).find_move(&ply.text) {
        Some(mv) => mv.into(),
        None => game.parse_san(board, &ply.text).map_err(|error| wrong(Fault::Move(error)))?,
    };
    let san = game.san(board, mv);
    game.play_whole(board, mv).map_err(|error| wrong(Fault::Game(error)))?;
    let stamp = ply.clock_ms.map(Stamp::Remaining);
    Ok(Ply { number, seat, san, stamp, notes: ply.notes.clone(), line: ply.line })
}

/// A time in seconds, with decimals only where there are some.
fn short_seconds(ms: u64) -> String {
    seconds(ms).trim_end_matches('0').trim_end_matches('.').to_owned()
}
