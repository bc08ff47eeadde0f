//! What a host may set.

use serde_json::Value;

use crate::engine::EvaluationId;
use crate::json::read;
use crate::server::asking::request_state::Secret;
use crate::tools::ToolSets;

/// What a host may set when it makes a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The origins that may attach clients.
    pub origins: Vec<String>,
    /// The last number of an evaluation that a server before this one has given.
    pub last_evaluation: EvaluationId,
    /// What states are sealed with that clients carry. A host draws it at random; without one anybody can make such states.
    pub secret: Secret,
    /// Whether the host keeps what session `main` defines.
    pub keeps_definitions: bool,
    /// The tools that there are.
    pub tools: ToolSets,
}

impl Options {
    /// Reads options from a JSON object; what is left out keeps its default.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let Ok(Value::Object(members)) = read(text) else {
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
                ("lastEvaluation", Value::Number(number)) => {
                    options.last_evaluation = number
                        .as_u64()
                        .and_then(|number| EvaluationId::try_from(number).ok())
                        .ok_or("Option \"lastEvaluation\" must be an integer.")?;
                }
                ("secret", Value::String(digits)) => {
                    options.secret = secret(&digits)
                        .ok_or("Option \"secret\" must be a string of 64 hexadecimal digits.")?;
                }
                ("tools", Value::Array(names)) => {
                    let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                    let names = names.ok_or("Option \"tools\" must be an array of strings.")?;
                    options.tools = ToolSets::named(names)?;
                }
                ("tools", _) => return Err("Option \"tools\" must be an array of strings.".to_owned()),
                ("keepsDefinitions", Value::Bool(keeps)) => options.keeps_definitions = keeps,
                (other, _) => return Err(format!("Unknown option \"{other}\".")),
            }
        }
        Ok(options)
    }
}

fn secret(digits: &str) -> Option<Secret> {
    let mut secret = Secret::default();
    let mut digits = digits.chars();
    for byte in &mut secret {
        for _ in 0..2 {
            let digit = digits.next()?.to_digit(16)?;
            *byte = *byte << 4 | u8::try_from(digit).ok()?;
        }
    }
    digits.next().is_none().then_some(secret)
}
