//! What a host may set.

use serde_json::Value;

/// What a host may set when it makes a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The origins that may attach clients.
    pub origins: Vec<String>,
}

impl Options {
    /// Reads options from a JSON object; what is left out keeps its default.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let Ok(Value::Object(members)) = serde_json::from_str(text) else {
            return Err("The options must be a JSON object.".to_owned());
        };
        let mut options = Self::default();
        for (name, value) in members {
            match (name.as_str(), value) {
                ("origins", Value::Array(origins)) => {
                    for origin in origins {
                        match origin {
                            Value::String(origin) => options.origins.push(origin),
                            _ => return Err("Option \"origins\" must be an array of strings.".to_owned()),
                        }
                    }
                }
                ("origins", _) => return Err("Option \"origins\" must be an array of strings.".to_owned()),
                (other, _) => return Err(format!("Unknown option \"{other}\".")),
            }
        }
        Ok(options)
    }
}
