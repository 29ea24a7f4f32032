//! The meanings that a word can have, and sets of them.

/// An enum whose variants have the same names in the tables; `else` is the variant for all other names.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $name:ident)+ } else $other:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $type {
            $($(#[$doc])* $name),+
        }

        impl $type {
            /// The variant named `name` in the tables.
            pub fn named(name: &str) -> Self {
                match name {
                    $(stringify!($name) => Self::$name,)+
                    _ => Self::$other,
                }
            }
        }
    };
}
pub(super) use named;

named! {
    /// A meaning. The words of both languages share the tags, so that one grammar serves both.
    Tag {
        // Separators.
        Comma And Or Because If
        // Things.
        Piece AnyPiece Minor Major Square Move Number Seconds Signed
        /// A piece that moves on diagonals.
        Diag
        /// "anything", "any piece": whatever the partner can get.
        Anything
        /// "any" before a piece.
        Any
        // People.
        I Me My IHave You Your He Him His Opponent Mine We WeHave
        // How much and when.
        Urgent Now Very Nice More Again AnyMore Already Only Rather
        // Small words.
        Not
        /// «ни коня, ни слона»
        Nor
        No
        /// «Нет», which can answer a question but not forbid: «нет пешек» means "there are no pawns".
        Nope
        Can Cannot Should Ok Good Bad For With On Is What To
        // Pieces changing hands.
        Give Offer Davai Get Need NotNeed Lack NotGive Lose Keep Without NotLet Enough Forget AwaitI Take NotTake
        /// "Hold": to keep a piece, or to wait.
        Hold
        /// «Го»: to give a piece, or to move.
        LetsGo
        // Trades.
        Trade Trades NotTrade
        // Mate and safety.
        /// "mate": checkmate, or a friend.
        Buddy
        Mate MateI Mates MateMe NotMates NotMateMe Mated Check Dead DeadMe NotDead Alive Fine
        // Moving and not moving.
        Sit Wait NotSit Sitting Sits SittingI Go Play MovesI NotMovesI Moving NotMoving Moves Stop NotGo Fast Hurry
        Slow Castle Put
        // Reasons.
        Time Ahead Behind Flag Coming Win Press
        // Greetings, thanks, yes and no.
        Hello
        /// "hey": a greeting only if nothing follows.
        Hail
        Thanks Yes Help Understand
        // Idioms that mean nothing, and words that occur only in idioms.
        Idiom Unknown
    } else Unknown
}

/// A set of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags(u128);

impl Tags {
    /// The set of these tags.
    pub const fn of(tags: &[Tag]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < tags.len() {
            bits |= 1 << tags[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// Both sets together.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the tag is one of them.
    pub const fn has(self, tag: Tag) -> bool {
        self.0 >> tag as u8 & 1 == 1
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        tags.into_iter().fold(Self(0), |all, tag| all.or(Self::of(&[tag])))
    }
}

const _: () = assert!((Tag::Unknown as u8) < 128, "a set has 128 places");
