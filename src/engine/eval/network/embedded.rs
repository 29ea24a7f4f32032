//! The network embedded in the program.

use super::Network;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// The network's file; `nets/README.md` describes its training.
static BYTES: &[u8] = include_bytes!("../../../../nets/t8.nn");
static NETWORK: Lazy<Option<Arc<Network>>> = Lazy::new(|| Network::parse(BYTES).ok().map(Arc::new));

/// The network that is used unless another one, or the handcrafted evaluation, is chosen. A test ensures that it is
/// `Some`.
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}
