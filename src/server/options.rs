//! What a host may set.

use serde::Deserialize;

use crate::data::{Data, Wrong};
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
    pub fn read(data: &Data) -> Result<Self, String> {
        if let Some(unknown) = data.names().iter().find(|name| !NAMES.contains(&name.as_str())) {
            return Err(format!("Unknown option \"{unknown}\"."));
        }
        let given: Given = data.read().map_err(|Wrong(name)| match name {
            "origins" => "Option \"origins\" must be an array of strings.".to_owned(),
            "lastEvaluation" => "Option \"lastEvaluation\" must be an integer.".to_owned(),
            "secret" => SECRET.to_owned(),
            "tools" => "Option \"tools\" must be an array of strings.".to_owned(),
            "maxAnswer" => "Option \"maxAnswer\" must be an integer that is not negative.".to_owned(),
            "keepsDefinitions" => "Option \"keepsDefinitions\" must be a boolean.".to_owned(),
            _ => "The options must be an object.".to_owned(),
        })?;
        Ok(Self {
            origins: given.origins.unwrap_or_default(),
            last_evaluation: given.last_evaluation.unwrap_or_default(),
            secret: match given.secret {
                Some(digits) => secret(&digits).ok_or(SECRET)?,
                None => Secret::default(),
            },
            keeps_definitions: given.keeps_definitions,
            max_answer: given.max_answer.unwrap_or_default(),
            tools: match &given.tools {
                Some(names) => ToolSets::named(names.iter().map(String::as_str))?,
                None => ToolSets::default(),
            },
            words: Words::new(data.get("words").unwrap_or_default()),
        })
    }
}

const NAMES: [&str; 7] =
    ["origins", "lastEvaluation", "secret", "keepsDefinitions", "maxAnswer", "tools", "words"];
const SECRET: &str = "Option \"secret\" must be a string of 64 hexadecimal digits.";

/// Options as a host writes them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Given {
    origins: Option<Vec<String>>,
    last_evaluation: Option<EvaluationId>,
    secret: Option<String>,
    keeps_definitions: bool,
    max_answer: Option<u32>,
    tools: Option<Vec<String>>,
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
