//! The engines that the page may put on a seat. Only the command line names programs; a page chooses one by name.

use super::quote::quote;
use crate::arena::engines::{EngineSpec, SpecError};
use std::path::Path;
use std::str::FromStr;

/// Characters of an engine's name that are shown.
pub const LONGEST_NAME: usize = 40;

/// Why a text is no engine for the page.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OfferError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("`{given}`: {key} is for a team in a match; on the page every engine has one seat")]
    Team { given: String, key: &'static str },
}

/// An engine that may have a seat, or several, each with a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The unique name shown on the page.
    pub name: String,
    /// How it is started.
    pub spec: EngineSpec,
}

impl FromStr for Offer {
    type Err = OfferError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let spec: EngineSpec = text.parse()?;
        let keys = [
            ("`partner.`", spec.partner.is_some()),
            ("`process=team`", spec.shared),
            ("`talk=off`", spec.muted),
            ("`tc=`", spec.control.is_some()),
        ];
        if let Some((key, _)) = keys.into_iter().find(|&(_, is_set)| is_set) {
            return Err(OfferError::Team { given: text.to_owned(), key });
        }
        let program = spec.command.first().and_then(|program| Path::new(program).file_name());
        let program = program.unwrap_or_default().to_string_lossy();
        let program = program.strip_suffix(".exe").unwrap_or(&program);
        let name = [spec.name.as_deref().unwrap_or_default(), program].map(|name| quote(name, LONGEST_NAME));
        let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned());
        // Only the user's options apply; there are no general ones.
        Ok(Self { name, spec: spec.with_general(&[], &[]) })
    }
}

/// The offers with unique names: the second of a name becomes `NAME #2`.
pub fn tell_apart(offers: &[Offer]) -> Vec<Offer> {
    let mut told: Vec<Offer> = Vec::new();
    for offer in offers {
        let is_free = |name: &String| told.iter().all(|other| other.name != *name);
        let numbered = (2..).map(|number| format!("{} #{number}", offer.name));
        if let Some(name) = std::iter::once(offer.name.clone()).chain(numbered).find(is_free) {
            told.push(Offer { name, spec: offer.spec.clone() });
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Offer, String> {
        text.parse().map_err(|error: OfferError| error.to_string())
    }

    #[test]
    fn an_engine_is_called_as_the_user_says_or_by_its_program() {
        let name = |text: &str| read(text).map(|offer| offer.name);
        assert_eq!(name("name=FSF,cmd=fairy-stockfish,protocol=cecp").as_deref(), Ok("FSF"));
        assert_eq!(name("/opt/engines/peer-1.2 -x").as_deref(), Ok("peer-1.2"));
        assert_eq!(name("name=,cmd=./engine.exe").as_deref(), Ok("engine"));
        let offers = ["a", "name=b,cmd=x", "b", "b"].map(|text| read(text).expect("an engine"));
        let names: Vec<String> = tell_apart(&offers).into_iter().map(|offer| offer.name).collect();
        assert_eq!(names, ["a", "b", "b #2", "b #3"]);
    }

    #[test]
    fn keys_for_teams_are_refused_and_quoted() {
        for (text, quoted) in [
            ("cmd=x,process=team", "`cmd=x,process=team`: `process=team` is for a team"),
            ("cmd=x,talk=off", "`cmd=x,talk=off`: `talk=off` is for a team"),
            ("cmd=x,partner.cmd=y", "`cmd=x,partner.cmd=y`: `partner.` is for a team"),
            ("cmd=x,protocol=usi", "`usi` is no protocol"),
            ("", "command is empty"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(quoted), "{text}: {error}");
        }
    }
}
