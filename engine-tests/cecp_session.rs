//! A CECP session for tests: its beginning, questions with their answers, and what is told to the partner.

use crate::driver::Driver;

/// White is in check, and only a drop could block.
pub const HANG: &str = "4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1";

/// A session with a small TT, in a new game of `variant`.
pub fn session(variant: &str) -> Driver {
    let mut driver = Driver::start(&[]);
    driver.send("xboard\nprotover 2");
    driver.until("feature done=1");
    driver.send(&format!("memory 4\nnew\nvariant {variant}"));
    assert_eq!(sync(&mut driver).len(), 0);
    driver
}

/// Sends `ping` and returns the lines before the `pong`.
pub fn sync(driver: &mut Driver) -> Vec<String> {
    driver.send("ping 77");
    let mut lines = driver.until("pong ");
    assert_eq!(lines.pop().as_deref(), Some("pong 77"));
    lines
}

/// Sends a line and returns the replies.
pub fn ask(driver: &mut Driver, line: &str) -> Vec<String> {
    driver.send(line);
    sync(driver)
}

/// The current position in BFEN.
pub fn bfen(driver: &mut Driver) -> String {
    driver.send("d");
    let shown = driver.until("Key: ");
    shown.iter().find_map(|line| line.strip_prefix("BFEN: ")).unwrap_or_default().to_owned()
}

/// The lines told to the partner among `lines`.
pub fn tells(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("tellics ptell ")).collect()
}
