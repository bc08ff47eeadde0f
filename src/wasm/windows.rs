//! The windows around the server, at the boundary to JavaScript.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::transport;

/// What a page hears from the windows around it, as one object of its own: it outlives a server that fails. Each method
/// returns the steps that the host has to take, as a JSON array.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Windows {
    inner: transport::Windows,
}

#[wasm_bindgen]
impl Windows {
    /// Windows with the options in a JSON object: `origins`, the origins that are admitted, `own`, that of the page itself,
    /// and `bindings`, what is heard.
    ///
    /// # Errors
    /// If the options are not understood.
    #[wasm_bindgen(constructor)]
    pub fn new(options_json: &str) -> Result<Self, JsError> {
        let inner = transport::Windows::from_json(options_json).map_err(|error| JsError::new(&error))?;
        Ok(Self { inner })
    }

    /// All that is listened to.
    #[must_use]
    pub fn lines(&self) -> String {
        self.inner.lines()
    }

    /// The server answers from now on. `parent` is the origin of the page around this one, if there is one; empty where that is not known.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the boundary has no other way for a text that may be missing"
    )]
    pub fn opened(&mut self, parent: Option<String>) -> String {
        self.inner.opened(parent.as_deref())
    }

    /// A message came, of which this is the head.
    pub fn message(&mut self, head_json: &str) -> String {
        self.inner.message(head_json)
    }

    /// The time has come that a step asked to wait for.
    pub fn waited(&mut self) -> String {
        self.inner.waited()
    }

    /// The server will not answer any more.
    pub fn closed(&mut self) -> String {
        self.inner.closed()
    }
}
