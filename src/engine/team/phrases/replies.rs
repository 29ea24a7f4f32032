//! Fixed replies to the partner, in both languages.

use super::Language;
use crate::team::prober::TradeVerdict;

/// A sentence in both languages.
pub struct Reply {
    russian: &'static str,
    english: &'static str,
}

impl Reply {
    const fn new(russian: &'static str, english: &'static str) -> Self {
        Self { russian, english }
    }

    /// The sentence in a language.
    pub const fn in_language(&self, language: Language) -> &'static str {
        match language {
            Language::Russian => self.russian,
            Language::English => self.english,
        }
    }
}

/// Reply to a move hint (R16). Bots do not answer lines that begin with "sorry", so there is no loop.
pub const NO_MOVES: Reply =
    Reply::new("sorry, подсказывать ходы нельзя", "sorry, partners may not tell moves (see AcceptMoveHints)");

/// Reply to an illegal move hint.
pub const ILLEGAL: Reply = Reply::new("sorry, так не пойти", "sorry, that move is not possible");

/// Reply to a line that was not understood.
pub const NOT_UNDERSTOOD: Reply = Reply::new("sorry, не понял; напиши help", "sorry, I did not get that; try `help`");

/// Reply to a line of which only signs have arrived: in Latin letters, since others are lost on the way.
pub const LETTERS_LOST: Reply = Reply::new(
    "sorry, doshli odni znaki; pishi latinicej ili (v skobkah)",
    "sorry, only signs arrived; use Latin letters or (brackets) / pishi latinicej",
);

/// Reply to praise.
pub const THANKS: Reply = Reply::new("спасибо!", "thanks!");

/// Reply to "who is winning?", "how is your board?"
pub const FIGHTING: Reply = Reply::new("борюсь!", "still fighting!");

/// Reply to a wish that is granted.
pub const OK: Reply = Reply::new("ok", "ok");

/// Reply to "what do you need?" if there are no wishes.
pub const NO_WISHES: Reply = Reply::new("ничего особенного", "nothing special");

/// Reply to a greeting.
pub const HELLO: Reply = Reply::new("привет!", "hi partner");

/// Reply to a call for help.
pub const HELP: Reply = Reply::new(
    "понимаю: нужен конь, не отдавай ферзя, меняйся, не меняйся, сиди, ходи, быстрее, не спеши, мне мат, можно разменять ферзей?",
    "I understand: need n, no queens, trade, no trades, sit, go, fast, slow, dead, may I trade queens? (+n, ++n, +++n, --q)",
);

/// The reason for a verdict on a trade, in three words.
pub const fn reason(verdict: TradeVerdict) -> Reply {
    match verdict {
        TradeVerdict::WeMate => Reply::new("я ставлю мат", "then I mate"),
        TradeVerdict::WeGain => Reply::new("мне нужнее", "helps me more"),
        TradeVerdict::Even => Reply::new("мне всё равно", "fine with me"),
        TradeVerdict::TheyGain => Reply::new("ему это нужнее", "helps him more"),
        TradeVerdict::TheyMate => Reply::new("мне будет мат", "then he mates"),
    }
}
