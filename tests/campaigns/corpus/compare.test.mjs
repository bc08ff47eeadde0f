import { describe, expect, test } from "vitest";
import { allWrong, compare } from "./compare.mjs";

const answer = (error = {}, more = {}) => ({
  status: "error",
  values: [],
  stdout: "",
  warnings: [],
  error: {
    type: "TYPE-ERROR",
    message: "The value 42 is not of type LIST.",
    precedence: ["COMMON-LISP:TYPE-ERROR", "COMMON-LISP:T"],
    restarts: [{ name: "ABORT", description: "Return to top level." }],
    frames: [{ function: "CAR", arguments: ["42"], kind: "library" }],
    ...error,
  },
  ...more,
});

const row = (error = {}, more = {}) => ({
  id: 1,
  code: "(defun f (x) (car x)) (f 42)",
  expected: {
    status: "error",
    values: null,
    stdout: "",
    warnings: [],
    error: {
      type: "TYPE-ERROR",
      message: "The value\n  42\nis not of type\n  LIST\nwhen binding LIST",
      precedence: ["COMMON-LISP:T", "COMMON-LISP:TYPE-ERROR"],
      restarts: [],
      frames: [["CAR", ["42"]]],
      ...error,
    },
    ...more,
  },
});

const wrong = (given, got) => {
  const equal = compare(given, got);
  return Object.keys(equal).filter((column) => !equal[column]);
};

describe("compare", () => {
  test("finds SBCL's answer in ours", () => expect(wrong(row(), answer())).toEqual([]));
  test.each([
    ["type", { type: "SIMPLE-TYPE-ERROR" }],
    ["message", { message: "The value 43 is not of type LIST." }],
    ["frames", { frames: [{ function: "CDR", arguments: ["42"], kind: "library" }] }],
    ["frames", { frames: [] }],
    ["frames", { frames: [...answer().error.frames, { function: "F", arguments: [], kind: "function" }] }],
    ["restarts", { restarts: [{ name: "CONTINUE", description: "Go on." }, ...answer().error.restarts] }],
  ])("sees another %s", (column, error) => expect(wrong(row(), answer(error))).toContain(column));
  test("sees another status, output, warning, value", () => {
    expect(wrong(row(), answer({}, { status: "timeout" }))).toContain("status");
    expect(wrong(row(), answer({}, { stdout: "x" }))).toContain("stdout");
    const warned = { warnings: [{ type: "SIMPLE-WARNING", message: "w" }] };
    expect(wrong(row(), answer({}, warned))).toContain("warnings");
    const ok = { code: "1", expected: { status: "ok", values: ["1"], stdout: "", warnings: [] } };
    expect(wrong(ok, { status: "ok", values: ["2"], stdout: "", warnings: [] })).toEqual(["values"]);
  });
  test("grants a type of SBCL's own when the standard classes agree", () => {
    const given = row({ type: "SIMPLE-PARSE-ERROR" });
    expect(wrong(given, answer())).toContain("type");
    expect(wrong({ ...given, flags: ["sbcl-internal-type"] }, answer())).toEqual([]);
    const other = answer({ precedence: ["COMMON-LISP:T"] });
    expect(wrong({ ...given, flags: ["sbcl-internal-type"] }, other)).toContain("type");
  });
  test("keeps a variable's name that is the program's", () =>
    expect(wrong(row({ message: "The value 42 is not of type LIST when binding X" }), answer())).toContain(
      "message",
    ));
  test("shows an undefined function's name, and the open-coded operator, apart from the strict column", () => {
    const undefinedFunction = row({ frames: [['"undefined function"', ["42"]]] });
    expect(wrong(undefinedFunction, answer())).toEqual(["sbclFrames"]);
    const f = { function: "F", arguments: ["42"], kind: "function" };
    const operator = { ...answer().error.frames[0], kind: "operator" };
    const called = row({ frames: [["F", ["42"]]] });
    expect(wrong(called, answer({ frames: [operator, f] }))).toEqual(["sbclFrames"]);
    expect(wrong(called, answer({ frames: [answer().error.frames[0], f] }))).toContain("frames");
  });
  test("passes over local functions of toplevel forms, which the corpus does not list", () => {
    const local = { function: "(FLET F)", arguments: ["1"], kind: "local" };
    const [car] = answer().error.frames;
    expect(wrong(row(), answer({ frames: [car, local] }))).toEqual(["sbclFrames"]);
    const inside = { ...local, function: "(FLET F :IN G)" };
    expect(wrong(row(), answer({ frames: [car, inside] }))).toContain("frames");
  });
  test("takes addresses and white space as they come", () =>
    expect(
      wrong(row({ message: "#<C {ADDR}>\n  is bad" }), answer({ message: "#<C {1001000243}> is bad." })),
    ).toEqual([]));
  test("has all columns of a broken row wrong", () => {
    expect(Object.values(allWrong(row()))).not.toContain(true);
    expect(Object.keys(allWrong(row()))).toEqual(Object.keys(compare(row(), answer())));
  });
});
