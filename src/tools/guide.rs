//! `get-usage-guide`: for models whose client shows them tools and no resources.

use super::sets::{ToolSet, ToolSets};
use super::{READ_ONLY, SessionsStep, Tool, Work, all, schemas};
use crate::data::{Raw, Written, object};
use crate::protocol::ToolAnswer;

pub(super) const GET_USAGE_GUIDE: Tool = Tool {
    name: "get-usage-guide",
    title: "Usage guide",
    description: "How to work with this Lisp: errors, restarts, limits, files, and which other tools there are.",
    sets: &ToolSet::ALL,
    input_schema: schemas::GET_USAGE_GUIDE_ARGUMENTS,
    output_schema: schemas::GET_USAGE_GUIDE_DATA,
    annotations: READ_ONLY,
    work: Work::OnSessions(|arguments| {
        let GuideArguments { section } =
            GuideArguments { section: arguments.optional_choice("section", &SECTIONS)? };
        Ok(SessionsStep::Guide(section))
    }),
};

/// The arguments of `get-usage-guide`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct GuideArguments {
    /// Or page one.
    section: Option<Section>,
}

/// A part of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename_all = "kebab-case"))]
pub enum Section {
    /// Errors and restarts.
    Errors,
    /// Sessions.
    Sessions,
    /// Pictures.
    Pictures,
    /// Limits.
    Limits,
    /// Resources.
    Resources,
    /// What differs from SBCL.
    Differences,
    /// The sets of tools.
    Tools,
    /// The whole guide.
    All,
}

const SECTIONS: [(&str, Section); 8] = [
    ("errors", Section::Errors),
    ("sessions", Section::Sessions),
    ("pictures", Section::Pictures),
    ("limits", Section::Limits),
    ("resources", Section::Resources),
    ("differences", Section::Differences),
    ("tools", Section::Tools),
    ("all", Section::All),
];

/// What the heading of each section begins with, in the order in which they stand in the guide.
const HEADINGS: [(Section, &str); 6] = [
    (Section::Errors, "## Errors"),
    (Section::Sessions, "## Sessions"),
    (Section::Pictures, "## Pictures"),
    (Section::Limits, "## Limits"),
    (Section::Resources, "## Resources"),
    (Section::Differences, "## What differs"),
];

/// The part of the guide's text before its first section, or a section.
fn part(guide: &str, section: Option<Section>) -> &str {
    let place = HEADINGS.iter().position(|(each, _)| Some(*each) == section);
    let heading = |place: usize| HEADINGS.get(place).and_then(|(_, heading)| guide.find(heading));
    let start = place.and_then(heading).unwrap_or(0);
    let end = heading(place.map_or(0, |place| place.saturating_add(1))).unwrap_or(guide.len());
    guide.get(start..end).unwrap_or_default().trim_end()
}

/// The guide's text, which the file of words has from here: WebAssembly has its length alone.
pub const GUIDE_TEXT: &str = include_str!("guide.md");

/// A part of the guide: its first page where none is named. The sets of tools are told with those of the
/// whole, and of the section about them.
#[must_use]
pub fn answer(guide: String, sets: &ToolSets, section: Option<Section>) -> ToolAnswer {
    let tells_tools = matches!(section, Some(Section::Tools | Section::All));
    let mut text = match section {
        Some(Section::All) => guide,
        Some(Section::Tools) => String::new(),
        _ => part(&guide, section).to_owned(),
    };
    let mut told: Vec<Written> = Vec::new();
    if tells_tools {
        tell_tools(&mut text, &mut told, sets);
    } else if section.is_none() {
        tell_sections(&mut text, sets);
    }
    let data = Raw::of(&object([("sets", told.into())]));
    ToolAnswer { text: text.into(), data: Some(data), is_error: false, images: Vec::new() }
}

/// Says which sections there are, and which sets of tools.
fn tell_sections(text: &mut String, sets: &ToolSets) {
    text.push_str("\n\n## More\nCall this tool again with a section:");
    for (number, (name, _)) in SECTIONS.iter().enumerate() {
        text.push_str(if number == 0 { " " } else { ", " });
        text.push_str(name);
    }
    text.push_str(".\nSets of tools, of which `tools` has the names:");
    for (number, set) in ToolSet::ALL.into_iter().enumerate() {
        for part in [if number == 0 { " `" } else { ", `" }, set.name(), "`"] {
            text.push_str(part);
        }
        text.push_str(if sets.has(set) { "" } else { " (not chosen here)" });
    }
    text.push_str(".\n");
}

fn tell_tools(text: &mut String, told: &mut Vec<Written>, sets: &ToolSets) {
    text.push_str(if text.is_empty() { "## Tools\n" } else { "\n## Tools\n" });
    for set in ToolSet::ALL {
        let mut tools: Vec<Written> = Vec::new();
        let (name, chosen) = (set.name(), sets.has(set));
        for part in ["- `", name, if chosen { "`" } else { "`, not chosen here" }] {
            text.push_str(part);
        }
        for tool in all().filter(|tool| tool.sets.contains(&set)) {
            text.push_str(if tools.is_empty() { ": " } else { ", " });
            text.push_str(tool.name);
            tools.push(tool.name.into());
        }
        text.push_str(".\n");
        told.push(object([("name", name.into()), ("chosen", chosen.into()), ("tools", tools.into())]));
    }
    text.push_str(MORE);
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
        /// The sets of tools, in the whole and in the section about them; empty elsewhere.
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
