//! Which words make a remark that may be left out of a sentence, and which clauses count beside one.

use super::tag::{Tag, Tags};

/// The cost of leaving out a remark.
pub const REMARK: u32 = 60;
/// Words that begin a remark.
pub const LINKS: Tags = Tags::of(&[Tag::Link, Tag::For, Tag::On, Tag::We, Tag::WeHave]);
/// Words that begin a remark behind an explicit wish, without a comma: "no trades please i am attacked".
pub const SUBJECTS: Tags =
    Tags::of(&[Tag::I, Tag::My, Tag::He, Tag::His, Tag::Opponent, Tag::Mine, Tag::IHave, Tag::Because]);
/// Words that say nothing of pieces, trades, mates and moves: a part of a sentence that has only these is a remark.
pub const REMARKS: Tags = Tags::of(&[
    Tag::Board,
    Tag::Danger,
    Tag::Bare,
    Tag::Gone,
    Tag::Think,
    Tag::Seconds,
    Tag::Unknown,
    Tag::Past,
    Tag::Link,
    Tag::I,
    Tag::Me,
    Tag::My,
    Tag::IHave,
    Tag::You,
    Tag::Your,
    Tag::He,
    Tag::Him,
    Tag::His,
    Tag::Opponent,
    Tag::We,
    Tag::WeHave,
    Tag::Urgent,
    Tag::Now,
    Tag::Very,
    Tag::More,
    Tag::Again,
    Tag::Already,
    Tag::Only,
    Tag::Can,
    Tag::Cannot,
    Tag::Should,
    Tag::Ok,
    Tag::Good,
    Tag::Bad,
    Tag::For,
    Tag::With,
    Tag::On,
    Tag::Is,
    Tag::Mine,
    Tag::To,
    Tag::Time,
    Tag::Ahead,
    Tag::Behind,
    Tag::Flag,
    Tag::Win,
    Tag::Press,
    Tag::Check,
    Tag::Get,
    Tag::Number,
    Tag::Square,
    Tag::Fine,
    Tag::AnyPiece,
    Tag::Coming,
    Tag::Yes,
]);
/// Other people.
pub const OTHERS: Tags = Tags::of(&[Tag::He, Tag::Him, Tag::His, Tag::Opponent, Tag::You, Tag::IHave, Tag::Is, Tag::I]);
/// Words that a name may stand before without a comma.
pub const ADDRESSED: Tags = Tags::of(&[
    Tag::Need,
    Tag::Give,
    Tag::NotGive,
    Tag::Sit,
    Tag::NotGo,
    Tag::NotTrade,
    Tag::Trade,
    Tag::Keep,
    Tag::I,
    Tag::Hurry,
    Tag::NotNeed,
    Tag::Enough,
]);
/// Words of which a clause must have one if a remark is joined to it.
pub const EXPLICIT: Tags = Tags::of(&[
    Tag::Need,
    Tag::Give,
    Tag::AwaitI,
    Tag::NotGive,
    Tag::NotLet,
    Tag::Keep,
    Tag::NotNeed,
    Tag::NotTrade,
    Tag::Trade,
    Tag::Sit,
    Tag::NotGo,
    Tag::NotSit,
]);
/// Words of which a clause beside a remark must have one.
pub const FIRM: Tags = EXPLICIT.or(Tags::of(&[
    Tag::Enough,
    Tag::Hurry,
    Tag::Slow,
    Tag::DeadMe,
    Tag::MateI,
    Tag::Urgent,
    Tag::Thanks,
    Tag::Hello,
    Tag::Trades,
    Tag::MateMe,
    Tag::NotMateMe,
    Tag::Over,
    Tag::NotDead,
    Tag::Danger,
]));
/// Words of a wish that counts although other parts of the sentence were not understood.
pub const WISHES: Tags =
    EXPLICIT.or(Tags::of(&[Tag::Enough, Tag::NotMateMe, Tag::MateMe, Tag::MateI, Tag::Over, Tag::Trades]));
