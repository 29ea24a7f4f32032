//! Network files. Input is never trusted: damaged files are refused, and so are weights that could overflow.
//!
//! ```text
//! magic 8 · version u32 · rows u32 · hidden u32 · scale u32 · base u32 · output's unit u32 · length of the card u32
//! card (text) · first layer, row by row, packed · its bias [hidden] i16 · output [own, other][hidden] i16
//! output's bias i32
//! units of the layer of facts u32 · its weights [fact][unit] i16 · bias [unit] i32 · output [unit] i16
//! CRC-32 of all bytes before
//! ```
//! All numbers are little-endian. The card has lines `key=value` that describe the training data and method. Version 3
//! has plain rows, [row][hidden] i16, and no facts; [`rice`] packs rows.

use super::attack_rows::most_attack_sum;
use super::facts_layer::{FactsLayer, MOST_FACTS_BIAS, MOST_UNITS, UNITS_STEP};
use super::features::{PLACES, near_row, near_squares, piece_row, promoted_at, single_rows};
use super::{Base, MOST_OUTPUT_SUM, MOST_OUTPUT_UNIT, Network, RowSet, rice};
use crate::eval::facts::FACTS;
use thiserror::Error;

/// The first bytes of a network file.
const MAGIC: [u8; 8] = *b"TandemN\n";
const VERSION: u32 = 4;
/// The version that has plain weights in the first layer.
const PLAIN_VERSION: u32 = 3;
/// The size of the hidden layer is a multiple of this.
const HIDDEN_STEP: usize = 16;
/// The largest hidden layer.
const MOST_HIDDEN: usize = 1024;
/// The largest scale.
const MOST_SCALE: u32 = 4000;
/// The longest card, in bytes.
const LONGEST_CARD: usize = 1 << 16;
/// The largest bias of the output.
const MOST_OUTPUT_BIAS: u32 = 1 << 24;

/// The reason why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum NetworkError {
    #[error("byte 0: no network: it does not begin with `TandemN`")]
    Magic,
    #[error("byte 8: version {0} of the format, this program reads {PLAIN_VERSION} and {VERSION}")]
    Version(u32),
    #[error("byte {at}: {name} is {value}, {wanted} is wanted")]
    Shape { at: usize, name: &'static str, value: u64, wanted: String },
    #[error("it has {there} bytes where {wanted} are wanted")]
    Length { there: usize, wanted: usize },
    #[error("byte {0}: the checksum is wrong")]
    Checksum(usize),
    #[error("byte {0}: the card is no text")]
    Card(usize),
    #[error("byte {0}: no row of packed weights begins here")]
    Row(usize),
    #[error("hidden unit {unit}: a board could bring it to {value}, beyond 16 bits")]
    Overflow { unit: usize, value: i64 },
    #[error("byte {at}: the output weights of a side come to {value}, more than {MOST_OUTPUT_SUM}")]
    Output { at: usize, value: u64 },
}

/// Takes bytes off the front and counts them.
struct Cursor<'a> {
    rest: &'a [u8],
    at: usize,
    whole: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let short = NetworkError::Length { there: self.whole, wanted: self.at.saturating_add(count) };
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(short)?;
        (self.rest, self.at) = (rest, self.at + count);
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, NetworkError> {
        let bytes = self.take(4)?.as_chunks::<4>().0;
        Ok(bytes.first().map_or(0, |bytes| u32::from_le_bytes(*bytes)))
    }

    /// Reads a number that must satisfy `fits`; `wanted` describes the condition for the error.
    fn shape(&mut self, name: &'static str, wanted: &str, fits: impl Fn(usize) -> bool) -> Result<usize, NetworkError> {
        let at = self.at;
        let value = self.number()?;
        let wrong = || NetworkError::Shape { at, name, value: value.into(), wanted: wanted.to_owned() };
        Some(value as usize).filter(|&value| fits(value)).ok_or_else(wrong)
    }

    fn weights(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        Ok(self.take(2 * count)?.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect())
    }

    /// Reads the layer of facts of a network with this base.
    fn facts(&mut self, base: Base) -> Result<FactsLayer, NetworkError> {
        let most = if base == Base::Handcrafted { MOST_UNITS } else { 0 };
        let wanted = format!("a multiple of 16 up to {most}");
        let units =
            self.shape("the layer of facts", &wanted, |units| units <= most && units.is_multiple_of(UNITS_STEP))?;
        let weights = self.weights(FACTS * units)?;
        let bias = self.take(4 * units)?.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        Ok(FactsLayer::new(&weights, bias, self.weights(units)?))
    }

    /// Reads a row of packed weights.
    fn packed(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        let (row, taken) = rice::unpack(self.rest, count).ok_or(NetworkError::Row(self.at))?;
        self.take(taken)?;
        Ok(row)
    }
}

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// When the bytes are no network, are damaged, or hold weights with which a sum could overflow.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut cursor = Cursor { rest: bytes, at: 0, whole: bytes.len() };
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        cursor.take(MAGIC.len())?;
        let version = cursor.number()?;
        if ![PLAIN_VERSION, VERSION].contains(&version) {
            return Err(NetworkError::Version(version));
        }
        let known = RowSet::ALL.map(RowSet::rows);
        let wanted = known.map(|rows| rows.to_string()).join(" or ");
        let rows = cursor.shape("the number of rows", &wanted, |rows| known.contains(&rows))?;
        let hidden = cursor.shape("the hidden layer", "a multiple of 16 up to 1024", |hidden| {
            hidden > 0 && hidden <= MOST_HIDDEN && hidden.is_multiple_of(HIDDEN_STEP)
        })?;
        let scale = cursor.shape("the scale", "1 to 4000", |scale| (1..=MOST_SCALE as usize).contains(&scale))?;
        let base = cursor.shape("the base", "0 (nothing) or 1 (handcrafted)", |base| base < Base::ALL.len())?;
        let output_unit =
            cursor.shape("the output's unit", "1 to 4096", |unit| (1..=MOST_OUTPUT_UNIT as usize).contains(&unit))?;
        let length = cursor.shape("the card's length", "65536 at most", |length| length <= LONGEST_CARD)?;
        let card_at = cursor.at;
        let card = cursor.take(length)?.to_vec();
        let first = match version {
            PLAIN_VERSION => cursor.weights(rows * hidden)?,
            _ => (0..rows).map(|_| cursor.packed(hidden)).collect::<Result<Vec<_>, _>>()?.concat(),
        };
        let bias = cursor.weights(hidden)?;
        let at = cursor.at;
        let output = cursor.weights(2 * hidden)?;
        let bias_at = cursor.at;
        let output_bias = cursor.number()? as i32;
        let facts_at = cursor.at;
        let facts = if version == PLAIN_VERSION { FactsLayer::default() } else { cursor.facts(Base::ALL[base])? };
        let end = cursor.at;
        let sum = cursor.number()?;
        if cursor.at != bytes.len() {
            return Err(NetworkError::Length { there: bytes.len(), wanted: cursor.at });
        }
        if bytes.get(..end).map(crc32fast::hash) != Some(sum) {
            return Err(NetworkError::Checksum(end));
        }
        let card = String::from_utf8(card).map_err(|_| NetworkError::Card(card_at))?;
        let network = Self {
            hidden,
            scale: scale as i32,
            base: Base::ALL[base],
            card,
            first: first.into(),
            bias,
            output_unit: output_unit as u32,
            output,
            output_bias,
            facts,
        };
        network.check_facts(facts_at)?;
        network.check_output(at, bias_at)?;
        network.check_sums()?;
        Ok(network)
    }

    /// The network as bytes, for [`Self::parse`].
    pub fn to_bytes(&self) -> Vec<u8> {
        self.written(VERSION)
    }

    /// The checksum of its plain form, which identifies the network in all versions of the format. (Facts, which
    /// version 3 does not have, stand there as in version 4.)
    pub fn checksum(&self) -> u32 {
        self.written(PLAIN_VERSION).last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum))
    }

    fn written(&self, version: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let card = self.card.as_bytes();
        let shape =
            [self.row_set().rows() as u32, self.hidden as u32, self.scale as u32, self.base as u32, self.output_unit];
        for number in [version].into_iter().chain(shape).chain([card.len() as u32]) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(card);
        match version {
            PLAIN_VERSION => bytes.extend(plain(&self.first)),
            _ => self.first.chunks(self.hidden).for_each(|row| rice::pack(row, &mut bytes)),
        }
        bytes.extend(plain(&self.bias));
        bytes.extend(plain(&self.output));
        bytes.extend(self.output_bias.to_le_bytes());
        if version != PLAIN_VERSION || self.facts.units() > 0 {
            let (weights, bias, output) = self.facts.parts();
            bytes.extend((bias.len() as u32).to_le_bytes());
            bytes.extend(plain(&weights));
            bytes.extend(bias.iter().flat_map(|bias| bias.to_le_bytes()));
            bytes.extend(plain(output));
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Checks that the output's sums fit, whose weights and bias stand at these bytes.
    fn check_output(&self, at: usize, bias_at: usize) -> Result<(), NetworkError> {
        for (side, weights) in self.output.chunks(self.hidden).enumerate() {
            let value = weights.iter().map(|weight| u64::from(weight.unsigned_abs())).sum();
            if value > u64::from(MOST_OUTPUT_SUM) {
                return Err(NetworkError::Output { at: at + 2 * side * self.hidden, value });
            }
        }
        let (name, value) = ("the output's bias", u64::from(self.output_bias.unsigned_abs()));
        if value > u64::from(MOST_OUTPUT_BIAS) {
            return Err(NetworkError::Shape { at: bias_at, name, value, wanted: "±2^24".to_owned() });
        }
        Ok(())
    }

    /// Checks that no facts bring a unit of the layer that stands at this byte beyond 32 bits.
    fn check_facts(&self, at: usize) -> Result<(), NetworkError> {
        let (_, bias, _) = self.facts.parts();
        let largest = bias.iter().map(|bias| bias.unsigned_abs()).max().unwrap_or(0);
        if largest > MOST_FACTS_BIAS {
            let (name, value) = ("a bias of the layer of facts", largest.into());
            return Err(NetworkError::Shape { at, name, value, wanted: "±2^26".to_owned() });
        }
        Ok(())
    }

    /// Checks that no position brings a hidden unit beyond 16 bits, with any pieces on the 64 squares, promoted or not,
    /// any hands, and the king on any square; nor the sums of the rows of attacks, which are added at the end.
    fn check_sums(&self) -> Result<(), NetworkError> {
        let kings = if self.has_near() { near_squares() } else { Vec::new() };
        for unit in 0..self.hidden {
            for sign in [1, -1] {
                let column = self.first.iter().skip(unit).step_by(self.hidden);
                let weights: Vec<i64> = column.map(|&weight| sign * i64::from(weight)).collect();
                let attacks = if self.has_attacks() { most_attack_sum(&weights) } else { 0 };
                let most = (most_sum(&weights, &kings) + sign * i64::from(self.bias[unit])).max(attacks);
                if most > i64::from(i16::MAX) {
                    return Err(NetworkError::Overflow { unit, value: sign * most });
                }
            }
        }
        Ok(())
    }
}

/// The most to which a position can bring a sum of rows with these weights. `kings` are the squares near each square of
/// the own king, of [`near_squares`].
fn most_sum(weights: &[i64], kings: &[Vec<(usize, usize)>]) -> i64 {
    let piece = |place: usize, square: usize| {
        let promoted = promoted_at(place).map_or(0, |row| weights[row].max(0));
        weights[piece_row(place, square)] + promoted
    };
    let most = |on: &dyn Fn(usize) -> i64| (0..PLACES).map(on).max().unwrap_or(0).max(0);
    let squares: [i64; 64] = std::array::from_fn(|square| most(&|place| piece(place, square)));
    // What squares near the king can have beyond that.
    let more = |&(square, from_king): &(usize, usize)| {
        most(&|place| piece(place, square) + weights[near_row(place, from_king)]) - squares[square]
    };
    let near = kings.iter().map(|squares| squares.iter().map(more).sum()).max().unwrap_or(0);
    let rest: i64 = single_rows().map(|row| weights[row].max(0)).sum();
    squares.iter().sum::<i64>() + near + rest
}

fn plain(weights: &[i16]) -> impl Iterator<Item = u8> {
    weights.iter().flat_map(|weight| weight.to_le_bytes())
}
