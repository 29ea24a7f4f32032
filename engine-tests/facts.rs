//! The facts that a network may weigh, and the layer that weighs them.

use crate::eval::flip;
use crate::network::random_network;
use tandem::board::{BoardRules, Position, fen};
use tandem::eval::facts::{FACTS, Facts, MOST_FACT, SIDE_FACTS};
use tandem::eval::network::{
    Base, FACTS_SUM_UNIT, FACTS_WEIGHT_UNIT, FactsLayer, MOST_FACTS_UNIT, Network, NetworkError,
};
use tandem::search::bench::POSITIONS;
use tandem::types::Color;
use tandem::types::rng::Rng;

fn parse(text: &str) -> Position {
    fen::parse(text, BoardRules::default()).expect("a position")
}

fn facts(text: &str) -> Facts {
    Base::Handcrafted.informed(&parse(text)).1
}

#[test]
fn colors_are_alike_and_the_score_is_that_without_facts() {
    let mut known = [0; FACTS];
    for text in POSITIONS {
        let position = parse(text);
        let (score, facts_here) = Base::Handcrafted.informed(&position);
        assert_eq!(score, Base::Handcrafted.score(&position), "{text}");
        assert_eq!(facts(&flip(text)), facts_here, "{text}");
        known.iter_mut().zip(facts_here).for_each(|(known, fact)| *known += u32::from(fact != 0));
    }
    let never: Vec<usize> = (0..FACTS).filter(|&place| known[place] == 0).collect();
    assert!(never.contains(&(FACTS - 1)), "the base score is a fact of the side to move alone");
    assert!(never.len() < 12, "{never:?} never occur");
    assert_eq!(Base::Nothing.informed(&parse(POSITIONS[0])), (0, [0; FACTS]));
}

/// The facts of one side: 0 for the side to move.
fn side(text: &str, side: usize) -> Vec<i16> {
    facts(text)[side * SIDE_FACTS..][..SIDE_FACTS].to_vec()
}

#[test]
fn what_hangs_is_counted() {
    // Pieces that hang, pawns that hang, pieces attacked and guarded, rooks and queens attacked by less, queens.
    let knight = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
    assert_eq!(side(knight, 1)[16..21], [16, 0, 0, 0, 0]);
    assert_eq!(side(knight, 0)[16..21], [0; 5]);
    let guarded = "4k3/8/4p3/3n4/4P3/8/8/4K3[] w - - 0 1";
    assert_eq!(side(guarded, 1)[16..21], [0, 0, 16, 0, 0]);
    let pawn = "4k3/8/8/3n4/8/4P3/8/7K[] b - - 0 1";
    assert_eq!(side(pawn, 1)[16..21], [0, 16, 0, 0, 0]);
    // The queen and the rook guard each other, and the bishop that attacks both hangs.
    let heavy = "4k3/8/8/2q1r3/3B4/8/8/4K3[] w - - 0 1";
    assert_eq!(side(heavy, 1)[16..21], [0, 0, 32, 64, 32]);
    assert_eq!(side(heavy, 0)[16..21], [16, 0, 0, 0, 0]);
}

#[test]
fn what_endangers_a_king_is_counted() {
    // A queen may be dropped from a1 to e1; the king guards f1 and h1, where it could escape to.
    let castled = side("6k1/8/8/8/8/8/5PPP/6K1[q] w - - 0 1", 0);
    assert_eq!(castled[10..13], [20, 0, 16], "drop checks, contacts, escapes");
    assert_eq!((castled[8], castled[15]), (0, 0), "nothing on the board attacks or could check");
    // The rook could check from e1.
    assert_eq!(side("4r1k1/8/8/8/8/8/5PPP/6K1[] w - - 0 1", 0)[15], 16);
    assert_eq!(side("4r1k1/8/8/8/7B/8/5PPP/6K1[] w - - 0 1", 0)[15], 16, "the bishop guards no square there");
}

/// The layer by its definition.
fn by_hand(layer: &FactsLayer, facts: &Facts, scale: i64) -> i64 {
    let units = layer.units();
    let (weights, bias, output) = layer.parts();
    let sum: i64 = (0..units)
        .map(|unit| {
            let terms = facts.iter().enumerate();
            let sum: i64 = terms.map(|(fact, &value)| i64::from(value) * i64::from(weights[fact * units + unit])).sum();
            let most = i64::from(MOST_FACTS_UNIT) * i64::from(FACTS_SUM_UNIT);
            (sum + i64::from(bias[unit])).clamp(0, most) * i64::from(output[unit])
        })
        .sum();
    (sum * scale / (i64::from(FACTS_SUM_UNIT) * i64::from(FACTS_WEIGHT_UNIT))).clamp(-29_000, 29_000)
}

#[test]
fn the_layer_is_its_definition() {
    let mut rng = Rng::new(4);
    for units in [0, 16, 32, 64] {
        let mut weights = |count: usize| (0..count).map(|_| rng.next() as i16).collect::<Vec<i16>>();
        let (first, output) = (weights(FACTS * units), weights(units));
        let bias = (0..units).map(|_| rng.next() as i32 >> 5).collect();
        let layer = FactsLayer::new(&first, bias, output);
        assert_eq!(layer.parts().0, first);
        for _ in 0..200 {
            let mut fact = || rng.below(511) as i16 - MOST_FACT;
            let facts: Facts = std::array::from_fn(|place| if place % 3 == 0 { 0 } else { fact() });
            assert_eq!(i64::from(layer.score(&facts, 300)), by_hand(&layer, &facts, 300));
        }
    }
}

#[test]
fn a_layer_that_does_not_fit_is_refused() {
    let network = random_network(16, 60, 2);
    assert_eq!(Network::parse(&network.to_bytes()), Ok(network.clone()));
    let (weights, bias, output) = network.facts.parts();
    let large = FactsLayer::new(&weights, vec![1 << 27; bias.len()], output.to_vec());
    let large = Network { facts: large, ..network.clone() };
    let message = Network::parse(&large.to_bytes()).expect_err("a large bias").to_string();
    assert!(message.contains("a bias of the layer of facts is 134217728, ±2^26 is wanted"), "{message}");
    let alone = Network { base: Base::Nothing, ..network };
    let refused = Network::parse(&alone.to_bytes());
    assert!(matches!(refused, Err(NetworkError::Shape { name: "the layer of facts", .. })), "{refused:?}");
}

#[test]
fn facts_change_scores_and_colors_stay_alike() {
    let network = random_network(16, 60, 2);
    let without = Network { facts: FactsLayer::default(), ..network.clone() };
    let mut different = 0;
    for text in POSITIONS {
        let position = parse(text);
        assert_eq!(network.evaluate(&position), network.evaluate(&parse(&flip(text))), "{text}");
        let (_, facts) = network.base.informed(&position);
        let added = network.facts.score(&facts, network.scale);
        assert_eq!(network.evaluate(&position), without.evaluate(&position) + added, "{text}");
        different += usize::from(added != 0);
    }
    assert!(different > 12, "{different}");
    assert_eq!(Color::ALL.len() * SIDE_FACTS, FACTS);
}
