//! Translates partners' words to messages and back: free text in Russian and English, and the shorthand of the chess
//! servers.
//!
//! A wrong reading is worse than none. A line is split into tokens (`token`); the `lexicon` gives each word its
//! meaning (tables in `words`) and corrects typos; what the line itself takes back is left out (`put_right`); `rewrite`
//! joins neighbors that mean something together; then the sentence must split into `clauses` so that a rule (`rules`)
//! fits every word of each, but for remarks (`remarks`), and `meaning` makes messages of them. A sentence that no rule
//! fits has a meaning only if the set of its words leaves no doubt (`gist`); `shades` adds degrees. A line of no known
//! word may have been typed with the keyboard in the other alphabet (`layout`). Independent of the position: whether a
//! wish can be fulfilled is not checked. `say` and `replies` have the sentences that Tandem says.

mod clauses;
mod diagonals;
mod emphasis;
mod endings;
mod fixed;
mod gist;
mod item;
mod layout;
mod lexicon;
mod meaning;
mod moves;
mod named;
mod parts;
mod put_right;
mod questions;
mod remarks;
pub(super) mod replies;
mod rewrite;
mod rules;
mod run_on;
mod say;
mod shades;
mod slips;
mod small_talk;
mod tag;
mod terms;
mod tidy;
mod token;
mod translit;
mod understand;
mod vocatives;
mod what_follows;
mod words;

pub use fixed::is_fixed;
pub use say::{say, say_all};
pub use small_talk::{answer_to, lost_its_letters};
pub use translit::in_latin;
pub use understand::{Understood, understand};

/// A language that partners talk in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Russian, in Cyrillic or Latin letters.
    Russian,
    /// English, as on chess servers.
    English,
}
