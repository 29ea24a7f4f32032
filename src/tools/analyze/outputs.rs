//! Where an analysis goes: text or JSON on stdout, games with comments, an HTML file, a summary of the players.

use super::html::{self, Tongue};
use super::review::Review;
use super::summary::Summary;
use super::walk::Walk;
use super::{annotate, json, text};
use crate::game::bpgn::Record;
use crate::tools::import::LeftOut;
use crate::tools::whole_file::{self, Writer, is_one_file};
use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Arguments about the output.
#[derive(clap::Args, Clone, Debug)]
pub struct OutputArgs {
    /// Write one JSON object a ply, and one a game; with --summary one more for each player
    #[arg(long)]
    json: bool,
    /// At the end a line for each player: results, mistakes by phase, time, sits, flags; the games are left out
    #[arg(long)]
    summary: bool,
    /// Write the games with comments to this file; one that is there is replaced when the new one is complete
    #[arg(long, value_name = "OUT")]
    bpgn: Option<PathBuf>,
    /// Write the moments that decided, with boards, and the summary to this file, to be opened in a browser
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// The language of the HTML
    #[arg(long, value_enum, default_value_t, requires = "html")]
    language: Tongue,
}

impl OutputArgs {
    /// Checks that each output has a file of its own that can be written, and that none of the `files` that are read
    /// loses its games, of which `one` or all are analyzed.
    ///
    /// # Errors
    /// With the output for which this is not so.
    pub fn check(&self, files: &[PathBuf], one: bool) -> Result<(), String> {
        let is_read = |out: &Path| files.iter().any(|file| is_one_file(file, out));
        match (&self.bpgn, &self.html) {
            (Some(games), Some(page)) if is_one_file(games, page) => {
                Err(format!("--html {}: the games of --bpgn would go to the same file", page.display()))
            }
            (_, Some(page)) if is_read(page) => {
                Err(format!("--html {}: it is read too, and would lose its games", page.display()))
            }
            (Some(games), _) if one && is_read(games) => {
                Err(format!("--bpgn {}: it is read too, and would lose all games but one by --game", games.display()))
            }
            (games, page) => {
                let check = |option: &str, path: &Path| {
                    whole_file::check_text(path).map_err(|error| format!("{option} {}: {error}", path.display()))
                };
                games.iter().try_for_each(|path| check("--bpgn", path))?;
                page.iter().try_for_each(|path| check("--html", path))
            }
        }
    }

    /// Checks that no file loses what is left out.
    ///
    /// # Errors
    /// That of [`LeftOut::spares`].
    pub fn spare(&self, left_out: &LeftOut, files: &[PathBuf]) -> Result<(), String> {
        self.bpgn.as_deref().map_or(Ok(()), |out| left_out.spares("--bpgn", out, files))
    }
}

/// A file that is begun with the first game.
struct Begun<'a> {
    path: &'a Path,
    option: &'static str,
    writer: Option<Writer>,
}

impl<'a> Begun<'a> {
    fn new(path: &'a Path, option: &'static str) -> Self {
        Self { path, option, writer: None }
    }

    /// Writes a text; `head` stands before the first one.
    fn write(&mut self, head: &str, text: &str) -> Result<(), String> {
        let failed = |error| format!("{} {}: {error}", self.option, self.path.display());
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let mut writer = Writer::new(self.path).map_err(failed)?;
                writer.write_all(head.as_bytes()).map_err(failed)?;
                writer
            }
        };
        writer.write_all(text.as_bytes()).map_err(failed)?;
        self.writer = Some(writer);
        Ok(())
    }

    fn finish(self) -> Result<(), String> {
        let failed = |error| format!("{} {}: {error}", self.option, self.path.display());
        self.writer.map_or(Ok(()), Writer::finish).map_err(failed)
    }
}

/// The outputs of an analysis in progress.
pub struct Outputs<'a> {
    args: &'a OutputArgs,
    analyzed: usize,
    stdout_is_open: bool,
    bpgn: Option<Begun<'a>>,
    html: Option<Begun<'a>>,
    summary: Summary,
}

impl<'a> Outputs<'a> {
    /// Before the first game; no file is touched yet.
    pub fn new(args: &'a OutputArgs) -> Self {
        Self {
            args,
            analyzed: 0,
            stdout_is_open: true,
            bpgn: args.bpgn.as_deref().map(|path| Begun::new(path, "--bpgn")),
            html: args.html.as_deref().map(|path| Begun::new(path, "--html")),
            summary: Summary::default(),
        }
    }

    /// Games so far.
    pub const fn analyzed(&self) -> usize {
        self.analyzed
    }

    /// Whether every output is closed.
    pub const fn are_closed(&self) -> bool {
        !self.stdout_is_open && self.bpgn.is_none() && self.html.is_none()
    }

    /// Writes game number `number` of the files.
    ///
    /// # Errors
    /// When something cannot be written; a closed pipe is no error.
    pub fn game(
        &mut self,
        number: u64,
        record: &Record,
        walk: &Walk,
        review: &Review,
        is_only: bool,
    ) -> Result<(), Box<dyn Error>> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        self.analyzed += 1;
        let outcome = walk.outcome;
        if self.args.json {
            self.print(&json::report(number, record, walk, review)?)?;
        } else if !self.args.summary {
            let title = if is_only { String::new() } else { format!("Game {number}\n") };
            self.print(&format!("{title}{}\n", text::report(record, review, outcome)))?;
        }
        if let Some(file) = &mut self.bpgn {
            file.write("", &annotate::annotated(record, review, outcome))?;
        }
        if let Some(file) = &mut self.html {
            let language = self.args.language;
            file.write(&html::head(language), &html::game(number, record, (walk, review), outcome, language))?;
        }
        if self.args.summary || self.html.is_some() {
            self.summary.add(record, review, outcome);
        }
        Ok(())
    }

    /// Writes what comes at the end, and completes the files.
    ///
    /// # Errors
    /// When something cannot be written; a closed pipe is no error.
    pub fn finish(mut self) -> Result<(), Box<dyn Error>> {
        if self.args.summary {
            let summary = if self.args.json { json::players(&self.summary)? } else { self.summary.text() };
            self.print(&summary)?;
        }
        if let Some(file) = self.bpgn {
            file.finish()?;
        }
        if let Some(mut file) = self.html {
            file.write("", &html::tail(&self.summary, self.args.language))?;
            file.finish()?;
        }
        Ok(())
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        if !self.stdout_is_open {
            return Ok(());
        }
        match io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.stdout_is_open = false;
                Ok(())
            }
            printed => printed,
        }
    }
}
