//! Every number that a report says of what it shows and leaves out, in its text and in its data, around each
//! limit. What is expected is reckoned from what went in, never asked of the server.

use jscl_mcp::report::{Restored, Unrestored};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, frame, ok, text, toplevel, warning, with};

/// Numbers around a limit, and around none and one, where words are other words.
fn around(limit: usize) -> Vec<usize> {
    let mut numbers = vec![0, 1, 2, limit.saturating_sub(1), limit, limit + 1, limit + 2, 2 * limit + 3];
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// `… 1 more frame`, `… 2 more frames`; none where there are no more.
fn more(count: usize, noun: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("… 1 more {noun}")),
        _ => Some(format!("… {count} more {noun}s")),
    }
}

/// All lines of a text that say that there is more of something.
fn said(text: &str, noun: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_start).filter(|line| line.starts_with('…'));
    lines.filter(|line| line.contains(noun)).map(str::to_owned).collect()
}

fn dropped(changes: Value) -> Value {
    let none = json!({"stdout": 0, "stderr": 0, "values": 0, "results": 0, "warnings": 0, "definitions": 0});
    json!({"dropped": with(none, changes)})
}

/// An evaluation whose data is brief.
fn in_brief(host: &mut Host, outcome: &Value) -> Value {
    let params = json!({"name": "evaluate-lisp", "arguments": {"code": "x"}});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "brief", "method": "tools/call", "params": params}));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    host.only_answer(1)["result"].take()
}

/// What brief data counts: how much there was in all, where the text shows a part.
fn counted(result: &Value, what: &str) -> Option<usize> {
    let count = result["structuredContent"].get("counts")?.get(what)?;
    Some(usize::try_from(count.as_u64().unwrap()).unwrap())
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

#[test]
fn values_within_a_budget() {
    for budget in [0, 1, 2, 3, 4, 7, 8, 20] {
        for chars in [1, 3] {
            for count in [0, 1, 2, 3, 4, 9] {
                for beyond in [0, 1, 2] {
                    // Each takes its characters and one more; the first is always there.
                    let fitting = budget / (chars + 1);
                    let kept = count.min(fitting.max(1));
                    let left_out = count - kept + beyond;
                    let mut host = Host::new();
                    host.call("configure-limits", &json!({"max-output": budget}));
                    let value = "v".repeat(chars);
                    let values = vec![value.as_str(); count];
                    let outcome = with(ok(&values), dropped(json!({"values": beyond})));
                    let whole = host.evaluate("x", &outcome);
                    let context = format!("{count} of {chars}, and {beyond}, within {budget}: {whole}");
                    let data = &whole["structuredContent"];
                    assert_eq!(data["values"].as_array().unwrap().len(), kept, "{context}");
                    assert_eq!(number(&data["truncated"]["values"]), left_out, "{context}");
                    let shown = text(&whole).lines().filter(|line| line.starts_with("=> ")).count();
                    assert_eq!(shown, kept, "{context}");
                    // Where none came there is no list to be continued.
                    let expected = more(left_out, "value").filter(|_| count > 0);
                    assert_eq!(said(text(&whole), "value"), Vec::from_iter(expected), "{context}");
                    let brief = in_brief(&mut host, &outcome);
                    let in_all = (left_out > 0).then_some(count + beyond);
                    assert_eq!(counted(&brief, "values"), in_all, "{context}");
                }
            }
        }
    }
}

#[test]
fn values_and_results_up_to_their_limit() {
    for count in around(1000) {
        let values = vec!["1"; count];
        let result = |form: usize| json!({"form": form, "values": ["1"], "handles": [form], "position": {"line": 1, "column": 0}});
        let results: Vec<Value> = (0..count).map(result).collect();
        let outcome = with(ok(&values), json!({"results": results}));
        let outcome = with(outcome, dropped(json!({"results": 3})));
        let whole = Host::new().evaluate("x", &outcome);
        let data = &whole["structuredContent"];
        let (kept, beyond) = (count.min(1000), count.saturating_sub(1000));
        assert_eq!(data["values"].as_array().unwrap().len(), kept);
        assert_eq!(number(&data["truncated"]["values"]), beyond);
        assert_eq!(data["results"].as_array().unwrap().len(), kept);
        assert_eq!(number(&data["truncated"]["results"]), beyond + 3);
        assert_eq!(said(text(&whole), "value"), Vec::from_iter(more(beyond, "value")));
    }
}

#[test]
fn warnings_up_to_their_limit() {
    for count in around(50) {
        for beyond in [0, 1, 2] {
            let warnings: Vec<Value> = (0..count).map(|n| warning("WARNING", &format!("w{n}"))).collect();
            let outcome =
                with(with(ok(&["1"]), json!({"warnings": warnings})), dropped(json!({"warnings": beyond})));
            let mut host = Host::new();
            let whole = host.evaluate("x", &outcome);
            let (kept, left_out) = (count.min(50), count.saturating_sub(50) + beyond);
            assert_eq!(whole["structuredContent"]["warnings"].as_array().unwrap().len(), kept);
            assert_eq!(number(&whole["structuredContent"]["truncated"]["warnings"]), left_out);
            assert_eq!(text(&whole).lines().filter(|line| line.starts_with("WARNING: w")).count(), kept);
            assert_eq!(said(text(&whole), "warning"), Vec::from_iter(more(left_out, "warning")));
            let in_all = (left_out > 0).then_some(count + beyond);
            assert_eq!(counted(&in_brief(&mut host, &outcome), "warnings"), in_all);
        }
    }
}

/// A client that reads the brief data alone sees that a definition does not work.
#[test]
fn forms_that_do_not_compile() {
    for count in [0_usize, 1, 3] {
        let error = with(warning("SB-C:COMPILER-ERROR", "bad"), json!({"severity": "error"}));
        let mut all = vec![warning("WARNING", "w")];
        all.extend(vec![error; count]);
        let brief = in_brief(&mut Host::new(), &with(ok(&["1"]), json!({"warnings": all})));
        let told = brief["structuredContent"].get("compileErrors").map(number);
        assert_eq!(told, (count > 0).then_some(count));
    }
}

#[test]
fn warnings_within_a_budget() {
    // A warning takes the characters of its message, type, package and label, and one more.
    let size = "w".len() + "T".len() + "PP".len() + "LLL".len() + 1;
    for budget in [1, size, 2 * size - 1, 2 * size, 2 * size + 1, 3 * size] {
        let warning = with(warning("LLL", "w"), json!({"type": "T", "package": "PP"}));
        let outcome = with(ok(&["1"]), json!({"warnings": vec![warning; 4]}));
        let mut host = Host::new();
        host.call("configure-limits", &json!({"max-output": budget}));
        let whole = host.evaluate("x", &outcome);
        let kept = (budget / size).max(1);
        assert_eq!(whole["structuredContent"]["warnings"].as_array().unwrap().len(), kept, "{budget}");
        assert_eq!(number(&whole["structuredContent"]["truncated"]["warnings"]), 4 - kept, "{budget}");
    }
}

#[test]
fn characters_of_both_outputs() {
    for (stream, other) in [("stdout", "stderr"), ("stderr", "stdout")] {
        for room in [0_usize, 1, 5] {
            for chars in [0, 1, 2, room, room + 1, room + 2, 3 * room + 3] {
                for beyond in [0, 1, 4] {
                    let play = |host: &mut Host, detail: &str| {
                        let params =
                            json!({"name": "evaluate-lisp", "arguments": {"code": "x", "detail": detail}});
                        host.send(
                            1,
                            &json!({"jsonrpc": "2.0", "id": "e", "method": "tools/call", "params": params}),
                        );
                        let id = host.only_command().id;
                        // In two parts, so that the second finds the room that the first has left.
                        let (first, second) = (chars / 2, chars - chars / 2);
                        for part in [first, second] {
                            host.event(&json!({"kind": "output", "id": id, "stream": stream, "text": "o".repeat(part)}));
                        }
                        let outcome = with(ok(&["1"]), dropped(json!({stream: beyond})));
                        host.event(&json!({"kind": "completed", "id": id, "outcome": outcome}));
                        host.only_answer(1)["result"].take()
                    };
                    let mut host = Host::new();
                    host.call("configure-limits", &json!({"max-output": room}));
                    let (kept, left_out) = (chars.min(room), chars.saturating_sub(room) + beyond);
                    let whole = play(&mut host, "full");
                    let data = &whole["structuredContent"];
                    let context = format!("{chars} and {beyond} of {stream}, room for {room}: {whole}");
                    assert_eq!(data[stream].as_str().unwrap().len(), kept, "{context}");
                    assert_eq!(number(&data["truncated"][stream]), left_out, "{context}");
                    assert_eq!(number(&data["truncated"][other]), 0, "{context}");
                    assert_eq!(
                        said(text(&whole), "character"),
                        Vec::from_iter(more(left_out, "character")),
                        "{context}"
                    );
                    let section = text(&whole).contains(&format!("[{stream}]"));
                    assert_eq!(section, chars + beyond > 0, "{context}");
                    let brief = play(&mut host, "brief");
                    assert_eq!(
                        counted(&brief, stream),
                        (left_out > 0).then_some(chars + beyond),
                        "{context}"
                    );
                    assert_eq!(counted(&brief, other), None, "{context}");
                }
            }
        }
    }
}

#[test]
fn pictures() {
    for count in [0_usize, 1, 2, 5] {
        for beyond in [0_usize, 1, 2, 7] {
            let picture = json!({"mime": "image/png", "data": "Zm9v", "title": "a dot", "form": 0});
            let display = json!({"pictures": vec![picture; count], "leftOut": beyond});
            let whole = Host::new().evaluate("x", &with(ok(&["1"]), json!({"display": display})));
            let data = &whole["structuredContent"];
            let shown = data.get("display").map_or(0, |display| display.as_array().unwrap().len());
            assert_eq!(shown, count);
            assert_eq!(whole["content"].as_array().unwrap().len(), count + 1);
            let counted = data["truncated"].get("display").map_or(0, number);
            assert_eq!(counted, beyond);
            let words = match beyond {
                0 => vec![],
                1 => vec!["… 1 more picture left out".to_owned()],
                _ => vec![format!("… {beyond} more pictures left out")],
            };
            assert_eq!(said(text(&whole), "picture"), words);
            assert_eq!(text(&whole).contains("[display]"), count + beyond > 0);
        }
    }
}

/// The calls that a text lists by their numbers, and how many it says are left out before each, and at last.
fn backtrace(text: &str) -> Vec<(usize, Option<usize>)> {
    let section = text.split("[Backtrace]").nth(1).unwrap_or_else(|| text.split("Backtrace").nth(1).unwrap());
    let mut gap = 0;
    let mut calls = Vec::new();
    for line in section.lines().map(str::trim_start) {
        if let Some(rest) = line.strip_prefix("… ") {
            let (count, noun) = rest.split_once(" more ").unwrap();
            gap += count.parse::<usize>().unwrap();
            assert_eq!(noun, if gap == 1 { "frame" } else { "frames" }, "{line}");
        } else if let Some((number, _)) = line.split_once(": (F") {
            calls.push((gap, Some(number.parse().unwrap())));
            gap = 0;
        }
    }
    calls.push((gap, None));
    calls
}

/// What a text has to list: the innermost and the outermost of `listed` calls, of `total`.
fn expected(listed: usize, total: usize, most: usize) -> Vec<(usize, Option<usize>)> {
    // A text of more calls than a report shows by itself ends with the outermost five.
    let outermost = if most > 20 { 5.min(most) } else { 0 };
    let shown: Vec<usize> = if listed <= most {
        (0..listed).collect()
    } else {
        (0..most - outermost).chain(listed - outermost..listed).collect()
    };
    let mut next = 0;
    let mut calls = Vec::new();
    for call in shown {
        calls.push((call - next, Some(call)));
        next = call + 1;
    }
    calls.push((total - next, None));
    calls
}

fn calling(listed: usize, total: usize) -> Value {
    let frames: Vec<Value> = (0..listed).map(|n| frame(&format!("F{n}"), &[])).collect();
    with(division_by_zero(), json!({"frames": frames, "framesTotal": total}))
}

#[test]
fn calls_of_a_backtrace() {
    for listed in [0, 1, 2, 4, 5, 6, 19, 20, 21, 24, 25, 26, 40, 199, 200] {
        for beyond in [0, 1, 2, 900] {
            let total = listed + beyond;
            let mut host = Host::new();
            let condition = failed(&calling(listed, total));
            let whole = host.evaluate("x", &condition);
            let context = format!("{listed} of {total}");
            assert_eq!(backtrace(text(&whole)), expected(listed, total, 20), "{context}: {}", text(&whole));
            let error = &whole["structuredContent"]["error"];
            assert_eq!(number(&error["framesTotal"]), total);
            let numbers: Vec<usize> =
                error["frames"].as_array().unwrap().iter().map(|frame| number(&frame["index"])).collect();
            let of_data = expected(listed, total, 25);
            assert_eq!(
                numbers,
                of_data.iter().filter_map(|(_, call)| *call).collect::<Vec<_>>(),
                "{context}"
            );
            for most in [1, 4, 19, 20, 21, 24, 25, 26, 100, 200, 201, 1000] {
                let told = host.call("get-backtrace", &json!({"max-frames": most}));
                let described = format!("{context}, at most {most}: {}", text(&told));
                assert_eq!(backtrace(text(&told)), expected(listed, total, most), "{described}");
                assert_eq!(counted(&told, "frames"), (total > most).then_some(total), "{described}");
            }
            let described = host.call("describe-last-error", &json!({}));
            let shown = text(&described).matches(": (F").count();
            assert_eq!(shown, listed.min(5), "{context}: {}", text(&described));
            assert!(text(&described).contains("Backtrace (top 5 frames):"));
            let brief = in_brief(&mut host, &condition);
            assert_eq!(counted(&brief, "frames"), (total > 20).then_some(total), "{context}");
        }
    }
}

#[test]
fn more_calls_than_an_image_may_send_are_counted() {
    let whole = Host::new().evaluate("x", &failed(&calling(203, 203)));
    assert_eq!(backtrace(text(&whole)), expected(20, 203, 20));
}

#[test]
fn a_toplevel_form_is_no_call_that_is_left_out() {
    let frames = json!([frame("F0", &[]), frame("F1", &[]), with(toplevel(), json!({"index": 2}))]);
    for beyond in [0, 1, 2] {
        let condition = with(division_by_zero(), json!({"frames": frames, "framesTotal": 3 + beyond}));
        let whole = Host::new().evaluate("x", &failed(&condition));
        assert_eq!(backtrace(text(&whole)), [(0, Some(0)), (0, Some(1)), (beyond, None)]);
    }
}

#[test]
fn restarts_slots_and_classes_of_the_last_error() {
    for count in around(100) {
        for beyond in [0, 1, 2] {
            let names: Vec<String> = (0..count).map(|n| format!("R{n}")).collect();
            let restarts: Vec<Value> = names
                .iter()
                .map(|name| json!({"name": name, "description": "d", "parameters": null}))
                .collect();
            let slots: Vec<Value> = names.iter().map(|name| json!({"name": name, "value": "v"})).collect();
            let classes: Vec<String> = names.iter().map(|name| format!("P:{name}")).collect();
            let mut condition = with(
                division_by_zero(),
                json!({"restarts": restarts, "slots": slots, "precedence": classes, "frames": [], "framesTotal": 0}),
            );
            if beyond > 0 {
                let left_out = json!({"restarts": beyond, "slots": beyond, "precedence": beyond});
                condition = with(condition, json!({"leftOut": left_out}));
            }
            let mut host = Host::new();
            let whole = host.evaluate("x", &failed(&condition));
            let (kept, left_out) = (count.min(100), count.saturating_sub(100) + beyond);
            let error = &whole["structuredContent"]["error"];
            let described = host.call("describe-last-error", &json!({"detail": "full"}));
            let words = text(&described);
            for (what, one, several) in [
                ("restarts", "restart", "restarts"),
                ("slots", "slot", "slots"),
                ("precedence", "class", "classes"),
            ] {
                assert_eq!(error[what].as_array().unwrap().len(), kept, "{what} of {count}");
                let counted = error.get("truncated").map_or(0, |truncated| number(&truncated[what]));
                assert_eq!(counted, left_out, "{what} of {count} and {beyond}");
                let noun = if left_out == 1 { one } else { several };
                let line = format!("… {left_out} more {noun}\n");
                // The description has the restarts; all of it the resource of the last error has.
                if what == "restarts" {
                    assert_eq!(words.contains(&line), left_out > 0, "{count}, {beyond}: {words}");
                }
            }
            let listed = words.lines().filter(|line| line.ends_with(" - d")).count();
            assert_eq!(listed, kept);
            let last = format!("  {kept}. R{} - d", kept.saturating_sub(1));
            assert!(kept == 0 || words.contains(&last), "{last}: {words}");
            let read = host.ask("resources/read", &json!({"uri": "lisp://session/main/last-error"}));
            let all = read["result"]["contents"][0]["text"].as_str().unwrap();
            for (one, several) in [("restart", "restarts"), ("slot", "slots"), ("class", "classes")] {
                let noun = if left_out == 1 { one } else { several };
                let line = format!(" more {noun}\n");
                let count_of = |line: &str| {
                    all.lines()
                        .filter_map(|each| each.split("… ").nth(1))
                        .filter(|each| format!("{each}\n").ends_with(line))
                        .map(|each| each.split(' ').next().unwrap().parse::<usize>().unwrap())
                        .sum::<usize>()
                };
                assert_eq!(count_of(&line), left_out, "{noun}: {all}");
            }
            assert_eq!(all.matches(" = v").count(), kept);
        }
    }
}

#[test]
fn hints_are_counted_in_brief() {
    let hint = json!({"kind": "meant", "about": "A", "text": "B", "thing": "function", "distance": 1, "position": null});
    for count in [0_usize, 1, 4, 5, 6, 9] {
        let condition = with(division_by_zero(), json!({"hints": vec![hint.clone(); count]}));
        let result = in_brief(&mut Host::new(), &failed(&condition));
        let told = result["structuredContent"]["error"].get("hints").map_or(0, number);
        assert_eq!(told, count.min(5));
        assert_eq!(text(&result).matches("Hint: ").count(), count.min(5));
    }
}

fn restored(count: u32, failed: usize, names: usize, not_kept: u32) -> Restored {
    let names: Vec<String> = (0..names).map(|n| format!("FUNCTION F{n}")).collect();
    let failed = vec![Unrestored { names, reason: "why".to_owned() }; failed];
    Restored { reason: "it was lost".to_owned(), count, failed, not_kept, is_news: false }
}

#[test]
fn what_was_restored() {
    for count in [0, 1, 2, 30] {
        for failed in [0, 1, 19, 20, 21, 22, 40] {
            for not_kept in [0, 1, 2] {
                let text = restored(count, failed, 1, not_kept).text();
                if count == 0 && failed == 0 && not_kept == 0 {
                    assert!(text.contains("no definitions to restore"), "{text}");
                    continue;
                }
                let noun = if count == 1 {
                    "definition of the session was"
                } else {
                    "definitions of the session were"
                };
                assert!(text.contains(&format!(" {count} {noun} restored")), "{text}");
                assert_eq!(text.matches("FUNCTION F0 (why)").count(), failed.min(20), "{text}");
                assert_eq!(text.contains("Not restored:"), failed > 0, "{text}");
                let beyond = failed.saturating_sub(20);
                assert_eq!(text.contains(&format!("\n  … {beyond} more")), beyond > 0, "{text}");
                assert_eq!(
                    text.contains(&format!("\n{not_kept} more had not been kept")),
                    not_kept > 0,
                    "{text}"
                );
                assert_eq!(
                    text.matches(" more").count(),
                    usize::from(beyond > 0) + usize::from(not_kept > 0)
                );
            }
        }
    }
}

#[test]
fn names_of_what_was_not_restored() {
    for names in [1, 2, 3, 4, 5, 12] {
        let text = restored(1, 1, names, 0).text();
        assert_eq!(text.matches("FUNCTION F").count(), names.min(3), "{text}");
        let beyond = names.saturating_sub(3);
        assert_eq!(text.contains(&format!(", … {beyond} more (why)")), beyond > 0, "{text}");
    }
}

#[test]
fn names_that_there_is_no_room_for() {
    for count in [1_usize, 2, 3, 4, 5, 99, 100, 101, 150] {
        // A form of more text than a session keeps.
        let names: Vec<String> = (0..count).map(|n| format!("FUNCTION F{n}")).collect();
        let definition = json!({"code": "", "package": "COMMON-LISP-USER", "names": names, "undefined": [], "position": null});
        let whole = Host::new().evaluate("x", &with(ok(&["1"]), json!({"definitions": [definition]})));
        let data = &whole["structuredContent"];
        assert_eq!(data["notKept"].as_array().map_or(0, Vec::len), count.min(100), "{whole}");
        let words = text(&whole);
        assert_eq!(words.matches("FUNCTION F").count(), count.min(3), "{words}");
        let beyond = count.min(100).saturating_sub(3);
        assert_eq!(words.contains(&format!(", … {beyond} more. It is defined")), beyond > 0, "{words}");
        assert!(words.contains("A session keeps 1000 forms and 1000000 bytes of text;"), "{words}");
    }
}

#[test]
fn messages_of_restarts_that_were_taken() {
    // Each has at most a thousand characters, and all of them twenty thousand.
    for chars in [0, 1, 999, 1000, 1001, 1002, 3000] {
        let taken = json!({"restart": "CONTINUE", "condition": "ERROR", "message": "m".repeat(chars)});
        let whole = Host::new().evaluate("x", &with(ok(&["1"]), json!({"restartsTaken": vec![taken; 22]})));
        let taken = whole["structuredContent"]["restartsTaken"].as_array().unwrap();
        assert_eq!(taken.len(), 22);
        let mut room = 20_000_usize;
        for each in taken {
            let message = each["message"].as_str().unwrap();
            let most = room.min(1000);
            let expected = if chars <= most { "m".repeat(chars) } else { cut(chars, most) };
            assert_eq!(message, expected, "{chars} of {most}");
            room = room.saturating_sub(message.len());
        }
    }
}

/// So many characters in the room for `most`.
fn cut(chars: usize, most: usize) -> String {
    assert!(chars > most);
    format!("{}...", "m".repeat(most.saturating_sub(3)))
}

#[test]
fn the_number_of_a_form_and_of_a_level() {
    for form in [0, 1, 7] {
        let place = json!({"form": form, "line": 3, "column": 4, "in": null, "elsewhere": null});
        let condition = with(division_by_zero(), json!({"form": form, "where": place, "severalForms": true}));
        let whole = Host::new().evaluate("1\n2\n 3", &failed(&condition));
        let line = format!("Where: form {}, line 3, column 4", form + 1);
        assert!(text(&whole).lines().any(|each| each == line), "{whole}");
        assert_eq!(number(&whole["structuredContent"]["error"]["form"]), form);
    }
}

#[test]
fn milliseconds_are_three_digits() {
    for (ms, words) in [
        (0.0, "0.000"),
        (0.0004, "0.000"),
        (0.0005, "0.001"),
        (1.0, "1.000"),
        (12.3456, "12.346"),
        (999.9996, "1000.000"),
    ] {
        let timing = json!({"timing": {"realMs": ms, "compileMs": ms}});
        let whole = Host::new().evaluate("x", &with(ok(&["1"]), timing));
        assert!(text(&whole).ends_with(&format!("real {words} ms, compile {words} ms")), "{whole}");
    }
}

#[test]
fn the_forms_of_an_evaluation_that_is_held() {
    for form in [0, 1, 6] {
        let mut host = Host::new();
        let params = json!({"name": "evaluate-lisp", "arguments": {"code": "x", "detail": "full", "on-error": "hold"}});
        host.send(1, &json!({"jsonrpc": "2.0", "id": "h", "method": "tools/call", "params": params}));
        let id = host.only_command().id;
        let condition = with(division_by_zero(), json!({"form": form}));
        host.event(&json!({
            "kind": "asking", "id": id, "question": 1, "condition": condition, "definitions": [],
            "package": "COMMON-LISP-USER",
        }));
        let held = host.only_answer(1)["result"].take();
        let data = &held["structuredContent"];
        assert_eq!((&data["status"], number(&data["forms"])), (&json!("held"), form + 1), "{held}");
        assert_eq!(number(&data["level"]), 1);
    }
}

#[test]
fn names_that_are_not_kept_have_a_length() {
    for chars in [1, 199, 200, 201, 400] {
        let definition = json!({"code": "", "package": "COMMON-LISP-USER", "names": ["m".repeat(chars)], "undefined": [], "position": null});
        let whole = Host::new().evaluate("x", &with(ok(&["1"]), json!({"definitions": [definition]})));
        let expected = if chars <= 200 { "m".repeat(chars) } else { cut(chars, 200) };
        assert_eq!(whole["structuredContent"]["notKept"], json!([expected]));
    }
}

#[test]
fn a_line_that_cannot_be_read_is_quoted_as_far_as_eighty_characters() {
    for chars in [1, 79, 80, 81, 200] {
        let line = "m".repeat(chars);
        let condition = with(
            division_by_zero(),
            json!({"phase": "read", "position": {"line": 2, "column": 3}, "frames": [], "framesTotal": 0}),
        );
        let whole = Host::new().evaluate(&format!("1\n{line}\n3"), &failed(&condition));
        let expected = if chars <= 80 { line } else { cut(chars, 80) };
        let sentence =
            format!("READER-ERROR at line 2, column 3: the text could not be read here: {expected}\n");
        assert!(text(&whole).contains(&sentence), "{whole}");
    }
}
