//! The results of the protocol's own methods, and the fields that each era adds to a result or does not know.

use super::capabilities::capabilities;
use super::{Caller, Era, Image, LegacyVersion, ListedTool, MODERN_VERSION, ToolAnswer, unknown_cursor};
#[cfg(feature = "fixtures")]
use crate::data::known;
use crate::data::{Object, Written};
use crate::engine::{Mime, base64};
use crate::jsonrpc::Outcome;

/// How long a client may keep what does not change while the page lives, in milliseconds.
const CACHE_TTL_MS: u32 = 3_600_000;

/// The member of a modern result's `_meta` that says whose it is.
pub(super) const SERVER_INFO_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// What a client may keep of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// All of it, for long: it does not change, and is the same for all.
    Long,
    /// Nothing: any evaluation may change it, and it is what somebody works on.
    Nothing,
}

const INSTRUCTIONS: &str = "\
A Common Lisp (JSCL, with SBCL's condition reports). Evaluate code with evaluate-lisp: definitions stay from one call to the \
next, also after an error or a timeout, until reset-session. When a call fails, its text gives the condition's type, its \
message and a backtrace; describe-last-error adds the restarts, get-backtrace more frames. With on_error \"ask\" the \
evaluation is held at its error, and you are asked which restart to take. Evaluations are stopped after the session's \
timeout (30 seconds unless configure-limits changed it). Everything happens in session main unless the argument session names \
another one: a Lisp of its own that waits for no other. The resource lisp://guide tells more.";

/// What an era's clients know of tools and their results.
#[derive(Clone, Copy)]
struct Knows {
    titles: bool,
    annotations: bool,
    structured_content: bool,
}

impl Era {
    fn knows(self) -> Knows {
        match self {
            Self::Modern => Knows { titles: true, annotations: true, structured_content: true },
            Self::Legacy(version) => Knows {
                titles: version.has_titles(),
                annotations: version.has_annotations(),
                structured_content: version.has_structured_content(),
            },
        }
    }
}

/// The result of a legacy request that only has to be done.
#[must_use]
pub fn empty() -> Written {
    Written::object(|_| {})
}

pub(super) fn initialize(version: LegacyVersion) -> Written {
    Written::object(|result| {
        result.member("protocolVersion", &version.name());
        capabilities(result, Era::Legacy(version));
        server_info(result, "serverInfo", version.has_titles());
        result.data("instructions", INSTRUCTIONS);
    })
}

pub(super) fn discover() -> Written {
    Written::object(|result| {
        result.member("supportedVersions", &[MODERN_VERSION]);
        capabilities(result, Era::Modern);
        result.data("instructions", INSTRUCTIONS);
        cache_fields(result, Era::Modern, Keeps::Long);
        modern_fields(result, Era::Modern);
    })
}

/// The result of `tools/list`.
///
/// # Errors
/// For any cursor: all tools fit on one page, so none was ever given out.
pub fn tools_list(era: Era, cursor: Option<&str>, all: impl Iterator<Item = ListedTool>) -> Outcome {
    if cursor.is_some() {
        return Err(unknown_cursor("tools"));
    }
    Ok(Written::object(|result| {
        let mut tools: Vec<Written> = Vec::new();
        for tool in all {
            tools.push(listed(&tool, era.knows()));
        }
        result.data("tools", tools);
        cache_fields(result, era, Keeps::Long);
        modern_fields(result, era);
    }))
}

/// The result of `tools/call`. Some clients hand a model the data alone, so the text is a member of it.
#[must_use]
pub fn call_result(caller: &Caller, answer: &ToolAnswer) -> Written {
    let era = caller.era;
    Written::object(|result| {
        let text = Written::object(|content| {
            content.data("type", "text");
            content.data("text", answer.text.clone());
        });
        let mut content = vec![text];
        for image in &answer.images {
            match image {
                Image { svg: Some(svg), .. } if caller.draws => {
                    content.push(image_content(&base64(svg.to_string().as_bytes()), Mime::Svg.name()));
                }
                Image { png: Some(png), .. } => content.push(image_content(png, Mime::Png.name())),
                Image { .. } => {}
            }
            if image.svg.is_some() && !caller.draws {
                content.push(address(image));
            }
        }
        result.data("content", content);
        if let Some(data) = answer.data.as_ref().filter(|_| era.knows().structured_content) {
            result.data("structuredContent", data.after("text", answer.text.clone()));
        }
        result.data("isError", answer.is_error);
        modern_fields(result, era);
    })
}

fn image_content(data: &str, mime_type: &'static str) -> Written {
    Written::object(|content| {
        content.data("type", "image");
        content.member("data", data);
        content.data("mimeType", mime_type);
    })
}

/// Where the text of a drawn picture is, for who wants to have it large or to change it. It is told in words:
/// libraries make pictures and files of a `resource_link`, which no provider of models can fetch, or raise.
fn address(image: &Image) -> Written {
    Written::object(|content| {
        content.data("type", "text");
        content.member("text", &format!("SVG of the picture: {}", image.uri));
    })
}

/// The result of `tools/call` with these blocks of content.
#[cfg(feature = "fixtures")]
#[must_use]
pub fn content_result(era: Era, content: &'static str) -> Written {
    Written::object(|result| {
        result.data("content", known(&[content]));
        modern_fields(result, era);
    })
}

fn listed(tool: &ListedTool, knows: Knows) -> Written {
    Written::object(|listed| {
        listed.member("name", &tool.name);
        if knows.titles {
            listed.data("title", tool.title.clone());
        }
        listed.data("description", tool.description.clone());
        listed.data("inputSchema", tool.input_schema.clone());
        if let Some(schema) = tool.output_schema.as_ref().filter(|_| knows.structured_content) {
            listed.data("outputSchema", schema.clone());
        }
        if knows.annotations {
            listed.object("annotations", |annotations| {
                // Before tools had titles, the annotations were the place for one.
                if !knows.titles {
                    annotations.data("title", tool.title.clone());
                }
                let hints = tool.annotations;
                annotations.member("readOnlyHint", &hints.read_only_hint);
                annotations.member("destructiveHint", &hints.destructive_hint);
                annotations.member("idempotentHint", &hints.idempotent_hint);
                annotations.member("openWorldHint", &hints.open_world_hint);
            });
        }
    })
}

pub(super) fn server_info(object: &mut Object, name: &'static str, with_title: bool) {
    object.object(name, |info| {
        info.data("name", "jscl-mcp");
        if with_title {
            info.data("title", "Common Lisp");
        }
        info.data("version", env!("CARGO_PKG_VERSION"));
    });
}

/// What a modern result carries beside its own fields; nothing of it in a legacy result.
pub(super) fn modern_fields(result: &mut Object, era: Era) {
    if era == Era::Modern {
        result.data("resultType", "complete");
        modern_meta(result);
    }
}

pub(super) fn modern_meta(result: &mut Object) {
    result.object("_meta", |meta| server_info(meta, SERVER_INFO_KEY, true));
}

/// What a modern result carries about how long a client may keep it.
pub(super) fn cache_fields(result: &mut Object, era: Era, keeps: Keeps) {
    if era == Era::Modern {
        let (ttl_ms, scope) = match keeps {
            Keeps::Long => (CACHE_TTL_MS, "public"),
            Keeps::Nothing => (0, "private"),
        };
        result.member("ttlMs", &ttl_ms);
        result.data("cacheScope", scope);
    }
}
