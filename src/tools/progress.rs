//! The progress bar of a long command.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Interval at which a bar is redrawn.
const TICK: Duration = Duration::from_secs(1);

/// A bar on stderr, if that is a terminal and the command is not `quiet`. `template` is in indicatif's syntax.
pub fn bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    // Templates are constants; if one is invalid, the crate's default style stays.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}
