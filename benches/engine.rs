//! Benchmarks of the hot paths, one group per path, all on the same few positions: `cargo bench`, or
//! `cargo bench -- movegen` for one group.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tandem::board::movegen::Select;
use tandem::board::perft::perft;
use tandem::board::{BoardRules, Position, fen};
use tandem::eval::{Prices, evaluate_board};
use tandem::search::clean;
use tandem::search::{Job, Limits, Searcher, Shared};
use tandem::types::MoveList;

/// Positions with empty, partial and full hands, and one in check.
const POSITIONS: [(&str, &str); 4] = [
    ("start", fen::START),
    ("opening with hands", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1"),
    ("middle game with full hands", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QRBNPqrbnp] w KQkq - 0 1"),
    ("check with hands", "r1b2rk1/ppp3pp/2n5/2b1q3/2B1P3/2N5/PPP2PPP/R1BQ1KNR[RBNPPqnp] b - - 0 12"),
];

fn positions() -> impl Iterator<Item = (&'static str, Position)> {
    POSITIONS.into_iter().map(|(name, bfen)| match fen::parse(bfen, BoardRules::default()) {
        Ok(position) => (name, position),
        Err(error) => panic!("{name}: {error}"),
    })
}

fn movegen(c: &mut Criterion) {
    let mut group = c.benchmark_group("movegen");
    for (name, position) in positions() {
        group.throughput(Throughput::Elements(position.count_legal_moves()));
        group.bench_function(BenchmarkId::new("list", name), |b| b.iter(|| black_box(&position).legal_moves().len()));
        group.bench_function(BenchmarkId::new("count", name), |b| b.iter(|| black_box(&position).count_legal_moves()));
    }
    for (name, position) in positions() {
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("captures", name), |b| {
            b.iter(|| {
                let mut list = MoveList::new();
                black_box(&position).add_board_moves(Select::Noisy, &mut list);
                list.len()
            })
        });
    }
    group.finish();
}

fn perft_to_three(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft 3");
    for (name, mut position) in positions() {
        group.throughput(Throughput::Elements(perft(&mut position, 3)));
        group.bench_function(name, |b| b.iter(|| perft(black_box(&mut position), 3)));
    }
    group.finish();
}

fn make(c: &mut Criterion) {
    let mut group = c.benchmark_group("make and unmake");
    for (name, mut position) in positions() {
        let moves = position.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for &mv in &moves {
                    let undo = position.make_move(mv);
                    black_box(position.key());
                    position.unmake_move(mv, &undo);
                }
            })
        });
    }
    group.finish();
}

fn see(c: &mut Criterion) {
    let mut group = c.benchmark_group("see");
    for (name, position) in positions() {
        let moves = position.legal_moves();
        let values = Prices::bughouse_default().exchange_values(position.rules());
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| moves.iter().filter(|&&mv| black_box(&position).see_at_least(mv, 0, &values)).count())
        });
    }
    group.finish();
}

fn eval(c: &mut Criterion) {
    let mut group = c.benchmark_group("eval");
    for (name, position) in positions() {
        group.bench_function(name, |b| b.iter(|| evaluate_board(black_box(&position))));
    }
    group.finish();
}

/// One thread, an empty TT, a fixed number of nodes.
fn search(c: &mut Criterion) {
    const NODES: u64 = 20_000;
    let mut group = c.benchmark_group("search 20,000 nodes");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    let shared = Shared::new(16, 1);
    let mut searcher = Searcher::new(shared.clone());
    for (name, position) in positions() {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let job = Job::new(position, Prices::bughouse_default(), limits);
        group.bench_function(name, |b| {
            b.iter_batched(
                || {
                    shared.clear();
                    job.clone()
                },
                |job| {
                    searcher.new_game();
                    clean::search(&mut searcher, job).expect("a search thread").result.best
                },
                BatchSize::PerIteration,
            )
        });
    }
    group.finish();
}

criterion_group! {
    name = engine;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1000))
        .sample_size(20);
    targets = movegen, perft_to_three, make, see, eval, search
}
criterion_main!(engine);
