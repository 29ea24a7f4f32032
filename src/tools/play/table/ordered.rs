//! Games of a tournament at a table: set up when they are ordered, begun when everybody is there, and reported.

use super::keep::Mark;
use super::{Round, Table};
use crate::game::bpgn;
use crate::game::{Rules, Seat};
use crate::tools::play::order::{Finished, Order};
use crate::types::host::Instant;

impl Table {
    /// Takes a new order, begins its game when everybody is there, and reports its end.
    pub(super) fn follow_order(&mut self, now: Instant) {
        if let Some(order) = self.links.desk.new_order(self.order.as_ref().map(|order| &*order.id)) {
            self.set_order(order, now);
        }
        let Some(order) = &self.order else { return };
        if self.done.as_ref().is_some_and(|done| done.id == order.id) {
            return;
        }
        match self.round.as_ref().map(Round::live) {
            Some(live) if live.ending.is_some() => {
                let (id, record) = (order.id.clone(), &live.record);
                let done = Finished { id, result: record.result.text().to_owned(), bpgn: bpgn::write(record) };
                self.links.desk.finish(done.clone());
                self.done = Some(done);
                self.keep_links(now);
            }
            None if self.paused.is_none() && !self.lacks_people() => {
                self.starting = true;
                self.start_if_ready(now);
            }
            _ => {}
        }
    }

    /// Sets the table up for an order; a game under way is broken off. Without an order the table stays as it is.
    fn set_order(&mut self, order: Option<Order>, now: Instant) {
        self.resume(now);
        if let Some(round) = &mut self.round {
            round.abort(None, now);
        }
        self.settle(now);
        self.keep(now);
        self.starting = false;
        self.order = order;
        if let Some(order) = &self.order {
            self.round = None;
            self.kept = Mark::default();
            self.chat.clear();
            self.seating = Seat::ALL;
            // The tournament has checked it.
            self.rules = order.setup.check(self.engines.offers()).unwrap_or_else(|_| Rules::default());
            self.setup = order.setup.clone();
            self.engines.invite(&self.setup, self.rules, now);
            // The lobby gives out links by the seats that are shown: none of the old seats is to be had from here on.
            self.links.desk.show(self.summary(now));
            // The people of the game before leave the table.
            for link in Seat::ALL {
                if let Err(error) = self.links.desk.free(link) {
                    tracing::warn!(target: "tandem::play", "a seat stays taken: {error}");
                }
            }
            self.links.desk.accept(order.id.clone());
        }
        self.keep_links(now);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Parts;
    use super::*;
    use crate::team::partnership::wake_by;
    use crate::tools::play::desk::Desk;
    use crate::tools::play::engines::{Engines, Exchange};
    use crate::tools::play::keys::{Keys, Links, Role};
    use crate::tools::play::setup::Setup;
    use std::sync::Arc;

    #[test]
    fn bug_the_lobby_gave_out_links_by_the_old_seats_when_an_order_was_accepted() {
        let desk = Arc::new(Desk::new(Keys::random().expect("random numbers"), [false; 4]));
        let mut table = Table::new(Parts {
            links: Links { desk: Arc::clone(&desk), address: None, network: false },
            place: 1,
            club: true,
            wake: wake_by(|| ()),
            slices: None,
            levels: None,
            hash_mb: 1,
            engines: Engines::new(Vec::new(), Exchange::closed()),
            shelf: Err(String::new()),
        });
        let now = Instant::now();
        // As after a rematch.
        table.seating = Seat::ALL.map(Seat::opponent);
        table.publish(now);
        let (id, setup) = ("1".to_owned(), Setup::of_people());
        desk.set_order(Some(Order { id, setup, names: Default::default(), teams: Default::default(), round: 1 }));
        table.follow_order(now);
        let keys = desk.keys();
        for seat in Seat::ALL {
            assert_eq!(desk.ordered_seat(seat).as_deref(), Some(keys.secret(Role::Guest(seat))), "{}", seat.letter());
            assert_eq!(desk.take(seat), None, "{} is for a player", seat.letter());
        }
    }
}
