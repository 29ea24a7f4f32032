//! Idioms: words that mean something only together, and phrases in which chess words mean nothing.
//!
//! Notation: a slash separates the words that may stand at a place, a semicolon the idioms; `_` stands for any number.

use crate::team::phrases::tag::Tag::{self, *};

/// Idioms and their meanings; no tags for those that change nothing.
pub type Idiom = (&'static [Tag], &'static str);

/// Longer idioms are tried first; the order here does not matter.
pub const IDIOMS: &[Idiom] = &[
    // How much.
    (
        &[Nice],
        "если есть возможность; бы не отказался/отказалась; бы не помешал/помешала/помешали; not in a hurry for; \
         would be nice/good/great/cool/lovely/helpful/useful/handy/sweet/awesome/perfect; would help; would help \
         me; would love; would do; would like; id love",
    ),
    (
        &[Nice],
        "if possible; if you/u can; if u/you could; when you/u can; when possible; whenever you/u can; when/if \
         you/u get a/the chance; if you/u get one; can use; if u/you have/get time",
    ),
    (
        &[Nice],
        "wouldnt mind; would not mind; wouldnt hurt; would not hurt; would be happy with; wouldnt say no to; not \
         urgent; no hurry but; some day; at some point; wouldnt refuse; if it comes easy/easily; if its easy; if easy",
    ),
    (
        &[Nice],
        "если получится/сможешь/можешь/можно/возможно/выйдет/удастся/повезет/получиться/есть; если будет \
         возможность; по возможности; при случае; при возможности",
    ),
    (
        &[Nice],
        "не помешал/помешала/помешали/помешало/отказался/отказалась/откажусь/повредил/повредит/повредила/помешает \
         бы; не откажусь/отказался/отказалась от; не отказался/отказалась бы от; не помешает; не повредит; не \
         откажусь",
    ),
    (
        &[Nice],
        "хорошо/неплохо/здорово/классно/круто/желательно бы; было бы \
         неплохо/хорошо/здорово/классно/круто/отлично/супер; хотел/хотелось/хотела бы; когда сможешь; как \
         сможешь; было бы не плохо; не срочно; не к спеху; хорошо было бы; неплохо было бы",
    ),
    (
        &[Urgent],
        "right now; right away; at once; as soon as possible; this second/moment/instant; as fast as possible; as \
         quickly as possible; straight away; like now; need it now;",
    ),
    (
        &[Urgent],
        "прямо/прям сейчас/щас/ща; как можно скорее/быстрее/скорей/быстрей; сию минуту/секунду; до зарезу; край \
         как; край нужен; сейчас же; вопрос жизни; очень срочно; очень надо; очень/крайне важно; very important",
    ),
    (
        &[Very],
        "at all cost/costs; at any cost/price; no matter what; whatever you/u do; for gods sake; for the love of \
         god; i beg you; in any case; of all things",
    ),
    (
        &[Very],
        "кровь из носу/носа; во что бы то ни стало; любой ценой; прошу тебя; очень прошу; только бы; ради бога; \
         что угодно только/но; все что угодно только/но",
    ),
    (
        &[Very, No],
        "no way; under no circumstances; on no account; no way jose; ни в коем/каком случае; ни за что; ни при \
         каких обстоятельствах/условиях; ни под каким видом; ни в жизнь; on no account",
    ),
    (&[Very, Not], "never ever; not ever"),
    // Small talk.
    (
        &[Hello],
        "good morning/evening/day/afternoon; добрый день/вечер; доброе утро; доброго дня/вечера/утра; whats up; \
         hi all; good luck; nice to meet you; доброго времени суток",
    ),
    (
        &[Thanks],
        "thank you/u; many thanks; big/huge thanks; much obliged; премного благодарен; очень благодарен; thx you; \
         thank you/u very/so much",
    ),
    (
        &[],
        "then i mate; then he mates; helps me more; helps him more; мне будет мат; мне нужнее; ему это нужнее; \
         мне все равно; я тогда ставлю мат; a lot; so much; very much; большое; огромное; if you/u \
         want/like/wish; если хочешь; как хочешь; сколько хочешь; of course then; come on; for me; here please",
    ),
    (
        &[],
        "on my board; на моей доске; у меня на доске; of yours; my friend; of course \
         you can; если честно; на всякий случай; как можно; в общем",
    ),
    (&[On], "on the/this board; on board; на доске"),
    (&[], "до конца; до упора; to/till the end; till end"),
    (
        &[Yes],
        "sure/yes/yeah/yep/yup go ahead; да/ага давай; of course; why not; sounds good; go for it; почему бы и \
         нет; почему нет; само собой; sure thing; be my guest; fine by me; fine with me; я не против; не \
         возражаю; я за; yes do it; do it; да делай; да конечно; ну да; by all means",
    ),
    (
        &[No],
        "лучше нет; ни фига; нет нельзя; no you/u cant/cannot; no dont; нет не надо; я против; никак нет; dont do that/it; \
         of course not; конечно нет; ни за что нет; нет не стоит",
    ),
    (
        &[Not],
        "better not; rather not; id rather not; лучше не; лучше не надо/стоит; не стоит; не вздумай; не смей; не \
         советую; не рекомендую; dont you dare; dont try to; try not to; try not; постарайся не; старайся не; \
         смотри не; главное не; you better not; you should not",
    ),
    (&[Bad], "not a good idea; bad idea; плохая идея; не лучшая идея"),
    (
        &[Help],
        "what commands; which commands; what commands do you know/have/understand; what can you/u do; what do \
         you/u understand/know; which commands; list of commands; list commands; что ты умеешь/понимаешь/знаешь; \
         что умеешь/понимаешь; какие команды; список команд; what commands; which commands; какие есть команды; какие команды ты знаешь/понимаешь; what can/should/do i tell you/u; \
         что можно говорить/сказать/писать; how does this work; how do i talk to you; what can i say; how to talk \
         to you",
    ),
    (
        &[Give],
        "можешь/сможешь/можете дать/подкинуть/достать/добыть/найти/прислать/кинуть/скинуть/раздобыть; не мог бы \
         дать; дал бы; дай же",
    ),
    (&[If, Give], "дашь; дадите; подкинешь; пришлешь; если дашь/дадите/подкинешь/пришлешь"),
    (&[He, Get], "получит; получат; заполучит"),
    (&[Because], "а то; а не то"),
    (&[Already], "все еще"),
    (&[Time], "по часам"),
    (&[MateI], "моему мат; мат моему; мат вижу"),
    (&[To], "через два/три хода"),
    (&[Urgent], "поторопись с ней/ним/ними"),
    (&[DeadMe], "я проиграл; я проиграла"),
    (&[For, Mate], "до мата"),
    (&[Only], "всего лишь"),
    (&[NotDead], "мата больше/уже нет; больше нет мата; no mate anymore"),
    (&[MateMe], "mate in _ against me"),
    (&[Good], "good or bad"),
    (
        &[],
        "im covered; i am covered; уже не страшно; не страшно; если надо/нужно; чего/что ждешь/сидишь/стоишь; what are \
         you/u waiting for; get it; лучше два/две",
    ),
    (&[Me], "ко мне"),
    (&[Ok], "ты не против; не против; ты не возражаешь; fine/ok/okay/alright/good with/by/for you/u"),
    (&[Can, I], "могу; смогу"),
    (
        &[AnyPiece],
        "на все; что угодно; что хочешь; что попало; что есть; all you can; whatever you can; everything you can; \
         anything you can; as much as you can/like",
    ),
    (
        &[To],
        "next move; in _; in _ move/moves; in one/two/three/four; in one/two/three/four move/moves; в _ \
         хода/ходов/ход; в _; в один/два/три/четыре ход/хода; в один/два/три; следующим ходом; на следующем ходу; \
         через ход; через _ хода/ходов; in a move; in a few; this move; в следующий ход",
    ),
    // Who.
    (&[IHave], "у меня; i have/got/hav/hv; ive got; have got; have; got; hav; имею; у мя"),
    (&[WeHave], "у нас; we have/got; weve got"),
    (&[He], "у него/них; у соперника/противника/оппонента"),
    (
        &[Opponent],
        "my/the opponent/opp/oppo; мой/моего/моему \
         соперник/противник/оппонент/соперника/противника/сопернику/противнику/оппоненту/опп; my guy; this guy; \
         other guy; guy here; мой враг; вражина",
    ),
    (&[You], "у тебя; к тебе; i need you to; i want you to"),
    // Wishes and opinions about pieces.
    (&[Minor], "light piece/pieces; minor piece/pieces; легкая/легкую/легкой/легкие/легких фигура/фигуру/фигуры/фигур"),
    (&[Major], "heavy/major piece/pieces; тяжелая/тяжелую/тяжелой/тяжелые/тяжелых фигура/фигуру/фигуры/фигур"),
    (
        &[Give],
        "get me; let me have; hook me up with; set me up with; help me with; send over; give over; win me; fetch \
         me; pass me; let me get; hand me; grab me; can i get/have; could i get/have; may i have",
    ),
    (
        &[Need],
        "would like to have; in need of; looking/lookin/searching for; look for; hunting for; gotta have; cant do \
         without; waiting on; short of; all i need is; need to get; need you to get; не обойтись без; не могу \
         без; жду не дождусь; ищи мне; нужен мне; waiting for; could use; must have; only thing im missing/lacking is; only thing i need \
         is; all im missing/lacking is",
    ),
    (&[Need, Urgent], "умираю без; desperate for; dying for; погибаю без; пропадаю без; dying without"),
    (&[Need, Nice], "буду рад/рада; could really use; could do with; can do with"),
    (
        &[Lose],
        "give up; give away; part with; hand over; let go of; let go; расстаться с; расставайся с; расставаться \
         с; отдать просто; throw away",
    ),
    (
        &[Keep],
        "hold on to; hang on to; hold onto; hang onto; look after; take care of; не расставайся с; hold tight to; \
         держись за; keep hold of",
    ),
    (
        &[NotLet],
        "dont let; do not let; dont allow; never let; cant let; не дай; не дайте; не позволь; не позволяй; не дай \
         ему; make sure he doesnt; do not allow; prevent",
    ),
    (
        &[NotNeed],
        "не нужно; не хочу; не хотел бы; no need; no need for; no need of; dont need; do not need; not needed; no \
         longer need/needed; dont want; need no; no use for; have no use; done with; не нужен/нужна/нужно/нужны; \
         не надо; не требуется; без надобности; ни к чему; можно без; обойдусь без; обойдемся без; can do \
         without; im good on; good on; covered on; not necessary; cancel the need for; no further need",
    ),
    (
        &[Enough],
        "more than enough; got enough; have enough; full of; that is enough; thats enough; хватит уже; вполне \
         хватает/хватит; мне хватает; enough of; no more need; уже хватает; уже хватит; plenty of; loads of; \
         полно уже",
    ),
    (
        &[Forget],
        "forget about; never mind; scratch that; забудь про/о/об; отбой по; не актуально; отмена по; больше не \
         актуально; неактуально; не ищи",
    ),
    (&[AnyMore], "any more; any longer; no longer necessary; уже больше"),
    (&[Not, AnyMore], "no longer; уже не; больше не; not anymore; not any more"),
    (&[Take], "pick off; pick up; snap off; snap up; get rid of; забери себе; go get; go after"),
    (&[Trades], "trade offs; trade-offs"),
    (
        &[Can, I],
        "mind if i; ok if i; okay if i; is it ok if i; is it ok to; can i; may i; could i; should i; shall i; не \
         против если я; ничего если я; можно ли мне; можно я; alright if i; would it be ok to; am i ok to; is it \
         fine to; do you mind if i; можно мне",
    ),
    (
        &[Good],
        "на руку; мне на руку; in my/our favor; suits me/us; helps me/us; are fine/ok/good/great/welcome; в \
         нашу/мою пользу; нам на руку; good for me/us; хорошо для меня/нас; ok by me; only help; работают на \
         меня; за нас; works for me; work for me",
    ),
    (&[], "или нет; или не стоит; или не надо; or not; or no"),
    (
        &[Trade],
        "keep trading/swapping/exchanging; trade off; trade down; swap off; exchange off; идти/иди/пойти на \
         размен/размены/обмен/обмены; идем на размен; делай размен; давай размен/размены; меняй все; make trades; do trades; go for \
         trades; liquidate",
    ),
    (
        &[NotTrade],
        "no trade; no trades; no trading; no exchange/exchanges/exchanging; no swap/swaps/swapping; stop \
         trading/trades/exchanging/swapping; avoid trades/trading/exchanges/exchanging/swaps/swapping; never \
         trade; без разменов/размена/обменов; никаких разменов/обменов; избегай разменов/размена; хватит \
         меняться/менять/разменов/размениваться/обменов; перестань/прекрати/прекращай/кончай \
         меняться/менять/размениваться; уклоняйся от разменов/размена; уходи от разменов/размена; ни с чем не \
         меняйся; not trade; refuse trades; против разменов/размена; воздержись от разменов/размена",
    ),
    (
        &[NotGive],
        "stop giving/feeding/losing/hanging/sacking/saccing/dropping; quit giving/feeding; avoid \
         giving/losing/feeding/sacking/saccing/hanging; хватит/перестань/прекрати/прекращай/кончай \
         отдавать/терять/зевать/дарить/кормить/сдавать/давать; avoid; избегай; избегай отдавать; воздержись от; \
         cant afford to give/lose; cant afford; берегись; watch out for; careful with; be careful with; осторожно \
         с; осторожнее с; аккуратнее с; осторожней с",
    ),
    // Moving.
    (
        &[Go],
        "make a/your/ur/some/any move; сделай/делай ход/ходы; just move; stop waiting/sitting/stalling; quit \
         sitting/stalling/waiting; хватит/перестань/прекращай/кончай висеть/сидеть/ждать/стоять/зависать; not \
         sit; не сиди/виси/зависай/жди/стой/сидите; не надо сидеть/висеть/ждать; можешь/можно ходить/играть; \
         можешь уже ходить; start moving; keep moving; your move; your turn; твой ход; начинай ходить; you/u can \
         move/go/play; free to move; no need to sit/wait; dont need to sit/wait; dont sit/wait/wiat/stall; get moving; \
         let's go; lets go; let us go; vamos; го го го; го; гоу; resume play; play on; можешь отвисать; отвисай \
         уже; release; ok to move; разрешаю ходить; ход делай; продолжай; продолжай играть/ходить; play your \
         move; go on; carry on",
    ),
    (
        &[NotGo],
        "dont do anything; dont do nothing; ничего не делай; не двигайся; stop moving; dont touch anything; не \
         делай ход/ходов; dont make a/any move/moves; dont make your move; do not make a move; не шевелись; не \
         дергайся; не рыпайся; ни шагу; не двигай; moving is forbidden",
    ),
    (
        &[Sit],
        "sit tight; stay put; stay still; sit there; sit it out; sit on it; hold your move; hold still; have a \
         seat; just sit; sit and wait; keep sitting; keep waiting; keep stalling; sit down; sit still; stand \
         still; do nothing; жди пока; остановись; сядь; садись; включи паузу; возьми паузу; продолжай \
         сидеть/висеть/ждать; sit for me; sit for a bit; hold your horses; stay there",
    ),
    (
        &[Wait],
        "hold on; hang on; wait up; hold up; wait a sec; wait a bit; wait a moment; wait a little; подожди \
         немного/чуть-чуть/секунду; погоди немного/секунду",
    ),
    (
        &[SittingI],
        "буду сидеть/висеть/ждать/стоять; посижу пока; im waiting; im sitting; i sit; i wait; i am waiting; i am \
         sitting; ill sit; ill wait; i will sit; i will wait; i stall; i sit here; got to sit; have to sit; i \
         have to sit; ive to sit; i must sit; я жду; я стою; стою на паузе; i am stalling; im stalling; im \
         holding; im frozen; im sitting tight; i pause",
    ),
    (&[Sits], "сидит и ждет; сидит и висит; sits and waits; just sits; просто сидит"),
    (
        &[NotMoving],
        "stopped moving; stopped playing; refuses to move; not moving; doesnt move; wont move; isnt moving; isnt \
         playing; not playing; перестал ходить/играть; не двигается; не шевелится; not making a move; has \
         stopped; went afk; перестал двигаться; refuses to play; quit moving; no moves from",
    ),
    (
        &[Hurry],
        "думай быстрее; соображай быстрее; be quick/fast/faster/quicker; играй быстрее/быстро/побыстрее; ходи \
         быстрее/быстро/побыстрее; hurry up; speed up; speed it up; step on it; make it quick/fast/snappy; pick \
         up the pace; move it; жми на газ; прибавь темп; ускорь темп; не тормози; прибавь; не тяни; не спи; get a \
         move on; chop chop; в темпе; не думай; не думай долго; dont think; no thinking; think less; dont think \
         too much; stop thinking; премуви; premove; blitz it; move fast; play fast; play quick; play quickly; \
         move quick; move quickly; go fast; go faster; play faster; move faster; bullet mode; не зависай долго; \
         меньше думай; поднажми; набери темп",
    ),
    (
        &[Slow],
        "you can take your/ur time; no need to rush/hurry; dont need to rush/hurry; take your/ur/yr/you time; \
         take it easy; slow down; no rush; no hurry; dont rush; dont hurry; take more time; think longer; think \
         more; think carefully; use your time; use your clock; easy does it; play slow; play slower; play slowly; \
         move slower; move slowly; calm down; подумай; думай; подумай хорошо/хорошенько/получше; думай подольше; \
         подумай подольше; можно не спешить; не гони; без спешки; не лети; не надо спешить; не надо торопиться; \
         нет спешки; сбавь темп; сбавь; полегче; без суеты; не суетись; there is no rush; think it over; careful \
         now; думай спокойно; играй спокойно; играй аккуратно; не торопись; не спеши; можешь подумать; slow it \
         down; не блицуй; не надо гнать; dont blitz; не части",
    ),
    // Mate and safety.
    (
        &[MateI],
        "мат ставлю; мат поставлю; мат даю; мат дам; i mate; i will mate; ill mate; im mating; i am mating; i can \
         mate; i checkmate; mate him; mates him; mating him; mate for me; mate for us; ставлю мат; поставлю мат; \
         даю мат; матую его; его матую; мат ему; ему мат; мат сопернику; мат противнику; ставлю ему мат; мой мат; \
         i give mate; i deliver mate; i get mate; i got mate; it will be mate; вижу мат; я ставлю мат; у меня \
         мат; я дам мат; дам мат; будет мат; и мат ставлю; i do mate; i force mate; forced mate; forcing mate; \
         unstoppable mate; форсированный мат; he gets mated; he is mated; hes mated; he is getting mated; hes \
         getting mated; opp gets mated; opp is mated; opponent is mated; сразу мат; у меня матовая атака; he cant \
         stop mate; he is getting checkmated; i am checkmating; ему не уйти от мата; мат неизбежен; у меня \
         форсированный мат; у него мат; mating net; have him mated; got him mated; am mating; my mate; i mate \
         him; i can mate him; mate is coming; mate here",
    ),
    (
        &[MateMe],
        "mates me; mate me; mating me; mates us; checkmates me; mates my king; mate on me; mate against me; меня \
         матует; меня матуют; меня заматует; меня заматуют; матует меня; матуют меня; мат мне; мне мат; мне шах и \
         мат; мне сразу мат; мне тут мат; мне поставят мат; мне поставит мат; поставит мне мат; поставят мне мат; \
         мне ставят мат; мне влепят мат; ставят мне мат; мне грозит мат; получаю мат; получу мат; i get mated; i \
         am mated; im mated; im getting mated; i am getting mated; i will be mated; ill be mated; ill get mated; \
         i will get mated; im being mated; i get checkmated; im checkmated; im getting checkmated; gets me mated; \
         get mated; getting mated; im about to get/be mated; about to get/be mated; мне сейчас мат поставят; мне \
         мат поставят; he mates; he mates me; he is mating; hes mating; he will mate; hell mate; opp \
         mates; opponent mates; он матует; он меня матует; он ставит мат; ставит мне мат; мне мат ставит; он мне \
         ставит мат; он поставит мат; он даст мат; мне даст мат; he has mate; he gets mate; it is mate on me; is \
         mate for him; he has forced mate; i cant stop mate; i cannot stop mate; мне матовая атака; меня сейчас \
         заматуют; меня сейчас матуют; mated by force; меня замат; я заматован; mated here; мне тогда мат; тогда \
         мне мат; me mated; im dead mated",
    ),
    (
        &[DeadMe],
        "im dead; i am dead; im lost; i am lost; im totally lost; im completely lost; im busted; im toast; im \
         done for; im finished; i am finished; im doomed; im screwed; im a goner; im dying; i am dying; i die; \
         ill die; im dead lost; im dead here; мне конец; мне крышка; мне капут; мне хана; мне каюк; мне кранты; \
         мне амба; мне труба; мне кирдык; мне трындец; мне пипец; мне пиздец; мне гг; я труп; я мертв; я мертва; \
         я умер; я покойник; я умираю; я помираю; я погиб; я пропал; я помер; я сдох; я дохлый; я мертвый; я \
         мертвец; не спасти; не спасусь; не спастись; мне не спастись; меня не спасти; я обречен; cant be saved; \
         no defense; no defence; i cant survive; я убит; kills me; убивает меня; меня убивает; i cant defend; я \
         проигрываю; мне уже не помочь; game over for me; мне все; нет защиты; мне не защититься; не отбиться; я \
         безнадежен; убьет меня; меня убьет; он меня убьет; i am toast; i am busted; all over for me; im as good \
         as dead; я тут труп; я уже труп; я почти труп; конец мне; хана мне; крышка мне; капут мне; мне тут \
         конец; мне сейчас конец",
    ),
    (
        &[NotDead],
        "not dead; not mated; not mate; no longer dead; no mate; not getting mated; мата нет; уже не мат; не мат; \
         не умер; не труп; больше не мат; не мертв; мат отбит; нет мата; am not dead; im not dead; i am not dead; \
         im not mated; i live; still alive; im alive; back in business; back in the game; im still alive; im \
         still in; мат отбил; отбил мат; от мата ушел; ушел от мата; ожил; я ожил; снова в игре; снова в строю; я \
         снова в игре; снова жив; i made it; i got out; i am out of danger; out of danger; опасность миновала; \
         можно жить; живу; еще живу; я еще жив; danger is over; danger over; i escaped; вроде жив; вышел из-под \
         мата; i defended; defended; i held; пронесло; i stopped the mate; спасся; король в безопасности",
    ),
    (
        &[Fine],
        "все в порядке; все в норме; все нормально; все норм; все хорошо; все ок; все окей; в порядке; в норме; в \
         безопасности; all good; all fine; all ok; all clear; полный порядок; все отлично; все под контролем; \
         under control; everything is fine; everything is ok; everything ok; all right; doing fine; doing ok; ok \
         now; good now; okay now; уже ок; теперь ок; уже нормально; уже норм; уже хорошо; теперь нормально; стало \
         лучше; порядок",
    ),
    (
        &[NotMateMe],
        "doesnt mate me; does not mate me; doesnt mate; dont mate me; no longer mates me; no longer mates; не \
         матует меня; меня не матует; не матует; уже не мат мне; мне не мат; мне уже не мат; больше не матует; \
         isnt mate; isnt mate anymore; doesnt kill me; cant mate me; no longer hurts; не страшен; не страшна; не \
         страшны; больше не страшен; уже не страшен; уже не страшна; уже не опасен; не опасен; не опасна; \
         harmless",
    ),
    // Reasons.
    (
        &[Time, Ahead],
        "мы впереди по времени; мы впереди на часах; we are up on the clock; мы лучше по времени; по времени мы \
         лучше/впереди; у них флаг; у него флаг висит; времени много/вагон/хватает/достаточно/навалом/полно; \
         время есть; время у нас есть; plenty of time; we have time; lots of time; we are ahead; we are up; мы \
         впереди; времени у нас много/вагон; у нас много/полно времени; up on time; ahead on time; ahead on the \
         clock; up on the clock; have more time; more time; time advantage; clock is good; clock is fine; clock \
         is better; clocks are good; better clock; better time; time is good; time is better; good on time; fine \
         on time; time is on our side; we have the clock; winning on time; we win on time; ok on time; lots of \
         time; больше времени; времени больше; лучше время; время лучше; лучше по времени; времени у нас больше; \
         впереди по времени; выигрываем по времени; опережаем по времени; перевес по времени; преимущество по \
         времени; по времени лучше; на часах лучше; время за нас; время на нас работает; время работает на нас; \
         выше по времени; ведем по времени; у нас флаг лучше; больше на часах; на часах больше; он скоро уронит; \
         у него флаг; he is about to flag; hes about to flag; he is flagging; hes flagging; he will flag; hell \
         flag; opp is flagging; his flag is falling; flag is falling; flag falling; about to flag; almost \
         flagged; at 0; he has no time; he is low; he is out of time; he is running out of time; opp is low; у \
         него мало времени; у него флаг висит; у него времени нет; у него нет времени; у него времени мало; у \
         него кончается время; он в цейтноте; у них мало времени; у них времени мало; у них флаг; у него падает \
         флаг; флаг падает; флаг висит; он уронит флаг; у него вот-вот флаг; сейчас флаг уронит; он просрочит; \
         соперник в цейтноте; он просрочивает; он на флажке; у него флажок; твой в цейтноте; they are low; they \
         flag; their clock is low; their clocks are low; diag is low; diag flags; we have all the time; we got \
         time; we got more time",
    ),
    (
        &[Time, Behind],
        "down on time; behind on time; behind on the clock; low on time; low on the clock; less time; have less \
         time; short on time; short of time; out of time; running out of time; bad on time; losing on time; lose \
         on time; time is low; time is bad; time is worse; clock is low; clock is bad; clock is worse; low time; \
         no time; time trouble; time pressure; in time trouble; clock; clock is ticking; time is running; мало \
         времени; времени мало; меньше времени; времени меньше; хуже по времени; время хуже; по времени хуже; \
         отстаем по времени; проигрываем по времени; позади по времени; времени нет; нет времени; цейтнот; в \
         цейтноте; время кончается; время заканчивается; время уходит; время идет; время тикает; время горит; \
         часы горят; часы тикают; время тает; на часах хуже; просрочим; просрочу; просрочишь; уроним флаг; флаг \
         уронишь; флаг уроню; не успеваем; не успеем; времени почти нет; времени в обрез; время поджимает; по \
         времени горим; горим по времени; уступаем по времени; время против нас; по времени плохо; плохо со \
         временем; плохо по времени; у нас цейтнот; we flag; we will flag; you will flag; ill flag; i will flag; \
         youll flag; im flagging; clocks are bad; flag; на флаге; на часах плохо; на часах меньше; ниже по \
         времени; часы против нас; the clock; my clock is low; i have no time; im low; im low on time; we are low",
    ),
    (
        &[Coming],
        "on its way; on the way; is coming; will come; is arriving; about to get; about to win; getting a piece; \
         is near; here soon; за мной; уже идет; уже летит; уже едет; скоро будет; сейчас будет; вот вот будет; в \
         пути; на подходе; coming soon; coming up; on route; almost there; coming your way; is here; is there; \
         has arrived; уже пришел; уже пришла; уже у тебя; у тебя в руке; in your hand; you have it; you got it; \
         is yours; уже в руке; в руке; уже пришли; coming in",
    ),
    (
        &[Win],
        "i win; ill win; i will win; im winning; i am winning; i take; im taking; ill take a; i grab; i will get; \
         i get; ill get; im getting; i am getting; i will give you; ill give you; i capture; about to take; about \
         to grab; сейчас возьму; сейчас заберу; сейчас выиграю; сейчас будет тебе; i am about to win; im about to \
         win; im about to get; i will send; ill send; sending you; i can take; i can win; я беру; я возьму; я \
         выигрываю; я выиграю; я заберу; я забираю; дам тебе; дам сейчас; getting you; got you; i got you; get \
         you",
    ),
    (
        &[Press],
        "keep the pressure on; keep the pressure; keep pressure; keep up the pressure; put pressure; pressure \
         him; pressure on him; under pressure; press him; attack him; keep attacking; дави его; дави на него; жми \
         его; прессуй его; на него дави; продолжай давить; продолжай атаку; усиливай давление; he is under \
         pressure; не давай ему думать; не дай ему опомниться; dont let him breathe; dont let him think; dont \
         give him time; держи давление; держи его под давлением; keep him busy; he is in trouble; атакуй его; не \
         давай опомниться; не давай ему дышать; не давай передышки; keep checking; give him no time; он под \
         давлением; дави дальше; он поплыл; он сыпется",
    ),
    // Moves.
    (
        &[Castle],
        "castle now; castle short/long/kingside/queenside; рокируйся в короткую/длинную; делай/сделай рокировку; \
         короткая/длинная рокировка; рокировка в короткую/длинную; прячь короля",
    ),
    // Chess words that say nothing here.
    (
        &[Idiom],
        "мой партнер; моего партнера; i/we/he/they needed/wanted; мат так мат; i got mated; got mated; would/could be mated; stay alive; cant/cannot move; do i; go mate him; плохой \
         размен; bad trade; a bad trade; rook/knight/bishop/queen/king pawn/pawns; sorry for/about; извини/прости/сорри за; ходи как хочешь; не ходи/иди туда; dont go/move there; i lost; сиди не сиди; ходи не ходи; do/did/does \
         you/u/he/they; are/were/was you/u; yes sir no sir; a good trade; партнер завис/сидит/ждет; my partner; partner is; играй \
         лучше/хорошо/нормально; да ладно; да ну; это не мат; не мат это; ну и; спасибо не надо; good \
         night/knight/nite; nite nite; ход конем; ход ферзем; ход слоном; ход пешкой; ход ладьей; of mate; for \
         mate in; check mate magazine; no idea; no thanks; no thank you; time out; give me a break; give me a \
         sec; give me a minute; give it time; need a minute; need a sec; need to go; gotta go; got to go; have to \
         go; mate thats; королева красоты; дай пять; дай бог; не дай бог; конь в пальто; слон в посудной лавке; \
         темная лошадка; троянский конь; пешка в чужих руках; ход королевой; night knight; knight rider; white \
         knight; queen of; drama queen; dairy queen; rook lift; bishop pair; queen side; king side; queens \
         gambit; horse around; dead line; dead even; dead drawn; what a move; nice move; good move; go to bed; go \
         to sleep; go home; go figure; go away; go ahead; sit com; take care; take a break; take a look; hold the \
         line; play well; well played; good game; same time; last time; this time; first time; next time; what \
         time; nice time; long time; time to; in time; of time; every time; stop it; help me; can you help; could \
         you help; need help; не время; в это время; в первый раз; на конь; по коням; конь не валялся; слона не \
         приметил; вечно живой; иди спать; иди сюда; иди домой; иди ты; иди лесом; пошел ты; играй честно; go on \
         then; hit the road; dead meat; hurry home; mate of mine; old mate; my good mate; best mate; team mate; \
         class mate; room mate; soul mate",
    ),
];
