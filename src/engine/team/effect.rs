//! Effects of the partner's messages, and their words, which the sender is shown.

use super::phrases::Language;
use super::state::{Pace, PartnerState};
use crate::types::{PieceType, Score};
use std::fmt;

/// The effect of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A capture of this piece is worth more.
    Raised {
        /// The piece.
        piece: PieceType,
        /// By how much, in cp.
        cp: Score,
        /// For how long, in ms.
        lasts_ms: u64,
    },
    /// Losing this piece costs more.
    Banned {
        /// The piece.
        piece: PieceType,
        /// By how much, in cp.
        cp: Score,
        /// For how long, in ms.
        lasts_ms: u64,
    },
    /// The wish for or against this piece is over.
    Forgotten(PieceType),
    /// Trades are worth more or less.
    Trades {
        /// Whether they are worth more.
        good: bool,
        /// Their kind; `None` for all.
        piece: Option<PieceType>,
        /// For how long, in ms.
        lasts_ms: u64,
    },
    /// We sit.
    Sit {
        /// The longest time, in ms.
        most_ms: u64,
    },
    /// Trades of all kinds are worth less for this many moves of ours.
    Stall(u32),
    /// We move again, at once.
    Move,
    /// Our pace changes.
    Pace {
        /// The new pace.
        pace: Pace,
        /// For how long, in ms.
        lasts_ms: u64,
    },
    /// The partner's state changes, to none if it plays on.
    PartnerState(Option<PartnerState>),
    /// The clocks of the other board are known.
    Clocks,
    /// A question; it is answered elsewhere.
    Question,
    /// A concrete move; whether it is played is decided elsewhere.
    Hint,
    /// Nothing changes.
    Nothing,
}

impl Effect {
    /// The effect in words, in this language.
    pub fn in_language(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Russian => self.in_russian(),
        }
    }

    fn in_russian(&self) -> String {
        let span = |ms: u64| span(ms, ["с", "мс"]);
        match *self {
            Self::Raised { piece, cp, lasts_ms } => {
                format!("взятие {} дороже на {} пешки на {}", form(GENITIVE, piece), pawns(cp), span(lasts_ms))
            }
            Self::Banned { piece, cp, lasts_ms } => {
                format!("потеря {} дороже на {} пешки на {}", form(GENITIVE, piece), pawns(cp), span(lasts_ms))
            }
            Self::Forgotten(piece) => format!("пожеланий о {} больше нет", form(PREPOSITIONAL, piece)),
            Self::Trades { good, piece, lasts_ms } => {
                let kind = piece.map_or("любых фигур", |piece| form(GENITIVE_PLURAL, piece));
                let sort = if good { "желательны" } else { "нежелательны" };
                format!("размены {kind} {sort} {}", span(lasts_ms))
            }
            Self::Sit { most_ms } => format!("сижу не дольше {}, и не до флага", span(most_ms)),
            Self::Stall(moves) => format!("избегаю взятий, ходов: {moves}"),
            Self::Move => "хожу сразу".to_owned(),
            Self::Pace { pace: Pace::Fast, lasts_ms } => format!("хожу быстро {}", span(lasts_ms)),
            Self::Pace { pace: Pace::Slow, lasts_ms } => format!("думаю дольше {}", span(lasts_ms)),
            Self::PartnerState(Some(PartnerState::Dead)) => "партнёру мат: хожу быстро, ищу выигрыш здесь".to_owned(),
            Self::PartnerState(Some(PartnerState::Sitting)) => "партнёр не ходит".to_owned(),
            Self::PartnerState(Some(PartnerState::Waiting)) => "соперник партнёра не ходит: слежу за часами".to_owned(),
            Self::PartnerState(Some(PartnerState::Mating)) => "партнёр ставит мат: слежу за часами".to_owned(),
            Self::PartnerState(None) => "партнёр играет дальше".to_owned(),
            Self::Clocks => "часы другой доски известны".to_owned(),
            Self::Question => "вопрос, отвечаю".to_owned(),
            Self::Hint => "ход".to_owned(),
            Self::Nothing => "учту, ничего не меняется".to_owned(),
        }
    }
}

const GENITIVE: [&str; 6] = ["пешки", "коня", "слона", "ладьи", "ферзя", "короля"];
const GENITIVE_PLURAL: [&str; 6] = ["пешек", "коней", "слонов", "ладей", "ферзей", "королей"];
const PREPOSITIONAL: [&str; 6] = ["пешке", "коне", "слоне", "ладье", "ферзе", "короле"];

/// Centipawns as pawns: `1,3`.
fn pawns(cp: Score) -> String {
    format!("{:.1}", f64::from(cp) / 100.0).replace('.', ",")
}

/// A span of time: in whole seconds, below one in milliseconds. `units` are the words for both.
fn span(ms: u64, units: [&str; 2]) -> String {
    if ms < 1000 { format!("{ms} {}", units[1]) } else { format!("{} {}", ms / 1000, units[0]) }
}

fn form(forms: [&'static str; 6], piece: PieceType) -> &'static str {
    forms[piece.index()]
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = |ms: u64| span(ms, ["s", "ms"]);
        match *self {
            Self::Raised { piece, cp, lasts_ms } => {
                write!(f, "capturing a {} is worth {cp} cp more for {}", piece.name(), span(lasts_ms))
            }
            Self::Banned { piece, cp, lasts_ms } => {
                write!(f, "losing a {} costs {cp} cp more for {}", piece.name(), span(lasts_ms))
            }
            Self::Forgotten(piece) => write!(f, "the wishes about a {} are over", piece.name()),
            Self::Trades { good, piece, lasts_ms } => {
                let kind = piece.map_or_else(|| "all pieces".to_owned(), |piece| format!("{}s", piece.name()));
                let sort = if good { "welcome" } else { "to be avoided" };
                write!(f, "trades of {kind} are {sort} for {}", span(lasts_ms))
            }
            Self::Sit { most_ms } => write!(f, "sitting for {} at most, and never to the flag", span(most_ms)),
            Self::Stall(moves) => write!(f, "avoiding captures for {moves} of our moves"),
            Self::Move => f.write_str("moving at once"),
            Self::Pace { pace: Pace::Fast, lasts_ms } => write!(f, "moving fast for {}", span(lasts_ms)),
            Self::Pace { pace: Pace::Slow, lasts_ms } => write!(f, "taking more time for {}", span(lasts_ms)),
            Self::PartnerState(Some(PartnerState::Dead)) => {
                f.write_str("the partner is lost: moving fast, looking for a win here")
            }
            Self::PartnerState(Some(PartnerState::Sitting)) => f.write_str("the partner does not move"),
            Self::PartnerState(Some(PartnerState::Waiting)) => {
                f.write_str("the partner's opponent does not move: watching the clocks")
            }
            Self::PartnerState(Some(PartnerState::Mating)) => f.write_str("the partner mates: watching the clocks"),
            Self::PartnerState(None) => f.write_str("the partner plays on"),
            Self::Clocks => f.write_str("the other board's clocks are known"),
            Self::Question => f.write_str("a question, answered"),
            Self::Hint => f.write_str("a move"),
            Self::Nothing => f.write_str("noted, changes nothing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_an_effect_that_lasts_for_less_than_a_second_was_told_to_last_for_0_s() {
        let fast = |lasts_ms| Effect::Pace { pace: Pace::Fast, lasts_ms };
        assert_eq!(fast(990).to_string(), "moving fast for 990 ms");
        assert_eq!(fast(1_990).to_string(), "moving fast for 1 s");
        assert_eq!(Effect::Sit { most_ms: 660 }.to_string(), "sitting for 660 ms at most, and never to the flag");
        assert_eq!(fast(990).in_language(Language::Russian), "хожу быстро 990 мс");
        assert_eq!(fast(59_400).in_language(Language::Russian), "хожу быстро 59 с");
    }
}
