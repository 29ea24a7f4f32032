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
        if let Some(order) = &order {
            self.round = None;
            self.kept = Mark::default();
            self.chat.clear();
            self.seating = Seat::ALL;
            // The people of the game before leave the table.
            for link in Seat::ALL {
                if let Err(error) = self.links.desk.free(link) {
                    tracing::warn!(target: "tandem::play", "a seat stays taken: {error}");
                }
            }
            // The tournament has checked it.
            self.rules = order.setup.check(self.engines.offers()).unwrap_or_else(|_| Rules::default());
            self.setup = order.setup.clone();
            self.engines.invite(&self.setup, self.rules, now);
            self.links.desk.accept(order.id.clone());
        }
        self.order = order;
        self.keep_links(now);
    }
}
