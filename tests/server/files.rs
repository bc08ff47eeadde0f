//! The tools on the files of an image.

use jscl_mcp::engine::{FileAction, FileEncoding, FileRequest};
use serde_json::{Value, json};

use crate::harness::{Host, ok, text};

fn begin(host: &mut Host, tool: &str, arguments: &Value) {
    let params = json!({"name": tool, "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": tool, "method": "tools/call", "params": params}));
}

/// The one thing that the image was asked to do with a file.
fn asked(host: &mut Host) -> FileRequest {
    let (image, request) = host.files.remove(0);
    assert_eq!((image, host.files.len()), (0, 0));
    request
}

/// The answer of the tool when the image has done it, or has said why not.
fn answered(host: &mut Host, id: u32, report: Option<&Value>, problem: &[&str]) -> Value {
    let report = report.map(Value::to_string);
    host.event(&json!({"kind": "found", "id": id, "texts": problem, "total": 0, "report": report}));
    host.only_answer(1)["result"].take()
}

#[test]
fn a_file_is_read_in_parts() {
    let mut host = Host::new();
    begin(&mut host, "read-file", &json!({"path": "/a.txt"}));
    let FileRequest { id, path, action } = asked(&mut host);
    assert_eq!(
        (path.as_str(), action),
        ("/a.txt", FileAction::Read { start: 0, limit: 50_000, encoding: FileEncoding::Utf8 })
    );
    let report = json!({
        "text": "/a.txt, 3 characters:\n\nabc", "path": "/a.txt", "content": "abc", "encoding": "utf-8", "start": 0, "characters": 3,
        "bytes": 3, "next": null,
    });
    let result = answered(&mut host, id, Some(&report), &[]);
    assert_eq!((text(&result), &result["isError"]), ("/a.txt, 3 characters:\n\nabc", &json!(false)));
    assert_eq!(result["structuredContent"], report);
    begin(&mut host, "read-file", &json!({"path": "/a.txt", "start": 50_000}));
    assert_eq!(
        asked(&mut host).action,
        FileAction::Read { start: 50_000, limit: 50_000, encoding: FileEncoding::Utf8 }
    );
}

#[test]
fn a_file_is_written_and_deleted() {
    let mut host = Host::new();
    begin(&mut host, "write-file", &json!({"path": "a.txt", "content": "é\u{0}\n"}));
    let FileRequest { id, path, action } = asked(&mut host);
    assert_eq!(
        (path.as_str(), action),
        ("a.txt", FileAction::Write { content: "é\u{0}\n".into(), encoding: FileEncoding::Utf8 })
    );
    let report = json!({"text": "Made /a.txt, 3 characters.", "path": "/a.txt", "characters": 3, "bytes": 4, "created": true});
    let result = answered(&mut host, id, Some(&report), &[]);
    assert_eq!(text(&result), "Made /a.txt, 3 characters.");
    assert_eq!(result["structuredContent"], report);
    begin(&mut host, "delete-file", &json!({"path": "a.txt"}));
    let FileRequest { id, action, .. } = asked(&mut host);
    assert_eq!(action, FileAction::Delete);
    let report =
        json!({"text": "Deleted /a.txt, 3 characters.", "path": "/a.txt", "characters": 3, "bytes": 4});
    let result = answered(&mut host, id, Some(&report), &[]);
    assert_eq!(result["structuredContent"], report);
}

#[test]
fn bytes_are_read_and_written_in_base64() {
    let mut host = Host::new();
    begin(&mut host, "read-file", &json!({"path": "/b", "start": 37_500, "encoding": "base64"}));
    let FileRequest { id, action, .. } = asked(&mut host);
    assert_eq!(action, FileAction::Read { start: 37_500, limit: 37_500, encoding: FileEncoding::Base64 });
    let report = json!({
        "text": "/b, 37501 bytes of which these begin at 37500, in base64:\n\n/w==", "path": "/b",
        "content": "/w==", "encoding": "base64", "start": 37_500, "characters": null, "bytes": 37_501,
        "next": null,
    });
    let result = answered(&mut host, id, Some(&report), &[]);
    assert_eq!(result["structuredContent"], report);
    begin(&mut host, "write-file", &json!({"path": "/b", "content": "AP8=", "encoding": "base64"}));
    let FileRequest { id, action, .. } = asked(&mut host);
    assert_eq!(action, FileAction::Write { content: "AP8=".into(), encoding: FileEncoding::Base64 });
    let report =
        json!({"text": "Made /b, 2 bytes.", "path": "/b", "characters": null, "bytes": 2, "created": true});
    let result = answered(&mut host, id, Some(&report), &[]);
    assert_eq!(result["structuredContent"], report);
}

#[test]
fn what_cannot_be_done_is_an_error_of_the_tool() {
    let mut host = Host::new();
    for problem in [&["There is no file /a."][..], &[]] {
        begin(&mut host, "read-file", &json!({"path": "/a"}));
        let id = asked(&mut host).id;
        let result = answered(&mut host, id, None, problem);
        let said = problem.first().copied().unwrap_or("The Lisp could not do that with its files.");
        assert_eq!((text(&result), &result["isError"]), (said, &json!(true)));
    }
    begin(&mut host, "delete-file", &json!({"path": "/a"}));
    host.pass(3_000);
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["isError"]), ("The Lisp did not answer in time.", &json!(true)));
}

#[test]
fn a_directory_that_cannot_be_listed_is_an_error_of_the_tool() {
    let mut host = Host::new();
    for (problem, said) in [
        (&["SIMPLE-FILE-ERROR: It leads out."][..], "SIMPLE-FILE-ERROR: It leads out."),
        (&[], "There is no directory many."),
    ] {
        begin(&mut host, "list-files", &json!({"directory": "many"}));
        let (_, query) = host.queries.remove(0);
        let result = answered(&mut host, query.id, None, problem);
        assert_eq!((text(&result), &result["isError"]), (said, &json!(true)));
    }
}

#[test]
fn wrong_arguments_reach_no_image() {
    let mut host = Host::new();
    for (tool, arguments, said) in [
        (
            "read-file",
            json!({}),
            "read-file: Argument \"path\" is missing: expected the name of a file, as a string.",
        ),
        (
            "read-file",
            json!({"path": "/a", "start": -1}),
            "read-file: Argument \"start\" is wrong: expected an integer from 0 to 1000000000, got the number -1.",
        ),
        (
            "write-file",
            json!({"path": "/a"}),
            "write-file: Argument \"content\" is missing: expected what the file is to hold, as a string.",
        ),
        (
            "write-file",
            json!({"path": "/a", "content": ["x"]}),
            "write-file: Argument \"content\" is wrong: expected a string, got the array [\"x\"].",
        ),
        (
            "read-file",
            json!({"path": "/a", "encoding": "latin-1"}),
            "read-file: Argument \"encoding\" is wrong: expected \"utf-8\" or \"base64\", got the string \"latin-1\".",
        ),
        (
            "write-file",
            json!({"path": "/a", "content": "x", "encoding": ["base64"]}),
            "write-file: Argument \"encoding\" is wrong: expected a string, got the array [\"base64\"].",
        ),
        (
            "delete-file",
            json!({"path": "/a", "content": "x"}),
            "delete-file: Unknown argument \"content\": expected no others than session, path.",
        ),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!((text(&result), &result["isError"]), (said, &json!(true)));
    }
    assert!(host.files.is_empty());
}

#[test]
fn files_wait_for_what_runs_and_are_written_again_by_an_image_that_takes_its_place() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    begin(&mut host, "write-file", &json!({"path": "/a", "content": "x"}));
    assert!(host.files.is_empty() && host.received.is_empty());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&[])}));
    assert_eq!(host.only_answer(1)["id"], id);
    let first = asked(&mut host);
    host.event(&json!({"kind": "died", "reason": "gone"}));
    host.ready();
    assert_eq!(asked(&mut host), first);
}

#[test]
fn the_text_that_waits_is_bounded() {
    let mut host = Host::new();
    host.begin("(loop)");
    let content = "x".repeat(8 * 1024 * 1024);
    for id in ["a", "b", "c", "d"] {
        let params = json!({"name": "write-file", "arguments": {"path": "/a", "content": content}});
        host.send(1, &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }
    assert!(host.received.is_empty());
    let result = host.call("write-file", &json!({"path": "/a", "content": content}));
    assert_eq!(
        text(&result),
        "write-file: Too much text is waiting to be written by the Lisp of this session."
    );
    begin(&mut host, "read-file", &json!({"path": "/a"}));
    assert!(host.received.is_empty());
}

#[test]
fn the_tools_say_what_they_change() {
    let mut host = Host::new();
    let listed = host.ask("tools/list", &json!({}))["result"]["tools"].take();
    for (tool, reads) in
        [("list-files", true), ("read-file", true), ("write-file", false), ("delete-file", false)]
    {
        let tool = listed.as_array().unwrap().iter().find(|one| one["name"] == tool).unwrap();
        let annotations = &tool["annotations"];
        assert_eq!(
            (&annotations["readOnlyHint"], &annotations["destructiveHint"]),
            (&json!(reads), &json!(!reads)),
            "{tool}"
        );
    }
}
