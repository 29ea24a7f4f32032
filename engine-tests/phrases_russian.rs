//! Russian lines, in Cyrillic and in Latin letters, that were taken for something else.

use crate::phrases::heard;

#[test]
fn bug_a_verb_that_tells_was_taken_for_a_slip_of_a_command() {
    for line in [
        "схавал коня",
        "я хаваю слона",
        "уйду от шаха",
        "отойду",
        "прыгаю",
        "упрощаю",
        "сгоняю за чаем",
        "поменяет ферзей",
        "пешка пройдет",
        "ферзь пройдет",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("схавай коня", "take n"),
        ("уйди", "go"),
        ("упрощай", "trade good"),
        ("сгоняй за конем", "need n medium"),
        ("поменяй ферзей", "trade good q"),
        ("слон подойдет", "need b medium"),
        ("сисди", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_the_price_of_a_piece_was_forbidden_with_it() {
    for line in ["не отдавай ферзя за ладью", "ферзя за две ладьи не отдавай", "ferzya za konya ne otdavay"]
    {
        assert_eq!(heard(line), ["avoid q medium"], "{line}");
    }
    assert_eq!(heard("не отдавай ладью за слона или коня"), ["avoid r medium"]);
    assert_eq!(heard("dont lose your queen for a rook"), ["avoid q medium"]);
    for (line, wanted) in [
        ("береги ферзя и ладью", &["avoid q medium", "avoid r medium"][..]),
        ("не отдавай ферзя и ладью", &["avoid q medium", "avoid r medium"]),
        ("за пешку не отдавай коня", &["avoid n medium"]),
        ("no bishop or queen for him", &["avoid b medium", "avoid q medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
}

#[test]
fn bug_a_trade_that_suits_the_opponent_was_asked_for() {
    for line in ["размен ему выгоден", "размен выгоден сопернику", "обмен ему нужен", "размены ему на руку"]
    {
        assert_eq!(heard(line), ["trade bad"], "{line}");
    }
    for line in ["размен ферзей ему на руку", "queen trades are good for him"] {
        assert_eq!(heard(line), ["trade bad q"], "{line}");
    }
    for line in ["размен ему не выгоден", "размен ферзей ему невыгоден", "ему выгодно меняться"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("размен нам выгоден"), ["trade good"]);
    assert_eq!(heard("размен мне не выгоден"), ["trade bad"]);
    assert_eq!(heard("меняй ферзей, ему плохо"), ["trade good q"]);
}

#[test]
fn bug_how_long_a_ban_holds_was_a_state_or_a_mate() {
    for line in [
        "не ходи пока мой не сходит",
        "не ходи пока соперник не походит",
        "не ходи пока он не походит",
        "стой пока мой не сходит",
        "ne hodi poka on ne shodit",
    ] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    for (line, wanted) in [
        ("не отдавай коня пока не отобьюсь", "avoid n medium"),
        ("не меняй ферзей пока он не ослаб", "trade bad q"),
        ("никаких разменов, пока я не рокируюсь", "trade bad"),
        ("стой пока конь не придет", "sit piece"),
        ("стой пока не дам коня", "sit piece"),
        ("сиди пока он не просрочит", "sit time"),
        ("мой не ходит", "waiting"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert_eq!(heard("не меняйся, пока не ходи"), ["trade bad", "sit"]);
}

#[test]
fn bug_what_is_too_late_or_cannot_be_done_was_asked_for() {
    for line in ["поздно ждать", "уже поздно сидеть", "стоять нельзя", "pozdno zhdat"]
    {
        assert_eq!(heard(line), ["go"], "{line}");
    }
    assert_eq!(heard("поздно меняться"), ["trade bad"]);
    assert_eq!(heard("рано ходить"), ["sit"]);
    for line in ["ходить не могу", "не могу сходить", "сходить не могу без фигуры"]
    {
        assert_eq!(heard(line), ["sitting"], "{line}");
    }
    assert_eq!(heard("ходить не могу без коня"), ["sitting", "need n medium"]);
    assert!(heard("извини поздно увидел").is_empty());
    assert_eq!(heard("ждать"), ["sit"]);
}

#[test]
fn bug_a_question_with_its_particle_was_a_command() {
    for line in ["сидеть ли", "ходить ли", "можно ли ходить", "стоит ли ждать", "бить ли коня", "будет ли мат"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("менять ли ферзей", "ask_trade q"),
        ("menyat li ferzey", "ask_trade q"),
        ("можно ли менять", "ask_trade"),
        ("есть ли конь", "need n medium"),
        ("сидеть", "sit"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_an_opponent_who_fended_a_mate_off_was_the_speaker() {
    for line in ["он отбился, мата нет", "он закрылся, мата нет", "мой отбился, мата нет"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["он ошибся, мата нет", "отбился, мата нет", "я отбился"] {
        assert_eq!(heard(line), ["alive"], "{line}");
    }
}

#[test]
fn bug_what_a_piece_is_swapped_for_was_asked_for_with_it() {
    for line in ["выменяй коня на слона", "дай коня на слона", "нужен конь за пешку", "need a knight for a pawn"]
    {
        assert_eq!(heard(line), ["need n medium"], "{line}");
    }
    for (line, wanted) in [
        ("дай слона за коня", &["need n medium"][..]),
        ("нужен конь и слон", &["need n medium", "need b medium"]),
        ("меняй коня на слона", &[]),
        ("need a knight for a mate", &["need n mates"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
}

#[test]
fn bug_a_piece_awaited_for_a_mate_was_no_mate() {
    for (line, wanted) in [
        ("жду пешку на мат", "need p mates"),
        ("жду коня и мат", "need n mates"),
        ("жду коня", "need n medium"),
        ("он ждет коня на мат", "avoid n mates"),
        ("жду слона, мне мат", "need b medium"),
    ] {
        assert_eq!(heard(line)[0], wanted, "{line}");
    }
}

#[test]
fn bug_a_denial_at_the_end_was_a_wish() {
    for line in
        ["слона ни при каких", "слона ни в коем случае", "слона ни под каким предлогом", "слона ему ни при каких"]
    {
        assert_eq!(heard(line), ["avoid b high"], "{line}");
    }
    for line in ["ходить ни в коем случае", "не ходи ни в коем случае", "не ходи ни при каких", "ни при каких не ходи"]
    {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
    for (line, wanted) in [
        ("ни при каких не отдавай слона", "avoid b high"),
        ("ни за какие деньги не отдавай слона", "avoid b high"),
        ("ладью не отдавай ни при каких", "avoid r high"),
        ("не обязательно ждать", "go"),
        ("ходи, ни в коем случае не стой", "go"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_short_words_of_hurried_partners_meant_nothing() {
    for (line, wanted) in [
        ("он матуется", "mate"),
        ("ему мат по любому", "mate"),
        ("с двумя конями мат", "need n mates"),
        ("ферзюгу дай", "need q medium"),
        ("скидывай коня", "need n medium"),
        ("ферзя ему не скидывай", "avoid q medium"),
        ("заработай мне слона", "need b medium"),
        ("пожертвуй мне ферзя", "need q medium"),
        ("присматривай за ферзем", "avoid q medium"),
        ("не спеши отдавать ферзя", "avoid q medium"),
        ("держи ход", "sit"),
        ("я слился", "dead"),
        ("я не труп еще", "alive"),
        ("не трать время", "play_fast"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["скидываю коня", "ему пешка не поможет", "конь ему не поможет", "зря время тратишь"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_a_piece_for_the_mate_of_the_opponent_was_asked_for() {
    for line in ["ему пешка на мат", "ему бы пешку для мата", "им пешку на мат"]
    {
        assert_eq!(heard(line), ["avoid p mates"], "{line}");
    }
    for line in ["мне пешка на мат", "пешку на мат"] {
        assert_eq!(heard(line), ["need p mates"], "{line}");
    }
}

#[test]
fn bug_a_question_how_long_to_wait_was_a_request() {
    for line in ["сколько ждать", "сколько еще сидеть", "долго ждать", "еще долго ждать", "skolko zhdat"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    for line in ["ждать", "надо ждать", "сиди сколько сможешь"] {
        assert_eq!(heard(line), ["sit"], "{line}");
    }
}

#[test]
fn bug_what_the_partner_will_not_give_was_forbidden() {
    for line in
        ["не отдам коня", "коня не отдам", "не отдам ему коня", "ладью отдам за слона", "не меняй слона на коня"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("не отдай коня", "avoid n medium"),
        ("ок не отдам", "yes"),
        ("отдай ладью за слона", "need b medium"),
        ("не меняй слона", "trade bad b"),
        ("мне мат если слон придет", "avoid b mates"),
        ("ходи у нас меньше", "go time"),
        ("мат в два у меня", "mate"),
        ("жри всё подряд", "trade good"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_what_the_partner_means_to_do_was_asked_for() {
    for line in [
        "хочу взять ферзя",
        "думаю взять слона",
        "хочу дать коня",
        "хочу поменять ферзей",
        "собираюсь менять",
        "придется меняться",
        "хочу ходить",
        "две ладьи лучше ферзя",
    ] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("надо взять ферзя", "take q"),
        ("хочу коня", "need n medium"),
        ("не хочу менять", "trade bad"),
        ("меняться никогда", "trade bad"),
        ("хочу поменять ферзей?", "ask_trade q"),
        ("не хочу ходить", "sitting"),
        ("думаю, возьми слона", "take b"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_orders_without_a_comma_changed_each_other() {
    for (line, wanted) in [
        ("ферзя не надо дай коня", ["enough q", "need n medium"]),
        ("меняй ферзей не отдавай коня", ["trade good q", "avoid n medium"]),
        ("меняй ферзей хватит пешек", ["trade good q", "enough p"]),
        ("не меняй ферзей нужен слон", ["trade bad q", "need b medium"]),
        ("коня не отдавай пешек хватит", ["avoid n medium", "enough p"]),
        ("коня не отдавай, пешек хватит", ["avoid n medium", "enough p"]),
        ("возьми ладью дай коня", ["take r", "need n medium"]),
        ("можно отдать ферзя дай пешку", ["enough q", "need p medium"]),
        ("коней меняй слонов не меняй", ["trade good n", "trade bad b"]),
        ("коня можно слона нельзя", ["enough n", "avoid b medium"]),
        ("сиди жди коня не меняй ферзей", ["sit piece", "trade bad q"]),
        ("ферзя срочно, мне мат", ["need q high", "dead"]),
        ("нет меняй ладьи", ["no", "trade good r"]),
        ("trade q dont give n", ["trade good q", "avoid n medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert_eq!(heard("дай коня меняй ферзей ходи быстро"), ["need n medium", "trade good q", "play_fast"]);
    assert_eq!(heard("ок дай коня"), ["need n medium"]);
    assert_eq!(heard("дай пешку и хватит"), ["need p medium"]);
    assert_eq!(heard("меняй ферзей не надо"), ["trade bad q"]);
}

#[test]
fn bug_a_piece_listed_behind_a_ban_was_asked_for() {
    for (line, wanted) in [
        ("ферзя не отдавай и ладью", ["avoid q medium", "avoid r medium"]),
        ("ладью не меняй и ферзя", ["trade bad r", "trade bad q"]),
        ("коней не надо и слонов", ["enough n", "enough b"]),
        ("слонов хватит и коней", ["enough b", "enough n"]),
        ("коня береги и слона", ["avoid n medium", "avoid b medium"]),
        ("коня дай и слона", ["need n medium", "need b medium"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert_eq!(heard("коня дай и слона, пешек хватит"), ["need n medium", "need b medium", "enough p"]);
    assert_eq!(heard("ферзя не отдавай и дай коня"), ["avoid q medium", "need n medium"]);
}

#[test]
fn bug_what_is_forbidden_behind_i_am_dead_was_wished_for() {
    for (line, wanted) in [
        ("я труп не меняй", ["dead", "trade bad"]),
        ("я умер не ходи", ["dead", "sit"]),
        ("я труп не отдавай коня", ["dead", "avoid n medium"]),
        ("im dead dont move", ["dead", "sit"]),
    ] {
        assert_eq!(heard(line), wanted, "{line}");
    }
    assert!(heard("im dead not him").is_empty());
}

#[test]
fn bug_what_was_done_or_may_be_done_was_wished_for() {
    for line in ["слоном поставил мат", "конем заматовал", "пешкой мат поставил", "заматовал ладьей"]
    {
        assert_eq!(heard(line), ["mate"], "{line}");
    }
    for line in ["может дать коня", "слон лишний", "пешку на h3 и он труп"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("слоном матую", "need b mates"),
        ("мне поставил мат", "dead"),
        ("ферзя никогда", "avoid q medium"),
        ("коней ему никогда", "avoid n medium"),
        ("не меняй никогда", "trade bad"),
        ("хватит кормить меня пешками", "enough p"),
        ("придет ладья и мне кирдык", "avoid r mates"),
        ("если придет конь, мне мат", "avoid n mates"),
        ("слон ему и всё", "avoid b mates"),
        ("конь ему и мат", "avoid n mates"),
        ("конь и ему мат", "need n mates"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}

#[test]
fn bug_gifts_and_questions_for_a_piece_were_not_heard() {
    for (line, wanted) in [
        ("порадуй ладьей", "need r medium"),
        ("не снабжай его пешками", "avoid p medium"),
        ("с тебя конь", "need n medium"),
        ("сможешь пешку?", "need p medium"),
        ("будет слон?", "need b medium"),
        ("скоро конь?", "need n medium"),
        ("слон где?", "need b medium"),
        ("ладью выбьешь?", "need r medium"),
        ("есть шанс на коня?", "need n medium"),
        ("долго еще ждать коня?", "need n medium"),
        ("добавь коня и мат", "need n mates"),
        ("ферзя под замок", "avoid q medium"),
        ("ему нужен конь, держи", "avoid n medium"),
        ("он мне мат поставит если получит ладью", "avoid r mates"),
        ("без ферзя обойдусь", "enough q"),
        ("можно и без коня", "enough n"),
        ("пешек до фига", "enough p"),
        ("пешками обожрался", "enough p"),
        ("подожди полминуты", "sit 30"),
        ("пока нет коня не ходи", "sit piece"),
        ("сиди как мышь", "sit"),
        ("чего ждем, ходи", "go"),
        ("мне не мат", "alive"),
        ("у меня плохо", "threat medium"),
        ("прижали меня", "threat medium"),
        ("как насчет размена ферзей", "ask_trade q"),
        ("могу слона отдать?", "ask_trade b"),
        ("не корми его", "trade bad"),
        ("слона не достать", "no"),
        ("не вариант", "no"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    for line in ["не дам коня", "не корми его конем?", "шанс есть", "мат есть?", "полминуты"]
    {
        assert!(heard(line).is_empty(), "{line}");
    }
    assert_eq!(heard("коней меняй, слонов нет"), ["trade good n", "trade bad b"]);
}

#[test]
fn bug_trades_put_off_were_wished_for() {
    for (line, wanted) in [
        ("с разменом не спеши", "trade bad"),
        ("рано менять", "trade bad"),
        ("зря меняться", "trade bad"),
        ("боюсь менять", "trade bad"),
        ("откажись менять", "trade bad"),
        ("избегай размена ферзей", "trade bad q"),
        ("никогда не сиди", "go"),
        ("забери мне слона", "need b medium"),
        ("сруби для меня пешку", "need p medium"),
        ("сиди мат ставлю", "sit mate"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
    assert!(heard("боюсь ходить").is_empty());
}

#[test]
fn bug_what_others_did_or_ask_for_was_wished_for() {
    for line in ["он слил коня", "он зевнул коня", "твой просит коня"] {
        assert!(heard(line).is_empty(), "{line}");
    }
}

#[test]
fn bug_offers_and_numbers_in_latin_letters_were_read_in_part() {
    for line in ["dat konya?", "tebe dat konya?", "kinut peshku?"] {
        assert!(heard(line).is_empty(), "{line}");
    }
    for (line, wanted) in [
        ("dva hoda ne bey nichego", "stall 2"),
        ("ne beri nichego 2 hoda", "stall 2"),
        ("chut-chut davit na korolya", "threat low"),
        ("dai konya", "need n medium"),
    ] {
        assert_eq!(heard(line), [wanted], "{line}");
    }
}
