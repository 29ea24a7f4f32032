//! What a CECP engine says it can do. One that says nothing is of the old kind: bare moves, no `ping`, no `setboard`.

/// The features that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CecpFeatures {
    /// Answers `ping` by `pong`.
    pub ping: bool,
    /// Takes positions as FEN.
    pub setboard: bool,
    /// Wants `usermove` before a move.
    pub usermove: bool,
    /// Takes `memory`.
    pub memory: bool,
    /// Takes `cores`.
    pub smp: bool,
    /// Knows neither `white` nor `black`, which old engines want.
    pub no_colors: bool,
    /// Plays one game and no other after it.
    pub once: bool,
    /// What it calls itself.
    pub name: Option<String>,
    /// The variants that it plays; empty when it did not say.
    pub variants: Vec<String>,
    /// The names of its options.
    pub options: Vec<String>,
    /// Whether it has said all (`done=1`), or wants to be waited for (`done=0`).
    pub done: Option<bool>,
}

impl CecpFeatures {
    /// Takes in what stands behind `feature`, and answers what is to be said to each.
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
                // Accepted where what they ask for is done anyway, or is never done.
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

    /// What sets something, if the engine has words for it.
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

/// `NAME=VALUE` and `NAME="VALUE WITH BLANKS"`.
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
