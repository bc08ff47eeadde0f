//! The windows whose messages are read, and their form.

use crate::data::Value;

/// How many channels there may be: each can have a client, and none of them can be told to go away.
const MOST_CHANNELS: usize = 64;

const LONGEST_CHANNEL: usize = 200;

/// What a page has asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    /// Channels of envelopes from the server's own window.
    pub(super) tab: Vec<String>,
    /// Channels of envelopes from the window that frames it.
    pub(super) frame: Vec<String>,
    /// Whether bare messages of the window that frames it are read.
    pub(super) bare_parent: bool,
    /// Whether bare messages of the window that opened it are read.
    pub(super) bare_opener: bool,
    /// Whether the page is the view of an MCP app.
    pub(super) app: bool,
}

impl Bindings {
    /// # Errors
    /// A sentence that says what is not understood.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut bindings = Self::default();
        let members = value.as_object().ok_or_else(|| wrong("", "an object"))?;
        for (name, value) in members {
            match name.as_str() {
                "tab" => {
                    bindings.tab = channels(value, "mcp-default").ok_or_else(|| wrong(".tab", CHANNELS))?;
                }
                "frame" => {
                    bindings.frame =
                        channels(value, "mcp-iframe").ok_or_else(|| wrong(".frame", CHANNELS))?;
                }
                "bare" => {
                    (bindings.bare_parent, bindings.bare_opener) = windows(value).ok_or_else(|| {
                        wrong(".bare", "a boolean or an array of \"parent\" and \"opener\"")
                    })?;
                }
                "app" => bindings.app = value.as_bool().ok_or_else(|| wrong(".app", "a boolean"))?,
                other => {
                    let mut name = String::from(".");
                    name.push_str(other);
                    return Err(wrong(&name, "left out: there is no such binding"));
                }
            }
        }
        Ok(bindings)
    }
}

const CHANNELS: &str = "a boolean or { channels } with up to 64 different names in an array";

fn wrong(name: &str, what: &str) -> String {
    let mut problem = String::from("Option \"bindings");
    problem.push_str(name);
    problem.push_str("\" must be ");
    problem.push_str(what);
    problem.push('.');
    problem
}

fn channels(value: &Value, default: &str) -> Option<Vec<String>> {
    let mut channels = Vec::new();
    match value.as_bool() {
        Some(false) => {}
        Some(true) => channels.push(default.to_owned()),
        None => {
            let is_alone = value.as_object()?.len() == 1;
            for channel in value.get("channels").filter(|_| is_alone)?.as_array()? {
                let channel = channel.as_str()?.to_owned();
                let is_name = !channel.is_empty() && channel.len() <= LONGEST_CHANNEL;
                if !is_name || channels.len() >= MOST_CHANNELS || channels.contains(&channel) {
                    return None;
                }
                channels.push(channel);
            }
        }
    }
    Some(channels)
}

/// Whether messages of the parent are read, and those of the opener.
fn windows(value: &Value) -> Option<(bool, bool)> {
    if let Some(is_on) = value.as_bool() {
        return Some((is_on, is_on));
    }
    let mut heard = (false, false);
    for window in value.as_array()? {
        match window.as_str()? {
            "parent" => heard.0 = true,
            "opener" => heard.1 = true,
            _ => return None,
        }
    }
    Some(heard)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: &Value) -> Result<Bindings, String> {
        Bindings::read(value)
    }

    #[test]
    fn what_is_left_out_is_off() {
        let bindings = read(&json!({})).unwrap();
        assert!(bindings.tab.is_empty() && bindings.frame.is_empty());
        assert!(!bindings.bare_parent && !bindings.bare_opener && !bindings.app);
    }

    #[test]
    fn a_binding_is_true_or_names_its_channels_or_windows() {
        let bindings = read(&json!({
            "tab": true, "frame": {"channels": ["a", "b"]}, "bare": ["opener"], "app": true,
        }))
        .unwrap();
        assert_eq!(bindings.tab, ["mcp-default"]);
        assert_eq!(bindings.frame, ["a", "b"]);
        assert!(!bindings.bare_parent && bindings.bare_opener && bindings.app);
        assert_eq!(read(&json!({"frame": true})).unwrap().frame, ["mcp-iframe"]);
        assert!(read(&json!({"bare": true})).unwrap().bare_parent);
    }

    #[test]
    fn anything_else_is_refused_by_name() {
        for wrong in [
            json!({"tab": "mcp-default"}),
            json!({"tab": {"channel": "a"}}),
            json!({"tab": {"channels": "a"}}),
            json!({"tab": {"channels": ["a", "a"]}}),
            json!({"tab": {"channels": [""]}}),
            json!({"tab": {"channels": [7]}}),
            json!({"tab": {"channels": ["a"], "more": 1}}),
            json!({"tab": {"channels": vec!["x".repeat(201)]}}),
            json!({"tab": {"channels": (0..65).map(|n| n.to_string()).collect::<Vec<_>>()}}),
            json!({"tab": null}),
        ] {
            assert!(read(&wrong).unwrap_err().contains("\"bindings.tab\""), "{wrong}");
        }
        assert!(read(&json!({"bare": ["top"]})).unwrap_err().contains("bindings.bare"));
        assert!(read(&json!({"app": 1})).unwrap_err().contains("bindings.app"));
        assert!(read(&json!({"tabs": true})).unwrap_err().contains("\"bindings.tabs\""));
        assert!(read(&json!(true)).is_err());
    }
}
