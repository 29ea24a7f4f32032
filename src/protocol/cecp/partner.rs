//! Between partners: what is heard by `ptell` and told by `tellics ptell`.

use super::link::{GREETING, Link};
use super::session::Session;
use super::tell;
use crate::player::{Input, Who};
use crate::protocol::options::Variant;
use crate::team::message::PartnerMessage;

impl Session {
    /// Whether there is somebody to play with and to talk to.
    fn has_partner(&self) -> bool {
        self.engine.settings.variant == Variant::Bughouse && self.link.is_up()
    }

    /// The partner has said something.
    pub(super) fn partner_said(&mut self, text: &str) {
        let text = tell::decode(text);
        tracing::info!(target: "tandem::partner", "heard {text:?}");
        let remark = self.link.hear(&text);
        self.tell_player();
        if let Some(remark) = remark {
            return self.engine.out.remark(format_args!("partner: {remark}"));
        }
        self.pass(Input::Heard { messages: vec![PartnerMessage::Say(text.clone())], text });
    }

    /// Says something to the partner.
    pub(super) fn tell(&mut self, said: &[PartnerMessage]) {
        if self.link.is_up() {
            for line in self.link.lines(said, self.player.mate().language()) {
                self.engine.out.line(&format!("tellics ptell {line}"));
            }
        }
    }

    /// `partner NAME`, or `partner` when there is none any more. A new one hears who we are.
    pub(super) fn set_partner(&mut self, name: Option<String>) {
        if self.link.name == name {
            return;
        }
        self.link = Link::to(name);
        self.tell_player();
        if self.link.is_up() && self.player.mate().speaks() {
            self.engine.out.line(&format!("tellics ptell {GREETING}"));
        }
    }

    /// We have moved: another engine hears now and then what our clocks show.
    pub(super) fn tell_clocks(&mut self) {
        if self.has_partner() && self.player.mate().speaks() {
            let clocks = [Who::Own, Who::Opponent].map(|who| self.player.clock(who, self.now_ms));
            let said = self.link.clocks(clocks, self.now_ms);
            self.tell(said.as_slice());
        }
    }
}
