//! What a script is told: the program, what it lists, and the tables that all languages share.

use std::error::Error;
use std::fs;
use std::path::Path;

use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A tool as the server lists it, or as a model is given it.
#[derive(Deserialize)]
pub(crate) struct Tool {
    pub(crate) name: String,
    #[serde(rename = "inputSchema")]
    pub(crate) parameters: Value,
}

/// A call of the table of calls, and what has to be in its answer.
#[derive(Deserialize)]
pub(crate) struct Step {
    pub(crate) tool: String,
    pub(crate) arguments: JsonObject,
    #[serde(default)]
    pub(crate) error: bool,
    pub(crate) has: String,
}

pub(crate) struct Program {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) calls: Vec<Step>,
    pub(crate) checks: Vec<String>,
}

fn table<T: DeserializeOwned>(path: &Path) -> Result<T, Box<dyn Error>> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

impl Program {
    /// Of the arguments: the file of what the server lists, the command that starts it, and its arguments.
    pub(crate) fn from_arguments(
        mut arguments: impl Iterator<Item = String>,
    ) -> Result<Self, Box<dyn Error>> {
        let tools = arguments.next().ok_or("The file of tools is missing.")?;
        let command = arguments.next().ok_or("The command of the server is missing.")?;
        let shared = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("");
        Ok(Self {
            command,
            args: arguments.collect(),
            tools: table(tools.as_ref())?,
            calls: table(&shared.join("calls.json"))?,
            checks: table(&shared.join("checks.json"))?,
        })
    }
}
