//! `tandem explore build`: adds games to a base.

use super::base::{self, Base, BaseError, BaseFault, FACTS, GAMES, MOVES, fact, guarded};
use super::counts::{self, Counts, Place};
use crate::game::Rules;
use crate::tools::import::{Games, Imported, Input, LeftOut, fingerprint};
use crate::tools::wording::counted;
use crate::tools::{progress, whole_file};
use redb::{Database, ReadableTable, WriteTransaction};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Places that are counted in memory before they are written.
const PENDING: usize = 1 << 17;
/// Plies of each board that a new base holds.
const PLIES: u16 = 24;

/// `tandem explore build BASE FILES…`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The base; a new one is made if there is none
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// BPGN, PGN of one board, chess.com's JSON; `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Plies of each board that are stored [default: 24, or as many as the base holds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: Option<u16>,
    /// The rules of games that do not tell theirs [default: the first preset that fits]
    #[arg(long)]
    rules: Option<Rules>,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// Adds the games of the files to the base, all in one transaction.
///
/// # Errors
/// When the base cannot be read or written; that of [`LeftOut::result`]; or when there is no game at all.
/// A build that fails leaves the base as it was.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let inputs: Vec<Input> = args.files.iter().cloned().map(Input::File).collect();
    let mut filling = Filling::new(&args.base, args.plies)?;
    let size = inputs.iter().map(Input::size).sum();
    let bar = progress::bar(size, "{bar:24} {bytes}/{total_bytes}, {msg}, {eta} to go", args.quiet);
    let (mut added, mut known, mut left_out) = (0usize, 0usize, LeftOut::default());
    let mut games = Games::new(inputs, args.rules);
    while let Some(game) = games.next() {
        bar.set_position(games.bytes_read());
        bar.set_message(counted(added, "game"));
        match game {
            Ok(game) => match filling.add(&game)? {
                true => added += 1,
                false => known += 1,
            },
            Err(damage) => left_out.add(&damage, &bar),
        }
    }
    bar.finish_and_clear();
    if added + known == 0 {
        return Err(left_out.nothing_served(&args.files).into());
    }
    filling.finish()?;
    let facts = Base::open(&args.base)?.facts();
    let mut text = format!("{} added to {}\n", counted(added, "game"), args.base.display());
    let damaged = left_out.games;
    for (count, words) in [(known, "that it held already, by players and moves"), (damaged, "damaged: left out")] {
        if count > 0 {
            text += &format!("{count:>8} {words}\n");
        }
    }
    let [games, moves] = [(facts.games, "game"), (facts.moves, "move")].map(|(count, noun)| counted(count, noun));
    text += &format!("it holds {games}, {moves} in {} of each board\n", counted(facts.plies, "ply"));
    // A closed stdout is no error.
    let _ = io::stdout().write_all(text.as_bytes());
    left_out.result(added + known)
}

/// A base to which games are added. Dropped before it is finished, it is as it was.
struct Filling {
    path: PathBuf,
    /// The transaction; before the database, which outlives it.
    transaction: WriteTransaction,
    database: Database,
    /// The file of a new base.
    part: Option<whole_file::Part>,
    plies: u16,
    pending: HashMap<Place, Counts>,
}

impl Filling {
    /// Opens the base at `path`, or begins a new one.
    fn new(path: &Path, plies: Option<u16>) -> Result<Self, BaseError> {
        let fail = |fault| BaseError { path: path.to_owned(), fault };
        let there = fs::exists(path).map_err(|error| fail(error.into()))?;
        let held = if there { Some(sound(path, plies)?) } else { None };
        let open = || {
            let (database, part) = if held.is_some() {
                (base::builder().open(path)?, None)
            } else {
                let (part, file) = whole_file::Part::new(path)?;
                (base::builder().create_file(file)?, Some(part))
            };
            let mut transaction = database.begin_write()?;
            // After a build that was interrupted, the next one need not look at the whole file.
            transaction.set_quick_repair(true);
            let plies = held.or(plies).unwrap_or(PLIES);
            Ok(Self { path: path.to_owned(), transaction, database, part, plies, pending: HashMap::new() })
        };
        guarded(open).map_err(fail)
    }

    /// Adds a game, unless the base has it.
    fn add(&mut self, game: &Imported) -> Result<bool, BaseError> {
        let is_new = || {
            let mut games = self.transaction.open_table(GAMES)?;
            Ok(games.insert(fingerprint(&game.settled), ())?.is_none())
        };
        let is_new = guarded(is_new).map_err(|fault| self.fail(fault))?;
        if is_new {
            for (place, counts) in counts::of_game(&game.settled, self.plies.into()) {
                *self.pending.entry(place).or_default() += counts;
            }
        }
        if self.pending.len() >= PENDING {
            self.flush()?;
        }
        Ok(is_new)
    }

    /// Writes what is counted.
    fn flush(&mut self) -> Result<(), BaseError> {
        let mut pending: Vec<(Place, Counts)> = self.pending.drain().collect();
        // In the order of the table, so that neighbors are written together.
        pending.sort_unstable_by_key(|(place, _)| *place);
        let write = || {
            let mut table = self.transaction.open_table(MOVES)?;
            for (place, counts) in pending {
                let mut sum = table.get(place)?.map(|stored| stored.value()).map_or_else(Counts::default, Counts::from);
                sum += counts;
                table.insert(place, base::Stored::from(sum))?;
            }
            Ok(())
        };
        guarded(write).map_err(|fault| self.fail(fault))
    }

    /// Puts all of it into the base at once.
    fn finish(mut self) -> Result<(), BaseError> {
        self.flush()?;
        let Self { path, transaction, database, part, plies, .. } = self;
        let fail = |fault| BaseError { path: path.clone(), fault };
        let commit = || {
            {
                let mut table = transaction.open_table(FACTS)?;
                for (name, value) in
                    [(fact::VERSION, base::VERSION), (fact::KEYS, base::keys()), (fact::PLIES, plies.into())]
                {
                    table.insert(name, value)?;
                }
            }
            transaction.commit()?;
            drop(database);
            match part {
                // Another build that began when there was no base.
                Some(_) if fs::exists(&path)? => Err(BaseFault::Busy),
                Some(part) => Ok(part.put()?),
                None => Ok(()),
            }
        };
        guarded(commit).map_err(fail)
    }

    fn fail(&self, fault: BaseFault) -> BaseError {
        BaseError { path: self.path.clone(), fault }
    }
}

/// The plies that a base holds, which is read as a whole: a damaged one is not written to.
fn sound(path: &Path, asked: Option<u16>) -> Result<u16, BaseError> {
    let base = Base::open(path)?;
    let held = base.facts().plies;
    let fail = |fault| BaseError { path: path.to_owned(), fault };
    let plies = u16::try_from(held).map_err(|_| fail(BaseFault::NoBase))?;
    match asked.filter(|&asked| asked != plies) {
        Some(asked) => Err(fail(BaseFault::Plies { held, asked: asked.into() })),
        None => base.check().map(|()| plies),
    }
}
