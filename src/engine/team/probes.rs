//! Probes beside the game: a thread that answers questions while the session goes on.

use super::needs::{Findings, ProbeQuestion, Prober, TradeVerdict};
use super::worth::Worth;
use crate::eval::network::Network;
use crate::search::{SearchError, Shared};
use crate::types::{PieceType, Score};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What the thread is asked.
enum Task {
    Wishes,
    Worth,
    WithArrival(PieceType),
    Trade(Option<PieceType>),
}

/// What it is asked of which board, whether that is still of use, and where the answer goes.
struct Order {
    task: Task,
    question: ProbeQuestion,
    cancelled: Arc<AtomicBool>,
    results: Results,
    wake: Wake,
}

/// What it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// What is needed and what must not be given.
    Wishes(Findings),
    /// What pieces are worth on the other board.
    Worth(Worth),
    /// The score of our board with this piece in our hand, which we may get soon.
    WithArrival(PieceType, Score),
    /// What a trade of this kind, or any, would do.
    Trade(TradeVerdict),
}

/// Kinds that stand for "any": who asks about trades in general means pieces.
const ANY: [PieceType; 3] = [PieceType::Knight, PieceType::Bishop, PieceType::Queen];

/// What was found, each with a mark that is set when it is of no use any more.
pub type Results = Arc<Mutex<Vec<(ProbeResult, Arc<AtomicBool>)>>>;

/// Called when something has been found.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The thread, started by the first question. The seats of one process share it: what two of them ask of a board is searched once.
pub struct ProbeThread {
    shared: Arc<Shared>,
    running: Mutex<Option<(Sender<Order>, JoinHandle<()>)>>,
}

impl ProbeThread {
    /// Probes with the table and threads of `shared`.
    pub fn new(shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self { shared, running: Mutex::default() })
    }

    fn send(&self, order: Order) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_none() {
            let (sender, orders) = channel();
            let shared = Arc::clone(&self.shared);
            let spawned = std::thread::Builder::new().name("probes".to_owned()).spawn(move || serve(shared, &orders));
            // Without a thread there are no probes: nothing is asked for then, and the game goes on.
            match spawned {
                Ok(handle) => *running = Some((sender, handle)),
                Err(error) => return tracing::warn!(target: "tandem::partner", "no thread for probes: {error}"),
            }
        }
        if let Some((orders, _)) = running.as_ref() {
            // A thread that is gone has nothing to tell.
            let _ = orders.send(order);
        }
    }
}

impl Drop for ProbeThread {
    fn drop(&mut self) {
        if let Some((orders, handle)) = self.running.lock().unwrap_or_else(PoisonError::into_inner).take() {
            drop(orders);
            let _ = handle.join();
        }
    }
}

/// A seat's questions and what was found.
pub struct Probes {
    /// Who answers, and who is called then; nothing: nobody answers.
    means: Option<(Arc<ProbeThread>, Wake)>,
    results: Results,
    /// Raised when what was asked of our board is of no use any more, and of the other one.
    here: Arc<AtomicBool>,
    there: Arc<AtomicBool>,
}

impl Probes {
    /// Questions to `thread`, which calls `wake` when it has found something.
    pub fn new(thread: Arc<ProbeThread>, wake: Wake) -> Self {
        Self::of(Some((thread, wake)), Results::default())
    }

    /// No thread: what is found is what somebody puts into `results`. For tests.
    pub fn scripted(results: Results) -> Self {
        Self::of(None, results)
    }

    /// The network by which searches evaluate; nothing for the handcrafted evaluation.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.means.as_ref().and_then(|(thread, _)| thread.shared.network())
    }

    fn of(means: Option<(Arc<ProbeThread>, Wake)>, results: Results) -> Self {
        Self { means, results, here: Arc::default(), there: Arc::default() }
    }

    fn order(&self, task: Task, question: ProbeQuestion, cancelled: Arc<AtomicBool>) {
        if let Some((thread, wake)) = &self.means {
            let (results, wake) = (Arc::clone(&self.results), Arc::clone(wake));
            thread.send(Order { task, question, cancelled, results, wake });
        }
    }

    /// Asks what is needed on our board; what was asked of it before is dropped.
    pub fn ask_wishes(&mut self, question: ProbeQuestion) {
        self.cancel_here();
        self.order(Task::Wishes, question, Arc::clone(&self.here));
    }

    /// Asks what pieces are worth on the other board; what was asked of it before is dropped.
    pub fn ask_worth(&mut self, question: ProbeQuestion) {
        self.there.store(true, Ordering::Relaxed);
        self.there = Arc::default();
        self.order(Task::Worth, question, Arc::clone(&self.there));
    }

    /// Asks what a piece would do for us that we may get soon; what was asked of our board before is dropped.
    pub fn ask_with_arrival(&mut self, question: ProbeQuestion, kind: PieceType) {
        self.cancel_here();
        self.order(Task::WithArrival(kind), question, Arc::clone(&self.here));
    }

    /// Asks what a trade of a kind, or any, would do.
    pub fn ask_trade(&mut self, question: ProbeQuestion, kind: Option<PieceType>) {
        self.order(Task::Trade(kind), question, Arc::default());
    }

    /// Drops what was asked of our board, but for trades.
    pub fn cancel_here(&mut self) {
        self.here.store(true, Ordering::Relaxed);
        self.here = Arc::default();
    }

    /// Drops everything but questions of trades.
    pub fn cancel(&mut self) {
        self.cancel_here();
        self.there.store(true, Ordering::Relaxed);
    }

    /// What has been found since the last time.
    pub fn take(&mut self) -> Vec<ProbeResult> {
        let found = std::mem::take(&mut *self.results.lock().unwrap_or_else(PoisonError::into_inner));
        let stands = |cancelled: &AtomicBool| !cancelled.load(Ordering::Relaxed);
        found.into_iter().filter(|(_, cancelled)| stands(cancelled)).map(|(outcome, _)| outcome).collect()
    }
}

impl Drop for Probes {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn serve(shared: Arc<Shared>, orders: &Receiver<Order>) {
    let mut prober = Prober::new(shared);
    while let Ok(order) = orders.recv() {
        match carry_out(&mut prober, &order) {
            Ok(Some(outcome)) => {
                let Order { cancelled, results, wake, .. } = order;
                results.lock().unwrap_or_else(PoisonError::into_inner).push((outcome, cancelled));
                wake();
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(target: "tandem::partner", "probe: {error}"),
        }
    }
}

/// Nothing when it was cancelled.
fn carry_out(prober: &mut Prober, order: &Order) -> Result<Option<ProbeResult>, SearchError> {
    let Order { task, question, cancelled, .. } = order;
    if cancelled.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(match task {
        Task::Wishes => prober.probe(question, cancelled)?.map(ProbeResult::Wishes),
        Task::Worth => prober
            .sound(question, cancelled)?
            .map(|sounding| ProbeResult::Worth(Worth::of(&sounding, &question.position, question.us))),
        Task::WithArrival(kind) => Some(ProbeResult::WithArrival(*kind, prober.with_one_more(question, *kind)?)),
        Task::Trade(kind) => {
            let kinds = kind.as_ref().map_or(&ANY[..], std::slice::from_ref);
            Some(ProbeResult::Trade(prober.judge_trade(question, kinds)?))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;
    use crate::types::Color;
    use std::sync::mpsc::channel;

    #[test]
    fn answers_come_beside_the_game_and_dropped_questions_have_none() {
        let (sender, woken) = channel();
        let wake: Wake = Arc::new(move || {
            let _ = sender.send(());
        });
        let mut probes = Probes::new(ProbeThread::new(Shared::new(1, 1)), wake);
        let Ok(position) = fen::parse("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", BoardRules::default()) else {
            panic!("no position")
        };
        let question = ProbeQuestion {
            position,
            us: Color::White,
            prices: Prices::bughouse_default(),
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
        assert_eq!(found[0], ProbeResult::Trade(TradeVerdict::WeMate));
        assert!(matches!(found[1], ProbeResult::Trade(verdict) if verdict != TradeVerdict::WeMate));
    }
}
