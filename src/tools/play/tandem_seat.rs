//! Tandem on a seat: the player layer with real searches, and the table's events as its inputs.

use super::last_report::LastReport;
use crate::arena::engines::{EngineScore, SearchInfo};
use crate::board::Position;
use crate::game::{Clocks, Seat};
use crate::player::time::{Control, Moves, Timing};
use crate::player::{Ask, Boards, Habits, Input, Outputs, PartnerKind, Player, RelativeSeat, SearchThinker, Skill};
use crate::search::{Limits, Observer, Shared};
use crate::team::partnership::{Manners, Partnership};
use crate::team::phrases::Language;
use crate::team::probe_thread::{ProbeThread, Probes, Wake};
use crate::types::{ByColor, Color, Score, score};
use std::sync::Arc;

/// Overhead of a move between the search and the clock, in ms: only a queue lies between them.
const OVERHEAD_MS: u64 = 20;

/// Tandem on a seat.
pub struct TandemSeat {
    /// The seat.
    pub seat: Seat,
    player: Player<SearchThinker>,
    last: LastReport,
}

impl TandemSeat {
    /// Tandem on `seat`, with the TT and threads of its team, and its manners towards its partner; `wake` is called
    /// when a search has found something.
    pub fn new(
        seat: Seat,
        start: &Position,
        skill: Skill,
        manners: Manners,
        shared: &Arc<Shared>,
        wake: &Wake,
    ) -> Self {
        let habits =
            Habits { overhead_ms: OVERHEAD_MS, manners, follows_moves: true, ponders: false, skill, own_book: true };
        let last = LastReport::default();
        let listen = last.clone();
        let listen = Box::new(move |_| -> Box<dyn Observer> { Box::new(listen.clone()) });
        let thinker = SearchThinker::new(Arc::clone(shared), listen, Arc::clone(wake));
        let mate = Partnership::new(Probes::new(ProbeThread::new(Arc::clone(shared)), Arc::clone(wake)));
        Self { seat, player: Player::new(thinker, seat.board, start.clone(), habits, mate), last }
    }

    /// Begins the game, with both boards, the clocks and the increment.
    pub fn begin(&mut self, boards: [&Position; 2], clocks: &Clocks, increment_ms: u64, now_ms: u64) -> Outputs {
        let [own, other] = boards;
        let timing = Timing::ByClock(Control { increment_ms, moves: Moves::Rest });
        let ask = Ask { limits: Limits::default(), timing, answers: true };
        let mut out = self.tell(Input::NewGame(Box::new(own.clone())), now_ms);
        out.extend(self.tell(Input::Partner(PartnerKind::Speaking), now_ms));
        out.extend(self.tell(Input::Play(Some(self.seat.color), Some(Box::new(ask))), now_ms));
        out.extend(self.show(Some(other), clocks, now_ms));
        out.extend(self.tell(Input::Resume, now_ms));
        out
    }

    /// Passes an input to the player.
    pub fn tell(&mut self, input: Input, now_ms: u64) -> Outputs {
        self.player.handle(input, now_ms)
    }

    /// Updates all four clocks, and the other board if it has changed.
    pub fn show(&mut self, other: Option<&Position>, clocks: &Clocks, now_ms: u64) -> Outputs {
        let other = other.map(|other| Box::new(other.clone()));
        let clocks = RelativeSeat::clocks(clocks, self.seat);
        self.tell(Input::Boards(Boards { own: None, other, clocks }), now_ms)
    }

    /// Updates the hands of its `own` board, and the `other` one, at one time: a player that waits for a piece stops
    /// waiting when the other board shows the capture without it.
    pub fn tell_hands(&mut self, own: &Position, other: &Position, now_ms: u64) -> Outputs {
        let hands = ByColor(Color::ALL.map(|color| own.hand(color)));
        self.tell(Input::Hands(hands, Some(Box::new(other.clone()))), now_ms)
    }

    /// Sets its own board to `position` and continues from there.
    pub fn put_right(&mut self, position: &Position, now_ms: u64) -> Outputs {
        let mut out =
            self.tell(Input::Boards(Boards { own: Some(Box::new(position.clone())), ..Boards::default() }), now_ms);
        if self.player.turn().is_none() && position.side_to_move() == self.seat.color {
            out.extend(self.tell(Input::Resume, now_ms));
        }
        out
    }

    /// Whether it has a move and does not make it.
    pub fn sits(&self) -> bool {
        self.player.turn().is_some_and(|turn| turn.sitting().is_some())
    }

    /// The last line of its search.
    pub fn thought(&self) -> SearchInfo {
        self.last.report().map_or_else(SearchInfo::default, |report| SearchInfo {
            depth: Some(report.depth),
            score: Some(told(report.score)),
            nodes: Some(report.nodes),
            line: report.pv.iter().map(|mv| mv.to_text(false)).collect(),
        })
    }

    /// When it is to be woken even without events, in ms.
    pub fn due(&self, now_ms: u64) -> Option<u64> {
        self.player.due(now_ms)
    }

    /// The effects of the last line from its partner, in words.
    pub fn effects(&self, language: Language) -> String {
        let effects = self.player.partnership().effects().iter().map(|effect| effect.in_language(language));
        effects.collect::<Vec<_>>().join("; ")
    }

    /// The language that it speaks.
    pub fn language(&self) -> Language {
        self.player.partnership().language()
    }
}

/// A score of Tandem's search as engines tell theirs.
pub fn told(found: Score) -> EngineScore {
    score::mate_moves(found).map_or(EngineScore::Cp(found), EngineScore::Mate)
}
