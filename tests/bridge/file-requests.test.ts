import { expect, test } from "vitest";
import type { Event, FileAction, FileEncoding } from "../../jscl-bridge/contract/engine.js";
import type {
  ContentReport,
  DeletedReport,
  FilesReport,
  Structured,
  WrittenReport,
} from "../../jscl-bridge/contract/results.js";
import { bootImage, createEngine, evaluateCommand, MOST_CHARACTERS } from "./engine.js";
import { loadParts } from "./image.js";

const events: Event[] = [];
const engine = createEngine(
  bootImage(await loadParts(), () => {}),
  (event) => events.push(event),
);
let id = 0;

function evaluate(code: string) {
  events.length = 0;
  engine.handle({ kind: "evaluate", ...evaluateCommand(++id, code) });
  const last = events.at(-1);
  if (last?.kind !== "completed") throw new Error(`${code} did not complete`);
  return last.outcome;
}

/** The one event that answers a command about a file. */
function found(command: object) {
  events.length = 0;
  engine.handle({ kind: "file", id: ++id, ...command });
  const [event, ...others] = events;
  if (event?.kind !== "found" || event.id !== id || others.length > 0) throw new Error("not one answer");
  return event;
}

function asked<T>(path: string, action: FileAction): Structured<T> | string {
  const { report, texts } = found({ path, action });
  return report === null ? (texts[0] ?? "") : (JSON.parse(report) as Structured<T>);
}

const read = (path: string, start = 0, limit = 50_000, encoding: FileEncoding = "utf-8") =>
  asked<ContentReport>(path, { kind: "read", start, limit, encoding });
const write = (path: string, content: string, encoding: FileEncoding = "utf-8") =>
  asked<WrittenReport>(path, { kind: "write", content, encoding });
const remove = (path: string) => asked<DeletedReport>(path, { kind: "delete" });

test("what is written the program reads, and what the program writes is read", () => {
  expect(write("/data/in.lisp", "(defun twice (x) (* 2 x))\n")).toEqual({
    text: "Made /data/in.lisp, 26 characters.",
    path: "/data/in.lisp",
    characters: 26,
    bytes: 26,
    created: true,
  });
  expect(evaluate('(load "/data/in.lisp") (twice 21)').values).toEqual(["42"]);
  evaluate('(with-open-file (s "/data/out.txt" :direction :output) (format s "a~%b"))');
  expect(read("/data/out.txt")).toEqual({
    text: "/data/out.txt, 3 characters:\n\na\nb",
    path: "/data/out.txt",
    content: "a\nb",
    encoding: "utf-8",
    start: 0,
    characters: 3,
    bytes: 3,
    next: null,
  });
  expect(write("data/out.txt", "")).toMatchObject({
    text: "Replaced /data/out.txt, 0 characters.",
    created: false,
  });
  expect(read("/data/out.txt")).toMatchObject({ text: "/data/out.txt is empty.", content: "", next: null });
  expect(remove("/data/out.txt")).toEqual({
    text: "Deleted /data/out.txt, 0 characters.",
    path: "/data/out.txt",
    characters: 0,
    bytes: 0,
  });
  expect(evaluate('(probe-file "/data/out.txt")').values).toEqual(["NIL"]);
});

test("a long file is read in parts, which never cut a character in two", () => {
  write("/long.txt", "a😀b😀c");
  expect(read("/long.txt", 0, 2)).toMatchObject({ content: "a😀", characters: 5, next: 2 });
  expect(read("/long.txt", 2, 2)).toMatchObject({
    content: "b😀",
    next: 4,
    text: "/long.txt, 5 characters of which these begin at 2; the next part starts at 4:\n\nb😀",
  });
  expect(read("/long.txt", 4, 2)).toMatchObject({ content: "c", start: 4, next: null });
  expect(read("/long.txt", 5)).toMatchObject({ content: "", next: null });
  expect(read("/long.txt", 6)).toBe("/long.txt has 5 characters: no part of it starts at 6.");
});

test("bytes go in and out by base64, and text that is none is not told as one", () => {
  expect(write("/b", "AP+A", "base64")).toEqual({
    ...{ text: "Made /b, 3 bytes.", path: "/b", characters: null, bytes: 3, created: true },
  });
  const content = `(with-open-file (s "/b" :element-type '(unsigned-byte 8))
    (let ((v (make-list (file-length s)))) (read-sequence v s) v))`;
  expect(evaluate(content).values).toEqual(["(0 255 128)"]);
  expect(read("/b")).toBe("/b has 3 bytes that are no text in UTF-8: read it with the encoding base64.");
  expect(read("/b", 0, 50, "base64")).toEqual({
    ...{ text: "/b, 3 bytes, in base64:\n\nAP+A", path: "/b", content: "AP+A", encoding: "base64" },
    ...{ start: 0, characters: null, bytes: 3, next: null },
  });
  expect(read("/b", 1, 1, "base64")).toMatchObject({ content: "/w==", next: 2 });
  expect(read("/b", 3, 1, "base64")).toMatchObject({ content: "", next: null });
  expect(read("/b", 4, 1, "base64")).toBe("/b has 3 bytes: no part of it starts at 4.");
  // A text is bytes, too, and bytes may be a text.
  write("/t", "é");
  expect(read("/t", 0, 50, "base64")).toMatchObject({ content: "w6k=", bytes: 2 });
  expect(write("/t", "w6k=", "base64")).toMatchObject({ text: "Replaced /t, 2 bytes." });
  expect(read("/t")).toMatchObject({ content: "é", characters: 1, bytes: 2 });
  expect(write("/t", "", "base64")).toMatchObject({ bytes: 0 });
  expect(read("/t", 0, 50, "base64")).toMatchObject({ text: "/t is empty.", content: "" });
  for (const nonsense of ["A", "AAA", "AA=A", "AA A", "====", "é"])
    expect(write("/t", nonsense, "base64")).toBe(
      "The content for /t is no base64, padded and without spaces.",
    );
  expect(read("/t")).toMatchObject({ characters: 0 });
  expect(remove("/b")).toEqual({ text: "Deleted /b, 3 bytes.", path: "/b", characters: null, bytes: 3 });
  remove("/t");
});

test("names are those that OPEN takes", () => {
  evaluate('(setf *default-pathname-defaults* #p"/base/")');
  expect(write("notes.txt", "x")).toMatchObject({ path: "/base/notes.txt" });
  expect(read("../base/notes.txt")).toMatchObject({ content: "x", path: "/base/notes.txt" });
  evaluate('(setf *default-pathname-defaults* #p"")');
  evaluate('(with-open-file (s "/odd/a\\\\*b\\\\[c.txt" :direction :output) (princ 1 s))');
  events.length = 0;
  const query = { kind: "query", what: "list-files", package: "CL-USER", limit: 50_000 };
  engine.handle({ ...query, id: ++id, text: "/odd/" });
  const [event] = events;
  if (event?.kind !== "found") throw new Error("no answer");
  const { files } = JSON.parse(event.report ?? "") as FilesReport;
  expect(files).toMatchObject([{ name: "a*b[c.txt", path: "/odd/a\\*b\\[c.txt" }]);
  expect(read(files[0]?.path ?? "")).toMatchObject({ content: "1" });
});

test("what is no file, or no name of one, is said", () => {
  write("/data/in.lisp", "");
  for (const act of [read, remove]) {
    expect(act("/nowhere.txt")).toBe("There is no file /nowhere.txt.");
    expect(act("/data")).toBe("/data is a directory, and no file.");
  }
  for (const act of [read, remove, (path: string) => write(path, "x")]) {
    expect(act("/data/*.lisp")).toBe("/data/*.lisp is wild, and may mean several files: name one.");
    expect(act("/**/in.lisp")).toMatch(/is wild/);
    for (const directory of ["", "/", "/data/", "/data/../"])
      expect(act(directory), directory).toMatch(/directory/);
    expect(act("/data/[in.lisp")).toMatch(/^[A-Z-:]+: parse error in namestring/);
    expect(act("/data/in\\")).toMatch(/^[A-Z-:]+: /);
  }
  expect(read(`/${"x".repeat(100_000)}`)).toHaveLength("There is no file .".length + 200);
});

test("the last values, the output and the last error stay as they are", () => {
  evaluate("(list 1 2)");
  write("/a.lisp", "(print 1)");
  read("/a.lisp");
  read("/none");
  remove("/a.lisp");
  expect(evaluate("(list * **)").values).toEqual([expect.stringMatching(/^\(\(1 2\) /)]);
  expect(events.filter(({ kind }) => kind === "output")).toEqual([]);
});

test("an image holds so many characters of files, and no more", () => {
  const before = read("/data/in.lisp");
  const part = "x".repeat(2 ** 25);
  expect(write("/one", part)).toMatchObject({ created: true });
  expect(write("/two", part)).toMatch(/^There is no room for the 33554432 characters of \/two: files hold /);
  expect(read("/two")).toBe("There is no file /two.");
  // What a file is replaced by needs no more room than it gives up.
  expect(write("/one", part)).toMatchObject({ created: false });
  expect(write("/one", `${part}x`)).toMatch(/a file holds 33554432 at most/);
  expect(read("/one", 0, 1)).toMatchObject({ characters: 2 ** 25 });
  const most = `(let ((part (make-string ${2 ** 24} :initial-element #\\x)))
    (with-open-file (s "/two" :direction :output) (loop (write-string part s))))`;
  expect(evaluate(most).condition?.type).toBe("HEAP-EXHAUSTED-ERROR");
  expect(MOST_CHARACTERS).toBe(2 ** 26);
  remove("/one");
  remove("/two");
  expect(write("/two", part)).toMatchObject({ created: true });
  remove("/two");
  expect(read("/data/in.lisp")).toEqual(before);
});

test("garbage is answered, or ignored where it is no command", () => {
  for (const action of [{ kind: "nonsense" }, { kind: "write" }, { kind: "write", content: 5 }])
    expect(found({ path: "/a", action }).report, JSON.stringify(action)).toBeNull();
  expect(read("/a")).toBe("There is no file /a.");
  for (const path of ["\u0000", "\ud800", "~", "~root/x", "//", "a".repeat(10_000)]) {
    expect(typeof asked(path, { kind: "read", start: 0, limit: 1, encoding: "utf-8" }), path).toBe("string");
  }
  events.length = 0;
  for (const wrong of [{ path: "/a" }, { path: 5, action: { kind: "delete" } }, { path: "/a", action: null }])
    engine.handle({ kind: "file", id: 1, ...wrong });
  expect(events).toEqual([]);
});
