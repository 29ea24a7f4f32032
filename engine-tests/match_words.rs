//! Messages between partners of different protocols.

use tandem::arena::engines::Message;

#[test]
fn the_shorthand_of_the_servers_becomes_ubi() {
    for (tell, ubi) in [
        ("n", "need n urgency medium"),
        ("+N", "need n urgency medium"),
        ("++q", "need q urgency high"),
        ("+++n", "mates n"),
        ("--b", "avoid b urgency high"),
        ("---q", "avoid q urgency high mates 1"),
        ("---trades", "trade bad"),
        ("sit", "sit"),
        ("go", "go"),
        ("fast", "play_fast"),
        ("slow", "slow"),
        ("I'll have to sit...(dead)", "dead"),
        ("x", "alive"),
        ("Mate in 3, give him no more pieces.", "mate"),
        ("Sorry, but I don't understand that command.", "say Sorry, but I don't understand that command."),
        ("+-n", "say +-n"),
        ("k", "yes"),
    ] {
        assert_eq!(Message::tell(tell).for_ubi().pop().as_deref(), Some(ubi), "{tell}");
    }
    assert!(Message::tell("time 2931").for_ubi().is_empty());
    let wishes = Message::tell("дай коня или слона, ферзя не отдавай").for_ubi();
    assert_eq!(wishes, ["need n urgency medium", "need b urgency medium", "avoid q urgency medium"]);
}

#[test]
fn bug_the_greeting_of_a_cecp_engine_was_not_understood_by_its_ubi_partner() {
    for greeting in [
        "partner Tandem is an engine. Tell it `help` for what it understands.",
        "partner Fairy-Stockfish is an engine. Ask it 'help' for supported commands.",
    ] {
        assert!(Message::tell(greeting).for_ubi().is_empty(), "{greeting}");
        assert_eq!(Message::tell(greeting).for_tell().as_deref(), Some(greeting));
    }
    assert!(!Message::tell("partner Boris is an engine. Take care").for_ubi().is_empty());
}

#[test]
fn ubi_becomes_the_shorthand_of_the_servers() {
    for (ubi, tell) in [
        ("need n urgency low", Some("+n")),
        ("need n urgency high", Some("++n")),
        ("need n urgency high mates 1", Some("+++n")),
        ("avoid q urgency high", Some("--q")),
        ("stall duration 3", Some("---trades")),
        ("play_fast reason time", Some("fast")),
        ("alive", Some("x")),
        ("say hello there", Some("hello there")),
        ("material -120", None),
        ("mood cheerful", Some("mood cheerful")),
    ] {
        assert_eq!(Message::ubi(ubi).for_tell().as_deref(), tell, "{ubi}");
    }
}

#[test]
fn within_a_protocol_the_words_stay_as_they_are() {
    assert_eq!(Message::ubi("stall  duration 3").for_ubi(), ["stall  duration 3"]);
    assert_eq!(Message::tell("time 2931").for_tell().as_deref(), Some("time 2931"));
}
