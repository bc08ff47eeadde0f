//! The boundary to JavaScript: a class for the server and one for the windows around it, JSON strings in and out, no
//! decisions. Strings, because they crossed faster than objects did for messages like ours.

mod texts;
mod windows;

pub use windows::Windows;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::server::{self, Action, Options, actions_json};
use texts::Texts;

/// Smaller by some kilobytes than the allocator that comes with Rust, and faster. Its cell asks that there be one
/// thread, as is so without the target feature `atomics`.
#[cfg(not(target_feature = "atomics"))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The server. Each method that takes an input returns what the host has to do, as a JSON array of actions. `now_ms` is the time
/// on a clock that is never set and stands still while the computer sleeps.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Server {
    inner: server::Server,
    texts: Texts,
}

#[wasm_bindgen]
impl Server {
    /// A server with the options in a JSON object: `origins`, the origins that may attach clients, and
    /// `lastEvaluation`, the last number of an evaluation that a server before this one has given, `keepsDefinitions`,
    /// whether the host keeps what session `main` defines, and `secret`, 64 hexadecimal digits drawn at random.
    ///
    /// # Errors
    /// If the options are not understood.
    #[wasm_bindgen(constructor)]
    pub fn new(options_json: &str) -> Result<Self, JsError> {
        let options = Options::from_json(options_json).map_err(|error| JsError::new(&error))?;
        Ok(Self { inner: server::Server::new(options), texts: Texts::default() })
    }

    /// What the calendar says, in milliseconds since 1970, for time stamps.
    #[wasm_bindgen(js_name = setDate)]
    pub fn set_date(&mut self, date_ms: f64) {
        self.inner.set_date(milliseconds(date_ms));
    }

    /// Where in memory there is room for so many bytes, until the next call.
    #[wasm_bindgen(js_name = roomForText)]
    pub fn room_for_text(&mut self, length: usize) -> *mut u8 {
        self.texts.room(length)
    }

    /// An argument of the tool that the next message calls, where an empty string stands for it: so many bytes of UTF-8 were written into the
    /// room for it.
    #[wasm_bindgen(js_name = longArgument)]
    pub fn long_argument(&mut self, name: &str, written: usize) {
        self.texts.note_argument(name, written);
    }

    /// Where in memory the text of the first of the messages to send is that say `hasText`, until the next call of it; each is handed out once. It
    /// belongs where an empty string stands for the text of the result's first content.
    #[wasm_bindgen(js_name = takeText)]
    pub fn take_text(&mut self) -> *const u8 {
        self.texts.next_answer()
    }

    /// How many bytes of UTF-8 that text has.
    #[wasm_bindgen(js_name = textLength)]
    #[must_use]
    pub fn text_length(&self) -> usize {
        self.texts.answer_length()
    }

    /// A client sent a message: so many bytes of JSON in UTF-8 were written into the room for it. For a message of usual size that takes a
    /// tenth of what handing over an array of bytes takes.
    #[wasm_bindgen(js_name = clientMessage)]
    pub fn message_in_room(&mut self, client: u32, written: usize, now_ms: f64) -> String {
        let room = self.texts.take_room();
        let handed_over = self.client_message(client, room.get(..written).unwrap_or_default(), now_ms);
        self.texts.keep_room(room);
        handed_over
    }

    /// A client is gone.
    #[wasm_bindgen(js_name = clientClosed)]
    pub fn client_closed(&mut self, client: u32, now_ms: f64) -> String {
        let actions = self.inner.client_closed(client, milliseconds(now_ms));
        self.handed_over(actions)
    }

    /// The host ends this server.
    pub fn close(&mut self, now_ms: f64) -> String {
        let actions = self.inner.close(milliseconds(now_ms));
        self.handed_over(actions)
    }

    /// An image, or its host, reported an event.
    #[wasm_bindgen(js_name = engineEvent)]
    pub fn engine_event(&mut self, image: u32, json: &str, now_ms: f64) -> String {
        let actions = self.inner.engine_event(image, json, milliseconds(now_ms));
        self.handed_over(actions)
    }

    /// Takes in a record that is `stored`, but for what `known` holds, one that was taken in or written before, or ""; `trying` are the ids
    /// of forms, between blanks, that were being restored when their page ended. Whether it was understood: what was not must stay.
    #[wasm_bindgen(js_name = takeIn)]
    pub fn take_in(&mut self, stored: &str, known: &str, trying: &str) -> bool {
        self.inner.take_in(stored, known, trying)
    }

    /// The record to keep for later visits.
    pub fn record(&mut self) -> String {
        self.inner.record()
    }

    /// What there is to restore, as a JSON object: `count` and `names`.
    #[wasm_bindgen(js_name = savedDefinitions)]
    pub fn saved_definitions(&mut self) -> String {
        self.inner.saved_definitions()
    }

    /// The person wants what was saved.
    #[wasm_bindgen(js_name = restoreDefinitions)]
    pub fn restore_definitions(&mut self, now_ms: f64) -> String {
        let actions = self.inner.restore_definitions(milliseconds(now_ms));
        self.handed_over(actions)
    }

    /// The person does not want what was saved.
    #[wasm_bindgen(js_name = discardDefinitions)]
    pub fn discard_definitions(&mut self, now_ms: f64) -> String {
        let actions = self.inner.discard_definitions(milliseconds(now_ms));
        self.handed_over(actions)
    }

    /// The armed time has come.
    pub fn tick(&mut self, now_ms: f64) -> String {
        let actions = self.inner.tick(milliseconds(now_ms));
        self.handed_over(actions)
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

    /// A client sent a message longer than is read, of which nothing was read but the JSON text of its id, if it has one.
    #[wasm_bindgen(js_name = longMessage)]
    pub fn long_message(&mut self, client: u32, id: &str, now_ms: f64) -> String {
        let actions = self.inner.long_message(client, id, milliseconds(now_ms));
        self.handed_over(actions)
    }
}

impl Server {
    /// A client sent a message, `json` in UTF-8.
    pub fn client_message(&mut self, client: u32, json: &[u8], now_ms: f64) -> String {
        // What is no UTF-8 is no JSON either.
        let json = str::from_utf8(json).unwrap_or_default();
        let arguments = self.texts.take_arguments();
        let actions = self.inner.client_message_with(client, json, arguments, milliseconds(now_ms));
        self.handed_over(actions)
    }

    fn handed_over(&mut self, mut actions: Vec<Action>) -> String {
        self.texts.hold(&mut actions);
        actions_json(&actions)
    }
}

/// JavaScript's clock as a whole number. The cast takes care of what is none: it saturates, and NaN becomes 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is what is wanted")]
fn milliseconds(now_ms: f64) -> u64 {
    now_ms as u64
}
