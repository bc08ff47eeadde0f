import { beforeAll, describe, expect, test } from "vitest";
import { Image } from "../image/image.js";
import CASES from "./format/sbcl.cases.json" with { type: "json" };
import { formatLibrary, formatToString as formatted } from "./format.js";
import { install } from "./function-table.js";
import { carOf, cdrOf, setCdrOf } from "./objects/conses.js";
import type { Jscl, LispFunction, LispSymbol, LispValue } from "./objects/marshal.js";
import { setSymbolFunction, setSymbolValue, symbolFunction, symbolName } from "./objects/symbols.js";
import { isLispString, makeString, setFillPointerOf } from "./objects/vectors.js";
import { signalBy, testImage } from "./printer/test-image.js";
import { printToString } from "./printer.js";
import { cons, isCons, keyword, nil, sym } from "./signals.js";
import { makeStringOutputStream, takeOutputString } from "./streams/output.js";

const formatToString = (...given: Parameters<typeof formatted>) => formatted(...given).join("");

let image: Image;

/** A condition of these tests: what MAKE-CONDITION or ERROR was called with. */
class Condition {
  readonly slots: Record<string, LispValue> = {};
  constructor(
    readonly type: string,
    initargs: LispValue[],
  ) {
    for (let i = 0; i < initargs.length; i += 2)
      this.slots[symbolName(initargs[i] as LispSymbol)] = initargs[i + 1];
  }
}

beforeAll(() => {
  const { internals, packages } = testImage();
  image = new Image(() => ({ internals, packages }) as Jscl);
  install(formatLibrary(image.printer));
  const make: LispFunction = (_values, type, ...initargs) =>
    new Condition(symbolName(type as LispSymbol), initargs);
  setSymbolFunction(sym("MAKE-CONDITION"), make);
  signalBy((values, ...args) => {
    throw make(values, ...args);
  });
  setSymbolValue(sym("*PACKAGE*"), packages["CL-USER"]);
});

function items(list: LispValue): LispValue[] {
  const all: LispValue[] = [];
  for (let rest = list; isCons(rest); rest = cdrOf(rest)) all.push(carOf(rest));
  return all;
}

/** The report as the overlay words it. */
function report(condition: Condition): string {
  const { slots } = condition;
  const format = (control: LispValue, args: LispValue) =>
    formatToString(
      image.printer,
      control,
      items(args).map((arg) => (arg instanceof Condition ? makeString(report(arg)) : arg)),
    );
  const shown = (value: LispValue) => printToString(value, image.printer, { escape: true });
  switch (condition.type) {
    case "FORMAT-ERROR": {
      const banner = slots["PRINT-BANNER"] === nil() ? "" : "error in FORMAT: ";
      const control = printToString(slots["CONTROL-STRING"], image.printer, { escape: false });
      const caret = `${" ".repeat(slots["OFFSET"] as number)}^`;
      const see = items(slots["REFERENCES"]).map((reference) => {
        const [, , section] = items(reference);
        return `\nSee also:\n  The ANSI Standard, Section ${items(section).join(".")}`;
      });
      return `${banner}${format(slots["COMPLAINT"], slots["ARGS"])}\n  ${control}\n  ${caret}${see.join("")}`;
    }
    case "TYPE-ERROR":
      return `The value ${shown(slots["DATUM"])} is not of type ${shown(slots["EXPECTED-TYPE"])}`;
    case "SIMPLE-ERROR":
      return format(slots["FORMAT-CONTROL"], slots["FORMAT-ARGUMENTS"]);
    case "CASE-FAILURE":
      return `${shown(slots["DATUM"])} fell through ETYPECASE expression.`;
    default:
      return condition.type;
  }
}

function run(form: string): string {
  const [control, ...args] = items(image.reader(form).read() as LispValue);
  try {
    return formatToString(image.printer, control, args);
  } catch (e) {
    if (e instanceof Condition) return `ERR ${e.type}: ${report(e)}`;
    throw e;
  }
}

/** SBCL's packages of internal types are not ours, and its ETYPECASE names its internal class of controls. */
function expected(answer: string): string {
  return answer
    .replace(/^ERR SB-\w+:{1,2}/, "ERR ")
    .replace(/ Wanted one of .*$/, "")
    .replace(/ when binding \S+$/, "");
}

describe("FORMAT answers as SBCL does", () => {
  test.each(CASES as [string, string][])("%s", (form, answer) => {
    expect(run(form)).toBe(expected(answer));
  });
});

describe("destinations", () => {
  const format = (...args: LispValue[]) => symbolFunction(sym("FORMAT"))(image.internals.pv, ...args);
  test("a stream whose column counts", () => {
    const stream = makeStringOutputStream();
    format(stream, makeString("ab"));
    format(stream, makeString("~&c~5td"));
    expect(takeOutputString(stream).join("")).toBe("ab\nc    d");
  });
  test("a string with a fill pointer", () => {
    const target = makeString("x");
    setFillPointerOf(target, 1);
    format(target, makeString("~a"), 1);
    expect(target.join("")).toBe("x1");
  });
  test("NIL makes a Lisp string", () => {
    expect(isLispString(format(nil(), makeString("~a"), 1))).toBe(true);
  });
  test.each<[LispValue, string]>([
    [5, "CASE-FAILURE"],
    [makeString("abc"), "SIMPLE-ERROR"],
  ])("%s is none", (destination, type) => {
    expect(() => format(destination, makeString("x"))).toThrow(expect.objectContaining({ type }));
  });
});

describe("functions as controls", () => {
  const dashes: LispFunction = (values, stream, a, b, ...rest) => {
    symbolFunction(sym("FORMAT"))(values, stream, makeString("~a-~a"), a, b);
    return values(rest.reduceRight((tail: LispValue, item) => cons(item, tail), nil()));
  };
  const text = (control: string, ...args: LispValue[]) =>
    formatToString(image.printer, makeString(control), args);
  test("given to FORMAT itself", () => {
    expect(formatToString(image.printer, dashes, [1, 2])).toBe("1-2");
  });
  test("given to ~?", () => {
    expect(text("~? ~a", dashes, cons(1, cons(2, nil())), 3)).toBe("1-2 3");
    expect(text("~@? ~a", dashes, 1, 2, 3)).toBe("1-2 3");
  });
  test("given to ~{~}", () => {
    expect(text("~{~}", dashes, cons(1, cons(2, cons(3, cons(4, nil())))))).toBe("1-23-4");
  });
  test("named by ~/ /", () => {
    setSymbolFunction(sym("SHOUT", "CL-USER"), (values, stream, arg, colon, at, ...rest) => {
      const shown = [arg, colon, at, ...rest].map((x) => printToString(x, image.printer)).join(",");
      symbolFunction(sym("WRITE-STRING"))(values, makeString(shown), stream);
      return values(nil());
    });
    expect(text("<~5,'x:@/shout/>", keyword("A"))).toBe("<:A,T,T,5,#\\x>");
  });
});

test("a circular list is no trap where the count is bounded", () => {
  const circular = cons(1, nil());
  setCdrOf(circular, circular);
  expect(formatToString(image.printer, makeString("~3{~a~^,~}"), [circular])).toBe("1,1,1,");
});

test.each([
  "~1000000000%",
  "~1000000000a",
  "~1000000000t",
  "~1000000000d",
  "~,1000000000f",
  "~1000000000$",
  "~1000000000<a~>",
  "~1000000000e",
  "~,,1000000000f",
  "~,,-1000000000f",
])("%s is a storage condition, not a JavaScript error", (control) => {
  expect(() => formatToString(image.printer, makeString(control), [1, 2])).toThrow(
    expect.objectContaining({ type: "HEAP-EXHAUSTED-ERROR" }),
  );
});

test("loops pass safepoints", () => {
  let passed = 0;
  const printer = {
    ...image.printer,
    safepoint: () => {
      if (++passed > 100) throw new Error("deadline");
    },
  };
  expect(() => formatToString(printer, makeString("~{x~}"), [cons(1, nil())])).toThrow("deadline");
});
