//! Probes: the effect of one more piece on a board.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use tandem::board::{BoardRules, fen};
use tandem::eval::Prices;
use tandem::search::Shared;
use tandem::team::message::Urgency;
use tandem::team::prober::{ProbeQuestion, Prober, TradeVerdict};
use tandem::types::score::is_mate;
use tandem::types::{Color, PieceType};

fn question(text: &str, us: Color) -> ProbeQuestion {
    let position = fen::parse(text, BoardRules::default());
    let Ok(position) = position else { panic!("{text}") };
    let nodes_per_ms = NonZeroU64::new(1);
    ProbeQuestion { position, us, prices: Prices::bughouse_default(), nodes: 20_000, nodes_per_ms }
}

fn prober() -> Prober {
    Prober::new(Shared::new(4, 1))
}

/// Black's king is smothered by its own pieces: of the pieces in hand only a knight mates, on f7.
const SMOTHERED: &str = "rn4rk/pp4pp/8/8/8/8/PP3PPP/RN4K1[] w - - 0 1";

#[test]
fn a_knight_that_would_mate_is_asked_for_and_feared() {
    let never = AtomicBool::new(false);
    let found = prober().probe(&question(SMOTHERED, Color::White), &never);
    let Ok(Some(found)) = found else { panic!("{found:?}") };
    assert_eq!(found.needs[PieceType::Knight.index()], Some(Urgency::Mates));
    assert_eq!(found.needs[PieceType::Pawn.index()], None);
    // The same position from black's side.
    let found = prober().probe(&question(SMOTHERED, Color::Black), &never);
    let Ok(Some(found)) = found else { panic!("{found:?}") };
    assert_eq!(found.bans[PieceType::Knight.index()], Some(Urgency::Mates));
}

#[test]
fn a_hanging_player_asks_for_the_kinds_that_could_block() {
    // A check on the back rank: any piece but a pawn can block it.
    let hanging = question("R5k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", Color::Black);
    let found = prober().probe(&hanging, &AtomicBool::new(false));
    let Ok(Some(found)) = found else { panic!("{found:?}") };
    assert!(found.hanging);
    let wanted = PieceType::HELD.map(|kind| found.needs[kind.index()].is_some());
    assert_eq!(wanted, [false, true, true, true, true]);
}

#[test]
fn a_trade_is_judged_by_what_both_hands_would_hold() {
    let mut prober = prober();
    // White to move mates at once with a knight; black, who gets one too, comes too late.
    assert_eq!(prober.judge_trade(&question(SMOTHERED, Color::White), &[PieceType::Knight]), Ok(TradeVerdict::WeMate));
    let verdict = prober.judge_trade(&question(SMOTHERED, Color::Black), &[PieceType::Knight]);
    assert_eq!(verdict, Ok(TradeVerdict::TheyMate));
    assert!(!TradeVerdict::TheyMate.allows() && TradeVerdict::Even.allows());
}

#[test]
fn a_cancelled_probe_finds_nothing() {
    let found = prober().probe(&question(SMOTHERED, Color::White), &AtomicBool::new(true));
    assert_eq!(found, Ok(None));
}

#[test]
fn bug_where_more_than_one_thread_searches_every_piece_seemed_to_mate() {
    let mut prober = Prober::new(Shared::new(4, 2));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    for nodes in (400..700).step_by(10) {
        let asked = ProbeQuestion { nodes, nodes_per_ms: None, ..question(start, Color::White) };
        let Ok(Some(sounding)) = prober.sound(&asked, &AtomicBool::new(false)) else { panic!("not cancelled") };
        let scores = sounding.after.0.iter().flatten().chain([&sounding.base]);
        assert!(scores.into_iter().all(|&score| !is_mate(score)), "{nodes} nodes: {sounding:?}");
    }
}

#[test]
fn a_board_probed_for_one_seat_is_known_for_the_other_seat() {
    let mut prober = prober();
    let asked = ProbeQuestion { nodes: 500, ..question(SMOTHERED, Color::White) };
    let first = prober.sound(&asked, &AtomicBool::new(false));
    // A canceled question is answered from stored results only.
    let mut known = |question: &ProbeQuestion| prober.sound(question, &AtomicBool::new(true));
    assert!(matches!(first, Ok(Some(_))));
    assert_eq!(known(&asked), first);
    assert_eq!(known(&ProbeQuestion { nodes: 2_000, ..asked.clone() }), Ok(None), "that asks for more");
    assert_eq!(known(&ProbeQuestion { us: Color::Black, ..asked.clone() }), Ok(None), "that is the other team");
    let elsewhere = question("6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1", Color::White);
    assert_eq!(known(&ProbeQuestion { nodes: 500, ..elsewhere }), Ok(None));
}
