import { expect, test } from "vitest";
import type { Evaluate, Event, Outcome } from "../contract/engine.js";
import { makePackageObject } from "../runtime/objects/package-objects.js";
import { createEngine } from "./engine.js";
import type { BoundaryOptions, ConditionReport, EngineImage } from "./engine-image.js";
import { evaluateCommand } from "./evaluate-command.js";

// A scripted image: each "form" is a word that says what happens.

class Signalled {
  readonly kind: "condition" | "timeout";
  readonly type: string;
  constructor(type: string, kind: "condition" | "timeout" = "condition") {
    this.type = type;
    this.kind = kind;
  }
}

function report(type: string): ConditionReport {
  return {
    type,
    package: "COMMON-LISP",
    label: type,
    message: type,
    precedence: [],
    slots: [],
    restarts: [],
    frames: [],
    framesTotal: 0,
    where: null,
    callers: [],
    unclosed: null,
    hints: [],
    restartTaken: null,
    restartProblem: null,
    leftOut: null,
  };
}

function scriptedImage(): EngineImage {
  const pkg = (packageName: string) =>
    makePackageObject(packageName, { symbols: {}, exports: {}, use: null });
  let current = pkg("COMMON-LISP-USER");
  let options: BoundaryOptions;
  let whileCompiling = false;
  const defined: string[] = [];
  const run = (word: string): unknown[] => {
    const [verb, rest = ""] = word.split(":");
    if (verb === "say") options.onOutput("stdout", rest);
    if (verb === "warn")
      options.onWarning({
        type: "WARNING",
        package: "COMMON-LISP",
        label: "WARNING",
        message: rest,
        severity: "warning",
        position: null,
        where: null,
        hints: [],
      });
    if (verb === "def") defined.push(`FUNCTION ${rest}`);
    if (verb === "error") throw new Signalled(rest);
    if (verb === "loop") throw new Signalled("TIMEOUT", "timeout");
    if (verb === "in") current = pkg(rest);
    if (verb === "broken") throw new RangeError("bridge");
    return verb === "none" ? [] : [word];
  };
  return {
    lisp: "TEST",
    version: "0",
    rest() {},
    beginDebugging: () => ({ begin() {}, end() {} }),
    noteRandom: () => () => null,
    forgetCalls() {},
    beginRecording: () => true,
    endRecording: () => "recorded",
    endTraces() {},
    setRestoring() {},
    takeOnlyInMemory: () => null,
    currentPackage: () => current,
    setCurrentPackage(next) {
      current = next;
    },
    requirePackage(name) {
      if (name === "NOPE") throw new Signalled("PACKAGE-DOES-NOT-EXIST");
      return pkg(name);
    },
    openSource(text) {
      const words = text.split(" ").filter((word) => word !== "");
      let column = 0;
      return {
        next() {
          const word = words.shift();
          if (word === undefined) return null;
          if (word === ")") throw new Signalled("READER-ERROR");
          const start = text.indexOf(word, column);
          const form = { form: word, position: { line: 1, column }, start, end: start + word.length };
          column += word.length + 1;
          return form;
        },
        failure: () => ({ position: { line: 1, column }, start: column, unclosed: null }),
        goesOn: () => words.length > 0,
      };
    },
    evaluate({ form }) {
      whileCompiling = form === "uncompilable";
      if (whileCompiling) throw new Signalled("PROGRAM-ERROR");
      return run(form as string);
    },
    definitions: () => ({ names: defined.splice(0), undefined: [], files: [] }),
    evaluateAside: ({ form }) => run(form as string),
    limitKept: () => undefined,
    keep: () => 1,
    readOne: (source) => source.next() ?? { form: "", position: { line: 1, column: 0 }, start: 0, end: 0 },
    tool: (call, run) => JSON.stringify({ call, values: run.evaluateAll() }),
    look: (look, form) => JSON.stringify({ look, form: form?.form }),
    lookUp: ({ text }) => {
      if (text === "broken") throw new Error("broken");
      return { texts: [text], total: 1, report: null };
    },
    onFile: ({ path }) => {
      if (path === "broken") throw new Error("broken");
      return { texts: [path], total: 1, report: null };
    },
    prin1(value, maxChars) {
      if (value === "unprintable") throw new Signalled("PRINT-ERROR");
      return String(value).slice(0, maxChars);
    },
    compileMs: () => 0,
    onTop: () => () => {},
    runInBoundary(body, given) {
      options = given;
      try {
        body();
        return { kind: "returned" };
      } catch (error) {
        if (!(error instanceof Signalled)) throw error;
        if (error.type === "ABORT") return { kind: "aborted" };
        return { kind: error.kind, report: report(error.type), whileCompiling };
      }
    },
  };
}

function evaluator() {
  const events: Event[] = [];
  const engine = createEngine(scriptedImage(), (event) => events.push(event));
  let id = 0;
  return (code: string, more: Partial<Evaluate> = {}): { outcome: Outcome; stdout: string } => {
    const limits = {
      valueChars: 100,
      messageChars: 100,
      argumentChars: 100,
      formChars: 40,
      maxFrames: 10,
      maxValues: 5,
      maxWarnings: 3,
    };
    const command = evaluateCommand(++id, code, { deadlineMs: 0, maxOutput: 100, limits, ...more });
    events.length = 0;
    engine.handle({ kind: "evaluate", ...command });
    const last = events.at(-1);
    if (last?.kind !== "completed") throw new Error("no completed event");
    expect(events.filter((event) => event.kind === "completed")).toHaveLength(1);
    expect(last.id).toBe(id);
    const stdout = events.map((event) => (event.kind === "output" ? event.text : "")).join("");
    return { outcome: last.outcome, stdout };
  };
}

test("the last form's values, and how many forms there were", () => {
  const { outcome } = evaluator()("a b c");
  expect(outcome).toMatchObject({ status: "ok", values: ["c"], forms: 3, condition: null, timing: null });
});

test("no forms and no values are no values", () => {
  const evaluate = evaluator();
  expect(evaluate("").outcome).toMatchObject({ status: "ok", values: [], forms: 0 });
  expect(evaluate("none").outcome).toMatchObject({ status: "ok", values: [], forms: 1 });
});

test("an error says which form, which phase and where, and keeps what came before", () => {
  const evaluate = evaluator();
  const { outcome, stdout } = evaluate("say:x error:E after");
  expect(stdout).toBe("x");
  expect(outcome).toMatchObject({
    status: "error",
    values: [],
    forms: 2,
    condition: { type: "E", form: 1, phase: "eval", position: { line: 1, column: 6 } },
  });
  expect(evaluate("a )").outcome.condition).toMatchObject({
    form: 1,
    phase: "read",
    position: { line: 1, column: 2 },
  });
  expect(evaluate("uncompilable").outcome.condition).toMatchObject({ form: 0, phase: "compile" });
  expect(evaluate("unprintable").outcome.condition).toMatchObject({
    form: 0,
    phase: "print",
    position: { line: 1, column: 0 },
  });
});

test("warnings are kept with values and with errors", () => {
  const evaluate = evaluator();
  expect(evaluate("warn:w1 warn:w2 ok").outcome.warnings.map(({ message }) => message)).toEqual(["w1", "w2"]);
  expect(evaluate("warn:w error:E").outcome.warnings).toHaveLength(1);
});

test("leaving for the toplevel is no error and has no values", () => {
  expect(evaluator()("a error:ABORT b").outcome).toMatchObject({
    status: "aborted",
    values: [],
    forms: 2,
    condition: null,
  });
});

test("a warning stands where its form does", () => {
  expect(evaluator()("a warn:w").outcome.warnings[0]?.position).toEqual({ line: 1, column: 2 });
});

test("a timeout is a status of its own", () => {
  expect(evaluator()("loop").outcome).toMatchObject({ status: "timeout", condition: { type: "TIMEOUT" } });
});

test("a package given for one evaluation does not outlive it; in-package does", () => {
  const evaluate = evaluator();
  expect(evaluate("in:P").outcome.package).toBe("P");
  expect(evaluate("a").outcome.package).toBe("P");
  expect(evaluate("a in:R", { package: "Q" }).outcome.package).toBe("P");
  const missing = evaluate("a", { package: "NOPE" }).outcome;
  expect(missing).toMatchObject({
    status: "error",
    package: "P",
    condition: { type: "PACKAGE-DOES-NOT-EXIST", form: 0 },
  });
});

test("time is measured only when asked for", () => {
  const { timing } = evaluator()("a", { captureTime: true }).outcome;
  expect(timing?.realMs).toBeGreaterThanOrEqual(timing?.compileMs ?? Number.NaN);
});

test("a fault of the bridge's own still ends in a completed event", () => {
  const { outcome } = evaluator()("broken");
  expect(outcome).toMatchObject({
    status: "error",
    condition: { type: "INTERNAL-ERROR", package: "JSCL-MCP" },
  });
  expect(outcome.condition?.message).toContain("bridge");
});

test("what is no command is ignored", () => {
  const events: Event[] = [];
  const engine = createEngine(scriptedImage(), (event) => events.push(event));
  for (const data of [
    null,
    undefined,
    1,
    "x",
    {},
    { kind: "evaluate" },
    { kind: "other", id: 1, code: "", limits: {} },
  ])
    engine.handle(data);
  expect(events).toEqual([]);
});

test("so many warnings are sent, and the others counted", () => {
  const { outcome } = evaluator()("warn:a warn:b warn:c warn:d warn:e");
  expect(outcome.warnings.map(({ message }) => message)).toEqual(["a", "b", "c"]);
  expect(outcome.dropped.warnings).toBe(2);
});
