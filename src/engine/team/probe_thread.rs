//! Background probes: a thread that answers questions while the session goes on. Without threads they are answered in
//! slices.

use super::prober::{Findings, ProbeQuestion, Prober, TradeVerdict};
use super::worth::Worth;
use crate::eval::network::Network;
use crate::search::slices::{Pause, Work};
use crate::search::{SearchError, Shared};
use crate::types::host::HAS_THREADS;
use crate::types::{PieceType, Score};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{Builder, JoinHandle};

/// A task of the probe thread.
enum Task {
    Wishes,
    Worth,
    WithArrival(PieceType),
    Trade(Option<PieceType>),
}

/// A task with its position, its cancel flag, and the destination of its result.
struct Order {
    task: Task,
    question: ProbeQuestion,
    canceled: Arc<AtomicBool>,
    results: Results,
    wake: Wake,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// Needs and bans.
    Wishes(Findings),
    /// The worth of pieces on the other board.
    Worth(Worth),
    /// The score of our board with this piece in our hand, which we may get soon.
    WithArrival(PieceType, Score),
    /// The verdict on a trade of this kind, or any.
    Trade(TradeVerdict),
}

/// The kinds probed for a question about trades in general: it means pieces.
const TRADED: [PieceType; 3] = [PieceType::Knight, PieceType::Bishop, PieceType::Queen];

/// Results, each with a flag that is set when it is of no use any more.
pub type Results = Arc<Mutex<Vec<(ProbeResult, Arc<AtomicBool>)>>>;

/// Callback for a new result.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The probe thread, started by the first question. The seats of one process share it: a question that two of them have
/// about a board is searched once.
pub struct ProbeThread {
    shared: Arc<Shared>,
    running: Mutex<Option<(Sender<Order>, JoinHandle<()>)>>,
    /// The questions, where there are no threads.
    sliced: Option<Arc<SlicedProbes>>,
}

impl ProbeThread {
    /// Probes with the TT and threads of `shared`.
    pub fn new(shared: Arc<Shared>) -> Arc<Self> {
        let sliced = shared.slices().map(|_| SlicedProbes::new(Arc::clone(&shared)));
        Arc::new(Self { shared, running: Mutex::default(), sliced })
    }

    fn send(&self, order: Order) {
        if let Some((sliced, slices)) = self.sliced.as_ref().zip(self.shared.slices()) {
            sliced.lock().orders.push_back(order);
            slices.add(Arc::clone(sliced) as Arc<dyn Work>);
            return;
        }
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_none() {
            let (sender, orders) = channel();
            let shared = Arc::clone(&self.shared);
            if !HAS_THREADS {
                return;
            }
            let spawned = Builder::new().name("probes".to_owned()).spawn(move || serve(shared, &orders));
            // Without a thread there are no probes, and the game goes on.
            match spawned {
                Ok(handle) => *running = Some((sender, handle)),
                Err(error) => return tracing::warn!(target: "tandem::partner", "no thread for probes: {error}"),
            }
        }
        if let Some((orders, _)) = running.as_ref() {
            // It fails only if the thread has ended.
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

/// The questions of a seat, and their results.
pub struct Probes {
    /// The thread that answers, and the callback; without them no question is answered.
    means: Option<(Arc<ProbeThread>, Wake)>,
    results: Results,
    /// Cancel flags of the questions about our board (`here`) and about the other one (`there`).
    here: Arc<AtomicBool>,
    there: Arc<AtomicBool>,
    /// The questions about trades without a result so far: the kind, and the cancel flag, which is dropped with the
    /// result.
    trades: Vec<(Option<PieceType>, Weak<AtomicBool>)>,
}

impl Probes {
    /// Sends questions to `thread`, which calls `wake` for each result.
    pub fn new(thread: Arc<ProbeThread>, wake: Wake) -> Self {
        Self::of(Some((thread, wake)), Results::default())
    }

    /// Without a thread: the results are those that a test puts into `results`.
    pub fn scripted(results: Results) -> Self {
        Self::of(None, results)
    }

    /// The network used by searches; `None` for the handcrafted evaluation.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.means.as_ref().and_then(|(thread, _)| thread.shared.network())
    }

    fn of(means: Option<(Arc<ProbeThread>, Wake)>, results: Results) -> Self {
        Self { means, results, here: Arc::default(), there: Arc::default(), trades: Vec::new() }
    }

    fn order(&self, task: Task, question: ProbeQuestion, canceled: Arc<AtomicBool>) {
        if let Some((thread, wake)) = &self.means {
            let (results, wake) = (Arc::clone(&self.results), Arc::clone(wake));
            thread.send(Order { task, question, canceled, results, wake });
        }
    }

    /// Requests the needs and bans of our board; cancels earlier questions about it.
    pub fn ask_wishes(&mut self, question: ProbeQuestion) {
        self.cancel_here();
        self.order(Task::Wishes, question, Arc::clone(&self.here));
    }

    /// Requests the worth of pieces on the other board; cancels earlier questions about it.
    pub fn ask_worth(&mut self, question: ProbeQuestion) {
        self.there.store(true, Ordering::Relaxed);
        self.there = Arc::default();
        self.order(Task::Worth, question, Arc::clone(&self.there));
    }

    /// Requests our score with a piece that we may get soon; cancels earlier questions about our board.
    pub fn ask_with_arrival(&mut self, question: ProbeQuestion, kind: PieceType) {
        self.cancel_here();
        self.order(Task::WithArrival(kind), question, Arc::clone(&self.here));
    }

    /// Requests the verdict on a trade of a kind, or any. A question that is open already is not asked again.
    pub fn ask_trade(&mut self, question: ProbeQuestion, kind: Option<PieceType>) {
        self.trades.retain(|(_, flag)| flag.strong_count() > 0);
        if self.trades.iter().all(|&(asked, _)| asked != kind) {
            let canceled = Arc::default();
            self.trades.push((kind, Arc::downgrade(&canceled)));
            self.order(Task::Trade(kind), question, canceled);
        }
    }

    /// Cancels the questions about trades.
    pub fn cancel_trades(&mut self) {
        for flag in self.trades.drain(..).filter_map(|(_, flag)| flag.upgrade()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Cancels the questions about our board, except those about trades.
    pub fn cancel_here(&mut self) {
        self.here.store(true, Ordering::Relaxed);
        self.here = Arc::default();
    }

    /// Cancels all questions.
    pub fn cancel(&mut self) {
        self.cancel_here();
        self.cancel_trades();
        self.there.store(true, Ordering::Relaxed);
    }

    /// Takes the results since the last call.
    pub fn take(&mut self) -> Vec<ProbeResult> {
        let found = std::mem::take(&mut *self.results.lock().unwrap_or_else(PoisonError::into_inner));
        let stands = |canceled: &AtomicBool| !canceled.load(Ordering::Relaxed);
        found.into_iter().filter(|(_, canceled)| stands(canceled)).map(|(outcome, _)| outcome).collect()
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
        answer(&mut prober, order);
    }
}

/// Runs a task, and delivers its result.
fn answer(prober: &mut Prober, order: Order) {
    match carry_out(prober, &order) {
        Ok(Some(outcome)) => {
            let Order { canceled, results, wake, .. } = order;
            results.lock().unwrap_or_else(PoisonError::into_inner).push((outcome, canceled));
            wake();
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(target: "tandem::partner", "probe: {error}"),
    }
}

/// The probes where there are no threads.
struct SlicedProbes(Mutex<SlicedState>);

struct SlicedState {
    prober: Prober,
    /// The tasks, first come, first served.
    orders: VecDeque<Order>,
}

impl SlicedProbes {
    fn new(shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(SlicedState { prober: Prober::new(shared), orders: VecDeque::new() })))
    }

    fn lock(&self) -> MutexGuard<'_, SlicedState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work for SlicedProbes {
    /// A sounding is interrupted between its probes.
    fn work(&self, pause: &Pause) -> bool {
        let SlicedState { prober, orders } = &mut *self.lock();
        while let Some(order) = orders.pop_front() {
            let sounds = match order.task {
                Task::Wishes => !order.question.hangs(),
                Task::Worth => true,
                Task::WithArrival(_) | Task::Trade(_) => false,
            };
            while sounds && !order.canceled.load(Ordering::Relaxed) && prober.sound_on(&order.question) == Ok(false) {
                if pause() {
                    orders.push_front(order);
                    return true;
                }
            }
            answer(prober, order);
            if pause() {
                break;
            }
        }
        !orders.is_empty()
    }

    fn is_urgent(&self) -> bool {
        !self.lock().orders.is_empty()
    }
}

/// Runs a task; `None` if it was canceled.
fn carry_out(prober: &mut Prober, order: &Order) -> Result<Option<ProbeResult>, SearchError> {
    let Order { task, question, canceled, .. } = order;
    if canceled.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(match task {
        Task::Wishes => prober.probe(question, canceled)?.map(ProbeResult::Wishes),
        Task::Worth => prober
            .sound(question, canceled)?
            .map(|sounding| ProbeResult::Worth(Worth::of(&sounding, &question.position, question.us))),
        Task::WithArrival(kind) => Some(ProbeResult::WithArrival(*kind, prober.with_one_more(question, *kind)?)),
        Task::Trade(kind) => {
            let kinds = kind.as_ref().map_or(&TRADED[..], std::slice::from_ref);
            Some(ProbeResult::Trade(prober.judge_trade(question, kinds)?))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;
    use crate::search::slices::Slices;
    use crate::types::Color;
    use std::sync::mpsc::channel;

    /// Probes with a thread, and the calls of its results.
    fn probes() -> (Probes, Receiver<()>) {
        let (sender, woken) = channel();
        let wake: Wake = Arc::new(move || {
            let _ = sender.send(());
        });
        (Probes::new(ProbeThread::new(Shared::new(1, 1)), wake), woken)
    }

    /// A question about a board on which a knight mates.
    fn question(nodes: u64) -> ProbeQuestion {
        let Ok(position) = fen::parse("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", BoardRules::default()) else {
            panic!("no position")
        };
        let prices = Prices::bughouse_default();
        ProbeQuestion { position, us: Color::White, prices, nodes, nodes_per_ms: None }
    }

    #[test]
    fn answers_come_while_the_session_goes_on_and_canceled_questions_have_none() {
        let (mut probes, woken) = probes();
        let question = question(2_000);
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

    #[test]
    fn bug_each_repetition_of_a_question_about_a_trade_was_searched_and_none_could_be_canceled() {
        let (mut probes, woken) = probes();
        // The thread is busy until the first question is canceled.
        probes.ask_wishes(question(u64::MAX));
        for _ in 0..100 {
            probes.ask_trade(question(2_000), Some(PieceType::Knight));
            probes.ask_trade(question(2_000), Some(PieceType::Queen));
        }
        probes.cancel();
        for _ in 0..100 {
            probes.ask_trade(question(2_000), Some(PieceType::Bishop));
        }
        assert!(woken.recv().is_ok());
        let found = probes.take();
        assert!(matches!(found[..], [ProbeResult::Trade(verdict)] if verdict != TradeVerdict::WeMate), "{found:?}");
        // Its result is taken: the question may be asked again.
        probes.ask_trade(question(2_000), Some(PieceType::Bishop));
        assert!(woken.recv().is_ok());
        assert_eq!(probes.take().len(), 1);
    }

    #[test]
    fn bug_without_threads_a_seat_that_hangs_was_probed_for_needs_that_are_known() {
        let slices = Slices::new(|| false);
        let mut probes = Probes::new(ProbeThread::new(Shared::sliced(1, Arc::clone(&slices))), Arc::new(|| {}));
        let Ok(position) = fen::parse("4R2k/6pp/8/8/8/8/8/6K1[] b - - 0 1", BoardRules::default()) else {
            panic!("no position")
        };
        // A search would have no end.
        probes.ask_wishes(ProbeQuestion { position: position.clone(), us: Color::Black, ..question(u64::MAX) });
        slices.work();
        assert_eq!(probes.take(), [ProbeResult::Wishes(Findings::hanging(&position))]);
    }
}
