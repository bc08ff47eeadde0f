//! What a host may set.

use serde::de::DeserializeOwned;

use crate::data::Raw;
use crate::engine::EvaluationId;
use crate::server::asking::request_state::Secret;
use crate::tools::{ToolSets, Words};

/// What a host may set when it makes a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The origins that may attach clients.
    pub origins: Vec<String>,
    /// The last number of an evaluation that a server before this one has given.
    pub last_evaluation: EvaluationId,
    /// What states are sealed with that clients carry. A host draws it at random; without one anybody can
    /// make such states.
    pub secret: Secret,
    /// Whether the host keeps what session `main` defines.
    pub keeps_definitions: bool,
    /// How many characters an answer has in all, unless a client sets another limit; 0 for none.
    pub max_answer: u32,
    /// The tools that there are.
    pub tools: ToolSets,
    /// The words of those outside of `core`.
    pub words: Words,
}

impl Options {
    /// Reads options from an object; what is left out keeps its default.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn read(raw: &Raw) -> Result<Self, String> {
        if !raw.is_object() {
            return Err("The options must be an object.".to_owned());
        }
        if let Some((unknown, _)) = raw.entries().iter().find(|(name, _)| !NAMES.contains(&name.as_str())) {
            return Err(format!("Unknown option \"{unknown}\"."));
        }
        let tools: Option<Vec<String>> = option(raw, "tools", "an array of strings")?;
        let digits: Option<String> = option(raw, "secret", SECRET)?;
        Ok(Self {
            origins: option(raw, "origins", "an array of strings")?.unwrap_or_default(),
            last_evaluation: option(raw, "lastEvaluation", "an integer")?.unwrap_or_default(),
            secret: match digits {
                Some(digits) => secret(&digits).ok_or_else(|| wrong("secret", SECRET))?,
                None => Secret::default(),
            },
            keeps_definitions: option(raw, "keepsDefinitions", "a boolean")?.unwrap_or_default(),
            max_answer: option(raw, "maxAnswer", "an integer that is not negative")?.unwrap_or_default(),
            tools: match &tools {
                Some(names) => ToolSets::named(names.iter().map(String::as_str))?,
                None => ToolSets::default(),
            },
            words: Words::new(raw.get("words").unwrap_or_default()),
        })
    }
}

const NAMES: [&str; 7] =
    ["origins", "lastEvaluation", "secret", "keepsDefinitions", "maxAnswer", "tools", "words"];
const SECRET: &str = "a string of 64 hexadecimal digits";

/// An option; none where it is left out, or `null`.
fn option<T: DeserializeOwned>(options: &Raw, name: &'static str, what: &str) -> Result<Option<T>, String> {
    options.get(name).map(|value| value.read().ok_or_else(|| wrong(name, what))).transpose()
}

fn wrong(name: &str, what: &str) -> String {
    format!("Option \"{name}\" must be {what}.")
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
