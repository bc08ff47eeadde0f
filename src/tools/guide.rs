//! `get-usage-guide`: for models whose client shows them tools and no resources.

use serde::Serialize;

use super::sets::{ToolSet, ToolSets};
use super::{READ_ONLY, SessionsStep, Tool, Work, all, schemas};
use crate::protocol::ToolAnswer;

pub(super) const GET_USAGE_GUIDE: Tool = Tool {
    name: "get-usage-guide",
    title: "How to use this Lisp",
    description: "\
Read how to work with this Lisp: sessions, errors, restarts, limits, files, what differs from SBCL, and which other tools there are.",
    sets: &ToolSet::ALL,
    input_schema: schemas::GET_USAGE_GUIDE_ARGUMENTS,
    output_schema: schemas::GET_USAGE_GUIDE_DATA,
    annotations: READ_ONLY,
    work: Work::OnSessions(|_| Ok(SessionsStep::Guide)),
};

/// What `get-usage-guide` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GuideReport {
    /// The sets of tools.
    pub sets: Vec<GuideSet>,
}

/// A set of tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GuideSet {
    /// By which a host chooses it.
    pub name: &'static str,
    /// Whether this server's host has chosen it.
    pub chosen: bool,
    /// The names of its tools.
    pub tools: Vec<&'static str>,
}

/// The guide, and the sets of tools.
#[must_use]
pub fn answer(guide: &str, sets: &ToolSets) -> ToolAnswer {
    let mut text = guide.to_owned();
    text.push_str("\n## Tools\n");
    let mut told = Vec::new();
    for set in ToolSet::ALL {
        let mut tools = Vec::new();
        for tool in all().filter(|tool| tool.sets.contains(&set)) {
            tools.push(tool.name);
        }
        let (name, chosen) = (set.name(), sets.has(set));
        for part in
            ["- `", name, "`", if chosen { "" } else { ", not chosen here" }, ": ", &tools.join(", "), ".\n"]
        {
            text.push_str(part);
        }
        told.push(GuideSet { name, chosen, tools });
    }
    text.push_str(MORE);
    ToolAnswer::new(text, &GuideReport { sets: told }, false)
}

const MORE: &str = "\
The host of this server chooses sets: a page by the option `tools` of `LispServer.start`, a frame by its address
(`frame.html?tools=core,development`), the program by `jscl-mcp --tools core,development`.
";
