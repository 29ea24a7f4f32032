//! `tandem help`: the commands, and texts on topics that no single command explains.

use clap::Command;
use std::error::Error;
use std::io::{self, ErrorKind, Write};

/// A topic: the names that it is asked for by, and its text, whose first line says what it is about.
struct Topic {
    names: &'static [&'static str],
    text: &'static str,
}

const TOPICS: [Topic; 10] = [
    Topic { names: &["protocols", "ubi", "uci"], text: include_str!("protocols.txt") },
    Topic { names: &["xboard", "cecp", "winboard"], text: include_str!("xboard.txt") },
    Topic { names: &["talk"], text: include_str!("talk.txt") },
    Topic { names: &["options"], text: include_str!("options.txt") },
    Topic { names: &["rules"], text: include_str!("rules.txt") },
    Topic { names: &["match"], text: include_str!("match.txt") },
    Topic { names: &["engines"], text: include_str!("engines.txt") },
    Topic { names: &["statistics"], text: include_str!("statistics.txt") },
    Topic { names: &["clusters", "parallel", "slurm"], text: include_str!("clusters.txt") },
    Topic { names: &["working"], text: include_str!("working.txt") },
];

/// Names that differ from what was asked for by more than half of their letters are no suggestion.
const LEAST_LIKENESS: f64 = 0.5;

/// `tandem help [TOPIC]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A topic or a command; without it, the lists of both
    #[arg(value_name = "TOPIC")]
    words: Vec<String>,
}

/// Why there is no help.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no help on `{asked}`{}; topics: {topics}; commands: {commands}",
    nearest.as_ref().map_or_else(String::new, |name| format!(" (did you mean `{name}`?)")))]
pub struct UnknownTopic {
    asked: String,
    nearest: Option<String>,
    topics: String,
    commands: String,
}

/// Prints the help of `program` and its topics, or of one of its commands or topics.
///
/// # Errors
/// When the command or topic is unknown, or stdout cannot be written; that nobody reads on is no error.
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
fn help(words: &[String], program: &mut Command) -> Result<String, UnknownTopic> {
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

fn unknown(asked: &str, program: &Command) -> UnknownTopic {
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(name, &asked.to_lowercase());
    let names = TOPICS.iter().flat_map(|topic| topic.names).chain(&commands);
    let nearest =
        names.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|name| likeness(name) > LEAST_LIKENESS);
    UnknownTopic {
        asked: asked.to_owned(),
        nearest: nearest.map(|&name| name.to_owned()),
        topics: TOPICS.map(|topic| topic.names[0]).join(", "),
        commands: commands.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::protocol::options::{Dialect, declarations};

    fn text(name: &str) -> &'static str {
        TOPICS.iter().find(|topic| topic.names.contains(&name)).map_or("", |topic| topic.text)
    }

    /// The first words of the lines, without indentation.
    fn heads(text: &str) -> Vec<&str> {
        text.lines().filter_map(|line| line.split_whitespace().next()).collect()
    }

    #[test]
    fn lines_fit_a_terminal() {
        for line in TOPICS.iter().flat_map(|topic| topic.text.lines()).chain(topics().lines()) {
            assert!(line.chars().count() <= 100 && line == line.trim_end(), "{line}");
        }
    }

    #[test]
    fn every_option_and_rule_is_explained() {
        for dialect in [Dialect::Ubi, Dialect::Uci] {
            for line in declarations(dialect) {
                let name = line.split(' ').nth(2).expect("option name NAME");
                assert!(heads(text("options")).contains(&name) || heads(text("rules")).contains(&name), "{name}");
            }
        }
        for option in Rules::options() {
            for value in option.values {
                assert!(text("rules").contains(value), "{}={value}", option.name);
            }
        }
        for preset in Rules::PRESETS {
            assert!(heads(text("rules")).contains(&preset), "{preset}");
        }
    }

    #[test]
    fn an_unknown_topic_is_quoted_and_the_nearest_named() {
        let mut program = Command::new("tandem").subcommand(Command::new("bench"));
        let mut refused = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            help(&words, &mut program).expect_err("no such topic").to_string()
        };
        assert!(
            refused(&["rulse"]).starts_with("there is no help on `rulse` (did you mean `rules`?); topics: protocols, ")
        );
        assert!(refused(&["Bnech"]).contains("did you mean `bench`?"));
        assert!(refused(&["xyzzy", "ab"]).starts_with("there is no help on `xyzzy ab`; topics: "));
    }
}
