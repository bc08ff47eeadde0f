//! The parameters of requests: each checked against what its method takes, in both eras alike.

use super::LogLevel;
use crate::data::{Members, Raw, Value, Written, members};
use crate::index::Index;
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, Params};

/// How many resources one `subscriptions/listen` may name.
pub const MAX_LISTENED: usize = 1_000;

/// Arguments as they came, by their names: texts by reference, and data.
pub type Given = Vec<(String, Written)>;

/// A `tools/call` whose envelope is in order.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The tool's name; whether it exists is not decided here.
    pub name: String,
    /// The arguments, not yet checked.
    pub arguments: Given,
    /// What an earlier call has asked for.
    pub retry: Retry,
}

/// A `prompts/get` whose envelope is in order.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptCall {
    /// The prompt's name; whether it exists is not decided here.
    pub name: String,
    /// Names and values of the arguments.
    pub arguments: Vec<(String, String)>,
    /// What an earlier call has asked for.
    pub retry: Retry,
}

/// A `resources/read` whose envelope is in order.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceRead {
    /// Which; whether it exists is not decided here.
    pub uri: String,
    /// What an earlier call has asked for.
    pub retry: Retry,
}

/// What a modern client sends along when it repeats a request whose answer was that input is required. Empty
/// otherwise. Nothing of it is to be trusted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Retry {
    /// The answers to what was asked, by its names there.
    pub responses: Value,
    /// The state that was sent with the questions.
    pub state: Option<String>,
}

/// A `completion/complete` whose envelope is in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What has the argument.
    pub of: CompletionOf,
    /// The argument's name.
    pub argument: String,
    /// What was written of it so far.
    pub value: String,
    /// Names and values of arguments that are known already.
    pub known: Vec<(String, String)>,
}

/// What an argument that is to be completed belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletionOf {
    /// The prompt of that name.
    Prompt(String),
    /// The template of that form, or the resource of that address.
    Resource(String),
}

/// What a `subscriptions/listen` asks to be told of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// That the list of tools changed.
    pub tools: bool,
    /// That the list of prompts changed.
    pub prompts: bool,
    /// That the list of resources changed.
    pub resources: bool,
    /// That one of these resources changed.
    pub uris: Vec<String>,
}

type Read<T> = Result<T, ErrorObject>;

/// The error for parameters that are not what their method takes.
#[cold]
fn wrong(method: &str, expected: &str) -> ErrorObject {
    let mut message = method.to_owned();
    message.push_str(" needs ");
    message.push_str(expected);
    message.push('.');
    ErrorObject::new(INVALID_PARAMS, message)
}

/// An object or, where it is left out or `null`, nothing that has members. None for anything else.
fn object<'a>(params: &'a Value, name: &str) -> Option<&'a Value> {
    match params.named(name) {
        None => Some(&Value::Null),
        Some(value) => value.is_object().then_some(value),
    }
}

/// An object of strings, likewise.
fn texts(params: &Value, name: &str) -> Option<Vec<(String, String)>> {
    let members = object(params, name)?.as_object().into_iter().flatten();
    members.map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// The arguments, likewise, which may be long.
fn arguments(params: &Params) -> Option<Given> {
    let Some(arguments) = params.raw().get("arguments") else { return Some(Given::new()) };
    arguments.is_object().then(|| given(&arguments))
}

/// Arguments of a tool, or of a prompt.
#[must_use]
pub fn given(raw: &Raw) -> Given {
    let written = |(name, raw): (String, Raw)| match raw.text() {
        Some(text) => (name, text.well_formed().into()),
        None => (name, raw.value().into()),
    };
    raw.entries().into_iter().map(written).collect()
}

/// Arguments as data, with their texts read.
#[must_use]
pub fn given_value(given: &Given) -> Value {
    members(given.iter().map(|(name, value)| (name.clone(), value.value())))
}

pub(super) fn tool_call(params: &Params, retry: Retry) -> Read<ToolCall> {
    let name = params.raw().get("name").and_then(|name| name.text());
    let name = name
        .map(|name| name.to_string())
        .ok_or_else(|| wrong("tools/call", "\"name\", the name of a tool, as a string"))?;
    let arguments = arguments(params)
        .ok_or_else(|| ErrorObject::new(INVALID_PARAMS, "\"arguments\" of tools/call must be an object."))?;
    Ok(ToolCall { name, arguments, retry })
}

pub(super) fn prompt_call(params: &Params, retry: Retry) -> Read<PromptCall> {
    let name = params
        .string("name")
        .ok_or_else(|| wrong("prompts/get", "\"name\", the name of a prompt, as a string"))?;
    let text = |(name, value): (String, Written)| match value {
        Written::Text(text) => Some((name, text.to_string())),
        _ => None,
    };
    let arguments = arguments(params).and_then(|all| all.into_iter().map(text).collect());
    let arguments = arguments.ok_or_else(|| {
        ErrorObject::new(INVALID_PARAMS, "\"arguments\" of prompts/get must be an object of strings.")
    })?;
    Ok(PromptCall { name, arguments, retry })
}

pub(super) fn resource_read(params: &Params, retry: Retry) -> Read<ResourceRead> {
    Ok(ResourceRead { uri: uri("resources/read", params)?, retry })
}

pub(super) fn uri(method: &str, params: &Params) -> Read<String> {
    params.string("uri").ok_or_else(|| wrong(method, "\"uri\", the address of a resource, as a string"))
}

/// Where a list is to go on; whether a list was ever cut there is not decided here. The empty cursor is the
/// beginning.
pub(super) fn cursor(method: &str, params: &Params) -> Read<Option<String>> {
    let Some(cursor) = params.named("cursor") else { return Ok(None) };
    match cursor.as_str() {
        Some(cursor) => Ok((!cursor.is_empty()).then(|| cursor.to_owned())),
        None => Err(wrong(method, "\"cursor\" as a string, if at all")),
    }
}

pub(super) fn completion(params: &Params) -> Read<Completion> {
    const METHOD: &str = "completion/complete";
    let of = object(params, "ref").unwrap_or(&Value::Null);
    let of = match of.string("type").as_deref() {
        Some("ref/prompt") => of.string("name").map(CompletionOf::Prompt),
        Some("ref/resource") => of.string("uri").map(CompletionOf::Resource),
        _ => None,
    };
    let of = of.ok_or_else(|| {
        wrong(METHOD, "\"ref\" with \"type\" ref/prompt and \"name\", or ref/resource and \"uri\"")
    })?;
    let argument = object(params, "argument").unwrap_or(&Value::Null);
    let (Some(name), Some(value)) = (argument.string("name"), argument.string("value")) else {
        return Err(wrong(METHOD, "\"argument\" with the strings \"name\" and \"value\""));
    };
    let known = object(params, "context").and_then(|context| texts(context, "arguments"));
    let known = known
        .ok_or_else(|| wrong(METHOD, "\"context\" with \"arguments\", an object of strings, if at all"))?;
    Ok(Completion { of, argument: name, value, known })
}

pub(super) fn log_level(params: &Params) -> Read<LogLevel> {
    params.string("level").as_deref().and_then(LogLevel::named).ok_or_else(|| {
        let mut expected = "\"level\", ".to_owned();
        expected.push_str(LOG_LEVELS);
        wrong("logging/setLevel", &expected)
    })
}

pub(super) const LOG_LEVELS: &str = "one of debug, info, notice, warning, error, critical, alert, emergency";

pub(super) fn retry(method: &str, params: &Params) -> Read<Retry> {
    // Nearly no request is a repeated one.
    if !params.raw().has("inputResponses") && !params.raw().has("requestState") {
        return Ok(Retry::default());
    }
    let responses = object(params, "inputResponses").filter(|responses| {
        responses.as_object().into_iter().flatten().all(|(_, answer)| answer.is_object())
    });
    let Some(responses) = responses else {
        return Err(wrong(method, "\"inputResponses\" as an object of objects, if at all"));
    };
    let state = match params.named("requestState") {
        None => None,
        Some(state) => match state.as_str() {
            Some(state) => Some(state.to_owned()),
            None => return Err(wrong(method, "\"requestState\" as a string, if at all")),
        },
    };
    Ok(Retry { responses: responses.clone(), state })
}

pub(super) fn filter(params: &Params) -> Read<Filter> {
    const METHOD: &str = "subscriptions/listen";
    let Some(asked) = params.object("notifications") else {
        return Err(wrong(METHOD, "\"notifications\", an object that says what to tell of"));
    };
    let flag = |name| match asked.named(name) {
        None => Ok(false),
        Some(flag) => flag.as_bool().ok_or_else(|| wrong(METHOD, "true or false for each \"…ListChanged\"")),
    };
    // Kinds that other versions and extensions have are not honoured, which the acknowledgement says.
    let (tools, prompts, resources) =
        (flag("toolsListChanged")?, flag("promptsListChanged")?, flag("resourcesListChanged")?);
    let uris = uris(asked.named("resourceSubscriptions"));
    let uris =
        uris.ok_or_else(|| wrong(METHOD, "\"resourceSubscriptions\" as an array of strings, 1000 at most"))?;
    Ok(Filter { tools, prompts, resources, uris })
}

/// Each of them once; none where it is left out.
fn uris(value: Option<&Value>) -> Option<Vec<String>> {
    let mut uris = Vec::new();
    let mut known = Index::default();
    let Some(value) = value else { return Some(uris) };
    for item in value.as_array()? {
        let uri = item.as_str().filter(|_| uris.len() < MAX_LISTENED)?;
        if known.add(uri, 0) {
            uris.push(uri.to_owned());
        }
    }
    Some(uris)
}
