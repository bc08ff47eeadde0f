//! What images tell of an evaluation, in parts that tests put together.

use serde_json::{Value, json};

/// Puts the members of `changes` into the object `base`. Frames without a number get those of their places.
pub(crate) fn with(mut base: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        base[name] = value.clone();
        if name == "frames" {
            for (place, frame) in base[name].as_array_mut().unwrap().iter_mut().enumerate() {
                if frame["index"] == 0 {
                    frame["index"] = json!(place);
                }
            }
        }
    }
    base
}

/// The outcome of an evaluation that returned.
pub(crate) fn ok(values: &[&str]) -> Value {
    json!({
        "status": "ok", "values": values, "warnings": [], "condition": null, "package": "COMMON-LISP-USER",
        "forms": 1, "timing": null, "dropped": {"stdout": 0, "stderr": 0, "values": 0, "results": 0, "warnings": 0, "definitions": 0}, "restartsTaken": [], "definitions": [],
    })
}
