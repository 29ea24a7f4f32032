//! The version of the program.

use once_cell::sync::Lazy;

/// The version, with the commit where the build names one (`TANDEM_COMMIT`): `0.1.0`, `0.1.0 (1c13f65)`.
pub fn version() -> &'static str {
    static VERSION: Lazy<String> = Lazy::new(|| {
        let number = env!("CARGO_PKG_VERSION");
        option_env!("TANDEM_COMMIT").map_or_else(|| number.to_owned(), |commit| format!("{number} ({commit})"))
    });
    &VERSION
}
