/** An image that was granted a directory: what it keeps of its files, and what the tools on files answer. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Evaluate, Event, FileAction } from "../../jscl-bridge/contract/engine.js";
import type { FilesReport } from "../../jscl-bridge/contract/results.js";
import { bootImage } from "../../jscl-bridge/engine/boot.js";
import { createEngine } from "../../jscl-bridge/engine/engine.js";
import { evaluateCommand } from "../../jscl-bridge/engine/evaluate-command.js";
import { openDirectory } from "../../jscl-bridge/node/granted-directory.js";
import { loadParts } from "./image.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-granted-")));
const granted = join(top, "granted");
mkdirSync(granted);
const at = (name: string) => join(granted, name);

const events: Event[] = [];
const engine = createEngine(
  bootImage(await loadParts(), () => {}, false, openDirectory(granted)),
  (event) => events.push(event),
);
let id = 0;

beforeEach(() => {
  rmSync(granted, { recursive: true, force: true });
  mkdirSync(at("sub"), { recursive: true });
  writeFileSync(at("w.lisp"), "(defun from-file () 'disk)");
});
afterAll(() => rmSync(top, { recursive: true }));

function evaluate(code: string, more: Partial<Evaluate> = {}) {
  events.length = 0;
  engine.handle({ kind: "evaluate", ...evaluateCommand(++id, code, more) });
  const last = events.at(-1);
  if (last?.kind !== "completed") throw new Error(`${code} did not complete`);
  return last.outcome;
}

function answer(command: object) {
  events.length = 0;
  engine.handle({ id: ++id, package: "CL-USER", limit: 50_000, ...command });
  const [event] = events;
  if (event?.kind !== "found") throw new Error("no answer");
  return event.report === null ? (event.texts[0] ?? null) : (JSON.parse(event.report) as FilesReport);
}

const list = (text: string) => answer({ kind: "query", what: "list-files", text });
const onFile = (path: string, action: FileAction) => answer({ kind: "file", path, action });
const read = (path: string) => onFile(path, { kind: "read", start: 0, limit: 100, encoding: "utf-8" });
const write = (path: string) => onFile(path, { kind: "write", content: "x", encoding: "utf-8" });

const output = (path: string) =>
  `(with-open-file (s "${path}" :direction :output :if-exists :supersede) (write-string "gone" s))`;

test("of a file that is loaded the LOAD is kept, and no text", () => {
  const { definitions } = evaluate('(load "w.lisp")');
  expect(definitions.map(({ code, names }) => [code, names])).toEqual([
    ['(load "w.lisp")', ["FUNCTION FROM-FILE"]],
  ]);
});

test("what is restored changes no file of the directory, in whatever way", () => {
  const changes = [
    output("w.lisp"),
    output("new"),
    '(open "w.lisp" :direction :output :if-exists :append)',
    '(open "w.lisp" :direction :io :if-exists :overwrite)',
    '(delete-file "w.lisp")',
    '(rename-file "w.lisp" "other.lisp")',
    `(rename-file "w.lisp" "/in-memory.lisp")`,
    `(progn ${output("/memory")} (rename-file "/memory" "${granted}/w.lisp"))`,
    '(ensure-directories-exist "a/b/c")',
    '(sb-ext:delete-directory "sub/")',
    '(compile-file "w.lisp")',
  ];
  for (const code of changes) {
    const { condition } = evaluate(code, { restores: true });
    expect(condition?.message, code).toContain("Definitions are being restored");
  }
  expect(readdirSync(granted).sort()).toEqual(["sub", "w.lisp"]);
  expect(readFileSync(at("w.lisp"), "utf8")).toBe("(defun from-file () 'disk)");
  // Reading does not, and what comes afterwards is the program's own.
  expect(evaluate('(load "w.lisp")', { restores: true }).status).toBe("ok");
  expect(evaluate(output("new")).status).toBe("ok");
  expect(readFileSync(at("new"), "utf8")).toBe("gone");
});

test("a file that was in memory is put there again, and never on the disk", () => {
  expect(evaluate(`(jscl-mcp::keep-file "${granted}/w.lisp" "old")`).status).toBe("ok");
  expect(readFileSync(at("w.lisp"), "utf8")).toBe("(defun from-file () 'disk)");
  evaluate('(jscl-mcp::keep-file "/kept.lisp" "(defun kept () 1)") (load "/kept.lisp")');
  expect(evaluate("(kept)").values).toEqual(["1"]);
  for (const wrong of ['"/x" 1', '1 "x"', '"/x"', '"/*.lisp" "x"'])
    expect(evaluate(`(jscl-mcp::keep-file ${wrong})`).status, wrong).toBe("error");
});

test("what is in memory alone is said to be, once for each file", () => {
  expect(write("/elsewhere")).toMatchObject({ text: expect.stringContaining("in the Lisp's memory alone") });
  expect(write("here")).toMatchObject({ text: `Made ${granted}/here, 1 character.` });
  const warnings = (code: string) => evaluate(code).warnings.map(({ message }) => message);
  const [said, ...more] = warnings(`${output("/one")} ${output("/one")}`);
  expect([said, more]).toEqual([expect.stringMatching(/^\/one was made in the Lisp's memory alone/), []]);
  expect(warnings(`${output("/one")} ${output("here")}`)).toEqual([]);
  expect(warnings(output("/two"))).toHaveLength(1);
});

test("directories are listed by the names that OPEN takes", () => {
  writeFileSync(at("sub/f"), "x");
  mkdirSync(at("empty"));
  for (const name of ["sub", "sub/", at("sub"), "./sub", "empty/../sub"])
    expect(list(name), name).toMatchObject({ directory: `${granted}/sub/`, total: 1 });
  expect(list("empty")).toMatchObject({ total: 0, text: `There are no files in ${granted}/empty/.` });
  expect(list("")).toMatchObject({ directory: `${granted}/`, total: 3 });
  expect(list("none")).toBeNull();
  expect(list("*")).toBe("*/ is wild, and may mean several files: name one.");
});

test("the tools have the reason that Lisp's own error has", () => {
  symlinkSync(top, at("up"));
  symlinkSync(join(top, "granted", "loop"), at("loop"));
  for (const [told, reason] of [
    [list("up"), "It leads out of the directory that was granted"],
    [read("up/x"), "It leads out of the directory that was granted"],
    [write("up/x"), "It leads out of the directory that was granted"],
    [onFile("up/x", { kind: "delete" }), "It leads out of the directory that was granted"],
    [read("loop"), "Too many levels of symbolic links"],
    [write("w.lisp/x"), "a file with the same name already exists"],
    [write("x".repeat(300)), "File name too long"],
  ] as const)
    expect(told).toMatch(new RegExp(`FILE-ERROR: [^]*${reason}`));
});
