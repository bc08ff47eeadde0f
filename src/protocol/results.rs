//! The results of the protocol's own methods, and the fields that each era adds to a result or does not know.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Era, LegacyVersion, MODERN_VERSION};
use crate::jsonrpc::{ErrorObject, result_json};
use crate::tools::{self, Annotations, Tool, ToolAnswer};

type ResultJson = Result<Box<RawValue>, ErrorObject>;

/// How long a client may keep what does not change while the page lives, in milliseconds.
const CACHE_TTL_MS: u32 = 3_600_000;

const INSTRUCTIONS: &str = "\
A Common Lisp that lives in a web page. Evaluate code with evaluate-lisp: definitions stay from one call to the next, also \
after an error or a timeout, until reset-session. When a call fails, its text gives the condition's type, its message and a \
backtrace; describe-last-error adds the restarts, get-backtrace more frames. Evaluations are stopped after the session's \
timeout (30 seconds unless configure-limits changed it).";

#[derive(Clone, Serialize)]
struct ServerInfo {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    version: &'static str,
}

impl ServerInfo {
    fn new(with_title: bool) -> Self {
        Self {
            name: "jscl-mcp",
            title: with_title.then_some("Common Lisp in this page"),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

#[derive(Serialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server_info: ServerInfo,
}

/// What a modern result carries beside its own fields; nothing of it in a legacy result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ModernFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<&'static str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

impl ModernFields {
    fn of(era: Era, cacheable: bool) -> Self {
        let modern = era == Era::Modern;
        let cacheable = modern && cacheable;
        Self {
            result_type: modern.then_some("complete"),
            ttl_ms: cacheable.then_some(CACHE_TTL_MS),
            cache_scope: cacheable.then_some("public"),
            meta: modern.then(|| Meta { server_info: ServerInfo::new(true) }),
        }
    }
}

#[derive(Serialize)]
struct Capabilities {
    tools: Empty,
}

#[derive(Serialize)]
struct Empty {}

pub(super) fn empty() -> ResultJson {
    result_json(&Empty {})
}

pub(super) fn initialize(version: LegacyVersion) -> ResultJson {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Initialize {
        protocol_version: &'static str,
        capabilities: Capabilities,
        server_info: ServerInfo,
        instructions: &'static str,
    }
    result_json(&Initialize {
        protocol_version: version.name(),
        capabilities: Capabilities { tools: Empty {} },
        server_info: ServerInfo::new(version.has_titles()),
        instructions: INSTRUCTIONS,
    })
}

pub(super) fn discover() -> ResultJson {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Discover {
        supported_versions: [&'static str; 1],
        capabilities: Capabilities,
        instructions: &'static str,
        #[serde(flatten)]
        modern: ModernFields,
    }
    result_json(&Discover {
        supported_versions: [MODERN_VERSION],
        capabilities: Capabilities { tools: Empty {} },
        instructions: INSTRUCTIONS,
        modern: ModernFields::of(Era::Modern, true),
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedTool {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    description: &'static str,
    input_schema: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<ListedAnnotations>,
}

#[derive(Serialize)]
struct ListedAnnotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    #[serde(flatten)]
    hints: Annotations,
}

fn listed(tool: &Tool, era: Era) -> Result<ListedTool, ErrorObject> {
    let (titles, annotations, structured) = match era {
        Era::Modern => (true, true, true),
        Era::Legacy(version) => {
            (version.has_titles(), version.has_annotations(), version.has_structured_content())
        }
    };
    Ok(ListedTool {
        name: tool.name,
        title: titles.then_some(tool.title),
        description: tool.description,
        input_schema: schema(tool.input_schema)?,
        output_schema: if structured { Some(schema(tool.output_schema)?) } else { None },
        annotations: annotations.then(|| ListedAnnotations {
            // Before tools had titles, the annotations were the place for one.
            title: (!titles).then_some(tool.title),
            hints: tool.annotations,
        }),
    })
}

fn schema(literal: &'static str) -> ResultJson {
    RawValue::from_string(literal.to_owned())
        .map_err(|error| ErrorObject::new(crate::jsonrpc::INTERNAL_ERROR, format!("A schema is broken: {error}")))
}

pub(super) fn tools_list(era: Era) -> ResultJson {
    #[derive(Serialize)]
    struct ToolsList {
        tools: Vec<ListedTool>,
        #[serde(flatten)]
        modern: ModernFields,
    }
    let tools = tools::all().map(|tool| listed(tool, era)).collect::<Result<Vec<_>, _>>()?;
    result_json(&ToolsList { tools, modern: ModernFields::of(era, true) })
}

/// The result of `tools/call`.
///
/// # Errors
/// If the answer cannot be written as JSON.
pub fn call_result(era: Era, answer: &ToolAnswer) -> ResultJson {
    #[derive(Serialize)]
    struct Text<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        text: &'a str,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct CallResult<'a> {
        content: [Text<'a>; 1],
        #[serde(skip_serializing_if = "Option::is_none")]
        structured_content: Option<&'a RawValue>,
        is_error: bool,
        #[serde(flatten)]
        modern: ModernFields,
    }
    let structured = match era {
        Era::Modern => true,
        Era::Legacy(version) => version.has_structured_content(),
    };
    result_json(&CallResult {
        content: [Text { kind: "text", text: &answer.text }],
        structured_content: answer.data.as_deref().filter(|_| structured),
        is_error: answer.is_error,
        modern: ModernFields::of(era, false),
    })
}
