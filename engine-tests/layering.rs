//! The layers, read from the source: each imports only those before it, the inner ones do no I/O, and no file grows
//! beyond the size at which it should be split.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers in order; each imports only those before it. `main` is the binary's own file.
const LAYERS: [&str; 13] = [
    "types", "board", "game", "eval", "search", "team", "player", "variants", "protocol", "arena", "tools", "web",
    "main",
];
/// The first layer that may do I/O.
const FIRST_WITH_IO: &str = "protocol";
/// Most lines of a source file.
const MOST_LINES: usize = 450;
/// Columns of a line of Rust, comments included. A string literal may be longer.
const MOST_COLUMNS: usize = 120;

/// One source file, its comments and literals blanked out.
struct Source {
    path: PathBuf,
    /// The module path: `["board", "movegen"]`; empty for the crate's root.
    module: Vec<String>,
    code: String,
    lines: usize,
}

impl Source {
    fn new(path: &Path, text: &str) -> Self {
        // The layer `variants` is a crate of its own, which imports nothing; the inner layers of the engine come before
        // it, so that none of them imports it. Those of the crate `tandem-engine` are in `src/engine`, those of the
        // program in `src`.
        let inside = path.strip_prefix("engine").unwrap_or(path);
        let mut module: Vec<String> =
            inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        Self { path: path.to_owned(), module, code: blank_text(text), lines: text.lines().count() }
    }

    fn layer(&self) -> Option<usize> {
        self.module.first().and_then(|name| rank(name))
    }

    /// Every name at a crate's root that the file imports: `crate::name`, `tandem::name`, `tandem_engine::name`, and as
    /// many `super::` as lead out of the layer.
    fn root_names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            ["crate::", "tandem::", "tandem_engine::"].into_iter().flat_map(|root| heads(&self.code, root)).collect();
        let up = "super::".repeat(self.module.len());
        if !up.is_empty() {
            names.extend(heads(&self.code, &up));
        }
        names
    }

    /// Imports of higher layers, and names that are no layer.
    fn wrong_imports(&self) -> Vec<String> {
        let Some(own) = self.layer() else {
            return Vec::new();
        };
        let path = self.path.display();
        self.root_names()
            .into_iter()
            .filter_map(|name| match rank(&name) {
                Some(other) if other <= own => None,
                Some(_) => Some(format!("{path}: {} must not know {name}", LAYERS[own])),
                None => Some(format!("{path}: `{name}` at the crate's root is no layer")),
            })
            .collect()
    }

    /// Uses of I/O in a layer that may not have any.
    fn input_and_output(&self) -> Vec<String> {
        if self.layer().is_none_or(|layer| Some(layer) >= rank(FIRST_WITH_IO)) {
            return Vec::new();
        }
        let modules = heads(&self.code, "std::");
        let path = self.path.display();
        let used = ["fs", "io", "net", "process"].into_iter().filter(|name| modules.iter().any(|used| used == name));
        // These match `eprintln!` and `eprint!` too.
        let words = ["println!", "print!", "stdin()", "stdout()", "stderr()"];
        let written = words.into_iter().filter(|name| self.code.contains(name));
        used.map(|name| format!("{path}: std::{name}")).chain(written.map(|name| format!("{path}: {name}"))).collect()
    }
}

fn rank(name: &str) -> Option<usize> {
    LAYERS.iter().position(|&layer| layer == name)
}

/// The names that follow `prefix` in a path, those of a group `prefix{a::b, c}` included.
fn heads(code: &str, prefix: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        // Not the tail of a longer path or name: `super::super::` holds `super::` twice.
        if code[..at].ends_with(|c: char| word(c) || c == ':') {
            continue;
        }
        let rest = code[at + prefix.len()..].trim_start();
        let name = |text: &str| text.trim_start().split(|c| !word(c)).next().unwrap_or("").to_owned();
        let Some(group) = rest.strip_prefix('{') else {
            names.push(name(rest));
            continue;
        };
        let mut depth = 0;
        names.push(name(group));
        for (i, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => names.push(name(&group[i + 1..])),
                _ => {}
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The source with comments and literals left out, so that prose imports nothing.
fn blank_text(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => string_length(rest),
            'r' if !code.ends_with(|c: char| c.is_alphanumeric() || c == '_') => raw_string_length(rest),
            '\'' => char_length(rest),
            _ => 0,
        };
        let step = if skipped == 0 {
            code.push(c);
            c.len_utf8()
        } else {
            skipped
        };
        rest = &rest[step..];
    }
    code
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `r"…"` or `r#"…"#` at the start of `text`; 0 if there is none.
fn raw_string_length(text: &str) -> usize {
    let hashes = text[1..].chars().take_while(|&c| c == '#').count();
    let start = 1 + hashes;
    if !text[start..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    text[start + 1..].find(&end).map_or(text.len(), |i| start + 1 + i + end.len())
}

/// The length of a character literal at the start of `text`; 0 for a lifetime.
fn char_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((next, c))) => {
            let behind = next + c.len_utf8();
            text[behind..].find('\'').map_or(0, |i| behind + i + 1)
        }
        (Some(_), Some((i, '\''))) => i + 1,
        _ => 0,
    }
}

/// Calls `each` with every Rust file below a folder, and its text.
fn for_each_rust_file(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            for_each_rust_file(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &fs::read_to_string(&path).expect("a source file can be read"));
        }
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for_each_rust_file(&root, &mut |path, text| {
        found.push(Source::new(path.strip_prefix(&root).expect("below src"), text));
    });
    assert!(found.len() > 30, "only {} source files: the reader looks in the wrong place", found.len());
    found
}

fn assert_none(problems: Vec<String>) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn arrows_run_one_way() {
    let sources = sources();
    assert_none(sources.iter().flat_map(Source::wrong_imports).collect());
    // Every folder of src is a layer, and imports are found at all.
    assert_none(
        sources
            .iter()
            .filter(|source| source.layer().is_none() && !source.module.is_empty())
            .map(|source| format!("{} belongs to no layer", source.path.display()))
            .collect(),
    );
    assert!(sources.iter().map(|source| source.root_names().len()).sum::<usize>() > 10, "hardly any import was found");
}

#[test]
fn inner_layers_do_no_input_or_output() {
    assert_none(sources().iter().flat_map(Source::input_and_output).collect());
}

#[test]
fn files_stay_short() {
    assert_none(
        sources()
            .iter()
            .filter(|source| source.lines > MOST_LINES)
            .map(|source| format!("{}: {} lines", source.path.display(), source.lines))
            .collect(),
    );
}

#[test]
fn no_line_is_wider_than_the_screen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wide = Vec::new();
    for folder in ["src", "engine-tests", "benches"] {
        for_each_rust_file(&root.join(folder), &mut |path, text| {
            let too_wide = |line: &str| {
                line.chars().count() > MOST_COLUMNS && (line.trim_start().starts_with("//") || !line.contains('"'))
            };
            let numbers = text.lines().zip(1..).filter(|(line, _)| too_wide(line));
            wide.extend(numbers.map(|(_, number)| format!("{}:{number}", path.display())));
        });
    }
    assert_none(wide);
}

#[test]
fn the_pages_files_stay_short() {
    let folders = ["src/tools/play/page", "src/web/page"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let list = |folder| fs::read_dir(folder).expect("the page can be listed");
    let files: Vec<PathBuf> = folders.iter().flat_map(list).map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() > 10, "only {} files", files.len());
    for path in files {
        let lines = fs::read_to_string(&path).expect("UTF-8").lines().count();
        assert!(lines <= MOST_LINES, "{}: {lines} lines", path.display());
    }
}

#[test]
fn no_mutable_statics() {
    assert_none(
        sources()
            .iter()
            .filter(|source| source.code.contains("static mut "))
            .map(|source| source.path.display().to_string())
            .collect(),
    );
}

#[test]
fn the_reader_finds_a_wrong_arrow() {
    let wrong = |path: &str, text: &str| Source::new(Path::new(path), text).wrong_imports().len();
    assert_eq!(wrong("board/movegen.rs", "use crate::game::Game;"), 1);
    assert_eq!(wrong("board/mod.rs", "use crate::{types::{Color, Square}, search, team::Needs};"), 2);
    assert_eq!(wrong("board/mod.rs", "fn f() -> crate::eval::Eval { super::search::f() }"), 2);
    assert_eq!(wrong("board/movegen.rs", "use super::super::game::Game;"), 1);
    assert_eq!(wrong("engine/board/movegen.rs", "use super::super::game::Game;\nuse crate::search;"), 2);
    assert_eq!(wrong("engine/protocol/mod.rs", "use crate::arena;"), 1);
    assert_eq!(wrong("tools/match_game/view.rs", "use super::super::super::main::run;"), 1);
    assert_eq!(wrong("types/moves.rs", "/* a */ use crate :: board;\nuse crate::board as b; 'x'; r#\"\"#; '\\''"), 1);
    assert_eq!(wrong("board/mod.rs", "use crate::helpers::f;"), 1, "a name that is no layer");

    assert_eq!(
        wrong("game/mod.rs", "use crate::board::Position;\nuse crate::game::Seat;\nuse super::types::Color;"),
        0
    );
    assert_eq!(wrong("board/movegen.rs", "use super::position::game;\nuse super::search;"), 0, "modules of its own");
    assert_eq!(
        wrong("board/mod.rs", "//! See crate::game::Game.\n/* crate::game */ f(\"crate::game\", 'c', '\"');"),
        0
    );
    assert_eq!(wrong("board/mod.rs", "fn f<'a>(x: &'a str) { r#\"crate::game \" x\"#; r\"crate::game\"; }"), 0);
    assert_eq!(wrong("arena/mod.rs", "use tandem_engine::protocol;"), 0);
    assert_eq!(wrong("main.rs", "use tandem::tools;\nuse tandem::protocol::{uci, ubi};"), 0);
}

#[test]
fn the_reader_finds_input_and_output() {
    let found = |path: &str, text: &str| Source::new(Path::new(path), text).input_and_output().len();
    assert_eq!(found("search/mod.rs", "fn f() { std::io::stdout().flush(); }"), 2);
    assert_eq!(found("search/mod.rs", "use std::{fmt, fs, net::TcpStream};"), 2);
    assert_eq!(found("team/mod.rs", "fn f() { println!(); eprint!(); }"), 2);
    assert_eq!(found("search/mod.rs", "// println!\nuse std::fmt::Write;"), 0);
    assert_eq!(found("protocol/mod.rs", "use std::io;\nfn f() { io::stdin() }"), 0);
}
