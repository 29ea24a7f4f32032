//! The state given by the partner's messages: wishes, requests and states, each with an expiry.
//!
//! Data only: the search gets it as price changes ([`Partner::price_change`]), time management as a [`Pace`], and
//! [`super::sit`] decides whether the seat moves. Times are ms of the caller's clock.

use super::effect::Effect;
use super::message::{Cause, PartnerMessage, Urgency};
use super::state::{Pace, PartnerState};
use crate::board::PieceSet;
use crate::eval::prices::usual_values;
use crate::types::{PieceType, Score, tunables::tunables};

/// The longest sit that can be asked for, in s.
const LONGEST_SIT_S: u32 = 600;

/// The longest "avoid captures", in moves.
const LONGEST_STALL: u32 = 50;

tunables! {
    /// Lifetime of a wish for or against a piece, in percent of the time control: its position is gone then.
    wish_span: u64 = 22, 1..=100, 5;
    /// Lifetime of a word on trades, in percent of the time control.
    trade_span: u64 = 66, 1..=200, 10;
    /// Shortest lifetime of either, in ms.
    least_wish_ms: u64 = 1_000, 0..=60_000, 500;
    /// Lifetime of a request to sit, in percent of the time control, unless the partner gave one.
    sit_span: u64 = 33, 1..=100, 5;
    /// Number of moves of "avoid captures", unless the partner gave one.
    stall_moves: u32 = 3, 1..=50, 1;
    /// Lifetime of "fast", "slow" and the partner's state, in percent of the time control.
    state_span: u64 = 33, 1..=100, 5;
    /// Price of a piece that mates, in cp: more than any material.
    mate_cp: Score = 1_500, 200..=4_000, 100;
    /// Price change by a word on trades, in percent of the piece's value in hand.
    trade_percent: Score = 40, 0..=200, 10;
    /// Price change by a wish of low, medium and high urgency, in percent of the piece's value in hand.
    wish_percent: [Score; 3] = [25, 60, 120], 0..=400, 10;
    /// Weight of an engine's wish if we see its board, in percent: the network and the mate search say more about it.
    seen_percent: Score = 30, 0..=100, 10;
}

/// A value with an expiry, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Until<T> {
    value: T,
    end_ms: u64,
}

/// The value, unless it has expired.
fn valid<T: Copy>(slot: &Option<Until<T>>, now_ms: u64) -> Option<T> {
    slot.filter(|held| now_ms < held.end_ms).map(|held| held.value)
}

/// A request to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SitRequest {
    /// The reason, if given.
    pub cause: Option<Cause>,
}

/// The time control assumed if no clock is known, in ms: the usual one of servers.
const USUAL_CONTROL_MS: u64 = 180_000;

/// A wish for a piece, or against one.
#[derive(Clone, Copy, Debug)]
struct Wish {
    /// Addition to the piece's price, in cp.
    cp: Score,
    /// Whether the piece mates, by the partner's word; false if we see the board ourselves.
    mates: bool,
}

/// The state of the partner as given by its messages.
#[derive(Clone, Debug, Default)]
pub struct Partner {
    /// The largest time on our clock in this game, in ms: lifetimes are percentages of it.
    control_ms: Option<u64>,
    needs: [Option<Until<Wish>>; 5],
    bans: [Option<Until<Wish>>; 5],
    /// Whether the messages are from an engine whose board is visible to us.
    we_see: bool,
    trades: [Option<Until<bool>>; 5],
    /// Number of our next moves for which captures are to be avoided.
    stall: u32,
    sit: Option<Until<SitRequest>>,
    pace: Option<Until<Pace>>,
    state: Option<Until<PartnerState>>,
    /// The partner's clock and its opponent's as last reported, in ms.
    clocks: [Option<u64>; 2],
}

impl Partner {
    /// Forgets what was said: another partner has come. The time control stays.
    pub fn forget_words(&mut self) {
        *self = Self { control_ms: self.control_ms, ..Self::default() };
    }

    /// Takes a reading of our clock, in ms.
    pub fn see_clock(&mut self, clock_ms: u64) {
        self.control_ms = self.control_ms.max(Some(clock_ms));
    }

    /// `percent` of the time control, in ms.
    pub fn span_ms(&self, percent: u64) -> u64 {
        self.control_ms.unwrap_or(USUAL_CONTROL_MS) * percent / 100
    }

    /// The lifetime of a wish, in ms.
    pub(super) fn wish_ms(&self) -> u64 {
        self.span_ms(wish_span()).max(least_wish_ms())
    }

    /// The lifetime of a state, in ms.
    pub(super) fn state_ms(&self) -> u64 {
        self.span_ms(state_span())
    }

    /// Sets whether the next messages are from an engine whose board is visible to us.
    pub fn listen(&mut self, we_see: bool) {
        self.we_see = we_see;
    }

    fn weigh(&self, piece: PieceType, urgency: Urgency) -> Wish {
        let whole = wish_cp(piece, urgency);
        Wish {
            cp: if self.we_see { whole * seen_percent() / 100 } else { whole },
            mates: urgency == Urgency::Mates && !self.we_see,
        }
    }

    /// Applies a message that arrived at `now_ms`, and returns its effect.
    pub fn hear(&mut self, message: &PartnerMessage, now_ms: u64) -> Effect {
        use PartnerMessage as M;
        let until = |span_ms| now_ms + span_ms;
        match *message {
            M::Need { piece, urgency } => {
                let wish = self.weigh(piece, urgency);
                self.needs[piece.index()] = Some(Until { value: wish, end_ms: until(self.wish_ms()) });
                Effect::Raised { piece, cp: wish.cp, lasts_ms: self.wish_ms() }
            }
            M::Take(piece) => self.hear(&M::Need { piece, urgency: Urgency::High }, now_ms),
            M::Avoid { piece, urgency } => {
                let wish = self.weigh(piece, urgency);
                self.bans[piece.index()] = Some(Until { value: wish, end_ms: until(self.wish_ms()) });
                Effect::Banned { piece, cp: wish.cp, lasts_ms: self.wish_ms() }
            }
            M::Enough(piece) => {
                self.needs[piece.index()] = None;
                Effect::Forgotten(piece)
            }
            M::Allow(piece) => {
                self.bans[piece.index()] = None;
                Effect::Forgotten(piece)
            }
            M::Stall(moves) => {
                self.stall = moves.unwrap_or(stall_moves()).clamp(1, LONGEST_STALL);
                Effect::Stall(self.stall)
            }
            M::Trade { good, piece } => {
                if good {
                    self.stall = 0;
                }
                let lasts_ms = self.span_ms(trade_span()).max(least_wish_ms());
                for kind in PieceType::HELD.into_iter().filter(|&kind| piece.is_none_or(|only| only == kind)) {
                    self.trades[kind.index()] = Some(Until { value: good, end_ms: until(lasts_ms) });
                }
                Effect::Trades { good, piece, lasts_ms }
            }
            M::Sit { cause, seconds } => {
                let told = |seconds: u32| u64::from(seconds.clamp(1, LONGEST_SIT_S)) * 1000;
                let most_ms = seconds.map_or(self.span_ms(sit_span()), told);
                self.sit = Some(Until { value: SitRequest { cause }, end_ms: until(most_ms) });
                Effect::Sit { most_ms }
            }
            M::Go(_) => {
                self.sit = None;
                Effect::Move
            }
            M::Fast(_) => self.set_pace(Pace::Fast, now_ms),
            M::Slow => self.set_pace(Pace::Slow, now_ms),
            M::Sitting => self.set_state(PartnerState::Sitting, now_ms),
            M::Waiting => self.set_state(PartnerState::Waiting, now_ms),
            M::Mate => self.set_state(PartnerState::Mating, now_ms),
            // "Dead" has no expiry: it holds until it is taken back. The partner's flag falls if we sit on as it asked.
            M::Dead => {
                self.sit = None;
                self.state = Some(Until { value: PartnerState::Dead, end_ms: u64::MAX });
                Effect::PartnerState(Some(PartnerState::Dead))
            }
            M::Alive => {
                let asked = valid(&self.sit.take(), now_ms).is_some();
                if asked && self.state(now_ms).is_none() {
                    return Effect::Move;
                }
                self.state = None;
                Effect::PartnerState(None)
            }
            M::Clocks { own_cs, opponent_cs } => {
                for (slot, told) in self.clocks.iter_mut().zip([own_cs, opponent_cs]) {
                    *slot = told.map(|cs| u64::from(cs) * 10).or(*slot);
                }
                // Clocks are reported with the partner's moves.
                self.diagonal_moved();
                Effect::Clocks
            }
            M::AskTrade(_) | M::AskNeed | M::Help => Effect::Question,
            M::Hint(_) => Effect::Hint,
            M::Yes | M::No | M::Material(_) | M::Threat(_) | M::Hello | M::Thanks | M::Say(_) => Effect::Nothing,
        }
    }

    fn set_pace(&mut self, pace: Pace, now_ms: u64) -> Effect {
        self.pace = Some(Until { value: pace, end_ms: now_ms + self.state_ms() });
        Effect::Pace { pace, lasts_ms: self.state_ms() }
    }

    fn set_state(&mut self, state: PartnerState, now_ms: u64) -> Effect {
        self.state = Some(Until { value: state, end_ms: now_ms + self.state_ms() });
        Effect::PartnerState(Some(state))
    }

    /// Our diagonal has moved: it waits no more.
    pub fn diagonal_moved(&mut self) {
        self.state = self.state.filter(|state| state.value != PartnerState::Waiting);
    }

    /// The partner has moved: it sits no more.
    pub fn partner_moved(&mut self) {
        self.state = self.state.filter(|state| state.value != PartnerState::Sitting);
    }

    /// We have captured a piece of `kind` for the partner: its need is met.
    pub fn transferred(&mut self, kind: PieceType) {
        self.needs[kind.index()] = None;
    }

    /// We have made a move.
    pub fn moved(&mut self) {
        self.stall = self.stall.saturating_sub(1);
    }

    /// A piece has come into our hand: ends a sit that was to wait for a piece.
    pub fn arrived(&mut self) {
        if self.sit.is_some_and(|sit| sit.value.cause == Some(Cause::Piece)) {
            self.sit = None;
        }
    }

    /// The next expiry of a wish, a word on trades, a sit or a state, in ms, if any.
    pub fn next_end(&self, now_ms: u64) -> Option<u64> {
        let wishes = self.needs.iter().chain(&self.bans).flatten().map(|wish| wish.end_ms);
        let states = self.sit.map(|sit| sit.end_ms).into_iter().chain(self.state.map(|state| state.end_ms));
        let ends = self.trades.iter().flatten().map(|word| word.end_ms).chain(wishes).chain(states);
        ends.filter(|&end| end > now_ms && end < u64::MAX).min()
    }

    /// The request to sit, if any.
    pub fn asks_to_sit(&self, now_ms: u64) -> Option<SitRequest> {
        valid(&self.sit, now_ms)
    }

    /// The state that the partner is in.
    pub fn state(&self, now_ms: u64) -> Option<PartnerState> {
        valid(&self.state, now_ms)
    }

    /// The partner's clock and our diagonal's as last reported by the partner, in ms.
    pub fn clocks(&self) -> [Option<u64>; 2] {
        self.clocks
    }

    /// Price change by the partner's words for a piece of `kind`, in cp: one that we capture, or one of ours that is
    /// `lost`.
    pub fn price_change(&self, lost: bool, kind: PieceType, now_ms: u64) -> Score {
        let index = kind.index();
        let trade = usual_values()[index] * trade_percent() / 100;
        let word = if self.stall > 0 { Some(false) } else { valid(&self.trades[index], now_ms) };
        let by_trades = match word {
            None => 0,
            Some(good) if good != lost => trade,
            Some(_) => -trade / 2,
        };
        let wishes = if lost { &self.bans } else { &self.needs };
        by_trades + valid(&wishes[index], now_ms).map_or(0, |wish| wish.cp)
    }

    /// Kinds that mate the partner, by its own word, if one is lost to the opponent.
    pub fn kinds_that_mate(&self, now_ms: u64) -> PieceSet {
        let mates = |kind: &PieceType| valid(&self.bans[kind.index()], now_ms).is_some_and(|wish| wish.mates);
        PieceType::HELD.into_iter().filter(mates).collect()
    }

    /// The pace requested by the partner.
    pub fn pace(&self, now_ms: u64) -> Option<Pace> {
        valid(&self.pace, now_ms)
    }
}

/// Price change by a wish, in cp, if the partner's board is not visible.
pub fn wish_cp(piece: PieceType, urgency: Urgency) -> Score {
    let percent = match urgency {
        Urgency::Low => wish_percent()[0],
        Urgency::Medium => wish_percent()[1],
        Urgency::High => wish_percent()[2],
        Urgency::Mates => return mate_cp(),
    };
    usual_values()[piece.index()] * percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEED: PartnerMessage = PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::High };

    /// The price changes of all kinds: of pieces that we capture, and of our own.
    fn changes(partner: &Partner, now_ms: u64) -> [[Score; 5]; 2] {
        [false, true].map(|lost| PieceType::HELD.map(|kind| partner.price_change(lost, kind, now_ms)))
    }

    #[test]
    fn a_need_raises_what_their_piece_is_worth_to_us_and_a_ban_what_ours_is() {
        let mut partner = Partner::default();
        partner.hear(&NEED, 0);
        partner.hear(&PartnerMessage::Avoid { piece: PieceType::Queen, urgency: Urgency::Mates }, 0);
        let [gain, cost] = changes(&partner, 1);
        let (knight, queen) = (PieceType::Knight.index(), PieceType::Queen.index());
        assert!(gain[knight] > 0);
        assert_eq!((cost[knight], cost[queen], gain[queen]), (0, mate_cp(), 0));
        assert_eq!(partner.kinds_that_mate(1), PieceSet::from_iter([PieceType::Queen]));
    }

    #[test]
    fn an_engines_wish_weighs_less_where_its_board_is_seen() {
        let raised = |we_see| {
            let mut partner = Partner::default();
            partner.listen(we_see);
            partner.hear(&NEED, 0);
            partner.price_change(false, PieceType::Knight, 1)
        };
        assert_eq!(raised(false), wish_cp(PieceType::Knight, Urgency::High));
        assert!((1..raised(false) / 2).contains(&raised(true)), "{}", raised(true));
    }

    #[test]
    fn wishes_end_by_time_by_event_and_by_word() {
        let changed = |partner: &Partner, now| changes(partner, now) != [[0; 5]; 2];
        let mut partner = Partner::default();
        partner.hear(&NEED, 1_000);
        assert_eq!(partner.next_end(1_000), Some(1_000 + partner.wish_ms()));
        assert!(changed(&partner, partner.wish_ms()) && !changed(&partner, 1_000 + partner.wish_ms()));
        partner.transferred(PieceType::Rook);
        assert!(changed(&partner, 2_000));
        partner.transferred(PieceType::Knight);
        assert!(!changed(&partner, 2_000));
        partner.hear(&NEED, 1_000);
        partner.hear(&PartnerMessage::Enough(PieceType::Knight), 1_100);
        assert!(!changed(&partner, 2_000));
    }

    #[test]
    fn a_sit_ends_by_time_by_go_and_by_the_piece_that_it_waits_for() {
        let sit = |cause, seconds| PartnerMessage::Sit { cause, seconds };
        let mut partner = Partner::default();
        assert_eq!(partner.hear(&sit(None, Some(5)), 0), Effect::Sit { most_ms: 5_000 });
        assert!(partner.asks_to_sit(4_999).is_some() && partner.asks_to_sit(5_000).is_none());
        partner.hear(&sit(None, None), 0);
        partner.arrived();
        assert!(partner.asks_to_sit(1).is_some(), "a piece is not what it waits for");
        assert_eq!(partner.hear(&PartnerMessage::Go(None), 1), Effect::Move);
        assert!(partner.asks_to_sit(1).is_none());
        partner.hear(&sit(Some(Cause::Piece), None), 0);
        partner.arrived();
        assert!(partner.asks_to_sit(1).is_none());
    }

    #[test]
    fn a_stall_avoids_captures_for_the_number_of_moves_and_is_no_sit() {
        let avoids = |partner: &Partner| changes(partner, u64::MAX) != [[0; 5]; 2];
        for (said, moves) in [(Some(2), 2), (None, stall_moves()), (Some(0), 1), (Some(u32::MAX), LONGEST_STALL)] {
            let mut partner = Partner::default();
            assert_eq!(partner.hear(&PartnerMessage::Stall(said), 0), Effect::Stall(moves));
            assert!(partner.asks_to_sit(0).is_none());
            for _ in 0..moves {
                assert!(avoids(&partner));
                partner.moved();
            }
            assert!(!avoids(&partner), "{said:?}");
        }
    }

    #[test]
    fn bug_words_of_another_partner_held_for_a_part_of_the_time_left_and_not_of_the_time_control() {
        let mut partner = Partner::default();
        partner.see_clock(600_000);
        partner.hear(&NEED, 0);
        partner.forget_words();
        partner.see_clock(60_000);
        assert_eq!((partner.next_end(0), partner.span_ms(10)), (None, 60_000));
    }

    #[test]
    fn fast_expires_and_dead_holds_until_it_is_taken_back() {
        let mut partner = Partner::default();
        partner.hear(&PartnerMessage::Fast(None), 0);
        assert_eq!((partner.pace(1), partner.pace(partner.state_ms())), (Some(Pace::Fast), None));
        partner.hear(&PartnerMessage::Dead, 0);
        assert_eq!(partner.state(partner.state_ms()), Some(PartnerState::Dead));
        partner.hear(&PartnerMessage::Alive, 0);
        assert_eq!(partner.state(partner.state_ms()), None);
    }

    #[test]
    fn t7_words_hold_for_a_part_of_the_time_control() {
        let span = |control_ms: Option<u64>| {
            let mut partner = Partner::default();
            control_ms.into_iter().for_each(|clock| partner.see_clock(clock));
            partner.see_clock(control_ms.unwrap_or(USUAL_CONTROL_MS) / 2);
            match partner.hear(&PartnerMessage::Sit { cause: None, seconds: None }, 0) {
                Effect::Sit { most_ms } => most_ms,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!([span(Some(3_000)), span(Some(600_000))], [990, 198_000]);
        assert!(span(None) < span(Some(600_000)));
    }
}
