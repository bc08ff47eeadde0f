/**
 * Forms: special forms, macros and calls, nested, mostly well-formed, within a scope of what is bound around
 * them.
 */
import { formatCall, loopForm } from "./control.mjs";
import {
  atomForm,
  character,
  datum,
  functionName,
  integer,
  number,
  object,
  string,
  typeSpecifier,
} from "./data.mjs";

/** Names that are bound where a form stands. */
export class Scope {
  constructor(names = {}) {
    this.variables = names.variables ?? [];
    this.functions = names.functions ?? [];
    this.blocks = names.blocks ?? [];
    this.tags = names.tags ?? [];
    this.catches = names.catches ?? [];
    this.restarts = names.restarts ?? [];
  }

  /** This scope and more names. */
  with(kind, ...names) {
    return new Scope({ ...this, [kind]: [...names, ...this[kind]] });
  }
}

const VARIABLES = ["x", "y", "z", "n", "acc", "lst", "*s*", "fn"];
const CONDITIONS = [
  "error",
  "condition",
  "type-error",
  "division-by-zero",
  "warning",
  "simple-error",
  "unbound-variable",
  "control-error",
  "serious-condition",
  "program-error",
  "my-error",
  "arithmetic-error",
  "undefined-function",
  "cell-error",
  "parse-error",
];
const RESTARTS = [
  "continue",
  "use-value",
  "store-value",
  "abort",
  "muffle-warning",
  "my-restart",
  "retry",
  "return-value",
];

/** Makers of forms, by kind; each takes the maker and returns a tree. */
export class FormMaker {
  /**
   * @param random Where choices come from.
   * @param names Names of the library: `{ functions, macros }`.
   */
  constructor(random, names) {
    this.random = random;
    this.names = names;
    /** The frequency of mistakes in this program: 0 for hardly ever, 1 for everywhere. */
    this.wrongness = random.pick([0, 0, 0.3, 1]);
  }

  /** Whether to do something wrong that a program of full wrongness does with this probability. */
  errs(probability) {
    return this.random.chance(probability * this.wrongness);
  }

  /** A form nested at most `depth` deep. */
  form(scope, depth) {
    const { random } = this;
    if (depth <= 0 || random.chance(0.12)) return this.leaf(scope);
    const kinds = random.chance(0.1 + 0.9 * this.wrongness) && this.wrongness > 0 ? KINDS : SOUND_KINDS;
    const tree = random.weighted(kinds)(this, scope, depth - 1);
    return this.errs(0.03) ? this.spoil(tree) : tree;
  }

  forms(scope, depth, low = 1, high = 3) {
    return this.random.many(low, high, () => this.form(scope, depth));
  }

  leaf(scope) {
    const { random } = this;
    return random.weighted([
      [6, () => (scope.variables.length > 0 ? random.pick(scope.variables) : integer(random))],
      [3, () => integer(random)],
      [2, () => atomForm(random)],
      [2, () => object(random)],
      [
        0.4 * this.wrongness,
        () =>
          random.pick([
            "undefined-variable",
            "nil",
            "t",
            "*print-base*",
            "*s*",
            "most-positive-fixnum",
            ":key",
            "pi",
          ]),
      ],
    ])();
  }

  number(scope, depth) {
    const { random } = this;
    if (this.errs(0.2)) return this.form(scope, depth);
    const known = scope.variables.filter((name) => NUMERIC.includes(name));
    if (known.length > 0 && random.chance(0.4)) return random.pick(known);
    if (depth <= 0 || random.chance(0.4)) return random.chance(0.85) ? integer(random) : number(random);
    const [operator, low, high] = random.pick(ARITHMETIC);
    return [operator, ...random.many(low, high, () => this.number(scope, depth - 1))];
  }

  list(scope, depth) {
    const { random } = this;
    if (this.errs(0.2)) return this.form(scope, depth);
    if (scope.variables.includes("lst") && random.chance(0.4)) return "lst";
    return random.pick([
      () => ["list", ...this.forms(scope, depth, 0, 4)],
      () => ["quote", random.many(0, 4, () => datum(random, 1))],
      () => ["cons", this.form(scope, depth), this.form(scope, depth)],
      () => ["mapcar", this.fn(scope, depth, 1), this.list(scope, depth - 2)],
      () => ["append", this.list(scope, depth - 2), this.list(scope, depth - 2)],
      () => ["remove-if", this.fn(scope, depth, 1), ["list", ...this.forms(scope, depth - 1, 0, 3)]],
    ])();
  }

  /** A form whose value is a function, mostly. */
  fn(scope, depth, count) {
    const { random } = this;
    if (this.errs(0.1)) return this.form(scope, depth);
    if (this.errs(0.3)) return ["function", functionName(random)];
    if (random.chance(0.35)) return ["function", random.pick(count === 1 ? UNARY : BINARY)];
    if (scope.functions.length > 0 && this.errs(0.6)) return ["function", random.pick(scope.functions)];
    return this.lambda(scope, depth, count);
  }

  lambda(scope, depth, count = this.random.int(0, 3)) {
    const [parameters, inner] = this.parameters(scope, count);
    return ["lambda", parameters, ...this.forms(inner, depth, 1, 2)];
  }

  /** A lambda list, and the scope with its variables. */
  parameters(scope, count) {
    const { random } = this;
    const names = VARIABLES.slice(0, count);
    const list = [...names];
    if (random.chance(0.15))
      list.push("&optional", random.pick(["opt", ["opt", this.form(scope, 1)], ["opt", "5", "opt-p"]]));
    if (random.chance(0.1)) list.push("&rest", "rest");
    if (random.chance(0.1))
      list.push(
        "&key",
        random.pick(["k", ["k", "1"], ["k", "nil", "k-p"]]),
        ...(random.chance(0.2) ? ["&allow-other-keys"] : []),
      );
    if (random.chance(0.05)) list.push("&aux", ["aux", this.form(scope, 1)]);
    return [list, scope.with("variables", ...names)];
  }

  /**
   * The number of arguments for a call of the program's own function: the right one, unless a mistake is
   * wanted.
   */
  arity(name) {
    return this.errs(0.1) ? this.random.int(0, 3) : (ARITIES[name] ?? 1);
  }

  call(name, scope, depth) {
    const count = this.arity(name);
    return [name, ...this.random.many(count, count, () => this.number(scope, depth))];
  }

  variable() {
    return this.random.pick(VARIABLES);
  }

  bindings(scope, depth, low = 1, high = 3) {
    const names = this.distinct(low, high, () => this.variable());
    return [
      names.map((name) => [name, this.valueFor(name, scope, depth)]),
      scope.with("variables", ...names),
    ];
  }

  /** Names, each once unless something goes wrong. */
  distinct(low, high, make) {
    const names = this.random.many(low, high, make);
    return this.errs(0.1) ? names : [...new Set(names)];
  }

  /** A form whose value suits a variable's name. */
  valueFor(name, scope, depth) {
    if (this.random.chance(0.2)) return this.form(scope, depth);
    if (NUMERIC.includes(name)) return this.number(scope, depth);
    return name === "fn"
      ? this.fn(scope, depth, 1)
      : name === "lst"
        ? this.list(scope, depth)
        : this.form(scope, depth);
  }

  declarations(scope) {
    const { random } = this;
    if (!this.errs(0.2)) return [];
    const name =
      scope.variables.length > 0 && random.chance(0.8) ? random.pick(scope.variables) : this.variable();
    return [
      [
        "declare",
        random.pick([
          ["type", typeSpecifier(random), name],
          ["special", name],
          ["ignore", name],
          ["ignorable", name],
          ["optimize", ["speed", "3"], ["safety", random.pick(["0", "1", "2", "3"])]],
          ["inline", functionName(random)],
          ["ftype", ["function", ["integer"], "integer"], name],
          ["dynamic-extent", name],
          ["fixnum", name],
          ["no-such-declaration", name],
          name,
          [],
        ]),
      ],
    ];
  }

  condition() {
    return this.random.pick(CONDITIONS);
  }

  restart(scope) {
    const { random } = this;
    return scope.restarts.length > 0 && random.chance(0.6)
      ? random.pick(scope.restarts)
      : random.pick(RESTARTS);
  }

  /** A call of any function of the library with arbitrary arguments. */
  wildCall(scope, depth) {
    const { random } = this;
    const name = random.pick(this.names.functions);
    return [name, ...random.many(0, 4, () => this.wildArgument(scope, depth))];
  }

  wildArgument(scope, depth) {
    const { random } = this;
    return random.weighted([
      [5, () => object(random)],
      [2, () => this.form(scope, depth)],
      [
        1,
        () =>
          random.pick([
            ":test",
            ":key",
            ":start",
            ":end",
            ":from-end",
            ":count",
            ":initial-element",
            ":element-type",
            ":direction",
          ]),
      ],
      [1, () => ["quote", random.pick(this.names.functions)]],
    ])();
  }

  /** A macro or special form with arbitrary operands: mostly malformed. */
  wildMacro(scope, depth) {
    const { random } = this;
    const name = random.pick(this.names.macros);
    const part = () =>
      random.weighted([
        [3, () => this.form(scope, depth)],
        [2, () => random.many(0, 3, () => this.form(scope, depth - 1))],
        [2, () => datum(random, 2)],
        [1, () => [[this.variable(), this.form(scope, depth)]]],
      ])();
    return [name, ...random.many(0, 4, part)];
  }

  /** The tree with one thing wrong with it. */
  spoil(tree) {
    const { random } = this;
    if (!Array.isArray(tree) || tree.length === 0) return tree;
    const copy = [...tree];
    const at = random.int(0, copy.length - 1);
    return random.pick([
      () => copy.filter((_, i) => i !== at),
      () => [...copy, datum(random, 2)],
      () => copy.with(at, datum(random, 2)),
      () => copy.with(at, [copy[at]]),
      () => [...copy.slice(0, at), copy[at], ...copy.slice(at)],
    ])();
  }
}

const ARITHMETIC = [
  ["+", 0, 3],
  ["-", 1, 3],
  ["*", 0, 3],
  ["max", 1, 3],
  ["min", 1, 3],
  ["/", 1, 2],
  ["mod", 2, 2],
  ["rem", 2, 2],
  ["floor", 1, 2],
  ["gcd", 0, 3],
  ["abs", 1, 1],
  ["1+", 1, 1],
  ["1-", 1, 1],
  ["ash", 2, 2],
  ["logand", 0, 3],
  ["expt", 2, 2],
  ["truncate", 1, 2],
  ["isqrt", 1, 1],
  ["numerator", 1, 1],
  ["round", 1, 2],
  ["signum", 1, 1],
  ["sqrt", 1, 1],
  ["exp", 1, 1],
  ["log", 1, 2],
  ["lcm", 1, 2],
  ["logxor", 0, 2],
  ["integer-length", 1, 1],
  ["float", 1, 1],
  ["rational", 1, 1],
  ["ceiling", 1, 2],
];
const ARITIES = { f: 1, g: 2, h: 0, f1: 1, f2: 1, g1: 2, "make-st": 0 };
const NUMERIC = ["x", "y", "z", "n", "acc", "i"];
const UNARY = [
  "1+",
  "identity",
  "list",
  "not",
  "null",
  "princ-to-string",
  "type-of",
  "evenp",
  "abs",
  "prin1-to-string",
  "atom",
  "numberp",
];
const BINARY = ["cons", "list", "+", "eq", "equal", "max", "-", "eql", "<", "*", "append"];

/** `[weight, (maker, scope, depth) => tree]`. */
const KINDS = [
  [4, (m, s, d) => ["let", ...letParts(m, s, d)]],
  [2, (m, s, d) => ["let*", ...letParts(m, s, d)]],
  [3, (m, s, d) => ["if", m.form(s, d), m.form(s, d), ...m.forms(s, d, 0, 1)]],
  [1, (m, s, d) => ["progn", ...m.forms(s, d, 0, 3)]],
  [1, (m, s, d) => [m.random.pick(["when", "unless"]), m.form(s, d), ...m.forms(s, d)]],
  [
    1,
    (m, s, d) => [
      "cond",
      ...m.random.many(0, 3, () => m.forms(s, d, 1, 2)),
      ...(m.random.chance(0.5) ? [["t", m.form(s, d)]] : []),
    ],
  ],
  [
    1,
    (m, s, d) => [
      m.random.pick(["case", "ecase", "ccase"]),
      m.form(s, d),
      ...m.random.many(0, 3, () => [datum(m.random, 1), m.form(s, d)]),
      ...(m.random.chance(0.5) ? [["otherwise", m.form(s, d)]] : []),
    ],
  ],
  [
    1,
    (m, s, d) => [
      m.random.pick(["typecase", "etypecase", "ctypecase"]),
      m.form(s, d),
      ...m.random.many(0, 3, () => [typeSpecifier(m.random), m.form(s, d)]),
    ],
  ],
  [1, (m, s, d) => [m.random.pick(["and", "or"]), ...m.forms(s, d, 0, 3)]],
  [2, (m, s, d) => [m.random.pick(["setq", "setf", "psetq"]), target(m, s), m.form(s, d)]],
  [2, (m, s, d) => ["setf", place(m, s, d), m.form(s, d)]],
  [
    1,
    (m, s, d) => [
      m.random.pick(["incf", "decf", "push", "pop", "pushnew"]),
      ...m.random.pick([[target(m, s)], [m.form(s, d), target(m, s)], [place(m, s, d)]]),
    ],
  ],
  [1, (m, s, d) => [m.random.pick(["rotatef", "shiftf", "psetf"]), target(m, s), place(m, s, d)]],
  [2, (m, s, d) => ["block", ...blockParts(m, s, d)]],
  [
    2,
    (m, s, d) =>
      s.blocks.length > 0 || m.random.chance(0.05)
        ? ["return-from", s.blocks[0] ?? "nowhere", m.form(s, d)]
        : m.leaf(s),
  ],
  [1, (m, s, d) => tagbody(m, s, d)],
  [
    1,
    (m, s) =>
      s.tags.length > 0 || m.random.chance(0.05)
        ? ["go", m.random.pick([...s.tags, "nowhere"].slice(0, Math.max(1, s.tags.length)))]
        : m.leaf(s),
  ],
  [1, (m, s, d) => ["catch", "'ball", ...m.forms(s.with("catches", "'ball"), d)]],
  [
    1,
    (m, s, d) =>
      s.catches.length > 0 || m.random.chance(0.1) ? ["throw", "'ball", m.form(s, d)] : m.leaf(s),
  ],
  [2, (m, s, d) => ["unwind-protect", m.form(s, d), ...m.forms(s, d, 0, 2)]],
  [
    2,
    (m, s, d) => [
      "handler-case",
      m.form(s, d),
      ...m.random.many(0, 3, () => clause(m, s, d)),
      ...(m.random.chance(0.1) ? [[":no-error", ["v"], m.form(s.with("variables", "v"), d)]] : []),
    ],
  ],
  [
    2,
    (m, s, d) => [
      "handler-bind",
      m.random.many(1, 2, () => [m.condition(), handler(m, s, d)]),
      ...m.forms(s, d),
    ],
  ],
  [
    2,
    (m, s, d) => [
      "restart-case",
      m.form(s.with("restarts", "my-restart", "retry"), d),
      ...m.random.many(0, 3, () => restartClause(m, s, d)),
    ],
  ],
  [1, (m, s, d) => ["restart-bind", [[m.restart(s), m.lambda(s, d)]], ...m.forms(s, d)]],
  [
    1,
    (m, s, d) => [m.random.pick(["with-simple-restart"]), [m.restart(s), string(m.random)], ...m.forms(s, d)],
  ],
  [1, (m, s, d) => ["invoke-restart", ["quote", m.restart(s)], ...m.forms(s, d, 0, 1)]],
  [
    1,
    (m, s, d) => [
      m.random.pick(["find-restart", "use-value", "continue", "store-value", "abort", "muffle-warning"]),
      ...(m.random.chance(0.5) ? [m.form(s, d)] : ["'continue"]),
    ],
  ],
  [1, (m, s, d) => ["ignore-errors", ...m.forms(s, d)]],
  [2, (m, s, d) => signal(m, s, d)],
  [3, (m, s, d) => m.number(s, d + 1)],
  [3, (m, s, d) => m.list(s, d)],
  [2, (m, s, d) => [m.random.pick(["funcall", "apply"]), m.fn(s, d, 1), ...m.forms(s, d, 0, 2)]],
  [1, (m, s, d) => m.lambda(s, d)],
  [1, (m, s, d) => [m.lambda(s, d), ...m.forms(s, d, 0, 3)]],
  [2, (m, s, d) => [m.random.pick(["flet", "labels"]), ...localFunctions(m, s, d)]],
  [2, (m, s, d) => (s.functions.length > 0 ? m.call(m.random.pick(s.functions), s, d) : m.leaf(s))],
  [
    1,
    (m, s, d) => [
      "macrolet",
      [
        [
          "mac",
          ["a", "&rest", "more"],
          m.random.pick(["`(list ,a ,@more)", "(list 'quote a)", m.form(s, d), "`(mac ,a)"]),
        ],
      ],
      ["mac", ...m.forms(s, d, 0, 2)],
    ],
  ],
  [1, (m, s, d) => ["symbol-macrolet", [["sm", m.form(s, d)]], ...m.forms(s.with("variables", "sm"), d)]],
  [
    1,
    (m, s, d) => [
      "multiple-value-bind",
      ["x", "y"],
      m.random.pick([
        ["floor", m.number(s, d), m.number(s, d)],
        ["values", ...m.forms(s, d, 0, 3)],
        m.form(s, d),
      ]),
      ...m.forms(s.with("variables", "x", "y"), d),
    ],
  ],
  [
    1,
    (m, s, d) => [
      m.random.pick(["multiple-value-list", "multiple-value-prog1", "prog1", "prog2", "values", "nth-value"]),
      ...m.forms(s, d, 1, 3),
    ],
  ],
  [1, (m, s, d) => ["multiple-value-call", m.fn(s, d, 2), ...m.forms(s, d)]],
  [1, (m, s, d) => ["destructuring-bind", datum(m.random, 2), m.form(s, d), ...m.forms(s, d)]],
  [
    2,
    (m, s, d) => [
      "dotimes",
      [m.variable(), String(m.random.int(0, 5)), ...m.forms(s, d, 0, 1)],
      ...m.forms(s.with("blocks", "nil"), d, 0, 2),
    ],
  ],
  [
    2,
    (m, s, d) => [
      "dolist",
      ["x", m.list(s, d), ...m.forms(s, d, 0, 1)],
      ...m.forms(s.with("variables", "x"), d, 0, 2),
    ],
  ],
  [
    1,
    (m, s, d) => [
      m.random.pick(["do", "do*"]),
      [["i", "0", ["1+", "i"]]],
      [[">", "i", String(m.random.int(0, 6))], ...m.forms(s, d, 0, 1)],
      ...m.forms(s.with("variables", "i"), d, 0, 2),
    ],
  ],
  [2, (m, s, d) => loopForm(m.random, () => m.form(s.with("variables", "x"), d), "x")],
  [2, (m, s, d) => formatCall(m.random, () => m.form(s, d))],
  [
    1,
    (m, s, d) => [
      m.random.pick([
        "print",
        "princ",
        "prin1",
        "pprint",
        "write",
        "prin1-to-string",
        "princ-to-string",
        "write-to-string",
      ]),
      m.form(s, d),
    ],
  ],
  [1, (m, s, d) => ["the", typeSpecifier(m.random), m.form(s, d)]],
  [1, (m, s, d) => ["locally", ...m.declarations(s), ...m.forms(s, d)]],
  [
    1,
    (m, s, d) => ["progv", m.random.pick(["'(*s*)", "'(pv)", m.list(s, d)]), m.list(s, d), ...m.forms(s, d)],
  ],
  [1, (m, s, d) => ["eval", m.random.chance(0.5) ? ["quote", m.form(new Scope(), d)] : m.form(s, d)]],
  [1, (m, s, d) => ["read-from-string", m.random.chance(0.5) ? string(m.random) : m.form(s, d)]],
  [1, (m, s, d) => ["with-output-to-string", ["out"], ...m.forms(s.with("variables", "out"), d)]],
  [1, (m, s, _d) => ["check-type", target(m, s), typeSpecifier(m.random)]],
  [1, (m, s, d) => ["assert", m.form(s, d), ...(m.random.chance(0.3) ? [[target(m, s)]] : [])]],
  [1, (m, s, d) => ["typep", m.form(s, d), ["quote", typeSpecifier(m.random)]]],
  [1, (m, s, d) => ["coerce", m.form(s, d), ["quote", typeSpecifier(m.random)]]],
  [1, (m, s, d) => [m.random.pick(["sort", "stable-sort"]), m.list(s, d), m.fn(s, d, 2)]],
  [
    1,
    (m, s, d) => [
      "reduce",
      m.fn(s, d, 2),
      m.list(s, d),
      ...(m.random.chance(0.3) ? [":initial-value", m.form(s, d)] : []),
    ],
  ],
  [1, (m, s, d) => ["return", m.form(s, d)]],
  [1, (m) => character(m.random)],
  [
    1,
    (m, s, d) => [
      m.random.pick(["make-instance", "slot-value", "slot-boundp", "describe"]),
      m.random.pick(["'pt", "'no-class", m.form(s, d)]),
      ...m.random.pick([[], [":x", m.form(s, d)], ["'x"], [":nope", "1"]]),
    ],
  ],
  [5, (m, s, d) => m.wildCall(s, d)],
  [2, (m, s, d) => m.wildMacro(s, d)],
];

/** Forms that mostly make sense. */
const SOUND_KINDS = KINDS.filter(
  ([, make]) =>
    !/wild|spoil|datum|"the"|check-type|"return"|nowhere|place\(|make-instance|invoke-restart|abort/.test(
      make.toString(),
    ),
);

function letParts(m, scope, depth) {
  const [bindings, inner] = m.bindings(scope, depth);
  return [bindings, ...m.declarations(inner), ...m.forms(inner, depth)];
}

function blockParts(m, scope, depth) {
  const name = m.random.pick(["b1", "b2", "nil"]);
  return [name, ...m.forms(scope.with("blocks", name), depth)];
}

/** Jumps backwards are counted, mostly. */
function tagbody(m, scope, depth) {
  const inner = scope.with("tags", "end").with("variables", "n");
  const body = m.forms(inner, depth);
  return [
    "let",
    [["n", "0"]],
    [
      "tagbody",
      "start",
      ["incf", "n"],
      ...body,
      ["when", ["<", "n", "3"], ["go", "start"]],
      "end",
      ...m.forms(scope, depth, 0, 1),
    ],
    "n",
  ];
}

function clause(m, scope, depth) {
  const bound = m.random.chance(0.6) ? ["c"] : [];
  return [m.condition(), bound, ...m.forms(scope.with("variables", ...bound), depth, 0, 2)];
}

function handler(m, scope, depth) {
  const inner = scope.with("variables", "c");
  return m.random.weighted([
    [5, () => ["lambda", ["c"], ...m.forms(inner, depth, 0, 2)]],
    [
      2,
      () => [
        "lambda",
        ["c"],
        ["declare", ["ignorable", "c"]],
        ["invoke-restart", ["quote", m.restart(scope)], ...m.forms(inner, depth, 0, 1)],
      ],
    ],
    [1, () => m.form(scope, depth)],
    [1, () => ["function", functionName(m.random)]],
  ])();
}

function restartClause(m, scope, depth) {
  const options = m.random.weighted([
    [6, []],
    [1, [":report", string(m.random)]],
    [1, [":report", ["lambda", ["stream"], ["princ", m.form(scope, 1), "stream"]]]],
    [1, [":interactive", ["lambda", [], ["list", m.form(scope, 1)]]]],
    [1, [":test", ["lambda", ["c"], m.form(scope, 1)]]],
  ]);
  return [
    m.restart(scope),
    m.random.pick([[], ["v"], ["&optional", "v"]]),
    ...options,
    ...m.forms(scope, depth, 0, 2),
  ];
}

function signal(m, scope, depth) {
  const { random } = m;
  const operator = random.pick(["error", "signal", "warn", "cerror", "error"]);
  const first = operator === "cerror" ? [string(random)] : [];
  const datumPart = random.pick([
    () => [string(random), ...m.forms(scope, depth, 0, 2)],
    () => [["quote", m.condition()]],
    () => ["'simple-error", ":format-control", string(random)],
    () => ["'type-error", ":datum", m.form(scope, depth), ":expected-type", ["quote", typeSpecifier(random)]],
    () => ["'my-error", ":code", m.form(scope, depth)],
    () => [["make-condition", ["quote", m.condition()]]],
    () => [m.form(scope, depth)],
    () => ['"~a and ~s"', m.form(scope, depth)],
  ])();
  return [operator, ...first, ...datumPart];
}

function localFunctions(m, scope, depth) {
  const names = m.random.many(1, 2, () => m.random.pick(["f1", "f2", "g1"]));
  const inner = scope.with("functions", ...names);
  const definitions = names.map((name) => {
    const [parameters, within] = m.parameters(scope, m.arity(name));
    return [
      name,
      parameters,
      ...m.declarations(within),
      ...m.forms(m.random.chance(0.15) ? within.with("functions", name) : within, depth, 1, 2),
    ];
  });
  return [definitions, ...m.forms(inner, depth)];
}

/** A variable to set: one that is bound around here, or a special one of the program's own. */
function target(m, scope) {
  return scope.variables.length > 0 && m.random.chance(0.85) ? m.random.pick(scope.variables) : "*s*";
}

function place(m, scope, depth) {
  const { random } = m;
  const accessor = random.pick([
    "car",
    "cdr",
    "first",
    "second",
    "nth",
    "aref",
    "gethash",
    "get",
    "getf",
    "elt",
    "subseq",
    "symbol-value",
    "slot-value",
    "char",
    "fill-pointer",
    "nthcdr",
    "cadr",
    "values",
    "last",
    "ldb",
    "the",
    "svref",
    "rest",
    "pt-x",
  ]);
  return [accessor, ...m.forms(scope, Math.min(depth, 1), 1, 2)];
}
