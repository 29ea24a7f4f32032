//! The state of the table as its pages get it.

use super::{MOST_CHAT, Table, line, send};
use crate::arena::referee::Ending;
use crate::board::chess960::USUAL;
use crate::game::{Clocks, Seat};
use crate::tools::play::desk::{MatchNames, SeatSummary, Summary};
use crate::tools::play::engines::Failure;
use crate::tools::play::keys::Role;
use crate::tools::play::round::Round;
use crate::tools::play::setup::Occupant;
use crate::tools::play::view;
use crate::tools::play::wire::{DrawView, Reply, SeatView, State};
use crate::types::host::Instant;
use std::sync::Arc;

impl Table {
    /// Sends every page the news for it. A page that does not read is cut off.
    pub(super) fn publish(&mut self, now: Instant) {
        let news = self.engines.take_news();
        if let Some(owner) = self.pages.iter().find(|page| page.role == Role::Owner) {
            news.into_iter().for_each(|Failure { code, text }| send(owner, &Reply::Error { code, text }));
        }
        for (seat, text) in self.round.as_mut().map(Round::take_dropped).unwrap_or_default() {
            let reply = Reply::Error { code: "premove", text };
            self.page_of(seat).into_iter().for_each(|page| send(page, &reply));
        }
        self.links.desk.show(self.summary(now));
        let states: Vec<State> = self.pages.iter().map(|page| self.state(page.role, now)).collect();
        for (page, state) in self.pages.iter_mut().zip(states) {
            // Clocks run on the page too: elapsed time alone is no change.
            let same = |shown: &State| State { clocks: state.clocks, ..shown.clone() } == state;
            if !page.shown.as_ref().is_some_and(same) {
                send(page, &Reply::State(Box::new(state.clone())));
                page.shown = Some(state);
            }
        }
        // A page clears its chat with the first state of a game, so the words follow it.
        for spoken in self.round.as_mut().map(Round::take_spoken).unwrap_or_default() {
            for page in self.pages.iter().filter(|page| self.hears(page.role, &spoken)) {
                send(page, &Reply::Chat(line(&spoken, page.language, self.seat_of(page.role))));
            }
            if self.chat.len() == MOST_CHAT {
                self.chat.remove(0);
            }
            self.chat.push(spoken);
        }
        self.pages.retain(|page| page.out.is_open());
    }

    /// The public state of the table.
    pub(super) fn summary(&self, now: Instant) -> Summary {
        let live = self.round.as_ref().map(Round::live);
        let paused = self.paused.as_ref().map(|paused| &paused.game);
        let taken = self.links.desk.taken();
        let still = paused.map_or_else(|| Clocks::all(u64::from(self.setup.base_s) * 1000), |paused| paused.clocks);
        let clocks = live.map_or(still, |live| live.clock.reading(now));
        let seats = Seat::ALL.map(|seat| {
            let (occupant, link, present) =
                (self.setup.occupant(seat).clone(), self.link_to(seat), self.is_taken(seat));
            let free = self.order.is_none() && occupant == Occupant::Guest && !present && !taken[link.index()];
            let name = self.name_of(seat).filter(|_| !free).map(str::to_owned);
            SeatSummary { occupant, name, level: self.setup.levels[seat.index()], present, free, link }
        });
        let over = live.and_then(|live| live.ending.as_ref());
        let under_way = live.filter(|live| live.ending.is_none()).map(|live| &live.game);
        let under_way = under_way.or(paused.map(|paused| &paused.game)).filter(|_| self.setup.has_people());
        Summary {
            phase: self.phase(),
            number: self.number,
            base_s: self.setup.base_s,
            increment_s: self.setup.increment_s,
            seats: seats.to_vec(),
            clocks: Seat::ALL.map(|seat| clocks[seat]),
            running: Seat::ALL.map(|seat| live.is_some_and(|live| live.clock.turn_began(seat).is_some())),
            plies: live.map(|live| &live.record).or(paused.map(|paused| &paused.record)).map_or(0, |it| it.plies.len()),
            result: over.map(Ending::result),
            reason: over.map(view::reason),
            watchers: self.spectators(),
            names: self.order.as_ref().map(MatchNames::from),
            shown: Some(now),
            unkept: self.unkept.clone(),
            live: under_way.cloned().map(Arc::new),
        }
    }

    fn phase(&self) -> &'static str {
        match &self.round {
            None if self.paused.as_ref().is_some_and(|paused| paused.held) => "held",
            None if self.paused.is_some() => "paused",
            None => "waiting",
            Some(round) if round.is_over() => "over",
            Some(_) => "playing",
        }
    }

    /// The state visible to the page of a role.
    fn state(&self, role: Role, now: Instant) -> State {
        let seat = self.seat_of(role);
        let live = self.round.as_ref().map(Round::live);
        let paused = self.paused.as_ref().map(|paused| &paused.game);
        let shown = live.map(|live| &live.game).or(paused.map(|paused| &paused.game)).cloned();
        // A random start is not known before the game: the usual one is shown.
        let clocks = || Clocks::all(u64::from(self.setup.base_s) * 1000);
        let game = shown.unwrap_or_else(|| self.setup.game(self.rules, clocks(), || USUAL));
        let still = paused.map_or(*game.clocks(), |paused| paused.clocks);
        let record = live.map(|live| &live.record).or(paused.map(|paused| &paused.record));
        let partner = seat.map(Seat::partner).zip(self.round.as_ref());
        let wishes = partner.map(|(partner, round)| round.wishes(partner));
        State {
            phase: self.phase(),
            number: self.number,
            setup: self.setup.clone(),
            seat: seat.map(Seat::letter),
            boards: view::boards(&game, seat.filter(|_| live.is_some_and(|live| live.ending.is_none()))),
            clocks: Seat::ALL.map(|seat| live.map_or(still[seat], |live| live.clock.reading(now)[seat])),
            running: Seat::ALL.map(|seat| live.is_some_and(|live| live.clock.turn_began(seat).is_some())),
            seats: Seat::ALL.map(|seat| SeatView {
                occupant: self.setup.occupant(seat).clone(),
                name: self.name_of(seat).map(str::to_owned),
                present: self.is_taken(seat),
                trouble: self.engines.failure(seat).map(|failure| failure.code),
                sits: self.round.as_ref().is_some_and(|round| round.sits(seat)),
                thought: self.round.as_ref().and_then(|round| round.thought(seat)).cloned(),
            }),
            moves: record.map_or_else(Vec::new, |record| {
                record.plies.iter().map(|ply| (ply.seat.letter(), ply.san.clone())).collect()
            }),
            premove: seat.zip(self.round.as_ref()).and_then(|(seat, round)| round.premove(seat)).map(str::to_owned),
            needs: wishes.map_or_else(Vec::new, |wishes| wishes.needs()),
            bans: wishes.map_or_else(Vec::new, |wishes| wishes.bans()),
            over: self.round.as_ref().and_then(|round| view::over(round, role != Role::Spectator)),
            names: self.order.as_ref().map(MatchNames::from),
            draw: self.round.as_ref().map_or_else(DrawView::default, DrawView::of),
            may_abort: self.order.is_none()
                && seat.zip(self.round.as_ref()).is_some_and(|(seat, round)| round.may_abort(seat)),
            may_pause: role == Role::Owner && self.may_pause(),
            unkept: self.unkept.clone().filter(|_| role == Role::Owner),
        }
    }
}
