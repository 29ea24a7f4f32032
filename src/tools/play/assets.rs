//! The page's files, embedded in the program.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "src/tools/play/page/"]
struct Page;

/// MIME types by file extension.
const KINDS: [(&str, &str); 5] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
];

/// Returns the file of that name, or status 404.
pub fn file(name: &str) -> Response {
    let kind = KINDS.iter().find(|(ending, _)| name.ends_with(ending));
    match (Page::get(name), kind) {
        (Some(file), Some((_, kind))) => {
            let head = [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")];
            (head, Body::from(file.data.into_owned())).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
