//! The part common to all protocols: settings, the TT and threads of the searches, the output, and the commands outside
//! the protocols.

use super::cecp;
use super::chores::{Chore, Chores};
use super::eval_file;
use super::go::Go;
use super::options::{self, Change, Dialect, OptionError, SetOption, Settings, Variant};
use super::output::LineOutput;
use crate::board::{Captures, Position, perft};
use crate::eval::network;
use crate::game::BoardId;
use crate::player::{Habits, Listen, Player, SearchThinker};
use crate::search::slices::Slices;
use crate::search::{Finished, Shared, bench};
use crate::team::partnership::{Partnership, wake_by};
use crate::team::probe_thread::{ProbeThread, Probes};
use crate::types::Color;
use crate::types::host::Instant;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Time for answers requested before the end of input: a script that pipes `go perft 5` and `quit` at once gets its
/// count, and no process remains for long.
const GRACE: Duration = Duration::from_secs(3);

/// The engine behind a session.
pub struct Engine {
    /// The output.
    pub out: Arc<LineOutput>,
    /// The protocol spoken.
    pub dialect: Dialect,
    /// The values of all options.
    pub settings: Settings,
    /// TT and thread budget of all searches.
    pub shared: Arc<Shared>,
    /// The thread that probes boards for the players.
    probes: Arc<ProbeThread>,
    /// Start of the session's time.
    epoch: Instant,
    chores: Chores,
    /// The variant of UCI until the GUI chooses one; bughouse if none is given.
    variant: Option<Variant>,
}

impl Engine {
    /// An engine with the default settings of `dialect`, and this variant in UCI. With `slices` it has no threads.
    pub fn new(out: Arc<LineOutput>, dialect: Dialect, variant: Option<Variant>, slices: Option<Arc<Slices>>) -> Self {
        let settings = Settings::starting(dialect, variant);
        let (hash_mb, chores) = (settings.hash_mb as usize, Chores::new(slices.clone()));
        let shared = match slices {
            Some(slices) => Shared::sliced(hash_mb, slices),
            None => Shared::new(hash_mb, settings.threads as usize),
        };
        let probes = ProbeThread::new(Arc::clone(&shared));
        let engine = Self { out, dialect, settings, shared, probes, epoch: Instant::now(), chores, variant };
        engine.follow_variant(Captures::ToPartner);
        engine
    }

    /// The session's time in ms, as used in all inputs to players.
    pub fn now_ms(&self) -> u64 {
        self.epoch.elapsed().as_millis() as u64
    }

    /// The moment at `ms` of the session's time.
    pub fn moment(&self, ms: u64) -> Instant {
        self.epoch + Duration::from_millis(ms)
    }

    /// A player of `board` whose searches report to the observers that `listen` makes.
    pub fn player(&self, board: BoardId, position: Position, habits: Habits, listen: Listen) -> Player<SearchThinker> {
        let wake = || {
            let out = Arc::clone(&self.out);
            wake_by(move || out.wake())
        };
        let thinker = SearchThinker::new(Arc::clone(&self.shared), listen, wake());
        let probes = Probes::new(Arc::clone(&self.probes), wake());
        Player::new(thinker, board, position, habits, Partnership::new(probes))
    }

    /// The same engine in another protocol, with that protocol's defaults but the same TT and threads.
    pub fn speaking(mut self, dialect: Dialect) -> Self {
        let Settings { hash_mb, threads, .. } = self.settings;
        self.dialect = dialect;
        self.out.speak(dialect);
        let before = self.settings.captures();
        self.settings = Settings { hash_mb, threads, ..self.defaults(dialect) };
        self.follow_variant(before);
        self
    }

    /// The default settings of `dialect`.
    fn defaults(&self, dialect: Dialect) -> Settings {
        Settings::starting(dialect, self.variant)
    }

    /// The answer to `ubi`, `uci` and `protover`.
    pub fn introduce(&self) {
        let name = format!("Tandem {}", crate::types::version());
        let id = format!("id name {name}\nid author the Tandem developers");
        let (head, last) = match self.dialect {
            Dialect::Ubi => (id, "ubiok"),
            Dialect::Uci => (id, "uciok"),
            Dialect::Cecp => (cecp::features(&name), "feature done=1"),
        };
        self.out.line(&format!(
            "{head}\n{}\n{last}",
            options::declarations(self.dialect, self.defaults(self.dialect)).join("\n")
        ));
    }

    /// Sets an option, and applies at once changes that need no session: hash size, number of threads, network.
    /// Fails when the request is no option of this protocol, or its value is not allowed.
    pub fn set_option(&mut self, words: &[&str]) -> Result<Change, OptionError> {
        self.change_option(&SetOption::parse(words)?)
    }

    /// The same for a parsed request.
    pub fn change_option(&mut self, request: &SetOption) -> Result<Change, OptionError> {
        if options::is_of_others(&request.name) {
            // On stderr: on stdout a bot would take it for an error. Without a reader it is lost.
            let _ = writeln!(io::stderr(), "ignored: option {request} (Tandem has no `{}`)", request.name);
        }
        let before = self.settings.clone();
        let change = options::set(&mut self.settings, self.dialect, request)?;
        tracing::info!(target: "tandem::protocol", "option {request}");
        match change {
            Change::Hash => self.shared.resize_hash(self.settings.hash_mb as usize),
            Change::Threads => self.shared.set_threads(self.settings.threads as usize),
            Change::ClearHash => self.shared.clear(),
            Change::Eval => {
                if let Err(error) = self.change_eval() {
                    self.settings = before;
                    return Err(error);
                }
            }
            Change::Rules => self.follow_variant(before.captures()),
            Change::Noted => {}
        }
        Ok(change)
    }

    /// Sets the variant, with its network.
    pub fn set_variant(&mut self, variant: Variant) {
        let before = self.settings.captures();
        self.settings.variant = variant;
        self.follow_variant(before);
    }

    /// Applies the network of another variant than that of `before`, unless the user has named one.
    fn follow_variant(&self, before: Captures) {
        if before != self.settings.captures() && self.settings.eval_file.is_empty() {
            // Without a file it cannot fail.
            let _ = self.change_eval();
        }
    }

    /// Applies the evaluation settings: the network inside the program unless a file is named.
    /// Fails when the file holds no network.
    fn change_eval(&self) -> Result<(), OptionError> {
        let Settings { eval, eval_file: file, .. } = &self.settings;
        let file = Some(Path::new(file)).filter(|file| !file.as_os_str().is_empty());
        let network = eval_file::choose(*eval, file, self.settings.captures())
            .map_err(|error| OptionError::EvalFile(error.to_string()))?;
        self.shared.set_network(network);
        Ok(())
    }

    /// Runs perft beside the session, and writes the count of each root move and `Nodes searched: N`.
    pub fn perft(&mut self, position: &Position, depth: u32) {
        let (out, position, threads) = (Arc::clone(&self.out), position.clone(), self.shared.threads());
        self.chore(Box::new(move |stop| match perft::report(&position, depth, true, threads, stop) {
            Ok(Some(report)) => out.line(report.trim_end()),
            Ok(None) => out.remark("perft stopped"),
            Err(error) => out.error(format_args!("perft: {error}")),
        }));
    }

    /// Runs the bench beside the session; the last line is `Bench: N nodes M nps`.
    pub fn bench(&mut self) {
        let out = Arc::clone(&self.out);
        self.chore(Box::new(move |stop| {
            let stopped = || stop.load(Ordering::Relaxed);
            let each = |number: usize, result: &Finished| {
                out.remark(format_args!("bench {} nodes {}", number + 1, result.nodes));
                if stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if stopped() {
                return out.remark("bench stopped");
            }
            match bench::run(bench::DEPTH, network::embedded(), each) {
                Ok(_) if stopped() => out.remark("bench stopped"),
                Ok(result) => out.line(&format!("Bench: {} nodes {} nps", result.nodes, result.nps())),
                Err(error) => out.error(format_args!("bench: {error}")),
            }
        }));
    }

    /// Reports unknown words of a `go`, although UCI requires only that they are ignored.
    pub fn tell_unknown(&self, words: &[String]) {
        if !words.is_empty() {
            self.out.error(format_args!("go: `{}` means nothing here and is ignored", words.join(" ")));
        }
    }

    /// Tells that the opponent's clock counts for us too, where ours was not sent.
    pub fn tell_lone_clock(&self, go: &Go, us: Color) {
        if go.clock_of(us) != us {
            let [ours, theirs] = if us == Color::White { ["wtime", "btime"] } else { ["btime", "wtime"] };
            self.out.remark(format_args!("go: {ours} is missing, {theirs} counts for both sides"));
        }
    }

    /// Reports words behind `searchmoves` that are no legal moves.
    pub fn tell_illegal(&self, words: &[&str]) {
        if !words.is_empty() {
            self.out.error(format_args!("go searchmoves: `{}` is not legal and is ignored", words.join(" ")));
        }
    }

    /// Runs a long command beside the session.
    pub fn chore(&mut self, chore: Chore) {
        if let Err(error) = self.chores.add(chore) {
            self.out.error(error);
        }
    }

    /// Interrupts perft at once, and the bench after its current position.
    pub fn stop_chores(&self) {
        self.chores.stop();
    }

    /// Waits briefly, at the end of a session, for chores and for searches that end by themselves.
    pub fn finish(&self, running: impl Fn() -> bool) {
        let end = Instant::now() + GRACE;
        while running() && Instant::now() < end && !self.out.closed() {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.chores.finish(end.saturating_duration_since(Instant::now()));
    }
}
