/** Whole programs: definitions that build on each other, and forms that use them. */
import { Random } from "../random.mjs";
import { datum, integer, string, typeSpecifier } from "./data.mjs";
import { FormMaker, Scope } from "./forms.mjs";
import { copy, lists, write } from "./tree.mjs";

/**
 * Program `number` of a seed: its text, and the forms that it is made of.
 * @param names `{ functions, macros }` of the library, in a fixed order.
 */
export function program(seed, number, names) {
  const random = new Random(seed, "program", number);
  const maker = new FormMaker(random, names);
  if (random.chance(0.15)) return sweep(random, maker);
  let scope = new Scope();
  const forms = [];
  for (const make of random.many(0, 2, () => random.weighted(DEFINITIONS))) {
    const { tree, functions = [], variables = [] } = make(maker, scope);
    scope = scope.with("functions", ...functions).with("variables", ...variables);
    forms.push(tree);
  }
  for (let left = random.int(1, 2); left > 0; left--) forms.push(maker.form(scope, random.int(1, 5)));
  if (maker.errs(0.1)) spoil(random, forms);
  const text = textOf(forms);
  return maker.errs(0.05) ? { text: damage(random, text), forms: null } : { text, forms };
}

export const textOf = (forms) => forms.map(write).join("\n");

/** Many calls of the library with arbitrary arguments, each with its outcome. */
function sweep(random, maker) {
  const call = () => [
    "handler-case",
    maker.wildCall(new Scope(), 1),
    ["error", ["c"], ["princ-to-string", "c"]],
  ];
  const forms = [["list", ...random.many(4, 12, call)]];
  return { text: textOf(forms), forms };
}

/** Puts a subtree where it does not belong. */
function spoil(random, forms) {
  const all = lists(forms).filter((list) => list.length > 0 && list !== forms);
  if (all.length < 2) return;
  const [from, to] = [random.pick(all), random.pick(all)];
  const moved = copy(random.pick(from));
  to[random.int(0, to.length - 1)] = moved;
}

/** Text that is no program any more. */
function damage(random, text) {
  const at = random.int(0, text.length);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () =>
      text.slice(0, at) +
      random.pick(["(", ")", "'", "#", '"', "|", "\\", ",", "`", "#|", ";", ":", "#.", "."]) +
      text.slice(at),
  ])();
}

/** `[weight, (maker, scope) => { tree, functions?, variables? }]`. */
const DEFINITIONS = [
  [4, defun],
  [
    2,
    (m, s) => ({
      tree: [m.random.pick(["defvar", "defparameter"]), "*s*", m.form(s, 2)],
      variables: ["*s*"],
    }),
  ],
  [1, (m, _s) => ({ tree: ["defconstant", "+c+", integer(m.random)], variables: ["+c+"] })],
  [2, defmacro],
  [2, defclass],
  [2, defstruct],
  [2, defgeneric],
  [1, defmethod],
  [1, defcondition],
  [1, (m, _s) => ({ tree: ["deftype", "small", [], ["quote", typeSpecifier(m.random)]] })],
  [
    1,
    (m, s) => ({
      tree: ["defun", ["setf", "thing"], ["new", "x"], m.form(s.with("variables", "new", "x"), 2)],
    }),
  ],
  [1, (m, s) => ({ tree: ["define-symbol-macro", "gsm", m.form(s, 1)], variables: ["gsm"] })],
  [1, (m, s) => ({ tree: ["defsetf", "thing2", ["x"], ["v"], m.form(s.with("variables", "v", "x"), 2)] })],
  [
    1,
    (m, _s) => ({
      tree: [
        "defpackage",
        packageName(m),
        ...m.random.many(0, 2, () =>
          m.random.pick([
            ["use", ":cl"],
            [":use", ":cl"],
            [":export", "#:a"],
            [":nicknames", "#:nn"],
            [":shadow", "#:car"],
            [":import-from", ":cl", "#:car"],
            [":bogus"],
          ]),
        ),
      ],
    }),
  ],
  [0.5, (m) => ({ tree: ["in-package", packageName(m)] })],
  [
    1,
    (m, s) => ({
      tree: [
        "eval-when",
        m.random.pick([
          [":compile-toplevel", ":load-toplevel", ":execute"],
          [":execute"],
          [":compile-toplevel"],
          datum(m.random, 1),
        ]),
        m.form(s, 2),
      ],
    }),
  ],
  [
    1,
    (m, _s) => ({
      tree: [
        "declaim",
        m.random.pick([
          ["inline", "f"],
          ["special", "*s*"],
          ["type", typeSpecifier(m.random), "*s*"],
          ["ftype", ["function", ["integer"], "integer"], "f"],
          ["optimize", "speed"],
          ["notinline", "f"],
          "bogus",
        ]),
      ],
    }),
  ],
  [1, (_m, _s) => ({ tree: ["define-modify-macro", "appendf", ["&rest", "args"], "append"] })],
  [
    1,
    (m, s) => ({
      tree: ["define-compiler-macro", "f", ["&whole", "w", "x"], m.random.pick(["w", m.form(s, 2)])],
    }),
  ],
];

const packageName = (m) => m.random.pick([":fuzz-a", ":fuzz-b", ":cl-user", '"fuzz-a"', ":no-such-package"]);

function defun(m, scope) {
  const { random } = m;
  const name = random.pick(["f", "g", "h"]);
  const [parameters, inner] = m.parameters(scope, m.arity(name));
  const within = inner.with("blocks", name);
  const body = m.forms(random.chance(0.15) ? within.with("functions", name) : within, random.int(1, 4));
  const documentation = random.chance(0.1) ? [string(random)] : [];
  return {
    tree: ["defun", name, parameters, ...documentation, ...m.declarations(inner), ...body],
    functions: [name],
  };
}

function defmacro(m, scope) {
  const { random } = m;
  const body = random.pick([
    "`(list ,a ,@body)",
    "`(let ((x ,a)) ,@body)",
    "`(m ,a)",
    '(error "in a macro")',
    "a",
    "(list* 'progn a body)",
    "`(block nil ,@body)",
    m.form(scope.with("variables", "a", "body"), 2),
  ]);
  return {
    tree: [
      "defmacro",
      "m",
      random.pick([
        ["a", "&body", "body"],
        ["a", "&rest", "body"],
        ["&whole", "w", "&optional", "a", "&body", "body"],
        [["a", "b"], "&body", "body"],
        ["&environment", "e", "a", "&body", "body"],
      ]),
      body,
    ],
    functions: ["m"],
  };
}

function defclass(m, scope) {
  const { random } = m;
  const slot = () =>
    random.pick([
      "x",
      ["x", ":initarg", ":x", ":accessor", "pt-x"],
      ["y", ":initarg", ":y", ":initform", m.form(scope, 1)],
      ["z", ":reader", "pt-z", ":writer", ["setf", "pt-z"]],
      ["k", ":allocation", ":class", ":initform", "0"],
      ["w", ":type", typeSpecifier(random), ":initarg", ":w"],
      ["x", ":bogus", "1"],
      ["x", ":initform"],
    ]);
  const supers = random.pick([
    [],
    [],
    ["base"],
    ["pt"],
    ["standard-object"],
    ["integer"],
    ["no-such-class"],
    ["base", "pt"],
  ]);
  const name = random.pick(["pt", "pt", "base", "derived"]);
  return {
    tree: [
      "defclass",
      name,
      supers,
      random.many(0, 3, slot),
      ...(random.chance(0.2) ? [[":default-initargs", ":x", m.form(scope, 1)]] : []),
      ...(random.chance(0.1) ? [[":documentation", string(random)]] : []),
      ...(random.chance(0.05) ? [[":metaclass", "no-metaclass"]] : []),
    ],
  };
}

function defstruct(m, scope) {
  const { random } = m;
  const options = random.weighted([
    [5, "st"],
    [1, ["st", [":constructor", "make-it", ["a", "&optional", ["b", "2"]]]]],
    [1, ["st", ":named", [":type", random.pick(["list", "vector"])]]],
    [1, ["st", [":include", random.pick(["st", "other", "no-such"])]]],
    [1, ["st", [":conc-name", random.pick(["nil", "s-"])], [":copier", "nil"], [":predicate", "stp"]]],
    [1, ["st", [":print-function", ["lambda", ["o", "s", "d"], m.form(scope, 2)]]]],
    [1, ["st", [":bogus"]]],
    [1, ["other"]],
  ]);
  return {
    tree: [
      "defstruct",
      options,
      ...random.many(0, 3, () =>
        random.pick([
          "a",
          "b",
          ["a", integer(random)],
          ["c", m.form(scope, 1), ":type", typeSpecifier(random)],
          ["d", "0", ":read-only", "t"],
          integer(random),
        ]),
      ),
    ],
    functions: ["make-st", "st-a", "st-p"],
  };
}

const SPECIALIZERS = [
  "integer",
  "string",
  "pt",
  "t",
  "null",
  "list",
  "symbol",
  "st",
  "no-such-class",
  ["eql", "3"],
  ["eql", "'a"],
  ["eql"],
  "number",
];

function defgeneric(m) {
  const { random } = m;
  return {
    tree: [
      "defgeneric",
      "gen",
      random.pick([["x"], ["x", "y"], ["x", "&rest", "r"], ["x", "&key", "k"], ["x", "x"], "x"]),
      ...random.many(0, 1, () =>
        random.pick([
          [":documentation", '"d"'],
          [":method-combination", random.pick(["+", "list", "and", "progn", "bogus"])],
          [":argument-precedence-order", "y", "x"],
          [":bogus"],
        ]),
      ),
    ],
    functions: ["gen"],
  };
}

function defmethod(m, scope) {
  const { random } = m;
  const qualifier = random.weighted([
    [6, []],
    [1, [":before"]],
    [1, [":after"]],
    [1, [":around"]],
    [1, ["+"]],
    [0.5, [":bogus"]],
  ]);
  const name = random.weighted([
    [5, "gen"],
    [1, "print-object"],
    [1, "initialize-instance"],
    [0.5, "f"],
    [0.5, ["setf", "gen"]],
    [0.5, "no-applicable-method"],
  ]);
  const parameters = random.pick([
    [["x", random.pick(SPECIALIZERS)]],
    [
      ["x", random.pick(SPECIALIZERS)],
      ["y", random.pick(SPECIALIZERS)],
    ],
    [["x", random.pick(["pt", "st"])], "stream"],
    [["x", "pt"], "&key"],
    ["x"],
  ]);
  const body = random.weighted([
    [5, () => m.forms(scope.with("variables", "x"), 3)],
    [2, () => [["call-next-method"]]],
    [1, () => [["next-method-p"]]],
    [1, () => [["list", "x", ["call-next-method"]]]],
  ])();
  return { tree: ["defmethod", name, ...qualifier, parameters, ...body], functions: ["gen"] };
}

function defcondition(m, scope) {
  const { random } = m;
  const report = random.pick([
    [],
    [[":report", string(random)]],
    [[":report", ["lambda", ["c", "s"], ["format", "s", '"code ~a"', ["my-error-code", "c"]]]]],
    [[":report", ["lambda", ["c", "s"], m.form(scope, 2)]]],
  ]);
  return {
    tree: [
      "define-condition",
      "my-error",
      random.pick([["error"], ["error"], ["warning"], [], ["condition"], ["integer"]]),
      [random.pick([["code", ":initarg", ":code", ":reader", "my-error-code"], "code"])],
      ...report,
    ],
  };
}
