import { beforeAll, describe, expect, test } from "vitest";
import { Image } from "../../image/image.js";
import { formatToString } from "../format.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { Jscl, LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { signalBy, testImage } from "../printer/test-image.js";
import { printToString } from "../printer.js";
import { isCons, sym } from "../signals.js";
import CASES from "./sbcl.cases.json" with { type: "json" };

let image: Image;

/** What ERROR throws here: there is no condition system without the overlay. */
class Signalled extends Error {
  readonly slots: Record<string, LispValue> = {};
  constructor(
    readonly type: string,
    initargs: LispValue[],
  ) {
    super(type);
    for (let i = 0; i < initargs.length; i += 2)
      this.slots[symbolName(initargs[i] as LispSymbol)] = initargs[i + 1];
  }
}

beforeAll(() => {
  const { internals, packages } = testImage();
  image = new Image(() => ({ internals, packages }) as Jscl);
  const signal: LispFunction = (_values, type, ...initargs) => {
    throw new Signalled(symbolName(type as LispSymbol), initargs);
  };
  signalBy(signal);
  setSymbolValue(sym("*PACKAGE*"), packages["CL-USER"]);
  run("(defun id (x) x)");
});

function items(list: LispValue): LispValue[] {
  const all: LispValue[] = [];
  for (let rest = list; isCons(rest); rest = cdrOf(rest)) all.push(carOf(rest));
  return all;
}

function report({ type, slots }: Signalled): string {
  const shown = (value: LispValue) => printToString(value, image.printer, { escape: true });
  switch (type) {
    case "SIMPLE-ERROR":
    case "SIMPLE-TYPE-ERROR":
      return `ERR ${type}: ${formatToString(image.printer, slots["FORMAT-CONTROL"], items(slots["FORMAT-ARGUMENTS"])).join("")}`;
    case "TYPE-ERROR":
      return `ERR ${type}: The value ${shown(slots["DATUM"])} is not of type ${shown(slots["EXPECTED-TYPE"])}`;
    default:
      return `ERR ${type}`;
  }
}

function run(form: string): string {
  try {
    return image
      .evaluate(image.reader(form).read() as LispValue)
      .map((value) => printToString(value, image.printer))
      .join(" | ");
  } catch (e) {
    if (e instanceof Signalled) return report(e);
    throw e;
  }
}

describe("characters, strings and arrays answer as SBCL does", () => {
  test.each(CASES as [string, string][])("%s", (form, answer) => expect(run(form)).toBe(answer));
});

test("default elements", () => {
  expect(run("(make-array 2 :element-type 'double-float)")).toBe("#(0.0d0 0.0d0)");
  expect(run("(char-code (char (make-string 1) 0))")).toBe("0");
});

test("a displaced array has the elements of its source", () => {
  expect(run("(make-array 3 :displaced-to (vector 1 2 3 4 5 6) :displaced-index-offset 2)")).toBe("#(3 4 5)");
});

test("sizes beyond the heap are a storage condition", () => {
  expect(run("(make-array 4000000000)")).toBe("ERR HEAP-EXHAUSTED-ERROR");
  expect(run("(make-string 4000000000)")).toBe("ERR HEAP-EXHAUSTED-ERROR");
});

test("names of characters read back", () => {
  for (const character of ["é", "λ", "€", "\u00a0", "→"]) {
    const name = image.evaluate(
      image.reader(`(name-char (char-name (code-char ${character.charCodeAt(0)})))`).read(),
    );
    expect(name).toEqual([character]);
  }
});

test("characters beyond the basic plane are one character", () => {
  expect(printToString(makeString("a😀"), image.printer)).toBe('"a😀"');
  expect(run('(length "a😀")')).toBe("2");
  expect(run('(char-code (char "a😀" 1))')).toBe("128512");
  expect(run('(string-upcase "a😀")')).toBe('"A😀"');
});
