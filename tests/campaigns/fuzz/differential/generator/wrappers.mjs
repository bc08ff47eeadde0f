/** Forms around forms: any type of value comes out of what binds, chooses, calls, leaves and handles. */

import { handled } from "./conditions.mjs";
import { declarations } from "./declarations.mjs";
import {
  callOf,
  functionName,
  functionOf,
  mixture,
  mutuallyRecursive,
  requiredTypes,
  resultType,
} from "./functions.mjs";
import { iterations } from "./iterations.mjs";
import { leaf } from "./leaves.mjs";
import { literal, specifier } from "./literals.mjs";
import { isA, Variable } from "./scope.mjs";
import { lisp } from "./template.mjs";

const ANY = ["int", "num", "list", "string", "symbol", "cons"];

/** A new variable, the type of its first value, and the form of that. */
function binding(m, scope, depth) {
  const { random } = m;
  const isMixed = random.chance(0.45);
  const kinds = isMixed ? mixture(random) : [random.pick([...ANY, "int", "vector"])];
  const type = random.chance(0.75) ? kinds[0] : random.pick(kinds);
  const variable = new Variable(m.variableName(scope), kinds);
  const init = isMixed && random.chance(0.7) ? literal(random, type) : m.form(scope, type, depth - 1);
  return { variable, type, init };
}

/** LET or LET*: the bindings' text and the scope within. */
export function bindings(m, scope, depth, low, high, isSequential) {
  let now = scope;
  const made = [];
  for (let count = m.random.int(low, high); count > 0; count--) {
    const before = m.assignments.length;
    const one = binding(m, now, depth);
    if (made.some(({ variable }) => variable.name === one.variable.name)) one.variable.name = m.name("x");
    now = now.after(m.assignments.slice(before));
    if (isSequential) now = now.bind([one.variable, one.type]);
    made.push(one);
  }
  const inner = isSequential ? now : now.bind(...made.map(({ variable, type }) => [variable, type]));
  const isBare = ({ init }) => init === "nil" && m.random.chance(0.2);
  const text = made.map((one) => (isBare(one) ? one.variable.name : [one.variable.name, one.init]));
  return { text, inner, variables: made.map(({ variable }) => variable) };
}

function letForm(m, scope, type, depth) {
  const isSequential = m.random.chance(0.4);
  const { text, inner, variables } = bindings(m, scope, depth, 1, 2, isSequential);
  const body = m.bodyOf(inner, type, depth);
  return [isSequential ? "let*" : "let", text, ...declarations(m, variables), ...body];
}

const progn = (m, scope, type, depth) => ["progn", ...m.bodyOf(scope, type, depth)];

function choice(m, scope, type, depth) {
  const [test, rest] = branches(m, scope, depth, (now) => m.form(now, type, depth - 1), 2);
  const { random } = m;
  return random.pick([
    () => ["if", test, ...rest],
    () => ["cond", [test, rest[0]], ["t", rest[1]]],
    () => ["if", ["not", test], ...rest],
  ])();
}

/** A test, and branches of which one is evaluated. */
export function branches(m, scope, depth, make, count) {
  const before = m.assignments.length;
  const test = m.form(scope, "bool", depth - 1);
  const now = scope.after(m.assignments.slice(before));
  const made = m.maybe(() => Array.from({ length: count }, () => make(now)));
  return [test, made];
}

/** Keys of CASE, which are compared by EQL. */
const KEYS = [
  ["1", "2", "a", ":k"],
  ["nil"],
  ["nil", "t"],
  ["#\\a", "-1", "7"],
  ["1.5", "1/2", "123456789012345678901234567890"],
  ["4611686018427387904", "2147483648", "1d0"],
];

function caseForm(m, scope, type, depth) {
  const { random } = m;
  const before = m.assignments.length;
  const key = m.form(scope, random.pick(["int", "symbol", "any"]), depth - 1);
  const now = scope.after(m.assignments.slice(before));
  const form = () => m.form(now, type, depth - 1);
  return m.maybe(() =>
    random.chance(0.6)
      ? ["case", key, ["0", form()], [random.pick(KEYS), form()], [random.pick(["t", "otherwise"]), form()]]
      : [
          "typecase",
          key,
          [random.pick(["integer", "symbol", "null"]), form()],
          ["string", form()],
          ["t", form()],
        ],
  );
}

function blockForm(m, scope, type, depth) {
  const name = m.random.chance(0.2) ? "nil" : m.name("b");
  return ["block", name, ...m.maybe(() => m.bodyOf(scope.inBlock(name, type), type, depth))];
}

function catchForm(m, scope, type, depth) {
  const tag = `'${m.random.pick(["c1", "c2", "c3"])}`;
  const catches = [{ name: tag, type }, ...scope.catches.filter(({ name }) => name !== tag)];
  return ["catch", tag, ...m.maybe(() => m.bodyOf(scope.with({ catches }), type, depth))];
}

/** The cleanup may run at any time of the form. */
function protectedForm(m, scope, type, depth) {
  const form = m.form(scope, type, depth - 1);
  return ["unwind-protect", form, ...m.body(scope.blurred(), depth, 1, 2)];
}

function prog1(m, scope, type, depth) {
  const [first, ...rest] = m.inOrder(scope, [
    (now) => m.form(now, type, depth - 1),
    (now) => m.statement(now, depth - 1),
  ]);
  return m.random.pick([
    ["prog1", first, ...rest],
    ["multiple-value-prog1", first, ...rest],
    ["prog2", m.note("0"), first, ...rest],
  ]);
}

function multipleValues(m, scope, type, depth) {
  const { random } = m;
  const types = random.many(1, 3, () => random.pick(ANY));
  const before = m.assignments.length;
  const values = ["values", ...m.forms(scope, types, depth - 1)];
  const now = scope.after(m.assignments.slice(before));
  const variables = types.map((one) => new Variable(m.name("x"), [one]));
  // One more than there are values is NIL.
  if (random.chance(0.2)) variables.push(new Variable(m.name("x"), ["nil", "int"]));
  const inner = now.bind(...variables.map((variable) => [variable, variable.kinds[0]]));
  const body = m.bodyOf(inner, type, depth);
  return [
    "multiple-value-bind",
    variables.map(({ name }) => name),
    values,
    ...declarations(m, variables),
    ...body,
  ];
}

function calledLambda(m, scope, type, depth) {
  const { random } = m;
  const made = functionOf(m, scope, depth, { required: requiredTypes(random), result: type });
  const name = ["lambda", made.list, ...made.body];
  const call = callOf(m, scope, { ...made, name, isVariable: true }, depth);
  return random.chance(0.3) ? call.slice(1) : call;
}

/** FLET or LABELS, or a variable that holds a function: a form that may call it. */
function withFunction(m, scope, type, depth) {
  const { random } = m;
  const kind = random.pick(["flet", "labels", "let"]);
  const name = kind === "let" ? m.name("f") : functionName(m, scope);
  // The body of LABELS sees the new function, but does not call it.
  const around =
    kind === "labels" ? scope.with({ functions: scope.functions.filter((one) => one.name !== name) }) : scope;
  const result = random.chance(0.5) && type !== "any" ? type : resultType(random);
  const block = kind === "let" ? undefined : name;
  const made = functionOf(m, around, depth, { required: requiredTypes(random), result, block });
  const inner = scope.withFunctions({ ...made, name, isVariable: kind === "let" });
  const body = m.bodyOf(inner, type, depth, 3);
  return kind === "let"
    ? ["let", [[name, ["lambda", made.list, ...made.body]]], ...body]
    : [kind, [[name, made.list, ...made.body]], ...inlining(m, name), ...body];
}

function inlining(m, name) {
  return m.random.chance(0.1) ? [["declare", [m.random.pick(["inline", "notinline"]), name]]] : [];
}

function withRecursion(m, scope, type, depth) {
  const { definitions, callees } = mutuallyRecursive(m, scope, depth);
  const inner = scope.withFunctions(...callees);
  return ["labels", definitions, ...m.bodyOf(inner, type, depth)];
}

function theForm(m, scope, type, depth) {
  return ["the", specifier(m.random, type), m.form(scope, type, depth - 1)];
}

/** The assignment's value is what is assigned. */
function assignment(m, scope, type, depth) {
  const { random } = m;
  const kinds = type === "any" || type === "bool" ? ["int"] : [type];
  const found = scope.variables.filter(
    ({ isFixed, kinds: known }) => !isFixed && known.some((kind) => isA(kind, kinds[0])),
  );
  if (found.length === 0) return leaf(m, scope, type);
  const variable = random.pick(found);
  const kind = random.pick(variable.kinds.filter((kind) => isA(kind, kinds[0])));
  const value = m.form(scope, kind, depth - 1);
  m.assign(variable, kind);
  return [random.pick(["setq", "setq", "setf"]), variable.name, value];
}

function localMacro(m, scope, type, depth) {
  const { random } = m;
  const name = m.name("m");
  const expansion = random.pick([
    ["list", "'progn", m.note("0"), "x"],
    "`(prog1 ,x (note 0 1))",
    "`(let ((y 1)) (note 0 y) ,x)",
  ]);
  const text = Array.isArray(expansion) ? ["list", "'progn", "x"] : expansion;
  return ["macrolet", [[name, ["x"], text]], [name, m.form(scope, type, depth - 1)]];
}

/** A name that stands for a place; the place's list is not bound again within. */
function symbolMacro(m, scope, type, depth) {
  const { random } = m;
  const lists = scope.valued("cons").filter(({ isFixed, isMixed }) => !isFixed && !isMixed);
  if (lists.length === 0) return leaf(m, scope, type);
  const { name } = random.pick(lists);
  const variable = new Variable(m.name("p"), ["int"]);
  const place = random.chance(0.3) ? ["car", m.note(name)] : ["car", name];
  const inner = scope.bind([variable]).with({ pinned: new Set([...scope.pinned, name, variable.name]) });
  return ["symbol-macrolet", [[variable.name, place]], ...m.bodyOf(inner, type, depth)];
}

function dynamicBinding(m, scope, type, depth) {
  const { random } = m;
  const specials = scope.variables.filter(({ isSpecial, isFixed }) => isSpecial && !isFixed);
  if (specials.length === 0) return letForm(m, scope, type, depth);
  const variable = random.pick(specials);
  const kind = random.pick(variable.kinds);
  const init = m.form(scope, kind, depth - 1);
  const inner = scope.bind([variable, kind]);
  const { made: body, assigns } = m.later(() => m.bodyOf(inner, type, depth));
  m.assignments.push(...assigns);
  return random.chance(0.6)
    ? ["let", [[variable.name, init]], ...body]
    : ["progv", ["list", `'${variable.name}`], ["list", init], ...body];
}

/** A lexical variable that is made special, and one of the same name within that is not. */
function localSpecial(m, scope, type, depth) {
  const name = m.name("v");
  const [outer, inner] = m.forms(scope, ["int", "int"], depth - 1);
  const read = m.random.pick([
    ["locally", ["declare", ["special", name]], name],
    ["symbol-value", `'${name}`],
  ]);
  const set = ["locally", ["declare", ["special", name]], ["setq", name, ["1+", name]]];
  return [
    "let",
    [[name, outer]],
    ["declare", ["special", name]],
    ["let", [[name, inner]], m.note(read), ...(m.random.chance(0.5) ? [m.note(set)] : []), m.note(name)],
    m.form(scope.blurred(), type, depth - 1),
  ];
}

/** A special variable, bound by a form that is left by an exit: afterwards it has its old value. */
function leftSpecial(m, scope, type, depth) {
  const { random } = m;
  const [name, b] = [m.name("v"), m.name("b")];
  const [outer, inner] = m.forms(scope, ["int", "int"], depth - 1);
  const special = ["declare", ["special", name]];
  const bound = (leave) =>
    random.chance(0.7)
      ? lisp`(let ((${name} ${inner})) ${special} ${m.note(name)} ${leave})`
      : lisp`(progv '(${name}) (list ${inner}) (setq ${name} (1+ ${name})) ${leave})`;
  const left = random.pick([
    lisp`(block ${b} ${bound(lisp`(return-from ${b} 1)`)})`,
    lisp`(block ${b} (mapc (lambda (e) ${bound(lisp`(return-from ${b} e)`)}) '(1 2)))`,
    lisp`(catch 'c1 ${bound(lisp`(throw 'c1 ${name})`)})`,
    lisp`(handler-case ${bound(lisp`(car ${name})`)} (error () ${name}))`,
    lisp`(tagbody ${bound(lisp`(go ${b})`)} ${b})`,
    lisp`(block ${b} (unwind-protect ${bound(lisp`(return-from ${b} 1)`)} ${m.note(name)}))`,
  ]);
  const rest = m.form(scope.blurred(), type, depth - 1);
  return lisp`(let ((${name} ${outer})) ${special} ${m.note(left)} ${m.note(name)} ${rest})`;
}

const locally = (m, scope, type, depth) => [
  "locally",
  ["declare", ["optimize", ["safety", "3"]]],
  ...m.bodyOf(scope, type, depth),
];

const WRAPPERS = [
  [5, letForm],
  [3, progn],
  [4, choice],
  [1.5, caseForm],
  [2, blockForm],
  [1, catchForm],
  [1.5, protectedForm],
  [1.5, prog1],
  [1.5, multipleValues],
  [1.5, calledLambda],
  [2, withFunction],
  [1, withRecursion],
  [1, theForm],
  [2, assignment],
  [0.5, localMacro],
  [0.7, symbolMacro],
  [1, dynamicBinding],
  [0.4, localSpecial],
  [0.8, leftSpecial],
  [0.5, locally],
  [2.5, handled],
  [4, iterations],
];

export function wrappers(m, scope, type, depth) {
  return m.random.weighted(WRAPPERS)(m, scope, type, depth);
}
