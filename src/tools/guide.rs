//! `get-usage-guide`: for models whose client shows them tools and no resources.

use super::sets::{ToolSet, ToolSets};
use super::{READ_ONLY, SessionsStep, Tool, Work, all, schemas};
use crate::data::Data;
use crate::protocol::ToolAnswer;

pub(super) const GET_USAGE_GUIDE: Tool = Tool {
    name: "get-usage-guide",
    title: "Usage guide",
    description: "How to work with this Lisp: errors, restarts, limits, files, and which other tools there are.",
    sets: &ToolSet::ALL,
    input_schema: schemas::GET_USAGE_GUIDE_ARGUMENTS,
    output_schema: schemas::GET_USAGE_GUIDE_DATA,
    annotations: READ_ONLY,
    work: Work::OnSessions(|_| Ok(SessionsStep::Guide)),
};

/// The guide's text, which the file of words has from here: WebAssembly has its length alone.
pub const GUIDE_TEXT: &str = include_str!("guide.md");

/// The guide, and the sets of tools.
#[must_use]
pub fn answer(guide: String, sets: &ToolSets) -> ToolAnswer {
    let mut text = guide;
    text.push_str("\n## Tools\n");
    let mut told: Vec<Data> = Vec::new();
    for set in ToolSet::ALL {
        let mut tools: Vec<Data> = Vec::new();
        let (name, chosen) = (set.name(), sets.has(set));
        for part in ["- `", name, if chosen { "`" } else { "`, not chosen here" }] {
            text.push_str(part);
        }
        for tool in all().filter(|tool| tool.sets.contains(&set)) {
            text.push_str(if tools.is_empty() { ": " } else { ", " });
            text.push_str(tool.name);
            tools.push(Data::word(tool.name));
        }
        text.push_str(".\n");
        told.push(Data::object(|object| {
            object.word("name", name);
            object.data("chosen", chosen);
            object.data("tools", tools);
        }));
    }
    text.push_str(MORE);
    let data = Data::object(|object| object.data("sets", told));
    ToolAnswer { text: text.into(), data: Some(data), is_error: false, images: Vec::new() }
}

const MORE: &str = "\
The host of this server chooses sets: a page by the option `tools` of `LispServer.start`, a frame by its address
(`frame.html?tools=core,development`), the program by `jscl-mcp --tools core,development`.
";

/// The types of what is told, which are built by hand.
#[cfg(feature = "schemas")]
pub(super) mod reports {
    /// What `get-usage-guide` returns.
    #[derive(ts_rs::TS, schemars::JsonSchema)]
    #[expect(dead_code, reason = "it is a type alone")]
    pub struct GuideReport {
        /// The sets of tools.
        sets: Vec<GuideSet>,
    }

    /// A set of tools.
    #[derive(ts_rs::TS, schemars::JsonSchema)]
    #[expect(dead_code, reason = "it is a type alone")]
    pub struct GuideSet {
        /// By which a host chooses it.
        name: String,
        /// Whether this server's host has chosen it.
        chosen: bool,
        /// The names of its tools.
        tools: Vec<String>,
    }
}
