//! The grammar: which words together make which message. Their order is free unless a rule says otherwise, as in
//! Russian.

use super::tag::Tag::{self, *};
use super::tag::Tags;
use crate::team::message::Cause;

/// The meaning of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Need the pieces named.
    Need,
    /// A piece named mates.
    NeedMates,
    /// Need what was named before.
    NeedAgain,
    /// The opponent must not get the pieces named.
    Avoid,
    /// A piece named mates the speaker.
    AvoidMates,
    /// The opponent must not get what was named before.
    AvoidAgain,
    /// The pieces named are no more needed, or may be given.
    Enough,
    /// What was named before is no more needed.
    EnoughAgain,
    /// "Not needed": of what was named before; if nothing was, it answers a question.
    EnoughOrNo,
    /// What was said before is urgent.
    Urge,
    /// Trades are good, or bad.
    Trade(bool),
    /// An exception: the pieces named, from what was said before.
    ButNot,
    /// May I trade?
    AskTrade,
    /// Take the pieces named.
    Take,
    /// Do not move.
    Sit,
    /// Move.
    Go,
    /// The speaker does not move.
    Sitting,
    /// The speaker does not move before the pieces named come.
    SittingFor,
    /// The speaker's opponent does not move.
    Waiting,
    /// Play fast.
    Fast,
    /// Take your time.
    Slow,
    /// The speaker is mated.
    Dead,
    /// The speaker is fine.
    Alive,
    /// The speaker mates.
    Mate,
    /// Why somebody should sit, go or hurry.
    Because(Cause),
    /// Hurry, so that the opponent has no time to think.
    Press,
    /// A concrete move.
    Hint,
    /// Server shorthand, which is a complete message.
    Signed,
    /// The pieces named before mate.
    SignedMates,
    /// Take the pieces named: they mate.
    TakeMates,
    /// What do you understand?
    Help,
    /// A greeting.
    Hello,
    /// A greeting if nothing else is said.
    Hail,
    /// Thanks.
    Thanks,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Understood, and means nothing.
    Nothing,
}

/// Whether a rule reads questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Statements only.
    Never,
    /// Both.
    Either,
    /// Questions only.
    Only,
}

/// A rule fits a clause that has a word of each group, and besides these only words that the rule allows.
pub struct Rule {
    /// The clause has a word of each of these groups.
    pub groups: &'static [&'static [Tag]],
    /// Other words that are allowed.
    pub may: Tags,
    /// The meaning of the clause.
    pub makes: Make,
    /// Questions or statements.
    pub asks: Asks,
    /// Whether the groups must come in this order.
    pub ordered: bool,
    /// Whether the clause counts only if the whole line is understood.
    pub weak: bool,
    /// Whether there must be separators before and after it.
    pub apart: bool,
    /// Whether a separator may stand between its words.
    pub across: bool,
}

/// Words that are allowed in every clause.
const ALWAYS: Tags = Tags::of(&[Urgent, Now, Very]);

const fn rule(groups: &'static [&'static [Tag]], may: &[Tag], makes: Make) -> Rule {
    let may = Tags::of(may).or(ALWAYS);
    Rule { groups, may, makes, asks: Asks::Never, ordered: false, weak: false, apart: false, across: false }
}

impl Rule {
    /// It reads questions too.
    const fn either(mut self) -> Self {
        self.asks = Asks::Either;
        self
    }

    /// It reads questions only.
    const fn asked(mut self) -> Self {
        self.asks = Asks::Only;
        self
    }

    /// The groups must come in this order.
    const fn in_order(mut self) -> Self {
        self.ordered = true;
        self
    }

    /// A separator may stand between its words: «дай пешку, ставлю мат».
    const fn across(mut self) -> Self {
        self.across = true;
        self
    }

    /// It counts only if the whole line is understood.
    const fn weak(mut self) -> Self {
        self.weak = true;
        self
    }

    /// It counts only between separators, and if the whole line is understood.
    const fn apart(mut self) -> Self {
        self.apart = true;
        self.weak()
    }
}

/// The pieces that a clause is about.
const PIECES: &[Tag] = &[Piece, Minor, Major];
/// Mating the opponent.
const MATES: &[Tag] = &[Mate, Mates, MateI];
/// Being mated.
const MATED: &[Tag] = &[MateMe, DeadMe];
/// Words for giving a piece to the opponents.
const GIVES: &[Tag] = &[Give, Offer, Lose];
/// Words for an opponent.
const HE: &[Tag] = &[Mine, Opponent];

/// The rules; the first that fits a clause counts.
pub const RULES: &[Rule] = &[
    rule(&[&[Signed], &[Mate, Mates, MateI, MateMe]], &[Is], Make::SignedMates).in_order(),
    rule(&[&[Signed]], &[], Make::Signed),
    // A piece mates the speaker.
    rule(
        &[PIECES, MATED],
        &[
            NotGive, If, He, Him, Opponent, Get, With, Only, You, Offer, Lose, More, Already, Me, I, For, Number, My,
            IHave, On, Square, Is,
        ],
        Make::AvoidMates,
    )
    .in_order()
    .across(),
    rule(
        &[&[Give], &[If, Him, Opponent], PIECES, MATED],
        &[He, You, More, Number, Already, Me, I, Is],
        Make::AvoidMates,
    )
    .across(),
    rule(
        &[&[NotGive, Keep, NotLet], PIECES, &[Mate, MateI, Dead]],
        &[Him, Opponent, He, Get, For, If, Is, Give, Offer],
        Make::AvoidMates,
    )
    .in_order()
    .across(),
    rule(
        &[MATED, &[With, If, He, NotGive], PIECES],
        &[Get, Him, Opponent, Give, Offer, Lose, More, Number, You, Me, On, Square, For, Is],
        Make::AvoidMates,
    ),
    rule(
        &[PIECES, &[He, Opponent], &[Mates, Mate, MateMe]],
        &[If, Get, With, Me, Him, More, Number, Is],
        Make::AvoidMates,
    )
    .across(),
    // "Queen h7 mate" tells a move; «конь на f7 — мат» tells a move or a wish.
    rule(&[&[Piece], &[Square], MATES], &[With, Is, Check], Make::Hint).in_order().across(),
    rule(&[&[Piece], &[On], &[Square], MATES], &[Is, Check], Make::Nothing).in_order().across(),
    // A piece mates his king.
    rule(&[&[Take], PIECES, &[Is], &[Mates]], &[His], Make::TakeMates).in_order().across(),
    rule(&[PIECES, &[Win], &[MateI]], &[I, Me, Is], Make::NeedMates).in_order().across(),
    rule(
        &[PIECES, MATES],
        &[
            Give, Need, I, Me, If, You, With, For, More, Number, Him, IHave, Get, Can, Only, Lack, On, Square,
            Opponent, Good, Press, Nice, My, Is,
        ],
        Make::NeedMates,
    )
    .in_order()
    .across(),
    rule(
        &[MATES, &[With, For, If, Need, Give], PIECES],
        &[I, Me, You, More, Number, Him, IHave, Get, Can, Only, On, Square, Opponent, Nice, Is],
        Make::NeedMates,
    ),
    rule(
        &[PIECES, &[He, Opponent], &[Dead]],
        &[More, Number, If, I, Get, Give, Me, You, With, Need, Is],
        Make::NeedMates,
    )
    .across(),
    // Bans.
    rule(
        &[&[NotGive], PIECES],
        &[Him, Opponent, You, Your, Nice, More, For, Only, Already, Number, Should, NotNeed, No, Nor, With],
        Make::Avoid,
    ),
    rule(&[&[NotLet], &[Him, He, Opponent], PIECES], &[Give, Get, IHave, More, Number, Take], Make::Avoid),
    rule(&[&[NotLet], PIECES], &[Give, Get, Go, More, Number, For, Him], Make::Avoid),
    rule(&[&[Not], &[Put], PIECES, &[Him, Opponent]], &[More, Number], Make::Avoid),
    rule(&[&[Nor], PIECES, &[Him, Opponent]], &[More, Number, For], Make::Avoid),
    rule(&[&[No], &[More], &[Need], PIECES], &[Me, I, For], Make::Enough),
    rule(&[&[No], PIECES, &[Him, Opponent]], &[For, More, Number, Only, Get, On], Make::Avoid),
    rule(&[&[No], PIECES, &[Trade, Trades]], &[], Make::Trade(false)).in_order(),
    rule(&[&[No], PIECES], &[For, Nice], Make::Avoid),
    rule(&[&[Not], PIECES, &[Him, Opponent]], &[For, More, Number, Only, On], Make::Avoid),
    rule(&[&[Only], &[Not], PIECES], &[For, Give], Make::Avoid),
    rule(&[&[Without], PIECES, &[Him, Opponent]], &[For, More], Make::Avoid),
    rule(&[&[Him, Opponent], &[NotNeed], PIECES], &[More, Number, For, NotGive], Make::Avoid),
    rule(&[&[Keep], PIECES, &[On]], &[You], Make::Trade(false)),
    rule(&[&[Keep], PIECES], &[Your, You, Should, Nice], Make::Avoid),
    rule(&[&[NotGive]], &[Him, Opponent, You, More, Nice], Make::AvoidAgain),
    // Bans and needs taken back.
    rule(&[PIECES, &[NotMateMe, NotMates]], &[AnyMore, Already, Me, Now, More], Make::Enough),
    rule(
        &[&[NotNeed, Forget], PIECES],
        &[I, Me, AnyMore, Already, More, Get, For, NotNeed, Forget, Number, Again, Ok, With, Is],
        Make::Enough,
    ),
    rule(&[&[Enough], PIECES], &[I, IHave, Me, For, Already, More, Ok, We, WeHave, NotNeed, Is], Make::Enough),
    rule(&[&[Can], &[You], GIVES, PIECES], &[Me, More, Number, Nice, For], Make::Need).asked(),
    rule(&[&[Can], &[Give], PIECES], &[You, Me, More, Number, Nice, For], Make::Need).asked(),
    rule(&[&[Can], GIVES, PIECES, &[Me]], &[You, More, Number, Nice, For], Make::Need).either(),
    rule(
        &[&[Can, Ok, Fine, Good], GIVES, PIECES],
        &[You, Your, Already, Him, Opponent, Again, For, If, More, Ok, Fine, Can, Is],
        Make::Enough,
    ),
    rule(&[&[Cannot], PIECES, &[Him, Opponent]], &[More, Give, Offer, Get], Make::Avoid),
    rule(&[&[No], &[More], &[Need]], &[], Make::EnoughAgain),
    rule(&[&[NotNeed]], &[], Make::EnoughOrNo).apart(),
    rule(&[&[NotNeed, Forget]], &[I, Me, AnyMore, Already, More, Number], Make::EnoughAgain),
    // Needs.
    rule(
        &[&[Give], PIECES],
        &[Me, We, More, Number, Nice, Fast, For, Square, On, Again, Need, Only, Check, Rather],
        Make::Need,
    )
    .either(),
    rule(&[&[Offer], PIECES, &[Me]], &[More, Number, Nice, Fast], Make::Need),
    rule(
        &[&[Need, AwaitI], PIECES],
        &[
            Me, I, We, IHave, More, Number, Nice, Fast, For, Square, On, Again, Get, Only, Check, Good, With, Press,
            Alive,
        ],
        Make::Need,
    ),
    rule(&[&[Need, AwaitI], &[Give], PIECES], &[You, Me, I, More, Number, Nice], Make::Need).in_order(),
    rule(&[&[If], &[Give], PIECES], &[Me, More, Number], Make::Need).asked(),
    rule(&[PIECES, &[For], &[Me]], &[More, Number], Make::Need).asked().in_order(),
    rule(&[PIECES, &[Nice]], &[Me, I, More, Number, For, Give, Get, Square, On, Good, Only], Make::Need),
    rule(&[PIECES, &[Urgent, More]], &[Me, Number, For, Give, Nice], Make::Need).apart(),
    rule(&[PIECES], &[Me, More, Number, For], Make::Need).apart(),
    rule(&[&[SittingI, Sitting], &[For], PIECES], &[I, More, Number, Wait], Make::SittingFor).across(),
    rule(&[&[Need, Give], &[AnyPiece]], &[Me, I, More, Number, Nice, We], Make::Nothing),
    rule(&[PIECES, &[Behind]], &[IHave, Me], Make::Nothing),
    rule(&[&[Give], &[More, Number]], &[Me, Nice], Make::NeedAgain),
    rule(&[&[Need]], &[Me, I, Is, More, Number, Again, Already], Make::NeedAgain),
    rule(&[&[He], &[Me], &[Need]], &[Very], Make::NeedAgain),
    // Trades.
    rule(
        &[&[Can, Should, Ok, Me], &[Trade, Trades]],
        &[I, We, AnyPiece, Minor, Major, Piece, Can, Should, Ok, Good, Me, You, What, Is, Need, With],
        Make::AskTrade,
    )
    .asked(),
    rule(
        &[&[Trade, Trades]],
        &[I, We, AnyPiece, Minor, Major, Piece, What, Should, Good, For, You, Need, Is, With],
        Make::AskTrade,
    )
    .asked(),
    rule(&[&[Can, Should], &[I], &[Trade, Trades]], &[AnyPiece, Minor, Major, Piece], Make::AskTrade).either(),
    rule(
        &[&[NotTrade]],
        &[You, AnyPiece, Minor, Major, Piece, Already, Me, More, Nice, We, Should, For, Only, With, Rather, Nor],
        Make::Trade(false),
    ),
    rule(&[&[Need], &[Trades]], &[I, Me, More, Piece, Minor, Major, AnyPiece], Make::Trade(true)),
    rule(&[&[Trade, Trades], &[Bad]], &[AnyPiece, Piece, Minor, Major, Me, For, We, Is], Make::Trade(false)),
    rule(
        &[&[Trade, Trades], &[Good, Ok, Fine]],
        &[AnyPiece, Piece, Minor, Major, Me, For, We, Can, You, Is],
        Make::Trade(true),
    ),
    rule(
        &[&[Trade]],
        &[
            You, AnyPiece, Minor, Major, Piece, Can, Should, Me, More, Nice, We, Good, Need, With, Rather, Only, Your,
            Him,
        ],
        Make::Trade(true),
    ),
    rule(&[&[Not], PIECES], &[], Make::ButNot).in_order().apart(),
    rule(&[&[Take]], &[You], Make::Nothing).apart(),
    rule(&[&[Take], PIECES], &[You, His, Nice, Him, Can, Should, Fast, Good, Rather], Make::Take),
    // Concrete moves.
    rule(&[&[Move], MATES], &[Play, Put, You, Should, Check, Can, Take, Is, Number], Make::Hint).in_order().across(),
    rule(&[&[Move]], &[Play, Go, Put, You, Should, Check, Can, Take, Nice, Number, Piece], Make::Hint),
    rule(&[&[Castle]], &[Play, Go, You, Should, Can, Nice], Make::Hint),
    rule(&[&[Put, Play, Go], &[Piece], &[Square], MATES], &[On, With, You, Check, Your, Is], Make::Hint)
        .in_order()
        .across(),
    rule(&[&[Put, Play, Go, Check], &[Piece], &[Square]], &[On, With, You, Should, Check, Can, For, Your], Make::Hint),
    rule(&[&[Put, Play, Go, Take, Check], &[Square]], &[On, With, You, Should, Can], Make::Hint),
    rule(&[&[Piece], &[Square]], &[On, Check, With], Make::Hint).apart(),
    rule(&[&[Square]], &[Check], Make::Hint).apart(),
    // Moving and not moving.
    rule(
        &[HE, &[Sitting, Sits, NotMoving, NotGo, Wait, SittingI]],
        &[My, IHave, Already, Only, Again, Is, For, Piece, AnyPiece],
        Make::Waiting,
    ),
    rule(
        &[&[Sit, NotGo]],
        &[Wait, You, Should, For, Me, Seconds, Number, More, Can, Only, Already, On, Rather],
        Make::Sit,
    )
    .across(),
    rule(&[&[Wait]], &[You, Should, Seconds, Number, Me, Already, Can], Make::Sit).weak(),
    rule(&[&[SittingI, NotMovesI]], &[I, Already, Only, Again, More, Sitting, AwaitI, NotMoving], Make::Sitting)
        .across(),
    rule(&[&[Sitting]], &[I, Already, Only, Is, AwaitI], Make::Sitting).across(),
    rule(&[&[I], &[NotMoving, NotGo]], &[Already, Only], Make::Sitting),
    rule(&[&[MovesI, Moving], &[Again]], &[I, Already], Make::Alive),
    rule(&[&[I], &[MovesI, Moving], &[Again, Now, Already]], &[], Make::Alive),
    rule(&[&[Should, Can], &[Fast, Hurry]], &[You, Go, Play, We, More], Make::Fast).either(),
    rule(&[&[Fast, Hurry]], &[Go, Play, More, We, Number, On, Him], Make::Fast),
    rule(&[&[Slow]], &[Go, Play, Should, Can, More, Ok, Your, We], Make::Slow),
    rule(&[&[Go, Play, NotSit]], &[You, Can, Should, Again, Ok, Already, More, Rather], Make::Go),
    // Mate and safety.
    rule(&[&[NotDead, Alive]], &[I, Me, AnyMore, Already, Again, Fine, Ok, Is], Make::Alive).weak(),
    rule(&[&[I, Me, IHave], &[Fine, Ok]], &[Already, Again, Good, Is], Make::Alive),
    rule(&[&[Fine], &[Already, Again, Now]], &[], Make::Alive),
    rule(&[&[Fine]], &[], Make::Nothing).apart(),
    rule(&[&[MateMe, DeadMe, Mated]], &[I, Me, Already, On, IHave, Dead, Is], Make::Dead),
    rule(&[&[I, Me], &[Dead]], &[Already, Is], Make::Dead),
    rule(&[&[Dead]], &[Already], Make::Dead).weak(),
    rule(&[&[MateI]], &[I, Him, IHave, Already, Mate, On, Good, Opponent, Is], Make::Mate),
    rule(&[&[Mate, Mates]], &[On, Is], Make::Mate).apart(),
    // Reasons.
    rule(
        &[&[Time]],
        &[
            Ahead, Behind, We, WeHave, You, Your, I, IHave, My, Me, He, His, Him, Opponent, Flag, Good, Bad, On, For,
            More, Can, AnyPiece, Already, Only, Is,
        ],
        Make::Because(Cause::Time),
    ),
    rule(&[&[Flag]], &[We, WeHave, You, I, IHave, He, His, Him, Opponent, For, Is], Make::Because(Cause::Time)),
    rule(
        &[&[Piece, AnyPiece, Minor, Major], &[Coming]],
        &[You, Me, My, IHave, More, Number, Already, Good, Your, For, Is],
        Make::Because(Cause::Piece),
    ),
    rule(
        &[&[Win], &[Piece, AnyPiece, Minor, Major]],
        &[I, You, Me, IHave, More, Number, Coming, For, His, Already, Him, Is],
        Make::Because(Cause::Piece),
    ),
    rule(&[&[Piece, AnyPiece], &[You, Get]], &[IHave, Already], Make::Because(Cause::Piece)),
    rule(&[&[Press]], &[Him, He, Opponent, On, You, Play, Go], Make::Press),
    rule(&[&[Urgent, Very]], &[Need, Me], Make::Urge),
    // Greetings, thanks, yes and no.
    rule(&[&[Thanks], &[For]], &[AnyPiece, Piece, Minor, Major, You, Number, Good, My], Make::Thanks),
    rule(&[&[Thanks]], &[You], Make::Thanks).either(),
    rule(&[&[Hello]], &[You], Make::Hello).either(),
    rule(&[&[Hail]], &[You], Make::Hail).either(),
    rule(&[&[Help]], &[], Make::Help).either().apart(),
    rule(&[&[What], &[Help]], &[You, Understand, Can], Make::Help).either(),
    rule(&[&[What], &[Understand]], &[You, Can], Make::Help).either(),
    rule(&[&[Yes]], &[You, Can, Ok, Good], Make::Yes),
    rule(&[&[Can]], &[You, Good], Make::Yes).apart(),
    rule(&[&[No, Nope]], &[You, Cannot, Already], Make::No).apart(),
    rule(&[&[Not, Cannot]], &[You], Make::No).apart(),
    rule(&[&[Ok]], &[], Make::Nothing),
    rule(&[&[AnyPiece]], &[], Make::Nothing).apart(),
];
