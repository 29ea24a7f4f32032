//! End notes: the end of a game in words, as the chess servers write it.

use crate::game::{Forfeit, Outcome, Reason, Seat};

/// The reasons of a loss, with the words that follow the name in an end note.
const LOSSES: [(&str, Reason); 10] = [
    ("checkmated", Reason::Mate),
    ("forfeits on time", Reason::Flag),
    ("forfeits on time while hanging", Reason::Hang),
    ("resigns", Reason::Resignation),
    ("stalemated", Reason::Stalemate),
    ("loses by adjudication", Reason::Adjudication),
    ("forfeits by an illegal move", Reason::Forfeit(Forfeit::IllegalMove)),
    ("forfeits by disconnection", Reason::Forfeit(Forfeit::Disconnect)),
    ("forfeits by garbage", Reason::Forfeit(Forfeit::Garbage)),
    ("forfeits by telling a move", Reason::Forfeit(Forfeit::ConcreteAdvice)),
];

/// The reasons of a draw, with the whole end note.
const DRAWS: [(&str, Reason); 7] = [
    ("Game drawn by mates on both boards", Reason::Mate),
    ("Game drawn by mutual agreement", Reason::Agreement),
    ("Game drawn because both teams ran out of time", Reason::Flag),
    ("Game drawn by stalemate", Reason::Stalemate),
    ("Game drawn by repetition", Reason::Repetition),
    ("Game drawn because nobody can move", Reason::Standstill),
    ("Game drawn by adjudication", Reason::Adjudication),
];

const BOTH_HANG: &str = "both hang";
/// Behind a note that is believed although the rules do not show such an end.
const AS_TOLD: &str = ", as told";

/// The claim of an end note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim<'a> {
    /// The reason for the end of the game.
    pub(super) reason: Reason,
    /// The names of the losers; empty in a draw.
    pub(super) names: &'a str,
    /// Whether the claim is believed, whatever the rules say.
    pub(super) as_told: bool,
}

/// The end note of an outcome.
pub(super) fn text(outcome: &Outcome, player: impl Fn(Seat) -> String) -> String {
    let phrase = |table: &[(&'static str, Reason)]| {
        table.iter().find(|(_, reason)| *reason == outcome.reason).map_or("", |(phrase, _)| phrase)
    };
    match (outcome.winner, outcome.seat) {
        (None, _) => phrase(&DRAWS).to_owned(),
        (Some(_), Some(seat)) => format!("{} {}", player(seat), phrase(&LOSSES)),
        (Some(winner), None) => {
            let [a, b] = (!winner).seats().map(player);
            format!("{a} and {b} {BOTH_HANG}")
        }
    }
}

/// The end note of an outcome that the rules do not show.
pub(super) fn text_as_told(outcome: &Outcome, player: impl Fn(Seat) -> String) -> String {
    text(outcome, player) + AS_TOLD
}

/// Parses the claim of an end note; `None` if its form is unknown.
pub(super) fn parse(note: &str) -> Option<Claim<'_>> {
    let (note, as_told) = note.strip_suffix(AS_TOLD).map_or((note, false), |note| (note, true));
    let drawn = DRAWS.iter().find(|(phrase, _)| *phrase == note);
    if let Some(&(_, reason)) = drawn {
        return Some(Claim { reason, names: "", as_told });
    }
    let ends = |phrase: &str| note.strip_suffix(phrase).map(str::trim_end).filter(|names| !names.is_empty());
    if let Some(names) = ends(BOTH_HANG) {
        return Some(Claim { reason: Reason::BothHang, names, as_told });
    }
    LOSSES.iter().find_map(|&(phrase, reason)| ends(phrase).map(|names| Claim { reason, names, as_told }))
}
