//! The match as plain text: a line per ply, or only the results.

use crate::arena::engines::{EngineScore, SearchInfo};
use crate::arena::referee::{Card, Ending, GameObserver, LiveGame, Notice};
use crate::game::Seat;
use crate::game::bpgn::Ply;
use crate::tools::wording::counted;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Writes lines to stdout, evidence to stderr.
pub struct Plain {
    /// Whether to print moves and talk, not only results.
    pub moves: bool,
}

impl GameObserver for Plain {
    fn notice(&mut self, live: &LiveGame, notice: Notice, _: Instant) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match notice {
            Notice::Started if self.moves => {
                let card = &live.card;
                let seats = Seat::ALL.map(|seat| format!("{} {}", seat.tag(), card.names[seat.index()]));
                writeln!(out, "game {} of {}: {}", card.number, card.games, seats.join(", "))?;
            }
            Notice::Moved if self.moves => {
                if let Some(Ply { number, seat, san, .. }) = live.record.plies.last() {
                    let clock = clock_text(Duration::from_millis(live.game.clocks()[*seat]));
                    let thought = thought_text(&live.thoughts[seat.index()]);
                    writeln!(out, "{number:>3}{}. {san:<9} {clock:>8}  {thought}", seat.letter())?;
                }
            }
            Notice::Said if self.moves => {
                if let Some(talk) = live.talk.last() {
                    writeln!(out, "   {}: {}", talk.seat.letter(), talk.text)?;
                }
            }
            Notice::Ended => {
                drop(out);
                return print_result(&result_line(live), live.ending.as_ref().map_or(&[], |ending| &ending.evidence));
            }
            Notice::Started | Notice::Moved | Notice::Said | Notice::Ticked => return Ok(()),
        }
        out.flush()
    }
}

/// Prints a game's result to stdout, and the evidence of an engine's failure to stderr.
///
/// # Errors
/// When stdout cannot be written.
pub fn print_result(line: &str, evidence: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    let mut err = io::stderr().lock();
    // The games go on if stderr is closed.
    let _ = evidence.iter().try_for_each(|line| writeln!(err, "  {line}"));
    Ok(())
}

/// The result of a game that has ended, in one line.
pub fn result_line(live: &LiveGame) -> String {
    let Some(ending) = &live.ending else { return String::new() };
    let card = &live.card;
    let plies = counted(live.record.plies.len(), "ply");
    format!("game {} of {}: {} {} ({plies})", card.number, card.games, ending.result(), verdict(card, ending))
}

/// The winner of a game, and the reason for its end.
pub fn verdict(card: &Card, ending: &Ending) -> String {
    let winner = ending.outcome.and_then(|outcome| outcome.winner);
    let who = winner.map_or_else(String::new, |team| format!("{} wins, ", card.teams[card.side(team).index()]));
    who + &ending.note
}

/// A clock as text: `1:07.4`.
pub fn clock_text(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// Depth and score: `d12 +0.35`, `d9 #-3`.
pub fn thought_text(thought: &SearchInfo) -> String {
    let depth = thought.depth.map_or_else(String::new, |depth| format!("d{depth}"));
    match thought.score {
        Some(EngineScore::Cp(cp)) => format!("{depth} {:+.2}", f64::from(cp) / 100.0),
        Some(EngineScore::Mate(moves)) => format!("{depth} #{moves}"),
        None => depth,
    }
}
