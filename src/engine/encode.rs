//! Writing the contract's types as JSON.

use super::{
    Answer, Command, Definition, Elsewhere, Evaluate, FormResult, FrameKind, LeftOut, OutputStream, Phase,
    Position, PrintLimits, Query, Question, Restart, RestartChoice, RestartTaken, SavedRestarts, Slot,
    Timing, Where,
};
use crate::json::{Object, ToJson, json_name, json_object};

impl ToJson for Command {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| match self {
            Self::Evaluate(evaluate) => {
                object.member("kind", &"evaluate");
                evaluate.members(object);
            }
            Self::Query(query) => {
                object.member("kind", &"query");
                query.members(object);
            }
        });
    }
}

impl Evaluate {
    fn members(&self, object: &mut Object<'_>) {
        object.member("id", &self.id);
        object.member("code", &self.code);
        object.member("package", &self.package);
        object.member("deadlineMs", &self.deadline_ms);
        object.member("maxOutput", &self.max_output);
        object.member("captureTime", &self.capture_time);
        object.member("limits", &self.limits);
        object.member("restarts", &self.restarts);
        object.member("askMs", &self.ask_ms);
        object.member("tellForms", &self.tell_forms);
        object.member("tellResults", &self.tell_results);
    }
}

json_object!(Answer { id: "id", question: "question", restart: "restart", values: "values" });
impl Query {
    fn members(&self, object: &mut Object<'_>) {
        object.member("id", &self.id);
        object.member("what", &self.what);
        object.member("text", &self.text);
        object.member("package", &self.package);
        object.member("limit", &self.limit);
    }
}

json_object!(Definition { code: "code", package: "package", names: "names", undefined: "undefined" });
json_object!(PrintLimits {
    value_chars: "valueChars",
    message_chars: "messageChars",
    argument_chars: "argumentChars",
    form_chars: "formChars",
    max_frames: "maxFrames",
    max_values: "maxValues",
    max_warnings: "maxWarnings",
});
json_object!(LeftOut { precedence: "precedence", slots: "slots", restarts: "restarts" });
json_object!(Slot { name: "name", value: "value" });
json_object!(Restart { name: "name", description: "description", parameters: "parameters" });
json_object!(SavedRestarts { place: "place", choices: "choices" });
json_object!(RestartChoice { restart: "restart", values: "values", condition_type: "conditionType" });
json_object!(RestartTaken { restart: "restart", condition: "condition", message: "message" });
json_object!(FormResult { form: "form", values: "values", position: "position" });
json_object!(Position { line: "line", column: "column" });
json_object!(Where { form: "form", line: "line", column: "column", name: "in", elsewhere: "elsewhere" });
json_object!(Elsewhere { line: "line", column: "column", name: "in", file: "file" });
json_object!(Timing { real_ms: "realMs", compile_ms: "compileMs" });

json_name!(Question {
    CompleteSymbol: "complete-symbol",
    CompletePackage: "complete-package",
    DescribeSymbol: "describe-symbol",
    DescribePackage: "describe-package",
});
json_name!(OutputStream { Stdout: "stdout", Stderr: "stderr" });
json_name!(Phase { Read: "read", Compile: "compile", Eval: "eval", Print: "print" });
json_name!(FrameKind {
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

    #[test]
    fn writes_what_serde_writes() {
        for package in [None, Some("P".to_owned())] {
            let limits = PrintLimits {
                value_chars: 1,
                message_chars: 2,
                argument_chars: 3,
                form_chars: 7,
                max_frames: 4,
                max_values: 5,
                max_warnings: 6,
            };
            let command = Command::Evaluate(Evaluate {
                id: 7,
                code: "(print \"ä\")".to_owned(),
                package,
                deadline_ms: 30_000,
                max_output: 9,
                capture_time: true,
                limits,
                restarts: vec![
                    RestartChoice {
                        restart: "use-value".to_owned(),
                        values: Some(vec!["42".to_owned()]),
                        condition_type: Some("error".to_owned()),
                    },
                    RestartChoice { restart: "continue".to_owned(), values: None, condition_type: None },
                ],
                tell_forms: true,
                tell_results: true,
                ask_ms: 8,
            });
            assert_eq!(command.to_json().into_text(), serde_json::to_string(&command).unwrap());
            let answer = Answer { id: 7, question: 2, restart: Some("1".to_owned()), values: None };
            assert_eq!(answer.to_json().into_text(), serde_json::to_string(&answer).unwrap());
        }
    }
    #[test]
    fn writes_queries_as_serde_does() {
        for what in [
            Question::CompleteSymbol,
            Question::CompletePackage,
            Question::DescribeSymbol,
            Question::DescribePackage,
        ] {
            let query =
                Query { id: 1, what, text: "m-v-\"b".to_owned(), package: "P".to_owned(), limit: 100 };
            let command = Command::Query(query);
            assert_eq!(command.to_json().into_text(), serde_json::to_string(&command).unwrap());
        }
    }
}
