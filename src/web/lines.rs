//! Lines of JSON, at the boundary to JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::lines;

/// The message that a line is. What would be changed by JavaScript in an id is carried, for [`write_line`] to put down.
///
/// # Errors
/// If it is no JSON.
#[wasm_bindgen(js_name = readLine)]
pub fn read_line(line: &str) -> Result<JsValue, JsError> {
    lines::read(line).map(JsValue::from).map_err(|problem| JsError::new(&problem))
}

/// The line for a message in JSON.
#[wasm_bindgen(js_name = writeLine)]
#[must_use]
pub fn write_line(json: &str) -> String {
    lines::written(json)
}
