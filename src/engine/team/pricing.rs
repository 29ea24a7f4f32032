//! Scheduling of probes and use of their results: prices for the search, a piece to wait for, a trade to refuse.

use super::message::PartnerMessage;
use super::partner;
use super::partnership::Partnership;
use super::prober::ProbeQuestion;
use super::race::{FourTimes, Timer};
use super::rescue;
use super::worth::Worth;
use crate::board::{PieceSet, Position};
use crate::eval::{NetworkPrices, Prices};
use crate::types::{ByColor, Color, Move, PieceType, Score, tunables::tunables};
use std::sync::Arc;

tunables! {
    /// Whether the network's prices of pieces on the other board are used: 0 or 1.
    network_prices: u32 = 1, 0..=1, 1;
    /// Largest number of nodes of a probe; a round has eleven probes.
    probe_nodes: u64 = 6_000, 500..=50_000, 500;
    /// Smallest number of nodes of a probe: a smaller one finds nothing, and is not worth the other seats' share of the
    /// processor.
    least_probe_nodes: u64 = 300, 100..=5_000, 100;
    /// Time on our clock per node of each probe, in ms: a round costs about a thousandth of the clock at a million
    /// nodes a second.
    probe_node_ms: u64 = 10, 1..=100, 1;
    /// Largest number of nodes of a probe of the other board.
    worth_nodes: u64 = 3_000, 500..=50_000, 500;
    /// Time on our clock per node of each probe of the other board, in ms.
    worth_node_ms: u64 = 5, 1..=100, 1;
    /// Time on our clock, in ms, from which a round of probes on our own turn costs next to nothing.
    plenty_ms: u64 = 30_000, 1_000..=300_000, 1_000;
}

/// Number of plies on the other board for which the result of a probe holds there.
const PROBE_LASTS_PLIES: u32 = 2;

impl Partnership {
    /// Evaluates the partner's board with the network, if it is visible, and what a hang on our board is worth, where
    /// we play `us`. The prices hold until the next call: they change with every move there, and a search has one set
    /// of them from its beginning to its end. Also searches for pieces that mate there, and stores that board.
    pub fn look_at(&mut self, other: Option<Arc<Position>>, us: Color, clocks: FourTimes, timer: Timer) {
        self.other = other.clone().filter(|_| self.hears());
        let seen = other.as_deref().filter(|_| self.hears());
        self.mating.look(seen, clocks[0]);
        self.mating.note();
        self.hang = rescue::outlooks(seen, us, clocks, timer);
        self.saving = rescue::saving(seen);
        let network = self.probes.network().filter(|_| self.hears() && network_prices() != 0);
        let seen = network.zip(other);
        self.network_prices = seen.map(|(network, other)| Arc::new(NetworkPrices::new(network, other)));
    }

    /// Whether we, who play `us`, may be saved by a change of the other board since [`Self::look_at`], where a hang was
    /// as good as a mate, or a piece given to the diagonal mated our partner.
    pub fn may_be_saved(&self, us: Color, clocks: FourTimes, timer: Timer) -> bool {
        let other = self.other.as_deref().filter(|_| self.hears());
        rescue::outlooks(other, us, clocks, timer)[us].is_better_than(self.hang[us]) || self.mating.is_eased(us)
    }

    /// The prices of a search on our board, in numbered steps, of which 1 to 5 are those of `price`; `us` is our color.
    /// Below full strength, differences from the usual prices count by `heed_percent` only.
    pub fn prices(&mut self, us: Color, heed_percent: Option<Score>) -> Prices {
        let usual = Prices::bughouse_default();
        let mut prices = Prices {
            // Below full strength the other board counts only through prices weighted by `heed_percent`.
            mating: if heed_percent.is_none() { self.mating.kinds() } else { usual.mating },
            hang: if heed_percent.is_none() { self.hang } else { usual.hang },
            looming: if heed_percent.is_none() { self.looming() } else { usual.looming },
            network: self.network_prices.clone().filter(|_| heed_percent.is_none()),
            ..usual.clone()
        };
        for (color, kind) in Color::ALL.into_iter().flat_map(|color| PieceType::HELD.map(|kind| (color, kind))) {
            let usual = usual.transfer[color][kind.index()];
            let exact = if self.hears() { self.price(us, color, kind, usual) } else { usual };
            // 6. The weight below full strength.
            let heeded = heed_percent.map_or(exact, |percent| usual + (exact - usual) * percent / 100);
            // 7. Steps, so that small changes do not disturb a search.
            prices.transfer[color][kind.index()] = self.price_steps.price(color, kind, heeded);
        }
        // 8. A piece that mates there is worth more than whatever is given for it.
        for color in Color::ALL {
            let given = prices.transfer[!color].into_iter().max().unwrap_or(0);
            for kind in PieceType::HELD.into_iter().filter(|&kind| prices.mating[color].has(kind)) {
                let price = &mut prices.transfer[color][kind.index()];
                *price = (*price).max(given + partner::mate_cp());
            }
        }
        prices
    }

    /// The kinds that a capture on the other board, made at once, brings to each color of our board.
    fn looming(&self) -> ByColor<PieceSet> {
        let mut kinds = ByColor::default();
        if let Some(other) = self.other.as_deref().filter(|_| self.hears()) {
            kinds[!other.side_to_move()] = other.transfer_kinds().collect();
        }
        kinds
    }

    /// The price of a piece of `color` from all sources, steps 1 to 5 of [`Self::prices`].
    fn price(&self, us: Color, color: Color, kind: PieceType, usual: Score) -> Score {
        // 1. The network's evaluation of the other board.
        let learned = usual + self.network_prices.as_ref().map_or(0, |network| network.change(color, kind));
        // 2. Probes of that board. A piece of theirs that we capture goes to the partner, one of ours that they capture
        // to its opponent.
        let probed = self.worth.as_ref().map_or(learned, |worth| (learned + worth.change(color == us, kind)).max(0));
        // 3. The partner's words. If a wish, the network and a probe agree, they raise the price once, not three times.
        let word = self.partner.price_change(color == us, kind, self.now_ms);
        let wished = if word > 0 { probed.max(usual + word) } else { probed + word };
        // 4. A piece that mates there at once.
        let mates = self.mating.kinds()[color].has(kind);
        let mating = if mates { wished.max(learned + partner::mate_cp()) } else { wished };
        // 5. A piece that saves a player who hangs there.
        if self.saving[color].has(kind) { mating.max(learned + rescue::saving_cp()) } else { mating }
    }

    /// Kinds of our pieces that mate the partner if its opponent gets one: by proof, by a probe, or by the partner's
    /// word.
    fn kinds_that_mate_partner(&self, us: Color) -> PieceSet {
        let proven = self.mating.kinds()[us];
        let probed = self.worth.as_ref().map_or(PieceSet::default(), |worth| worth.mates_partner);
        let said = self.partner.kinds_that_mate(self.now_ms);
        PieceType::HELD
            .into_iter()
            .filter(|&kind| [proven, probed, said].into_iter().any(|set| set.has(kind)))
            .collect()
    }

    /// Starts probes of the `new` position on our board. `clock_ms` is the time on our clock, if known.
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
        // An arrival does not begin the turn anew.
        self.opponent_since_ms = their_turn.then_some(self.opponent_since_ms.unwrap_or(self.now_ms));
        self.with_arrival = None;
        self.probes.cancel_here();
        if let Some(kind) = self.soonest_arrival().filter(|_| !their_turn) {
            // Whether to wait for it is decided with our next move, so even a short clock pays for this one search.
            let nodes = clock_ms.map_or(worth_nodes(), |clock| clock / worth_node_ms()).clamp(1, worth_nodes());
            let question = self.question(new, us, nodes);
            self.probes.ask_with_arrival(question, kind);
        } else if let Some(nodes) = self.nodes(clock_ms, probe_node_ms(), probe_nodes()).filter(|_| self.speaks()) {
            let question = self.question(new, us, nodes);
            self.probes.ask_wishes(question);
        }
        self.price_pieces(us, clock_ms);
    }

    /// Updates probes and prices after a change on the partner's board; `us` is our color here.
    pub fn other_board_changed(&mut self, us: Color, clock_ms: Option<u64>) {
        self.with_arrival = None;
        self.unprobed += 1;
        match &mut self.worth {
            // Both sides have moved: with a clock too short for probes the result would never be replaced.
            Some(_) if self.unprobed > PROBE_LASTS_PLIES => self.worth = None,
            Some(worth) => worth.moved_on(),
            None => {}
        }
        let other = self.other.clone().filter(|_| self.hears());
        match other.as_deref().map(|other| other.side_to_move() == us) {
            Some(true) => self.partner.partner_moved(),
            Some(false) => self.partner.diagonal_moved(),
            None => {}
        }
        self.mating.look(other.as_deref(), clock_ms);
        self.saving = rescue::saving(other.as_deref());
        self.price_pieces(us, clock_ms);
    }

    /// Requests a probe of the other board, if it is visible and has changed.
    fn price_pieces(&mut self, us: Color, clock_ms: Option<u64>) {
        let Some(other) = self.other.clone().filter(|other| self.asked_worth_of != Some(other.key())) else {
            return;
        };
        let Some(nodes) = self.nodes(clock_ms, worth_node_ms(), worth_nodes()).filter(|_| self.hears()) else { return };
        self.asked_worth_of = Some(other.key());
        self.unprobed = 0;
        // The partner is assumed to play for our standing wishes.
        let mut prices = Prices::bughouse_default();
        for wish in self.speaker.standing() {
            match wish {
                PartnerMessage::Need { piece, urgency } => {
                    prices.transfer[us][piece.index()] += partner::wish_cp(piece, urgency)
                }
                PartnerMessage::Avoid { piece, urgency } => {
                    prices.transfer[!us][piece.index()] += partner::wish_cp(piece, urgency)
                }
                _ => {}
            }
        }
        let question = ProbeQuestion { prices, ..self.question(&other, !us, nodes) };
        self.probes.ask_worth(question);
    }

    /// Number of nodes for a probe now: one for each `node_ms` of our clock, `most` at most. `None` if the probe would
    /// cost more than it gains: on our own time unless there is plenty, with a short clock, and where time is counted
    /// in nodes.
    fn nodes(&self, clock_ms: Option<u64>, node_ms: u64, most: u64) -> Option<u64> {
        let free = self.opponent_since_ms.is_some() || clock_ms.is_some_and(|clock| clock >= plenty_ms());
        let nodes = clock_ms.map_or(most, |clock| clock / node_ms).min(most);
        (free && nodes >= least_probe_nodes() && self.manners.nodes_per_ms.is_none()).then_some(nodes)
    }

    /// The piece that the partner is expected to win soonest, if any.
    pub(super) fn soonest_arrival(&self) -> Option<PieceType> {
        let arrivals = &self.worth.as_ref().filter(|_| self.manners.nodes_per_ms.is_none())?.arrivals;
        arrivals.first().map(|arrival| arrival.kind)
    }

    /// Stores the worth of pieces on the other board, which may have changed while it was probed.
    pub fn learn(&mut self, mut worth: Worth) {
        let other = self.other.as_ref().map(|other| other.key());
        if self.asked_worth_of.is_some() && self.asked_worth_of != other {
            worth.moved_on();
        }
        self.news |= self.worth.as_ref() != Some(&worth);
        self.worth = Some(worth);
    }

    /// Whether there are new results for a running search since the last call.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// Whether after `mv` of ours the opponent can take a piece that mates the partner.
    pub fn feeds(&self, position: &Position, mv: Move, us: Color) -> bool {
        self.hears() && position.is_legal(mv) && position.lets_take(mv, self.kinds_that_mate_partner(us))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::network::embedded;
    use crate::team::hearing::Heard;
    use crate::team::message::Urgency;
    use crate::team::probe_thread::{Probes, Results};
    use crate::team::state::PartnerState;
    use crate::team::worth::Arrival;
    use std::sync::Arc;

    const QUEEN: usize = PieceType::Queen.index();

    /// A probe result for the other board, by which the opponent there mates the partner with any piece.
    fn found() -> Worth {
        let cost = Prices::static_table().map(|price| price + 1_500);
        let mates_partner = PieceSet::from_iter(PieceType::HELD);
        Worth { gain: Prices::static_table(), cost, mates_partner, ..Worth::default() }
    }

    fn sees_the_start() -> Partnership {
        let mut partnership = Partnership::new(Probes::scripted(Results::default()));
        partnership.see(Some(Arc::new(Position::start(BoardRules::default()))));
        partnership
    }

    /// The price of a queen given by white.
    fn queens_price(partnership: &mut Partnership) -> Score {
        partnership.prices(Color::White, None).transfer[Color::White][QUEEN]
    }

    #[test]
    fn bug_the_prices_of_a_probe_held_for_the_rest_of_the_game_where_the_clock_was_too_short_for_another() {
        let mut partnership = sees_the_start();
        let usual = queens_price(&mut partnership);
        partnership.learn(found());
        for _ in 0..PROBE_LASTS_PLIES {
            partnership.other_board_changed(Color::White, Some(100));
            assert!(queens_price(&mut partnership) > usual + 1_000);
        }
        partnership.other_board_changed(Color::White, Some(100));
        assert_eq!(queens_price(&mut partnership), usual);
    }

    #[test]
    fn bug_a_probe_that_ended_after_a_move_on_the_other_board_told_of_arrivals_before_it() {
        let mut partnership = sees_the_start();
        let (us, clock) = (Color::Black, Some(20_000));
        let start = Position::start(BoardRules::default());
        let mut moved = start.clone();
        moved.make_move(start.find_move("e2e4").expect("a legal move"));
        partnership.board_changed(&start, us, clock);
        // On our own turn there is no time for another probe.
        partnership.board_changed(&moved, us, clock);
        let arrivals = vec![Arrival { kind: PieceType::Knight, plies: 1 }];
        partnership.learn(Worth { arrivals: arrivals.clone(), ..found() });
        assert_eq!(partnership.soonest_arrival(), Some(PieceType::Knight));
        partnership.see(Some(Arc::new(moved)));
        partnership.other_board_changed(us, clock);
        partnership.learn(Worth { arrivals, ..found() });
        assert_eq!(partnership.soonest_arrival(), None);
    }

    #[test]
    fn bug_the_diagonal_counted_as_waiting_after_it_had_moved() {
        let start = Position::start(BoardRules::default());
        let waits = || {
            let mut partnership = sees_the_start();
            partnership.hear(&Heard::new("", [PartnerMessage::Waiting]), &start, Color::White);
            partnership
        };
        let mut seen = waits();
        seen.other_board_changed(Color::White, Some(100));
        assert_eq!(seen.partners_state(), Some(PartnerState::Waiting), "white is still on turn there");
        let mut moved = start.clone();
        moved.make_move(start.find_move("e2e4").expect("a legal move"));
        seen.see(Some(Arc::new(moved)));
        seen.other_board_changed(Color::White, Some(100));
        assert_eq!(seen.partners_state(), None);
        // Without a view of that board, clocks tell.
        let mut told = waits();
        let clocks = PartnerMessage::Clocks { own_cs: Some(6_000), opponent_cs: None };
        told.hear(&Heard::new("", [clocks]), &start, Color::White);
        assert_eq!(told.partners_state(), None);
    }

    #[test]
    fn bug_the_partner_counted_as_sitting_after_it_had_moved() {
        let start = Position::start(BoardRules::default());
        let mut moved = start.clone();
        moved.make_move(start.find_move("e2e4").expect("a legal move"));
        let mut partnership = sees_the_start();
        partnership.hear(&Heard::new("", [PartnerMessage::Sitting]), &start, Color::White);
        for (other, state) in [(moved, Some(PartnerState::Sitting)), (start, None)] {
            partnership.see(Some(Arc::new(other)));
            partnership.other_board_changed(Color::White, Some(100));
            assert_eq!(partnership.partners_state(), state);
        }
    }

    #[test]
    fn bug_an_opponent_that_waits_seemed_to_have_its_turn_since_the_last_arrival() {
        let mut partnership = sees_the_start();
        let (us, clock) = (Color::Black, 12_000);
        let mut board = Position::start(BoardRules::default());
        partnership.board_changed(&board, us, Some(clock));
        partnership.tick(6_000);
        board.receive(us, PieceType::Knight);
        partnership.board_changed(&board, us, Some(clock));
        assert_eq!(partnership.watch_opponent(clock), Some(PartnerMessage::Waiting));
        for mv in ["e2e4", "e7e5"] {
            board.make_move(board.find_move(mv).expect("a legal move"));
            partnership.board_changed(&board, us, Some(clock));
        }
        assert_eq!(partnership.watch_opponent(clock), None, "its next turn");
    }

    #[test]
    fn a_wish_and_a_probe_that_agree_raise_a_price_once() {
        let mut partnership = sees_the_start();
        partnership.learn(found());
        let probed = queens_price(&mut partnership);
        let ban = PartnerMessage::Avoid { piece: PieceType::Queen, urgency: Urgency::High };
        let position = fen::parse("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", BoardRules::default()).expect("a position");
        partnership.hear(&Heard::new("", [ban]), &position, Color::White);
        assert_eq!(queens_price(&mut partnership), probed);
    }

    /// A partnership whose other board is this one.
    fn looks_at(bfen: &str, us: Color) -> Partnership {
        let other = Arc::new(fen::parse(bfen, BoardRules::default()).expect("a position"));
        let mut partnership = sees_the_start();
        partnership.see(Some(Arc::clone(&other)));
        partnership.look_at(Some(other), us, [Some(60_000); 4], Timer::default());
        partnership
    }

    #[test]
    fn r08_a_piece_that_saves_a_hanging_partner_is_worth_more() {
        let prices = |bfen| looks_at(bfen, Color::Black).prices(Color::Black, None).transfer[Color::White];
        // White, the partner, hangs on its first rank; with a flight square it does not.
        let hangs = prices("6k1/8/8/8/8/8/5PPP/3r2K1[] w - - 0 1");
        let plays = prices("6k1/8/8/8/8/8/5P1P/3r2K1[] w - - 0 1");
        let [pawn, knight] = [PieceType::Pawn, PieceType::Knight].map(PieceType::index);
        assert!(hangs[knight] >= plays[knight] + rescue::saving_cp() / 2, "{} {}", hangs[knight], plays[knight]);
        assert!((hangs[pawn] - plays[pawn]).abs() < rescue::saving_cp() / 2, "a pawn does not block there");
    }

    #[test]
    fn pieces_that_can_be_taken_at_once_loom_for_the_partner_of_the_side_on_turn() {
        let looming = |bfen, heed| looks_at(bfen, Color::White).prices(Color::White, heed).looming;
        let (none, knight) = (PieceSet::default(), PieceSet::from_iter([PieceType::Knight]));
        let taking = "4k3/8/8/8/8/8/3r4/3NK3[] b - - 0 1";
        assert_eq!(looming(taking, None), ByColor([knight, none]));
        assert_eq!(looming("4k3/3n4/8/8/8/8/8/3RK3[] w - - 0 1", None), ByColor([none, knight]));
        assert_eq!(looming("4k3/8/8/8/8/3r4/8/3NK3[] w - - 0 1", None), ByColor::default(), "nothing to take");
        assert_eq!(looming(taking, Some(50)), ByColor::default(), "below full strength");
    }

    #[test]
    fn t5_a_piece_that_mates_the_diagonal_is_worth_more_than_any_given_for_it() {
        let mut partnership = looks_at("6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 1", Color::White);
        // By a probe our queen rescues the diagonal.
        let mut cost = Prices::static_table();
        cost[QUEEN] += 2_000;
        partnership.learn(Worth { gain: Prices::static_table(), cost, ..Worth::default() });
        let prices = partnership.prices(Color::White, None).transfer;
        let knight = prices[Color::Black][PieceType::Knight.index()];
        assert!(knight >= prices[Color::White][QUEEN] + 1_000, "{knight} {}", prices[Color::White][QUEEN]);
    }

    #[test]
    fn prices_of_several_pieces_reach_the_search_at_full_strength_only() {
        let mut partnership = sees_the_start();
        let start = Arc::new(Position::start(BoardRules::default()));
        let network = Arc::new(NetworkPrices::new(embedded().expect("a network"), start));
        partnership.network_prices = Some(Arc::clone(&network));
        let searched = partnership.prices(Color::White, None).network;
        assert!(searched.is_some_and(|searched| Arc::ptr_eq(&searched, &network)));
        assert!(partnership.prices(Color::White, Some(80)).network.is_none());
    }

    #[test]
    fn a_kind_that_mates_the_partner_is_one_by_a_probe_or_by_its_word() {
        let us = Color::White;
        // The queen can be taken.
        let position = fen::parse("6k1/8/3p4/8/8/8/4Q3/4K3[] w - - 0 1", BoardRules::default()).expect("a position");
        let into_the_pawn = position.find_move("e2e5").expect("a legal move");
        let mut partnership = sees_the_start();
        assert!(!partnership.feeds(&position, into_the_pawn, us));
        partnership.learn(found());
        assert!(partnership.feeds(&position, into_the_pawn, us));
        let mut partnership = sees_the_start();
        let ban = |urgency| [PartnerMessage::Avoid { piece: PieceType::Queen, urgency }];
        // Free text, since an engine's word on a board that we see ourselves is no proof.
        partnership.partner.listen(false);
        partnership.partner.hear(&ban(Urgency::High)[0], 0);
        assert!(!partnership.feeds(&position, into_the_pawn, us));
        partnership.partner.hear(&ban(Urgency::Mates)[0], 0);
        assert!(partnership.feeds(&position, into_the_pawn, us));
    }
}
