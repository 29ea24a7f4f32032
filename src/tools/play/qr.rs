//! A link as a QR code, for the camera of a phone.

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde_json::json;
use std::fmt::Write;

/// The longest text that is drawn, in bytes.
const LONGEST: usize = 300;

/// The code of the text in the body: the number of its rows, and its dark modules as an SVG path, a unit each.
pub async fn draw(body: Bytes) -> Response {
    match Some(&body[..]).filter(|text| text.len() <= LONGEST).and_then(|text| QrCode::new(text).ok()) {
        Some(code) => {
            let answer = json!({ "rows": code.width(), "path": path(&code) });
            ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
        }
        None => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
}

fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for (index, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let _ = write!(path, "M{} {}h1v1h-1z", index % code.width(), index / code.width());
        }
    }
    path
}
