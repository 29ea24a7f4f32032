//! Tandem as a WebAssembly module: one session of UBI, UCI or CECP behind lines of text, or with the feature `page` the
//! table of the page.
//!
//! The module imports five functions of `host`: `now` and `random` (see `tandem_engine::types::host`), `pause`, `out`
//! and `failed`; it exports `room`, `post` and `work`. `npm/tandem.worker.js` calls them, everything else is built on
//! that.
#![cfg(target_family = "wasm")]

#[cfg(not(feature = "page"))]
mod session;
#[cfg(feature = "page")]
mod table;

#[cfg(not(feature = "page"))]
use session::{LONGEST, Served};
use std::cell::RefCell;
#[cfg(feature = "page")]
use table::{LONGEST, Served};
use tandem_engine::search::slices::Slices;

mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Whether the work in progress is to return, because its slice is over or a line waits: 0 for no.
        pub safe fn pause() -> i32;
        /// Takes output: the address and length of its UTF-8.
        unsafe fn out(text: *const u8, length: usize);
        /// Takes the message of a failure, after which the module traps.
        unsafe fn failed(text: *const u8, length: usize);
    }

    /// Passes output on.
    pub fn write(text: &[u8]) {
        // SAFETY: the text outlives the call, in which JavaScript copies it.
        unsafe { out(text.as_ptr(), text.len()) };
    }

    /// Passes the message of a failure on.
    pub fn fail(text: &str) {
        // SAFETY: the text outlives the call, in which JavaScript copies it.
        unsafe { failed(text.as_ptr(), text.len()) };
    }
}

/// The text that comes in, and what serves it.
struct Module {
    text: Vec<u8>,
    served: Served,
}

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

/// Calls `ask` with the module, which begins with the first call.
fn with<T>(ask: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(|module| ask(module.get_or_insert_with(begin)))
}

fn begin() -> Module {
    std::panic::set_hook(Box::new(|info| imports::fail(&info.to_string())));
    Module { text: Vec::new(), served: Served::new(Slices::new(|| imports::pause() != 0)) }
}

/// The address at which JavaScript writes the next `length` bytes of input, 0 if they are more than [`LONGEST`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    if length > LONGEST {
        return std::ptr::null_mut();
    }
    with(|module| {
        module.text.clear();
        module.text.resize(length, 0);
        module.text.as_mut_ptr()
    })
}

/// Executes the text that stands at the address that [`room`] gave; returns 0 if the session has ended.
#[unsafe(no_mangle)]
pub extern "C" fn post() -> i32 {
    with(|module| {
        let text = std::mem::take(&mut module.text);
        i32::from(module.served.post(&text))
    })
}

/// Works until [`imports::pause`] says otherwise. Returns the ms until the next call is due even if nothing comes in; a
/// negative number if there is nothing to do until then.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> f64 {
    with(|module| module.served.work()).map_or(-1.0, |due| due.as_secs_f64() * 1000.0)
}
