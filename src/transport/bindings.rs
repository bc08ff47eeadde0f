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
        let Value::Object(members) = value else {
            return Err("Option \"bindings\" must be an object.".to_owned());
        };
        for (name, value) in members {
            match (name.as_str(), value) {
                ("tab", value) => bindings.tab = channels("tab", value, "mcp-default")?,
                ("frame", value) => bindings.frame = channels("frame", value, "mcp-iframe")?,
                ("bare", Value::Bool(is_on)) => {
                    bindings.bare_parent = *is_on;
                    bindings.bare_opener = *is_on;
                }
                ("bare", Value::Array(windows)) => {
                    for window in windows {
                        match window.as_str() {
                            Some("parent") => bindings.bare_parent = true,
                            Some("opener") => bindings.bare_opener = true,
                            _ => return Err(wrong("bare", "an array of \"parent\" and \"opener\"")),
                        }
                    }
                }
                ("bare", _) => return Err(wrong("bare", "an array of \"parent\" and \"opener\"")),
                ("app", Value::Bool(is_on)) => bindings.app = *is_on,
                ("app", _) => return Err(wrong("app", "true or false")),
                (other, _) => return Err(format!("Option \"bindings\" has no member \"{other}\".")),
            }
        }
        Ok(bindings)
    }
}

fn wrong(name: &str, what: &str) -> String {
    format!("Option \"bindings.{name}\" must be true, false or {what}.")
}

fn channels(name: &str, value: &Value, default: &str) -> Result<Vec<String>, String> {
    let given = match value {
        Value::Bool(true) => return Ok(vec![default.to_owned()]),
        Value::Bool(false) => return Ok(Vec::new()),
        Value::Object(members) if members.len() == 1 => members.get("channels"),
        _ => None,
    };
    let problem = || wrong(name, "{ channels } with up to 64 different names in an array");
    let Some(Value::Array(given)) = given else { return Err(problem()) };
    let mut channels: Vec<String> = Vec::new();
    for channel in given {
        match channel {
            Value::String(channel)
                if !channel.is_empty()
                    && channel.len() <= LONGEST_CHANNEL
                    && channels.len() < MOST_CHANNELS
                    && !channels.contains(channel) =>
            {
                channels.push(channel.clone());
            }
            _ => return Err(problem()),
        }
    }
    Ok(channels)
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
        assert!(Bindings::read(&json!({"tabs": true})).unwrap_err().contains("\"tabs\""));
        assert!(Bindings::read(&json!(true)).is_err());
    }
}
