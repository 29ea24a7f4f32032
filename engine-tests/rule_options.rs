//! The options of the rules, their presets, and how both are written.

use super::sheet::rules;
use tandem::board::{Captures, MateRule, StalemateRule};
use tandem::game::{BothHang, NoClock, PromotionRule, Repetition, Rules, RulesError};

#[test]
fn presets_set_what_the_table_says() {
    let international = Rules {
        mate: MateRule::PossibleBlockSaves,
        stalemate: StalemateRule::Waits,
        both_hang: BothHang::Loss,
        drop_check: true,
        drop_mate: true,
        last_pawn_drop_rank: 7,
        dropped_rook_castles: true,
        promotion: PromotionRule::OwnChoice,
        repetition: Repetition::Ignored,
        no_clock: NoClock::Off,
        chess960: false,
        captures: Captures::ToPartner,
    };
    assert_eq!(Rules::preset("international"), Ok(international));
    assert_eq!(Rules::default(), international);
    assert_eq!(Rules::preset("fics"), Ok(Rules { dropped_rook_castles: false, ..international }));
    let fairy = Rules {
        mate: MateRule::Immediate,
        stalemate: StalemateRule::Loss,
        dropped_rook_castles: false,
        ..international
    };
    assert_eq!(Rules::preset("fairy-stockfish"), Ok(fairy));
    let gambler = Rules { promotion: PromotionRule::TakeFromPartnerBoard, ..international };
    assert_eq!(Rules::preset("gambler"), Ok(gambler));
    assert_eq!(Rules::PRESETS.len(), 4);
    assert!(Rules::PRESETS.iter().all(|name| Rules::preset(name).is_ok()));
}

#[test]
fn every_option_takes_every_value_and_tells_it() {
    for preset in Rules::PRESETS {
        for option in Rules::options() {
            for value in option.values {
                let before = rules(preset);
                let mut after = before;
                after.set(option.name, value).expect("a listed value");
                assert_eq!(after.get(option.name), Some(*value));
                for other in Rules::options().iter().filter(|other| other.name != option.name) {
                    assert_eq!(after.get(other.name), before.get(other.name), "{} moved {}", option.name, other.name);
                }
                assert_eq!(rules(&after.to_string()), after, "{after}");
            }
        }
    }
    let names: Vec<&str> = Rules::options().iter().map(|option| option.name).collect();
    assert_eq!(
        names,
        [
            "mate",
            "stalemate",
            "both-hang",
            "drop-check",
            "drop-mate",
            "pawn-drop-ranks",
            "dropped-rook-castles",
            "promotion",
            "repetition",
            "no-clock",
            "chess960"
        ]
    );
    assert!(Rules::options().iter().all(|option| Rules::default().get(option.name) == Some(option.values[0])));
}

#[test]
fn texts_are_presets_options_or_both() {
    assert_eq!(rules("fics"), rules("international,dropped-rook-castles=no"));
    assert_eq!(rules("dropped-rook-castles = no"), rules("fics"));
    let gambler = rules("gambler, drop-check=forbidden, pawn-drop-ranks=2-6");
    assert!(!gambler.drop_check && gambler.drop_mate && gambler.last_pawn_drop_rank == 6);
    assert_eq!(gambler.to_string(), "gambler,drop-check=forbidden,pawn-drop-ranks=2-6");
    assert_eq!(rules("dropped-rook-castles=no").to_string(), "fics");
}

#[test]
fn bug_of_an_option_that_was_given_twice_one_value_was_lost() {
    for text in ["mate=immediate,mate=possible-block-saves", "fics, mate=immediate, mate = immediate"] {
        let error = text.parse::<Rules>().expect_err(text);
        assert_eq!(error.to_string(), "rules option `mate`: it is given twice");
    }
}

#[test]
fn errors_quote_what_is_wrong() {
    let error = |text: &str| text.parse::<Rules>().expect_err(text);
    assert_eq!(error("chess"), RulesError::Preset("chess".to_owned()));
    assert_eq!(error("fics,gambler"), RulesError::Option("gambler".to_owned()));
    assert_eq!(error("fics,speed=high"), RulesError::Option("speed".to_owned()));
    let value = error("mate=never");
    assert_eq!(value.to_string(), "rules option mate: `never` is none of possible-block-saves, immediate");
    assert!(error("").to_string().starts_with("`` is no preset of rules (known: international, fics"));
    let mut rules = Rules::default();
    assert!(rules.set("stalemate", "win").is_err());
    assert_eq!(rules, Rules::default());
    assert_eq!(rules.get("speed"), None);
}
