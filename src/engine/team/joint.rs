//! Mates that need both boards of a team: what the player of one board does about them.

use super::delivery::{self, BothBoards};
use crate::board::{Position, Promotion};
use crate::search::mate::{JointMove, JointSearch, MateTable, TwoBoards};
use crate::types::{Move, PieceType, tunables::tunables};

tunables! {
    /// Largest number of positions searched for a mate with a piece that the partner can take at once, for each kind;
    /// 0: none.
    delivery_nodes: u64 = 300, 0..=10_000, 100;
    /// Time on our clock for each of these positions, in ms.
    delivery_node_ms: u64 = 60, 1..=1_000, 10;
    /// Largest number of positions searched for a mate on two boards; 0: none. Off: in games the search costs a third
    /// of the processor, and more than it wins (63 : 115 with 1,000 positions).
    joint_nodes: u64 = 0, 0..=100_000, 100;
    /// Time on our clock for each of these positions, in ms.
    joint_node_ms: u64 = 15, 1..=200, 5;
}

/// The plan of a mate on two boards, for the player of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointPlan {
    /// This move on the own board mates, by what follows on both boards.
    Play(Move),
    /// The partner's move comes first; it hands over this piece, if it is a capture.
    PartnerFirst(Option<PieceType>),
    /// The partner, not on turn, threatens to take this piece, which mates here.
    PartnerThreatens(PieceType),
    /// The partner's opponent has to move first, and whatever it plays loses.
    Outwait,
}

/// Limits of a look at both boards.
#[derive(Clone, Copy, Debug)]
pub struct JointLimits {
    /// Largest number of positions of a search over both boards.
    pub nodes: u64,
    /// Largest number of positions for each kind of piece that the partner can take at once.
    pub delivery_nodes: u64,
}

impl JointLimits {
    /// The limits with this time on our clock, in ms.
    pub fn by_clock(clock_ms: Option<u64>) -> Self {
        let nodes = |node_ms: u64, most: u64| clock_ms.map_or(u64::MAX, |clock| clock / node_ms).min(most);
        Self {
            nodes: nodes(joint_node_ms(), joint_nodes()),
            delivery_nodes: nodes(delivery_node_ms(), delivery_nodes()),
        }
    }
}

/// The mates on two boards as the player of one of them sees them.
#[derive(Default)]
pub struct JointMates {
    table: MateTable,
    /// The last search: the keys of both boards, and the leads.
    seen: Option<(u64, u64, [bool; 2])>,
    plan: Option<JointPlan>,
}

impl JointMates {
    /// The plan of the last search.
    pub fn plan(&self) -> Option<JointPlan> {
        self.plan
    }

    /// Forgets the plan.
    pub fn forget(&mut self) {
        (self.seen, self.plan) = (None, None);
    }

    /// Searches the boards, if they have changed, for a mate by our team that begins now, with us on turn.
    pub fn look(&mut self, both: &BothBoards<'_>, limits: JointLimits) {
        let &BothBoards { boards: [own, other], us, clocks, timer, .. } = both;
        let [own_ms, opponent_ms, partner_ms, diagonal_ms] = clocks;
        let leads = [timer.leads(own_ms, diagonal_ms), timer.leads(partner_ms, opponent_ms)];
        let seen = Some((own.key(), other.key(), leads));
        if seen == self.seen {
            return;
        }
        (self.seen, self.plan) = (seen, None);
        let plain = |position: &Position| position.rules().promotion == Promotion::OwnChoice;
        if own.side_to_move() != us || !plain(own) || !plain(other) {
            return;
        }
        if limits.delivery_nodes > 0 {
            self.plan = self.delivery(both, limits.delivery_nodes);
        }
        if self.plan.is_none() && limits.nodes > 0 {
            let game = TwoBoards::new([own.clone(), other.clone()], us, leads).moving_now();
            self.plan = self.find(game, other, limits.nodes);
        }
    }

    /// The plan of a mate by one capture: at once with the partner on turn, too, else after the diagonal's move.
    fn delivery(&mut self, both: &BothBoards<'_>, nodes: u64) -> Option<JointPlan> {
        if both.boards[1].side_to_move() == both.us {
            let kind = delivery::threatened_by_partner(&mut self.table, both, nodes)?;
            return Some(JointPlan::PartnerThreatens(kind));
        }
        if let Some(mv) = delivery::to_partner(&mut self.table, both, nodes) {
            return Some(JointPlan::Play(mv));
        }
        let kind = delivery::from_partner(&mut self.table, both, nodes)?;
        Some(JointPlan::PartnerFirst(Some(kind)))
    }

    fn find(&mut self, game: TwoBoards, other: &Position, nodes: u64) -> Option<JointPlan> {
        self.table.clear();
        let mut visited = 0;
        let (_, choices) = JointSearch::new(&mut self.table, game).search_choices(|| {
            visited += 1;
            visited <= nodes
        });
        let own = choices.iter().filter_map(|&(choice, plies)| match choice {
            JointMove::Play(0, mv) => Some((mv, plies)),
            _ => None,
        });
        if let Some((mv, _)) = own.min_by_key(|&(_, plies)| plies) {
            return Some(JointPlan::Play(mv));
        }
        let (choice, _) = choices.into_iter().min_by_key(|&(_, plies)| plies)?;
        Some(match choice {
            JointMove::Play(_, mv) => JointPlan::PartnerFirst(other.clone().make_move(mv).transfer()),
            JointMove::Wait => JointPlan::Outwait,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, PieceSet, fen};
    use crate::team::race::Timer;
    use crate::types::Color;

    const TIMER: Timer = Timer { overhead_ms: 20, increment_ms: 0, whole_seconds: false };

    fn plan(own: &str, other: &str, clocks: [u64; 4]) -> Option<JointPlan> {
        let [own, other] = [own, other].map(|bfen| fen::parse(bfen, BoardRules::default()).expect("a position"));
        let mut mates = JointMates::default();
        let limits = JointLimits { nodes: clocks[0].min(1_000), delivery_nodes: 0 };
        let (clocks, mating) = (clocks.map(Some), PieceSet::default());
        let both = BothBoards { boards: [&own, &other], us: Color::White, clocks, timer: TIMER, mating };
        mates.look(&both, limits);
        mates.plan()
    }

    #[test]
    fn a_mate_on_two_boards_tells_who_begins() {
        let smothered = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
        let taking = "4k3/8/8/8/8/8/3r4/3NK3[] b - - 0 1";
        let even = [10_000; 4];
        assert_eq!(plan(smothered, taking, even), Some(JointPlan::PartnerFirst(Some(PieceType::Knight))));
        let holding = smothered.replace("[]", "[N]");
        let found = plan(&holding, taking, even);
        assert!(matches!(found, Some(JointPlan::Play(mv)) if mv.to_string() == "N@f7"), "{found:?}");
        assert_eq!(plan(smothered, &taking.replace('N', "B"), even), None);
    }

    #[test]
    fn a_lost_player_is_outwaited_with_a_lead_that_counts() {
        let (quiet, lost) = ("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "6k1/8/8/8/8/6q1/P7/7K[q] w - - 0 1");
        let lead = TIMER.margin_ms();
        let with_lead = |lead| plan(quiet, lost, [5_000 + lead, 5_000, 5_000, 5_000]);
        assert_eq!(with_lead(lead + 1), Some(JointPlan::Outwait));
        assert_eq!(with_lead(lead), None);
        assert_eq!(plan(quiet, lost, [0; 4]), None, "no time to search");
    }
}
