import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simply, startAnswerers } from "./answerers.mjs";
import { judge, outcome } from "./compare.mjs";
import { Coverage } from "./coverage.mjs";
import { form, fresh, LispSymbol, NIL } from "./evaluator/data.mjs";
import { Evaluator } from "./evaluator/evaluator.mjs";
import { Exit, find, Variable } from "./evaluator/frames.mjs";
import { macros } from "./evaluator/macros/all.mjs";
import { expansion } from "./evaluator/macros/places.mjs";
import { program, textOf } from "./generator/program.mjs";
import { startSbcl } from "./sbcl.mjs";

/** Programs that are compared here, and within which a planted fault has to be found. */
const COMPARED = 250;
const WITHIN = 1000;

describe("generated programs", () => {
  test("are the same for the same seed, and others for another", () => {
    expect(program("a", 1)).toEqual(program("a", 1));
    expect(textOf(program("a", 1).forms)).not.toBe(textOf(program("b", 1).forms));
  });

  test("are of the language that the simple evaluator knows, and some end in errors", () => {
    const ends = Array.from({ length: 500 }, (_, number) => {
      const { forms, specials } = program("ends", number);
      const { condition, skipped } = simply(textOf(forms), specials);
      return skipped ?? (condition === null ? "values" : "error");
    });
    const count = (end) => ends.filter((one) => one === end).length;
    expect(count("malformed")).toBe(0);
    expect(count("too much")).toBeLessThan(10);
    expect(count("error")).toBeGreaterThan(40);
    expect(count("error")).toBeLessThan(110);
  });

  test("execute nearly every construct soon", () => {
    const coverage = new Coverage();
    for (let number = 0; number < 400; number++) {
      const { forms, specials } = program("coverage", number);
      const answer = simply(textOf(forms), specials);
      if (!answer.skipped) coverage.add(forms, answer.executed);
    }
    expect(coverage.missing.length).toBeLessThan(15);
  });
});

describe("our compiler", () => {
  let answerers;
  beforeAll(async () => {
    answerers = await startAnswerers({ withSbcl: false });
  });
  afterAll(() => answerers.close());

  test("has generated programs come to what they come to in the simple evaluator", async () => {
    const differences = [];
    for (let number = 0; number < COMPARED; number++) {
      const { forms, specials } = program("test", number);
      const text = textOf(forms);
      const answers = await answerers.ask(text, specials);
      if (!answers.skipped && judge(answers).length > 0)
        differences.push({ number, text, ours: outcome(answers.ours), simple: outcome(answers.simple) });
    }
    expect(differences).toEqual([]);
  });
});

/**
 * A compiler that takes a variable for what it began as: where it was NIL, a number in it is refused as an
 * argument.
 */
class Believing extends Evaluator {
  bind(...args) {
    const frame = super.bind(...args);
    if (frame.meaning instanceof Variable) frame.meaning.first = frame.meaning.value;
    return frame;
  }

  all(forms, env) {
    for (const argument of forms) {
      const variable = argument instanceof LispSymbol ? find(env, "variable", argument)?.meaning : null;
      if (variable?.first === NIL && typeof variable.value === "bigint") this.error("TYPE-ERROR");
    }
    return super.all(forms, env);
  }
}

/** A compiler that does not give special variables their values back where a form is left. */
class Careless extends Evaluator {
  progn(forms, env) {
    try {
      return super.progn(forms, env);
    } catch (e) {
      if (e instanceof Exit && this.bindings.length > 0) this.bindings.length = 0;
      throw e;
    }
  }
}

/** INCF and its like read the place, and evaluate the amount after that. */
function readingFirst(lisp, [callee, place, ...args], env) {
  const { temporaries, forms, stores, store, access } = expansion(lisp, place, env);
  const old = fresh("OLD");
  const bindings = [...temporaries.map((name, i) => [name, forms[i]]), [old, access]];
  return form("LET*", [...bindings, [stores[0], [callee, old, ...args]]], store);
}

/** PSETQ assigns one after the other. */
const inSequence = (_lisp, args) => form("PROGN", ["SETQ", ...args], NIL);

/** OR evaluates its first form twice where that is true. */
const twice = (lisp, forms, env) =>
  forms.length === 2 ? form("IF", forms[0], forms[0], forms[1]) : macros.get("OR")(lisp, forms, env);

const withMacro = (name, macro) => () => new Evaluator(new Map([...macros, [name, macro]]));

describe("a planted fault is found within a thousand programs", () => {
  test.each([
    ["a variable is believed to be what it began as", () => new Believing()],
    ["special variables keep their values when a form is left", () => new Careless()],
    ["a place is read before the amount is evaluated", withMacro("%MODIFY", readingFirst)],
    ["PSETQ assigns in sequence", withMacro("PSETQ", inSequence)],
    ["OR evaluates a form twice", withMacro("OR", twice)],
  ])("%s", (_, make) => {
    const found = Array.from({ length: WITHIN }, (_, number) => program("planted", number)).find(
      ({ forms, specials }) => {
        const text = textOf(forms);
        const right = simply(text, specials);
        if (right.skipped) return false;
        const wrong = simply(text, specials, make());
        return !wrong.skipped && outcome(wrong) !== outcome(right);
      },
    );
    expect(found).toBeDefined();
  });
});

describe("the judge", () => {
  const answer = { values: ["1"], condition: null, log: ["1:2"], specials: [], warnings: [] };
  const same = { simple: answer, ours: answer, compiled: answer, interpreted: answer };
  const warnings = [{ type: "TYPE-WARNING", message: "Derived type of X is NULL" }];
  test("finds nothing where all agree, or where SBCL itself has two answers and ours is one of them", () => {
    expect(judge(same)).toEqual([]);
    expect(judge({ ...same, interpreted: { ...answer, values: ["2"] } })).toEqual([]);
    const refused = { ...answer, condition: "SIMPLE-TYPE-ERROR" };
    const typeError = { ...answer, condition: "TYPE-ERROR" };
    expect(judge({ simple: typeError, ours: refused, compiled: typeError, interpreted: answer })).toEqual([]);
  });
  test.each([
    ["other values", "ours", { ours: { ...answer, values: ["2"] } }],
    ["another order of effects", "ours", { ours: { ...answer, log: ["2:1"] } }],
    ["another error", "ours", { ours: { ...answer, condition: "TYPE-ERROR" } }],
    ["another value of a special variable", "ours", { ours: { ...answer, specials: ["2"] } }],
    ["a simple evaluator that errs", "simple", { simple: { ...answer, values: ["2"] } }],
    ["a warning that nothing justifies", "warning", { ours: { ...answer, warnings } }],
  ])("finds %s", (_, kind, other) => expect(judge({ ...same, ...other })).toEqual([kind]));
  test("takes the last place of a float for SBCL's rounding where both of ours agree, and nothing else", () => {
    const float = (text) => ({ ...answer, values: [text] });
    const sbcl = (text) => ({ compiled: float(text), interpreted: float(text) });
    const both = (text) => ({ ours: float(text), simple: float(text) });
    expect(judge({ ...both("3.2940616e17"), ...sbcl("3.2940612e17") })).toEqual([]);
    expect(judge({ ...both("3.2940616e17"), ...sbcl("3.2940608e17") })).toEqual(["ours", "simple"]);
    expect(judge({ ...both("3.2940616d17"), ...sbcl("3.2940612d17") })).toEqual(["ours", "simple"]);
    expect(judge({ ...both("(1.5 2)"), ...sbcl("(1.5 3)") })).toEqual(["ours", "simple"]);
    expect(judge({ ...both("3.2940612e17"), ours: float("3.2940616e17"), ...sbcl("3.2940612e17") })).toEqual([
      "ours",
    ]);
  });
  test("takes a warning for justified where SBCL warns too or leaves out code, or the program ends in an error", () => {
    const warned = { ...answer, warnings };
    expect(judge({ ...same, ours: warned, compiled: { ...answer, isWarned: true } })).toEqual([]);
    expect(judge({ ...same, ours: warned, compiled: { ...answer, isDeleting: true } })).toEqual([]);
    const error = { ...answer, values: [], condition: "TYPE-ERROR" };
    expect(
      judge({ simple: error, ours: { ...error, warnings }, compiled: error, interpreted: error }),
    ).toEqual([]);
  });
});

describe("SBCL", async () => {
  const sbcl = await startSbcl();
  afterAll(() => sbcl?.close());
  test.skipIf(sbcl === null)("answers compiled and interpreted, with its warnings", async () => {
    const text = "(defvar *c_* 5) (progn (note 1 *c_*) (handler-case (car 5) (error () (setq *c_* :k))))";
    const interpreted = { text: text.replaceAll("_", "_i"), specials: ["*c_i*"] };
    const answer = await sbcl.answer(text, ["*c_*"], interpreted);
    const expected = { values: [":K"], condition: null, log: ["1:5"], specials: [":K"] };
    expect(answer.compiled).toEqual({ ...expected, isWarned: true, isDeleting: true });
    expect(answer.interpreted).toEqual({ ...expected, isWarned: false, isDeleting: false });
  });
  test.skipIf(sbcl === null)("goes on after a program that never ends or kills it", async () => {
    const program = "(sb-ext:exit :abort t)";
    const { compiled } = await sbcl.answer(program, [], { text: "1", specials: [] });
    expect(compiled.condition).toBe("no answer");
    const { interpreted } = await sbcl.answer("1", [], { text: "2", specials: [] });
    expect(interpreted.values).toEqual(["2"]);
  });
});
