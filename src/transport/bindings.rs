//! Which windows are heard, and in which form.

use serde_json::Value;

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
    /// Whether bare messages of the window that frames it are heard.
    pub(super) bare_parent: bool,
    /// Whether bare messages of the window that opened it are heard.
    pub(super) bare_opener: bool,
    /// Whether the page is the view of an MCP app.
    pub(super) app: bool,
}

impl Bindings {
    /// # Errors
    /// A sentence that says what is not understood.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut bindings = Self::default();
        let Value::Object(members) = value else { return Err(wrong("", "an object")) };
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
    match value {
        Value::Bool(false) => {}
        Value::Bool(true) => channels.push(default.to_owned()),
        _ => {
            let members = value.as_object().filter(|members| members.len() == 1)?;
            for channel in members.get("channels")?.as_array()? {
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

/// Whether the parent is heard, and whether the opener is.
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
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_left_out_is_off() {
        let bindings = Bindings::read(&json!({})).unwrap();
        assert!(bindings.tab.is_empty() && bindings.frame.is_empty());
        assert!(!bindings.bare_parent && !bindings.bare_opener && !bindings.app);
    }

    #[test]
    fn a_binding_is_true_or_names_its_channels_or_windows() {
        let bindings = Bindings::read(&json!({
            "tab": true, "frame": {"channels": ["a", "b"]}, "bare": ["opener"], "app": true,
        }))
        .unwrap();
        assert_eq!(bindings.tab, ["mcp-default"]);
        assert_eq!(bindings.frame, ["a", "b"]);
        assert!(!bindings.bare_parent && bindings.bare_opener && bindings.app);
        assert_eq!(Bindings::read(&json!({"frame": true})).unwrap().frame, ["mcp-iframe"]);
        assert!(Bindings::read(&json!({"bare": true})).unwrap().bare_parent);
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
            assert!(Bindings::read(&wrong).unwrap_err().contains("\"bindings.tab\""), "{wrong}");
        }
        assert!(Bindings::read(&json!({"bare": ["top"]})).unwrap_err().contains("bindings.bare"));
        assert!(Bindings::read(&json!({"app": 1})).unwrap_err().contains("bindings.app"));
        assert!(Bindings::read(&json!({"tabs": true})).unwrap_err().contains("\"bindings.tabs\""));
        assert!(Bindings::read(&json!(true)).is_err());
    }
}
