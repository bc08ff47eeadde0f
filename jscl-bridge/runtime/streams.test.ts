import { beforeAll, describe, expect, test } from "vitest";
import { type LispFunction, type LispValue, valuesOf } from "./objects/marshal.js";
import { setSymbolFunction, setSymbolValue } from "./objects/symbols.js";
import { isLispString, makeString, setFillPointerOf, stringText } from "./objects/vectors.js";
import { LispErrorSignalled, type TestImage, testImage } from "./printer/test-image.js";
import { printToString } from "./printer.js";
import { keyword, list, nil, sym, t } from "./signals.js";
import { makeFillPointerStream, makeStringOutputStream, takeOutputString } from "./streams/output.js";
import { makeStringInputStream } from "./streams/string-input.js";
import { makeOutputStream, streamLibrary } from "./streams.js";

let image: TestImage;
let library: Record<string, LispFunction>;
let stdout = "";

beforeAll(() => {
  image = testImage();
  library = streamLibrary(image);
  for (const [name, fn] of Object.entries(library)) {
    const [pkg, symbol] = name.includes("::") ? name.split("::") : ["COMMON-LISP", name];
    setSymbolFunction(sym(symbol as string, pkg), fn);
  }
  setSymbolValue(
    sym("*STANDARD-OUTPUT*"),
    makeOutputStream((text) => {
      stdout += text;
    }),
  );
});

/** All values of a call, Lisp strings as JavaScript text. */
function call(name: string, ...args: LispValue[]): LispValue[] {
  const fn = library[name] as LispFunction;
  return valuesOf(fn(image.internals.mv, ...args)).map((x) => (isLispString(x) ? stringText(x) : x));
}

function failure(body: () => unknown): { type: string; initargs: Record<string, LispValue> } {
  try {
    body();
  } catch (e) {
    if (e instanceof LispErrorSignalled) return e;
    throw e;
  }
  throw new Error("nothing was signalled");
}

function output(body: (stream: LispValue) => void): string {
  const stream = makeStringOutputStream();
  body(stream);
  return stringText(takeOutputString(stream));
}

const input = (text: string) => makeStringInputStream(text);

describe("output", () => {
  test("characters, strings, lines and parts of them", () => {
    expect(
      output((s) => {
        call("WRITE-CHAR", "a", s);
        call("WRITE-STRING", makeString("bcd"), s, keyword("START"), 1, keyword("END"), 2);
        call("WRITE-LINE", makeString("x😀y"), s, keyword("START"), 1);
        call("WRITE-SEQUENCE", list("p", "q"), s);
        call("TERPRI", s);
      }),
    ).toBe("ac😀y\npq\n");
  });
  test("FRESH-LINE knows the column", () => {
    expect(
      output((s) => {
        expect(call("FRESH-LINE", s)).toEqual([nil()]);
        call("WRITE-STRING", makeString("a\nb"), s);
        expect(call("FRESH-LINE", s)).toEqual([t()]);
        call("FRESH-LINE", s);
      }),
    ).toBe("a\nb\n");
  });
  test("NIL and a missing stream are standard output", () => {
    stdout = "";
    call("PRIN1", keyword("A"));
    call("PRINC", makeString("b"), nil());
    call("PRINT", makeString("c"), t());
    expect(stdout).toBe(':Ab\n"c" ');
  });
  test("WRITE takes the printer's settings", () => {
    const write = (...args: LispValue[]) => call("WRITE-TO-STRING", ...args)[0];
    expect(write(10, keyword("BASE"), 2, keyword("RADIX"), t())).toBe("#b1010");
    expect(write(list(1, 2, 3), keyword("LENGTH"), 1)).toBe("(1 ...)");
    expect(write(makeString("a"), keyword("ESCAPE"), nil())).toBe("a");
    expect(write(sym("CAR"), keyword("CASE"), keyword("DOWNCASE"))).toBe("car");
  });
  test("a string with a fill pointer grows", () => {
    const target = makeString("");
    setFillPointerOf(target, 0);
    call("WRITE-STRING", makeString("abc"), makeFillPointerStream(target));
    expect(stringText(target)).toBe("abc");
  });
  test("text is gathered in linear time", () => {
    const stream = makeStringOutputStream();
    const start = performance.now();
    for (let i = 0; i < 300_000; i++) library["WRITE-CHAR"]?.(image.internals.pv, "x", stream);
    expect(takeOutputString(stream)).toHaveLength(300_000);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("input", () => {
  test("characters, put back and peeked at", () => {
    const s = input("a😀b");
    expect(call("READ-CHAR", s)).toEqual(["a"]);
    expect(call("PEEK-CHAR", nil(), s)).toEqual(["😀"]);
    expect(call("READ-CHAR", s)).toEqual(["😀"]);
    call("UNREAD-CHAR", "😀", s);
    expect(call("READ-CHAR", s)).toEqual(["😀"]);
    expect(call("LISTEN", s)).toEqual([t()]);
    expect(call("READ-CHAR", s)).toEqual(["b"]);
    expect(call("LISTEN", s)).toEqual([nil()]);
    expect(call("READ-CHAR", s, nil(), 7)).toEqual([7]);
    expect(failure(() => call("READ-CHAR", s)).type).toBe("END-OF-FILE");
  });
  test("PEEK-CHAR skips", () => {
    expect(call("PEEK-CHAR", t(), input(" \n a"))).toEqual(["a"]);
    expect(call("PEEK-CHAR", "b", input("xab"))).toEqual(["b"]);
    expect(failure(() => call("PEEK-CHAR", t(), input("  "))).type).toBe("END-OF-FILE");
  });
  test("lines", () => {
    const s = input("ab\n\nc");
    expect(call("READ-LINE", s)).toEqual(["ab", nil()]);
    expect(call("READ-LINE", s)).toEqual(["", nil()]);
    expect(call("READ-LINE", s)).toEqual(["c", t()]);
    expect(call("READ-LINE", s, nil())).toEqual([nil(), t()]);
    expect(failure(() => call("READ-LINE", s)).type).toBe("END-OF-FILE");
  });
  test("sequences", () => {
    const vector = [1, 2, 3];
    expect(call("READ-SEQUENCE", vector, input("ab"))).toEqual([2]);
    expect(vector).toEqual(["a", "b", 3]);
  });
  test("bounds of a string input stream", () => {
    expect(call("READ-LINE", call("MAKE-STRING-INPUT-STREAM", makeString("abcd"), 1, 3)[0])).toEqual([
      "bc",
      t(),
    ]);
    const bad = failure(() => call("MAKE-STRING-INPUT-STREAM", makeString("abc"), 4));
    expect(bad.type).toBe("BOUNDING-INDICES-BAD-ERROR");
    expect(printToString(bad.initargs["DATUM"], image)).toBe("(4)");
    expect(printToString(bad.initargs["EXPECTED-TYPE"], image)).toBe("(CONS (INTEGER 0 3) (INTEGER 4 3))");
  });
});

describe("streams of streams", () => {
  test("broadcast", () => {
    const a = makeStringOutputStream();
    const b = makeStringOutputStream();
    call("WRITE-STRING", makeString("xy"), call("MAKE-BROADCAST-STREAM", a, b)[0]);
    expect([a, b].map((s) => stringText(takeOutputString(s)))).toEqual(["xy", "xy"]);
  });
  test("concatenated", () => {
    const [s] = call("MAKE-CONCATENATED-STREAM", input(""), input("a"), input("b"));
    expect([call("READ-CHAR", s), call("READ-CHAR", s), call("READ-CHAR", s, nil())]).toEqual([
      ["a"],
      ["b"],
      [nil()],
    ]);
  });
  test("echo", () => {
    expect(
      output((s) => {
        const [echo] = call("MAKE-ECHO-STREAM", input("xyz"), s);
        call("READ-CHAR", echo);
        call("PEEK-CHAR", nil(), echo);
        call("READ-CHAR", echo);
        call("UNREAD-CHAR", "y", echo);
        call("READ-CHAR", echo);
      }),
    ).toBe("xy");
  });
  test("two-way and synonym", () => {
    const out = makeStringOutputStream();
    const symbol = sym("*S*", "CL-USER");
    setSymbolValue(symbol, call("MAKE-TWO-WAY-STREAM", input("q"), out)[0]);
    const [synonym] = call("MAKE-SYNONYM-STREAM", symbol);
    expect(call("READ-CHAR", synonym)).toEqual(["q"]);
    call("WRITE-CHAR", "w", synonym);
    expect(stringText(takeOutputString(out))).toBe("w");
  });
});

describe("errors", () => {
  test.each<[string, () => LispValue[], string]>([
    ["WRITE-CHAR", () => ["a", 5], "TYPE-ERROR"],
    ["WRITE-CHAR", () => [makeString("a")], "TYPE-ERROR"],
    ["WRITE-CHAR", () => ["a", input("")], "SIMPLE-TYPE-ERROR"],
    ["READ-CHAR", () => [makeStringOutputStream()], "SIMPLE-TYPE-ERROR"],
    ["WRITE-STRING", () => [5], "TYPE-ERROR"],
    ["WRITE-STRING", () => [makeString("abc"), nil(), keyword("END"), 9], "BOUNDING-INDICES-BAD-ERROR"],
    ["GET-OUTPUT-STREAM-STRING", () => [5], "TYPE-ERROR"],
    ["INPUT-STREAM-P", () => [5], "TYPE-ERROR"],
    ["MAKE-BROADCAST-STREAM", () => [input("")], "TYPE-ERROR"],
    ["PEEK-CHAR", () => [5, input("a")], "TYPE-ERROR"],
  ])("%s", (name, args, type) => {
    expect(failure(() => call(name, ...args())).type).toBe(type);
  });
  test("a closed stream", () => {
    const s = makeStringOutputStream();
    call("CLOSE", s);
    expect(failure(() => call("WRITE-CHAR", "a", s)).type).toBe("CLOSED-STREAM-ERROR");
  });
});

test("streams print as SBCL's do", () => {
  const shown = (s: LispValue) => printToString(s, image).replace(/\{\w+\}/g, "{}");
  expect(shown(input(""))).toBe("#<SB-IMPL::STRING-INPUT-STREAM {}>");
  expect(shown(makeStringInputStream("", { plain: true }))).toBe("#<STRING-INPUT-STREAM>");
  expect(shown(makeOutputStream(() => {}, { name: "standard output" }))).toBe(
    '#<SB-SYS:FD-STREAM for "standard output" {}>',
  );
  expect(shown(call("MAKE-SYNONYM-STREAM", sym("*STANDARD-OUTPUT*"))[0])).toBe(
    "#<SYNONYM-STREAM :SYMBOL *STANDARD-OUTPUT* {}>",
  );
  expect(shown(call("MAKE-BROADCAST-STREAM")[0])).toBe("#<BROADCAST-STREAM {}>");
  expect(shown(call("MAKE-CONCATENATED-STREAM")[0])).toBe("#<CONCATENATED-STREAM :STREAMS NIL {}>");
});

test("JSCL's own library writes on these streams", () => {
  const text = (code: string) => stringText(image.evaluate(code) as never);
  expect(
    text('(with-output-to-string (s) (write-string "ab" s) (fresh-line s) (prin1 (list 1 "x") s))'),
  ).toBe('ab\n(1 "x")');
  expect(text('(jscl::format nil "~a-~s" "x" "y")')).toBe('x-"y"');
  expect(text('(with-output-to-string (s) (funcall (jscl::stream-write-fn s) "raw"))')).toBe("raw");
});
