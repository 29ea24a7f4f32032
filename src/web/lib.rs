//! Tandem as a WebAssembly module: one session of UBI, UCI or CECP behind lines of text.
//!
//! The module imports five functions of `host`: `now` and `random` (see `tandem_engine::types::host`), `pause`, `out`
//! and `failed`; it exports `room`, `post` and `work`. `js/core.js` calls them, everything else is built on that.
#![cfg(target_family = "wasm")]

use std::cell::RefCell;
use std::io::{self, Write};
use tandem_engine::protocol::SlicedSession;
use tandem_engine::search::slices::Slices;

mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Whether the work in progress is to return, because its slice is over or a line waits: 0 for no.
        pub safe fn pause() -> i32;
        /// Takes whole lines of output: the address and length of their UTF-8.
        pub unsafe fn out(text: *const u8, length: usize);
        /// Takes the message of a failure, after which the module traps.
        pub unsafe fn failed(text: *const u8, length: usize);
    }
}

/// The longest text that is taken at once, in bytes.
const LONGEST: usize = 1 << 20;

/// The text that comes in, and the session.
struct Module {
    text: Vec<u8>,
    session: SlicedSession,
}

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

/// Calls `ask` with the module, which begins with the first call.
fn with<T>(ask: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(|module| ask(module.get_or_insert_with(begin)))
}

fn begin() -> Module {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text outlives the call, in which JavaScript copies it.
        unsafe { imports::failed(text.as_ptr(), text.len()) };
    }));
    Module { text: Vec::new(), session: SlicedSession::new(Output, None, Slices::new(|| imports::pause() != 0)) }
}

/// The output of the session.
struct Output;

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // SAFETY: the text outlives the call, in which JavaScript copies it.
        unsafe { imports::out(text.as_ptr(), text.len()) };
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The address at which JavaScript writes the next `length` bytes of input, at most 1 MiB; 0 if they are more.
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

/// Executes the lines that stand at the address that [`room`] gave; returns 0 if the session has ended.
#[unsafe(no_mangle)]
pub extern "C" fn post() -> i32 {
    with(|module| {
        let text = std::mem::take(&mut module.text);
        i32::from(module.session.post(&text))
    })
}

/// Works until [`imports::pause`] says otherwise. Returns the ms until the next call is due even if nothing comes in; a
/// negative number if there is nothing to do until then.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> f64 {
    with(|module| module.session.work()).map_or(-1.0, |due| due.as_secs_f64() * 1000.0)
}
