//! Features of a CECP engine. One that announces none gets bare moves, no `ping`, no `setboard`.

/// The features used here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CecpFeatures {
    /// Answers `ping` by `pong`.
    pub ping: bool,
    /// Takes positions as FEN.
    pub setboard: bool,
    /// Expects `usermove` before a move.
    pub usermove: bool,
    /// Takes `memory`.
    pub memory: bool,
    /// Takes `cores`.
    pub smp: bool,
    /// Does not accept `white` and `black`, which old engines need.
    pub no_colors: bool,
    /// Plays one game per process.
    pub once: bool,
    /// The engine's own name.
    pub name: Option<String>,
    /// The variants that it plays; empty if not announced.
    pub variants: Vec<String>,
    /// The names of its options.
    pub options: Vec<String>,
    /// `done=1`: the list is complete; `done=0`: the engine needs more time; `None` if neither was sent.
    pub done: Option<bool>,
}

impl CecpFeatures {
    /// Reads the features behind `feature`, and returns the reply to each.
    pub fn read(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for (name, value) in pairs(text) {
            let on = value == "1";
            match name {
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "memory" => self.memory = on,
                "smp" => self.smp = on,
                "colors" => self.no_colors = !on,
                "reuse" => self.once = !on,
                "myname" => self.name = Some(value.to_owned()),
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                // The name stands before ` -spin 1 1 8` or its like.
                "option" => self.options.extend(value.split(" -").next().map(|name| name.trim().to_owned())),
                "done" => self.done = Some(on),
                // Accepted: the request is met anyway, or the feature is never used.
                "time" | "draw" | "sigint" | "sigterm" | "analyze" | "ics" | "name" | "pause" | "playother"
                | "debug" | "highlight" | "nps" | "exclude" | "setscore" | "egt" => {}
                "san" if !on => {}
                _ => {
                    answers.push(format!("rejected {name}"));
                    continue;
                }
            }
            answers.push(format!("accepted {name}"));
        }
        answers
    }

    /// The command that sets an option, if the engine has one.
    pub fn setting(&self, name: &str, value: &str) -> Option<String> {
        match name {
            "Hash" if self.memory => Some(format!("memory {value}")),
            "Threads" if self.smp => Some(format!("cores {value}")),
            _ => {
                let known = self.options.iter().find(|option| option.eq_ignore_ascii_case(name))?;
                Some(format!("option {known}={value}"))
            }
        }
    }
}

/// Splits pairs `NAME=VALUE` and `NAME="VALUE WITH BLANKS"`.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut rest = text.trim_start();
    let mut pairs = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.rsplit(char::is_whitespace).next().unwrap_or(name), value));
        rest = left.trim_start();
    }
    pairs
}
