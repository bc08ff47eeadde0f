/** Statements: assignments, choices, jumps, loops, changes of places. */

import { arithmetic } from "./arithmetic.mjs";
import { captured } from "./captured.mjs";
import { changingKinds } from "./changing-kinds/all.mjs";
import { failure, handled } from "./conditions.mjs";
import { callOf } from "./functions.mjs";
import { loopStatement } from "./iterations.mjs";
import { inClosure, jump, tagged } from "./jumps.mjs";
import { specifier } from "./literals.mjs";
import { placeStatement, withPlaces } from "./places.mjs";
import { Variable } from "./scope.mjs";
import { selfCalls } from "./self-calls.mjs";
import { branches, wrappers } from "./wrappers.mjs";

/** An assignment of a variable, of another kind where it may have several. */
function assignment(m, scope, depth) {
  const { random } = m;
  const found = scope.variables.filter(({ isFixed }) => !isFixed);
  if (found.length === 0) return m.note(m.form(scope, "any", depth - 1));
  const mixed = found.filter(({ isMixed }) => isMixed);
  const variable = random.pick(mixed.length > 0 && random.chance(0.7) ? mixed : found);
  const kind = random.pick(variable.kinds);
  const value = m.form(scope, kind, depth - 1);
  m.assign(variable, kind);
  return random.weighted([
    [6, ["setq", variable.name, value]],
    [1, ["setf", variable.name, value]],
    [1, ["psetq", variable.name, value]],
    [1, ["multiple-value-setq", [variable.name], value]],
    [1, ["setf", ["values", variable.name], value]],
    [1, ["shiftf", variable.name, value]],
  ]);
}

/** Several variables at once: each new value is of the old ones. */
function parallel(m, scope, depth) {
  const { random } = m;
  const integers = scope.assignable("int");
  if (integers.length < 2) return assignment(m, scope, depth);
  const pair = [integers[0], integers.at(-1)];
  const values = m.forms(scope, ["int", "int"], depth - 1);
  for (const variable of pair) m.assign(variable, "int");
  return random.pick([
    ["psetq", pair[0].name, values[0], pair[1].name, values[1]],
    ["multiple-value-setq", pair.map(({ name }) => name), ["values", ...values]],
    ["setq", pair[0].name, values[0], pair[1].name, values[1]],
  ]);
}

function conditional(m, scope, depth) {
  const { random } = m;
  const [test, [one, other]] = branches(m, scope, depth, (now) => m.statement(now, depth - 1), 2);
  return random.pick([
    ["when", test, one],
    ["unless", test, one],
    ["if", test, one, other],
    ["cond", [test, one], ["t", other]],
    ["and", test, one],
    ["or", test, one],
  ]);
}

/** Leaves a block, or throws; mostly only sometimes. */
function exit(m, scope, depth) {
  const { random } = m;
  const { blocks, catches } = scope;
  if (blocks.length + catches.length === 0) return conditional(m, scope, depth);
  const isThrow = blocks.length === 0 || (catches.length > 0 && random.chance(0.3));
  const { name, type } = random.pick(isThrow ? catches : blocks);
  const value = m.form(scope, type, depth - 1);
  const leaving = isThrow
    ? ["throw", name, value]
    : name === "nil" && random.chance(0.5)
      ? ["return", value]
      : ["return-from", name, value];
  const made = random.chance(0.8) ? ["when", m.form(scope, "bool", depth - 1), leaving] : leaving;
  return random.chance(0.25) ? inClosure(m, made) : made;
}

function call(m, scope, depth) {
  const { functions } = scope;
  if (functions.length === 0) return m.note(wrappers(m, scope, "any", depth));
  return m.note(callOf(m, scope, m.random.pick(functions), depth));
}

/** Called for each item: what it assigns may be assigned several times, or never. */
function mapping(m, scope, depth) {
  const { random } = m;
  const variable = new Variable(m.variableName(scope), ["int"]);
  const { made: body, assigns } = m.later(() =>
    m.body(scope.inFunction().inLoop().bind([variable]), depth, 1, 2),
  );
  m.assignments.push(...assigns);
  const items = ["list", ...random.many(0, 3, () => String(random.int(0, 5)))];
  return [random.pick(["mapc", "mapcar"]), ["lambda", [variable.name], ...body], items];
}

/** The cleanup, and what it assigns, is sure to be evaluated. */
function protectedStatement(m, scope, depth) {
  const body = m.maybe(() => ["progn", ...m.body(scope, depth, 1, 2)]);
  return ["unwind-protect", body, ...m.body(scope.blurred(), depth, 1, 2)];
}

/** A check that a variable is what it is. */
function check(m, scope) {
  const { random } = m;
  const known = scope.variables.filter((variable) => scope.typeOf(variable) !== undefined);
  if (known.length === 0) return ["assert", ["not", "nil"]];
  const variable = random.pick(known);
  const type = specifier(random, scope.typeOf(variable));
  return random.chance(0.7)
    ? ["check-type", variable.name, type]
    : ["assert", ["typep", variable.name, ["quote", type]]];
}

const STATEMENTS = [
  [7, assignment],
  [1.5, parallel],
  [2, (m, scope, depth) => m.note(m.form(scope, "any", depth - 1))],
  [4, conditional],
  [3, exit],
  [3, jump],
  [2, tagged],
  [3, loopStatement],
  [3, call],
  [1.5, mapping],
  [0.4, check],
  [2, protectedStatement],
  [4, placeStatement],
  [1, withPlaces],
  [5, changingKinds],
  [1, captured],
  [1, arithmetic],
  [0.8, selfCalls],
  [1, (m, scope, depth) => handled(m, scope, "any", depth)],
  [3, (m, scope, depth) => wrappers(m, scope, "any", depth)],
];

/** Functions leave what is around them more often than other code does. */
const LEAVING = [
  [1, exit],
  [1, (m, scope, depth) => (scope.tags.length > 0 ? jump(m, scope, depth) : exit(m, scope, depth))],
];

function chosen({ random, errors }, scope) {
  if (random.chance(errors / 2)) return failure;
  return random.weighted(scope.leaves && random.chance(0.3) ? LEAVING : STATEMENTS);
}

export function statements(m, scope, depth) {
  const made = chosen(m, scope)(m, scope, depth);
  // An atom would be a tag, or a keyword of LOOP.
  return Array.isArray(made) ? made : ["progn", made];
}
