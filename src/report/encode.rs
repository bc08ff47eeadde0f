//! Writing reports as JSON.

use super::model::{ErrorReport, EvaluationReport, FrameReport, ReportStatus, Truncated, WarningReport};
use crate::json::{Object, ToJson, json_name, json_object};

impl ToJson for EvaluationReport {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| {
            object.member("status", &self.status);
            object.member("values", &self.values);
            object.member("results", &self.results);
            object.member("stdout", &self.stdout);
            object.member("stderr", &self.stderr);
            object.member("truncated", &self.truncated);
            object.member("warnings", &self.warnings);
            object.member("restartsTaken", &self.restarts_taken);
            object.optional("error", self.error.as_ref().map(|error| error as &dyn ToJson));
            object.member("package", &self.package);
            object.member("forms", &self.forms);
            object.member("timing", &self.timing);
            object.optional("restored", self.restored.as_ref().map(|restored| restored as &dyn ToJson));
            if !self.not_kept.is_empty() {
                object.member("notKept", &self.not_kept);
            }
        });
    }
}

json_name!(ReportStatus { Ok: "ok", Aborted: "aborted", Error: "error", Timeout: "timeout" });
json_object!(Truncated {
    stdout: "stdout",
    stderr: "stderr",
    values: "values",
    results: "results",
    warnings: "warnings"
});
json_object!(WarningReport {
    type_name: "type",
    package: "package",
    message: "message",
    position: "position"
});
impl ToJson for ErrorReport {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| {
            object.member("type", &self.type_name);
            object.member("package", &self.package);
            object.member("message", &self.message);
            object.member("precedence", &self.precedence);
            object.member("slots", &self.slots);
            object.member("restarts", &self.restarts);
            object.member("frames", &self.frames);
            object.member("framesTotal", &self.frames_total);
            object.member("form", &self.form);
            object.member("phase", &self.phase);
            object.member("position", &self.position);
            object.member("where", &self.place);
            object.member("timestamp", &self.timestamp);
            object.member("restartTaken", &self.restart_taken);
            object.member("restartProblem", &self.restart_problem);
            object.optional("truncated", self.truncated.as_ref().map(|left_out| left_out as &dyn ToJson));
        });
    }
}

json_object!(FrameReport {
    index: "index",
    function: "function",
    package: "package",
    arguments: "arguments",
    text: "text",
    kind: "kind",
    position: "position",
    definition: "definition",
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        Elsewhere, FormResult, FrameKind, LeftOut, Phase, Position, Restart, RestartTaken, Slot, Timing,
        Where,
    };
    use crate::report::Restored;

    fn error() -> ErrorReport {
        ErrorReport {
            type_name: "T".to_owned(),
            package: "P".to_owned(),
            label: "P::T".to_owned(),
            message: "a\n\"b\"".to_owned(),
            precedence: vec!["P:T".to_owned(), "COMMON-LISP:T".to_owned()],
            slots: vec![Slot { name: "S".to_owned(), value: "1".to_owned() }],
            restarts: vec![Restart {
                name: "ABORT".to_owned(),
                description: "Return.".to_owned(),
                parameters: None,
            }],
            frames: vec![FrameReport {
                index: 0,
                function: "F".to_owned(),
                package: Some("P".to_owned()),
                arguments: vec!["1".to_owned()],
                text: "(F 1)".to_owned(),
                kind: FrameKind::Method,
                position: Some(Position { line: 1, column: 2 }),
                definition: None,
            }],
            frames_total: 3,
            form: 4,
            phase: Phase::Compile,
            position: None,
            place: Some(Where {
                form: 1,
                line: 2,
                column: 3,
                name: None,
                elsewhere: Some(Elsewhere {
                    line: 4,
                    column: 5,
                    name: Some("(DEFUN F)".to_owned()),
                    file: None,
                }),
            }),
            shows_place: true,
            timestamp: "1970-01-01T00:00:00.000Z".to_owned(),
            restart_taken: None,
            restart_problem: Some("none".to_owned()),
            truncated: Some(LeftOut { precedence: 1, slots: 2, restarts: 3 }),
        }
    }

    #[test]
    fn writes_what_serde_writes() {
        let report = |error, timing| EvaluationReport {
            status: ReportStatus::Timeout,
            values: vec!["1".to_owned()],
            results: vec![FormResult {
                form: 0,
                values: vec!["1".to_owned()],
                position: Position { line: 1, column: 0 },
            }],
            stdout: "o".to_owned(),
            stderr: "e".to_owned(),
            truncated: Truncated { stdout: 1, stderr: 2, values: 3, results: 5, warnings: 4 },
            warnings: vec![WarningReport {
                type_name: "W".to_owned(),
                package: "P".to_owned(),
                label: "P::W".to_owned(),
                message: "m".to_owned(),
                position: None,
            }],
            restarts_taken: vec![RestartTaken {
                restart: "R".to_owned(),
                condition: "C".to_owned(),
                message: "m".to_owned(),
            }],
            error,
            package: "CL".to_owned(),
            forms: 5,
            timing,
            restored: None,
            not_kept: Vec::new(),
        };
        let timing = Timing { real_ms: 1.25, compile_ms: 0.5 };
        let mut restored = Restored { reason: "r".to_owned(), count: 1, not_kept: 2, ..Restored::default() };
        restored.fail(vec!["FUNCTION F".to_owned()], "why");
        let with_news = EvaluationReport {
            restored: Some(restored),
            not_kept: vec!["FUNCTION G".to_owned()],
            ..report(None, None)
        };
        let plain = report(Some(ErrorReport { truncated: None, ..error() }), None);
        for report in [report(None, Some(timing)), report(Some(error()), None), with_news, plain] {
            assert_eq!(report.to_json().into_text(), serde_json::to_string(&report).unwrap());
        }
    }
}
