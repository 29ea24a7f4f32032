//! Mates that need both boards of a team: what the player of one board does about them.

use super::race::{FourTimes, Timer};
use crate::board::{Position, Promotion};
use crate::search::mate::{JointMove, JointSearch, MateTable, TwoBoards};
use crate::types::{Color, Move, PieceType, tunables::tunables};

tunables! {
    /// Largest number of positions searched for a mate on two boards; 0: none. Off: in games the search costs a third
    /// of the processor, and more than it wins (63 : 115 with 1,000 positions).
    joint_nodes: u64 = 0, 0..=100_000, 100;
    /// Time on our clock for each of these positions, in ms.
    joint_node_ms: u64 = 15, 1..=200, 5;
}

/// The plan of a mate on two boards, for the player of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointPlan {
    /// This move mates, by what follows on both boards.
    Play {
        /// The move on the own board.
        mv: Move,
        /// An upper bound of the plies to mate.
        plies: u16,
    },
    /// The partner's move comes first; it hands over this piece, if it is a capture.
    PartnerFirst(Option<PieceType>),
    /// The partner's opponent has to move first, and whatever it plays loses.
    Outwait,
}

/// Limits of a look at both boards.
#[derive(Clone, Copy, Debug)]
pub struct JointLimits {
    /// The move overhead, the increment, and how the clocks are reported.
    pub timer: Timer,
    /// Largest number of positions.
    pub nodes: u64,
}

impl JointLimits {
    /// The limits with this time on our clock, in ms.
    pub fn by_clock(clock_ms: Option<u64>, timer: Timer) -> Self {
        let nodes = clock_ms.map_or(u64::MAX, |clock| clock / joint_node_ms()).min(joint_nodes());
        Self { timer, nodes }
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

    /// Searches the boards, if they have changed, for a mate by the team of `us` on the board `own`, where `us` is on
    /// turn.
    pub fn look(&mut self, [own, other]: [&Position; 2], us: Color, clocks: FourTimes, limits: JointLimits) {
        let JointLimits { timer, nodes } = limits;
        let [own_ms, opponent_ms, partner_ms, diagonal_ms] = clocks;
        let leads = [timer.leads(own_ms, diagonal_ms), timer.leads(partner_ms, opponent_ms)];
        let seen = Some((own.key(), other.key(), leads));
        if seen == self.seen {
            return;
        }
        (self.seen, self.plan) = (seen, None);
        let plain = |position: &Position| position.rules().promotion == Promotion::OwnChoice;
        if nodes > 0 && own.side_to_move() == us && plain(own) && plain(other) {
            self.plan = self.find(TwoBoards::new([own.clone(), other.clone()], us, leads).moving_now(), other, nodes);
        }
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
        if let Some((mv, plies)) = own.min_by_key(|&(_, plies)| plies) {
            return Some(JointPlan::Play { mv, plies: plies + 1 });
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
    use crate::board::{BoardRules, fen};

    const TIMER: Timer = Timer { overhead_ms: 20, increment_ms: 0, whole_seconds: false };

    fn plan(own: &str, other: &str, clocks: [u64; 4]) -> Option<JointPlan> {
        let [own, other] = [own, other].map(|bfen| fen::parse(bfen, BoardRules::default()).expect("a position"));
        let mut mates = JointMates::default();
        let nodes = clocks[0].min(1_000);
        mates.look([&own, &other], Color::White, clocks.map(Some), JointLimits { timer: TIMER, nodes });
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
        assert!(matches!(found, Some(JointPlan::Play { mv, plies: 1 }) if mv.to_string() == "N@f7"), "{found:?}");
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
