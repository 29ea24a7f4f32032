//! The search of the other games: exchanges and counters as each game's rules have them.

use tandem::variants::exchange::Exchange;
use tandem::variants::game::Game;

#[test]
fn bug_a_king_of_exchange_chess_guarded_the_pieces_beside_it() {
    let position = Exchange::parse("4k/2Rn1/5/5/K4[] w - - 0 1").expect("a position");
    let capture = position.legal_moves().into_iter().find(|mv| mv.to_string() == "c4d4").expect("a capture");
    assert!(position.gains_at_least(capture, 300), "the king takes nothing: the knight is won");
    let guarded = Exchange::parse("4k/2Rn1/5/3r1/K4[] w - - 0 1").expect("a position");
    assert!(!guarded.gains_at_least(capture, 0), "a rook takes back");
}
