//! The network inside the program.

use super::Network;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Its file; `nets/README.md` tells how it was made.
static BYTES: &[u8] = include_bytes!("../../../../nets/t8.nn");
static NETWORK: Lazy<Option<Arc<Network>>> = Lazy::new(|| Network::parse(BYTES).ok().map(Arc::new));

/// The network that plays unless another one, or the handcrafted evaluation, is chosen. A test makes sure that there is one.
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}
