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
        /// "Than": a comparison.
        Than
        /// "I mean": what was said before is put right.
        Correct
        /// "Except": all pieces but those that follow.
        Except
        /// "Game over": what a piece would bring.
        Over
        /// "Finishes": whom a piece mates comes behind.
        Kills
        /// "Wins": the gain that a piece would bring, short of a mate.
        Wins
        /// A board, a position, a king: what may be lost or safe.
        Board
        /// A danger, a threat.
        Danger
        /// A king without cover: the reason of a wish, or a danger if nothing else is said.
        Bare
        /// "Gone": what is over.
        Gone
        /// "Think".
        Think
        /// "Waiting for": what the speaker needs, or somebody else whom the sentence names before.
        Awaits
        /// "Needs": what somebody else needs.
        Needs
        /// "Takes": what a piece does.
        Captures
        /// "Careful": a danger follows.
        Beware
        /// "Let": leaves a piece to somebody.
        Let
        /// "Where": asks for a piece that has not come.
        Where
        /// "Before", "while", "against": begins a remark.
        Link
        /// "Was", "played": the words are about what was.
        Past
        /// "It seems": what follows is meant, if it is about the speaker.
        Hedge
        /// "Said", "asked", "yesterday", "doubt": the words are somebody's, about another time, or doubted.
        Reports
        // Idioms that mean nothing, and words that occur only in idioms.
        Idiom Unknown
    } else Unknown
}

/// A set of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags([u128; 2]);

impl Tags {
    /// The set of these tags.
    pub const fn of(tags: &[Tag]) -> Self {
        let mut bits = [0; 2];
        let mut i = 0;
        while i < tags.len() {
            let place = tags[i] as usize;
            bits[place / 128] |= 1 << (place % 128);
            i += 1;
        }
        Self(bits)
    }

    /// Both sets together.
    pub const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Whether the tag is one of them.
    pub const fn has(self, tag: Tag) -> bool {
        self.0[tag as usize / 128] >> (tag as usize % 128) & 1 == 1
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        tags.into_iter().fold(Self([0; 2]), |all, tag| all.or(Self::of(&[tag])))
    }
}
