//! What a request wants, once its envelope is found to be in order.

use super::LogLevel;
use super::params::{Completion, Filter, PromptCall, ResourceRead, ToolCall};
use crate::data::Written;

/// How a request goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Routed {
    /// Answered by the protocol itself.
    Answer(Written),
    /// `tools/list`, from a cursor if any.
    ListTools(Option<String>),
    /// `tools/call`.
    CallTool(ToolCall),
    /// `resources/list`, from a cursor if any.
    ListResources(Option<String>),
    /// `resources/templates/list`, from a cursor if any.
    ListTemplates(Option<String>),
    /// `resources/read`.
    ReadResource(ResourceRead),
    /// `resources/subscribe` to the resource of that address; legacy only.
    Subscribe(String),
    /// `resources/unsubscribe`; legacy only.
    Unsubscribe(String),
    /// `prompts/list`, from a cursor if any.
    ListPrompts(Option<String>),
    /// `prompts/get`.
    GetPrompt(PromptCall),
    /// `completion/complete`.
    Complete(Completion),
    /// `logging/setLevel`; legacy only.
    SetLogLevel(LogLevel),
    /// `subscriptions/listen`; modern only.
    Listen(Filter),
}
