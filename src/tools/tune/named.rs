//! The numbers to tune, as the user names them.

use super::spsa::Number;
use crate::protocol::options::TUNABLES;
use crate::types::tunables::Tunable;
use std::str::FromStr;

/// Tunable numbers by name: `NAME`, `NAME=START`, `NAME=START:STEP`, `NAME:STEP`, each also for `NAME*`.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    given: String,
    name: String,
    start: Option<f64>,
    step: Option<f64>,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.parse().map_err(|_| format!("`{text}`: `{part}` is no number"));
        let (rest, step) = match text.split_once(':') {
            Some((rest, step)) => (rest, Some(number(step)?)),
            None => (text, None),
        };
        if step.is_some_and(|step: f64| !step.is_finite() || step <= 0.0) {
            return Err(format!("`{text}`: a step is a number greater than zero"));
        }
        let (name, start) = match rest.split_once('=') {
            Some((name, start)) => (name, Some(number(start)?)),
            None => (rest, None),
        };
        Ok(Self { given: text.to_owned(), name: name.to_owned(), start, step })
    }
}

impl Named {
    fn is(&self, tunable: &Tunable) -> bool {
        match self.name.strip_suffix('*') {
            Some(beginning) => tunable.name.starts_with(beginning),
            None => tunable.name == self.name,
        }
    }

    /// A tunable number from here on. Its last step is half the usual first one.
    fn number(&self, tunable: &Tunable) -> Result<Number, String> {
        let (low, high) = (f64::from(*tunable.range.start()), f64::from(*tunable.range.end()));
        let start = self.start.unwrap_or(f64::from(tunable.default));
        if !(low..=high).contains(&start) {
            return Err(format!("`{}`: {} goes from {low} to {high}", self.given, tunable.name));
        }
        let step = self.step.unwrap_or(f64::from(tunable.step) / 2.0);
        Ok(Number { name: tunable.name.clone(), start, low, high, step })
    }
}

/// The numbers that these names stand for, each once, in the order given.
///
/// # Errors
/// With the name that no number has, or that occurs twice.
pub fn numbers(named: &[Named]) -> Result<Vec<Number>, String> {
    let mut all: Vec<Number> = Vec::new();
    for one in named {
        let found: Vec<&Tunable> = TUNABLES.iter().filter(|tunable| one.is(tunable)).collect();
        if found.is_empty() {
            let near = TUNABLES.iter().min_by_key(|tunable| strsim::levenshtein(&tunable.name, &one.name));
            let hint = near.map_or_else(String::new, |near| format!(", is `{}` meant?", near.name));
            return Err(format!("`{}`: no tunable number has this name{hint}", one.given));
        }
        for tunable in found {
            if all.iter().any(|number| number.name == tunable.name) {
                return Err(format!("`{}`: {} is named twice", one.given, tunable.name));
            }
            all.push(one.number(tunable)?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(texts: &[&str]) -> Result<Vec<Number>, String> {
        numbers(&texts.iter().map(|text| text.parse()).collect::<Result<Vec<Named>, String>>()?)
    }

    #[test]
    fn numbers_are_named_with_start_and_step() {
        let found = named(&["rfp_margin=120:10", "lmr_slope", "nmp_base:1", "settled_percent*"]).expect("numbers");
        assert_eq!(found.len(), 10);
        assert_eq!((found[0].start, found[0].step, found[0].low), (120.0, 10.0, 30.0));
        assert_eq!((found[1].start, found[1].step), (460.0, 20.0));
        assert_eq!(found[2].step, 1.0);
        assert!(found[3..].iter().all(|number| number.name.starts_with("settled_percent_")));
    }

    #[test]
    fn a_wrong_name_or_number_is_quoted() {
        for (text, words) in [
            ("rfp_margn", "is `rfp_margin` meant?"),
            ("rfp_margin=9000", "goes from 30 to 300"),
            ("rfp_margin=x", "`x` is no number"),
            ("rfp_margin:0", "greater than zero"),
            ("rfp_margin:inf", "greater than zero"),
            ("nothing*", "`nothing*`: no tunable number"),
        ] {
            let error = named(&[text]).expect_err("an error");
            assert!(error.contains(words) && error.contains(text), "{error}");
        }
        assert!(named(&["rfp_margin", "rfp*"]).expect_err("an error").contains("named twice"));
    }
}
