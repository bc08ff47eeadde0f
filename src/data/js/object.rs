//! The members of objects.

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::Data;
use super::known::known;

/// No prototype of the page's is looked at by what reads and writes here, and nothing of it can fail.
#[wasm_bindgen]
extern "C" {
    pub(super) type Plain;

    /// None of what is not there, and of `null`. It may be anything; that it is said to be an object has it
    /// told apart without a question.
    #[wasm_bindgen(method, indexing_getter)]
    pub(super) fn get(this: &Plain, name: &JsString) -> Option<Object>;

    #[wasm_bindgen(method, indexing_getter)]
    pub(super) fn at(this: &Plain, place: u32) -> Option<Object>;

    #[wasm_bindgen(method, indexing_setter)]
    pub(super) fn set(this: &Plain, name: &JsString, value: &JsValue);

    /// It saves making a value of JavaScript of the number first.
    #[wasm_bindgen(method, indexing_setter)]
    pub(super) fn set_number(this: &Plain, name: &JsString, value: f64);
}

/// Members of an object that is being made.
#[derive(Debug)]
pub(in crate::data) struct Members(pub(super) JsValue);

impl Default for Members {
    fn default() -> Self {
        Self(Object::new().into())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "natively it is moved in")]
impl Members {
    pub(in crate::data) fn set(&mut self, name: &'static str, value: Data) {
        known(name, |name| value.with_value(|value| self.0.unchecked_ref::<Plain>().set(name, value)));
    }

    pub(in crate::data) fn set_number(&mut self, name: &'static str, value: f64) {
        known(name, |name| self.0.unchecked_ref::<Plain>().set_number(name, value));
    }

    pub(in crate::data) fn add(&mut self, name: &str, value: Data) {
        value.with_value(|value| self.0.unchecked_ref::<Plain>().set(&name.into(), value));
    }

    pub(in crate::data) fn into_data(self) -> Data {
        Data(Some(self.0))
    }
}
