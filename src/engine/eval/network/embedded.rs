//! The networks embedded in the program.

use super::Network;
use crate::board::Captures;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// A network, once it is asked for.
type Embedded = Lazy<Option<Arc<Network>>>;

fn parsed(bytes: &[u8]) -> Option<Arc<Network>> {
    Network::parse(bytes).ok().map(Arc::new)
}

// `nets/README.md` describes their training.
static BUGHOUSE: Embedded = Lazy::new(|| parsed(include_bytes!("../../../../nets/t18.nn")));
/// Crazyhouse's own, which a browser, where there is only bughouse, does not load.
#[cfg(not(target_family = "wasm"))]
static CRAZYHOUSE: Embedded = Lazy::new(|| parsed(include_bytes!("../../../../nets/z4.nn")));
#[cfg(target_family = "wasm")]
static CRAZYHOUSE: Embedded = Lazy::new(embedded);
/// That of chess battle, for all chess without drops.
#[cfg(not(target_family = "wasm"))]
static CHESS: Embedded = Lazy::new(|| parsed(include_bytes!("../../../../nets/w4.nn")));
#[cfg(target_family = "wasm")]
static CHESS: Embedded = Lazy::new(embedded);

/// The network of bughouse that is used unless another one, or the handcrafted evaluation, is chosen. A test ensures
/// that it is `Some`.
pub fn embedded() -> Option<Arc<Network>> {
    BUGHOUSE.clone()
}

/// The same for a game with these `captures`.
pub fn embedded_for(captures: Captures) -> Option<Arc<Network>> {
    match captures {
        Captures::ToOwnHand => CRAZYHOUSE.clone(),
        Captures::Nowhere => CHESS.clone(),
        Captures::ToPartner => embedded(),
    }
}
