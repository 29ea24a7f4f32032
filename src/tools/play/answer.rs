//! The answer to a request of the page beside the table's messages.

use super::replay::Problem;
use serde::Serialize;
use serde_json::json;

/// An answer, by the numbers and names of HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status: 200, 404 and so on.
    pub status: u16,
    /// The MIME type of the text.
    pub kind: &'static str,
    /// The text.
    pub text: String,
}

impl Answer {
    /// JSON.
    pub fn json(value: &impl Serialize) -> Self {
        let text = serde_json::to_string(value).unwrap_or_default();
        Self { status: 200, kind: "application/json", text }
    }

    /// A text that cannot be read.
    pub fn problem(problem: &Problem) -> Self {
        Self { status: 422, ..Self::json(&json!({ "error": problem })) }
    }

    /// Nothing but a status.
    pub const fn empty(status: u16) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", text: String::new() }
    }

    /// Work that was begun under a number; without one there is no room for it.
    pub fn begun(id: Option<u64>, more: impl FnOnce(u64) -> Self) -> Self {
        id.map_or(Self::empty(503), more)
    }
}

#[cfg(feature = "play")]
impl axum::response::IntoResponse for Answer {
    fn into_response(self) -> axum::response::Response {
        use axum::http::{StatusCode, header};
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}
