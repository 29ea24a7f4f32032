//! The state shared by all connections, and the rules for letting them in.
//!
//! Every site in a browser can reach the loopback address, so `Host` and `Origin` are checked: no other page can play
//! or read. Other clients lack the secret of the link.

use super::club::{Access, Club};
use super::desk::Desk;
use super::keys::Role;
use super::store::Folder;
use super::table::{PageId, TableEvent};
use crate::tools::explore::base::Base;
use axum::http::{HeaderMap, HeaderValue, header};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

/// WebSockets. One that does not send a secret is closed soon.
pub const MOST_SOCKETS: usize = 256;
/// The header with the secret, for requests without a WebSocket.
const KEY_HEADER: &str = "x-key";

/// A table, as the server reaches it.
pub struct TableDoor {
    /// Its secrets, and what everybody may see of it.
    pub desk: Arc<Desk>,
    /// Its host's queue.
    pub events: SyncSender<TableEvent>,
}

/// State shared by all connections.
pub struct Door {
    /// The tables.
    pub tables: Vec<TableDoor>,
    /// The lobby, if there is one.
    pub club: Option<Club>,
    /// The port that the page is on.
    pub port: u16,
    /// Number of open WebSockets.
    pub sockets: AtomicUsize,
    /// The folder of games, if they are kept.
    pub folder: Option<Arc<Folder>>,
    /// The base of games whose moves are shown too, if one is named.
    pub base: Option<Base>,
    next_page: AtomicU64,
}

impl Door {
    /// A door without connections.
    pub fn new(
        tables: Vec<TableDoor>,
        club: Option<Club>,
        port: u16,
        folder: Option<Arc<Folder>>,
        base: Option<Base>,
    ) -> Self {
        let (sockets, next_page) = (AtomicUsize::new(0), AtomicU64::new(1));
        Self { tables, club, port, sockets, folder, base, next_page }
    }

    /// The table that a secret opens, and the role there.
    pub fn table(&self, key: &str) -> Option<(&TableDoor, Role)> {
        self.tables.iter().find_map(|table| Some((table, table.desk.role(key)?)))
    }

    /// A number for a new page.
    pub fn next_page(&self) -> PageId {
        self.next_page.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether `host` names this server: by IP address, or as `localhost`. Any other name that resolves here is refused
    /// (DNS rebinding).
    pub fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':').filter(|(name, _)| !name.contains(':') || name.ends_with(']')) {
            Some((name, port)) => (name, port.parse().ok()),
            None => (host, Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        port == Some(self.port) && (bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok())
    }

    /// Whether a request comes from a page of ours and carries a valid secret of a table.
    pub fn lets_in(&self, headers: &HeaderMap) -> bool {
        self.is_from_us(headers) && self.role(headers).is_some()
    }

    /// Whether a request comes from a page of ours with a table's own secret, or the organizer's.
    pub fn lets_owner_in(&self, headers: &HeaderMap) -> bool {
        self.lets_into_club(headers) == Some(Access::Organizer)
            || self.is_from_us(headers) && self.role(headers) == Some(Role::Owner)
    }

    /// The access to the lobby that a request from a page of ours has, if any.
    pub fn lets_into_club(&self, headers: &HeaderMap) -> Option<Access> {
        self.club.as_ref().filter(|_| self.is_from_us(headers))?.access(key(headers)?)
    }

    /// The table whose secret a request carries.
    pub fn table_of(&self, headers: &HeaderMap) -> Option<&TableDoor> {
        self.table(key(headers)?).map(|(table, _)| table)
    }

    fn role(&self, headers: &HeaderMap) -> Option<Role> {
        self.table(key(headers)?).map(|(_, role)| role)
    }

    /// Whether a request comes from a page of ours.
    pub fn is_from_us(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
        origin.strip_prefix("http://") == Some(host) && self.is_ours(host)
    }
}

/// The secret that a request carries.
fn key(headers: &HeaderMap) -> Option<&str> {
    headers.get(KEY_HEADER)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_localhost_are_ours() {
        let door = Door::new(Vec::new(), None, 8020, None, None);
        for host in ["127.0.0.1:8020", "localhost:8020", "LOCALHOST:8020", "[::1]:8020", "192.168.1.7:8020"] {
            assert!(door.is_ours(host), "{host}");
        }
        for host in
            ["", "127.0.0.1", "127.0.0.1:80", "evil.example:8020", "127.0.0.1.evil.example:8020", "::1", ":8020"]
        {
            assert!(!door.is_ours(host), "{host}");
        }
        let from = |origin: &'static str, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            headers.insert(header::HOST, HeaderValue::from_static(host));
            door.is_from_us(&headers)
        };
        assert!(from("http://127.0.0.1:8020", "127.0.0.1:8020"));
        assert!(!from("http://localhost:8020", "127.0.0.1:8020"), "another origin to the browser");
        assert!(!from("http://evil.example:8020", "evil.example:8020"));
        assert!(!from("null", "127.0.0.1:8020"));
        assert!(!door.is_from_us(&HeaderMap::new()));
    }
}
