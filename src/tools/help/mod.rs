//! `tandem help`: the commands, and texts on topics that no single command explains.

use clap::Command;
use std::error::Error;
use std::io::{self, ErrorKind, Write};

/// A topic: its names, and its text, whose first line is a summary.
struct Topic {
    names: &'static [&'static str],
    text: &'static str,
}

const TOPICS: [Topic; 18] = [
    Topic { names: &["protocols", "ubi", "uci"], text: include_str!("protocols.txt") },
    Topic { names: &["xboard", "cecp", "winboard"], text: include_str!("xboard.txt") },
    Topic { names: &["bots", "lichess"], text: include_str!("bots.txt") },
    Topic { names: &["play"], text: include_str!("play.txt") },
    Topic { names: &["levels", "level"], text: include_str!("levels.txt") },
    Topic { names: &["analyze"], text: include_str!("analyze.txt") },
    Topic { names: &["formats", "import", "bpgn"], text: include_str!("formats.txt") },
    Topic { names: &["explore"], text: include_str!("explore.txt") },
    Topic { names: &["talk"], text: include_str!("talk.txt") },
    Topic { names: &["options"], text: include_str!("options.txt") },
    Topic {
        names: &["rules"],
        text: concat!(include_str!("rules.txt"), "\n", include_str!("../../engine/game/RULES.md")),
    },
    Topic {
        names: &["games", "variants", "gardner", "courier", "exchange", "battle", "kriegspiel"],
        text: include_str!("games.txt"),
    },
    Topic { names: &["match"], text: include_str!("match.txt") },
    Topic { names: &["engines"], text: include_str!("engines.txt") },
    Topic { names: &["statistics"], text: include_str!("statistics.txt") },
    Topic { names: &["clusters", "parallel", "slurm"], text: include_str!("clusters.txt") },
    Topic {
        names: &["learning", "datagen", "data", "train", "fit", "mates", "net", "networks"],
        text: include_str!("learning.txt"),
    },
    Topic { names: &["working", "bench", "book", "tune"], text: include_str!("working.txt") },
];

/// A name is suggested if its normalized Damerau-Levenshtein similarity to the word is above this, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.5;

/// `tandem help [TOPIC]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A topic or a command; without it, the lists of both
    #[arg(value_name = "TOPIC")]
    words: Vec<String>,
}

/// Prints the help of `program` and its topics, or of one of its commands or topics.
///
/// # Errors
/// When the command or topic is unknown, or stdout cannot be written. A closed pipe is no error.
pub fn run(args: &Args, mut program: Command) -> Result<(), Box<dyn Error>> {
    program.build();
    let text = help(&args.words, &mut program)?;
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The list of topics, a line each.
pub fn topics() -> String {
    let line = |topic: &Topic| format!("\n  {:<12}{}", topic.names[0], topic.text.lines().next().unwrap_or_default());
    format!("Topics (tandem help TOPIC):{}", TOPICS.iter().map(line).collect::<String>())
}

/// The help of a command, then that of the topic of the same name.
fn help(words: &[String], program: &mut Command) -> Result<String, String> {
    if words.is_empty() {
        return Ok(program.render_help().to_string());
    }
    let text = match words {
        [word] => TOPICS.iter().find(|topic| topic.names.contains(&word.as_str())).map(|topic| topic.text),
        _ => None,
    };
    let command = words.iter().try_fold(&mut *program, |command, word| command.find_subcommand_mut(word));
    let options = command.map(|command| command.render_help().to_string());
    match (options, text) {
        (None, None) => Err(unknown(&words.join(" "), program)),
        (options, text) => Ok(options.into_iter().chain(text.map(str::to_owned)).collect::<Vec<_>>().join("\n")),
    }
}

/// The error for an unknown topic: the nearest name, and lists of all topics and commands.
fn unknown(asked: &str, program: &Command) -> String {
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(name, &asked.to_lowercase());
    let nearest =
        TOPICS.iter().flat_map(|topic| topic.names).chain(&commands).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let meant = nearest.filter(|name| likeness(name) > LEAST_LIKENESS);
    let meant = meant.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
    let topics = TOPICS.map(|topic| topic.names[0]).join(", ");
    format!("there is no help on `{asked}`{meant}; topics: {topics}; commands: {}", commands.join(", "))
}
