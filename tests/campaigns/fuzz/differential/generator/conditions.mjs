/** Handlers and restarts around a form of any type. */
import { literal } from "./literals.mjs";
import { isA, Variable } from "./scope.mjs";

const CLASSES = [
  "error",
  "error",
  "type-error",
  "arithmetic-error",
  "division-by-zero",
  "condition",
  "control-error",
  "cell-error",
];

/** The form, and what is done if it signals; what it had assigned until then is not known. */
export function handled(m, scope, type, depth) {
  return m.random.weighted([
    [4, handlerCase],
    [1, ignoreErrors],
    [3, handlerBind],
    [2, restartCase],
    [1, simpleRestart],
    [1, warning],
  ])(m, scope, type, depth);
}

function handlerCase(m, scope, type, depth) {
  const { random } = m;
  const form = m.maybe(() => risky(m, scope, type, depth));
  const after = scope.blurred();
  const clauses = random.many(1, 2, () =>
    m.maybe(() => [
      random.pick(CLASSES),
      random.chance(0.4) ? ["c"] : [],
      ...(random.chance(0.2) ? [m.note(["typep", "c", "'error"])] : []),
      ...m.bodyOf(after, type, depth),
    ]),
  );
  for (const clause of clauses) if (clause[1].length === 0) clause.splice(2, mentions(clause[2]) ? 1 : 0);
  const last = ["error", [], literal(random, type)];
  const result = new Variable(m.name("x"), [type]);
  const noError =
    type !== "any" && type !== "values" && random.chance(0.15)
      ? [[":no-error", [result.name], ...m.bodyOf(after.bind([result]), type, depth, 1)]]
      : [];
  return ["handler-case", form, ...clauses, ...(random.chance(0.7) ? [last] : []), ...noError];
}

/** Whether a form is the one that needs the condition. */
const mentions = (form) => Array.isArray(form) && Array.isArray(form[2]) && form[2][1] === "c";

/** A body in which an error is likely. */
function risky(m, scope, type, depth) {
  const { random } = m;
  const failing = random.chance(0.7) ? [failure(m, scope, depth)] : [];
  const body = m.inOrder(scope, [
    ...random.many(0, 2, () => (now) => m.statement(now, depth - 1)),
    () => (failing.length > 0 ? failing[0] : "nil"),
    (now) => m.form(now, type, depth - 1),
  ]);
  return ["progn", ...body];
}

/** A statement that ends in an error, sometimes. */
export function failure(m, scope, depth) {
  const { random } = m;
  const failing = random.pick([
    ["error", '"boom"'],
    ["error", "'simple-error"],
    ["car", m.note("5")],
    ["+", "1", m.note("'a")],
    ["/", "1", m.note("0")],
    ["throw", "'nowhere", m.note("1")],
    ["aref", ["vector", "1", "2"], m.note("2")],
    ["length", m.note("7")],
    ["ecase", m.note("3"), ["1", "2"]],
    ["funcall", m.note("nil")],
    ["cerror", '"go on"', '"stop"'],
    ["assert", ["=", "1", m.note("2")]],
    ["check-type", "0", "string"],
  ]);
  const fixed = failing[0] === "check-type" ? ["the", "string", m.note("8")] : failing;
  return random.chance(0.4) ? ["when", m.form(scope, "bool", depth - 1), fixed] : fixed;
}

const ignoreErrors = (m, scope, type, depth) => [
  "or",
  ["ignore-errors", m.maybe(() => risky(m, scope, type === "any" ? "int" : type, depth))],
  literal(m.random, type),
];

/** A handler that declines, or one that leaves. */
function handlerBind(m, scope, type, depth) {
  const { random } = m;
  const name = m.name("b");
  const inner = scope.inBlock(name, type);
  const { made: handler, assigns } = m.later(() => {
    const within = inner.inFunction();
    const body = m.body(within, depth, 0, 2);
    const leaves = random.chance(0.5) ? [["return-from", name, m.form(within, type, depth - 1)]] : [];
    return ["lambda", ["c"], m.note(["typep", "c", `'${random.pick(CLASSES)}`]), ...body, ...leaves];
  });
  m.assignments.push(...assigns);
  const form = m.maybe(() => risky(m, inner, type, depth));
  return ["block", name, ["handler-bind", [[random.pick(CLASSES), handler]], form]];
}

/** Restarts, and a handler or the form itself that takes one. */
function restartCase(m, scope, type, depth) {
  const { random } = m;
  const name = random.pick(["r1", "r2", "r3", "continue"]);
  const value = new Variable(m.name("x"), ["int"]);
  const hasArgument = name !== "continue";
  const inner = scope.with({ restarts: hasArgument ? [name, ...scope.restarts] : scope.restarts });
  const taken = m.maybe(() => m.form(inner, type, depth - 1));
  const invoke = hasArgument ? ["invoke-restart", `'${name}`, m.note("5")] : ["continue"];
  const handler = random.pick([
    ["lambda", ["c"], ["declare", ["ignore", "c"]], invoke],
    ["lambda", ["c"], m.note(["typep", "c", "'error"]), invoke],
  ]);
  const form = ["handler-bind", [["error", handler]], ["progn", failure(m, inner, 1), taken]];
  const after = scope.blurred();
  const clause = m.maybe(() => m.bodyOf(hasArgument ? after.bind([value]) : after, type, depth));
  return [
    "restart-case",
    random.chance(0.7) ? form : taken,
    [name, hasArgument ? [value.name] : [], ...clause],
  ];
}

function simpleRestart(m, scope, type, depth) {
  const form = m.maybe(() => m.form(scope, type, depth - 1));
  const leave = m.random.chance(0.5) ? [["when", m.form(scope, "bool", 1), ["invoke-restart", "'skip"]]] : [];
  return [
    "or",
    ["with-simple-restart", ["skip", '"Skip it."'], ...leave, form],
    literal(m.random, isA(type, "any") ? "int" : type),
  ];
}

/** A warning that a handler muffles, and a signal that needs no handler. */
function warning(m, scope, type, depth) {
  const handler = ["lambda", ["c"], m.note("1"), ["muffle-warning", "c"]];
  return m.random.pick([
    () => ["handler-bind", [["warning", handler]], ["warn", '"careful"'], m.form(scope, type, depth - 1)],
    () => ["progn", m.note(["signal", '"hello"']), m.form(scope, type, depth - 1)],
  ])();
}
