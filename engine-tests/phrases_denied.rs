//! Partners' lines that deny, doubt or suppose something, or tell what was: what they name is not asked for.

use crate::phrases::heard;

#[test]
fn bug_a_request_not_to_play_fast_was_one_to_sit_and_to_play_fast() {
    for line in ["не ходи быстро", "не играй быстро", "dont go fast"] {
        assert_eq!(heard(line), ["slow"], "{line}");
    }
}

#[test]
fn bug_no_time_to_sit_was_a_request_to_sit() {
    for line in ["no time to sit", "we have no time to sit", "no time to wait", "нет времени сидеть"] {
        assert_eq!(heard(line), ["go time"], "{line}");
    }
    for line in ["no time to trade", "нет времени меняться"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    assert_eq!(heard("sit, he has no time"), ["sit time"]);
}

#[test]
fn bug_what_the_partner_did_not_think_was_taken_for_what_it_said() {
    for line in ["i dont think i am dead", "i don't think he mates me", "i dont think i need a knight"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_trades_that_the_partner_did_not_mind_were_forbidden() {
    for line in ["i dont mind trades", "trades are not bad", "не боюсь разменов"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("i dont like trades"), ["trade bad"]);
}

#[test]
fn bug_what_the_partner_did_not_want_us_to_do_was_asked_for() {
    for line in ["i dont want you to sit", "i don't need you to wait", "dont want you to sit"] {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    assert_eq!(heard("i dont want you to trade"), ["trade bad"]);
}

#[test]
fn bug_what_the_partner_doubted_was_asked_for() {
    for line in [
        "i doubt i need n",
        "i doubt he can mate me",
        "hardly need a pawn",
        "its unlikely he mates me",
        "вряд ли нужен конь",
        "врядли мне нужен конь",
        "едва ли мне нужен ферзь",
        "сомневаюсь что нужен конь",
        "vryad li nuzhen kon",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["no doubt, need n", "no doubt i need n"] {
        assert_eq!(heard(line), ["need n medium"], "{line}");
    }
}

#[test]
fn bug_a_sit_in_vain_or_without_time_was_asked_for() {
    for line in ["зря сидишь", "ты зря ждешь", "не надо меня ждать", "нечего сидеть", "zrya sidish"]
    {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    for line in ["некогда ждать", "нам некогда сидеть", "сидеть некогда"] {
        assert_eq!(heard(line), ["go time"], "{line}");
    }
    assert_eq!(heard("некогда меняться"), ["trade bad"]);
    for line in ["forget the sit", "cancel sit", "забудь про сиди"] {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    assert_eq!(heard("dont wait for the knight"), ["go"]);
}

#[test]
fn bug_a_partner_that_does_not_want_to_sit_sat() {
    for line in [
        "not going to sit",
        "im not going to sit",
        "i am not gonna wait",
        "i dont want to wait",
        "не хочу сидеть",
        "не буду ждать",
        "сколько можно сидеть",
        "кому сидеть",
        "both sit",
        "may i sit",
        "u sitting",
        "не давай ему ходить",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("im going to sit"), ["sitting"]);
}

#[test]
fn bug_a_wait_before_a_word_not_to_sit_was_a_request_to_sit() {
    for line in ["wait, dont sit", "hold on, dont wait", "подожди, не сиди", "стой не жди"] {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    for line in ["wait, dont move", "стой, не ходи"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    // The one to move comes later.
    assert_eq!(heard("sit 10 sec then go"), ["sit 10"]);
}

#[test]
fn bug_a_condition_of_a_trade_was_left_out() {
    for line in [
        "trade only if needed",
        "trade only if you win a queen",
        "only trade if you have to",
        "only trade queens if you mate",
        "trade queens only if he wants",
        "меняй только если мат",
        "меняйся только если надо",
        "меняться не обязательно",
        "можно не меняться",
        "nothing to trade",
        "нечего менять",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["dont trade unless you have to", "no trades unless forced", "не меняй если не мат"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    for line in ["only trade queens", "trade only queens"] {
        assert_eq!(heard(line), ["trade good q"], "{line}");
    }
}

#[test]
fn bug_a_piece_that_is_enough_to_mate_was_not_needed() {
    for line in [
        "коня хватит для мата",
        "одного коня хватит для мата",
        "для мата хватит коня",
        "коня достаточно чтобы поставить мат",
        "a knight is enough to mate",
        "one knight is enough for mate",
    ] {
        assert_eq!(heard(line), ["need n mates"], "{line}");
    }
    for line in ["хватит коней", "enough knights", "i have enough knights"] {
        assert_eq!(heard(line), ["enough n"], "{line}");
    }
    for line in ["a knight isnt enough", "a knight is not enough", "коня не хватит", "a knight is enough"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["not enough knights", "i dont have enough knights"] {
        assert_eq!(heard(line), ["need n medium"], "{line}");
    }
}

#[test]
fn bug_pieces_that_nobody_has_or_must_give_were_asked_for() {
    for line in [
        "no knight no mate",
        "no n, no mate",
        "нет коня - нет мата",
        "no pawns left",
        "no knight available",
        "i can give you a knight",
        "i can send a pawn",
        "need to sac the queen",
        "надо отдать ферзя",
        "не надо брать ферзя",
        "не получится коня",
        "кому нужен конь",
        "твоему нужен конь",
        "needed a knight there",
        "хотел коня",
        "any chance",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("you can give a knight"), ["enough n"]);
    assert_eq!(heard("да не отдавай коня"), ["avoid n medium"]);
}

#[test]
fn bug_a_mate_that_was_missed_asked_about_or_warned_of_was_claimed() {
    for line in [
        "had mate with a knight",
        "would a knight mate",
        "when mate",
        "am i dead",
        "i might be dead",
        "осторожно мат",
        "осторожно, у него мат",
        "careful he mates",
        "чуть не мат",
        "сходишь - мат",
        "can stop mate",
        "lost on time",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_the_reason_against_trades_was_the_end_of_the_game() {
    for line in ["dont trade or im dead", "no trades otherwise im mated", "не меняй а то мат"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    for line in ["no trades because im dead", "dont trade cause im dead"] {
        assert_eq!(heard(line), ["trade bad", "dead"], "{line}");
    }
    assert!(heard("i defended, trade again if you want").is_empty());
}

#[test]
fn bug_a_piece_that_hangs_was_an_opponent_that_waits() {
    for line in ["возьми ферзя он висит", "съешь ферзя, он висит", "у него висит ферзь, бери"]
    {
        assert_eq!(heard(line), ["take q"], "{line}");
    }
    assert!(heard("у него висит ферзь").is_empty());
    assert_eq!(heard("он висит"), ["waiting"]);
}

#[test]
fn bug_a_repeated_request_was_the_speakers_own_state() {
    for line in ["i told you to sit", "i told you not to move"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    assert_eq!(heard("told you not to trade queens"), ["trade bad q"]);
    assert!(heard("dont move that").is_empty());
}

#[test]
fn bug_a_piece_without_which_the_partner_is_mated_was_forbidden() {
    for line in ["im mated unless pawn", "dead unless 2 pawns", "he mates unless p", "mated w/o p"] {
        assert_eq!(heard(line), ["need p high"], "{line}");
    }
    for line in ["no n no defense", "no n, no defence"] {
        assert_eq!(heard(line), ["need n medium"], "{line}");
    }
    assert_eq!(heard("no n im dead"), ["avoid n mates"]);
    assert_eq!(heard("no defense"), ["dead"]);
    assert_eq!(heard("i mate unless he gets n"), ["avoid n mates"]);
}

#[test]
fn bug_two_messages_without_a_comma_were_read_as_one() {
    for (line, wanted) in [
        ("n no q", ["need n medium", "avoid q medium"]),
        ("i need n no more p", ["need n medium", "avoid p medium"]),
        ("no p i need n", ["avoid p medium", "need n medium"]),
        ("no more q need n", ["avoid q medium", "need n medium"]),
        ("trade q need n", ["trade good q", "need n medium"]),
        ("trade q dont need r", ["trade good q", "enough r"]),
        ("trade q no r", ["trade good q", "avoid r medium"]),
        ("trade dont need n", ["trade good", "enough n"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    for line in ["got n need p", "have 2 n need p", "need p got n"] {
        assert_eq!(heard(line), ["need p medium"], "{line}");
    }
    for line in ["go cant sit", "go i cant sit"] {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    // One message still.
    assert_eq!(heard("no b no b no b"), ["avoid b high"]);
    assert_eq!(heard("no more queens needed, need a bishop"), ["enough q", "need b medium"]);
    assert_eq!(heard("менять ферзей не надо"), ["trade bad q"]);
}

#[test]
fn bug_a_piece_that_the_partner_offers_or_expects_was_asked_for() {
    for line in [
        "дать коня?",
        "тебе дать коня?",
        "no knight for you",
        "ill give n",
        "trying to get n",
        "can get n",
        "will get n",
        "will take n",
        "forced to give n",
        "могу дать тебе пешку",
        "n in 2 moves",
        "n next move",
        "конь через ход",
        "через два хода ферзь",
        "no n available",
        "not only n",
        "сперва коня потом размен",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["дать коня", "можешь дать коня?", "give n", "нужен кон"] {
        assert_eq!(heard(line), ["need n medium"], "{line}");
    }
    assert_eq!(heard("sit n in 2 moves"), ["sit piece"]);
    for line in ["n or b?", "слон или конь?"] {
        assert_eq!(heard(line), ["ask_need"], "{line}");
    }
}

#[test]
fn bug_a_trade_without_haste_or_under_a_condition_was_recommended() {
    for line in ["не спеши меняться", "dont rush to trade", "nomore trades", "if you trade im dead"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    assert_eq!(heard("dont stop trading"), ["trade good"]);
    assert!(heard("легкие меняй тяжелые нет").is_empty());
}

#[test]
fn bug_whom_a_piece_mates_was_confused() {
    assert_eq!(heard("ему слона и мат"), ["avoid b mates"]);
    assert_eq!(heard("он ждет коня на мат"), ["avoid n mates"]);
    assert_eq!(heard("dead if knight"), ["avoid n mates"]);
    assert_eq!(heard("dont sac q unless mate"), ["avoid q medium"]);
    for line in ["коня мало для мата", "я мат"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_short_words_of_chats_were_orders() {
    for line in ["sit 4 me", "wait 4 me"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    assert_eq!(heard("sit 4"), ["sit 4"]);
    assert_eq!(heard("not yet"), ["no"]);
    assert_eq!(heard("not yet, dont move"), ["sit"]);
    assert_eq!(heard("can hold"), ["alive"]);
    assert!(heard("careful h7").is_empty());
}

#[test]
fn bug_enough_of_a_piece_was_an_order_to_sit() {
    for line in ["stop n", "stop the n", "стоп конь", "стоп ладьи пожалуйста"] {
        assert!(!heard(line).iter().any(|message| message.starts_with("sit")), "{line}");
    }
    assert_eq!(heard("stop n"), ["enough n"]);
    assert_eq!(heard("стоп пешки"), ["enough p"]);
    for (line, wanted) in [("stop queen trades", "trade bad q"), ("stop rook trades pls", "trade bad r")] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    // The partner is addressed, or a piece is waited for.
    assert_eq!(heard("stop p"), ["sit"]);
    for line in ["wait n", "жди коня", "stop n coming"] {
        assert_eq!(heard(line), ["sit piece"], "{line}");
    }
    assert_eq!(heard("стоп! коня"), ["sit", "need n medium"]);
}

#[test]
fn bug_a_ban_with_a_condition_was_read_for_the_condition() {
    for line in ["dont trade unless u win n", "no trades unless you win a rook"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    assert_eq!(heard("dont trade rooks unless u win a knight"), ["trade bad r"]);
    for line in ["trade = dead", "trades = dead"] {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    assert_eq!(heard("q trade = dead"), ["trade bad q"]);
    assert_eq!(heard("dont trade queens im dead"), ["trade bad q"]);
    for line in ["не ходи без коня", "без коня не ходи", "dont move without a knight"] {
        assert_eq!(heard(line), ["sit piece"], "{line}");
    }
    for line in ["без коня не хожу", "i dont go without a knight"] {
        assert_eq!(heard(line), ["sitting", "need n medium"], "{line}");
    }
}

#[test]
fn bug_a_denial_was_lost_in_a_typo() {
    assert!(heard("ниадай ладью").is_empty());
    assert_eq!(heard("неатдавай ферзя"), ["avoid q medium"]);
    assert_eq!(heard("ниходи"), ["sit"]);
    assert_eq!(heard("слона ни нада"), ["enough b"]);
}

#[test]
fn bug_the_opponents_gain_and_mate_were_the_speakers() {
    assert_eq!(heard("возьмет коня и мат"), ["avoid n mates"]);
    for line in ["he threatens mate with n", "мне грозит мат конем", "он грозит матом конем"]
    {
        assert_eq!(heard(line), ["avoid n mates"], "{line}");
    }
    for line in ["он мне мат поставит", "он поставит мне мат", "он щас заматует", "he is bout to mate me"]
    {
        assert_eq!(heard(line), ["dead"], "{line}");
    }
    assert_eq!(heard("hes so cooked"), ["mate"]);
}

#[test]
fn bug_words_beside_the_game_were_orders() {
    for line in ["tell me when to go", "tell me when n", "wtf is that move", "will trade", "ok will trade"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert!(heard("your clock is dying").is_empty());
    assert_eq!(heard("move ur clock is dying"), ["go time"]);
    assert_eq!(heard("стою, скажи когда ходить"), ["sitting"]);
    assert_eq!(heard("need n asap ty"), ["need n high", "thanks"]);
}

#[test]
fn bug_short_words_of_quick_games_were_not_read() {
    for (line, wanted) in [
        ("just a p", "need p medium"),
        ("p blocks", "need p medium"),
        ("n > q", "need n medium"),
        ("go before flag", "go time"),
        ("i cant move", "sitting"),
        ("время!", "play_fast time"),
        ("дай канй", "need n medium"),
        ("хадиии", "go"),
        ("сгоняй за конём", "need n medium"),
        ("сделай размен", "trade good"),
        ("не бери нечего", "stall"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["nothing heavy", "ничего тяжёлого"] {
        assert_eq!(heard(line), ["avoid r medium", "avoid q medium"], "{line}");
    }
    // Opinions and facts.
    for line in ["knight > bishop", "my n holds", "сгоняй"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_what_happens_otherwise_was_told_for_certain() {
    for line in ["q! or im dead", "дай ферзя! иначе мне мат", "ферзя!! или мне мат"] {
        assert_eq!(heard(line), ["need q high"], "{line}");
    }
    assert_eq!(heard("no trades! or im dead"), ["trade bad"]);
    assert_eq!(heard("ферзя не отдавай! иначе мне мат"), ["avoid q mates"]);
    assert_eq!(heard("sit! or go"), ["sit", "go"]);
}

#[test]
fn bug_one_who_must_not_move_told_the_partner_to() {
    for line in ["мне нельзя ходить", "мне ходить нельзя"] {
        assert_eq!(heard(line), ["sitting"], "{line}");
    }
    assert_eq!(heard("нельзя ходить"), ["sit"]);
    assert_eq!(heard("пожди"), ["sit"]);
}

#[test]
fn bug_a_wish_behind_a_ban_or_a_cover_was_confused() {
    assert_eq!(heard("no p yes n"), ["avoid p medium", "need n medium"]);
    assert_eq!(heard("не кидай ему пешку"), ["avoid p medium"]);
    assert_eq!(heard("ферзя оставь"), ["avoid q medium"]);
    assert!(heard("прикрой пешкой").is_empty());
    assert_eq!(heard("прикрой ферзя"), ["avoid q medium"]);
}

#[test]
fn bug_before_with_a_number_was_a_square() {
    assert_eq!(heard("b4 u move sit"), ["sit"]);
    assert_eq!(heard("go b4 time"), ["go time"]);
    assert_eq!(heard("q b4"), ["hint"]);
}

#[test]
fn bug_the_sign_of_mate_behind_a_piece_was_lost() {
    assert_eq!(heard("n#"), ["need n mates"]);
    assert_eq!(heard("Qh7#"), ["hint"]);
    for (line, wanted) in [("u r down go", "go time"), ("u r up sit", "sit time"), ("prio n", "need n medium")] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_a_choice_or_a_plan_was_an_order() {
    for line in ["trade or sit", "sit or trade", "sit or no", "go or no", "буду менять ферзей", "меняю ферзей"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("trade or no"), ["ask_trade"]);
    assert_eq!(heard("меняю ферзей?"), ["ask_trade q"]);
    assert_eq!(heard("trade or im dead"), ["trade good"]);
    for line in ["не жди коня", "коня не жди", "коня не жди ходи", "не надо ходи"]
    {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    assert_eq!(heard("дай коня не жди"), ["need n medium", "go"]);
}
