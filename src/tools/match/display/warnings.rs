//! Warnings that do not stop the match: each text once, however many lanes and engines raise it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Shows a text to the user.
type Show = dyn Fn(&str) + Send + Sync;

/// Warnings. Clones share the record of texts already raised.
#[derive(Clone)]
pub struct Warnings {
    said: Arc<Mutex<SaidWarnings>>,
    /// Shows a warning to the user; `None` while the screen is drawn: then warnings are kept.
    show: Option<Arc<Show>>,
}

#[derive(Default)]
struct SaidWarnings {
    all: BTreeSet<String>,
    kept: Vec<String>,
}

impl Warnings {
    /// Shows each warning at once.
    pub fn shown(show: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { said: Arc::default(), show: Some(Arc::new(show)) }
    }

    /// Keeps warnings until they are [taken](Self::take).
    pub fn kept() -> Self {
        Self { said: Arc::default(), show: None }
    }

    /// Shows or keeps a warning, unless it was raised before.
    pub fn once(&self, text: String) {
        let mut said = self.said();
        if said.all.insert(text.clone()) {
            match &self.show {
                Some(show) => show(&text),
                None => said.kept.push(text),
            }
        }
    }

    /// Removes and returns the kept warnings.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.said().kept)
    }

    fn said(&self) -> MutexGuard<'_, SaidWarnings> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_said_once_now_or_later() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let shown = Warnings::shown(move |text| ear.lock().expect("no panic").push(text.to_owned()));
        let kept = Warnings::kept();
        for warnings in [&shown, &kept] {
            for text in ["one", "two", "one"] {
                warnings.clone().once(text.to_owned());
            }
        }
        assert_eq!(*heard.lock().expect("no panic"), ["one", "two"]);
        assert_eq!((shown.take(), kept.take()), (vec![], vec!["one".to_owned(), "two".to_owned()]));
        kept.once("two".to_owned());
        assert!(kept.take().is_empty(), "also when it was taken");
    }
}
