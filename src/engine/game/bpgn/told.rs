//! The end of a game of the past, as its record tells it, in the words of any server.

use super::replay::likeliest_loser;
use super::{GameResult, Record, end_note};
use crate::game::{Game, Outcome, Reason, Seat, Team};
use crate::types::Color;

/// The words behind the name of a loser.
const LOSSES: [(&str, Reason); 12] = [
    ("checkmated", Reason::Mate),
    ("forfeits on time", Reason::Flag),
    ("forfeits on time while hanging", Reason::Hang),
    ("lost on time", Reason::Flag),
    ("ran out of time", Reason::Flag),
    ("resigns", Reason::Resignation),
    ("resigned", Reason::Resignation),
    ("stalemated", Reason::Stalemate),
    ("loses by adjudication", Reason::Adjudication),
    ("forfeits by disconnection", Reason::Forfeit(crate::game::Forfeit::Disconnect)),
    ("lost connection and forfeits", Reason::Forfeit(crate::game::Forfeit::Disconnect)),
    ("abandons the game", Reason::Forfeit(crate::game::Forfeit::Disconnect)),
];

/// The words behind the name of a winner, whose opponent on the same board lost.
const WINS: [(&str, Reason); 7] = [
    ("won by checkmate", Reason::Mate),
    ("won on time", Reason::Flag),
    ("won by flag", Reason::Flag),
    ("won by resignation", Reason::Resignation),
    ("won by stalemate", Reason::Stalemate),
    ("won - game abandoned", Reason::Forfeit(crate::game::Forfeit::Disconnect)),
    ("wins by adjudication", Reason::Adjudication),
];

/// The words behind the name of a player whose partner won on the other board.
const PARTNER_WINS: [&str; 2] = ["'s partner won", "won with their bughouse partner"];

/// Words in a draw's note, and its reason, if bughouse has it; the first that is there counts.
const DRAWS: [(&str, Option<Reason>); 7] = [
    ("insufficient", None),
    ("stalemate", Some(Reason::Stalemate)),
    ("repetition", Some(Reason::Repetition)),
    ("adjudication", Some(Reason::Adjudication)),
    ("time", Some(Reason::Flag)),
    ("flag", Some(Reason::Flag)),
    ("agree", Some(Reason::Agreement)),
];

/// Notes of a draw that tell no reason: it was agreed.
const AGREED: [&str; 3] = ["draw", "drawn", "game drawn"];

/// The end of a game as its record tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Nothing, or nothing that is understood.
    Nothing,
    /// A draw, with its reason, if that is told and known.
    Drawn(Option<Reason>),
    /// The team that has `seats` lost.
    Lost {
        /// The reason, if told.
        reason: Option<Reason>,
        /// The players who may be meant, all of one team.
        seats: Vec<Seat>,
    },
}

impl Told {
    /// Reads the end note, or without one the tag `Outcome`.
    pub(super) fn of(record: &Record) -> Self {
        let note = record.end_note.as_deref().or_else(|| record.tag("Outcome")).unwrap_or_default().trim();
        let note = note.trim_end_matches('.');
        if let Some((_, losers)) = note.split_once(" won: ") {
            return ended(losers, &LOSSES).map_or(Self::Nothing, |(names, reason)| {
                Self::lost(
                    record,
                    Some(reason),
                    team_of(record, names).map_or(Vec::new(), |team| team.seats().to_vec()),
                )
            });
        }
        if let Some((winners, reason)) = ended(note, &WINS)
            && winners.contains(" & ")
        {
            let losers = team_of(record, winners).map_or(Vec::new(), |team| (!team).seats().to_vec());
            return Self::lost(record, Some(reason), losers);
        }
        // Players come first: a name may begin as a draw's note does.
        let of_player = |phrases: &[(&str, Reason)]| {
            let (name, reason) = ended(note, phrases)?;
            Some((seats_of(record, name), reason)).filter(|(seats, _)| !seats.is_empty())
        };
        if let Some((losers, reason)) = of_player(&LOSSES) {
            return Self::lost(record, Some(reason), losers);
        }
        if let Some((winners, reason)) = of_player(&WINS) {
            return Self::lost(record, Some(reason), winners.into_iter().map(Seat::opponent).collect());
        }
        if let Some(name) = PARTNER_WINS.iter().find_map(|words| note.strip_suffix(words)) {
            let losers = seats_of(record, name.trim()).into_iter().map(|seat| seat.partner().opponent()).collect();
            return Self::lost(record, None, losers);
        }
        if let Some(claim) = end_note::parse(note).filter(|claim| claim.names.is_empty()) {
            return Self::Drawn(Some(claim.reason));
        }
        if note.starts_with("Draw") || note.contains("drawn") {
            let lower = note.to_lowercase();
            let agreed = AGREED.contains(&lower.as_str()).then_some(Reason::Agreement);
            let told = DRAWS.iter().find(|(word, _)| lower.contains(word));
            return Self::Drawn(told.map_or(agreed, |(_, reason)| *reason));
        }
        Self::Nothing
    }

    /// A loss of one of `seats`; nothing if they are of both teams and the result does not tell which.
    fn lost(record: &Record, reason: Option<Reason>, mut seats: Vec<Seat>) -> Self {
        match the_team(record, seats.clone()) {
            Some(team) => {
                seats.retain(|seat| seat.team() == team);
                Self::Lost { reason, seats }
            }
            None => Self::Nothing,
        }
    }

    /// The outcome, if reason and team are told; `game` is the game after the last move.
    pub(super) fn outcome(&self, game: &Game) -> Option<Outcome> {
        match self {
            Self::Lost { reason: Some(reason), seats } => {
                let by_position = game.outcome().and_then(|outcome| outcome.seat).filter(|seat| seats.contains(seat));
                let seat = by_position.or_else(|| likeliest_loser(seats.iter().copied(), game))?;
                Some(Outcome::lost_by(seat, *reason))
            }
            Self::Drawn(Some(reason)) => Some(Outcome::draw(*reason)),
            _ => None,
        }
    }

    /// The result: for the teams, whatever convention the file has.
    pub(super) fn result(&self) -> Option<GameResult> {
        match self {
            Self::Nothing => None,
            Self::Drawn(_) => Some(GameResult::Draw),
            Self::Lost { seats, .. } => seats.first().map(|seat| GameResult::Won(!seat.team())),
        }
    }

    /// Whether `outcome`, which the rules show, is what is told.
    pub(super) fn fits(&self, outcome: &Outcome) -> bool {
        match self {
            Self::Nothing => true,
            Self::Drawn(_) => outcome.winner.is_none(),
            Self::Lost { reason, seats } => {
                let by_team = seats.first().is_some_and(|seat| outcome.winner == Some(!seat.team()));
                let by_seat = outcome.seat.is_none_or(|seat| reason.is_none() || seats.contains(&seat));
                by_team && by_seat && reason.is_none_or(|reason| reason == outcome.reason)
            }
        }
    }
}

/// Whether a note says only that the game ended on the other board.
pub(super) fn is_partners_end(note: &str) -> bool {
    PARTNER_WINS.iter().any(|words| note.ends_with(words))
}

/// The name before one of the phrases at the end of a note, and the phrase's reason.
fn ended<'a>(note: &'a str, phrases: &[(&str, Reason)]) -> Option<(&'a str, Reason)> {
    phrases.iter().find_map(|&(phrase, reason)| {
        let name = note.strip_suffix(phrase)?.trim_end();
        (!name.is_empty()).then_some((name, reason))
    })
}

/// The team of `A & B`.
fn team_of(record: &Record, names: &str) -> Option<Team> {
    let names: Vec<&str> = names.split(" & ").map(str::trim).collect();
    let is_of = |team: &Team| {
        let seats = team.seats();
        names.iter().all(|name| seats.iter().any(|&seat| record.is_named(seat, name)))
            && seats.iter().all(|&seat| names.iter().any(|name| record.is_named(seat, name)))
    };
    Team::ALL.into_iter().find(is_of)
}

/// The seats of the player of that name; a person may have two.
fn seats_of(record: &Record, name: &str) -> Vec<Seat> {
    Seat::ALL.into_iter().filter(|&seat| record.is_named(seat, name)).collect()
}

/// The one team of `seats`; of two, the one that lost by the result.
fn the_team(record: &Record, seats: Vec<Seat>) -> Option<Team> {
    let first = seats.first()?.team();
    if seats.iter().all(|seat| seat.team() == first) {
        return Some(first);
    }
    match record.result {
        GameResult::Won(team) => Some(!team),
        _ => None,
    }
}

/// Whether the text of a result fits the winner by one of the two conventions: for the team of white on A, or for
/// white on the board of one of `losers`, on which the game ended.
pub(super) fn fits_a_convention(result: GameResult, winner: Team, losers: &[Seat]) -> bool {
    let for_white =
        |color: Color| if color == Color::White { GameResult::Won(Team::One) } else { GameResult::Won(Team::Two) };
    result == GameResult::Won(winner) || losers.iter().any(|seat| result == for_white(!seat.color))
}
