//! The server, at the boundary to JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::data::Raw;
use crate::server::{self, Action, Options};

/// The server. Each method that takes an input returns what the host has to do, as an array of actions.
/// `now_ms` is the time on a clock that is never set and stands still while the computer sleeps.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Server {
    inner: server::Server,
}

#[wasm_bindgen]
impl Server {
    /// A server with the options in an object, whose members are the fields of [`Options`] in camel case;
    /// `secret` is 64 hexadecimal digits drawn at random, `tools` the names of sets.
    ///
    /// # Errors
    /// If the options are not understood.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Self, JsError> {
        let options = Options::read(&options.into()).map_err(|error| JsError::new(&error))?;
        Ok(Self { inner: server::Server::new(options) })
    }

    /// What the calendar says, in milliseconds since 1970, for time stamps.
    #[wasm_bindgen(js_name = setDate)]
    pub fn set_date(&mut self, date_ms: f64) {
        self.inner.set_date(milliseconds(date_ms));
    }

    /// A client sent a message, which would have about so many characters as JSON.
    #[wasm_bindgen(js_name = clientMessage)]
    pub fn client_message(&mut self, client: u32, message: JsValue, length: usize, now_ms: f64) -> JsValue {
        handed_over(&self.inner.client_message(client, &message.into(), length, milliseconds(now_ms)))
    }

    /// A client sent what is no message, for that reason.
    #[wasm_bindgen(js_name = unreadableMessage)]
    pub fn unreadable_message(&mut self, client: u32, problem: &str, now_ms: f64) -> JsValue {
        handed_over(&self.inner.unreadable_message(client, problem, milliseconds(now_ms)))
    }

    /// A client sent a message longer than is read, of which nothing was read but its id, if it has one.
    #[wasm_bindgen(js_name = longMessage)]
    pub fn long_message(&mut self, client: u32, id: JsValue, now_ms: f64) -> JsValue {
        handed_over(&self.inner.long_message(client, &id.into(), milliseconds(now_ms)))
    }

    /// A client is gone.
    #[wasm_bindgen(js_name = clientClosed)]
    pub fn client_closed(&mut self, client: u32, now_ms: f64) -> JsValue {
        handed_over(&self.inner.client_closed(client, milliseconds(now_ms)))
    }

    /// The host ends this server.
    pub fn close(&mut self, now_ms: f64) -> JsValue {
        handed_over(&self.inner.close(milliseconds(now_ms)))
    }

    /// The person ends what runs in a session, whoever asked for it; `who` says who that is.
    #[wasm_bindgen(js_name = stopEvaluation)]
    pub fn stop_evaluation(&mut self, session: &str, who: &str, now_ms: f64) -> JsValue {
        handed_over(&self.inner.stop_evaluation(session, who, milliseconds(now_ms)))
    }

    /// An image, or its host, reported an event.
    #[wasm_bindgen(js_name = engineEvent)]
    pub fn engine_event(&mut self, image: u32, event: JsValue, now_ms: f64) -> JsValue {
        handed_over(&self.inner.engine_event(image, &event.into(), milliseconds(now_ms)))
    }

    /// The host has loaded the file of words: its data, or why it could not be had, as a text.
    #[wasm_bindgen(js_name = takeWords)]
    pub fn take_words(&mut self, file: JsValue, now_ms: f64) -> JsValue {
        handed_over(&self.inner.take_words(file.into(), milliseconds(now_ms)))
    }

    /// The host has drawn what it was asked to draw as number `id`: an array with a PNG in base64 for each
    /// picture, or `null` where it could not.
    pub fn drawn(&mut self, id: u32, pngs: JsValue, now_ms: f64) -> JsValue {
        let pngs = Raw::from(pngs).read().unwrap_or_default();
        handed_over(&self.inner.drawn(id, pngs, milliseconds(now_ms)))
    }

    /// Takes in a record that is `stored`, but for what `known` holds, one that was taken in or written
    /// before, or ""; `trying` are the ids of forms, between blanks, that were being restored when their page
    /// ended. Whether it was understood: what was not must stay.
    #[wasm_bindgen(js_name = takeIn)]
    pub fn take_in(&mut self, stored: &str, known: &str, trying: &str) -> bool {
        self.inner.take_in(stored, known, trying)
    }

    /// The record to keep for later visits.
    pub fn record(&mut self) -> String {
        self.inner.record()
    }

    /// What there is to restore: `count` and `names`.
    #[wasm_bindgen(js_name = savedDefinitions)]
    pub fn saved_definitions(&mut self) -> JsValue {
        Raw::of(&self.inner.saved_definitions()).into()
    }

    /// The person wants what was saved.
    #[wasm_bindgen(js_name = restoreDefinitions)]
    pub fn restore_definitions(&mut self, now_ms: f64) -> JsValue {
        handed_over(&self.inner.restore_definitions(milliseconds(now_ms)))
    }

    /// The person does not want what was saved.
    #[wasm_bindgen(js_name = discardDefinitions)]
    pub fn discard_definitions(&mut self, now_ms: f64) -> JsValue {
        handed_over(&self.inner.discard_definitions(milliseconds(now_ms)))
    }

    /// The armed time has come.
    pub fn tick(&mut self, now_ms: f64) -> JsValue {
        handed_over(&self.inner.tick(milliseconds(now_ms)))
    }

    /// The version of the server.
    #[must_use]
    pub fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// Whether a window of that origin may attach a client, where so many are attached.
    #[must_use]
    pub fn admits(&self, origin: &str, attached: u32) -> bool {
        self.inner.admits(origin, attached)
    }

    /// Whether a message of this client is to be read at all.
    pub fn hears(&mut self, client: u32, now_ms: f64) -> bool {
        self.inner.hears(client, milliseconds(now_ms))
    }
}

fn handed_over(actions: &[Action]) -> JsValue {
    Raw::of(actions).into()
}

/// JavaScript's clock as a whole number. The cast takes care of what is none: it saturates, and NaN
/// becomes 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is what is wanted")]
fn milliseconds(now_ms: f64) -> u64 {
    now_ms as u64
}
