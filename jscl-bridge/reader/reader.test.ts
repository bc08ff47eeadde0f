import { describe, expect, test, vi } from "vitest";
import type { LispValue } from "../runtime/objects/marshal.js";
import type { ReaderImage } from "./reader-image.js";

// The image of the tests needs numbers, and they need signals: its functions are filled in once all is
// loaded.
const signals = vi.hoisted(
  () => ({}) as { -readonly [K in keyof typeof import("./testing.js")]?: typeof import("./testing.js")[K] },
);

const signal = (type: string, ...initargs: LispValue[]) => {
  if (signals.Signalled) throw new signals.Signalled(type, initargs);
};
vi.mock("../runtime/signals.js", () => ({
  sym: (name: string, pkg?: string) =>
    signals.intern?.(name, (pkg === "JSCL" ? signals.jscl : signals.commonLisp) as never),
  keyword: (name: string) => name,
  list: (...items: LispValue[]) => signals.list?.(...items),
  callLisp: (_name: string, _pkg: string, type: LispValue) => type,
  lispError: (type: string, ...initargs: LispValue[]) => signal(type, ...initargs),
  simpleError: (control: string, ...args: LispValue[]) =>
    signal(
      "SIMPLE-ERROR",
      "FORMAT-CONTROL",
      Array.from(control),
      "FORMAT-ARGUMENTS",
      signals.list?.(...args),
    ),
}));
Object.assign(signals, await import("./testing.js"));

const { EOF, Reader, readForms } = await import("./reader.js");
const { signalPackageProblem } = await import("./failure.js");
const { intern, list, nil, print, Signalled, testImage, user } = await import("./testing.js");
const { stringText } = await import("../runtime/objects/vectors.js");
const { StreamSource } = await import("./source.js");

const strict: Partial<ReaderImage> = {
  missingPackage: signalPackageProblem,
  inaccessibleSymbol: signalPackageProblem,
};

function image(overrides: Partial<ReaderImage> = {}): ReaderImage {
  return testImage({ ...strict, ...overrides });
}

/** All objects of a text, printed; or the condition and its format control. */
function read(text: string, overrides: Partial<ReaderImage> = {}): string {
  try {
    return [...readForms(text, image(overrides))].map(({ form }) => print(form)).join(" ");
  } catch (error) {
    if (!(error instanceof Signalled)) throw error;
    return describeSignal(error);
  }
}

function describeSignal({ type, initargs }: InstanceType<typeof Signalled>): string {
  const control = initargs["FORMAT-CONTROL"] ?? initargs["CONTEXT"];
  if (control === undefined) return `!${type}`;
  const args = initargs["FORMAT-ARGUMENTS"] === undefined ? "" : ` ${print(initargs["FORMAT-ARGUMENTS"])}`;
  return `!${type} ${stringText(control as never)}${args === " NIL" ? "" : args}`;
}

describe("tokens", () => {
  test.each([
    ["foo", "FOO"],
    ["a|b c|d", "|Ab cD|"],
    ["\\a", "|a|"],
    ["||", "||"],
    ["1+", "1+"],
    ["+ - / 1/ 1/-2 .5. a.b", "+ - / 1/ 1/-2 .5. A.B"],
    [
      "1 1. +1 -1 1/2 -4/6 1.5 .5 -.5e3 1.5d0 1e5 1.e5",
      "1 1 1 -1 1/2 -2/3 1.5 0.5 -500.0 1.5d0 100000.0 100000.0",
    ],
    ["1\\2 |12|", "|12| |12|".replaceAll("|", "")],
    [":foo ::foo :|abc| :|| keyword:foo keyword::foo :1", ":FOO :FOO :|abc| :|| :FOO :FOO :1"],
    ["cl:car CL::CAR common-lisp:car cl-user::zork", "CAR CAR CAR ZORK"],
    ["nil () t", "NIL NIL T"],
    ["straße é", "|STRAßE| |É|"],
    ["λ 😀", "|Λ| |😀|"],
    ["#:foo #:|a b|", "#:FOO #:|a b|"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));

  test("an escaped number is a symbol", () => {
    const [form] = readForms("1\\2", image());
    expect(form?.form).toBe(intern("12", user));
  });
});

describe("objects", () => {
  test.each([
    ["(a b . c) (a .5) (a .b) (a. b) ( )", "(A B . C) (A 0.5) (A .B) (A. B) NIL"],
    ["(a . #|x|# b #|y|# ) (a . b ; c\n)", "(A . B) (A . B)"],
    ["'a #'car", "(QUOTE A) (FUNCTION CAR)"],
    ['"a\\"b\\\\c" ""', '"a\\"b\\\\c" ""'],
    [
      "#\\a #\\( #\\Space #\\tab #\\u0041 #\\U+1F600 #\\Nul #\\é #\\LATIN_SMALL_LETTER_A",
      "#\\a #\\( #\\  #\\\t #\\A #\\😀 #\\\0 #\\é #\\a",
    ],
    ["#(1 a) #3(1 2) #() #0()", "#(1 A) #(1 2 2) #() #()"],
    ["#2A((1 2) (3 4)) #0A5 #1A(1 2) #2A()", "#2A2,2(1 2 3 4) #0A(5) #(1 2) #2A0,0()"],
    ["#*101 #5*1 #*", "#*101 #*11111 #*"],
    ["#b101 #o17 #xfF #3r12 #36rZ #b-1/10", "5 15 255 5 35 -1/2"],
    ["#C(1 2) #C(1 0) #c(1.5 2)", "#C(1 2) 1 #C(1.5 2.0)"],
    ["#S(point :x 1)", "(POINT :X 1)"],
    ["#.(+ 1 2)", "(EVALUATED (+ 1 2))"],
    ["#j:document:body", 'JSCL::OGET JSCL::*ROOT* "document" "body"'.replace(/^(.*)$/, "($1)")],
    ["#|a #|b|# c|# 5 ; x", "5"],
    ["#+sbcl 1 #-sbcl 2 3", "1 3"],
    ["#+(or x sbcl) 1 #+(and sbcl (not x)) 2 #-(and) 3 4", "1 2 4"],
    ["#+(not sbcl) foo:bar #+nope #\\zork #+nope (#.(x) #zork) 1".replace("#zork", "zork:zork"), "1"],
    ["(a #+nope b) (a #||#)", "(A) (A)"],
    ["(#1=a #1#) #1=(b)", "(A A) (B)"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));

  test("a label can stand for the object that it is in", () => {
    const [read] = readForms("#1=(a #(#1#) . #1#)", image());
    const form = read?.form as {
      $$jscl_car: LispValue;
      $$jscl_cdr: { $$jscl_car: LispValue[]; $$jscl_cdr: LispValue };
    };
    expect(form.$$jscl_cdr.$$jscl_cdr).toBe(form);
    expect(form.$$jscl_cdr.$$jscl_car[0]).toBe(form);
  });

  test("*read-base* and *read-suppress* are obeyed", () => {
    expect(read("(ff 10 10. 1e5 1.5)", { readBase: () => 16 })).toBe("(255 16 10 485 1.5)");
    expect(read("(a . b . c) nope:a #xzz 1/0", { readSuppress: () => true })).toMatch(/^\(?NIL/);
  });
});

describe("backquote", () => {
  test.each([
    ["`a", "(QUOTE A)"],
    ['`5 `:a `"s" `() `,x', '5 :A "s" NIL X'],
    ["`(a b)", "(QUOTE (A B))"],
    ["`(a ,b)", "(LIST (QUOTE A) B)"],
    ["`(,a b c)", "(CONS A (QUOTE (B C)))"],
    ["`(a ,b c)", "(LIST* (QUOTE A) B (QUOTE (C)))"],
    ["`(a ,@b)", "(CONS (QUOTE A) B)"],
    ["`(,@a ,@b)", "(APPEND A B)"],
    ["`(,@a b ,@c d)", "(APPEND A (CONS (QUOTE B) (APPEND C (QUOTE (D)))))"],
    ["`(a ,.b)", "(CONS (QUOTE A) B)"],
    ["`(a . ,b)", "(CONS (QUOTE A) B)"],
    ["`(a (b ,c))", "(LIST (QUOTE A) (LIST (QUOTE B) C))"],
    ["`#(1 ,x)", "(VECTOR 1 X)"],
    ["`#(1 ,@x)", "(APPLY (FUNCTION VECTOR) (CONS 1 X))"],
    ["`(a `(b ,(c ,d)))", "(LIST (QUOTE A) (LIST (QUOTE LIST) (QUOTE (QUOTE B)) (LIST (QUOTE C) D)))"],
    ["``(a ,,b)", "(LIST (QUOTE LIST) (QUOTE (QUOTE A)) B)"],
    ["``(a ,,@b)", "(LIST* (QUOTE LIST) (QUOTE (QUOTE A)) B)"],
    ["``(a ,',b)", "(LIST (QUOTE LIST) (QUOTE (QUOTE A)) (LIST (QUOTE QUOTE) B))"],
    ["``(,@,@b)", "(CONS (QUOTE APPEND) B)"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

describe("errors", () => {
  test.each([
    [")", "!SIMPLE-READER-ERROR unmatched close parenthesis"],
    ["(1 2", "!END-OF-FILE"],
    ['"abc', "!END-OF-FILE"],
    ["'", "!END-OF-FILE"],
    ["#+sbcl", "!END-OF-FILE"],
    ["|a", "!END-OF-FILE"],
    ["#|abc", "!END-OF-FILE"],
    ["(+ 1 #\\(", "!READER-ERROR"],
    ["#\\", "!READER-EOF-ERROR after escape"],
    ["#", "!READER-EOF-ERROR inside dispatch character"],
    ["a\\", "!READER-EOF-ERROR after single-escape character"],
    [":", "!READER-EOF-ERROR after reading a colon"],
    ["foo: x", "!SIMPLE-READER-ERROR illegal terminating character after a colon: ~S (#\\ )"],
    [",x", "!SIMPLE-READER-ERROR Comma not inside a backquote."],
    ["`(,)", '!SIMPLE-READER-ERROR Trailing ~A in backquoted expression. ("comma")'],
    ["`,@x", "!SIMPLE-READER-ERROR `,@~S is not a well-formed backquote expression (X)"],
    ["`(a . ,@x)", "!SIMPLE-READER-ERROR (~S . ,@~S) contains a splicing comma after a dot (A X)"],
    ["#\\foo", '!SIMPLE-READER-ERROR unrecognized character name: ~S ("foo")'],
    ["#<foo>", "!SIMPLE-READER-ERROR illegal sharp macro character: ~S (#\\<)"],
    ["#z", "!SIMPLE-READER-ERROR no dispatch function defined for ~S (#\\z)"],
    ["nope:x", '!SIMPLE-READER-PACKAGE-ERROR Package ~A does not exist. ("NOPE")'],
    ["cl:nope", '!SIMPLE-READER-PACKAGE-ERROR Symbol ~S not found in the ~A package. ("NOPE" "COMMON-LISP")'],
    [
      "hidden cl-user:hidden",
      '!SIMPLE-READER-PACKAGE-ERROR The symbol ~S is not external in the ~A package. ("HIDDEN" "COMMON-LISP-USER")',
    ],
    ["a:b:c", '!SIMPLE-READER-ERROR too many colons in ~S ("b")'],
    ["foo:::x", '!SIMPLE-READER-ERROR too many colons after ~S name ("FOO")'],
    [".", "!SIMPLE-READER-ERROR dot context error"],
    ["...", "!SIMPLE-READER-ERROR too many dots"],
    ["(. a)", "!SIMPLE-READER-ERROR Nothing appears before . in list."],
    ["(a . )", "!SIMPLE-READER-ERROR Nothing appears after . in list."],
    ["(a . b c)", "!SIMPLE-READER-ERROR More than one object follows . in list."],
    ["(a . b . c)", "!SIMPLE-READER-ERROR dot context error"],
    ["#2(1 2 3)", "!SIMPLE-READER-ERROR Vector longer than the specified length: #~S~S. (2 (1 2 3))"],
    ["#3()", "!SIMPLE-READER-ERROR Vector of length ~D can't be initialized from () (3)"],
    ["#(1 . 2)", "!SIMPLE-READER-ERROR Improper list in #(): ~S. ((1 . 2))"],
    ["#2*101", '!SIMPLE-READER-ERROR Too many bits in ~S: expected ~D or fewer ("101" 2)'],
    ["#*12", "!SIMPLE-READER-ERROR illegal element given for bit-vector: ~S (#\\2)"],
    ["#xZZ", "!SIMPLE-READER-ERROR #~A (base ~D.) value is not a rational: ~S. (#\\x 16 ZZ)"],
    ["#40r1", "!SIMPLE-READER-ERROR illegal radix for #R: ~D. (40)"],
    ["#r12", "!SIMPLE-READER-ERROR radix missing in #R"],
    ["#:foo:bar", '!SIMPLE-READER-ERROR The symbol following #: contains a package marker: ~S ("FOO:BAR")'],
    ["#C(1)", "!SIMPLE-READER-ERROR illegal complex number format: #C~S ((1))"],
    ["#C(a b)", "!TYPE-ERROR"],
    ["#S(nope)", "!SIMPLE-READER-ERROR ~S is not a defined structure type. (NOPE)"],
    ["#S 5", "!SIMPLE-READER-ERROR non-list following #S"],
    ["#p5", "!SIMPLE-READER-ERROR there are no pathnames here: #P~S (5)"],
    ["#1#", "!SIMPLE-READER-ERROR Reference to undefined label #~D# (1)"],
    ["#1=#1#", "!SIMPLE-READER-ERROR Must label something more than just #~D# (1)"],
    ["(#1=a #1=b)", "!SIMPLE-READER-ERROR Multiply defined label: #~D= (1)"],
    [
      "#2A((1 2) (3))",
      "!SIMPLE-ERROR malformed :INITIAL-CONTENTS: Dimension of axis ~W is ~W, but ~W is ~W long. (1 2 (3) 1)",
    ],
    ["#+(foo) 1", "!SIMPLE-ERROR unknown operator in feature expression: ~S. ((:FOO))"],
    ["#+5 1", "!SIMPLE-ERROR invalid feature expression: ~S (5)"],
    ["1/0", "!READER-IMPOSSIBLE-NUMBER-ERROR failed to build ratio"],
    ["1e50", '!READER-IMPOSSIBLE-NUMBER-ERROR failed to build float from ~a ("1e50")'],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));

  test("#. is refused without *read-eval*", () => {
    expect(read("#.(x)", { readEval: () => false })).toBe(
      "!SIMPLE-READER-ERROR can't read #. while *READ-EVAL* is NIL",
    );
  });

  test("reading goes on after an error where it happened", () => {
    const reader = new Reader("(a #<b) c", image());
    expect(() => reader.read()).toThrow(Signalled);
    expect(print(reader.read() as LispValue)).toBe("B");
  });
});

describe("places", () => {
  function failure(text: string) {
    const reader = new Reader(text, image());
    expect(() => {
      while (reader.read() !== EOF);
    }).toThrow(Signalled);
    return reader.failure;
  }

  test("an unfinished text names the innermost opening", () => {
    expect(failure("(ok)\n(defun f (x)\n  (let ((y 1))\n    (+ x y)")).toEqual({
      line: 4,
      column: 11,
      offset: 44,
      start: { line: 2, column: 0, offset: 5 },
      unclosed: { bracket: "(", line: 3, column: 2, offset: 20 },
    });
    expect(failure('(print "hello')?.unclosed).toEqual({ bracket: '"', line: 1, column: 7, offset: 7 });
    expect(failure("#| a\n#| b |#")?.unclosed?.bracket).toBe("#|");
    expect(failure("'")?.unclosed).toBeNull();
  });

  test("a malformed text names the last character read, as SBCL does", () => {
    expect(failure("(list 1 2)) (list 3 4)")).toMatchObject({
      line: 1,
      column: 10,
      offset: 10,
      unclosed: null,
    });
    expect(failure("(fo:bar 1)")).toMatchObject({ column: 6, start: { column: 1 } });
    expect(failure("(list\n ,a)")).toMatchObject({ line: 2, column: 1, start: { line: 1, column: 0 } });
  });

  test("lists know their range", () => {
    const positions = new WeakMap();
    const reader = new Reader(" (a '(b)\n `(c ,d)) ", image(), { positions });
    const form = reader.read() as never as {
      $$jscl_cdr: { $$jscl_car: object; $$jscl_cdr: { $$jscl_car: object } };
    };
    expect(positions.get(form)).toEqual({ start: 1, end: 18 });
    expect(positions.get(form.$$jscl_cdr.$$jscl_car)).toEqual({ start: 4, end: 8 });
    expect(positions.get(form.$$jscl_cdr.$$jscl_cdr.$$jscl_car)).toEqual({ start: 10, end: 17 });
    expect(reader.place(10)).toEqual({ line: 2, column: 1, offset: 10 });
    expect([reader.formStart, reader.formEnd]).toEqual([1, 18]);
  });

  test("one white space after an object is taken, unless it is to be preserved", () => {
    const reader = new Reader("abc  def", image());
    reader.read();
    expect(reader.position).toBe(4);
    const preserving = new Reader("abc  def", image(), { preservesWhitespace: true });
    preserving.read();
    expect(preserving.position).toBe(3);
  });

  test("UTF-16 units are counted", () => {
    const [, second] = readForms("😀 b", image());
    expect(second).toMatchObject({ start: 3, end: 4 });
  });
});

describe("streams and readtables", () => {
  test("a stream is read no further than the object", () => {
    const characters = Array.from("(a\n b) c");
    const source = new StreamSource({
      peek: () => characters[0] ?? null,
      read: () => characters.shift() ?? null,
    });
    const reader = new Reader(source, image());
    expect(print(reader.read() as LispValue)).toBe("(A B)");
    expect(characters).toEqual(["c"]);
    expect(reader.place(4)).toEqual({ line: 2, column: 1, offset: 4 });
  });

  test("a user's macro character reads on with the same reader", () => {
    const testing = image();
    const readtable = testing.readtable();
    const reader = new Reader("[a b] {comment} c", testing);
    readtable.setMacro("[".charCodeAt(0), {
      standard: (reader) => list(intern("BRACKETS", user), ...readDelimited(reader, "]".charCodeAt(0), "[")),
    });
    readtable.setMacro("]".charCodeAt(0), { standard: () => nil });
    readtable.setMacro("{".charCodeAt(0), {
      fn: (values) => {
        while (reader.source.next() !== "}".charCodeAt(0));
        return values();
      },
    });
    expect(print(reader.read() as LispValue)).toBe("(BRACKETS A B)");
    expect(print(reader.read() as LispValue)).toBe("C");
    expect(reader.read()).toBe(EOF);
  });

  test("readtable-case", () => {
    const testing = image();
    testing.readtable().case = "invert";
    const names = [...readForms("foo Foo FOO |foo|", testing)].map(({ form }) => print(form));
    expect(names).toEqual(["FOO", "|Foo|", "|foo|", "|foo|"]);
  });
});

const { readDelimited } = await import("./lists.js");
