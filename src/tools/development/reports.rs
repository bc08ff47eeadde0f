//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use super::DefinitionPlace;

/// What `describe-symbol` returns of a symbol that there is.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct SymbolReport {
    /// The name as it was given.
    name: String,
    /// True.
    found: bool,
    /// The symbol as `get-source` takes it.
    symbol: String,
    /// The name of its home package; `null` where it has none.
    package: Option<String>,
    /// How it is accessible in the package that it was looked up in.
    access: Access,
    /// What it names.
    meanings: Vec<Meaning>,
    /// Where it was defined in this session.
    definitions: Vec<DefinitionPlace>,
}

/// How a symbol is accessible in a package.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Exported by it.
    External,
    /// Its own, not exported.
    Internal,
    /// Of a package that it uses.
    Inherited,
    /// Only by the name of another package.
    None,
}

/// One thing that a symbol names. Texts are printed in small letters.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Meaning {
    /// What it is.
    kind: MeaningKind,
    /// The lambda list; `null` where there is none, or it is not known.
    lambda_list: Option<String>,
    /// The index of the first argument that is in the `&body` of a macro, from 0.
    body_position: Option<u32>,
    /// Its documentation.
    documentation: Option<String>,
    /// The value of a variable, or the expansion of a symbol macro.
    value: Option<String>,
    /// The declared type of a function of the standard.
    #[serde(rename = "type")]
    type_name: Option<String>,
    /// The methods of a generic function, as many as there is room for.
    methods: Vec<MethodReport>,
    /// How many methods there are.
    methods_total: u32,
    /// The direct superclasses of a class.
    supers: Vec<String>,
    /// The slots of a class, inherited ones too.
    slots: Vec<String>,
}

/// The kinds of what a symbol can name.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "Lisp defines the words")]
pub enum MeaningKind {
    Function,
    GenericFunction,
    Macro,
    SpecialOperator,
    SetfFunction,
    Variable,
    Constant,
    SymbolMacro,
    Class,
    StructureClass,
    ConditionClass,
    BuiltInClass,
    Type,
}

/// A method of a generic function.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct MethodReport {
    /// Such as `:around`.
    qualifiers: Vec<String>,
    /// The names of classes, or `(eql …)`.
    specializers: Vec<String>,
    /// Its own lambda list.
    lambda_list: String,
    /// Its documentation.
    documentation: Option<String>,
}

/// What `macroexpand-form` returns.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ExpansionReport {
    /// The form that it expands into, laid out in lines, in small letters.
    expansion: String,
    /// Whether anything was expanded.
    expanded: bool,
}

/// What `inspect-value` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ValueReport {
    /// By which the value is inspected again. The image keeps the last 500 values.
    handle: u32,
    /// What it is.
    kind: ValueKind,
    /// Its type as `type-of` says it.
    #[serde(rename = "type")]
    type_name: String,
    /// How it prints, cut where that is long.
    printed: String,
    /// What is to be said of it beside its parts.
    facts: Vec<Fact>,
    /// Its parts, from `start` on.
    parts: Vec<Part>,
    /// How many parts it has.
    parts_total: u32,
    /// The index of the first part that is shown.
    start: u32,
    /// The same parts as the rows of a table, where they have the same parts each: lists or
    /// vectors of one length, pairs, property lists of the same keys, structures or instances of one class;
    /// and the entries of a hash table. `null` for another value.
    table: Option<Table>,
}

/// Parts of a value as the rows of a table.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Table {
    /// The names of the columns.
    columns: Vec<String>,
    /// What stands in each column of each row, from the part `start` on.
    rows: Vec<Vec<String>>,
}

/// Something that is to be said of a value.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Fact {
    /// What is said of, such as `length`.
    label: String,
    /// What is said.
    text: String,
}

/// A part of a value.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Part {
    /// By which it is in a path.
    index: u32,
    /// What it is in the value: an index, the name of a slot, a key.
    label: String,
    /// What it is.
    kind: ValueKind,
    /// How it prints, cut where that is long.
    printed: String,
    /// Whether it has parts of its own.
    is_openable: bool,
}

/// The kinds of values.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "Lisp defines the words")]
pub enum ValueKind {
    List,
    Cons,
    Vector,
    String,
    Array,
    HashTable,
    Structure,
    Instance,
    Condition,
    Symbol,
    Package,
    Function,
    GenericFunction,
    Class,
    Number,
    Character,
    Pathname,
    Stream,
    Other,
    /// The slot has no value.
    Unbound,
}
