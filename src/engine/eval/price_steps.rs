//! Prices in steps: small changes from one search to the next leave the entries of the TT valid.

use super::network_prices::NetworkPrices;
use super::prices::Prices;
use crate::types::{ByColor, Color, PieceType, Score};
use std::sync::Arc;

/// Differences from the usual prices are rounded to this many cp.
const STEP_CP: Score = 25;

/// A difference is kept until it is off by this many cp.
const HOLD_CP: Score = 20;

/// The differences from the usual prices of the last search, in cp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceSteps(ByColor<[Score; 5]>);

impl PriceSteps {
    /// The price of a piece in steps; `exact` is the price in cp.
    pub fn price(&mut self, color: Color, kind: PieceType, exact: Score) -> Score {
        let usual = Prices::static_table()[kind.index()];
        let shown = &mut self.0[color][kind.index()];
        *shown = step(*shown, exact - usual);
        usual + *shown
    }

    /// A network's prices in steps, with no other source.
    pub fn of_network(&mut self, network: Arc<NetworkPrices>) -> Prices {
        let mut prices = Prices::bughouse_default().with_network(network);
        for (color, kind) in Color::ALL.into_iter().flat_map(|color| PieceType::HELD.map(|kind| (color, kind))) {
            let price = &mut prices.transfer[color][kind.index()];
            *price = self.price(color, kind, *price);
        }
        prices
    }
}

/// `exact` rounded to steps, or the value `shown` so far if it is near enough.
fn step(shown: Score, exact: Score) -> Score {
    let rounded = (exact + exact.signum() * STEP_CP / 2) / STEP_CP * STEP_CP;
    if exact != 0 && (exact - shown).abs() < HOLD_CP { shown } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn prices_change_in_steps_and_stay_between_them() {
        assert_eq!([step(0, 37), step(0, 38), step(0, -38), step(0, 12)], [25, 50, -50, 0]);
        assert_eq!(step(50, 31), 50, "near enough");
        assert_eq!(step(50, 29), 25);
        assert_eq!(step(25, 0), 0, "what is over is over");
    }
}
