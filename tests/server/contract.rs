//! The contract with an image, natively and, as a part of `tests/wasm.rs`, at the boundary itself: what is
//! written is read as the same, and what is wrong has a name.

use jscl_mcp::data::{Raw, Text};
use jscl_mcp::engine::*;

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
            variables: Some(
                [
                    VariableState::Argument,
                    VariableState::Live,
                    VariableState::Special,
                    VariableState::Dropped,
                ]
                .map(|state| FrameVariable { name: "X".to_owned(), value: Some("1".to_owned()), state })
                .to_vec(),
            ),
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
            form_elsewhere: Some(0),
            elsewhere: Some(Elsewhere { line: 2, column: 1, name: None, file: Some("/f".to_owned()) }),
        }),
        several_forms: true,
        unclosed: Some(Unclosed { bracket: "(".to_owned(), position: Position { line: 5, column: 6 } }),
        restart_taken: Some("USE-VALUE".to_owned()),
        restart_problem: Some("none".to_owned()),
        left_out: Some(LeftOut { precedence: 1, slots: 2, restarts: 3 }),
        callers: None,
        hints: Some(Vec::new()),
        handle: Some(8),
        prelude: Some("17".into()),
    }
}

fn outcome(status: OutcomeStatus, condition: Option<Condition>) -> Outcome {
    Outcome {
        status,
        values: vec!["1".into(), "2".into()],
        results: Some(vec![FormResult {
            form: 0,
            values: vec!["1".into()],
            handles: vec![7],
            position: Position { line: 1, column: 0 },
        }]),
        warnings: vec![Warning {
            type_name: "STYLE-WARNING".to_owned(),
            package: "COMMON-LISP".to_owned(),
            label: "STYLE-WARNING".to_owned(),
            message: "unused".to_owned(),
            severity: Severity::Style,
            position: None,
            place: Some(Where {
                form: 0,
                line: 1,
                column: 2,
                name: None,
                elsewhere: None,
                form_elsewhere: None,
            }),
            hints: Vec::new(),
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
            position: Some(Position { line: 3, column: 2 }),
        }],
        report: Some("{}".into()),
        display: Some(Displayed {
            pictures: vec![Picture {
                mime: Mime::Svg,
                data: "<svg/>".into(),
                title: "a".to_owned(),
                form: 1,
            }],
            left_out: 1,
        }),
        recording: Some("3 events.".into()),
        replay: Some("(f)".into()),
        ends: Some(Ends { stdout: "z".into(), stderr: Text::default() }),
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
pub(crate) fn reads_what_it_writes() {
    let mut events = vec![
        Event::Booting(Booting { step: "reading".to_owned(), done: 1, total: 4 }),
        Event::Ready(Ready { lisp: "JSCL".to_owned(), version: "1".to_owned(), boot_ms: 12.5 }),
        Event::Asking(Box::new(Asking {
            id: 3,
            question: 2,
            condition: condition(),
            definitions: outcome(OutcomeStatus::Ok, None).definitions,
            warnings: outcome(OutcomeStatus::Ok, None).warnings,
            package: "P".to_owned(),
        })),
        Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Left, None) })),
        Event::Output(Output { id: 1, stream: OutputStream::Stdout, text: "a".into() }),
        Event::Output(Output { id: 1, stream: OutputStream::Stderr, text: "b".into() }),
        Event::Forms(Forms {
            id: 1,
            done: 2,
            form: 3,
            position: Position { line: 4, column: 5 },
            file: Some(LoadedForms { name: "/f".to_owned(), done: 6 }),
            results: Vec::new(),
        }),
        Event::Forms(Forms {
            id: 1,
            done: 2,
            form: 3,
            position: Position { line: 4, column: 5 },
            file: None,
            results: vec![FormResult {
                form: 1,
                values: vec!["1".into()],
                handles: vec![7],
                position: Position { line: 1, column: 0 },
            }],
        }),
        Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Ok, None) })),
        Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Aborted, None) })),
        Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Timeout, None) })),
        Event::Completed(Box::new(Completed { id: 4, outcome: outcome(OutcomeStatus::Cancelled, None) })),
        Event::Found(Found { id: 9, texts: vec!["car".to_owned()], total: 2, report: Some("{}".into()) }),
        Event::LaidOut(LaidOut {
            id: 9,
            columns: vec![Some(0), None, Some(2)],
            problems: [
                SyntaxProblemKind::UnclosedBracket,
                SyntaxProblemKind::StrayBracket,
                SyntaxProblemKind::UnclosedString,
                SyntaxProblemKind::UnclosedSymbol,
                SyntaxProblemKind::UnclosedComment,
            ]
            .map(|kind| SyntaxProblem {
                kind,
                position: Position { line: 2, column: 3 },
                end: Some(Position { line: 3, column: 4 }),
                opening: Some(Position { line: 2, column: 5 }),
                next: None,
            })
            .to_vec(),
            failure: Some("no".to_owned()),
        }),
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
        let raw = Raw::of(&event);
        assert_eq!(Event::read(&raw), Ok(event), "{}", raw.value());
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
pub(crate) fn says_what_is_wrong() {
    let bad = |json| Event::read(&Raw::parse(json).unwrap()).unwrap_err();
    assert_eq!(bad("[]"), BadEvent { member: "" });
    assert_eq!(bad("{}"), BadEvent { member: "kind" });
    assert_eq!(bad(r#"{"kind":"output","id":1,"stream":"x","text":""}"#), BadEvent { member: "stream" });
    assert_eq!(bad(r#"{"kind":"completed","id":-1}"#), BadEvent { member: "id" });
    assert_eq!(bad(r#"{"kind":"completed","id":1,"outcome":5}"#), BadEvent { member: "outcome" });
    assert_eq!(bad(r#"{"kind":"completed","id":1}"#), BadEvent { member: "outcome" });
}
