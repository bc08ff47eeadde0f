//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::tools::reports::{Access, MeaningKind};

/// What `apropos-search` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct AproposReport {
    /// The symbols found, from `start` on, in the order of their packages and names.
    symbols: Vec<FoundSymbol>,
    /// How many there are in all.
    total: u32,
    /// The index of the first that is shown.
    start: u32,
}

/// A symbol that was found.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct FoundSymbol {
    /// As it is written in any package.
    symbol: String,
    /// The name of its home package.
    package: String,
    /// How it is accessible in its home package.
    access: Access,
    /// What it names; empty for nothing.
    kinds: Vec<MeaningKind>,
    /// The lambda list of its function or macro; `null` where there is none, or it is not known.
    lambda_list: Option<String>,
}

/// What `class-info` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ClassReport {
    /// The name of the class, as it is written in any package.
    name: String,
    /// Whether there is such a class; otherwise all else is empty.
    found: bool,
    /// The class of the class, such as `standard-class` or `structure-class`.
    metaclass: Option<String>,
    /// Its documentation.
    documentation: Option<String>,
    /// The classes that it was defined with.
    direct_superclasses: Vec<String>,
    /// The classes that were defined with it.
    direct_subclasses: Vec<String>,
    /// Its class precedence list, itself first.
    precedence: Vec<String>,
    /// All its slots, inherited ones too.
    slots: Vec<SlotReport>,
    /// Initargs with a default of the class, inherited ones too.
    default_initargs: Vec<Initarg>,
    /// Methods that are specialised on it, as many as there is room for.
    methods: Vec<MethodEntry>,
    /// How many such methods there are.
    methods_total: u32,
}

/// A slot of a class.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct SlotReport {
    /// Its name, without package.
    name: String,
    /// The class that defines it most specifically.
    from: String,
    /// Whether that is the class itself.
    is_direct: bool,
    /// Its declared type; `null` for any.
    #[serde(rename = "type")]
    type_name: Option<String>,
    /// Initargs that fill it.
    initargs: Vec<String>,
    /// The form of its default; `null` for none.
    initform: Option<String>,
    /// Functions that read it.
    readers: Vec<String>,
    /// Functions that set it.
    writers: Vec<String>,
    /// `instance` or `class`.
    allocation: String,
    /// Its documentation.
    documentation: Option<String>,
}

/// A default initarg.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Initarg {
    /// Its name.
    name: String,
    /// The form of its value.
    form: String,
}

/// A method.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct MethodEntry {
    /// The name of its generic function.
    function: String,
    /// Such as `:around`.
    qualifiers: Vec<String>,
    /// The names of classes, or `(eql …)`.
    specializers: Vec<String>,
    /// Its own lambda list.
    lambda_list: String,
    /// Its documentation.
    documentation: Option<String>,
}

/// What `find-methods` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct MethodsReport {
    /// Whether there is such a generic function, or such a class.
    found: bool,
    /// The methods, as many as there is room for.
    methods: Vec<MethodEntry>,
    /// How many there are.
    methods_total: u32,
}
