import { beforeAll, describe, expect, test } from "vitest";
import type { LispPackage, LispVector } from "./objects/marshal.js";
import { symbolFunction } from "./objects/symbols.js";
import { makeString, setFillPointerOf } from "./objects/vectors.js";
import { type TestImage, testImage } from "./printer/test-image.js";
import { type PrintSettings, printToString } from "./printer.js";
import { printUnadorned } from "./streams.js";

let image: TestImage;
beforeAll(() => {
  image = testImage();
});

function prin1(code: string, settings: Partial<PrintSettings> = {}): string {
  return printToString(image.evaluate(code), image, settings).replace(/\{[0-9A-F]{10}\}/g, "{}");
}

const ESCAPED: [name: string, printed: string][] = [
  ["1", "|1|"],
  ["1+", "1+"],
  ["+1", "|+1|"],
  ["1.", "|1.|"],
  [".5", "|.5|"],
  ["1e5", "|1e5|"],
  ["1/2", "|1/2|"],
  ["-", "-"],
  [".", "|.|"],
  ["...", "|...|"],
  ["a", "|a|"],
  ["A B", "|A B|"],
  ["A;B", "|A;B|"],
  ["A#B", "|A#B|"],
  ["A'B", "|A'B|"],
  ["A,B", "|A,B|"],
  ["A:B", "|A:B|"],
  ["A|B", "|A\\|B|"],
  ["A\\B", "|A\\\\B|"],
  ["", "||"],
  ["^", "^"],
  ["1^2", "|1^2|"],
  ["1A", "|1A|"],
  ["A1", "A1"],
  ["1_2", "|1_2|"],
  ["-A", "-A"],
  ["1-", "1-"],
  ["1-A", "|1-A|"],
  ["-1A", "|-1A|"],
  ["É", "É"],
  ["é", "|é|"],
  ["ß", "ß"],
  ["Ω", "Ω"],
  ["1AB", "1AB"],
  ["+.5", "|+.5|"],
  ["+.", "+."],
  ["-.E", "-.E"],
  ["_1", "|_1|"],
  ["/1", "/1"],
  ["1/", "|1/|"],
  ["E5E", "E5E"],
  ["-E5", "|-E5|"],
  [".E5", "|.E5|"],
  ["1E5E", "|1E5E|"],
  ["+-1", "|+-1|"],
  ["1+1A", "|1+1A|"],
  ["A\tB", "|A\tB|"],
  ["toString", "|toString|"],
];

test.each(ESCAPED)("the symbol named %j is written %s", (name, printed) => {
  const { internals, packages } = image;
  const symbol = new internals.Symbol(name, packages["CL-USER"]);
  const own = { ...(packages["CL-USER"] as LispPackage), symbols: { [name]: symbol } };
  expect(printToString(symbol, image, { package: own })).toBe(printed);
});

describe("symbols", () => {
  test.each([
    ["'car", "CAR"],
    [":key", ":KEY"],
    [":|k k|", ":|k k|"],
    ["'jscl::zzz", "JSCL::ZZZ"],
    ["'(nil t)", "(NIL T)"],
  ])("%s", (code, printed) => expect(prin1(code)).toBe(printed));
  test("uninterned", () => {
    const symbol = new image.internals.Symbol("G1");
    expect(printToString(symbol, image)).toBe("#:G1");
    expect(printToString(symbol, image, { gensym: false })).toBe("G1");
    expect(printToString(symbol, image, { escape: false })).toBe("G1");
  });
  test("from another package", () => {
    const { KEYWORD } = image.packages;
    expect(prin1("'(foo :bar car nil)", { package: KEYWORD ?? null })).toBe(
      "(COMMON-LISP-USER::FOO :BAR COMMON-LISP:CAR COMMON-LISP:NIL)",
    );
  });
  test("case", () => {
    const names = ["FOO-BAR", "foo", "F1OO", "*X*", "1A-BC", "X1+YZ"];
    const as = (settings: Partial<PrintSettings>) =>
      names.map((name) => printToString(image.internals.intern(name, "CL-USER"), image, settings)).join(" ");
    expect(as({ case: "downcase" })).toBe("foo-bar |foo| f1oo *x* 1a-bc x1+yz");
    expect(as({ case: "capitalize" })).toBe("Foo-Bar |foo| F1oo *X* 1a-Bc X1+Yz");
    expect(as({ case: "downcase", escape: false })).toBe("foo-bar foo f1oo *x* 1a-bc x1+yz");
  });
  test("digits depend on the base", () => {
    const as = (name: string) => printToString(image.internals.intern(name, "CL-USER"), image, { base: 16 });
    expect(["FACE", "1A", "1G", "F.", "10.", "G", "F/A", "A-B"].map(as)).toEqual([
      "|FACE|",
      "|1A|",
      "|1G|",
      "F.",
      "|10.|",
      "G",
      "|F/A|",
      "|A-B|",
    ]);
  });
});

describe("characters and strings", () => {
  test.each([
    [" ", "#\\ "],
    ["a", "#\\a"],
    ["\n", "#\\Newline"],
    ["\0", "#\\Nul"],
    ["\t", "#\\Tab"],
    ["\x7f", "#\\Rubout"],
    ["\b", "#\\Backspace"],
    ["\f", "#\\Page"],
    ["\r", "#\\Return"],
    ["\x1b", "#\\Esc"],
    ["\u00a0", "#\\NO-BREAK_SPACE"],
    ["λ", "#\\GREEK_SMALL_LETTER_LAMDA"],
    ["é", "#\\LATIN_SMALL_LETTER_E_WITH_ACUTE"],
    ["\x80", "#\\C80"],
    ["(", "#\\("],
  ])("%j", (character, printed) => expect(printToString(character, image)).toBe(printed));
  test("escapes in strings", () => {
    const string = makeString('a"b\\c\nd');
    expect(printToString(string, image)).toBe('"a\\"b\\\\c\nd"');
    expect(printToString(string, image, { escape: false })).toBe('a"b\\c\nd');
  });
  test("a fill pointer ends the string", () => {
    const string: LispVector = makeString("abc");
    setFillPointerOf(string, 2);
    expect(printToString(string, image)).toBe('"ab"');
  });
});

describe("lists and arrays", () => {
  test.each<[string, string, Partial<PrintSettings>]>([
    ["'(1 . 2)", "(1 . 2)", {}],
    ["'(1 2 . 3)", "(1 2 . 3)", {}],
    ["''x", "(QUOTE X)", {}],
    ["''x", "'X", { pretty: true }],
    ["'(function (lambda (x) x))", "#'(LAMBDA (X) X)", { pretty: true }],
    ["'(quote a b)", "(QUOTE A B)", { pretty: true }],
    ["'(quote . a)", "(QUOTE . A)", { pretty: true }],
    ["#(1 2)", "#(1 2)", {}],
    ["(vector)", "#()", {}],
    ["(make-array '(2 2) :initial-contents '((1 2) (3 4)))", "#2A((1 2) (3 4))", {}],
    ["(make-array '(2 0))", "#2A(() ())", {}],
    ["(make-array '(0 2))", "#2A()", {}],
    ["(make-array nil :initial-element 5)", "#0A5", {}],
    ["'(1 2 3)", "(1 2 ...)", { length: 2 }],
    ["'(1 . 2)", "(1 . 2)", { length: 1 }],
    ["#(1 2 3)", "#(1 2 ...)", { length: 2 }],
    ["'(1 (2 (3)))", "(1 #)", { level: 1 }],
    ["'(1 2)", "#", { level: 0 }],
    ["#(1 #(2))", "#(1 #)", { level: 1 }],
    ["(make-array '(2 2) :initial-element 1)", "#2A(# #)", { level: 1 }],
    ["(make-array '(3 3) :initial-element 1)", "#2A((1 1 ...) (1 1 ...) ...)", { length: 2 }],
    ["#(1 2)", "#<(SIMPLE-VECTOR 2) {}>", { array: false }],
    ["'(1 10)", "(#b1 #b1010)", { base: 2, radix: true }],
    ["(let ((x (list 1 2))) (setf (cddr x) x) x)", "#1=(1 2 . #1#)", { circle: true }],
    ["(let ((x (list 1 2))) (list x x))", "(#1=(1 2) #1#)", { circle: true }],
    ["(let ((x (list 1))) (list x (list* 2 x)))", "(#1=(1) (2 . #1#))", { circle: true }],
    ["(let ((x (vector 1 2))) (setf (aref x 0) x) x)", "#1=#(#1# 2)", { circle: true }],
    ['(let ((s "abc")) (list s s))', '(#1="abc" #1#)', { circle: true }],
    ['(let ((s (make-symbol "ABC"))) (list s s))', "(#1=#:ABC #1#)", { circle: true }],
    ["(let ((s 'abc)) (list s s))", "(ABC ABC)", { circle: true }],
  ])("%s is %s", (code, printed, settings) => expect(prin1(code, settings)).toBe(printed));
});

describe("objects", () => {
  test("functions", () => {
    const fn = () => undefined;
    expect(printToString(fn, image)).toMatch(/^#<FUNCTION \{[0-9A-F]{10}\}>$/);
    const named = Object.assign(() => undefined, { fname: image.evaluate("'(lambda (x))") });
    expect(printToString(named, image)).toMatch(/^#<FUNCTION \(LAMBDA \(X\)\) \{[0-9A-F]{10}\}>$/);
    const car = image.internals.intern("CAR");
    const replaced = Object.assign(() => undefined, { fname: car });
    expect(printToString(replaced, image)).toMatch(/^#<FUNCTION CAR \{[0-9A-F]{10}\}>$/);
    expect(printToString(symbolFunction(car), image)).toBe("#<FUNCTION CAR>");
  });
  test("an object keeps its address", () => {
    const fn = () => undefined;
    expect(printToString(fn, image)).toBe(printToString(fn, image));
  });
  test("tables, packages, classes, instances", () => {
    expect(prin1("(make-hash-table :test 'equal)")).toBe("#<HASH-TABLE :TEST EQUAL :COUNT 0 {}>");
    expect(prin1("(let ((h (make-hash-table))) (setf (gethash 1 h) 2) h)")).toBe(
      "#<HASH-TABLE :TEST EQL :COUNT 1 {}>",
    );
    expect(prin1("*package*")).toBe('#<PACKAGE "COMMON-LISP-USER">');
    image.evaluate("(defclass pt () ((x :initarg :x)))");
    expect(prin1("(make-instance 'pt)")).toBe("#<PT {}>");
    expect(prin1("(find-class 'pt)")).toBe("#<STANDARD-CLASS COMMON-LISP-USER::PT>");
    expect(prin1("(find-class 'integer)")).toBe("#<BUILT-IN-CLASS COMMON-LISP:INTEGER>");
    expect(prin1("(find-class 'error)")).toBe("#<SB-PCL::CONDITION-CLASS COMMON-LISP:ERROR>");
    expect(prin1('(make-instance \'simple-error :format-control "~a")')).toBe('#<SIMPLE-ERROR "~a" {}>');
    expect(prin1("(make-instance 'division-by-zero)")).toBe("#<DIVISION-BY-ZERO {}>");
  });
  test("structures", () => {
    image.evaluate("(defstruct st a (b 2))");
    image.evaluate("(defstruct (st2 (:include st)) c)");
    expect(prin1("(make-st)")).toBe("#S(ST :A NIL :B 2)");
    expect(prin1('(make-st2 :c "x")')).toBe('#S(ST2 :A NIL :B 2 :C "x")');
    expect(prin1("(make-st)", { length: 1 })).toBe("#S(ST :A NIL ...)");
    expect(prin1("(make-st :a '(1))", { level: 1 })).toBe("#S(ST :A # :B 2)");
    expect(prin1("(make-st)", { level: 0 })).toBe("#");
  });
  test.each<[unknown, RegExp]>([
    [undefined, /^#<JAVASCRIPT-OBJECT undefined>$/],
    [null, /^#<JAVASCRIPT-OBJECT null>$/],
    [true, /^#<JAVASCRIPT-OBJECT true>$/],
    ["two", /^#<JAVASCRIPT-OBJECT "two">$/],
    [new Map(), /^#<JAVASCRIPT-OBJECT Map \{[0-9A-F]{10}\}>$/],
    [Object.create(null), /^#<JAVASCRIPT-OBJECT \{[0-9A-F]{10}\}>$/],
    [Symbol("s"), /^#<JAVASCRIPT-OBJECT Symbol\(s\)>$/],
  ])("foreign values", (value, printed) => expect(printToString(value, image)).toMatch(printed));
});

describe("the program's own methods", () => {
  test("print through the printer: settings, depth and labels go on", () => {
    const object = image.evaluate("(list 1 2)");
    const inner = image.evaluate("(make-instance 'pt)");
    const own: TestImage = {
      ...image,
      userPrinter: (x) =>
        x === inner
          ? (_values, stream) => {
              const write = (stream as { output: { write(text: string): void } }).output;
              write.write("<pt>");
            }
          : undefined,
    };
    const both = symbolFunction(image.internals.intern("LIST"))((x) => x, object, inner);
    expect(printToString(both, own)).toBe("((1 2) <pt>)");
    expect(printToString(both, own, { userMethods: false })).toMatch(/^\(\(1 2\) #<PT \{/);
    expect(printToString(both, own, { budget: { chars: 9, depth: 10 } })).toBe("((1 2) <p...");
  });
});

test("a method may ask for the default representation of its object", () => {
  const inner = image.evaluate("(make-instance 'pt)");
  const own: TestImage = { ...image };
  own.userPrinter = (x) =>
    x === inner
      ? (_values, stream) => {
          (stream as { output: { write(text: string): void } }).output.write("!");
          printUnadorned(inner, stream, own);
        }
      : undefined;
  const both = symbolFunction(image.internals.intern("LIST"))((x) => x, inner, inner);
  expect(printToString(both, own).replace(/\{\w+\}/g, "{}")).toBe("(!#<PT {}> !#<PT {}>)");
  expect(printToString(both, own, { circle: true }).replace(/\{\w+\}/g, "{}")).toBe("(#1=!#<PT {}> #1#)");
});

describe("budgets", () => {
  test("a circular list is cut", () => {
    const circular = image.evaluate("(let ((x (list 1 2))) (setf (cddr x) x) x)");
    expect(printToString(circular, image, { budget: { chars: 10, depth: 100 } })).toBe("(1 2 1 2 1...");
  });
  test("nesting is cut", () => {
    const nested = image.evaluate("(let ((x nil)) (dotimes (i 5000) (setq x (list x))) x)");
    const text = printToString(nested, image);
    expect(text).toContain("(...)");
    expect(text.length).toBeLessThan(3100);
  });
  test("no half characters remain", () => {
    expect(printToString(makeString("a😀b"), image, { budget: { chars: 3, depth: 9 } })).toBe('"a...');
  });
  test("safepoints are passed", () => {
    let passed = 0;
    const big = image.evaluate("(make-list 1000)");
    printToString(big, { ...image, safepoint: () => passed++ });
    expect(passed).toBeGreaterThan(10);
  });
});
