/** Loops of all kinds, which end after some turns: as a form of any type, or as a statement. */

import { kindTest } from "./leaves.mjs";
import { constantList, literal } from "./literals.mjs";
import { Variable } from "./scope.mjs";

/** Loops within each other, at most. */
const NESTED = 2;

const fixed = (m, kinds) => new Variable(m.name("i"), kinds, { isFixed: true });

/** A loop's value: what its result form has, or what it accumulates. */
export function iterations(m, scope, type, depth) {
  const { random } = m;
  if (scope.loops >= NESTED) return m.form(scope, type, depth - 1);
  const accumulating = { int: ACCUMULATE_NUMBERS, list: ACCUMULATE_LISTS, bool: ACCUMULATE_TRUTH }[type];
  if (accumulating !== undefined && random.chance(0.65))
    return m.maybe(() =>
      loopMacro(m, scope.withoutBlock("nil"), depth, (inner) => accumulating(m, inner, depth)),
    );
  return m.maybe(() => withResult(m, scope, type, depth));
}

function withResult(m, scope, type, depth) {
  const { random } = m;
  const result = (inner) => m.form(inner.blurred(), type, depth - 1);
  const make = random.pick([dotimes, dolist, doLoop, simpleLoop, loopReturning]);
  return make(m, scope.withoutBlock("nil"), depth, result, type);
}

/** A loop as a statement. */
export function loopStatement(m, scope, depth) {
  const { random } = m;
  if (scope.loops >= NESTED) return m.statement(scope, depth - 1);
  return m.maybe(() =>
    random.chance(0.5)
      ? loopMacro(m, scope.withoutBlock("nil"), depth, (inner) => ["do", ...m.body(inner, depth, 1, 2)])
      : withResult(m, scope, "any", depth),
  );
}

/** The body of a loop: statements, of which some leave. */
function turn(m, scope, depth, type) {
  return m.body(scope.inBlock("nil", type), depth, 1, 3);
}

function dotimes(m, scope, depth, result, type) {
  const variable = fixed(m, ["int"]);
  const count = m.random.chance(0.8) ? String(m.random.int(0, 4)) : ["length", constantList(m.random)];
  const inner = scope.inLoop().bind([variable]);
  return ["dotimes", [variable.name, count, result(scope)], ...turn(m, inner, depth, type)];
}

function dolist(m, scope, depth, result, type) {
  const { random } = m;
  const [of, make] = random.pick([
    ["int", undefined],
    ["any", (random) => literal(random, random.pick(["nil", "int", "string", "char"]))],
    ["string", (random) => literal(random, "string")],
  ]);
  const variable = new Variable(m.name("e"), of === "any" ? ["nil", "int", "string", "char"] : [of], {
    isFixed: true,
  });
  const source = random.chance(0.7)
    ? constantList(random, make)
    : ["list", ...random.many(0, 3, () => literal(random, of === "any" ? "int" : of))];
  const inner = scope.inLoop().bind([variable, undefined]);
  const end = random.chance(0.5) ? [] : [result(scope)];
  return ["dolist", [variable.name, source, ...end], ...turn(m, inner, depth, type)];
}

function doLoop(m, scope, depth, result, type) {
  const { random } = m;
  const counter = fixed(m, ["int"]);
  const other = new Variable(m.name("x"), random.chance(0.5) ? ["nil", "int"] : ["int"]);
  const first = other.isMixed ? "nil" : m.form(scope, "int", depth - 1);
  const inner = scope.inLoop().bind([counter], [other, undefined]);
  const step = random.chance(0.7) ? [m.form(inner, "int", depth - 1)] : [];
  const limit = String(random.int(1, 4));
  const name = random.pick(["do", "do*"]);
  return [
    name,
    [
      [counter.name, "0", ["1+", counter.name]],
      [other.name, first, ...step],
    ],
    [[">=", counter.name, limit], ...m.body(inner, depth, 0, 1), result(inner)],
    ...turn(m, inner, depth, type),
  ];
}

/** A LOOP without keywords, which its own counter ends. */
function simpleLoop(m, scope, depth, result, type) {
  const counter = fixed(m, ["int"]);
  const inner = scope.inLoop().bind([counter]);
  const end = ["when", [">", ["incf", counter.name], String(m.random.int(1, 3))], ["return", result(inner)]];
  const body = turn(m, inner, depth, type);
  body.splice(m.random.int(0, body.length), 0, end);
  // A body that begins with an atom would have keywords.
  return ["let", [[counter.name, "0"]], ["loop", ...(Array.isArray(body[0]) ? body : [["progn"], ...body])]];
}

const loopReturning = (m, scope, depth, result, type) =>
  loopMacro(m, scope, depth, (inner) => [
    "do",
    ...turn(m, inner, depth, type),
    "finally",
    ["return", result(inner)],
  ]);

/** LOOP: clauses that end it, some more, and what `main` makes. */
function loopMacro(m, scope, depth, main) {
  const { random } = m;
  let inner = scope.inLoop();
  const clauses = [];
  for (const clause of [random.pick(ENDING), ...random.many(0, 1, () => random.pick(DRIVING))]) {
    const { text, variables } = clause(m, inner, depth);
    clauses.push(...text);
    inner = inner.bind(...variables.map((variable) => [variable, undefined]));
  }
  if (random.chance(0.15)) clauses.push("initially", m.statement(inner, 1));
  if (random.chance(0.15))
    clauses.push(random.pick(["while", "until"]), kindTest(m, inner) ?? m.form(inner, "bool", depth - 1));
  if (random.chance(0.2)) clauses.push(...conditional(m, inner, depth));
  const made = main(inner);
  const last = !made.includes("finally") && random.chance(0.15) ? ["finally", m.statement(inner, 1)] : [];
  return ["loop", ...clauses, ...made, ...last];
}

function conditional(m, scope, depth) {
  const { random } = m;
  const statement = () => m.maybe(() => m.statement(scope, depth - 1));
  const otherwise = random.chance(0.4) ? ["else", "do", statement()] : [];
  return [
    random.pick(["when", "unless", "if"]),
    m.form(scope, "bool", depth - 1),
    "do",
    statement(),
    ...otherwise,
  ];
}

/** Clauses that end the loop: each its text and its variables. */
const ENDING = [
  (m) => {
    const variable = fixed(m, ["int"]);
    const range = m.random.pick([
      ["from", "0", "below", "3"],
      ["from", "1", "to", String(m.random.int(1, 4))],
      ["below", "3"],
      ["from", "5", "downto", "2", "by", "2"],
      ["downfrom", "10", "above", "7"],
      ["to", "9", "by", "4"],
    ]);
    return { text: ["for", variable.name, ...range], variables: [variable] };
  },
  (m) => {
    const variable = fixed(m, ["int"]);
    return { text: ["for", variable.name, "in", constantList(m.random)], variables: [variable] };
  },
  (m) => {
    const variable = new Variable(m.name("e"), ["nil", "int", "string"], { isFixed: true });
    const list = constantList(m.random, (random) => literal(random, random.pick(["nil", "int", "string"])));
    return { text: ["for", variable.name, "in", list], variables: [variable] };
  },
  (m) => {
    const variable = fixed(m, ["list"]);
    const by = m.random.chance(0.2) ? ["by", "#'cddr"] : [];
    return { text: ["for", variable.name, "on", constantList(m.random), ...by], variables: [variable] };
  },
  (m) => {
    const variable = fixed(m, ["int"]);
    return { text: ["for", variable.name, "across", ["vector", "3", "1", "2"]], variables: [variable] };
  },
  (m) => {
    const [a, b] = [fixed(m, ["int"]), fixed(m, ["int"])];
    return { text: ["for", [a.name, b.name], "in", "'((1 2) (3 4))"], variables: [a, b] };
  },
  (m) => ({ text: ["repeat", String(m.random.int(0, 3))], variables: [] }),
];

/** Clauses that never end. */
const DRIVING = [
  (m, scope, depth) => {
    const variable = new Variable(m.name("x"), ["int"]);
    const [first, then] = m.forms(scope, ["int", "int"], depth - 2);
    return { text: ["for", variable.name, "=", m.note(first), "then", m.note(then)], variables: [variable] };
  },
  (m, scope, depth) => {
    const variable = new Variable(m.name("x"), ["int"]);
    return { text: ["for", variable.name, "=", m.form(scope, "int", depth - 2)], variables: [variable] };
  },
  (m, scope, depth) => {
    const variable = new Variable(m.name("x"), ["nil", "int"]);
    return {
      text: ["for", variable.name, "=", "nil", "then", m.form(scope, "int", depth - 2)],
      variables: [variable],
    };
  },
  (m, scope, depth) => {
    const variable = new Variable(m.name("x"), ["int"]);
    return { text: ["with", variable.name, "=", m.form(scope, "int", depth - 2)], variables: [variable] };
  },
  (m) => {
    const variable = fixed(m, ["int"]);
    return { text: ["for", variable.name, "from", "0"], variables: [variable] };
  },
  // Two that step at the same time.
  (m, scope, depth) => {
    const [a, b] = [new Variable(m.name("x"), ["int"]), new Variable(m.name("x"), ["int"])];
    const [first, other] = m.forms(scope, ["int", "int"], depth - 2);
    return {
      text: ["for", a.name, "=", first, "then", b.name, "and", b.name, "=", other, "then", ["1+", a.name]],
      variables: [a, b],
    };
  },
];

function accumulate(m, scope, depth, kinds, type) {
  const { random } = m;
  const clause = [random.pick(kinds), m.form(scope, type, depth - 1)];
  return random.chance(0.3)
    ? [random.pick(["when", "unless"]), m.form(scope, "bool", depth - 1), ...clause]
    : clause;
}

const ACCUMULATE_NUMBERS = (m, scope, depth) =>
  m.random.pick([
    () => accumulate(m, scope, depth, ["sum"], "int"),
    () => accumulate(m, scope, depth, ["count"], "any"),
    () => [
      "maximize",
      m.form(scope, "int", depth - 1),
      "into",
      "best",
      "finally",
      ["return", ["or", "best", "0"]],
    ],
    () => [
      "minimize",
      m.form(scope, "int", depth - 1),
      "into",
      "best",
      "finally",
      ["return", ["or", "best", "0"]],
    ],
  ])();
const ACCUMULATE_LISTS = (m, scope, depth) =>
  m.random.pick([
    () => accumulate(m, scope, depth, ["collect"], "int"),
    () => accumulate(m, scope, depth, ["append"], "list"),
    () => ["nconc", ["list", m.form(scope, "int", depth - 1)]],
    () => [
      "collect",
      m.form(scope, "int", depth - 1),
      "into",
      "all",
      "finally",
      ["return", ["reverse", "all"]],
    ],
  ])();
const ACCUMULATE_TRUTH = (m, scope, depth) => [
  m.random.pick(["always", "never", "thereis"]),
  m.form(scope, "bool", depth - 1),
];
