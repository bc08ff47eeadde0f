//! Reading the contract's types out of JSON by hand. The deserializers that serde derives for them are a third of the
//! whole WebAssembly; a test holds these against what serde writes.

use serde_json::{Map, Value};

use super::{
    Asking, Booting, Completed, Condition, Definition, Died, Dropped, Elsewhere, Event, FormResult, Forms,
    Found, Frame, FrameKind, LeftOut, LoadedForms, Outcome, OutcomeStatus, Output, OutputStream, Phase,
    Position, Ready, Restart, RestartChoice, RestartTaken, Slot, Timing, Unclosed, Warning, Where,
};
use crate::json::{float, read};

/// The JSON of an event that is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEvent {
    /// The name of the member that is missing or wrong; empty if the text is no event at all.
    pub member: &'static str,
}

impl Event {
    /// Reads an event's JSON, and cuts what is longer than it may be. Members that are not known are ignored.
    ///
    /// # Errors
    /// If the text is no event.
    pub fn from_json(text: &str) -> Result<Self, BadEvent> {
        let Ok(Value::Object(mut event)) = read(text) else {
            return Err(BadEvent { member: "" });
        };
        let mut wrong = Wrong(None);
        let kind: String = member(&mut event, "kind", &mut wrong);
        let value = Value::Object(event);
        let mut decoded = match kind.as_str() {
            "booting" => Self::Booting(Decode::decode(value, &mut wrong)),
            "ready" => Self::Ready(Decode::decode(value, &mut wrong)),
            "output" => Self::Output(Decode::decode(value, &mut wrong)),
            "forms" => Self::Forms(Decode::decode(value, &mut wrong)),
            "asking" => Self::Asking(Box::new(Decode::decode(value, &mut wrong))),
            "completed" => Self::Completed(Box::new(Decode::decode(value, &mut wrong))),
            "found" => Self::Found(Decode::decode(value, &mut wrong)),
            "died" => Self::Died(Decode::decode(value, &mut wrong)),
            _ => return Err(BadEvent { member: "kind" }),
        };
        if let Some(member) = wrong.0 {
            return Err(BadEvent { member });
        }
        decoded.keep_to_bounds();
        Ok(decoded)
    }
}

/// The definitions of a session as a host keeps them.
#[derive(Debug)]
pub struct SavedForms {
    /// The session's current package.
    pub package: String,
    /// What was defined, the oldest first.
    pub forms: Vec<Definition>,
    /// The places of those during which the page has ended once when they were evaluated again.
    pub suspects: Vec<u32>,
    /// What was to be done about errors of some of them; none in records of before that was kept.
    pub restarts: Option<Vec<SavedRestarts>>,
}

/// What was to be done about errors of a form of a record.
#[derive(Debug)]
pub struct SavedRestarts {
    /// The place of the form.
    pub place: u32,
    /// As it was told.
    pub choices: Vec<RestartChoice>,
}

impl SavedForms {
    /// Reads a record's JSON; none if it is no record.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        let mut wrong = Wrong(None);
        let decoded = Self::decode(read(text).ok()?, &mut wrong);
        wrong.0.is_none().then_some(decoded)
    }
}

/// The name of the first member that is missing or wrong. Reading goes on with something in its place: to leave at once would
/// need code in every place for what was read before it, a third of all this.
struct Wrong(Option<&'static str>);

/// What can be read out of a JSON value; a member that is missing counts as `null`.
trait Decode: Sized {
    fn decode(value: Value, wrong: &mut Wrong) -> Self;
}

impl Wrong {
    /// Takes note of something wrong in a member that the reader of the object around it will name.
    fn note<T>(&mut self, instead: T) -> T {
        self.0 = self.0.or(Some(""));
        instead
    }
}

fn take(object: &mut Map<String, Value>, name: &str) -> Value {
    object.get_mut(name).map_or(Value::Null, Value::take)
}

fn member<T: Decode>(object: &mut Map<String, Value>, name: &'static str, wrong: &mut Wrong) -> T {
    let was_right = wrong.0.is_none();
    let decoded = T::decode(take(object, name), wrong);
    if was_right && wrong.0.is_some() {
        wrong.0 = Some(name);
    }
    decoded
}

impl Decode for String {
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        match value {
            Value::String(text) => text,
            _ => wrong.note(Self::new()),
        }
    }
}

impl Decode for bool {
    /// What an image does not say of itself is not so.
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        match value {
            Value::Null => false,
            Value::Bool(flag) => flag,
            _ => wrong.note(false),
        }
    }
}

impl Decode for u32 {
    /// A count may be larger than there is room for.
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        match value.as_u64() {
            Some(number) => Self::try_from(number).unwrap_or(Self::MAX),
            None => wrong.note(0),
        }
    }
}

impl Decode for f64 {
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        match value {
            Value::Number(number) => float(&number),
            _ => wrong.note(0.0),
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        match value {
            Value::Null => None,
            other => Some(T::decode(other, wrong)),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        let mut decoded = Self::new();
        for_each(value, wrong, &mut |item, wrong| decoded.push(T::decode(item, wrong)));
        decoded
    }
}

/// Takes an array apart, in one place for all types of items.
fn for_each(value: Value, wrong: &mut Wrong, take: &mut dyn FnMut(Value, &mut Wrong)) {
    match value {
        Value::Array(items) => {
            for item in items {
                take(item, wrong);
            }
        }
        _ => wrong.note(()),
    }
}

macro_rules! decode_object {
    ($type:ident { $($field:ident: $name:literal),+ $(,)? }) => {
        impl Decode for $type {
            fn decode(value: Value, wrong: &mut Wrong) -> Self {
                let mut object = match value {
                    Value::Object(object) => object,
                    _ => wrong.note(Map::new()),
                };
                Self { $($field: member(&mut object, $name, wrong)),+ }
            }
        }
    };
}

macro_rules! decode_name {
    ($type:ident { $first:ident: $first_name:literal $(, $variant:ident: $name:literal)+ $(,)? }) => {
        impl Decode for $type {
            fn decode(value: Value, wrong: &mut Wrong) -> Self {
                match value.as_str() {
                    Some($first_name) => Self::$first,
                    $(Some($name) => Self::$variant,)+
                    _ => wrong.note(Self::$first),
                }
            }
        }
    };
}

/// Records that were kept before forms said what they made undefined have no such member.
impl Decode for Definition {
    fn decode(value: Value, wrong: &mut Wrong) -> Self {
        let mut object = match value {
            Value::Object(object) => object,
            _ => wrong.note(Map::new()),
        };
        let undefined: Option<Vec<String>> = member(&mut object, "undefined", wrong);
        Self {
            code: member(&mut object, "code", wrong),
            package: member(&mut object, "package", wrong),
            names: member(&mut object, "names", wrong),
            undefined: undefined.unwrap_or_default(),
        }
    }
}

decode_object!(Booting { step: "step", done: "done", total: "total" });
decode_object!(Ready { lisp: "lisp", version: "version", boot_ms: "bootMs", can_ask: "canAsk" });
decode_object!(Output { id: "id", stream: "stream", text: "text" });
decode_object!(Forms { id: "id", done: "done", form: "form", position: "position", file: "file" });
decode_object!(LoadedForms { name: "name", done: "done" });
decode_object!(Asking { id: "id", question: "question", condition: "condition" });
decode_object!(Completed { id: "id", outcome: "outcome" });
decode_object!(Died { reason: "reason" });
decode_object!(Outcome {
    status: "status",
    values: "values",
    results: "results",
    warnings: "warnings",
    condition: "condition",
    package: "package",
    forms: "forms",
    timing: "timing",
    dropped: "dropped",
    restarts_taken: "restartsTaken",
    definitions: "definitions",
});
decode_object!(FormResult { form: "form", values: "values", position: "position" });
decode_object!(SavedForms { package: "package", forms: "forms", suspects: "suspects", restarts: "restarts" });
decode_object!(SavedRestarts { place: "place", choices: "choices" });
decode_object!(RestartChoice { restart: "restart", values: "values", condition_type: "conditionType" });
decode_object!(Found { id: "id", texts: "texts", total: "total" });
decode_object!(Warning {
    type_name: "type",
    package: "package",
    label: "label",
    message: "message",
    position: "position",
});
decode_object!(Condition {
    type_name: "type",
    package: "package",
    label: "label",
    message: "message",
    precedence: "precedence",
    slots: "slots",
    restarts: "restarts",
    frames: "frames",
    frames_total: "framesTotal",
    form: "form",
    phase: "phase",
    position: "position",
    place: "where",
    several_forms: "severalForms",
    unclosed: "unclosed",
    restart_taken: "restartTaken",
    restart_problem: "restartProblem",
    left_out: "leftOut",
});
decode_object!(LeftOut { precedence: "precedence", slots: "slots", restarts: "restarts" });
decode_object!(Slot { name: "name", value: "value" });
decode_object!(Restart { name: "name", description: "description", parameters: "parameters" });
decode_object!(RestartTaken { restart: "restart", condition: "condition", message: "message" });
decode_object!(Frame {
    index: "index",
    function: "function",
    package: "package",
    arguments: "arguments",
    text: "text",
    kind: "kind",
    position: "position",
    definition: "definition",
});
decode_object!(Position { line: "line", column: "column" });
decode_object!(Where { form: "form", line: "line", column: "column", name: "in", elsewhere: "elsewhere" });
decode_object!(Elsewhere { line: "line", column: "column", name: "in", file: "file" });
decode_object!(Unclosed { bracket: "bracket", position: "position" });
decode_object!(Timing { real_ms: "realMs", compile_ms: "compileMs" });
decode_object!(Dropped {
    values: "values",
    results: "results",
    warnings: "warnings",
    stdout: "stdout",
    stderr: "stderr",
    definitions: "definitions",
});

decode_name!(OutputStream { Stdout: "stdout", Stderr: "stderr" });
decode_name!(OutcomeStatus {
    Ok: "ok",
    Aborted: "aborted",
    Error: "error",
    Timeout: "timeout",
    Cancelled: "cancelled",
});
decode_name!(Phase { Read: "read", Compile: "compile", Eval: "eval", Print: "print" });
decode_name!(FrameKind {
    Function: "function",
    Local: "local",
    Lambda: "lambda",
    Method: "method",
    Setf: "setf",
    Toplevel: "toplevel",
    Library: "library",
    Operator: "operator",
});

#[cfg(test)]
mod tests {
    use super::*;

    fn condition() -> Condition {
        Condition {
            type_name: "DIVISION-BY-ZERO".to_owned(),
            package: "COMMON-LISP".to_owned(),
            label: "DIVISION-BY-ZERO".to_owned(),
            message: "arithmetic error".to_owned(),
            precedence: vec!["COMMON-LISP:DIVISION-BY-ZERO".to_owned()],
            slots: vec![Slot { name: "OPERANDS".to_owned(), value: "(1 0)".to_owned() }],
            restarts: vec![Restart {
                name: "ABORT".to_owned(),
                description: "Return.".to_owned(),
                parameters: Some("()".to_owned()),
            }],
            frames: [
                FrameKind::Function,
                FrameKind::Local,
                FrameKind::Lambda,
                FrameKind::Method,
                FrameKind::Setf,
                FrameKind::Toplevel,
                FrameKind::Library,
                FrameKind::Operator,
            ]
            .map(|kind| Frame {
                index: 4,
                function: "/".to_owned(),
                package: Some("COMMON-LISP".to_owned()),
                arguments: vec!["1".to_owned(), "0".to_owned()],
                text: "(/ 1 0)".to_owned(),
                kind,
                position: Some(Position { line: 1, column: 0 }),
                definition: Some(Position { line: 7, column: 8 }),
            })
            .to_vec(),
            frames_total: 9,
            form: 2,
            phase: Phase::Eval,
            position: Some(Position { line: 3, column: 4 }),
            place: Some(Where {
                form: 1,
                line: 8,
                column: 9,
                name: Some("(DEFUN F)".to_owned()),
                elsewhere: Some(Elsewhere { line: 2, column: 1, name: None, file: Some("/f".to_owned()) }),
            }),
            several_forms: true,
            unclosed: Some(Unclosed { bracket: "(".to_owned(), position: Position { line: 5, column: 6 } }),
            restart_taken: Some("USE-VALUE".to_owned()),
            restart_problem: Some("none".to_owned()),
            left_out: Some(LeftOut { precedence: 1, slots: 2, restarts: 3 }),
        }
    }

    fn outcome(status: OutcomeStatus, condition: Option<Condition>) -> Outcome {
        Outcome {
            results: Some(vec![FormResult {
                form: 0,
                values: vec!["1".to_owned()],
                position: Position { line: 1, column: 0 },
            }]),
            status,
            values: vec!["1".to_owned(), "2".to_owned()],
            warnings: vec![Warning {
                type_name: "STYLE-WARNING".to_owned(),
                package: "COMMON-LISP".to_owned(),
                label: "STYLE-WARNING".to_owned(),
                message: "unused".to_owned(),
                position: None,
            }],
            condition,
            package: "COMMON-LISP-USER".to_owned(),
            forms: 3,
            timing: Some(Timing { real_ms: 1.5, compile_ms: 0.25 }),
            dropped: Dropped { values: 5, results: 10, warnings: 6, stdout: 7, stderr: 8, definitions: 9 },
            restarts_taken: vec![RestartTaken {
                restart: "CONTINUE".to_owned(),
                condition: "P::E".to_owned(),
                message: "broken".to_owned(),
            }],
            definitions: vec![Definition {
                code: "(defun f () 1)".to_owned(),
                package: "P".to_owned(),
                names: vec!["FUNCTION P::F".to_owned()],
                undefined: vec!["FUNCTION P::G".to_owned()],
            }],
        }
    }

    #[test]
    fn reads_what_serde_writes() {
        let mut events = vec![
            Event::Booting(Booting { step: "reading".to_owned(), done: 1, total: 4 }),
            Event::Ready(Ready {
                lisp: "JSCL".to_owned(),
                version: "1".to_owned(),
                boot_ms: 12.5,
                can_ask: true,
            }),
            Event::Asking(Box::new(Asking { id: 3, question: 2, condition: condition() })),
            Event::Output(Output { id: 1, stream: OutputStream::Stdout, text: "a".to_owned() }),
            Event::Output(Output { id: 1, stream: OutputStream::Stderr, text: "b".to_owned() }),
            Event::Forms(Forms {
                id: 1,
                done: 2,
                form: 3,
                position: Position { line: 4, column: 5 },
                file: Some(LoadedForms { name: "/f".to_owned(), done: 6 }),
            }),
            Event::Forms(Forms {
                id: 1,
                done: 2,
                form: 3,
                position: Position { line: 4, column: 5 },
                file: None,
            }),
            Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Ok, None) })),
            Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Aborted, None) })),
            Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Timeout, None) })),
            Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Cancelled, None) })),
            Event::Found(Found { id: 9, texts: vec!["car".to_owned()], total: 2 }),
            Event::Died(Died { reason: "gone".to_owned() }),
        ];
        for phase in [Phase::Read, Phase::Compile, Phase::Eval, Phase::Print] {
            let condition = Condition { phase, ..condition() };
            events.push(Event::Completed(Box::new(Completed {
                id: 4,
                outcome: outcome(OutcomeStatus::Error, Some(condition)),
            })));
        }
        for event in events {
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(Event::from_json(&json), Ok(event), "{json}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let bad = |text| Event::from_json(text).unwrap_err();
        assert_eq!(bad("["), BadEvent { member: "" });
        assert_eq!(bad("{}"), BadEvent { member: "kind" });
        assert_eq!(bad(r#"{"kind":"output","id":1,"stream":"x","text":""}"#), BadEvent { member: "stream" });
        assert_eq!(bad(r#"{"kind":"completed","id":-1}"#), BadEvent { member: "id" });
        assert_eq!(bad(r#"{"kind":"completed","id":1,"outcome":5}"#), BadEvent { member: "outcome" });
    }

    #[test]
    fn an_old_record_says_nothing_of_what_was_made_undefined() {
        let record =
            r#"{"package":"P","forms":[{"code":"f","package":"P","names":["FUNCTION F"]}],"suspects":[]}"#;
        let forms = SavedForms::from_json(record).unwrap().forms;
        assert_eq!(forms[0].undefined, Vec::<String>::new());
    }
}
