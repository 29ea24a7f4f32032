//! The forms in which imported games are written.

use crate::arena::wrap::wrapped;
use crate::board::fen;
use crate::game::bpgn::{self, GameResult, Record, Settled, Stamp};
use crate::game::{BoardId, PromotionRule, Reason, Rules, Seat, Team};
use std::fmt::Write;

/// A form of BPGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Tandem's, which bughousedb's reader takes too: clocks, one note a ply, an end note before the result
    #[default]
    Bpgn,
    /// bughouse.pro's: times since the start, rules as tags, no notes and no result behind the moves
    #[value(name = "bughouse.pro")]
    BughousePro,
}

impl Form {
    /// Writes a game.
    ///
    /// # Errors
    /// When the form has no words for its rules or its start.
    pub fn write(self, game: &Settled) -> Result<String, String> {
        match self {
            Self::Bpgn => Ok(bpgn::write(&for_database(&game.record))),
            Self::BughousePro => bughouse_pro(game),
        }
    }

    /// Whether the form cannot tell the clocks of a game: bughouse.pro's has one number of whole seconds for all
    /// players, and no increment.
    pub fn loses_clocks(self, record: &Record) -> bool {
        let told = record.time_control().map(|(base_ms, _)| (base_ms / 1000 * 1000, 0));
        self == Self::BughousePro && Seat::ALL.into_iter().any(|seat| record.player_control(seat) != told)
    }
}

/// One note at most before the first ply and behind each, and an end note before every result.
fn for_database(record: &Record) -> Record {
    let mut record = record.clone();
    let join = |notes: &mut Vec<String>| {
        if notes.len() > 1 {
            *notes = vec![notes.join("; ")];
        }
    };
    join(&mut record.notes);
    record.plies.iter_mut().for_each(|ply| join(&mut ply.notes));
    if record.end_note.is_none() {
        let text = if record.result == GameResult::Open { "Game not finished" } else { "Game ended" };
        record.end_note = Some(text.to_owned());
    }
    record
}

/// A game as bughouse.pro's importer reads it: these tags in any order, and then plies alone.
fn bughouse_pro(game: &Settled) -> Result<String, String> {
    let Settled { record, rules, .. } = game;
    let (promotion, aggression, ranks) = rule_tags(rules)?;
    let mut text = String::new();
    // Its strings cannot hold quotation marks.
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\\'], "'"));
    };
    tag("Event", "Unrated Bughouse Match");
    tag("Site", record.tag("Site").unwrap_or("?"));
    for name in ["Date", "UTCDate", "UTCTime", "Round"] {
        if let Some(value) = record.tag(name) {
            tag(name, value);
        }
    }
    for seat in Seat::ALL {
        tag(seat.tag(), &record.player(seat));
    }
    let (base_ms, _) = record.time_control().unwrap_or((0, 0));
    tag("TimeControl", &(base_ms / 1000).to_string());
    tag("Variant", "Bughouse");
    tag("Promotion", promotion);
    tag("DropAggression", aggression);
    tag("PawnDropRanks", ranks);
    if BoardId::ALL.iter().any(|&board| game.game.start(board).to_bfen() != fen::START) {
        return Err("bughouse.pro's form is written for games from the usual start only".to_owned());
    }
    tag("Result", record.result.text());
    tag("Termination", termination(game));
    tag("Outcome", &outcome(game));
    let times = times(record);
    if let Some(last) = times.iter().flatten().last().filter(|_| record.result != GameResult::Open) {
        tag("GameDuration", &seconds(*last));
    }
    let words = record.plies.iter().zip(times).map(|(ply, time)| {
        let san = ply.san.replace('^', "");
        let time = time.map_or_else(String::new, |ms| format!(" {{[ts={}]}}", seconds(ms)));
        format!("{}{}. {}{time}", ply.number, ply.seat.letter(), san.trim_end_matches(['+', '#']))
    });
    Ok(text + &wrapped(&words.collect::<Vec<_>>()) + "\n")
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// The values of bughouse.pro's tags of rules.
fn rule_tags(rules: &Rules) -> Result<(&'static str, &'static str, &'static str), String> {
    let promotion = match rules.promotion {
        PromotionRule::OwnChoice => "Upgrade",
        PromotionRule::TakeFromPartnerBoard => "Steal",
    };
    let aggression = match (rules.drop_check, rules.drop_mate) {
        (false, _) => "No check",
        (true, false) => "No bughouse mate",
        (true, true) => "Mate allowed",
    };
    let ranks = match rules.last_pawn_drop_rank {
        6 => "2-6",
        7 => "2-7",
        other => return Err(format!("pawns dropped as far as rank {other} have no tag")),
    };
    Ok((promotion, aggression, ranks))
}

/// When each ply was made, in ms since the start, if its clock is known. The order of the plies is kept.
fn times(record: &Record) -> Vec<Option<u64>> {
    let controls = Seat::ALL.map(|seat| record.player_control(seat).unwrap_or((0, 0)));
    let mut left = controls.map(|(base_ms, _)| base_ms);
    let mut passed = [0u64; 2];
    let mut latest = 0;
    let time = |ply: &bpgn::Ply| {
        let board = &mut passed[ply.seat.board.index()];
        match ply.stamp? {
            Stamp::SinceStart(ms) => *board = ms,
            Stamp::Remaining(ms) => {
                let before = std::mem::replace(&mut left[ply.seat.index()], ms);
                let (_, increment_ms) = controls[ply.seat.index()];
                *board += (before + increment_ms).saturating_sub(ms);
            }
        }
        latest = latest.max(*board);
        Some(latest)
    };
    record.plies.iter().map(time).collect()
}

fn termination(game: &Settled) -> &'static str {
    match game.game.outcome().map(|outcome| outcome.reason) {
        _ if game.record.result == GameResult::Open => "unterminated",
        Some(Reason::Flag | Reason::Hang) => "time forfeit",
        _ => "normal",
    }
}

/// The tag `Outcome`: both teams by name, white's side of the board order first.
fn outcome(game: &Settled) -> String {
    let names = |team: Team| team.seats().map(|seat| game.record.player(seat)).join(" & ");
    let reason = game.game.outcome().map(|outcome| outcome.reason);
    match (game.record.result, reason) {
        (GameResult::Open, _) => "Unterminated".to_owned(),
        (GameResult::Draw, Some(Reason::Flag)) => "Draw: simultaneous flags".to_owned(),
        (GameResult::Draw, Some(Reason::Repetition)) => "Draw: threefold repetition".to_owned(),
        (GameResult::Draw, _) => "Draw".to_owned(),
        (GameResult::Won(team), reason) => {
            let (winners, losers) = (names(team), names(!team));
            match reason {
                Some(Reason::Mate | Reason::BothHang | Reason::Stalemate) => {
                    format!("{winners} won: {losers} checkmated")
                }
                Some(Reason::Flag | Reason::Hang) => format!("{winners} won: {losers} lost on time"),
                Some(Reason::Resignation) => format!("{winners} won: {losers} resigned"),
                _ => format!("{winners} won, {losers} lost"),
            }
        }
    }
}
