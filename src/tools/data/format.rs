//! The binary format of a file of games. All numbers are little-endian.
//!
//! ```text
//! file    part, part, …
//! part    header, block, block, …
//! header  magic 8 · version u32 · length u32 · text · CRC-32 of all that
//! block   first game u32 · games u32 · bytes u32 · CRC-32 of the bytes · CRC-32 of these four · bytes
//! game    number u32 · plies u16 · result u8 · end u8 · four clocks at the start, u16 each, in 10 ms   (16 bytes)
//! ply     move u16 · score i16 · flags u8 · time u8                                                    (6 bytes)
//! ```
//! The header's text is lines `key=value`: everything that determines the games, so that they can be reproduced. There
//! are no gaps; a file may be cut off after any block. `tandem datagen` writes one part, `tandem data merge` several.

use super::time_code::TimeCode;
use crate::board::Captures;
use crate::game::{BoardId, Clocks, Outcome, Reason, Rules, Seat, Team};
use crate::types::{Move, Score, score};

/// First bytes of a file of games.
pub const MAGIC: [u8; 8] = *b"TandemG\n";
/// Version of the generation of games. 1: searches ended at a number of nodes, with the usual prices of the other
/// board. 2: they end with an iteration, with the network's prices, and one game in four is played out.
pub const VERSION: u32 = 2;
/// Games of a full block.
pub const BLOCK_GAMES: u32 = 16;
/// Bytes of a block before its games.
pub const BLOCK_HEAD: usize = 20;
/// Bytes of a game before its plies.
pub const GAME_HEAD: usize = 16;
/// Bytes of a ply.
pub const PLY_BYTES: usize = 6;
/// The longest text of a header, in bytes.
pub const LONGEST_TEXT: u32 = 4096;
/// Most bytes of the games in a block: a full block of games with the most plies that the format can hold.
pub const LONGEST_BLOCK: u32 = BLOCK_GAMES * (GAME_HEAD + PLY_BYTES * u16::MAX as usize) as u32;
/// One unit of a clock at the start, in ms.
pub const CLOCK_UNIT_MS: u64 = 10;

/// The words that a header has in place of rules where the games are on board A alone: crazyhouse, and chess from the
/// set-ups of chess battle.
const CRAZYHOUSE: &str = "crazyhouse";
const BATTLE: &str = "battle";

/// The rules of games as a header has them.
pub fn rules_text(rules: &Rules) -> String {
    match rules.captures {
        Captures::ToPartner => rules.to_string(),
        Captures::ToOwnHand => CRAZYHOUSE.to_owned(),
        Captures::Nowhere => BATTLE.to_owned(),
    }
}

/// Everything that determines the games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Version of the generation of games, from 1 to [`VERSION`].
    pub version: u32,
    /// The rules of all games.
    pub rules: Rules,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Nodes of a search, on average.
    pub nodes: u64,
    /// Signature of the search: its nodes in a short bench.
    pub search: u64,
    /// The evaluation: `handcrafted`, or a network's checksum.
    pub eval: String,
}

impl Header {
    /// The header as lines.
    pub fn text(&self) -> String {
        let Self { version: _, rules, seed, nodes, search, eval } = self;
        let rules = rules_text(rules);
        format!("rules={rules}\nseed={seed}\nnodes={nodes}\nsearch={search}\neval={eval}\n")
    }

    /// Parses the lines of a header of this version; `None` if one is missing or invalid.
    pub fn parse(version: u32, text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix('=').map(str::to_owned);
        let header = Self {
            version,
            rules: match value("rules")?.as_str() {
                CRAZYHOUSE => Rules::crazyhouse(),
                BATTLE => Rules::chess(),
                rules => rules.parse().ok()?,
            },
            seed: value("seed")?.parse().ok()?,
            nodes: value("nodes")?.parse().ok()?,
            search: value("search")?.parse().ok()?,
            eval: value("eval")?,
        };
        (header.text() == text).then_some(header)
    }

    /// The header as the first bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let text = self.text();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// Reasons for the end of a stored game, indexed by their codes.
const REASONS: [Reason; 8] = [
    Reason::Mate,
    Reason::Hang,
    Reason::BothHang,
    Reason::Stalemate,
    Reason::Flag,
    Reason::Repetition,
    Reason::Standstill,
    Reason::Adjudication,
];

/// A ply with its player's search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredPly {
    /// The board on which it was played.
    pub board: BoardId,
    /// The move.
    pub mv: Move,
    /// Score of the search before the ply, in cp for the player, without flow; 0 for a random move.
    pub score: Score,
    /// Time spent on the turn.
    pub time: TimeCode,
    /// Whether it is a random move of the opening, without a search.
    pub random: bool,
    /// Whether the player was in check.
    pub in_check: bool,
    /// Whether it is not the best move found, but one nearly as good.
    pub near_best: bool,
    /// Whether the player sat before making the move.
    pub sat: bool,
}

const BOARD_B: u8 = 1;
const RANDOM: u8 = 2;
const IN_CHECK: u8 = 4;
const NEAR_BEST: u8 = 8;
const SAT: u8 = 16;

impl StoredPly {
    /// Whether an evaluation can be trained on the position before it: it is quiet, and its score is no mate.
    pub fn is_usable(&self) -> bool {
        !self.random && !self.in_check && !self.mv.is_noisy() && !score::is_mate(self.score)
    }

    fn flags(&self) -> u8 {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        flag(self.board == BoardId::B, BOARD_B)
            | flag(self.random, RANDOM)
            | flag(self.in_check, IN_CHECK)
            | flag(self.near_best, NEAR_BEST)
            | flag(self.sat, SAT)
    }

    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.mv.bits().to_le_bytes());
        to.extend((self.score as i16).to_le_bytes());
        to.extend([self.flags(), self.time.0]);
    }

    fn parse(bytes: &[u8; PLY_BYTES]) -> Option<Self> {
        let [mv0, mv1, score0, score1, flags, time] = *bytes;
        let has = |flag: u8| flags & flag != 0;
        (flags < 2 * SAT).then_some(Self {
            board: if has(BOARD_B) { BoardId::B } else { BoardId::A },
            mv: Move::from_bits(u16::from_le_bytes([mv0, mv1])),
            score: i16::from_le_bytes([score0, score1]).into(),
            time: TimeCode(time),
            random: has(RANDOM),
            in_check: has(IN_CHECK),
            near_best: has(NEAR_BEST),
            sat: has(SAT),
        })
    }
}

/// A game from its first random move to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Number of the game within its seed.
    pub number: u32,
    /// The winner; none in a draw.
    pub winner: Option<Team>,
    /// Reason for the end.
    pub reason: Reason,
    /// The clocks after the random moves, in ms.
    pub clocks: Clocks,
    /// All plies, in the order in which they were played.
    pub plies: Vec<StoredPly>,
}

impl StoredGame {
    /// The game, or `None` if it cannot be stored: too long, or ended for a reason without a code.
    pub fn new(number: u32, outcome: Outcome, clocks: Clocks, plies: Vec<StoredPly>) -> Option<Self> {
        let fits = plies.len() <= usize::from(u16::MAX) && REASONS.contains(&outcome.reason);
        fits.then_some(Self { number, winner: outcome.winner, reason: outcome.reason, clocks, plies })
    }

    /// Result of the game for `team`: 1, ½ or 0.
    pub fn result_for(&self, team: Team) -> f32 {
        self.winner.map_or(0.5, |winner| if winner == team { 1.0 } else { 0.0 })
    }

    /// Appends its bytes.
    pub fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.number.to_le_bytes());
        to.extend((self.plies.len() as u16).to_le_bytes());
        to.push(self.winner.map_or(0, |team| 1 + team.index() as u8));
        to.push(REASONS.iter().position(|&reason| reason == self.reason).unwrap_or_default() as u8);
        for seat in Seat::ALL {
            to.extend(((self.clocks[seat] / CLOCK_UNIT_MS) as u16).to_le_bytes());
        }
        for ply in &self.plies {
            ply.write(to);
        }
    }

    /// Reads a game from the front of `bytes` and advances past it.
    ///
    /// # Errors
    /// With a description of the defect.
    pub fn read(bytes: &mut &[u8]) -> Result<Self, &'static str> {
        let (head, rest) = bytes.split_first_chunk::<GAME_HEAD>().ok_or("the block ends within a game")?;
        let [n0, n1, n2, n3, p0, p1, winner, reason, clocks @ ..] = *head;
        let count = usize::from(u16::from_le_bytes([p0, p1]));
        let (plies, rest) = rest.split_at_checked(count * PLY_BYTES).ok_or("the block ends within a game")?;
        let winner = match winner {
            0 => None,
            1 => Some(Team::One),
            2 => Some(Team::Two),
            _ => return Err("a result that is none"),
        };
        let mut left = Clocks::all(0);
        for (seat, unit) in Seat::ALL.into_iter().zip(clocks.as_chunks::<2>().0) {
            left[seat] = u64::from(u16::from_le_bytes(*unit)) * CLOCK_UNIT_MS;
        }
        let plies = plies.as_chunks().0.iter().map(StoredPly::parse).collect::<Option<_>>();
        *bytes = rest;
        Ok(Self {
            number: u32::from_le_bytes([n0, n1, n2, n3]),
            winner,
            reason: *REASONS.get(usize::from(reason)).ok_or("an end of a game that is none")?,
            clocks: left,
            plies: plies.ok_or("flags of a ply that are none")?,
        })
    }
}

/// Encodes a block of games; `first` is the number of the first one.
pub fn block(first: u32, games: &[StoredGame]) -> Vec<u8> {
    let mut body = Vec::new();
    games.iter().for_each(|game| game.write(&mut body));
    let mut bytes = Vec::with_capacity(BLOCK_HEAD + body.len());
    for number in [first, games.len() as u32, body.len() as u32, crc32fast::hash(&body)] {
        bytes.extend(number.to_le_bytes());
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes.append(&mut body);
    bytes
}
