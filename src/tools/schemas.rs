//! Generated from the Rust types; change those, then run: `npm run generate`

/// The arguments of `evaluate-lisp`.
pub(super) const EVALUATE_LISP_ARGUMENTS: &str = r#"{"properties":{"code":{"description":"Common Lisp source text: one form or several.","type":"string"},"capture_time":{"description":"Also report how long it took.","type":"boolean"},"detail":{"description":"How much structuredContent repeats. brief (default): the text, status, values, the error's type and restarts. full: all facts (schemas: resource lisp://schemas/results) and results, the values of each form.","enum":["brief","full"],"type":"string"},"on_error":{"description":"What to do at an error that the code does not handle and that no entry of restarts is for. report (default): end the evaluation with the error's report. ask: where there are restarts to choose from, ask the user which to take and with which values (elicitation). hold: hold the evaluation at the error and answer with status held and a level.","enum":["report","ask","hold"],"type":"string"},"package":{"description":"Package to evaluate in, for this call. Default: the session's current package.","type":"string"},"record":{"description":"Record the calls of these functions; [\"true\"]: of all.","items":{"type":"string"},"type":"array"},"restarts":{"description":"What the debugger would be told about errors that the code does not handle: at each such error the first unused entry that fits its type is used up, and its restart is invoked right there, so that evaluation goes on. Example: [{\"restart\": \"USE-VALUE\", \"values\": [\"42\"], \"condition_type\": \"unbound-variable\"}] At most 100.","items":{"properties":{"restart":{"description":"Name of the restart, such as USE-VALUE or one of the code's own, in any case; or its number in the list of describe-last-error.","type":"string"},"condition_type":{"description":"Source text of a type specifier; the entry is for conditions of this type only. Default: error.","type":"string"},"values":{"description":"Source text of each argument of the restart, evaluated at the point of the error: [\"(list 1 2)\"]. Default: the restart asks for them itself, without input.","items":{"type":"string"},"type":"array"}},"required":["restart"],"type":"object"},"type":"array"},"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"},"stdin":{"description":"What READ-LINE, READ, Y-OR-N-P and their like get, and END-OF-FILE after it. Default: the user is asked for each line (elicitation), or END-OF-FILE.","type":"string"}},"required":["code"],"type":"object"}"#;

/// What all structured contents of `evaluate-lisp` have in common.
pub(super) const EVALUATE_LISP_DATA: &str = r#"{"properties":{"text":{"type":"string"},"status":{"enum":["ok","aborted","error","timeout","held"]},"error":{"type":"object"},"level":{"type":"integer"},"package":{"type":"string"},"values":{"items":{"type":"string"},"type":"array"}},"required":["text","status"],"type":"object"}"#;

/// The arguments of `invoke-restart`.
pub(super) const INVOKE_RESTART_ARGUMENTS: &str = r#"{"properties":{"restart":{"description":"Its name, in any case, or its number in the report.","type":"string"},"level":{"description":"Default: the innermost. 1 to 8.","type":"integer"},"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"},"values":{"description":"Source text of each argument, evaluated at the error.","items":{"type":"string"},"type":"array"}},"required":["restart"],"type":"object"}"#;

/// What all structured contents of `invoke-restart` have in common.
pub(super) const INVOKE_RESTART_DATA: &str = r#"{"properties":{"text":{"type":"string"},"status":{"enum":["ok","aborted","error","timeout","held"]},"error":{"type":"object"},"level":{"type":"integer"},"package":{"type":"string"},"values":{"items":{"type":"string"},"type":"array"}},"required":["text","status"],"type":"object"}"#;

/// The arguments of `describe-last-error`.
pub(super) const DESCRIBE_LAST_ERROR_ARGUMENTS: &str = r#"{"properties":{"detail":{"description":"full: structuredContent has it all as data; brief (default): the text and the error's type and restarts.","enum":["brief","full"],"type":"string"},"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"}},"type":"object"}"#;

/// What all structured contents of `describe-last-error` have in common.
pub(super) const DESCRIBE_LAST_ERROR_DATA: &str = r#"{"properties":{"text":{"type":"string"},"error":{"type":["null","object"]}},"required":["text","error"],"type":"object"}"#;

/// The arguments of `get-backtrace`.
pub(super) const GET_BACKTRACE_ARGUMENTS: &str = r#"{"properties":{"detail":{"description":"full: structuredContent has it all as data; brief (default): the text and the error's type and restarts.","enum":["brief","full"],"type":"string"},"max_frames":{"description":"How many calls to show, at most. Default: 20. 1 to 1000.","type":"integer"},"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"}},"type":"object"}"#;

/// What all structured contents of `get-backtrace` have in common.
pub(super) const GET_BACKTRACE_DATA: &str = r#"{"properties":{"text":{"type":"string"},"error":{"type":["null","object"]}},"required":["text","error"],"type":"object"}"#;

/// The arguments of `configure-limits`.
pub(super) const CONFIGURE_LIMITS_ARGUMENTS: &str = r#"{"properties":{"max_answer":{"description":"Characters of an answer in all, its text twice. 0: no limit. 0 to 10000000.","type":"integer"},"max_output":{"description":"Characters kept of standard output, of error output and of values, each. At first: 100000. 0 to 10000000.","type":"integer"},"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"},"timeout":{"description":"Seconds an evaluation may run; 0 for no limit. At first: 30. 0 to 86400.","type":"number"}},"type":"object"}"#;

/// What all structured contents of `configure-limits` have in common.
pub(super) const CONFIGURE_LIMITS_DATA: &str = r#"{"properties":{"text":{"type":"string"},"session":{"type":"string"},"timeout":{"type":"number"},"maxOutput":{"type":"integer"},"maxAnswer":{"type":"integer"}},"required":["text","session","timeout","maxOutput"],"type":"object"}"#;

/// The arguments of `reset-session`.
pub(super) const RESET_SESSION_ARGUMENTS: &str = r#"{"properties":{"session":{"description":"Handle of the Lisp session. Default: \"main\".","type":"string"}},"type":"object"}"#;

/// What all structured contents of `reset-session` have in common.
pub(super) const RESET_SESSION_DATA: &str = r#"{"properties":{"text":{"type":"string"},"session":{"type":"string"},"lisp":{"type":"string"},"version":{"type":"string"},"bootMs":{"type":"number"}},"required":["text","session","lisp","version","bootMs"],"type":"object"}"#;

/// The arguments of `get-usage-guide`.
pub(super) const GET_USAGE_GUIDE_ARGUMENTS: &str = r#"{"properties":{"section":{"description":"Or page one.","enum":["errors","sessions","pictures","limits","resources","differences","tools","all"],"type":"string"}},"type":"object"}"#;

/// What all structured contents of `get-usage-guide` have in common.
pub(super) const GET_USAGE_GUIDE_DATA: &str = r#"{"properties":{"text":{"type":"string"},"sets":{"type":"array"}},"required":["text","sets"],"type":"object"}"#;
