/**
 * A variable that begins as one kind of object and becomes another: in a loop, after a jump, in an argument, a closure, a cleanup or
 * a handler. It is used, as what it is by then, by operators that take that kind alone. A compiler that believes what it was
 * before is found by them.
 */
import { mixture } from "./functions.mjs";
import { constantList, predicatesFor, specifierOf } from "./literals.mjs";
import { Variable } from "./scope.mjs";

/** Forms that take one kind of object, `x`. */
const USES = {
  int: [
    "(+ x 1)",
    "(< x 3)",
    "(1- x)",
    "(* x 2)",
    "(logand x 7)",
    "(evenp x)",
    "(> 5 x)",
    "(- x)",
    "(max x 2)",
    "(= x 6)",
    "(zerop x)",
    "(mod x 5)",
  ],
  float: ["(+ x 1)", "(< x 3)", "(* x 2)", "(- x 0.5)", "(plusp x)"],
  cons: [
    "(car x)",
    "(cdr x)",
    "(length x)",
    "(first x)",
    "(nth 0 x)",
    "(list* 0 x)",
    "(append x x)",
    "(reverse x)",
    "(elt x 0)",
    "(mapcar #'1+ x)",
  ],
  string: [
    "(length x)",
    "(char x 0)",
    "(string-upcase x)",
    '(concatenate \'string x "!")',
    "(elt x 0)",
    "(subseq x 1)",
  ],
  char: ["(char-code x)", "(char= x #\\a)", "(char-upcase x)"],
  vector: ["(aref x 0)", "(length x)", "(svref x 1)", "(elt x 0)"],
  symbol: ["(eq x 'a)", "(symbolp x)", "(string x)"],
  nil: ["(null x)", "(endp x)", "(length x)", "(append x '(1))", "(car x)"],
};

/** Forms that are true or false of one kind, to stand behind a test of another. */
const QUESTIONS = {
  int: ["(< e x)", "(> x 2)", "(evenp x)", "(/= x e)"],
  float: ["(< e x)", "(plusp x)"],
  cons: ["(car x)", "(member e x)", "(cdr x)"],
  string: ["(> (length x) 2)", '(string= x "a")'],
  char: ["(char< x #\\b)", "(char= x #\\a)"],
  vector: ["(aref x 0)", "(< (length x) e)"],
  symbol: ["(eq x 'a)"],
  nil: ["(endp x)"],
};

/** What the parts of such a program are made of. */
class Change {
  constructor(m, scope, depth) {
    this.m = m;
    this.scope = scope;
    this.depth = depth;
    this.random = m.random;
    this.kinds = mixture(m.random);
    [this.from, this.to] = this.kinds;
    this.x = new Variable(m.name("x"), this.kinds);
    this.inner = scope.bind([this.x, this.from]);
    const [predicate] = predicatesFor(this.from, this.kinds);
    this.wasTest = predicate === undefined ? ["typep", this.x.name, "'null"] : [predicate, this.x.name];
  }

  /** `x` assigned an object of its other kind. */
  set() {
    const { m, random, x } = this;
    const value = this.value();
    return random.weighted([
      [8, ["setq", x.name, value]],
      [1, ["setf", x.name, value]],
      [1, ["psetq", x.name, value]],
      [1, ["multiple-value-setq", [x.name], value]],
      [1, ["setf", ["values", x.name], value]],
      [this.to === "cons" && this.from === "nil" ? 3 : 0, ["push", m.note("1"), x.name]],
    ]);
  }

  value() {
    return this.m.form(this.scope, this.to, 1);
  }

  /** A use of `x` as one kind, logged. */
  used(kind = this.to) {
    return this.m.note(this.replaced(this.random.pick(USES[kind])));
  }

  use(kind = this.to) {
    return this.replaced(this.random.pick(USES[kind]));
  }

  question() {
    return this.replaced(this.random.pick(QUESTIONS[this.to]));
  }

  /** The text of a form of `x`: trees are not looked into, so it stays one atom. */
  replaced(text) {
    return parse(text.replace(/\bx\b/g, this.x.name));
  }

  is() {
    const [predicate] = predicatesFor(this.to, this.kinds);
    return predicate === undefined ? ["not", this.wasTest] : [predicate, this.x.name];
  }

  /** Around a body: the variable as it begins. */
  around(...body) {
    const { random, x } = this;
    const init = this.m.form(this.scope, this.from, random.chance(0.8) ? 0 : 2);
    const declared = random.chance(0.15)
      ? [["declare", ["type", specifierOf(random, this.kinds), x.name]]]
      : [];
    const binding = init === "nil" && random.chance(0.2) ? x.name : [x.name, init];
    return [random.pick(["let", "let", "let*"]), [binding], ...declared, ...body, this.m.note(x.name)];
  }

  statement() {
    return this.m.statement(this.inner.blurred(), Math.min(2, this.depth - 1));
  }
}

/** The tree of a text of the table above. */
function parse(text) {
  const tokens = text.match(/"[^"]*"|#\\.|[()]|'?[^\s()]+|'(?=\()/g);
  const read = () => {
    const token = tokens.shift();
    if (token === "'") return ["quote", read()];
    if (token !== "(") return token;
    const items = [];
    while (tokens[0] !== ")") items.push(read());
    tokens.shift();
    return items;
  };
  return read();
}

/** What is asked first is whether `x` still is what it was. */
const untilThen = (c) => [
  c.random.pick(["or", "or", "if"]) === "or"
    ? ["or", c.wasTest, c.question()]
    : ["if", c.wasTest, "t", c.question()],
];

const CHANGES = [
  [4, inLoop],
  [2, byTurns],
  [3, inArguments],
  [2, inBindings],
  [2, afterJump],
  [2, jumpingBack],
  [3, inCleanup],
  [2, byFunction],
  [2, byLaterFunction],
  [2, inHandler],
  [1, beforeThrow],
  [2, sometimes],
  [1, inDefault],
  [1, bySpecial],
  [1, ofAlias],
  [1, inTest],
  [1, byMacro],
  [1, inStep],
  [1, shrinking],
];

/** A statement. */
export function changingKinds(m, scope, depth) {
  const change = new Change(m, scope, depth);
  return m.random.weighted(CHANGES)(change);
}

function inLoop(c) {
  const { random, m } = c;
  const list = constantList(random);
  const assigned = c.to === "int" ? "e" : c.value();
  const turn = ["when", ...untilThen(c), ["setq", c.x.name, assigned]];
  const vector = ["vector", "3", "1", "2"];
  const counter = m.name("i");
  const loop = random.pick([
    ["loop", "for", "e", "in", list, "do", turn],
    ["loop", "for", "e", "across", vector, "do", turn],
    ["loop", "for", "e", "from", "5", "downto", "2", "do", turn],
    ["loop", "for", "e", "in", list, "when", ...untilThen(c), "do", ["setq", c.x.name, assigned]],
    ["dolist", ["e", list], turn],
    ["dotimes", ["e", "4"], turn],
    ["mapc", ["lambda", ["e"], turn], list],
    ["do", [["e", "0", ["1+", "e"]]], [["=", "e", "3"]], turn],
    ["let", [["e", "3"]], ["loop", ["when", ["<", ["decf", "e"], "0"], ["return"]], turn]],
    [
      "let",
      [
        ["e", "1"],
        [counter, "0"],
      ],
      ["tagbody", "again", turn, ["when", ["<", ["incf", counter], "3"], ["go", "again"]]],
    ],
  ]);
  return c.around(random.chance(0.3) ? m.note(loop) : loop);
}

function byTurns(c) {
  const { random } = c;
  const turn = random.pick([
    ["if", ["=", "i", "0"], c.set(), c.used()],
    ["case", "i", ["0", c.set()], ["t", c.used()]],
    [
      "progn",
      ["when", c.is(), c.used()],
      ["setq", c.x.name, ["if", ["evenp", "i"], c.value(), c.m.form(c.scope, c.from, 0)]],
    ],
    ["progn", ["when", [">", "i", "0"], c.used()], c.set()],
    ["cond", [[">", "i", "1"], c.used()], [["=", "i", "1"], c.set()], ["t", c.used(c.from)]],
  ]);
  return c.around(
    random.pick([
      ["dotimes", ["i", "3"], turn],
      ["loop", "for", "i", "below", "3", "do", turn],
      ["loop", "for", "i", "from", "0", "to", "2", "collect", c.m.note(turn)],
      ["dolist", ["i", "'(0 1 2)"], turn],
      ["mapcar", ["lambda", ["i"], turn], ["list", "0", "1", "2"]],
      ["do", [["i", "0", ["+", "i", "1"]]], [[">=", "i", "3"], c.used()], turn],
    ]),
  );
}

function inArguments(c) {
  const { random } = c;
  const head = random.pick(["list", "vector", "values", "cons", "eql", "list*"]);
  const parts = random.chance(0.3) ? [c.use(c.from), c.set(), c.use()] : [c.set(), c.use()];
  const args = ["cons", "eql"].includes(head) ? parts.slice(-2) : parts;
  const direct = c.to === "int" ? [[random.pick(["+", "-", "max", "<", "logior"]), c.set(), c.x.name]] : [];
  return c.around(c.m.note(random.pick([[head, ...args], [head, ...args], ...direct])));
}

function inBindings(c) {
  const { random, m } = c;
  const [a, b] = [m.name("y"), m.name("y")];
  return c.around(
    random.pick([
      [
        "let",
        [
          [a, c.set()],
          [b, c.use()],
        ],
        m.note(["list", a, b]),
      ],
      [
        "let*",
        [
          [a, c.set()],
          [b, c.use()],
        ],
        m.note(["list", a, b]),
      ],
      ["multiple-value-bind", [a, b], ["values", c.set(), c.use()], m.note(["list", a, b])],
      ["prog1", c.set(), c.used()],
      ["multiple-value-prog1", c.set(), c.used()],
      ["progn", c.set(), c.used()],
      ["destructuring-bind", [a, b], ["list", c.set(), c.use()], m.note(["list", a, b])],
      ["funcall", ["lambda", [a, b], m.note(["list", a, b])], c.set(), c.use()],
      [["lambda", [a, "&optional", [b, c.use()]], m.note(["list", a, b])], c.set()],
    ]),
  );
}

function afterJump(c) {
  const [use, set, end] = ["u", "s", "z"].map((name) => c.m.name(name));
  const first = c.random.chance(0.4) ? [c.used(c.from)] : [];
  return c.around([
    "tagbody",
    ...first,
    ["go", set],
    use,
    c.used(),
    ...(c.random.chance(0.4) ? [c.statement()] : []),
    ["go", end],
    set,
    c.set(),
    ["go", use],
    end,
  ]);
}

function jumpingBack(c) {
  const { random, m } = c;
  const [again, counter] = [m.name("t"), m.name("k")];
  const body = [
    again,
    ["when", random.pick([c.is(), ["not", c.wasTest], [">", counter, "0"]]), c.used()],
    c.set(),
    ["when", ["<", ["incf", counter], "2"], ["go", again]],
  ];
  return random.chance(0.5)
    ? c.around(["let", [[counter, "0"]], ["tagbody", ...body]])
    : c.around(["prog", [[counter, "0"]], ...body, ["return", c.use()]]);
}

function inCleanup(c) {
  const { random, m } = c;
  const block = m.name("b");
  return c.around(
    ...random.pick([
      [["unwind-protect", c.statement(), c.set()], c.used()],
      [["unwind-protect", c.set(), c.used()]],
      [["block", block, ["unwind-protect", ["return-from", block, "1"], c.set()]], c.used()],
      [["block", block, ["unwind-protect", ["progn", c.set(), ["return-from", block, "1"]], c.used()]]],
      [["catch", "'c1", ["unwind-protect", ["progn", c.set(), ["throw", "'c1", "1"]], c.used()]], c.used()],
      [["ignore-errors", ["unwind-protect", ["error", '"boom"'], c.set()]], c.used()],
      [["unwind-protect", ["unwind-protect", c.used(c.from), c.set()], c.used()]],
    ]),
  );
}

function byFunction(c) {
  const { random, m } = c;
  const f = m.name("f");
  return c.around(
    random.pick([
      ["flet", [[f, [], c.set()]], [f], c.used()],
      ["flet", [[f, [], c.set()]], m.note(["list", [f], c.use()])],
      ["let", [[f, ["lambda", [], c.set()]]], ["funcall", f], c.used()],
      ["progn", ["mapc", ["lambda", ["e"], ["note", "0", "e"], c.set()], "'(1 2)"], c.used()],
      ["progn", ["funcall", ["lambda", [], c.set()]], c.used()],
      ["flet", [[f, [], c.used()]], c.set(), [f]],
      ["let", [[f, ["lambda", [], c.use()]]], c.set(), m.note(["funcall", f])],
    ]),
  );
}

/** Functions that assign what those before them in the text use. */
function byLaterFunction(c) {
  const { random, m } = c;
  const [use, set] = [m.name("f"), m.name("f")];
  return c.around(
    random.pick([
      [
        "labels",
        [
          [use, [], c.used()],
          [set, [], c.set(), [use]],
        ],
        [set],
      ],
      [
        "labels",
        [
          [use, [], ["if", c.wasTest, [set], c.used()]],
          [set, [], c.set(), [use]],
        ],
        [use],
      ],
      [
        "labels",
        [
          [use, [], ["when", c.wasTest, [set]], c.used()],
          [set, [], c.set()],
        ],
        [use],
      ],
      [
        "labels",
        [
          [use, ["n"], ["if", ["<=", "n", "0"], c.used(), [set, "n"]]],
          [set, ["n"], c.set(), [use, ["1-", "n"]]],
        ],
        [use, "2"],
      ],
    ]),
  );
}

function inHandler(c) {
  const { random, m } = c;
  const block = m.name("b");
  return c.around(
    ...random.pick([
      [["handler-case", ["progn", c.set(), ["error", '"boom"']], ["error", [], c.used()]]],
      [["handler-case", ["error", '"boom"'], ["error", [], c.set()]], c.used()],
      [
        [
          "block",
          block,
          [
            "handler-bind",
            [
              [
                "error",
                ["lambda", ["e"], m.note(["typep", "e", "'error"]), c.set(), ["return-from", block, "0"]],
              ],
            ],
            ["car", m.note("1")],
          ],
        ],
        c.used(),
      ],
      [
        ["handler-bind", [["warning", ["lambda", ["e"], c.set(), ["muffle-warning", "e"]]]], ["warn", '"w"']],
        c.used(),
      ],
      [["restart-case", ["progn", c.set(), ["invoke-restart", "'r1"]], ["r1", [], c.used()]]],
      [["ignore-errors", c.set(), ["error", '"boom"']], c.used()],
      [["handler-case", c.set(), ["error", [], "1"], [":no-error", ["e"], m.note("e"), c.used()]]],
    ]),
  );
}

function beforeThrow(c) {
  const block = c.m.name("b");
  return c.around(
    ...c.random.pick([
      [["catch", "'c1", c.set(), ["throw", "'c1", "0"]], c.used()],
      [["block", block, c.set(), ["return-from", block, "0"]], c.used()],
      [["catch", "'c1", ["throw", "'c1", c.set()]], c.used()],
      [["block", block, ["funcall", ["lambda", [], c.set(), ["return-from", block, "1"]]]], c.used()],
    ]),
  );
}

/** Whether it is assigned is known only when it runs; it is used only where it was. */
function sometimes(c) {
  const { m, random } = c;
  const flag = m.name("q");
  const test = m.form(c.scope, "bool", 1);
  return [
    "let",
    [[flag, test]],
    c.around(
      ...random.pick([
        [
          ["when", flag, c.set()],
          ["when", flag, c.used()],
        ],
        [
          ["if", flag, c.set()],
          ["if", flag, c.used(), c.used(c.from)],
        ],
        [["unless", c.is(), c.set()], c.used()],
        [
          ["cond", [flag, c.set()]],
          ["when", c.is(), c.used()],
        ],
        [
          ["and", flag, c.set()],
          ["or", ["not", flag], c.used()],
        ],
        [["when", c.wasTest, c.set()], c.used()],
        [["if", c.wasTest, c.set(), "nil"], c.used()],
      ]),
    ),
  ];
}

function inDefault(c) {
  const [a, b] = [c.m.name("y"), c.m.name("y")];
  return c.around(
    c.random.pick([
      ["funcall", ["lambda", ["&optional", [a, c.set()]], c.m.note(a), c.used()]],
      ["funcall", ["lambda", ["&optional", [a, c.set()], [b, c.use()]], c.m.note(["list", a, b])]],
      ["funcall", ["lambda", ["&key", [a, c.set()], [b, c.use()]], c.m.note(["list", a, b])]],
      ["funcall", ["lambda", ["&aux", [a, c.set()], [b, c.use()]], c.m.note(["list", a, b])]],
    ]),
  );
}

/** A special variable that a function changes while it is bound. */
function bySpecial(c) {
  const { x } = c;
  const f = c.m.name("f");
  const set = ["locally", ["declare", ["special", x.name]], c.set()];
  const use = ["locally", ["declare", ["special", x.name]], c.used()];
  return c.random.pick([
    [
      "flet",
      [[f, [], set]],
      ["let", [[x.name, c.m.form(c.scope, c.from, 0)]], ["declare", ["special", x.name]], [f], c.used()],
    ],
    [
      "flet",
      [[f, [], use]],
      ["let", [[x.name, c.m.form(c.scope, c.from, 0)]], ["declare", ["special", x.name]], c.set(), [f]],
    ],
    ["progv", ["list", `'${x.name}`], ["list", c.m.form(c.scope, c.from, 0)], set, use],
  ]);
}

function ofAlias(c) {
  const y = c.m.name("y");
  const old = parse(c.random.pick(USES[c.from]).replace(/\bx\b/g, y));
  return c.around(
    c.random.pick([
      ["let", [[y, c.x.name]], c.set(), c.m.note(old), c.used()],
      ["symbol-macrolet", [[y, c.x.name]], ["setq", y, c.value()], c.used()],
      [
        "symbol-macrolet",
        [[y, c.x.name]],
        c.set(),
        c.m.note(parse(c.random.pick(USES[c.to]).replace(/\bx\b/g, y))),
      ],
      ["let", [[y, c.x.name]], c.set(), ["setq", c.x.name, y], c.used(c.from)],
    ]),
  );
}

function inTest(c) {
  return c.around(
    c.random.pick([
      ["if", c.set(), c.used(), c.used(c.to === "nil" ? "nil" : c.to)],
      ["and", ["progn", c.set(), "t"], c.used()],
      ["or", ["progn", c.set(), "nil"], c.used()],
      ["cond", [["progn", c.set(), "nil"], "0"], [c.is(), c.used()]],
      ["case", ["progn", c.set(), "1"], ["1", c.used()]],
      ["typecase", ["progn", c.set(), c.x.name], ["t", c.used()]],
      ["when", ["not", c.set()], c.statement()],
    ]),
  );
}

function byMacro(c) {
  const name = c.m.name("m");
  return c.around([
    "macrolet",
    [[name, ["v"], ["list", "'setq", `'${c.x.name}`, "v"]]],
    [name, c.value()],
    c.used(),
  ]);
}

function inStep(c) {
  const { x, m } = c;
  const first = m.form(c.scope, c.from, 0);
  const test = ["when", c.is(), c.used()];
  return c.random.pick([
    [
      "do",
      [
        [x.name, first, c.value()],
        ["i", "0", ["1+", "i"]],
      ],
      [[">=", "i", "2"]],
      test,
    ],
    [
      "do*",
      [
        ["i", "0", ["1+", "i"]],
        [x.name, first, c.value()],
      ],
      [[">=", "i", "2"], c.used()],
      test,
    ],
    ["loop", "repeat", "3", "for", x.name, "=", first, "then", c.value(), "do", test],
    [
      "loop",
      "for",
      "i",
      "below",
      "3",
      "for",
      x.name,
      "=",
      ["if", ["=", "i", "0"], first, c.value()],
      "do",
      ["when", [">", "i", "0"], c.used()],
    ],
  ]);
}

/** A list that becomes empty. */
function shrinking(c) {
  const { m, random } = c;
  const x = m.name("x");
  const bound = [[x, ["list", "1", "2", "3"]]];
  return random.pick([
    ["let", bound, ["loop", "while", x, "do", m.note(["pop", x])], m.note(["null", x])],
    [
      "let",
      bound,
      ["loop", "until", ["null", x], "do", m.note(["car", x]), ["setq", x, ["cdr", x]]],
      ["setq", x, "5"],
      m.note(["+", x, "1"]),
    ],
    [
      "let",
      bound,
      ["loop", "while", ["consp", x], "do", ["setq", x, ["if", ["cdr", x], ["cdr", x], "7"]]],
      m.note(["+", x, "1"]),
    ],
    [
      "let",
      bound,
      ["dotimes", ["i", "4"], ["if", x, m.note(["pop", x]), ["setq", x, ["list", "9"]]]],
      m.note(x),
    ],
  ]);
}
