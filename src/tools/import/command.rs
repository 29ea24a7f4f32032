//! The command: games of all formats, written as one file.

use super::duplicates::SeenGames;
use super::forms::Form;
use super::games::{Damage, Games, Imported};
use super::input::Input;
use crate::game::Rules;
use crate::tools::progress;
use crate::tools::whole_file::{self, is_one_file};
use crate::tools::wording::{are, counted};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `tandem import FILES… --to GAMES.bpgn`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// BPGN, PGN of one board, chess.com's JSON of games or of a month's archive; `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of the games; one that is there is replaced when the new one is complete
    #[arg(long, value_name = "GAMES.bpgn")]
    to: PathBuf,
    /// How the games are written
    #[arg(long, value_enum, default_value_t)]
    form: Form,
    /// The rules of games that do not tell theirs [default: the first preset that fits]
    #[arg(long)]
    rules: Option<Rules>,
    /// No progress bar, and no warnings about games that are taken
    #[arg(long)]
    quiet: bool,
}

/// Some games are damaged; the others were served.
#[derive(Debug, thiserror::Error)]
#[error("{damaged} of {all} games {} damaged and left out; the others are served", are(*.damaged))]
pub struct SomeDamaged {
    /// How many are damaged.
    pub damaged: usize,
    /// How many there are.
    pub all: usize,
}

impl SomeDamaged {
    /// The exit status of a command that served all but the damaged games.
    pub const STATUS: u8 = 3;
}

/// The files that a command cannot read, and the damaged games that it leaves out.
#[derive(Debug, Default)]
pub struct LeftOut {
    files: Vec<Arc<str>>,
    /// Damaged games.
    pub games: usize,
}

impl LeftOut {
    /// Prints a damage and counts it.
    pub fn add(&mut self, damage: &Damage, bar: &ProgressBar) {
        complain(bar, &damage.to_string());
        if damage.is_of_file() {
            self.files.push(Arc::clone(&damage.file));
        } else {
            self.games += 1;
        }
    }

    /// Fails where `out` is one of the files that are read, and would lose what is left out.
    ///
    /// # Errors
    /// With `option`, which names `out`.
    pub fn spares(&self, option: &str, out: &Path, files: &[PathBuf]) -> Result<(), String> {
        let is_unread = self.files.iter().any(|file| is_one_file(Path::new(&**file), out));
        let is_damaged = self.games > 0 && files.iter().any(|file| is_one_file(file, out));
        if out.exists() && (is_unread || is_damaged) {
            let out = out.display();
            return Err(format!("{option} {out}: it is read too, and would lose what is damaged: it stays as it is"));
        }
        Ok(())
    }

    /// The error of a command that has served no game of `files`; each file is named once.
    pub fn nothing_served(&self, files: &[PathBuf]) -> String {
        match self.games {
            0 if self.files.is_empty() => format!("{}: there is no game of bughouse in it", names_of(files)),
            0 => format!("{} cannot be read, and there is no other game", self.files.join(", ")),
            games => format!("{}: no game can be read; {games} {} damaged", names_of(files), are(games)),
        }
    }

    /// The end of a command that has served or known `good` games.
    ///
    /// # Errors
    /// When a file could not be read; otherwise [`SomeDamaged`] when games were left out.
    pub fn result(&self, good: usize) -> Result<(), Box<dyn Error>> {
        let damaged = SomeDamaged { damaged: self.games, all: good + self.games };
        match (self.files.is_empty(), self.games) {
            (true, 0) => Ok(()),
            (true, _) => Err(damaged.into()),
            (false, 0) => Err(format!("{} cannot be read; the other games are served", self.files.join(", ")).into()),
            (false, _) => Err(format!("{} cannot be read, and {damaged}", self.files.join(", ")).into()),
        }
    }
}

/// The names of files, in a line.
pub fn names_of(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The counts of an import.
#[derive(Default)]
struct Summary {
    /// Games written.
    served: usize,
    /// Games that came before.
    duplicates: usize,
    left_out: LeftOut,
    /// Games with a warning.
    warned: usize,
    /// Games of other variants in archives.
    passed_over: usize,
    /// Games with a time control that the form cannot tell.
    without_clocks: usize,
    plies: usize,
    /// Games by the rules that were found for them.
    by_rules: BTreeMap<String, usize>,
    /// Games that tell their rules.
    told_rules: usize,
}

/// Imports all games of the files.
///
/// # Errors
/// When the file cannot be written; those of [`LeftOut::spares`] and [`LeftOut::result`]; or when there is no game at
/// all.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    // As FILE it is the standard input, so that it would be taken for the standard output.
    if args.to.as_os_str() == "-" {
        return Err("--to -: the games go to a file, which is replaced as a whole; one of this name is `./-`".into());
    }
    let inputs: Vec<Input> = args.files.iter().cloned().map(Input::File).collect();
    let size = inputs.iter().map(Input::size).sum();
    let bar = progress::bar(size, "{bar:24} {bytes}/{total_bytes}, {msg}, {eta} to go", args.quiet);
    let to = |error| format!("--to {}: {error}", args.to.display());
    whole_file::check_text(&args.to).map_err(to)?;
    let mut output = whole_file::Writer::new(&args.to).map_err(to)?;
    let mut games = Games::new(inputs, args.rules);
    let (mut summary, mut seen) = (Summary::default(), SeenGames::default());
    while let Some(game) = games.next() {
        bar.set_position(games.bytes_read());
        bar.set_message(counted(summary.served, "game"));
        match game {
            Ok(game) if !seen.is_new(&game.settled) => summary.duplicates += 1,
            Ok(game) => match args.form.write(&game.settled) {
                Ok(text) => {
                    output.write_all(text.as_bytes()).map_err(to)?;
                    summary.add(&game);
                    summary.without_clocks += usize::from(args.form.loses_clocks(&game.settled.record));
                    if !args.quiet {
                        warn(&bar, &game);
                    }
                }
                Err(text) => {
                    complain(&bar, &format!("{}, game {}: {text}", game.file, game.number));
                    summary.left_out.games += 1;
                    summary.left_out.spares("--to", &args.to, &args.files)?;
                }
            },
            Err(damage) => {
                summary.left_out.add(&damage, &bar);
                summary.left_out.spares("--to", &args.to, &args.files)?;
            }
        }
    }
    bar.finish_and_clear();
    if summary.served == 0 {
        return Err(summary.left_out.nothing_served(&args.files).into());
    }
    output.finish().map_err(to)?;
    summary.passed_over = games.passed_over();
    // A closed stdout is no error.
    let _ = std::io::stdout().write_all(summary.text(&args.to.display().to_string()).as_bytes());
    summary.left_out.result(summary.served + summary.duplicates)
}

/// Prints a line to stderr, above the bar if there is one. Control characters of a file would reach the terminal.
fn complain(bar: &ProgressBar, text: &str) {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    bar.suspend(|| {
        let _ = writeln!(std::io::stderr(), "{text}");
    });
}

/// Prints the warnings of a game.
pub fn warn(bar: &ProgressBar, game: &Imported) {
    for warning in &game.settled.warnings {
        complain(bar, &format!("{}, game {}: warning: {warning}", game.file, game.number));
    }
}

impl Summary {
    fn add(&mut self, game: &Imported) {
        self.served += 1;
        self.warned += usize::from(!game.settled.warnings.is_empty());
        self.plies += game.settled.record.plies.len();
        if game.settled.rules_found {
            *self.by_rules.entry(game.settled.rules.to_string()).or_default() += 1;
        } else {
            self.told_rules += 1;
        }
    }

    fn text(&self, file: &str) -> String {
        let Self { served, duplicates, left_out, warned, without_clocks, plies, by_rules, told_rules, passed_over } =
            self;
        let mut text = format!("{}, {}, in {file}\n", counted(*served, "game"), counted(*plies, "ply"));
        let mut row = |count: usize, words: &str| {
            if count > 0 {
                let _ = writeln!(text, "{count:>8} {words}");
            }
        };
        row(*duplicates, "that came before, by players and moves: left out");
        row(left_out.games, "damaged: left out");
        row(*passed_over, "of other variants, in archives: left out");
        row(*warned, "with warnings");
        row(*without_clocks, "with increments or different times, which this form cannot tell: wrong clocks when read");
        row(*told_rules, "by the rules that they tell or that were given");
        for (rules, count) in by_rules {
            row(*count, &format!("by the rules {rules}, the first that fit"));
        }
        text
    }
}
