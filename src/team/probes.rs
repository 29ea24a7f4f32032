//! Probes beside the game: a thread that answers questions while the session goes on.

use super::needs::{Findings, Prober, Question, Verdict};
use crate::search::Shared;
use crate::types::PieceType;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What the thread is asked.
enum Order {
    Wishes(Question, Arc<AtomicBool>),
    Trade(Question, Option<PieceType>),
}

/// What it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What is needed and what must not be given.
    Wishes(Findings),
    /// What a trade of this kind, or any, would do.
    Trade(Verdict),
}

/// Kinds that stand for "any": who asks about trades in general means pieces.
const ANY: [PieceType; 3] = [PieceType::Knight, PieceType::Bishop, PieceType::Queen];

type Results = Arc<Mutex<Vec<(Outcome, Option<Arc<AtomicBool>>)>>>;

/// Called when something has been found.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The thread, started by the first question.
pub struct Probes {
    shared: Arc<Shared>,
    wake: Wake,
    thread: Option<(Sender<Order>, JoinHandle<()>)>,
    results: Results,
    /// Raised when the round that is under way is of no use any more.
    cancelled: Arc<AtomicBool>,
}

impl Probes {
    /// Probes with the table and threads of `shared`; `wake` is called from the thread.
    pub fn new(shared: Arc<Shared>, wake: Wake) -> Self {
        Self { shared, wake, thread: None, results: Results::default(), cancelled: Arc::default() }
    }

    fn order(&mut self, order: Order) {
        if self.thread.is_none() {
            let (sender, orders) = channel();
            let (shared, results, wake) = (Arc::clone(&self.shared), Arc::clone(&self.results), Arc::clone(&self.wake));
            let spawned = std::thread::Builder::new()
                .name("probes".to_owned())
                .spawn(move || serve(shared, &orders, &results, &wake));
            // Without a thread there are no probes: nothing is asked for then, and the game goes on.
            match spawned {
                Ok(handle) => self.thread = Some((sender, handle)),
                Err(error) => return tracing::warn!(target: "tandem::partner", "no thread for probes: {error}"),
            }
        }
        if let Some((orders, _)) = &self.thread {
            // A thread that is gone has nothing to tell.
            let _ = orders.send(order);
        }
    }

    /// Asks what is needed in a position; an earlier question of this kind is dropped.
    pub fn ask_wishes(&mut self, question: Question) {
        self.cancel();
        self.cancelled = Arc::default();
        self.order(Order::Wishes(question, Arc::clone(&self.cancelled)));
    }

    /// Asks what a trade of a kind, or any, would do.
    pub fn ask_trade(&mut self, question: Question, kind: Option<PieceType>) {
        self.order(Order::Trade(question, kind));
    }

    /// Drops the question about wishes that is under way.
    pub fn cancel(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// What has been found since the last time.
    pub fn take(&mut self) -> Vec<Outcome> {
        let found = std::mem::take(&mut *self.results.lock().unwrap_or_else(PoisonError::into_inner));
        let stands = |flag: &Option<Arc<AtomicBool>>| flag.as_ref().is_none_or(|flag| !flag.load(Ordering::Relaxed));
        found.into_iter().filter(|(_, flag)| stands(flag)).map(|(outcome, _)| outcome).collect()
    }
}

impl Drop for Probes {
    fn drop(&mut self) {
        self.cancel();
        if let Some((orders, handle)) = self.thread.take() {
            drop(orders);
            let _ = handle.join();
        }
    }
}

fn serve(shared: Arc<Shared>, orders: &Receiver<Order>, results: &Results, wake: &Wake) {
    let mut prober = Prober::new(shared);
    while let Ok(order) = orders.recv() {
        let found = match order {
            Order::Wishes(question, flag) => {
                prober.probe(&question, &flag).map(|found| found.map(|found| (Outcome::Wishes(found), Some(flag))))
            }
            Order::Trade(question, kind) => {
                let kinds = kind.as_ref().map_or(&ANY[..], std::slice::from_ref);
                prober.judge_trade(&question, kinds).map(|verdict| Some((Outcome::Trade(verdict), None)))
            }
        };
        match found {
            Ok(Some(found)) => {
                results.lock().unwrap_or_else(PoisonError::into_inner).push(found);
                wake();
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(target: "tandem::partner", "probe: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::TeamView;
    use crate::types::Color;
    use std::sync::mpsc::channel;

    #[test]
    fn answers_come_beside_the_game_and_dropped_questions_have_none() {
        let (sender, woken) = channel();
        let wake: Wake = Arc::new(move || {
            let _ = sender.send(());
        });
        let mut probes = Probes::new(Shared::new(1, 1), wake);
        let Ok(position) = fen::parse("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", BoardRules::default()) else {
            panic!("no position")
        };
        let question = Question {
            position,
            us: Color::White,
            view: TeamView::bughouse_default(),
            nodes: 2_000,
            nodes_per_ms: None,
        };
        probes.ask_wishes(question.clone());
        probes.cancel();
        probes.ask_trade(question.clone(), Some(PieceType::Knight));
        probes.ask_trade(question, None);
        let mut found = Vec::new();
        while found.len() < 2 {
            assert!(woken.recv().is_ok());
            found.extend(probes.take());
        }
        // A knight mates; with a queen or bishop it is no mate, and the worst counts.
        assert_eq!(found[0], Outcome::Trade(Verdict::WeMate));
        assert!(matches!(found[1], Outcome::Trade(verdict) if verdict != Verdict::WeMate));
    }
}
