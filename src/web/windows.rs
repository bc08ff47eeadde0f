//! The windows around the server, at the boundary to JavaScript: their messages are read in place.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_sys::{MessageEvent, window};

use crate::data::Raw;
use crate::transport::{self, Head, Requests, Source, Step};

#[wasm_bindgen]
extern "C" {
    /// What the host knows of the clients' requests.
    pub type Lines;

    /// Whether a request on a line waits for its answer.
    #[wasm_bindgen(method, js_name = isBusy)]
    fn is_busy(this: &Lines, from: &str, channel: Option<&str>) -> bool;

    /// Whether one with that id does.
    #[wasm_bindgen(method, js_name = isOpen)]
    fn is_open(this: &Lines, from: &str, channel: Option<&str>, id: &JsValue) -> bool;
}

/// What a page hears from the windows around it, as one object of its own: it outlives a server that fails.
/// Each method that changes something returns the steps that the host has to take, as an array.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Windows {
    inner: transport::Windows,
}

#[wasm_bindgen]
impl Windows {
    /// Windows with the options in an object: `origins`, the origins that are admitted, `own`, that of the
    /// page itself, and `bindings`, what is heard.
    ///
    /// # Errors
    /// If the options are not understood.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Self, JsError> {
        let inner =
            transport::Windows::read(&Raw::from(options).value()).map_err(|error| JsError::new(&error))?;
        Ok(Self { inner })
    }

    /// All that is listened to.
    #[must_use]
    pub fn lines(&self) -> JsValue {
        Raw::of(&self.inner.lines()).into()
    }

    /// The server answers from now on. `parent` is the origin of the page around this one, if there is one;
    /// empty where that is not known.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the boundary has no other way for a text that may be missing"
    )]
    pub fn opened(&mut self, parent: Option<String>) -> JsValue {
        handed_over(&self.inner.opened(parent.as_deref()))
    }

    /// A window message came. What it carries is looked at as late as possible, since that is when the
    /// browser unpacks it. A script can make an event that names any source and origin, so the browser has to
    /// vouch for it.
    pub fn message(&mut self, event: &MessageEvent, lines: &Lines) -> JsValue {
        handed_over(&self.heard(event, lines).unwrap_or_default())
    }

    /// The time has come that a step asked to wait for.
    pub fn waited(&mut self) -> JsValue {
        handed_over(&self.inner.waited())
    }

    /// The server will not answer any more.
    pub fn closed(&mut self) -> JsValue {
        handed_over(&self.inner.closed())
    }
}

impl Windows {
    fn heard(&mut self, event: &MessageEvent, lines: &Lines) -> Option<Vec<Step>> {
        let from = if event.is_trusted() { source_of(event)? } else { return None };
        if !self.inner.hears(from) {
            return None;
        }
        let (head, message) = Head::read(&event.data().into())?;
        let channel = head.channel();
        if !self.inner.has_line(from, channel) {
            return None;
        }
        let name = from.name();
        let is_open = |id| lines.is_open(name, channel, &Raw::of(id).into());
        let requests = Requests {
            busy: lines.is_busy(name, channel),
            repeated: head.is_request() && head.id.as_ref().is_some_and(is_open),
        };
        Some(self.inner.message(from, &event.origin(), &head, &message, requests))
    }
}

/// The window that an event comes from, if it is one that may speak to the server.
fn source_of(event: &MessageEvent) -> Option<Source> {
    let source: JsValue = event.source()?.into();
    let own = window()?;
    let is = |window: Option<web_sys::Window>| window.is_some_and(|window| JsValue::from(window) == source);
    if is(Some(own.clone())) {
        Some(Source::Own)
    } else if is(own.parent().ok().flatten()) {
        Some(Source::Parent)
    } else {
        (own.opener().ok()? == source).then_some(Source::Opener)
    }
}

fn handed_over(steps: &[Step]) -> JsValue {
    Raw::of(steps).into()
}
