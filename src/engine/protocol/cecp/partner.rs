//! Messages between partners: received by `ptell`, sent by `tellics ptell`.

use super::link::{GREETING, Incoming, Link};
use super::session::Session;
use super::tell;
use crate::player::{Input, RelativeSeat};
use crate::protocol::options::Variant;
use crate::team::message::PartnerMessage;

impl Session {
    /// Whether there is a partner to play with and to talk to.
    fn has_partner(&self) -> bool {
        self.engine.settings.variant == Variant::Bughouse && self.link.is_up()
    }

    /// Handles a message of the partner.
    pub(super) fn partner_said(&mut self, text: &str) {
        let text = tell::decode(text);
        tracing::info!(target: "tandem::partner", "heard {text:?}");
        let heard = self.link.hear(&text);
        self.tell_player();
        match heard {
            Incoming::Manner(remark) => return self.engine.out.remark(format_args!("partner: {remark}")),
            Incoming::Words(heard) => self.pass(Input::Heard(heard)),
        }
        if !self.link.is_engine() {
            // A person expects an answer at once.
            self.tell_held();
        }
    }

    /// Sends the held messages to the partner: to people one by one, to engines in as few lines as they can read.
    pub(super) fn tell_held(&mut self) {
        if !self.link.is_up() {
            return self.held.clear();
        }
        let said = self.held.take();
        let said = if self.link.is_engine() { vec![said.concat()] } else { said };
        for words in said {
            for line in self.link.lines(&words, self.player.partnership().language()) {
                self.engine.out.line(&format!("tellics ptell {line}"));
            }
        }
    }

    /// Handles `partner NAME`, or `partner` when there is none any more. A new partner receives our greeting.
    pub(super) fn set_partner(&mut self, name: Option<String>) {
        // Without a name the partnership is over, also one in which the partner has no name.
        if self.link.name == name && (name.is_some() || !self.link.is_up()) {
            return;
        }
        self.link = Link::to(name);
        self.held.forget();
        self.pass(Input::NewPartner);
        self.tell_player();
        if self.link.is_up() && self.player.partnership().speaks() {
            self.engine.out.line(&format!("tellics ptell {GREETING}"));
        }
    }

    /// The clock message after our move, if one is due to another engine.
    pub(super) fn clocks_to_tell(&mut self) -> Option<PartnerMessage> {
        if !self.has_partner() || !self.player.partnership().speaks() {
            return None;
        }
        let clocks = [RelativeSeat::Own, RelativeSeat::Opponent].map(|seat| self.player.clock(seat, self.now_ms));
        self.link.clocks(clocks, self.now_ms)
    }
}
