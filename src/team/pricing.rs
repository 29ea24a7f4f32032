//! When boards are probed, and what becomes of what was found: prices for the search, a piece to wait for, a trade to refuse.

use super::message::PartnerMessage;
use super::needs::Question;
use super::partner;
use super::teammate::Teammate;
use super::worth::Worth;
use crate::board::Position;
use crate::eval::{Handover, TeamView};
use crate::types::{Color, Move, PieceType, tunables::tunables};
use std::sync::Arc;

tunables! {
    /// Whether the network's prices of pieces on the other board are used: 0 or 1.
    network_prices: u32 = 1, 0..=1, 1;
    /// Nodes of one probe at most; a round has eleven.
    probe_nodes: u64 = 6_000, 500..=50_000, 500;
    /// With less than this a probe sees nothing, and is not worth the other seats' share of the processor.
    least_probe_nodes: u64 = 300, 100..=5_000, 100;
    /// A node of each probe for so many ms on our clock: a round costs about a two-thousandth of it, by the speed that
    /// `tandem bench` tells (2.4 million nodes a second).
    probe_node_ms: u64 = 10, 1..=100, 1;
    /// Nodes of one probe of the other board at most.
    worth_nodes: u64 = 3_000, 500..=50_000, 500;
    /// A node of each probe of the other board for so many ms on our clock.
    worth_node_ms: u64 = 5, 1..=100, 1;
    /// With so much on the clock, in ms, a round of probes costs our own move next to nothing.
    plenty_ms: u64 = 30_000, 1_000..=300_000, 1_000;
}

/// What a probe found of the other board holds for so many plies there.
const LASTING: u32 = 2;

impl Teammate {
    /// The network looks at the partner's board, if it is seen. Its prices hold until the next look: they change with every move there,
    /// and a search has one set of them from its beginning to its end. What mates there is looked for, too; `clock_ms` is what our clock
    /// shows.
    pub fn look_at(&mut self, other: Option<Arc<Position>>, clock_ms: Option<u64>) {
        self.mating.look(other.as_deref().filter(|_| self.hears()), clock_ms);
        let network = self.probes.network().filter(|_| self.hears() && network_prices() != 0);
        let seen = network.zip(other);
        self.learned = seen.map(|(network, other)| Arc::new(Handover::new(network, other)));
    }

    /// The usual prices, or those that the network has found.
    fn unspoken(&self, usual: &TeamView) -> TeamView {
        let learned = self.learned.clone();
        learned.map_or_else(|| usual.clone(), |handover| usual.clone().priced_by(handover))
    }

    /// What the partner's words, the network and the probes of its board make of what is usually assumed of it; `us` is our color.
    pub fn view(&self, usual: &TeamView, us: Color) -> TeamView {
        if !self.hears() {
            return usual.clone();
        }
        let spoken = self.partner.view(usual, us, self.now_ms);
        let learned = &self.unspoken(usual);
        let probed = self.worth.as_ref().map_or(learned.clone(), |worth| worth.onto(learned.clone(), us));
        let mut view = TeamView { mating: self.mating.kinds(), ..probed };
        for color in Color::ALL {
            for (price, (&usual, &spoken)) in
                view.flow[color].iter_mut().zip(usual.flow[color].iter().zip(&spoken.flow[color]))
            {
                // A wish, the network and a probe that say the same are one reason to pay more, not three.
                *price = if spoken > usual { (*price).max(spoken) } else { *price + spoken - usual };
            }
            for kind in PieceType::HELD.into_iter().filter(|&kind| view.mating[color].has(kind)) {
                let price = &mut view.flow[color][kind.index()];
                *price = (*price).max(learned.flow[color][kind.index()] + partner::mate_cp());
            }
        }
        view
    }

    /// Our board is this one now: there is a new position to probe. `clock_ms` is what our clock shows, if it is known.
    pub fn board_changed(&mut self, new: &Position, us: Color, clock_ms: Option<u64>) {
        if !self.hears() {
            return;
        }
        clock_ms.into_iter().for_each(|clock| self.partner.see_clock(clock));
        let their_turn = new.side_to_move() != us;
        let foreseen = their_turn.then(|| new.key());
        if foreseen.is_some() && self.foreseen == foreseen {
            return;
        }
        self.foreseen = foreseen;
        self.opponent_since_ms = their_turn.then_some(self.now_ms);
        self.awaited = None;
        self.probes.cancel_here();
        if let Some(kind) = self.soonest_arrival().filter(|_| !their_turn) {
            // Whether to wait for it is decided with our next move, so even a short clock pays for this one search.
            let nodes = clock_ms.map_or(worth_nodes(), |clock| clock / worth_node_ms()).clamp(1, worth_nodes());
            let question = self.question(new, us, nodes);
            self.probes.ask_awaited(question, kind);
        } else if let Some(nodes) = self.nodes(clock_ms, probe_node_ms(), probe_nodes()).filter(|_| self.speaks()) {
            let question = self.question(new, us, nodes);
            self.probes.ask_wishes(question);
        }
        self.price_pieces(us, clock_ms);
    }

    /// Another board than before is seen at the partner's; `us` is our color here.
    pub fn other_board_changed(&mut self, us: Color, clock_ms: Option<u64>) {
        self.awaited = None;
        self.unprobed += 1;
        match &mut self.worth {
            // Both have moved: with a clock too short for probes nothing else would ever end it.
            Some(_) if self.unprobed > LASTING => self.worth = None,
            Some(worth) => worth.moved_on(),
            None => {}
        }
        self.mating.look(self.seen.other.clone().as_deref().filter(|_| self.hears()), clock_ms);
        self.price_pieces(us, clock_ms);
    }

    /// Has the other board probed, if it is seen and has changed.
    fn price_pieces(&mut self, us: Color, clock_ms: Option<u64>) {
        let Some(other) = self.seen.other.clone().filter(|other| self.asked_worth_of != Some(other.key())) else {
            return;
        };
        let Some(nodes) = self.nodes(clock_ms, worth_node_ms(), worth_nodes()).filter(|_| self.hears()) else { return };
        self.asked_worth_of = Some(other.key());
        self.unprobed = 0;
        // What we say that we need is what the partner looks for.
        let mut view = TeamView::bughouse_default();
        for wish in self.speaker.standing() {
            match wish {
                PartnerMessage::Need { piece, urgency } => {
                    view.flow[us][piece.index()] += partner::wish_cp(piece, urgency)
                }
                PartnerMessage::Avoid { piece, urgency } => {
                    view.flow[!us][piece.index()] += partner::wish_cp(piece, urgency)
                }
                _ => {}
            }
        }
        let question = Question { view, ..self.question(&other, !us, nodes) };
        self.probes.ask_worth(question);
    }

    /// Nodes for a probe now: one for each `node_ms` of our clock, `most` at most. Nothing where it would cost us more than it tells: on our
    /// own time, unless there is plenty, with a short clock, and where time is counted in nodes.
    fn nodes(&self, clock_ms: Option<u64>, node_ms: u64, most: u64) -> Option<u64> {
        let free = self.opponent_since_ms.is_some() || clock_ms.is_some_and(|clock| clock >= plenty_ms());
        let nodes = clock_ms.map_or(most, |clock| clock / node_ms).min(most);
        (free && nodes >= least_probe_nodes() && self.manners.nodes_per_ms.is_none()).then_some(nodes)
    }

    /// What the partner is expected to win soonest.
    fn soonest_arrival(&self) -> Option<PieceType> {
        let arrivals = &self.worth.as_ref().filter(|_| self.manners.nodes_per_ms.is_none())?.arrivals;
        arrivals.first().map(|arrival| arrival.kind)
    }

    /// Pieces are worth this on the other board.
    pub fn learn(&mut self, worth: Worth) {
        self.news |= self.worth.as_ref() != Some(&worth);
        self.worth = Some(worth);
    }

    /// Whether something was found since the last time that a search should know.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// Whether after `mv` of ours the opponent can take a piece that mates the partner.
    pub fn feeds(&self, position: &Position, mv: Move, us: Color) -> bool {
        let usual = TeamView::bughouse_default();
        let view = self.view(&usual, us);
        let learned = self.unspoken(&usual);
        let deadly = |kind: PieceType| {
            let [price, usual, learned] = [&view, &usual, &learned].map(|view| view.flow[us][kind.index()]);
            // Words add to the usual price, a look to the learned one.
            price - usual.min(learned) >= partner::mate_cp()
        };
        let deadly = PieceType::HELD.into_iter().filter(|&kind| deadly(kind)).collect();
        position.is_legal(mv) && position.lets_take(mv, deadly)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::team::message::Urgency;
    use crate::team::probes::{Probes, Results};
    use crate::types::Score;
    use std::sync::Arc;

    const QUEEN: usize = PieceType::Queen.index();

    /// A mate that has been found of the other board, where a queen mates the partner.
    fn found() -> Worth {
        let cost = TeamView::static_table().map(|price| price + 1_500);
        Worth { gain: TeamView::static_table(), cost, ..Worth::default() }
    }

    fn sees_the_start() -> Teammate {
        let mut mate = Teammate::new(Probes::scripted(Results::default()));
        let other = Some(Arc::new(Position::start(BoardRules::default())));
        mate.see(TeamView { other, ..TeamView::bughouse_default() });
        mate
    }

    /// What giving a queen costs white.
    fn queens_price(mate: &Teammate) -> Score {
        mate.view(&TeamView::bughouse_default(), Color::White).flow[Color::White][QUEEN]
    }

    #[test]
    fn bug_what_a_probe_found_held_for_the_rest_of_the_game_where_the_clock_was_too_short_for_another() {
        let mut mate = sees_the_start();
        let usual = queens_price(&mate);
        mate.learn(found());
        for _ in 0..LASTING {
            mate.other_board_changed(Color::White, Some(100));
            assert!(queens_price(&mate) > usual + 1_000);
        }
        mate.other_board_changed(Color::White, Some(100));
        assert_eq!(queens_price(&mate), usual);
    }

    #[test]
    fn two_reasons_to_pay_more_are_one() {
        let mut mate = sees_the_start();
        mate.learn(found());
        let probed = queens_price(&mate);
        let ban = PartnerMessage::Avoid { piece: PieceType::Queen, urgency: Urgency::High };
        let position = fen::parse("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", BoardRules::default()).expect("a position");
        mate.hear("", &[ban], &position, Color::White);
        assert_eq!(queens_price(&mate), probed);
    }
}
